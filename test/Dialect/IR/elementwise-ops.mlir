// The elementwise ops: what is parsed is printed again, by way of the generic
// form and of bytecode too.
//
// RUN: novi-opt %s | FileCheck %s
// RUN: novi-opt %s --mlir-print-op-generic | novi-opt | FileCheck %s
// RUN: novi-opt %s --emit-bytecode | novi-opt | FileCheck %s

// CHECK-LABEL: func.func @unary
func.func @unary(%s: tensor<f16>, %v: tensor<?xbf16>, %m: tensor<2x3xf32>,
                 %t: tensor<0x?x4xf64>) {
  // CHECK: novi.neg %{{.*}} : (tensor<f16>) -> tensor<f16>
  %0 = novi.neg %s : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.neg %{{.*}} {test.note} : (tensor<?xbf16>) -> tensor<?xbf16>
  %1 = novi.neg %v {test.note} : (tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.neg %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = novi.neg %m : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.neg %{{.*}} : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %3 = novi.neg %t : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  // CHECK: novi.relu %{{.*}} : (tensor<f16>) -> tensor<f16>
  %4 = novi.relu %s : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.relu %{{.*}} : (tensor<?xbf16>) -> tensor<?xbf16>
  %5 = novi.relu %v : (tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.relu %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = novi.relu %m : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.relu %{{.*}} : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %7 = novi.relu %t : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  // CHECK: novi.exp %{{.*}} : (tensor<f16>) -> tensor<f16>
  %8 = novi.exp %s : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.exp %{{.*}} : (tensor<?xbf16>) -> tensor<?xbf16>
  %9 = novi.exp %v : (tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.exp %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %10 = novi.exp %m : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.exp %{{.*}} : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %11 = novi.exp %t : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  // CHECK: novi.log %{{.*}} : (tensor<f16>) -> tensor<f16>
  %12 = novi.log %s : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.log %{{.*}} : (tensor<?xbf16>) -> tensor<?xbf16>
  %13 = novi.log %v : (tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.log %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %14 = novi.log %m : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.log %{{.*}} : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %15 = novi.log %t : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  return
}

// CHECK-LABEL: func.func @cast
func.func @cast(%s: tensor<f16>, %v: tensor<?xbf16>, %m: tensor<2x3xf32>,
                %t: tensor<0x?x4xf64>, %c: tensor<2x3xi1>) {
  // CHECK: novi.cast %{{.*}} : tensor<f16> to tensor<f64>
  %0 = novi.cast %s : tensor<f16> to tensor<f64>
  // CHECK: novi.cast %{{.*}} : tensor<?xbf16> to tensor<?xf32>
  %1 = novi.cast %v : tensor<?xbf16> to tensor<?xf32>
  // CHECK: novi.cast %{{.*}} : tensor<2x3xf32> to tensor<2x3xbf16>
  %2 = novi.cast %m : tensor<2x3xf32> to tensor<2x3xbf16>
  // CHECK: novi.cast %{{.*}} : tensor<0x?x4xf64> to tensor<0x?x4xf16>
  %3 = novi.cast %t : tensor<0x?x4xf64> to tensor<0x?x4xf16>
  // CHECK: novi.cast %{{.*}} : tensor<2x3xi1> to tensor<2x3xf32>
  %4 = novi.cast %c : tensor<2x3xi1> to tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @with_numbers
func.func @with_numbers(%s: tensor<f16>, %v: tensor<?xbf16>,
                        %m: tensor<2x3xf32>, %t: tensor<0x?x4xf64>) {
  // CHECK: novi.scale %{{.*}} by -2.500000e-01 : (tensor<f16>) -> tensor<f16>
  %0 = novi.scale %s by -0.25 : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.scale %{{.*}} by 0x7FF8000000000000 : (tensor<?xbf16>) -> tensor<?xbf16>
  %1 = novi.scale %v by 0x7FF8000000000000 : (tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.scale %{{.*}} by 0x7FF0000000000000 {test.note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = novi.scale %m by 0x7FF0000000000000 {test.note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.scale %{{.*}} by 1.000000e-300 : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %3 = novi.scale %t by 1.0e-300 : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  // CHECK: novi.clip %{{.*}} min -1.000000e+00 max 1.000000e+00 : (tensor<f16>) -> tensor<f16>
  %4 = novi.clip %s min -1.0 max 1.0 : (tensor<f16>) -> tensor<f16>
  // CHECK: novi.clip %{{.*}} min 0xFFF0000000000000 max 6.000000e+00 : (tensor<?xbf16>) -> tensor<?xbf16>
  %5 = novi.clip %v min 0xFFF0000000000000 max 6.0 : (tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.clip %{{.*}} min 3.000000e+00 max 1.000000e+00 {test.note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = novi.clip %m min 3.0 max 1.0 {test.note} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.clip %{{.*}} min 0.000000e+00 max 0x7FF0000000000000 : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %7 = novi.clip %t min 0.0 max 0x7FF0000000000000 : (tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%s: tensor<f16>, %v: tensor<?xbf16>, %m: tensor<2x3xf32>,
                  %r: tensor<3xf32>, %t: tensor<0x?x4xf64>,
                  %u: tensor<0x1x4xf64>) {
  // CHECK: novi.add %{{.*}}, %{{.*}} : (tensor<f16>, tensor<f16>) -> tensor<f16>
  %0 = novi.add %s, %s : (tensor<f16>, tensor<f16>) -> tensor<f16>
  // CHECK: novi.add %{{.*}}, %{{.*}} : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  %1 = novi.add %v, %v : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.add %{{.*}}, %{{.*}} {test.note} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = novi.add %m, %r {test.note} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.add %{{.*}}, %{{.*}} : (tensor<0x1x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %3 = novi.add %u, %t : (tensor<0x1x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  // CHECK: novi.sub %{{.*}}, %{{.*}} : (tensor<f16>, tensor<f16>) -> tensor<f16>
  %4 = novi.sub %s, %s : (tensor<f16>, tensor<f16>) -> tensor<f16>
  // CHECK: novi.sub %{{.*}}, %{{.*}} : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  %5 = novi.sub %v, %v : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.sub %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %6 = novi.sub %m, %r : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.sub %{{.*}}, %{{.*}} : (tensor<0x1x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %7 = novi.sub %u, %t : (tensor<0x1x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  // CHECK: novi.mul %{{.*}}, %{{.*}} : (tensor<f16>, tensor<f16>) -> tensor<f16>
  %8 = novi.mul %s, %s : (tensor<f16>, tensor<f16>) -> tensor<f16>
  // CHECK: novi.mul %{{.*}}, %{{.*}} : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  %9 = novi.mul %v, %v : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.mul %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %10 = novi.mul %m, %r : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.mul %{{.*}}, %{{.*}} : (tensor<0x1x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %11 = novi.mul %u, %t : (tensor<0x1x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  // CHECK: novi.div %{{.*}}, %{{.*}} : (tensor<f16>, tensor<f16>) -> tensor<f16>
  %12 = novi.div %s, %s : (tensor<f16>, tensor<f16>) -> tensor<f16>
  // CHECK: novi.div %{{.*}}, %{{.*}} : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  %13 = novi.div %v, %v : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.div %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %14 = novi.div %m, %r : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.div %{{.*}}, %{{.*}} : (tensor<0x1x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %15 = novi.div %u, %t : (tensor<0x1x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  return
}

// CHECK-LABEL: func.func @compare
func.func @compare(%s: tensor<f16>, %v: tensor<?xbf16>, %m: tensor<2x3xf32>,
                   %r: tensor<3xf32>, %t: tensor<0x?x4xf64>) {
  // CHECK: novi.compare eq, %{{.*}}, %{{.*}} : (tensor<f16>, tensor<f16>) -> tensor<i1>
  %0 = novi.compare eq, %s, %s : (tensor<f16>, tensor<f16>) -> tensor<i1>
  // CHECK: novi.compare ne, %{{.*}}, %{{.*}} : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xi1>
  %1 = novi.compare ne, %v, %v : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xi1>
  // CHECK: novi.compare lt, %{{.*}}, %{{.*}} {test.note} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  %2 = novi.compare lt, %m, %r {test.note} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  // CHECK: novi.compare le, %{{.*}}, %{{.*}} : (tensor<0x?x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xi1>
  %3 = novi.compare le, %t, %t : (tensor<0x?x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xi1>
  // CHECK: novi.compare gt,
  %4 = novi.compare gt, %s, %s : (tensor<f16>, tensor<f16>) -> tensor<i1>
  // CHECK: novi.compare ge,
  %5 = novi.compare ge, %s, %s : (tensor<f16>, tensor<f16>) -> tensor<i1>
  return
}

// CHECK-LABEL: func.func @select
func.func @select(%c: tensor<i1>, %d: tensor<?xi1>, %e: tensor<2x1xi1>,
                  %s: tensor<f16>, %v: tensor<?xbf16>, %r: tensor<3xf32>,
                  %t: tensor<0x?x4xf64>) {
  // CHECK: novi.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i1>, tensor<f16>, tensor<f16>) -> tensor<f16>
  %0 = novi.select %c, %s, %s : (tensor<i1>, tensor<f16>, tensor<f16>) -> tensor<f16>
  // CHECK: novi.select %{{.*}}, %{{.*}}, %{{.*}} {test.note} : (tensor<?xi1>, tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  %1 = novi.select %d, %v, %v {test.note} : (tensor<?xi1>, tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: novi.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x1xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = novi.select %e, %r, %r : (tensor<2x1xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: novi.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i1>, tensor<0x?x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  %3 = novi.select %c, %t, %t : (tensor<i1>, tensor<0x?x4xf64>, tensor<0x?x4xf64>) -> tensor<0x?x4xf64>
  return
}
