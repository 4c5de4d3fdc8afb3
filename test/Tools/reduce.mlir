// The one fault of this program is a division of a value by itself. Nothing else
// is left of it: of ten instructions one, of two results one, of two arguments
// one.
// RUN: novi-reduce %s --novi-reduce=test=%S/Inputs/divides-by-itself.sh | FileCheck %s

// CHECK:      module {
// CHECK-NEXT:   func.func @f(%[[X:.*]]: tensor<8x8xf32>) {{.*}} {
// CHECK-NEXT:     %[[DIV:.*]] = novi.div %[[X]], %[[X]] :
// CHECK-NEXT:     return %[[DIV]] : tensor<8x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @f(%x: tensor<8x8xf32>, %b: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>) {
  %0 = novi.exp %x : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = novi.matmul %0, %x : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = novi.kernel (%k0 = %1 : tensor<8x8xf32>, %k1 = %b : tensor<8xf32>) -> (tensor<8x8xf32>) {
    %3 = novi.add %k0, %k1 : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
    %4 = novi.div %3, %3 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = novi.relu %4 : (tensor<8x8xf32>) -> tensor<8x8xf32>
    novi.yield %5 : tensor<8x8xf32>
  }
  %6 = novi.add %b, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %2, %6 : tensor<8x8xf32>, tensor<8xf32>
}

// What is not interesting from the start is an error, and so is no test.
// RUN: not novi-reduce %s --novi-reduce=test=%S/Inputs/none.sh 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: novi-reduce: test = '{{.*}}none.sh' is no program that can be run
// RUN: not novi-reduce %S/../Docs/Inputs/step.mlir --novi-reduce=test=%S/Inputs/divides-by-itself.sh 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DULL
// DULL: error: novi-reduce: '{{.*}}divides-by-itself.sh' does not answer 1 of the program as it is
