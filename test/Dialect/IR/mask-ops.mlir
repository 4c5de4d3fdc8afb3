// Masks: what is parsed is printed again, by way of the generic form and of
// bytecode too; and their shapes and folds.
//
// RUN: novi-opt %s | FileCheck %s
// RUN: novi-opt %s --mlir-print-op-generic | novi-opt | FileCheck %s
// RUN: novi-opt %s --emit-bytecode | novi-opt | FileCheck %s
// RUN: novi-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: novi-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s --check-prefix=DIM

// Rows of 0, 1, 7, 8, 9, 128 and 129 bits.
// CHECK-LABEL: func.func @pack
func.func @pack(%a: tensor<0xi1>, %b: tensor<3x1xi1>, %c: tensor<7xi1>, %d: tensor<2x3x8xi1>, %e: tensor<9xi1>, %f: tensor<128xi1>, %g: tensor<129xi1>, %n: tensor<?x?xi1>) {
  // CHECK: novi.pack_mask %{{.*}} : (tensor<0xi1>) -> tensor<0xi8>
  %0 = novi.pack_mask %a : (tensor<0xi1>) -> tensor<0xi8>
  // CHECK: novi.pack_mask %{{.*}} : (tensor<3x1xi1>) -> tensor<3x1xi8>
  %1 = novi.pack_mask %b : (tensor<3x1xi1>) -> tensor<3x1xi8>
  %2 = novi.pack_mask %c : (tensor<7xi1>) -> tensor<1xi8>
  %3 = novi.pack_mask %d : (tensor<2x3x8xi1>) -> tensor<2x3x1xi8>
  %4 = novi.pack_mask %e : (tensor<9xi1>) -> tensor<2xi8>
  // CHECK: novi.pack_mask %{{.*}} {alignment = 128 : i64} : (tensor<128xi1>) -> tensor<16xi8>
  %5 = novi.pack_mask %f {alignment = 128} : (tensor<128xi1>) -> tensor<16xi8>
  %6 = novi.pack_mask %g {alignment = 128} : (tensor<129xi1>) -> tensor<32xi8>
  // CHECK: novi.pack_mask %{{.*}} : (tensor<?x?xi1>) -> tensor<?x?xi8>
  %7 = novi.pack_mask %n : (tensor<?x?xi1>) -> tensor<?x?xi8>
  return
}

// F13: M = 100, N = 3, in column order, are three rows of 16 bytes.
// CHECK-LABEL: func.func @F13
func.func @F13(%a: tensor<3x100xi1>, %b: tensor<1x7xi1>, %c: tensor<2x3x100xi1>) {
  %0 = novi.pack_mask %a {alignment = 128} : (tensor<3x100xi1>) -> tensor<3x16xi8>
  %1 = novi.pack_mask %b {alignment = 128} : (tensor<1x7xi1>) -> tensor<1x16xi8>
  %2 = novi.pack_mask %c {alignment = 128} : (tensor<2x3x100xi1>) -> tensor<2x3x16xi8>
  return
}

// CHECK-LABEL: func.func @unpack
func.func @unpack(%a: tensor<3x16xi8>, %b: tensor<?x?xi8>, %n: index) {
  // CHECK: novi.unpack_mask %{{.*}} {alignment = 128 : i64} : tensor<3x16xi8> to tensor<3x100xi1>
  %0 = novi.unpack_mask %a {alignment = 128} : tensor<3x16xi8> to tensor<3x100xi1>
  // CHECK: novi.unpack_mask %{{.*}} size(%{{.*}}) : tensor<?x?xi8> to tensor<?x?xi1>
  %1 = novi.unpack_mask %b size(%n) : tensor<?x?xi8> to tensor<?x?xi1>
  return
}

// FOLD-LABEL: func.func @there_and_back
// FOLD-SAME: %[[A:.*]]: tensor<2x9xi1>
func.func @there_and_back(%a: tensor<2x9xi1>) -> (tensor<2x9xi1>, tensor<2x10xi1>) {
  // FOLD: %[[P:.*]] = novi.pack_mask
  // FOLD: %[[Q:.*]] = novi.unpack_mask %[[P]]
  // FOLD: return %[[A]], %[[Q]]
  %0 = novi.pack_mask %a : (tensor<2x9xi1>) -> tensor<2x2xi8>
  %1 = novi.unpack_mask %0 : tensor<2x2xi8> to tensor<2x9xi1>
  // Not of another length.
  %2 = novi.unpack_mask %0 : tensor<2x2xi8> to tensor<2x10xi1>
  return %1, %2 : tensor<2x9xi1>, tensor<2x10xi1>
}

// DIM-LABEL: func.func @sizes
// DIM-SAME: %[[A:.*]]: tensor<?x?xi1>, %[[B:.*]]: tensor<?x?xi8>, %[[N:.*]]: index
// DIM-DAG: %[[C0:.*]] = arith.constant 0 : index
// DIM-DAG: %[[C1:.*]] = arith.constant 1 : index
// DIM-DAG: %[[C16:.*]] = arith.constant 16 : index
// DIM-DAG: %[[C128:.*]] = arith.constant 128 : index
// DIM: %[[BITS:.*]] = tensor.dim %[[A]], %[[C1]]
// DIM: %[[BLOCKS:.*]] = arith.ceildivui %[[BITS]], %[[C128]]
// DIM: %[[BYTES:.*]] = arith.muli %[[BLOCKS]], %[[C16]]
// DIM: %[[ROWS:.*]] = tensor.dim %[[B]], %[[C0]]
// DIM: return %[[BYTES]], %[[ROWS]], %[[N]]
func.func @sizes(%a: tensor<?x?xi1>, %b: tensor<?x?xi8>, %n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = novi.pack_mask %a {alignment = 128} : (tensor<?x?xi1>) -> tensor<?x?xi8>
  %1 = novi.unpack_mask %b size(%n) : tensor<?x?xi8> to tensor<?x?xi1>
  %2 = tensor.dim %0, %c1 : tensor<?x?xi8>
  %3 = tensor.dim %1, %c0 : tensor<?x?xi1>
  %4 = tensor.dim %1, %c1 : tensor<?x?xi1>
  return %2, %3, %4 : index, index, index
}

// FOLD-LABEL: func.func @not
// FOLD-SAME: %[[M:.*]]: tensor<2xi1>, %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>
func.func @not(%m: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xi1>, tensor<2xf32>, tensor<2xi1>) {
  // FOLD-DAG: %[[C:.*]] = novi.constant dense<[false, true]>
  // FOLD-DAG: %[[S:.*]] = novi.select %[[M]], %[[Y]], %[[X]]
  // FOLD: return %[[M]], %[[S]], %[[C]]
  // CHECK: novi.not %{{.*}} : (tensor<2xi1>) -> tensor<2xi1>
  %0 = novi.not %m : (tensor<2xi1>) -> tensor<2xi1>
  %1 = novi.not %0 : (tensor<2xi1>) -> tensor<2xi1>
  %2 = novi.select %0, %x, %y : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = novi.constant dense<[true, false]> : tensor<2xi1>
  %4 = novi.not %3 : (tensor<2xi1>) -> tensor<2xi1>
  return %1, %2, %4 : tensor<2xi1>, tensor<2xf32>, tensor<2xi1>
}
