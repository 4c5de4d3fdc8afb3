//===- Passes.td - Kernels for the emulator -----------------*- tablegen -*-===//

#ifndef NOVI_EMULATOR_PASSES_TD
#define NOVI_EMULATOR_PASSES_TD

include "mlir/Pass/PassBase.td"

def NoviNVVMToHostPass : Pass<"novi-nvvm-to-host", "::mlir::ModuleOp"> {
  let summary = "Rewrite kernels so that they run on the host";
  let description = [{
    Each `gpu.module`, which must be as `convert-gpu-to-nvvm` leaves it, becomes a
    `builtin.module` of the same name in the LLVM dialect, which can be compiled
    for the host and runs with the emulator's runtime. The emulator does this by
    itself; the pass is for looking at it.

    NVVM's operations become calls of the runtime, as do shared variables; an
    operation or a function that has no model is an error that names it. In front
    of each access to memory there is a call that checks it, and in each loop one
    that counts its iterations. Places of the source are numbered; a call has the
    number as its last argument. Address spaces become the host's.

    Before and after:

    ```mlir
    gpu.module @m {
      llvm.func @k(%x: !llvm.ptr) attributes {nvvm.kernel} {
        %t = nvvm.read.ptx.sreg.tid.x : i32
        %p = llvm.getelementptr %x[%t] : (!llvm.ptr, i32) -> !llvm.ptr, i32
        llvm.store %t, %p : i32, !llvm.ptr
        nvvm.barrier0
        llvm.return
      }
    }

    builtin.module @m {
      llvm.func internal @k(%x: !llvm.ptr) {
        %t = llvm.call @emu.tid.x() : () -> i32
        %p = llvm.getelementptr %x[%t] : (!llvm.ptr, i32) -> !llvm.ptr, i32
        llvm.call @emu.access(%p, %site0) : (!llvm.ptr, i32) -> ()
        llvm.store %t, %p : i32, !llvm.ptr
        llvm.call @emu.barrier(%c0, %site1) : (i32, i32) -> ()
        llvm.return
      }
      llvm.func @emu.entry.k(%parameters: !llvm.ptr) { ... }
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def NoviEmbedEmulatedKernelsPass
    : Pass<"novi-embed-emulated-kernels", "::mlir::ModuleOp"> {
  let summary = "Make kernels the images that the emulator takes";
  let description = [{
    What `gpu-module-to-binary` does for a GPU: each `gpu.module` becomes a
    `gpu.binary` of the same name, whose object is the kernels themselves, in
    MLIR's bytecode, with the places of the source. The host code that launches
    them stays as it is; run with the emulator's functions
    (Novi/Emulator/EmulatedDevice.h) it needs no GPU.

    Before and after:

    ```mlir
    gpu.module @m { ... }

    gpu.binary @m [#gpu.object<#nvvm.target, bin = "novi kernels\0A...">]
    ```
  }];
  let dependentDialects = [
    "::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect"
  ];
}

#endif // NOVI_EMULATOR_PASSES_TD
