// RUN: novi-opt %s -split-input-file --novi-gpu-outline-kernels --canonicalize --cse | FileCheck %s

// Sixteen lanes for a row of ten, so two rows a warp. The element is loaded once
// and stays in a register; the maximum is needed before the sum.
// CHECK-LABEL: gpu.func @short_kernel
// CHECK-SAME: local_threads = 16
// CHECK: memref.load
// CHECK: arith.select
// CHECK-COUNT-4: arith.maximumf
// CHECK: math.exp
// CHECK-NOT: memref.load
// CHECK-NOT: math.exp
// CHECK-COUNT-4: gpu.shuffle xor
// CHECK-NOT: gpu.shuffle
// CHECK: arith.divf
// CHECK: memref.store
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @short(%x: tensor<33x10xf32>) -> tensor<33x10xf32> {
  %r = novi.kernel "short" (%a = %x : tensor<33x10xf32>) -> (tensor<33x10xf32>) {
    %0 = novi.reduce_max %a axes = [1] keepdims : (tensor<33x10xf32>) -> tensor<33x1xf32>
    %1 = novi.sub %a, %0 : (tensor<33x10xf32>, tensor<33x1xf32>) -> tensor<33x10xf32>
    %2 = novi.exp %1 : (tensor<33x10xf32>) -> tensor<33x10xf32>
    %3 = novi.reduce_sum %2 axes = [1] keepdims : (tensor<33x10xf32>) -> tensor<33x1xf32>
    %4 = novi.div %2, %3 : (tensor<33x10xf32>, tensor<33x1xf32>) -> tensor<33x10xf32>
    novi.yield %4 : tensor<33x10xf32>
  }
  return %r : tensor<33x10xf32>
}

// -----

// All threads of a block for a long row, over which they go again for each phase;
// warps meet in shared memory.
// CHECK-LABEL: gpu.func @long_kernel
// CHECK-SAME: workgroup(%[[SHARED:.*]] : memref<256xf32, #gpu.address_space<workgroup>>
// CHECK-SAME: local_threads = 256
// CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %c9
// CHECK: scf.for {{.*}} iter_args
// CHECK: vector.load {{.*}} vector<4xf32>
// CHECK: gpu.shuffle xor
// CHECK: memref.store {{.*}}, %[[SHARED]]
// CHECK: gpu.barrier
// CHECK-COUNT-8: memref.load %[[SHARED]]
// CHECK-NOT: memref.load %[[SHARED]]
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: vector.load {{.*}} vector<4xf32>
// CHECK: vector.store {{.*}} vector<4xf32>
func.func @long(%x: tensor<9x8192xf32>) -> tensor<9x8192xf32> {
  %r = novi.kernel "long" (%a = %x : tensor<9x8192xf32>) -> (tensor<9x8192xf32>) {
    %0 = novi.reduce_sum %a axes = [1] keepdims : (tensor<9x8192xf32>) -> tensor<9x1xf32>
    %1 = novi.sub %a, %0 : (tensor<9x8192xf32>, tensor<9x1xf32>) -> tensor<9x8192xf32>
    novi.yield %1 : tensor<9x8192xf32>
  }
  return %r : tensor<9x8192xf32>
}

// -----

// Lanes along columns, warps along rows: f16 is summed up in f32 and rounded once.
// CHECK-LABEL: gpu.func @columns_kernel
// CHECK-SAME: workgroup(%{{.*}} : memref<256xf32
// CHECK-SAME: reduced_threads = 8
// CHECK: scf.for {{.*}} to %c100 step %c8 iter_args
// CHECK: vector.load {{.*}} vector<8xf16>
// CHECK: arith.extf
// CHECK: arith.addf {{.*}} f32
// CHECK-NOT: gpu.shuffle
// CHECK: gpu.barrier
// CHECK: arith.truncf
// CHECK: scf.if
// CHECK: vector.store {{.*}} memref<256xf16>, vector<8xf16>
func.func @columns(%x: tensor<100x256xf16>) -> tensor<256xf16> {
  %r = novi.kernel "columns" (%a = %x : tensor<100x256xf16>) -> (tensor<256xf16>) {
    %0 = novi.reduce_sum %a axes = [0] : (tensor<100x256xf16>) -> tensor<256xf16>
    novi.yield %0 : tensor<256xf16>
  }
  return %r : tensor<256xf16>
}

// -----

// Of all elements: one block. f64 crosses lanes in halves. What comes after the
// reduction is computed once.
// CHECK-LABEL: gpu.func @all_kernel
// CHECK: scf.for {{.*}} iter_args
// CHECK: arith.bitcast {{.*}} f64 to i64
// CHECK: gpu.shuffle xor {{.*}} : i32
// CHECK: gpu.shuffle xor {{.*}} : i32
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: memref.store {{.*}} memref<f64>
// CHECK: func.func @all
// CHECK: novi_gpu.launch @kernels::@all_kernel blocks(%c1)
func.func @all(%x: tensor<50x37xf64>) -> tensor<f64> {
  %r = novi.kernel "all" (%a = %x : tensor<50x37xf64>) -> (tensor<f64>) {
    %0 = novi.reduce_sum %a axes = [0, 1] : (tensor<50x37xf64>) -> tensor<f64>
    %1 = novi.scale %0 by 0.5 : (tensor<f64>) -> tensor<f64>
    novi.yield %1 : tensor<f64>
  }
  return %r : tensor<f64>
}

// -----

// Rows, and what is summed up of each column of them: threads keep that while the
// block goes over rows.
// CHECK-LABEL: gpu.func @kept_kernel
// CHECK: scf.for {{.*}} to %c1
// CHECK: scf.for {{.*}} to %c33 {{.*}} iter_args
// CHECK: gpu.shuffle xor
// CHECK: scf.if
// CHECK: memref.store {{.*}} memref<33x10xf32>
// CHECK: scf.yield
// CHECK: gpu.barrier
// CHECK: memref.store {{.*}} memref<10xf32>
func.func @kept(%x: tensor<33x10xf32>) -> (tensor<33x10xf32>, tensor<10xf32>) {
  %r:2 = novi.kernel "kept" (%a = %x : tensor<33x10xf32>) -> (tensor<33x10xf32>, tensor<10xf32>) {
    %0 = novi.reduce_max %a axes = [1] keepdims : (tensor<33x10xf32>) -> tensor<33x1xf32>
    %1 = novi.sub %a, %0 : (tensor<33x10xf32>, tensor<33x1xf32>) -> tensor<33x10xf32>
    %2 = novi.reduce_sum %1 axes = [0] : (tensor<33x10xf32>) -> tensor<10xf32>
    novi.yield %1, %2 : tensor<33x10xf32>, tensor<10xf32>
  }
  return %r#0, %r#1 : tensor<33x10xf32>, tensor<10xf32>
}

// -----

// No elements to sum up: zeros all the same.
// CHECK-LABEL: gpu.func @empty_kernel
// CHECK: vector.store {{.*}} memref<12xf32>
// CHECK: novi_gpu.launch @kernels::@empty_kernel blocks(%c1)
func.func @empty(%x: tensor<0x12xf32>) -> tensor<12xf32> {
  %r = novi.kernel "empty" (%a = %x : tensor<0x12xf32>) -> (tensor<12xf32>) {
    %0 = novi.reduce_sum %a axes = [0] : (tensor<0x12xf32>) -> tensor<12xf32>
    novi.yield %0 : tensor<12xf32>
  }
  return %r : tensor<12xf32>
}
