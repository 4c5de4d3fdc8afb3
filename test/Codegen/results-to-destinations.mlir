// RUN: novi-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(novi-results-to-destinations))' | FileCheck %s

// CHECK-LABEL: func @plain
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32> {novi.result = 0 : index}) {
// CHECK-NEXT:    linalg.exp ins(%[[X]] : memref<4xf32>) outs(%[[Y]] : memref<4xf32>)
// CHECK-NEXT:    return
func.func @plain(%x: memref<4xf32>) -> memref<4xf32> {
  %y = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return %y : memref<4xf32>
}

// -----

// The buffer has another shape where it is computed.
// CHECK-LABEL: func @reshaped
// CHECK-SAME:    , %[[Y:.*]]: memref<2x2xf32> {novi.result = 0 : index}
// CHECK:         memref.reinterpret_cast %[[Y]] to offset: [0], sizes: [4], strides: [1] : memref<2x2xf32> to memref<4xf32>
// CHECK-NOT:     memref.copy
func.func @reshaped(%x: memref<4xf32>) -> memref<2x2xf32> {
  %y = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  %z = memref.expand_shape %y [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %z : memref<2x2xf32>
}

// -----

// CHECK-LABEL: func @reshaped_nothing
// CHECK-SAME:    %[[Y:[a-z0-9]*]]: memref<1x0x1xf32> {novi.result = 0 : index}
// CHECK:         memref.copy %{{.*}}, %[[Y]]
func.func @reshaped_nothing() -> memref<1x0x1xf32> {
  %y = memref.alloc() : memref<1x0xf32>
  %z = memref.expand_shape %y [[0], [1, 2]] output_shape [1, 0, 1] : memref<1x0xf32> into memref<1x0x1xf32>
  return %z : memref<1x0x1xf32>
}

// -----

// A result that is an argument, and a result twice, are copies.
// CHECK-LABEL: func @copies
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[A:.*]]: memref<4xf32> {novi.result = 0 : index}, %[[B:.*]]: memref<4xf32> {novi.result = 1 : index}, %[[C:.*]]: memref<4xf32> {novi.result = 2 : index}
// CHECK:         linalg.exp ins(%[[X]] : memref<4xf32>) outs(%[[A]] : memref<4xf32>)
// CHECK-NEXT:    memref.copy %[[A]], %[[B]]
// CHECK-NEXT:    memref.copy %[[X]], %[[C]]
func.func @copies(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
  %y = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return %y, %y, %x : memref<4xf32>, memref<4xf32>, memref<4xf32>
}

// -----

// Of dynamic shape: results as before, each a buffer of its own.
// CHECK-LABEL: func @dynamic
// CHECK-SAME:    %[[X:.*]]: memref<?xf32>, %[[N:.*]]: index) -> (memref<?xf32>, memref<?xf32>, memref<?xf32>)
// CHECK:         %[[Y:.*]] = memref.alloc(%[[N]])
// CHECK:         %[[Y2:.*]] = memref.alloc
// CHECK:         memref.copy %[[Y]], %[[Y2]]
// CHECK:         %[[X2:.*]] = memref.alloc
// CHECK:         memref.copy %[[X]], %[[X2]]
// CHECK:         return %[[Y]], %[[Y2]], %[[X2]]
func.func @dynamic(%x: memref<?xf32>, %n: index) -> (memref<?xf32>, memref<?xf32>, memref<?xf32>) {
  %y = memref.alloc(%n) : memref<?xf32>
  return %y, %y, %x : memref<?xf32>, memref<?xf32>, memref<?xf32>
}
