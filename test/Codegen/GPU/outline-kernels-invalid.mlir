// RUN: novi-opt %s --novi-gpu-outline-kernels -split-input-file -verify-diagnostics

func.func @softmax_of_product(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{cannot run as one kernel on a GPU: }}
  %y = novi.kernel (%a = %x : tensor<8x8xf32>) -> (tensor<8x8xf32>) {
    %0 = novi.matmul %a, %a : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = novi.softmax %0 axis = 1 : (tensor<8x8xf32>) -> tensor<8x8xf32>
    novi.yield %1 : tensor<8x8xf32>
  }
  return %y : tensor<8x8xf32>
}
