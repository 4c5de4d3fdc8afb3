// RUN: novi-run --backend=interpret %s | FileCheck %s --match-full-lines
// RUN: novi-opt %s --canonicalize | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-opt %s --novi-decompose | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %s | FileCheck %s --match-full-lines

// Values of the reductions and of softmax. The folds must give the same. A
// name such as N20 is that of a case known from other projects.

func.func @main() -> (
    tensor<3x4xf32> {novi.name = "sum0"},
    tensor<2x1x4xf32> {novi.name = "sum1"},
    tensor<3xf32> {novi.name = "sum02"},
    tensor<1x3x1xf32> {novi.name = "sum02_keepdims"},
    tensor<f32> {novi.name = "sum_all"},
    tensor<3x4xf32> {novi.name = "max0"},
    tensor<2x1x4xf32> {novi.name = "max1"},
    tensor<2xf32> {novi.name = "max12"},
    tensor<2xf32> {novi.name = "sum_of_each"},
    tensor<2xf32> {novi.name = "max_of_each"},
    tensor<3xf32> {novi.name = "sum_none"},
    tensor<0xf32> {novi.name = "sum_empty"},
    tensor<0xf32> {novi.name = "max_empty"},
    tensor<5xf32> {novi.name = "N13"},
    tensor<5xf32> {novi.name = "sum_nan"},
    tensor<3xf32> {novi.name = "max_none"},
    tensor<f16> {novi.name = "sum_f16"},
    tensor<bf16> {novi.name = "sum_bf16"},
    tensor<f16> {novi.name = "sum_large"},
    tensor<3x2xf64> {novi.name = "softmax1"},
    tensor<3x2xf64> {novi.name = "log_softmax1"},
    tensor<2x3xf64> {novi.name = "softmax0"},
    tensor<2x3xf64> {novi.name = "log_softmax0"},
    tensor<4x2xf32> {novi.name = "softmax_edges"},
    tensor<4x2xf32> {novi.name = "log_softmax_edges"},
    tensor<2x2xf32> {novi.name = "N02"},
    tensor<1x2xf16> {novi.name = "N03"},
    tensor<2xf32> {novi.name = "N20"},
    tensor<f32> {novi.name = "N20_scalar"},
    tensor<f32> {novi.name = "log_scalar"},
    tensor<f32> {novi.name = "nan_scalar"},
    tensor<2x2xf32> {novi.name = "V02"},
    tensor<0x3xf32> {novi.name = "softmax_empty"},
    tensor<0x3xf32> {novi.name = "log_softmax_empty"}) {
  %x = novi.constant dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]],
                            [[-1.0, 20.0, -3.0, 40.0], [0.0, 0.0, 0.0, 0.0], [9.0, -9.0, 90.0, -90.0]]]>
      : tensor<2x3x4xf32>
  %sum0 = novi.reduce_sum %x axes = [0] : (tensor<2x3x4xf32>) -> tensor<3x4xf32>
  %sum1 = novi.reduce_sum %x axes = [1] keepdims : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  %sum02 = novi.reduce_sum %x axes = [-1, 0] : (tensor<2x3x4xf32>) -> tensor<3xf32>
  %sum02k = novi.reduce_sum %x axes = [2, 0] keepdims : (tensor<2x3x4xf32>) -> tensor<1x3x1xf32>
  %sum_all = novi.reduce_sum %x axes = [0, 1, 2] : (tensor<2x3x4xf32>) -> tensor<f32>
  %max0 = novi.reduce_max %x axes = [0] : (tensor<2x3x4xf32>) -> tensor<3x4xf32>
  %max1 = novi.reduce_max %x axes = [-2] keepdims : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  %max12 = novi.reduce_max %x axes = [1, 2] : (tensor<2x3x4xf32>) -> tensor<2xf32>
  // CHECK{LITERAL}: sum0 : tensor<3x4xf32> = [[0, 22, 0, 44], [5, 6, 7, 8], [18, 1, 101, -78]]
  // CHECK{LITERAL}: sum1 : tensor<2x1x4xf32> = [[[15, 18, 21, 24]], [[8, 11, 87, -50]]]
  // CHECK: sum02 : tensor<3xf32> = [66, 26, 42]
  // CHECK{LITERAL}: sum02_keepdims : tensor<1x3x1xf32> = [[[66], [26], [42]]]
  // CHECK: sum_all : tensor<f32> = 134
  // CHECK{LITERAL}: max0 : tensor<3x4xf32> = [[1, 20, 3, 40], [5, 6, 7, 8], [9, 10, 90, 12]]
  // CHECK{LITERAL}: max1 : tensor<2x1x4xf32> = [[[9, 10, 11, 12]], [[9, 20, 90, 40]]]
  // CHECK: max12 : tensor<2xf32> = [12, 90]

  // No axes give the input; the sum of nothing is 0.
  %y = novi.constant dense<[-0.0, 2.0]> : tensor<2xf32>
  %sum_of_each = novi.reduce_sum %y axes = [] : (tensor<2xf32>) -> tensor<2xf32>
  %max_of_each = novi.reduce_max %y axes = [] : (tensor<2xf32>) -> tensor<2xf32>
  %none = novi.zero : tensor<0x3xf32>
  %sum_none = novi.reduce_sum %none axes = [0] : (tensor<0x3xf32>) -> tensor<3xf32>
  %sum_empty = novi.reduce_sum %none axes = [1] : (tensor<0x3xf32>) -> tensor<0xf32>
  %max_empty = novi.reduce_max %none axes = [1] : (tensor<0x3xf32>) -> tensor<0xf32>
  // CHECK: sum_of_each : tensor<2xf32> = [-0, 2]
  // CHECK: max_of_each : tensor<2xf32> = [-0, 2]
  // CHECK: sum_none : tensor<3xf32> = [0, 0, 0]
  // CHECK: sum_empty : tensor<0xf32> = []
  // CHECK: max_empty : tensor<0xf32> = []

  // N13: the largest of negative numbers, of -inf alone; an axis that turns
  // out to be empty has -inf. A NaN stays.
  %z = novi.constant dense<[[-5.0, -3.0], [0xFF800000, 0xFF800000], [0x7FC00000, 1.0], [1.0, 0x7FC00000], [0x7F800000, 0x7FC00000]]>
      : tensor<5x2xf32>
  %n13 = novi.reduce_max %z axes = [1] : (tensor<5x2xf32>) -> tensor<5xf32>
  %sum_nan = novi.reduce_sum %z axes = [-1] : (tensor<5x2xf32>) -> tensor<5xf32>
  %zero = arith.constant 0 : index
  %dynamic = novi.zero(%zero) : tensor<?x3xf32>
  %max_none = novi.reduce_max %dynamic axes = [0] : (tensor<?x3xf32>) -> tensor<3xf32>
  // CHECK: N13 : tensor<5xf32> = [-3, -inf, nan, nan, nan]
  // CHECK: sum_nan : tensor<5xf32> = [-8, -inf, nan, nan, nan]
  // CHECK: max_none : tensor<3xf32> = [-inf, -inf, -inf]

  // Accumulated in f32 or wider and rounded once; 4096 * 16 is too large for
  // f16.
  %ones_f16 = novi.constant dense<1.0> : tensor<4096xf16>
  %sum_f16 = novi.reduce_sum %ones_f16 axes = [0] : (tensor<4096xf16>) -> tensor<f16>
  %ones_bf16 = novi.constant dense<1.0> : tensor<4096xbf16>
  %sum_bf16 = novi.reduce_sum %ones_bf16 axes = [0] : (tensor<4096xbf16>) -> tensor<bf16>
  %large_f16 = novi.constant dense<16.0> : tensor<4096xf16>
  %sum_large = novi.reduce_sum %large_f16 axes = [0] : (tensor<4096xf16>) -> tensor<f16>
  // CHECK: sum_f16 : tensor<f16> = 4096
  // CHECK: sum_bf16 : tensor<bf16> = 4096
  // CHECK: sum_large : tensor<f16> = inf

  // softmax([0, ln 3]) = [1/4, 3/4], along either axis of a tensor that is
  // not square.
  %scores = novi.constant dense<[[0.0, 1.0986122886681098], [1.0986122886681098, 0.0], [7.0, 7.0]]>
      : tensor<3x2xf64>
  %softmax1 = novi.softmax %scores axis = 1 : (tensor<3x2xf64>) -> tensor<3x2xf64>
  %log_softmax1 = novi.log_softmax %scores axis = -1 : (tensor<3x2xf64>) -> tensor<3x2xf64>
  %columns = novi.constant dense<[[0.0, 1.0986122886681098, 7.0], [1.0986122886681098, 0.0, 7.0]]>
      : tensor<2x3xf64>
  %softmax0 = novi.softmax %columns axis = -2 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %log_softmax0 = novi.log_softmax %columns axis = 0 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  // CHECK: softmax1 : tensor<3x2xf64> = {{\[\[}}{{0\.25|0\.2(49999999|50000000)[0-9]+}}, {{0\.75|0\.7(49999999|50000000)[0-9]+}}], [{{0\.75|0\.7(49999999|50000000)[0-9]+}}, {{0\.25|0\.2(49999999|50000000)[0-9]+}}], [0.5, 0.5]]
  // CHECK: log_softmax1 : tensor<3x2xf64> = {{\[\[}}-1.38629436111989{{[0-9]+}}, -0.28768207245178{{[0-9]+}}], [-0.28768207245178{{[0-9]+}}, -1.38629436111989{{[0-9]+}}], [-0.69314718055994{{[0-9]+}}, -0.69314718055994{{[0-9]+}}]]
  // CHECK: softmax0 : tensor<2x3xf64> = {{\[\[}}{{0\.25|0\.2(49999999|50000000)[0-9]+}}, {{0\.75|0\.7(49999999|50000000)[0-9]+}}, 0.5], [{{0\.75|0\.7(49999999|50000000)[0-9]+}}, {{0\.25|0\.2(49999999|50000000)[0-9]+}}, 0.5]]
  // CHECK: log_softmax0 : tensor<2x3xf64> = {{\[\[}}-1.38629436111989{{[0-9]+}}, -0.28768207245178{{[0-9]+}}, -0.69314718055994{{[0-9]+}}], [-0.28768207245178{{[0-9]+}}, -1.38629436111989{{[0-9]+}}, -0.69314718055994{{[0-9]+}}]]

  // Whole rows of -inf, or +inf or NaN anywhere, give NaN; -inf beside
  // finite elements gives 0 and -inf.
  %edges = novi.constant dense<[[0xFF800000, 0xFF800000], [0x7F800000, 0.0], [0.0, 0x7FC00000], [0xFF800000, 3.0]]>
      : tensor<4x2xf32>
  %softmax_edges = novi.softmax %edges axis = 1 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %log_softmax_edges = novi.log_softmax %edges axis = 1 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  // CHECK{LITERAL}: softmax_edges : tensor<4x2xf32> = [[nan, nan], [nan, nan], [nan, nan], [0, 1]]
  // CHECK{LITERAL}: log_softmax_edges : tensor<4x2xf32> = [[nan, nan], [nan, nan], [nan, nan], [-inf, 0]]

  // N02, N03: the logarithm of a softmax that underflows, or whose
  // exponentials overflow f16, stays finite; and log_softmax([1e4, 0]).
  // e^-12 is 6.1442e-06 and 6.1e-06 the nearest f16.
  %x_n02 = novi.constant dense<[[0.0, -200.0], [10000.0, 0.0]]> : tensor<2x2xf32>
  %n02 = novi.log_softmax %x_n02 axis = -1 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %x_n03 = novi.constant dense<[[12.0, 0.0]]> : tensor<1x2xf16>
  %n03 = novi.log_softmax %x_n03 axis = -1 : (tensor<1x2xf16>) -> tensor<1x2xf16>
  // CHECK: N02 : tensor<2x2xf32> = {{\[\[}}{{-?}}0, -200], [{{-?}}0, -10000]]
  // -6.14e-06; where the sum is an f32, 1 + 6.14e-06 already rounds.
  // CHECK: N03 : tensor<1x2xf16> = {{\[\[}}-6.{{[12][0-9]*}}e-06, -12]]

  // N20: the largest element is that of the scaled ones; a scalar is an
  // axis of one.
  %x_n20 = novi.constant dense<[0.0, 1000.0]> : tensor<2xf32>
  %scaled = novi.scale %x_n20 by -1.0 : (tensor<2xf32>) -> tensor<2xf32>
  %n20 = novi.softmax %scaled axis = 0 : (tensor<2xf32>) -> tensor<2xf32>
  %scalar = novi.constant dense<5.0> : tensor<f32>
  %n20_scalar = novi.softmax %scalar axis = 0 : (tensor<f32>) -> tensor<f32>
  %log_scalar = novi.log_softmax %scalar axis = -1 : (tensor<f32>) -> tensor<f32>
  %nan = novi.constant dense<0x7FC00000> : tensor<f32>
  %nan_scalar = novi.softmax %nan axis = 0 : (tensor<f32>) -> tensor<f32>
  // CHECK: N20 : tensor<2xf32> = [1, 0]
  // CHECK: N20_scalar : tensor<f32> = 1
  // CHECK: log_scalar : tensor<f32> = 0
  // CHECK: nan_scalar : tensor<f32> = nan

  // V02: a mask that is multiplied in leaves its elements a weight of e^0:
  // softmax([1, 0]) is [0.731058578630004879, 0.268941421369995120].
  %x_v02 = novi.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %mask = novi.constant dense<[[1.0, 0.0], [1.0, 1.0]]> : tensor<2x2xf32>
  %masked = novi.mul %x_v02, %mask : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %v02 = novi.softmax %masked axis = -1 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: V02 : tensor<2x2xf32> = {{\[\[}}0.731058{{[0-9]*}}, 0.268941{{[0-9]*}}], [0.268941{{[0-9]*}}, 0.731058{{[0-9]*}}]]

  // An empty axis, and an empty other one, give an empty result.
  %softmax_empty = novi.softmax %none axis = 0 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %log_softmax_empty = novi.log_softmax %none axis = 1 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  // CHECK: softmax_empty : tensor<0x3xf32> = []
  // CHECK: log_softmax_empty : tensor<0x3xf32> = []

  return %sum0, %sum1, %sum02, %sum02k, %sum_all, %max0, %max1, %max12,
    %sum_of_each, %max_of_each, %sum_none, %sum_empty, %max_empty, %n13, %sum_nan, %max_none,
    %sum_f16, %sum_bf16, %sum_large, %softmax1, %log_softmax1, %softmax0, %log_softmax0, %softmax_edges,
    %log_softmax_edges, %n02, %n03, %n20, %n20_scalar, %log_scalar, %nan_scalar, %v02,
    %softmax_empty, %log_softmax_empty
    : tensor<3x4xf32>, tensor<2x1x4xf32>, tensor<3xf32>, tensor<1x3x1xf32>,
      tensor<f32>, tensor<3x4xf32>, tensor<2x1x4xf32>, tensor<2xf32>,
      tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<0xf32>,
      tensor<0xf32>, tensor<5xf32>, tensor<5xf32>, tensor<3xf32>,
      tensor<f16>, tensor<bf16>, tensor<f16>, tensor<3x2xf64>,
      tensor<3x2xf64>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<4x2xf32>,
      tensor<4x2xf32>, tensor<2x2xf32>, tensor<1x2xf16>, tensor<2xf32>,
      tensor<f32>, tensor<f32>, tensor<f32>, tensor<2x2xf32>,
      tensor<0x3xf32>, tensor<0x3xf32>
}
