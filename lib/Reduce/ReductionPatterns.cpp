//===- ReductionPatterns.cpp - Smaller programs that still fail -*- C++ -*-===//
//
// The patterns for novi-reduce, on any instruction of the dialect.
//
//===----------------------------------------------------------------------===//

#include "Novi/Reduce/ReductionPatterns.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;
using namespace mlir::novi;

namespace {

/// An instruction -> its first operand of the same type.
struct UseOperand : OpInterfaceRewritePattern<GradientOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(GradientOpInterface op,
                                PatternRewriter &rewriter) const override {
    Type type = op->getResult(0).getType();
    for (Value operand : op->getOperands())
      if (operand.getType() == type) {
        rewriter.replaceOp(op, operand);
        return success();
      }
    return failure();
  }
};

/// An instruction or constant of static shape -> zeros.
struct UseZeros : OpInterfaceRewritePattern<GradientOpInterface> {
  UseZeros(MLIRContext *context)
      : OpInterfaceRewritePattern(context, /*benefit=*/0) {}
  LogicalResult matchAndRewrite(GradientOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !type.hasStaticShape() || isa<ZeroOp>(op) ||
        !isa<FloatType>(type.getElementType()))
      return failure();
    rewriter.replaceOpWithNewOp<ZeroOp>(op, type);
    return success();
  }
};

/// A kernel -> what it holds.
struct DissolveKernel : OpRewritePattern<KernelOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(KernelOp op,
                                PatternRewriter &rewriter) const override {
    op.dissolve(rewriter);
    return success();
  }
};

struct NoviReductionPatterns : DialectReductionPatternInterface {
  explicit NoviReductionPatterns(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}
  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    patterns.add<UseOperand, UseZeros, DissolveKernel>(patterns.getContext());
  }
};

} // namespace

void novi::registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, NoviDialect *dialect) {
    dialect->addInterfaces<NoviReductionPatterns>();
  });
}
