// RUN: novi-run --backend=interpret %s | FileCheck %s --match-full-lines
// RUN: novi-opt %s --canonicalize | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %s | FileCheck %s --match-full-lines

// Values of the products: data without symmetry, every way to store the
// operands, batches, vectors and empty axes. The folds must give the same. A
// name such as S16 is that of a case known from other projects.

func.func @main() -> (
    tensor<2x4xf32> {novi.name = "ab"},
    tensor<2x4xf32> {novi.name = "at_b"},
    tensor<2x4xf32> {novi.name = "a_bt"},
    tensor<2x4xf32> {novi.name = "at_bt"},
    tensor<2x2xf32> {novi.name = "S16"},
    tensor<2x2xf32> {novi.name = "F04"},
    tensor<1xf32> {novi.name = "S07_vector_matrix"},
    tensor<2xf32> {novi.name = "S07_matrix_vector"},
    tensor<f32> {novi.name = "S07_dot"},
    tensor<2xf32> {novi.name = "S07_vector_transposed"},
    tensor<3xf32> {novi.name = "S07_transposed_vector"},
    tensor<2x1x4xf32> {novi.name = "batch_matrix"},
    tensor<2x1xf32> {novi.name = "vector_batch"},
    tensor<2x3x1x1xf32> {novi.name = "S06"},
    tensor<1x2x3x1x1xf32> {novi.name = "S06_ranks"},
    tensor<2x3xf32> {novi.name = "S01"},
    tensor<f32> {novi.name = "S02"},
    tensor<1x0x8xf32> {novi.name = "S04"},
    tensor<1x2xf32> {novi.name = "S11"},
    tensor<4x4xf32> {novi.name = "S12"},
    tensor<1x1xf16> {novi.name = "N10"},
    tensor<1x1xbf16> {novi.name = "N10_bf16"},
    tensor<1x1xf16> {novi.name = "N10_contract"},
    tensor<3xf32> {novi.name = "nan"},
    tensor<1x1xf32> {novi.name = "F01"},
    tensor<3xf32> {novi.name = "F03"},
    tensor<3x4xf32> {novi.name = "F06"},
    tensor<1x2x4xf32> {novi.name = "S09"},
    tensor<4x2xf32> {novi.name = "contract_transposed"},
    tensor<2x3xf32> {novi.name = "contract_outer"},
    tensor<2xf32> {novi.name = "contract_summed"},
    tensor<f32> {novi.name = "contract_total"},
    tensor<3xf32> {novi.name = "contract_dots"},
    tensor<3xf32> {novi.name = "contract_scalar"},
    tensor<2x3xf32> {novi.name = "contract_nothing"}) {
  // 2x3 by 3x4: [1 2 3; 4 5 6] [1 0 2 1; 0 1 1 3; 2 1 0 1], whatever way
  // the operands are stored. (By hand; NumPy)
  %a = novi.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %at = novi.constant dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
  %b = novi.constant dense<[[1.0, 0.0, 2.0, 1.0], [0.0, 1.0, 1.0, 3.0], [2.0, 1.0, 0.0, 1.0]]>
      : tensor<3x4xf32>
  %bt = novi.constant dense<[[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [2.0, 1.0, 0.0], [1.0, 3.0, 1.0]]>
      : tensor<4x3xf32>
  %ab = novi.matmul %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %at_b = novi.matmul %at, %b {transpose_a}
      : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %a_bt = novi.matmul %a, %bt {transpose_b}
      : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %at_bt = novi.matmul %at, %bt {transpose_a, transpose_b}
      : (tensor<3x2xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  // CHECK{LITERAL}: ab : tensor<2x4xf32> = [[7, 5, 4, 10], [16, 11, 13, 25]]
  // CHECK{LITERAL}: at_b : tensor<2x4xf32> = [[7, 5, 4, 10], [16, 11, 13, 25]]
  // CHECK{LITERAL}: a_bt : tensor<2x4xf32> = [[7, 5, 4, 10], [16, 11, 13, 25]]
  // CHECK{LITERAL}: at_bt : tensor<2x4xf32> = [[7, 5, 4, 10], [16, 11, 13, 25]]

  // S16: both operands stored by columns.
  %b_s16 = novi.constant dense<[[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]> : tensor<2x3xf32>
  %s16 = novi.matmul %at, %b_s16 {transpose_a, transpose_b}
      : (tensor<3x2xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  // CHECK{LITERAL}: S16 : tensor<2x2xf32> = [[22, 28], [49, 64]]

  // F04: a transpose that moves nothing.
  %a_f04 = novi.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %eye = novi.eye : tensor<2x2xf32>
  %same = novi.transpose %a_f04 permutation = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %f04 = novi.matmul %same, %eye : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK{LITERAL}: F04 : tensor<2x2xf32> = [[1, 2], [3, 4]]

  // S07: vectors are rows on the left and columns on the right, and go.
  %v = novi.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf32>
  %w = novi.constant dense<[1.0, 10.0]> : tensor<2xf32>
  %b_s07 = novi.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf32>
  %vector_matrix = novi.matmul %v, %b_s07 : (tensor<3xf32>, tensor<3x1xf32>) -> tensor<1xf32>
  %matrix_vector = novi.matmul %a, %v : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %dot = novi.matmul %v, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %vector_transposed = novi.matmul %v, %a {transpose_b}
      : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  %transposed_vector = novi.matmul %a, %w {transpose_a}
      : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<3xf32>
  // CHECK: S07_vector_matrix : tensor<1xf32> = [321]
  // CHECK: S07_matrix_vector : tensor<2xf32> = [321, 654]
  // CHECK: S07_dot : tensor<f32> = 10101
  // CHECK: S07_vector_transposed : tensor<2xf32> = [321, 654]
  // CHECK: S07_transposed_vector : tensor<3xf32> = [41, 52, 63]

  // Batches of one operand only: the matrix, the vector, is used for each.
  %batch = novi.constant dense<[[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]]> : tensor<2x1x3xf32>
  %batch_matrix = novi.matmul %batch, %b
      : (tensor<2x1x3xf32>, tensor<3x4xf32>) -> tensor<2x1x4xf32>
  %vector_batch = novi.matmul %v, %batch {transpose_b}
      : (tensor<3xf32>, tensor<2x1x3xf32>) -> tensor<2x1xf32>
  // CHECK{LITERAL}: batch_matrix : tensor<2x1x4xf32> = [[[7, 5, 4, 10]], [[16, 11, 13, 25]]]
  // CHECK{LITERAL}: vector_batch : tensor<2x1xf32> = [[321], [654]]

  // S06: batches of both broadcast, [2,1] and [1,3]; what differs along
  // them tells which was taken: (i + 1) 10^j.
  %l_s06 = novi.constant dense<[[[[1.0, 0.0]]], [[[2.0, 0.0]]]]> : tensor<2x1x1x2xf32>
  %r_s06 = novi.constant dense<[[[[1.0], [5.0]], [[10.0], [5.0]], [[100.0], [5.0]]]]>
      : tensor<1x3x2x1xf32>
  %s06 = novi.matmul %l_s06, %r_s06
      : (tensor<2x1x1x2xf32>, tensor<1x3x2x1xf32>) -> tensor<2x3x1x1xf32>
  %ones_l = novi.constant dense<1.0> : tensor<2x1x1x2xf32>
  %ones_r = novi.constant dense<1.0> : tensor<1x1x3x2x1xf32>
  %s06_ranks = novi.matmul %ones_l, %ones_r
      : (tensor<2x1x1x2xf32>, tensor<1x1x3x2x1xf32>) -> tensor<1x2x3x1x1xf32>
  // CHECK{LITERAL}: S06 : tensor<2x3x1x1xf32> = [[[[1]], [[10]], [[100]]], [[[2]], [[20]], [[200]]]]
  // CHECK{LITERAL}: S06_ranks : tensor<1x2x3x1x1xf32> = [[[[[2]], [[2]], [[2]]], [[[2]], [[2]], [[2]]]]]

  // S01, S02, S04: axes of size 0. A sum of nothing is 0.
  %l_s01 = novi.zero : tensor<2x0xf32>
  %r_s01 = novi.zero : tensor<0x3xf32>
  %s01 = novi.matmul %l_s01, %r_s01 : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %v_s02 = novi.zero : tensor<0xf32>
  %s02 = novi.matmul %v_s02, %v_s02 : (tensor<0xf32>, tensor<0xf32>) -> tensor<f32>
  %l_s04 = novi.zero : tensor<1x0x32xf32>
  %r_s04 = novi.zero : tensor<32x8xf32>
  %s04 = novi.matmul %l_s04, %r_s04
      : (tensor<1x0x32xf32>, tensor<32x8xf32>) -> tensor<1x0x8xf32>
  // CHECK{LITERAL}: S01 : tensor<2x3xf32> = [[0, 0, 0], [0, 0, 0]]
  // CHECK: S02 : tensor<f32> = 0
  // CHECK: S04 : tensor<1x0x8xf32> = []

  // S11: narrower than any block.
  %l_s11 = novi.constant dense<1.0> : tensor<1x3xf32>
  %r_s11 = novi.constant dense<1.0> : tensor<3x2xf32>
  %s11 = novi.matmul %l_s11, %r_s11 : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
  // CHECK{LITERAL}: S11 : tensor<1x2xf32> = [[3, 3]]

  // S12: a long contracted axis between two short ones.
  %l_s12 = novi.constant dense<1.0> : tensor<4x8192xf32>
  %r_s12 = novi.constant dense<1.0> : tensor<8192x4xf32>
  %s12 = novi.matmul %l_s12, %r_s12
      : (tensor<4x8192xf32>, tensor<8192x4xf32>) -> tensor<4x4xf32>
  // CHECK{LITERAL}: S12 : tensor<4x4xf32> = [[8192, 8192, 8192, 8192], [8192, 8192, 8192, 8192], [8192, 8192, 8192, 8192], [8192, 8192, 8192, 8192]]

  // N10: f16 and bf16 accumulate in f32 or wider: a sum of ones would stall
  // at 2048 and at 256.
  %l_n10 = novi.constant dense<1.0> : tensor<1x4096xf16>
  %r_n10 = novi.constant dense<1.0> : tensor<4096x1xf16>
  %n10 = novi.matmul %l_n10, %r_n10
      : (tensor<1x4096xf16>, tensor<4096x1xf16>) -> tensor<1x1xf16>
  %l_bf16 = novi.constant dense<1.0> : tensor<1x4096xbf16>
  %r_bf16 = novi.constant dense<1.0> : tensor<4096x1xbf16>
  %n10_bf16 = novi.matmul %l_bf16, %r_bf16
      : (tensor<1x4096xbf16>, tensor<4096x1xbf16>) -> tensor<1x1xbf16>
  %n10_contract = novi.contract "ik,kj->ij" %l_n10, %r_n10
      : (tensor<1x4096xf16>, tensor<4096x1xf16>) -> tensor<1x1xf16>
  // CHECK{LITERAL}: N10 : tensor<1x1xf16> = [[4096]]
  // CHECK{LITERAL}: N10_bf16 : tensor<1x1xbf16> = [[4096]]
  // CHECK{LITERAL}: N10_contract : tensor<1x1xf16> = [[4096]]

  // 0 NaN and 0 inf are NaN, and do not go beyond their row.
  %l_nan = novi.constant dense<[[0.0, 1.0], [2.0, 3.0], [0x7FC00000, 0.0]]> : tensor<3x2xf32>
  %r_nan = novi.constant dense<[0x7F800000, 5.0]> : tensor<2xf32>
  %nan = novi.matmul %l_nan, %r_nan : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3xf32>
  // CHECK: nan : tensor<3xf32> = [nan, inf, nan]

  // F01: a scale of product and bias scales the bias too.
  %l_f01 = novi.constant dense<2.0> : tensor<1x1xf32>
  %r_f01 = novi.constant dense<3.0> : tensor<1x1xf32>
  %bias_f01 = novi.constant dense<4.0> : tensor<1xf32>
  %product_f01 = novi.matmul %l_f01, %r_f01 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %sum_f01 = novi.add %product_f01, %bias_f01 : (tensor<1x1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
  %f01 = novi.scale %sum_f01 by 0.5 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  // CHECK{LITERAL}: F01 : tensor<1x1xf32> = [[5]]

  // F03: a scalar after a matrix and a vector.
  %l_f03 = novi.constant dense<1.0> : tensor<3x2xf32>
  %r_f03 = novi.constant dense<1.0> : tensor<2xf32>
  %bias_f03 = novi.constant dense<5.0> : tensor<f32>
  %product_f03 = novi.matmul %l_f03, %r_f03 : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3xf32>
  %f03 = novi.add %product_f03, %bias_f03 : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK: F03 : tensor<3xf32> = [7, 7, 7]

  // F06: an addend that is wider than the product.
  %l_f06 = novi.constant dense<1.0> : tensor<3x3xf32>
  %r_f06 = novi.constant dense<1.0> : tensor<3x1xf32>
  %addend_f06 = novi.constant dense<1.0> : tensor<1x4xf32>
  %product_f06 = novi.matmul %l_f06, %r_f06 : (tensor<3x3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  %f06 = novi.add %product_f06, %addend_f06 : (tensor<3x1xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  // CHECK{LITERAL}: F06 : tensor<3x4xf32> = [[4, 4, 4, 4], [4, 4, 4, 4], [4, 4, 4, 4]]

  // S09: a batch axis that is elsewhere in the other operand.
  %l_s09 = novi.constant dense<1.0> : tensor<1x2x3xf32>
  %r_s09 = novi.constant dense<1.0> : tensor<1x4x2x3xf32>
  %s09 = novi.contract "abc,adbc->abd" %l_s09, %r_s09
      : (tensor<1x2x3xf32>, tensor<1x4x2x3xf32>) -> tensor<1x2x4xf32>
  // CHECK{LITERAL}: S09 : tensor<1x2x4xf32> = [[[3, 3, 3, 3], [3, 3, 3, 3]]]

  // By letters: the transposed product, the outer one, sums over a letter
  // of one operand, all in one number, a batch of dots, nothing. (NumPy's
  // einsum)
  %product = novi.contract "ij,jk->ki" %a, %b
      : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  %outer = novi.contract "i,j->ij" %w, %v : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %summed = novi.contract "Xj,k->k" %a, %w : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
  %total = novi.contract "ij,ij->" %a, %b_s16 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %dots = novi.contract "ij,ji->j" %a, %at : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3xf32>
  %one = novi.constant dense<3.0> : tensor<f32>
  %scalar = novi.contract ",j->j" %one, %v : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  %nothing = novi.contract "ij,jk->ik" %l_s01, %r_s01
      : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  // CHECK{LITERAL}: contract_transposed : tensor<4x2xf32> = [[7, 16], [5, 11], [4, 13], [10, 25]]
  // CHECK{LITERAL}: contract_outer : tensor<2x3xf32> = [[1, 10, 100], [10, 100, 1000]]
  // CHECK: contract_summed : tensor<2xf32> = [21, 210]
  // CHECK: contract_total : tensor<f32> = 86
  // CHECK: contract_dots : tensor<3xf32> = [17, 29, 45]
  // CHECK: contract_scalar : tensor<3xf32> = [3, 30, 300]
  // CHECK{LITERAL}: contract_nothing : tensor<2x3xf32> = [[0, 0, 0], [0, 0, 0]]

  return %ab, %at_b, %a_bt, %at_bt, %s16, %f04, %vector_matrix, %matrix_vector,
    %dot, %vector_transposed, %transposed_vector, %batch_matrix, %vector_batch, %s06, %s06_ranks, %s01,
    %s02, %s04, %s11, %s12, %n10, %n10_bf16, %n10_contract, %nan,
    %f01, %f03, %f06, %s09, %product, %outer, %summed, %total,
    %dots, %scalar, %nothing
    : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>,
      tensor<2x2xf32>, tensor<2x2xf32>, tensor<1xf32>, tensor<2xf32>,
      tensor<f32>, tensor<2xf32>, tensor<3xf32>, tensor<2x1x4xf32>,
      tensor<2x1xf32>, tensor<2x3x1x1xf32>, tensor<1x2x3x1x1xf32>, tensor<2x3xf32>,
      tensor<f32>, tensor<1x0x8xf32>, tensor<1x2xf32>, tensor<4x4xf32>,
      tensor<1x1xf16>, tensor<1x1xbf16>, tensor<1x1xf16>, tensor<3xf32>,
      tensor<1x1xf32>, tensor<3xf32>, tensor<3x4xf32>, tensor<1x2x4xf32>,
      tensor<4x2xf32>, tensor<2x3xf32>, tensor<2xf32>, tensor<f32>,
      tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>
}
