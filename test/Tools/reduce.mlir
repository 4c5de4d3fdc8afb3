// A program in which the one fault is a division whose operands are one value:
// novi-reduce finds nine of ten instructions, and the kernel, unnecessary.
// RUN: novi-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/divides-by-itself.sh' \
// RUN:   | FileCheck %s --implicit-check-not=novi.kernel --implicit-check-not=novi.matmul \
// RUN:       --implicit-check-not=novi.exp --implicit-check-not=novi.add --implicit-check-not=novi.relu

// CHECK-LABEL: func.func @f
// CHECK: %[[DIV:.*]] = novi.div %[[X:.*]], %[[X]] :
// CHECK: return %{{.*}}, %{{.*}} : tensor<8x8xf32>, tensor<8xf32>
func.func @f(%x: tensor<8x8xf32>, %b: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>) {
  %0 = novi.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = novi.matmul %0, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = novi.kernel (%k0 = %1 : tensor<8x8xf32>, %k1 = %b : tensor<8xf32>) -> (tensor<8x8xf32>) {
    %3 = novi.add %k0, %k1 : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
    %4 = novi.div %3, %3 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = novi.relu %4 : (tensor<8x8xf32>) -> tensor<8x8xf32>
    novi.yield %5 : tensor<8x8xf32>
  }
  %6 = novi.add %b, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %2, %6 : tensor<8x8xf32>, tensor<8xf32>
}
