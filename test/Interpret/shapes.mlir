// RUN: novi-run --backend=interpret %s | FileCheck %s --match-full-lines
// RUN: novi-opt %s --canonicalize | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %s | FileCheck %s --match-full-lines

// Values of the ops that only move elements. The folds must give the same. A
// name such as O14 is that of a case known from other projects.

func.func @main() -> (
    tensor<2x6xf32> {novi.name = "concat"},
    tensor<1x5xf32> {novi.name = "O14"},
    tensor<3x2xf32> {novi.name = "concat_rows"},
    tensor<2x3xf32> {novi.name = "slice"},
    tensor<2x2xf32> {novi.name = "strided"},
    tensor<?x1xf32> {novi.name = "at_index"},
    tensor<0x0xf32> {novi.name = "at_end"},
    tensor<3x5xf32> {novi.name = "insert"},
    tensor<3x5xf32> {novi.name = "insert_strided"},
    tensor<2x2xf32> {novi.name = "back"},
    tensor<2x0xf32> {novi.name = "S14"},
    tensor<1x3x2xf32> {novi.name = "transpose"},
    tensor<f32> {novi.name = "transpose_scalar"},
    tensor<3x2xf32> {novi.name = "reshape"},
    tensor<f32> {novi.name = "to_scalar"},
    tensor<?x1x?xf32> {novi.name = "reshape_dynamic"},
    tensor<0x5xf32> {novi.name = "reshape_empty"},
    tensor<2x2x2x3xf32> {novi.name = "broadcast"},
    tensor<?x2xf32> {novi.name = "broadcast_scalar"},
    tensor<0x2xf32> {novi.name = "broadcast_none"},
    tensor<3x2xi1> {novi.name = "bools"},
    tensor<1x3xf16> {novi.name = "odd"}) {
  // Three widths; O14: an axis counted from the end; an input without
  // elements.
  %a = novi.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %b = novi.constant dense<[[3.0, 4.0], [5.0, 6.0]]> : tensor<2x2xf32>
  %c = novi.zero : tensor<2x0xf32>
  %d = novi.constant dense<[[7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]> : tensor<2x3xf32>
  %concat = novi.concat %a, %b, %c, %d axis = 1
      : (tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x0xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  %l_o14 = novi.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %r_o14 = novi.constant dense<[[3.0, 4.0, 5.0]]> : tensor<1x3xf32>
  %o14 = novi.concat %l_o14, %r_o14 axis = -1
      : (tensor<1x2xf32>, tensor<1x3xf32>) -> tensor<1x5xf32>
  %rows = novi.concat %l_o14, %b axis = 0 : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  // CHECK{LITERAL}: concat : tensor<2x6xf32> = [[1, 3, 4, 7, 8, 9], [2, 5, 6, 10, 11, 12]]
  // CHECK{LITERAL}: O14 : tensor<1x5xf32> = [[1, 2, 3, 4, 5]]
  // CHECK{LITERAL}: concat_rows : tensor<3x2xf32> = [[1, 2], [3, 4], [5, 6]]

  // Element [i, j] is 10 i + j.
  %x = novi.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0], [10.0, 11.0, 12.0, 13.0, 14.0], [20.0, 21.0, 22.0, 23.0, 24.0]]>
      : tensor<3x5xf32>
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %slice = novi.slice %x[1, 2] [2, 3] [1, 1] : (tensor<3x5xf32>) -> tensor<2x3xf32>
  %strided = novi.slice %x[0, 1] [2, 2] [2, 3] : (tensor<3x5xf32>) -> tensor<2x2xf32>
  %at_index = novi.slice %x[%one, 2] [%two, 1] [1, 1] : (tensor<3x5xf32>, index, index) -> tensor<?x1xf32>
  %at_end = novi.slice %x[3, 5] [0, 0] [1, 1] : (tensor<3x5xf32>) -> tensor<0x0xf32>
  %source = novi.constant dense<[[-1.0, -2.0], [-3.0, -4.0]]> : tensor<2x2xf32>
  %insert = novi.insert_slice %source into %x[1, 3] [1, 1]
      : (tensor<2x2xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %insert_strided = novi.insert_slice %source into %x[0, %one] [2, 3]
      : (tensor<2x2xf32>, tensor<3x5xf32>, index) -> tensor<3x5xf32>
  %back = novi.slice %insert_strided[0, 1] [2, 2] [2, 3] : (tensor<3x5xf32>) -> tensor<2x2xf32>
  // CHECK{LITERAL}: slice : tensor<2x3xf32> = [[12, 13, 14], [22, 23, 24]]
  // CHECK{LITERAL}: strided : tensor<2x2xf32> = [[1, 4], [21, 24]]
  // CHECK{LITERAL}: at_index : tensor<2x1xf32> = [[12], [22]]
  // CHECK: at_end : tensor<0x0xf32> = []
  // CHECK{LITERAL}: insert : tensor<3x5xf32> = [[0, 1, 2, 3, 4], [10, 11, 12, -1, -2], [20, 21, 22, -3, -4]]
  // CHECK{LITERAL}: insert_strided : tensor<3x5xf32> = [[0, -1, 2, 3, -2], [10, 11, 12, 13, 14], [20, -3, 22, 23, -4]]
  // CHECK{LITERAL}: back : tensor<2x2xf32> = [[-1, -2], [-3, -4]]

  // S14: offsets and sizes past 2^31.
  %long = novi.zero : tensor<2779057400x0xf32>
  %s14 = novi.slice %long[2779057358, 0] [2, 0] [1, 1] : (tensor<2779057400x0xf32>) -> tensor<2x0xf32>
  // CHECK: S14 : tensor<2x0xf32> = []

  // Element [i, j, k] of the transposed tensor is [k, i, j] of the other.
  %y = novi.constant dense<[[[0.0, 1.0, 2.0]], [[10.0, 11.0, 12.0]]]> : tensor<2x1x3xf32>
  %transpose = novi.transpose %y permutation = [1, 2, 0] : (tensor<2x1x3xf32>) -> tensor<1x3x2xf32>
  %scalar = novi.constant dense<7.0> : tensor<f32>
  %transpose_scalar = novi.transpose %scalar permutation = [] : (tensor<f32>) -> tensor<f32>
  // CHECK{LITERAL}: transpose : tensor<1x3x2xf32> = [[[0, 10], [1, 11], [2, 12]]]
  // CHECK: transpose_scalar : tensor<f32> = 7

  %l_s = novi.constant dense<5.0> : tensor<1x1xf32>
  %reshape = novi.reshape %y : tensor<2x1x3xf32> to tensor<3x2xf32>
  %to_scalar = novi.reshape %l_s : tensor<1x1xf32> to tensor<f32>
  %three = arith.constant 3 : index
  %reshape_dynamic = novi.reshape %y sizes(%three, %two) : tensor<2x1x3xf32> to tensor<?x1x?xf32>
  %empty = novi.reshape %c : tensor<2x0xf32> to tensor<0x5xf32>
  // CHECK{LITERAL}: reshape : tensor<3x2xf32> = [[0, 1], [2, 10], [11, 12]]
  // CHECK: to_scalar : tensor<f32> = 5
  // CHECK{LITERAL}: reshape_dynamic : tensor<3x1x2xf32> = [[[0, 1]], [[2, 10]], [[11, 12]]]
  // CHECK: reshape_empty : tensor<0x5xf32> = []

  // A missing axis and one of size 1 are repeated.
  %broadcast = novi.broadcast %y : tensor<2x1x3xf32> to tensor<2x2x2x3xf32>
  %broadcast_scalar = novi.broadcast %scalar sizes(%three) : tensor<f32> to tensor<?x2xf32>
  %broadcast_none = novi.broadcast %l_o14 : tensor<1x2xf32> to tensor<0x2xf32>
  // CHECK{LITERAL}: broadcast : tensor<2x2x2x3xf32> = [[[[0, 1, 2], [0, 1, 2]], [[10, 11, 12], [10, 11, 12]]], [[[0, 1, 2], [0, 1, 2]], [[10, 11, 12], [10, 11, 12]]]]
  // CHECK{LITERAL}: broadcast_scalar : tensor<3x2xf32> = [[7, 7], [7, 7], [7, 7]]
  // CHECK: broadcast_none : tensor<0x2xf32> = []

  // What is moved stays as it is, whatever it is: i1, NaN, -0.
  %bools = novi.constant dense<[[true, false, true]]> : tensor<1x3xi1>
  %bools_t = novi.transpose %bools permutation = [1, 0] : (tensor<1x3xi1>) -> tensor<3x1xi1>
  %bools_c = novi.concat %bools_t, %bools_t axis = 1 : (tensor<3x1xi1>, tensor<3x1xi1>) -> tensor<3x2xi1>
  %odd = novi.constant dense<[0x7E00, -0.0, 0xFC00]> : tensor<3xf16>
  %odd_b = novi.broadcast %odd : tensor<3xf16> to tensor<2x3xf16>
  %odd_s = novi.slice %odd_b[1, 0] [1, 3] [1, 1] : (tensor<2x3xf16>) -> tensor<1x3xf16>
  // CHECK{LITERAL}: bools : tensor<3x2xi1> = [[true, true], [false, false], [true, true]]
  // CHECK{LITERAL}: odd : tensor<1x3xf16> = [[nan, -0, -inf]]

  return %concat, %o14, %rows, %slice, %strided, %at_index, %at_end, %insert,
    %insert_strided, %back, %s14, %transpose, %transpose_scalar, %reshape, %to_scalar, %reshape_dynamic,
    %empty, %broadcast, %broadcast_scalar, %broadcast_none, %bools_c, %odd_s
    : tensor<2x6xf32>, tensor<1x5xf32>, tensor<3x2xf32>, tensor<2x3xf32>,
      tensor<2x2xf32>, tensor<?x1xf32>, tensor<0x0xf32>, tensor<3x5xf32>,
      tensor<3x5xf32>, tensor<2x2xf32>, tensor<2x0xf32>, tensor<1x3x2xf32>,
      tensor<f32>, tensor<3x2xf32>, tensor<f32>, tensor<?x1x?xf32>,
      tensor<0x5xf32>, tensor<2x2x2x3xf32>, tensor<?x2xf32>, tensor<0x2xf32>,
      tensor<3x2xi1>, tensor<1x3xf16>
}
