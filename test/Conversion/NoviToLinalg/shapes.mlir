// What moves elements: a view or a write in place where there is one, else a map
// that fuses.
//
// RUN: novi-opt %s --convert-novi-to-linalg --split-input-file \
// RUN:   | FileCheck %s --implicit-check-not=linalg.generic

// CHECK-LABEL: func.func @concat(
// CHECK-SAME: %[[A:.+]]: tensor<6x8xf32>, %[[B:.+]]: tensor<6x?xf32>, %[[Z:.+]]: tensor<6x0xf32>
func.func @concat(%a: tensor<6x8xf32>, %b: tensor<6x?xf32>, %z: tensor<6x0xf32>) -> tensor<6x?xf32> {
  // CHECK: %[[N:.+]] = tensor.dim %[[B]], %{{.+}}
  // CHECK: %[[TOTAL:.+]] = arith.addi %{{.+}}, %[[N]] : index
  // CHECK: %[[E:.+]] = tensor.empty({{.*}}) : tensor<6x?xf32>
  // CHECK: %[[C0:.+]] = tensor.insert_slice %[[A]] into %[[E]][0, 0] [6, 8] [1, 1]
  // CHECK: %[[C1:.+]] = tensor.insert_slice %[[B]] into %[[C0]][0, 8] [6, %[[N]]] [1, 1]
  // CHECK: %[[C2:.+]] = tensor.insert_slice %[[A]] into %[[C1]][0, %[[TOTAL]]] [6, 8] [1, 1]
  // CHECK: return %[[C2]]
  %0 = novi.concat %a, %z, %b, %a axis = -1
     : (tensor<6x8xf32>, tensor<6x0xf32>, tensor<6x?xf32>, tensor<6x8xf32>) -> tensor<6x?xf32>
  return %0 : tensor<6x?xf32>
}

// -----

