// The buffers of launches: what a kernel may compute in place is, where nothing
// else reads it; a destination that is not read is not copied.

// RUN: novi-opt %s --novi-bufferize --canonicalize | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%x: memref<?xf32>, %y: memref<?xf32>, %r: memref<?xf32>) kernel
        attributes {known_block_size = array<i32: 128, 1, 1>} {
      gpu.return
    }
  }

  // CHECK-LABEL: func.func @in_place
  // CHECK-SAME: (%[[X:.*]]: memref<?xf32>, %[[N:.*]]: index)
  func.func @in_place(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
    // CHECK: %[[A:.*]] = memref.alloc(%[[N]])
    // CHECK: novi_gpu.launch @kernels::@add {{.*}} ins(%[[X]], %[[X]] : {{.*}}) outs(%[[A]] :
    // CHECK-NOT: memref.
    // CHECK: novi_gpu.launch @kernels::@add {{.*}} ins(%[[A]], %[[X]] : {{.*}}) outs(%[[A]] :
    // CHECK-NEXT: return %[[A]]
    %e = tensor.empty(%n) : tensor<?xf32>
    %a = novi_gpu.launch @kernels::@add blocks(%n) threads(128) ins(%x, %x : tensor<?xf32>, tensor<?xf32>)
        outs(%e : tensor<?xf32>) {in_place = array<i64: -1>} -> tensor<?xf32>
    %b = novi_gpu.launch @kernels::@add blocks(%n) threads(128) ins(%a, %x : tensor<?xf32>, tensor<?xf32>)
        outs(%a : tensor<?xf32>) {in_place = array<i64: 0>} -> tensor<?xf32>
    return %b : tensor<?xf32>
  }

  // Elsewhere than at the element that is written: not in place.
  // CHECK-LABEL: func.func @elsewhere
  func.func @elsewhere(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
    // CHECK: %[[A:.*]] = memref.alloc
    // CHECK: novi_gpu.launch {{.*}} outs(%[[A]] :
    // CHECK: %[[B:.*]] = memref.alloc
    // CHECK: novi_gpu.launch {{.*}} ins(%[[A]], %{{.*}} outs(%[[B]] :
    // CHECK: return %[[B]]
    %e = tensor.empty(%n) : tensor<?xf32>
    %a = novi_gpu.launch @kernels::@add blocks(%n) threads(128) ins(%x, %x : tensor<?xf32>, tensor<?xf32>)
        outs(%e : tensor<?xf32>) {in_place = array<i64: -1>} -> tensor<?xf32>
    %b = novi_gpu.launch @kernels::@add blocks(%n) threads(128) ins(%a, %x : tensor<?xf32>, tensor<?xf32>)
        outs(%a : tensor<?xf32>) {in_place = array<i64: -1>} -> tensor<?xf32>
    return %b : tensor<?xf32>
  }

  // The operand is read twice, once at other places: not in place.
  // CHECK-LABEL: func.func @twice
  func.func @twice(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
    // CHECK: novi_gpu.launch {{.*}} outs(%[[A:[a-z0-9_]+]] :
    // CHECK: novi_gpu.launch {{.*}} ins(%[[A]], %[[A]] : {{.*}} outs(%[[B:[a-z0-9_]+]] :
    // CHECK: return %[[B]]
    %e = tensor.empty(%n) : tensor<?xf32>
    %a = novi_gpu.launch @kernels::@add blocks(%n) threads(128) ins(%x, %x : tensor<?xf32>, tensor<?xf32>)
        outs(%e : tensor<?xf32>) {in_place = array<i64: -1>} -> tensor<?xf32>
    %b = novi_gpu.launch @kernels::@add blocks(%n) threads(128) ins(%a, %a : tensor<?xf32>, tensor<?xf32>)
        outs(%a : tensor<?xf32>) {in_place = array<i64: 0>} -> tensor<?xf32>
    return %b : tensor<?xf32>
  }
}
