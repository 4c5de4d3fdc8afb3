// PTX needs nothing of the CUDA Toolkit but libdevice for functions that have no
// instruction; what misses is told in a line.

// RUN: novi-opt %s --novi-gpu-to-binary=format=isa | FileCheck %s
// RUN: not novi-opt %s --novi-gpu-to-binary=format=ptx 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: error: format = 'ptx': there are isa (PTX), bin (cubin) and fatbin

// CHECK: gpu.binary @kernels [#gpu.object<#nvvm.target<{{.*}}assembly = "
// CHECK-SAME: .visible .entry empty
module {
  gpu.module @kernels [#nvvm.target<chip = "sm_80", features = "+ptx80">] {
    llvm.func @empty() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
