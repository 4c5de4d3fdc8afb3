// PTX of a layer and of a softmax in f32 needs nothing of the CUDA Toolkit; exp of
// f64 is a function of its libdevice.

// DEFINE: %{without} = env -u CUDA_ROOT -u CUDA_HOME PATH=%novi_build/bin CUDA_PATH=/nowhere
// RUN: %{without} novi-opt %s --novi-to-nvvm="chip=sm_90a format=isa" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK-NOT: .extern
// CHECK: .visible .entry

// RUN: sed 's/f32/f64/g' %s > %t.f64.mlir
// RUN: %{without} not novi-opt %t.f64.mlir --novi-to-nvvm 2>&1 | FileCheck %s --check-prefix=F64
// F64: error: there is no libdevice, which has __nv_exp; set CUDA_PATH to where the CUDA Toolkit is
func.func @f(%x: tensor<9x20xf32>, %w: tensor<20x30xf32>, %b: tensor<30xf32>) -> tensor<9x30xf32> {
  %p = novi.matmul %x, %w : (tensor<9x20xf32>, tensor<20x30xf32>) -> tensor<9x30xf32>
  %s = novi.add %p, %b : (tensor<9x30xf32>, tensor<30xf32>) -> tensor<9x30xf32>
  %y = novi.softmax %s axis = 1 : (tensor<9x30xf32>) -> tensor<9x30xf32>
  return %y : tensor<9x30xf32>
}
