// Marked instructions are one kernel, also against what would save more.
//
// RUN: novi-opt %s --novi-fuse | FileCheck %s --implicit-check-not=novi.kernel
// RUN: novi-opt %s --novi-fuse --novi-fuse | FileCheck %s --implicit-check-not=novi.kernel

// By itself it would be an epilogue of the first product.
// CHECK-LABEL: func.func @prologue
// CHECK: novi.kernel "matmul" (
// CHECK: novi.kernel "matmul_relu" ({{.*}}) -> (tensor<4x6xf32>) attributes {must_fuse} {
func.func @prologue(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>, %v: tensor<6x6xf32>) -> tensor<4x6xf32> {
  %0 = novi.matmul %x, %w : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %1 = novi.relu %0 {novi.must_fuse} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = novi.matmul %1, %v {novi.must_fuse} : (tensor<4x6xf32>, tensor<6x6xf32>) -> tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}

// One that is marked alone goes with any.
// CHECK-LABEL: func.func @alone
// CHECK: novi.kernel "matmul_relu" ({{.*}}) -> (tensor<4x6xf32>) attributes {must_fuse} {
func.func @alone(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>) -> tensor<4x6xf32> {
  %0 = novi.matmul %x, %w : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %1 = novi.relu %0 {novi.must_fuse} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// Through a view.
// CHECK-LABEL: func.func @view
// CHECK: novi.kernel "exp_neg" ({{.*}}) -> (tensor<5x4xf32>) attributes {must_fuse} {
func.func @view(%x: tensor<4x5xf32>) -> tensor<5x4xf32> {
  %0 = novi.exp %x {novi.must_fuse} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = novi.transpose %0 permutation = [1, 0] : (tensor<4x5xf32>) -> tensor<5x4xf32>
  %2 = novi.neg %1 {novi.must_fuse} : (tensor<5x4xf32>) -> tensor<5x4xf32>
  return %2 : tensor<5x4xf32>
}

// What does not pay is done all the same.
// CHECK-LABEL: func.func @again_for_each_tile
// CHECK: novi.kernel "matmul_exp" ({{.*}}) -> (tensor<100x256xf32>) attributes {must_fuse} {
func.func @again_for_each_tile(%x: tensor<100x784xf32>, %w: tensor<784x256xf32>) -> tensor<100x256xf32> {
  %0 = novi.exp %x {novi.must_fuse} : (tensor<100x784xf32>) -> tensor<100x784xf32>
  %1 = novi.matmul %0, %w {novi.must_fuse} : (tensor<100x784xf32>, tensor<784x256xf32>) -> tensor<100x256xf32>
  return %1 : tensor<100x256xf32>
}

// CHECK-LABEL: func.func @one_block
// CHECK: novi.kernel "reduce_max_div" ({{.*}}) -> (tensor<?x129xf32>) attributes {must_fuse} {
func.func @one_block(%x: tensor<?x129xf32>) -> tensor<?x129xf32> {
  %0 = novi.reduce_max %x axes = [0, 1] {novi.must_fuse} : (tensor<?x129xf32>) -> tensor<f32>
  %1 = novi.div %x, %0 {novi.must_fuse} : (tensor<?x129xf32>, tensor<f32>) -> tensor<?x129xf32>
  return %1 : tensor<?x129xf32>
}

// Written by hand: left as it is if it can be one.
// CHECK-LABEL: func.func @by_hand
// CHECK: novi.kernel "mine" ({{.*}}) -> (tensor<4x6xf32>) attributes {must_fuse} {
func.func @by_hand(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>) -> tensor<4x6xf32> {
  %0 = novi.kernel "mine" (%a = %x : tensor<4x5xf32>, %b = %w : tensor<5x6xf32>) -> (tensor<4x6xf32>) attributes {must_fuse} {
    %1 = novi.matmul %a, %b : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
    %2 = novi.relu %1 : (tensor<4x6xf32>) -> tensor<4x6xf32>
    novi.yield %2 : tensor<4x6xf32>
  }
  return %0 : tensor<4x6xf32>
}
