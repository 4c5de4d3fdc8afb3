// What becomes one kernel, and what does not. Every kernel is checked for, so
// their number is, too.
//
// RUN: novi-opt %s --novi-fuse | FileCheck %s --implicit-check-not=novi.kernel
// RUN: novi-opt %s --novi-fuse --novi-fuse | FileCheck %s --implicit-check-not=novi.kernel
// RUN: novi-opt %s --pass-pipeline='builtin.module(func.func(novi-fuse))' | FileCheck %s --implicit-check-not=novi.kernel

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @epilogue
// CHECK-SAME: %[[A:.*]]: tensor<6x20xf32>, %[[B:.*]]: tensor<20x8xf32>, %[[ROW:.*]]: tensor<8xf32>, %[[COLUMN:.*]]: tensor<6x1xf32>, %[[R:.*]]: tensor<6x8xf32>
// CHECK: %[[K:.*]] = novi.kernel "matmul_scale_add_mul" (%{{.*}} = %[[A]] : tensor<6x20xf32>, %{{.*}} = %[[B]] : tensor<20x8xf32>, %{{.*}} = %[[ROW]] : tensor<8xf32>, %{{.*}} = %[[COLUMN]] : tensor<6x1xf32>, %{{.*}} = %[[R]] : tensor<6x8xf32>) -> (tensor<6x8xf32>) {
// CHECK: return %[[K]]
func.func @epilogue(%a: tensor<6x20xf32>, %b: tensor<20x8xf32>, %row: tensor<8xf32>, %column: tensor<6x1xf32>, %residual: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = novi.matmul %a, %b : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
  %1 = novi.scale %0 by 0.5 : (tensor<6x8xf32>) -> tensor<6x8xf32>
  %2 = novi.add %1, %row : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
  %3 = novi.mul %2, %column : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
  %4 = novi.clip %3 min -1.0 max 1.0 : (tensor<6x8xf32>) -> tensor<6x8xf32>
  %5 = novi.exp %4 : (tensor<6x8xf32>) -> tensor<6x8xf32>
  %6 = novi.add %5, %residual : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  return %6 : tensor<6x8xf32>
}

// What is cheap goes to where an operand is read, what moves elements anyway.
// CHECK-LABEL: func.func @prologue
// CHECK: novi.kernel "matmul_scale_sub"
// CHECK: novi.transpose
func.func @prologue(%x: tensor<784x100xf32>, %w: tensor<784x256xf32>, %m: tensor<784xf32>) -> tensor<100x256xf32> {
  %0 = novi.transpose %x permutation = [1, 0] : (tensor<784x100xf32>) -> tensor<100x784xf32>
  %1 = novi.scale %0 by 0.004 : (tensor<100x784xf32>) -> tensor<100x784xf32>
  %2 = novi.sub %1, %m : (tensor<100x784xf32>, tensor<784xf32>) -> tensor<100x784xf32>
  %3 = novi.matmul %2, %w : (tensor<100x784xf32>, tensor<784x256xf32>) -> tensor<100x256xf32>
  return %3 : tensor<100x256xf32>
}

// An exponential would be computed once for each tile of 64 columns.
// CHECK-LABEL: func.func @expensive_prologue
// CHECK: novi.kernel "exp"
// CHECK: novi.kernel "matmul"
func.func @expensive_prologue(%x: tensor<100x784xf32>, %w: tensor<784x65xf32>) -> tensor<100x65xf32> {
  %0 = novi.exp %x : (tensor<100x784xf32>) -> tensor<100x784xf32>
  %1 = novi.matmul %0, %w : (tensor<100x784xf32>, tensor<784x65xf32>) -> tensor<100x65xf32>
  return %1 : tensor<100x65xf32>
}

// CHECK-LABEL: func.func @one_tile
// CHECK: novi.kernel "matmul_exp"
func.func @one_tile(%x: tensor<100x784xf32>, %w: tensor<784x64xf32>) -> tensor<100x64xf32> {
  %0 = novi.exp %x : (tensor<100x784xf32>) -> tensor<100x784xf32>
  %1 = novi.matmul %0, %w : (tensor<100x784xf32>, tensor<784x64xf32>) -> tensor<100x64xf32>
  return %1 : tensor<100x64xf32>
}

