// What misses of the CUDA Toolkit is told in a line.

// DEFINE: %{without} = env PATH=%novi_build/bin CUDA_ROOT=/nowhere CUDA_HOME=/nowhere CUDA_PATH=/nowhere
// RUN: %{without} not novi-opt %s --novi-gpu-to-binary=format=isa 2>&1 | FileCheck %s --check-prefix=LIBDEVICE
// RUN: %{without} not novi-opt %s --novi-gpu-to-binary=format=bin 2>&1 | FileCheck %s --check-prefix=BIN
// LIBDEVICE: error: there is no libdevice, which has __nv_exp; set CUDA_PATH to where the CUDA Toolkit is
// BIN: error: there is no ptxas, which format=bin needs; set CUDA_PATH to where the CUDA Toolkit is; format=isa needs none
gpu.module @kernels [#nvvm.target<chip = "sm_80", features = "+ptx80">] {
  llvm.func @__nv_exp(f64) -> f64
  llvm.func @exp(%x: f64, %y: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.call @__nv_exp(%x) : (f64) -> f64
    llvm.store %0, %y : f64, !llvm.ptr
    llvm.return
  }
}
