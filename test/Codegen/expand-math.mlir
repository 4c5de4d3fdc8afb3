// RUN: novi-opt %s --novi-expand-math | FileCheck %s

// CHECK-LABEL: func @vectors
// CHECK-NOT:     math.exp
// CHECK-NOT:     math.log
// CHECK:         math.fma %{{.*}} : vector<8xf32>
func.func @vectors(%x: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) {
  %e = math.exp %x : vector<8xf32>
  %l = math.log %x : vector<8xf32>
  return %e, %l : vector<8xf32>, vector<8xf32>
}

// CHECK-LABEL: func @others
// CHECK:         math.exp %{{.*}} : f64
// CHECK:         math.tanh %{{.*}} : f32
func.func @others(%x: f64, %y: f32) -> (f64, f32) {
  %e = math.exp %x : f64
  %t = math.tanh %y : f32
  return %e, %t : f64, f32
}
