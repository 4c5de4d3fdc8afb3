// Everything a function does to the device's memory is on one stream, in order.

// RUN: novi-opt %s --novi-gpu-launch | FileCheck %s

module attributes {gpu.container_module} {
  memref.global "private" constant @data : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

  // Pointers and sizes. Two that may be one buffer may be so in the device's code.
  // CHECK: gpu.func @fixed(%{{.*}}: memref<4xf32> {llvm.noalias}, %{{.*}}: memref<4xf32> {llvm.noalias}) kernel
  // CHECK: gpu.func @in_place(%{{.*}}: memref<4xf32>, %{{.*}}: index, %{{.*}}: memref<4xf32>) kernel
  // CHECK: gpu.func @sizes(%[[X:.*]]: memref<f32> {llvm.noalias}, %[[M:.*]]: index, %[[N:.*]]: index, %[[Y:.*]]: memref<f32> {llvm.noalias}, %[[K:.*]]: index) kernel
  // CHECK-DAG: %[[ROW:.*]] = arith.muli {{.*}}%[[N]]
  // CHECK-DAG: %[[XS:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[M]], %[[N]], 3], strides: [%[[ROW]], 3, 1] : memref<f32> to memref<?x?x3xf32>
  // CHECK-DAG: %[[YS:.*]] = memref.reinterpret_cast %[[Y]] to offset: [0], sizes: [2, %[[K]]], strides: [%[[K]], 1] : memref<f32> to memref<2x?xf32>
  // CHECK: memref.load %[[XS]]
  // CHECK: memref.store %{{.*}}, %[[YS]]
  gpu.module @kernels {
    gpu.func @fixed(%x: memref<4xf32>, %y: memref<4xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      gpu.return
    }
    gpu.func @in_place(%x: memref<4xf32> {novi_gpu.in_place}, %n: index, %y: memref<4xf32> {novi_gpu.in_place}) kernel
        attributes {known_block_size = array<i32: 64, 1, 1>} {
      gpu.return
    }
    gpu.func @sizes(%x: memref<?x?x3xf32>, %y: memref<2x?xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %i = gpu.thread_id x
      %0 = memref.load %x[%i, %i, %i] : memref<?x?x3xf32>
      memref.store %0, %y[%i, %i] : memref<2x?xf32>
      gpu.return
    }
  }

  // CHECK-LABEL: func.func @order
  // CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>, %[[N:.*]]: index)
  // CHECK: %[[S:.*]] = gpu.wait async
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
  // CHECK: %[[T1:.*]] = gpu.launch_func async [%[[S]]] @kernels::@fixed
  // CHECK-SAME: blocks in (%[[N]], %[[C1]], %[[C1]]) threads in (%[[C64]], %[[C1]], %[[C1]]) args(%[[X]] : memref<4xf32>, %[[Y]] : memref<4xf32>)
  // CHECK: %[[A:.*]], %[[T2:.*]] = gpu.alloc async [%[[T1]]] (%[[N]]) : memref<?xf32>
  // CHECK: %[[T3:.*]] = gpu.memcpy async [%[[T2]]] %[[Y]], %[[X]]
  // CHECK: %[[T4:.*]] = gpu.dealloc async [%[[T3]]] %[[A]]
  // CHECK: gpu.wait [%[[T4]]]
  // CHECK-NEXT: return
  func.func @order(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
    novi_gpu.launch @kernels::@fixed blocks(%n) threads(64) ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
        {in_place = array<i64: -1>}
    %a = memref.alloc(%n) : memref<?xf32>
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    memref.dealloc %a : memref<?xf32>
    return
  }

  // CHECK-LABEL: func.func @dynamic
  // CHECK-SAME: (%[[X:.*]]: memref<?x?x3xf32>, %[[Y:.*]]: memref<2x?xf32>, %[[N:.*]]: index)
  // CHECK-DAG: %[[XP:.*]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [], strides: [] : memref<?x?x3xf32> to memref<f32>
  // CHECK-DAG: %[[X0:.*]] = memref.dim %[[X]], %{{.*}}
  // CHECK-DAG: %[[X1:.*]] = memref.dim %[[X]], %{{.*}}
  // CHECK-DAG: %[[YP:.*]] = memref.reinterpret_cast %[[Y]] to {{.*}} to memref<f32>
  // CHECK-DAG: %[[Y1:.*]] = memref.dim %[[Y]], %{{.*}}
  // CHECK: gpu.launch_func {{.*}} args(%[[XP]] : memref<f32>, %{{.*}} : index, %{{.*}} : index, %[[YP]] : memref<f32>, %[[Y1]] : index)
  func.func @dynamic(%x: memref<?x?x3xf32>, %y: memref<2x?xf32>, %n: index) {
    novi_gpu.launch @kernels::@sizes blocks(%n) threads(64) ins(%x : memref<?x?x3xf32>) outs(%y : memref<2x?xf32>)
        {in_place = array<i64: -1>}
    return
  }

