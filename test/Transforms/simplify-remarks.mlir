// The remarks of novi-simplify, with the flags and without.
//
// RUN: novi-opt %s --novi-simplify -o %t.mlir --remark-policy=all --remark-format=emitRemark --remarks-filter=novi-simplify 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: novi-opt %s --novi-simplify="nnan ninf nsz" -o %t.mlir --remark-policy=all --remark-format=emitRemark --remarks-filter=novi-simplify 2>&1 | FileCheck %s --check-prefixes=CHECK,FLAGS --implicit-check-not=remark:
//
// Each function speaks for itself, in order, also when several work at once.
// RUN: novi-opt %s --pass-pipeline='builtin.module(novi-simplify)' -o %t.mlir --remark-policy=all --remark-format=emitRemark --remarks-filter=novi-simplify 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: novi-opt %s --pass-pipeline='builtin.module(func.func(novi-simplify))' -o %t.mlir --remark-policy=all --remark-format=emitRemark --remarks-filter=novi-simplify 2>&1 | FileCheck %s --implicit-check-not=remark:
//
// Nobody asked: silence.
// RUN: novi-opt %s --novi-simplify -o %t.mlir 2>&1 | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: remark

func.func @widening(%row: tensor<3xf32>, %column: tensor<2x1xf32>, %m: tensor<2x3xf32>, %s: tensor<f32>, %c: tensor<2x1x1xi1>, %n: tensor<?xf32>) {
  // CHECK: :[[#@LINE+1]]:8: remark: [Analysis] WideningBroadcast | Category:novi-simplify | Remark="every operand is repeated to tensor<2x3xf32>, which is often a mistake in a shape"
  %0 = novi.add %row, %column : (tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  // CHECK: :[[#@LINE+1]]:8: remark: [Analysis] WideningBroadcast | Category:novi-simplify | Remark="every operand is repeated to tensor<2x3xi1>, which is often a mistake in a shape"
  %1 = novi.compare lt, %column, %row : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xi1>
  // CHECK: :[[#@LINE+1]]:8: remark: [Analysis] WideningBroadcast | Category:novi-simplify | Remark="every operand is repeated to tensor<2x2x3xf32>, which is often a mistake in a shape"
  %2 = novi.select %c, %row, %m : (tensor<2x1x1xi1>, tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
  // CHECK: :[[#@LINE+1]]:8: remark: [Analysis] WideningBroadcast | Category:novi-simplify | Remark="every operand is repeated to tensor<2x?xf32>, which is often a mistake in a shape"
  %3 = novi.div %column, %n : (tensor<2x1xf32>, tensor<?xf32>) -> tensor<2x?xf32>

  // One that is not repeated; one that only gets an axis of size 1.
  %4 = novi.mul %m, %row : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %5 = novi.sub %s, %column : (tensor<f32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %6 = novi.reshape %s : tensor<f32> to tensor<1x1xf32>
  %7 = novi.add %row, %6 : (tensor<3xf32>, tensor<1x1xf32>) -> tensor<1x3xf32>
  %8 = novi.add %s, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  // Products and explicit broadcasts mean it.
  %9 = novi.matmul %column, %6 : (tensor<2x1xf32>, tensor<1x1xf32>) -> tensor<2x1xf32>
  %10 = novi.broadcast %column : tensor<2x1xf32> to tensor<2x3xf32>
  call @use(%0, %2, %3, %4, %5, %7, %8, %9, %10) : (tensor<2x3xf32>, tensor<2x2x3xf32>, tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x1xf32>, tensor<1x3xf32>, tensor<f32>, tensor<2x1xf32>, tensor<2x3xf32>) -> ()
  call @use_mask(%1) : (tensor<2x3xi1>) -> ()
  return
}
func.func private @use(tensor<2x3xf32>, tensor<2x2x3xf32>, tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x1xf32>, tensor<1x3xf32>, tensor<f32>, tensor<2x1xf32>, tensor<2x3xf32>)
func.func private @use_mask(tensor<2x3xi1>)

// CHECK: :[[#@LINE+3]]:1: remark: [Analysis] ZeroGradient | Category:novi-simplify | Remark="w.gradient is zero whatever is fed: the parameter w can never change"
// CHECK: :[[#@LINE+2]]:1: remark: [Analysis] ZeroGradient | Category:novi-simplify | Remark="result 1 is zero whatever is fed: the parameter result 1 can never change"
// CHECK: :[[#@LINE+1]]:1: remark: [Analysis] ZeroGradient | Category:novi-simplify | Remark="db is zero whatever is fed: the parameter db can never change"
func.func @zero_gradients(%x: tensor<2x2xf32>, %n: index)
    -> (tensor<2x2xf32> {novi.name = "w.gradient", novi.role = "gradient"},
        tensor<2xf32> {novi.role = "gradient"},
        tensor<?xf32> {novi.name = "db", novi.role = "gradient"},
        tensor<2x2xf32> {novi.name = "y", novi.role = "output"},
        tensor<2x2xf32> {novi.name = "v.gradient", novi.role = "gradient"},
        tensor<2xf32>) {
  %0 = novi.zero : tensor<2x2xf32>
  %1 = novi.constant dense<-0.0> : tensor<2xf32>
  %2 = novi.zero(%n) : tensor<?xf32>
  return %0, %1, %2, %0, %x, %1 : tensor<2x2xf32>, tensor<2xf32>, tensor<?xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>
}

// Zero only if there is no NaN.
// FLAGS: :[[#@LINE+1]]:1: remark: [Analysis] ZeroGradient | Category:novi-simplify | Remark="w.gradient is zero whatever is fed: the parameter w can never change"
func.func @found_zero(%x: tensor<2x2xf32>) -> (tensor<2x2xf32> {novi.name = "w.gradient", novi.role = "gradient"}) {
  %0 = novi.scale %x by 0.0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
