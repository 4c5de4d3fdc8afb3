// RUN: novi-opt %s --novi-add-optimizer --split-input-file --verify-diagnostics

// expected-error@below {{'func.func' op has no result with the role 'gradient'; novi-generate-backward makes them}}
func.func @no_gradient(%w: tensor<f32> {novi.name = "w"}) -> tensor<f32> {
  return %w : tensor<f32>
}

// -----

// expected-error@below {{'func.func' op has the gradient 'v.gradient' of type 'tensor<f32>', but no argument of that type called 'v'}}
func.func @no_parameter(%w: tensor<f32> {novi.name = "w"})
    -> (tensor<f32> {novi.name = "v.gradient", novi.role = "gradient"}) {
  return %w : tensor<f32>
}

// -----

// expected-error@below {{'func.func' op has the gradient 'w.gradient' of type 'tensor<f32>', but no argument of that type called 'w'}}
func.func @other_type(%w: tensor<2xf32> {novi.name = "w"}, %g: tensor<f32>)
    -> (tensor<f32> {novi.name = "w.gradient", novi.role = "gradient"}) {
  return %g : tensor<f32>
}

// -----

// expected-error@below {{'func.func' op has the gradient 'w' of type 'tensor<f32>', but no argument}}
func.func @other_name(%w: tensor<f32> {novi.name = "w"})
    -> (tensor<f32> {novi.name = "w", novi.role = "gradient"}) {
  return %w : tensor<f32>
}

// -----

// expected-error@below {{'func.func' op has a result 'w' already, as the next value of 'w' would be called}}
func.func @name_taken(%w: tensor<f32> {novi.name = "w"})
    -> (tensor<f32> {novi.name = "w.gradient", novi.role = "gradient"}, tensor<f32> {novi.name = "w"}) {
  return %w, %w : tensor<f32>, tensor<f32>
}

// -----

// expected-error@below {{'func.func' op is called, so novi-add-optimizer cannot change its results}}
func.func @called(%w: tensor<f32> {novi.name = "w"})
    -> (tensor<f32> {novi.name = "w.gradient", novi.role = "gradient"}) {
  return %w : tensor<f32>
}
func.func private @caller(%x: tensor<f32>) -> tensor<f32> {
  // expected-note@below {{called here}}
  %y = call @called(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
