// How kernels look when they are made for the host.

// RUN: novi-opt %s --novi-nvvm-to-host | FileCheck %s

// CHECK-LABEL: module @kernels {
// CHECK-NOT: addr_space
// CHECK-NOT: gpu.module
gpu.module @kernels {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32} : !llvm.array<32 x f32>

  // CHECK-LABEL: llvm.func internal @k(%{{.*}}: !llvm.ptr) {
  // CHECK: %[[T:.*]] = llvm.call @emu.tid.x() : () -> i32
  // CHECK: %[[TILE:.*]] = llvm.call @emu.shared(%{{.*}}) : (i32) -> !llvm.ptr
  // CHECK: %[[P:.*]] = llvm.getelementptr %[[TILE]][%[[T]]] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  // CHECK: llvm.call @emu.access(%[[P]], %{{.*}}) : (!llvm.ptr, i32) -> ()
  // CHECK-NEXT: llvm.load %[[P]] : !llvm.ptr -> f32
  // CHECK: llvm.call @emu.barrier(
  // CHECK: llvm.br ^[[LOOP:.*]]
  // CHECK: ^[[LOOP]]:
  // CHECK: llvm.call @emu.iterate(
  // CHECK: llvm.cond_br %{{.*}}, ^[[LOOP]], ^{{.*}}
  llvm.func @k(%x: !llvm.ptr {llvm.noalias}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32>} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %p = llvm.getelementptr %tile[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %v = llvm.load %p : !llvm.ptr<3> -> f32
    llvm.store %v, %x : f32, !llvm.ptr
    nvvm.barrier0
    llvm.br ^bb1
  ^bb1:
    %again = llvm.fcmp "oeq" %v, %v : f32
    llvm.cond_br %again, ^bb1, ^bb2
  ^bb2:
    llvm.return
  }

  // CHECK: llvm.func @emu.entry.k(%[[ARGS:.*]]: !llvm.ptr) {
  // CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[ARGS]][0] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
  // CHECK: %[[ADDRESS:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> !llvm.ptr
  // CHECK: %[[X:.*]] = llvm.load %[[ADDRESS]] {alignment = 1 : i64} : !llvm.ptr -> !llvm.ptr
  // CHECK: llvm.call @k(%[[X]]) : (!llvm.ptr) -> ()
}
