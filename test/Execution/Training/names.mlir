// Who is fed back, told, and collected, in the corners.

// RUN: rm -rf %t && mkdir %t

// Arguments and results without names: @f's result is called as its argument
// because an optimiser says so.
// RUN: %python -c "import numpy as np; np.save('%t/one.npy', np.array([1, 2], np.float16))"
// RUN: novi-run --backend=interpret %s --entry=unnamed --inputs=%t/one.npy --epochs=4 2>/dev/null | FileCheck %s --check-prefix=UNNAMED
// UNNAMED: arg0 : tensor<2xf16> = [16, 32]
// UNNAMED-NEXT: result1 : tensor<4x1x2xf16> = {{\[\[\[}}1, 2]], {{\[\[}}2, 4]], {{\[\[}}4, 8]], {{\[\[}}8, 16]]]

// A .npy file may be a data set; nothing need be fed back.
// RUN: %python -c "import numpy as np; np.save('%t/set.npy', np.array([1, 2, 3], np.float32))"
// RUN: novi-run --backend=interpret %s --entry=square --inputs=%t/set.npy --epochs=1 2>%t/log | FileCheck %s --check-prefix=SQUARE
// SQUARE: result0 : tensor<1x3xf32> = {{\[\[}}1, 4, 9]]

// A loss that is no float, and no loss at all.
// RUN: novi-run --backend=interpret %s --entry=flag --epochs=1 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: epoch 1/1, {{[0-9.e+]+}} steps/s
// FLAG-NEXT: flag : tensor<1x1xi1> = {{\[\[}}true]]

// Half precision.
// RUN: novi-run --backend=interpret %s --entry=half --epochs=2 --initialize=x=ones,y=ones 2>&1 | FileCheck %s --check-prefix=HALF
// HALF: epoch 1/2, loss 2,
// HALF: epoch 2/2, loss 4,
// HALF: x : tensor<bf16> = 4
// HALF: l : tensor<2x1xf16> = {{\[\[}}2], [4]]

// Dynamic sizes stay what they are in the first step.
// RUN: %python -c "import numpy as np; np.savez('%t/dynamic.npz', x=np.arange(6, dtype=np.float32).reshape(3, 2), s=np.zeros(0, np.float32))"
// RUN: novi-run --backend=interpret %s --entry=dynamic --inputs=%t/dynamic.npz --epochs=2 2>/dev/null | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: y : tensor<2x3x2xf32> = {{\[\[\[}}0, 2], [4, 6], [8, 10]], {{\[\[}}0, 2], [4, 6], [8, 10]]]

// What is fed back may grow, what is collected may not.
// RUN: novi-run --backend=interpret %s --entry=growing --inputs=%t/dynamic.npz --epochs=1 2>/dev/null | FileCheck %s --check-prefix=GROWING
// GROWING: s : tensor<6xf32> = [0, 1, 2, 3, 4, 5]
// RUN: not novi-run --backend=interpret %s --entry=copied --inputs=%t/dynamic.npz --epochs=2 --outputs=%t/copied.npz 2>&1 | FileCheck %s --check-prefix=COPIED
// COPIED: note: ended after 0 of 2 epochs and 1 of 3 examples
// COPIED: error: the result 'copy' is a tensor<4xf32>, but was a tensor<2xf32> before; results can only be collected if they keep their shape
// COPIED-NEXT: error: this was in epoch 1 of 2, example 2 of 3
// RUN: %python -c "import numpy as np; d = np.load('%t/copied.npz'); print({k: (d[k].shape, d[k].tolist()) for k in d.files})" | FileCheck %s --check-prefix=KEPT
// KEPT: {'copy': ((0, 3, 2), []), 's': ((2,), [0.0, 1.0]), 'copy.partial': ((1, 2), {{\[\[}}0.0, 1.0]])}

func.func @unnamed(%x: tensor<2xf16>) -> (tensor<2xf16> {novi.name = "arg0"}, tensor<2xf16>) {
  %y = novi.add %x, %x : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  return %y, %x : tensor<2xf16>, tensor<2xf16>
}

func.func @square(%x: tensor<f32>) -> tensor<f32> {
  %y = novi.mul %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

func.func @flag() -> (tensor<i1> {novi.name = "flag", novi.role = "loss"}) {
  %true = novi.constant dense<true> : tensor<i1>
  return %true : tensor<i1>
}

func.func @half(%x: tensor<bf16> {novi.name = "x"}, %y: tensor<f16> {novi.name = "y"})
    -> (tensor<bf16> {novi.name = "x"}, tensor<f16> {novi.name = "y"}, tensor<f16> {novi.name = "l"}) {
  %x1 = novi.add %x, %x : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %y1 = novi.add %y, %y : (tensor<f16>, tensor<f16>) -> tensor<f16>
  return %x1, %y1, %y1 : tensor<bf16>, tensor<f16>, tensor<f16>
}

func.func @dynamic(%x: tensor<?xf32> {novi.name = "x"}, %s: tensor<?xf32> {novi.name = "s"})
    -> (tensor<?xf32> {novi.name = "y"}) {
  %y = novi.add %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

func.func @growing(%x: tensor<?xf32> {novi.name = "x"}, %s: tensor<?xf32> {novi.name = "s"})
    -> (tensor<?xf32> {novi.name = "s"}) {
  %y = novi.concat %s, %x axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

func.func @copied(%x: tensor<?xf32> {novi.name = "x"}, %s: tensor<?xf32> {novi.name = "s"})
    -> (tensor<?xf32> {novi.name = "copy"}, tensor<?xf32> {novi.name = "s"}) {
  %y = novi.concat %s, %x axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %y, %y : tensor<?xf32>, tensor<?xf32>
}
