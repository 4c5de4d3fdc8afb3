// RUN: novi-opt %s -split-input-file -verify-diagnostics

// reduce_sum, C1
func.func @sum_axis(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{'novi.reduce_sum' op axis 33554432 is outside [-3, 3) of an input with 3 axes}}
  // expected-error@+1 {{'novi.reduce_sum' op failed to infer returned types}}
  %0 = novi.reduce_sum %x axes = [33554432] : (tensor<2x3x4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// reduce_sum, C1
func.func @sum_negative_axis(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.reduce_sum' op axis -9223372036854775808 is outside [-2, 2) of an input with 2 axes}}
  // expected-error@+1 {{'novi.reduce_sum' op failed to infer returned types}}
  %0 = novi.reduce_sum %x axes = [0, -9223372036854775808] : (tensor<2x3xf32>) -> tensor<f32>
  return
}

// -----

// reduce_sum, C1
func.func @sum_scalar(%x: tensor<f32>) {
  // expected-error@+2 {{'novi.reduce_sum' op axis 0 is outside [0, 0) of an input with 0 axes}}
  // expected-error@+1 {{'novi.reduce_sum' op failed to infer returned types}}
  %0 = novi.reduce_sum %x axes = [0] : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// reduce_sum, C2
func.func @sum_twice(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.reduce_sum' op names axis 1 twice}}
  // expected-error@+1 {{'novi.reduce_sum' op failed to infer returned types}}
  %0 = novi.reduce_sum %x axes = [1, -1] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @sum_keepdims(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.reduce_sum' op inferred type(s) 'tensor<2x1xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'novi.reduce_sum' op failed to infer returned types}}
  %0 = novi.reduce_sum %x axes = [1] keepdims : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_max, C1
func.func @max_axis(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.reduce_max' op axis 2 is outside [-2, 2) of an input with 2 axes}}
  // expected-error@+1 {{'novi.reduce_max' op failed to infer returned types}}
  %0 = novi.reduce_max %x axes = [2] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_max, C2
func.func @max_twice(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.reduce_max' op names axis 0 twice}}
  // expected-error@+1 {{'novi.reduce_max' op failed to infer returned types}}
  %0 = novi.reduce_max %x axes = [0, 0] : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

// reduce_max, C3
func.func @max_of_nothing(%x: tensor<2x0xf32>) {
  // expected-error@+2 {{'novi.reduce_max' op has no largest element along axis 1 of size 0}}
  // expected-error@+1 {{'novi.reduce_max' op failed to infer returned types}}
  %0 = novi.reduce_max %x axes = [1] : (tensor<2x0xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_max, C3
func.func @max_of_nothing_kept(%x: tensor<?x0xf32>) {
  // expected-error@+2 {{'novi.reduce_max' op has no largest element along axis 1 of size 0}}
  // expected-error@+1 {{'novi.reduce_max' op failed to infer returned types}}
  %0 = novi.reduce_max %x axes = [0, 1] keepdims : (tensor<?x0xf32>) -> tensor<1x1xf32>
  return
}

// -----

// softmax, C1
func.func @softmax_axis(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{'novi.softmax' op axis 33554432 is outside [-3, 3) of an input with 3 axes}}
  // expected-error@+1 {{'novi.softmax' op failed to infer returned types}}
  %0 = novi.softmax %x axis = 33554432 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

// softmax, C1: a scalar counts as an axis of size 1.
func.func @softmax_scalar(%x: tensor<f32>) {
  // expected-error@+2 {{'novi.softmax' op axis 1 is outside [-1, 1) of an input with 1 axes}}
  // expected-error@+1 {{'novi.softmax' op failed to infer returned types}}
  %0 = novi.softmax %x axis = 1 : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// log_softmax, C1
func.func @log_softmax_axis(%x: tensor<?x?xf32>) {
  // expected-error@+2 {{'novi.log_softmax' op axis -3 is outside [-2, 2) of an input with 2 axes}}
  // expected-error@+1 {{'novi.log_softmax' op failed to infer returned types}}
  %0 = novi.log_softmax %x axis = -3 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}

// -----

// layer_norm, C1
func.func @layer_norm_axis(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.layer_norm' op axis 2 is outside [-2, 2) of an input with 2 axes}}
  // expected-error@+1 {{'novi.layer_norm' op failed to infer returned types}}
  %0 = novi.layer_norm %x axis = 2 epsilon = 0.0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// layer_norm, C2
func.func @layer_norm_epsilon(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.layer_norm' op has epsilon = -1.000000e-05, which is negative or not finite}}
  // expected-error@+1 {{'novi.layer_norm' op failed to infer returned types}}
  %0 = novi.layer_norm %x axis = 1 epsilon = -1.0e-05 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// layer_norm, C2
func.func @layer_norm_infinite(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{which is negative or not finite}}
  // expected-error@+1 {{'novi.layer_norm' op failed to infer returned types}}
  %0 = novi.layer_norm %x axis = 1 epsilon = 0x7FF0000000000000 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
