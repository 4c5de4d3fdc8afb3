func.func @f(%f32: tensor<2x3xf32> {novi.name = "layer.0/weight"},
             %f64: tensor<f64> {novi.name = "f64"},
             %f16: tensor<3xf16> {novi.name = "f16"},
             %bf16: tensor<3xbf16> {novi.name = "bf16"},
             %mask: tensor<5xi1> {novi.name = "mask"},
             %empty: tensor<0x4xf32> {novi.name = "empty"})
    -> (tensor<2x3xf32> {novi.name = "layer.0/weight"},
        tensor<f64> {novi.name = "f64"}, tensor<3xf16> {novi.name = "f16"},
        tensor<3xbf16> {novi.name = "bf16"}, tensor<5xi1> {novi.name = "mask"},
        tensor<0x4xf32> {novi.name = "empty"}) {
  %0 = novi.neg %f32 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = novi.neg %f64 : (tensor<f64>) -> tensor<f64>
  %2 = novi.neg %f16 : (tensor<3xf16>) -> tensor<3xf16>
  %3 = novi.neg %bf16 : (tensor<3xbf16>) -> tensor<3xbf16>
  %4 = novi.not %mask : (tensor<5xi1>) -> tensor<5xi1>
  return %0, %1, %2, %3, %4, %empty
      : tensor<2x3xf32>, tensor<f64>, tensor<3xf16>, tensor<3xbf16>, tensor<5xi1>, tensor<0x4xf32>
}
