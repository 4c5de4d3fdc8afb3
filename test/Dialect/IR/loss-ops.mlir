// The losses: what is parsed is printed again, by way of the generic form and of
// bytecode too.
//
// RUN: novi-opt %s | FileCheck %s
// RUN: novi-opt %s --mlir-print-op-generic | novi-opt | FileCheck %s
// RUN: novi-opt %s --emit-bytecode | novi-opt | FileCheck %s

// CHECK-LABEL: func.func @cross_entropy_loss
func.func @cross_entropy_loss(%v: tensor<3xf16>, %a: tensor<?x3xbf16>,
                              %m: tensor<6x20xf32>, %t: tensor<?x4x?xf64>) {
  // CHECK: novi.cross_entropy_loss %{{.*}}, %{{.*}} rows = all epsilon = 0.000000e+00 reduction = none : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  %0 = novi.cross_entropy_loss %v, %v rows = all epsilon = 0.0 reduction = none : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  // CHECK: novi.cross_entropy_loss %{{.*}}, %{{.*}} rows = all epsilon = 1.000000e-08 reduction = mean : (tensor<?x3xbf16>, tensor<?x3xbf16>) -> tensor<bf16>
  %1 = novi.cross_entropy_loss %a, %a rows = all epsilon = 1.0e-8 reduction = mean : (tensor<?x3xbf16>, tensor<?x3xbf16>) -> tensor<bf16>
  // CHECK: novi.cross_entropy_loss %{{.*}}, %{{.*}} rows = first epsilon = 1.000000e-08 reduction = sum {test.note} : (tensor<6x20xf32>, tensor<6x20xf32>) -> tensor<f32>
  %2 = novi.cross_entropy_loss %m, %m rows = first epsilon = 1.0e-8 reduction = sum {test.note} : (tensor<6x20xf32>, tensor<6x20xf32>) -> tensor<f32>
  // CHECK: novi.cross_entropy_loss %{{.*}}, %{{.*}} rows = all epsilon = 0.000000e+00 reduction = none : (tensor<?x4x?xf64>, tensor<?x4x?xf64>) -> tensor<?x4xf64>
  %3 = novi.cross_entropy_loss %t, %t rows = all epsilon = 0.0 reduction = none : (tensor<?x4x?xf64>, tensor<?x4x?xf64>) -> tensor<?x4xf64>
  return
}

// CHECK-LABEL: func.func @softmax_cross_entropy_loss
func.func @softmax_cross_entropy_loss(%v: tensor<3xf16>, %a: tensor<?x3xbf16>,
                                      %m: tensor<0x20xf32>,
                                      %t: tensor<?x4x?xf64>) {
  // CHECK: novi.softmax_cross_entropy_loss %{{.*}}, %{{.*}} rows = first reduction = sum : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  %0 = novi.softmax_cross_entropy_loss %v, %v rows = first reduction = sum : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  // CHECK: novi.softmax_cross_entropy_loss %{{.*}}, %{{.*}} rows = first reduction = mean : (tensor<?x3xbf16>, tensor<?x3xbf16>) -> tensor<bf16>
  %1 = novi.softmax_cross_entropy_loss %a, %a rows = first reduction = mean : (tensor<?x3xbf16>, tensor<?x3xbf16>) -> tensor<bf16>
  // CHECK: novi.softmax_cross_entropy_loss %{{.*}}, %{{.*}} rows = all reduction = mean {test.note} : (tensor<0x20xf32>, tensor<0x20xf32>) -> tensor<f32>
  %2 = novi.softmax_cross_entropy_loss %m, %m rows = all reduction = mean {test.note} : (tensor<0x20xf32>, tensor<0x20xf32>) -> tensor<f32>
  // CHECK: novi.softmax_cross_entropy_loss %{{.*}}, %{{.*}} rows = all reduction = none : (tensor<?x4x?xf64>, tensor<?x4x?xf64>) -> tensor<?x4xf64>
  %3 = novi.softmax_cross_entropy_loss %t, %t rows = all reduction = none : (tensor<?x4x?xf64>, tensor<?x4x?xf64>) -> tensor<?x4xf64>
  return
}
