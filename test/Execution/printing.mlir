// RUN: novi-run %s | FileCheck %s --match-full-lines

// A tensor of more than 1000 elements is abridged as NumPy does, along each axis
// of more than six.

func.func @main() -> (tensor<10x10x10xf32> {novi.name = "whole"},
                      tensor<8x1001xf32> {novi.name = "abridged"},
                      tensor<500x3xf64> {novi.name = "narrow"}) {
  // CHECK: whole : tensor<10x10x10xf32> = {{[^.]*}}
  %whole = novi.zero : tensor<10x10x10xf32>

  // CHECK{LITERAL}: abridged : tensor<8x1001xf32> = [[1, 0, 0, ..., 0, 0, 0], [0, 1, 0, ..., 0, 0, 0], [0, 0, 1, ..., 0, 0, 0], ..., [0, 0, 0, ..., 0, 0, 0], [0, 0, 0, ..., 0, 0, 0], [0, 0, 0, ..., 0, 0, 0]]
  %abridged = novi.eye : tensor<8x1001xf32>

  // CHECK{LITERAL}: narrow : tensor<500x3xf64> = [[1, 0, 0], [0, 1, 0], [0, 0, 1], ..., [0, 0, 0], [0, 0, 0], [0, 0, 0]]
  %narrow = novi.eye : tensor<500x3xf64>

  return %whole, %abridged, %narrow
    : tensor<10x10x10xf32>, tensor<8x1001xf32>, tensor<500x3xf64>
}
