// layer_norm at its edges: infinities and NaN reach the whole row, a row of one
// number is 0, or 0/0 without epsilon, as is a scalar; an empty axis gives nothing.
// [1, 3] has mean 2 and variance 1, with epsilon 3 the root 2. The squares of 60000
// pass the largest f16, but are computed in f32.
//
// RUN: novi-run %s --backend=interpret | FileCheck %s
// RUN: novi-run %s --backend=cpu | FileCheck %s

// CHECK: rows : tensor<6x2xf32> = {{\[}}[-0.5, 0.5], [nan, nan], [nan, nan], [nan, nan], [0, 0], [0, 0]]
// CHECK: bare : tensor<6x2xf32> = {{\[}}[-1, 1], [nan, nan], [nan, nan], [nan, nan], [nan, nan], [nan, nan]]
// CHECK: columns : tensor<2x1xf64> = {{\[}}[-0.5], [0.5]]
// CHECK: half : tensor<2xf16> = [-1, 1]
// CHECK: scalar : tensor<f32> = 0
// CHECK: empty : tensor<2x0xf32> = []
func.func @main() -> (tensor<6x2xf32> {novi.name = "rows"}, tensor<6x2xf32> {novi.name = "bare"},
                      tensor<2x1xf64> {novi.name = "columns"}, tensor<2xf16> {novi.name = "half"},
                      tensor<f32> {novi.name = "scalar"}, tensor<2x0xf32> {novi.name = "empty"}) {
  %x = novi.constant dense<[[1.0, 3.0], [0x7FC00000, 1.0], [0x7F800000, 1.0], [0xFF800000, 0x7F800000],
                            [7.0, 7.0], [0.0, 0.0]]> : tensor<6x2xf32>
  %rows = novi.layer_norm %x axis = -1 epsilon = 3.0 : (tensor<6x2xf32>) -> tensor<6x2xf32>
  %bare = novi.layer_norm %x axis = 1 epsilon = 0.0 : (tensor<6x2xf32>) -> tensor<6x2xf32>
  %c = novi.constant dense<[[1.0], [3.0]]> : tensor<2x1xf64>
  %columns = novi.layer_norm %c axis = 0 epsilon = 3.0 : (tensor<2x1xf64>) -> tensor<2x1xf64>
  %h = novi.constant dense<[-60000.0, 60000.0]> : tensor<2xf16>
  %half = novi.layer_norm %h axis = 0 epsilon = 1.0e-05 : (tensor<2xf16>) -> tensor<2xf16>
  %s = novi.constant dense<5.0> : tensor<f32>
  %scalar = novi.layer_norm %s axis = 0 epsilon = 1.0 : (tensor<f32>) -> tensor<f32>
  %e = novi.constant dense<> : tensor<2x0xf32>
  %empty = novi.layer_norm %e axis = 1 epsilon = 1.0 : (tensor<2x0xf32>) -> tensor<2x0xf32>
  return %rows, %bare, %columns, %half, %scalar, %empty
    : tensor<6x2xf32>, tensor<6x2xf32>, tensor<2x1xf64>, tensor<2xf16>, tensor<f32>, tensor<2x0xf32>
}
