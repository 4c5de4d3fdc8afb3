// RUN: novi-translate --export-listing %s -split-input-file -verify-diagnostics -o /dev/null
// RUN: not novi-translate --export-listing --entry=nowhere -split-input-file %s 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not novi-translate --export-listing=other %s 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not novi-translate --export-listing=novigrad -split-input-file %s 2>&1 | FileCheck %s --check-prefix=SHAPES

// ENTRY: error: has no function @nowhere with a body
// FORM: Cannot find option named 'other'!
// SHAPES: error: a listing of novigrad does not print shapes: say where they go with --export-shapes=FILE

func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'func.call' op cannot be said in a listing: it is no instruction of novi, arith or tensor}}
  %0 = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  // expected-error@+1 {{'tensor.generate' op cannot be said in a listing: an instruction has no regions}}
  %0 = tensor.generate {
  ^bb0(%i: index):
    %1 = arith.constant 0.0 : f32
    tensor.yield %1 : f32
  } : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @f(%n: index) -> tensor<2xf32> {
  // expected-error@+1 {{'arith.index_cast' op cannot be said in a listing: a result is 'i64'; values are tensors of f16, bf16, f32, f64, i1 and i8, and index}}
  %0 = arith.index_cast %n : index to i64
  %1 = novi.zero : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// expected-error@+1 {{cannot be said in a listing: argument 0 is 'memref<2xf32>'}}
func.func @f(%x: memref<2xf32>) {
  return
}

// -----

// expected-error@+1 {{it is not straight-line code in one block}}
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  cf.br ^bb1
^bb1:
  return %x : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{attribute 'mine' is of no dialect}}
  %0 = novi.neg %x {mine = 3 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// The elements are not in the file.

func.func @f() -> tensor<2xf32> {
  // expected-error@+1 {{cannot be said in a listing: attribute 'value', dense_resource<none>}}
  %0 = novi.constant dense_resource<none> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error@+1 {{has 2 functions, and a listing is one: say which with --entry; there are @f, @g}}
module {
  func.func @f() {
    return
  }
  func.func @g() {
    return
  }
}
