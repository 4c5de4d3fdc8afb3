// RUN: novi-run --backend=interpret %s | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %s | FileCheck %s --match-full-lines
// RUN: novi-opt %s --canonicalize --cse | novi-run --backend=interpret - | FileCheck %s --match-full-lines
// RUN: novi-opt %s --novi-inline-kernels --canonicalize | novi-run --backend=interpret - | FileCheck %s --match-full-lines

// Values of kernels and of packed masks, by hand.

func.func @main() -> (
    tensor<2x2xf32> {novi.name = "h"},
    tensor<2x1xi8> {novi.name = "mask"},
    tensor<2x2xf32> {novi.name = "gradient"},
    tensor<2x16xi8> {novi.name = "F13"},
    tensor<3xi8> {novi.name = "long"},
    tensor<17xi1> {novi.name = "back"},
    tensor<0xi8> {novi.name = "none"},
    tensor<2x0xi1> {novi.name = "nothing"},
    tensor<2xi1> {novi.name = "not"}) {
  // x W + b = [[1*1+2*0, 1*1-2*1], [-3, -3-1]] + [1, 1] = [[2, 0], [-2, -3]]
  %x = novi.constant dense<[[1.0, 2.0], [-3.0, 1.0]]> : tensor<2x2xf32>
  %w = novi.constant dense<[[1.0, 1.0], [0.0, -1.0]]> : tensor<2x2xf32>
  %b = novi.constant dense<1.0> : tensor<2xf32>
  %h, %mask = novi.kernel "linear" (%a0 = %x : tensor<2x2xf32>, %a1 = %w : tensor<2x2xf32>, %a2 = %b : tensor<2xf32>)
      -> (tensor<2x2xf32>, tensor<2x1xi8>) {
    %0 = novi.matmul %a0, %a1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = novi.add %0, %a2 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
    %2 = novi.relu %1 : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %zero = novi.constant dense<0.0> : tensor<f32>
    %3 = novi.compare le, %1, %zero : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xi1>
    %4 = novi.not %3 : (tensor<2x2xi1>) -> tensor<2x2xi1>
    %5 = novi.pack_mask %4 : (tensor<2x2xi1>) -> tensor<2x1xi8>
    novi.yield %2, %5 : tensor<2x2xf32>, tensor<2x1xi8>
  }
  // CHECK: h : tensor<2x2xf32> = {{\[\[}}2, 0], [0, 0]]
  // CHECK-NEXT: mask : tensor<2x1xui8> = {{\[\[}}1], [0]]

  // The upstream gradient where relu let pass.
  %u = novi.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %gradient = novi.kernel (%a0 = %mask : tensor<2x1xi8>, %a1 = %u : tensor<2x2xf32>) -> (tensor<2x2xf32>) {
    %zero = novi.constant dense<0.0> : tensor<f32>
    %0 = novi.unpack_mask %a0 : tensor<2x1xi8> to tensor<2x2xi1>
    %1 = novi.select %0, %a1, %zero : (tensor<2x2xi1>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
    novi.yield %1 : tensor<2x2xf32>
  }
  // CHECK-NEXT: gradient : tensor<2x2xf32> = {{\[\[}}5, 0], [0, 0]]

  // Rows of 9 bits, padded with zeros to 128; the lowest bit comes first.
  %m = novi.constant dense<[[true, false, true, false, false, false, false, true, true],
                            [false, true, false, false, false, false, false, false, false]]> : tensor<2x9xi1>
  %wide = novi.pack_mask %m {alignment = 128} : (tensor<2x9xi1>) -> tensor<2x16xi8>
  // CHECK-NEXT: F13 : tensor<2x16xui8> = {{\[\[}}133, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]
  %ones = novi.constant dense<true> : tensor<17xi1>
  %long = novi.pack_mask %ones : (tensor<17xi1>) -> tensor<3xi8>
  // CHECK-NEXT: long : tensor<3xui8> = [255, 255, 1]
  %back = novi.unpack_mask %long : tensor<3xi8> to tensor<17xi1>
  // CHECK-NEXT: back : tensor<17xi1> = [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]
  %empty = novi.constant dense<true> : tensor<0xi1>
  %none = novi.pack_mask %empty {alignment = 128} : (tensor<0xi1>) -> tensor<0xi8>
  // CHECK-NEXT: none : tensor<0xui8> = []
  %rows = novi.constant dense<true> : tensor<2x0xi1>
  %0 = novi.pack_mask %rows : (tensor<2x0xi1>) -> tensor<2x0xi8>
  %nothing = novi.unpack_mask %0 : tensor<2x0xi8> to tensor<2x0xi1>
  // CHECK-NEXT: nothing : tensor<2x0xi1> = []
  %1 = novi.constant dense<[true, false]> : tensor<2xi1>
  %not = novi.not %1 : (tensor<2xi1>) -> tensor<2xi1>
  // CHECK-NEXT: not : tensor<2xi1> = [false, true]
  return %h, %mask, %gradient, %wide, %long, %back, %none, %nothing, %not
      : tensor<2x2xf32>, tensor<2x1xi8>, tensor<2x2xf32>, tensor<2x16xi8>, tensor<3xi8>, tensor<17xi1>, tensor<0xi8>, tensor<2x0xi1>, tensor<2xi1>
}
