// Each kernel does one thing wrong, and is told where and how.

// RUN: rm -rf %t && mkdir %t
// RUN: %to_nvvm %s -o %t/f.mlir
// RUN: %python %S/arrays.py %t/in.npz "x=values(64)" "y=f32(np.zeros(64))"

// RUN: not novi-emulate %t/f.mlir --kernel=write_behind --block=64 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not novi-emulate %t/f.mlir --kernel=read_before --block=64 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not novi-emulate %t/f.mlir --kernel=read_across --block=1 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=ACROSS
// RUN: not novi-emulate %t/f.mlir --kernel=shared_behind --block=64 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not novi-emulate %t/f.mlir --kernel=misaligned --block=16 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=ALIGN
// RUN: not novi-emulate %t/f.mlir --kernel=private_behind --block=1 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=PRIVATE
// RUN: not novi-emulate %t/f.mlir --kernel=masked --block=1 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=MASKED
// RUN: not novi-emulate %t/f.mlir --kernel=blocks_collide --grid=2 --block=32 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not novi-emulate %t/f.mlir --kernel=reads_other_block --grid=2 --block=32 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not novi-emulate %t/f.mlir --kernel=threads_collide --block=2 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=COLLIDE
// RUN: not novi-emulate %t/f.mlir --kernel=assumes --block=4 --args=x,y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=ASSUMES

