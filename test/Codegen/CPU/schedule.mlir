// RUN: novi-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(novi-cpu-schedule),canonicalize,cse)' | FileCheck %s

// A tile of 6 rows and 16 columns, accumulators in registers from the fill on,
// bias and activation before the only store.
// CHECK-LABEL: func @product
// CHECK-SAME:    %[[X:[^:]*]]: memref<12x64xf32>, %[[W:[^:]*]]: memref<64x32xf32>, %[[B:[^:]*]]: memref<32xf32>, %[[Y:[^:]*]]: memref<12x32xf32>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for %[[N:[^ ]*]] = %c0 to %c32 step %c16
// CHECK:           scf.for %[[M:[^ ]*]] = %c0 to %c12 step %c6
// CHECK:             %[[ACC:.*]]:12 = scf.for %[[K:[^ ]*]] = %c0 to %c64 step %c{{.*}} iter_args(%[[A:[^ ]*]] = %[[ZERO]],
// CHECK-NOT:           vector.store
// CHECK:               %[[XV:.*]] = memref.load %[[X]][%[[M]], %[[K]]]
// CHECK:               %[[WV:.*]] = vector.load %[[W]][%[[K]], %[[N]]] : memref<64x32xf32>, vector<8xf32>
// CHECK:               %[[XB:.*]] = vector.broadcast %[[XV]]
// CHECK:               %[[P:.*]] = arith.mulf %[[XB]], %[[WV]] fastmath<contract>
// CHECK:               arith.addf %[[A]], %[[P]] fastmath<contract>
// CHECK:             %[[BV:.*]] = vector.load %[[B]][%[[N]]] : memref<32xf32>, vector<8xf32>
// CHECK:             %[[S:.*]] = arith.addf %[[ACC]]#0, %[[BV]]
// CHECK:             %[[R:.*]] = arith.maximumf %[[S]], %[[ZERO]]
// CHECK:             vector.store %[[R]], %[[Y]][%[[M]], %[[N]]]
func.func @product(%x: memref<12x64xf32>, %w: memref<64x32xf32>, %b: memref<32xf32>, %y: memref<12x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<12x32xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<12x32xf32>)
  linalg.matmul ins(%x, %w : memref<12x64xf32>, memref<64x32xf32>) outs(%t : memref<12x32xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%t, %b : memref<12x32xf32>, memref<32xf32>) outs(%y : memref<12x32xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    %r = arith.maximumf %s, %zero : f32
    linalg.yield %r : f32
  }
  return
}

// -----

// 20 columns are two vectors of 8 and one of 4; 20 rows are four tiles of 5, not
// three of 6 and one of 2.
// CHECK-LABEL: func @rest
// CHECK-SAME:    %[[X:[^:]*]]: memref<20x100xf32>, %[[W:[^:]*]]: memref<100x20xf32>
// CHECK:         scf.for %{{.*}} = %c0 to %c20 step %c5 {
// CHECK:           scf.for %{{.*}} -> (vector<8xf32>
// CHECK:         scf.for %{{.*}} = %c0 to %c20 step %c5 {
// CHECK:           scf.for %{{.*}} -> (vector<4xf32>
func.func @rest(%x: memref<20x100xf32>, %w: memref<100x20xf32>, %y: memref<20x20xf32>) {
  linalg.matmul ins(%x, %w : memref<20x100xf32>, memref<100x20xf32>) outs(%y : memref<20x20xf32>)
  return
}

// -----

// 13 = 8 + 5 of 8.
// CHECK-LABEL: func @mask
// CHECK-DAG:     %[[MASK:.*]] = vector.constant_mask [5] : vector<8xi1>
// CHECK-DAG:     vector.load %{{.*}}[%c0] : memref<13xf32>, vector<8xf32>
// CHECK:         vector.maskedload %{{.*}}[%c8], %[[MASK]]
// CHECK:         vector.maskedstore %{{.*}}[%c8], %[[MASK]]
func.func @mask(%x: memref<13xf32>, %y: memref<13xf32>) {
  linalg.exp ins(%x : memref<13xf32>) outs(%y : memref<13xf32>)
  return
}

// -----

