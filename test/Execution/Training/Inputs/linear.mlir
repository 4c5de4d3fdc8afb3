// Linear regression, one example a step: loss (w x + b - y)^2, and w and b
// after a step of gradient descent at rate 0.05.
func.func @step(%x: tensor<3xf64> {novi.name = "x", novi.role = "input"},
                %y: tensor<f64> {novi.name = "y", novi.role = "target"},
                %w: tensor<3xf64> {novi.name = "w", novi.role = "parameter"},
                %b: tensor<f64> {novi.name = "b", novi.role = "parameter"})
    -> (tensor<3xf64> {novi.name = "w", novi.role = "parameter"},
        tensor<f64> {novi.name = "guess", novi.role = "output"},
        tensor<f64> {novi.name = "b", novi.role = "parameter"},
        tensor<1x1xf64> {novi.name = "loss", novi.role = "loss"}) {
  %p = novi.mul %w, %x : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %s = novi.reduce_sum %p axes = [0] : (tensor<3xf64>) -> tensor<f64>
  %guess = novi.add %s, %b : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %d = novi.sub %guess, %y : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %square = novi.mul %d, %d : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %loss = novi.reshape %square : tensor<f64> to tensor<1x1xf64>
  %db = novi.scale %d by 0.1 : (tensor<f64>) -> tensor<f64>
  %dw = novi.mul %db, %x : (tensor<f64>, tensor<3xf64>) -> tensor<3xf64>
  %w1 = novi.sub %w, %dw : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %b1 = novi.sub %b, %db : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %w1, %guess, %b1, %loss : tensor<3xf64>, tensor<f64>, tensor<f64>, tensor<1x1xf64>
}
