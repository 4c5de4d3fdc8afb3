// What each op infers from static, dynamic and mixed shapes. The types written
// here know nothing; canonicalisation puts in what inference finds.
//
// RUN: novi-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @elementwise
func.func @elementwise(%a: tensor<?x1x3xf32>, %b: tensor<4x?xf32>, %c: tensor<?x?x?xi1>, %s: tensor<f32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xi1>, tensor<?x?x?xf32>, tensor<?x?x?xf32>) {
  // ? against nothing, 1 against 4, 3 against ?
  // CHECK: novi.add {{.*}} -> tensor<?x4x3xf32>
  %0 = novi.add %a, %b : (tensor<?x1x3xf32>, tensor<4x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: novi.compare {{.*}} -> tensor<?x4x3xi1>
  %1 = novi.compare lt, %b, %a : (tensor<4x?xf32>, tensor<?x1x3xf32>) -> tensor<?x?x?xi1>
  // CHECK: novi.select {{.*}} -> tensor<?x4x?xf32>
  %2 = novi.select %c, %s, %b : (tensor<?x?x?xi1>, tensor<f32>, tensor<4x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: novi.exp {{.*}} -> tensor<?x1x3xf32>
  %3 = novi.exp %a : (tensor<?x1x3xf32>) -> tensor<?x?x?xf32>
  return %0, %1, %2, %3 : tensor<?x?x?xf32>, tensor<?x?x?xi1>, tensor<?x?x?xf32>, tensor<?x?x?xf32>
}

// A dynamic size may turn out to be 1, but then it is not repeated.
// CHECK-LABEL: func.func @only_static_ones_broadcast
func.func @only_static_ones_broadcast(%a: tensor<?xf32>, %b: tensor<1xf32>, %c: tensor<0xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK: novi.add {{.*}} (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  %0 = novi.add %a, %b : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  // CHECK: novi.mul {{.*}} -> tensor<0xf32>
  %1 = novi.mul %b, %c : (tensor<1xf32>, tensor<0xf32>) -> tensor<?xf32>
  // CHECK: novi.sub {{.*}} -> tensor<0xf32>
  %2 = novi.sub %a, %c : (tensor<?xf32>, tensor<0xf32>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @products
func.func @products(%a: tensor<?x1x2x?xf32>, %b: tensor<5x3x4xf32>, %v: tensor<?xf32>, %w: tensor<?x2x5xf32>)
    -> (tensor<?x?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?x?xf32>) {
  // CHECK: novi.matmul {{.*}} -> tensor<?x5x2x4xf32>
  %0 = novi.matmul %a, %b : (tensor<?x1x2x?xf32>, tensor<5x3x4xf32>) -> tensor<?x?x?x?xf32>
  // CHECK: novi.matmul {{.*}} -> tensor<5x4xf32>
  %1 = novi.matmul %v, %b : (tensor<?xf32>, tensor<5x3x4xf32>) -> tensor<?x?xf32>
  // CHECK: novi.matmul {{.*}} -> tensor<5x3xf32>
  %2 = novi.matmul %b, %v : (tensor<5x3x4xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  // A letter has the size that either operand knows.
  // CHECK: novi.contract {{.*}} -> tensor<3x5x4x2xf32>
  %3 = novi.contract "xby,bzx->bxyz" %b, %w : (tensor<5x3x4xf32>, tensor<?x2x5xf32>) -> tensor<?x?x?x?xf32>
  return %0, %1, %2, %3 : tensor<?x?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?x?x?xf32>
}

// CHECK-LABEL: func.func @reductions
func.func @reductions(%x: tensor<2x?x4xf32>, %t: tensor<?x3x?xf32>) -> (tensor<?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>) {
  // CHECK: novi.reduce_sum {{.*}} -> tensor<4xf32>
  %0 = novi.reduce_sum %x axes = [0, 1] : (tensor<2x?x4xf32>) -> tensor<?xf32>
  // CHECK: novi.reduce_max {{.*}} -> tensor<2x?x1xf32>
  %1 = novi.reduce_max %x axes = [2] keepdims : (tensor<2x?x4xf32>) -> tensor<?x?x?xf32>
  // CHECK: novi.softmax {{.*}} -> tensor<2x?x4xf32>
  %2 = novi.softmax %x axis = 1 : (tensor<2x?x4xf32>) -> tensor<?x?x?xf32>
  // CHECK: novi.softmax_cross_entropy_loss {{.*}} -> tensor<2x3xf32>
  %3 = novi.softmax_cross_entropy_loss %x, %t rows = all reduction = none : (tensor<2x?x4xf32>, tensor<?x3x?xf32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?x?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<2x?xf32>, %y: tensor<?x3xf32>, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  // CHECK: novi.concat {{.*}} -> tensor<2x?xf32>
  %0 = novi.concat %x, %y axis = 1 : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
  // CHECK: novi.concat {{.*}} -> tensor<?x3xf32>
  %1 = novi.concat %x, %y axis = 0 : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
  // CHECK: novi.slice {{.*}} -> tensor<1x?xf32>
  %2 = novi.slice %x[0, 0] [1, %n] [1, 1] : (tensor<2x?xf32>, index) -> tensor<?x?xf32>
  // CHECK: novi.insert_slice {{.*}} -> tensor<?x3xf32>
  %3 = novi.insert_slice %x into %y[0, 0] [1, 1] : (tensor<2x?xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
  // CHECK: novi.transpose {{.*}} -> tensor<?x2xf32>
  %4 = novi.transpose %x permutation = [1, 0] : (tensor<2x?xf32>) -> tensor<?x?xf32>
  return %0, %1, %2, %3, %4 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
