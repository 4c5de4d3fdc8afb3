// RUN: novi-opt %s --split-input-file --novi-bufferize --canonicalize | FileCheck %s
// RUN: novi-opt %s --split-input-file --cse --novi-bufferize --canonicalize | FileCheck %s

// Two results that start from one tensor.empty are two buffers, CSE or not.
// CHECK-LABEL: func @own_buffers
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>
// CHECK-DAG:     %[[A:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-DAG:     %[[B:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK-DAG:     linalg.exp ins(%[[X]] : memref<4xf32>) outs(%[[A]] : memref<4xf32>)
// CHECK-DAG:     linalg.log ins(%[[X]] : memref<4xf32>) outs(%[[B]] : memref<4xf32>)
// CHECK-NOT:     memref.copy
// CHECK:         return %[[A]], %[[B]]
func.func @own_buffers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.log ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// So are two sums that start from one fill.
// CHECK-LABEL: func @own_fills
// CHECK:         linalg.fill
// CHECK:         linalg.matmul
// CHECK:         linalg.fill
// CHECK:         linalg.matmul
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @own_fills(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = linalg.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = linalg.matmul ins(%y, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %a, %b : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Parts of a concatenation are computed where they belong.
// CHECK-LABEL: func @concat
// CHECK:         %[[ALL:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK-DAG:     memref.subview %[[ALL]][0] [4] [1]
// CHECK-DAG:     memref.subview %[[ALL]][4] [4] [1]
// CHECK-NOT:     memref.copy
// CHECK:         return %[[ALL]]
func.func @concat(%x: tensor<4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.log ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %c : tensor<8xf32>
}

// -----

// What a sum is added to becomes the result, unless it is needed once more.
// CHECK-LABEL: func @accumulate
// CHECK:         linalg.exp ins(%{{.*}}) outs(%[[C:.*]] : memref<4x4xf32>)
// CHECK:         linalg.matmul {{.*}} outs(%[[P:.*]] : memref<4x4xf32>)
// CHECK:         linalg.add ins(%[[C]], %[[P]] : {{.*}}) outs(%[[C]] : memref<4x4xf32>)
// CHECK:         linalg.matmul {{.*}} outs(%[[Q:.*]] : memref<4x4xf32>)
// CHECK:         linalg.add ins(%[[C]], %[[Q]] : {{.*}}) outs(%[[OTHER:.*]] : memref<4x4xf32>)
// CHECK-NOT:     memref.copy
// CHECK:         return %[[C]], %[[OTHER]]
func.func @accumulate(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %c = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %p = linalg.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = linalg.add ins(%c, %p : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %q = linalg.matmul ins(%y, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = linalg.add ins(%a, %q : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %a, %b : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// An argument is not written.
// CHECK-LABEL: func @argument
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>
// CHECK:         %[[OWN:.*]] = memref.alloc
// CHECK:         linalg.exp ins(%[[X]] {{.*}} outs(%[[OWN]]
func.func @argument(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}
