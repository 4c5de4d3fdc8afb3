// What no instruction may do, whichever it is.
//
// RUN: novi-opt %s -split-input-file -verify-diagnostics

// The number of elements would overflow 64 bits.
func.func @too_many_elements(%x: tensor<3090540x3090540x3090540xf32>) {
  // expected-error@+1 {{'novi.neg' op has a tensor of too many elements: 'tensor<3090540x3090540x3090540xf32>'; their number times 8 bytes must fit 63 bits}}
  %0 = novi.neg %x : (tensor<3090540x3090540x3090540xf32>) -> tensor<3090540x3090540x3090540xf32>
  return
}

// -----

func.func @too_many_zeros() {
  // expected-error@+1 {{'novi.zero' op has a tensor of too many elements: 'tensor<3090540x3090540x3090540xf32>'; their number times 8 bytes must fit 63 bits}}
  %0 = novi.zero : tensor<3090540x3090540x3090540xf32>
  return
}

// -----

// 2^60 elements times 8 bytes is 2^63, which is one too many.
func.func @limit() {
  // expected-error@+1 {{'novi.zero' op has a tensor of too many elements: 'tensor<1152921504606846976xf32>'; their number times 8 bytes must fit 63 bits}}
  %0 = novi.zero : tensor<1152921504606846976xf32>
  return
}

// -----

// The sizes of the others do not become harmless beside a 0.
func.func @beside_zero(%n: index) {
  // expected-error@+1 {{'novi.zero' op has a tensor of too many elements: 'tensor<0x?x4294967296x4294967296xf16>'; their number times 8 bytes must fit 63 bits}}
  %0 = novi.zero(%n) : tensor<0x?x4294967296x4294967296xf16>
  return
}

// -----

func.func @product_too_large(%a: tensor<4294967296x1xf32>) {
  // expected-error@+1 {{'novi.matmul' op has a tensor of too many elements: 'tensor<4294967296x4294967296xf32>'; their number times 8 bytes must fit 63 bits}}
  %0 = novi.matmul %a, %a {transpose_b} : (tensor<4294967296x1xf32>, tensor<4294967296x1xf32>) -> tensor<4294967296x4294967296xf32>
  return
}

// -----

func.func @broadcast_too_large(%a: tensor<1x4294967296xf32>, %b: tensor<4294967296x1xf32>) {
  // expected-error@+1 {{'novi.add' op has a tensor of too many elements: 'tensor<4294967296x4294967296xf32>'; their number times 8 bytes must fit 63 bits}}
  %0 = novi.add %a, %b : (tensor<1x4294967296xf32>, tensor<4294967296x1xf32>) -> tensor<4294967296x4294967296xf32>
  return
}

// -----

// A module is a graph region, in which MLIR allows circles.
// expected-error@+1 {{'novi.neg' op reads operand 0 before it is defined; instructions stand in order, in a graph region too}}
%0 = novi.neg %0 : (tensor<2xf32>) -> tensor<2xf32>

// -----

func.func @never_reached(%x: tensor<2x2xf32>) {
  return
^never:
  // expected-error@+1 {{'novi.add' op reads operand 1 before it is defined; instructions stand in order, in a graph region too}}
  %0 = novi.add %x, %1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = novi.neg %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
