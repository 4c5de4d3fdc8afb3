// RUN: novi-run --backend=interpret %s | FileCheck %s --match-full-lines
// RUN: novi-opt %s --canonicalize | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %s | FileCheck %s --match-full-lines

// Values of the elementwise ops, their edges and their broadcasting. The
// folds must give the same. A name such as N12 is that of a case known from
// other projects.

func.func @main() -> (
    tensor<2x3xf32> {novi.name = "neg"},
    tensor<8xf32> {novi.name = "N12"},
    tensor<7xf32> {novi.name = "exp"},
    tensor<7xf64> {novi.name = "log"},
    tensor<4xf32> {novi.name = "scale"},
    tensor<4xf32> {novi.name = "scale_zero"},
    tensor<f32> {novi.name = "scale_f32"},
    tensor<f16> {novi.name = "scale_f16"},
    tensor<f64> {novi.name = "scale_f64"},
    tensor<6xf32> {novi.name = "clip"},
    tensor<6xf32> {novi.name = "clip_above"},
    tensor<2xf32> {novi.name = "O06"},
    tensor<2xf16> {novi.name = "clip_f16"},
    tensor<2xf16> {novi.name = "clip_inf"},
    tensor<9xf16> {novi.name = "cast_f16"},
    tensor<3xbf16> {novi.name = "cast_bf16"},
    tensor<3xbf16> {novi.name = "cast_twice"},
    tensor<2xf32> {novi.name = "cast_i1"},
    tensor<3x4xf64> {novi.name = "add"},
    tensor<3x4xf64> {novi.name = "sub"},
    tensor<3x4xf64> {novi.name = "mul"},
    tensor<3x4xf64> {novi.name = "div"},
    tensor<2x3x2xf32> {novi.name = "ranks"},
    tensor<2x1x2xf32> {novi.name = "with_scalar"},
    tensor<0x2xf32> {novi.name = "of_nothing"},
    tensor<6xf32> {novi.name = "div_edges"},
    tensor<6xf32> {novi.name = "sub_edges"},
    tensor<6xf32> {novi.name = "mul_edges"},
    tensor<6xf32> {novi.name = "add_edges"},
    tensor<2xf32> {novi.name = "N15"},
    tensor<2x2xf32> {novi.name = "C12"},
    tensor<6xi1> {novi.name = "eq"},
    tensor<6xi1> {novi.name = "ne"},
    tensor<6xi1> {novi.name = "lt"},
    tensor<6xi1> {novi.name = "le"},
    tensor<6xi1> {novi.name = "gt"},
    tensor<6xi1> {novi.name = "ge"},
    tensor<2x3xf32> {novi.name = "select"}) {
  %x6 = novi.constant dense<[[-2.0, -0.0, 0.5], [3.0, 0x7FC00000, 0x7F800000]]>
      : tensor<2x3xf32>
  %neg = novi.neg %x6 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK{LITERAL}: neg : tensor<2x3xf32> = [[2, 0, -0.5], [-3, nan, -inf]]

  // N12: a NaN is never hidden. The smallest positive number is positive.
  %x8 = novi.constant dense<[0x7FC00000, -0.0, 0.0, 0xFF800000, 0x7F800000, -1.0, 2.5, 1.0e-45]>
      : tensor<8xf32>
  %relu = novi.relu %x8 : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: N12 : tensor<8xf32> = [nan, 0, 0, 0, inf, 0, 2.5, 1e-45]

  // e is 2.718281828459045; exp(88) = 1.6516e38 is the last whole power in
  // f32.
  %x7 = novi.constant dense<[0.0, 0xFF800000, 0x7F800000, 0x7FC00000, 1.0, 88.0, 89.0]>
      : tensor<7xf32>
  %exp = novi.exp %x7 : (tensor<7xf32>) -> tensor<7xf32>
  // CHECK: exp : tensor<7xf32> = [1, 0, inf, nan, 2.718281{{[78]}}, 1.6516{{[0-9]+}}e+38, inf]

  // ln 2 is 0.6931471805599453.
  %y7 = novi.constant dense<[1.0, 0.0, -0.0, -1.0, 0x7FF0000000000000, 0x7FF8000000000000, 2.0]>
      : tensor<7xf64>
  %log = novi.log %y7 : (tensor<7xf64>) -> tensor<7xf64>
  // CHECK: log : tensor<7xf64> = [0, -inf, -inf, nan, inf, nan, 0.693147180559945{{[23]}}]

  // A product with 0 keeps NaN.
  %x4 = novi.constant dense<[-1.0, 2.0, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %eighth = novi.scale %x4 by 1.250000e-01 : (tensor<4xf32>) -> tensor<4xf32>
  %zeroed = novi.scale %x4 by 0.0 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: scale : tensor<4xf32> = [-0.125, 0.25, inf, nan]
  // CHECK: scale_zero : tensor<4xf32> = [-0, 0, nan, nan]

  // The factor is rounded to the compute type: float32(0.3) * 7 is
  // 2.1000001, and of f16 to f32, so that 3 * 0.3 is 0.9, where a factor in
  // f16 gives 0.9004. (NumPy)
  %seven = novi.constant dense<7.0> : tensor<f32>
  %scaled_f32 = novi.scale %seven by 0.3 : (tensor<f32>) -> tensor<f32>
  %three = novi.constant dense<3.0> : tensor<f16>
  %scaled_f16 = novi.scale %three by 0.3 : (tensor<f16>) -> tensor<f16>
  %three_f64 = novi.constant dense<3.0> : tensor<f64>
  %scaled_f64 = novi.scale %three_f64 by 0.1 : (tensor<f64>) -> tensor<f64>
  // CHECK: scale_f32 : tensor<f32> = 2.1000001
  // CHECK: scale_f16 : tensor<f16> = 0.9
  // CHECK: scale_f64 : tensor<f64> = 0.30000000000000004

  %x_clip = novi.constant dense<[-7.0, 3.0, 9.0, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %clip = novi.clip %x_clip min -1.0 max 6.0 : (tensor<6xf32>) -> tensor<6xf32>
  %clip_above = novi.clip %x_clip min 0xFFF0000000000000 max 6.0
      : (tensor<6xf32>) -> tensor<6xf32>
  // CHECK: clip : tensor<6xf32> = [-1, 3, 6, nan, 6, -1]
  // CHECK: clip_above : tensor<6xf32> = [-7, 3, 6, nan, 6, -inf]

  // O06: where min > max, max everywhere.
  %x_o06 = novi.constant dense<[0.0, 5.0]> : tensor<2xf32>
  %o06 = novi.clip %x_o06 min 3.0 max 1.0 : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: O06 : tensor<2xf32> = [1, 1]

  // A bound is rounded to the element type: 0.1 is 0.09998 in f16, 1e6 is
  // infinite.
  %x_f16 = novi.constant dense<[1.0, 0x7C00]> : tensor<2xf16>
  %clip_f16 = novi.clip %x_f16 min 0.0 max 0.1 : (tensor<2xf16>) -> tensor<2xf16>
  %clip_inf = novi.clip %x_f16 min 0.0 max 1.0e6 : (tensor<2xf16>) -> tensor<2xf16>
  // CHECK: clip_f16 : tensor<2xf16> = [0.1, 0.1]
  // CHECK: clip_inf : tensor<2xf16> = [1, inf]

  // To nearest even, in one step: 1 + 2^-8 + 2^-30 is above the middle of
  // two bf16, which the way through f32 would lose; 65520 is the first that
  // f16 has not.
  %x_cast = novi.constant dense<[0.1, 65519.0, 65520.0, 1.0e-9, 2049.0, 2051.0, -0.0, 0x7FF8000000000000, 0xFFF0000000000000]>
      : tensor<9xf64>
  %cast_f16 = novi.cast %x_cast : tensor<9xf64> to tensor<9xf16>
  %x_middle = novi.constant dense<[0x3FF0100000400000, 257.0, 259.0]> : tensor<3xf64>
  %cast_bf16 = novi.cast %x_middle : tensor<3xf64> to tensor<3xbf16>
  %middle_f32 = novi.cast %x_middle : tensor<3xf64> to tensor<3xf32>
  %cast_twice = novi.cast %middle_f32 : tensor<3xf32> to tensor<3xbf16>
  %x_bool = novi.constant dense<[true, false]> : tensor<2xi1>
  %cast_i1 = novi.cast %x_bool : tensor<2xi1> to tensor<2xf32>
  // CHECK: cast_f16 : tensor<9xf16> = [0.1, 65504, inf, 0, 2048, 2052, -0, nan, -inf]
  // CHECK: cast_bf16 : tensor<3xbf16> = [1.01, 256, 260]
  // CHECK: cast_twice : tensor<3xbf16> = [1, 256, 260]
  // CHECK: cast_i1 : tensor<2xf32> = [1, 0]

  // Both operands broadcast; no axis has the size of another.
  %column = novi.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf64>
  %row = novi.constant dense<[[10.0, 20.0, 30.0, 40.0]]> : tensor<1x4xf64>
  %add = novi.add %column, %row : (tensor<3x1xf64>, tensor<1x4xf64>) -> tensor<3x4xf64>
  %sub = novi.sub %column, %row : (tensor<3x1xf64>, tensor<1x4xf64>) -> tensor<3x4xf64>
  %mul = novi.mul %column, %row : (tensor<3x1xf64>, tensor<1x4xf64>) -> tensor<3x4xf64>
  %div = novi.div %row, %column : (tensor<1x4xf64>, tensor<3x1xf64>) -> tensor<3x4xf64>
  // CHECK{LITERAL}: add : tensor<3x4xf64> = [[11, 21, 31, 41], [12, 22, 32, 42], [13, 23, 33, 43]]
  // CHECK{LITERAL}: sub : tensor<3x4xf64> = [[-9, -19, -29, -39], [-8, -18, -28, -38], [-7, -17, -27, -37]]
  // CHECK{LITERAL}: mul : tensor<3x4xf64> = [[10, 20, 30, 40], [20, 40, 60, 80], [30, 60, 90, 120]]
  // CHECK{LITERAL}: div : tensor<3x4xf64> = [[10, 20, 30, 40], [5, 10, 15, 20], [3.3333333333333335, 6.666666666666667, 10, 13.333333333333334]]

  // Missing axes count as 1, also against a scalar and a tensor of no
  // elements.
  %cube = novi.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %flat = novi.constant dense<[[10.0, 20.0], [30.0, 40.0], [50.0, 60.0]]> : tensor<3x2xf32>
  %ranks = novi.add %cube, %flat
      : (tensor<2x1x2xf32>, tensor<3x2xf32>) -> tensor<2x3x2xf32>
  %scalar = novi.constant dense<100.0> : tensor<f32>
  %with_scalar = novi.sub %scalar, %cube : (tensor<f32>, tensor<2x1x2xf32>) -> tensor<2x1x2xf32>
  %none = novi.zero : tensor<0x2xf32>
  %row_of_one = novi.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %of_nothing = novi.add %none, %row_of_one
      : (tensor<0x2xf32>, tensor<1x2xf32>) -> tensor<0x2xf32>
  // CHECK{LITERAL}: ranks : tensor<2x3x2xf32> = [[[11, 22], [31, 42], [51, 62]], [[13, 24], [33, 44], [53, 64]]]
  // CHECK{LITERAL}: with_scalar : tensor<2x1x2xf32> = [[[99, 98]], [[97, 96]]]
  // CHECK: of_nothing : tensor<0x2xf32> = []

  // inf - inf, 0 inf, x / 0, 0 / 0, inf / inf.
  %n = novi.constant dense<[1.0, -1.0, 0.0, 0x7F800000, 6.0, 1.0]> : tensor<6xf32>
  %d = novi.constant dense<[0.0, 0.0, 0.0, 0x7F800000, 4.0, -0.0]> : tensor<6xf32>
  %div_edges = novi.div %n, %d : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %sub_edges = novi.sub %n, %d : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %mul_edges = novi.mul %x_clip, %d : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %neg_zero = novi.add %d, %d : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  // CHECK: div_edges : tensor<6xf32> = [inf, -inf, nan, nan, 1.5, -inf]
  // CHECK: sub_edges : tensor<6xf32> = [1, -1, 0, nan, 2, 1]
  // CHECK: mul_edges : tensor<6xf32> = [-0, 0, 0, nan, inf, nan]
  // CHECK: add_edges : tensor<6xf32> = [0, 0, 0, inf, 8, -0]

  // N15: x - (x + 1), which is -1 only where no digit is lost.
  %x_n15 = novi.constant dense<[5.0, 1.0e8]> : tensor<2xf32>
  %one = novi.constant dense<1.0> : tensor<f32>
  %x_plus_1 = novi.add %x_n15, %one : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %n15 = novi.sub %x_n15, %x_plus_1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: N15 : tensor<2xf32> = [-1, 0]

  // C12: x plus its transpose, which reads x in another order.
  %x_c12 = novi.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %transposed = novi.transpose %x_c12 permutation = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %c12 = novi.add %x_c12, %transposed : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK{LITERAL}: C12 : tensor<2x2xf32> = [[2, 5], [5, 8]]

  // With a NaN only ne holds; -0 equals 0.
  %lhs = novi.constant dense<[1.0, 2.0, 3.0, 0x7FC00000, -0.0, 0x7F800000]> : tensor<6xf32>
  %rhs = novi.constant dense<[2.0, 2.0, 2.0, 0x7FC00000, 0.0, 0x7F800000]> : tensor<6xf32>
  %eq = novi.compare eq, %lhs, %rhs : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %ne = novi.compare ne, %lhs, %rhs : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %lt = novi.compare lt, %lhs, %rhs : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %le = novi.compare le, %lhs, %rhs : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %gt = novi.compare gt, %lhs, %rhs : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %ge = novi.compare ge, %lhs, %rhs : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  // CHECK: eq : tensor<6xi1> = [false, true, false, false, true, true]
  // CHECK: ne : tensor<6xi1> = [true, false, true, true, false, false]
  // CHECK: lt : tensor<6xi1> = [true, false, false, false, false, false]
  // CHECK: le : tensor<6xi1> = [true, true, false, false, true, true]
  // CHECK: gt : tensor<6xi1> = [false, false, true, false, false, false]
  // CHECK: ge : tensor<6xi1> = [false, true, true, false, true, true]

  // All three operands broadcast; what is not chosen has no influence.
  %condition = novi.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %on_true = novi.constant dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32>
  %on_false = novi.constant dense<[[4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<2x3xf32>
  %select = novi.select %condition, %on_true, %on_false
      : (tensor<2x1xi1>, tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK{LITERAL}: select : tensor<2x3xf32> = [[1, nan, 3], [7, 8, 9]]

  return %neg, %relu, %exp, %log, %eighth, %zeroed, %scaled_f32, %scaled_f16,
    %scaled_f64, %clip, %clip_above, %o06, %clip_f16, %clip_inf, %cast_f16, %cast_bf16,
    %cast_twice, %cast_i1, %add, %sub, %mul, %div, %ranks, %with_scalar,
    %of_nothing, %div_edges, %sub_edges, %mul_edges, %neg_zero, %n15, %c12, %eq,
    %ne, %lt, %le, %gt, %ge, %select
    : tensor<2x3xf32>, tensor<8xf32>, tensor<7xf32>, tensor<7xf64>,
      tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f16>,
      tensor<f64>, tensor<6xf32>, tensor<6xf32>, tensor<2xf32>,
      tensor<2xf16>, tensor<2xf16>, tensor<9xf16>, tensor<3xbf16>,
      tensor<3xbf16>, tensor<2xf32>, tensor<3x4xf64>, tensor<3x4xf64>,
      tensor<3x4xf64>, tensor<3x4xf64>, tensor<2x3x2xf32>, tensor<2x1x2xf32>,
      tensor<0x2xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>,
      tensor<6xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<6xi1>,
      tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>,
      tensor<6xi1>, tensor<2x3xf32>
}
