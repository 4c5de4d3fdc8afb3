// novi-simplify under each combination of its flags: sums with zeros want nsz,
// x - x wants nnan and ninf, products with zeros all three.
//
// RUN: novi-opt %s --novi-simplify | FileCheck %s --check-prefixes=CHECK,KEEP-SUM,KEEP-SELF,KEEP-PRODUCT
// RUN: novi-opt %s --novi-simplify="nnan" | FileCheck %s --check-prefixes=CHECK,KEEP-SUM,KEEP-SELF,KEEP-PRODUCT
// RUN: novi-opt %s --novi-simplify="ninf" | FileCheck %s --check-prefixes=CHECK,KEEP-SUM,KEEP-SELF,KEEP-PRODUCT
// RUN: novi-opt %s --novi-simplify="nsz" | FileCheck %s --check-prefixes=CHECK,SUM,KEEP-SELF,KEEP-PRODUCT
// RUN: novi-opt %s --novi-simplify="nnan nsz" | FileCheck %s --check-prefixes=CHECK,SUM,KEEP-SELF,KEEP-PRODUCT
// RUN: novi-opt %s --novi-simplify="ninf nsz" | FileCheck %s --check-prefixes=CHECK,SUM,KEEP-SELF,KEEP-PRODUCT
// RUN: novi-opt %s --novi-simplify="nnan ninf" | FileCheck %s --check-prefixes=CHECK,KEEP-SUM,SELF,KEEP-PRODUCT
// RUN: novi-opt %s --novi-simplify="nnan ninf nsz" | FileCheck %s --check-prefixes=CHECK,SUM,SELF,PRODUCT
//
// On each function, or on the module that holds them, it is the same.
// RUN: novi-opt %s --novi-simplify="nnan ninf nsz" > %t.flag.mlir
// RUN: novi-opt %s --pass-pipeline='builtin.module(novi-simplify{nnan=true ninf=true nsz=true})' | diff %t.flag.mlir -
// RUN: novi-opt %s --pass-pipeline='builtin.module(func.func(novi-simplify{nnan=true ninf=true nsz=true}))' | diff %t.flag.mlir -
// RUN: novi-opt %s --pass-pipeline='any(novi-simplify{nnan=true ninf=true nsz=true})' --mlir-disable-threading | diff %t.flag.mlir -
//
// Without flags, nothing at all.
// RUN: novi-opt %s > %t.as-is.mlir
// RUN: novi-opt %s --novi-simplify | diff %t.as-is.mlir -

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @add_zero
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>
// SUM: return %[[X]], %[[X]], %[[X]]
// KEEP-SUM-COUNT-3: novi.add
func.func @add_zero(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %z = novi.zero : tensor<3xf32>
  %c = novi.constant dense<0.0> : tensor<f32>
  %t = arith.constant dense<0.0> : tensor<2x1xf32>
  %0 = novi.add %x, %z : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = novi.add %c, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = novi.add %x, %t : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// The zeros repeat x, or are not all zero.
// CHECK-LABEL: func.func @add_no_zero
// CHECK-COUNT-2: novi.add
func.func @add_no_zero(%x: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>) {
  %z = novi.zero : tensor<2x3xf32>
  %c = novi.constant dense<[0.0, 0.0, 1.0]> : tensor<3xf32>
  %0 = novi.add %x, %z : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = novi.add %x, %c : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @sub_zero
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf16>
// SUM: %[[N:.*]] = novi.neg %[[X]]
// SUM: return %[[X]], %[[N]]
// KEEP-SUM-COUNT-2: novi.sub
func.func @sub_zero(%x: tensor<2x3xf16>) -> (tensor<2x3xf16>, tensor<2x3xf16>) {
  %m = novi.constant dense<-0.0> : tensor<2x3xf16>
  %z = novi.zero : tensor<1x3xf16>
  %0 = novi.sub %x, %m : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %1 = novi.sub %z, %x : (tensor<1x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  return %0, %1 : tensor<2x3xf16>, tensor<2x3xf16>
}

// CHECK-LABEL: func.func @dynamic_sums
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x3xbf16>
// SUM: %[[N:.*]] = novi.neg %[[X]]
// SUM: return %[[X]], %[[N]]
// KEEP-SUM: novi.add
// KEEP-SUM: novi.sub
func.func @dynamic_sums(%x: tensor<?x3xbf16>, %n: index) -> (tensor<?x3xbf16>, tensor<?x3xbf16>) {
  %z = novi.zero(%n) : tensor<?x3xbf16>
  %0 = novi.add %z, %x : (tensor<?x3xbf16>, tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %1 = novi.sub %z, %x : (tensor<?x3xbf16>, tensor<?x3xbf16>) -> tensor<?x3xbf16>
  return %0, %1 : tensor<?x3xbf16>, tensor<?x3xbf16>
}

//===----------------------------------------------------------------------===//
// x - x
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @sub_self
// SELF: %[[Z:.*]] = novi.constant dense<0.000000e+00> : tensor<2x3xf32>
// SELF: return %[[Z]]
// KEEP-SELF: novi.sub
func.func @sub_self(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = novi.sub %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @dynamic_sub_self
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>
// SELF: %[[D:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<2x?xf32>
// SELF: %[[Z:.*]] = novi.zero(%[[D]]) : tensor<2x?xf32>
// SELF: return %[[Z]]
// KEEP-SELF: novi.sub
func.func @dynamic_sub_self(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = novi.sub %x, %x : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @sub_other
// CHECK: novi.sub
func.func @sub_other(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = novi.sub %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @products
// PRODUCT-NOT: novi.{{matmul|mul|contract|scale}}
// PRODUCT-DAG: %[[A:.*]] = novi.constant dense<0.000000e+00> : tensor<2x2xf32>
// PRODUCT-DAG: %[[B:.*]] = novi.constant dense<0.000000e+00> : tensor<2x3xf32>
// PRODUCT-DAG: %[[D:.*]] = novi.constant dense<0.000000e+00> : tensor<3x3xf32>
// PRODUCT: return %[[A]], %[[B]], %[[B]], %[[D]], %[[B]], %[[B]]
// KEEP-PRODUCT: novi.matmul
// KEEP-PRODUCT: novi.mul
// KEEP-PRODUCT: novi.mul
// KEEP-PRODUCT: novi.contract
// KEEP-PRODUCT: novi.scale
// KEEP-PRODUCT: novi.scale
func.func @products(%x: tensor<2x3xf32>)
    -> (tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %z = novi.zero : tensor<2x3xf32>
  %m = novi.constant dense<-0.0> : tensor<1x3xf32>
  %0 = novi.matmul %x, %z {transpose_b} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %1 = novi.mul %z, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = novi.mul %x, %m : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %3 = novi.contract "ij,ik->jk" %z, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %4 = novi.scale %x by -0.0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = novi.scale %1 by 3.0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// Zeros have the sizes that the product would have had.
// CHECK-LABEL: func.func @dynamic_products
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x?xf64>, %[[N:[^:]*]]: index
// PRODUCT-NOT: novi.{{matmul|mul|contract|scale}}
// PRODUCT-DAG: %[[C0:.*]] = arith.constant 0 : index
// PRODUCT-DAG: %[[C1:.*]] = arith.constant 1 : index
// PRODUCT: %[[X0:.*]] = tensor.dim %[[X]], %[[C0]]
// PRODUCT: %[[A:.*]] = novi.zero(%[[X0]]) : tensor<?x4xf64>
// PRODUCT: %[[X1:.*]] = tensor.dim %[[X]], %[[C1]]
// PRODUCT: %[[B:.*]] = novi.zero(%[[X1]]) : tensor<?x4xf64>
// PRODUCT: return %[[A]], %[[B]]
// KEEP-PRODUCT: novi.matmul
// KEEP-PRODUCT: novi.contract
func.func @dynamic_products(%x: tensor<?x?xf64>, %n: index) -> (tensor<?x4xf64>, tensor<?x4xf64>) {
  %z = novi.zero(%n) : tensor<?x4xf64>
  %0 = novi.matmul %x, %z : (tensor<?x?xf64>, tensor<?x4xf64>) -> tensor<?x4xf64>
  %1 = novi.contract "ij,ik->jk" %x, %z : (tensor<?x?xf64>, tensor<?x4xf64>) -> tensor<?x4xf64>
  return %0, %1 : tensor<?x4xf64>, tensor<?x4xf64>
}

// A quotient 0 / x is NaN where x is 0, whatever the flags vouch for.
// CHECK-LABEL: func.func @quotient
// CHECK: novi.div
func.func @quotient(%x: tensor<2xf32>) -> tensor<2xf32> {
  %z = novi.zero : tensor<2xf32>
  %0 = novi.div %z, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// One leads to the next; a cast that hides sizes is looked through.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>
// PRODUCT-NEXT: return %[[X]]
// KEEP-PRODUCT: novi.matmul
func.func @chain(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %z = novi.zero : tensor<3x3xf32>
  %c = tensor.cast %z : tensor<3x3xf32> to tensor<?x3xf32>
  %0 = novi.matmul %x, %c : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = novi.scale %0 by 0.5 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = novi.add %1, %x : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}

// What the pass must step over.
// CHECK: func.func private @declared
func.func private @declared(tensor<2xf32>) -> tensor<2xf32>
