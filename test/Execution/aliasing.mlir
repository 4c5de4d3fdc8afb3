// Faults that others had with buffers that are one and should not be, or the
// other way round (shared/cases: C02, C12, C13, C15), and results that are
// arguments or each other.

// RUN: rm -rf %t && split-file %s %t
// RUN: %python %t/inputs.py %t

// RUN: novi-run %t/inits.mlir --backend=cpu --inputs=%t/inits.npz | FileCheck %s --check-prefix=INITS --match-full-lines
// RUN: novi-opt %t/inits.mlir --convert-novi-to-linalg --cse | novi-run - --backend=cpu --inputs=%t/inits.npz | FileCheck %s --check-prefix=INITS --match-full-lines
// INITS:      a : tensor<1xf32> = [4]
// INITS-NEXT: b : tensor<1xf32> = [6]

// RUN: novi-run %t/transpose.mlir --backend=cpu --inputs=%t/transpose.npz | FileCheck %s --check-prefix=TRANSPOSE --match-full-lines
// TRANSPOSE{LITERAL}: y : tensor<2x2xf32> = [[2, 5], [5, 8]]

// The same gradient, 2 x^T dy, and the same parameter, in each of three runs.
// RUN: novi-run %t/gradient.mlir --backend=cpu --inputs=%t/gradient.npz --epochs=3 --outputs=%t/out.npz
// RUN: %python -c "import numpy; o = numpy.load('%t/out.npz'); print(o['g'].reshape(3, 4))" | FileCheck %s --check-prefix=GRADIENT
// GRADIENT:      {{\[\[ *}}2. 4. 6. 12.]
// GRADIENT-NEXT: {{\[ *}}2. 4. 6. 12.]
// GRADIENT-NEXT: {{\[ *}}2. 4. 6. 12.]]

// RUN: novi-run %t/reshape.mlir --backend=cpu --inputs=%t/transpose.npz | FileCheck %s --check-prefix=RESHAPE --match-full-lines
// RESHAPE:      u : tensor<4xf32> = [-1, -2, -3, -4]
// RESHAPE-NEXT{LITERAL}: g : tensor<2x2xf32> = [[1, 4], [9, 16]]
// RESHAPE-NEXT{LITERAL}: t : tensor<2x2xf32> = [[-1, -2], [-3, -4]]

// RUN: novi-run %t/argument.mlir --backend=cpu --inputs=%t/argument.npz | FileCheck %s --check-prefix=ARGUMENT --match-full-lines
// ARGUMENT:      first : tensor<2xf32> = [1, 2]
// ARGUMENT-NEXT: second : tensor<2xf32> = [1, 2]
// ARGUMENT-NEXT: twice : tensor<2xf32> = [2, 4]
// ARGUMENT-NEXT: dynamic : tensor<2xf32> = [2, 4]
// ARGUMENT-NEXT: again : tensor<2xf32> = [2, 4]
// ARGUMENT-NEXT: slice : tensor<1xf32> = [4]

//--- inputs.py
import sys
import numpy as np

folder = sys.argv[1]
f = np.float32
np.savez(f"{folder}/inits.npz", x=f([3]))
np.savez(f"{folder}/transpose.npz", x=f([[1, 2], [3, 4]]))
np.savez(f"{folder}/gradient.npz", x=f([[[1, 3]]]), dy=f([[1, 2]]))
np.savez(f"{folder}/argument.npz", x=f([1, 2]))

//--- inits.mlir
func.func @f(%x: tensor<1xf32> {novi.name = "x"}) -> (tensor<1xf32> {novi.name = "a"}, tensor<1xf32> {novi.name = "b"}) {
  %one = novi.constant dense<1.0> : tensor<1xf32>
  %two = novi.constant dense<2.0> : tensor<1xf32>
  %a = novi.add %x, %one : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %b = novi.mul %x, %two : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %a, %b : tensor<1xf32>, tensor<1xf32>
}

//--- transpose.mlir
func.func @f(%in: tensor<2x2xf32> {novi.name = "x"}) -> (tensor<2x2xf32> {novi.name = "y"}) {
  %out = novi.neg %in : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %x = novi.neg %out : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %t = novi.transpose %x permutation = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = novi.add %x, %t : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

//--- gradient.mlir
func.func @step(%x: tensor<1x2xf32> {novi.name = "x"}, %dy: tensor<1x2xf32> {novi.name = "dy"}) -> (tensor<2x2xf32> {novi.name = "g"}, tensor<1x2xf32> {novi.name = "dy"}) {
  %once = novi.matmul %x, %dy {transpose_a} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %again = novi.matmul %x, %dy {transpose_a} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %sum = novi.add %once, %again : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %sum, %dy : tensor<2x2xf32>, tensor<1x2xf32>
}

//--- reshape.mlir
func.func @f(%x: tensor<2x2xf32> {novi.name = "x"}) -> (tensor<4xf32> {novi.name = "u"}, tensor<2x2xf32> {novi.name = "g"}, tensor<2x2xf32> {novi.name = "t"}) {
  %t = novi.neg %x : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %u = novi.reshape %t : tensor<2x2xf32> to tensor<4xf32>
  %g = novi.mul %t, %t : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %u, %g, %t : tensor<4xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

//--- argument.mlir
func.func @f(%x: tensor<2xf32> {novi.name = "x"})
    -> (tensor<2xf32> {novi.name = "first"}, tensor<2xf32> {novi.name = "second"}, tensor<2xf32> {novi.name = "twice"},
        tensor<?xf32> {novi.name = "dynamic"}, tensor<?xf32> {novi.name = "again"}, tensor<1xf32> {novi.name = "slice"}) {
  %twice = novi.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %dynamic = tensor.cast %twice : tensor<2xf32> to tensor<?xf32>
  %slice = tensor.extract_slice %twice[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
  return %x, %x, %twice, %dynamic, %dynamic, %slice
      : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<?xf32>, tensor<?xf32>, tensor<1xf32>
}