  // A check that fails finds nothing under way.
  // CHECK-LABEL: func.func @checks
  // CHECK: arith.cmpi
  // CHECK: cf.assert
  // CHECK: gpu.wait async
  // CHECK: gpu.launch_func
  func.func @checks(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
    novi_gpu.launch @kernels::@fixed blocks(%n) threads(64) ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
        {in_place = array<i64: -1>}
    %c7 = arith.constant 7 : index
    %same = arith.cmpi eq, %n, %c7 : index
    cf.assert %same, "not 7"
    return
  }

  // Branches use the stream of the function.
  // CHECK-LABEL: func.func @branch
  // CHECK: %[[S:.*]] = gpu.wait async
  // CHECK: scf.if
  // CHECK: gpu.launch_func async [%[[S]]]
  // CHECK: }
  // CHECK: %[[T:.*]] = gpu.launch_func async [%[[S]]]
  // CHECK: gpu.wait [%[[T]]]
  func.func @branch(%x: memref<4xf32>, %y: memref<4xf32>, %n: index, %c: i1) {
    scf.if %c {
      novi_gpu.launch @kernels::@fixed blocks(%n) threads(64) ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
          {in_place = array<i64: -1>}
    }
    novi_gpu.launch @kernels::@in_place blocks(%n) threads(64) ins(%y, %n : memref<4xf32>, index)
        outs(%y : memref<4xf32>) {in_place = array<i64: 0>}
    return
  }

  // A constant of the host: what only copies it, and what launches a kernel on it.
  // CHECK-LABEL: func.func @constants
  // CHECK-SAME: (%[[Y:.*]]: memref<4xf32>, %[[N:.*]]: index)
  // CHECK: %[[D:.*]] = memref.get_global @data
  // CHECK: %[[B:.*]], %{{.*}} = gpu.alloc async
  // CHECK: gpu.memcpy async [%{{.*}}] %[[B]], %[[D]]
  // CHECK: gpu.launch_func {{.*}} args(%[[B]] : memref<4xf32>, %[[Y]] : memref<4xf32>)
  // CHECK: gpu.dealloc async [%{{.*}}] %[[B]]
  // CHECK-LABEL: func.func @copied
  // CHECK: %[[D:.*]] = memref.get_global @data
  // CHECK-NOT: gpu.alloc
  // CHECK: gpu.memcpy async [%{{.*}}] %{{.*}}, %[[D]]
  func.func @constants(%y: memref<4xf32>, %n: index) {
    %d = memref.get_global @data : memref<4xf32>
    novi_gpu.launch @kernels::@fixed blocks(%n) threads(64) ins(%d : memref<4xf32>) outs(%y : memref<4xf32>)
        {in_place = array<i64: -1>}
    return
  }
  func.func @copied(%y: memref<4xf32>) {
    %d = memref.get_global @data : memref<4xf32>
    memref.copy %d, %y : memref<4xf32> to memref<4xf32>
    return
  }

  // More may be known of an operand than when its kernel was outlined.
  // CHECK-LABEL: func.func @known
  // CHECK-SAME: (%[[X:.*]]: memref<5x6x3xf32>
  // CHECK-DAG: %[[P:.*]] = memref.reinterpret_cast %[[X]] {{.*}} to memref<f32>
  // CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
  // CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
  // CHECK: gpu.launch_func {{.*}} @kernels::@sizes {{.*}} args(%[[P]] : memref<f32>, %[[C5]] : index, %[[C6]] : index,
  func.func @known(%x: memref<5x6x3xf32>, %y: memref<2x?xf32>, %n: index) {
    novi_gpu.launch @kernels::@sizes blocks(%n) threads(64) ins(%x : memref<5x6x3xf32>) outs(%y : memref<2x?xf32>)
        {in_place = array<i64: -1>}
    return
  }

  // No stream where nothing is done; nothing is copied where there is nothing.
  // CHECK-LABEL: func.func @nothing
  // CHECK-NOT: gpu.
  // CHECK-LABEL: func.func @empty
  // CHECK-NOT: gpu.memcpy
  func.func @nothing(%n: index) -> index {
    return %n : index
  }
  func.func @empty(%x: memref<0xf32>, %y: memref<0xf32>) {
    memref.copy %x, %y : memref<0xf32> to memref<0xf32>
    return
  }
}
