// RUN: novi-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'func.func' op attribute 'novi.initialize' of argument 0: must be a string}}
func.func private @number(tensor<2xf32> {novi.initialize = 1})

// -----

// expected-error@+1 {{attribute 'novi.initialize' of argument 1: 'xaver' is no initialiser; there are zeros, ones, uniform, normal, xavier_uniform, xavier, xavier_normal, he_uniform, he, he_normal, causal_mask}}
func.func private @unknown(tensor<2xf32>, tensor<2xf32> {novi.initialize = "xaver"})

// -----

// expected-error@+1 {{attribute 'novi.initialize' of argument 0: 'uniform(0)' is not of the form uniform(NUMBER) with a positive, finite number}}
func.func private @scale(tensor<2xf32> {novi.initialize = "uniform(0)"})

// -----

// expected-error@+1 {{attribute 'novi.initialize' of argument 0: 'ones(2)': ones takes no number}}
func.func private @no_scale(tensor<2xf32> {novi.initialize = "ones(2)"})

// -----

// expected-error@+1 {{attribute 'novi.initialize' of argument 0: he_uniform cannot make a tensor<2xf32>: it must have at least two axes}}
func.func private @fans(tensor<2xf32> {novi.initialize = "he"})

// -----

// expected-error@+1 {{attribute 'novi.initialize' of argument 0: causal_mask cannot make a tensor<2xf32>: it must have at least two axes}}
func.func private @mask(tensor<2xf32> {novi.initialize = "causal_mask"})

// -----

// expected-error@+1 {{attribute 'novi.initialize' of argument 0: zeros cannot make a tensor<?xf32>: its sizes must be known}}
func.func private @dynamic(tensor<?xf32> {novi.initialize = "zeros"})

// -----

// expected-error@+1 {{attribute 'novi.initialize' of argument 0: zeros cannot make a f32: its sizes must be known}}
func.func private @scalar(f32 {novi.initialize = "zeros"})

// -----

// expected-error@+1 {{attribute 'novi.initialize' of argument 0: normal cannot make a tensor<2xi1>: its elements must be floats}}
func.func private @bools(tensor<2xi1> {novi.initialize = "normal"})

// -----

// expected-error@+1 {{has unknown attribute 'novi.initialize' on result 0}}
func.func private @result() -> (tensor<2xf32> {novi.initialize = "zeros"})
