// Each elementwise op is one linalg.generic that computes what the op's
// description says, in f32 where the elements are f16 or bf16.
//
// RUN: novi-opt %s --convert-novi-to-linalg --split-input-file \
// RUN:   | FileCheck %s --implicit-check-not=cf.assert

// CHECK-DAG: #[[ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.+]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[COLUMN:.+]] = affine_map<(d0, d1) -> (d0, 0)>

// A static 1 is read at 0, and a missing axis is not read.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[X:.+]]: tensor<6x8xf32>, %[[B:.+]]: tensor<8xf32>, %[[C:.+]]: tensor<6x1xf32>
func.func @broadcast(%x: tensor<6x8xf32>, %b: tensor<8xf32>, %c: tensor<6x1xf32>) -> tensor<6x8xf32> {
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<6x8xf32>
  // CHECK: %[[S:.+]] = linalg.generic
  // CHECK-SAME: indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]]
  // CHECK-SAME: iterator_types = ["parallel", "parallel"]
  // CHECK-SAME: ins(%[[X]], %[[B]] : {{.*}}) outs(%[[E]] :
  // CHECK-NEXT: ^bb0(%[[P:.+]]: f32, %[[Q:.+]]: f32, %{{.+}}: f32):
  // CHECK-NEXT: %[[R:.+]] = arith.addf %[[P]], %[[Q]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = novi.add %x, %b : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: indexing_maps = [#[[ID]], #[[COLUMN]], #[[ID]]]
  // CHECK-SAME: ins(%[[S]], %[[C]] :
  // CHECK: arith.subf
  %1 = novi.sub %0, %c : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
  return %1 : tensor<6x8xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[X:.+]]: tensor<?x8xf64>
func.func @dynamic(%x: tensor<?x8xf64>, %y: tensor<8xf64>) -> tensor<?x8xf64> {
  // CHECK: %[[N:.+]] = tensor.dim %[[X]], %{{.+}} : tensor<?x8xf64>
  // CHECK: tensor.empty(%[[N]]) : tensor<?x8xf64>
  // CHECK: arith.mulf %{{.+}}, %{{.+}} : f64
  %0 = novi.mul %x, %y : (tensor<?x8xf64>, tensor<8xf64>) -> tensor<?x8xf64>
  // The size is that of the argument, not asked of the op before.
  // CHECK-NOT: tensor.dim %{{[0-9]+}}
  // CHECK: arith.divf
  %1 = novi.div %0, %y : (tensor<?x8xf64>, tensor<8xf64>) -> tensor<?x8xf64>
  return %1 : tensor<?x8xf64>
}

// -----

