// A stock mlir-opt with Novi's plugin: novi ops, upstream's CSE on them, Novi's
// passes on a module and on functions.
//
// REQUIRES: mlir-opt
//
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(func.func(cse),novi-simplify)' | FileCheck %s
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(func.func(cse),novi-simplify{nnan ninf nsz})' | FileCheck %s --check-prefix=FLAGS
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(func.func(cse,novi-simplify{nnan ninf nsz}))' | FileCheck %s --check-prefix=FLAGS
//
// Its canonicalizer knows the ops, and its verifier.
// RUN: %mlir_opt %s --load-dialect-plugin=%plugin --canonicalize | FileCheck %s --check-prefix=CANON
// RUN: echo 'func.func @f(%x: tensor<2xf32>) { %0 = novi.neg %x : (tensor<2xf32>) -> tensor<3xf32> return }' > %t.mlir
// RUN: not %mlir_opt %t.mlir --load-dialect-plugin=%plugin 2>&1 | FileCheck %s --check-prefix=INVALID

// CHECK-LABEL: func.func @f
// CHECK: %[[A:.*]] = novi.matmul
// CHECK-NOT: novi.matmul
// CHECK: %[[B:.*]] = novi.sub %[[A]], %[[A]]
// CHECK: return %[[B]]

// FLAGS-LABEL: func.func @f
// FLAGS: %[[Z:.*]] = novi.constant dense<0.000000e+00>
// FLAGS: return %[[Z]]

// CANON-LABEL: func.func @f
// CANON-SAME: %[[X:[^:]*]]: tensor<2x3xf32>
// CANON: novi.matmul %[[X]], %[[X]] {transpose_b}

// INVALID: 'novi.neg' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'

func.func @f(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %t = novi.transpose %x permutation = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %0 = novi.matmul %x, %t : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = novi.matmul %x, %t : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %2 = novi.sub %0, %1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}