// The ops of tensor want offsets within, even of what has no elements.
// CHECK-LABEL: func.func @concat_of_nothing(
// CHECK-SAME: %[[A:.+]]: tensor<2xi1>
func.func @concat_of_nothing(%a: tensor<2xi1>, %z: tensor<0xi1>) -> tensor<2xi1> {
  // CHECK: %[[R:.+]] = tensor.insert_slice %[[A]] into
  // CHECK-NOT: tensor.insert_slice
  // CHECK: return %[[R]]
  %0 = novi.concat %a, %z axis = 0 : (tensor<2xi1>, tensor<0xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// CHECK-LABEL: func.func @slice(
// CHECK-SAME: %[[X:.+]]: tensor<6x?xi1>, %[[I:.+]]: index, %[[N:.+]]: index
func.func @slice(%x: tensor<6x?xi1>, %i: index, %n: index) -> (tensor<2x?xi1>, tensor<0x?xi1>) {
  // CHECK: tensor.extract_slice %[[X]][1, %[[I]]] [2, %[[N]]] [2, 3] : tensor<6x?xi1> to tensor<2x?xi1>
  %0 = novi.slice %x[1, %i] [2, %n] [2, 3] : (tensor<6x?xi1>, index, index) -> tensor<2x?xi1>
  // CHECK: tensor.empty(%[[N]]) : tensor<0x?xi1>
  %1 = novi.slice %x[6, %i] [0, %n] [1, 1] : (tensor<6x?xi1>, index, index) -> tensor<0x?xi1>
  return %0, %1 : tensor<2x?xi1>, tensor<0x?xi1>
}

// -----

// CHECK-LABEL: func.func @insert_slice(
// CHECK-SAME: %[[S:.+]]: tensor<2x?xf32>, %[[D:.+]]: tensor<6x12xf32>, %[[Z:.+]]: tensor<0x12xf32>
func.func @insert_slice(%s: tensor<2x?xf32>, %d: tensor<6x12xf32>, %z: tensor<0x12xf32>) -> tensor<6x12xf32> {
  // CHECK: %[[N:.+]] = tensor.dim %[[S]],
  // CHECK: %[[R:.+]] = tensor.insert_slice %[[S]] into %[[D]][1, 4] [2, %[[N]]] [2, 1]
  %0 = novi.insert_slice %s into %d[1, 4] [2, 1] : (tensor<2x?xf32>, tensor<6x12xf32>) -> tensor<6x12xf32>
  // CHECK-NEXT: return %[[R]]
  %1 = novi.insert_slice %z into %0[6, 0] [1, 1] : (tensor<0x12xf32>, tensor<6x12xf32>) -> tensor<6x12xf32>
  return %1 : tensor<6x12xf32>
}

// -----

// CHECK-DAG: #[[IN:.+]] = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
// CHECK-DAG: #[[OUT:.+]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME: %[[X:.+]]: tensor<2x?x4xi1>
func.func @transpose(%x: tensor<2x?x4xi1>) -> tensor<4x2x?xi1> {
  // CHECK: %[[N:.+]] = tensor.dim %[[X]],
  // CHECK: tensor.empty(%[[N]]) : tensor<4x2x?xi1>
  // CHECK: linalg.generic {indexing_maps = [#[[IN]], #[[OUT]]]
  // CHECK-NEXT: ^bb0(%[[E:.+]]: i1, %{{.+}}: i1):
  // CHECK-NEXT: linalg.yield %[[E]] : i1
  %0 = novi.transpose %x permutation = [2, 0, 1] : (tensor<2x?x4xi1>) -> tensor<4x2x?xi1>
  return %0 : tensor<4x2x?xi1>
}

// -----

// CHECK-DAG: #[[IN:.+]] = affine_map<(d0, d1, d2) -> (0, d2)>
// CHECK-DAG: #[[OUT:.+]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[X:.+]]: tensor<1x8xf16>, %[[N:.+]]: index
func.func @broadcast(%x: tensor<1x8xf16>, %n: index) -> tensor<2x?x8xf16> {
  // CHECK: tensor.empty(%[[N]]) : tensor<2x?x8xf16>
  // CHECK: linalg.generic {indexing_maps = [#[[IN]], #[[OUT]]]
  %0 = novi.broadcast %x sizes(%n) : tensor<1x8xf16> to tensor<2x?x8xf16>
  return %0 : tensor<2x?x8xf16>
}

// -----

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME: %[[X:.+]]: tensor<4x3x2xf32>
func.func @reshape(%x: tensor<4x3x2xf32>) -> (tensor<12x2xf32>, tensor<2x2x3x2xf32>, tensor<6x4xf32>, tensor<24xf32>) {
  // CHECK: tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<4x3x2xf32> into tensor<12x2xf32>
  %0 = novi.reshape %x : tensor<4x3x2xf32> to tensor<12x2xf32>
  // CHECK: tensor.expand_shape %[[X]] {{\[\[}}0, 1], [2], [3]] output_shape [2, 2, 3, 2]
  %1 = novi.reshape %x : tensor<4x3x2xf32> to tensor<2x2x3x2xf32>
  // CHECK: %[[ALL:.+]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1, 2]]
  // CHECK: tensor.expand_shape %[[ALL]] {{\[\[}}0, 1]] output_shape [6, 4]
  %2 = novi.reshape %x : tensor<4x3x2xf32> to tensor<6x4xf32>
  // CHECK: tensor.collapse_shape %[[X]] {{\[\[}}0, 1, 2]] : tensor<4x3x2xf32> into tensor<24xf32>
  %3 = novi.reshape %x : tensor<4x3x2xf32> to tensor<24xf32>
  return %0, %1, %2, %3 : tensor<12x2xf32>, tensor<2x2x3x2xf32>, tensor<6x4xf32>, tensor<24xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_dynamic(
// CHECK-SAME: %[[X:.+]]: tensor<?x8x8xf32>, %[[N:.+]]: index, %[[M:.+]]: index
func.func @reshape_dynamic(%x: tensor<?x8x8xf32>, %n: index, %m: index)
    -> (tensor<?x64xf32>, tensor<4x?x8x8xf32>, tensor<?x?xf32>) {
  // CHECK: tensor.collapse_shape %[[X]] {{\[\[}}0], [1, 2]] : tensor<?x8x8xf32> into tensor<?x64xf32>
  %0 = novi.reshape %x sizes(%n) : tensor<?x8x8xf32> to tensor<?x64xf32>
  // CHECK: tensor.expand_shape %[[X]] {{\[\[}}0, 1], [2], [3]] output_shape [4, %[[N]], 8, 8]
  %1 = novi.reshape %x sizes(%n) : tensor<?x8x8xf32> to tensor<4x?x8x8xf32>
  // CHECK: %[[SHAPE:.+]] = tensor.from_elements %[[N]], %[[M]] : tensor<2xindex>
  // CHECK: tensor.reshape %[[X]](%[[SHAPE]])
  %2 = novi.reshape %x sizes(%n, %m) : tensor<?x8x8xf32> to tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x64xf32>, tensor<4x?x8x8xf32>, tensor<?x?xf32>
}

// -----

// Nothing says that the groups are (a b)(c) and not (a)(b c).
// CHECK-LABEL: func.func @reshape_ambiguous(
// CHECK-SAME: %[[X:.+]]: tensor<2x?x?xf32>
func.func @reshape_ambiguous(%x: tensor<2x?x?xf32>, %n: index) -> tensor<4x?xf32> {
  // CHECK: %[[ALL:.+]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1, 2]] : tensor<2x?x?xf32> into tensor<?xf32>
  // CHECK: tensor.expand_shape %[[ALL]] {{\[\[}}0, 1]] output_shape [4, %{{.+}}] : tensor<?xf32> into tensor<4x?xf32>
  %0 = novi.reshape %x sizes(%n) : tensor<2x?x?xf32> to tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_scalar(
// CHECK-SAME: %[[X:.+]]: tensor<i1>, %[[Y:.+]]: tensor<1x1xi1>
func.func @reshape_scalar(%x: tensor<i1>, %y: tensor<1x1xi1>) -> (tensor<1x1xi1>, tensor<i1>) {
  // CHECK: tensor.expand_shape %[[X]] [] output_shape [1, 1] : tensor<i1> into tensor<1x1xi1>
  %0 = novi.reshape %x : tensor<i1> to tensor<1x1xi1>
  // CHECK: tensor.collapse_shape %[[Y]] [] : tensor<1x1xi1> into tensor<i1>
  %1 = novi.reshape %y : tensor<1x1xi1> to tensor<i1>
  return %0, %1 : tensor<1x1xi1>, tensor<i1>
}

// -----

// CHECK-LABEL: func.func @reshape_nothing(
func.func @reshape_nothing(%x: tensor<0x?xf32>) -> tensor<5x0xf32> {
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<5x0xf32>
  // CHECK: return %[[E]]
  %0 = novi.reshape %x : tensor<0x?xf32> to tensor<5x0xf32>
  return %0 : tensor<5x0xf32>
}
