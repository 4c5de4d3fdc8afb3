// A reshape to several dynamic sizes is no view of a buffer: the product behind it
// reads through it, and one that is a result is a kernel that copies.

// RUN: novi-opt %s --novi-to-nvvm --mlir-print-ir-after=novi-gpu-launch -o %t.out 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=gpu.memcpy
// CHECK-LABEL: func.func @reshapes
// CHECK: gpu.launch_func {{.*}}@matmul_kernel
// CHECK: gpu.launch_func {{.*}}@matmul_kernel
// CHECK: gpu.launch_func {{.*}}@reshape_kernel
// CHECK-NOT: gpu.launch_func
// CHECK: return

// RUN: %python -c "import numpy as n; r = n.random.default_rng(1); n.savez('%t.npz', **{k: r.standard_normal((6, 6)).astype(n.float32) for k in 'xw'})"
// RUN: novi-run %s --backend=interpret --inputs=%t.npz --outputs=%t.expected.npz
// RUN: novi-run %s --backend=emulate --inputs=%t.npz --outputs=%t.emulated.npz
// RUN: %python %S/../compare_npz.py %t.emulated.npz %t.expected.npz --rtol-of-max=1e-5 | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: 1 arrays agree
func.func @reshapes(%x: tensor<?x?xf32> {novi.name = "x"}, %w: tensor<?x?xf32> {novi.name = "w"}) -> (tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = novi.matmul %x, %w : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = novi.reshape %e sizes(%d1, %d0) : tensor<?x?xf32> to tensor<?x?xf32>
  %s = novi.matmul %r, %r : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = novi.reshape %s sizes(%d1, %d0) : tensor<?x?xf32> to tensor<?x?xf32>
  return %t : tensor<?x?xf32>
}
