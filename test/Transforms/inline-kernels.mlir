// Kernels dissolved; canonicalize takes the packing of masks away.
//
// RUN: novi-opt %s --novi-inline-kernels | FileCheck %s
// RUN: novi-opt %s --novi-fuse --novi-inline-kernels --canonicalize | FileCheck %s --check-prefix=BACK --implicit-check-not=novi.kernel

// CHECK-LABEL: func.func @kernel
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>
// CHECK-NEXT: %[[Y:.*]] = novi.relu %[[X]]
// CHECK-NEXT: return %[[Y]], %[[X]]
func.func @kernel(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = novi.kernel (%a = %x : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %1 = novi.relu %a : (tensor<8xf32>) -> tensor<8xf32>
    novi.yield %1, %a : tensor<8xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// BACK-LABEL: func.func @relu_and_gradient
// BACK-SAME: %[[X:.*]]: tensor<6x20xf32>, %[[W:.*]]: tensor<20x9xf32>, %[[V:.*]]: tensor<9x9xf32>
// BACK: %[[ZERO:.*]] = novi.constant dense<0.000000e+00> : tensor<f32>
// BACK: %[[P:.*]] = novi.matmul %[[X]], %[[W]]
// BACK: %[[R:.*]] = novi.relu %[[P]]
// BACK: %[[C:.*]] = novi.compare le, %[[P]], %[[ZERO]]
// BACK-NOT: novi.not
// BACK: %[[Q:.*]] = novi.matmul %[[R]], %[[V]]
// BACK: %[[S:.*]] = novi.select %[[C]], %[[ZERO]], %[[Q]]
// BACK: return %[[R]], %[[S]]
func.func @relu_and_gradient(%x: tensor<6x20xf32>, %w: tensor<20x9xf32>, %v: tensor<9x9xf32>) -> (tensor<6x9xf32>, tensor<6x9xf32>) {
  %zero = novi.constant dense<0.0> : tensor<f32>
  %0 = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x9xf32>) -> tensor<6x9xf32>
  %1 = novi.relu %0 : (tensor<6x9xf32>) -> tensor<6x9xf32>
  %2 = novi.matmul %1, %v : (tensor<6x9xf32>, tensor<9x9xf32>) -> tensor<6x9xf32>
  %3 = novi.compare le, %0, %zero : (tensor<6x9xf32>, tensor<f32>) -> tensor<6x9xi1>
  %4 = novi.select %3, %zero, %2 : (tensor<6x9xi1>, tensor<f32>, tensor<6x9xf32>) -> tensor<6x9xf32>
  return %1, %4 : tensor<6x9xf32>, tensor<6x9xf32>
}
