// Ways to ask, and what is said where there is nothing of the kind.
//
// RUN: novi-explain %s --why %%biased | FileCheck %s --check-prefix=ONE
// RUN: novi-explain %s --why 19 | FileCheck %s --check-prefix=ONE
// RUN: novi-explain %s --why questions.mlir:19 | FileCheck %s --check-prefix=ONE
// RUN: novi-explain %s --why %s:19 | FileCheck %s --check-prefix=ONE
// RUN: novi-explain - --why %%biased < %s | FileCheck %s --check-prefix=ONE
// RUN: novi-opt %s --emit-bytecode -o %t.mlirbc
// RUN: novi-explain %t.mlirbc --why 19 | FileCheck %s --check-prefix=BYTECODE
// ONE: %biased (line 19): 'novi.add' of %product (line 18) and %b
// ONE-NOT: 'novi.{{.*}}' of
// BYTECODE: 'novi.add' (line 19): 'novi.add' of 'novi.matmul' (line 18)
//
// A line has all that is on it: of a function, its arguments.
// RUN: novi-explain %s --why 17 | FileCheck %s --check-prefix=ARGUMENTS

func.func @one(%x: tensor<6x20xf32>, %w: tensor<20x8xf32>, %b: tensor<8xf32>) -> tensor<6x8xf32> {
  %product = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
  %biased = novi.add %product, %b : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
  return %biased : tensor<6x8xf32>
}
// ARGUMENTS: %x: an argument
// ARGUMENTS: %w: an argument
// ARGUMENTS: %b: an argument
//
// RUN: not novi-explain %s --why %%biase 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not novi-explain %s --why 2 2>&1 | FileCheck %s --check-prefix=LINE
// RUN: not novi-explain %s --why 99 2>&1 | FileCheck %s --check-prefix=PAST
// RUN: not novi-explain %s --why other.mlir:3 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not novi-explain %s --why biased 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not novi-explain %s --why 0 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not novi-explain %t.mlirbc --why %%biased 2>&1 | FileCheck %s --check-prefix=NAMELESS
// RUN: not novi-explain %t.none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NAME: novi-explain: error: no value is called %biase; names like it are %biased
// LINE: novi-explain: error: no instruction comes from line 2 of {{.*}}questions.mlir; the nearest come from line 17
// PAST: no instruction comes from line 99 of {{.*}}questions.mlir; the nearest come from line 19
// FILE: nothing comes from a file other.mlir; what there is comes from {{.*}}questions.mlir
// KIND: is no value (%y), no line (12) and no line of a file (step.mlir:12)
// NAMELESS: bytecode has no names such as %biased: ask for a line
// NONE: novi-explain: error: {{.*}}none.mlir
