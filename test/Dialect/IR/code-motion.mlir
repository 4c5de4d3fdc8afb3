// What is checked only when the program runs must not move to where it would not
// have run: instructions leave a loop where all sizes are static, else not. Pure
// as they are, they are inlined anywhere.
//
// RUN: novi-opt %s --loop-invariant-code-motion --split-input-file | FileCheck %s --check-prefix=LICM
// RUN: novi-opt %s --inline --split-input-file | FileCheck %s --check-prefix=INLINE

// LICM-LABEL: func.func @loop
// LICM: novi.matmul
// LICM: novi.slice
// LICM: novi.zero
// LICM: novi.reshape
// LICM: scf.for
// LICM: novi.slice
// LICM: novi.matmul
// LICM: novi.zero
// LICM: novi.reshape
// LICM: scf.yield
func.func @loop(%x: tensor<4x4xf32>, %d: tensor<?x4xf32>, %i: index, %n: index, %use: tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = novi.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = novi.slice %0[0, 1] [4, 2] [1, 1] : (tensor<4x4xf32>) -> tensor<4x2xf32>
    %2 = novi.zero : tensor<4x2xf32>
    %3 = novi.reshape %1 : tensor<4x2xf32> to tensor<8xf32>
    // The offset is checked although every size is static.
    %4 = novi.slice %x[%i, 0] [2, 4] [1, 1] : (tensor<4x4xf32>, index) -> tensor<2x4xf32>
    %5 = novi.matmul %d, %x : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
    %6 = novi.zero(%i) : tensor<?xf32>
    %7 = novi.reshape %d : tensor<?x4xf32> to tensor<8xf32>
    func.call @use(%2, %3, %4, %5, %6, %7) : (tensor<4x2xf32>, tensor<8xf32>, tensor<2x4xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<8xf32>) -> ()
  }
  return
}
func.func private @use(tensor<4x2xf32>, tensor<8xf32>, tensor<2x4xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<8xf32>)

// -----

// INLINE-LABEL: func.func @caller
// INLINE-SAME: %[[X:.*]]: tensor<?xf32>
func.func @caller(%x: tensor<?xf32>) -> tensor<?xf32> {
  // INLINE-NOT: call
  // INLINE: %[[A:.*]] = novi.exp %[[X]]
  // INLINE: %[[B:.*]] = novi.neg %[[A]]
  // INLINE: return %[[B]]
  %0 = call @callee(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @callee(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = novi.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  %1 = novi.neg %0 : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Into a region of an op that is not a function.
// INLINE-LABEL: func.func @into_loop
func.func @into_loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // INLINE: scf.for
  // INLINE: novi.relu
  // INLINE: scf.yield
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %0 = func.call @step(%a) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func private @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = novi.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
