// The ops that move elements, of i1 too: what is parsed is printed again, by way
// of the generic form and of bytecode too.
//
// RUN: novi-opt %s | FileCheck %s
// RUN: novi-opt %s --mlir-print-op-generic | novi-opt | FileCheck %s
// RUN: novi-opt %s --emit-bytecode | novi-opt | FileCheck %s

// CHECK-LABEL: func.func @concat
func.func @concat(%a: tensor<6x8xf16>, %b: tensor<6x0xf16>, %c: tensor<?xbf16>,
                  %m: tensor<2x3xf32>, %t: tensor<?x?xf64>, %i: tensor<2xi1>) {
  // CHECK: novi.concat %{{.*}}, %{{.*}} axis = 1 : (tensor<6x8xf16>, tensor<6x0xf16>) -> tensor<6x8xf16>
  %0 = novi.concat %a, %b axis = 1 : (tensor<6x8xf16>, tensor<6x0xf16>) -> tensor<6x8xf16>
  // CHECK: novi.concat %{{.*}}, %{{.*}} axis = -1 : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  %1 = novi.concat %c, %c axis = -1 : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.concat %{{.*}} axis = 0 {test.note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = novi.concat %m axis = 0 {test.note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.concat %{{.*}}, %{{.*}}, %{{.*}} axis = 0 : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %3 = novi.concat %t, %t, %t axis = 0 : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  // CHECK: novi.concat %{{.*}}, %{{.*}} axis = 0 : (tensor<2xi1>, tensor<2xi1>) -> tensor<4xi1>
  %4 = novi.concat %i, %i axis = 0 : (tensor<2xi1>, tensor<2xi1>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @slice
// CHECK-SAME: %[[N:[^:]+]]: index
func.func @slice(%n: index, %s: tensor<f16>, %c: tensor<?xbf16>,
                 %m: tensor<6x7xf32>, %t: tensor<?x?xf64>, %i: tensor<8xi1>) {
  // CHECK: novi.slice %{{.*}}[] [] [] : (tensor<f16>) -> tensor<f16>
  %0 = novi.slice %s[] [] [] : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.slice %{{.*}}[%[[N]]] [%[[N]]] [2] : (tensor<?xbf16>, index, index) -> tensor<?xbf16>
  %1 = novi.slice %c[%n] [%n] [2] : (tensor<?xbf16>, index, index) -> tensor<?xbf16>
  // CHECK: novi.slice %{{.*}}[1, 0] [3, 7] [2, 1] {test.note} : (tensor<6x7xf32>) -> tensor<3x7xf32>
  %2 = novi.slice %m[1, 0] [3, 7] [2, 1] {test.note} : (tensor<6x7xf32>) -> tensor<3x7xf32>
  // CHECK: novi.slice %{{.*}}[0, %[[N]]] [%[[N]], 8] [1, 1] : (tensor<?x?xf64>, index, index) -> tensor<?x8xf64>
  %3 = novi.slice %t[0, %n] [%n, 8] [1, 1] : (tensor<?x?xf64>, index, index) -> tensor<?x8xf64>
  // An empty part may begin at the very end.
  // CHECK: novi.slice %{{.*}}[8] [0] [3] : (tensor<8xi1>) -> tensor<0xi1>
  %4 = novi.slice %i[8] [0] [3] : (tensor<8xi1>) -> tensor<0xi1>
  return
}

// CHECK-LABEL: func.func @insert_slice
// CHECK-SAME: %[[N:[^:]+]]: index
func.func @insert_slice(%n: index, %s: tensor<f16>, %c: tensor<?xbf16>,
                        %p: tensor<3x7xf32>, %m: tensor<6x7xf32>,
                        %t: tensor<?x?xf64>, %i: tensor<8xi1>) {
  // CHECK: novi.insert_slice %{{.*}} into %{{.*}}[] [] : (tensor<f16>, tensor<f16>) -> tensor<f16>
  %0 = novi.insert_slice %s into %s[] [] : (tensor<f16>, tensor<f16>) -> tensor<f16>
  // CHECK: novi.insert_slice %{{.*}} into %{{.*}}[%[[N]]] [2] : (tensor<?xbf16>, tensor<?xbf16>, index) -> tensor<?xbf16>
  %1 = novi.insert_slice %c into %c[%n] [2] : (tensor<?xbf16>, tensor<?xbf16>, index) -> tensor<?xbf16>
  // CHECK: novi.insert_slice %{{.*}} into %{{.*}}[1, 0] [2, 1] {test.note} : (tensor<3x7xf32>, tensor<6x7xf32>) -> tensor<6x7xf32>
  %2 = novi.insert_slice %p into %m[1, 0] [2, 1] {test.note} : (tensor<3x7xf32>, tensor<6x7xf32>) -> tensor<6x7xf32>
  // CHECK: novi.insert_slice %{{.*}} into %{{.*}}[0, %[[N]]] [1, 1] : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> tensor<?x?xf64>
  %3 = novi.insert_slice %t into %t[0, %n] [1, 1] : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> tensor<?x?xf64>
  // CHECK: novi.insert_slice %{{.*}} into %{{.*}}[0] [1] : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  %4 = novi.insert_slice %i into %i[0] [1] : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  return
}

// CHECK-LABEL: func.func @transpose
func.func @transpose(%s: tensor<f16>, %c: tensor<?xbf16>, %m: tensor<2x3xf32>,
                     %t: tensor<?x4x0xf64>, %i: tensor<2x8xi1>) {
  // CHECK: novi.transpose %{{.*}} permutation = [] : (tensor<f16>) -> tensor<f16>
  %0 = novi.transpose %s permutation = [] : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.transpose %{{.*}} permutation = [0] : (tensor<?xbf16>) -> tensor<?xbf16>
  %1 = novi.transpose %c permutation = [0] : (tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.transpose %{{.*}} permutation = [1, 0] {test.note} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = novi.transpose %m permutation = [1, 0] {test.note} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: novi.transpose %{{.*}} permutation = [2, 0, 1] : (tensor<?x4x0xf64>) -> tensor<0x?x4xf64>
  %3 = novi.transpose %t permutation = [2, 0, 1] : (tensor<?x4x0xf64>) -> tensor<0x?x4xf64>
  // CHECK: novi.transpose %{{.*}} permutation = [1, 0] : (tensor<2x8xi1>) -> tensor<8x2xi1>
  %4 = novi.transpose %i permutation = [1, 0] : (tensor<2x8xi1>) -> tensor<8x2xi1>
  return
}

// CHECK-LABEL: func.func @reshape
// CHECK-SAME: %[[N:[^:]+]]: index
func.func @reshape(%n: index, %s: tensor<f16>, %c: tensor<?xbf16>,
                   %m: tensor<2x0xf32>, %t: tensor<?x8x8xf64>,
                   %i: tensor<2x8xi1>) {
  // CHECK: novi.reshape %{{.*}} : tensor<f16> to tensor<1x1xf16>
  %0 = novi.reshape %s : tensor<f16> to tensor<1x1xf16>
  // CHECK: novi.reshape %{{.*}} : tensor<?xbf16> to tensor<2x3xbf16>
  %1 = novi.reshape %c : tensor<?xbf16> to tensor<2x3xbf16>
  // CHECK: novi.reshape %{{.*}} {test.note} : tensor<2x0xf32> to tensor<0xf32>
  %2 = novi.reshape %m {test.note} : tensor<2x0xf32> to tensor<0xf32>
  // CHECK: novi.reshape %{{.*}} sizes(%[[N]]) : tensor<?x8x8xf64> to tensor<?x64xf64>
  %3 = novi.reshape %t sizes(%n) : tensor<?x8x8xf64> to tensor<?x64xf64>
  // CHECK: novi.reshape %{{.*}} : tensor<2x8xi1> to tensor<16xi1>
  %4 = novi.reshape %i : tensor<2x8xi1> to tensor<16xi1>
  return
}

// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: %[[N:[^:]+]]: index
func.func @broadcast(%n: index, %s: tensor<f16>, %c: tensor<?xbf16>,
                     %m: tensor<1x8xf32>, %t: tensor<?x1xf64>, %i: tensor<1xi1>) {
  // CHECK: novi.broadcast %{{.*}} : tensor<f16> to tensor<2x3xf16>
  %0 = novi.broadcast %s : tensor<f16> to tensor<2x3xf16>
  // CHECK: novi.broadcast %{{.*}} : tensor<?xbf16> to tensor<2x3xbf16>
  %1 = novi.broadcast %c : tensor<?xbf16> to tensor<2x3xbf16>
  // CHECK: novi.broadcast %{{.*}} sizes(%[[N]]) {test.note} : tensor<1x8xf32> to tensor<?x8xf32>
  %2 = novi.broadcast %m sizes(%n) {test.note} : tensor<1x8xf32> to tensor<?x8xf32>
  // CHECK: novi.broadcast %{{.*}} sizes(%[[N]], %[[N]]) : tensor<?x1xf64> to tensor<?x?xf64>
  %3 = novi.broadcast %t sizes(%n, %n) : tensor<?x1xf64> to tensor<?x?xf64>
  // CHECK: novi.broadcast %{{.*}} : tensor<1xi1> to tensor<0xi1>
  %4 = novi.broadcast %i : tensor<1xi1> to tensor<0xi1>
  return
}
