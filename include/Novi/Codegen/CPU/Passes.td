//===- Passes.td - From linalg to native code ---------------*- tablegen -*-===//

#ifndef NOVI_CODEGEN_CPU_PASSES_TD
#define NOVI_CODEGEN_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def NoviCPUFusePass : Pass<"novi-cpu-fuse", "::mlir::func::FuncOp"> {
  let summary = "Fuse elementwise linalg operations into what uses them";
  let description = [{
    On tensors. An elementwise operation becomes part of the operation that reads
    its result where it is the only reader and nothing is computed twice for it;
    one that only moves elements (a transpose, a broadcast) also where it is read
    more than once in the process. Constants and fills become scalars of the
    body. Named operations become `linalg.generic`, fills excepted.

    What is computed on the result of a product or a reduction is not fused here
    but by `novi-cpu-schedule`, where the result still is in registers.

    Numbers do not change.

    Before and after:

    ```mlir
    %t = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %y = linalg.add ins(%t, %b : tensor<8xf32>, tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>

    %y = linalg.generic {...} ins(%x, %b : tensor<8xf32>, tensor<8xf32>) outs(%f : tensor<8xf32>) {
      %t = math.exp %in : f32
      %s = arith.addf %t, %in_0 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def NoviCPUSchedulePass : Pass<"novi-cpu-schedule", "::mlir::func::FuncOp"> {
  let summary = "Turn linalg operations on buffers into loops and vectors";
  let description = [{
    Each linalg operation becomes one nest of scf loops. A loop is chosen along
    which elements share a vector: one that most operands lie along in memory,
    reductions included. Of a reduction or a product, a tile of results is
    computed together, their accumulators carried in registers through the
    reduction loops; a `linalg.fill` in front of it is where they start, and
    elementwise operations on the result follow before it is stored (the result
    itself is stored only if something else reads it).

    Tiles have a static size: what is left over gets tiles of its own, of the
    exact size where that is known, of single steps where it is not, and the last
    vector is masked. Loops that the buffers let run as one are merged. A body
    that cannot be computed side by side (a division of integers, which may trap,
    or memory that it reads at a computed place) is computed one element at a
    time. Every operation of
    every size gets code, 0 and dynamic sizes included.

    An operation with `parallel-threshold` or more units of work (elements times
    operations on each) shares its outermost loop out to threads, by OpenMP; with
    dynamic sizes that is decided at run time.

    Numbers: sums are taken in another order where vectors run along them, and a
    product may be contracted with the sum it goes into (FMA). No flag allows more
    than that: NaN and infinities are kept. The sign of a zero that is a sum may
    change.

    Remarks (`--remarks-filter=novi-cpu-schedule`): `Nest`, for each operation,
    with the vector's lanes, the tile, and what was fused into it.

    Before and after, for vectors of 256 bits:

    ```mlir
    linalg.add ins(%a, %b : memref<64xf32>, memref<64xf32>) outs(%c : memref<64xf32>)

    scf.for %i = %c0 to %c64 step %c16 {
      %0 = vector.load %a[%i] : memref<64xf32>, vector<8xf32>
      %1 = vector.load %b[%i] : memref<64xf32>, vector<8xf32>
      %2 = arith.addf %0, %1 fastmath<contract> : vector<8xf32>
      ...
    }
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", "256",
           "Bits of the target's vectors">,
    Option<"fuse", "fuse", "bool", "true",
           "Compute what follows on a result while it is in registers">,
    Option<"parallelThreshold", "parallel-threshold", "int64_t", "1 << 20",
           "Units of work from which on an operation is shared out to threads; 0 "
           "for never">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::omp::OpenMPDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def NoviCPUToLLVMPass : Pass<"novi-cpu-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Lower loops, vectors and buffers to the LLVM dialect";
  let description = [{
    What `novi-cpu-schedule` and `novi-plan-memory` leave becomes the LLVM dialect,
    in one conversion per level. Memory of dynamic size comes from
    `noviAllocate` and goes back to `noviFree`; a `cf.assert` that does not hold
    calls `noviAssertFailed` with its message; functions that have no instruction
    are libm's.

    Each public function becomes

    ```mlir
    llvm.func @f(%words: !llvm.ptr)
    ```

    with one parameter: the address of 64-bit words. For every argument in order,
    destinations and arena (see `novi-plan-memory`) included, there is the address
    of its first element, followed by its dynamic sizes; a scalar argument is
    given by the address of its value. Buffers have the identity layout. Then, for
    each result that is left (those of dynamic shape), the function writes the
    address of a buffer that the caller frees with `noviFree`, followed by its
    dynamic sizes. The function has the attribute `novi.arena`, the arena's size, if
    there is one.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::novi::NoviDialect"
  ];
}

#endif // NOVI_CODEGEN_CPU_PASSES_TD
