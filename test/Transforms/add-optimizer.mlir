// RUN: novi-opt %s --novi-add-optimizer="kind=sgd learning-rate=0.5 clip-value=2" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: novi-opt %s --novi-add-optimizer="learning-rate=0.5" | FileCheck %s --check-prefix=PLAIN
// RUN: %python %S/../Gradients/feed.py %s %t.npz
// RUN: novi-run %t.mlir --backend=interpret --inputs=%t.npz | FileCheck %s --check-prefix=VALUES

// RUN: not novi-opt %s --novi-add-optimizer="learning-rate=0" 2>&1 | FileCheck %s --check-prefix=RATE
// RUN: not novi-opt %s --novi-add-optimizer="learning-rate=inf" 2>&1 | FileCheck %s --check-prefix=RATE
// RUN: not novi-opt %s --novi-add-optimizer="learning-rate=nan" 2>&1 | FileCheck %s --check-prefix=RATE
// RUN: not novi-opt %s --novi-add-optimizer="learning-rate=-0.5" 2>&1 | FileCheck %s --check-prefix=RATE
// RUN: not novi-opt %s --novi-add-optimizer="clip-value=0" 2>&1 | FileCheck %s --check-prefix=CLIP
// RUN: not novi-opt %s --novi-add-optimizer="clip-value=nan" 2>&1 | FileCheck %s --check-prefix=CLIP
// RUN: not novi-opt %s --novi-add-optimizer="kind=lion" 2>&1 | FileCheck %s --check-prefix=KIND

// RATE: error: novi-add-optimizer: learning-rate = {{.*}} must be positive and finite
// CLIP: error: novi-add-optimizer: clip-value = {{.*}} must be positive
// KIND: lion

// The results keep their places; those that were gradients are parameters.

// CHECK: func.func @step(%[[W:.+]]: tensor<5xf32> {novi.name = "w", novi.role = "parameter"}, %[[G:.+]]: tensor<5xf32>
// CHECK-SAME: -> (tensor<f32> {novi.name = "loss", novi.role = "loss"}, tensor<5xf32> {novi.name = "w", novi.role = "parameter"},
// CHECK-SAME: tensor<5xf32> {novi.role = "output"})
// CHECK: %[[C:.+]] = novi.clip %[[G]] min -2.0{{.*}} max 2.0{{[^ ]*}} :
// CHECK-NEXT: %[[D:.+]] = novi.scale %[[C]] by 5.0{{[^ ]*}} :
// CHECK-NEXT: %[[NEXT:.+]] = novi.sub %[[W]], %[[D]]
// CHECK-NEXT: return %{{.+}}, %[[NEXT]], %[[G]]

// PLAIN: func.func @step(
// PLAIN-NOT: novi.clip
// PLAIN: novi.scale
// PLAIN-NOT: novi.clip

// w - 0.5 min(2, max(-2, g)); a NaN stays.
// FEED: w = f32 [1, 1, 1, 1, 1]
// FEED: arg1 = f32 [0.5, 3, -inf, nan, 0]
// VALUES: w : tensor<5xf32> = [0.75, 0, 2, nan, 1]
func.func @step(%w: tensor<5xf32> {novi.name = "w", novi.role = "parameter"}, %g: tensor<5xf32>)
    -> (tensor<f32> {novi.name = "loss", novi.role = "loss"},
        tensor<5xf32> {novi.name = "w.gradient", novi.role = "gradient"}, tensor<5xf32> {novi.role = "output"}) {
  %l = novi.reduce_sum %w axes = [0] : (tensor<5xf32>) -> tensor<f32>
  return %l, %g, %g : tensor<f32>, tensor<5xf32>, tensor<5xf32>
}
