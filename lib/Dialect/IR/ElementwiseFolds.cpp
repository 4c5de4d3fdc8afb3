//===- ElementwiseFolds.cpp - Folds of the elementwise ops ------*- C++ -*-===//
//
// Folds and canonicalisations of the elementwise ops. All keep NaN, infinities
// and the sign of zero; novi-simplify has those that may not.
//
//===----------------------------------------------------------------------===//

#include "ConstantFolding.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;
using llvm::APFloat;

namespace {

APFloat round(double value, const llvm::fltSemantics &semantics) {
  APFloat result(value);
  bool losesInfo;
  result.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return result;
}

/// Whether an op with a result of `type` checks no size of an operand of the
/// type `dropped` while the program runs, so that it can do without.
bool needsNoCheck(Type dropped, RankedTensorType type) {
  ArrayRef<int64_t> shape = cast<ShapedType>(dropped).getShape();
  return llvm::all_of(
      llvm::zip_equal(shape, type.getShape().take_back(shape.size())),
      [](auto sizes) {
        auto [own, common] = sizes;
        return !ShapedType::isDynamic(own) && (own == 1 || own == common);
      });
}

/// Whether an op on `kept` and `constant` gives `kept` since every element of
/// `constant` is `value`.
bool isNeutral(Attribute constant, double value, Value kept,
               RankedTensorType type) {
  return isSplatOf(constant, value) && kept.getType() == type &&
         needsNoCheck(cast<DenseElementsAttr>(constant).getType(), type);
}

} // namespace

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

OpFoldResult NegOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getInput().getDefiningOp<NegOp>())
    if (inner.getInput().getType() == getType())
      return inner.getInput();
  return foldElementwise(adaptor.getOperands(), getType(),
                         [](ArrayRef<APFloat> x) { return -x[0]; });
}

OpFoldResult ReluOp::fold(FoldAdaptor adaptor) {
  if (getInput().getDefiningOp<ReluOp>() && getInput().getType() == getType())
    return getInput();
  return foldElementwise(
      adaptor.getOperands(), getType(), [](ArrayRef<APFloat> x) {
        return x[0].isNaN() || (!x[0].isNegative() && !x[0].isZero())
                   ? x[0]
                   : APFloat::getZero(x[0].getSemantics());
      });
}

OpFoldResult NotOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getInput().getDefiningOp<NotOp>())
    if (inner.getInput().getType() == getType())
      return inner.getInput();
  return foldElementwise(
      adaptor.getOperands(), getType(),
      [](ArrayRef<APFloat> x) { return APFloat(x[0].isZero() * 1.0f); });
}

OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType())
    return getInput();
  return foldElementwise(adaptor.getOperands(), getType(),
                         [](ArrayRef<APFloat> x) { return x[0]; });
}

OpFoldResult ScaleOp::fold(FoldAdaptor adaptor) {
  if (getFactor().isExactlyValue(1.0) && getInput().getType() == getType())
    return getInput();
  double factor = getFactor().convertToDouble();
  return foldElementwise(adaptor.getOperands(), getType(),
                         [&](ArrayRef<APFloat> x) {
                           return x[0] * round(factor, x[0].getSemantics());
                         });
}

OpFoldResult ClipOp::fold(FoldAdaptor adaptor) {
  double min = getMin().convertToDouble(), max = getMax().convertToDouble();
  return foldElementwise(adaptor.getOperands(), getType(),
                         [&](ArrayRef<APFloat> x) {
                           APFloat low = round(min, x[0].getSemantics());
                           APFloat high = round(max, x[0].getSemantics());
                           return minimum(high, maximum(low, x[0]));
                         });
}

//===----------------------------------------------------------------------===//
// Binary and ternary
//===----------------------------------------------------------------------===//

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  if (isNeutral(adaptor.getRhs(), -0.0, getLhs(), getType()))
    return getLhs();
  return foldElementwise(adaptor.getOperands(), getType(),
                         [](ArrayRef<APFloat> x) { return x[0] + x[1]; });
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  if (isNeutral(adaptor.getRhs(), 0.0, getLhs(), getType()))
    return getLhs();
  return foldElementwise(adaptor.getOperands(), getType(),
                         [](ArrayRef<APFloat> x) { return x[0] - x[1]; });
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (isNeutral(adaptor.getRhs(), 1.0, getLhs(), getType()))
    return getLhs();
  return foldElementwise(adaptor.getOperands(), getType(),
                         [](ArrayRef<APFloat> x) { return x[0] * x[1]; });
}

OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  if (isNeutral(adaptor.getRhs(), 1.0, getLhs(), getType()))
    return getLhs();
  return foldElementwise(adaptor.getOperands(), getType(),
                         [](ArrayRef<APFloat> x) { return x[0] / x[1]; });
}

OpFoldResult CompareOp::fold(FoldAdaptor adaptor) {
  ComparePredicate predicate = getPredicate();
  return foldElementwise({adaptor.getLhs(), adaptor.getRhs()}, getType(),
                         [&](ArrayRef<APFloat> x) {
                           APFloat::cmpResult order = x[0].compare(x[1]);
                           bool less = order == APFloat::cmpLessThan;
                           bool equal = order == APFloat::cmpEqual;
                           bool greater = order == APFloat::cmpGreaterThan;
                           switch (predicate) {
                           case ComparePredicate::EQ:
                             return APFloat(equal * 1.0f);
                           case ComparePredicate::NE:
                             return APFloat(!equal * 1.0f);
                           case ComparePredicate::LT:
                             return APFloat(less * 1.0f);
                           case ComparePredicate::LE:
                             return APFloat((less || equal) * 1.0f);
                           case ComparePredicate::GT:
                             return APFloat(greater * 1.0f);
                           case ComparePredicate::GE:
                             return APFloat((greater || equal) * 1.0f);
                           }
                           llvm_unreachable("unknown predicate");
                         });
}

OpFoldResult SelectOp::fold(FoldAdaptor adaptor) {
  auto isChosen = [&](Value chosen, Value other) {
    return chosen.getType() == getType() &&
           needsNoCheck(getCondition().getType(), getType()) &&
           (chosen == other || needsNoCheck(other.getType(), getType()));
  };
  if (getOnTrue() == getOnFalse() && isChosen(getOnTrue(), getOnFalse()))
    return getOnTrue();
  if (auto condition =
          dyn_cast_or_null<DenseElementsAttr>(adaptor.getCondition()))
    if (condition.isSplat()) {
      Value chosen = getOnTrue(), other = getOnFalse();
      if (!condition.getSplatValue<bool>())
        std::swap(chosen, other);
      if (isChosen(chosen, other))
        return chosen;
    }
  return foldElementwise(
      adaptor.getOperands(), getType(),
      [](ArrayRef<APFloat> x) { return x[0].isZero() ? x[2] : x[1]; });
}

//===----------------------------------------------------------------------===//
// Canonicalisation
//===----------------------------------------------------------------------===//

namespace {

/// scale(x) by -1 -> neg(x): the same number, and an op that more is known of.
struct ScaleToNeg : OpRewritePattern<ScaleOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScaleOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getFactor().isExactlyValue(-1.0))
      return failure();
    rewriter.replaceOpWithNewOp<NegOp>(op, op.getType(), op.getInput());
    return success();
  }
};

/// add(x, neg(y)) -> sub(x, y), on either side.
struct AddOfNeg : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    Value lhs = op.getLhs(), rhs = op.getRhs();
    if (!rhs.getDefiningOp<NegOp>())
      std::swap(lhs, rhs);
    auto neg = rhs.getDefiningOp<NegOp>();
    if (!neg || !isRefined(neg))
      return failure();
    rewriter.replaceOpWithNewOp<SubOp>(op, op.getType(), lhs, neg.getInput());
    return success();
  }
};

/// sub(x, neg(y)) -> add(x, y).
struct SubOfNeg : OpRewritePattern<SubOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SubOp op,
                                PatternRewriter &rewriter) const override {
    auto neg = op.getRhs().getDefiningOp<NegOp>();
    if (!neg || !isRefined(neg))
      return failure();
    rewriter.replaceOpWithNewOp<AddOp>(op, op.getType(), op.getLhs(),
                                       neg.getInput());
    return success();
  }
};

/// select(not(c), x, y) -> select(c, y, x).
struct SelectByNot : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto inverse = op.getCondition().getDefiningOp<NotOp>();
    if (!inverse || !isRefined(inverse))
      return failure();
    rewriter.replaceOpWithNewOp<SelectOp>(op, op.getType(), inverse.getInput(),
                                          op.getOnFalse(), op.getOnTrue());
    return success();
  }
};

} // namespace

void ScaleOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<ScaleToNeg>(context);
}

void AddOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<AddOfNeg>(context);
}

void SubOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<SubOfNeg>(context);
}

void SelectOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<SelectByNot>(context);
}
