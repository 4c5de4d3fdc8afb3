// The dynamic sizes of each op's result, in terms of its operands.
//
// RUN: novi-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @constants
// CHECK-SAME: %[[N:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK: return %[[N]], %[[M]], %[[N]], %[[M]]
func.func @constants(%n: index, %m: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = novi.zero(%n, %m) : tensor<?x8x?xf32>
  %e = novi.eye(%n, %m) : tensor<?x?xf32>
  %0 = tensor.dim %z, %c0 : tensor<?x8x?xf32>
  %1 = tensor.dim %z, %c2 : tensor<?x8x?xf32>
  %2 = tensor.dim %e, %c0 : tensor<?x?xf32>
  %3 = tensor.dim %e, %c1 : tensor<?x?xf32>
  return %0, %1, %2, %3 : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @unary
// CHECK-SAME: %[[X:[^:]*]]: tensor<?xf16>
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK: return %[[D]], %[[D]], %[[D]], %[[D]], %[[D]], %[[D]], %[[D]], %[[D]], %[[D]]
func.func @unary(%x: tensor<?xf16>) -> (index, index, index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %a = novi.neg %x : (tensor<?xf16>) -> tensor<?xf16>
  %b = novi.relu %a : (tensor<?xf16>) -> tensor<?xf16>
  %c = novi.exp %b : (tensor<?xf16>) -> tensor<?xf16>
  %d = novi.log %c : (tensor<?xf16>) -> tensor<?xf16>
  %e = novi.cast %d : tensor<?xf16> to tensor<?xf32>
  %f = novi.scale %e by 2.0 : (tensor<?xf32>) -> tensor<?xf32>
  %g = novi.clip %f min 0.0 max 1.0 : (tensor<?xf32>) -> tensor<?xf32>
  %h = novi.softmax %g axis = 0 : (tensor<?xf32>) -> tensor<?xf32>
  %i = novi.log_softmax %h axis = 0 : (tensor<?xf32>) -> tensor<?xf32>
  %da = tensor.dim %a, %c0 : tensor<?xf16>
  %db = tensor.dim %b, %c0 : tensor<?xf16>
  %dc = tensor.dim %c, %c0 : tensor<?xf16>
  %dd = tensor.dim %d, %c0 : tensor<?xf16>
  %de = tensor.dim %e, %c0 : tensor<?xf32>
  %df = tensor.dim %f, %c0 : tensor<?xf32>
  %dg = tensor.dim %g, %c0 : tensor<?xf32>
  %dh = tensor.dim %h, %c0 : tensor<?xf32>
  %di = tensor.dim %i, %c0 : tensor<?xf32>
  return %da, %db, %dc, %dd, %de, %df, %dg, %dh, %di : index, index, index, index, index, index, index, index, index
}

// -----

// An operand that is not repeated has the size; a static one needs no question.
// CHECK-LABEL: func.func @binary
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x1xf32>, %[[B:[^:]*]]: tensor<?xf32>, %[[C:[^:]*]]: tensor<?x?xi1>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[DA:.*]] = tensor.dim %[[A]], %[[C0]]
// CHECK-DAG: %[[DB:.*]] = tensor.dim %[[B]], %[[C0]]
// CHECK: return %[[DA]], %[[DB]], %[[DA]], %[[DB]], %[[DA]], %[[DB]]
func.func @binary(%a: tensor<?x1xf32>, %b: tensor<?xf32>, %c: tensor<?x?xi1>) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = novi.add %a, %b : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %0 = tensor.dim %s, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %s, %c1 : tensor<?x?xf32>
  %t = novi.compare lt, %b, %a : (tensor<?xf32>, tensor<?x1xf32>) -> tensor<?x?xi1>
  %2 = tensor.dim %t, %c0 : tensor<?x?xi1>
  %3 = tensor.dim %t, %c1 : tensor<?x?xi1>
  %one = novi.constant dense<true> : tensor<1x1xi1>
  %u = novi.select %one, %a, %b : (tensor<1x1xi1>, tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %4 = tensor.dim %u, %c0 : tensor<?x?xf32>
  %5 = tensor.dim %u, %c1 : tensor<?x?xf32>
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}

// -----

