// Gradients of two micro-batches in f16 add up in f32: the second product adds to
// what is there, in place. Sizes are multiples of nothing, so that threads at the
// edges, which have no element, must not touch what others write.

// RUN: novi-opt %s --novi-fuse --canonicalize --novi-gpu-outline-kernels --canonicalize --novi-bufferize | FileCheck %s

// CHECK-LABEL: func.func @gradient
// CHECK: %[[G:.*]] = memref.alloc() {{.*}} : memref<37x21xf32>
// CHECK-NOT: memref.
// CHECK: novi_gpu.launch @kernels::@{{.*}} outs(%[[G]] : memref<37x21xf32>)
// CHECK-NOT: memref.
// CHECK: novi_gpu.launch @kernels::@{{.*}} ins({{.*}}%[[G]]{{.*}} : {{.*}}) outs(%[[G]] : memref<37x21xf32>)
// CHECK-NEXT: return %[[G]]

// RUN: %python -c "import numpy as n; r = n.random.default_rng(5); n.savez('%t.npz', **{k: r.standard_normal(s).astype(n.float16) for k, s in dict(x0=(50, 37), d0=(50, 21), x1=(50, 37), d1=(50, 21)).items()})"
// RUN: novi-run %s --backend=interpret --inputs=%t.npz --outputs=%t.expected.npz
// RUN: novi-run %s --backend=emulate --backend-options=seed=3 --inputs=%t.npz --outputs=%t.emulated.npz
// RUN: %python %S/../compare_npz.py %t.emulated.npz %t.expected.npz --rtol-of-max=1e-5 | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: 1 arrays agree
func.func @gradient(%x0: tensor<50x37xf16> {novi.name = "x0"}, %d0: tensor<50x21xf16> {novi.name = "d0"},
                    %x1: tensor<50x37xf16> {novi.name = "x1"}, %d1: tensor<50x21xf16> {novi.name = "d1"})
    -> (tensor<37x21xf32> {novi.name = "g"}) {
  %a0 = novi.cast %x0 : tensor<50x37xf16> to tensor<50x37xf32>
  %b0 = novi.cast %d0 : tensor<50x21xf16> to tensor<50x21xf32>
  %g0 = novi.matmul %a0, %b0 {transpose_a} : (tensor<50x37xf32>, tensor<50x21xf32>) -> tensor<37x21xf32>
  %a1 = novi.cast %x1 : tensor<50x37xf16> to tensor<50x37xf32>
  %b1 = novi.cast %d1 : tensor<50x21xf16> to tensor<50x21xf32>
  %p1 = novi.matmul %a1, %b1 {transpose_a} : (tensor<50x37xf32>, tensor<50x21xf32>) -> tensor<37x21xf32>
  %g1 = novi.add %g0, %p1 : (tensor<37x21xf32>, tensor<37x21xf32>) -> tensor<37x21xf32>
  return %g1 : tensor<37x21xf32>
}
