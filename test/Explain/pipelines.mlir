// Passes of the user's choice: what they turn an instruction into is told, and
// what cannot be followed is said to be so.
//
// RUN: novi-explain %s --pipeline='builtin.module(convert-novi-to-linalg)' --why %%0 | FileCheck %s --check-prefix=LINALG
// RUN: novi-explain %s --pipeline='any(cse)' --why %%1 | FileCheck %s --check-prefix=CSE
// RUN: novi-explain %s --pipeline='builtin.module(func.func(novi-simplify{nsz=true}))' --why %%2 --why %%z | FileCheck %s --check-prefix=SIMPLIFY
// RUN: novi-explain %s --pipeline='builtin.module(strip-debuginfo,cse)' --why %%1 | FileCheck %s --check-prefix=STRIPPED
// RUN: novi-explain %s --pipeline='builtin.module(novi-to-cpu)' | FileCheck %s --check-prefix=CPU
//
// RUN: not novi-explain %s --pipeline='func.func(cse)' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not novi-explain %s --pipeline='builtin.module(no-such-pass)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not novi-explain %s --pipeline='builtin.module(canonicalize,one-shot-bufferize)' 2>&1 | FileCheck %s --check-prefix=FAILED
// ANCHOR: novi-explain: error: the pipeline is for 'func.func', but a program is a 'builtin.module': write builtin.module(func.func(cse))
// UNKNOWN: error: 'no-such-pass' does not refer to a registered pass
// FAILED: pipelines.mlir:[[#@LINE+19]]:{{.*}} error: op was not bufferized

// LINALG: %0 (line [[#@LINE+18]])
// LINALG-NEXT: convert-novi-to-linalg (pass 1): it was turned into {{.*}}'linalg.generic'
// LINALG: 'linalg.generic': there at the end
// CSE: %1 (line [[#@LINE+16]])
// CSE-NEXT: cse (pass 1): it is the same as %0 (line [[#@LINE+14]])
//
// Every reader of x + 0 reads x.
// SIMPLIFY: %2 (line [[#@LINE+13]])
// SIMPLIFY-NEXT: novi-simplify (pass 1): %x took its place
// SIMPLIFY: %z (line [[#@LINE+8]])
// SIMPLIFY-NEXT: novi-simplify (pass 1): it was removed
//
// Without locations too.
// STRIPPED: %1 (line [[#@LINE+6]])
// STRIPPED-NEXT: cse (pass 2): it is the same as %0 (line [[#@LINE+4]])
// CPU: novi-cpu-to-llvm: {{[0-9]+}} before
func.func @f(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %z = novi.zero : tensor<8xf32>
  %0 = novi.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  %1 = novi.exp %x : (tensor<8xf32>) -> tensor<8xf32>
  %2 = novi.add %x, %z : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = novi.neg %2 : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
