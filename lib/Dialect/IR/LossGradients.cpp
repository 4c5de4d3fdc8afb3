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
#include <cmath>

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
    if (sizes.empty())
      return upstream;
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
  // The number of rows is the sum of a one for each.
  Value ones = createBroadcast(builder, loc,
                               createScalar(builder, loc, upstream, 1.0), rows);
  Value number = ReduceSumOp::create(
      builder, loc, ones, llvm::to_vector(llvm::seq<int64_t>(0, rows.size())),
      /*keepdims=*/false);
  return DivOp::create(builder, loc, upstream, number);
}

/// Builds the gradients out of U, input and target; where only the first row
/// counts, of that row, and zeros for the others.
template <typename OpTy>
void buildLossGradients(
    OpBuilder &builder, OpTy op, Value upstream,
    MutableArrayRef<Value> gradients,
    function_ref<std::pair<Value, Value>(Value, Value, Value)> rule) {
  Location loc = op.getLoc();
  Type elementType = op.getInput().getType().getElementType();
  auto widen = [&](Value value) {
    return castTo(builder, loc, value, getComputeType(elementType));
  };
  Value rowGradient = getRowGradient(builder, op, widen(upstream));
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<int64_t> strides;
  Value input = op.getInput(), target = op.getTarget();
  bool firstOnly = op.getRows() == LossRows::First;
  if (firstOnly) {
    int64_t rank = op.getInput().getType().getRank();
    offsets.append(rank, builder.getIndexAttr(0));
    sizes.append(rank, builder.getIndexAttr(1));
    sizes.back() = getSize(builder, loc, input, rank - 1);
    strides.append(rank, 1);
    input = SliceOp::create(builder, loc, input, offsets, sizes, strides);
    target = SliceOp::create(builder, loc, target, offsets, sizes, strides);
  }
  auto [inputGradient, targetGradient] =
      rule(rowGradient, widen(input), widen(target));
  for (auto [index, gradient] :
       {std::pair(0, inputGradient), std::pair(1, targetGradient)}) {
    if (!gradient)
      continue;
    gradient = castTo(builder, loc, gradient, elementType);
    if (firstOnly)
      gradient = InsertSliceOp::create(
          builder, loc, gradient,
          createZerosLike(builder, loc, op->getOperand(index)), offsets,
          strides);
    gradients[index] = gradient;
  }
}

} // namespace

// dq = -U p / (q + epsilon), dp = -U ln(q + epsilon).
void CrossEntropyLossOp::buildGradients(OpBuilder &builder, Value upstream,
                                        ArrayRef<bool> needed,
                                        MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  buildLossGradients(
      builder, *this, upstream, gradients,
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
              guardInfiniteSlope(builder, loc, product, shifted, {0.0}, slope);
        }
        if (needed[1]) {
          Value log = LogOp::create(builder, loc, shifted);
          Value slope =
              NegOp::create(builder, loc, MulOp::create(builder, loc, u, log));
          targetGradient =
              guardInfiniteSlope(builder, loc, u, log, {-HUGE_VAL}, slope);
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
      builder, *this, upstream, gradients,
      [&](Value u, Value x, Value p) -> std::pair<Value, Value> {
        int64_t last = cast<RankedTensorType>(x.getType()).getRank() - 1;
        Value inputGradient, targetGradient;
        if (needed[0]) {
          Value softmax = SoftmaxOp::create(builder, loc, x, last);
          Value sum = createSumAlong(builder, loc, p, last);
          Value spread = MulOp::create(builder, loc, softmax, sum);
          Value difference = SubOp::create(builder, loc, spread, p);
          inputGradient = MulOp::create(builder, loc, u, difference);
        }
        if (needed[1]) {
          Value log = LogSoftmaxOp::create(builder, loc, x, last);
          Value slope =
              NegOp::create(builder, loc, MulOp::create(builder, loc, u, log));
          targetGradient =
              guardInfiniteSlope(builder, loc, u, log, {-HUGE_VAL}, slope);
        }
        return {inputGradient, targetGradient};
      });
}
