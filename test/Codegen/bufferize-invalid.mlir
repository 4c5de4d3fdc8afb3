// RUN: novi-opt %s --novi-bufferize --verify-diagnostics

func.func @forever(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{a call that could not be inlined; a function that calls itself cannot be compiled}}
  %y = call @forever(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
