//===- ExtractInference.cpp - Prune a program to its output -----*- C++ -*-===//
//
// Implements novi-extract-inference.
//
//===----------------------------------------------------------------------===//

#include "FunctionNames.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIEXTRACTINFERENCEPASS
#include "Novi/Transforms/Passes.h.inc"

namespace {

struct NoviExtractInferencePass
    : impl::NoviExtractInferencePassBase<NoviExtractInferencePass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(extract(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult extract(ModuleOp module);
};

LogicalResult NoviExtractInferencePass::extract(ModuleOp module) {
  FailureOr<func::FuncOp> found = findFunction(module, function);
  if (failed(found) || failed(verifyNotCalled(module, *found, getArgument())))
    return failure();
  llvm::BitVector dropped(found->getNumResults());
  for (unsigned index = 0; index < dropped.size(); ++index)
    if (!hasResultRole(*found, index, "output"))
      dropped.set(index);
  if (dropped.all())
    return found->emitOpError("has no result with the role 'output'");

  Block &block = found->getBody().front();
  block.getTerminator()->eraseOperands(dropped);
  if (failed(found->eraseResults(dropped)))
    return failure();
  // Users stand before what they use, so one pass suffices.
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::reverse(block.without_terminator()))
    ops.push_back(&op);
  for (Operation *op : ops)
    if (isOpTriviallyDead(op))
      op->erase();

  llvm::BitVector unused(found->getNumArguments());
  for (BlockArgument argument : block.getArguments())
    if (argument.use_empty())
      unused.set(argument.getArgNumber());
  return found->eraseArguments(unused);
}

} // namespace
} // namespace mlir::novi