#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @write_behind(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c1 = arith.constant 1 : index
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<64xf32>
      %i = arith.addi %t, %c1 : index
      // WRITE: error: {{.*}}faults.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'write_behind': thread (63,0,0) of block (0,0,0): out of bounds: writes 4 bytes at 0x{{[0-9a-f]+}}, at the end of buffer 'y' (256 bytes)
      memref.store %v, %y[%i] : memref<64xf32>
      gpu.return
    }
    gpu.func @read_before(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c2 = arith.constant 2 : index
      %t = gpu.thread_id x
      %i = arith.subi %t, %c2 : index
      // READ: error: {{.*}}faults.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'read_before': thread (0,0,0) of block (0,0,0): out of bounds: reads 4 bytes at 0x{{[0-9a-f]+}}, 8 bytes before the beginning of buffer 'x' (256 bytes)
      %v = memref.load %x[%i] : memref<64xf32>
      memref.store %v, %y[%t] : memref<64xf32>
      gpu.return
    }
    gpu.func @read_across(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c62 = arith.constant 62 : index
      // ACROSS: error: {{.*}}faults.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'read_across': thread (0,0,0) of block (0,0,0): out of bounds: reads 16 bytes at 0x{{[0-9a-f]+}}, reaching 8 bytes beyond the end of buffer 'x' (256 bytes)
      %v = vector.load %x[%c62] {alignment = 4} : memref<64xf32>, vector<4xf32>
      vector.store %v, %y[%c62] {alignment = 4} : memref<64xf32>, vector<4xf32>
      gpu.return
    }
    // The next variable does not begin where the one before ends.
    gpu.func @shared_behind(%x: memref<64xf32>, %y: memref<64xf32>)
        workgroup(%a: memref<64xf32, #shared>, %b: memref<64xf32, #shared>) kernel {
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %t = gpu.thread_id x
      memref.store %zero, %a[%t] : memref<64xf32, #shared>
      memref.store %zero, %b[%t] : memref<64xf32, #shared>
      gpu.barrier
      %i = arith.addi %t, %c1 : index
      // SHARED: error: {{.*}}faults.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'shared_behind': thread (63,0,0) of block (0,0,0): out of bounds: reads 4 bytes at 0x{{[0-9a-f]+}}, at the end of shared variable '{{.+}}' (256 bytes)
      %v = memref.load %a[%i] : memref<64xf32, #shared>
      memref.store %v, %y[%t] : memref<64xf32>
      gpu.return
    }
    gpu.func @misaligned(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c3 = arith.constant 3 : index
      %t = gpu.thread_id x
      %i = arith.muli %t, %c3 : index
      // ALIGN: error: {{.*}}faults.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'misaligned': thread (1,0,0) of block (0,0,0): misaligned access: reads 16 bytes at 0x{{[0-9a-f]+}}, which is not a multiple of 16
      %v = vector.load %x[%i] {alignment = 16} : memref<64xf32>, vector<4xf32>
      vector.store %v, %y[%i] {alignment = 4} : memref<64xf32>, vector<4xf32>
      gpu.return
    }
    gpu.func @private_behind(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %zero = arith.constant 0.0 : f32
      %own = memref.alloca() : memref<4xf32>
      scf.for %i = %c0 to %c4 step %c1 {
        %j = arith.addi %i, %c1 : index
        // PRIVATE: error: {{.*}}faults.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'private_behind': thread (0,0,0) of block (0,0,0): out of bounds: writes 4 bytes at byte 16 of a private variable of 16 bytes
        memref.store %zero, %own[%j] : memref<4xf32>
      }
      %v = memref.load %own[%c1] : memref<4xf32>
      memref.store %v, %y[%c0] : memref<64xf32>
      gpu.return
    }
    llvm.func @masked(%x: !llvm.ptr, %y: !llvm.ptr) attributes {nvvm.kernel} {
      %c62 = llvm.mlir.constant(62 : i64) : i64
      %two = llvm.mlir.constant(dense<[true, true, false, false]> : vector<4xi1>) : vector<4xi1>
      %three = llvm.mlir.constant(dense<[true, true, true, false]> : vector<4xi1>) : vector<4xi1>
      %zero = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
      %xp = llvm.getelementptr %x[%c62] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %yp = llvm.getelementptr %y[%c62] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      // Two elements are there.
      %v = llvm.intr.masked.load %xp, %two, %zero {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
      // MASKED: error: {{.*}}faults.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'masked': thread (0,0,0) of block (0,0,0): out of bounds: writes 4 bytes at 0x{{[0-9a-f]+}}, at the end of buffer 'y' (256 bytes)
      llvm.intr.masked.store %v, %yp, %three {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
      llvm.return
    }
    // The compiler may rely on what is said here, and so would the host's.
    llvm.func @assumes(%x: !llvm.ptr, %y: !llvm.ptr) attributes {nvvm.kernel} {
      %yes = llvm.mlir.constant(true) : i1
      %c16 = llvm.mlir.constant(16 : i64) : i64
      %t = nvvm.read.ptx.sreg.tid.x : i32
      llvm.intr.assume %yes ["align"(%x, %c16 : !llvm.ptr, i64)] : i1
      %xp = llvm.getelementptr %x[%t] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      // ASSUMES: error: {{.*}}faults.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'assumes': thread (1,0,0) of block (0,0,0): an assumption that does not hold: 0x{{[0-9a-f]+}} is not a multiple of 16
      llvm.intr.assume %yes ["align"(%xp, %c16 : !llvm.ptr, i64)] : i1
      llvm.return
    }
    // Both blocks write all elements.
    gpu.func @blocks_collide(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<64xf32>
      // BLOCKS: error: {{.*}}faults.mlir:[[#@LINE+1]]:[[COLUMN:[0-9]+]]: kernel 'blocks_collide': thread (0,0,0) of block (1,0,0): race: writes 4 bytes of buffer 'y', and byte 0 was written by thread (0,0,0) of block (0,0,0) at {{.*}}faults.mlir:[[#@LINE+1]]:[[COLUMN]]; nothing orders two blocks
      memref.store %v, %y[%t] : memref<64xf32>
      gpu.return
    }
    // Block 1 reads what block 0 reads and then overwrites.
    gpu.func @reads_other_block(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c0 = arith.constant 0 : index
      %b = gpu.block_id x
      %t = gpu.thread_id x
      // OTHER: error: {{.*}}faults.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'reads_other_block': thread (0,0,0) of block (1,0,0): race: reads 4 bytes of buffer 'y', and byte 0 was written by thread (0,0,0) of block (0,0,0) at {{.*}}faults.mlir:[[#@LINE+4]]
      %v = memref.load %y[%t] : memref<64xf32>
      %first = arith.cmpi eq, %b, %c0 : index
      scf.if %first {
        memref.store %v, %y[%t] : memref<64xf32>
      }
      gpu.return
    }
    gpu.func @threads_collide(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %c0 = arith.constant 0 : index
      %t = gpu.thread_id x
      %v = memref.load %x[%t] : memref<64xf32>
      // COLLIDE: error: {{.*}}faults.mlir:[[#@LINE+1]]:{{[0-9]+}}: kernel 'threads_collide': thread (1,0,0) of block (0,0,0): race: writes 4 bytes of buffer 'y', and byte 0 was written by thread (0,0,0) at {{.*}}, and no barrier orders the two
      memref.store %v, %y[%c0] : memref<64xf32>
      gpu.return
    }
  }
}
