// A remark for what was fused, with its part, and for what was not, with the
// reason.
//
// RUN: novi-opt %s --novi-fuse -o %t.mlir --remark-policy=all --remark-format=emitRemark --remarks-filter=novi-fuse 2>&1 | FileCheck %s --implicit-check-not=remark:
//
// Nobody asked: silence.
// RUN: novi-opt %s --novi-fuse -o %t.mlir 2>&1 | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: remark

func.func @fused(%x: tensor<6x20xf32>, %w: tensor<20x8xf32>, %b: tensor<8xf32>) -> (tensor<6x8xf32>, tensor<8xf32>) {
  // CHECK: :[[#@LINE+5]]:8: remark: [Passed] Kernel | Category:novi-fuse | Remark="'novi.matmul': a kernel of 6 instructions"
  // CHECK: :[[#@LINE+3]]:8: remark: [Passed] Fused | Category:novi-fuse | Remark="'novi.neg' fused with 'novi.matmul': while it is read"
  // CHECK: :[[#@LINE+6]]:8: remark: [Passed] Fused | Category:novi-fuse | Remark="'novi.scale' fused with 'novi.matmul': again wherever it is read"
  // CHECK: :[[#@LINE+6]]:8: remark: [Passed] Fused | Category:novi-fuse | Remark="'novi.add' fused with 'novi.matmul': on each element"
  %0 = novi.neg %x : (tensor<6x20xf32>) -> tensor<6x20xf32>
  %1 = novi.matmul %0, %w : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
  // CHECK: :[[#@LINE+4]]:8: remark: [Passed] Fused | Category:novi-fuse | Remark="'novi.reduce_sum' fused with 'novi.matmul': reduced across blocks"
  // CHECK: :[[#@LINE+4]]:8: remark: [Passed] Fused | Category:novi-fuse | Remark="'novi.scale' fused with 'novi.matmul': after the reduction"
  %2 = novi.scale %b by 2.0 : (tensor<8xf32>) -> tensor<8xf32>
  %3 = novi.add %1, %2 : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
  %4 = novi.reduce_sum %3 axes = [0] : (tensor<6x8xf32>) -> tensor<8xf32>
  %5 = novi.scale %4 by 0.5 : (tensor<8xf32>) -> tensor<8xf32>
  return %3, %5 : tensor<6x8xf32>, tensor<8xf32>
}

func.func @rows(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  // CHECK: :[[#@LINE+3]]:8: remark: [Passed] Kernel | Category:novi-fuse | Remark="'novi.reduce_max': a kernel of 2 instructions"
  // CHECK: :[[#@LINE+3]]:8: remark: [Passed] Fused | Category:novi-fuse | Remark="'novi.sub' fused with 'novi.reduce_max': on each element"
  // CHECK-NOT: once a row
  %0 = novi.reduce_max %x axes = [1] keepdims : (tensor<6x8xf32>) -> tensor<6x1xf32>
  %1 = novi.sub %x, %0 : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
  return %1 : tensor<6x8xf32>
}

func.func @apart(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: :[[#@LINE+1]]:8: remark: [Passed] Kernel | Category:novi-fuse | Remark="'novi.matmul': a kernel of its own"
  %0 = novi.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: :[[#@LINE+3]]:8: remark: [Missed] Apart | Category:novi-fuse | Remark="'novi.add' apart from 'novi.matmul': 'novi.add' needs elements that its block computes at other places"
  // CHECK: :[[#@LINE+2]]:8: remark: [Passed] Kernel | Category:novi-fuse | Remark="'novi.add': a kernel of 2 instructions"
  %1 = novi.transpose %0 permutation = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = novi.add %0, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: :[[#@LINE+1]]:8: remark: [Passed] Fused | Category:novi-fuse | Remark="'novi.softmax' fused with 'novi.add': on each element"
  %3 = novi.softmax %2 axis = 1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

func.func @by_hand(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: :[[#@LINE+1]]:8: remark: [Missed] NoKernel | Category:novi-fuse | Remark="'novi.kernel' cannot run as one: each of 'novi.matmul' and 'novi.matmul' is a product, and a kernel has one"
  %0 = novi.kernel (%a = %x : tensor<4x4xf32>) -> (tensor<4x4xf32>) {
    %1 = novi.matmul %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = novi.matmul %1, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    novi.yield %2 : tensor<4x4xf32>
  }
  return %0 : tensor<4x4xf32>
}