// CHECK-LABEL: func.func @scalars(
func.func @scalars(%x: tensor<f32>, %y: tensor<1x1xf32>) -> tensor<1x1xf32> {
  // CHECK: iterator_types = []
  // CHECK: arith.negf
  %0 = novi.neg %x : (tensor<f32>) -> tensor<f32>
  // CHECK: iterator_types = ["parallel", "parallel"]
  %1 = novi.add %0, %y : (tensor<f32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  return %1 : tensor<1x1xf32>
}

// -----

// CHECK-LABEL: func.func @unary(
func.func @unary(%x: tensor<4xf32>) -> tensor<4xf32> {
  // A comparison, so that a NaN passes and -0.0 becomes 0.
  // CHECK: ^bb0(%[[X:.+]]: f32, %{{.+}}: f32):
  // CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[FLAT:.+]] = arith.cmpf ole, %[[X]], %[[ZERO]] : f32
  // CHECK: %[[R:.+]] = arith.select %[[FLAT]], %[[ZERO]], %[[X]] : f32
  // CHECK: linalg.yield %[[R]]
  %0 = novi.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: math.exp %{{.+}} : f32
  %1 = novi.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: math.log %{{.+}} : f32
  %2 = novi.log %1 : (tensor<4xf32>) -> tensor<4xf32>
  // The last bound wins where they cross, and a NaN is kept.
  // CHECK: ^bb0(%[[X:.+]]: f32, %{{.+}}: f32):
  // CHECK: %[[LOW:.+]] = arith.constant -1.000000e+00 : f32
  // CHECK: %[[RAISED:.+]] = arith.maximumf %[[X]], %[[LOW]] : f32
  // CHECK: %[[HIGH:.+]] = arith.constant 0x7F800000 : f32
  // CHECK: arith.minimumf %[[RAISED]], %[[HIGH]] : f32
  %3 = novi.clip %2 min -1.0 max 0x7FF0000000000000 : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// Each op computes in f32 and rounds once; the factor is rounded to f32, a bound
// to the elements.
// CHECK-LABEL: func.func @low_precision(
func.func @low_precision(%x: tensor<4xf16>, %y: tensor<4xbf16>) -> (tensor<4xf16>, tensor<4xbf16>, tensor<4xf16>) {
  // CHECK: ^bb0(%[[X:.+]]: f16, %{{.+}}: f16):
  // CHECK: %[[WIDE:.+]] = arith.extf %[[X]] : f16 to f32
  // CHECK: %[[F:.+]] = arith.constant 1.000000e-01 : f32
  // CHECK: %[[R:.+]] = arith.mulf %[[WIDE]], %[[F]] : f32
  // CHECK: %[[N:.+]] = arith.truncf %[[R]] : f32 to f16
  // CHECK: linalg.yield %[[N]] : f16
  %0 = novi.scale %x by 0.1 : (tensor<4xf16>) -> tensor<4xf16>
  // CHECK: %[[A:.+]] = arith.extf %{{.+}} : bf16 to f32
  // CHECK: %[[B:.+]] = arith.extf %{{.+}} : bf16 to f32
  // CHECK: %[[R:.+]] = arith.addf %[[A]], %[[B]] : f32
  // CHECK: arith.truncf %[[R]] : f32 to bf16
  %1 = novi.add %y, %y : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: %[[LOW:.+]] = arith.constant 9.99{{[0-9]+}}e-02 : f16
  // CHECK: %[[WIDELOW:.+]] = arith.extf %[[LOW]] : f16 to f32
  // CHECK: arith.maximumf %{{.+}}, %[[WIDELOW]] : f32
  %2 = novi.clip %x min 0.1 max 1.0 : (tensor<4xf16>) -> tensor<4xf16>
  return %0, %1, %2 : tensor<4xf16>, tensor<4xbf16>, tensor<4xf16>
}

// -----

// With a NaN every comparison is false but `ne`.
// CHECK-LABEL: func.func @compare(
func.func @compare(%x: tensor<4xf32>, %y: tensor<f32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  // CHECK: arith.cmpf oeq, {{.*}} : f32
  %0 = novi.compare eq, %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: arith.cmpf une,
  %1 = novi.compare ne, %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: arith.cmpf olt,
  %2 = novi.compare lt, %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: arith.cmpf ole,
  %3 = novi.compare le, %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: arith.cmpf ogt,
  %4 = novi.compare gt, %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: arith.cmpf oge,
  %5 = novi.compare ge, %x, %y : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// -----

// Nothing is computed, so nothing is extended.
// CHECK-LABEL: func.func @select(
func.func @select(%c: tensor<4xi1>, %x: tensor<4xf16>, %y: tensor<f16>) -> tensor<4xf16> {
  // CHECK: ^bb0(%[[C:.+]]: i1, %[[X:.+]]: f16, %[[Y:.+]]: f16, %{{.+}}: f16):
  // CHECK-NEXT: %[[R:.+]] = arith.select %[[C]], %[[X]], %[[Y]] : f16
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = novi.select %c, %x, %y : (tensor<4xi1>, tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// A cast rounds once, whatever lies between.
// CHECK-LABEL: func.func @cast(
func.func @cast(%b: tensor<4xi1>, %h: tensor<4xf16>, %d: tensor<4xf64>) -> (tensor<4xf16>, tensor<4xbf16>, tensor<4xf64>, tensor<4xf16>) {
  // CHECK: %[[X:.+]] = arith.uitofp %{{.+}} : i1 to f32
  // CHECK-NEXT: arith.truncf %[[X]] : f32 to f16
  %0 = novi.cast %b : tensor<4xi1> to tensor<4xf16>
  // CHECK: %[[X:.+]] = arith.extf %{{.+}} : f16 to f32
  // CHECK-NEXT: arith.truncf %[[X]] : f32 to bf16
  %1 = novi.cast %h : tensor<4xf16> to tensor<4xbf16>
  // CHECK: arith.extf %{{.+}} : f16 to f64
  %2 = novi.cast %h : tensor<4xf16> to tensor<4xf64>
  // CHECK: arith.truncf %{{.+}} : f64 to f16
  %3 = novi.cast %d : tensor<4xf64> to tensor<4xf16>
  return %0, %1, %2, %3 : tensor<4xf16>, tensor<4xbf16>, tensor<4xf64>, tensor<4xf16>
}
