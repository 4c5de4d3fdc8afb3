// Reductions and softmax: what is parsed is printed again, by way of the generic
// form and of bytecode too.
//
// RUN: novi-opt %s | FileCheck %s
// RUN: novi-opt %s --mlir-print-op-generic | novi-opt | FileCheck %s
// RUN: novi-opt %s --emit-bytecode | novi-opt | FileCheck %s

// CHECK-LABEL: func.func @reduce
func.func @reduce(%s: tensor<f16>, %v: tensor<?xbf16>, %m: tensor<2x3xf32>,
                  %t: tensor<0x?x4xf64>) {
  // CHECK: novi.reduce_sum %{{.*}} axes = [] : (tensor<f16>) -> tensor<f16>
  %0 = novi.reduce_sum %s axes = [] : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.reduce_sum %{{.*}} axes = [-1] : (tensor<?xbf16>) -> tensor<bf16>
  %1 = novi.reduce_sum %v axes = [-1] : (tensor<?xbf16>) -> tensor<bf16>
  // CHECK: novi.reduce_sum %{{.*}} axes = [1] keepdims {test.note} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %2 = novi.reduce_sum %m axes = [1] keepdims {test.note} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  // CHECK: novi.reduce_sum %{{.*}} axes = [2, 0] : (tensor<0x?x4xf64>) -> tensor<?xf64>
  %3 = novi.reduce_sum %t axes = [2, 0] : (tensor<0x?x4xf64>) -> tensor<?xf64>
  // CHECK: novi.reduce_max %{{.*}} axes = [] : (tensor<f16>) -> tensor<f16>
  %4 = novi.reduce_max %s axes = [] : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.reduce_max %{{.*}} axes = [0] : (tensor<?xbf16>) -> tensor<bf16>
  %5 = novi.reduce_max %v axes = [0] : (tensor<?xbf16>) -> tensor<bf16>
  // CHECK: novi.reduce_max %{{.*}} axes = [0, 1] keepdims {test.note} : (tensor<2x3xf32>) -> tensor<1x1xf32>
  %6 = novi.reduce_max %m axes = [0, 1] keepdims {test.note} : (tensor<2x3xf32>) -> tensor<1x1xf32>
  // An axis beside an empty one has no largest element either, nor needs one.
  // CHECK: novi.reduce_max %{{.*}} axes = [1] : (tensor<0x?x4xf64>) -> tensor<0x4xf64>
  %7 = novi.reduce_max %t axes = [1] : (tensor<0x?x4xf64>) -> tensor<0x4xf64>
  return
}

// CHECK-LABEL: func.func @empty_max_of_nothing
func.func @empty_max_of_nothing(%t: tensor<0x0xf32>) {
  // CHECK: novi.reduce_max %{{.*}} axes = [1] : (tensor<0x0xf32>) -> tensor<0xf32>
  %0 = novi.reduce_max %t axes = [1] : (tensor<0x0xf32>) -> tensor<0xf32>
  return
}

// CHECK-LABEL: func.func @layer_norm
func.func @layer_norm(%s: tensor<f16>, %v: tensor<?xbf16>, %m: tensor<2x3xf32>) {
  // CHECK: novi.layer_norm %{{.*}} axis = -1 epsilon = 1.000000e-05 : (tensor<f16>) -> tensor<f16>
  %0 = novi.layer_norm %s axis = -1 epsilon = 1.0e-05 : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.layer_norm %{{.*}} axis = 0 epsilon = 0.000000e+00 : (tensor<?xbf16>) -> tensor<?xbf16>
  %1 = novi.layer_norm %v axis = 0 epsilon = 0.0 : (tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.layer_norm %{{.*}} axis = -2 epsilon = 1.000000e+00 {test.note} : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %2 = novi.layer_norm %m axis = -2 epsilon = 1.0 {test.note} : (tensor<2x3xf32>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: func.func @softmax
func.func @softmax(%s: tensor<f16>, %v: tensor<?xbf16>, %m: tensor<2x3xf32>,
                   %t: tensor<0x?x4xf64>) {
  // CHECK: novi.softmax %{{.*}} axis = -1 : (tensor<f16>) -> tensor<f16>
  %0 = novi.softmax %s axis = -1 : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.softmax %{{.*}} axis = 0 : (tensor<?xbf16>) -> tensor<?xbf16>
  %1 = novi.softmax %v axis = 0 : (tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.softmax %{{.*}} axis = -2 {test.note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = novi.softmax %m axis = -2 {test.note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.softmax %{{.*}} axis = 2 : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %3 = novi.softmax %t axis = 2 : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  // CHECK: novi.log_softmax %{{.*}} axis = 0 : (tensor<f16>) -> tensor<f16>
  %4 = novi.log_softmax %s axis = 0 : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.log_softmax %{{.*}} axis = -1 : (tensor<?xbf16>) -> tensor<?xbf16>
  %5 = novi.log_softmax %v axis = -1 : (tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.log_softmax %{{.*}} axis = 1 {test.note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = novi.log_softmax %m axis = 1 {test.note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.log_softmax %{{.*}} axis = 0 : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %7 = novi.log_softmax %t axis = 0 : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  return
}
