// A check that fails when compiled code runs is an error with its message, and
// the next run is as good as any.

// RUN: rm -rf %t && mkdir %t
// RUN: %python -c "import numpy as n; n.savez('%t/3.npz', x=n.ones(3, 'f'), y=n.ones(3, 'f')); n.savez('%t/4.npz', x=n.ones(3, 'f'), y=n.ones(4, 'f'))"
// RUN: novi-run %s --entry=sum --backend=cpu --inputs=%t/3.npz | FileCheck %s
// CHECK: result0 : tensor<3xf32> = [2, 2, 2]
// RUN: not novi-run %s --entry=sum --backend=cpu --inputs=%t/4.npz 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: error: {{.*}}add
func.func @sum(%x: tensor<?xf32> {novi.name = "x"}, %y: tensor<?xf32> {novi.name = "y"}) -> tensor<?xf32> {
  %z = novi.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}

// RUN: not novi-run %s --entry=large --backend=cpu --inputs=%t/3.npz 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: {{.*}}out of memory: sizes at run time ask for 64 TiB or more in one memref<?x?x?xf32>
func.func @large(%x: tensor<?xf32> {novi.name = "x"}, %y: tensor<?xf32> {novi.name = "y"}) -> tensor<?x?x?xf32> {
  %n = arith.constant 4294967296 : index
  %zero = arith.constant 0 : index
  %three = tensor.dim %x, %zero : tensor<?xf32>
  %size = arith.muli %n, %three : index
  %empty = tensor.empty(%size, %size, %three) : tensor<?x?x?xf32>
  %one = arith.constant 1.0 : f32
  %r = linalg.fill ins(%one : f32) outs(%empty : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

// RUN: not novi-run %s --entry=stack --backend=cpu --inputs=%t/3.npz 2>&1 | FileCheck %s --check-prefix=RECURSION
// RECURSION: checks.mlir:[[#@LINE+2]]:{{.*}}: error: a call that could not be inlined; a function that calls itself cannot be compiled
func.func @stack(%x: tensor<?xf32> {novi.name = "x"}, %y: tensor<?xf32> {novi.name = "y"}) -> tensor<?xf32> {
  %z = call @stack(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}
