// Cases of bug reports about device code and gradients, on every backend; the
// right answers are those of formulas. The emulator watches for races, writes
// outside of buffers and barriers that not all threads reach.

// RUN: rm -rf %t && mkdir %t
// RUN: novi-opt %s --novi-generate-backward="function=layer_norm_of_constant_row arguments=x" \
// RUN:   --canonicalize --cse -o %t/cases.mlir
// RUN: %python %S/Inputs/device_cases.py %t/cases.mlir %t | FileCheck %s
// CHECK: 21 runs agree

// D04 (triton-lang/triton#265): five elements are no multiple of a vector.
func.func @five_elements(%x: tensor<5xf32> {novi.name = "x"}) -> (tensor<5xf32> {novi.name = "y"}) {
  %0 = novi.scale %x by 2.0 : (tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// D07 (triton-lang/triton#6124): a product of a transposed product.
func.func @transposed_product(%a: tensor<64x64xbf16> {novi.name = "a"}, %b: tensor<64x64xbf16> {novi.name = "b"},
                              %c: tensor<64x64xbf16> {novi.name = "c"})
    -> (tensor<64x64xbf16> {novi.name = "y"}) {
  %0 = novi.matmul %a, %b : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %1 = novi.matmul %0, %c {transpose_a} : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}

// D12 (JustVugg/colibri#1098): two reductions of long rows, one after another.
func.func @long_softmax(%x: tensor<2x4096xf32> {novi.name = "x"}) -> (tensor<2x4096xf32> {novi.name = "y"}) {
  %0 = novi.softmax %x axis = 1 : (tensor<2x4096xf32>) -> tensor<2x4096xf32>
  return %0 : tensor<2x4096xf32>
}

// D14 (triton-lang/triton#7264): all lanes must hold one sum.
func.func @sums_of_squares(%x: tensor<3x1000xf32> {novi.name = "x"}) -> (tensor<3xf32> {novi.name = "y"}) {
  %0 = novi.mul %x, %x : (tensor<3x1000xf32>, tensor<3x1000xf32>) -> tensor<3x1000xf32>
  %1 = novi.reduce_sum %0 axes = [1] : (tensor<3x1000xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// C03 (triton-lang/triton#906): two tiles of one shape in shared memory.
func.func @equal_tiles(%a: tensor<64x64xf32> {novi.name = "a"}, %b: tensor<64x64xf32> {novi.name = "b"})
    -> (tensor<64x64xf32> {novi.name = "y"}) {
  %0 = novi.matmul %a, %b : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// D02 (iree-org/iree#12975): a product that is large, but not its tiles.
func.func @large_contraction(%a: tensor<4x4096xf32> {novi.name = "a"}, %b: tensor<4096x8xf32> {novi.name = "b"})
    -> (tensor<4x8xf32> {novi.name = "y"}) {
  %0 = novi.matmul %a, %b : (tensor<4x4096xf32>, tensor<4096x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// G26 (jax-ml/jax#11716): layer norm of a constant row has the slope 1 / sqrt(epsilon).
func.func @layer_norm_of_constant_row(%x: tensor<1x2xf64> {novi.name = "x"}) -> (tensor<f64> {novi.name = "y"}) {
  %0 = novi.layer_norm %x axis = 1 epsilon = 1.0e-05 : (tensor<1x2xf64>) -> tensor<1x2xf64>
  %1 = novi.slice %0[0, 0] [1, 1] [1, 1] : (tensor<1x2xf64>) -> tensor<1x1xf64>
  %2 = novi.reduce_sum %1 axes = [0, 1] : (tensor<1x1xf64>) -> tensor<f64>
  return %2 : tensor<f64>
}
