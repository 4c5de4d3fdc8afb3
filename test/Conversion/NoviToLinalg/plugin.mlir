// The conversion is there for a stock mlir-opt too.
//
// REQUIRES: mlir-opt
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(convert-novi-to-linalg))' | FileCheck %s

// CHECK-LABEL: func.func @f(
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: arith.negf
  %0 = novi.neg %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
