// RUN: novi-run --backend=interpret %s | FileCheck %s --match-full-lines
// RUN: novi-opt %s --canonicalize | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %s | FileCheck %s --match-full-lines

// Values of the ops that make tensors out of nothing, and how they are
// printed.

func.func @main() -> (
    tensor<3xf16> {novi.name = "f16"},
    tensor<3xbf16> {novi.name = "bf16"},
    tensor<3xf32> {novi.name = "f32"},
    tensor<3xf64> {novi.name = "f64"},
    tensor<2xi1> {novi.name = "i1"},
    tensor<2x2xf32> {novi.name = "splat"},
    tensor<f64> {novi.name = "scalar"},
    tensor<2x0xf32> {novi.name = "empty"},
    tensor<2xf32> {novi.name = "of_arith"},
    tensor<3xf16> {novi.name = "r_f16"},
    tensor<3xbf16> {novi.name = "r_bf16"},
    tensor<3xf32> {novi.name = "r_f32"},
    tensor<3xf64> {novi.name = "r_f64"},
    tensor<2xi1> {novi.name = "r_i1"},
    tensor<?x3xf32> {novi.name = "zero"},
    tensor<2xf16> {novi.name = "zero_f16"},
    tensor<2x3xf32> {novi.name = "eye"},
    tensor<3x?xbf16> {novi.name = "eye_dynamic"},
    tensor<0x3xf32> {novi.name = "eye_empty"}) {
  // 0.1 has 0.1 as its shortest digits in every precision.
  %f16 = novi.constant dense<[0.1, 0x7C00, 65504.0]> : tensor<3xf16>
  %bf16 = novi.constant dense<[0.1, 0xFF80, 3.0e38]> : tensor<3xbf16>
  %f32 = novi.constant dense<[0.1, 16777216.0, 1.0e-45]> : tensor<3xf32>
  %f64 = novi.constant dense<[0.1, 1.0e300, 4.9e-324]> : tensor<3xf64>
  %i1 = novi.constant dense<[true, false]> : tensor<2xi1>
  %splat = novi.constant dense<2.5> : tensor<2x2xf32>
  %scalar = novi.constant dense<-0.0> : tensor<f64>
  %empty = novi.constant dense<> : tensor<2x0xf32>
  %of_arith = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: f16 : tensor<3xf16> = [0.1, inf, 65504]
  // CHECK: bf16 : tensor<3xbf16> = [0.1, -inf, 3e+38]
  // CHECK: f32 : tensor<3xf32> = [0.1, 16777216, 1e-45]
  // CHECK: f64 : tensor<3xf64> = [0.1, 1e+300, 5e-324]
  // CHECK: i1 : tensor<2xi1> = [true, false]
  // CHECK{LITERAL}: splat : tensor<2x2xf32> = [[2.5, 2.5], [2.5, 2.5]]
  // CHECK: scalar : tensor<f64> = -0
  // CHECK: empty : tensor<2x0xf32> = []
  // CHECK: of_arith : tensor<2xf32> = [1, 2]

  // Elements of a resource, of every type: 1, 2.5, -inf; true, false.
  %r_f16 = novi.constant dense_resource<r_f16> : tensor<3xf16>
  %r_bf16 = novi.constant dense_resource<r_bf16> : tensor<3xbf16>
  %r_f32 = novi.constant dense_resource<r_f32> : tensor<3xf32>
  %r_f64 = novi.constant dense_resource<r_f64> : tensor<3xf64>
  %r_i1 = novi.constant dense_resource<r_i1> : tensor<2xi1>
  // CHECK: r_f16 : tensor<3xf16> = [1, 2.5, -inf]
  // CHECK: r_bf16 : tensor<3xbf16> = [1, 2.5, -inf]
  // CHECK: r_f32 : tensor<3xf32> = [1, 2.5, -inf]
  // CHECK: r_f64 : tensor<3xf64> = [1, 2.5, -inf]
  // CHECK: r_i1 : tensor<2xi1> = [true, false]

  %two = arith.constant 2 : index
  %zero = novi.zero(%two) : tensor<?x3xf32>
  %zero_f16 = novi.zero : tensor<2xf16>
  %eye = novi.eye : tensor<2x3xf32>
  %eye_dynamic = novi.eye(%two) : tensor<3x?xbf16>
  %eye_empty = novi.eye : tensor<0x3xf32>
  // CHECK{LITERAL}: zero : tensor<2x3xf32> = [[0, 0, 0], [0, 0, 0]]
  // CHECK: zero_f16 : tensor<2xf16> = [0, 0]
  // CHECK{LITERAL}: eye : tensor<2x3xf32> = [[1, 0, 0], [0, 1, 0]]
  // CHECK{LITERAL}: eye_dynamic : tensor<3x2xbf16> = [[1, 0], [0, 1], [0, 0]]
  // CHECK: eye_empty : tensor<0x3xf32> = []

  return %f16, %bf16, %f32, %f64, %i1, %splat, %scalar, %empty,
    %of_arith, %r_f16, %r_bf16, %r_f32, %r_f64, %r_i1, %zero, %zero_f16,
    %eye, %eye_dynamic, %eye_empty
    : tensor<3xf16>, tensor<3xbf16>, tensor<3xf32>, tensor<3xf64>,
      tensor<2xi1>, tensor<2x2xf32>, tensor<f64>, tensor<2x0xf32>,
      tensor<2xf32>, tensor<3xf16>, tensor<3xbf16>, tensor<3xf32>,
      tensor<3xf64>, tensor<2xi1>, tensor<?x3xf32>, tensor<2xf16>,
      tensor<2x3xf32>, tensor<3x?xbf16>, tensor<0x3xf32>
}

{-#
  dialect_resources: {
    builtin: {
      r_f16: "0x40000000003C004100FC",
      r_bf16: "0x40000000803F204080FF",
      r_f32: "0x400000000000803F00002040000080FF",
      r_f64: "0x40000000000000000000F03F0000000000000440000000000000F0FF",
      r_i1: "0x400000000100"
    }
  }
#-}
