// Sums of blocks in shared memory. Each of the two barriers matters, and the
// order in which threads run does not.

// RUN: rm -rf %t && mkdir %t
// RUN: %to_nvvm %s -o %t/reduce.mlir
// RUN: %python %S/arrays.py %t/in.npz "x=values(2560)" "sums=f32(np.zeros(10))"
// RUN: %python %S/arrays.py %t/expected.npz "x=values(2560)" "sums=f32(x.reshape(10, 256).sum(1, np.float64))"
// RUN: novi-emulate %t/reduce.mlir --kernel=sum --grid=10 --block=256 --args=x,sums --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz
// RUN: novi-emulate %t/reduce.mlir --kernel=sum --grid=10 --block=256 --args=x,sums --inputs=%t/in.npz --outputs=%t/out.npz --seed=1
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz
// RUN: novi-emulate %t/reduce.mlir --kernel=sum --grid=10 --block=256 --args=x,sums --inputs=%t/in.npz --outputs=%t/out.npz --seed=18446744073709551615
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// RUN: %python %S/without.py %s gpu.barrier 0 > %t/0.mlir
// RUN: %to_nvvm %t/0.mlir -o %t/reduce.mlir
// RUN: not novi-emulate %t/reduce.mlir --kernel=sum --grid=10 --block=256 --args=x,sums --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST: error: {{.*}}0.mlir:[[#@LINE+20]]:{{[0-9]+}}: kernel 'sum': thread (128,0,0) of block (0,0,0): race: writes 4 bytes of shared variable '{{.*}}', and byte 512 was read by thread (0,0,0) at {{.*}}0.mlir:[[#@LINE+30]]:{{[0-9]+}}, and no barrier orders the two

// RUN: %python %S/without.py %s gpu.barrier 1 > %t/1.mlir
// RUN: %to_nvvm %t/1.mlir -o %t/reduce.mlir
// RUN: not novi-emulate %t/reduce.mlir --kernel=sum --grid=10 --block=256 --args=x,sums --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND: error: {{.*}}1.mlir:{{.*}}: kernel 'sum': thread ({{[0-9]+}},0,0) of block (0,0,0): race:

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @sum(%x: memref<2560xf32>, %sums: memref<10xf32>)
        workgroup(%tile: memref<256xf32, #gpu.address_space<workgroup>>) kernel {
      %c0 = arith.constant 0 : index
      %c128 = arith.constant 128 : index
      %c256 = arith.constant 256 : index
      %c2 = arith.constant 2 : index
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %base = arith.muli %b, %c256 : index
      %i = arith.addi %base, %t : index
      %v = memref.load %x[%i] : memref<2560xf32>
      memref.store %v, %tile[%t] : memref<256xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      scf.while (%s = %c128) : (index) -> index {
        %more = arith.cmpi ne, %s, %c0 : index
        scf.condition(%more) %s : index
      } do {
      ^bb0(%s: index):
        %adds = arith.cmpi ult, %t, %s : index
        scf.if %adds {
          %other = arith.addi %t, %s : index
          %0 = memref.load %tile[%other] : memref<256xf32, #gpu.address_space<workgroup>>
          %1 = memref.load %tile[%t] : memref<256xf32, #gpu.address_space<workgroup>>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %tile[%t] : memref<256xf32, #gpu.address_space<workgroup>>
        }
        gpu.barrier
        %half = arith.divui %s, %c2 : index
        scf.yield %half : index
      }
      %first = arith.cmpi eq, %t, %c0 : index
      scf.if %first {
        %sum = memref.load %tile[%c0] : memref<256xf32, #gpu.address_space<workgroup>>
        memref.store %sum, %sums[%b] : memref<10xf32>
      }
      gpu.return
    }
  }
}
