// RUN: novi-opt %s -split-input-file -verify-diagnostics

// pack_mask, C1
func.func @pack_scalar(%m: tensor<i1>) {
  // expected-error@+2 {{'novi.pack_mask' op packs along the last axis, which a scalar lacks}}
  // expected-error@+1 {{'novi.pack_mask' op failed to infer returned types}}
  %0 = novi.pack_mask %m : (tensor<i1>) -> tensor<i8>
  return
}

// -----

// pack_mask, C2
func.func @pack_alignment(%m: tensor<2x3xi1>) {
  // expected-error@+1 {{'novi.pack_mask' op has an alignment of 12 bits, not a multiple of 8 from 8 to 65536}}
  %0 = novi.pack_mask %m {alignment = 12} : (tensor<2x3xi1>) -> tensor<2x2xi8>
  return
}

// -----

// pack_mask, C2
func.func @pack_alignment_zero(%m: tensor<2x3xi1>) {
  // expected-error@+1 {{'novi.pack_mask' op has an alignment of 0 bits, not a multiple of 8 from 8 to 65536}}
  %0 = novi.pack_mask %m {alignment = 0} : (tensor<2x3xi1>) -> tensor<2x?xi8>
  return
}

// -----

func.func @pack_size(%m: tensor<3x100xi1>) {
  // 100 / 8 is not enough (F13).
  // expected-error@+2 {{'novi.pack_mask' op inferred type(s) 'tensor<3x16xi8>' are incompatible with return type(s) of operation 'tensor<3x12xi8>'}}
  // expected-error@+1 {{'novi.pack_mask' op failed to infer returned types}}
  %0 = novi.pack_mask %m {alignment = 128} : (tensor<3x100xi1>) -> tensor<3x12xi8>
  return
}

// -----

func.func @pack_floats(%x: tensor<3xf32>) {
  // expected-error@+1 {{'novi.pack_mask' op operand #0 must be ranked tensor without encoding of 1-bit signless integer values}}
  %0 = novi.pack_mask %x : (tensor<3xf32>) -> tensor<1xi8>
  return
}

// -----

// unpack_mask, C1
func.func @unpack_scalar(%p: tensor<i8>) {
  // expected-error@+1 {{'novi.unpack_mask' op cannot unpack scalar to scalar; both have the same axes, at least one}}
  %0 = novi.unpack_mask %p : tensor<i8> to tensor<i1>
  return
}

// -----

// unpack_mask, C1
func.func @unpack_rank(%p: tensor<2xi8>) {
  // expected-error@+1 {{'novi.unpack_mask' op cannot unpack 2 to 2x8; both have the same axes, at least one}}
  %0 = novi.unpack_mask %p : tensor<2xi8> to tensor<2x8xi1>
  return
}

// -----

// unpack_mask, C2
func.func @unpack_alignment(%p: tensor<2xi8>) {
  // expected-error@+1 {{'novi.unpack_mask' op has an alignment of 131072 bits, not a multiple of 8 from 8 to 65536}}
  %0 = novi.unpack_mask %p {alignment = 131072} : tensor<2xi8> to tensor<9xi1>
  return
}

// -----

// unpack_mask, C3
func.func @unpack_no_size(%p: tensor<?xi8>) {
  // expected-error@+1 {{'novi.unpack_mask' op has no size for the last axis, which is dynamic: 'tensor<?xi1>'}}
  %0 = novi.unpack_mask %p : tensor<?xi8> to tensor<?xi1>
  return
}

// -----

// unpack_mask, C3
func.func @unpack_size_of_static(%p: tensor<?xi8>, %n: index) {
  // expected-error@+1 {{'novi.unpack_mask' op has a size for the last axis, which is static: 'tensor<9xi1>'}}
  %0 = novi.unpack_mask %p size(%n) : tensor<?xi8> to tensor<9xi1>
  return
}

// -----

// unpack_mask, C4
func.func @unpack_rows(%p: tensor<3x2xi8>) {
  // expected-error@+1 {{'novi.unpack_mask' op cannot unpack 3x2 to 4x9: axis 0 has size 3, not 4}}
  %0 = novi.unpack_mask %p : tensor<3x2xi8> to tensor<4x9xi1>
  return
}

// -----

// unpack_mask, C5
func.func @unpack_bytes(%p: tensor<3x2xi8>) {
  // expected-error@+1 {{'novi.unpack_mask' op takes 3 bytes for a row of 17 bits, aligned to 8, not 2}}
  %0 = novi.unpack_mask %p : tensor<3x2xi8> to tensor<3x17xi1>
  return
}

// -----

// The bits of a mask are no numbers.
func.func @relu_of_bits(%p: tensor<3xi8>) {
  // expected-error@+1 {{'novi.relu' op operand #0 must be ranked tensor without encoding of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values}}
  %0 = novi.relu %p : (tensor<3xi8>) -> tensor<3xi8>
  return
}

// -----

func.func @transpose_of_bits(%p: tensor<3x2xi8>) {
  // expected-error@+1 {{'novi.transpose' op operand #0 must be}}
  %0 = novi.transpose %p permutation = [1, 0] : (tensor<3x2xi8>) -> tensor<2x3xi8>
  return
}
