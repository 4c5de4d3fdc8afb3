// A kernel becomes a function of the device and a launch.

// RUN: novi-opt %s --novi-gpu-outline-kernels --canonicalize | FileCheck %s

// CHECK: module attributes {gpu.container_module}
// CHECK: gpu.module @kernels {
// CHECK: memref.global "private" constant @[[C:.*]] : memref<4xf32> = dense<[1.0{{.*}}, 2.0{{.*}}, 3.0{{.*}}, 4.0{{.*}}]> {alignment = 64 : i64}

// One argument for each operand, one for each result.
// CHECK: gpu.func @relu_kernel(%{{.*}}: memref<1000xf32>, %{{.*}}: memref<1000xf32>) kernel
// CHECK-SAME: known_block_size = array<i32: [[T:[0-9]+]], 1, 1>
// CHECK-SAME: novi_gpu.schedule = {{{.*}}threads = [[T]]

// CHECK: gpu.func @add_kernel(%{{[a-z0-9]+}}: memref<4xf32>, %{{[a-z0-9]+}}: memref<4xf32>) kernel
// CHECK: memref.get_global @[[C]]
// CHECK: gpu.func @sum_kernel(%{{[a-z0-9]+}}: memref<64xf32>, %{{[a-z0-9]+}}: memref<64xf32> {novi_gpu.in_place}, %{{[a-z0-9]+}}: memref<64xf32> {novi_gpu.in_place}) kernel

// CHECK-LABEL: func.func @static
// CHECK-SAME: (%[[X:.*]]: tensor<1000xf32>)
// CHECK-DAG: %[[E:.*]] = tensor.empty() : tensor<1000xf32>
// CHECK: %[[Y:.*]] = novi_gpu.launch @kernels::@relu_kernel blocks(%{{.*}}) threads([[T]])
// CHECK-SAME: ins(%[[X]] : tensor<1000xf32>) outs(%[[E]] : tensor<1000xf32>) {in_place = array<i64: -1>} -> tensor<1000xf32>
// CHECK: return %[[Y]]
func.func @static(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %y = novi.kernel "relu" (%a = %x : tensor<1000xf32>) -> (tensor<1000xf32>) {
    %0 = novi.relu %a : (tensor<1000xf32>) -> tensor<1000xf32>
    novi.yield %0 : tensor<1000xf32>
  }
  return %y : tensor<1000xf32>
}

// Sizes of results, and the number of blocks, from sizes of operands; at most
// 2^31 - 1 blocks. A name of other letters, of digits, none, and one that is there.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x3xf32>)
// CHECK-DAG: %[[MOST:.*]] = arith.constant 2147483647 : index
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %{{.*}}
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x3xf32>
// CHECK: %[[B:.*]] = arith.minui %{{.*}}, %[[MOST]]
// CHECK: novi_gpu.launch @kernels::@relu_kernel_0 blocks(%[[B]])
// CHECK-SAME: outs(%[[E]] : tensor<?x3xf32>)
// CHECK: novi_gpu.launch @kernels::@a_b___kernel
// CHECK: novi_gpu.launch @kernels::@k2_kernel
// CHECK: novi_gpu.launch @kernels::@k_kernel
func.func @dynamic(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %y = novi.kernel "relu" (%a = %x : tensor<?x3xf32>) -> (tensor<?x3xf32>) {
    %0 = novi.relu %a : (tensor<?x3xf32>) -> tensor<?x3xf32>
    novi.yield %0 : tensor<?x3xf32>
  }
  %z = novi.kernel "a.b\C3\A4" (%a = %x : tensor<?x3xf32>) -> (tensor<?x3xf32>) {
    %0 = novi.neg %a : (tensor<?x3xf32>) -> tensor<?x3xf32>
    novi.yield %0 : tensor<?x3xf32>
  }
  %v = novi.kernel "2" (%a = %x : tensor<?x3xf32>) -> (tensor<?x3xf32>) {
    %0 = novi.neg %a : (tensor<?x3xf32>) -> tensor<?x3xf32>
    novi.yield %0 : tensor<?x3xf32>
  }
  %w = novi.kernel (%a = %x : tensor<?x3xf32>) -> (tensor<?x3xf32>) {
    %0 = novi.neg %a : (tensor<?x3xf32>) -> tensor<?x3xf32>
    novi.yield %0 : tensor<?x3xf32>
  }
  return %y, %z, %v, %w : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}

// Data that is constant goes to the device with the code.
// CHECK-LABEL: func.func @constant
// CHECK: novi_gpu.launch @kernels::@add_kernel {{.*}} ins(%{{[a-z0-9]+}} : tensor<4xf32>)
func.func @constant(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = novi.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = novi.kernel "add" (%a = %x : tensor<4xf32>, %b = %c : tensor<4xf32>) -> (tensor<4xf32>) {
    %0 = novi.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    novi.yield %0 : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// What the kernel reads only to write it anew, and nothing else reads later, is
// the destination; an argument of the function is the caller's.
// CHECK-LABEL: func.func @in_place
// CHECK: %[[A:.*]] = novi_gpu.launch {{.*}} {in_place = array<i64: -1>}
// CHECK: %[[B:.*]] = novi_gpu.launch {{.*}} ins(%{{[a-z0-9]+}}, %[[A]] : {{.*}}) outs(%[[A]] : tensor<64xf32>) {in_place = array<i64: 1>}
// CHECK: novi_gpu.launch {{.*}} ins(%[[B]] : {{.*}}) outs(%{{.*}} : tensor<64xf32>) {in_place = array<i64: -1>}
// CHECK: novi_gpu.launch {{.*}} ins(%[[B]] : {{.*}}) outs(%{{.*}} : tensor<f32>) {in_place = array<i64: -1>}
func.func @in_place(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<f32>) {
  %a = novi.kernel "first" (%a = %x : tensor<64xf32>) -> (tensor<64xf32>) {
    %0 = novi.relu %a : (tensor<64xf32>) -> tensor<64xf32>
    novi.yield %0 : tensor<64xf32>
  }
  %b = novi.kernel "sum" (%a = %x : tensor<64xf32>, %b = %a : tensor<64xf32>) -> (tensor<64xf32>) {
    %0 = novi.add %a, %b : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
    novi.yield %0 : tensor<64xf32>
  }
  %c = novi.kernel "read_later" (%a = %b : tensor<64xf32>) -> (tensor<64xf32>) {
    %0 = novi.relu %a : (tensor<64xf32>) -> tensor<64xf32>
    novi.yield %0 : tensor<64xf32>
  }
  %d = novi.kernel "reduce" (%a = %b : tensor<64xf32>) -> (tensor<f32>) {
    %0 = novi.reduce_sum %a axes = [0] : (tensor<64xf32>) -> tensor<f32>
    novi.yield %0 : tensor<f32>
  }
  return %c, %d : tensor<64xf32>, tensor<f32>
}
