//===- Fuse.cpp - Fuse elementwise linalg operations ------------*- C++ -*-===//
//
// Implements novi-cpu-fuse: upstream's fusion of elementwise operations under a
// rule of when it pays, and what has to happen around it.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/CPU/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVICPUFUSEPASS
#include "Novi/Codegen/CPU/Passes.h.inc"

namespace {

/// The most inputs of a fused operation: each wants an address in a register.
constexpr unsigned kMaxInputs = 10;

/// Named operations -> linalg.generic. A fill stays what it is: the start of a
/// reduction is recognised by it.
struct Generalize : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<linalg::GenericOp, linalg::FillOp>(op))
      return failure();
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

/// Whether the producer's body passes its input on.
bool onlyMoves(linalg::GenericOp op) {
  return &op.getBody()->front() == op.getBody()->getTerminator();
}

/// Whether the operation can be computed along with a product or other sum that
/// only it reads.
bool followsSum(linalg::GenericOp op) {
  return llvm::any_of(op.getDpsInputs(), [](Value input) {
    auto sum = input.getDefiningOp<linalg::LinalgOp>();
    return sum && sum.getNumReductionLoops() != 0 && input.hasOneUse();
  });
}

bool paysToFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !consumer || producer->getBlock() != consumer->getBlock())
    return false;
  if (producer.getNumDpsInputs() + consumer.getNumDpsInputs() > kMaxInputs + 1)
    return false;
  // Each goes with its own sum: sums that are added up are added to what is
  // there one after another.
  if (followsSum(producer) && followsSum(consumer))
    return false;
  AffineMap map = consumer.getMatchingIndexingMap(operand);
  bool once = map.isPermutation();
  if (onlyMoves(producer)) {
    // To spread fewer elements over more is free. To reorder them costs strided
    // loads, which are better done once.
    bool spreads =
        llvm::all_of(producer.getIndexingMapsArray(), [](AffineMap map) {
          return map.isProjectedPermutation() &&
                 llvm::is_sorted(map.getResults(),
                                 [](AffineExpr a, AffineExpr b) {
                                   return cast<AffineDimExpr>(a).getPosition() <
                                          cast<AffineDimExpr>(b).getPosition();
                                 });
        });
    return spreads || producer->hasOneUse();
  }
  return once && producer->hasOneUse();
}

struct NoviCPUFusePass : impl::NoviCPUFusePassBase<NoviCPUFusePass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<Generalize>(context);
    linalg::populateElementwiseOpsFusionPatterns(set, paysToFuse);
    linalg::populateEraseUnusedOperandsAndResultsPatterns(set);
    linalg::GenericOp::getCanonicalizationPatterns(set, context);
    tensor::EmptyOp::getCanonicalizationPatterns(set, context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    if (failed(applyPatternsGreedily(getOperation(), patterns)))
      signalPassFailure();
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
} // namespace mlir::novi
