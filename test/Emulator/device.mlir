// Host code against the emulator: the calls of a program that launches kernels,
// and what goes wrong with them.

// RUN: novi-test-gpu-runtime emulator whole %s | FileCheck %s --check-prefix=WHOLE
// WHOLE: loaded
// WHOLE-NEXT: sum 97920
// WHOLE-NEXT: done

// RUN: not novi-test-gpu-runtime emulator registered %s > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=REGISTERED < %t.out
// RUN: FileCheck %s --check-prefix=UNREGISTERED < %t.err
// REGISTERED: first 6
// UNREGISTERED: error: emulator: {{.*}}device.mlir:[[#@LINE+53]]:{{[0-9]+}}: kernel 'scale': thread (0,0,0) of block (0,0,0): out of bounds: reads 4 bytes

// RUN: not novi-test-gpu-runtime emulator faults %s 2>&1 | FileCheck %s --check-prefix=FAULTS
// FAULTS: error: emulator: {{.*}}device.mlir:[[#@LINE+50]]:{{[0-9]+}}: kernel 'scale': thread (0,0,0) of block (2,0,0): out of bounds: reads 4 bytes at {{.*}}, at the end of buffer 'allocation 0' (1024 bytes)

// RUN: not novi-test-gpu-runtime emulator uses-freed %s 2>&1 | FileCheck %s --check-prefix=FREED
// FREED: error: emulator: {{.*}}device.mlir:[[#@LINE+49]]:{{[0-9]+}}: kernel 'scale': thread (0,0,0) of block (0,0,0): out of bounds: writes 4 bytes

// RUN: not novi-test-gpu-runtime emulator unknown-kernel %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: emulator: loading a kernel: there is no kernel 'none'

// RUN: not novi-test-gpu-runtime emulator bad-grid %s 2>&1 | FileCheck %s --check-prefix=GRID
// GRID: error: emulator: kernel 'scale': a size of -1 in the launch

// RUN: novi-test-gpu-runtime emulator no-blocks %s | FileCheck %s --check-prefix=EMPTY
// EMPTY: done

// RUN: not novi-test-gpu-runtime emulator copies-too-much %s 2>&1 | FileCheck %s --check-prefix=COPY
// COPY: error: emulator: copying memory: 1024 bytes from byte 24 on, of allocation 0, which has 1024

// RUN: not novi-test-gpu-runtime emulator frees-twice %s 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: emulator: giving memory back: it was not got, or was given back already

// RUN: not novi-test-gpu-runtime emulator jit %s 2>&1 | FileCheck %s --check-prefix=JIT
// JIT: error: emulator: PTX cannot be emulated

// RUN: not novi-test-gpu-runtime emulator cluster %s 2>&1 | FileCheck %s --check-prefix=CLUSTER
// CLUSTER: error: emulator: kernel 'scale': clusters of blocks have no model in the emulator

// RUN: not novi-test-gpu-runtime emulator tensor-map %s 2>&1 | FileCheck %s --check-prefix=TENSOR
// TENSOR: error: emulator: descriptors of tensors have no model in the emulator

// RUN: not novi-test-gpu-runtime emulator second-device %s 2>&1 | FileCheck %s --check-prefix=SECOND
// SECOND: error: emulator: choosing a device: there is no device 1; the emulator has one

// The kernels as a gpu.binary carries them.
// RUN: novi-opt %s --novi-embed-emulated-kernels | FileCheck %s --check-prefix=EMBED
// EMBED: gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, bin = "novi kernels\0A
// EMBED-NOT: gpu.module

gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  llvm.func @scale(%x: !llvm.ptr, %y: !llvm.ptr, %n: i64, %a: f32) attributes {nvvm.kernel} {
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    %d = nvvm.read.ptx.sreg.ntid.x : i32
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %base = llvm.mul %b, %d : i32
    %i32 = llvm.add %base, %t : i32
    %i = llvm.zext %i32 : i32 to i64
    %in = llvm.icmp "ult" %i, %n : i64
    llvm.cond_br %in, ^bb1, ^bb2
  ^bb1:
    %xp = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %yp = llvm.getelementptr %y[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %xp : !llvm.ptr -> f32
    %w = llvm.fmul %v, %a : f32
    llvm.store %w, %yp : f32, !llvm.ptr
    llvm.br ^bb2
  ^bb2:
    llvm.return
  }
}
