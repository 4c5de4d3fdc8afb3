// RUN: novi-opt %s --novi-gpu-outline-kernels --split-input-file --verify-diagnostics | FileCheck %s

// Steps along the sum fill one of two pieces of each operand in shared memory by
// vector accesses, then each thread adds 16 times 4x8 products; behind it are the
// bias, relu, and a byte of the mask for each row.
// CHECK-LABEL: gpu.func @linear_kernel(
// CHECK-SAME: %[[A:.*]]: memref<128x64xf32>, %[[B:.*]]: memref<64x128xf32>, %[[BIAS:.*]]: memref<128xf32>,
// CHECK-SAME: %[[Y:.*]]: memref<128x128xf32>, %[[MASK:.*]]: memref<128x16xi8>)
// CHECK-SAME: workgroup(%{{.*}} : memref<32x68xf32, {{.*}}, %{{.*}} : memref<32x68xf32, {{.*}})
// CHECK: scf.for %{{.*}} = %block_id_x to %c4 step %grid_dim_x
// CHECK: scf.for
// CHECK-DAG: vector.load %[[A]]{{.*}} {alignment = 16 : i64} : memref<128x64xf32>, vector<4xf32>
// CHECK-DAG: vector.load %[[B]]{{.*}} {alignment = 16 : i64} : memref<64x128xf32>, vector<4xf32>
// CHECK: gpu.barrier
// CHECK-COUNT-512: math.fma
// CHECK-NOT: math.fma
// CHECK: scf.yield
// CHECK: gpu.barrier
// CHECK: vector.load %[[BIAS]]{{.*}} vector<4xf32>
// CHECK: memref.store {{.*}}, %[[MASK]][
// CHECK-COUNT-2: vector.store {{.*}}, %[[Y]][{{.*}} vector<4xf32>
// CHECK: novi_gpu.launch @kernels::@linear_kernel
func.func @linear(%x: tensor<128x64xf32>, %w: tensor<64x128xf32>, %b: tensor<128xf32>)
    -> (tensor<128x128xf32>, tensor<128x16xi8>) {
  %0:2 = novi.kernel "linear" (%a = %x : tensor<128x64xf32>, %c = %w : tensor<64x128xf32>,
      %d = %b : tensor<128xf32>) -> (tensor<128x128xf32>, tensor<128x16xi8>)
      attributes {schedule = {threads = 128 : i64, tile_m = 64 : i64, tile_n = 64 : i64,
                              tile_k = 16 : i64, thread_m = 4 : i64}} {
    %1 = novi.matmul %a, %c : (tensor<128x64xf32>, tensor<64x128xf32>) -> tensor<128x128xf32>
    %2 = novi.add %1, %d : (tensor<128x128xf32>, tensor<128xf32>) -> tensor<128x128xf32>
    %3 = novi.relu %2 : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %zero = novi.constant dense<0.0> : tensor<f32>
    %4 = novi.compare gt, %2, %zero : (tensor<128x128xf32>, tensor<f32>) -> tensor<128x128xi1>
    %5 = novi.pack_mask %4 : (tensor<128x128xi1>) -> tensor<128x16xi8>
    novi.yield %3, %5 : tensor<128x128xf32>, tensor<128x16xi8>
  }
  return %0#0, %0#1 : tensor<128x128xf32>, tensor<128x16xi8>
}

// -----

// A block takes all rows of its columns, tile after tile, to sum them up.
// CHECK-LABEL: gpu.func @bias_kernel(
// CHECK: scf.for
// CHECK: %[[SUMS:.*]]:8 = scf.for %{{.*}} = %c0 to %c7
// CHECK: gpu.shuffle
// CHECK: gpu.barrier
func.func @bias(%x: tensor<100x64xf32>, %w: tensor<64x128xf32>) -> tensor<128xf32> {
  %0 = novi.kernel "bias" (%a = %x : tensor<100x64xf32>, %c = %w : tensor<64x128xf32>) -> (tensor<128xf32>)
      attributes {schedule = {threads = 64 : i64, tile_m = 16 : i64, tile_n = 64 : i64, tile_k = 16 : i64, thread_m = 2 : i64}} {
    %1 = novi.matmul %a, %c : (tensor<100x64xf32>, tensor<64x128xf32>) -> tensor<100x128xf32>
    %2 = novi.reduce_sum %1 axes = [0] : (tensor<100x128xf32>) -> tensor<128xf32>
    novi.yield %2 : tensor<128xf32>
  }
  return %0 : tensor<128xf32>
}

// -----

// An outer product stages nothing.
// CHECK-LABEL: gpu.func @outer_kernel(
// CHECK-NOT: workgroup
// CHECK-NOT: gpu.barrier
// CHECK: math.fma
// CHECK: gpu.return
func.func @outer(%x: tensor<40xf32>, %y: tensor<50xf32>) -> tensor<40x50xf32> {
  %0 = novi.kernel "outer" (%a = %x : tensor<40xf32>, %b = %y : tensor<50xf32>) -> (tensor<40x50xf32>) {
    %1 = novi.contract "i,j->ij" %a, %b : (tensor<40xf32>, tensor<50xf32>) -> tensor<40x50xf32>
    novi.yield %1 : tensor<40x50xf32>
  }
  return %0 : tensor<40x50xf32>
}

// -----

func.func @threads(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @below {{threads must be tile_m / thread_m * tile_n / thread_n, a multiple of 32 up to 1024}}
  %0 = novi.kernel (%a = %x : tensor<64x64xf32>) -> (tensor<64x64xf32>) attributes {schedule = {threads = 96 : i64}} {
    %1 = novi.matmul %a, %a : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    novi.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// -----

func.func @tile(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @below {{tile_m must be a power of two}}
  %0 = novi.kernel (%a = %x : tensor<64x64xf32>) -> (tensor<64x64xf32>) attributes {schedule = {tile_m = 48 : i64}} {
    %1 = novi.matmul %a, %a : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    novi.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// -----

func.func @shared(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @below {{it takes 69632 bytes of shared memory, of which a block has 49152}}
  %0 = novi.kernel (%a = %x : tensor<64x64xf32>) -> (tensor<64x64xf32>)
      attributes {schedule = {tile_m = 64 : i64, tile_n = 64 : i64, tile_k = 64 : i64, thread_m = 4 : i64, threads = 128 : i64}} {
    %1 = novi.matmul %a, %a : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    novi.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}
