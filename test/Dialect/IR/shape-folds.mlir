// Folds and canonicalisations of the ops that move elements: each where it
// applies and where it must not.
//
// RUN: novi-opt %s --canonicalize | FileCheck %s
// RUN: novi-opt %s --canonicalize | novi-opt --canonicalize | FileCheck %s

//===----------------------------------------------------------------------===//
// Concat
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @concat_of_one
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>
func.func @concat_of_one(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  // CHECK: return %[[X]]
  %a = novi.concat %x axis = 0 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %a : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @concat_negative_axis
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xi1>
func.func @concat_negative_axis(%x: tensor<2x3x4xi1>) -> tensor<2x6x4xi1> {
  // CHECK: novi.concat %[[X]], %[[X]] axis = 1
  %a = novi.concat %x, %x axis = -2 : (tensor<2x3x4xi1>, tensor<2x3x4xi1>) -> tensor<2x6x4xi1>
  return %a : tensor<2x6x4xi1>
}

// CHECK-LABEL: func.func @concat_nested
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3xf32>, %[[Y:[^:]*]]: tensor<2x?xf32>
func.func @concat_nested(%x: tensor<2x3xf32>, %y: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: %[[C:.*]] = novi.concat %[[Y]], %[[X]], %[[X]], %[[Y]] axis = 1
  // CHECK: return %[[C]]
  %a = novi.concat %x, %x axis = -1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  %b = novi.concat %y, %a axis = 1 : (tensor<2x?xf32>, tensor<2x6xf32>) -> tensor<2x?xf32>
  %c = novi.concat %b, %y axis = 1 : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %c : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @concat_nested_other_axis
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>
func.func @concat_nested_other_axis(%x: tensor<2x3xf32>) -> tensor<4x6xf32> {
  // CHECK: %[[A:.*]] = novi.concat %[[X]], %[[X]] axis = 0
  // CHECK: novi.concat %[[A]], %[[A]] axis = 1
  %a = novi.concat %x, %x axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %b = novi.concat %a, %a axis = 1 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  return %b : tensor<4x6xf32>
}

// Each step would double the operands: after ten, 1024 of them.
// CHECK-LABEL: func.func @concat_does_not_grow
func.func @concat_does_not_grow(%x: tensor<1xf32>) -> tensor<8xf32> {
  // CHECK-COUNT-3: novi.concat %{{[^,]*}}, %{{[^,]*}} axis = 0
  %a = novi.concat %x, %x axis = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %b = novi.concat %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %c = novi.concat %b, %b axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %c : tensor<8xf32>
}

// CHECK-LABEL: func.func @concat_empty
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3xf32>, %[[E:[^:]*]]: tensor<2x0xf32>
func.func @concat_empty(%x: tensor<2x3xf32>, %e: tensor<2x0xf32>)
    -> (tensor<2x6xf32>, tensor<2x3xf32>, tensor<2x0xf32>) {
  // CHECK: %[[A:.*]] = novi.concat %[[X]], %[[X]] axis = 1
  %a = novi.concat %x, %e, %x, %e axis = 1 : (tensor<2x3xf32>, tensor<2x0xf32>, tensor<2x3xf32>, tensor<2x0xf32>) -> tensor<2x6xf32>
  %b = novi.concat %e, %x axis = 1 : (tensor<2x0xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %c = novi.concat %e, %e axis = 1 : (tensor<2x0xf32>, tensor<2x0xf32>) -> tensor<2x0xf32>
  // CHECK: return %[[A]], %[[X]], %[[E]]
  return %a, %b, %c : tensor<2x6xf32>, tensor<2x3xf32>, tensor<2x0xf32>
}

// Whether the other axis is 2 is checked when the program runs; an axis of size 0
// that is not joined has nothing to do with it.
// CHECK-LABEL: func.func @concat_empty_but_checked
func.func @concat_empty_but_checked(%x: tensor<2x3xf32>, %e: tensor<?x0xf32>, %z: tensor<0x3xf32>)
    -> (tensor<2x3xf32>, tensor<0x6xf32>) {
  // CHECK: novi.concat %{{[^,]*}}, %{{[^,]*}} axis = 1 : (tensor<2x3xf32>, tensor<?x0xf32>)
  %a = novi.concat %x, %e axis = 1 : (tensor<2x3xf32>, tensor<?x0xf32>) -> tensor<2x3xf32>
  // CHECK: novi.concat %{{[^,]*}}, %{{[^,]*}} axis = 1 : (tensor<0x3xf32>, tensor<0x3xf32>)
  %b = novi.concat %z, %z axis = 1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x6xf32>
  return %a, %b : tensor<2x3xf32>, tensor<0x6xf32>
}

// CHECK-LABEL: func.func @concat_constants
func.func @concat_constants() -> (tensor<2x3xf16>, tensor<4xi1>, tensor<4096x512xf32>, tensor<2000xf32>) {
  // CHECK-DAG: %[[C:.*]] = novi.constant dense<{{\[}}[1.000000e+00, 5.000000e+00, 6.000000e+00], [2.000000e+00, 7.000000e+00, 8.000000e+00]]> : tensor<2x3xf16>
  // CHECK-DAG: %[[F:.*]] = novi.constant dense<[true, false, true, true]> : tensor<4xi1>
  // A splat beside its like stays one, however large; others have a bound.
  // CHECK-DAG: %[[H:.*]] = novi.constant dense<1.000000e+00> : tensor<4096x512xf32>
  // CHECK-DAG: %[[K:.*]] = novi.concat
  %a = novi.constant dense<[[1.0], [2.0]]> : tensor<2x1xf16>
  %b = novi.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf16>
  %c = novi.concat %a, %b axis = 1 : (tensor<2x1xf16>, tensor<2x2xf16>) -> tensor<2x3xf16>
  %d = novi.constant dense<[true, false]> : tensor<2xi1>
  %e = novi.constant dense<true> : tensor<2xi1>
  %f = novi.concat %d, %e axis = 0 : (tensor<2xi1>, tensor<2xi1>) -> tensor<4xi1>
  %g = novi.constant dense<1.0> : tensor<4096x256xf32>
  %h = novi.concat %g, %g axis = 1 : (tensor<4096x256xf32>, tensor<4096x256xf32>) -> tensor<4096x512xf32>
  %i = novi.constant dense<1.0> : tensor<1000xf32>
  %j = novi.constant dense<2.0> : tensor<1000xf32>
  %k = novi.concat %i, %j axis = 0 : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<2000xf32>
  // CHECK: return %[[C]], %[[F]], %[[H]], %[[K]]
  return %c, %f, %h, %k : tensor<2x3xf16>, tensor<4xi1>, tensor<4096x512xf32>, tensor<2000xf32>
}

// Parts of one tensor that continue each other; together they are all of it.
// CHECK-LABEL: func.func @concat_of_slices
// CHECK-SAME: %[[X:.*]]: tensor<4x12xf32>
func.func @concat_of_slices(%x: tensor<4x12xf32>) -> (tensor<4x12xf32>, tensor<4x8xf32>) {
  // CHECK: %[[P:.*]] = novi.slice %[[X]][0, 4] [4, 8] [1, 1]
  // CHECK: return %[[X]], %[[P]]
  %a = novi.slice %x[0, 0] [4, 4] [1, 1] : (tensor<4x12xf32>) -> tensor<4x4xf32>
  %b = novi.slice %x[0, 4] [4, 5] [1, 1] : (tensor<4x12xf32>) -> tensor<4x5xf32>
  %c = novi.slice %x[0, 9] [4, 3] [1, 1] : (tensor<4x12xf32>) -> tensor<4x3xf32>
  %d = novi.concat %a, %b, %c axis = 1 : (tensor<4x4xf32>, tensor<4x5xf32>, tensor<4x3xf32>) -> tensor<4x12xf32>
  %e = novi.concat %b, %c axis = 1 : (tensor<4x5xf32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return %d, %e : tensor<4x12xf32>, tensor<4x8xf32>
}

// In another order, with a gap, other rows, strides, another tensor, an offset
// that is not known.
// CHECK-LABEL: func.func @concat_of_other_slices
func.func @concat_of_other_slices(%x: tensor<4x12xf32>, %y: tensor<4x12xf32>, %i: index)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %a = novi.slice %x[0, 0] [4, 4] [1, 1] : (tensor<4x12xf32>) -> tensor<4x4xf32>
  %b = novi.slice %x[0, 4] [4, 4] [1, 1] : (tensor<4x12xf32>) -> tensor<4x4xf32>
  %c = novi.slice %x[0, 5] [4, 4] [1, 1] : (tensor<4x12xf32>) -> tensor<4x4xf32>
  %d = novi.slice %x[0, 0] [2, 4] [1, 1] : (tensor<4x12xf32>) -> tensor<2x4xf32>
  %e = novi.slice %x[1, 4] [2, 4] [1, 1] : (tensor<4x12xf32>) -> tensor<2x4xf32>
  %f = novi.slice %x[0, 0] [4, 2] [1, 2] : (tensor<4x12xf32>) -> tensor<4x2xf32>
  %g = novi.slice %x[0, 2] [4, 2] [1, 2] : (tensor<4x12xf32>) -> tensor<4x2xf32>
  %h = novi.slice %y[0, 4] [4, 4] [1, 1] : (tensor<4x12xf32>) -> tensor<4x4xf32>
  %j = novi.slice %x[0, %i] [4, 4] [1, 1] : (tensor<4x12xf32>, index) -> tensor<4x4xf32>
  // CHECK-COUNT-6: novi.concat
  %k = novi.concat %b, %a axis = 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  %l = novi.concat %a, %c axis = 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  %m = novi.concat %d, %e axis = 1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  %n = novi.concat %f, %g axis = 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
  %o = novi.concat %a, %h axis = 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  %p = novi.concat %a, %j axis = 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  return %k, %l, %m, %n, %o, %p : tensor<4x8xf32>, tensor<4x8xf32>, tensor<2x8xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @slice_of_all
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x3xf32>
func.func @slice_of_all(%x: tensor<4x3xf32>, %y: tensor<?xf32>, %n: index) -> (tensor<4x3xf32>, tensor<?xf32>, tensor<4x3xf32>) {
  %a = novi.slice %x[0, 0] [4, 3] [1, 1] : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // The size may be any, and is checked.
  // CHECK: %[[B:.*]] = novi.slice
  %b = novi.slice %y[0] [%n] [1] : (tensor<?xf32>, index) -> tensor<?xf32>
  // CHECK: %[[C:.*]] = novi.slice
  %c = novi.slice %x[0, 0] [%n, 3] [1, 1] : (tensor<4x3xf32>, index) -> tensor<4x3xf32>
  // CHECK: return %[[X]], %[[B]], %[[C]]
  return %a, %b, %c : tensor<4x3xf32>, tensor<?xf32>, tensor<4x3xf32>
}

// CHECK-LABEL: func.func @slice_constants
func.func @slice_constants(%n: index) -> (tensor<2x2xf32>, tensor<0xf32>, tensor<5xi1>, tensor<2xf32>, tensor<100xf32>) {
  // Rows 0 and 2, columns 1 and 2.
  // CHECK-DAG: %[[B:.*]] = novi.constant dense<{{\[}}[2.000000e+00, 3.000000e+00], [8.000000e+00, 9.000000e+00]]> : tensor<2x2xf32>
  // CHECK-DAG: %[[D:.*]] = novi.constant dense<> : tensor<0xf32>
  // CHECK-DAG: %[[F:.*]] = novi.constant dense<true> : tensor<5xi1>
  %a = novi.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %b = novi.slice %a[0, 1] [2, 2] [2, 1] : (tensor<3x3xf32>) -> tensor<2x2xf32>
  %c = novi.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %d = novi.slice %c[2] [0] [1] : (tensor<2xf32>) -> tensor<0xf32>
  %e = novi.constant dense<true> : tensor<9xi1>
  %f = novi.slice %e[0] [5] [2] : (tensor<9xi1>) -> tensor<5xi1>
  // An offset or a size that is not known, even where the type claims to.
  // CHECK-DAG: %[[G:.*]] = novi.slice %{{.*}}[%{{.*}}] [2] [1]
  %g = novi.slice %c[%n] [2] [1] : (tensor<2xf32>, index) -> tensor<2xf32>
  // CHECK-DAG: %[[H:.*]] = novi.slice %{{.*}}[0] [%{{.*}}] [1]
  %h = novi.slice %c[0] [%n] [1] : (tensor<2xf32>, index) -> tensor<100xf32>
  // CHECK: return %[[B]], %[[D]], %[[F]], %[[G]], %[[H]]
  return %b, %d, %f, %g, %h : tensor<2x2xf32>, tensor<0xf32>, tensor<5xi1>, tensor<2xf32>, tensor<100xf32>
}

// Values that turn out constant become static.
// CHECK-LABEL: func.func @slice_constant_operands
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x8xf32>
func.func @slice_constant_operands(%x: tensor<?x8xf32>, %n: index) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // CHECK: novi.slice %[[X]][2, %{{.*}}] [%{{.*}}, 3] [1, 1] : (tensor<?x8xf32>, index, index) -> tensor<?x3xf32>
  %a = novi.slice %x[%c2, %n] [%n, %c3] [1, 1] : (tensor<?x8xf32>, index, index, index, index) -> tensor<?x?xf32>
  return %a : tensor<?x?xf32>
}

// Out of bounds, negative, or against the type: the error stays in the program
// that runs.
// CHECK-LABEL: func.func @slice_wrong_constant_operands
func.func @slice_wrong_constant_operands(%x: tensor<8xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<?xf32>, tensor<4xf32>) {
  %c7 = arith.constant 7 : index
  %minus = arith.constant -1 : index
  %c3 = arith.constant 3 : index
  // CHECK-DAG: %[[C7:.*]] = arith.constant 7
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3
  // CHECK-DAG: %[[M:.*]] = arith.constant -1
  // CHECK: novi.slice %{{.*}}[%[[C7]]] [2] [1]
  %a = novi.slice %x[%c7] [2] [1] : (tensor<8xf32>, index) -> tensor<2xf32>
  // CHECK: novi.slice %{{.*}}[%[[M]]] [2] [1]
  %b = novi.slice %x[%minus] [2] [1] : (tensor<8xf32>, index) -> tensor<2xf32>
  // CHECK: novi.slice %{{.*}}[0] [%[[M]]] [1]
  %c = novi.slice %x[0] [%minus] [1] : (tensor<8xf32>, index) -> tensor<?xf32>
  // CHECK: novi.slice %{{.*}}[0] [%[[C3]]] [1]
  %d = novi.slice %x[0] [%c3] [1] : (tensor<8xf32>, index) -> tensor<4xf32>
  return %a, %b, %c, %d : tensor<2xf32>, tensor<2xf32>, tensor<?xf32>, tensor<4xf32>
}

// Elements 1, 3, 5, 7, 9 of x, then the second and fourth of them: 3 and 7. Of
// one element the stride is 1.
// CHECK-LABEL: func.func @slice_of_slice
// CHECK-SAME: %[[X:.*]]: tensor<12x4xf32>
func.func @slice_of_slice(%x: tensor<12x4xf32>) -> (tensor<2x2xf32>, tensor<1x2xf32>) {
  // CHECK-DAG: %[[B:.*]] = novi.slice %[[X]][3, 1] [2, 2] [4, 1]
  // CHECK-DAG: %[[C:.*]] = novi.slice %[[X]][9, 1] [1, 2] [1, 1]
  // CHECK: return %[[B]], %[[C]]
  %a = novi.slice %x[1, 1] [5, 2] [2, 1] : (tensor<12x4xf32>) -> tensor<5x2xf32>
  %b = novi.slice %a[1, 0] [2, 2] [2, 1] : (tensor<5x2xf32>) -> tensor<2x2xf32>
  %c = novi.slice %a[4, 0] [1, 2] [9223372036854775807, 1] : (tensor<5x2xf32>) -> tensor<1x2xf32>
  return %b, %c : tensor<2x2xf32>, tensor<1x2xf32>
}

// What is not known, or would be checked no more, keeps both; so does a type that
// hides an error.
// CHECK-LABEL: func.func @slice_of_slice_kept
func.func @slice_of_slice_kept(%x: tensor<12xf32>, %y: tensor<?xf32>, %i: index)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-COUNT-6: novi.slice
  %a = novi.slice %x[%i] [5] [1] : (tensor<12xf32>, index) -> tensor<5xf32>
  %b = novi.slice %a[1] [2] [1] : (tensor<5xf32>) -> tensor<2xf32>
  %c = novi.slice %y[0] [5] [1] : (tensor<?xf32>) -> tensor<5xf32>
  %d = novi.slice %c[1] [2] [1] : (tensor<5xf32>) -> tensor<2xf32>
  %e = novi.slice %x[0] [3] [1] : (tensor<12xf32>) -> tensor<?xf32>
  %f = novi.slice %e[4] [2] [1] : (tensor<?xf32>) -> tensor<2xf32>
  return %b, %d, %f : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @slice_of_concat
// CHECK-SAME: %[[X:[^:]*]]: tensor<6x8xf32>, %[[Y:[^:]*]]: tensor<6x4xf32>, %[[I:[^:]*]]: index
func.func @slice_of_concat(%x: tensor<6x8xf32>, %y: tensor<6x4xf32>, %i: index)
    -> (tensor<6x8xf32>, tensor<6x4xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  // CHECK-DAG: %[[C:.*]] = novi.slice %[[Y]][1, 1] [2, 2] [3, 2]
  // CHECK-DAG: %[[D:.*]] = novi.slice %[[X]][%[[I]], 3] [2, 2] [1, 4]
  // CHECK: return %[[X]], %[[Y]], %[[C]], %[[D]]
  %j = novi.concat %x, %y axis = -1 : (tensor<6x8xf32>, tensor<6x4xf32>) -> tensor<6x12xf32>
  %a = novi.slice %j[0, 0] [6, 8] [1, 1] : (tensor<6x12xf32>) -> tensor<6x8xf32>
  %b = novi.slice %j[0, 8] [6, 4] [1, 1] : (tensor<6x12xf32>) -> tensor<6x4xf32>
  %c = novi.slice %j[1, 9] [2, 2] [3, 2] : (tensor<6x12xf32>) -> tensor<2x2xf32>
  // Along another axis nothing needs to be known.
  %d = novi.slice %j[%i, 3] [2, 2] [1, 4] : (tensor<6x12xf32>, index) -> tensor<2x2xf32>
  return %a, %b, %c, %d : tensor<6x8xf32>, tensor<6x4xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

// Across two inputs, at an unknown place, or beside sizes that are checked.
// CHECK-LABEL: func.func @slice_of_concat_kept
func.func @slice_of_concat_kept(%x: tensor<6x8xf32>, %y: tensor<6x4xf32>, %z: tensor<?x4xf32>, %i: index)
    -> (tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>) {
  %j = novi.concat %x, %y axis = 1 : (tensor<6x8xf32>, tensor<6x4xf32>) -> tensor<6x12xf32>
  %k = novi.concat %z, %y axis = 1 : (tensor<?x4xf32>, tensor<6x4xf32>) -> tensor<6x8xf32>
  // CHECK: %[[J:.*]] = novi.concat
  // CHECK: %[[K:.*]] = novi.concat
  // CHECK: novi.slice %[[J]][0, 7] [6, 2] [1, 1]
  %a = novi.slice %j[0, 7] [6, 2] [1, 1] : (tensor<6x12xf32>) -> tensor<6x2xf32>
  // CHECK: novi.slice %[[J]][0, 0] [6, 2] [1, 11]
  %b = novi.slice %j[0, 0] [6, 2] [1, 11] : (tensor<6x12xf32>) -> tensor<6x2xf32>
  // CHECK: novi.slice %[[J]][0, %{{.*}}] [6, 2] [1, 1]
  %c = novi.slice %j[0, %i] [6, 2] [1, 1] : (tensor<6x12xf32>, index) -> tensor<6x2xf32>
  // CHECK: novi.slice %[[K]][0, 4] [6, 2] [1, 1]
  %d = novi.slice %k[0, 4] [6, 2] [1, 1] : (tensor<6x8xf32>) -> tensor<6x2xf32>
  return %a, %b, %c, %d : tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>, tensor<6x2xf32>
}

//===----------------------------------------------------------------------===//
// Insert slice
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @insert_slice
// CHECK-SAME: %[[S:[^:]*]]: tensor<4xf32>, %[[D:[^:]*]]: tensor<4xf32>, %[[E:[^:]*]]: tensor<0xf32>
func.func @insert_slice(%s: tensor<4xf32>, %d: tensor<4xf32>, %e: tensor<0xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<5xf32>) {
  // Into 0 1 2 3 4, at 1 and 3.
  // CHECK-DAG: %[[C:.*]] = novi.constant dense<[0.000000e+00, 7.000000e+00, 2.000000e+00, 8.000000e+00, 4.000000e+00]> : tensor<5xf32>
  %a = novi.insert_slice %s into %d[0] [1] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b = novi.insert_slice %e into %d[4] [1] : (tensor<0xf32>, tensor<4xf32>) -> tensor<4xf32>
  %x = novi.constant dense<[7.0, 8.0]> : tensor<2xf32>
  %y = novi.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %c = novi.insert_slice %x into %y[1] [2] : (tensor<2xf32>, tensor<5xf32>) -> tensor<5xf32>
  // CHECK: return %[[S]], %[[D]], %[[C]]
  return %a, %b, %c : tensor<4xf32>, tensor<4xf32>, tensor<5xf32>
}

// CHECK-LABEL: func.func @insert_slice_kept
func.func @insert_slice_kept(%s: tensor<4xf32>, %e: tensor<0xf32>, %d: tensor<4xf32>, %y: tensor<?xf32>, %i: index)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<?xf32>, tensor<2000xf32>) {
  // CHECK: novi.insert_slice
  %a = novi.insert_slice %s into %d[%i] [1] : (tensor<4xf32>, tensor<4xf32>, index) -> tensor<4xf32>
  // CHECK: novi.insert_slice
  %b = novi.insert_slice %e into %d[%i] [1] : (tensor<0xf32>, tensor<4xf32>, index) -> tensor<4xf32>
  // CHECK: novi.insert_slice
  %c = novi.insert_slice %y into %y[0] [1] : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // CHECK: novi.insert_slice
  %x = novi.constant dense<1.0> : tensor<1xf32>
  %z = novi.constant dense<0.0> : tensor<2000xf32>
  %f = novi.insert_slice %x into %z[1] [1] : (tensor<1xf32>, tensor<2000xf32>) -> tensor<2000xf32>
  return %a, %b, %c, %f : tensor<4xf32>, tensor<4xf32>, tensor<?xf32>, tensor<2000xf32>
}

// CHECK-LABEL: func.func @insert_slice_constant_offset
func.func @insert_slice_constant_offset(%s: tensor<2xf32>, %d: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // CHECK: %[[C3:.*]] = arith.constant 3
  // CHECK: novi.insert_slice %{{.*}} into %{{.*}}[2] [1]
  %a = novi.insert_slice %s into %d[%c2] [1] : (tensor<2xf32>, tensor<4xf32>, index) -> tensor<4xf32>
  // Out of bounds, when it runs.
  // CHECK: novi.insert_slice %{{.*}} into %{{.*}}[%[[C3]]] [1]
  %b = novi.insert_slice %s into %d[%c3] [1] : (tensor<2xf32>, tensor<4xf32>, index) -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// Transpose
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @transpose
// CHECK-SAME: %[[X:.*]]: tensor<2x?x4xf32>
func.func @transpose(%x: tensor<2x?x4xf32>) -> (tensor<2x?x4xf32>, tensor<2x?x4xf32>, tensor<?x2x4xf32>) {
  // Axis d of a is axis (1, 2, 0)[d] of x, and of c axis (0, 2, 1)[d] of a.
  // CHECK: %[[C:.*]] = novi.transpose %[[X]] permutation = [1, 0, 2]
  // CHECK: return %[[X]], %[[X]], %[[C]]
  %i = novi.transpose %x permutation = [0, 1, 2] : (tensor<2x?x4xf32>) -> tensor<2x?x4xf32>
  %a = novi.transpose %x permutation = [1, 2, 0] : (tensor<2x?x4xf32>) -> tensor<?x4x2xf32>
  %b = novi.transpose %a permutation = [2, 0, 1] : (tensor<?x4x2xf32>) -> tensor<2x?x4xf32>
  %c = novi.transpose %a permutation = [0, 2, 1] : (tensor<?x4x2xf32>) -> tensor<?x2x4xf32>
  return %i, %b, %c : tensor<2x?x4xf32>, tensor<2x?x4xf32>, tensor<?x2x4xf32>
}

// A square hides that axes change places.
// CHECK-LABEL: func.func @transpose_square
// CHECK-SAME: %[[X:.*]]: tensor<2x2xf32>
func.func @transpose_square(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // CHECK: %[[A:.*]] = novi.transpose %[[X]] permutation = [1, 0]
  // CHECK: return %[[A]]
  %a = novi.transpose %x permutation = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %a : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @transpose_constants
func.func @transpose_constants() -> (tensor<3x2xbf16>, tensor<2x1x3xi1>, tensor<4096x2048xf32>, tensor<0x3xf32>) {
  // CHECK-DAG: dense<{{\[}}[1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xbf16>
  %a = novi.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xbf16>
  %b = novi.transpose %a permutation = [1, 0] : (tensor<2x3xbf16>) -> tensor<3x2xbf16>
  // CHECK-DAG: dense<{{\[}}{{\[}}[true, false, false]], {{\[}}[true, true, false]]]> : tensor<2x1x3xi1>
  %c = novi.constant dense<[[[true, true], [false, true], [false, false]]]> : tensor<1x3x2xi1>
  %d = novi.transpose %c permutation = [2, 0, 1] : (tensor<1x3x2xi1>) -> tensor<2x1x3xi1>
  // CHECK-DAG: dense<1.000000e+00> : tensor<4096x2048xf32>
  %e = novi.constant dense<1.0> : tensor<2048x4096xf32>
  %f = novi.transpose %e permutation = [1, 0] : (tensor<2048x4096xf32>) -> tensor<4096x2048xf32>
  // CHECK-DAG: dense<> : tensor<0x3xf32>
  %g = novi.constant dense<> : tensor<3x0xf32>
  %h = novi.transpose %g permutation = [1, 0] : (tensor<3x0xf32>) -> tensor<0x3xf32>
  // CHECK-NOT: novi.transpose
  return %b, %d, %f, %h : tensor<3x2xbf16>, tensor<2x1x3xi1>, tensor<4096x2048xf32>, tensor<0x3xf32>
}

//===----------------------------------------------------------------------===//
// Reshape and broadcast
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @reshape
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x6xf32>, %[[N:[^:]*]]: index
func.func @reshape(%x: tensor<2x6xf32>, %n: index) -> (tensor<2x6xf32>, tensor<12xf32>, tensor<2x6xf32>, tensor<?xf32>) {
  // CHECK-DAG: %[[C:.*]] = novi.reshape %[[X]] : tensor<2x6xf32> to tensor<12xf32>
  // CHECK-DAG: %[[E:.*]] = novi.reshape %[[X]] sizes(%[[N]]) : tensor<2x6xf32> to tensor<?xf32>
  // CHECK: return %[[X]], %[[C]], %[[X]], %[[E]]
  %a = novi.reshape %x : tensor<2x6xf32> to tensor<2x6xf32>
  %b = novi.reshape %x : tensor<2x6xf32> to tensor<3x4xf32>
  %c = novi.reshape %b : tensor<3x4xf32> to tensor<12xf32>
  %d = novi.reshape %b : tensor<3x4xf32> to tensor<2x6xf32>
  %e = novi.reshape %b sizes(%n) : tensor<3x4xf32> to tensor<?xf32>
  return %a, %c, %d, %e : tensor<2x6xf32>, tensor<12xf32>, tensor<2x6xf32>, tensor<?xf32>
}

// The first of two checks sizes when the program runs; `?` may become another.
// CHECK-LABEL: func.func @reshape_kept
func.func @reshape_kept(%x: tensor<?xf32>, %y: tensor<?x2xf32>, %n: index) -> (tensor<12xf32>, tensor<?x2xf32>) {
  // CHECK-COUNT-3: novi.reshape
  %a = novi.reshape %x : tensor<?xf32> to tensor<3x4xf32>
  %b = novi.reshape %a : tensor<3x4xf32> to tensor<12xf32>
  %c = novi.reshape %y sizes(%n) : tensor<?x2xf32> to tensor<?x2xf32>
  return %b, %c : tensor<12xf32>, tensor<?x2xf32>
}

// CHECK-LABEL: func.func @reshape_constants
func.func @reshape_constants() -> (tensor<2x2xf64>, tensor<8192x512xf32>, tensor<4x0xf32>, tensor<2x1xi1>) {
  // CHECK-DAG: dense<{{\[}}[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf64>
  %a = novi.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %b = novi.reshape %a : tensor<4xf64> to tensor<2x2xf64>
  // CHECK-DAG: dense<2.000000e+00> : tensor<8192x512xf32>
  %c = novi.constant dense<2.0> : tensor<4096x1024xf32>
  %d = novi.reshape %c : tensor<4096x1024xf32> to tensor<8192x512xf32>
  // CHECK-DAG: dense<> : tensor<4x0xf32>
  %e = novi.constant dense<> : tensor<0xf32>
  %f = novi.reshape %e : tensor<0xf32> to tensor<4x0xf32>
  // CHECK-DAG: dense<{{\[}}[true], [false]]> : tensor<2x1xi1>
  %g = novi.constant dense<[true, false]> : tensor<2xi1>
  %h = novi.reshape %g : tensor<2xi1> to tensor<2x1xi1>
  // CHECK-NOT: novi.reshape
  return %b, %d, %f, %h : tensor<2x2xf64>, tensor<8192x512xf32>, tensor<4x0xf32>, tensor<2x1xi1>
}

// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x3xf32>, %[[N:[^:]*]]: index
func.func @broadcast(%x: tensor<1x3xf32>, %n: index) -> (tensor<1x3xf32>, tensor<2x4x3xf32>, tensor<?x1x3xf32>, tensor<2000x3xf32>) {
  // CHECK-DAG: %[[C:.*]] = novi.broadcast %[[X]] : tensor<1x3xf32> to tensor<2x4x3xf32>
  // CHECK-DAG: %[[E:.*]] = novi.broadcast %[[X]] sizes(%[[N]]) : tensor<1x3xf32> to tensor<?x1x3xf32>
  // CHECK-DAG: %[[G:.*]] = novi.constant dense<5.000000e-01> : tensor<2000x3xf32>
  // CHECK: return %[[X]], %[[C]], %[[E]], %[[G]]
  %a = novi.broadcast %x : tensor<1x3xf32> to tensor<1x3xf32>
  %b = novi.broadcast %x : tensor<1x3xf32> to tensor<4x3xf32>
  %c = novi.broadcast %b : tensor<4x3xf32> to tensor<2x4x3xf32>
  %d = novi.broadcast %x : tensor<1x3xf32> to tensor<1x1x3xf32>
  %e = novi.broadcast %d sizes(%n) : tensor<1x1x3xf32> to tensor<?x1x3xf32>
  %f = novi.constant dense<0.5> : tensor<3xf32>
  %g = novi.broadcast %f : tensor<3xf32> to tensor<2000x3xf32>
  return %a, %c, %e, %g : tensor<1x3xf32>, tensor<2x4x3xf32>, tensor<?x1x3xf32>, tensor<2000x3xf32>
}

// The second checks that its size is 4, which the first gave; the first checks
// that x has 3 elements.
// CHECK-LABEL: func.func @broadcast_kept
func.func @broadcast_kept(%x: tensor<1xf32>, %y: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<2x3xf32>) {
  // CHECK-COUNT-4: novi.broadcast
  %a = novi.broadcast %x : tensor<1xf32> to tensor<4xf32>
  %b = novi.broadcast %a sizes(%n) : tensor<4xf32> to tensor<?xf32>
  %c = novi.broadcast %y : tensor<?xf32> to tensor<3xf32>
  %d = novi.broadcast %c : tensor<3xf32> to tensor<2x3xf32>
  return %b, %d : tensor<?xf32>, tensor<2x3xf32>
}

// Sizes that turn out constant become static, where that fits.
// CHECK-LABEL: func.func @constant_sizes
func.func @constant_sizes(%x: tensor<2x6xf32>, %y: tensor<1x6xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x6xf32>, tensor<?x?xf32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %minus = arith.constant -12 : index
  // CHECK: novi.reshape %{{.*}} : tensor<2x6xf32> to tensor<3x4xf32>
  %a = novi.reshape %x sizes(%c3, %c4) : tensor<2x6xf32> to tensor<?x?xf32>
  // CHECK: novi.reshape %{{.*}} sizes(%{{.*}}, %{{.*}}) : tensor<2x6xf32> to tensor<?x?xf32>
  %b = novi.reshape %x sizes(%c3, %c3) : tensor<2x6xf32> to tensor<?x?xf32>
  // CHECK: novi.reshape %{{.*}} sizes(%{{.*}}) : tensor<2x6xf32> to tensor<?xf32>
  %c = novi.reshape %x sizes(%minus) : tensor<2x6xf32> to tensor<?xf32>
  // CHECK: novi.broadcast %{{.*}} : tensor<1x6xf32> to tensor<2x6xf32>
  %d = novi.broadcast %y sizes(%c2) : tensor<1x6xf32> to tensor<?x6xf32>
  // CHECK: novi.broadcast %{{.*}} sizes(%{{.*}}, %{{.*}}) : tensor<1x6xf32> to tensor<?x?xf32>
  %e = novi.broadcast %y sizes(%c6, %c2) : tensor<1x6xf32> to tensor<?x?xf32>
  return %a, %b, %c, %d, %e : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?x6xf32>, tensor<?x?xf32>
}
