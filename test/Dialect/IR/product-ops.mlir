// The products: what is parsed is printed again, by way of the generic form and
// of bytecode too.
//
// RUN: novi-opt %s | FileCheck %s
// RUN: novi-opt %s --mlir-print-op-generic | novi-opt | FileCheck %s
// RUN: novi-opt %s --emit-bytecode | novi-opt | FileCheck %s

// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: tensor<2x3xf16>, %b: tensor<?x3xbf16>,
                  %c: tensor<5x1x2x3xf32>, %d: tensor<4x3x6xf32>,
                  %e: tensor<?x?xf64>, %v: tensor<?xf64>, %u: tensor<3xf16>) {
  // CHECK: novi.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x2xf16>
  %0 = novi.matmul %a, %a {transpose_b} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x2xf16>
  // CHECK: novi.matmul %{{.*}}, %{{.*}} {transpose_a} : (tensor<?x3xbf16>, tensor<?x3xbf16>) -> tensor<3x3xbf16>
  %1 = novi.matmul %b, %b {transpose_a} : (tensor<?x3xbf16>, tensor<?x3xbf16>) -> tensor<3x3xbf16>
  // Batches broadcast.
  // CHECK: novi.matmul %{{.*}}, %{{.*}} : (tensor<5x1x2x3xf32>, tensor<4x3x6xf32>) -> tensor<5x4x2x6xf32>
  %2 = novi.matmul %c, %d : (tensor<5x1x2x3xf32>, tensor<4x3x6xf32>) -> tensor<5x4x2x6xf32>
  // CHECK: novi.matmul %{{.*}}, %{{.*}} {test.note, transpose_a, transpose_b} : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %3 = novi.matmul %e, %e {test.note, transpose_a, transpose_b} : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  // Vectors lose their axis.
  // CHECK: novi.matmul %{{.*}}, %{{.*}} : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %4 = novi.matmul %e, %v : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK: novi.matmul %{{.*}}, %{{.*}} : (tensor<?xf64>, tensor<?x?xf64>) -> tensor<?xf64>
  %5 = novi.matmul %v, %e : (tensor<?xf64>, tensor<?x?xf64>) -> tensor<?xf64>
  // CHECK: novi.matmul %{{.*}}, %{{.*}} : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  %6 = novi.matmul %u, %u : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  return
}

// CHECK-LABEL: func.func @contract
func.func @contract(%a: tensor<1x2x3xf16>, %b: tensor<1x4x2x3xf16>,
                    %c: tensor<?xbf16>, %s: tensor<f32>, %e: tensor<?x?xf64>) {
  // Batch axes that are not adjacent.
  // CHECK: novi.contract "abc,adbc->abd" %{{.*}}, %{{.*}} : (tensor<1x2x3xf16>, tensor<1x4x2x3xf16>) -> tensor<1x2x4xf16>
  %0 = novi.contract "abc,adbc->abd" %a, %b : (tensor<1x2x3xf16>, tensor<1x4x2x3xf16>) -> tensor<1x2x4xf16>
  // CHECK: novi.contract "i,j->ij" %{{.*}}, %{{.*}} {test.note} : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?x?xbf16>
  %1 = novi.contract "i,j->ij" %c, %c {test.note} : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?x?xbf16>
  // CHECK: novi.contract ",->" %{{.*}}, %{{.*}} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = novi.contract ",->" %s, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: novi.contract "Zb,bZ->" %{{.*}}, %{{.*}} : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<f64>
  %3 = novi.contract "Zb,bZ->" %e, %e : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<f64>
  return
}
