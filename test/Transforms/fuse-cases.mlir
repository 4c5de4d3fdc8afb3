// Fusion cases known from other projects, by their numbers: the values are those
// of the arithmetic, fused or not, and the kernels those that are right.
//
// RUN: novi-opt %s --novi-fuse | FileCheck %s --check-prefix=KERNELS --implicit-check-not=novi.kernel
// RUN: novi-run --backend=interpret %s | FileCheck %s --match-full-lines
// RUN: novi-opt %s --novi-fuse -o %t.mlir
// RUN: novi-run --backend=interpret %t.mlir | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %t.mlir | FileCheck %s --match-full-lines
// RUN: novi-opt %t.mlir --canonicalize --cse | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-opt %t.mlir --novi-inline-kernels | novi-run --backend=interpret - | FileCheck %s --match-full-lines

func.func @main(
    ) -> (
    tensor<1x1xf32> {novi.name = "F01"},
    tensor<3xf32> {novi.name = "F03"},
    tensor<2x2xf32> {novi.name = "F04"},
    tensor<3x4xf32> {novi.name = "F06"},
    tensor<1x2x2xf32> {novi.name = "F08"},
    tensor<1x1xf32> {novi.name = "F09_y"},
    tensor<1x1xf32> {novi.name = "F09_z"},
    tensor<1x1xf32> {novi.name = "F11"},
    tensor<1x1xf32> {novi.name = "F14"},
    tensor<2x3xf32> {novi.name = "F16_rows"},
    tensor<3x2xf32> {novi.name = "F16_columns"},
    tensor<2x2xf32> {novi.name = "square_rows"},
    tensor<2x2xf32> {novi.name = "square_columns"},
    tensor<2x0xf32> {novi.name = "empty"},
    tensor<2x2xf32> {novi.name = "no_products"},
    tensor<2x2xf32> {novi.name = "alpha_beta"},
    tensor<2x2xf32> {novi.name = "alias"},
    tensor<2x2xf32> {novi.name = "outer"},
    tensor<2x2xf32> {novi.name = "outer_gradient"},
    tensor<2xf32> {novi.name = "outer_bias_gradient"}) {
  %one = novi.constant dense<1.0> : tensor<1x1xf32>
  %eye = novi.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %m = novi.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>

  // The scale is of the biased product: .5 * (2*3 + 4).
  // KERNELS: novi.kernel "matmul_add_scale"
  %2 = novi.constant dense<2.0> : tensor<1x1xf32>
  %3 = novi.constant dense<3.0> : tensor<1x1xf32>
  %four = novi.constant dense<4.0> : tensor<1xf32>
  %a0 = novi.matmul %2, %3 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %a1 = novi.add %a0, %four : (tensor<1x1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
  %F01 = novi.scale %a1 by 0.5 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  // CHECK: F01 : tensor<1x1xf32> = {{\[\[}}5]]

  // A scalar is no vector as long as the rows.
  // KERNELS: novi.kernel "matmul_add"
  %ones = novi.constant dense<1.0> : tensor<3x2xf32>
  %x = novi.constant dense<1.0> : tensor<2xf32>
  %s = novi.constant dense<5.0> : tensor<f32>
  %b0 = novi.matmul %ones, %x : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3xf32>
  %F03 = novi.add %b0, %s : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK-NEXT: F03 : tensor<3xf32> = [7, 7, 7]

  // A transpose by [0, 1] is none.
  // KERNELS: novi.kernel "matmul"
  %c0 = novi.transpose %m permutation = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %F04 = novi.matmul %c0, %eye : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: F04 : tensor<2x2xf32> = {{\[\[}}1, 2], [3, 4]]

  // An addend bigger than the product is no bias.
  // KERNELS: novi.kernel "matmul"
  // KERNELS: novi.kernel "add"
  %square = novi.constant dense<1.0> : tensor<3x3xf32>
  %column = novi.constant dense<1.0> : tensor<3x1xf32>
  %wide = novi.constant dense<1.0> : tensor<1x4xf32>
  %d0 = novi.matmul %square, %column : (tensor<3x3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  %F06 = novi.add %d0, %wide : (tensor<3x1xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: F06 : tensor<3x4xf32> = {{\[\[}}4, 4, 4, 4], [4, 4, 4, 4], [4, 4, 4, 4]]

  // Two addends of different shapes are not one.
  // KERNELS: novi.kernel "matmul_add" ({{.*}}) -> (tensor<1x2x2xf32>)
  %bias = novi.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %cube = novi.constant dense<[[[100.0, 200.0], [300.0, 400.0]]]> : tensor<1x2x2xf32>
  %e0 = novi.matmul %m, %eye : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %e1 = novi.add %e0, %bias : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %F08 = novi.add %e1, %cube : (tensor<2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  // CHECK-NEXT: F08 : tensor<1x2x2xf32> = {{\[\[\[}}111, 222], [313, 424]]]

  // What is a result stays one.
  // KERNELS: novi.kernel "matmul_add_relu" ({{.*}}) -> (tensor<1x1xf32>, tensor<1x1xf32>)
  %minus2 = novi.constant dense<-2.0> : tensor<1x1xf32>
  %f0 = novi.matmul %one, %minus2 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %one1 = novi.constant dense<1.0> : tensor<1xf32>
  %F09_z = novi.add %f0, %one1 : (tensor<1x1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
  %F09_y = novi.relu %F09_z : (tensor<1x1xf32>) -> tensor<1x1xf32>
  // CHECK-NEXT: F09_y : tensor<1x1xf32> = {{\[\[}}0]]
  // CHECK-NEXT: F09_z : tensor<1x1xf32> = {{\[\[}}-1]]

  // A residual and a bias: 1*2 + 3 + 4.
  // KERNELS: novi.kernel "matmul_add" ({{.*}}) -> (tensor<1x1xf32>)
  %g0 = novi.matmul %one, %2 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %g1 = novi.add %g0, %3 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %F11 = novi.add %g1, %four : (tensor<1x1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
  // CHECK-NEXT: F11 : tensor<1x1xf32> = {{\[\[}}9]]

  // The mask is that of 1*1 - 2, not that of 1*1: nothing of 5 passes.
  // KERNELS: novi.kernel "matmul_add_compare" ({{.*}}) -> (tensor<1x1xi8>)
  // KERNELS: novi.kernel "matmul_select" ({{.*}}: tensor<1x1xi8>
  %zero = novi.constant dense<0.0> : tensor<f32>
  %minus2_1 = novi.constant dense<-2.0> : tensor<1xf32>
  %upstream = novi.constant dense<5.0> : tensor<1x1xf32>
  %h0 = novi.matmul %one, %one : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %h1 = novi.add %h0, %minus2_1 : (tensor<1x1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
  %h2 = novi.compare le, %h1, %zero : (tensor<1x1xf32>, tensor<f32>) -> tensor<1x1xi1>
  %h3 = novi.matmul %upstream, %one {transpose_b} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %F14 = novi.select %h2, %zero, %h3 : (tensor<1x1xi1>, tensor<f32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  // CHECK-NEXT: F14 : tensor<1x1xf32> = {{\[\[}}0]]

  // A linear layer, its result by rows and by columns.
  // KERNELS: novi.kernel "matmul_add_transpose" ({{.*}}) -> (tensor<2x3xf32>, tensor<3x2xf32>)
  %w = novi.constant dense<[[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]> : tensor<2x3xf32>
  %b3 = novi.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %i0 = novi.matmul %m, %w : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %F16 = novi.add %i0, %b3 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %F16_t = novi.transpose %F16 permutation = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK-NEXT: F16_rows : tensor<2x3xf32> = {{\[\[}}11, 22, 33], [13, 24, 37]]
  // CHECK-NEXT: F16_columns : tensor<3x2xf32> = {{\[\[}}11, 13], [22, 24], [33, 37]]

  // On a square, too, a bias runs along its own axis.
  // KERNELS: novi.kernel "matmul_add" ({{.*}}: tensor<2xf32>
  %j0 = novi.matmul %m, %eye : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %rows = novi.add %j0, %bias : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: square_rows : tensor<2x2xf32> = {{\[\[}}11, 22], [13, 24]]
  // KERNELS: novi.kernel "matmul_add" ({{.*}}: tensor<2x1xf32>
  %j1 = novi.reshape %bias : tensor<2xf32> to tensor<2x1xf32>
  %j2 = novi.matmul %eye, %m : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %columns = novi.add %j2, %j1 : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: square_columns : tensor<2x2xf32> = {{\[\[}}11, 12], [23, 24]]

  // No columns; nothing to multiply.
  // KERNELS: novi.kernel "matmul_relu" ({{.*}}) -> (tensor<2x0xf32>)
  %none = novi.constant dense<1.0> : tensor<2x0xf32>
  %k0 = novi.matmul %m, %none : (tensor<2x2xf32>, tensor<2x0xf32>) -> tensor<2x0xf32>
  %empty = novi.relu %k0 : (tensor<2x0xf32>) -> tensor<2x0xf32>
  // CHECK-NEXT: empty : tensor<2x0xf32> = []
  // KERNELS: novi.kernel "matmul_add" ({{.*}}) -> (tensor<2x2xf32>)
  %k1 = novi.matmul %none, %none {transpose_b} : (tensor<2x0xf32>, tensor<2x0xf32>) -> tensor<2x2xf32>
  %no_products = novi.add %k1, %bias : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: no_products : tensor<2x2xf32> = {{\[\[}}10, 20], [10, 20]]

  // The factor of a product and that of an addend are two: .5 m + 3 (10, 20).
  // KERNELS: novi.kernel "matmul_scale_add" ({{.*}}) -> (tensor<2x2xf32>)
  %l0 = novi.matmul %eye, %m {transpose_b} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %l1 = novi.scale %l0 by 0.5 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %l2 = novi.scale %bias by 3.0 : (tensor<2xf32>) -> tensor<2xf32>
  %alpha_beta = novi.add %l1, %l2 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: alpha_beta : tensor<2x2xf32> = {{\[\[}}30.5, 61.5], [31, 62]]

  // One tensor as both operands and as the addend: m m + m.
  // KERNELS: novi.kernel "matmul_add" ({{.*}}) -> (tensor<2x2xf32>)
  %n0 = novi.matmul %m, %m : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %alias = novi.add %n0, %m : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: alias : tensor<2x2xf32> = {{\[\[}}8, 12], [18, 26]]

  // K = 1, forward: relu of (1, 2)^T (3, 4) - 5; and backward, with a mask:
  // (1, 10)^T (2, 3) where it passes, and the sums of columns.
  // KERNELS: novi.kernel "matmul_add_relu_compare" ({{.*}}) -> (tensor<2x2xf32>, tensor<2x1xi8>)
  %12 = novi.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %34 = novi.constant dense<[[3.0, 4.0]]> : tensor<1x2xf32>
  %minus5 = novi.constant dense<-5.0> : tensor<2xf32>
  %o0 = novi.matmul %12, %34 : (tensor<2x1xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %o1 = novi.add %o0, %minus5 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %outer = novi.relu %o1 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %o2 = novi.compare le, %o1, %zero : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xi1>
  // CHECK-NEXT: outer : tensor<2x2xf32> = {{\[\[}}0, 0], [1, 3]]
  // KERNELS: novi.kernel "matmul_select_reduce_sum" ({{.*}}: tensor<2x1xi8>
  %110 = novi.constant dense<[[1.0], [10.0]]> : tensor<2x1xf32>
  %23 = novi.constant dense<[[2.0], [3.0]]> : tensor<2x1xf32>
  %o3 = novi.matmul %110, %23 {transpose_b} : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  %outer_gradient = novi.select %o2, %zero, %o3 : (tensor<2x2xi1>, tensor<f32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %outer_bias_gradient = novi.reduce_sum %outer_gradient axes = [0] : (tensor<2x2xf32>) -> tensor<2xf32>
  // CHECK-NEXT: outer_gradient : tensor<2x2xf32> = {{\[\[}}0, 0], [20, 30]]
  // CHECK-NEXT: outer_bias_gradient : tensor<2xf32> = [20, 30]

  return %F01, %F03, %F04, %F06, %F08, %F09_y, %F09_z, %F11, %F14, %F16, %F16_t, %rows, %columns, %empty, %no_products, %alpha_beta, %alias, %outer, %outer_gradient, %outer_bias_gradient
      : tensor<1x1xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<3x4xf32>, tensor<1x2x2xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x0xf32>, tensor<2x2xf32>,
        tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>
}
