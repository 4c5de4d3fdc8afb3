// RUN: novi-opt %s --novi-to-nvvm | FileCheck %s
// RUN: novi-opt %s --novi-to-nvvm="chip=sm_90a format=isa reuse-memory=false" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SM90A
// RUN: not novi-opt %s --novi-to-nvvm=chip=sm_70 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not novi-opt %s --novi-to-nvvm=format=elf 2>&1 | FileCheck %s --check-prefix=FORMAT

// CHIP: error: chip = 'sm_70': there is code for sm_80, sm_90a and sm_100a
// FORMAT: error: format = 'elf': there are isa (PTX), bin (cubin) and fatbin

// Nothing but the LLVM dialect is left, the kernels' PTX, and their launches.
// CHECK-NOT:   {{(novi|novi_gpu|linalg|tensor|memref|vector|scf|arith|math|func|cf|bufferization|affine)\.[a-z_]+[ (]}}
// CHECK-LABEL: gpu.binary @kernels
// SM90A-SAME:    .target sm_90a
// CHECK-SAME:    .visible .entry [[K1:[a-z_0-9]+_kernel]](
// CHECK-SAME:    .visible .entry [[K2:[a-z_0-9]+_kernel]](
// CHECK-LABEL: llvm.func @step(%{{[a-z0-9]+}}: !llvm.ptr)
// CHECK:         llvm.call @mgpuStreamCreate
// CHECK:         gpu.launch_func {{.*}} @kernels::@[[K1]]
// CHECK:         gpu.launch_func {{.*}} @kernels::@[[K2]]
// CHECK:         llvm.call @mgpuStreamSynchronize
// CHECK:         llvm.return
func.func @step(%x: tensor<?x64xf32>, %w: tensor<64x30xf32>, %b: tensor<30xf32>) -> tensor<?x30xf32> {
  %p = novi.matmul %x, %w : (tensor<?x64xf32>, tensor<64x30xf32>) -> tensor<?x30xf32>
  %s = novi.add %p, %b : (tensor<?x30xf32>, tensor<30xf32>) -> tensor<?x30xf32>
  %y = novi.softmax %s axis = 1 : (tensor<?x30xf32>) -> tensor<?x30xf32>
  return %y : tensor<?x30xf32>
}
