// Products are linalg.contract; f16 and bf16 accumulate in f32 and round once.
//
// RUN: novi-opt %s --convert-novi-to-linalg --split-input-file \
// RUN:   | FileCheck %s --implicit-check-not=cf.assert

// CHECK-DAG: #[[A:.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.+]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[BT:.+]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[AT:.+]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[C:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[L:.+]]: tensor<6x20xf32>, %[[R:.+]]: tensor<20x8xf32>
func.func @matmul(%l: tensor<6x20xf32>, %r: tensor<20x8xf32>) -> tensor<6x8xf32> {
  // CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<6x8xf32>
  // CHECK: %[[I:.+]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[E]] :
  // CHECK: %[[P:.+]] = linalg.contract indexing_maps = [#[[A]], #[[B]], #[[C]]]
  // CHECK-SAME: ins(%[[L]], %[[R]] : {{.*}}) outs(%[[I]] :
  // CHECK: return %[[P]]
  %0 = novi.matmul %l, %r : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// CHECK-LABEL: func.func @transposed(
func.func @transposed(%a: tensor<6x20xf64>, %b: tensor<8x20xf64>, %c: tensor<20x6xf64>) -> (tensor<6x8xf64>, tensor<6x8xf64>) {
  // CHECK: linalg.contract indexing_maps = [#[[A]], #[[BT]], #[[C]]]
  %0 = novi.matmul %a, %b {transpose_b} : (tensor<6x20xf64>, tensor<8x20xf64>) -> tensor<6x8xf64>
  // CHECK: linalg.contract indexing_maps = [#[[AT]], #[[BT]], #[[C]]]
  %1 = novi.matmul %c, %b {transpose_a, transpose_b} : (tensor<20x6xf64>, tensor<8x20xf64>) -> tensor<6x8xf64>
  return %0, %1 : tensor<6x8xf64>, tensor<6x8xf64>
}

// -----

// CHECK-LABEL: func.func @low_precision(
func.func @low_precision(%l: tensor<6x20xbf16>, %r: tensor<20x8xbf16>) -> tensor<6x8xbf16> {
  // CHECK: %[[P:.+]] = linalg.contract
  // CHECK-SAME: ins(%{{.+}}, %{{.+}} : tensor<6x20xbf16>, tensor<20x8xbf16>)
  // CHECK-SAME: -> tensor<6x8xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[P]] :
  // CHECK: arith.truncf %{{.+}} : f32 to bf16
  %0 = novi.matmul %l, %r : (tensor<6x20xbf16>, tensor<20x8xbf16>) -> tensor<6x8xbf16>
  return %0 : tensor<6x8xbf16>
}

// -----

// CHECK-DAG: #[[V:.+]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[S:.+]] = affine_map<(d0) -> ()>
// CHECK-DAG: #[[K:.+]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[KM:.+]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[NK:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[N:.+]] = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @vectors(
func.func @vectors(%v: tensor<4xf32>, %m: tensor<4x4xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: linalg.contract indexing_maps = [#[[V]], #[[V]], #[[S]]]
  %0 = novi.matmul %v, %v : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  // CHECK: linalg.contract indexing_maps = [#[[K]], #[[KM]], #[[N]]]
  %1 = novi.matmul %v, %m : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  // CHECK: linalg.contract indexing_maps = [#[[NK]], #[[K]], #[[N]]]
  %2 = novi.matmul %m, %v : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A batch axis of size 1 that is repeated leaves the operand, one that is missing
// is not read, and one of size 1 on both sides stays.
// CHECK-DAG: #[[L:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4)>
// CHECK-DAG: #[[R:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d4, d3)>
// CHECK-DAG: #[[O:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[L1:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[R1:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG: #[[O1:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @batches(
// CHECK-SAME: %[[A:.+]]: tensor<7x1x2x3xf32>, %[[B:.+]]: tensor<5x3x4xf32>,
func.func @batches(%a: tensor<7x1x2x3xf32>, %b: tensor<5x3x4xf32>, %c: tensor<1x2x3xf32>, %d: tensor<1x3x4xf32>)
    -> (tensor<7x5x2x4xf32>, tensor<1x2x4xf32>) {
  // CHECK: %[[D:.+]] = tensor.collapse_shape %[[A]] {{.*}} : tensor<7x1x2x3xf32> into tensor<7x2x3xf32>
  // CHECK: linalg.contract indexing_maps = [#[[L]], #[[R]], #[[O]]]
  // CHECK-SAME: ins(%[[D]], %[[B]] :
  %0 = novi.matmul %a, %b : (tensor<7x1x2x3xf32>, tensor<5x3x4xf32>) -> tensor<7x5x2x4xf32>
  // CHECK: linalg.contract indexing_maps = [#[[L1]], #[[R1]], #[[O1]]]
  %1 = novi.matmul %c, %d : (tensor<1x2x3xf32>, tensor<1x3x4xf32>) -> tensor<1x2x4xf32>
  return %0, %1 : tensor<7x5x2x4xf32>, tensor<1x2x4xf32>
}

// -----

// CHECK-DAG: #[[A:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[B:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
// CHECK-DAG: #[[C:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @contract(
func.func @contract(%l: tensor<1x2x3xf16>, %r: tensor<1x4x2x3xf16>) -> tensor<1x2x4xf16> {
  // CHECK: %[[P:.+]] = linalg.contract indexing_maps = [#[[A]], #[[B]], #[[C]]]
  // CHECK-SAME: -> tensor<1x2x4xf32>
  // CHECK: arith.truncf %{{.+}} : f32 to f16
  %0 = novi.contract "abc,adbc->abd" %l, %r : (tensor<1x2x3xf16>, tensor<1x4x2x3xf16>) -> tensor<1x2x4xf16>
  return %0 : tensor<1x2x4xf16>
}

// -----

// Without a sum it is elementwise, and may fuse as such.
// CHECK-DAG: #[[I:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[J:.+]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[IJ:.+]] = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @outer(
func.func @outer(%l: tensor<3xf32>, %r: tensor<4xf32>) -> tensor<3x4xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[I]], #[[J]], #[[IJ]]], iterator_types = ["parallel", "parallel"]}
  // CHECK: arith.mulf
  // CHECK-NEXT: linalg.yield
  %0 = novi.contract "i,j->ij" %l, %r : (tensor<3xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// An axis that is summed and stands in one operand only.
// CHECK-LABEL: func.func @sum_of_one(
func.func @sum_of_one(%l: tensor<3x4xf32>, %r: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.fill
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
  // CHECK: ^bb0(%[[A:.+]]: f32, %[[B:.+]]: f32, %[[ACC:.+]]: f32):
  // CHECK: %[[P:.+]] = arith.mulf %[[A]], %[[B]]
  // CHECK: arith.addf %[[ACC]], %[[P]]
  %0 = novi.contract "ij,j->j" %l, %r : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
