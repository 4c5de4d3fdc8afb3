// Tensors are matched with arguments by name; whatever does not fit is told at
// once, and nothing is converted.

// RUN: rm -rf %t && mkdir %t
// RUN: %python -c "import numpy as np; np.savez('%t/good.npz', x=np.ones((2, 3), np.float32), weights=np.full((3, 4), 2, np.float32), arg2=np.array([True, False]))"
// RUN: novi-run %s --entry=f --inputs=%t/good.npz | FileCheck %s
// CHECK: y : tensor<2x4xf32> = {{\[\[}}6, 6, 6, 6], [6, 6, 6, 6]]
// CHECK-NEXT: result1 : tensor<2xi1> = [true, false]

// RUN: %python -c "import numpy as np; np.savez('%t/bad.npz', x=np.ones((2, 3)), weigths=np.ones((3, 4), np.float32), arg2=np.ones((2, 1), bool), z=np.ones(1))"
// RUN: not novi-run %s --entry=f --inputs=%t/bad.npz --outputs=%t/out.npz 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not ls %t/out.npz
// BAD: error: 'x' is a tensor<2x3xf64>, but a tensor<?x3xf32> is expected
// BAD-NEXT: error: 'weights' is missing: a tensor<3x4xf32> is expected
// BAD-NEXT: error: 'arg2' is a tensor<2x1xi1>, but a tensor<2xi1> is expected
// BAD-NEXT: error: 'weigths' is unknown; did you mean 'weights'?
// BAD-NEXT: error: 'z' is unknown; taken are 'x', 'weights', 'arg2'
// BAD-NOT: error

// A dynamic size may be any, a static one not.
// RUN: %python -c "import numpy as np; np.savez('%t/size.npz', x=np.ones((0, 2), np.float32), weights=np.ones((3, 4), np.float32), arg2=np.ones(2, bool))"
// RUN: not novi-run %s --entry=f --inputs=%t/size.npz 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: 'x' is a tensor<0x2xf32>, but a tensor<?x3xf32> is expected
// SIZE-NOT: error

// RUN: not novi-run %s --entry=f 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: 'x' is missing: a tensor<?x3xf32> is expected
// NONE: error: 'weights' is missing: a tensor<3x4xf32> is expected
// NONE: error: 'arg2' is missing: a tensor<2xi1> is expected

// A .npy file has no name, so it feeds the only argument.
// RUN: %python -c "import numpy as np; np.save('%t/one.npy', np.array([[1, 2], [3, 4]], np.float16))"
// RUN: novi-run %s --entry=one --inputs=%t/one.npy --outputs=%t/twice.npy
// RUN: %python -c "import numpy as np; x = np.load('%t/twice.npy'); print(x.dtype, x.tolist())" | FileCheck %s --check-prefix=NPY
// NPY: float16 {{\[\[}}2.0, 4.0], [6.0, 8.0]]
// RUN: not novi-run %s --entry=f --inputs=%t/one.npy 2>&1 | FileCheck %s --check-prefix=UNNAMED
// UNNAMED: error: one tensor without a name is fed to @f, which takes 3; only .npz and .safetensors files have names
// RUN: not novi-run %s --entry=none --inputs=%t/good.npz 2>&1 | FileCheck %s --check-prefix=TAKES-NONE
// TAKES-NONE: error: 'x' is unknown; no tensors are taken

// An element type that no program has.
// RUN: %python -c "import numpy as np; np.save('%t/int.npy', np.ones((2, 2), np.int64))"
// RUN: not novi-run %s --entry=one --inputs=%t/int.npy 2>&1 | FileCheck %s --check-prefix=INT
// INT: error: 'arg0' is a tensor<2x2xi64>, but a tensor<?x?xf16> is expected

// RUN: not novi-run %s --entry=one --inputs=%t/nowhere.npz 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: {{.*}}nowhere.npz

// The names of results are the keys of the output.
// RUN: novi-run %s --entry=f --inputs=%t/good.npz --outputs=%t/out.npz
// RUN: %python -c "import numpy as np; x = np.load('%t/out.npz'); print(x.files, x['result1'].dtype)" | FileCheck %s --check-prefix=KEYS
// KEYS: ['y', 'result1'] bool

func.func @f(%x: tensor<?x3xf32> {novi.name = "x", novi.role = "input"},
             %w: tensor<3x4xf32> {novi.name = "weights", novi.role = "parameter"},
             %m: tensor<2xi1>)
    -> (tensor<?x4xf32> {novi.name = "y"}, tensor<2xi1>) {
  %y = novi.matmul %x, %w : (tensor<?x3xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  return %y, %m : tensor<?x4xf32>, tensor<2xi1>
}

func.func @one(%x: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %y = novi.add %x, %x : (tensor<?x?xf16>, tensor<?x?xf16>) -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}

func.func @none() -> tensor<f32> {
  %y = novi.zero : tensor<f32>
  return %y : tensor<f32>
}
