// Elements that lie side by side are loaded and stored together, 16 bytes at a time.

// RUN: novi-opt %s --novi-to-nvvm | FileCheck %s

// CHECK: .visible .entry f32_kernel
// CHECK: ld.global.nc.v4.b32
// CHECK: st.global.v4.b32
// CHECK: .visible .entry f64_kernel
// CHECK: ld.global.nc.v2.b64
// CHECK: st.global.v2.b64
// CHECK: .visible .entry f16_kernel
// CHECK: ld.global.nc.v4.b32
// CHECK: st.global.v4.b32
func.func @step(%x: tensor<40x64xf32>, %y: tensor<40x64xf64>, %z: tensor<40x64xf16>)
    -> (tensor<40x64xf32>, tensor<40x64xf64>, tensor<40x64xf16>) {
  %0 = novi.kernel "f32" (%a = %x : tensor<40x64xf32>) -> (tensor<40x64xf32>) {
    %r = novi.relu %a : (tensor<40x64xf32>) -> tensor<40x64xf32>
    novi.yield %r : tensor<40x64xf32>
  }
  %1 = novi.kernel "f64" (%a = %y : tensor<40x64xf64>) -> (tensor<40x64xf64>) {
    %r = novi.relu %a : (tensor<40x64xf64>) -> tensor<40x64xf64>
    novi.yield %r : tensor<40x64xf64>
  }
  %2 = novi.kernel "f16" (%a = %z : tensor<40x64xf16>) -> (tensor<40x64xf16>) {
    %r = novi.relu %a : (tensor<40x64xf16>) -> tensor<40x64xf16>
    novi.yield %r : tensor<40x64xf16>
  }
  return %0, %1, %2 : tensor<40x64xf32>, tensor<40x64xf64>, tensor<40x64xf16>
}