// CHECK-LABEL: func.func @less_precise
// CHECK: %[[C:.*]] = arith.constant 4 : index
// CHECK: return %[[C]], %[[C]], %[[C]]
func.func @less_precise(%a: tensor<4xf32>, %b: tensor<?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %s = novi.sub %b, %a : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %0 = tensor.dim %s, %c0 : tensor<?xf32>
  %t = novi.mul %a, %b : (tensor<4xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.dim %t, %c0 : tensor<?xf32>
  %u = novi.div %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  %2 = tensor.dim %u, %c0 : tensor<?xf32>
  return %0, %1, %2 : index, index, index
}

// -----

// Batches of either, rows of the one, columns of the other.
// CHECK-LABEL: func.func @matmul
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x1x?x?xf32>, %[[B:[^:]*]]: tensor<?x?x?xf32>, %[[V:[^:]*]]: tensor<?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[A0:.*]] = tensor.dim %[[A]], %[[C0]]
// CHECK-DAG: %[[B0:.*]] = tensor.dim %[[B]], %[[C0]]
// CHECK-DAG: %[[A3:.*]] = tensor.dim %[[A]], %[[C3]]
// CHECK-DAG: %[[B1:.*]] = tensor.dim %[[B]], %[[C1]]
// CHECK: return %[[A0]], %[[B0]], %[[A3]], %[[B1]], %[[B0]], %[[B1]]
func.func @matmul(%a: tensor<?x1x?x?xf32>, %b: tensor<?x?x?xf32>, %v: tensor<?xf32>) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %p = novi.matmul %a, %b {transpose_a, transpose_b} : (tensor<?x1x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %0 = tensor.dim %p, %c0 : tensor<?x?x?x?xf32>
  %1 = tensor.dim %p, %c1 : tensor<?x?x?x?xf32>
  %2 = tensor.dim %p, %c2 : tensor<?x?x?x?xf32>
  %3 = tensor.dim %p, %c3 : tensor<?x?x?x?xf32>
  %q = novi.matmul %b, %v : (tensor<?x?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %4 = tensor.dim %q, %c0 : tensor<?x?xf32>
  %5 = tensor.dim %q, %c1 : tensor<?x?xf32>
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}

// -----

// CHECK-LABEL: func.func @contract
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x?xf32>, %[[B:[^:]*]]: tensor<?x?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[B0:.*]] = tensor.dim %[[B]], %[[C0]]
// CHECK-DAG: %[[A1:.*]] = tensor.dim %[[A]], %[[C1]]
// CHECK: return %[[B0]], %[[A1]]
func.func @contract(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = novi.contract "ki,jk->ji" %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = tensor.dim %p, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %p, %c1 : tensor<?x?xf32>
  return %0, %1 : index, index
}

// -----

// CHECK-LABEL: func.func @reductions
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?x?xf32>
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[X1:.*]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG: %[[X2:.*]] = tensor.dim %[[X]], %[[C2]]
// CHECK: return %[[X1]], %[[C1]], %[[X2]], %[[X1]], %[[X1]]
func.func @reductions(%x: tensor<?x?x?xf32>) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = novi.reduce_sum %x axes = [0, -1] : (tensor<?x?x?xf32>) -> tensor<?xf32>
  %0 = tensor.dim %s, %c0 : tensor<?xf32>
  %m = novi.reduce_max %x axes = [1] keepdims : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = tensor.dim %m, %c1 : tensor<?x?x?xf32>
  %2 = tensor.dim %m, %c2 : tensor<?x?x?xf32>
  %l = novi.cross_entropy_loss %x, %x rows = all epsilon = 0.0 reduction = none : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?xf32>
  %3 = tensor.dim %l, %c1 : tensor<?x?xf32>
  %k = novi.softmax_cross_entropy_loss %x, %x rows = all reduction = none : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?xf32>
  %4 = tensor.dim %k, %c1 : tensor<?x?xf32>
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}

// -----

// CHECK-LABEL: func.func @concat
// CHECK-SAME: %[[A:[^:]*]]: tensor<?x?xf32>, %[[B:[^:]*]]: tensor<?x3xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[A0:.*]] = tensor.dim %[[A]], %[[C0]]
// CHECK-DAG: %[[A1:.*]] = tensor.dim %[[A]], %[[C1]]
// CHECK-DAG: %[[S:.*]] = arith.addi %[[A1]], %[[C3]]
// CHECK: return %[[A0]], %[[S]]
func.func @concat(%a: tensor<?x?xf32>, %b: tensor<?x3xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = novi.concat %a, %b axis = -1 : (tensor<?x?xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
  %0 = tensor.dim %p, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %p, %c1 : tensor<?x?xf32>
  return %0, %1 : index, index
}

// -----

// CHECK-LABEL: func.func @slices
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?xf32>, %[[N:[^:]*]]: index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[X1:.*]] = tensor.dim %[[X]]
// CHECK: return %[[N]], %[[C4]], %[[X1]]
func.func @slices(%x: tensor<?x?xf32>, %n: index, %s: tensor<2x2xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = novi.slice %x[%n, 0] [%n, 4] [2, 2] : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %0 = tensor.dim %p, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %p, %c1 : tensor<?x?xf32>
  %q = novi.insert_slice %s into %x[%n, 0] [1, 1] : (tensor<2x2xf32>, tensor<?x?xf32>, index) -> tensor<?x?xf32>
  %2 = tensor.dim %q, %c1 : tensor<?x?xf32>
  return %0, %1, %2 : index, index, index
}

// -----

// CHECK-LABEL: func.func @moves
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?xi1>, %[[N:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK-DAG: %[[X1:.*]] = tensor.dim %[[X]]
// CHECK: return %[[X1]], %[[M]], %[[N]], %[[M]]
func.func @moves(%x: tensor<?x?xi1>, %n: index, %m: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = novi.transpose %x permutation = [1, 0] : (tensor<?x?xi1>) -> tensor<?x?xi1>
  %0 = tensor.dim %t, %c0 : tensor<?x?xi1>
  %r = novi.reshape %x sizes(%n, %m) : tensor<?x?xi1> to tensor<?x2x?xi1>
  %1 = tensor.dim %r, %c2 : tensor<?x2x?xi1>
  %b = novi.broadcast %x sizes(%n, %m) : tensor<?x?xi1> to tensor<?x?xi1>
  %2 = tensor.dim %b, %c0 : tensor<?x?xi1>
  %3 = tensor.dim %b, %c1 : tensor<?x?xi1>
  return %0, %1, %2, %3 : index, index, index, index
}
