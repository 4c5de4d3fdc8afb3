// Upstream's CSE and dead code elimination see that instructions are pure: what is
// repeated and what nobody reads goes, and nothing else.
//
// RUN: novi-opt %s --cse | FileCheck %s
// RUN: novi-opt %s --canonicalize | FileCheck %s --check-prefix=DEAD

// CHECK-LABEL: func.func @repeated
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x4xf32>, %[[Y:[^:]*]]: tensor<4x4xf32>, %[[N:[^:]*]]: index
func.func @repeated(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %n: index)
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[A:.*]] = novi.matmul %[[X]], %[[Y]] {transpose_a}
  // CHECK-NOT: novi.matmul
  // CHECK: %[[B:.*]] = novi.add %[[X]], %[[Y]]
  // CHECK-NOT: novi.add
  // CHECK: %[[C:.*]] = novi.slice
  // CHECK-NOT: novi.slice
  // CHECK: return %[[A]], %[[A]], %[[B]], %[[B]], %[[C]], %[[C]]
  %a = novi.matmul %x, %y {transpose_a} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = novi.matmul %x, %y {transpose_a} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %c = novi.add %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %d = novi.add %y, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %z = novi.zero(%n) : tensor<?xf32>
  %e = novi.slice %z[%n] [%n] [1] : (tensor<?xf32>, index, index) -> tensor<?xf32>
  %w = novi.zero(%n) : tensor<?xf32>
  %f = novi.slice %w[%n] [%n] [1] : (tensor<?xf32>, index, index) -> tensor<?xf32>
  return %a, %b, %c, %d, %e, %f : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<?xf32>, tensor<?xf32>
}

// Another flag, order, attribute or constant makes another instruction.
// CHECK-LABEL: func.func @different
func.func @different(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) {
  // CHECK-COUNT-3: novi.matmul
  %0 = novi.matmul %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = novi.matmul %x, %y {transpose_b} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = novi.matmul %y, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-COUNT-2: novi.sub
  %3 = novi.sub %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = novi.sub %y, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-COUNT-2: novi.scale
  %5 = novi.scale %x by 0.0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = novi.scale %x by -0.0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-COUNT-2: novi.constant
  %7 = novi.constant dense<0.0> : tensor<4xf32>
  %8 = novi.constant dense<-0.0> : tensor<4xf32>
  // CHECK-COUNT-2: novi.reduce_sum
  %9 = novi.reduce_sum %x axes = [0] : (tensor<4x4xf32>) -> tensor<4xf32>
  %10 = novi.reduce_sum %x axes = [1] : (tensor<4x4xf32>) -> tensor<4xf32>
  // CHECK-COUNT-2: novi.compare
  %11 = novi.compare lt, %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  %12 = novi.compare le, %x, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  call @use(%0, %1, %2, %3, %4, %5, %6) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  call @use_rest(%7, %8, %9, %10, %11, %12) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xi1>, tensor<4x4xi1>) -> ()
  return
}
func.func private @use(tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>)
func.func private @use_rest(tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xi1>, tensor<4x4xi1>)

// Case C05, with our own: equal fills of i1 tensors.
// CHECK-LABEL: func.func @equal_fills
func.func @equal_fills() -> (tensor<2xi1>, tensor<2xi1>) {
  // CHECK: %[[A:.*]] = novi.broadcast
  // CHECK: return %[[A]], %[[A]]
  %c = novi.constant dense<true> : tensor<i1>
  %a = novi.broadcast %c : tensor<i1> to tensor<2xi1>
  %d = novi.constant dense<true> : tensor<i1>
  %b = novi.broadcast %d : tensor<i1> to tensor<2xi1>
  return %a, %b : tensor<2xi1>, tensor<2xi1>
}

// DEAD-LABEL: func.func @dead
// DEAD-NEXT: return
func.func @dead(%x: tensor<?x?xf32>, %n: index) {
  %a = novi.matmul %x, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %b = novi.slice %a[%n, 0] [1, %n] [1, 1] : (tensor<?x?xf32>, index, index) -> tensor<1x?xf32>
  %c = novi.zero(%n) : tensor<?xf32>
  %d = novi.cross_entropy_loss %a, %a rows = all epsilon = 0.0 reduction = mean : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<f32>
  return
}
