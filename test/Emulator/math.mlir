// Functions of libdevice and conversions, as convert-gpu-to-nvvm emits them.

// RUN: rm -rf %t && mkdir %t
// RUN: %to_nvvm %s -o %t/m.mlir
// RUN: %python %S/arrays.py %t/in.npz "x=f32(np.linspace(0.1, 6, 64))" "y=f32(np.zeros((12, 64)))" "z=np.zeros((3, 64))"
// RUN: novi-emulate %t/m.mlir --kernel=f32 --block=64 --args=x,y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "x=f32(np.linspace(0.1, 6, 64))" "d=np.float64(x)" "y=f32(np.stack([np.exp(d), np.log(d), np.tanh(d), np.sqrt(d), 1 / np.sqrt(d), np.vectorize(__import__('math').erf)(d), d ** 1.5, np.sin(d), np.cos(d), np.floor(d), np.log1p(d), np.exp2(d)]))" "z=np.zeros((3, 64))"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz --ignore=d --rtol-of-max=3e-7

// RUN: novi-emulate %t/m.mlir --kernel=f64 --block=64 --args=x,z --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "x=f32(np.linspace(0.1, 6, 64))" "d=np.float64(x)" "y=f32(np.zeros((12, 64)))" "z=np.stack([np.exp(d), np.log(d), np.arctan2(d, 3)])"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz --ignore=d --rtol-of-max=1e-15

// f16 has 10 bits behind the point, bf16 has 7: the nearest, the even one of two.
// RUN: %python %S/arrays.py %t/in.npz "x=f32([1 + 2**-11, 1 + 3 * 2**-11, 1 + 2**-8, 1 + 3 * 2**-8, np.nan, np.inf, -1e38, 1e-40])" "y=f32(np.zeros((2, 8)))" "z=np.float64([[1 + 2**-8 + 2**-40, 1 + 2**-8, -np.inf, 3]] * 2)"
// RUN: novi-emulate %t/m.mlir --kernel=narrow --block=8 --args=x,y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "x=f32([1 + 2**-11, 1 + 3 * 2**-11, 1 + 2**-8, 1 + 3 * 2**-8, np.nan, np.inf, -1e38, 1e-40])" "y=f32([[1, 1 + 4 * 2**-11, 1 + 2**-8, 1 + 3 * 2**-8, np.nan, np.inf, -np.inf, 0], [1, 1, 1, 1 + 2**-6, np.nan, np.inf, -1.171875 * 2.0**126, 2.0**-133]])" "z=np.float64([[1 + 2**-8 + 2**-40, 1 + 2**-8, -np.inf, 3]] * 2)"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz
// RUN: novi-emulate %t/m.mlir --kernel=narrow64 --block=4 --args=z --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "z=np.float64([[1 + 2**-8 + 2**-40, 1 + 2**-8, -np.inf, 3], [1 + 2**-7, 1, -np.inf, 3]])"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz --ignore=x --ignore=y

// RUN: not novi-emulate %t/m.mlir --kernel=asserts --block=8 --args=x --inputs=%t/in.npz 2>&1 | FileCheck %s
// CHECK: error: kernel 'asserts': thread (5,0,0) of block (0,0,0): assertion failed: too big

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @f32(%x: memref<64xf32>, %y: memref<12x64xf32>) kernel {
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<64xf32>
      %e = arith.constant 1.5 : f32
      %c0 = arith.constant 0 : index
      %r0 = math.exp %v : f32
      memref.store %r0, %y[%c0, %t] : memref<12x64xf32>
      %c1 = arith.constant 1 : index
      %r1 = math.log %v : f32
      memref.store %r1, %y[%c1, %t] : memref<12x64xf32>
      %c2 = arith.constant 2 : index
      %r2 = math.tanh %v : f32
      memref.store %r2, %y[%c2, %t] : memref<12x64xf32>
      %c3 = arith.constant 3 : index
      %r3 = math.sqrt %v : f32
      memref.store %r3, %y[%c3, %t] : memref<12x64xf32>
      %c4 = arith.constant 4 : index
      %r4 = math.rsqrt %v : f32
      memref.store %r4, %y[%c4, %t] : memref<12x64xf32>
      %c5 = arith.constant 5 : index
      %r5 = math.erf %v : f32
      memref.store %r5, %y[%c5, %t] : memref<12x64xf32>
      %c6 = arith.constant 6 : index
      %r6 = math.powf %v, %e : f32
      memref.store %r6, %y[%c6, %t] : memref<12x64xf32>
      %c7 = arith.constant 7 : index
      %r7 = math.sin %v : f32
      memref.store %r7, %y[%c7, %t] : memref<12x64xf32>
      %c8 = arith.constant 8 : index
      %r8 = math.cos %v : f32
      memref.store %r8, %y[%c8, %t] : memref<12x64xf32>
      %c9 = arith.constant 9 : index
      %r9 = math.floor %v : f32
      memref.store %r9, %y[%c9, %t] : memref<12x64xf32>
      %c10 = arith.constant 10 : index
      %r10 = math.log1p %v : f32
      memref.store %r10, %y[%c10, %t] : memref<12x64xf32>
      %c11 = arith.constant 11 : index
      %r11 = math.exp2 %v : f32
      memref.store %r11, %y[%c11, %t] : memref<12x64xf32>
      gpu.return
    }
    gpu.func @f64(%x: memref<64xf32>, %z: memref<3x64xf64>) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %three = arith.constant 3.0 : f64
      %v32 = memref.load %x[%t] : memref<64xf32>
      %v = arith.extf %v32 : f32 to f64
      %r0 = math.exp %v : f64
      memref.store %r0, %z[%c0, %t] : memref<3x64xf64>
      %r1 = math.log %v : f64
      memref.store %r1, %z[%c1, %t] : memref<3x64xf64>
      %r2 = math.atan2 %v, %three : f64
      memref.store %r2, %z[%c2, %t] : memref<3x64xf64>
      gpu.return
    }
    gpu.func @narrow(%x: memref<8xf32>, %y: memref<2x8xf32>) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %v = memref.load %x[%t] : memref<8xf32>
      %h = arith.truncf %v : f32 to f16
      %r0 = arith.extf %h : f16 to f32
      memref.store %r0, %y[%c0, %t] : memref<2x8xf32>
      %b = arith.truncf %v : f32 to bf16
      %r1 = arith.extf %b : bf16 to f32
      memref.store %r1, %y[%c1, %t] : memref<2x8xf32>
      gpu.return
    }
    gpu.func @narrow64(%z: memref<2x4xf64>) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %v = memref.load %z[%c0, %t] : memref<2x4xf64>
      %b = arith.truncf %v : f64 to bf16
      %r = arith.extf %b : bf16 to f64
      memref.store %r, %z[%c1, %t] : memref<2x4xf64>
      gpu.return
    }
    gpu.func @asserts(%x: memref<8xf32>) kernel {
      %t = gpu.thread_id x
      %c5 = arith.constant 5 : index
      %small = arith.cmpi ult, %t, %c5 : index
      cf.assert %small, "too big"
      gpu.return
    }
  }
}
