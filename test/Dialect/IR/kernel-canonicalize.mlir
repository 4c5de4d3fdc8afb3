// Canonicalisation of kernels.
//
// RUN: novi-opt %s --canonicalize | FileCheck %s

// An operand that nobody uses, one that comes twice, a scalar constant; a larger
// constant stays.
// CHECK-LABEL: func.func @operands
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %{{.*}}: tensor<3xf32>
func.func @operands(%x: tensor<2xf32>, %unused: tensor<3xf32>) -> tensor<2xf32> {
  // CHECK: %[[BIG:.*]] = novi.constant dense<[1.000000e+00, 2.000000e+00]>
  // CHECK: novi.kernel "k" (%[[A:.*]] = %[[X]] : tensor<2xf32>, %[[B:.*]] = %[[BIG]] : tensor<2xf32>) -> (tensor<2xf32>) attributes {must_fuse} {
  // CHECK: %[[HALF:.*]] = novi.constant dense<5.000000e-01> : tensor<f32>
  // CHECK: novi.add %[[A]], %[[A]]
  // CHECK: novi.mul %{{.*}}, %[[HALF]]
  // CHECK: novi.mul %{{.*}}, %[[B]]
  %half = novi.constant dense<0.5> : tensor<f32>
  %big = novi.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = novi.kernel "k" (%a = %x : tensor<2xf32>, %b = %unused : tensor<3xf32>, %c = %x : tensor<2xf32>, %d = %half : tensor<f32>, %e = %big : tensor<2xf32>) -> (tensor<2xf32>) attributes {must_fuse} {
    %1 = novi.add %a, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %2 = novi.mul %1, %d : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %3 = novi.mul %2, %e : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    novi.yield %3 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// The first of two that are one is not used, but the second.
// CHECK-LABEL: func.func @merged_into_unused
// CHECK: novi.kernel (%[[A:.*]] = %{{.*}} : tensor<2xf32>) -> (tensor<2xf32>) {
// CHECK-NEXT: novi.neg %[[A]]
func.func @merged_into_unused(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = novi.kernel (%a = %x : tensor<2xf32>, %b = %x : tensor<2xf32>) -> (tensor<2xf32>) {
    %1 = novi.neg %b : (tensor<2xf32>) -> tensor<2xf32>
    novi.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// A result that nobody uses, one that comes twice, one that is an operand, one
// that is a constant.
// CHECK-LABEL: func.func @results
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
func.func @results(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-DAG: %[[ONE:.*]] = novi.constant dense<1.000000e+00> : tensor<2xf32>
  // CHECK-DAG: %[[K:.*]] = novi.kernel "k" (%[[A:.*]] = %[[X]] : tensor<2xf32>) -> (tensor<2xf32>) attributes {schedule = {tile = 4 : i64}} {
  // CHECK-NEXT: %[[E:.*]] = novi.exp %[[A]]
  // CHECK-NEXT: novi.yield %[[E]] : tensor<2xf32>
  // CHECK: return %[[K]], %[[K]], %[[X]], %[[ONE]]
  %0:5 = novi.kernel "k" (%a = %x : tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) attributes {schedule = {tile = 4}} {
    %1 = novi.neg %a : (tensor<2xf32>) -> tensor<2xf32>
    %2 = novi.exp %a : (tensor<2xf32>) -> tensor<2xf32>
    %one = novi.constant dense<1.0> : tensor<2xf32>
    novi.yield %1, %2, %2, %a, %one : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  return %0#1, %0#2, %0#3, %0#4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Nothing is left to do.
// CHECK-LABEL: func.func @empty
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT: return %[[X]]
func.func @empty(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = novi.kernel (%a = %x : tensor<2xf32>) -> (tensor<2xf32>) {
    %1 = novi.reshape %a : tensor<2xf32> to tensor<1x2xf32>
    %2 = novi.reshape %1 : tensor<1x2xf32> to tensor<2xf32>
    novi.yield %2 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// CSE sees two kernels that are one.
// RUN: novi-opt %s --cse | FileCheck %s --check-prefix=CSE
// CSE-LABEL: func.func @twice
// CSE: %[[K:.*]] = novi.kernel
// CSE-NOT: novi.kernel
// CSE: return %[[K]], %[[K]]
func.func @twice(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = novi.kernel (%a = %x : tensor<2xf32>) -> (tensor<2xf32>) {
    %1 = novi.exp %a : (tensor<2xf32>) -> tensor<2xf32>
    novi.yield %1 : tensor<2xf32>
  }
  %2 = novi.kernel (%a = %x : tensor<2xf32>) -> (tensor<2xf32>) {
    %1 = novi.exp %a : (tensor<2xf32>) -> tensor<2xf32>
    novi.yield %1 : tensor<2xf32>
  }
  return %0, %2 : tensor<2xf32>, tensor<2xf32>
}

// Sizes of results are those of what they are made of.
// RUN: novi-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s --check-prefix=DIM
// DIM-LABEL: func.func @sizes
// DIM-SAME: %[[X:.*]]: tensor<?x?xf32>, %[[W:.*]]: tensor<?x?xf32>
// DIM-DAG: %[[C0:.*]] = arith.constant 0 : index
// DIM-DAG: %[[C1:.*]] = arith.constant 1 : index
// DIM-DAG: %[[N:.*]] = tensor.dim %[[X]], %[[C0]]
// DIM-DAG: %[[M:.*]] = tensor.dim %[[W]], %[[C1]]
// DIM-NOT: novi
// DIM: return %[[M]], %[[N]]
func.func @sizes(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> (index, index) {
  %0 = novi.kernel (%a = %x : tensor<?x?xf32>, %b = %w : tensor<?x?xf32>) -> (tensor<?x?xf32>) {
    %1 = novi.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %2 = novi.transpose %1 permutation = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
    novi.yield %2 : tensor<?x?xf32>
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %0, %c0 : tensor<?x?xf32>
  %n = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %m, %n : index, index
}
