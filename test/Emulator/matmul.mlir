// A product through tiles in shared memory, of sizes that no tile divides. Each
// of the two barriers matters.

// RUN: rm -rf %t && mkdir %t
// RUN: %to_nvvm %s -o %t/matmul.mlir
// RUN: %python %S/arrays.py %t/in.npz "a=values(40, 51)" "b=values(51, 23)" "c=f32(np.zeros((40, 23)))"
// RUN: %python %S/arrays.py %t/expected.npz "a=values(40, 51)" "b=values(51, 23)" "c=f32(np.float64(a) @ b)"
// RUN: novi-emulate %t/matmul.mlir --kernel=matmul --grid=2,3 --block=16,16 --args=a,b,c --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz
// RUN: novi-emulate %t/matmul.mlir --kernel=matmul --grid=2,3 --block=16,16 --args=a,b,c --inputs=%t/in.npz --outputs=%t/out.npz --seed=2
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz

// RUN: %python %S/without.py %s gpu.barrier 0 > %t/0.mlir
// RUN: %to_nvvm %t/0.mlir -o %t/matmul.mlir
// RUN: not novi-emulate %t/matmul.mlir --kernel=matmul --grid=2,3 --block=16,16 --args=a,b,c --inputs=%t/in.npz 2>&1 | FileCheck %s
// RUN: %python %S/without.py %s gpu.barrier 1 > %t/1.mlir
// RUN: %to_nvvm %t/1.mlir -o %t/matmul.mlir
// RUN: not novi-emulate %t/matmul.mlir --kernel=matmul --grid=2,3 --block=16,16 --args=a,b,c --inputs=%t/in.npz 2>&1 | FileCheck %s
// CHECK: error: {{.*}}.mlir:{{[0-9]+}}:{{[0-9]+}}: kernel 'matmul': thread ({{[0-9]+,[0-9]+}},0) of block (0,0,0): race: {{(reads|writes)}} 4 bytes of shared variable
// CHECK-NOT: error

#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%a: memref<40x51xf32>, %b: memref<51x23xf32>, %c: memref<40x23xf32>)
        workgroup(%at: memref<16x16xf32, #shared>, %bt: memref<16x16xf32, #shared>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %m = arith.constant 40 : index
      %n = arith.constant 23 : index
      %k = arith.constant 51 : index
      %zero = arith.constant 0.0 : f32
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %row0 = arith.muli %by, %c16 : index
      %row = arith.addi %row0, %ty : index
      %col0 = arith.muli %bx, %c16 : index
      %col = arith.addi %col0, %tx : index
      %hasRow = arith.cmpi ult, %row, %m : index
      %hasCol = arith.cmpi ult, %col, %n : index
      %sum = scf.for %k0 = %c0 to %k step %c16 iter_args(%outer = %zero) -> f32 {
        %ka = arith.addi %k0, %tx : index
        %hasKa = arith.cmpi ult, %ka, %k : index
        %loadA = arith.andi %hasRow, %hasKa : i1
        %av = scf.if %loadA -> f32 {
          %v = memref.load %a[%row, %ka] : memref<40x51xf32>
          scf.yield %v : f32
        } else {
          scf.yield %zero : f32
        }
        memref.store %av, %at[%ty, %tx] : memref<16x16xf32, #shared>
        %kb = arith.addi %k0, %ty : index
        %hasKb = arith.cmpi ult, %kb, %k : index
        %loadB = arith.andi %hasKb, %hasCol : i1
        %bv = scf.if %loadB -> f32 {
          %v = memref.load %b[%kb, %col] : memref<51x23xf32>
          scf.yield %v : f32
        } else {
          scf.yield %zero : f32
        }
        memref.store %bv, %bt[%ty, %tx] : memref<16x16xf32, #shared>
        gpu.barrier
        %partial = scf.for %i = %c0 to %c16 step %c1 iter_args(%inner = %outer) -> f32 {
          %x = memref.load %at[%ty, %i] : memref<16x16xf32, #shared>
          %y = memref.load %bt[%i, %tx] : memref<16x16xf32, #shared>
          %xy = arith.mulf %x, %y : f32
          %next = arith.addf %inner, %xy : f32
          scf.yield %next : f32
        }
        gpu.barrier
        scf.yield %partial : f32
      }
      %hasBoth = arith.andi %hasRow, %hasCol : i1
      scf.if %hasBoth {
        memref.store %sum, %c[%row, %col] : memref<40x23xf32>
      }
      gpu.return
    }
  }
}
