// A module is a graph region: casts may close a circle that instructions may not.
// Canonicalisation does not follow it for ever.
//
// RUN: novi-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s

// CHECK: %[[A:.*]] = tensor.cast %[[D:.*]] : tensor<2xf32> to tensor<?xf32>
// CHECK: %[[B:.*]] = novi.neg %[[A]]
// CHECK: %[[C:.*]] = tensor.cast %[[B]]
// CHECK: %[[D]] = novi.neg %[[C]]
%a = tensor.cast %d : tensor<2xf32> to tensor<?xf32>
%b = novi.neg %a : (tensor<?xf32>) -> tensor<?xf32>
%c = tensor.cast %b : tensor<?xf32> to tensor<2xf32>
%d = novi.neg %c : (tensor<2xf32>) -> tensor<2xf32>
"test.use"(%b, %d) : (tensor<?xf32>, tensor<2xf32>) -> ()
