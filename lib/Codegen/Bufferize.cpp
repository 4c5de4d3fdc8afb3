//===- Bufferize.cpp - Give tensors buffers ---------------------*- C++ -*-===//
//
// Implements novi-bufferize: one-shot bufferisation as Novi wants it. Most of
// the work is upstream's; what is here are the promises at the function's
// boundary and what has to be taken apart before.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIBUFFERIZEPASS
#include "Novi/Codegen/Passes.h.inc"

namespace {

/// linalg.softmax and its like -> what they consist of.
struct DecomposeAggregated
    : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
    if (failed(parts))
      return failure();
    rewriter.replaceOp(op, *parts);
    return success();
  }
};

/// A tensor.empty that several operations start from (CSE makes them) -> one for
/// each, so that each may be computed where its value is inserted.
struct SplitEmpty : OpRewritePattern<tensor::EmptyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::EmptyOp op,
                                PatternRewriter &rewriter) const override {
    if (op->use_empty() || op->hasOneUse())
      return failure();
    rewriter.setInsertionPoint(op);
    for (OpOperand &use :
         llvm::make_early_inc_range(llvm::drop_begin(op->getUses()))) {
      Operation *copy = rewriter.clone(*op);
      rewriter.modifyOpInPlace(use.getOwner(),
                               [&] { use.set(copy->getResult(0)); });
    }
    return success();
  }
};

struct NoviBufferizePass : impl::NoviBufferizePassBase<NoviBufferizePass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    tensor::populateDecomposeTensorConcatPatterns(set);
    set.add<DecomposeAggregated, SplitEmpty>(context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    WalkResult calls = module.walk([](func::CallOp call) {
      call.emitError("a call that could not be inlined; a function that calls "
                     "itself cannot be compiled");
      return WalkResult::interrupt();
    });
    if (calls.wasInterrupted())
      return signalPassFailure();
    walkAndApplyPatterns(module, patterns);

    Builder builder(module.getContext());
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isPrivate())
        continue;
      for (unsigned index = 0; index < function.getNumArguments(); ++index)
        if (isa<TensorType>(function.getArgument(index).getType()))
          function.setArgAttr(
              index, bufferization::BufferizationDialect::kWritableAttrName,
              builder.getBoolAttr(false));
    }

    IRRewriter rewriter(module.getContext());
    if (failed(bufferization::eliminateEmptyTensors(rewriter, module)))
      return signalPassFailure();

    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    options.bufferAlignment = kBufferAlignment;
    bufferization::BufferizationState state;
    if (failed(bufferization::runOneShotModuleBufferize(module, options, state)))
      return signalPassFailure();
    bufferization::removeBufferizationAttributesInModule(module);
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
} // namespace mlir::novi
