// Folds and canonicalisations of constants, products and reductions: each where
// it applies and where it must not.
//
// RUN: novi-opt %s --canonicalize | FileCheck %s
// RUN: novi-opt %s --canonicalize | novi-opt --canonicalize | FileCheck %s

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @zero
// CHECK-SAME: %[[N:.*]]: index
func.func @zero(%n: index) -> (tensor<4x8xf16>, tensor<0xf32>, tensor<?x8xf32>) {
  // CHECK-DAG: %[[A:.*]] = novi.constant dense<0.000000e+00> : tensor<4x8xf16>
  // CHECK-DAG: %[[B:.*]] = novi.constant dense<{{.*}}> : tensor<0xf32>
  // CHECK-DAG: %[[C:.*]] = novi.zero(%[[N]]) : tensor<?x8xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]]
  %a = novi.zero : tensor<4x8xf16>
  %b = novi.zero : tensor<0xf32>
  %c = novi.zero(%n) : tensor<?x8xf32>
  return %a, %b, %c : tensor<4x8xf16>, tensor<0xf32>, tensor<?x8xf32>
}

// CHECK-LABEL: func.func @constant_sizes
func.func @constant_sizes(%n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c4 = arith.constant 4 : index
  %minus = arith.constant -4 : index
  // CHECK-DAG: %[[Z:.*]] = novi.constant dense<0.000000e+00> : tensor<4x4xf32>
  // CHECK-DAG: tensor.cast %[[Z]] : tensor<4x4xf32> to tensor<?x?xf32>
  %a = novi.zero(%c4, %c4) : tensor<?x?xf32>
  // CHECK-DAG: novi.eye(%{{.*}}) : tensor<?x4xf32>
  %b = novi.eye(%n, %c4) : tensor<?x?xf32>
  // CHECK-DAG: %[[M:.*]] = arith.constant -4
  // CHECK-DAG: novi.zero(%[[M]], %{{.*}}) : tensor<?x?xf32>
  %c = novi.zero(%minus, %n) : tensor<?x?xf32>
  return %a, %b, %c : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// More elements than can be counted: an error of the program that runs.
// CHECK-LABEL: func.func @constant_sizes_too_large
func.func @constant_sizes_too_large() -> (tensor<?x4294967296xf32>, tensor<?x?xf32>) {
  %c = arith.constant 4294967296 : index
  // CHECK: novi.zero(%{{.*}}) : tensor<?x4294967296xf32>
  %a = novi.zero(%c) : tensor<?x4294967296xf32>
  // CHECK: novi.eye(%{{.*}}, %{{.*}}) : tensor<?x?xf32>
  %b = novi.eye(%c, %c) : tensor<?x?xf32>
  return %a, %b : tensor<?x4294967296xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func @constants_of_arith
// CHECK: novi.constant dense<[3.000000e+00, 5.000000e+00]> : tensor<2xf32>
func.func @constants_of_arith() -> tensor<2xf32> {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = novi.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %c = novi.add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %c : tensor<2xf32>
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @transpose_into_matmul
// CHECK-SAME: %[[A:[^:]*]]: tensor<6x20xf32>, %[[B:[^:]*]]: tensor<6x64xf32>
func.func @transpose_into_matmul(%a: tensor<6x20xf32>, %b: tensor<6x64xf32>)
    -> (tensor<20x64xf32>, tensor<64x20xf32>, tensor<64x20xf32>, tensor<20x64xf32>) {
  %at = novi.transpose %a permutation = [1, 0] : (tensor<6x20xf32>) -> tensor<20x6xf32>
  %bt = novi.transpose %b permutation = [1, 0] : (tensor<6x64xf32>) -> tensor<64x6xf32>
  // CHECK: novi.matmul %[[A]], %[[B]] {transpose_a}
  %0 = novi.matmul %at, %b : (tensor<20x6xf32>, tensor<6x64xf32>) -> tensor<20x64xf32>
  // CHECK: novi.matmul %[[B]], %[[A]] {transpose_a}
  %1 = novi.matmul %b, %at {transpose_a, transpose_b} : (tensor<6x64xf32>, tensor<20x6xf32>) -> tensor<64x20xf32>
  // CHECK: novi.matmul %[[B]], %[[A]] {transpose_a}
  %2 = novi.matmul %bt, %at {transpose_b} : (tensor<64x6xf32>, tensor<20x6xf32>) -> tensor<64x20xf32>
  // CHECK: novi.matmul %[[A]], %[[B]] {transpose_a}
  %3 = novi.matmul %at, %bt {transpose_b} : (tensor<20x6xf32>, tensor<64x6xf32>) -> tensor<20x64xf32>
  return %0, %1, %2, %3 : tensor<20x64xf32>, tensor<64x20xf32>, tensor<64x20xf32>, tensor<20x64xf32>
}

// CHECK-LABEL: func.func @transpose_both_flags
// CHECK-SAME: %[[A:[^:]*]]: tensor<6x20xf32>, %[[B:[^:]*]]: tensor<64x6xf32>
func.func @transpose_both_flags(%a: tensor<6x20xf32>, %b: tensor<64x6xf32>) -> tensor<20x64xf32> {
  // CHECK: novi.matmul %[[A]], %[[B]] {transpose_a, transpose_b}
  %at = novi.transpose %a permutation = [1, 0] : (tensor<6x20xf32>) -> tensor<20x6xf32>
  %bt = novi.transpose %b permutation = [1, 0] : (tensor<64x6xf32>) -> tensor<6x64xf32>
  %0 = novi.matmul %at, %bt : (tensor<20x6xf32>, tensor<6x64xf32>) -> tensor<20x64xf32>
  return %0 : tensor<20x64xf32>
}

// CHECK-LABEL: func.func @transpose_into_batched_matmul
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x5x2x3xf32>
func.func @transpose_into_batched_matmul(%a: tensor<?x5x2x3xf32>) -> (tensor<?x5x3x3xf32>, tensor<?x5x2xf32>) {
  // CHECK: novi.matmul %[[A]], %[[A]] {transpose_a}
  %t = novi.transpose %a permutation = [0, 1, 3, 2] : (tensor<?x5x2x3xf32>) -> tensor<?x5x3x2xf32>
  %0 = novi.matmul %t, %a : (tensor<?x5x3x2xf32>, tensor<?x5x2x3xf32>) -> tensor<?x5x3x3xf32>
  %v = novi.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  // CHECK: novi.matmul %{{.*}}, %[[A]] {transpose_b}
  %1 = novi.matmul %v, %t : (tensor<3xf32>, tensor<?x5x3x2xf32>) -> tensor<?x5x2xf32>
  return %0, %1 : tensor<?x5x3x3xf32>, tensor<?x5x2xf32>
}

// Case F04: the identity is no transpose.
// CHECK-LABEL: func.func @identity_into_matmul
// CHECK-SAME: %[[A:[^:]*]]: tensor<2x2xf32>, %[[B:[^:]*]]: tensor<2x2xf32>
func.func @identity_into_matmul(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // CHECK: novi.matmul %[[A]], %[[B]] :
  %t = novi.transpose %a permutation = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = novi.matmul %t, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// Case F04 again, where the type keeps the identity from being folded.
// CHECK-LABEL: func.func @identity_into_matmul_known_sizes
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x?xf32>, %[[B:[^:]*]]: tensor<3x2xf32>
func.func @identity_into_matmul_known_sizes(%a: tensor<?x?xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  // CHECK: %[[T:.*]] = novi.transpose %[[A]] permutation = [0, 1]
  // CHECK: novi.matmul %[[T]], %[[B]] :
  %t = novi.transpose %a permutation = [0, 1] : (tensor<?x?xf32>) -> tensor<2x3xf32>
  %0 = novi.matmul %t, %b : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// Batches change places, alone or too.
// CHECK-LABEL: func.func @batch_axes_not_absorbed
func.func @batch_axes_not_absorbed(%a: tensor<2x3x4x4xf32>) -> (tensor<3x2x4x4xf32>, tensor<3x2x4x4xf32>, tensor<4x2x3x3xf32>) {
  // CHECK-COUNT-3: novi.transpose
  %s = novi.transpose %a permutation = [1, 0, 2, 3] : (tensor<2x3x4x4xf32>) -> tensor<3x2x4x4xf32>
  %t = novi.transpose %a permutation = [1, 0, 3, 2] : (tensor<2x3x4x4xf32>) -> tensor<3x2x4x4xf32>
  %u = novi.transpose %a permutation = [3, 0, 1, 2] : (tensor<2x3x4x4xf32>) -> tensor<4x2x3x4xf32>
  // CHECK: novi.matmul %[[S:.*]], %[[S]] :
  %0 = novi.matmul %s, %s : (tensor<3x2x4x4xf32>, tensor<3x2x4x4xf32>) -> tensor<3x2x4x4xf32>
  // CHECK: novi.matmul %[[T:.*]], %[[T]] :
  %1 = novi.matmul %t, %t : (tensor<3x2x4x4xf32>, tensor<3x2x4x4xf32>) -> tensor<3x2x4x4xf32>
  // CHECK: novi.matmul %[[U:.*]], %[[U]] {transpose_b} :
  %2 = novi.matmul %u, %u {transpose_b} : (tensor<4x2x3x4xf32>, tensor<4x2x3x4xf32>) -> tensor<4x2x3x3xf32>
  return %0, %1, %2 : tensor<3x2x4x4xf32>, tensor<3x2x4x4xf32>, tensor<4x2x3x3xf32>
}

// Nothing to sum over: zeros, whatever the batches hold.
// CHECK-LABEL: func.func @matmul_of_nothing
func.func @matmul_of_nothing(%a: tensor<2x0xf32>, %b: tensor<0x3xf32>, %c: tensor<0xf32>, %d: tensor<0x?xf32>)
    -> (tensor<2x3xf32>, tensor<0x0xf32>, tensor<f32>, tensor<2x?xf32>) {
  // CHECK-DAG: %[[A:.*]] = novi.constant dense<0.000000e+00> : tensor<2x3xf32>
  // CHECK-DAG: %[[C:.*]] = novi.constant dense<0.000000e+00> : tensor<f32>
  // Only the contracted axis counts.
  // CHECK-DAG: %[[B:.*]] = novi.matmul {{.*}} {transpose_a}
  // CHECK-DAG: %[[D:.*]] = novi.matmul {{.*}} -> tensor<2x?xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  %0 = novi.matmul %a, %b : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %1 = novi.matmul %a, %a {transpose_a} : (tensor<2x0xf32>, tensor<2x0xf32>) -> tensor<0x0xf32>
  %2 = novi.matmul %c, %c : (tensor<0xf32>, tensor<0xf32>) -> tensor<f32>
  %3 = novi.matmul %a, %d : (tensor<2x0xf32>, tensor<0x?xf32>) -> tensor<2x?xf32>
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<0x0xf32>, tensor<f32>, tensor<2x?xf32>
}

// CHECK-LABEL: func.func @products_with_zeros_stay
func.func @products_with_zeros_stay(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %z = novi.zero : tensor<2x2xf32>
  // CHECK: novi.matmul
  %0 = novi.matmul %x, %z : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: novi.contract
  %1 = novi.contract "ij,jk->ik" %x, %z : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2xf32>
}

//===----------------------------------------------------------------------===//
// Reductions and softmax
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @reduce_no_axes
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>
func.func @reduce_no_axes(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  // CHECK: return %[[X]], %[[X]]
  %a = novi.reduce_sum %x axes = [] : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %b = novi.reduce_max %x axes = [] keepdims : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %a, %b : tensor<?x3xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: func.func @reduce_axes_from_the_front
func.func @reduce_axes_from_the_front(%x: tensor<2x3x4xf32>) -> (tensor<3xf32>, tensor<2x3x1xf32>) {
  // CHECK: novi.reduce_sum %{{.*}} axes = [0, 2] :
  %a = novi.reduce_sum %x axes = [-1, 0] : (tensor<2x3x4xf32>) -> tensor<3xf32>
  // CHECK: novi.reduce_max %{{.*}} axes = [2] keepdims :
  %b = novi.reduce_max %x axes = [-1] keepdims : (tensor<2x3x4xf32>) -> tensor<2x3x1xf32>
  return %a, %b : tensor<3xf32>, tensor<2x3x1xf32>
}

// CHECK-LABEL: func.func @reduce_size_one
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x3x1xf32>
func.func @reduce_size_one(%x: tensor<1x3x1xf32>, %y: tensor<1x?xf32>)
    -> (tensor<3xf32>, tensor<1x3x1xf32>, tensor<1x1xf32>, tensor<?xf32>) {
  // CHECK-DAG: %[[A:.*]] = novi.reshape %[[X]] : tensor<1x3x1xf32> to tensor<3xf32>
  // CHECK-DAG: %[[C:.*]] = novi.reduce_sum %[[X]] axes = [1]
  // CHECK-DAG: %[[D:.*]] = novi.reduce_sum %{{.*}} axes = [0]
  // CHECK: return %[[A]], %[[X]], %[[C]], %[[D]]
  %a = novi.reduce_sum %x axes = [0, 2] : (tensor<1x3x1xf32>) -> tensor<3xf32>
  %b = novi.reduce_max %x axes = [-1, 0] keepdims : (tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  %c = novi.reduce_sum %x axes = [1] : (tensor<1x3x1xf32>) -> tensor<1x1xf32>
  %d = novi.reduce_sum %y axes = [0] : (tensor<1x?xf32>) -> tensor<?xf32>
  return %a, %b, %c, %d : tensor<3xf32>, tensor<1x3x1xf32>, tensor<1x1xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @reduce_zeros
func.func @reduce_zeros() -> (tensor<3xf32>, tensor<3xf32>) {
  // CHECK-DAG: %[[A:.*]] = novi.constant dense<0.000000e+00> : tensor<3xf32>
  // CHECK-DAG: %[[B:.*]] = novi.reduce_sum
  // CHECK: return %[[A]], %[[B]]
  %z = novi.zero : tensor<2x3xf32>
  %a = novi.reduce_sum %z axes = [0] : (tensor<2x3xf32>) -> tensor<3xf32>
  %m = novi.constant dense<1.0> : tensor<2x3xf32>
  %b = novi.reduce_sum %m axes = [0] : (tensor<2x3xf32>) -> tensor<3xf32>
  return %a, %b : tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @layer_norm_axis_from_the_front
func.func @layer_norm_axis_from_the_front(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: novi.layer_norm %{{.*}} axis = 1 epsilon = 1.000000e+00 :
  %a = novi.layer_norm %x axis = -2 epsilon = 1.0 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %a : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @softmax_axis_from_the_front
func.func @softmax_axis_from_the_front(%x: tensor<2x3x4xf32>, %s: tensor<f32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<f32>) {
  // CHECK: novi.softmax %{{.*}} axis = 2 :
  %a = novi.softmax %x axis = -1 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // CHECK: novi.log_softmax %{{.*}} axis = 0 :
  %b = novi.log_softmax %x axis = -3 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // CHECK: novi.softmax %{{.*}} axis = 0 : (tensor<f32>)
  %c = novi.softmax %s axis = -1 : (tensor<f32>) -> tensor<f32>
  return %a, %b, %c : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<f32>
}
