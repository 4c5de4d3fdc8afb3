// Instructions in a loop: what an iteration makes of a tensor, the next one does not
// see. The names are those of cases known from other projects.

// RUN: %python -c "import numpy as np; np.savez('%t.npz', a=np.float32(0), t=np.float32([1, 2]))"
// RUN: novi-run --backend=cpu %s --inputs=%t.npz | FileCheck %s --match-full-lines

// CHECK: C07 : tensor<3xf32> = [-1, -1, -1]
// CHECK: C08 : tensor<2xf32> = [1, 1]
// CHECK: C08.inserted : tensor<2x2xf32> = {{\[\[}}9, 2], [9, 2]]
func.func @main(
    %a: tensor<f32> {novi.name = "a"}, %t: tensor<2xf32> {novi.name = "t"})
    -> (tensor<3xf32> {novi.name = "C07"}, tensor<2xf32> {novi.name = "C08"},
        tensor<2x2xf32> {novi.name = "C08.inserted"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = novi.constant dense<1.0> : tensor<f32>
  %nine = novi.constant dense<9.0> : tensor<1xf32>
  %none3 = novi.zero : tensor<3xf32>
  %none2 = novi.zero : tensor<2xf32>
  %none22 = novi.zero : tensor<2x2xf32>

  // What does not vary is not taken further from one iteration to the next.
  %seen = scf.for %i = %c0 to %c3 step %c1 iter_args(%all = %none3) -> (tensor<3xf32>) {
    %less = novi.sub %a, %one : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %item = novi.reshape %less : tensor<f32> to tensor<1xf32>
    %next = novi.insert_slice %item into %all[%i] [1]
        : (tensor<1xf32>, tensor<3xf32>, index) -> tensor<3xf32>
    scf.yield %next : tensor<3xf32>
  }

  // A tensor that is written in the loop is whole again in the next iteration.
  %read, %written = scf.for %i = %c0 to %c2 step %c1
      iter_args(%all = %none2, %rows = %none22) -> (tensor<2xf32>, tensor<2x2xf32>) {
    %first = novi.slice %t[0] [1] [1] : (tensor<2xf32>) -> tensor<1xf32>
    %inserted = novi.insert_slice %nine into %t[0] [1]
        : (tensor<1xf32>, tensor<2xf32>) -> tensor<2xf32>
    %row = novi.reshape %inserted : tensor<2xf32> to tensor<1x2xf32>
    %nextAll = novi.insert_slice %first into %all[%i] [1]
        : (tensor<1xf32>, tensor<2xf32>, index) -> tensor<2xf32>
    %nextRows = novi.insert_slice %row into %rows[%i, 0] [1, 1]
        : (tensor<1x2xf32>, tensor<2x2xf32>, index) -> tensor<2x2xf32>
    scf.yield %nextAll, %nextRows : tensor<2xf32>, tensor<2x2xf32>
  }
  return %seen, %read, %written : tensor<3xf32>, tensor<2xf32>, tensor<2x2xf32>
}
