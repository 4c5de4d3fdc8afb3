// The host's part: calls of the runtime, and an entry that takes words.

// RUN: novi-opt %s --novi-gpu-host-to-llvm | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @f(%x: !llvm.ptr, %n: i64) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }

  // CHECK-LABEL: llvm.func @step(%{{.*}}: !llvm.ptr) attributes {novi.arena = 256 : index}
  // CHECK: %[[SAME:.*]] = llvm.icmp "eq"
  // CHECK: llvm.cond_br %[[SAME]]
  // CHECK: %[[S:.*]] = llvm.call @mgpuStreamCreate()
  // CHECK: %[[A:.*]] = llvm.call @mgpuMemAlloc(%{{.*}}, %[[S]], %{{.*}})
  // CHECK: gpu.launch_func <%[[S]] : !llvm.ptr> @kernels::@f
  // CHECK-SAME: args(%{{.*}} : !llvm.ptr, %{{.*}} : i64)
  // CHECK: llvm.call @mgpuMemcpy(%{{.*}}, %{{.*}}, %{{.*}}, %[[S]])
  // CHECK: llvm.call @mgpuStreamSynchronize(%[[S]])
  // CHECK: llvm.call @mgpuStreamDestroy(%[[S]])
  // The address and the size of the result go behind the words of the arguments.
  // CHECK: llvm.getelementptr %{{.*}}[4]
  // CHECK: llvm.getelementptr %{{.*}}[5]
  // CHECK: llvm.return{{$}}
  // CHECK: llvm.call @noviAssertFailed
  func.func @step(%x: memref<?xf32>, %y: memref<4xf32>, %arena: memref<256xi8> {novi.arena = 256 : index}) -> memref<?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    %same = arith.cmpi eq, %n, %c4 : index
    cf.assert %same, "not 4"
    %v = memref.view %arena[%c0][] : memref<256xi8> to memref<4xf32>
    %p = memref.reinterpret_cast %x to offset: [0], sizes: [], strides: [] : memref<?xf32> to memref<f32>
    %s = gpu.wait async
    %r, %t0 = gpu.alloc async [%s] (%n) : memref<?xf32>
    %t1 = gpu.launch_func async [%t0] @kernels::@f blocks in (%n, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%p : memref<f32>, %n : index)
    %t2 = gpu.memcpy async [%t1] %y, %v : memref<4xf32>, memref<4xf32>
    gpu.wait [%t2]
    return %r : memref<?xf32>
  }
}
