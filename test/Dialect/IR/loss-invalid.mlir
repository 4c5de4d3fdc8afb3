// RUN: novi-opt %s -split-input-file -verify-diagnostics

// cross_entropy_loss, C1
func.func @element_types(%x: tensor<2x3xf32>, %t: tensor<2x3xf16>) {
  // expected-error@+2 {{'novi.cross_entropy_loss' op needs input and target of one element type, not 'f32' and 'f16'}}
  // expected-error@+1 {{'novi.cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.cross_entropy_loss %x, %t rows = all epsilon = 0.0 reduction = sum : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<f32>
  return
}

// -----

// cross_entropy_loss, C2
func.func @shapes(%x: tensor<2x3xf32>, %t: tensor<1x3xf32>) {
  // expected-error@+2 {{'novi.cross_entropy_loss' op needs input and target of one shape with at least one axis, not 2x3 and 1x3}}
  // expected-error@+1 {{'novi.cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.cross_entropy_loss %x, %t rows = all epsilon = 0.0 reduction = sum : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<f32>
  return
}

// -----

// cross_entropy_loss, C2
func.func @scalars(%x: tensor<f32>) {
  // expected-error@+2 {{'novi.cross_entropy_loss' op needs input and target of one shape with at least one axis, not scalar and scalar}}
  // expected-error@+1 {{'novi.cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.cross_entropy_loss %x, %x rows = all epsilon = 0.0 reduction = sum : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// cross_entropy_loss, C3
func.func @epsilon_negative(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.cross_entropy_loss' op has epsilon = -5.000000e-01, which is negative or not finite}}
  // expected-error@+1 {{'novi.cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.cross_entropy_loss %x, %x rows = all epsilon = -0.5 reduction = sum : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return
}

// -----

// cross_entropy_loss, C3
func.func @epsilon_infinite(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.cross_entropy_loss' op has epsilon = INF, which is negative or not finite}}
  // expected-error@+1 {{'novi.cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.cross_entropy_loss %x, %x rows = all epsilon = 0x7FF0000000000000 reduction = sum : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return
}

// -----

// cross_entropy_loss, C3
func.func @epsilon_nan(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.cross_entropy_loss' op has epsilon = nan, which is negative or not finite}}
  // expected-error@+1 {{'novi.cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.cross_entropy_loss %x, %x rows = all epsilon = 0x7FF8000000000000 reduction = sum : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return
}

// -----

// cross_entropy_loss, C4
func.func @first_of_none(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.cross_entropy_loss' op has rows = first with reduction = none; none goes with rows = all}}
  // expected-error@+1 {{'novi.cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.cross_entropy_loss %x, %x rows = first epsilon = 0.0 reduction = none : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// cross_entropy_loss, C5
func.func @first_of_no_rows(%x: tensor<0x3xf32>) {
  // expected-error@+2 {{'novi.cross_entropy_loss' op has rows = first of no rows}}
  // expected-error@+1 {{'novi.cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.cross_entropy_loss %x, %x rows = first epsilon = 0.0 reduction = sum : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  return
}

// -----

// softmax_cross_entropy_loss, C1
func.func @scores_element_types(%x: tensor<2x3xf32>, %t: tensor<2x3xf64>) {
  // expected-error@+2 {{'novi.softmax_cross_entropy_loss' op needs input and target of one element type, not 'f32' and 'f64'}}
  // expected-error@+1 {{'novi.softmax_cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.softmax_cross_entropy_loss %x, %t rows = all reduction = sum : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<f32>
  return
}

// -----

// softmax_cross_entropy_loss, C2
func.func @scores_shapes(%x: tensor<?x3xf32>, %t: tensor<3xf32>) {
  // expected-error@+2 {{'novi.softmax_cross_entropy_loss' op needs input and target of one shape with at least one axis, not ?x3 and 3}}
  // expected-error@+1 {{'novi.softmax_cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.softmax_cross_entropy_loss %x, %t rows = all reduction = sum : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

// softmax_cross_entropy_loss, C3
func.func @scores_first_of_none(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.softmax_cross_entropy_loss' op has rows = first with reduction = none; none goes with rows = all}}
  // expected-error@+1 {{'novi.softmax_cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.softmax_cross_entropy_loss %x, %x rows = first reduction = none : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// softmax_cross_entropy_loss, C4: the size that only the target has counts.
func.func @scores_first_of_no_rows(%x: tensor<?x3xf32>, %t: tensor<0x3xf32>) {
  // expected-error@+2 {{'novi.softmax_cross_entropy_loss' op has rows = first of no rows}}
  // expected-error@+1 {{'novi.softmax_cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.softmax_cross_entropy_loss %x, %t rows = first reduction = mean : (tensor<?x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @result(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.softmax_cross_entropy_loss' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'novi.softmax_cross_entropy_loss' op failed to infer returned types}}
  %0 = novi.softmax_cross_entropy_loss %x, %x rows = all reduction = none : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return
}
