// RUN: novi-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(novi-cpu-fuse))' | FileCheck %s

// CHECK-LABEL: func @chain
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[B]] : tensor<8xf32>, tensor<8xf32>)
// CHECK:           math.exp
// CHECK:           arith.addf
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[R]]
func.func @chain(%x: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %t = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %y = linalg.add ins(%t, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// What is read twice is computed once.
// CHECK-LABEL: func @shared
// CHECK-COUNT-1: math.exp
// CHECK-NOT:     math.exp
func.func @shared(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %t = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %y = linalg.abs ins(%t : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %z = linalg.negf ins(%t : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %y, %z : tensor<8xf32>, tensor<8xf32>
}

// -----

// A product reads an element of its operand many times: exp stays outside, the
// transpose goes in.
// CHECK-LABEL: func @product
// CHECK-SAME:    %[[X:.*]]: tensor<8x4xf32>, %[[Y:.*]]: tensor<8x4xf32>
// CHECK:         %[[T:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<8x4xf32>)
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      math.exp
// CHECK:         linalg.fill
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%[[T]], %[[Y]] : tensor<8x4xf32>, tensor<8x4xf32>)
func.func @product(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %t = linalg.exp ins(%x : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %f = tensor.empty() : tensor<4x8xf32>
  %u = linalg.transpose ins(%y : tensor<8x4xf32>) outs(%f : tensor<4x8xf32>) permutation = [1, 0]
  %g = tensor.empty() : tensor<8x8xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%t, %u : tensor<8x4xf32>, tensor<4x8xf32>) outs(%h : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %p : tensor<8x8xf32>
}
