// A step that takes the interpreter some milliseconds.
func.func @step(%x: tensor<64x64xf32> {novi.name = "x", novi.role = "input"},
                %w: tensor<64x64xf32> {novi.name = "w", novi.role = "parameter"})
    -> (tensor<f32> {novi.name = "loss", novi.role = "loss"},
        tensor<64x64xf32> {novi.name = "w", novi.role = "parameter"}) {
  %p = novi.matmul %x, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = novi.softmax %p axis = 1 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = novi.sub %w, %q : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %l = novi.reduce_sum %m axes = [0, 1] : (tensor<64x64xf32>) -> tensor<f32>
  return %l, %m : tensor<f32>, tensor<64x64xf32>
}
