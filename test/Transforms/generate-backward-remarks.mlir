// A remark for each gradient rule that was used, with the operands that get a
// gradient from it: not x, which is no parameter, and nothing from what does not
// depend on one.
//
// RUN: novi-opt %s --novi-generate-backward -o %t.mlir --remark-policy=all --remark-format=emitRemark --remarks-filter=novi-generate-backward 2>&1 | FileCheck %s --implicit-check-not=remark:
//
// Nobody asked: silence.
// RUN: novi-opt %s --novi-generate-backward -o %t.mlir 2>&1 | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: remark

// The rules are used from the end to the beginning.
// CHECK: :[[#@LINE+10]]:8: remark: [Passed] Rule | Category:novi-generate-backward | Operands=0, Remark="the gradient rule of 'novi.reduce_sum' gives gradients to operands"
// CHECK: :[[#@LINE+8]]:8: remark: [Passed] Rule | Category:novi-generate-backward | Operands="0, 1", Remark="the gradient rule of 'novi.mul' gives gradients to operands"
// CHECK: :[[#@LINE+6]]:8: remark: [Passed] Rule | Category:novi-generate-backward | Operands=0, Remark="the gradient rule of 'novi.add' gives gradients to operands"
// CHECK: :[[#@LINE+4]]:8: remark: [Passed] Rule | Category:novi-generate-backward | Operands=1, Remark="the gradient rule of 'novi.matmul' gives gradients to operands"
func.func @step(%x: tensor<6x20xf32>, %w: tensor<20x8xf32> {novi.role = "parameter"}) -> tensor<f32> {
  %0 = novi.exp %x : (tensor<6x20xf32>) -> tensor<6x20xf32>
  %1 = novi.reduce_sum %0 axes = [0, 1] : (tensor<6x20xf32>) -> tensor<f32>
  %2 = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
  %3 = novi.add %2, %1 : (tensor<6x8xf32>, tensor<f32>) -> tensor<6x8xf32>
  %4 = novi.mul %3, %3 : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  %5 = novi.reduce_sum %4 axes = [0, 1] : (tensor<6x8xf32>) -> tensor<f32>
  return %5 : tensor<f32>
}
