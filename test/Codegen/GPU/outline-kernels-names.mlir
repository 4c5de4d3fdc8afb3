// The module's name may be taken.

// RUN: novi-opt %s --novi-gpu-outline-kernels | FileCheck %s

// CHECK: gpu.module @[[NAME:kernels_[0-9]+]]
// CHECK: func.func @kernels
// CHECK: novi_gpu.launch @[[NAME]]::@relu_kernel
func.func @kernels(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = novi.kernel "relu" (%a = %x : tensor<4xf32>) -> (tensor<4xf32>) {
    %0 = novi.relu %a : (tensor<4xf32>) -> tensor<4xf32>
    novi.yield %0 : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}
