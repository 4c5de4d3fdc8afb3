// RUN: novi-opt %s --novi-fuse -split-input-file -verify-diagnostics

func.func @two_products(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = novi.matmul %x, %x {novi.must_fuse} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error@+1 {{'novi.matmul' op must be fused with the marked instructions that it reads, but each of 'novi.matmul' and 'novi.matmul' is a product, and a kernel has one}}
  %1 = novi.matmul %0, %x {novi.must_fuse} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// F06
func.func @bigger_addend(%a: tensor<3x3xf32>, %b: tensor<3x1xf32>, %c: tensor<1x4xf32>) -> tensor<3x4xf32> {
  %0 = novi.matmul %a, %b {novi.must_fuse} : (tensor<3x3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  // expected-error@+1 {{'novi.add' op must be fused with the marked instructions that it reads, but 'novi.add' ranges over other elements than the product has}}
  %1 = novi.add %0, %c {novi.must_fuse} : (tensor<3x1xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// -----

func.func @softmax_of_product(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = novi.matmul %a, %a {novi.must_fuse} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // expected-error@+1 {{'novi.softmax' op must be fused with the marked instructions that it reads, but 'novi.softmax' needs all of an axis of the product, of which a block has a part}}
  %1 = novi.softmax %0 axis = 1 {novi.must_fuse} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}

// -----

func.func @rows_and_columns(%a: tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = novi.matmul %a, %a {novi.must_fuse} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = novi.reduce_sum %0 axes = [0] {novi.must_fuse} : (tensor<3x3xf32>) -> tensor<3xf32>
  // expected-error@+1 {{'novi.reduce_sum' op must be fused with the marked instructions that it reads, but 'novi.reduce_sum' and 'novi.reduce_sum' reduce different axes across blocks}}
  %2 = novi.reduce_sum %0 axes = [1] {novi.must_fuse} : (tensor<3x3xf32>) -> tensor<3xf32>
  return %1, %2 : tensor<3xf32>, tensor<3xf32>
}

// -----

func.func @kept(%a: tensor<3x5000xf32>) -> tensor<5000xf32> {
  %0 = novi.softmax %a axis = 1 {novi.must_fuse} : (tensor<3x5000xf32>) -> tensor<3x5000xf32>
  // expected-error@+1 {{'novi.reduce_sum' op must be fused with the marked instructions that it reads, but a block would have to keep more than 4096 elements of 'novi.reduce_sum'}}
  %1 = novi.reduce_sum %0 axes = [0] {novi.must_fuse} : (tensor<3x5000xf32>) -> tensor<5000xf32>
  return %1 : tensor<5000xf32>
}

// -----

func.func @between(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = novi.exp %x {novi.must_fuse} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-note@+1 {{this one}}
  %1 = novi.softmax %0 axis = 0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error@+1 {{'novi.add' op must be fused with the marked instructions that it reads, but 'novi.softmax' lies between and is not marked}}
  %2 = novi.add %0, %1 {novi.must_fuse} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

func.func @alone(%x: tensor<100x784xf32>, %w: tensor<784x256xf32>) -> tensor<100x256xf32> {
  // expected-error@+1 {{'novi.exp' op must be fused, but stays alone}}
  %0 = novi.exp %x {novi.must_fuse} : (tensor<100x784xf32>) -> tensor<100x784xf32>
  // expected-note@+1 {{not with this one: 'novi.exp' would be computed again for each tile of the product}}
  %1 = novi.matmul %0, %w : (tensor<100x784xf32>, tensor<784x256xf32>) -> tensor<100x256xf32>
  return %1 : tensor<100x256xf32>
}

// -----

func.func @nothing_else(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'novi.exp' op must be fused, but stays alone: it reads no other instruction, and none reads it}}
  %0 = novi.exp %x {novi.must_fuse} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @by_hand(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'novi.kernel' op must be one kernel, but each of 'novi.matmul' and 'novi.matmul' is a product, and a kernel has one}}
  %0 = novi.kernel (%a = %x : tensor<4x4xf32>) -> (tensor<4x4xf32>) attributes {must_fuse} {
    %1 = novi.matmul %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = novi.matmul %1, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    novi.yield %2 : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}
