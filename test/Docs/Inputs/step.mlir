// A training step in small: the same product twice, a row that is cut out of
// what was just put together, and a gradient that is always zero.
func.func @step(%x: tensor<6x20xf32> {novi.name = "x", novi.role = "input"},
                %w: tensor<64x20xf32> {novi.name = "w", novi.role = "parameter"})
    -> (tensor<6x64xf32> {novi.name = "y", novi.role = "output"},
        tensor<64x20xf32> {novi.name = "w.gradient", novi.role = "gradient"}) {
  %a = novi.matmul %x, %w {transpose_b}
     : (tensor<6x20xf32>, tensor<64x20xf32>) -> tensor<6x64xf32>
  %b = novi.matmul %x, %w {transpose_b}
     : (tensor<6x20xf32>, tensor<64x20xf32>) -> tensor<6x64xf32>
  %y = novi.add %a, %b
     : (tensor<6x64xf32>, tensor<6x64xf32>) -> tensor<6x64xf32>
  %zero = novi.zero : tensor<6x64xf32>
  %g = novi.matmul %zero, %x {transpose_a}
     : (tensor<6x64xf32>, tensor<6x20xf32>) -> tensor<64x20xf32>
  return %y, %g : tensor<6x64xf32>, tensor<64x20xf32>
}
