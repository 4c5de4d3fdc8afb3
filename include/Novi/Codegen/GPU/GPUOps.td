//===- GPUOps.td - Launches of kernels ----------------------*- tablegen -*-===//

#ifndef NOVI_CODEGEN_GPU_GPUOPS_TD
#define NOVI_CODEGEN_GPU_GPUOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def NoviGPU_Dialect : Dialect {
  let name = "novi_gpu";
  let cppNamespace = "::mlir::novi";
  let summary = "What code generation for GPUs needs for itself";
  let description = [{
    Operations between `novi-gpu-outline-kernels` and `novi-gpu-launch`. No
    program is written in them, and none ends in them.
  }];
  let extraClassDeclaration = [{
    /// On a kernel's function: how it is laid out on the device.
    static constexpr ::llvm::StringLiteral kScheduleAttr = "novi_gpu.schedule";
    /// On an argument of a kernel's function: a buffer that may be that of
    /// another argument, whose elements each are read and written by one thread.
    static constexpr ::llvm::StringLiteral kInPlaceAttr = "novi_gpu.in_place";
  }];
}

def NoviGPU_LaunchOp : Op<NoviGPU_Dialect, "launch", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Run a kernel of a gpu.module";
  let description = [{
    Runs `blocks` blocks of `threads` threads, if there are any. The kernel's
    arguments are `ins` and then `outs`, as memrefs of the identity layout; it
    writes all of `outs`, reads nothing of them that it has not written, and
    writes nothing else. On tensors the results are what it writes; on memrefs
    there are none.

    `in_place`: for each of `outs`, the number of one of `ins` that it may share
    its buffer with, or -1. The kernel reads an element of that one in the thread
    that writes this element, before it writes it, and nowhere else.

    Constraints:
    - (C1) the kernel is a gpu.func with the attribute gpu.kernel, and its
      known_block_size is (`threads`, 1, 1).
    - (C2) its arguments have the shapes and elements of `ins` and `outs`.
    - (C3) there are tensors, or memrefs of the identity layout, not both.
    - (C4) `in_place` has an entry for each of `outs`, which is -1 or the number
      of one of `ins`, no two the same, that has its shape and elements.

    Example:
    ```mlir
    %0 = novi_gpu.launch @kernels::@relu_kernel blocks(%n) threads(256)
        ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {in_place = array<i64: -1>} -> tensor<?xf32>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Index:$blocks,
                       ConfinedAttr<I64Attr, [IntPositive]>:$threads,
                       Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef, Index]>>:$inputs,
                       Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$inits,
                       DenseI64ArrayAttr:$in_place);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let assemblyFormat = [{
    $kernel `blocks` `(` $blocks `)` `threads` `(` $threads `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    (`outs` `(` $inits^ `:` type($inits) `)`)?
    attr-dict (`->` type($outputs)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getInitsMutable();
    }
  }];
}

#endif // NOVI_CODEGEN_GPU_GPUOPS_TD
