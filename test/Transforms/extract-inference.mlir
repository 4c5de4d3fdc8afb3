// RUN: novi-opt %s --novi-extract-inference --split-input-file | FileCheck %s
// RUN: novi-opt %s --novi-extract-inference --novi-extract-inference --split-input-file | FileCheck %s

// Targets, losses, gradients and what only they need go; names stay.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[X:.+]]: tensor<6x20xf32> {novi.name = "x", novi.role = "input"},
// CHECK-SAME: %[[W:.+]]: tensor<20x4xf32> {novi.name = "w", novi.role = "parameter"})
// CHECK-SAME: -> (tensor<6x4xf32> {novi.name = "y", novi.role = "output"}) {
// CHECK-NEXT: %[[S:.+]] = novi.matmul %[[X]], %[[W]]
// CHECK-NEXT: %[[Y:.+]] = novi.softmax %[[S]]
// CHECK-NEXT: return %[[Y]] : tensor<6x4xf32>
// CHECK-NEXT: }
func.func @step(%x: tensor<6x20xf32> {novi.name = "x", novi.role = "input"},
                %t: tensor<6x4xf32> {novi.name = "t", novi.role = "target"},
                %w: tensor<20x4xf32> {novi.name = "w", novi.role = "parameter"})
    -> (tensor<f32> {novi.name = "loss", novi.role = "loss"},
        tensor<6x4xf32> {novi.name = "y", novi.role = "output"},
        tensor<20x4xf32> {novi.name = "w", novi.role = "parameter"}) {
  %s = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x4xf32>) -> tensor<6x4xf32>
  %y = novi.softmax %s axis = 1 : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %l = novi.softmax_cross_entropy_loss %s, %t rows = all reduction = sum : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<f32>
  %d = novi.sub %y, %t : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
  %g = novi.matmul %x, %d {transpose_a} : (tensor<6x20xf32>, tensor<6x4xf32>) -> tensor<20x4xf32>
  %n = novi.sub %w, %g : (tensor<20x4xf32>, tensor<20x4xf32>) -> tensor<20x4xf32>
  return %l, %y, %n : tensor<f32>, tensor<6x4xf32>, tensor<20x4xf32>
}

// -----

// Dynamic sizes and the arithmetic on them go as well; several outputs stay.

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32>) -> (tensor<?x4xf32> {novi.role = "output"}, tensor<?x4xf32> {novi.role = "output"}) {
// CHECK-NEXT: %[[A:.+]] = novi.relu %[[X]]
// CHECK-NEXT: return %[[A]], %[[X]]
func.func @dynamic(%t: tensor<?xf32>, %x: tensor<?x4xf32>)
    -> (tensor<?x4xf32> {novi.role = "output"}, tensor<?xf32>, tensor<?x4xf32> {novi.role = "output"}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %z = novi.zero(%n) : tensor<?xf32>
  %s = novi.add %z, %t : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %a = novi.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %a, %s, %x : tensor<?x4xf32>, tensor<?xf32>, tensor<?x4xf32>
}
