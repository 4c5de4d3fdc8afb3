// RUN: novi-opt %s -split-input-file -verify-diagnostics

func.func @neg_shape(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{'novi.neg' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x2xf32>'}}
  // expected-error@+1 {{'novi.neg' op failed to infer returned types}}
  %0 = novi.neg %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @exp_element_type(%x: tensor<2xf32>) {
  // expected-error@+2 {{'novi.exp' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf16>'}}
  // expected-error@+1 {{'novi.exp' op failed to infer returned types}}
  %0 = novi.exp %x : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @log_axes(%x: tensor<?xf32>) {
  // expected-error@+2 {{'novi.log' op inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation 'tensor<?x?xf32>'}}
  // expected-error@+1 {{'novi.log' op failed to infer returned types}}
  %0 = novi.log %x : (tensor<?xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @relu_of_bools(%x: tensor<2xi1>) {
  // expected-error@+1 {{'novi.relu' op operand #0 must be ranked tensor without encoding of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<2xi1>'}}
  %0 = novi.relu %x : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error@+1 {{'novi.neg' op operand #0 must be ranked tensor without encoding of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %0 = novi.neg %x : (tensor<*xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @unranked_result(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.neg' op result #0 must be ranked tensor without encoding of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<*xf32>'}}
  %0 = novi.neg %x : (tensor<2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @encoding(%x: tensor<2xf32, "row-major">) {
  // expected-error@+1 {{'novi.neg' op operand #0 must be ranked tensor without encoding of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<2xf32, "row-major">'}}
  %0 = novi.neg %x : (tensor<2xf32, "row-major">) -> tensor<2xf32>
  return
}

// -----

func.func @f8(%x: tensor<2xf8E4M3FN>) {
  // expected-error@+1 {{'novi.neg' op operand #0 must be ranked tensor without encoding of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<2xf8E4M3FN>'}}
  %0 = novi.neg %x : (tensor<2xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  return
}

// -----

// cast, C1
func.func @cast_shape(%x: tensor<2x3xf16>) {
  // expected-error@+1 {{'novi.cast' op cannot change the shape 2x3 to 3x2}}
  %0 = novi.cast %x : tensor<2x3xf16> to tensor<3x2xf32>
  return
}

// -----

// cast, C1
func.func @cast_axes(%x: tensor<?xf16>) {
  // expected-error@+1 {{'novi.cast' op cannot change the shape ? to ?x1}}
  %0 = novi.cast %x : tensor<?xf16> to tensor<?x1xf32>
  return
}

// -----

func.func @cast_to_bools(%x: tensor<2xf16>) {
  // expected-error@+1 {{'novi.cast' op result #0 must be ranked tensor without encoding of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<2xi1>'}}
  %0 = novi.cast %x : tensor<2xf16> to tensor<2xi1>
  return
}

// -----

// clip, C1
func.func @clip_min_nan(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.clip' op has a NaN as bound; an open side is an infinity}}
  %0 = novi.clip %x min 0x7FF8000000000000 max 1.0 : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// clip, C1
func.func @clip_max_nan(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.clip' op has a NaN as bound; an open side is an infinity}}
  %0 = novi.clip %x min 0.0 max 0xFFF8000000000000 : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// add, C1
func.func @add_element_types(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+2 {{'novi.add' op needs operands of one element type, not 'f32' and 'f64'}}
  // expected-error@+1 {{'novi.add' op failed to infer returned types}}
  %0 = novi.add %a, %b : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

// add, C2
func.func @add_shapes(%a: tensor<6x8xf32>, %b: tensor<6xf32>) {
  // expected-error@+2 {{'novi.add' op shapes 6x8 and 6 do not broadcast: axis 0 of operand 1 has size 6, not 1 or 8}}
  // expected-error@+1 {{'novi.add' op failed to infer returned types}}
  %0 = novi.add %a, %b : (tensor<6x8xf32>, tensor<6xf32>) -> tensor<6x8xf32>
  return
}

// -----

// A size of 0 is no 1. add, C2
func.func @add_zero_size(%a: tensor<0xf32>, %b: tensor<2xf32>) {
  // expected-error@+2 {{'novi.add' op shapes 0 and 2 do not broadcast: axis 0 of operand 1 has size 2, not 1 or 0}}
  // expected-error@+1 {{'novi.add' op failed to infer returned types}}
  %0 = novi.add %a, %b : (tensor<0xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// sub, C1
func.func @sub_element_types(%a: tensor<2xf16>, %b: tensor<2xbf16>) {
  // expected-error@+2 {{'novi.sub' op needs operands of one element type, not 'f16' and 'bf16'}}
  // expected-error@+1 {{'novi.sub' op failed to infer returned types}}
  %0 = novi.sub %a, %b : (tensor<2xf16>, tensor<2xbf16>) -> tensor<2xf16>
  return
}

// -----

// sub, C2
func.func @sub_shapes(%a: tensor<?x3xf32>, %b: tensor<4x?x2xf32>) {
  // expected-error@+2 {{'novi.sub' op shapes ?x3 and 4x?x2 do not broadcast: axis 2 of operand 1 has size 2, not 1 or 3}}
  // expected-error@+1 {{'novi.sub' op failed to infer returned types}}
  %0 = novi.sub %a, %b : (tensor<?x3xf32>, tensor<4x?x2xf32>) -> tensor<4x?x3xf32>
  return
}

// -----

// mul, C1
func.func @mul_element_types(%a: tensor<2xf32>, %b: tensor<f16>) {
  // expected-error@+2 {{'novi.mul' op needs operands of one element type, not 'f32' and 'f16'}}
  // expected-error@+1 {{'novi.mul' op failed to infer returned types}}
  %0 = novi.mul %a, %b : (tensor<2xf32>, tensor<f16>) -> tensor<2xf32>
  return
}

// -----

// mul, C2
func.func @mul_shapes(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+2 {{'novi.mul' op shapes 2x3 and 3x2 do not broadcast: axis 0 of operand 1 has size 3, not 1 or 2}}
  // expected-error@+1 {{'novi.mul' op failed to infer returned types}}
  %0 = novi.mul %a, %b : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// div, C1
func.func @div_element_types(%a: tensor<2xf64>, %b: tensor<2xf32>) {
  // expected-error@+2 {{'novi.div' op needs operands of one element type, not 'f64' and 'f32'}}
  // expected-error@+1 {{'novi.div' op failed to infer returned types}}
  %0 = novi.div %a, %b : (tensor<2xf64>, tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// div, C2
func.func @div_shapes(%a: tensor<5xf32>, %b: tensor<4x4xf32>) {
  // expected-error@+2 {{'novi.div' op shapes 5 and 4x4 do not broadcast: axis 1 of operand 1 has size 4, not 1 or 5}}
  // expected-error@+1 {{'novi.div' op failed to infer returned types}}
  %0 = novi.div %a, %b : (tensor<5xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// compare, C1
func.func @compare_element_types(%a: tensor<2xf64>, %b: tensor<2xf32>) {
  // expected-error@+2 {{'novi.compare' op needs operands of one element type, not 'f64' and 'f32'}}
  // expected-error@+1 {{'novi.compare' op failed to infer returned types}}
  %0 = novi.compare lt, %a, %b : (tensor<2xf64>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

// compare, C2
func.func @compare_shapes(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+2 {{'novi.compare' op shapes 2 and 3 do not broadcast: axis 0 of operand 1 has size 3, not 1 or 2}}
  // expected-error@+1 {{'novi.compare' op failed to infer returned types}}
  %0 = novi.compare lt, %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_to_float(%a: tensor<2xf32>) {
  // expected-error@+1 {{'novi.compare' op result #0 must be ranked tensor without encoding of 1-bit signless integer values, but got 'tensor<2xf32>'}}
  %0 = novi.compare lt, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @compare_predicate(%a: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'novi.compare' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, lt, le, gt, ge]}}
  %0 = novi.compare olt, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

// select, C1
func.func @select_element_types(%c: tensor<2xi1>, %a: tensor<2xf64>, %b: tensor<2xf32>) {
  // expected-error@+2 {{'novi.select' op needs operands of one element type, not 'f64' and 'f32'}}
  // expected-error@+1 {{'novi.select' op failed to infer returned types}}
  %0 = novi.select %c, %a, %b : (tensor<2xi1>, tensor<2xf64>, tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

// select, C2
func.func @select_shapes(%c: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+2 {{'novi.select' op shapes 2 and 2 and 3 do not broadcast: axis 0 of operand 2 has size 3, not 1 or 2}}
  // expected-error@+1 {{'novi.select' op failed to infer returned types}}
  %0 = novi.select %c, %a, %b : (tensor<2xi1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// select, C2
func.func @select_condition_shape(%c: tensor<2x1xi1>, %a: tensor<4x3xf32>) {
  // expected-error@+2 {{'novi.select' op shapes 2x1 and 4x3 and 4x3 do not broadcast: axis 0 of operand 1 has size 4, not 1 or 2}}
  // expected-error@+1 {{'novi.select' op failed to infer returned types}}
  %0 = novi.select %c, %a, %a : (tensor<2x1xi1>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @select_condition_type(%c: tensor<2xf32>) {
  // expected-error@+1 {{'novi.select' op operand #0 must be ranked tensor without encoding of 1-bit signless integer values, but got 'tensor<2xf32>'}}
  %0 = novi.select %c, %c, %c : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
