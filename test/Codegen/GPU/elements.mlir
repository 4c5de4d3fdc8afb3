// RUN: novi-opt %s -split-input-file --novi-gpu-outline-kernels --canonicalize --cse | FileCheck %s

// One bundle a thread, the axes as one: 7 times 16 elements are 28 bundles.
// CHECK-LABEL: gpu.func @flat_kernel
// CHECK-SAME: %[[X:.*]]: memref<7x16xf32>, %[[S:.*]]: memref<f32>, %[[Y:.*]]: memref<7x16xf32>)
// CHECK-SAME: known_block_size = array<i32: 32, 1, 1>
// CHECK-DAG: %[[ALL:.*]] = memref.collapse_shape %[[X]] {{.*}} into memref<112xf32>
// CHECK-DAG: %[[THREAD:.*]] = gpu.thread_id x
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %c28
// CHECK: %[[START:.*]] = arith.muli %[[I]], %c4
// CHECK: vector.load %[[ALL]][%[[START]]] {alignment = 16 : i64} : memref<112xf32>, vector<4xf32>
// CHECK: memref.load %[[S]][]
// CHECK-COUNT-4: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK: vector.store %{{.*}}[%[[START]]] {alignment = 16 : i64} : memref<112xf32>, vector<4xf32>
// CHECK-NOT: scf.if
func.func @flat(%x: tensor<7x16xf32>, %s: tensor<f32>) -> tensor<7x16xf32> {
  %r = novi.kernel "flat" (%a = %x : tensor<7x16xf32>, %b = %s : tensor<f32>) -> (tensor<7x16xf32>) {
    %0 = novi.mul %a, %b : (tensor<7x16xf32>, tensor<f32>) -> tensor<7x16xf32>
    novi.yield %0 : tensor<7x16xf32>
  }
  return %r : tensor<7x16xf32>
}

// -----

// Of an unknown number of elements only the last bundle is not whole; f16 fills
// an access with eight.
// CHECK-LABEL: gpu.func @tail_kernel
// CHECK: scf.if
// CHECK: vector.load {{.*}} vector<8xf16>
// CHECK: vector.store {{.*}} vector<8xf16>
// CHECK: else
// CHECK: scf.for
// CHECK: memref.load {{.*}} memref<?xf16>
// CHECK: memref.store {{.*}} memref<?xf16>
func.func @tail(%x: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %r = novi.kernel "tail" (%a = %x : tensor<?x?xf16>) -> (tensor<?x?xf16>) {
    %0 = novi.neg %a : (tensor<?x?xf16>) -> tensor<?x?xf16>
    novi.yield %0 : tensor<?x?xf16>
  }
  return %r : tensor<?x?xf16>
}

// -----

// What all lanes read is loaded once; what lies next to each other at once.
// CHECK-LABEL: gpu.func @bias_kernel
// CHECK-SAME: %[[X:.*]]: memref<6x20xf32>, %[[ROW:.*]]: memref<20xf32>, %[[COLUMN:.*]]: memref<6x1xf32>
// CHECK: vector.load %[[X]][%[[I:.*]], %[[J:.*]]] {alignment = 16 : i64}
// CHECK: vector.load %[[ROW]][%[[J]]] {alignment = 16 : i64}
// CHECK: memref.load %[[COLUMN]][%[[I]], %c0]
// CHECK-NOT: load
// CHECK: gpu.return
func.func @bias(%x: tensor<6x20xf32>, %row: tensor<20xf32>, %column: tensor<6x1xf32>) -> tensor<6x20xf32> {
  %r = novi.kernel "bias" (%a = %x : tensor<6x20xf32>, %b = %row : tensor<20xf32>, %c = %column : tensor<6x1xf32>) -> (tensor<6x20xf32>) {
    %0 = novi.add %a, %b : (tensor<6x20xf32>, tensor<20xf32>) -> tensor<6x20xf32>
    %1 = novi.mul %0, %c : (tensor<6x20xf32>, tensor<6x1xf32>) -> tensor<6x20xf32>
    novi.yield %1 : tensor<6x20xf32>
  }
  return %r : tensor<6x20xf32>
}

// -----

// Views are other places: with a transposition between, lanes are a row apart.
// CHECK-LABEL: gpu.func @views_kernel
// CHECK-SAME: %[[X:.*]]: memref<9x8xf32>, %[[I:.*]]: index
// CHECK: scf.for
// CHECK: %[[ROW:.*]] = arith.remui
// CHECK: %[[COLUMN:.*]] = arith.divui
// CHECK: %[[TWICE:.*]] = arith.muli %[[ROW]], %c2
// CHECK: %[[MOVED:.*]] = arith.addi %[[COLUMN]], %[[I]]
// CHECK: memref.load %[[X]][%[[TWICE]], %[[MOVED]]]
func.func @views(%x: tensor<9x8xf32>, %i: index) -> tensor<3x5xf32> {
  %r = novi.kernel "views" (%a = %x : tensor<9x8xf32>, %k = %i : index) -> (tensor<3x5xf32>) {
    %0 = novi.slice %a[0, %k] [5, 3] [2, 1] : (tensor<9x8xf32>, index) -> tensor<5x3xf32>
    %1 = novi.transpose %0 permutation = [1, 0] : (tensor<5x3xf32>) -> tensor<3x5xf32>
    %2 = novi.exp %1 : (tensor<3x5xf32>) -> tensor<3x5xf32>
    novi.yield %2 : tensor<3x5xf32>
  }
  return %r : tensor<3x5xf32>
}

