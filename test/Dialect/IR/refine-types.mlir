// Canonicalisation makes types as precise as what is known, and looks through
// casts; what contradicts itself is an error of the program that runs, and no
// error of the IR comes of it.
//
// RUN: novi-opt %s --canonicalize | FileCheck %s
// RUN: novi-opt %s --canonicalize | novi-opt --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @look_through_casts
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x8xf32>, %[[Y:[^:]*]]: tensor<8xf32>
func.func @look_through_casts(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<?x?xf32> {
  // CHECK: %[[S:.*]] = novi.add %[[X]], %[[Y]] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK: %[[R:.*]] = novi.relu %[[S]] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: %[[C:.*]] = tensor.cast %[[R]] : tensor<4x8xf32> to tensor<?x?xf32>
  // CHECK: return %[[C]]
  %a = tensor.cast %x : tensor<4x8xf32> to tensor<?x?xf32>
  %b = tensor.cast %y : tensor<8xf32> to tensor<?xf32>
  %c = novi.add %a, %b : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %d = novi.relu %c : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}

// A cast that adds knowledge is a check.
// CHECK-LABEL: func.func @cast_to_more_stays
func.func @cast_to_more_stays(%x: tensor<?xf32>) -> tensor<4xf32> {
  // CHECK: %[[C:.*]] = tensor.cast
  // CHECK: novi.neg %[[C]] : (tensor<4xf32>) -> tensor<4xf32>
  %a = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  %b = novi.neg %a : (tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// CHECK-LABEL: func.func @less_precise
func.func @less_precise(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<?x?xf32> {
  // CHECK: %[[A:.*]] = novi.matmul {{.*}} -> tensor<4x2xf32>
  // CHECK: tensor.cast %[[A]]
  %a = novi.matmul %x, %y : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<?x?xf32>
  return %a : tensor<?x?xf32>
}

// What the user knows of one axis and inference of the other come together.
// CHECK-LABEL: func.func @more_and_less_precise
func.func @more_and_less_precise(%x: tensor<4x?xf32>) -> tensor<?x3xf32> {
  // CHECK: novi.neg {{.*}} -> tensor<4x3xf32>
  %a = novi.neg %x : (tensor<4x?xf32>) -> tensor<?x3xf32>
  return %a : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @more_precise
func.func @more_precise(%x: tensor<?x?xf32>) -> tensor<3x4xf32> {
  // CHECK: %[[A:.*]] = novi.transpose {{.*}} -> tensor<3x4xf32>
  // CHECK: return %[[A]]
  %a = novi.transpose %x permutation = [1, 0] : (tensor<?x?xf32>) -> tensor<3x4xf32>
  return %a : tensor<3x4xf32>
}

//===----------------------------------------------------------------------===//
// Contradictions
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @operands_contradict
func.func @operands_contradict(%x: tensor<4xf32>, %y: tensor<5xf32>) -> tensor<?xf32> {
  // CHECK: tensor.cast
  // CHECK: tensor.cast
  // CHECK: novi.add {{.*}} (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %a = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %b = tensor.cast %y : tensor<5xf32> to tensor<?xf32>
  %c = novi.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}

// CHECK-LABEL: func.func @result_contradicts
func.func @result_contradicts(%x: tensor<4xf32>) -> tensor<5xf32> {
  // CHECK: tensor.cast
  // CHECK: novi.neg {{.*}} (tensor<?xf32>) -> tensor<5xf32>
  %a = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %b = novi.neg %a : (tensor<?xf32>) -> tensor<5xf32>
  return %b : tensor<5xf32>
}

// CHECK-LABEL: func.func @slice_outside
func.func @slice_outside(%x: tensor<4xf32>) -> tensor<5xf32> {
  // CHECK: tensor.cast
  // CHECK: novi.slice {{.*}} (tensor<?xf32>) -> tensor<5xf32>
  %a = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %b = novi.slice %a[0] [5] [1] : (tensor<?xf32>) -> tensor<5xf32>
  return %b : tensor<5xf32>
}

// CHECK-LABEL: func.func @max_of_nothing
func.func @max_of_nothing(%x: tensor<2x0xf32>) -> tensor<2xf32> {
  // CHECK: tensor.cast
  // CHECK: novi.reduce_max {{.*}} (tensor<2x?xf32>) -> tensor<2xf32>
  %a = tensor.cast %x : tensor<2x0xf32> to tensor<2x?xf32>
  %b = novi.reduce_max %a axes = [1] : (tensor<2x?xf32>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}

// The types between hide that sizes do not fit; whatever looks through them must
// not bring it to light.
// CHECK-LABEL: func.func @hidden_from_patterns
// CHECK-NOT: return
// CHECK: novi.transpose
// CHECK: novi.transpose
// CHECK: novi.matmul
// CHECK: novi.neg
// CHECK: novi.add
// CHECK: novi.concat
// CHECK: novi.concat
// CHECK: return
func.func @hidden_from_patterns(%x: tensor<2x3xf32>, %y: tensor<5x4xf32>)
    -> (tensor<7x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %a = novi.transpose %x permutation = [1, 0] : (tensor<2x3xf32>) -> tensor<?x?xf32>
  %b = novi.transpose %a permutation = [1, 0] : (tensor<?x?xf32>) -> tensor<7x?xf32>
  %c = novi.matmul %a, %y : (tensor<?x?xf32>, tensor<5x4xf32>) -> tensor<?x?xf32>
  %d = novi.neg %x : (tensor<2x3xf32>) -> tensor<?x?xf32>
  %e = novi.add %y, %d : (tensor<5x4xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %f = novi.concat %x, %x axis = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<?x?xf32>
  %g = novi.concat %f, %y axis = 1 : (tensor<?x?xf32>, tensor<5x4xf32>) -> tensor<?x?xf32>
  return %b, %c, %e, %g : tensor<7x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// Each slice fits; together they would be a 2x5 out of a 2x3 and a 5x3.
// CHECK-LABEL: func.func @hidden_from_concat_of_slices
func.func @hidden_from_concat_of_slices(%x: tensor<8x8xf32>) -> tensor<?x5xf32> {
  // CHECK: novi.slice
  // CHECK: novi.slice
  // CHECK: novi.concat
  %a = novi.slice %x[0, 0] [2, 3] [1, 1] : (tensor<8x8xf32>) -> tensor<?x3xf32>
  %b = novi.slice %x[0, 3] [5, 2] [1, 1] : (tensor<8x8xf32>) -> tensor<?x2xf32>
  %c = novi.concat %a, %b axis = 1 : (tensor<?x3xf32>, tensor<?x2xf32>) -> tensor<?x5xf32>
  return %c : tensor<?x5xf32>
}

//===----------------------------------------------------------------------===//
// Too large, or with an encoding
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @too_many_elements
func.func @too_many_elements(%x: tensor<3090540x3090540x3090540xf32>, %y: tensor<4294967296x1xf32>, %z: tensor<1152921504606846975xf32>)
    -> (tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) {
  // CHECK: novi.neg {{.*}} (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %a = tensor.cast %x : tensor<3090540x3090540x3090540xf32> to tensor<?x?x?xf32>
  %b = novi.neg %a : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: novi.matmul {{.*}} -> tensor<?x?xf32>
  %c = novi.matmul %y, %y {transpose_b} : (tensor<4294967296x1xf32>, tensor<4294967296x1xf32>) -> tensor<?x?xf32>
  // CHECK: novi.concat {{.*}} -> tensor<?xf32>
  %d = novi.concat %z, %z axis = -1 : (tensor<1152921504606846975xf32>, tensor<1152921504606846975xf32>) -> tensor<?xf32>
  return %b, %c, %d : tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @encoding
func.func @encoding(%x: tensor<4xf32, "packed">) -> tensor<?xf32> {
  // CHECK: %[[A:.*]] = tensor.cast
  // CHECK: novi.neg %[[A]] : (tensor<?xf32>) -> tensor<?xf32>
  %a = tensor.cast %x : tensor<4xf32, "packed"> to tensor<?xf32>
  %b = novi.neg %a : (tensor<?xf32>) -> tensor<?xf32>
  return %b : tensor<?xf32>
}
