//===- LossGradients.cpp - Gradients of losses ------------------*- C++ -*-===//
//
// Gradient rules of the losses. U is the gradient of a row's own loss: the
// upstream gradient, over the number of rows for a mean.
//
//===----------------------------------------------------------------------===//

#include "Gradients.h"
#include "ShapeInference.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

namespace {

/// U in a shape that broadcasts against the rows.
template <typename OpTy>
Value getRowGradient(OpBuilder &builder, OpTy op, Value upstream) {
  Location loc = op.getLoc();
  if (op.getReduction() == LossReduction::None) {
    SmallVector<OpFoldResult> sizes = getSizes(builder, loc, upstream);
    sizes.push_back(builder.getIndexAttr(1));
    return createReshape(builder, loc, upstream, sizes);
  }
  // The mean of the first row alone is that row.
  if (op.getReduction() == LossReduction::Sum ||
      op.getRows() == LossRows::First)
    return upstream;
  SmallVector<OpFoldResult> rows = getSizes(builder, loc, op.getInput());
  rows.pop_back();
  int64_t count = 1;
  for (OpFoldResult size : rows) {
    std::optional<int64_t> known = getConstantIntValue(size);
    count = known && !ShapedType::isDynamic(count) ? count * *known
                                                   : ShapedType::kDynamic;
  }
  // A mean of nothing reaches nothing, so 1 will do for the number of no rows.
  if (!ShapedType::isDynamic(count))
    return ScaleOp::create(builder, loc, upstream,
                           1.0 / std::max<int64_t>(count, 1));
  // The number of rows is the sum of a one for each, counted in f32 or wider.
  Type elementType = op.getInput().getType().getElementType();
  Type countType = elementType.isF64() ? elementType : builder.getF32Type();
  auto scalarType = RankedTensorType::get({}, countType);
  Value one = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(scalarType, FloatAttr::get(countType, 1.0)));
  Value ones = createBroadcast(builder, loc, one, rows);
  Value number = ReduceSumOp::create(
      builder, loc, ones,
      llvm::to_vector(llvm::seq<int64_t>(0, rows.size())),
      /*keepdims=*/false);
  if (countType == elementType)
    return DivOp::create(builder, loc, upstream, number);
  Value wide = CastOp::create(builder, loc, scalarType, upstream);
  Value share = DivOp::create(builder, loc, wide, number);
  return CastOp::create(builder, loc,
                        RankedTensorType::get({}, elementType), share);
}

/// Builds the gradients out of U, input and target; where only the first row
/// counts, of that row, and zeros for the others.
template <typename OpTy>
void buildLossGradients(
    OpBuilder &builder, OpTy op, Value upstream, ArrayRef<bool> needed,
    MutableArrayRef<Value> gradients,
    function_ref<std::pair<Value, Value>(Value, Value, Value)> rule) {
  Location loc = op.getLoc();
  Value input = op.getInput(), target = op.getTarget();
  Value rowGradient = getRowGradient(builder, op, upstream);
  if (op.getRows() == LossRows::All) {
    std::tie(gradients[0], gradients[1]) = rule(rowGradient, input, target);
    return;
  }
  int64_t rank = op.getInput().getType().getRank();
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes(rank, builder.getIndexAttr(1));
  sizes.back() = getSize(builder, loc, input, rank - 1);
  SmallVector<int64_t> strides(rank, 1);
  Value firstInput =
      SliceOp::create(builder, loc, input, offsets, sizes, strides);
  Value firstTarget =
      SliceOp::create(builder, loc, target, offsets, sizes, strides);
  auto [inputGradient, targetGradient] =
      rule(rowGradient, firstInput, firstTarget);
  for (auto [index, gradient, operand] :
       {std::tuple(0, inputGradient, input),
        std::tuple(1, targetGradient, target)})
    if (gradient)
      gradients[index] = InsertSliceOp::create(
          builder, loc, gradient, createZerosLike(builder, loc, operand),
          offsets, strides);
}

} // namespace

// dq = -U p / (q + epsilon), dp = -U ln(q + epsilon).
void CrossEntropyLossOp::buildGradients(OpBuilder &builder, Value upstream,
                                        ArrayRef<bool> needed,
                                        MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  buildLossGradients(
      builder, *this, upstream, needed, gradients,
      [&](Value u, Value q, Value p) -> std::pair<Value, Value> {
        Value shifted = q;
        if (!getEpsilon().isZero())
          shifted = AddOp::create(
              builder, loc, q,
              createScalar(builder, loc, q, getEpsilon().convertToDouble()));
        Value inputGradient, targetGradient;
        if (needed[0]) {
          Value product = MulOp::create(builder, loc, u, p);
          Value slope = NegOp::create(
              builder, loc, DivOp::create(builder, loc, product, shifted));
          inputGradient =
              guardInfiniteSlope(builder, loc, product, shifted, slope);
        }
        if (needed[1]) {
          Value log = LogOp::create(builder, loc, shifted);
          Value slope = NegOp::create(builder, loc,
                                      MulOp::create(builder, loc, u, log));
          targetGradient = guardInfiniteSlope(builder, loc, u, shifted, slope);
        }
        return {inputGradient, targetGradient};
      });
}

// dx = U (softmax(x) sum(p) - p), dp = -U log_softmax(x).
void SoftmaxCrossEntropyLossOp::buildGradients(
    OpBuilder &builder, Value upstream, ArrayRef<bool> needed,
    MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  buildLossGradients(
      builder, *this, upstream, needed, gradients,
      [&](Value u, Value x, Value p) -> std::pair<Value, Value> {
        int64_t last = cast<RankedTensorType>(x.getType()).getRank() - 1;
        Value softmax = SoftmaxOp::create(builder, loc, x, last);
        Value inputGradient, targetGradient;
        if (needed[0]) {
          Value sum = createSumAlong(builder, loc, p, last);
          Value spread = MulOp::create(builder, loc, softmax, sum);
          Value difference = SubOp::create(builder, loc, spread, p);
          inputGradient = MulOp::create(builder, loc, u, difference);
        }
        if (needed[1]) {
          Value log = LogSoftmaxOp::create(builder, loc, x, last);
          Value slope = NegOp::create(builder, loc,
                                      MulOp::create(builder, loc, u, log));
          targetGradient = guardInfiniteSlope(builder, loc, u, softmax, slope);
        }
        return {inputGradient, targetGradient};
      });
}
