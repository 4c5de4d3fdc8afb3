// RUN: novi-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(novi-plan-memory))' | FileCheck %s
// RUN: novi-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(novi-plan-memory{reuse=false}))' | FileCheck %s --check-prefix=ALL
// RUN: novi-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(novi-plan-memory))' --remarks-filter=novi-plan-memory -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

// a -> b -> c: c takes a's place. Each buffer takes 64 bytes.
// CHECK-LABEL: func @chain
// CHECK-SAME:    %[[ARENA:[^:]*]]: memref<128xi8> {novi.arena = 128 : index}
// CHECK-DAG:     %[[C:.*]] = memref.view %[[ARENA]][%c0][] : memref<128xi8> to memref<2x2xf32>
// CHECK-DAG:     %[[B:.*]] = memref.view %[[ARENA]][%c64][] : memref<128xi8> to memref<4xf32>
// CHECK-DAG:     %[[A:.*]] = memref.view %[[ARENA]][%c0{{.*}}][] : memref<128xi8> to memref<4xf32>
// CHECK:         linalg.exp ins(%{{.*}}) outs(%[[A]] : memref<4xf32>)
// CHECK-NEXT:    linalg.exp ins(%[[A]] : memref<4xf32>) outs(%[[B]] : memref<4xf32>)
// ALL-LABEL:   func @chain
// ALL-SAME:      memref<192xi8> {novi.arena = 192 : index}
// REMARK:      remark: [Analysis] Plan | {{.*}}Buffers=3, Bytes=128, LowerBound=128, WithoutReuse=192
func.func @chain(%x: memref<4xf32>, %y: memref<2x2xf32>) {
  %c = memref.alloc() : memref<2x2xf32>
  %b = memref.alloc() : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  %v = memref.expand_shape %b [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  linalg.exp ins(%v : memref<2x2xf32>) outs(%c : memref<2x2xf32>)
  linalg.exp ins(%c : memref<2x2xf32>) outs(%y : memref<2x2xf32>)
  return
}

// -----

// A view keeps its buffer alive.
// CHECK-LABEL: func @view
// CHECK-SAME:    memref<192xi8> {novi.arena = 192 : index}
func.func @view(%x: memref<4xf32>, %y: memref<2x2xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %v = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.exp ins(%v : memref<2x2xf32>) outs(%y : memref<2x2xf32>)
  return
}

// -----

// In a loop a buffer lives for the whole loop: %a, read by the next iteration
// too, may not lie where %b is.
// CHECK-LABEL: func @loop
// CHECK-SAME:    memref<128xi8> {novi.arena = 128 : index}
// CHECK:         scf.for
// CHECK-NOT:     memref.alloc
func.func @loop(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%a : memref<4xf32>) outs(%y : memref<4xf32>)
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%y : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%b : memref<4xf32>) outs(%y : memref<4xf32>)
  }
  return
}

// -----

// Iterations that run at one time have buffers of their own, and free them.
// CHECK-LABEL: func @threads
// CHECK-NOT:     novi.arena
// CHECK:         scf.parallel
// CHECK:           %[[B:.*]] = memref.alloc()
// CHECK:           linalg.exp ins(%[[B]]
// CHECK-NEXT:      memref.dealloc %[[B]]
func.func @threads(%x: memref<4xf32>, %y: memref<?x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
    %v = memref.subview %y[%i, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    linalg.exp ins(%b : memref<4xf32>) outs(%v : memref<4xf32, strided<[1], offset: ?>>)
  }
  return
}

// -----

// Of dynamic size: freed behind the last use, what is returned is not.
// CHECK-LABEL: func @dynamic
// CHECK:         cf.assert %{{.*}}, "out of memory: sizes at run time ask for 64 TiB or more in one memref<?x2xf32>"
// CHECK-NEXT:    %[[A:.*]] = memref.alloc(%[[N:.*]]) : memref<?x2xf32>
// CHECK:         %[[B:.*]] = memref.alloc(%[[N]]) : memref<?x2xf32>
// CHECK:         linalg.exp ins(%{{.*}}) outs(%[[A]]
// CHECK:         linalg.exp ins(%[[A]] : memref<?x2xf32>) outs(%[[B]]
// CHECK-NEXT:    memref.dealloc %[[A]]
// CHECK-NEXT:    return %[[B]]
func.func @dynamic(%x: memref<?x2xf32>, %n: index) -> memref<?x2xf32> {
  %a = memref.alloc(%n) : memref<?x2xf32>
  %b = memref.alloc(%n) : memref<?x2xf32>
  linalg.exp ins(%x : memref<?x2xf32>) outs(%a : memref<?x2xf32>)
  linalg.exp ins(%a : memref<?x2xf32>) outs(%b : memref<?x2xf32>)
  return %b : memref<?x2xf32>
}

// -----

// A buffer of a branch that is used behind it lives on.
// CHECK-LABEL: func @branch
// CHECK-SAME:    memref<128xi8> {novi.arena = 128 : index}
func.func @branch(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.add ins(%r, %b : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// -----

// Nothing in it, but it is used.
// CHECK-LABEL: func @empty
// CHECK-SAME:    memref<0xi8> {novi.arena = 0 : index}
func.func @empty(%y: memref<0xf32>) {
  %a = memref.alloc() : memref<0xf32>
  linalg.exp ins(%a : memref<0xf32>) outs(%y : memref<0xf32>)
  return
}
