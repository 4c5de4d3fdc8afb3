// RUN: novi-opt %s --novi-gpu-use-instructions | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @f
  // CHECK-SAME: (%[[X:.*]]: f64, %[[Y:.*]]: f64, %[[P:.*]]: memref<f64>)
  // CHECK: %[[Z:.*]] = llvm.intr.fma(%[[X]], %[[Y]], %[[X]]) : (f64, f64, f64) -> f64
  // CHECK: memref.store %[[Z]], %[[P]]
  gpu.func @f(%x: f64, %y: f64, %p: memref<f64>) kernel {
    %z = math.fma %x, %y, %x : f64
    memref.store %z, %p[] : memref<f64>
    gpu.return
  }
}
