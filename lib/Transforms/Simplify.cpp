//===- Simplify.cpp - Simplify under floating-point flags -------*- C++ -*-===//
//
// Implements novi-simplify: what canonicalisation may not do since it would
// hide a NaN or an infinity or change the sign of a zero, once the user allows
// it; and remarks on what then turns out to be zero for good.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVISIMPLIFYPASS
#include "Novi/Transforms/Passes.h.inc"

namespace {

/// Whether `value` holds nothing but zeros, of either sign.
bool isZeros(Value value) {
  if (auto cast = value.getDefiningOp<tensor::CastOp>())
    value = cast.getSource();
  if (value.getDefiningOp<ZeroOp>())
    return true;
  return matchPattern(value, m_AnyZeroFloat());
}

/// Replaces `op` by zeros of its type, dynamic sizes reified.
LogicalResult replaceByZeros(PatternRewriter &rewriter,
                             ReifyRankedShapedTypeOpInterface op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  ReifiedRankedShapedTypeDims shapes;
  if (!type.hasStaticShape() && failed(op.reifyResultShapes(rewriter, shapes)))
    return failure();
  SmallVector<Value> sizes;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, op->getLoc(),
                                                      shapes[0][axis]));
  rewriter.replaceOpWithNewOp<ZeroOp>(op, type, sizes);
  return success();
}

/// x + 0 -> x, for nsz.
struct AddOfZero : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    Value kept = op.getLhs(), zeros = op.getRhs();
    if (!isZeros(zeros))
      std::swap(kept, zeros);
    if (!isZeros(zeros) || kept.getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, kept);
    return success();
  }
};

/// x - 0 -> x and 0 - x -> -x, for nsz.
struct SubOfZero : OpRewritePattern<SubOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SubOp op,
                                PatternRewriter &rewriter) const override {
    if (isZeros(op.getRhs()) && op.getLhs().getType() == op.getType()) {
      rewriter.replaceOp(op, op.getLhs());
      return success();
    }
    if (isZeros(op.getLhs()) && op.getRhs().getType() == op.getType()) {
      rewriter.replaceOpWithNewOp<NegOp>(op, op.getType(), op.getRhs());
      return success();
    }
    return failure();
  }
};

/// x - x -> 0, for nnan and ninf.
struct SubOfSelf : OpRewritePattern<SubOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SubOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getLhs() != op.getRhs())
      return failure();
    return replaceByZeros(rewriter, op);
  }
};

/// 0 * x -> 0 in any product, for nnan, ninf and nsz.
template <typename OpTy> struct ProductWithZero : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (llvm::none_of(op->getOperands(), isZeros))
      return failure();
    return replaceByZeros(rewriter, op);
  }
};

/// The like for a product with the factor 0.
struct ScaleByZero : OpRewritePattern<ScaleOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScaleOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getFactor().isZero() && !isZeros(op.getInput()))
      return failure();
    return replaceByZeros(rewriter, op);
  }
};

constexpr StringLiteral kCategory = "novi-simplify";

/// Remarks on an elementwise op that repeats each of its operands.
void remarkWideningBroadcast(Operation *op) {
  if (!isa<AddOp, SubOp, MulOp, DivOp, CompareOp, SelectOp>(op))
    return;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (Value operand : op->getOperands()) {
    auto operandType = cast<RankedTensorType>(operand.getType());
    int64_t missing = type.getRank() - operandType.getRank();
    bool repeated = llvm::any_of(type.getShape().take_front(missing),
                                 [](int64_t size) { return size != 1; });
    for (auto [axis, size] : llvm::enumerate(operandType.getShape()))
      repeated |= size == 1 && type.getDimSize(missing + axis) != 1;
    if (!repeated)
      return;
  }
  std::string text;
  llvm::raw_string_ostream(text) << type;
  remark::analysis(
      op->getLoc(),
      remark::RemarkOpts::name("WideningBroadcast").category(kCategory))
      << remark::add("every operand is repeated to {0}, which is often a "
                     "mistake in a shape",
                     text);
}

struct NoviSimplifyPass : impl::NoviSimplifyPassBase<NoviSimplifyPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    if (nsz)
      set.add<AddOfZero, SubOfZero>(context);
    if (nnan && ninf)
      set.add<SubOfSelf>(context);
    if (nnan && ninf && nsz)
      set.add<ProductWithZero<MulOp>, ProductWithZero<MatmulOp>,
              ProductWithZero<ContractOp>, ScaleByZero>(context);
    hasPatterns = !set.getNativePatterns().empty();
    patterns = std::move(set);
    return success();
  }

  // Runs on a function or on anything that holds functions: an InterfacePass
  // would not schedule on a module.
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](FunctionOpInterface function) {
      if (function.isExternal())
        return WalkResult::advance();
      function.walk(remarkWideningBroadcast);
      // Every pattern leaves less to do, so there is no need to count rounds.
      if (hasPatterns &&
          failed(applyPatternsGreedily(function, patterns,
                                       GreedyRewriteConfig().setMaxIterations(
                                           GreedyRewriteConfig::kNoLimit))))
        return WalkResult::interrupt();
      remarkZeroGradients(function);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  void remarkZeroGradients(FunctionOpInterface function) {
    function.walk([&](Operation *op) {
      if (!op->hasTrait<OpTrait::ReturnLike>() ||
          op->getParentOp() != function ||
          op->getNumOperands() != function.getNumResults())
        return;
      for (auto [index, value] : llvm::enumerate(op->getOperands())) {
        auto role = function.getResultAttrOfType<StringAttr>(
            index, NoviDialect::kRoleAttr);
        auto name = function.getResultAttrOfType<StringAttr>(
            index, NoviDialect::kNameAttr);
        if (!role || role.getValue() != "gradient" || !isZeros(value))
          continue;
        std::string text =
            name ? name.str() : "result " + std::to_string(index);
        StringRef parameter = text;
        parameter.consume_back(".gradient");
        remark::analysis(
            function.getLoc(),
            remark::RemarkOpts::name("ZeroGradient").category(kCategory))
            << remark::add("{0} is zero whatever is fed: the parameter {1} can "
                           "never change",
                           text, parameter.str());
      }
    });
  }

  FrozenRewritePatternSet patterns;
  bool hasPatterns = false;
};

} // namespace
} // namespace mlir::novi
