// What has no model is an error that names it, when the kernels are prepared;
// of each operation the first is told.

// RUN: split-file %s %t
// RUN: not novi-emulate %t/operation.mlir --kernel=k --args=0 2>&1 | FileCheck %t/operation.mlir
// RUN: not novi-emulate %t/function.mlir --kernel=k --args=0 2>&1 | FileCheck %t/function.mlir
// RUN: not novi-emulate %t/assembly.mlir --kernel=k --args=0 2>&1 | FileCheck %t/assembly.mlir
// RUN: not novi-emulate %t/intrinsic.mlir --kernel=k --args=0 2>&1 | FileCheck %t/intrinsic.mlir
// RUN: not novi-emulate %t/recursion.mlir --kernel=k --args=0 2>&1 | FileCheck %t/recursion.mlir
// RUN: not novi-emulate %t/private.mlir --kernel=k --args=4 2>&1 | FileCheck %t/private.mlir
// RUN: not novi-emulate %t/cluster.mlir --kernel=k --args=0 2>&1 | FileCheck %t/cluster.mlir
// RUN: not novi-emulate %t/gather.mlir --kernel=k --args=0 2>&1 | FileCheck %t/gather.mlir
// RUN: not novi-emulate %t/initial.mlir --kernel=k --args=0 2>&1 | FileCheck %t/initial.mlir

//--- operation.mlir
gpu.module @kernels {
  llvm.func @k(%n: i64) attributes {nvvm.kernel} {
    // CHECK: error: {{.*}}operation.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: 'nvvm.cp.async.commit.group' has no model in the emulator
    nvvm.cp.async.commit.group
    nvvm.cp.async.commit.group
    // CHECK-NEXT: {{.*}}operation.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: 'nvvm.cp.async.wait.group' has no model in the emulator
    nvvm.cp.async.wait.group 0
    // CHECK-NOT: has no model
    llvm.return
  }
}

//--- function.mlir
gpu.module @kernels {
  llvm.func @__nv_besself(f32) -> f32
  llvm.func @k(%n: i64) attributes {nvvm.kernel} {
    %x = llvm.mlir.constant(1.0 : f32) : f32
    // CHECK: error: {{.*}}function.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: '__nv_besself' has no model in the emulator
    %0 = llvm.call @__nv_besself(%x) : (f32) -> f32
    llvm.return
  }
}

//--- assembly.mlir
gpu.module @kernels {
  llvm.func @k(%n: i64) attributes {nvvm.kernel} {
    %x = llvm.mlir.constant(1.0 : f32) : f32
    // This one is known.
    %0 = nvvm.inline_ptx "ex2.approx.ftz.f32 $0, $1;" ro(%x : f32) -> f32
    // CHECK: error: {{.*}}assembly.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: 'frobnicate.f32 $0, $1;' has no model in the emulator
    %1 = nvvm.inline_ptx "frobnicate.f32 $0, $1;" ro(%0 : f32) -> f32
    // CHECK-NEXT: {{.*}}assembly.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: 'ex2.approx.ftz.f32 $1, $0;' has no model in the emulator
    %2 = nvvm.inline_ptx "ex2.approx.ftz.f32 $1, $0;" ro(%1 : f32) -> f32
    llvm.return
  }
}

//--- intrinsic.mlir
gpu.module @kernels {
  llvm.func @k(%n: i64) attributes {nvvm.kernel} {
    %x = llvm.mlir.constant(1.0 : f32) : f32
    %0 = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x) : (f32) -> f32
    // CHECK: error: {{.*}}intrinsic.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: 'llvm.nvvm.saturate.f' has no model in the emulator
    %1 = llvm.call_intrinsic "llvm.nvvm.saturate.f"(%0) : (f32) -> f32
    llvm.return
  }
}

//--- recursion.mlir
gpu.module @kernels {
  llvm.func @f(%n: i64) {
    // CHECK: error: {{.*}}recursion.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: a recursive call
    llvm.call @f(%n) : (i64) -> ()
    llvm.return
  }
  llvm.func @k(%n: i64) attributes {nvvm.kernel} {
    llvm.call @f(%n) : (i64) -> ()
    llvm.return
  }
}

//--- private.mlir
gpu.module @kernels {
  llvm.func @k(%n: i64) attributes {nvvm.kernel} {
    // CHECK: error: {{.*}}private.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: a private variable of no fixed size or in a loop
    %0 = llvm.alloca %n x f32 : (i64) -> !llvm.ptr
    llvm.return
  }
}

//--- cluster.mlir
gpu.module @kernels {
  // CHECK: error: {{.*}}cluster.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: a cluster of blocks
  llvm.func @k(%n: i64) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
    llvm.return
  }
}

//--- gather.mlir
gpu.module @kernels {
  llvm.func @k(%n: i64) attributes {nvvm.kernel} {
    %mask = llvm.mlir.constant(dense<true> : vector<2xi1>) : vector<2xi1>
    %p = llvm.mlir.zero : vector<2x!llvm.ptr>
    // CHECK: error: {{.*}}gather.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: 'llvm.intr.masked.gather' has no model in the emulator
    %0 = llvm.intr.masked.gather %p, %mask {alignment = 4 : i32} : (vector<2x!llvm.ptr>, vector<2xi1>) -> vector<2xf32>
    llvm.return
  }
}

//--- initial.mlir
gpu.module @kernels {
  // CHECK: error: {{.*}}initial.mlir:[[#@LINE+1]]:{{[0-9]+}}: cannot be emulated: shared memory, which here is given an initial value, has none
  llvm.mlir.global internal @s(1.0 : f32) {addr_space = 3 : i32} : f32
  llvm.func @k(%n: i64) attributes {nvvm.kernel} {
    llvm.return
  }
}
