// RUN: novi-opt %s --pass-pipeline='builtin.module(func.func(novi-insert-checks))' | FileCheck %s

// CHECK-LABEL: func @cast
// CHECK:         %[[N:.*]] = tensor.dim %{{.*}}, %c1
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[N]], %c4
// CHECK:         cf.assert %[[SAME]], "'tensor.cast' op at {{.*}}insert-checks.mlir:[[#@LINE+4]]:8: the size of axis 1 is not 4"
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @cast(%x: tensor<?x?xf32>) -> (tensor<?x4xf32>, tensor<?x?xf32>) {
  %y = tensor.cast %x : tensor<?x?xf32> to tensor<?x4xf32>
  %z = tensor.cast %y : tensor<?x4xf32> to tensor<?x?xf32>
  return %y, %z : tensor<?x4xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func @dim
// CHECK:         tensor.dim %{{.*}}, %c0
// CHECK:         %[[EXISTS:.*]] = arith.cmpi ult, %[[I:.*]], %c2
// CHECK:         cf.assert %[[EXISTS]], "{{.*}}asks for an axis that is not there; there are 2"
// CHECK:         tensor.dim %{{.*}}, %[[I]]
func.func @dim(%x: tensor<?x?xf32>, %i: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %i : tensor<?x?xf32>
  return %m, %n : index, index
}

// CHECK-LABEL: func @divisions
// CHECK:         cf.assert %{{.*}}, "{{.*}}divides by zero"
// CHECK:         cf.assert %{{.*}}, "{{.*}}divides the least number by -1, which does not fit"
// CHECK:         arith.divsi
// CHECK:         cf.assert %{{.*}}, "{{.*}}divides by zero"
// CHECK-NEXT:    arith.remui
// CHECK-NOT:     cf.assert
func.func @divisions(%i: index, %j: i32) -> (index, i32, index) {
  %c2 = arith.constant 2 : index
  %a = arith.divsi %i, %i : index
  %b = arith.remui %j, %j : i32
  %c = arith.divsi %i, %c2 : index
  return %a, %b, %c : index, i32, index
}
