// RUN: novi-opt %s --novi-generate-backward="function=f loss=b arguments=w,arg2" | FileCheck %s
// RUN: not novi-opt %s --novi-generate-backward 2>&1 | FileCheck %s --check-prefix=FUNCTIONS
// RUN: not novi-opt %s --novi-generate-backward="function=h" 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not novi-opt %s --novi-generate-backward="function=f" 2>&1 | FileCheck %s --check-prefix=LOSSES
// RUN: not novi-opt %s --novi-generate-backward="function=f loss=q" 2>&1 | FileCheck %s --check-prefix=LOSS
// RUN: not novi-opt %s --novi-generate-backward="function=f loss=a arguments=v" 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not novi-opt %s --novi-generate-backward="function=f loss=a arguments=w,x,w" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not novi-opt %s --novi-generate-backward="function=f loss=a arguments=m" 2>&1 | FileCheck %s --check-prefix=BOOL
// RUN: not novi-opt %s --novi-generate-backward="function=f loss=a" --novi-generate-backward="function=f loss=a" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AGAIN
// RUN: novi-opt %s --novi-generate-backward="function=f loss=a arguments=x" \
// RUN:   --novi-generate-backward="function=f loss=x.gradient arguments=w" | FileCheck %s --check-prefix=SECOND

// CHECK: func.func @f(
// CHECK-SAME: {novi.name = "w.gradient", novi.role = "gradient"}, tensor<f32> {novi.name = "arg2.gradient", novi.role = "gradient"})
// CHECK: func.func @g(%arg0: tensor<f32>) -> tensor<f32>

// FUNCTIONS: error: 'builtin.module' op has several public functions (@f, @g{{.*}}name one
// FUNCTION: error: 'builtin.module' op has no function @h with a body; it has @f, @g
// LOSSES: options.mlir:[[#@LINE + 10]]:1: error: 'func.func' op has several results with the role 'loss'; name one with the option loss
// LOSS: options.mlir:[[#@LINE + 9]]:1: error: 'func.func' op has no result called 'q'; its results are a, b
// ARGUMENT: error: 'func.func' op has no argument called 'v'; it has x, w, arg2, m
// TWICE: error: 'func.func' op is asked twice for the gradient of 'w'
// BOOL: error: 'func.func' op has no gradient for 'm' of type 'tensor<i1>'; only tensors of f16, bf16, f32 and f64 have one
// AGAIN: error: 'func.func' op has a result 'x.gradient' already; import a listing with --forward-only

// SECOND: func.func @f(
// SECOND-SAME: {novi.name = "x.gradient", novi.role = "gradient"}, tensor<f32> {novi.name = "w.gradient", novi.role = "gradient"})

func.func @f(%x: tensor<f32> {novi.name = "x"}, %w: tensor<f32> {novi.name = "w"}, %v: tensor<f32>,
             %m: tensor<i1> {novi.name = "m"})
    -> (tensor<f32> {novi.name = "a", novi.role = "loss"}, tensor<f32> {novi.name = "b", novi.role = "loss"}) {
  %a = novi.mul %x, %w : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %b = novi.mul %a, %v : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}

func.func @g(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
