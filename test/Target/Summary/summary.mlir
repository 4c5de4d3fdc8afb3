// RUN: novi-translate --summary %s -split-input-file | FileCheck %s
// RUN: not novi-translate --summary /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: has no function with a body, so nothing to sum up

// A product is 2 * 6 * 4 * 5 operations, a sum, a relu and a scale 6 * 4, a clip
// 2 * 6 * 4, a softmax 5 * 6 * 4, the loss 4 * 6 * 4. Bytes: 4 each of (30 + 20 + 24),
// (24 + 4 + 24), (24 + 24) four times, (24 + 24 + 1).

//      CHECK: Function: step
// CHECK-NEXT: Tensors: 11
// CHECK-NEXT: Parameters: 24
// CHECK-NEXT: Input size: [6, 5]
// CHECK-NEXT: Output size: [6, 4]
// CHECK-NEXT: Instructions: 7
// CHECK-NEXT: Products: 1
// CHECK-NEXT: FLOP: 576 (240 in products)
// CHECK-NEXT: Bytes: 1468
// CHECK-NEXT: ---
// CHECK-NEXT: Role Tensors Elements Bytes{{$}}
// CHECK-NEXT: argument parameter 2 24 96{{$}}
// CHECK-NEXT: argument input 1 30 120{{$}}
// CHECK-NEXT: argument target 1 24 96{{$}}
// CHECK-NEXT: result loss 1 1 4{{$}}
// CHECK-NEXT: result output 1 24 96{{$}}
func.func @step(%w: tensor<5x4xf32> {novi.role = "parameter"}, %b: tensor<4xf32> {novi.role = "parameter"},
                %x: tensor<6x5xf32> {novi.role = "input"}, %y: tensor<6x4xf32> {novi.role = "target"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<6x4xf32> {novi.role = "output"}) {
  %0 = novi.matmul %x, %w : (tensor<6x5xf32>, tensor<5x4xf32>) -> tensor<6x4xf32>
  %1 = novi.add %0, %b : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6x4xf32>
  %2 = novi.relu %1 : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %3 = novi.scale %2 by 0.5 : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %4 = novi.clip %3 min 0.0 max 1.0 : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %5 = novi.softmax %4 axis = 1 : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %6 = novi.cross_entropy_loss %5, %y rows = all epsilon = 0.0 reduction = sum
    : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<f32>
  return %6, %5 : tensor<f32>, tensor<6x4xf32>
}

// -----

// Kernels are looked into. Of products: vectors, 2 * 7; a contraction over b and k of
// a, b, k, c, 2 * 2 * 3 * 5 * 7; transposed on both sides, 2 * 4 * 3 * 2. A reduction
// has the operations of what it reduces, 6; what moves elements has none. f16 is two
// bytes, a mask one an element.

// CHECK: Function: products
// CHECK: Tensors: 13
// CHECK-NEXT: Parameters: 0
// CHECK-NEXT: Instructions: 6
// CHECK-NEXT: Products: 3
// CHECK-NEXT: Kernels: 1
// CHECK-NEXT: FLOP: 494 (482 in products)
// CHECK-NEXT: Bytes: 440
// CHECK: argument - 7 168 336{{$}}
func.func @products(%u: tensor<7xf16>, %v: tensor<7xf16>, %l: tensor<2x3x5xf16>, %r: tensor<3x5x7xf16>,
                    %a: tensor<3x4xf16>, %b: tensor<2x3xf16>, %z: tensor<f16>) {
  %0 = novi.matmul %u, %v : (tensor<7xf16>, tensor<7xf16>) -> tensor<f16>
  %1 = novi.kernel (%p = %l : tensor<2x3x5xf16>, %q = %r : tensor<3x5x7xf16>) -> (tensor<2x7xf16>) {
    %6 = novi.contract "abk,bkc->ac" %p, %q : (tensor<2x3x5xf16>, tensor<3x5x7xf16>) -> tensor<2x7xf16>
    novi.yield %6 : tensor<2x7xf16>
  }
  %2 = novi.matmul %a, %b {transpose_a, transpose_b} : (tensor<3x4xf16>, tensor<2x3xf16>) -> tensor<4x2xf16>
  %3 = novi.compare gt, %b, %z : (tensor<2x3xf16>, tensor<f16>) -> tensor<2x3xi1>
  %4 = novi.reduce_sum %b axes = [1] : (tensor<2x3xf16>) -> tensor<2xf16>
  %5 = novi.transpose %b permutation = [1, 0] : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return
}

// CHECK: Function: dynamic
// CHECK-NEXT: Tensors: 4
// CHECK-NEXT: Parameters: 0
// CHECK-NEXT: Input size: [?, 3]
// CHECK-NEXT: Instructions: 2
// CHECK-NEXT: Products: 0
// CHECK-NEXT: FLOP: 3 (0 in products)
// CHECK-NEXT: Bytes: 24
// CHECK-NEXT: Dynamic: 1 instructions and 2 arguments and results, whose elements, FLOP and bytes are not counted
// CHECK: argument input 1 0 0{{$}}
func.func @dynamic(%x: tensor<?x3xf32> {novi.role = "input"}, %b: tensor<3xf32>) -> tensor<?x3xf32> {
  %0 = novi.neg %b : (tensor<3xf32>) -> tensor<3xf32>
  %1 = novi.add %x, %0 : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// A declaration is no program. Numbers past 64 bits stay at the largest.

// CHECK: Function: huge
// CHECK: FLOP: 18446744073709551615 (18446744073709551615 in products)
func.func private @declared(tensor<4xf32>)
func.func @huge(%x: tensor<3000000000x3xf32>, %y: tensor<3x100000000xf32>, %z: tensor<100000000x3xf32>) {
  %0 = novi.matmul %x, %y : (tensor<3000000000x3xf32>, tensor<3x100000000xf32>) -> tensor<3000000000x100000000xf32>
  %1 = novi.contract "ik,kj->ij" %x, %y
    : (tensor<3000000000x3xf32>, tensor<3x100000000xf32>) -> tensor<3000000000x100000000xf32>
  %2 = novi.contract "ij,jk->ik" %0, %z
    : (tensor<3000000000x100000000xf32>, tensor<100000000x3xf32>) -> tensor<3000000000x3xf32>
  %3 = novi.matmul %0, %1 {transpose_a}
    : (tensor<3000000000x100000000xf32>, tensor<3000000000x100000000xf32>) -> tensor<100000000x100000000xf32>
  return
}
