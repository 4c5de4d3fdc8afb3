func.func @f(%x: tensor<2x2xf32>) -> tensor<f32> {
  %eye = novi.eye : tensor<2x2xf32>
  %0 = novi.matmul %x, %eye : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = novi.reduce_sum %0 axes = [0, 1] : (tensor<2x2xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