// Sizes at run time: full vectors, then one that is masked.
// CHECK-LABEL: func @dynamic
// CHECK-SAME:    %[[X:[^:]*]]: memref<?xf32>
// CHECK:         %[[N:.*]] = memref.dim
// CHECK:         %[[FULL:.*]] = arith.subi %[[N]],
// CHECK:         omp.parallel if(%{{.*}}) {
// CHECK:           omp.loop_nest (%{{.*}}) : index = (%c0) to (%[[FULL]]) step (%c16)
// CHECK:         scf.for %[[I:[^ ]*]] = %[[FULL]] to %[[N]] step %c8
// CHECK:           %[[LEFT:.*]] = arith.subi %[[N]], %[[I]]
// CHECK:           %[[VALID:.*]] = arith.minui %[[LEFT]], %c8
// CHECK:           %[[MASK:.*]] = vector.create_mask %[[VALID]]
// CHECK:           vector.maskedload %[[X]][%[[I]]], %[[MASK]]
func.func @dynamic(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.exp ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

// -----

// Loops that the buffers let run as one: 3 times 5 is 15.
// CHECK-LABEL: func @merge
// CHECK-DAG:     memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [15], strides: [1]
// CHECK-DAG:     vector.constant_mask [7]
func.func @merge(%x: memref<3x5xf32>, %y: memref<3x5xf32>) {
  linalg.exp ins(%x : memref<3x5xf32>) outs(%y : memref<3x5xf32>)
  return
}

// -----

// A sum along memory: lanes are summed, then each other, in a tree.
// CHECK-LABEL: func @sum
// CHECK:         scf.for %{{.*}} iter_args(%{{.*}}) -> (vector<8xf32>
// CHECK:           vector.load
// CHECK:           arith.addf
// CHECK:         vector.shuffle %{{.*}} [4, 5, 6, 7]
// CHECK:         vector.shuffle %{{.*}} [2, 3]
// CHECK:         memref.store
func.func @sum(%x: memref<4x64xf32>, %y: memref<4xf32>) {
  linalg.reduce ins(%x : memref<4x64xf32>) outs(%y : memref<4xf32>) dimensions = [1]
    (%a: f32, %o: f32) {
      %s = arith.addf %a, %o : f32
      linalg.yield %s : f32
    }
  return
}

// -----

// An operation that needs an order, or may trap, is done one by one.
// CHECK-LABEL: func @trap
// CHECK-NOT:     vector
// CHECK:         arith.divsi %{{.*}} : i32
func.func @trap(%x: memref<64xi32>, %y: memref<64xi32>) {
  linalg.div ins(%x, %x : memref<64xi32>, memref<64xi32>) outs(%y : memref<64xi32>)
  return
}

// -----

// The product reads rows of %x that an earlier tile would have overwritten: the
// sum does not move into it.
// CHECK-LABEL: func @residual
// CHECK-SAME:    %[[X:[^:]*]]: memref<32x32xf32>, %[[W:[^:]*]]: memref<32x32xf32>
// CHECK:         %[[T:.*]] = memref.alloc
// CHECK:         scf.for
// CHECK:         vector.store %{{.*}}, %[[T]]
// CHECK:         vector.store %{{.*}}, %{{.*}} : memref<1024xf32
func.func @residual(%x: memref<32x32xf32>, %w: memref<32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<32x32xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<32x32xf32>)
  linalg.matmul ins(%x, %w : memref<32x32xf32>, memref<32x32xf32>) outs(%t : memref<32x32xf32>)
  linalg.add ins(%t, %x : memref<32x32xf32>, memref<32x32xf32>) outs(%x : memref<32x32xf32>)
  return
}

// -----

// Enough work for threads, and known to be.
// CHECK-LABEL: func @threads
// CHECK:         omp.parallel {
// CHECK-NEXT:      omp.wsloop {
// CHECK:             omp.loop_nest
func.func @threads(%x: memref<1048576xf32>, %y: memref<1048576xf32>) {
  linalg.exp ins(%x : memref<1048576xf32>) outs(%y : memref<1048576xf32>)
  return
}

// -----

// No element, no loop; no axis, no loop.
// CHECK-LABEL: func @nothing
// CHECK-NOT:     vector
// CHECK-NOT:     scf.for
// CHECK:         memref.load %{{.*}}[] : memref<f32>
// CHECK:         math.exp
// CHECK-NEXT:    memref.store
func.func @nothing(%x: memref<0x4xf32>, %y: memref<0x4xf32>, %a: memref<f32>, %b: memref<f32>) {
  linalg.exp ins(%x : memref<0x4xf32>) outs(%y : memref<0x4xf32>)
  linalg.exp ins(%a : memref<f32>) outs(%b : memref<f32>)
  return
}
