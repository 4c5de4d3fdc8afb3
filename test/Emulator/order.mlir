// What orders accesses of the threads of a block, and what does not: each kernel
// that is right is told nothing, and its other self, which lacks a line, a race.

// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/arrays.py %t/in.npz "y=f32(np.zeros(96))"

// RUN: novi-emulate %s --kernel=warp --block=64 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "y=f32([i ^ 31 if i < 64 else 0 for i in range(96)])"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz
// RUN: %python %S/without.py %s nvvm.bar.warp.sync 0 > %t/warp.mlir
// RUN: not novi-emulate %t/warp.mlir --kernel=warp --block=64 --args=y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=WARP
// WARP: error: {{.*}}warp.mlir:{{.*}}: kernel 'warp': thread (16,0,0) of block (0,0,0): race: writes 4 bytes of shared variable 'tile', and byte 64 was read by thread (15,0,0)

// A shuffle exchanges registers, and orders nothing.
// RUN: not novi-emulate %s --kernel=shuffle --block=32 --args=y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=SHUFFLE
// SHUFFLE: kernel 'shuffle': thread ({{[0-9]+}},0,0) of block (0,0,0): race: reads 4 bytes of shared variable 'tile'

// The first warp hands over to the second, and that one to the third: what the
// third reads is ordered behind what the first wrote.
// RUN: novi-emulate %s --kernel=chain --block=96 --args=y --inputs=%t/in.npz --outputs=%t/out.npz
// RUN: %python %S/arrays.py %t/expected.npz "y=f32([i if i < 32 else 0 for i in range(96)])"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz
// RUN: novi-emulate %s --kernel=chain --block=96 --args=y --inputs=%t/in.npz --seed=3
// RUN: not novi-emulate %s --kernel=no_chain --block=96 --args=y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=CHAIN
// CHAIN: kernel 'no_chain': thread (64,0,0) of block (0,0,0): race: reads 4 bytes of shared variable 'tile', and byte 0 was written by thread (0,0,0)

// Who only arrives is not ordered behind anybody.
// RUN: not novi-emulate %s --kernel=arrives --block=64 --args=y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=ARRIVES
// ARRIVES: kernel 'arrives': thread (32,0,0) of block (0,0,0): race: writes 4 bytes of shared variable 'tile', and byte 128 was read by thread (0,0,0)

// Atomic accesses do not race with each other, but with others.
// RUN: novi-emulate %s --kernel=atomics --grid=3 --block=64 --args=y --inputs=%t/in.npz --outputs=%t/out.npz --seed=2
// RUN: %python %S/arrays.py %t/expected.npz "y=f32([3 * 64 * 2] + [0] * 95)"
// RUN: %python %S/../compare_npz.py %t/out.npz %t/expected.npz
// RUN: not novi-emulate %s --kernel=reads_atomic --block=64 --args=y --inputs=%t/in.npz 2>&1 | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: kernel 'reads_atomic': thread (1,0,0) of block (0,0,0): race: reads 4 bytes of buffer 'y', and byte 0 was written by thread (0,0,0)

// Bytes of one word are not one another's.
// RUN: novi-emulate %s --kernel=bytes --block=64 --args=y --inputs=%t/in.npz

gpu.module @kernels {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<96 x f32>

  llvm.func @warp(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %other = llvm.xor %t, %c31 : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %mine = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %yours = llvm.getelementptr %tile[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.uitofp %t : i32 to f32
    llvm.store %v, %mine : f32, !llvm.ptr<3>
    nvvm.bar.warp.sync %all : i32
    %w = llvm.load %yours : !llvm.ptr<3> -> f32
    %place = llvm.getelementptr %y[%t] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    llvm.store %w, %place : f32, !llvm.ptr
    llvm.return
  }

  llvm.func @shuffle(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %mine = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.uitofp %t : i32 to f32
    llvm.store %v, %mine : f32, !llvm.ptr<3>
    %other = nvvm.shfl.sync bfly %all, %t, %c31, %c31 : i32 -> i32
    %yours = llvm.getelementptr %tile[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %w = llvm.load %yours : !llvm.ptr<3> -> f32
    llvm.store %w, %mine : f32, !llvm.ptr<3>
    llvm.return
  }

  llvm.func @chain(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %yes = llvm.mlir.constant(true) : i1
    llvm.call @hand_over(%y, %yes) : (!llvm.ptr, i1) -> ()
    llvm.return
  }
  llvm.func @no_chain(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %no = llvm.mlir.constant(false) : i1
    llvm.call @hand_over(%y, %no) : (!llvm.ptr, i1) -> ()
    llvm.return
  }
  // Warp 0 writes; warps 0 and 1 meet; if asked for, 1 and 2 meet; warp 2 reads.
  llvm.func @hand_over(%y: !llvm.ptr, %whole: i1) {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %warp = llvm.udiv %t, %c32 : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %place = llvm.getelementptr %tile[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    llvm.switch %warp : i32, ^end [0: ^zero, 1: ^one, 2: ^two]
  ^zero:
    %v = llvm.uitofp %t : i32 to f32
    llvm.store %v, %place : f32, !llvm.ptr<3>
    nvvm.barrier id = %c1 number_of_threads = %c64
    llvm.br ^end
  ^one:
    nvvm.barrier id = %c1 number_of_threads = %c64
    llvm.cond_br %whole, ^one_more, ^end
  ^one_more:
    nvvm.barrier id = %c2 number_of_threads = %c64
    llvm.br ^end
  ^two:
    llvm.cond_br %whole, ^two_waits, ^two_reads
  ^two_waits:
    nvvm.barrier id = %c2 number_of_threads = %c64
    llvm.br ^two_reads
  ^two_reads:
    %w = llvm.load %place : !llvm.ptr<3> -> f32
    %result = llvm.getelementptr %y[%lane] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    llvm.store %w, %result : f32, !llvm.ptr
    llvm.br ^end
  ^end:
    llvm.return
  }

  // Both warps write and read what the other wrote; the first does not wait.
  llvm.func @arrives(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %other = llvm.xor %t, %c32 : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %mine = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %yours = llvm.getelementptr %tile[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.uitofp %t : i32 to f32
    %first = llvm.icmp "ult" %t, %c32 : i32
    llvm.cond_br %first, ^zero, ^one
  ^zero:
    nvvm.barrier.arrive id = %c1 number_of_threads = %c64
    llvm.br ^read
  ^one:
    llvm.store %v, %mine : f32, !llvm.ptr<3>
    nvvm.barrier id = %c1 number_of_threads = %c64
    llvm.br ^end
  ^read:
    %w = llvm.load %yours : !llvm.ptr<3> -> f32
    llvm.br ^end
  ^end:
    llvm.return
  }

  llvm.func @atomics(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %two = llvm.mlir.constant(2.0 : f32) : f32
    %0 = llvm.atomicrmw fadd %y, %two monotonic : !llvm.ptr, f32
    llvm.return
  }
  llvm.func @reads_atomic(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %two = llvm.mlir.constant(2.0 : f32) : f32
    %v = llvm.load %y : !llvm.ptr -> f32
    %0 = llvm.atomicrmw fadd %y, %two monotonic : !llvm.ptr, f32
    llvm.return
  }

  llvm.func @bytes(%y: !llvm.ptr) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %v = llvm.trunc %t : i32 to i8
    %place = llvm.getelementptr %y[%t] : (!llvm.ptr, i32) -> !llvm.ptr, i8
    llvm.store %v, %place : i8, !llvm.ptr
    llvm.return
  }
}
