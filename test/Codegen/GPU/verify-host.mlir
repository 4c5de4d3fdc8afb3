// What the host may not do itself, and what it may.

// RUN: novi-opt %s --novi-gpu-verify-host -split-input-file -verify-diagnostics

func.func @computes(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @below {{'linalg.exp' op is left to the host, but the elements of tensors are in the device's memory; what computes on them must be in a novi.kernel}}
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @reads(%x: tensor<4xf32>, %i: index) -> f32 {
  // expected-error @below {{'tensor.extract' op is left to the host}}
  %y = tensor.extract %x[%i] : tensor<4xf32>
  return %y : f32
}

// -----

func.func @in_a_branch(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %y = scf.if %c -> tensor<4xf32> {
    // expected-error @below {{'arith.negf' op is left to the host}}
    %z = arith.negf %x : tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

func.func @views(%x: tensor<?x4xf32>, %i: index, %c: i1) -> (tensor<?xf32>, tensor<2xf32>, index) {
  %d = tensor.dim %x, %i : tensor<?x4xf32>
  %n = arith.addi %d, %i : index
  %a = tensor.collapse_shape %x [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %b = tensor.cast %a : tensor<?xf32> to tensor<8xf32>
  %e = tensor.expand_shape %b [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = scf.if %c -> tensor<?xf32> {
    scf.yield %a : tensor<?xf32>
  } else {
    %f = tensor.empty(%n) : tensor<?xf32>
    scf.yield %f : tensor<?xf32>
  }
  return %y, %k, %n : tensor<?xf32>, tensor<2xf32>, index
}