// -----

// A branch for all lanes where pieces begin at multiples of the width: nothing is
// read that is not there.
// CHECK-LABEL: gpu.func @pieces_kernel
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>, %[[Y:.*]]: memref<4x4xf32>
// CHECK: %[[START:.*]] = arith.muli %{{.*}}, %c4
// CHECK: %[[ISFIRST:.*]] = arith.cmpi ult, %[[START]], %c8
// CHECK: scf.if %[[ISFIRST]] -> (f32, f32, f32, f32)
// CHECK: vector.load %[[X]][%{{.*}}, %[[START]]] {alignment = 16 : i64}
// CHECK: else
// CHECK: %[[MOVED:.*]] = arith.subi %[[START]], %c8
// CHECK: vector.load %[[Y]][%{{.*}}, %[[MOVED]]] {alignment = 16 : i64}
func.func @pieces(%x: tensor<4x8xf32>, %y: tensor<4x4xf32>) -> tensor<4x12xf32> {
  %r = novi.kernel "pieces" (%a = %x : tensor<4x8xf32>, %b = %y : tensor<4x4xf32>) -> (tensor<4x12xf32>) {
    %0 = novi.concat %a, %b axis = 1 : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x12xf32>
    novi.yield %0 : tensor<4x12xf32>
  }
  return %r : tensor<4x12xf32>
}

// -----

// A byte is made by one thread, at the end of a row of those bits that are there,
// of which its last one is none.
// CHECK-LABEL: gpu.func @bits_kernel
// CHECK-SAME: memref<3x2xi8>
// CHECK: scf.if
// CHECK-COUNT-8: arith.cmpf ogt
// CHECK: memref.store {{.*}} memref<3x2xi8>
// CHECK: else
// CHECK-COUNT-7: arith.andi
// CHECK: memref.store {{.*}} memref<3x2xi8>
func.func @bits(%x: tensor<3x13xf32>) -> tensor<3x2xi8> {
  %r = novi.kernel "bits" (%a = %x : tensor<3x13xf32>) -> (tensor<3x2xi8>) {
    %zero = novi.constant dense<0.0> : tensor<f32>
    %0 = novi.compare gt, %a, %zero : (tensor<3x13xf32>, tensor<f32>) -> tensor<3x13xi1>
    %1 = novi.pack_mask %0 : (tensor<3x13xi1>) -> tensor<3x2xi8>
    novi.yield %1 : tensor<3x2xi8>
  }
  return %r : tensor<3x2xi8>
}

// -----

// Eight elements of a mask are one byte that is loaded once.
// CHECK-LABEL: gpu.func @unpack_kernel
// CHECK: memref.load {{.*}} memref<3x2xi8>
// CHECK-NOT: memref.load {{.*}} memref<3x2xi8>
// CHECK-COUNT-8: arith.trunci
// CHECK: gpu.return
func.func @unpack(%m: tensor<3x2xi8>, %x: tensor<3x16xf16>, %y: tensor<16xf16>) -> tensor<3x16xf16> {
  %r = novi.kernel "unpack" (%a = %m : tensor<3x2xi8>, %b = %x : tensor<3x16xf16>, %c = %y : tensor<16xf16>) -> (tensor<3x16xf16>) {
    %0 = novi.unpack_mask %a : tensor<3x2xi8> to tensor<3x16xi1>
    %1 = novi.select %0, %b, %c : (tensor<3x16xi1>, tensor<3x16xf16>, tensor<16xf16>) -> tensor<3x16xf16>
    novi.yield %1 : tensor<3x16xf16>
  }
  return %r : tensor<3x16xf16>
}

// -----

// Data is a constant of the module.
// CHECK-LABEL: gpu.module
// CHECK: memref.global "private" constant @[[DATA:.*]] : memref<4xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> {alignment = 64 : i64}
// CHECK: gpu.func @data_kernel
// CHECK: %[[GLOBAL:.*]] = memref.get_global @[[DATA]]
// CHECK: vector.load %[[GLOBAL]]
func.func @data(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %r = novi.kernel "data" (%a = %x : tensor<3x4xf32>) -> (tensor<3x4xf32>) {
    %0 = novi.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %1 = novi.add %a, %0 : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    novi.yield %1 : tensor<3x4xf32>
  }
  return %r : tensor<3x4xf32>
}
