// RUN: novi-translate --export-listing --entry=small %s | FileCheck %s --strict-whitespace --match-full-lines
// RUN: novi-translate --export-listing --entry=values %s | FileCheck %s --check-prefix=VALUES
// RUN: novi-translate --export-listing --entry=values %s | novi-translate --import-listing \
// RUN:   | FileCheck %s --check-prefix=BACK
// RUN: novi-translate --export-listing --entry="two words" %s | FileCheck %s --check-prefix=KERNEL
// RUN: novi-translate --export-listing --entry="two words" %s | novi-translate --import-listing \
// RUN:   | FileCheck %s --check-prefix=INLINED

// Names that are numbers are kept; the others go on behind them. A name that is
// taken is no number.

//      CHECK:Neural program written by Novi
// CHECK-NEXT:Tensors: 6
// CHECK-NEXT:Parameters: 8
// CHECK-NEXT:Input size: [?, 4]
// CHECK-NEXT:Output size: [?, 2]
// CHECK-NEXT:Instructions: 4
// CHECK-NEXT:Semantics: novi
// CHECK-NEXT:------------------------------
// CHECK-NEXT:FUNCTION    small
// CHECK-NEXT:ARGUMENT    t9    ?x4xf32    name="t9" role="input"
// CHECK-NEXT:ARGUMENT    t0    2x4xf32    initialize="xavier_uniform" name="t0" role="parameter"
// CHECK-NEXT:INSTRUCTION    MatMul    t9 t0    t4    ?x2xf32    transpose_b
// CHECK-NEXT:INSTRUCTION    Clip    t4    t10    ?x2xf32    max=inf min=-0.5
// CHECK-NEXT:INSTRUCTION    Constant        t11    f32    value=dense<2.000000e+00>
// CHECK-NEXT:INSTRUCTION    Mul    t10 t11    t12    ?x2xf32    novi.must_fuse
// CHECK-NEXT:RESULT    t12    name="y" role="output"
// CHECK-NEXT:RESULT    t4    name="t4"
// CHECK-NEXT:END
func.func @small(%x: tensor<?x4xf32> {novi.name = "t9", novi.role = "input"},
                 %w: tensor<2x4xf32> {novi.name = "t0", novi.role = "parameter",
                                      novi.initialize = "xavier_uniform"})
    -> (tensor<?x2xf32> {novi.name = "y", novi.role = "output"},
        tensor<?x2xf32> {novi.name = "t4"}) {
  %0 = novi.matmul %x, %w {transpose_b} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x2xf32>
  %1 = novi.clip %0 min -0.5 max 0x7FF0000000000000 : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %2 = novi.constant dense<2.0> : tensor<f32>
  %3 = novi.mul %1, %2 {novi.must_fuse} : (tensor<?x2xf32>, tensor<f32>) -> tensor<?x2xf32>
  return %3, %0 : tensor<?x2xf32>, tensor<?x2xf32>
}

// Index values; numbers that have no decimals; resources of the file, which a
// listing has no place for, as elements.

// VALUES: arith.constant        [[C:t[0-9]+]]    index    value=1
// VALUES: tensor.dim    t0 [[C]]    [[N:t[0-9]+]]    index
// VALUES: arith.muli    [[N]] [[C]]    [[M:t[0-9]+]]    index{{$}}
// VALUES: Slice    t0 [[C]] [[M]]    {{t[0-9]+}}    2x?xf32    static_offsets=[0, ?] static_sizes=[2, ?] strides=[1, 3]
// VALUES: Scale    t0    {{t[0-9]+}}    2x?xf32    factor=1e+300
// VALUES: Scale    t0    {{t[0-9]+}}    2x?xf32    factor=2.0
// VALUES: Scale    t0    {{t[0-9]+}}    2x?xf32    factor=nan:0x7FF8000000000001
// VALUES: Compare    {{.*}}    2x?xi1    predicate=ge
// VALUES: Constant        {{t[0-9]+}}    2xf32    value=dense<[1.000000e+00, 2.000000e+00]>
// VALUES: Constant        {{t[0-9]+}}    3xi1    value=dense<[true, false, true]>
// BACK: novi.slice %{{.*}}[0, %{{.*}}] [2, %{{.*}}] [1, 3]
// BACK: by 1.000000e+300
// BACK: by 2.000000e+00
// BACK: by 0x7FF8000000000001
// BACK: novi.compare ge
// BACK: dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// BACK: dense<[true, false, true]> : tensor<3xi1>
func.func @values(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %c = arith.constant 1 : index
  %n = tensor.dim %x, %c : tensor<2x?xf32>
  %m = arith.muli %n, %c : index
  %0 = novi.slice %x[0, %c] [2, %m] [1, 3] : (tensor<2x?xf32>, index, index) -> tensor<2x?xf32>
  %1 = novi.scale %x by 1.0e300 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %2 = novi.scale %x by 2.0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %3 = novi.scale %x by 0x7FF8000000000001 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %4 = novi.compare ge, %1, %2 : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xi1>
  %5 = novi.constant dense_resource<two> : tensor<2xf32>
  %6 = novi.constant dense_resource<mask> : tensor<3xi1>
  return %0 : tensor<2x?xf32>
}

// What a kernel holds stands in its place. A name that is no word is quoted.

// KERNEL: FUNCTION    "two words"
// KERNEL-NEXT: ARGUMENT    t0    4xf32
// KERNEL-NEXT: INSTRUCTION    Neg    t0    t1    4xf32
// KERNEL-NEXT: INSTRUCTION    Relu    t1    t2    4xf32
// KERNEL-NEXT: RESULT    t2
// INLINED: func.func @"two words"(
// INLINED-NEXT: novi.neg
// INLINED-NEXT: novi.relu
func.func @"two words"(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = novi.kernel (%a = %x : tensor<4xf32>) -> (tensor<4xf32>) {
    %1 = novi.neg %a : (tensor<4xf32>) -> tensor<4xf32>
    %2 = novi.relu %1 : (tensor<4xf32>) -> tensor<4xf32>
    novi.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      two: "0x040000000000803f00000040",
      mask: "0x01000000010001"
    }
  }
#-}
