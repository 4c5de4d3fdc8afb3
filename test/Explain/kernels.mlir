// Which kernel an instruction is in and what it is there, whether its result is
// stored, and why two kernels are not one.
//
// RUN: novi-explain %s --why %%biased --why %%scaled --why %%halved | FileCheck %s --check-prefix=FUSED
// RUN: novi-explain %s --why %%symmetric | FileCheck %s --check-prefix=APART
// RUN: novi-explain %s --why %%zeros | FileCheck %s --check-prefix=COPIES
// RUN: novi-explain %s --why %%inner | FileCheck %s --check-prefix=HAND
// RUN: novi-explain %s --why %%ones | FileCheck %s --check-prefix=OUTSIDE
// RUN: novi-explain %s --why %%inner --pipeline='builtin.module(novi-inline-kernels)' | FileCheck %s --check-prefix=INLINED

// FUSED: %biased (line [[#@LINE+9]])
// FUSED-NEXT: novi-fuse (pass 4): it is in kernel [[#K:]] "{{.*}}", on each element, with {{.*}}%product (line [[#@LINE+6]]){{.*}}; its result is stored, for what is outside
// FUSED: %scaled (line [[#@LINE+6]])
// FUSED-NEXT: novi-fuse (pass 4): it is in kernel [[#K]] "{{.*}}", again wherever it is read, with {{.*}}; its result is read there only and never stored
// FUSED: %halved (line [[#@LINE+7]])
// FUSED-NEXT: novi-fuse (pass 4): it is in kernel [[#K]] "{{.*}}", after the reduction, with {{.*}}; its result is stored
func.func @fused(%x: tensor<6x20xf32>, %w: tensor<20x8xf32>, %b: tensor<8xf32>) -> (tensor<6x8xf32>, tensor<8xf32>) {
  %product = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
  %scaled = novi.scale %b by 2.0 : (tensor<8xf32>) -> tensor<8xf32>
  %biased = novi.add %product, %scaled : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
  %reduced = novi.reduce_sum %biased axes = [0] : (tensor<6x8xf32>) -> tensor<8xf32>
  %halved = novi.scale %reduced by 0.5 : (tensor<8xf32>) -> tensor<8xf32>
  return %biased, %halved : tensor<6x8xf32>, tensor<8xf32>
}

// An element is needed at two places. Kernel 1 is the one below that was there
// before, 2 that of the function above, 3 the product's.
// APART: %symmetric (line [[#@LINE+7]])
// APART-NEXT: novi-fuse (pass 4): it is kernel 4 "add" by itself
// APART-NEXT: not one with kernel 3: {{.*}} at other places
// APART-NOT: {{.}}
func.func @apart(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %square = novi.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %turned = novi.transpose %square permutation = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %symmetric = novi.add %square, %turned : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %symmetric : tensor<4x4xf32>
}

// COPIES: %zeros (line [[#@LINE+5]])
// COPIES-NEXT: canonicalize (pass 1): its value is known: it became the constant dense<0.000000e+00>
// COPIES-NEXT: and 'novi.constant'
// COPIES-NEXT: novi-fuse (pass 4): each kernel that reads it has its own copy: kernel 5 {{.*}} and kernel 6
func.func @copies(%x: tensor<4x4xf32>, %y: tensor<8x8xf32>) -> (tensor<4x4xi1>, tensor<8x8xi1>) {
  %zeros = novi.zero : tensor<f32>
  %0 = novi.compare gt, %x, %zeros : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xi1>
  %1 = novi.compare gt, %y, %zeros : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xi1>
  return %0, %1 : tensor<4x4xi1>, tensor<8x8xi1>
}

// HAND: %inner (line [[#@LINE+9]])
// HAND-NEXT: the file: it is kernel 1 "mine" by itself
// HAND-NOT: not one
// INLINED: %inner (line [[#@LINE+6]])
// INLINED-NEXT: the file: it is kernel 1 "mine" by itself
// INLINED-NEXT: novi-inline-kernels (pass 1): it was changed: it reads %x instead of %a
// INLINED-NEXT: novi-inline-kernels (pass 1): it is in no kernel any more
func.func @by_hand(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %kernel = novi.kernel "mine" (%a = %x : tensor<4x4xf32>) -> (tensor<4x4xf32>) {
    %inner = novi.exp %a : (tensor<4x4xf32>) -> tensor<4x4xf32>
    novi.yield %inner : tensor<4x4xf32>
  }
  return %kernel : tensor<4x4xf32>
}

// OUTSIDE: %ones (line [[#@LINE+5]])
// OUTSIDE-NEXT: the file: {{.*}}
// OUTSIDE-NEXT: no pass did anything with it
// OUTSIDE-NEXT: at the end it is there, in no kernel
func.func @outside() -> (tensor<4xf32> {novi.name = "ones", novi.role = "output"}) {
  %ones = novi.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return %ones : tensor<4xf32>
}
