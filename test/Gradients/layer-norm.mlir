// The gradient of layer_norm at a row of one number: (u - mean(u)) / sqrt(epsilon),
// here (1 - 2) * 2 and (3 - 2) * 2, in f32 and in f16; of a row with a NaN, NaN.
//
// RUN: novi-opt %s --novi-generate-backward -o %t.mlir
// RUN: novi-run %t.mlir --backend=interpret | FileCheck %s
// RUN: novi-run %t.mlir --backend=cpu | FileCheck %s

// CHECK: x.gradient : tensor<2xf32> = [-2, 2]
// CHECK: h.gradient : tensor<2xf16> = [-2, 2]
// CHECK: n.gradient : tensor<2xf32> = [nan, nan]
func.func @step(%x: tensor<2xf32> {novi.name = "x", novi.role = "parameter", novi.initialize = "ones"},
                %h: tensor<2xf16> {novi.name = "h", novi.role = "parameter", novi.initialize = "ones"},
                %n: tensor<2xf32> {novi.name = "n", novi.role = "parameter", novi.initialize = "ones"})
    -> (tensor<f32> {novi.name = "loss", novi.role = "loss"}) {
  %u = novi.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %0 = novi.layer_norm %x axis = 0 epsilon = 0.25 : (tensor<2xf32>) -> tensor<2xf32>
  %1 = novi.mul %0, %u : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = novi.layer_norm %h axis = 0 epsilon = 0.25 : (tensor<2xf16>) -> tensor<2xf16>
  %3 = novi.cast %2 : tensor<2xf16> to tensor<2xf32>
  %4 = novi.mul %3, %u : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %5 = novi.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %6 = novi.mul %n, %5 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %7 = novi.layer_norm %6 axis = 0 epsilon = 0.25 : (tensor<2xf32>) -> tensor<2xf32>
  %8 = novi.add %1, %4 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %9 = novi.add %8, %7 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %10 = novi.reduce_sum %9 axes = [0] : (tensor<2xf32>) -> tensor<f32>
  return %10 : tensor<f32>
}
