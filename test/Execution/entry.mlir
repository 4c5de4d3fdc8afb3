// The entry is named, or is the only public function with a body; its arguments
// and results must be tensors that files hold.

// RUN: rm -rf %t && split-file %s %t

// RUN: novi-run %t/one.mlir | FileCheck %s --check-prefix=ONE
// RUN: novi-run %t/one.mlir --entry=helper | FileCheck %s --check-prefix=HELPER
// RUN: novi-run - < %t/one.mlir | FileCheck %s --check-prefix=ONE
// RUN: novi-opt %t/one.mlir --emit-bytecode -o %t/one.mlirbc
// RUN: novi-run %t/one.mlirbc | FileCheck %s --check-prefix=ONE
// ONE: result0 : tensor<f32> = 2
// HELPER: result0 : tensor<f32> = 1

// RUN: not novi-run %t/one.mlir --entry=nobody 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: error: has no function @nobody with a body; it has @helper (private), @main
// RUN: not novi-run %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: error: has 2 public functions, so say which is to be run; there are @a, @b, @c (private)
// RUN: not novi-run %t/empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: has no function with a body, so nothing to run
// RUN: not novi-run %t/types.mlir --entry=scalar 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: error: 'func.func' op cannot be run: argument 0 is 'f32', not a ranked tensor of f16, bf16, f32, f64, i1 or i8
// RUN: not novi-run %t/types.mlir --entry=integers 2>&1 | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: error: 'func.func' op cannot be run: result 0 is 'tensor<2xi32>', not a ranked
// RUN: not novi-run %t/types.mlir --entry=names 2>&1 | FileCheck %s --check-prefix=NAMES
// NAMES: error: 'func.func' op cannot be run: argument 1 is called 'arg1' as another one is
// RUN: not novi-run %t/syntax.mlir 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: syntax.mlir:2:{{[0-9]+}}: error: custom op 'novi.nonesuch' is unknown
// RUN: not novi-run %t/nowhere.mlir 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: cannot open input file '{{.*}}nowhere.mlir'

//--- one.mlir
func.func private @declared() -> tensor<f32>
func.func private @helper() -> tensor<f32> {
  %one = novi.constant dense<1.0> : tensor<f32>
  return %one : tensor<f32>
}
func.func @main() -> tensor<f32> {
  %one = call @helper() : () -> tensor<f32>
  %two = novi.add %one, %one : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %two : tensor<f32>
}

//--- two.mlir
func.func @a() {
  return
}
func.func @b() {
  return
}
func.func private @c() {
  return
}

//--- empty.mlir
func.func private @declared() -> tensor<f32>

//--- types.mlir
func.func @scalar(%x: f32) {
  return
}
func.func @integers(%x: tensor<f32>) -> tensor<2xi32> {
  %c = arith.constant dense<1> : tensor<2xi32>
  return %c : tensor<2xi32>
}
func.func @names(%x: tensor<f32> {novi.name = "arg1"}, %y: tensor<f32>) {
  return
}

//--- syntax.mlir
func.func @f(%x: tensor<f32>) {
  novi.nonesuch %x
  return
}
