// What is computed element by element becomes one loop, with static and with
// dynamic sizes, and checks do not stand in the way.
//
// RUN: novi-opt %s --convert-novi-to-linalg --linalg-fuse-elementwise-ops \
// RUN:   --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @static(
func.func @static(%x: tensor<6x64xf32>, %b: tensor<64xf32>) -> tensor<6x64xf32> {
  // CHECK: linalg.generic
  // CHECK: arith.addf
  // CHECK: arith.cmpf
  // CHECK: arith.select
  // CHECK: arith.mulf
  // CHECK: math.exp
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %0 = novi.add %x, %b : (tensor<6x64xf32>, tensor<64xf32>) -> tensor<6x64xf32>
  %1 = novi.relu %0 : (tensor<6x64xf32>) -> tensor<6x64xf32>
  %2 = novi.scale %1 by 0.5 : (tensor<6x64xf32>) -> tensor<6x64xf32>
  %3 = novi.exp %2 : (tensor<6x64xf32>) -> tensor<6x64xf32>
  return %3 : tensor<6x64xf32>
}

// CHECK-LABEL: func.func @dynamic(
func.func @dynamic(%x: tensor<?x?xf16>, %y: tensor<?x?xf16>, %b: tensor<?x1xf16>) -> tensor<?x?xf16> {
  // CHECK: linalg.generic
  // CHECK: arith.addf
  // CHECK: arith.truncf
  // CHECK: arith.cmpf
  // CHECK: arith.select
  // CHECK: arith.subf
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %zero = novi.constant dense<0.0> : tensor<f16>
  %0 = novi.add %x, %y : (tensor<?x?xf16>, tensor<?x?xf16>) -> tensor<?x?xf16>
  %1 = novi.compare gt, %0, %zero : (tensor<?x?xf16>, tensor<f16>) -> tensor<?x?xi1>
  %2 = novi.select %1, %x, %0 : (tensor<?x?xi1>, tensor<?x?xf16>, tensor<?x?xf16>) -> tensor<?x?xf16>
  %3 = novi.sub %2, %b : (tensor<?x?xf16>, tensor<?x1xf16>) -> tensor<?x?xf16>
  return %3 : tensor<?x?xf16>
}

// CHECK-LABEL: func.func @moved(
func.func @moved(%x: tensor<4x8xf32>, %b: tensor<4xf32>) -> tensor<8x4xf32> {
  // CHECK: linalg.generic
  // CHECK: math.exp
  // CHECK: arith.subf
  // CHECK: arith.addf
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %0 = novi.transpose %x permutation = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %1 = novi.exp %0 : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = novi.broadcast %b : tensor<4xf32> to tensor<8x4xf32>
  %3 = novi.sub %1, %2 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %4 = novi.eye : tensor<8x4xf32>
  %5 = novi.add %3, %4 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %5 : tensor<8x4xf32>
}

// A product stays a product, and takes no producer in.
// CHECK-LABEL: func.func @product(
func.func @product(%x: tensor<6x64xf32>, %w: tensor<64x8xf32>, %b: tensor<8xf32>) -> tensor<6x8xf32> {
  // CHECK: %[[E:.+]] = linalg.generic
  // CHECK: math.exp
  // CHECK: linalg.contract {{.*}} ins(%[[E]],
  // CHECK: linalg.generic
  // CHECK: arith.addf
  // CHECK: arith.maximumf
  // CHECK: arith.minimumf
  // CHECK: return
  %0 = novi.exp %x : (tensor<6x64xf32>) -> tensor<6x64xf32>
  %1 = novi.matmul %0, %w : (tensor<6x64xf32>, tensor<64x8xf32>) -> tensor<6x8xf32>
  %2 = novi.add %1, %b : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
  %3 = novi.clip %2 min -1.0 max 1.0 : (tensor<6x8xf32>) -> tensor<6x8xf32>
  return %3 : tensor<6x8xf32>
}
