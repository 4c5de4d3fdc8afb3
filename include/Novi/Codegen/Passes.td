//===- Passes.td - What code generation shares --------------*- tablegen -*-===//

#ifndef NOVI_CODEGEN_PASSES_TD
#define NOVI_CODEGEN_PASSES_TD

include "mlir/Pass/PassBase.td"

def NoviInsertChecksPass : Pass<"novi-insert-checks", "::mlir::func::FuncOp"> {
  let summary = "Check at run time what compiled code relies on";
  let description = [{
    A `cf.assert` before each operation that is given what it has no answer for,
    unless that is seen not to be: a `tensor.cast` to a size that is another, a
    `tensor.dim` of an axis that is not there, an integer division by zero or of
    the least number by -1. (`convert-novi-to-linalg` checks for novi's ops.) Runs
    before anything is simplified, since simplification believes in types.

    Bodies of linalg operations are not looked into. Numbers do not change.

    Before and after:

    ```mlir
    %y = tensor.cast %x : tensor<?xf32> to tensor<4xf32>

    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %same = arith.cmpi eq, %n, %c4 : index
    cf.assert %same, "'tensor.cast' op at x.mlir:3:8: the size of axis 0 is not 4"
    %y = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def NoviBufferizePass : Pass<"novi-bufferize", "::mlir::ModuleOp"> {
  let summary = "Give tensors buffers, without hidden copies";
  let description = [{
    Upstream's one-shot bufferisation with function boundaries, set up for Novi:
    every buffer at a function's boundary has the identity layout, an argument is
    never written (it belongs to the caller), a value that is inserted into
    another is computed in place there (concat copies nothing), what a product or
    other sum is added to is the place of the result where it is not needed
    afterwards (gradients over micro-batches), and a `tensor.empty` that several
    operations start from is a buffer for each.

    Operations that have no buffer form of their own (`tensor.concat`,
    `linalg.softmax`) are taken apart first.

    Numbers do not change.

    Before and after:

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }

    func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
      %y = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      return %y : memref<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
}

def NoviResultsToDestinationsPass
    : Pass<"novi-results-to-destinations", "::mlir::func::FuncOp"> {
  let summary = "Let the caller say where results of static shape go";
  let description = [{
    Each result of static shape becomes an argument behind the others, marked with
    `novi.result` and the result's number, that the function fills. The buffer
    that held the value is that argument from the start. Where that cannot be it
    is copied at the end: a result that is an argument or a constant, and the
    second of two results that are one buffer.

    Results of dynamic shape stay results: each is a `memref.alloc` of its own
    that the caller frees.

    Before and after:

    ```mlir
    func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
      %y = memref.alloc() : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      return %y : memref<4xf32>
    }

    func.func @f(%x: memref<4xf32>, %y: memref<4xf32> {novi.result = 0 : index}) {
      linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::memref::MemRefDialect", "::mlir::novi::NoviDialect"
  ];
}

def NoviPlanMemoryPass : Pass<"novi-plan-memory", "::mlir::func::FuncOp"> {
  let summary = "Place all buffers of static size in one arena";
  let description = [{
    Every `memref.alloc` of static size that the function does not return gets an
    offset in one arena, a new last argument marked with `novi.arena` and its size
    in bytes, and becomes a `memref.view` of it. The caller allocates the arena
    once and passes it to every call.

    A buffer lives from its allocation to the last use of it or of any view of it,
    in operations of the block that the function consists of: one that is
    allocated or used in a loop lives for the whole loop. Buffers that live at one
    time do not overlap. Offsets come from first fit in the order of size, larger
    ones first, and are multiples of 64.

    Buffers of dynamic size keep an allocation each, which is freed behind its
    last use. A check stands before it that the size can be allocated at all.

    `reuse=false` gives every buffer a place of its own, to find a fault of this
    pass. Numbers do not change.

    Remark `Plan` (`--remarks-filter=novi-plan-memory`): the arena's size, the
    largest sum of buffers that live at one time (no plan needs less), and the
    size without reuse.

    Before and after:

    ```mlir
    func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
      %t = memref.alloc() : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
      linalg.log ins(%t : memref<4xf32>) outs(%y : memref<4xf32>)
      return
    }

    func.func @f(%x: memref<4xf32>, %y: memref<4xf32>,
                 %arena: memref<16xi8> {novi.arena = 16 : index}) {
      %c0 = arith.constant 0 : index
      %t = memref.view %arena[%c0][] : memref<16xi8> to memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
      linalg.log ins(%t : memref<4xf32>) outs(%y : memref<4xf32>)
      return
    }
    ```
  }];
  let options = [
    Option<"reuse", "reuse", "bool", "true",
           "Let buffers that do not live at one time share memory">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::memref::MemRefDialect", "::mlir::novi::NoviDialect"
  ];
}

#endif // NOVI_CODEGEN_PASSES_TD
