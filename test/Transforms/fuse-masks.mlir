// Masks between kernels are packed.
//
// RUN: novi-opt %s --novi-fuse | FileCheck %s --implicit-check-not=novi.kernel
// RUN: novi-opt %s --novi-fuse=mask-alignment=128 | FileCheck %s --check-prefix=WIDE
// RUN: not novi-opt %s --novi-fuse=mask-alignment=12 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: novi-fuse: mask-alignment = 12 must be a multiple of 8 from 8 to 65536

// Of "x <= 0" the bits are those where relu lets pass; F13: 3 rows of 100 bits
// are 48 bytes.
// CHECK-LABEL: func.func @relu
// CHECK: %[[K:.*]]:2 = novi.kernel "matmul_add_relu_compare" ({{.*}}) -> (tensor<3x100xf32>, tensor<3x13xi8>) {
// CHECK: %[[Z:.*]] = novi.add
// CHECK: %[[FLAT:.*]] = novi.compare le, %[[Z]]
// CHECK: %[[PASSES:.*]] = novi.not %[[FLAT]]
// CHECK: %[[BITS:.*]] = novi.pack_mask %[[PASSES]]
// CHECK: novi.yield %{{.*}}, %[[BITS]]
// CHECK: novi.kernel "matmul_select_reduce_sum" ({{.*}} = %[[K]]#1 : tensor<3x13xi8>)
// CHECK: %[[G:.*]] = novi.matmul
// CHECK: %[[MASK:.*]] = novi.unpack_mask
// CHECK: novi.select %[[MASK]], %[[G]], %{{.*}}
// WIDE-LABEL: func.func @relu
// WIDE: novi.kernel "matmul_add_relu_compare" ({{.*}}) -> (tensor<3x100xf32>, tensor<3x16xi8>) {
// WIDE: novi.unpack_mask %{{.*}} {alignment = 128 : i64} : tensor<3x16xi8> to tensor<3x100xi1>
func.func @relu(%x: tensor<3x5xf32>, %w: tensor<5x100xf32>, %b: tensor<100xf32>, %u: tensor<3x7xf32>, %v: tensor<100x7xf32>) -> (tensor<3x100xf32>, tensor<3x100xf32>, tensor<100xf32>) {
  %zero = novi.constant dense<0.0> : tensor<f32>
  %0 = novi.matmul %x, %w : (tensor<3x5xf32>, tensor<5x100xf32>) -> tensor<3x100xf32>
  %z = novi.add %0, %b : (tensor<3x100xf32>, tensor<100xf32>) -> tensor<3x100xf32>
  %h = novi.relu %z : (tensor<3x100xf32>) -> tensor<3x100xf32>
  %1 = novi.matmul %u, %v {transpose_b} : (tensor<3x7xf32>, tensor<100x7xf32>) -> tensor<3x100xf32>
  %flat = novi.compare le, %z, %zero : (tensor<3x100xf32>, tensor<f32>) -> tensor<3x100xi1>
  %dz = novi.select %flat, %zero, %1 : (tensor<3x100xi1>, tensor<f32>, tensor<3x100xf32>) -> tensor<3x100xf32>
  %db = novi.reduce_sum %dz axes = [0] : (tensor<3x100xf32>) -> tensor<100xf32>
  return %h, %dz, %db : tensor<3x100xf32>, tensor<3x100xf32>, tensor<100xf32>
}

// Other masks are kept as they are; a size that only the running program knows
// is that of an operand.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?x5xf32>, %[[W:.*]]: tensor<5x?xf32>
// CHECK: %[[K:.*]]:2 = novi.kernel "matmul_compare_exp" ({{.*}}) -> (tensor<?x?xi8>, tensor<?x?xf32>) {
// CHECK: %[[ABOVE:.*]] = novi.compare gt
// CHECK: novi.pack_mask %[[ABOVE]]
// CHECK: %[[N:.*]] = tensor.dim %[[W]], %{{.*}}
// CHECK: novi.kernel "matmul_select" ({{.*}}%[[SIZE:.*]] = %[[N]] : index
// CHECK: novi.unpack_mask %{{.*}} size(%[[SIZE]]) : tensor<?x?xi8> to tensor<?x?xi1>
func.func @dynamic(%x: tensor<?x5xf32>, %w: tensor<5x?xf32>, %v: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %half = novi.constant dense<0.5> : tensor<f32>
  %0 = novi.matmul %x, %w : (tensor<?x5xf32>, tensor<5x?xf32>) -> tensor<?x?xf32>
  %above = novi.compare gt, %0, %half : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xi1>
  %1 = novi.exp %0 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = novi.matmul %1, %v : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = novi.select %above, %2, %half : (tensor<?x?xi1>, tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// A mask that leaves, that a kernel written by hand takes, or that has one
// element is not packed.
// CHECK-LABEL: func.func @not_packed
// CHECK: novi.kernel "compare_reduce_sum" ({{.*}}) -> (tensor<9xi1>, tensor<i1>)
// CHECK: novi.kernel "mine" ({{.*}} : tensor<9xi1>
// CHECK: novi.kernel "matmul_select"
// CHECK-NOT: pack_mask
func.func @not_packed(%x: tensor<9xf32>, %a: tensor<4x4xf32>) -> (tensor<9xf32>, tensor<9xi1>, tensor<4x4xf32>) {
  %zero = novi.constant dense<0.0> : tensor<f32>
  %0 = novi.compare gt, %x, %zero : (tensor<9xf32>, tensor<f32>) -> tensor<9xi1>
  %1 = novi.kernel "mine" (%b = %0 : tensor<9xi1>) -> (tensor<9xf32>) {
    %2 = novi.cast %b : tensor<9xi1> to tensor<9xf32>
    novi.yield %2 : tensor<9xf32>
  }
  %3 = novi.reduce_sum %x axes = [0] : (tensor<9xf32>) -> tensor<f32>
  %4 = novi.compare gt, %3, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %5 = novi.matmul %a, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = novi.select %4, %5, %zero : (tensor<i1>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %1, %0, %6 : tensor<9xf32>, tensor<9xi1>, tensor<4x4xf32>
}
