// Each barrier between the warps that reduce rows together matters: without it the
// emulator sees a race. With both there is none, and the numbers are right.

// DEFINE: %{to_nvvm} = novi-opt --emit-bytecode --pass-pipeline='builtin.module(gpu.module(expand-strided-metadata,convert-scf-to-cf,convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1},reconcile-unrealized-casts))'

// RUN: rm -rf %t && mkdir %t
// RUN: novi-opt %s --novi-gpu-outline-kernels --symbol-dce --canonicalize --cse -o %t/all.mlir
// RUN: %python %S/../../Emulator/without.py %t/all.mlir gpu.barrier 0 > %t/first.mlir
// RUN: %python %S/../../Emulator/without.py %t/all.mlir gpu.barrier 1 > %t/second.mlir
// RUN: %python %S/../../Emulator/arrays.py %t/in.npz "x=values(9, 4096)" "y=f32(np.zeros((9, 4096)))"
// RUN: %python %S/../../Emulator/arrays.py %t/expected.npz "x=values(9, 4096)" "y=f32(x - np.float64(x).sum(1, keepdims=True))"

// RUN: %{to_nvvm} %t/all.mlir -o %t/k.mlir
// RUN: novi-emulate %t/k.mlir --kernel=rows_kernel --grid=1 --block=256 --args=x,y --inputs=%t/in.npz --outputs=%t/out.npz --seed=3
// RUN: %python %S/../../compare_npz.py %t/out.npz %t/expected.npz --rtol-of-max=1e-5

// RUN: %{to_nvvm} %t/first.mlir -o %t/k.mlir
// RUN: not novi-emulate %t/k.mlir --kernel=rows_kernel --grid=1 --block=256 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s
// RUN: %{to_nvvm} %t/second.mlir -o %t/k.mlir
// RUN: not novi-emulate %t/k.mlir --kernel=rows_kernel --grid=1 --block=256 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s
// CHECK: kernel 'rows_kernel': {{.*}} race: {{(reads|writes)}} 4 bytes of shared variable
func.func private @rows(%x: tensor<9x4096xf32>) -> tensor<9x4096xf32> {
  %r = novi.kernel "rows" (%a = %x : tensor<9x4096xf32>) -> (tensor<9x4096xf32>) {
    %0 = novi.reduce_sum %a axes = [1] keepdims : (tensor<9x4096xf32>) -> tensor<9x1xf32>
    %1 = novi.sub %a, %0 : (tensor<9x4096xf32>, tensor<9x1xf32>) -> tensor<9x4096xf32>
    novi.yield %1 : tensor<9x4096xf32>
  }
  return %r : tensor<9x4096xf32>
}
