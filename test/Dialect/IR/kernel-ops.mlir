// Kernels: what is parsed is printed again, by way of the generic form and of
// bytecode too.
//
// RUN: novi-opt %s | FileCheck %s
// RUN: novi-opt %s --mlir-print-op-generic | novi-opt | FileCheck %s
// RUN: novi-opt %s --emit-bytecode | novi-opt | FileCheck %s

// CHECK-LABEL: func.func @linear
// CHECK-SAME: %[[X:.*]]: tensor<6x20xf32>, %[[W:.*]]: tensor<20x8xf32>, %[[B:.*]]: tensor<8xf32>
func.func @linear(%x: tensor<6x20xf32>, %w: tensor<20x8xf32>, %b: tensor<8xf32>) -> (tensor<6x8xf32>, tensor<6x1xi8>) {
  // CHECK: %[[K:.*]]:2 = novi.kernel "linear0" (%[[XI:.*]] = %[[X]] : tensor<6x20xf32>, %[[WI:.*]] = %[[W]] : tensor<20x8xf32>, %[[BI:.*]] = %[[B]] : tensor<8xf32>) -> (tensor<6x8xf32>, tensor<6x1xi8>) attributes {must_fuse, schedule = {stages = 3 : i64}, test.note} {
  // CHECK-NEXT: %[[P:.*]] = novi.matmul %[[XI]], %[[WI]]
  // CHECK-NEXT: %[[Z:.*]] = novi.add %[[P]], %[[BI]]
  // CHECK: novi.yield %{{.*}}, %{{.*}} : tensor<6x8xf32>, tensor<6x1xi8>
  // CHECK-NEXT: }
  %h, %m = novi.kernel "linear0" (%xi = %x : tensor<6x20xf32>, %wi = %w : tensor<20x8xf32>, %bi = %b : tensor<8xf32>)
      -> (tensor<6x8xf32>, tensor<6x1xi8>) attributes {must_fuse, schedule = {stages = 3}, test.note} {
    %0 = novi.matmul %xi, %wi : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
    %1 = novi.add %0, %bi : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
    %2 = novi.relu %1 : (tensor<6x8xf32>) -> tensor<6x8xf32>
    %zero = novi.constant dense<0.0> : tensor<f32>
    %3 = novi.compare gt, %1, %zero : (tensor<6x8xf32>, tensor<f32>) -> tensor<6x8xi1>
    %4 = novi.pack_mask %3 : (tensor<6x8xi1>) -> tensor<6x1xi8>
    novi.yield %2, %4 : tensor<6x8xf32>, tensor<6x1xi8>
  }
  // CHECK: return %[[K]]#0, %[[K]]#1
  return %h, %m : tensor<6x8xf32>, tensor<6x1xi8>
}

// Without a name; names inside are their own; an index goes in, too.
// CHECK-LABEL: func.func @dynamic
func.func @dynamic(%x: tensor<?x4xf16>, %n: index) -> tensor<?x4xf16> {
  // CHECK: novi.kernel (%{{.*}} = %{{.*}} : tensor<?x4xf16>, %{{.*}} = %{{.*}} : index) -> (tensor<?x4xf16>) {
  %y = novi.kernel (%x = %x : tensor<?x4xf16>, %n = %n : index) -> tensor<?x4xf16> {
    %y = novi.slice %x[0, 0] [%n, 4] [1, 1] : (tensor<?x4xf16>, index) -> tensor<?x4xf16>
    novi.yield %y : tensor<?x4xf16>
  }
  return %y : tensor<?x4xf16>
}

// CHECK-LABEL: func.func @empty
func.func @empty() {
  // CHECK: novi.kernel () -> () {
  // CHECK-NEXT: novi.yield
  // CHECK-NEXT: }
  novi.kernel () -> () {
  }
  return
}

// A kernel without results can go, one that may fail at run time stays put.
// RUN: novi-opt %s --canonicalize | FileCheck %s --check-prefix=GONE
// GONE-LABEL: func.func @empty
// GONE-NEXT: return
