// RUN: novi-opt %s --novi-decompose --split-input-file | FileCheck %s --implicit-check-not=softmax --implicit-check-not=_loss
// RUN: novi-opt %s --novi-decompose --canonicalize --cse --novi-fuse --split-input-file -o /dev/null \
// RUN:   --remark-policy=all --remark-format=emitRemark --remarks-filter-missed=novi-fuse 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KERNELS --allow-empty

// What was a kernel is one after it.
// KERNELS-NOT: cannot run as one

// CHECK-LABEL: @softmax
// CHECK: %[[MAX:.*]] = novi.reduce_max %[[X:.*]] axes = [0] keepdims : (tensor<6x?xf32>) -> tensor<1x?xf32>
// CHECK: %[[SHIFTED:.*]] = novi.sub %[[X]], %[[MAX]]
// CHECK: %[[EXP:.*]] = novi.exp %[[SHIFTED]]
// CHECK: %[[SUM:.*]] = novi.reduce_sum %[[EXP]] axes = [0] keepdims
// CHECK: %[[RESULT:.*]] = novi.div %[[EXP]], %[[SUM]] : (tensor<6x?xf32>, tensor<1x?xf32>) -> tensor<6x8xf32>
// CHECK: return %[[RESULT]]
func.func @softmax(%x: tensor<6x?xf32>) -> tensor<6x8xf32> {
  %0 = novi.softmax %x axis = -2 : (tensor<6x?xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// -----

// In f32, rounded once.
// CHECK-LABEL: @half
// CHECK: %[[X:.*]] = novi.cast %{{.*}} : tensor<2x3xf16> to tensor<2x3xf32>
// CHECK: novi.reduce_max %[[X]]
// CHECK: novi.log
// CHECK: %[[RESULT:.*]] = novi.sub %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<2x1xf32>)
// CHECK-NEXT: novi.cast %[[RESULT]] : tensor<2x3xf32> to tensor<2x3xf16>
func.func @half(%x: tensor<2x3xf16>) -> tensor<2x3xf16> {
  %0 = novi.log_softmax %x axis = 1 : (tensor<2x3xf16>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// -----

// Of one element there is nothing to reduce, of none no largest.
// CHECK-LABEL: @small
// CHECK-NOT: novi.reduce
// CHECK: return
func.func @small(%x: tensor<f32>, %y: tensor<4x1xf32>, %z: tensor<4x0xf32>)
    -> (tensor<f32>, tensor<4x1xf32>, tensor<4x0xf32>) {
  %0 = novi.softmax %x axis = 0 : (tensor<f32>) -> tensor<f32>
  %1 = novi.log_softmax %y axis = 1 : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %2 = novi.softmax %z axis = 1 : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return %0, %1, %2 : tensor<f32>, tensor<4x1xf32>, tensor<4x0xf32>
}

// -----

// CHECK-LABEL: @layer_norm
// CHECK: %[[SUM:.*]] = novi.reduce_sum %[[X:.*]] axes = [1] keepdims : (tensor<?x8xf32>) -> tensor<?x1xf32>
// CHECK: %[[MEAN:.*]] = novi.div %[[SUM]], %{{.*}}
// CHECK: %[[CENTRED:.*]] = novi.sub %[[X]], %[[MEAN]]
// CHECK: %[[SQUARE:.*]] = novi.mul %[[CENTRED]], %[[CENTRED]]
// CHECK: novi.reduce_sum %[[SQUARE]] axes = [1] keepdims
// CHECK: %[[LOG:.*]] = novi.log
// CHECK: %[[HALF:.*]] = novi.scale %[[LOG]] {{.*}}-5.0{{0*}}e-01
// CHECK: %[[R:.*]] = novi.exp %[[HALF]]
// CHECK: novi.mul %[[CENTRED]], %[[R]]
func.func @layer_norm(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = novi.layer_norm %x axis = -1 epsilon = 1.0e-05 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// The number of rows is a sum of ones where it is dynamic.
// CHECK-LABEL: @mean
// CHECK: %[[SUM:.*]] = novi.reduce_sum %{{.*}} axes = [0, 1] : (tensor<?x5xf32>) -> tensor<f32>
// CHECK: %[[LOSS:.*]] = novi.sub %{{.*}}, %[[SUM]]
// CHECK: %[[ONES:.*]] = novi.broadcast %{{.*}} : tensor<f32> to tensor<?xf32>
// CHECK: %[[COUNT:.*]] = novi.reduce_sum %[[ONES]] axes = [0] : (tensor<?xf32>) -> tensor<f32>
// CHECK: novi.div %[[LOSS]], %[[COUNT]]
func.func @mean(%p: tensor<?x5xf32>, %t: tensor<?x5xf32>) -> tensor<f32> {
  %0 = novi.kernel (%a = %p : tensor<?x5xf32>, %b = %t : tensor<?x5xf32>) -> (tensor<f32>) {
    %1 = novi.cross_entropy_loss %a, %b rows = all epsilon = 0.0 reduction = mean
        : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<f32>
    novi.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// The first row alone is read where nothing else needs the others ...
// CHECK-LABEL: @first
// CHECK: novi.kernel
// CHECK-DAG: novi.slice %{{.*}}[0, 0] [1, 5] [1, 1]
// CHECK-DAG: novi.slice %{{.*}}[0, 0] [1, 5] [1, 1]
// CHECK: %[[SUM:.*]] = novi.reduce_sum %{{.*}} axes = [0, 1] : (tensor<1x5xf32>)
// CHECK: %[[LOSS:.*]] = novi.sub %{{.*}}, %[[SUM]]
// CHECK-NEXT: novi.yield %[[LOSS]]
func.func @first(%p: tensor<6x5xf32>, %t: tensor<6x5xf32>) -> tensor<f32> {
  %0 = novi.kernel (%a = %p : tensor<6x5xf32>, %b = %t : tensor<6x5xf32>) -> (tensor<f32>) {
    %1 = novi.softmax_cross_entropy_loss %a, %b rows = first reduction = mean
        : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<f32>
    novi.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// ... and beside what does, the others are left out of the sum.
// CHECK-LABEL: @first_beside
// CHECK: novi.kernel
// CHECK-NOT: novi.slice
// CHECK: %[[FIRST:.*]] = novi.insert_slice {{.*}}[0, 0] [1, 1] : (tensor<1x5xf32>, tensor<?x5xf32>)
// CHECK: %[[MASK:.*]] = novi.compare ne, %[[FIRST]]
// CHECK: %[[TERMS:.*]] = novi.select %[[MASK]]
// CHECK: novi.reduce_sum %[[TERMS]] axes = [0, 1]
func.func @first_beside(%x: tensor<?x5xf32>, %t: tensor<?x5xf32>) -> (tensor<?x5xf32>, tensor<f32>) {
  %0:2 = novi.kernel (%a = %x : tensor<?x5xf32>, %b = %t : tensor<?x5xf32>)
      -> (tensor<?x5xf32>, tensor<f32>) attributes {must_fuse} {
    %1 = novi.softmax %a axis = 1 : (tensor<?x5xf32>) -> tensor<?x5xf32>
    %2 = novi.cross_entropy_loss %1, %b rows = first epsilon = 1.0e-8 reduction = sum
        : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<f32>
    novi.yield %1, %2 : tensor<?x5xf32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<?x5xf32>, tensor<f32>
}

// -----

// One block does a long row of a kernel that is there.
// CHECK-LABEL: @long_row
func.func @long_row(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = novi.kernel (%a = %x : tensor<?xf32>) -> (tensor<?xf32>) attributes {must_fuse} {
    %1 = novi.softmax %a axis = 0 : (tensor<?xf32>) -> tensor<?xf32>
    novi.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// What is known of the sizes of one tells of the other: a row is no axis that the
// target alone would have.
// CHECK-LABEL: @one_row
// CHECK: novi.kernel
// CHECK-SAME: %[[X:.*]] = %{{.*}} : tensor<1x?xf32>, %[[T:.*]] = %{{.*}} : tensor<?x5xf32>
// CHECK-DAG: tensor.cast %[[X]] : tensor<1x?xf32> to tensor<1x5xf32>
// CHECK-DAG: tensor.cast %[[T]] : tensor<?x5xf32> to tensor<1x5xf32>
func.func @one_row(%x: tensor<1x?xf32>, %t: tensor<?x5xf32>) -> tensor<f32> {
  %0 = novi.kernel (%a = %x : tensor<1x?xf32>, %b = %t : tensor<?x5xf32>) -> (tensor<f32>) {
    %1 = novi.softmax_cross_entropy_loss %a, %b rows = all reduction = sum
        : (tensor<1x?xf32>, tensor<?x5xf32>) -> tensor<f32>
    novi.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// Both the largest element and what it is subtracted from repeat x along the axis
// that is reduced: at the same places.
// CHECK-LABEL: @repeated
// CHECK: novi.kernel
// CHECK: novi.reduce_max
func.func @repeated(%x: tensor<6x4xf32>, %y: tensor<6x4xf32>) -> tensor<3x6x4xf32> {
  %0 = novi.kernel (%a = %x : tensor<6x4xf32>, %b = %y : tensor<6x4xf32>) -> (tensor<3x6x4xf32>) attributes {must_fuse} {
    %1 = novi.add %a, %b : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
    %2 = novi.broadcast %1 : tensor<6x4xf32> to tensor<3x6x4xf32>
    %3 = novi.softmax %2 axis = 0 : (tensor<3x6x4xf32>) -> tensor<3x6x4xf32>
    novi.yield %3 : tensor<3x6x4xf32>
  }
  return %0 : tensor<3x6x4xf32>
}

// -----

// Two operands are one tensor in two forms, so their axes are one.
// CHECK-LABEL: @two_forms
// CHECK: novi.kernel
func.func @two_forms(%x: tensor<33xf32>, %y: tensor<33xf32>) -> (tensor<f32>, tensor<33x1xf32>) {
  %z = novi.reshape %x : tensor<33xf32> to tensor<33x1xf32>
  %0:2 = novi.kernel (%a = %x : tensor<33xf32>, %b = %y : tensor<33xf32>, %c = %z : tensor<33x1xf32>)
      -> (tensor<f32>, tensor<33x1xf32>) attributes {must_fuse} {
    %1 = novi.mul %a, %b : (tensor<33xf32>, tensor<33xf32>) -> tensor<33xf32>
    %2 = novi.reduce_sum %1 axes = [0] : (tensor<33xf32>) -> tensor<f32>
    %3 = novi.exp %c : (tensor<33x1xf32>) -> tensor<33x1xf32>
    novi.yield %2, %3 : tensor<f32>, tensor<33x1xf32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<33x1xf32>
}
