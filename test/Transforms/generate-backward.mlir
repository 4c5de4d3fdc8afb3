// RUN: novi-opt %s --novi-generate-backward --split-input-file | FileCheck %s

// The example of the pass. Parameters are asked for; x is none, so nothing is built
// for it, and a gradient that is repeated is not reshaped first.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[X:.+]]: tensor<6x20xf32>, %[[W:.+]]: tensor<20x8xf32> {novi.name = "w", novi.role = "parameter"})
// CHECK-SAME: -> (tensor<f32>, tensor<20x8xf32> {novi.name = "w.gradient", novi.role = "gradient"}) {
// CHECK-NEXT: novi.matmul
// CHECK-NEXT: %[[L:.+]] = novi.reduce_sum
// CHECK-NEXT: %[[ONE:.+]] = novi.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[DY:.+]] = novi.broadcast %[[ONE]] : tensor<f32> to tensor<6x8xf32>
// CHECK-NEXT: %[[DW:.+]] = novi.matmul %[[X]], %[[DY]] {transpose_a}
// CHECK-NEXT: return %[[L]], %[[DW]]
func.func @step(%x: tensor<6x20xf32>, %w: tensor<20x8xf32> {novi.name = "w", novi.role = "parameter"}) -> tensor<f32> {
  %y = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
  %l = novi.reduce_sum %y axes = [0, 1] : (tensor<6x8xf32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// Without parameters, all of floats; unnamed ones by their number. The loss is the
// result with that role.

// CHECK-LABEL: func.func @all(
// CHECK-SAME: -> (tensor<2xf32> {novi.role = "output"}, tensor<f32> {novi.role = "loss"},
// CHECK-SAME: tensor<2xf32> {novi.name = "arg0.gradient", novi.role = "gradient"},
// CHECK-SAME: tensor<2xf32> {novi.name = "arg3.gradient", novi.role = "gradient"})
// CHECK: return %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : tensor<2xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>
func.func @all(%a: tensor<2xf32>, %i: index, %m: tensor<2xi1>, %b: tensor<2xf32>)
    -> (tensor<2xf32> {novi.role = "output"}, tensor<f32> {novi.role = "loss"}) {
  %s = novi.select %m, %a, %b : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %l = novi.reduce_sum %s axes = [0] : (tensor<2xf32>) -> tensor<f32>
  return %s, %l : tensor<2xf32>, tensor<f32>
}

// -----

// Three uses of x: two of one op, one of another.

// CHECK-LABEL: func.func @uses(
// CHECK-SAME: %[[X:.+]]: tensor<f64>)
// CHECK: %[[ONE:.+]] = novi.constant
// CHECK-NEXT: %[[A:.+]] = novi.mul %[[ONE]], %[[X]]
// CHECK-NEXT: %[[B:.+]] = novi.mul %[[ONE]], %[[X]]
// CHECK-NEXT: %[[SUM:.+]] = novi.add %[[ONE]], %[[A]]
// CHECK-NEXT: %[[SUMS:.+]] = novi.add %[[SUM]], %[[B]]
// CHECK-NEXT: return %{{.+}}, %[[SUMS]]
func.func @uses(%x: tensor<f64>) -> tensor<f64> {
  %s = novi.mul %x, %x : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %l = novi.add %s, %x : (tensor<f64>, tensor<f64>) -> tensor<f64>
  return %l : tensor<f64>
}

// -----

// Nothing is built for what does not depend on the parameter (%c), nor for what the
// loss does not depend on (%d), so neither needs a rule.

func.func private @other(tensor<2x2xf32>) -> tensor<2x2xf32>

// CHECK-LABEL: func.func @inactive(
// CHECK: call @other
// CHECK: call @other
// CHECK: %[[L:.+]] = novi.reduce_sum
// CHECK-NEXT: novi.constant
// CHECK-NEXT: novi.broadcast
// CHECK-NEXT: novi.matmul {{.*}} {transpose_b}
// CHECK-NEXT: return %[[L]]
func.func @inactive(%x: tensor<2x2xf32>, %w: tensor<2x2xf32> {novi.role = "parameter"})
    -> (tensor<f32> {novi.role = "loss"}, tensor<2x2xf32>) {
  %c = call @other(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %d = call @other(%w) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = novi.matmul %w, %c : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %l = novi.reduce_sum %y axes = [0, 1] : (tensor<2x2xf32>) -> tensor<f32>
  return %l, %d : tensor<f32>, tensor<2x2xf32>
}

// -----

// An argument without influence has zeros, of its own sizes. What only a comparison
// reads has none either.

// CHECK-LABEL: func.func @dead(
// CHECK-SAME: %{{.+}}: tensor<f32>, %{{.+}}: tensor<3xf32>, %[[D:.+]]: tensor<?x2x?xf32>, %[[N:.+]]: tensor<f32>)
// CHECK-DAG: %[[Z:.+]] = novi.zero : tensor<3xf32>
// CHECK-DAG: %[[D0:.+]] = tensor.dim %[[D]], %c0
// CHECK-DAG: %[[D2:.+]] = tensor.dim %[[D]], %c2
// CHECK-DAG: %[[ZD:.+]] = novi.zero(%[[D0]], %[[D2]]) : tensor<?x2x?xf32>
// CHECK-DAG: %[[ZN:.+]] = novi.zero : tensor<f32>
// CHECK: return %{{.+}}, %{{.+}}, %[[Z]], %[[ZD]], %[[ZN]]
func.func @dead(%x: tensor<f32>, %a: tensor<3xf32>, %d: tensor<?x2x?xf32>, %n: tensor<f32>) -> tensor<f32> {
  %m = novi.compare gt, %n, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %l = novi.select %m, %x, %x : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// The loss may be an argument, and may have axes of size 1.

// CHECK-LABEL: func.func @identity(
// CHECK: %[[ONE:.+]] = novi.constant dense<1.000000e+00> : tensor<1x1xf16>
// CHECK: return %{{.+}}, %[[ONE]]
func.func @identity(%x: tensor<1x1xf16>) -> tensor<1x1xf16> {
  return %x : tensor<1x1xf16>
}

// -----

// A gradient has the type of its value, whatever types hide or know on the way.

// CHECK-LABEL: func.func @casts(
// CHECK-SAME: -> (tensor<f32>, tensor<3x4xf32> {{.*}}, tensor<?xf32> {{.*}}) {
// CHECK: tensor.cast %{{.+}} : tensor<?x?xf32> to tensor<3x4xf32>
func.func @casts(%x: tensor<3x4xf32>, %b: tensor<?xf32>) -> tensor<f32> {
  %d = tensor.cast %x : tensor<3x4xf32> to tensor<?x?xf32>
  %y = novi.mul %d, %b : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %l = novi.reduce_sum %y axes = [0, 1] : (tensor<?x4xf32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// Of a concat, slices for what is asked for alone.

// CHECK-LABEL: func.func @concat(
// CHECK: novi.concat
// CHECK: novi.slice %{{.+}}[0, 4] [2, 3] [1, 1]
// CHECK-NOT: novi.slice
func.func @concat(%a: tensor<2x4xf32>, %b: tensor<2x3xf32> {novi.role = "parameter"}, %c: tensor<2x5xf32>) -> tensor<f32> {
  %y = novi.concat %a, %b, %c axis = 1 : (tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x12xf32>
  %l = novi.reduce_sum %y axes = [0, 1] : (tensor<2x12xf32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// One matrix for all batches: its gradient is one contraction, so that those of the
// single batches are never stored. The same where size-1 axes repeat a matrix.

// CHECK-LABEL: func.func @shared(
// CHECK-SAME: %[[X:.+]]: tensor<7x6x4xf32>, %[[W:.+]]: tensor<4x5xf32>
// CHECK: novi.contract "Ank,Anm->km" %[[X]], %{{.+}} : (tensor<7x6x4xf32>, tensor<7x6x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT: return
func.func @shared(%x: tensor<7x6x4xf32>, %w: tensor<4x5xf32> {novi.role = "parameter"}) -> tensor<f32> {
  %y = novi.matmul %x, %w : (tensor<7x6x4xf32>, tensor<4x5xf32>) -> tensor<7x6x5xf32>
  %l = novi.reduce_sum %y axes = [0, 1, 2] : (tensor<7x6x5xf32>) -> tensor<f32>
  return %l : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @shared_axes(
// CHECK: novi.contract "ABnm,Bkm->Ank" %{{.+}} : (tensor<2x7x6x5xf32>, tensor<7x4x5xf32>) -> tensor<2x6x4xf32>
func.func @shared_axes(%x: tensor<2x1x6x4xf32> {novi.role = "parameter"}, %w: tensor<1x7x4x5xf32>) -> tensor<f32> {
  %y = novi.matmul %x, %w : (tensor<2x1x6x4xf32>, tensor<1x7x4x5xf32>) -> tensor<2x7x6x5xf32>
  %l = novi.reduce_sum %y axes = [0, 1, 2, 3] : (tensor<2x7x6x5xf32>) -> tensor<f32>
  return %l : tensor<f32>
}
