// RUN: %python %S/feed.py %s %t.npz
// RUN: novi-opt %s --novi-generate-backward="arguments=s" --novi-generate-backward="loss=s.gradient" -o %t.mlir
// RUN: novi-run %t.mlir --backend=interpret --inputs=%t.npz | FileCheck %s
// RUN: novi-run %t.mlir --backend=cpu --inputs=%t.npz | FileCheck %s

// Second derivatives on the edges: f'' (x) of the loss sum(f(x + s)), whose slope
// along s is sum(f'(x + s)).
// FEED: s = f32 0

func.func @step(%s: tensor<f32> {novi.name = "s"},
                %x: tensor<5xf32> {novi.name = "G13", novi.role = "parameter"},
                %y: tensor<5xf32> {novi.name = "square", novi.role = "parameter"},
                %z: tensor<3xf32> {novi.name = "log", novi.role = "parameter"})
    -> (tensor<f32> {novi.role = "loss"}) {
  // G13: a relu has none, at 0 either.
  // FEED: G13 = f32 [0, -0.0, 1e-45, -1, 2]
  // CHECK: G13.gradient : tensor<5xf32> = [0, 0, 0, 0, 0]
  %xs = novi.add %x, %s : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %r = novi.relu %xs : (tensor<5xf32>) -> tensor<5xf32>
  %l0 = novi.reduce_sum %r axes = [0] : (tensor<5xf32>) -> tensor<f32>

  // relu(x)^2 has 2 where x > 0.
  // FEED: square = f32 [0, -0.0, 1e-45, -1, 2]
  // CHECK: square.gradient : tensor<5xf32> = [0, 0, 2, 0, 2]
  %ys = novi.add %y, %s : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  %q = novi.relu %ys : (tensor<5xf32>) -> tensor<5xf32>
  %q2 = novi.mul %q, %q : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %l1 = novi.reduce_sum %q2 axes = [0] : (tensor<5xf32>) -> tensor<f32>

  // 4 ln x has -4 / x^2; what a select hides has nothing.
  // FEED: log = f32 [0, 2, -1]
  // CHECK: log.gradient : tensor<3xf32> = [{{-?}}0, -1, {{-?}}0]
  %zs = novi.add %z, %s : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %zero = novi.constant dense<0.0> : tensor<f32>
  %m = novi.compare gt, %zs, %zero : (tensor<3xf32>, tensor<f32>) -> tensor<3xi1>
  %log = novi.log %zs : (tensor<3xf32>) -> tensor<3xf32>
  %shown = novi.select %m, %log, %zero : (tensor<3xi1>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %sum = novi.reduce_sum %shown axes = [0] : (tensor<3xf32>) -> tensor<f32>
  %l2 = novi.scale %sum by 4.0 : (tensor<f32>) -> tensor<f32>

  %l3 = novi.add %l0, %l1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %l4 = novi.add %l3, %l2 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %l4 : tensor<f32>
}
