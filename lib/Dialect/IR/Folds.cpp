//===- Folds.cpp - Folds of constants, products and reductions --*- C++ -*-===//
//
// Folds and canonicalisations of the other ops, and those that hold for all: a
// cast that only hides sizes is looked through, a size that is known is used.
//
//===----------------------------------------------------------------------===//

#include "ConstantFolding.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/RegionKindInterface.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

namespace {

DenseElementsAttr getZeros(RankedTensorType type) {
  return DenseElementsAttr::get(type,
                                FloatAttr::get(type.getElementType(), 0.0));
}

/// Sizes that turn out constant become part of the type, unless the op would
/// not verify then: the error stays in the running program.
template <typename OpTy> struct StaticSizes : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    SmallVector<int64_t> shape(type.getShape());
    SmallVector<Value> sizes;
    auto next = op.getSizes().begin();
    for (int64_t &size : shape) {
      if (!ShapedType::isDynamic(size))
        continue;
      APInt constant;
      Value operand = *next++;
      if (matchPattern(operand, m_ConstantInt(&constant)) &&
          constant.isNonNegative())
        size = constant.getSExtValue();
      else
        sizes.push_back(operand);
    }
    if (sizes.size() == op.getSizes().size())
      return failure();
    auto refined = RankedTensorType::get(shape, type.getElementType());
    if (!isValid(op, refined))
      return failure();
    Value result = create(rewriter, op, refined, sizes);
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, result);
    return success();
  }

  static bool isValid(OpTy op, RankedTensorType refined) {
    if (!isCountable(refined))
      return false;
    if constexpr (std::is_same_v<OpTy, ReshapeOp>) {
      RankedTensorType input = op.getInput().getType();
      return !input.hasStaticShape() || !refined.hasStaticShape() ||
             input.getNumElements() == refined.getNumElements();
    } else if constexpr (std::is_same_v<OpTy, BroadcastOp>) {
      RankedTensorType input = op.getInput().getType();
      ArrayRef<int64_t> shape = refined.getShape().take_back(input.getRank());
      return llvm::all_of(llvm::zip_equal(input.getShape(), shape),
                          [](auto pair) {
                            auto [from, to] = pair;
                            return from == 1 || mergeSizes(from, to);
                          });
    } else {
      return true;
    }
  }

  static Value create(PatternRewriter &rewriter, OpTy op, RankedTensorType type,
                      ValueRange sizes) {
    if constexpr (std::is_same_v<OpTy, ReshapeOp> ||
                  std::is_same_v<OpTy, BroadcastOp>)
      return OpTy::create(rewriter, op.getLoc(), type, op.getInput(), sizes);
    else
      return OpTy::create(rewriter, op.getLoc(), type, sizes);
  }
};

/// Looks through casts of operands that hide sizes, and gives the result every
/// size that inference knows.
struct RefineTypes : OpInterfaceRewritePattern<InferTypeOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(InferTypeOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!isa_and_present<NoviDialect>(op->getDialect()) ||
        op->getNumResults() != 1)
      return failure();
    SmallVector<Value> operands(op->getOperands());
    bool changes = false;
    // In a graph region instructions could make a circle with the casts.
    bool looksThroughCasts = !mayBeGraphRegion(*op->getParentRegion());
    for (Value &operand : operands) {
      auto cast = operand.getDefiningOp<tensor::CastOp>();
      if (!cast || !looksThroughCasts || !tensor::canFoldIntoConsumerOp(cast))
        continue;
      auto source = mlir::cast<RankedTensorType>(cast.getSource().getType());
      if (source.getEncoding() || !isCountable(source))
        continue;
      operand = cast.getSource();
      changes = true;
    }
    SmallVector<Type> inferred;
    if (failed(op.inferReturnTypes(op->getContext(), std::nullopt, operands,
                                   op->getAttrDictionary(),
                                   op->getPropertiesStorage(), {}, inferred)))
      return failure();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int64_t> shape;
    for (auto [known, found] : llvm::zip_equal(
             type.getShape(), cast<RankedTensorType>(inferred[0]).getShape())) {
      std::optional<int64_t> merged = mergeSizes(known, found);
      if (!merged)
        return failure();
      shape.push_back(*merged);
    }
    auto refined = RankedTensorType::get(shape, type.getElementType());
    if ((!changes && refined == type) || !isCountable(refined))
      return failure();
    Operation *better = rewriter.clone(*op);
    better->setOperands(operands);
    better->getResult(0).setType(refined);
    Value result = better->getResult(0);
    if (refined != type)
      result = tensor::CastOp::create(rewriter, op->getLoc(), type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void NoviDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  patterns.add<RefineTypes>(getContext());
  patterns.add<StaticSizes<ReshapeOp>, StaticSizes<BroadcastOp>>(getContext());
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor adaptor) { return getValue(); }

