// Folds and canonicalisations of the elementwise ops: each where it applies and
// where it must not. Numbers are exact, so that each follows from arithmetic.
//
// RUN: novi-opt %s --canonicalize | FileCheck %s
// RUN: novi-opt %s --canonicalize | novi-opt --canonicalize | FileCheck %s

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @neg
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>
func.func @neg(%x: tensor<?x3xf32>)
    -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<3xf32>) {
  %a = novi.neg %x : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %b = novi.neg %a : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %c = novi.constant dense<[0.0, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %d = novi.neg %c : (tensor<3xf32>) -> tensor<3xf32>
  // CHECK-DAG: %[[D:.*]] = novi.constant dense<[-0.000000e+00, 0x7F800000, 0xFFC00000]> : tensor<3xf32>
  // CHECK-DAG: %[[A:.*]] = novi.neg %[[X]]
  // CHECK: return %[[A]], %[[X]], %[[D]]
  return %a, %b, %d : tensor<?x3xf32>, tensor<?x3xf32>, tensor<3xf32>
}

// The size that the outer one knows would be lost.
// CHECK-LABEL: func.func @neg_of_neg_known_size
func.func @neg_of_neg_known_size(%x: tensor<?xf32>) -> tensor<4xf32> {
  // CHECK: novi.neg
  // CHECK: %[[B:.*]] = novi.neg
  // CHECK: return %[[B]]
  %a = novi.neg %x : (tensor<?xf32>) -> tensor<?xf32>
  %b = novi.neg %a : (tensor<?xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// CHECK-LABEL: func.func @relu
func.func @relu(%x: tensor<?xf16>) -> (tensor<?xf16>, tensor<6xf16>) {
  %a = novi.relu %x : (tensor<?xf16>) -> tensor<?xf16>
  %b = novi.relu %a : (tensor<?xf16>) -> tensor<?xf16>
  // NaN, infinities, zeros and the smallest number above 0, 2^-24.
  %c = novi.constant dense<[0x7E00, 0x7C00, 0xFC00, -0.0, -1.0, 0x0001]> : tensor<6xf16>
  %d = novi.relu %c : (tensor<6xf16>) -> tensor<6xf16>
  // CHECK-DAG: %[[D:.*]] = novi.constant dense<[0x7E00, 0x7C00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 5.960460e-08]> : tensor<6xf16>
  // CHECK-DAG: %[[A:.*]] = novi.relu
  // CHECK: return %[[A]], %[[D]]
  return %b, %d : tensor<?xf16>, tensor<6xf16>
}

// CHECK-LABEL: func.func @relu_of_other
func.func @relu_of_other(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: novi.neg
  // CHECK: novi.relu
  %a = novi.neg %x : (tensor<4xf32>) -> tensor<4xf32>
  %b = novi.relu %a : (tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// A target's exponential may differ from the compiler's.
// CHECK-LABEL: func.func @exp_and_log_stay
func.func @exp_and_log_stay() -> (tensor<f32>, tensor<f32>) {
  %c = novi.constant dense<1.0> : tensor<f32>
  // CHECK: novi.exp
  %a = novi.exp %c : (tensor<f32>) -> tensor<f32>
  // CHECK: novi.log
  %b = novi.log %c : (tensor<f32>) -> tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func.func @cast
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @cast(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<5xf16>, tensor<2xbf16>) {
  // CHECK-DAG: %[[H:.*]] = novi.constant dense<[2.048000e+03, 2.052000e+03, 0x7C00, 0x7E00, -0.000000e+00]> : tensor<5xf16>
  // CHECK-DAG: %[[I:.*]] = novi.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xbf16>
  %a = novi.cast %x : tensor<4xf32> to tensor<4xf32>
  // The first of the two rounds.
  // CHECK-DAG: %[[N:.*]] = novi.cast %[[X]] : tensor<4xf32> to tensor<4xf16>
  // CHECK-DAG: %[[W:.*]] = novi.cast %[[N]] : tensor<4xf16> to tensor<4xf32>
  %b = novi.cast %x : tensor<4xf32> to tensor<4xf16>
  %c = novi.cast %b : tensor<4xf16> to tensor<4xf32>
  // Halves round to even; 65520 is the first that is too large.
  %d = novi.constant dense<[2049.0, 2051.0, 65520.0, 0x7FF8000000000000, -1.0e-30]> : tensor<5xf64>
  %e = novi.cast %d : tensor<5xf64> to tensor<5xf16>
  %f = novi.constant dense<[true, false]> : tensor<2xi1>
  %g = novi.cast %f : tensor<2xi1> to tensor<2xbf16>
  // CHECK: return %[[X]], %[[W]], %[[H]], %[[I]]
  return %a, %c, %e, %g : tensor<4xf32>, tensor<4xf32>, tensor<5xf16>, tensor<2xbf16>
}

// CHECK-LABEL: func.func @scale
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>
func.func @scale(%x: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK-DAG: %[[N:.*]] = novi.neg %[[X]]
  // CHECK-DAG: %[[Z:.*]] = novi.scale %[[X]] by 0.000000e+00
  // CHECK-DAG: %[[M:.*]] = novi.scale %[[X]] by -5.000000e-01
  %a = novi.scale %x by 1.0 : (tensor<?xf32>) -> tensor<?xf32>
  %b = novi.scale %x by -1.0 : (tensor<?xf32>) -> tensor<?xf32>
  %c = novi.scale %x by 0.0 : (tensor<?xf32>) -> tensor<?xf32>
  %d = novi.scale %x by -0.5 : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: return %[[X]], %[[N]], %[[Z]], %[[M]]
  return %a, %b, %c, %d : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// The factor is rounded to f32 only: 3000 * 1.0004 = 3001.2, which lies nearer to
// 3002 than to 3000 (as f16 the factor would be 1). A factor beyond f32 is inf.
// CHECK-LABEL: func.func @scale_constants
func.func @scale_constants() -> (tensor<2xf16>, tensor<2xf32>, tensor<2xf64>) {
  // CHECK-DAG: %[[B:.*]] = novi.constant dense<[3.002000e+03, -3.002000e+03]> : tensor<2xf16>
  // CHECK-DAG: %[[D:.*]] = novi.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  // CHECK-DAG: %[[F:.*]] = novi.constant dense<[1.000000e+300, -0.000000e+00]> : tensor<2xf64>
  %a = novi.constant dense<[3000.0, -3000.0]> : tensor<2xf16>
  %b = novi.scale %a by 1.0004 : (tensor<2xf16>) -> tensor<2xf16>
  %c = novi.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %d = novi.scale %c by 1.0e300 : (tensor<2xf32>) -> tensor<2xf32>
  %e = novi.constant dense<[1.0, -0.0]> : tensor<2xf64>
  %f = novi.scale %e by 1.0e300 : (tensor<2xf64>) -> tensor<2xf64>
  // CHECK: return %[[B]], %[[D]], %[[F]]
  return %b, %d, %f : tensor<2xf16>, tensor<2xf32>, tensor<2xf64>
}

// CHECK-LABEL: func.func @clip
func.func @clip() -> (tensor<4xf32>, tensor<3xf32>, tensor<2xf32>) {
  // CHECK-DAG: %[[B:.*]] = novi.constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, 0x7FC00000]> : tensor<4xf32>
  %a = novi.constant dense<[-2.0, 0.5, 0x7F800000, 0x7FC00000]> : tensor<4xf32>
  %b = novi.clip %a min 0.0 max 1.0 : (tensor<4xf32>) -> tensor<4xf32>
  // min > max: max everywhere, but for NaN.
  // CHECK-DAG: %[[D:.*]] = novi.constant dense<[1.000000e+00, 1.000000e+00, 0x7FC00000]> : tensor<3xf32>
  %c = novi.constant dense<[0.0, 5.0, 0x7FC00000]> : tensor<3xf32>
  %d = novi.clip %c min 3.0 max 1.0 : (tensor<3xf32>) -> tensor<3xf32>
  // An open side.
  // CHECK-DAG: %[[F:.*]] = novi.constant dense<[0xFF800000, 6.000000e+00]> : tensor<2xf32>
  %e = novi.constant dense<[0xFF800000, 7.0]> : tensor<2xf32>
  %f = novi.clip %e min 0xFFF0000000000000 max 6.0 : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: return %[[B]], %[[D]], %[[F]]
  return %b, %d, %f : tensor<4xf32>, tensor<3xf32>, tensor<2xf32>
}

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @neutral
// CHECK-SAME: %[[X:.*]]: tensor<4x3xf32>
func.func @neutral(%x: tensor<4x3xf32>)
    -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>,
        tensor<4x3xf32>) {
  %minus = novi.constant dense<-0.0> : tensor<3xf32>
  %plus = novi.constant dense<0.0> : tensor<f32>
  %one = novi.constant dense<1.0> : tensor<1x1xf32>
  %a = novi.add %x, %minus : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  %b = novi.sub %x, %plus : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  %c = novi.mul %x, %one : (tensor<4x3xf32>, tensor<1x1xf32>) -> tensor<4x3xf32>
  %d = novi.div %x, %one : (tensor<4x3xf32>, tensor<1x1xf32>) -> tensor<4x3xf32>
  // Sums and products take their constant on either side.
  %e = novi.mul %one, %x : (tensor<1x1xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
  return %a, %b, %c, %d, %e : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>
}

// x + 0 turns -0 into 0, x - -0 too; 0 - x is no negation of 0; 1 / x and x * 0
// are what they are.
// CHECK-LABEL: func.func @not_neutral
func.func @not_neutral(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %minus = novi.constant dense<-0.0> : tensor<4xf32>
  %plus = novi.constant dense<0.0> : tensor<4xf32>
  %one = novi.constant dense<1.0> : tensor<4xf32>
  // CHECK: %[[A:.*]] = novi.add
  %a = novi.add %x, %plus : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[B:.*]] = novi.sub
  %b = novi.sub %x, %minus : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[C:.*]] = novi.sub
  %c = novi.sub %plus, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[D:.*]] = novi.div
  %d = novi.div %one, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[E:.*]] = novi.mul
  %e = novi.mul %x, %plus : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
  return %a, %b, %c, %d, %e : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The op repeats x, or checks that x has 4 elements.
// CHECK-LABEL: func.func @neutral_but_for_the_shape
func.func @neutral_but_for_the_shape(%x: tensor<1xf32>, %y: tensor<?xf32>)
    -> (tensor<4xf32>, tensor<?xf32>) {
  %minus = novi.constant dense<-0.0> : tensor<4xf32>
  // CHECK: novi.add
  %a = novi.add %x, %minus : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: novi.add
  %b = novi.add %y, %minus : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %a, %b : tensor<4xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @of_neg
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
func.func @of_neg(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[N:.*]] = novi.neg %[[Y]]
  %n = novi.neg %y : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[A:.*]] = novi.sub %[[X]], %[[Y]]
  %a = novi.add %x, %n : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[B:.*]] = novi.sub %[[X]], %[[Y]]
  %b = novi.add %n, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[C:.*]] = novi.add %[[X]], %[[Y]]
  %c = novi.sub %x, %n : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[D:.*]] = novi.sub %[[N]], %[[X]]
  %d = novi.sub %n, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  return %a, %b, %c, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Case N15: not reassociated, 1e8 - (1e8 + 1) is 0 in f32.
// CHECK-LABEL: func.func @not_reassociated
// CHECK-SAME: %[[X:.*]]: tensor<f32>
func.func @not_reassociated(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %one = novi.constant dense<1.0> : tensor<f32>
  // CHECK-DAG: %[[F:.*]] = novi.constant dense<0.000000e+00> : tensor<f32>
  // CHECK-DAG: %[[G:.*]] = novi.constant dense<-1.000000e+00> : tensor<f32>
  // CHECK: %[[A:.*]] = novi.add %[[X]]
  // CHECK: %[[B:.*]] = novi.sub %[[X]], %[[A]]
  %a = novi.add %x, %one : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %b = novi.sub %x, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %c = novi.constant dense<1.0e8> : tensor<f32>
  %d = novi.add %c, %one : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %e = novi.sub %c, %d : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %f = novi.constant dense<5.0> : tensor<f32>
  %g = novi.add %f, %one : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %h = novi.sub %f, %g : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: return %[[B]], %[[F]], %[[G]]
  return %b, %e, %h : tensor<f32>, tensor<f32>, tensor<f32>
}

//===----------------------------------------------------------------------===//
// Exact results
//===----------------------------------------------------------------------===//

// Ties go to even: 2048 + 1, 2050 + 1; 65504 + 65504 is too large.
// CHECK-LABEL: func.func @f16
// CHECK: novi.constant dense<[2.048000e+03, 2.052000e+03, 0x7C00, 0x7E00]> : tensor<4xf16>
func.func @f16() -> tensor<4xf16> {
  %a = novi.constant dense<[2048.0, 2050.0, 65504.0, 0x7E00]> : tensor<4xf16>
  %b = novi.constant dense<[1.0, 1.0, 65504.0, 1.0]> : tensor<4xf16>
  %c = novi.add %a, %b : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  return %c : tensor<4xf16>
}

// bf16 has 8 bits: 256 - 1 is there, 256 + 1 is not, nor 3 * 85.5 = 256.5.
// CHECK-LABEL: func.func @bf16
// CHECK-DAG: novi.constant dense<[2.550000e+02, 2.560000e+02]> : tensor<2xbf16>
// CHECK-DAG: novi.constant dense<2.560000e+02> : tensor<bf16>
func.func @bf16() -> (tensor<2xbf16>, tensor<bf16>) {
  %a = novi.constant dense<[256.0, 256.0]> : tensor<2xbf16>
  %b = novi.constant dense<[1.0, -1.0]> : tensor<2xbf16>
  %c = novi.sub %a, %b : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %d = novi.constant dense<3.0> : tensor<bf16>
  %e = novi.constant dense<85.5> : tensor<bf16>
  %f = novi.mul %d, %e : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  return %c, %f : tensor<2xbf16>, tensor<bf16>
}

// 2^24 + 1 is no f32; x / 0 has the sign of the quotient, 0 / 0 and inf - inf
// are NaN.
// CHECK-LABEL: func.func @f32
// CHECK-DAG: novi.constant dense<0x4B800000> : tensor<f32>
// CHECK-DAG: novi.constant dense<[0x7F800000, 0xFF800000, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
// CHECK-DAG: novi.constant dense<0x7FC00000> : tensor<f32>
func.func @f32() -> (tensor<f32>, tensor<4xf32>, tensor<f32>) {
  %a = novi.constant dense<0x4B800000> : tensor<f32>
  %b = novi.constant dense<1.0> : tensor<f32>
  %c = novi.add %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %d = novi.constant dense<[1.0, -1.0, 1.0, 0.0]> : tensor<4xf32>
  %e = novi.constant dense<[0.0, 0.0, -0.0, 0.0]> : tensor<4xf32>
  %f = novi.div %d, %e : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %g = novi.constant dense<0x7F800000> : tensor<f32>
  %h = novi.sub %g, %g : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %c, %f, %h : tensor<f32>, tensor<4xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @f64
// CHECK: novi.constant dense<[0.30000000000000004, -0.000000e+00]> : tensor<2xf64>
func.func @f64() -> tensor<2xf64> {
  %a = novi.constant dense<[0.1, -0.0]> : tensor<2xf64>
  %b = novi.constant dense<[0.2, -0.0]> : tensor<2xf64>
  %c = novi.add %a, %b : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  return %c : tensor<2xf64>
}

// CHECK-LABEL: func.func @broadcast
// CHECK-DAG: novi.constant dense<{{\[}}[1.100000e+01, 1.200000e+01, 1.300000e+01], [2.100000e+01, 2.200000e+01, 2.300000e+01]]> : tensor<2x3xf32>
// CHECK-DAG: novi.constant dense<{{\[}}[-1.000000e+00, -2.000000e+00, -3.000000e+00], [-2.000000e+00, -4.000000e+00, -6.000000e+00]]> : tensor<2x3xf32>
func.func @broadcast() -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %a = novi.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = novi.constant dense<[[10.0], [20.0]]> : tensor<2x1xf32>
  %c = novi.add %a, %b : (tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %d = novi.constant dense<[[-1.0], [-2.0]]> : tensor<2x1xf32>
  %e = novi.mul %d, %a : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %c, %e : tensor<2x3xf32>, tensor<2x3xf32>
}

// At most 1024 elements are written out; a splat stays one, however large.
// CHECK-LABEL: func.func @bounded
func.func @bounded() -> (tensor<2x512xf32>, tensor<2x513xf32>, tensor<4096x4096xf32>) {
  // CHECK-DAG: %[[C:.*]] = novi.constant dense<{{.*}}> : tensor<2x512xf32>
  // CHECK-DAG: %[[E:.*]] = novi.add {{.*}} -> tensor<2x513xf32>
  // CHECK-DAG: %[[G:.*]] = novi.constant dense<6.000000e+00> : tensor<4096x4096xf32>
  %a = novi.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %b = novi.constant dense<1.0> : tensor<1x512xf32>
  %c = novi.add %a, %b : (tensor<2x1xf32>, tensor<1x512xf32>) -> tensor<2x512xf32>
  %d = novi.constant dense<1.0> : tensor<1x513xf32>
  %e = novi.add %a, %d : (tensor<2x1xf32>, tensor<1x513xf32>) -> tensor<2x513xf32>
  %f = novi.constant dense<3.0> : tensor<4096x4096xf32>
  %g = novi.add %f, %f : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  // CHECK: return %[[C]], %[[E]], %[[G]]
  return %c, %e, %g : tensor<2x512xf32>, tensor<2x513xf32>, tensor<4096x4096xf32>
}

// CHECK-LABEL: func.func @no_elements
func.func @no_elements() -> (tensor<0x3xf32>, tensor<0xi1>) {
  // CHECK-DAG: %[[C:.*]] = novi.constant dense<> : tensor<0x3xf32>
  // CHECK-DAG: %[[D:.*]] = novi.constant dense<> : tensor<0xi1>
  %a = novi.constant dense<> : tensor<0x3xf32>
  %b = novi.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %c = novi.add %a, %b : (tensor<0x3xf32>, tensor<3xf32>) -> tensor<0x3xf32>
  %e = novi.constant dense<> : tensor<0xf32>
  %d = novi.compare eq, %e, %e : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
  // CHECK: return %[[C]], %[[D]]
  return %c, %d : tensor<0x3xf32>, tensor<0xi1>
}

// CHECK-LABEL: func.func @resource_stays
func.func @resource_stays() -> tensor<2xf32> {
  // CHECK: novi.neg
  %a = novi.constant dense_resource<numbers> : tensor<2xf32>
  %b = novi.neg %a : (tensor<2xf32>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}

//===----------------------------------------------------------------------===//
// Compare and select
//===----------------------------------------------------------------------===//

// NaN against NaN, 1 against 2, 2 against 1, -0 against 0.
// CHECK-LABEL: func.func @compare
// CHECK-DAG: %[[EQ:.*]] = novi.constant dense<[false, false, false, true]>
// CHECK-DAG: %[[NE:.*]] = novi.constant dense<[true, true, true, false]>
// CHECK-DAG: %[[LT:.*]] = novi.constant dense<[false, true, false, false]>
// CHECK-DAG: %[[LE:.*]] = novi.constant dense<[false, true, false, true]>
// CHECK-DAG: %[[GT:.*]] = novi.constant dense<[false, false, true, false]>
// CHECK-DAG: %[[GE:.*]] = novi.constant dense<[false, false, true, true]>
// CHECK: return %[[EQ]], %[[NE]], %[[LT]], %[[LE]], %[[GT]], %[[GE]]
func.func @compare()
    -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %a = novi.constant dense<[0x7FC00000, 1.0, 2.0, -0.0]> : tensor<4xf32>
  %b = novi.constant dense<[0x7FC00000, 2.0, 1.0, 0.0]> : tensor<4xf32>
  %eq = novi.compare eq, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %ne = novi.compare ne, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %lt = novi.compare lt, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %le = novi.compare le, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %gt = novi.compare gt, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %ge = novi.compare ge, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %eq, %ne, %lt, %le, %gt, %ge : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// x may hold a NaN.
// CHECK-LABEL: func.func @compare_with_itself
func.func @compare_with_itself(%x: tensor<4xf32>) -> tensor<4xi1> {
  // CHECK: novi.compare eq
  %a = novi.compare eq, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %a : tensor<4xi1>
}

// CHECK-LABEL: func.func @select
// CHECK-SAME: %[[C:[^:]*]]: tensor<2xi1>, %[[X:[^:]*]]: tensor<2xf32>, %[[Y:[^:]*]]: tensor<2xf32>
func.func @select(%c: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %true = novi.constant dense<true> : tensor<2xi1>
  %false = novi.constant dense<false> : tensor<i1>
  %a = novi.select %true, %x, %y : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %b = novi.select %false, %x, %y : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %d = novi.select %c, %x, %x : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %[[S:.*]] = novi.select %[[C]], %[[X]], %[[Y]]
  %e = novi.select %c, %x, %y : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: return %[[X]], %[[Y]], %[[X]], %[[S]]
  return %a, %b, %d, %e : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// A NaN that is not chosen does not appear.
// CHECK-LABEL: func.func @select_constants
// CHECK: novi.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800000]> : tensor<3xf32>
func.func @select_constants() -> tensor<3xf32> {
  %c = novi.constant dense<[true, false, true]> : tensor<3xi1>
  %a = novi.constant dense<[1.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32>
  %b = novi.constant dense<[0x7FC00000, -0.0, 2.0]> : tensor<3xf32>
  %d = novi.select %c, %a, %b : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// What is chosen is repeated, or its size checked.
// CHECK-LABEL: func.func @select_but_for_the_shape
func.func @select_but_for_the_shape(%x: tensor<1xf32>, %y: tensor<4xf32>, %z: tensor<?xf32>, %c: tensor<?xi1>)
    -> (tensor<4xf32>, tensor<?xf32>) {
  %true = novi.constant dense<true> : tensor<i1>
  // CHECK: novi.select
  %a = novi.select %true, %x, %y : (tensor<i1>, tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: novi.select
  %b = novi.select %c, %z, %z : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %a, %b : tensor<4xf32>, tensor<?xf32>
}

{-#
  dialect_resources: {
    builtin: { numbers: "0x040000000000803F00000040" }
  }
#-}
