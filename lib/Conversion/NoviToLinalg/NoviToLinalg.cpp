//===- NoviToLinalg.cpp - From novi to linalg on tensors --------*- C++ -*-===//
//
// Implements convert-novi-to-linalg out of the patterns of each subject.
//
//===----------------------------------------------------------------------===//

#include "Novi/Conversion/NoviToLinalg/NoviToLinalg.h"
#include "Lowerings.h"
#include "Novi/Conversion/Passes.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::novi {

#define GEN_PASS_DEF_CONVERTNOVITOLINALGPASS
#include "Novi/Conversion/Passes.h.inc"

namespace {

template <typename OpTy> struct Lowering : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, tolinalg::lower(op, rewriter));
    return success();
  }
};

/// What a kernel holds takes its place, and is lowered in turn.
template <> struct Lowering<KernelOp> : OpRewritePattern<KernelOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(KernelOp op,
                                PatternRewriter &rewriter) const override {
    op.dissolve(rewriter);
    return success();
  }
};

/// Goes with its kernel.
template <> struct Lowering<YieldOp> : OpRewritePattern<YieldOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(YieldOp op,
                                PatternRewriter &rewriter) const override {
    return failure();
  }
};

template <typename... OpTys> void addLowerings(RewritePatternSet &patterns) {
  patterns.add<Lowering<OpTys>...>(patterns.getContext());
}

} // namespace

void populateNoviToLinalgPatterns(RewritePatternSet &patterns) {
  addLowerings<
#define GET_OP_LIST
#include "Novi/Dialect/IR/NoviOps.cpp.inc"
      >(patterns);
}

namespace {

struct ConvertNoviToLinalgPass
    : impl::ConvertNoviToLinalgPassBase<ConvertNoviToLinalgPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateNoviToLinalgPatterns(set);
    patterns = std::move(set);
    target = std::make_shared<ConversionTarget>(*context);
    target->addIllegalDialect<NoviDialect>();
    target->addLegalDialect<arith::ArithDialect, cf::ControlFlowDialect,
                            linalg::LinalgDialect, math::MathDialect,
                            tensor::TensorDialect>();
    return success();
  }

  void runOnOperation() override {
    ConversionConfig config;
    config.allowPatternRollback = false;
    // A conversion that also simplifies is hard to read and to test.
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(
            applyPartialConversion(getOperation(), *target, patterns, config)))
      signalPassFailure();
  }

  FrozenRewritePatternSet patterns;
  std::shared_ptr<ConversionTarget> target;
};

} // namespace
} // namespace mlir::novi
