// What is no instruction has no place in the device's memory.

// RUN: not novi-opt %s --novi-to-nvvm 2>&1 | FileCheck %s
// CHECK: gpu-host.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: 'tensor.generate' op is left to the host
func.func @f(%n: index) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %y = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %one : f32
  } : tensor<?xf32>
  return %y : tensor<?xf32>
}
