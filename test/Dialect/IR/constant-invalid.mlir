// RUN: novi-opt %s -split-input-file -verify-diagnostics

// constant, C1
func.func @sparse() {
  // expected-error@+1 {{'novi.constant' op needs dense or dense_resource elements, not sparse<0, 1.000000e+00> : tensor<4xf32>}}
  %0 = novi.constant sparse<0, 1.0> : tensor<4xf32>
  return
}

// -----

// constant, C2
func.func @short_resource() {
  // expected-error@+1 {{'novi.constant' op needs a resource of 12 bytes for 'tensor<3xf32>', but 'two_floats' has 8}}
  %0 = novi.constant dense_resource<two_floats> : tensor<3xf32>
  return
}

{-#
  dialect_resources: {
    builtin: { two_floats: "0x040000000000803F00000040" }
  }
#-}

// -----

// constant, C2
func.func @bools_in_bits() {
  // expected-error@+1 {{'novi.constant' op needs a resource of 8 bytes for 'tensor<8xi1>', but 'one_byte' has 1}}
  %0 = novi.constant dense_resource<one_byte> : tensor<8xi1>
  return
}

{-#
  dialect_resources: {
    builtin: { one_byte: "0x01000000FF" }
  }
#-}

// -----

func.func @integers() {
  // expected-error@+1 {{'novi.constant' op result #0 must be ranked tensor without encoding of 1-bit signless integer or 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<2xi32>'}}
  %0 = novi.constant dense<1> : tensor<2xi32>
  return
}

// -----

func.func @vector() {
  // expected-error@+1 {{'novi.constant' op result #0 must be ranked tensor without encoding of 1-bit signless integer or 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'vector<2xf32>'}}
  %0 = novi.constant dense<1.0> : vector<2xf32>
  return
}

// -----

func.func @other_type() {
  // expected-error@+1 {{'novi.constant' op failed to verify that all of {value, result} have same type}}
  %0 = "novi.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

// zero, C1
func.func @missing_size() {
  // expected-error@+1 {{'novi.zero' op has 0 sizes for the 1 dynamic axes of 'tensor<?x8xf32>'}}
  %0 = novi.zero : tensor<?x8xf32>
  return
}

// -----

// zero, C1
func.func @size_too_many(%n: index) {
  // expected-error@+1 {{'novi.zero' op has 1 sizes for the 0 dynamic axes of 'tensor<4x8xf32>'}}
  %0 = novi.zero(%n) : tensor<4x8xf32>
  return
}

// -----

func.func @zero_of_bools() {
  // expected-error@+1 {{'novi.zero' op result #0 must be ranked tensor without encoding of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<2xi1>'}}
  %0 = novi.zero : tensor<2xi1>
  return
}

// -----

// eye, C1
func.func @eye_missing_size(%n: index) {
  // expected-error@+1 {{'novi.eye' op has 1 sizes for the 2 dynamic axes of 'tensor<?x?xf32>'}}
  %0 = novi.eye(%n) : tensor<?x?xf32>
  return
}

// -----

// eye, C2
func.func @eye_vector() {
  // expected-error@+1 {{'novi.eye' op makes a matrix, but its result has 1 axes}}
  %0 = novi.eye : tensor<4xf32>
  return
}

// -----

// eye, C2
func.func @eye_batch(%n: index) {
  // expected-error@+1 {{'novi.eye' op makes a matrix, but its result has 3 axes}}
  %0 = novi.eye(%n) : tensor<?x4x4xf32>
  return
}