// CHECK-LABEL: func.func @two_products
// CHECK: novi.kernel "matmul_relu"
// CHECK: novi.kernel "contract_neg"
func.func @two_products(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>, %v: tensor<6x7xf32>) -> tensor<7x4xf32> {
  %0 = novi.matmul %x, %w : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %1 = novi.relu %0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = novi.contract "ij,jk->ki" %1, %v : (tensor<4x6xf32>, tensor<6x7xf32>) -> tensor<7x4xf32>
  %3 = novi.neg %2 : (tensor<7x4xf32>) -> tensor<7x4xf32>
  return %3 : tensor<7x4xf32>
}

// The sum of two products goes with the later one.
// CHECK-LABEL: func.func @sum_of_products
// CHECK-SAME: %[[X:.*]]: tensor<4x5xf32>, {{.*}}, %[[Y:.*]]: tensor<4x7xf32>,
// CHECK: %[[K:.*]] = novi.kernel "matmul" ({{.*}} = %[[X]] :
// CHECK: novi.kernel "matmul_add" ({{.*}} = %[[Y]] : {{.*}} = %[[K]] :
func.func @sum_of_products(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>, %y: tensor<4x7xf32>, %v: tensor<7x6xf32>) -> tensor<4x6xf32> {
  %0 = novi.matmul %x, %w : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %1 = novi.matmul %y, %v : (tensor<4x7xf32>, tensor<7x6xf32>) -> tensor<4x6xf32>
  %2 = novi.add %0, %1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}

// A transposed result is stored so; the one as it is, too, where it is needed.
// CHECK-LABEL: func.func @transposed_result
// CHECK: %[[K:.*]]:2 = novi.kernel "matmul_transpose"
// CHECK: return %[[K]]#0, %[[K]]#1
func.func @transposed_result(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>) {
  %0 = novi.matmul %x, %w : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %1 = novi.transpose %0 permutation = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  return %0, %1 : tensor<4x6xf32>, tensor<6x4xf32>
}

