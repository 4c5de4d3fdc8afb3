// Launches that no GPU would take, and arguments that do not fit.

// RUN: %python %S/arrays.py %t.npz "x=values(4)"
// RUN: not novi-emulate %s --kernel=k --args=x,1 --inputs=%t.npz --grid=0 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: kernel 'k': a grid of (0,1,1) blocks; each size must be at least 1, and at most (2147483647,65535,65535)
// RUN: not novi-emulate %s --kernel=k --args=x,1 --inputs=%t.npz --grid=1,65536 2>&1 | FileCheck %s --check-prefix=TALL
// TALL: error: kernel 'k': a grid of (1,65536,1) blocks
// RUN: not novi-emulate %s --kernel=k --args=x,1 --inputs=%t.npz --block=32,33 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: kernel 'k': blocks of (32,33,1) threads; {{.*}} at most 1024 threads
// RUN: not novi-emulate %s --kernel=k --args=x,1 --inputs=%t.npz --block=4294967295,4294967295,4294967295 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: error: kernel 'k': blocks of (4294967295,4294967295,4294967295) threads;
// RUN: not novi-emulate %s --kernel=k --args=x --inputs=%t.npz 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: 'k' has 2 parameters; --args gives 1
// RUN: not novi-emulate %s --kernel=k --args=x,1.5 --inputs=%t.npz 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: error: --args: '1.5' is neither an array of --inputs nor a number for parameter 1 of 'k'
// RUN: not novi-emulate %s --kernel=fixed --block=32 2>&1 | FileCheck %s --check-prefix=FIXED
// FIXED: error: kernel 'fixed': blocks of (32,1,1) threads, but it was compiled for blocks of exactly (64,1,1)
// RUN: not novi-emulate %s --kernel=bounded --block=96 2>&1 | FileCheck %s --check-prefix=BOUND
// BOUND: error: kernel 'bounded': blocks of 96 threads, but it was compiled for at most 64
// RUN: not novi-emulate %s --kernel=f 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: error: 'f' is not a kernel
// RUN: not novi-emulate %s --kernel=g 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: no gpu.module has an llvm.func @g

// A constant can be read and not written; so it is with what is passed as a copy.
// RUN: novi-emulate %s --kernel=reads --args=x --inputs=%t.npz --outputs=%t.out.npz
// RUN: %python %S/arrays.py %t.expected.npz "x=np.append(f32(42), values(4)[1:])"
// RUN: %python %S/../compare_npz.py %t.out.npz %t.expected.npz
// RUN: not novi-emulate %s --kernel=writes 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: error: {{.*}}: kernel 'writes': thread (0,0,0) of block (0,0,0): writes 4 bytes at 0x{{[0-9a-f]+}} of the constant 'answer'

gpu.module @kernels {
  llvm.mlir.global internal constant @answer(42.0 : f32) {addr_space = 4 : i32} : f32
  llvm.func @k(%x: !llvm.ptr, %n: i32) attributes {nvvm.kernel} {
    llvm.return
  }
  llvm.func @fixed() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
    llvm.return
  }
  llvm.func @bounded() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 2>} {
    llvm.return
  }
  llvm.func @f() {
    llvm.return
  }
  llvm.func @reads(%x: !llvm.ptr) attributes {nvvm.kernel} {
    %p = llvm.mlir.addressof @answer : !llvm.ptr<4>
    %v = llvm.load %p : !llvm.ptr<4> -> f32
    llvm.store %v, %x : f32, !llvm.ptr
    llvm.return
  }
  llvm.func @writes() attributes {nvvm.kernel} {
    %p = llvm.mlir.addressof @answer : !llvm.ptr<4>
    %v = llvm.load %p : !llvm.ptr<4> -> f32
    %generic = llvm.addrspacecast %p : !llvm.ptr<4> to !llvm.ptr
    llvm.store %v, %generic : f32, !llvm.ptr
    llvm.return
  }
}
