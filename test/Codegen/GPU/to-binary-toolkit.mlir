// With the CUDA Toolkit: functions of libdevice are linked in, and kernels become
// machine code.

// REQUIRES: ptxas
// RUN: novi-opt %s --novi-gpu-to-binary=format=isa | FileCheck %s
// RUN: novi-opt %s --novi-gpu-to-binary=format=bin | FileCheck %s --check-prefix=BIN
// RUN: novi-opt %s --novi-gpu-to-binary=format=fatbin | FileCheck %s --check-prefix=FATBIN

// CHECK-NOT: .extern
// CHECK: .visible .entry exp_of
// CHECK-NOT: __nv_exp
// BIN: gpu.binary @kernels [#gpu.object<#nvvm.target<{{.*}}bin = "\7FELF
// FATBIN: gpu.binary @kernels [#gpu.object<#nvvm.target<
gpu.module @kernels [#nvvm.target<chip = "sm_80", features = "+ptx80">] {
  llvm.func @__nv_exp(f64) -> f64
  llvm.func @exp_of(%x: f64, %y: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.call @__nv_exp(%x) : (f64) -> f64
    llvm.store %0, %y : f64, !llvm.ptr
    llvm.return
  }
}
