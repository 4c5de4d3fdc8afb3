// A loss is one reduction; what is not counted is not read.
//
// RUN: novi-opt %s --convert-novi-to-linalg --split-input-file \
// RUN:   | FileCheck %s --implicit-check-not=cf.assert

// CHECK-DAG: #[[ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ALL:.+]] = affine_map<(d0, d1) -> ()>

// CHECK-LABEL: func.func @cross_entropy(
// CHECK-SAME: %[[P:.+]]: tensor<6x20xf32>, %[[T:.+]]: tensor<6x20xf32>
func.func @cross_entropy(%p: tensor<6x20xf32>, %t: tensor<6x20xf32>) -> tensor<f32> {
  // CHECK: %[[R:.+]] = linalg.generic {indexing_maps = [#[[ID]], #[[ID]], #[[ALL]]], iterator_types = ["reduction", "reduction"]}
  // CHECK-SAME: ins(%[[P]], %[[T]] :
  // CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[Y:.+]]: f32, %[[ACC:.+]]: f32):
  // CHECK: %[[EPS:.+]] = arith.constant 9.99{{.*}}E-9 : f32
  // CHECK: %[[Q:.+]] = arith.addf %[[X]], %[[EPS]] : f32
  // CHECK: %[[LOG:.+]] = math.log %[[Q]] : f32
  // CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[NONE:.+]] = arith.cmpf oeq, %[[Y]], %[[ZERO]] : f32
  // CHECK: %[[NUMBER:.+]] = arith.cmpf ord, %[[X]], %[[X]] : f32
  // CHECK: %[[OUT:.+]] = arith.andi %[[NONE]], %[[NUMBER]] : i1
  // CHECK: %[[F:.+]] = arith.mulf %[[Y]], %[[LOG]] : f32
  // CHECK: %[[TERM:.+]] = arith.select %[[OUT]], %[[ZERO]], %[[F]] : f32
  // CHECK: arith.subf %[[ACC]], %[[TERM]] : f32
  // CHECK: return %[[R]]
  %0 = novi.cross_entropy_loss %p, %t rows = all epsilon = 1.0e-8 reduction = sum
     : (tensor<6x20xf32>, tensor<6x20xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @first(
// CHECK-SAME: %[[P:.+]]: tensor<6x20xf16>, %[[T:.+]]: tensor<6x20xf16>
func.func @first(%p: tensor<6x20xf16>, %t: tensor<6x20xf16>) -> tensor<f16> {
  // CHECK: %[[P0:.+]] = tensor.extract_slice %[[P]][0, 0] [1, 20] [1, 1] : tensor<6x20xf16> to tensor<20xf16>
  // CHECK: %[[T0:.+]] = tensor.extract_slice %[[T]][0, 0] [1, 20] [1, 1]
  // CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[P0]], %[[T0]] :
  // CHECK: } -> tensor<f32>
  // The mean of one row needs no division.
  // CHECK-NOT: arith.divf
  // CHECK: arith.truncf %{{.+}} : f32 to f16
  %0 = novi.cross_entropy_loss %p, %t rows = first epsilon = 0.0 reduction = mean
     : (tensor<6x20xf16>, tensor<6x20xf16>) -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

// CHECK-LABEL: func.func @mean(
// CHECK-SAME: %[[S:.+]]: tensor<3x?x20xf32>
func.func @mean(%s: tensor<3x?x20xf32>, %t: tensor<3x6x20xf32>) -> tensor<f32> {
  %c = tensor.cast %t : tensor<3x6x20xf32> to tensor<3x?x20xf32>
  // CHECK: %[[N:.+]] = tensor.dim %[[S]],
  // CHECK: cf.assert
  // CHECK: %[[M:.+]] = linalg.generic {{.*}} ins(%[[S]] :
  // CHECK: arith.maximumf
  // CHECK: %[[SUM:.+]] = linalg.generic {{.*}} ins(%[[S]], %[[M]] :
  // CHECK: %[[L:.+]] = linalg.generic {{.*}} ins(%[[SUM]] :
  // CHECK: math.log
  // CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction", "reduction"]} ins(%[[S]], %{{.+}}, %[[M]], %[[L]] :
  // CHECK: %[[THREE:.+]] = arith.constant 3 : index
  // CHECK: %[[ROWS:.+]] = arith.muli %{{.+}}, %[[THREE]] : index
  // CHECK: %[[I:.+]] = arith.index_cast %[[ROWS]] : index to i64
  // CHECK: %[[F:.+]] = arith.sitofp %[[I]] : i64 to f32
  // CHECK: arith.divf %{{.+}}, %[[F]] : f32
  %0 = novi.softmax_cross_entropy_loss %s, %c rows = all reduction = mean
     : (tensor<3x?x20xf32>, tensor<3x?x20xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Of no reduction a loss each row is left; a NaN of the logarithm is kept.
// CHECK-LABEL: func.func @unreduced(
func.func @unreduced(%s: tensor<6x20xf32>, %t: tensor<6x20xf32>) -> tensor<6xf32> {
  // CHECK: math.log
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
  // CHECK: %[[D:.+]] = arith.subf %{{.+}}, %{{.+}} : f32
  // CHECK: %[[LS:.+]] = arith.subf %[[D]], %{{.+}} : f32
  // CHECK: arith.cmpf ord, %[[LS]], %[[LS]] : f32
  // CHECK: } -> tensor<6xf32>
  // CHECK-NOT: linalg.generic
  %0 = novi.softmax_cross_entropy_loss %s, %t rows = all reduction = none
     : (tensor<6x20xf32>, tensor<6x20xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @mean_of_static(
func.func @mean_of_static(%s: tensor<2x3x4xf32>, %t: tensor<2x3x4xf32>) -> tensor<f32> {
  // CHECK: %[[ROWS:.+]] = arith.constant 6.000000e+00 : f32
  // CHECK: arith.divf %{{.+}}, %[[ROWS]] : f32
  %0 = novi.cross_entropy_loss %s, %t rows = all epsilon = 0.0 reduction = mean
     : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
