// A cast rounds, also where the next one widens again and both are in one loop.

// RUN: %python -c "import numpy as np; np.savez('%t.npz', arg0=np.float32([1.001953125, 1.005859375]), arg1=np.float32([2049, 2050.5]))"
// RUN: novi-run --backend=interpret %s --inputs=%t.npz | FileCheck %s --match-full-lines
// RUN: novi-run --backend=cpu %s --inputs=%t.npz | FileCheck %s --match-full-lines

// 1 + 2^-9 lies between 1 and 1 + 2^-7, and 2049 between 2048 and 2050.
// CHECK: result0 : tensor<2xf32> = [1, 1.0078125]
// CHECK: result1 : tensor<2xf32> = [2048, 2050]
func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>) {
  %c = novi.cast %a : tensor<2xf32> to tensor<2xbf16>
  %d = novi.cast %c : tensor<2xbf16> to tensor<2xf32>
  %e = novi.cast %b : tensor<2xf32> to tensor<2xf16>
  %f = novi.cast %e : tensor<2xf16> to tensor<2xf32>
  return %d, %f : tensor<2xf32>, tensor<2xf32>
}
