//===- Bufferize.cpp - Give tensors buffers ---------------------*- C++ -*-===//
//
// Implements novi-bufferize: one-shot bufferisation as Novi wants it. Most of
// the work is upstream's; what is here are the promises at the function's
// boundary and what has to be taken apart before.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
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

/// A constant of i1 in a resource -> one in the attribute: to LLVM a resource
/// of them is of no type it knows.
struct InlineBoolResource : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue());
    if (!resource || !resource.getElementType().isInteger(1))
      return failure();
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob || static_cast<int64_t>(blob->getData().size()) !=
                     resource.getNumElements())
      return failure();
    SmallVector<bool> values;
    for (char byte : blob->getData())
      values.push_back(byte != 0);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, DenseElementsAttr::get(resource.getType(), values));
    return success();
  }
};

/// What several operations start from (CSE makes one of all tensor.empty and
/// fills) -> one for each, in front of it, so that each has a buffer from the
/// start, where its value is inserted if it is.
void splitStarts(ModuleOp module) {
  SmallVector<Operation *> starts;
  module.walk([&](Operation *op) {
    if (isa<tensor::EmptyOp, linalg::FillOp>(op) && op->getNumResults() == 1)
      starts.push_back(op);
  });
  // A fill stands behind what it fills: split first, each copy gets a start of
  // its own.
  for (Operation *op : llvm::reverse(starts)) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op->getUses()) {
      auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
      if (user && user.isDpsInit(&use))
        uses.push_back(&use);
    }
    for (OpOperand *use : uses) {
      if (op->hasOneUse())
        break;
      OpBuilder builder(use->getOwner());
      use->set(builder.clone(*op)->getResult(0));
    }
  }
}

/// Where a sum is added, element by element, to what is there and is not needed
/// afterwards, the result takes the place of that: with "c' = c + a b" no
/// second buffer like c is written.
void accumulateInPlace(ModuleOp module) {
  auto isElementwise = [](linalg::LinalgOp op) {
    return op && op.getNumReductionLoops() == 0 && op->getNumResults() == 1;
  };
  module.walk([&](linalg::LinalgOp op) {
    if (!isElementwise(op))
      return;
    OpOperand *init = op.getDpsInitOperand(0);
    bool addsSum = llvm::any_of(op.getDpsInputs(), [](Value input) {
      auto sum = input.getDefiningOp<linalg::LinalgOp>();
      return sum && sum.getNumReductionLoops() != 0;
    });
    if (!addsSum || !init->get().getDefiningOp<tensor::EmptyOp>() ||
        op.payloadUsesValueFromOperand(init) ||
        !op.getMatchingIndexingMap(init).isIdentity())
      return;
    for (OpOperand *input : op.getDpsInputOperands()) {
      Value value = input->get();
      auto producer = value.getDefiningOp<linalg::LinalgOp>();
      if (isElementwise(producer) && producer->getBlock() == op->getBlock() &&
          value.hasOneUse() && value.getType() == init->get().getType() &&
          op.getMatchingIndexingMap(input).isIdentity()) {
        init->set(value);
        return;
      }
    }
  });
}

/// Whether two values are the same part of one buffer.
bool isSameView(Value a, Value b) {
  if (a == b)
    return true;
  Operation *from = a.getDefiningOp(), *to = b.getDefiningOp();
  return isa_and_present<ViewLikeOpInterface>(from) && to &&
         OperationEquivalence::isEquivalentTo(
             from, to,
             [](Value x, Value y) { return success(isSameView(x, y)); },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

/// What was computed in place is copied onto itself; CSE would see it only
/// after canonicalisation has looked for it.
void dropCopiesToSelf(ModuleOp module) {
  module.walk([](memref::CopyOp copy) {
    if (isSameView(copy.getSource(), copy.getTarget()))
      copy.erase();
  });
}

struct NoviBufferizePass : impl::NoviBufferizePassBase<NoviBufferizePass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    tensor::populateDecomposeTensorConcatPatterns(set);
    set.add<DecomposeAggregated, InlineBoolResource>(context);
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
    splitStarts(module);

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
    accumulateInPlace(module);

    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    options.bufferAlignment = kBufferAlignment;
    bufferization::BufferizationState state;
    if (failed(
            bufferization::runOneShotModuleBufferize(module, options, state)))
      return signalPassFailure();
    bufferization::removeBufferizationAttributesInModule(module);
    dropCopiesToSelf(module);
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
} // namespace mlir::novi
