// Where gradients come from and which update uses them.
//
// RUN: novi-explain %s --why %%w --why %%b --why %%unused --why %%x | FileCheck %s --check-prefix=ARGUMENT
// RUN: novi-explain %s --why %%h --why %%square --why %%loss | FileCheck %s --check-prefix=FORWARD
//
// The plan has what the program lacks, or what was asked for.
// RUN: novi-explain %s | FileCheck %s --check-prefix=AUTO
// RUN: novi-explain %s --training=off | FileCheck %s --check-prefix=OFF
// RUN: novi-opt %s --novi-generate-backward | novi-explain - | FileCheck %s --check-prefix=UPDATE
// RUN: novi-opt %s --novi-generate-backward --novi-add-optimizer | novi-explain - | FileCheck %s --check-prefix=OFF
// AUTO: the plan: builtin.module(canonicalize,cse,novi-simplify,novi-generate-backward,novi-add-optimizer,canonicalize,cse,novi-fuse)
// UPDATE: the plan: builtin.module(canonicalize,cse,novi-simplify,novi-add-optimizer,canonicalize,cse,novi-fuse)
// OFF: the plan: builtin.module(canonicalize,cse,novi-simplify,novi-fuse)

func.func @step(%x: tensor<6x20xf32> {novi.name = "x"},
                %w: tensor<20x8xf32> {novi.name = "w", novi.role = "parameter"},
                %b: tensor<8xf32> {novi.name = "b", novi.role = "parameter"},
                %unused: tensor<2xf32> {novi.name = "u", novi.role = "parameter"})
    -> (tensor<f32> {novi.name = "loss", novi.role = "loss"}) {
  %p = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
  %h = novi.add %p, %b : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
  %e = novi.exp %h : (tensor<6x8xf32>) -> tensor<6x8xf32>
  %square = novi.mul %h, %h : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %sum = novi.add %e, %square : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %loss = novi.reduce_sum %sum axes = [0, 1] : (tensor<6x8xf32>) -> tensor<f32>
  return %loss : tensor<f32>
}

// dw = x^T dp: one way from w to the loss. Its product has the update in it.
// ARGUMENT: %w: an argument, read by %p (line [[#@LINE-10]])
// ARGUMENT-NEXT: novi-generate-backward (pass 4): its gradient is what comes from the gradient rule of %p (line [[#@LINE-11]])
// ARGUMENT-NEXT: novi-generate-backward (pass 4): its gradient, returned as w.gradient, is what 'novi.matmul' of the gradient rule of %p (line [[#@LINE-12]]) gives: in kernel [[#K:]] "matmul{{.*}}", product
// ARGUMENT-NEXT: novi-add-optimizer (pass 5): its next value, returned as w, is what 'novi.sub' of the update of w gives: in kernel [[#K]] "matmul
//
// The sum over the rows is of the gradient rule of the addition.
// ARGUMENT: %b: an argument, read by %h (line [[#@LINE-15]])
// ARGUMENT-NEXT: novi-generate-backward (pass 4): its gradient is what comes from the gradient rule of %h
// ARGUMENT-NEXT: its gradient, returned as b.gradient, is what 'novi.reduce_sum' of the gradient rule of %h
// ARGUMENT-NEXT: novi-add-optimizer (pass 5): its next value, returned as b, is what 'novi.sub' of the update of b gives
//
// ARGUMENT: %unused "u": an argument
// ARGUMENT-NOT: its gradient is
// ARGUMENT: novi-generate-backward (pass 4): the loss does not depend on it, so its gradient is zeros
// ARGUMENT-NEXT: 'novi.zero'
//
// Not a parameter.
// ARGUMENT: %x: an argument, read by %p (line [[#@LINE-27]])
// ARGUMENT-NOT: {{.}}
//
// Three ways from h to the loss: through the exponential, and twice through the
// square. Three gradients are added up by two additions.
// FORWARD: {{^}}%h (line [[#@LINE-31]])
// FORWARD-NEXT: its gradient is the sum of 3 that come from the gradient rules of {{%square.* and %e |%e .* and %square }}
// FORWARD-NEXT: to add them up, it made 2 instructions:
// FORWARD-NEXT: 'novi.add'
// FORWARD-NEXT: 'novi.add'
// FORWARD-NEXT: by its gradient rule, it made 1 instruction:
// FORWARD-NEXT: 'novi.reduce_sum'
//
// d(h h) = g h + g h, with g = 1.
// FORWARD: {{^}}%square (line [[#@LINE-38]])
// FORWARD-NEXT: its gradient is what comes from the gradient rule of %sum
// FORWARD-NEXT: by its gradient rule, it made 2 instructions:
// FORWARD-NEXT: 'novi.mul': %h (line [[#@LINE-43]]) took its place (a fold)
// FORWARD-NEXT: 'novi.mul': %h (line [[#@LINE-44]]) took its place (a fold)
//
// FORWARD: {{^}}%loss (line [[#@LINE-42]])
// FORWARD-NEXT: the file: the function returns it as loss, its loss
// FORWARD-NEXT: it is the loss, so its own gradient is 1
