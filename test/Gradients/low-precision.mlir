// RUN: %python %S/feed.py %s %t.npz
// RUN: novi-opt %s --novi-generate-backward -o %t.mlir
// RUN: novi-run %t.mlir --backend=interpret --inputs=%t.npz | FileCheck %s --match-full-lines
// RUN: novi-run %t.mlir --backend=cpu --inputs=%t.npz | FileCheck %s --match-full-lines
// RUN: novi-opt %t.mlir --canonicalize --cse -o %t.reduced.mlir
// RUN: novi-run %t.reduced.mlir --backend=interpret --inputs=%t.npz | FileCheck %s --match-full-lines

// Gradients in f16 and bf16: what takes several steps takes them in f32.

func.func @step(
    %ties: tensor<2049xf16> {novi.name = "ties"},
    %many: tensor<70000xf16> {novi.name = "many"},
    %bias: tensor<1xf16> {novi.name = "bias"},
    %matrix: tensor<1x1xf16> {novi.name = "matrix"},
    %a: tensor<1xf16> {novi.name = "div_a"},
    %b: tensor<1xf16> {novi.name = "div_b"},
    %q: tensor<1x2xf16> {novi.name = "ce_q"},
    %p: tensor<1x2xf16> {novi.name = "ce_p"},
    %rows: tensor<?x1xf16> {novi.name = "rows"},
    %scores: tensor<1025xf16> {novi.name = "softmax"},
    %logits: tensor<4xf32> {novi.name = "log_softmax"},
    %clip: tensor<3xf16> {novi.name = "clip"},
    %cast: tensor<1xf32> {novi.name = "cast"}) -> tensor<f32> {

  // f16 has no 2049; counted as 2048, the shares of 2050 would be 1.001.
  // FEED: ties = f16 zeros(2049)
  // CHECK: ties.gradient : tensor<2049xf16> = [1, 1, 1, ..., 1, 1, 1]
  %ties_y = novi.reduce_max %ties axes = [0] : (tensor<2049xf16>) -> tensor<f16>
  %ties_l = novi.scale %ties_y by 2050.0 : (tensor<f16>) -> tensor<f16>
  %ties_f = novi.cast %ties_l : tensor<f16> to tensor<f32>

  // f16 ends at 65504. 35008 / 70000 = 0.50011.
  // FEED: many = f16 zeros(70000)
  // CHECK: many.gradient : tensor<70000xf16> = [0.5, 0.5, 0.5, ..., 0.5, 0.5, 0.5]
  %many_y = novi.reduce_max %many axes = [0] : (tensor<70000xf16>) -> tensor<f16>
  %many_l = novi.scale %many_y by 35008.0 : (tensor<f16>) -> tensor<f16>
  %many_f = novi.cast %many_l : tensor<f16> to tensor<f32>
  %l0 = novi.add %ties_f, %many_f : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // Sums that f16 would stop at 2048.
  // FEED: bias = f16 [0]
  // CHECK: bias.gradient : tensor<1xf16> = [4096]
  %x = novi.constant dense<0.0> : tensor<4096x1xf16>
  %bias_y = novi.add %x, %bias : (tensor<4096x1xf16>, tensor<1xf16>) -> tensor<4096x1xf16>
  %bias_l = novi.reduce_sum %bias_y axes = [0, 1] : (tensor<4096x1xf16>) -> tensor<f16>
  %bias_f = novi.cast %bias_l : tensor<f16> to tensor<f32>
  %l1 = novi.add %l0, %bias_f : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // FEED: matrix = f16 [[0]]
  // CHECK: matrix.gradient : tensor<1x1xf16> = {{\[}}[4096]]
  %ones = novi.constant dense<1.0> : tensor<1x4096xf16>
  %matrix_y = novi.matmul %matrix, %ones : (tensor<1x1xf16>, tensor<1x4096xf16>) -> tensor<1x4096xf16>
  %matrix_l = novi.reduce_sum %matrix_y axes = [0, 1] : (tensor<1x4096xf16>) -> tensor<f16>
  %matrix_f = novi.cast %matrix_l : tensor<f16> to tensor<f32>
  %l2 = novi.add %l1, %matrix_f : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // u / b = 2^17 overflows, u a / b^2 = 2^10 does not.
  // FEED: div_a = f16 [2**-14]
  // FEED: div_b = f16 [2**-7]
  // CHECK: div_a.gradient : tensor<1xf16> = [inf]
  // CHECK: div_b.gradient : tensor<1xf16> = [-1024]
  %div_y = novi.div %a, %b : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  %div_s = novi.reduce_sum %div_y axes = [0] : (tensor<1xf16>) -> tensor<f16>
  %div_l = novi.scale %div_s by 1024.0 : (tensor<f16>) -> tensor<f16>
  %div_f = novi.cast %div_l : tensor<f16> to tensor<f32>
  %l3 = novi.add %l2, %div_f : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // Epsilon vanishes in f16: -2^-13 / 1e-8 = -12207, and 2^-13 ln 1e8 = 0.0022486.
  // FEED: ce_q = f16 [[0, 1]]
  // FEED: ce_p = f16 [[1, 0]]
  // CHECK: ce_q.gradient : tensor<1x2xf16> = {{\[}}[-12208, {{-?}}0]]
  // CHECK: ce_p.gradient : tensor<1x2xf16> = {{\[}}[0.002249, {{-?}}0]]
  %ce = novi.cross_entropy_loss %q, %p rows = all epsilon = 1.0e-8 reduction = sum
      : (tensor<1x2xf16>, tensor<1x2xf16>) -> tensor<f16>
  %ce_l = novi.scale %ce by 1.220703125e-4 : (tensor<f16>) -> tensor<f16>
  %ce_f = novi.cast %ce_l : tensor<f16> to tensor<f32>
  %l4 = novi.add %l3, %ce_f : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // The number of rows is none of f16: -32768 / 70000 = -0.46811.
  // FEED: rows = f16 ones((70000, 1))
  // CHECK: rows.gradient : tensor<70000x1xf16> = {{\[}}[-0.468], [-0.468], [-0.468], ..., [-0.468], [-0.468], [-0.468]]
  %c0 = arith.constant 0 : index
  %n = tensor.dim %rows, %c0 : tensor<?x1xf16>
  %one = novi.constant dense<1.0> : tensor<f16>
  %targets = novi.broadcast %one sizes(%n) : tensor<f16> to tensor<?x1xf16>
  %rows_y = novi.cross_entropy_loss %rows, %targets rows = all epsilon = 0.0 reduction = mean
      : (tensor<?x1xf16>, tensor<?x1xf16>) -> tensor<f16>
  %rows_l = novi.scale %rows_y by 32768.0 : (tensor<f16>) -> tensor<f16>
  %rows_f = novi.cast %rows_l : tensor<f16> to tensor<f32>
  %l5 = novi.add %l4, %rows_f : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // The products u y = 2^-15 / 2048 vanish in f16, their sum does not. With y of
  // the first 0.4995: -0.4995 * 0.5005 * 2^-15 = -7.63e-6.
  // FEED: softmax = f16 [6.93] + [0] * 1024
  // CHECK: softmax.gradient : tensor<1025xf16> = [-7.6{{[0-9]*}}e-06, {{.*}}]
  %softmax_y = novi.softmax %scores axis = 0 : (tensor<1025xf16>) -> tensor<1025xf16>
  %small = novi.constant dense<3.0517578125e-5> : tensor<1024xf16>
  %rest = novi.slice %softmax_y[1] [1024] [1] : (tensor<1025xf16>) -> tensor<1024xf16>
  %softmax_l = novi.contract "i,i->" %rest, %small : (tensor<1024xf16>, tensor<1024xf16>) -> tensor<f16>
  %softmax_f = novi.cast %softmax_l : tensor<f16> to tensor<f32>
  %l6 = novi.add %l5, %softmax_f : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // u - softmax with softmax = [0.333232, ..., 3.03868e-4]; exp of the rounded
  // logarithm, -8.125, would be 2.96e-4.
  // FEED: log_softmax = f32 [0, 0, 0, -7]
  // CHECK: log_softmax.gradient : tensor<4xf32> = [0.66796875, -0.33398438, -0.33398438, -0.00030326843]
  %logits_b = novi.cast %logits : tensor<4xf32> to tensor<4xbf16>
  %log_softmax = novi.log_softmax %logits_b axis = 0 : (tensor<4xbf16>) -> tensor<4xbf16>
  %first = novi.slice %log_softmax[0] [1] [1] : (tensor<4xbf16>) -> tensor<1xbf16>
  %log_softmax_l = novi.reduce_sum %first axes = [0] : (tensor<1xbf16>) -> tensor<bf16>
  %log_softmax_f = novi.cast %log_softmax_l : tensor<bf16> to tensor<f32>
  %l7 = novi.add %l6, %log_softmax_f : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // 1e6 is infinity in f16, so that side is open.
  // FEED: clip = f16 [1, inf, nan]
  // CHECK: clip.gradient : tensor<3xf16> = [3, 3, 0]
  %clip_y = novi.clip %clip min -1.0 max 1.0e6 : (tensor<3xf16>) -> tensor<3xf16>
  %three = novi.constant dense<3.0> : tensor<3xf16>
  %clip_l = novi.contract "i,i->" %clip_y, %three : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  %clip_f = novi.cast %clip_l : tensor<f16> to tensor<f32>
  %l8 = novi.add %l7, %clip_f : (tensor<f32>, tensor<f32>) -> tensor<f32>

  // f16 0.1 is 0.09997559.
  // FEED: cast = f32 [1]
  // CHECK: cast.gradient : tensor<1xf32> = [0.099975586]
  %cast_h = novi.cast %cast : tensor<1xf32> to tensor<1xf16>
  %tenth = novi.constant dense<0.1> : tensor<1xf16>
  %cast_l = novi.contract "i,i->" %cast_h, %tenth : (tensor<1xf16>, tensor<1xf16>) -> tensor<f16>
  %cast_f = novi.cast %cast_l : tensor<f16> to tensor<f32>
  %l9 = novi.add %l8, %cast_f : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %l9 : tensor<f32>
}
