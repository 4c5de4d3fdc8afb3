// RUN: novi-opt %s --novi-to-cpu | FileCheck %s
// RUN: novi-opt %s --novi-to-cpu="vector-bits=512 parallel-threshold=0 fuse=false reuse-memory=false" | FileCheck %s --check-prefixes=CHECK,WIDE

// Nothing but the LLVM dialect is left (and OpenMP around shared loops).
// CHECK-NOT:   {{(novi|linalg|tensor|memref|vector|scf|arith|math|func|cf|bufferization|affine)\.[a-z_]+[ (]}}
// CHECK-LABEL: llvm.func @step(
// WIDE-NOT:      omp.
// CHECK:         llvm.intr.masked.load
// WIDE-SAME:       vector<16xf32>
// CHECK:         llvm.return
func.func @step(%x: tensor<?x64xf32>, %w: tensor<64x30xf32>, %b: tensor<30xf32>) -> tensor<?x30xf32> {
  %p = novi.matmul %x, %w : (tensor<?x64xf32>, tensor<64x30xf32>) -> tensor<?x30xf32>
  %s = novi.add %p, %b : (tensor<?x30xf32>, tensor<30xf32>) -> tensor<?x30xf32>
  %y = novi.softmax %s axis = 1 : (tensor<?x30xf32>) -> tensor<?x30xf32>
  return %y : tensor<?x30xf32>
}
