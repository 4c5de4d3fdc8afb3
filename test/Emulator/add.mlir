// One thread an element, a guard for those too many; sizes that are no multiples
// of a block. What is beyond the size is not touched.

// RUN: rm -rf %t && mkdir %t
// RUN: %to_nvvm %s -o %t/add.mlir
// RUN: %python %S/arrays.py %t/in.npz "x=values(1001)" "y=values(7, 143).reshape(-1)[::-1]" "z=f32(np.full(1001, -7))"

// RUN: novi-emulate %t/add.mlir --kernel=add --grid=4 --block=256 --args=x,y,z,1001 --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "x=values(1001)" "y=values(7, 143).reshape(-1)[::-1]" "z=x + y"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// RUN: novi-emulate %t/add.mlir --kernel=add --grid=4 --block=256 --args=x,y,z,1000 --inputs=%t/in.npz --outputs=%t/out.npz --seed=5
// RUN: %python %S/arrays.py %t/expected.npz "x=values(1001)" "y=values(7, 143).reshape(-1)[::-1]" "z=np.append((x + y)[:1000], f32(-7))"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// RUN: novi-emulate %t/add.mlir --kernel=add --grid=1 --block=33 --args=x,y,z,0 --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/../compare_npz.py %t/out.npz %t/in.npz

// RUN: novi-emulate %t/add.mlir --kernel=add --grid=1,1,1 --block=1,1,1 --args=x,y,z,1 --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "x=values(1001)" "y=values(7, 143).reshape(-1)[::-1]" "z=np.append((x + y)[:1], f32(np.full(1000, -7)))"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// A size that is too big is noticed at the first element that is not there.
// RUN: not novi-emulate %t/add.mlir --kernel=add --grid=4 --block=256 --args=x,y,z,1002 --inputs=%t/in.npz --outputs=%t/none.npz 2>&1 | FileCheck %s -DFILE=%s
// RUN: not ls %t/none.npz
// CHECK: error: [[FILE]]:[[#@LINE+13]]:{{[0-9]+}}: kernel 'add': thread (233,0,0) of block (3,0,0): out of bounds: reads 4 bytes at 0x{{[0-9a-f]+}}, at the end of buffer 'x' (4004 bytes)
// CHECK-NOT: error

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%x: memref<1001xf32>, %y: memref<1001xf32>, %z: memref<1001xf32>, %n: index) kernel {
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %t = gpu.thread_id x
      %base = arith.muli %b, %d : index
      %i = arith.addi %base, %t : index
      %inside = arith.cmpi ult, %i, %n : index
      scf.if %inside {
        %0 = memref.load %x[%i] : memref<1001xf32>
        %1 = memref.load %y[%i] : memref<1001xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %z[%i] : memref<1001xf32>
      }
      gpu.return
    }
  }
}