OpFoldResult ZeroOp::fold(FoldAdaptor adaptor) {
  return getType().hasStaticShape() ? getZeros(getType()) : nullptr;
}

void ZeroOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<StaticSizes<ZeroOp>>(context);
}

void EyeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<StaticSizes<EyeOp>>(context);
}

//===----------------------------------------------------------------------===//
// MatmulOp
//===----------------------------------------------------------------------===//

OpFoldResult MatmulOp::fold(FoldAdaptor adaptor) {
  // A sum of nothing is 0 whatever the operands hold.
  RankedTensorType lhs = getLhs().getType();
  int64_t contracted = lhs.getRank() > 1 && getTransposeA() ? lhs.getRank() - 2
                                                            : lhs.getRank() - 1;
  if (lhs.getDimSize(contracted) == 0 && lhs.hasStaticShape() &&
      getRhs().getType().hasStaticShape() && getType().hasStaticShape())
    return getZeros(getType());
  return nullptr;
}

namespace {

/// A transpose of the last two axes of an operand becomes the operand's flag.
struct TransposeIntoMatmul : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MatmulOp op,
                                PatternRewriter &rewriter) const override {
    Value lhs = op.getLhs(), rhs = op.getRhs();
    bool transposeA = op.getTransposeA(), transposeB = op.getTransposeB();
    bool changes = absorb(lhs, transposeA);
    changes |= absorb(rhs, transposeB);
    if (!changes)
      return failure();
    rewriter.replaceOpWithNewOp<MatmulOp>(op, op.getType(), lhs, rhs,
                                          transposeA, transposeB);
    return success();
  }

  static bool absorb(Value &operand, bool &flag) {
    auto transpose = operand.getDefiningOp<TransposeOp>();
    if (!transpose || transpose.getPermutation().size() < 2 ||
        !isRefined(transpose))
      return false;
    SmallVector<int64_t> permutation(transpose.getPermutation());
    std::swap(permutation.back(), *std::prev(permutation.end(), 2));
    if (!llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
      return false;
    operand = transpose.getInput();
    flag = !flag;
    return true;
  }
};

} // namespace

void MatmulOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<TransposeIntoMatmul>(context);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

OpFoldResult ReduceSumOp::fold(FoldAdaptor adaptor) {
  if (getAxes().empty() && getInput().getType() == getType())
    return getInput();
  if (isSplatOf(adaptor.getInput(), 0.0) && getType().hasStaticShape())
    return getZeros(getType());
  return nullptr;
}

OpFoldResult ReduceMaxOp::fold(FoldAdaptor adaptor) {
  return getAxes().empty() && getInput().getType() == getType()
             ? OpFoldResult(getInput())
             : OpFoldResult();
}

namespace {

/// Counts the axes from the front, in order.
template <typename OpTy> struct NormalizeAxes : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> axes(op.getAxes());
    for (int64_t &axis : axes)
      if (axis < 0)
        axis += op.getInput().getType().getRank();
    llvm::sort(axes);
    if (ArrayRef<int64_t>(axes) == op.getAxes())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.setAxes(axes); });
    return success();
  }
};

/// The sum or maximum along axes of size 1 only moves elements.
template <typename OpTy> struct ReduceToReshape : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getInput().getType();
    bool allOne = llvm::all_of(op.getAxes(), [&](int64_t axis) {
      return type.getDimSize(axis < 0 ? axis + type.getRank() : axis) == 1;
    });
    if (op.getAxes().empty() || !allOne || !type.hasStaticShape() ||
        !op.getType().hasStaticShape())
      return failure();
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), op.getInput(),
                                           ValueRange());
    return success();
  }
};

/// Counts the axis from the front.
template <typename OpTy> struct NormalizeAxis : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (op.getAxis() >= 0)
      return failure();
    int64_t rank = std::max<int64_t>(op.getInput().getType().getRank(), 1);
    rewriter.modifyOpInPlace(op, [&] { op.setAxis(op.getAxis() + rank); });
    return success();
  }
};

} // namespace

void ReduceSumOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<NormalizeAxes<ReduceSumOp>, ReduceToReshape<ReduceSumOp>>(
      context);
}

void ReduceMaxOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<NormalizeAxes<ReduceMaxOp>, ReduceToReshape<ReduceMaxOp>>(
      context);
}

void SoftmaxOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<NormalizeAxis<SoftmaxOp>>(context);
}

void LogSoftmaxOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<NormalizeAxis<LogSoftmaxOp>>(context);
}

void LayerNormOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<NormalizeAxis<LayerNormOp>>(context);
}
