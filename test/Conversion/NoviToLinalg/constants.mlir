// RUN: novi-opt %s --convert-novi-to-linalg --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @constant(
func.func @constant() -> (tensor<2xf16>, tensor<2xi1>, tensor<2xf32>) {
  // CHECK: arith.constant dense<[1.000000e+00, 2.500000e+00]> : tensor<2xf16>
  %0 = novi.constant dense<[1.0, 2.5]> : tensor<2xf16>
  // CHECK: arith.constant dense<[true, false]> : tensor<2xi1>
  %1 = novi.constant dense<[true, false]> : tensor<2xi1>
  // CHECK: arith.constant dense_resource<two> : tensor<2xf32>
  %2 = novi.constant dense_resource<two> : tensor<2xf32>
  return %0, %1, %2 : tensor<2xf16>, tensor<2xi1>, tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: { two: "0x040000000000803F00000040" }
  }
#-}

// -----

// CHECK-LABEL: func.func @zero(
// CHECK-SAME: %[[N:.+]]: index
func.func @zero(%n: index) -> (tensor<4x8xbf16>, tensor<?x8xf32>) {
  // CHECK: %[[Z:.+]] = arith.constant 0.000000e+00 : bf16
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<4x8xbf16>
  // CHECK: linalg.fill ins(%[[Z]] : bf16) outs(%[[E]] :
  %0 = novi.zero : tensor<4x8xbf16>
  // CHECK: %[[E:.+]] = tensor.empty(%[[N]]) : tensor<?x8xf32>
  // CHECK: linalg.fill ins(%{{.+}} : f32) outs(%[[E]] :
  %1 = novi.zero(%n) : tensor<?x8xf32>
  return %0, %1 : tensor<4x8xbf16>, tensor<?x8xf32>
}

// -----

// CHECK-LABEL: func.func @eye(
// CHECK-SAME: %[[N:.+]]: index
func.func @eye(%n: index) -> tensor<?x4xf32> {
  // CHECK: %[[E:.+]] = tensor.empty(%[[N]]) : tensor<?x4xf32>
  // CHECK: linalg.generic {{.*}} outs(%[[E]] :
  // CHECK: %[[I:.+]] = linalg.index 0 : index
  // CHECK: %[[J:.+]] = linalg.index 1 : index
  // CHECK: %[[D:.+]] = arith.cmpi eq, %[[I]], %[[J]] : index
  // CHECK: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
  // CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK: arith.select %[[D]], %[[ONE]], %[[ZERO]] : f32
  %0 = novi.eye(%n) : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
