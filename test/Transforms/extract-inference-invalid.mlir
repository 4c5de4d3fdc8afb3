// RUN: novi-opt %s --novi-extract-inference --split-input-file --verify-diagnostics

// expected-error@below {{'func.func' op has no result with the role 'output'}}
func.func @no_output(%x: tensor<f32>) -> (tensor<f32> {novi.role = "loss"}) {
  return %x : tensor<f32>
}

// -----

// expected-error@below {{'func.func' op has no result with the role 'output'}}
func.func @no_result(%x: tensor<f32>) {
  return
}

// -----

// expected-error@below {{'func.func' op is called, so novi-extract-inference cannot change its results}}
func.func @called(%x: tensor<f32>) -> (tensor<f32> {novi.role = "output"}) {
  return %x : tensor<f32>
}
func.func private @caller(%x: tensor<f32>) -> tensor<f32> {
  // expected-note@below {{called here}}
  %y = call @called(%x) : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}