// But an element and the one across the diagonal are in different blocks.
// CHECK-LABEL: func.func @plus_transposed
// CHECK: novi.kernel "matmul"
// CHECK: novi.kernel "add"
// CHECK: novi.transpose
func.func @plus_transposed(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = novi.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = novi.transpose %0 permutation = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = novi.add %0, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// A block goes over the rows, and sums; for sums along rows it would have to go
// over the columns.
// CHECK-LABEL: func.func @reductions_of_the_tile
// CHECK: novi.kernel "matmul_reduce_sum_scale" ({{.*}}) -> (tensor<4x6xf32>, tensor<6xf32>)
// CHECK: novi.kernel "reduce_max" ({{.*}}) -> (tensor<4xf32>)
func.func @reductions_of_the_tile(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>) -> (tensor<4x6xf32>, tensor<6xf32>, tensor<4xf32>) {
  %0 = novi.matmul %x, %w : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %1 = novi.reduce_sum %0 axes = [0] : (tensor<4x6xf32>) -> tensor<6xf32>
  %2 = novi.reduce_max %0 axes = [1] : (tensor<4x6xf32>) -> tensor<4xf32>
  %3 = novi.scale %1 by 0.25 : (tensor<6xf32>) -> tensor<6xf32>
  return %0, %3, %2 : tensor<4x6xf32>, tensor<6xf32>, tensor<4xf32>
}

// What needs all of a row needs the product whole.
// CHECK-LABEL: func.func @attention
// CHECK: novi.kernel "matmul_scale"
// CHECK: novi.kernel "softmax"
// CHECK: novi.kernel "matmul"
func.func @attention(%q: tensor<6x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = novi.matmul %q, %k {transpose_b} : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x6xf32>
  %1 = novi.scale %0 by 0.35 : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = novi.softmax %1 axis = 1 : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %3 = novi.matmul %2, %v : (tensor<6x6xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
  return %3 : tensor<6x8xf32>
}

// Half-precision operands, an accumulator in f32: beta = 1.
// CHECK-LABEL: func.func @accumulate
// CHECK: novi.kernel "matmul_cast_add"
func.func @accumulate(%x: tensor<100x784xf16>, %g: tensor<100x256xf16>, %sum: tensor<784x256xf32>) -> tensor<784x256xf32> {
  %0 = novi.matmul %x, %g {transpose_a} : (tensor<100x784xf16>, tensor<100x256xf16>) -> tensor<784x256xf16>
  %1 = novi.cast %0 : tensor<784x256xf16> to tensor<784x256xf32>
  %2 = novi.add %sum, %1 : (tensor<784x256xf32>, tensor<784x256xf32>) -> tensor<784x256xf32>
  return %2 : tensor<784x256xf32>
}

// Over micro-batches each product adds to what is there; what the operands are
// cast to is cast where it is read.
// CHECK-LABEL: func.func @micro_batches
// CHECK-SAME: %[[SUM:[^:]*]]: tensor<784x256xf32>)
// CHECK: %[[K:.*]] = novi.kernel "matmul_cast_add" ({{.*}} : tensor<100x784xbf16>, {{.*}} : tensor<100x256xbf16>, %{{.*}} = %[[SUM]] : tensor<784x256xf32>)
// CHECK: novi.kernel "matmul_cast_add" ({{.*}} : tensor<100x784xbf16>, {{.*}} : tensor<100x256xbf16>, %{{.*}} = %[[K]] : tensor<784x256xf32>)
func.func @micro_batches(%x0: tensor<100x784xbf16>, %g0: tensor<100x256xbf16>, %x1: tensor<100x784xbf16>, %g1: tensor<100x256xbf16>, %sum: tensor<784x256xf32>) -> tensor<784x256xf32> {
  %x2 = novi.cast %x0 : tensor<100x784xbf16> to tensor<100x784xf32>
  %g2 = novi.cast %g0 : tensor<100x256xbf16> to tensor<100x256xf32>
  %x3 = novi.cast %x1 : tensor<100x784xbf16> to tensor<100x784xf32>
  %g3 = novi.cast %g1 : tensor<100x256xbf16> to tensor<100x256xf32>
  %0 = novi.matmul %x2, %g2 {transpose_a} : (tensor<100x784xf32>, tensor<100x256xf32>) -> tensor<784x256xf32>
  %1 = novi.matmul %x3, %g3 {transpose_a} : (tensor<100x784xf32>, tensor<100x256xf32>) -> tensor<784x256xf32>
  %2 = novi.add %sum, %0 : (tensor<784x256xf32>, tensor<784x256xf32>) -> tensor<784x256xf32>
  %3 = novi.add %2, %1 : (tensor<784x256xf32>, tensor<784x256xf32>) -> tensor<784x256xf32>
  return %3 : tensor<784x256xf32>
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @layer_norm
// CHECK: novi.kernel "reduce_sum_scale_sub_mul" ({{.*}}) -> (tensor<6x1xf32>, tensor<6x1xf32>, tensor<6x64xf32>)
func.func @layer_norm(%x: tensor<6x64xf32>, %g: tensor<64xf32>, %b: tensor<64xf32>) -> (tensor<6x64xf32>, tensor<6x1xf32>, tensor<6x1xf32>) {
  %eps = novi.constant dense<1.0e-5> : tensor<f32>
  %s = novi.reduce_sum %x axes = [1] keepdims : (tensor<6x64xf32>) -> tensor<6x1xf32>
  %mean = novi.scale %s by 0.015625 : (tensor<6x1xf32>) -> tensor<6x1xf32>
  %c = novi.sub %x, %mean : (tensor<6x64xf32>, tensor<6x1xf32>) -> tensor<6x64xf32>
  %sq = novi.mul %c, %c : (tensor<6x64xf32>, tensor<6x64xf32>) -> tensor<6x64xf32>
  %ss = novi.reduce_sum %sq axes = [1] keepdims : (tensor<6x64xf32>) -> tensor<6x1xf32>
  %v = novi.scale %ss by 0.015625 : (tensor<6x1xf32>) -> tensor<6x1xf32>
  %ve = novi.add %v, %eps : (tensor<6x1xf32>, tensor<f32>) -> tensor<6x1xf32>
  %l = novi.log %ve : (tensor<6x1xf32>) -> tensor<6x1xf32>
  %h = novi.scale %l by -0.5 : (tensor<6x1xf32>) -> tensor<6x1xf32>
  %rstd = novi.exp %h : (tensor<6x1xf32>) -> tensor<6x1xf32>
  %n = novi.mul %c, %rstd : (tensor<6x64xf32>, tensor<6x1xf32>) -> tensor<6x64xf32>
  %y0 = novi.mul %n, %g : (tensor<6x64xf32>, tensor<64xf32>) -> tensor<6x64xf32>
  %y = novi.add %y0, %b : (tensor<6x64xf32>, tensor<64xf32>) -> tensor<6x64xf32>
  return %y, %mean, %rstd : tensor<6x64xf32>, tensor<6x1xf32>, tensor<6x1xf32>
}

// Two passes over the same rows are one.
// CHECK-LABEL: func.func @same_rows
// CHECK: novi.kernel "softmax_log_softmax_reduce_max"
func.func @same_rows(%x: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xf32>) {
  %0 = novi.softmax %x axis = 1 : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %1 = novi.log_softmax %x axis = 1 : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %2 = novi.reduce_max %x axes = [1] : (tensor<?x64xf32>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xf32>
}

// One with two readers is computed and stored once; relu of it stays in a register.
// CHECK-LABEL: func.func @two_users
// CHECK: %[[K:.*]] = novi.kernel "matmul_add" ({{.*}}) -> (tensor<4x6xf32>) {
// CHECK: novi.kernel "matmul_relu_add" (%{{.*}} = %[[K]] : tensor<4x6xf32>, %{{[^,]*}} : tensor<6x6xf32>) -> (tensor<4x6xf32>)
func.func @two_users(%x: tensor<4x5xf32>, %w: tensor<5x6xf32>, %b: tensor<6xf32>, %v: tensor<6x6xf32>) -> tensor<4x6xf32> {
  %0 = novi.matmul %x, %w : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  %1 = novi.add %0, %b : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  %2 = novi.relu %1 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = novi.matmul %1, %v : (tensor<4x6xf32>, tensor<6x6xf32>) -> tensor<4x6xf32>
  %4 = novi.add %3, %2 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return %4 : tensor<4x6xf32>
}

// Rows and columns are not.
// CHECK-LABEL: func.func @rows_and_columns
// CHECK: novi.kernel "softmax"
// CHECK: novi.kernel "softmax"
func.func @rows_and_columns(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = novi.softmax %x axis = 1 : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = novi.softmax %0 axis = 0 : (tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}

// A block that has everything does for little, not for much.
// CHECK-LABEL: func.func @everything
// CHECK: novi.kernel "reduce_max_div" ({{.*}}) -> (tensor<128x128xf32>)
// CHECK: novi.kernel "reduce_max" ({{.*}}) -> (tensor<f32>)
// CHECK: novi.kernel "div" ({{.*}}) -> (tensor<128x129xf32>)
func.func @everything(%x: tensor<128x128xf32>, %y: tensor<128x129xf32>) -> (tensor<128x128xf32>, tensor<128x129xf32>) {
  %0 = novi.reduce_max %x axes = [0, 1] : (tensor<128x128xf32>) -> tensor<f32>
  %1 = novi.div %x, %0 : (tensor<128x128xf32>, tensor<f32>) -> tensor<128x128xf32>
  %2 = novi.reduce_max %y axes = [0, 1] : (tensor<128x129xf32>) -> tensor<f32>
  %3 = novi.div %y, %2 : (tensor<128x129xf32>, tensor<f32>) -> tensor<128x129xf32>
  return %1, %3 : tensor<128x128xf32>, tensor<128x129xf32>
}

// A block that has rows and sums them keeps one, if it is not too long.
// CHECK-LABEL: func.func @kept
// CHECK: novi.kernel "softmax_reduce_sum" ({{.*}}: tensor<8x2048xf32>
// CHECK: novi.kernel "softmax" ({{.*}}: tensor<8x4097xf32>
// CHECK: novi.kernel "reduce_sum" ({{.*}}: tensor<8x4097xf32>
// CHECK: novi.kernel "softmax" ({{.*}}: tensor<8x?xf32>
// CHECK: novi.kernel "reduce_sum" ({{.*}}: tensor<8x?xf32>
func.func @kept(%x: tensor<8x2048xf32>, %y: tensor<8x4097xf32>, %z: tensor<8x?xf32>) -> (tensor<2048xf32>, tensor<4097xf32>, tensor<?xf32>) {
  %0 = novi.softmax %x axis = 1 : (tensor<8x2048xf32>) -> tensor<8x2048xf32>
  %1 = novi.reduce_sum %0 axes = [0] : (tensor<8x2048xf32>) -> tensor<2048xf32>
  %2 = novi.softmax %y axis = 1 : (tensor<8x4097xf32>) -> tensor<8x4097xf32>
  %3 = novi.reduce_sum %2 axes = [0] : (tensor<8x4097xf32>) -> tensor<4097xf32>
  %4 = novi.softmax %z axis = 1 : (tensor<8x?xf32>) -> tensor<8x?xf32>
  %5 = novi.reduce_sum %4 axes = [0] : (tensor<8x?xf32>) -> tensor<?xf32>
  return %1, %3, %5 : tensor<2048xf32>, tensor<4097xf32>, tensor<?xf32>
}

// A reduction and what feeds it.
// CHECK-LABEL: func.func @fed_reduction
// CHECK: novi.kernel "sub_mul_reduce_sum_scale" ({{.*}}) -> (tensor<f32>)
func.func @fed_reduction(%x: tensor<100x200xf32>, %y: tensor<100x200xf32>) -> tensor<f32> {
  %0 = novi.sub %x, %y : (tensor<100x200xf32>, tensor<100x200xf32>) -> tensor<100x200xf32>
  %1 = novi.mul %0, %0 : (tensor<100x200xf32>, tensor<100x200xf32>) -> tensor<100x200xf32>
  %2 = novi.reduce_sum %1 axes = [0, 1] : (tensor<100x200xf32>) -> tensor<f32>
  %3 = novi.scale %2 by 5.0e-5 : (tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}

//===----------------------------------------------------------------------===//
// Elementwise work and movement
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @movement
// CHECK: novi.kernel "exp_neg_concat_relu" ({{.*}}) -> (tensor<4x12xf32>)
func.func @movement(%x: tensor<9x4xf32>, %y: tensor<4x3xf32>) -> tensor<4x12xf32> {
  %0 = novi.transpose %x permutation = [1, 0] : (tensor<9x4xf32>) -> tensor<4x9xf32>
  %1 = novi.exp %0 : (tensor<4x9xf32>) -> tensor<4x9xf32>
  %2 = novi.neg %y : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %3 = novi.concat %1, %2 axis = 1 : (tensor<4x9xf32>, tensor<4x3xf32>) -> tensor<4x12xf32>
  %4 = novi.relu %3 : (tensor<4x12xf32>) -> tensor<4x12xf32>
  return %4 : tensor<4x12xf32>
}

// Views are read through by everyone.
// CHECK-LABEL: func.func @shared_view
// CHECK: novi.kernel "matmul"
// CHECK-NEXT: novi.slice
// CHECK: novi.kernel "matmul"
// CHECK-NEXT: novi.slice
func.func @shared_view(%x: tensor<4x12xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = novi.slice %x[0, 4] [4, 4] [1, 1] : (tensor<4x12xf32>) -> tensor<4x4xf32>
  %1 = novi.matmul %0, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = novi.matmul %w, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}

// Expensive work on a row is not done again for every row.
// CHECK-LABEL: func.func @expensive_row
// CHECK: novi.kernel "exp"
// CHECK: novi.kernel "add"
func.func @expensive_row(%x: tensor<4x12xf32>, %b: tensor<12xf32>) -> tensor<4x12xf32> {
  %0 = novi.exp %b : (tensor<12xf32>) -> tensor<12xf32>
  %1 = novi.add %x, %0 : (tensor<4x12xf32>, tensor<12xf32>) -> tensor<4x12xf32>
  return %1 : tensor<4x12xf32>
}

// CHECK-LABEL: func.func @cheap_row
// CHECK: novi.kernel "scale_add"
func.func @cheap_row(%x: tensor<4x12xf32>, %b: tensor<12xf32>) -> tensor<4x12xf32> {
  %0 = novi.scale %b by 0.5 : (tensor<12xf32>) -> tensor<12xf32>
  %1 = novi.add %x, %0 : (tensor<4x12xf32>, tensor<12xf32>) -> tensor<4x12xf32>
  return %1 : tensor<4x12xf32>
}

// What lies between two kernels keeps them two.
// CHECK-LABEL: func.func @between
// CHECK: novi.kernel "exp"
// CHECK: novi.kernel "matmul_sub"
func.func @between(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = novi.exp %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = novi.matmul %0, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = novi.sub %1, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// What costs nothing stays outside: constants, reshapes, sizes.
// CHECK-LABEL: func.func @outside
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>
// CHECK-DAG: %[[DATA:.*]] = novi.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK-DAG: tensor.dim %[[X]]
// CHECK: %[[FLAT:.*]] = novi.reshape %[[X]]
// CHECK: %[[K:.*]] = novi.kernel "exp" ({{.*}} = %[[FLAT]] : tensor<?xf32>) -> (tensor<?xf32>) {
// CHECK: %[[BACK:.*]] = novi.reshape %[[K]]
// CHECK: return %[[BACK]], %[[DATA]]
func.func @outside(%x: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<2xf32>) {
  %data = novi.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %all = arith.muli %n, %c8 : index
  %0 = novi.reshape %x sizes(%all) : tensor<?x8xf32> to tensor<?xf32>
  %1 = novi.exp %0 : (tensor<?xf32>) -> tensor<?xf32>
  %2 = novi.reshape %1 sizes(%n) : tensor<?xf32> to tensor<?x8xf32>
  return %2, %data : tensor<?x8xf32>, tensor<2xf32>
}

// A result that is only asked for its size is not stored.
// CHECK-LABEL: func.func @size
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: novi.kernel "exp_reduce_sum_add" (%{{.*}} = %[[X]] : tensor<?x4xf32>, %{{.*}} = %[[N]] : index) -> (tensor<?x1xf32>) {
func.func @size(%x: tensor<?x4xf32>) -> tensor<?x1xf32> {
  %c0 = arith.constant 0 : index
  %0 = novi.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = novi.reduce_sum %0 axes = [1] keepdims : (tensor<?x4xf32>) -> tensor<?x1xf32>
  %n = tensor.dim %0, %c0 : tensor<?x4xf32>
  %z = novi.zero(%n) : tensor<?x1xf32>
  %2 = novi.add %1, %z : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  return %2 : tensor<?x1xf32>
}

// In blocks of other ops, too; a call goes between.
// CHECK-LABEL: func.func @regions
// CHECK: novi.kernel "neg_exp"
// CHECK: call @regions
// CHECK: scf.if
// CHECK: novi.kernel "relu_neg"
// CHECK: scf.yield
// CHECK: scf.yield
func.func @regions(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = novi.neg %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = novi.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @regions(%1, %c) : (tensor<4xf32>, i1) -> tensor<4xf32>
  %3 = scf.if %c -> tensor<4xf32> {
    %4 = novi.relu %2 : (tensor<4xf32>) -> tensor<4xf32>
    %5 = novi.neg %4 : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %5 : tensor<4xf32>
  } else {
    scf.yield %2 : tensor<4xf32>
  }
  return %3 : tensor<4xf32>
}

// A kernel written by hand stays as it is, and apart.
// CHECK-LABEL: func.func @by_hand
// CHECK: novi.kernel "neg" (
// CHECK: novi.kernel "mine" (
// CHECK: novi.kernel "exp" (
func.func @by_hand(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = novi.neg %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = novi.kernel "mine" (%a = %0 : tensor<4xf32>) -> (tensor<4xf32>) {
    %2 = novi.relu %a : (tensor<4xf32>) -> tensor<4xf32>
    novi.yield %2 : tensor<4xf32>
  }
  %3 = novi.exp %1 : (tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// What nobody reads goes.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT: return
func.func @dead(%x: tensor<4xf32>) {
  %0 = novi.neg %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = novi.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  return
}
