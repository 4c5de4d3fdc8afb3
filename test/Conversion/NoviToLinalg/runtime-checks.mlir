// What the types leave open is asserted before the op's code, with a text that
// says which op, where, and what is wrong.
//
// RUN: novi-opt %s --convert-novi-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32>, %[[Y:.+]]: tensor<?x?xf32>
func.func @elementwise(%x: tensor<?x4xf32>, %y: tensor<?x?xf32>) -> tensor<?x4xf32> {
  // CHECK: %[[N:.+]] = tensor.dim %[[X]],
  // CHECK: %[[M:.+]] = tensor.dim %[[Y]],
  // CHECK: %[[SAME:.+]] = arith.cmpi eq, %[[M]], %[[N]] : index
  // CHECK: cf.assert %[[SAME]], "'novi.add' op at {{.*}}runtime-checks.mlir:[[#@LINE+3]]:8: shapes ?x4 and ?x? do not broadcast: axis 0 of operand 1 must have the size of axis 0 of operand 0"
  // CHECK: cf.assert %{{.+}}, "'novi.add' op at {{.*}}: axis 1 of operand 1 must have size 4"
  // CHECK: linalg.generic
  %0 = novi.add %x, %y : (tensor<?x4xf32>, tensor<?x?xf32>) -> tensor<?x4xf32>
  // The sizes are seen to be the same.
  // CHECK-NOT: cf.assert
  // CHECK: return
  %1 = novi.exp %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = novi.mul %0, %1 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// A static 1 is repeated whatever the other size is; only then may the result
// have too many elements.
// CHECK-LABEL: func.func @widening(
func.func @widening(%x: tensor<?x1xf32>, %y: tensor<1x?xf32>) -> tensor<?x?xf32> {
  // CHECK-NOT: do not broadcast
  // CHECK: cf.assert %{{.+}}, "'novi.sub' op at {{.*}}: the size of axis 0 of the result ?x? is negative or makes more elements than can be counted"
  // CHECK: cf.assert %{{.+}}, "'novi.sub' op at {{.*}}: the size of axis 1 of the result
  // CHECK-NOT: cf.assert
  // CHECK: return
  %0 = novi.sub %x, %y : (tensor<?x1xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A result more precise than what is inferred.
// CHECK-LABEL: func.func @precise(
func.func @precise(%x: tensor<?x?xf32>) -> (tensor<4x?xf32>, tensor<?x4xf32>, tensor<4xf32>, tensor<4x?xf32>, tensor<2x3xf32>) {
  // CHECK: cf.assert %{{.+}}, "'novi.relu' op at {{.*}}: the result is not 4x?: axis 0 of operand 0 must have size 4"
  %0 = novi.relu %x : (tensor<?x?xf32>) -> tensor<4x?xf32>
  // CHECK: cf.assert %{{.+}}, "'novi.transpose' op at {{.*}}: the result is not ?x4: axis 0 of operand 0 must have size 4"
  %1 = novi.transpose %x permutation = [1, 0] : (tensor<?x?xf32>) -> tensor<?x4xf32>
  // CHECK: cf.assert %{{.+}}, "'novi.reduce_sum' op at {{.*}}: the result is not 4: axis 1 of operand 0 must have size 4"
  %2 = novi.reduce_sum %x axes = [0] : (tensor<?x?xf32>) -> tensor<4xf32>
  // CHECK: cf.assert %{{.+}}, "'novi.softmax' op at {{.*}}: the result is not 4x?: axis 0 of operand 0 must have size 4"
  %3 = novi.softmax %x axis = 1 : (tensor<?x?xf32>) -> tensor<4x?xf32>
  // CHECK: cf.assert %{{.+}}, "'novi.matmul' op at {{.*}}: cannot multiply ?x? by ?x?: axis 0 of operand 1 must have the size of axis 1 of operand 0"
  // CHECK: cf.assert %{{.+}}, "'novi.matmul' op at {{.*}}: the result is not 2x3: axis 0 of operand 0 must have size 2"
  // CHECK: cf.assert %{{.+}}, "'novi.matmul' op at {{.*}}: the result is not 2x3: axis 1 of operand 1 must have size 3"
  %4 = novi.matmul %x, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4 : tensor<4x?xf32>, tensor<?x4xf32>, tensor<4xf32>, tensor<4x?xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @products(
func.func @products(%x: tensor<?x2x3xf32>, %y: tensor<5x?x4xf32>) -> tensor<5x2x4xf32> {
  // CHECK: cf.assert %{{.+}}, "'novi.matmul' op at {{.*}}: cannot multiply ?x2x3 by 5x?x4: axis 1 of operand 1 must have size 3"
  // CHECK: cf.assert %{{.+}}, "'novi.matmul' op at {{.*}}: shapes ?x2x3 and 5x?x4 do not broadcast: axis 0 of operand 0 must have size 5"
  %0 = novi.matmul %x, %y : (tensor<?x2x3xf32>, tensor<5x?x4xf32>) -> tensor<5x2x4xf32>
  // CHECK: cf.assert %{{.+}}, "'novi.contract' op at {{.*}}: shapes ?x2x3 and 5x?x4 do not fit \22bij,bjk->bik\22: axis 0 of operand 0 must have size 5"
  // CHECK: cf.assert %{{.+}}, "'novi.contract' op at {{.*}}: axis 1 of operand 1 must have size 3"
  %1 = novi.contract "bij,bjk->bik" %x, %y : (tensor<?x2x3xf32>, tensor<5x?x4xf32>) -> tensor<5x2x4xf32>
  // CHECK-NOT: cf.assert
  // CHECK: return
  %2 = novi.add %0, %1 : (tensor<5x2x4xf32>, tensor<5x2x4xf32>) -> tensor<5x2x4xf32>
  return %2 : tensor<5x2x4xf32>
}

// CHECK-LABEL: func.func @losses(
func.func @losses(%p: tensor<?x4xf32>, %t: tensor<?x?xf32>) -> tensor<f32> {
  // CHECK: cf.assert %{{.+}}, "'novi.cross_entropy_loss' op at {{.*}}: needs input and target of one shape, not ?x4 and ?x?: axis 0 of operand 1 must have the size of axis 0 of operand 0"
  // CHECK: cf.assert %{{.+}}, "'novi.cross_entropy_loss' op at {{.*}}: axis 1 of operand 1 must have size 4"
  // CHECK: cf.assert %{{.+}}, "'novi.cross_entropy_loss' op at {{.*}}: has rows = first of no rows: axis 0 of ?x4 has size 0"
  // CHECK-NOT: cf.assert
  %0 = novi.cross_entropy_loss %p, %t rows = first epsilon = 0.0 reduction = sum
     : (tensor<?x4xf32>, tensor<?x?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @concat(
func.func @concat(%a: tensor<?x2xf32>, %b: tensor<6x?xf32>) -> tensor<6x4xf32> {
  // CHECK: cf.assert %{{.+}}, "'novi.concat' op at {{.*}}: cannot join ?x2 and 6x? along axis 1: axis 0 of operand 0 must have size 6"
  // CHECK: cf.assert %{{.+}}, "'novi.concat' op at {{.*}}: the inputs do not add up to axis 1 of the result 6x4"
  %0 = novi.concat %a, %b axis = 1 : (tensor<?x2xf32>, tensor<6x?xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// What is behind the offset, in steps of the stride, must hold the size.
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[X:.+]]: tensor<?x8xf32>, %[[I:.+]]: index, %[[N:.+]]: index
func.func @slices(%x: tensor<?x8xf32>, %i: index, %n: index, %s: tensor<2x?xf32>) -> (tensor<?x2xf32>, tensor<?x8xf32>) {
  // CHECK: %[[SIZE:.+]] = tensor.dim %[[X]],
  // CHECK: %[[WITHIN:.+]] = arith.cmpi ule, %[[I]], %[[SIZE]] : index
  // CHECK: cf.assert %[[WITHIN]], "'novi.slice' op at {{.*}}: reaches outside axis 0 of ?x8: offset ?, size ?, stride 3"
  // CHECK: %[[LEFT:.+]] = arith.subi %[[SIZE]], %[[I]] : index
  // CHECK: %[[TWO:.+]] = arith.constant 2 : index
  // CHECK: %[[UP:.+]] = arith.addi %[[LEFT]], %[[TWO]] : index
  // CHECK: %[[THREE:.+]] = arith.constant 3 : index
  // CHECK: %[[STEPS:.+]] = arith.divui %[[UP]], %[[THREE]] : index
  // CHECK: %[[FITS:.+]] = arith.cmpi ule, %[[N]], %[[STEPS]] : index
  // CHECK: cf.assert %[[FITS]], "'novi.slice' op
  // CHECK-NOT: cf.assert
  // CHECK: tensor.extract_slice
  %0 = novi.slice %x[%i, 0] [%n, 2] [3, 1] : (tensor<?x8xf32>, index, index) -> tensor<?x2xf32>
  // CHECK: cf.assert %{{.+}}, "'novi.insert_slice' op at {{.*}}: reaches outside axis 0 of ?x8: offset 1, size 2, stride 1"
  // CHECK: cf.assert %{{.+}}, "'novi.insert_slice' op at {{.*}}: reaches outside axis 0 of ?x8
  // CHECK: cf.assert %{{.+}}, "'novi.insert_slice' op at {{.*}}: reaches outside axis 1 of ?x8: offset 0, size ?, stride 1"
  %1 = novi.insert_slice %s into %x[1, 0] [1, 1] : (tensor<2x?xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0, %1 : tensor<?x2xf32>, tensor<?x8xf32>
}

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[X:.+]]: tensor<?x8xf32>, %[[N:.+]]: index, %[[M:.+]]: index
func.func @sizes(%x: tensor<?x8xf32>, %n: index, %m: index) -> (tensor<?x?xf32>, tensor<?x16xf32>, tensor<?x?x8xf32>) {
  // As unsigned numbers, negative sizes are too large.
  // CHECK: %[[MOST:.+]] = arith.constant 1152921504606846975 : index
  // CHECK: %[[FITS:.+]] = arith.cmpi ule, %[[N]], %[[MOST]] : index
  // CHECK: cf.assert %[[FITS]], "'novi.zero' op at {{.*}}: the size of axis 0 of the result ?x? is negative or makes more elements than can be counted"
  // CHECK: %[[COUNT:.+]] = arith.maxui %[[N]], %{{.+}} : index
  // CHECK: %[[LEFT:.+]] = arith.divui %[[MOST]], %[[COUNT]] : index
  // CHECK: arith.cmpi ule, %[[M]], %[[LEFT]] : index
  // CHECK: cf.assert
  %0 = novi.zero(%n, %m) : tensor<?x?xf32>
  // CHECK: cf.assert %{{.+}}, "'novi.reshape' op at {{.*}}: the size of axis 0 of the result ?x16 is negative
  // CHECK: cf.assert %{{.+}}, "'novi.reshape' op at {{.*}}: cannot reshape ?x8 to ?x16: the numbers of elements differ"
  %1 = novi.reshape %x sizes(%n) : tensor<?x8xf32> to tensor<?x16xf32>
  // CHECK: cf.assert %{{.+}}, "'novi.broadcast' op at {{.*}}: the size of axis 0 of the result
  // CHECK: cf.assert %{{.+}}, "'novi.broadcast' op at {{.*}}: the size of axis 1 of the result
  // CHECK: cf.assert %{{.+}}, "'novi.broadcast' op at {{.*}}: cannot broadcast ?x8 to ?x?x8: axis 0 of the input must have the size of axis 1 of the result"
  // CHECK-NOT: cf.assert
  // CHECK: return
  %2 = novi.broadcast %x sizes(%n, %m) : tensor<?x8xf32> to tensor<?x?x8xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x16xf32>, tensor<?x?x8xf32>
}

// The place is found behind names and fusions, and left out where there is none.
// CHECK-LABEL: func.func @places(
func.func @places(%x: tensor<?xf32>) -> tensor<4xf32> {
  // CHECK: cf.assert %{{.+}}, "'novi.neg' op at net.txt:7:3: the result is not 4
  %0 = novi.neg %x : (tensor<?xf32>) -> tensor<4xf32> loc(fused["t5", "Neg"("net.txt":7:3)])
  // CHECK: cf.assert %{{.+}}, "'novi.exp' op the result is not 4
  %1 = novi.exp %x : (tensor<?xf32>) -> tensor<4xf32> loc(unknown)
  %2 = novi.add %0, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
