// Constants, zero and eye: what is parsed is printed again, by way of the
// generic form and of bytecode too.
//
// RUN: novi-opt %s | FileCheck %s
// RUN: novi-opt %s --mlir-print-op-generic | novi-opt | FileCheck %s
// RUN: novi-opt %s --emit-bytecode | novi-opt | FileCheck %s

// CHECK-LABEL: func.func @constant
func.func @constant() {
  // CHECK: novi.constant dense<[1.000000e+00, -5.000000e-01]> : tensor<2xf16>
  %0 = novi.constant dense<[1.0, -0.5]> : tensor<2xf16>
  // CHECK: novi.constant dense<0xFF80> : tensor<2xbf16>
  %1 = novi.constant dense<0xFF80> : tensor<2xbf16>
  // CHECK: novi.constant dense<0x7FC00000> : tensor<f32>
  %2 = novi.constant dense<0x7FC00000> : tensor<f32>
  // CHECK: novi.constant {test.note} dense<-0.000000e+00> : tensor<2x2xf64>
  %3 = novi.constant {test.note} dense<-0.0> : tensor<2x2xf64>
  // CHECK: novi.constant dense<true> : tensor<4xi1>
  %4 = novi.constant dense<true> : tensor<4xi1>
  // CHECK: novi.constant dense<[false, true]> : tensor<2xi1>
  %5 = novi.constant dense<[false, true]> : tensor<2xi1>
  // CHECK: novi.constant dense<> : tensor<0x3xf32>
  %6 = novi.constant dense<> : tensor<0x3xf32>
  // CHECK: novi.constant dense_resource<weights> : tensor<2xf32>
  %7 = novi.constant dense_resource<weights> : tensor<2xf32>
  // CHECK: novi.constant dense_resource<mask> : tensor<3xi1>
  %8 = novi.constant dense_resource<mask> : tensor<3xi1>
  // CHECK: novi.constant dense_resource<none> : tensor<2xf16>
  %9 = novi.constant dense_resource<none> : tensor<2xf16>
  return
}

// CHECK-LABEL: func.func @zero
// CHECK-SAME: %[[N:[^:]+]]: index
func.func @zero(%n: index) {
  // CHECK: novi.zero : tensor<f16>
  %0 = novi.zero : tensor<f16>
  // CHECK: novi.zero : tensor<0x4xbf16>
  %1 = novi.zero : tensor<0x4xbf16>
  // CHECK: novi.zero(%[[N]]) : tensor<?x8xf32>
  %2 = novi.zero(%n) : tensor<?x8xf32>
  // CHECK: novi.zero(%[[N]], %[[N]]) {test.note} : tensor<?x?xf64>
  %3 = novi.zero(%n, %n) {test.note} : tensor<?x?xf64>
  return
}

// CHECK-LABEL: func.func @eye
// CHECK-SAME: %[[N:[^:]+]]: index
func.func @eye(%n: index) {
  // CHECK: novi.eye : tensor<2x3xf16>
  %0 = novi.eye : tensor<2x3xf16>
  // CHECK: novi.eye : tensor<0x0xbf16>
  %1 = novi.eye : tensor<0x0xbf16>
  // CHECK: novi.eye(%[[N]]) : tensor<4x?xf32>
  %2 = novi.eye(%n) : tensor<4x?xf32>
  // CHECK: novi.eye(%[[N]], %[[N]]) : tensor<?x?xf64>
  %3 = novi.eye(%n, %n) : tensor<?x?xf64>
  return
}

// The first word of a resource is its alignment.
{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040",
      mask: "0x01000000010001"
    }
  }
#-}
