// RUN: novi-opt %s -split-input-file -verify-diagnostics

// matmul, C1
func.func @element_types(%a: tensor<2x3xf32>, %b: tensor<3x2xf16>) {
  // expected-error@+2 {{'novi.matmul' op needs operands of one element type, not 'f32' and 'f16'}}
  // expected-error@+1 {{'novi.matmul' op failed to infer returned types}}
  %0 = novi.matmul %a, %b : (tensor<2x3xf32>, tensor<3x2xf16>) -> tensor<2x2xf32>
  return
}

// -----

// matmul, C2
func.func @scalar_lhs(%a: tensor<f32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{'novi.matmul' op cannot multiply a scalar, which has no axis to contract; novi.mul multiplies by a scalar}}
  // expected-error@+1 {{'novi.matmul' op failed to infer returned types}}
  %0 = novi.matmul %a, %b : (tensor<f32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// matmul, C2
func.func @scalar_rhs(%a: tensor<f32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{'novi.matmul' op cannot multiply a scalar, which has no axis to contract; novi.mul multiplies by a scalar}}
  // expected-error@+1 {{'novi.matmul' op failed to infer returned types}}
  %0 = novi.matmul %b, %a {transpose_b} : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  return
}

// -----

// matmul, C3
func.func @contracted(%a: tensor<6x20xf32>, %b: tensor<64x20xf32>) {
  // expected-error@+2 {{'novi.matmul' op cannot multiply 6x20 by 64x20: the contracted size is 20 (axis 1 of lhs) and 64 (axis 0 of rhs); signature (n?,k),(k,m?)->(n?,m?)}}
  // expected-error@+1 {{'novi.matmul' op failed to infer returned types}}
  %0 = novi.matmul %a, %b : (tensor<6x20xf32>, tensor<64x20xf32>) -> tensor<6x20xf32>
  return
}

// -----

// matmul, C3
func.func @contracted_transposed(%a: tensor<6x20xf32>) {
  // expected-error@+2 {{'novi.matmul' op cannot multiply 6x20 transposed by 6x20 transposed: the contracted size is 6 (axis 0 of lhs) and 20 (axis 1 of rhs); signature (n?,k),(k,m?)->(n?,m?)}}
  // expected-error@+1 {{'novi.matmul' op failed to infer returned types}}
  %0 = novi.matmul %a, %a {transpose_a, transpose_b} : (tensor<6x20xf32>, tensor<6x20xf32>) -> tensor<20x6xf32>
  return
}

// -----

// matmul, C3
func.func @contracted_vector(%a: tensor<3xf32>, %b: tensor<?x4x2xf32>) {
  // expected-error@+2 {{'novi.matmul' op cannot multiply 3 by ?x4x2: the contracted size is 3 (axis 0 of lhs) and 4 (axis 1 of rhs); signature (n?,k),(k,m?)->(n?,m?)}}
  // expected-error@+1 {{'novi.matmul' op failed to infer returned types}}
  %0 = novi.matmul %a, %b : (tensor<3xf32>, tensor<?x4x2xf32>) -> tensor<?x2xf32>
  return
}

// -----

// matmul, C4
func.func @batches(%a: tensor<2x5x6x20xf32>, %b: tensor<3x1x20x8xf32>) {
  // expected-error@+2 {{'novi.matmul' op shapes 2x5 and 3x1 do not broadcast: axis 0 of operand 1 has size 3, not 1 or 2}}
  // expected-error@+1 {{'novi.matmul' op failed to infer returned types}}
  %0 = novi.matmul %a, %b : (tensor<2x5x6x20xf32>, tensor<3x1x20x8xf32>) -> tensor<2x5x6x8xf32>
  return
}

// -----

// matmul, C5
func.func @transposed_vector_lhs(%a: tensor<3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{'novi.matmul' op cannot transpose a vector; a transposed operand has at least two axes}}
  // expected-error@+1 {{'novi.matmul' op failed to infer returned types}}
  %0 = novi.matmul %a, %b {transpose_a} : (tensor<3xf32>, tensor<3x2xf32>) -> tensor<2xf32>
  return
}

// -----

// matmul, C5
func.func @transposed_vector_rhs(%a: tensor<3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.matmul' op cannot transpose a vector; a transposed operand has at least two axes}}
  // expected-error@+1 {{'novi.matmul' op failed to infer returned types}}
  %0 = novi.matmul %b, %a {transpose_b} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @result(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+2 {{'novi.matmul' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<4x2xf32>'}}
  // expected-error@+1 {{'novi.matmul' op failed to infer returned types}}
  %0 = novi.matmul %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

// contract, C1
func.func @contract_element_types(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+2 {{'novi.contract' op needs operands of one element type, not 'f32' and 'f64'}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "i,i->" %a, %b : (tensor<2xf32>, tensor<2xf64>) -> tensor<f32>
  return
}

// -----

// contract, C2
func.func @no_arrow(%a: tensor<2xf32>) {
  // expected-error@+2 {{'novi.contract' op cannot read the equation "i,i"; its form is "ij,jk->ik"}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "i,i" %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

// contract, C2
func.func @no_comma(%a: tensor<2xf32>) {
  // expected-error@+2 {{'novi.contract' op cannot read the equation "ii->"; its form is "ij,jk->ik"}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "ii->" %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

// contract, C2
func.func @two_commas(%a: tensor<2xf32>) {
  // expected-error@+2 {{'novi.contract' op cannot read the equation "i,i,i->i"; its form is "ij,jk->ik"}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "i,i,i->i" %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// contract, C2
func.func @two_arrows(%a: tensor<2xf32>) {
  // expected-error@+2 {{'novi.contract' op cannot read the equation "i,i->->"; its form is "ij,jk->ik"}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "i,i->->" %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

// contract, C2
func.func @ellipsis(%a: tensor<2xf32>) {
  // expected-error@+2 {{'novi.contract' op cannot read the equation "...i,i->"; its form is "ij,jk->ik"}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "...i,i->" %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

// contract, C2
func.func @empty(%a: tensor<f32>) {
  // expected-error@+2 {{'novi.contract' op cannot read the equation ""; its form is "ij,jk->ik"}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "" %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// contract, C3
func.func @letters_lhs(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.contract' op has 1 letters "i" for an operand of 2 axes}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "i,ij->j" %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

// contract, C3
func.func @letters_rhs(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.contract' op has 3 letters "ijk" for an operand of 2 axes}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "ij,ijk->k" %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

// contract, C4
func.func @diagonal(%a: tensor<2x2xf32>) {
  // expected-error@+2 {{'novi.contract' op has the letter 'i' twice in "ii"; a diagonal is not taken}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "ij,ii->j" %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2xf32>
  return
}

// -----

// contract, C4
func.func @twice_in_result(%a: tensor<2xf32>) {
  // expected-error@+2 {{'novi.contract' op has the letter 'i' twice in "ii"; a diagonal is not taken}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "i,i->ii" %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// contract, C5
func.func @letter_from_nowhere(%a: tensor<2xf32>) {
  // expected-error@+2 {{'novi.contract' op has the letter 'k' in the result but in no operand}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "i,j->ik" %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// contract, C6
func.func @sizes(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error@+2 {{'novi.contract' op letter 'j' has size 3 in lhs and 4 in rhs}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "ij,kj->ik" %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

// contract, C6: a 1 does not broadcast.
func.func @no_broadcast(%a: tensor<1x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.contract' op letter 'b' has size 1 in lhs and 2 in rhs}}
  // expected-error@+1 {{'novi.contract' op failed to infer returned types}}
  %0 = novi.contract "bi,bi->b" %a, %b : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}
