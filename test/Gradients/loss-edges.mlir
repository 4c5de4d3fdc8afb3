// RUN: %python %S/feed.py %s %t.npz
// RUN: novi-opt %s --novi-generate-backward -o %t.mlir
// RUN: novi-run %t.mlir --backend=interpret --inputs=%t.npz | FileCheck %s --match-full-lines
// RUN: novi-run %t.mlir --backend=cpu --inputs=%t.npz | FileCheck %s --match-full-lines
// RUN: novi-opt %t.mlir --canonicalize --cse -o %t.reduced.mlir
// RUN: novi-run %t.reduced.mlir --backend=interpret --inputs=%t.npz | FileCheck %s --match-full-lines

// Gradients of the losses where a probability or a target is 0, where there is no
// row, and where rows are left out by a target of zeros. The loss of the function is
// the sum of all, each times 3.

func.func @step(
    %q: tensor<4x2xf64> {novi.name = "ce_q"},
    %p: tensor<4x2xf64> {novi.name = "ce_p"},
    %hidden_q: tensor<1x2xf64> {novi.name = "hidden_q"},
    %hidden_p: tensor<1x2xf64> {novi.name = "hidden_p"},
    %x: tensor<2x2xf64> {novi.name = "G18"},
    %none: tensor<1x2xf64> {novi.name = "G19"},
    %far_x: tensor<1x2xf64> {novi.name = "far_x"},
    %far_p: tensor<1x2xf64> {novi.name = "far_p"},
    %masked_x: tensor<1x2xf64> {novi.name = "masked_x"},
    %masked_p: tensor<1x2xf64> {novi.name = "masked_p"},
    %empty: tensor<0x2xf64> {novi.name = "empty"},
    %empty_dynamic: tensor<?x2xf64> {novi.name = "empty_dynamic"},
    %first: tensor<3x2xf64> {novi.name = "first"}) -> (
    tensor<f64> {novi.name = "loss", novi.role = "loss"},
    tensor<f64> {novi.name = "G18_loss"}, tensor<f64> {novi.name = "G19_loss"},
    tensor<f64> {novi.name = "empty_loss"}) {
  // CHECK: loss : tensor<f64> = nan
  // G18: the row that counts has 0.1 ln 4 + 0.9 ln(4/3) = 0.397543.
  // CHECK-NEXT: G18_loss : tensor<f64> = 0.397543{{.*}}
  // CHECK-NEXT: G19_loss : tensor<f64> = {{-?}}0
  // CHECK-NEXT: empty_loss : tensor<f64> = nan

  // -u p / q and -u ln q. Where p is 0 its term is: nothing moves at q = 0, but for
  // a NaN. Where q is 0 and p is not, all moves without end.
  // FEED: ce_q = f64 [[0, 1], [0, 1], [0.5, 0.25], [nan, 1]]
  // FEED: ce_p = f64 [[0, 1], [0.5, 0], [1, 0], [0, 0]]
  // CHECK-NEXT: ce_q.gradient : tensor<4x2xf64> = {{\[}}[0, -3], [-inf, {{-?}}0], [-6, {{-?}}0], [nan, {{-?}}0]]
  // ln 2 = 0.693147, ln 4 = 1.386294.
  // CHECK-NEXT: ce_p.gradient : tensor<4x2xf64> = {{\[}}[inf, {{-?}}0], [inf, {{-?}}0], [2.0794415{{[0-9]*}}, 4.158883{{[0-9]*}}], [nan, {{-?}}0]]
  %ce = novi.cross_entropy_loss %q, %p rows = all epsilon = 0.0 reduction = sum
      : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<f64>

  // The upstream gradient is 0.
  // FEED: hidden_q = f64 [[0, 1]]
  // FEED: hidden_p = f64 [[1, 0]]
  // CHECK-NEXT: hidden_q.gradient : tensor<1x2xf64> = {{\[}}[{{-?}}0, {{-?}}0]]
  // CHECK-NEXT: hidden_p.gradient : tensor<1x2xf64> = {{\[}}[{{-?}}0, {{-?}}0]]
  %zero = novi.constant dense<0.0> : tensor<f64>
  %never = novi.compare ne, %zero, %zero : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %hidden_ce = novi.cross_entropy_loss %hidden_q, %hidden_p rows = all epsilon = 0.0 reduction = mean
      : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<f64>
  %hidden = novi.select %never, %hidden_ce, %zero : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>

  // G18: with smoothing 0.2 of target 1; the other row does not count.
  // 3 (softmax - p) = 3 ([0.25, 0.75] - [0.1, 0.9]).
  // FEED: G18 = f64 [[0, log(3)], [5, -5]]
  // CHECK-NEXT: G18.gradient : tensor<2x2xf64> = {{\[}}[{{0.4(5|4999)[0-9]*}}, {{-0.4(5|4999)[0-9]*}}], [{{-?}}0, {{-?}}0]]
  %smoothed = novi.constant dense<[[0.1, 0.9], [0.0, 0.0]]> : tensor<2x2xf64>
  %g18 = novi.softmax_cross_entropy_loss %x, %smoothed rows = all reduction = sum
      : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<f64>

  // G19: no row counts.
  // FEED: G19 = f64 [[1, 2]]
  // CHECK-NEXT: G19.gradient : tensor<1x2xf64> = {{\[}}[{{-?}}0, {{-?}}0]]
  %zeros = novi.zero : tensor<1x2xf64>
  %g19 = novi.softmax_cross_entropy_loss %none, %zeros rows = all reduction = mean
      : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<f64>

  // The softmax underflows, its logarithm does not.
  // FEED: far_x = f64 [[0, -1e4]]
  // FEED: far_p = f64 [[0, 1]]
  // CHECK-NEXT: far_x.gradient : tensor<1x2xf64> = {{\[}}[3, -3]]
  // CHECK-NEXT: far_p.gradient : tensor<1x2xf64> = {{\[}}[{{-?}}0, 30000]]
  %far = novi.softmax_cross_entropy_loss %far_x, %far_p rows = all reduction = sum
      : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<f64>

  // FEED: masked_x = f64 [[0, -inf]]
  // FEED: masked_p = f64 [[1, 0]]
  // CHECK-NEXT: masked_x.gradient : tensor<1x2xf64> = {{\[}}[0, {{-?}}0]]
  // CHECK-NEXT: masked_p.gradient : tensor<1x2xf64> = {{\[}}[{{-?}}0, inf]]
  %masked = novi.softmax_cross_entropy_loss %masked_x, %masked_p rows = all reduction = sum
      : (tensor<1x2xf64>, tensor<1x2xf64>) -> tensor<f64>

  // A mean of nothing.
  // FEED: empty = f64 zeros((0, 2))
  // FEED: empty_dynamic = f64 zeros((0, 2))
  // CHECK-NEXT: empty.gradient : tensor<0x2xf64> = []
  // CHECK-NEXT: empty_dynamic.gradient : tensor<0x2xf64> = []
  %of_nothing = novi.softmax_cross_entropy_loss %empty, %empty rows = all reduction = mean
      : (tensor<0x2xf64>, tensor<0x2xf64>) -> tensor<f64>
  %of_nothing_dynamic = novi.cross_entropy_loss %empty_dynamic, %empty_dynamic rows = all epsilon = 0.0 reduction = mean
      : (tensor<?x2xf64>, tensor<?x2xf64>) -> tensor<f64>

  // Rows that do not count may hold anything.
  // FEED: first = f64 [[0.5, 0.5], [nan, 0], [inf, -inf]]
  // CHECK-NEXT: first.gradient : tensor<3x2xf64> = {{\[}}[-6, {{-?}}0], [0, 0], [0, 0]]
  %target = novi.constant dense<[[1.0, 0.0], [1.0, 1.0], [1.0, 1.0]]> : tensor<3x2xf64>
  %of_first = novi.cross_entropy_loss %first, %target rows = first epsilon = 0.0 reduction = mean
      : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<f64>

  %l1 = novi.add %ce, %hidden : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %l2 = novi.add %l1, %g18 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %l3 = novi.add %l2, %g19 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %l4 = novi.add %l3, %far : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %l5 = novi.add %l4, %masked : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %l6 = novi.add %l5, %of_nothing : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %l7 = novi.add %l6, %of_nothing_dynamic : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %l8 = novi.add %l7, %of_first : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %loss = novi.scale %l8 by 3.0 : (tensor<f64>) -> tensor<f64>
  return %loss, %g18, %g19, %of_nothing : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
}
