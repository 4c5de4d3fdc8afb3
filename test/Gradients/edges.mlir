// RUN: %python %S/feed.py %s %t.npz
// RUN: novi-opt %s --novi-generate-backward -o %t.mlir
// RUN: novi-run %t.mlir --backend=interpret --inputs=%t.npz | FileCheck %s --match-full-lines
// RUN: novi-run %t.mlir --backend=cpu --inputs=%t.npz | FileCheck %s --match-full-lines
// RUN: novi-opt %t.mlir --canonicalize --cse -o %t.reduced.mlir
// RUN: novi-run %t.reduced.mlir --backend=interpret --inputs=%t.npz | FileCheck %s --match-full-lines

// Gradients where mathematics has none, or where others were wrong: the lines of
// docs/Edges.md and, by their names, cases known from other projects. The loss of
// a case is sum(f(x) * u), so that u is the upstream gradient; the loss of the
// function is the sum of all. Signs of zeros are not distinguished.

func.func @step(
    %relu: tensor<6xf32> {novi.name = "G13_G14"},
    %clip: tensor<2xf64> {novi.name = "G11"},
    %clip_edges: tensor<4xf64> {novi.name = "clip_edges"},
    %clip_crossed: tensor<3xf64> {novi.name = "clip_crossed"},
    %clip_above: tensor<5xf64> {novi.name = "clip_above"},
    %clip_open: tensor<3xf64> {novi.name = "clip_open"},
    %max_ties: tensor<4xf64> {novi.name = "max_ties"},
    %max_nan: tensor<3xf64> {novi.name = "max_nan"},
    %max_inf: tensor<2x2xf64> {novi.name = "max_inf"},
    %softmax: tensor<1x2xf64> {novi.name = "G01"},
    %softmax_masked: tensor<2x3xf64> {novi.name = "softmax_masked"},
    %log_softmax: tensor<2xf64> {novi.name = "G16"},
    %log_softmax_far: tensor<2xf64> {novi.name = "log_softmax_far"},
    %log: tensor<7xf64> {novi.name = "log"},
    %log_hidden: tensor<3xf64> {novi.name = "log_hidden"},
    %log_clipped: tensor<2xf64> {novi.name = "G06"},
    %div_a: tensor<4xf64> {novi.name = "div_a"},
    %div_b: tensor<4xf64> {novi.name = "div_b"},
    %div_hidden_a: tensor<4xf64> {novi.name = "div_hidden_a"},
    %div_hidden_b: tensor<4xf64> {novi.name = "div_hidden_b"},
    %div_large_a: tensor<2xf32> {novi.name = "div_large_a"},
    %div_large_b: tensor<2xf32> {novi.name = "div_large_b"},
    %cast_i1: tensor<2xf64> {novi.name = "cast_i1"},
    %square: tensor<f64> {novi.name = "G21_square"},
    %two_uses: tensor<1x1xf64> {novi.name = "G21_two_uses"},
    %bias1: tensor<1x4xf64> {novi.name = "G03_bias1"},
    %bias2: tensor<4xf64> {novi.name = "G03_bias2"},
    %wide1: tensor<3x1xf64> {novi.name = "G04_3x1"},
    %wide2: tensor<1x4xf64> {novi.name = "G04_1x4"},
    %wide3: tensor<1x1x4xf64> {novi.name = "G04_1x1x4"},
    %a: tensor<2x3xf64> {novi.name = "G23_a"},
    %b: tensor<4x3xf64> {novi.name = "G23_b"}) -> tensor<f64> {
  %zero = novi.constant dense<0.0> : tensor<f64>
  %zero32 = novi.constant dense<0.0> : tensor<f32>

  // G13, G14: the slope of relu is 0 at 0; a NaN passes.
  // FEED: G13_G14 = f32 [-1, 0, -0.0, 1e-45, nan, inf]
  // CHECK: G13_G14.gradient : tensor<6xf32> = [0, 0, 0, 2.5, 2.5, 2.5]
  %relu_y = novi.relu %relu : (tensor<6xf32>) -> tensor<6xf32>
  %relu_u = novi.constant dense<2.5> : tensor<6xf32>
  %relu_l = novi.contract "i,i->" %relu_y, %relu_u : (tensor<6xf32>, tensor<6xf32>) -> tensor<f32>
  %l0 = novi.cast %relu_l : tensor<f32> to tensor<f64>

  // G11: the upstream gradient is there once.
  // FEED: G11 = f64 [0.5, 2]
  // CHECK: G11.gradient : tensor<2xf64> = [-3, 0]
  %clip_y = novi.clip %clip min 0.0 max 1.0 : (tensor<2xf64>) -> tensor<2xf64>
  %clip_u = novi.constant dense<-3.0> : tensor<2xf64>
  %clip_l = novi.contract "i,i->" %clip_y, %clip_u : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
  %l1 = novi.add %l0, %clip_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // 0 at the bounds and at a NaN.
  // FEED: clip_edges = f64 [0, 1, nan, 0.25]
  // CHECK: clip_edges.gradient : tensor<4xf64> = [0, 0, 0, 3]
  %clip_edges_y = novi.clip %clip_edges min 0.0 max 1.0 : (tensor<4xf64>) -> tensor<4xf64>
  %clip_edges_u = novi.constant dense<3.0> : tensor<4xf64>
  %clip_edges_l = novi.contract "i,i->" %clip_edges_y, %clip_edges_u : (tensor<4xf64>, tensor<4xf64>) -> tensor<f64>
  %l2 = novi.add %l1, %clip_edges_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // With min > max the result is max everywhere.
  // FEED: clip_crossed = f64 [0, 2, 5]
  // CHECK: clip_crossed.gradient : tensor<3xf64> = [0, 0, 0]
  %clip_crossed_y = novi.clip %clip_crossed min 3.0 max 1.0 : (tensor<3xf64>) -> tensor<3xf64>
  %clip_crossed_u = novi.constant dense<3.0> : tensor<3xf64>
  %clip_crossed_l = novi.contract "i,i->" %clip_crossed_y, %clip_crossed_u : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  %l3 = novi.add %l2, %clip_crossed_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // An infinite bound bounds nothing, not even an infinity.
  // FEED: clip_above = f64 [-inf, -5, 1, 2, nan]
  // CHECK: clip_above.gradient : tensor<5xf64> = [3, 3, 0, 0, 0]
  %clip_above_y = novi.clip %clip_above min 0xFFF0000000000000 max 1.0 : (tensor<5xf64>) -> tensor<5xf64>
  %clip_above_u = novi.constant dense<3.0> : tensor<5xf64>
  %clip_above_l = novi.contract "i,i->" %clip_above_y, %clip_above_u : (tensor<5xf64>, tensor<5xf64>) -> tensor<f64>
  %l4 = novi.add %l3, %clip_above_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // FEED: clip_open = f64 [-inf, inf, nan]
  // CHECK: clip_open.gradient : tensor<3xf64> = [3, 3, 0]
  %clip_open_y = novi.clip %clip_open min 0xFFF0000000000000 max 0x7FF0000000000000 : (tensor<3xf64>) -> tensor<3xf64>
  %clip_open_u = novi.constant dense<3.0> : tensor<3xf64>
  %clip_open_l = novi.contract "i,i->" %clip_open_y, %clip_open_u : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  %l5 = novi.add %l4, %clip_open_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // The largest elements share. Beside a NaN, which is the largest is not known.
  // FEED: max_ties = f64 [3, 1, 3, 2]
  // CHECK: max_ties.gradient : tensor<4xf64> = [2, 0, 2, 0]
  %max_ties_y = novi.reduce_max %max_ties axes = [0] : (tensor<4xf64>) -> tensor<f64>
  %max_ties_l = novi.scale %max_ties_y by 4.0 : (tensor<f64>) -> tensor<f64>
  %l6 = novi.add %l5, %max_ties_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // FEED: max_nan = f64 [1, nan, 2]
  // CHECK: max_nan.gradient : tensor<3xf64> = [nan, nan, nan]
  %max_nan_y = novi.reduce_max %max_nan axes = [0] : (tensor<3xf64>) -> tensor<f64>
  %max_nan_l = novi.scale %max_nan_y by 6.0 : (tensor<f64>) -> tensor<f64>
  %l7 = novi.add %l6, %max_nan_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // FEED: max_inf = f64 [[-inf, -inf], [inf, 0]]
  // CHECK: max_inf.gradient : tensor<2x2xf64> = {{\[}}[2, 2], [4, 0]]
  %max_inf_y = novi.reduce_max %max_inf axes = [1] : (tensor<2x2xf64>) -> tensor<2xf64>
  %max_inf_u = novi.constant dense<4.0> : tensor<2xf64>
  %max_inf_l = novi.contract "i,i->" %max_inf_y, %max_inf_u : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
  %l8 = novi.add %l7, %max_inf_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // G01: every row sums to 0.
  // FEED: G01 = f64 [[0, 0]]
  // CHECK: G01.gradient : tensor<1x2xf64> = {{\[}}[0.25, -0.25]]
  %softmax_y = novi.softmax %softmax axis = 1 : (tensor<1x2xf64>) -> tensor<1x2xf64>
  %softmax_u = novi.constant dense<[[1.0, 0.0]]> : tensor<1x2xf64>
  %softmax_l = novi.contract "ij,ij->" %softmax_y, %softmax_u : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<f64>
  %l9 = novi.add %l8, %softmax_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // A masked score gets nothing; a row of masked ones is NaN.
  // FEED: softmax_masked = f64 [[-inf, 0, 0], [-inf, -inf, -inf]]
  // CHECK: softmax_masked.gradient : tensor<2x3xf64> = {{\[}}[{{-?}}0, -0.25, 0.25], [nan, nan, nan]]
  %softmax_masked_y = novi.softmax %softmax_masked axis = 1 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %softmax_masked_u = novi.constant dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf64>
  %softmax_masked_l = novi.contract "ij,ij->" %softmax_masked_y, %softmax_masked_u : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<f64>
  %l10 = novi.add %l9, %softmax_masked_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // G16: w - softmax * sum(w).
  // FEED: G16 = f64 [0, 0]
  // CHECK: G16.gradient : tensor<2xf64> = [-0.5, 0.5]
  %log_softmax_y = novi.log_softmax %log_softmax axis = 0 : (tensor<2xf64>) -> tensor<2xf64>
  %log_softmax_u = novi.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %log_softmax_l = novi.contract "i,i->" %log_softmax_y, %log_softmax_u : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
  %l11 = novi.add %l10, %log_softmax_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // FEED: log_softmax_far = f64 [1e4, 0]
  // CHECK: log_softmax_far.gradient : tensor<2xf64> = [-2, 2]
  %log_softmax_far_y = novi.log_softmax %log_softmax_far axis = 0 : (tensor<2xf64>) -> tensor<2xf64>
  %log_softmax_far_l = novi.contract "i,i->" %log_softmax_far_y, %log_softmax_u : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
  %l12 = novi.add %l11, %log_softmax_far_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // At an infinite slope: 0 for an upstream 0, else an infinity. A NaN stays.
  // FEED: log = f64 [0, 0, 0, -0.0, 2, nan, nan]
  // CHECK: log.gradient : tensor<7xf64> = [0, inf, -inf, 0, 2, nan, nan]
  %log_y = novi.log %log : (tensor<7xf64>) -> tensor<7xf64>
  %log_u = novi.constant dense<[0.0, 3.0, -3.0, 0.0, 4.0, 0.0, 1.0]> : tensor<7xf64>
  %log_l = novi.contract "i,i->" %log_y, %log_u : (tensor<7xf64>, tensor<7xf64>) -> tensor<f64>
  %l13 = novi.add %l12, %log_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // What a select hides has no influence: no NaN comes out of 0 * inf.
  // FEED: log_hidden = f64 [0, 2, -1]
  // CHECK: log_hidden.gradient : tensor<3xf64> = [0, 2, {{-?}}0]
  %log_hidden_m = novi.compare gt, %log_hidden, %zero : (tensor<3xf64>, tensor<f64>) -> tensor<3xi1>
  %log_hidden_x = novi.log %log_hidden : (tensor<3xf64>) -> tensor<3xf64>
  %log_hidden_y = novi.select %log_hidden_m, %log_hidden_x, %zero : (tensor<3xi1>, tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
  %log_hidden_u = novi.constant dense<4.0> : tensor<3xf64>
  %log_hidden_l = novi.contract "i,i->" %log_hidden_y, %log_hidden_u : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  %l14 = novi.add %l13, %log_hidden_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // G06: behind a clamp that holds, the function is constant.
  // FEED: G06 = f64 [0, 2]
  // CHECK: G06.gradient : tensor<2xf64> = [0, 2]
  %log_clipped_x = novi.log %log_clipped : (tensor<2xf64>) -> tensor<2xf64>
  %log_clipped_y = novi.clip %log_clipped_x min -23.0 max 0x7FF0000000000000 : (tensor<2xf64>) -> tensor<2xf64>
  %log_clipped_u = novi.constant dense<4.0> : tensor<2xf64>
  %log_clipped_l = novi.contract "i,i->" %log_clipped_y, %log_clipped_u : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
  %l15 = novi.add %l14, %log_clipped_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // da = u / b, db = -u a / b^2, for u = 2.
  // FEED: div_a = f64 [1, -1, 0, 6]
  // FEED: div_b = f64 [0, 0, 0, 2]
  // CHECK: div_a.gradient : tensor<4xf64> = [inf, inf, inf, 1]
  // CHECK: div_b.gradient : tensor<4xf64> = [-inf, inf, nan, -3]
  %div_y = novi.div %div_a, %div_b : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %div_u = novi.constant dense<2.0> : tensor<4xf64>
  %div_l = novi.contract "i,i->" %div_y, %div_u : (tensor<4xf64>, tensor<4xf64>) -> tensor<f64>
  %l16 = novi.add %l15, %div_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // FEED: div_hidden_a = f64 [1, -1, 0, 6]
  // FEED: div_hidden_b = f64 [0, 0, 0, 2]
  // CHECK: div_hidden_a.gradient : tensor<4xf64> = [0, 0, 0, 1]
  // CHECK: div_hidden_b.gradient : tensor<4xf64> = [{{-?}}0, {{-?}}0, {{-?}}0, -3]
  %div_hidden_m = novi.compare ne, %div_hidden_b, %zero : (tensor<4xf64>, tensor<f64>) -> tensor<4xi1>
  %div_hidden_x = novi.div %div_hidden_a, %div_hidden_b : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %div_hidden_y = novi.select %div_hidden_m, %div_hidden_x, %zero : (tensor<4xi1>, tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  %div_hidden_l = novi.contract "i,i->" %div_hidden_y, %div_u : (tensor<4xf64>, tensor<4xf64>) -> tensor<f64>
  %l17 = novi.add %l16, %div_hidden_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // A quotient that overflows has an infinite slope too; f32 ends at 3.4e38.
  // FEED: div_large_a = f32 [1, -1]
  // FEED: div_large_b = f32 [1e-39, 1e-39]
  // CHECK: div_large_a.gradient : tensor<2xf32> = [0, 0]
  // CHECK: div_large_b.gradient : tensor<2xf32> = [{{-?}}0, {{-?}}0]
  %div_large_x = novi.div %div_large_a, %div_large_b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %div_large_m = novi.compare gt, %div_large_b, %zero32 : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
  %div_large_y = novi.select %div_large_m, %zero32, %div_large_x : (tensor<2xi1>, tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %div_large_l = novi.reduce_sum %div_large_y axes = [0] : (tensor<2xf32>) -> tensor<f32>
  %div_large_l64 = novi.cast %div_large_l : tensor<f32> to tensor<f64>
  %l18 = novi.add %l17, %div_large_l64 : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // Nothing flows through a comparison; x * (x > 0) has the slope 1 or 0.
  // FEED: cast_i1 = f64 [-1, 2]
  // CHECK: cast_i1.gradient : tensor<2xf64> = [0, 3]
  %cast_m = novi.compare gt, %cast_i1, %zero : (tensor<2xf64>, tensor<f64>) -> tensor<2xi1>
  %cast_f = novi.cast %cast_m : tensor<2xi1> to tensor<2xf64>
  %cast_y = novi.mul %cast_f, %cast_i1 : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %cast_u = novi.constant dense<3.0> : tensor<2xf64>
  %cast_l = novi.contract "i,i->" %cast_y, %cast_u : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
  %l19 = novi.add %l18, %cast_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // G21: the uses of a value add up.
  // FEED: G21_square = f64 3
  // CHECK: G21_square.gradient : tensor<f64> = 6
  %square_l = novi.mul %square, %square : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %l20 = novi.add %l19, %square_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // FEED: G21_two_uses = f64 [[3]]
  // CHECK: G21_two_uses.gradient : tensor<1x1xf64> = {{\[}}[3]]
  %two = novi.constant dense<2.0> : tensor<1x1xf64>
  %two_uses_y = novi.matmul %two_uses, %two : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %two_uses_s = novi.reduce_sum %two_uses_y axes = [0, 1] : (tensor<1x1xf64>) -> tensor<f64>
  %two_uses_t = novi.reduce_sum %two_uses axes = [0, 1] : (tensor<1x1xf64>) -> tensor<f64>
  %l21 = novi.add %l20, %two_uses_s : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %l22 = novi.add %l21, %two_uses_t : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // G03: a bias has one gradient for all rows.
  // FEED: G03_bias1 = f64 zeros((1, 4))
  // FEED: G03_bias2 = f64 zeros(4)
  // CHECK: G03_bias1.gradient : tensor<1x4xf64> = {{\[}}[3, 3, 3, 3]]
  // CHECK: G03_bias2.gradient : tensor<4xf64> = [3, 3, 3, 3]
  %x34 = novi.constant dense<5.0> : tensor<3x4xf64>
  %bias1_y = novi.add %x34, %bias1 : (tensor<3x4xf64>, tensor<1x4xf64>) -> tensor<3x4xf64>
  %bias2_y = novi.add %bias1_y, %bias2 : (tensor<3x4xf64>, tensor<4xf64>) -> tensor<3x4xf64>
  %bias_l = novi.reduce_sum %bias2_y axes = [0, 1] : (tensor<3x4xf64>) -> tensor<f64>
  %l23 = novi.add %l22, %bias_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // G04: axes of size 1 are found where they are once leading axes are gone.
  // FEED: G04_3x1 = f64 zeros((3, 1))
  // FEED: G04_1x4 = f64 zeros((1, 4))
  // FEED: G04_1x1x4 = f64 zeros((1, 1, 4))
  // CHECK: G04_3x1.gradient : tensor<3x1xf64> = {{\[}}[8], [8], [8]]
  // CHECK: G04_1x4.gradient : tensor<1x4xf64> = {{\[}}[6, 6, 6, 6]]
  // CHECK: G04_1x1x4.gradient : tensor<1x1x4xf64> = {{\[\[}}[6, 6, 6, 6]]]
  %x234 = novi.constant dense<5.0> : tensor<2x3x4xf64>
  %wide1_y = novi.add %x234, %wide1 : (tensor<2x3x4xf64>, tensor<3x1xf64>) -> tensor<2x3x4xf64>
  %wide2_y = novi.add %wide1_y, %wide2 : (tensor<2x3x4xf64>, tensor<1x4xf64>) -> tensor<2x3x4xf64>
  %wide3_y = novi.add %wide2_y, %wide3 : (tensor<2x3x4xf64>, tensor<1x1x4xf64>) -> tensor<2x3x4xf64>
  %wide_l = novi.reduce_sum %wide3_y axes = [0, 1, 2] : (tensor<2x3x4xf64>) -> tensor<f64>
  %l24 = novi.add %l23, %wide_l : (tensor<f64>, tensor<f64>) -> tensor<f64>

  // G23: dA = dC B and dB = dC^T A for C = A B^T.
  // FEED: G23_a = f64 [[1, 2, 3], [4, 5, 6]]
  // FEED: G23_b = f64 [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]
  // CHECK: G23_a.gradient : tensor<2x3xf64> = {{\[}}[2, 2, 2], [2, 2, 2]]
  // CHECK: G23_b.gradient : tensor<4x3xf64> = {{\[}}[5, 7, 9], [5, 7, 9], [5, 7, 9], [5, 7, 9]]
  %c = novi.matmul %a, %b {transpose_b} : (tensor<2x3xf64>, tensor<4x3xf64>) -> tensor<2x4xf64>
  %c_l = novi.reduce_sum %c axes = [0, 1] : (tensor<2x4xf64>) -> tensor<f64>
  %l25 = novi.add %l24, %c_l : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %l25 : tensor<f64>
}
