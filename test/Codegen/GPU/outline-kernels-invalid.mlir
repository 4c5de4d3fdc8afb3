// RUN: novi-opt %s --novi-gpu-outline-kernels -split-input-file -verify-diagnostics

func.func @product_by_rows(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{cannot run as one kernel on a GPU: }}
  %y = novi.kernel (%a = %x : tensor<8x8xf32>) -> (tensor<8x8xf32>) {
    %0 = novi.matmul %a, %a : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = novi.reduce_max %0 axes = [1] keepdims : (tensor<8x8xf32>) -> tensor<8x1xf32>
    %2 = novi.sub %0, %1 : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
    novi.yield %2 : tensor<8x8xf32>
  }
  return %y : tensor<8x8xf32>
}

// -----

func.func @not_decomposed(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = novi.kernel (%a = %x : tensor<8x8xf32>) -> (tensor<8x8xf32>) {
    // expected-error @below {{'novi.softmax' op has no code for GPUs; novi-decompose makes smaller steps of softmax and losses}}
    %0 = novi.softmax %a axis = 1 : (tensor<8x8xf32>) -> tensor<8x8xf32>
    novi.yield %0 : tensor<8x8xf32>
  }
  return %y : tensor<8x8xf32>
}
