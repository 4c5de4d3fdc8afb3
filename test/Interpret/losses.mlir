// RUN: novi-run --backend=interpret %s | FileCheck %s --match-full-lines
// RUN: novi-opt %s --canonicalize | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-opt %s --novi-decompose | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %s | FileCheck %s --match-full-lines

// Values of the losses. The folds must give the same. A name such as N17 is
// that of a case known from other projects.

func.func @main() -> (
    tensor<2xf64> {novi.name = "none"},
    tensor<f64> {novi.name = "sum"},
    tensor<f64> {novi.name = "mean"},
    tensor<f64> {novi.name = "first"},
    tensor<f64> {novi.name = "first_mean"},
    tensor<f64> {novi.name = "epsilon"},
    tensor<f64> {novi.name = "vector"},
    tensor<2x2xf64> {novi.name = "cube"},
    tensor<f64> {novi.name = "cube_first"},
    tensor<3xf32> {novi.name = "N17"},
    tensor<3xf32> {novi.name = "N17_epsilon"},
    tensor<f32> {novi.name = "mean_none"},
    tensor<f32> {novi.name = "sum_none"},
    tensor<0xf32> {novi.name = "each_none"},
    tensor<f32> {novi.name = "softmax_mean_none"},
    tensor<f32> {novi.name = "softmax_sum_none"},
    tensor<f16> {novi.name = "sum_f16"},
    tensor<4xf64> {novi.name = "softmax_none"},
    tensor<f64> {novi.name = "softmax_sum"},
    tensor<f64> {novi.name = "softmax_mean"},
    tensor<f64> {novi.name = "softmax_first"},
    tensor<5xf32> {novi.name = "softmax_edges"}) {
  // Rows of loss -ln(1/4) = 1.3862943611198906 and -(0.2 ln 0.1 + 0.8 ln
  // 0.7) = 0.7458569737497951. (NumPy) Their sum is 2.1321513348696857,
  // their mean 1.0660756674348428.
  %p = novi.constant dense<[[0.5, 0.25, 0.25], [0.1, 0.2, 0.7]]> : tensor<2x3xf64>
  %t = novi.constant dense<[[0.0, 1.0, 0.0], [0.2, 0.0, 0.8]]> : tensor<2x3xf64>
  %none = novi.cross_entropy_loss %p, %t rows = all epsilon = 0.0 reduction = none
      : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2xf64>
  %sum = novi.cross_entropy_loss %p, %t rows = all epsilon = 0.0 reduction = sum
      : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<f64>
  %mean = novi.cross_entropy_loss %p, %t rows = all epsilon = 0.0 reduction = mean
      : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<f64>
  %first = novi.cross_entropy_loss %p, %t rows = first epsilon = 0.0 reduction = sum
      : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<f64>
  %first_mean = novi.cross_entropy_loss %p, %t rows = first epsilon = 0.0 reduction = mean
      : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<f64>
  // CHECK: none : tensor<2xf64> = [1.38629436111989{{[0-9]+}}, 0.745856973749795{{[0-9]*}}]
  // CHECK: sum : tensor<f64> = 2.132151334869685{{[0-9]+}}
  // CHECK: mean : tensor<f64> = 1.066075667434842{{[0-9]+}}
  // CHECK: first : tensor<f64> = 1.38629436111989{{[0-9]+}}
  // CHECK: first_mean : tensor<f64> = 1.38629436111989{{[0-9]+}}

  // The epsilon is added to the probability: -ln(0.25 + 0.25) = ln 2. A
  // vector is one row.
  %p1 = novi.constant dense<[0.25, 0.75]> : tensor<2xf64>
  %t1 = novi.constant dense<[1.0, 0.0]> : tensor<2xf64>
  %epsilon = novi.cross_entropy_loss %p1, %t1 rows = all epsilon = 0.25 reduction = mean
      : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
  %vector = novi.cross_entropy_loss %p1, %t1 rows = all epsilon = 0.0 reduction = none
      : (tensor<2xf64>, tensor<2xf64>) -> tensor<f64>
  // CHECK: epsilon : tensor<f64> = 0.69314718055994{{[0-9]+}}
  // CHECK: vector : tensor<f64> = 1.38629436111989{{[0-9]+}}

  // The first row of several axes is that at [0, 0]: ln 2, ln 4, ln 8, ln
  // 16.
  %p3 = novi.constant dense<[[[0.5, 0.5], [0.25, 0.75]], [[0.125, 0.875], [0.0625, 0.9375]]]>
      : tensor<2x2x2xf64>
  %t3 = novi.constant dense<[[[1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [1.0, 0.0]]]>
      : tensor<2x2x2xf64>
  %cube = novi.cross_entropy_loss %p3, %t3 rows = all epsilon = 0.0 reduction = none
      : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2xf64>
  %cube_first = novi.cross_entropy_loss %p3, %t3 rows = first epsilon = 0.0 reduction = sum
      : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<f64>
  // CHECK: cube : tensor<2x2xf64> = {{\[\[}}0.69314718055994{{[0-9]+}}, 1.38629436111989{{[0-9]+}}], [2.079441541679{{[0-9]+}}, 2.77258872223978{{[0-9]*}}]]
  // CHECK: cube_first : tensor<f64> = 0.69314718055994{{[0-9]+}}

  // N17: a target of 0 counts for nothing, even of a probability 0, but a
  // NaN is kept; a target that is not 0 of a probability 0 is infinite. The
  // listing's epsilon makes it -ln 1e-8 = 18.420680743952367.
  %p_n17 = novi.constant dense<[[0.0, 1.0], [0x7FC00000, 1.0], [1.0, 0.0]]> : tensor<3x2xf32>
  %t_n17 = novi.constant dense<[[0.0, 1.0], [0.0, 1.0], [0.0, 1.0]]> : tensor<3x2xf32>
  %n17 = novi.cross_entropy_loss %p_n17, %t_n17 rows = all epsilon = 0.0 reduction = none
      : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3xf32>
  %n17_epsilon = novi.cross_entropy_loss %p_n17, %t_n17 rows = all epsilon = 1.0e-8 reduction = none
      : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3xf32>
  // CHECK: N17 : tensor<3xf32> = [{{-?}}0, nan, inf]
  // CHECK: N17_epsilon : tensor<3xf32> = [{{-?0|-1e-08|-?9.99[0-9]+e-09}}, nan, 18.42068{{[0-9]*}}]

  // The mean of no rows is NaN, their sum 0.
  %no_rows = novi.zero : tensor<0x3xf32>
  %mean_none = novi.cross_entropy_loss %no_rows, %no_rows rows = all epsilon = 0.0 reduction = mean
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %sum_none = novi.cross_entropy_loss %no_rows, %no_rows rows = all epsilon = 0.0 reduction = sum
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %each_none = novi.cross_entropy_loss %no_rows, %no_rows rows = all epsilon = 0.0 reduction = none
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0xf32>
  %softmax_mean_none = novi.softmax_cross_entropy_loss %no_rows, %no_rows rows = all reduction = mean
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %softmax_sum_none = novi.softmax_cross_entropy_loss %no_rows, %no_rows rows = all reduction = sum
      : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  // CHECK: mean_none : tensor<f32> = nan
  // CHECK: sum_none : tensor<f32> = 0
  // CHECK: each_none : tensor<0xf32> = []
  // CHECK: softmax_mean_none : tensor<f32> = nan
  // CHECK: softmax_sum_none : tensor<f32> = 0

  // Sums over rows are accumulated in f32 or wider: 4096 rows of ln 2 are
  // 2839.13, in f16 2840, where a sum in f16 would stall.
  %p_f16 = novi.constant dense<0.5> : tensor<4096x1xf16>
  %t_f16 = novi.constant dense<1.0> : tensor<4096x1xf16>
  %sum_f16 = novi.cross_entropy_loss %p_f16, %t_f16 rows = all epsilon = 0.0 reduction = sum
      : (tensor<4096x1xf16>, tensor<4096x1xf16>) -> tensor<f16>
  // CHECK: sum_f16 : tensor<f16> = 2840

  // Scores [0, 0] have a loss of ln 2, [0, ln 3] of ln 4 for the first and
  // -ln(3/4) = 0.28768207245178085 for the second class; half of each is
  // 0.8369882167858358.
  %s = novi.constant dense<[[0.0, 0.0], [0.0, 1.0986122886681098], [0.0, 1.0986122886681098], [0.0, 1.0986122886681098]]>
      : tensor<4x2xf64>
  %ts = novi.constant dense<[[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]> : tensor<4x2xf64>
  %softmax_none = novi.softmax_cross_entropy_loss %s, %ts rows = all reduction = none
      : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4xf64>
  %softmax_sum = novi.softmax_cross_entropy_loss %s, %ts rows = all reduction = sum
      : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<f64>
  %softmax_mean = novi.softmax_cross_entropy_loss %s, %ts rows = all reduction = mean
      : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<f64>
  %softmax_first = novi.softmax_cross_entropy_loss %s, %ts rows = first reduction = mean
      : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<f64>
  // CHECK: softmax_none : tensor<4xf64> = [0.69314718055994{{[0-9]+}}, 1.38629436111989{{[0-9]+}}, 0.28768207245178{{[0-9]*}}, 0.836988216785835{{[0-9]*}}]
  // CHECK: softmax_sum : tensor<f64> = 3.204111830917{{[0-9]+}}
  // CHECK: softmax_mean : tensor<f64> = 0.801027957729{{[0-9]+}}
  // CHECK: softmax_first : tensor<f64> = 0.69314718055994{{[0-9]+}}

  // Where the softmax underflows the loss stays finite; a target of 0
  // counts for nothing, even of a score -inf, but NaN and +inf are kept.
  %s_edges = novi.constant dense<[[1000.0, 0.0], [0.0, 0xFF800000], [0x7F800000, 0.0], [0.0, 0x7FC00000], [0xFF800000, 0xFF800000]]>
      : tensor<5x2xf32>
  %t_edges = novi.constant dense<[[0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]>
      : tensor<5x2xf32>
  %softmax_edges = novi.softmax_cross_entropy_loss %s_edges, %t_edges rows = all reduction = none
      : (tensor<5x2xf32>, tensor<5x2xf32>) -> tensor<5xf32>
  // CHECK: softmax_edges : tensor<5xf32> = [1000, {{-?}}0, nan, nan, nan]

  return %none, %sum, %mean, %first, %first_mean, %epsilon, %vector, %cube,
    %cube_first, %n17, %n17_epsilon, %mean_none, %sum_none, %each_none, %softmax_mean_none, %softmax_sum_none,
    %sum_f16, %softmax_none, %softmax_sum, %softmax_mean, %softmax_first, %softmax_edges
    : tensor<2xf64>, tensor<f64>, tensor<f64>, tensor<f64>,
      tensor<f64>, tensor<f64>, tensor<f64>, tensor<2x2xf64>,
      tensor<f64>, tensor<3xf32>, tensor<3xf32>, tensor<f32>,
      tensor<f32>, tensor<0xf32>, tensor<f32>, tensor<f32>,
      tensor<f16>, tensor<4xf64>, tensor<f64>, tensor<f64>,
      tensor<f64>, tensor<5xf32>
}
