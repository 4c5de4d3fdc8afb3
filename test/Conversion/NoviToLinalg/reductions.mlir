// Reductions accumulate in the compute type; softmax subtracts the largest
// element first.
//
// RUN: novi-opt %s --convert-novi-to-linalg --split-input-file \
// RUN:   | FileCheck %s --implicit-check-not=cf.assert

// CHECK-DAG: #[[IN:.+]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[OUT:.+]] = affine_map<(d0, d1, d2) -> (d1)>

// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %[[X:.+]]: tensor<6x?x4xf32>
func.func @sum(%x: tensor<6x?x4xf32>) -> tensor<?xf32> {
  // CHECK: %[[N:.+]] = tensor.dim %[[X]], %{{.+}}
  // CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[E:.+]] = tensor.empty(%[[N]]) : tensor<?xf32>
  // CHECK: %[[I:.+]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[E]] :
  // CHECK: %[[R:.+]] = linalg.generic {indexing_maps = [#[[IN]], #[[OUT]]], iterator_types = ["reduction", "parallel", "reduction"]}
  // CHECK-SAME: ins(%[[X]] : {{.*}}) outs(%[[I]] :
  // CHECK: arith.addf
  // CHECK: return %[[R]]
  %0 = novi.reduce_sum %x axes = [0, -1] : (tensor<6x?x4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @max(
func.func @max(%x: tensor<6x20xf16>) -> tensor<6x1xf16> {
  // CHECK: arith.constant 0xFF800000 : f32
  // CHECK: ^bb0(%[[X:.+]]: f16, %[[ACC:.+]]: f32):
  // CHECK: %[[WIDE:.+]] = arith.extf %[[X]] : f16 to f32
  // CHECK: arith.maximumf %[[WIDE]], %[[ACC]] : f32
  // CHECK: } -> tensor<6xf32>
  // CHECK: arith.truncf %{{.+}} : f32 to f16
  // CHECK: } -> tensor<6xf16>
  // CHECK: tensor.expand_shape %{{.+}} {{\[\[}}0, 1]] output_shape [6, 1] : tensor<6xf16> into tensor<6x1xf16>
  %0 = novi.reduce_max %x axes = [1] keepdims : (tensor<6x20xf16>) -> tensor<6x1xf16>
  return %0 : tensor<6x1xf16>
}

// -----

// CHECK-LABEL: func.func @keepdims(
func.func @keepdims(%x: tensor<2x?x3xf32>) -> (tensor<1x?x1xf32>, tensor<1x1x1xf32>) {
  // CHECK: tensor.expand_shape %{{.+}} {{\[\[}}0, 1, 2]] output_shape [1, %{{.+}}, 1] : tensor<?xf32> into tensor<1x?x1xf32>
  %0 = novi.reduce_sum %x axes = [0, 2] keepdims : (tensor<2x?x3xf32>) -> tensor<1x?x1xf32>
  // CHECK: tensor.expand_shape %{{.+}} [] output_shape [1, 1, 1] : tensor<f32> into tensor<1x1x1xf32>
  %1 = novi.reduce_sum %x axes = [0, 1, 2] keepdims : (tensor<2x?x3xf32>) -> tensor<1x1x1xf32>
  return %0, %1 : tensor<1x?x1xf32>, tensor<1x1x1xf32>
}

// -----

// No axes give the input, -0.0 and all.
// CHECK-LABEL: func.func @no_axes(
// CHECK-SAME: %[[X:.+]]: tensor<4xf32>
// CHECK-NEXT: return %[[X]]
func.func @no_axes(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = novi.reduce_sum %x axes = [] : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-DAG: #[[ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.+]] = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[X:.+]]: tensor<6x20xbf16>
func.func @softmax(%x: tensor<6x20xbf16>) -> tensor<6x20xbf16> {
  // CHECK: %[[M:.+]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[X]] :
  // CHECK: arith.maximumf
  // CHECK: } -> tensor<6xf32>
  // CHECK: %[[E:.+]] = linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]]
  // CHECK-SAME: ins(%[[X]], %[[M]] :
  // CHECK: %[[D:.+]] = arith.subf %{{.+}}, %{{.+}} : f32
  // CHECK-NEXT: math.exp %[[D]] : f32
  // CHECK: } -> tensor<6x20xf32>
  // CHECK: %[[S:.+]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[E]] :
  // CHECK: arith.addf
  // CHECK: %[[R:.+]] = linalg.generic {{.*}} ins(%[[E]], %[[S]] :
  // CHECK: %[[Q:.+]] = arith.divf %{{.+}}, %{{.+}} : f32
  // CHECK-NEXT: arith.truncf %[[Q]] : f32 to bf16
  // CHECK: return %[[R]]
  %0 = novi.softmax %x axis = -1 : (tensor<6x20xbf16>) -> tensor<6x20xbf16>
  return %0 : tensor<6x20xbf16>
}

// -----

// The mean first, then the squares of differences, in f32; the length of a row is
// that of the axis.
// CHECK-LABEL: func.func @layer_norm(
// CHECK-SAME: %[[X:.+]]: tensor<6x?xf16>
func.func @layer_norm(%x: tensor<6x?xf16>) -> tensor<6x?xf16> {
  // CHECK: %[[N:.+]] = arith.sitofp %{{.+}} : i64 to f32
  // CHECK: %[[S:.+]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[X]] :
  // CHECK: arith.addf
  // CHECK: %[[M:.+]] = linalg.generic {{.*}} ins(%[[S]] : tensor<6xf32>)
  // CHECK: arith.divf %{{.+}}, %[[N]] : f32
  // CHECK: %[[V:.+]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[X]], %[[M]] :
  // CHECK: %[[D:.+]] = arith.subf
  // CHECK: arith.mulf %[[D]], %[[D]] : f32
  // CHECK: %[[R:.+]] = linalg.generic {{.*}} ins(%[[V]] : tensor<6xf32>)
  // CHECK: arith.divf %{{.+}}, %[[N]] : f32
  // CHECK: math.sqrt
  // CHECK: linalg.generic {{.*}} ins(%[[X]], %[[M]], %[[R]] :
  // CHECK: %[[Q:.+]] = arith.divf %{{.+}}, %{{.+}} : f32
  // CHECK-NEXT: arith.truncf %[[Q]] : f32 to f16
  %0 = novi.layer_norm %x axis = 1 epsilon = 1.0e-05 : (tensor<6x?xf16>) -> tensor<6x?xf16>
  return %0 : tensor<6x?xf16>
}

// -----

// Never the logarithm of the softmax.
// CHECK-LABEL: func.func @log_softmax(
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32>
func.func @log_softmax(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: %[[M:.+]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[X]] :
  // CHECK: arith.maximumf
  // CHECK: %[[S:.+]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[X]], %[[M]] :
  // CHECK: math.exp
  // CHECK: arith.addf
  // CHECK: %[[L:.+]] = linalg.generic {{.*}} ins(%[[S]] :
  // CHECK: math.log
  // CHECK: linalg.generic {{.*}} ins(%[[X]], %[[M]], %[[L]] :
  // CHECK: ^bb0(%[[A:.+]]: f32, %[[B:.+]]: f32, %[[C:.+]]: f32, %{{.+}}: f32):
  // CHECK-NEXT: %[[D:.+]] = arith.subf %[[A]], %[[B]] : f32
  // CHECK-NEXT: arith.subf %[[D]], %[[C]] : f32
  %0 = novi.log_softmax %x axis = 0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// A scalar is a row of one element, and needs no loop.
// CHECK-LABEL: func.func @scalar(
// CHECK-NOT: reduction
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %0 = novi.softmax %x axis = 0 : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
