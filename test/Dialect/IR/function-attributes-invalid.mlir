// RUN: novi-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'func.func' op attribute 'novi.name' of argument 2 repeats "x" of argument 0; names must differ}}
func.func private @repeated_argument(tensor<2xf32> {novi.name = "x"}, tensor<2xf32>, tensor<2xf32> {novi.name = "x"}, tensor<2xf32> {novi.name = "y"})

// -----

// expected-error@+1 {{'func.func' op attribute 'novi.name' of result 1 repeats "x" of result 0; names must differ}}
func.func private @repeated_result() -> (tensor<2xf32> {novi.name = "x"}, tensor<2xf32> {novi.name = "x"})

// -----

// expected-error@+1 {{'llvm.func' op attribute 'novi.name' of argument 1 repeats "x" of argument 0; names must differ}}
llvm.func @repeated_in_other_function(!llvm.ptr {novi.name = "x"}, !llvm.ptr {novi.name = "x"})

// -----

// expected-error@+1 {{'func.func' op attribute 'novi.name' of argument 0 must be a non-empty string, not ""}}
func.func private @empty(tensor<2xf32> {novi.name = ""})

// -----

// expected-error@+1 {{'func.func' op attribute 'novi.name' of argument 1 must be a non-empty string, not 3 : i64}}
func.func private @no_string(tensor<2xf32> {novi.name = "x"}, tensor<2xf32> {novi.name = 3})

// -----

// expected-error@+1 {{'func.func' op attribute 'novi.name' of result 0 must be a non-empty string, not unit}}
func.func private @no_value() -> (tensor<2xf32> {novi.name})

// -----

// expected-error@+1 {{'func.func' op attribute 'novi.role' of argument 0 must be one of input, target, parameter, constant, state, not "gradient"}}
func.func private @role_of_result(tensor<2xf32> {novi.role = "gradient"})

// -----

// expected-error@+1 {{'func.func' op attribute 'novi.role' of result 0 must be one of loss, output, gradient, parameter, state, not "input"}}
func.func private @role_of_argument() -> (tensor<2xf32> {novi.role = "input"})

// -----

// expected-error@+1 {{'func.func' op attribute 'novi.role' of argument 0 must be one of input, target, parameter, constant, state, not 1 : i64}}
func.func private @role_no_string(tensor<2xf32> {novi.role = 1})

// -----

// expected-error@+1 {{'func.func' op has unknown attribute 'novi.nam' on argument 0; known are novi.name, novi.role and, on an argument, novi.initialize}}
func.func private @misspelt(tensor<2xf32> {novi.nam = "x"})

// -----

// expected-error@+1 {{'func.func' op has unknown attribute 'novi.roles' on result 0; known are novi.name, novi.role and, on an argument, novi.initialize}}
func.func private @misspelt_result() -> (tensor<2xf32> {novi.roles = "loss"})

// -----

// expected-error@+1 {{'func.func' op attribute 'novi.name' belongs on an argument or result of a function, not on an op}}
func.func private @on_function() attributes {novi.name = "x"}

// -----

// expected-error@+1 {{'builtin.module' op attribute 'novi.anything' belongs on an argument or result of a function, not on an op}}
module attributes {novi.anything} {}

// -----

func.func @on_op(%x: tensor<2xf32>) {
  // expected-error@+1 {{'novi.neg' op attribute 'novi.role' belongs on an argument or result of a function, not on an op}}
  %0 = novi.neg %x {novi.role = "output"} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @on_other_op(%x: tensor<2xf32>) {
  // expected-error@+1 {{'arith.negf' op attribute 'novi.name' belongs on an argument or result of a function, not on an op}}
  %0 = arith.negf %x {novi.name = "y"} : tensor<2xf32>
  return
}

// -----

// expected-error@+1 {{'func.func' op has unknown attribute 'novi.initialize' on result 0; known are novi.name, novi.role and, on an argument, novi.initialize}}
func.func private @initializer_of_result() -> (tensor<4xf32> {novi.initialize = "zeros"})
