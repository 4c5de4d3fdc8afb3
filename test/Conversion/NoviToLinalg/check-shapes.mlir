// The checks of convert-novi-to-linalg, and nothing else of it.

// RUN: novi-opt %s --novi-check-shapes | FileCheck %s --implicit-check-not=linalg --implicit-check-not=tensor.empty

// CHECK-LABEL: func.func @open
// CHECK-SAME: (%[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>)
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[A]]
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[B]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[N]], %[[M]]
// CHECK: cf.assert %[[SAME]], "'novi.add' op at {{.*}}check-shapes.mlir:[[#@LINE+3]]:8: shapes ? and ? do not broadcast
// CHECK: novi.add %[[A]], %[[B]]
func.func @open(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %y = novi.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// A place that only the running program knows, though all types are static.
// CHECK-LABEL: func.func @place
// CHECK: cf.assert %{{.*}}, "'novi.slice' op at {{.*}}: reaches outside axis 0 of 8
// CHECK: novi.slice
func.func @place(%x: tensor<8xf32>, %i: index) -> tensor<2xf32> {
  %y = novi.slice %x[%i] [2] [1] : (tensor<8xf32>, index) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// CHECK-LABEL: func.func @settled
// CHECK-NEXT: novi.matmul
// CHECK-NEXT: return
func.func @settled(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %y = novi.matmul %a, %b : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// In front of a kernel. What the check is made of asks for no element.
// CHECK-LABEL: func.func @kernel
// CHECK-SAME: (%[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>)
// CHECK: cf.assert %{{.*}}, "'novi.mul' op at
// CHECK: novi.kernel (%{{.*}} = %[[A]] :
// CHECK: novi.mul
// CHECK-NOT: cf.assert
func.func @kernel(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %y = novi.kernel (%c = %a : tensor<?xf32>, %d = %b : tensor<?xf32>) -> (tensor<?xf32>) {
    %0 = novi.mul %c, %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    novi.yield %0 : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}
