// RUN: novi-opt %s --split-input-file --novi-cpu-to-llvm | FileCheck %s

// The entry reads an address for each argument, and the sizes of dynamic axes
// behind it; a result is written behind them.
// CHECK-LABEL: llvm.func @f(
// CHECK-SAME:    %[[WORDS:.*]]: !llvm.ptr) attributes {novi.arena = 64 : index}
// CHECK:         %[[AT:.*]] = llvm.getelementptr %[[WORDS]][0]
// CHECK-NEXT:    llvm.load %[[AT]] {{.*}} -> !llvm.ptr
// CHECK:         %[[AT:.*]] = llvm.getelementptr %[[WORDS]][1]
// CHECK-NEXT:    %[[N:.*]] = llvm.load %[[AT]] {{.*}} -> i64
// CHECK:         %[[AT:.*]] = llvm.getelementptr %[[WORDS]][2]
// CHECK-NEXT:    llvm.load %[[AT]] {{.*}} -> !llvm.ptr
// CHECK:         llvm.call @noviAllocate
// CHECK:         %[[AT:.*]] = llvm.getelementptr %[[WORDS]][3]
// CHECK-NEXT:    llvm.store %{{.*}}, %[[AT]] {{.*}} : !llvm.ptr, !llvm.ptr
// CHECK:         %[[AT:.*]] = llvm.getelementptr %[[WORDS]][4]
// CHECK-NEXT:    llvm.store %{{.*}}, %[[AT]] {{.*}} : i64, !llvm.ptr
// CHECK-NEXT:    llvm.return
func.func @f(%x: memref<?x4xf32>, %arena: memref<64xi8> {novi.arena = 64 : index}) -> memref<?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  %y = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32>
  return %y : memref<?x4xf32>
}

// -----

// Memory is Novi's.
// CHECK-DAG:     llvm.func @noviAllocate(i64, i64) -> !llvm.ptr
// CHECK-DAG:     llvm.func @noviFree(!llvm.ptr)
// CHECK-LABEL: llvm.func @memory
// CHECK:         llvm.call @noviAllocate
// CHECK:         llvm.call @noviFree
func.func @memory(%n: index) {
  %y = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
  memref.dealloc %y : memref<?xf32>
  return
}

// -----

// CHECK-DAG:     llvm.mlir.global internal constant @[[TEXT:.*]]("3 is not 4\00")
// CHECK-DAG:     llvm.func @noviAssertFailed(!llvm.ptr)
// CHECK-LABEL: llvm.func @check
// CHECK:         llvm.cond_br %{{.*}}, ^[[GOOD:.*]], ^[[BAD:bb[0-9]+]]
// CHECK:       ^[[GOOD]]:
// CHECK-NEXT:    llvm.return
// CHECK:       ^[[BAD]]:
// CHECK-NEXT:    %[[AT:.*]] = llvm.mlir.addressof @[[TEXT]]
// CHECK-NEXT:    llvm.call @noviAssertFailed(%[[AT]])
// CHECK-NEXT:    llvm.unreachable
func.func @check(%n: index) {
  %c4 = arith.constant 4 : index
  %same = arith.cmpi eq, %n, %c4 : index
  cf.assert %same, "3 is not 4"
  return
}
