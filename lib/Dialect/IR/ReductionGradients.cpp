//===- ReductionGradients.cpp - Gradients of reductions ---------*- C++ -*-===//
//
// Gradient rules of the reductions, of softmax and of layer_norm. u is the
// upstream gradient, y the result.
//
//===----------------------------------------------------------------------===//

#include "Gradients.h"
#include "ShapeInference.h"
#include "llvm/ADT/SmallBitVector.h"
#include <cmath>

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {

/// `value`, of the shape of the op's result, so that it broadcasts to the
/// input: the reduced axes have size 1, or are missing where they are the
/// first.
template <typename OpTy>
Value alignReduced(OpBuilder &builder, OpTy op, Value value) {
  if (op.getKeepdims())
    return value;
  int64_t rank = op.getInput().getType().getRank();
  llvm::SmallBitVector isReduced(rank);
  for (int64_t axis : op.getAxes())
    isReduced.set(axis < 0 ? axis + rank : axis);
  if (isReduced.find_last() < static_cast<int>(isReduced.count()))
    return value;
  SmallVector<OpFoldResult> sizes =
      getSizes(builder, op.getLoc(), op.getInput());
  for (int axis : isReduced.set_bits())
    sizes[axis] = builder.getIndexAttr(1);
  return createReshape(builder, op.getLoc(), value, sizes);
}

} // namespace

// dx = u, repeated along the axes.
void ReduceSumOp::buildGradients(OpBuilder &builder, Value upstream,
                                 ArrayRef<bool> needed,
                                 MutableArrayRef<Value> gradients) {
  gradients[0] =
      createBroadcast(builder, getLoc(), alignReduced(builder, *this, upstream),
                      getSizes(builder, getLoc(), getInput()));
}

// dx = u / n at the n elements that are the largest, else 0. NaN for all where
// the result is: which is the largest is not known. n is counted in f32 or
// wider: f16 ends at 65504, and counts by twos from 2048.
void ReduceMaxOp::buildGradients(OpBuilder &builder, Value upstream,
                                 ArrayRef<bool> needed,
                                 MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  Type elementType = getType().getElementType();
  Type countType = getComputeType(elementType);
  Value largest = alignReduced(builder, *this, getResult());
  Value isLess = CompareOp::create(builder, loc, ComparePredicate::LT,
                                   getInput(), largest);
  Value isLargest = SelectOp::create(
      builder, loc, isLess, createScalar(builder, loc, countType, 0.0),
      createScalar(builder, loc, countType, 1.0));
  Value count = ReduceSumOp::create(builder, loc, isLargest, getAxes(),
                                    /*keepdims=*/true);
  Value share = DivOp::create(
      builder, loc,
      castTo(builder, loc, alignReduced(builder, *this, upstream), countType),
      count);
  Value isNaN =
      CompareOp::create(builder, loc, ComparePredicate::NE, largest, largest);
  share = SelectOp::create(builder, loc, isNaN,
                           createScalar(builder, loc, elementType, NAN),
                           castTo(builder, loc, share, elementType));
  gradients[0] =
      SelectOp::create(builder, loc, isLess,
                       createScalar(builder, loc, elementType, 0.0), share);
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

// dx = y (u - sum(u y)).
void SoftmaxOp::buildGradients(OpBuilder &builder, Value upstream,
                               ArrayRef<bool> needed,
                               MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  Type elementType = getType().getElementType();
  Type computeType = getComputeType(elementType);
  Value y = castTo(builder, loc, getResult(), computeType);
  Value u = castTo(builder, loc, upstream, computeType);
  Value product = MulOp::create(builder, loc, u, y);
  Value sum = createSumAlong(builder, loc, product, getAxis());
  Value centred = SubOp::create(builder, loc, u, sum);
  gradients[0] = castTo(builder, loc, MulOp::create(builder, loc, y, centred),
                        elementType);
}

// dx = u - softmax(x) sum(u). Softmax is exp(y), but of a y that was rounded to
// f16 or bf16 the exponential is good to a few percent only.
void LogSoftmaxOp::buildGradients(OpBuilder &builder, Value upstream,
                                  ArrayRef<bool> needed,
                                  MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  Type elementType = getType().getElementType();
  Type computeType = getComputeType(elementType);
  Value softmax;
  if (computeType == elementType)
    softmax = ExpOp::create(builder, loc, getResult());
  else
    softmax = SoftmaxOp::create(
        builder, loc, castTo(builder, loc, getInput(), computeType), getAxis());
  Value u = castTo(builder, loc, upstream, computeType);
  Value sum = createSumAlong(builder, loc, u, getAxis());
  Value spread = MulOp::create(builder, loc, softmax, sum);
  gradients[0] =
      castTo(builder, loc, SubOp::create(builder, loc, u, spread), elementType);
}

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

/// The mean of `value` along `axis`, which stays with size 1.
static Value createMeanAlong(OpBuilder &builder, Location loc, Value value,
                             int64_t axis) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getRank() == 0)
    return value;
  Value sum = createSumAlong(builder, loc, value, axis);
  int64_t size = type.getDimSize(axis < 0 ? axis + type.getRank() : axis);
  // A mean of nothing reaches nothing, so 1 will do for the number of none.
  if (!ShapedType::isDynamic(size))
    return ScaleOp::create(builder, loc, sum, 1.0 / std::max<int64_t>(size, 1));
  // The number of elements is the sum of a one for each.
  Value ones =
      createBroadcast(builder, loc, createScalar(builder, loc, value, 1.0),
                      getSizes(builder, loc, value));
  return DivOp::create(builder, loc, sum,
                       createSumAlong(builder, loc, ones, axis));
}

// dx = r (u - mean(u) - y mean(u y)), r = (v + epsilon)^(-1/2), which is
// exp(-ln(v + epsilon) / 2). Of a y that was rounded to f16 or bf16 the means
// would be those of other numbers, so it is computed again.
void LayerNormOp::buildGradients(OpBuilder &builder, Value upstream,
                                 ArrayRef<bool> needed,
                                 MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  Type elementType = getType().getElementType();
  Type computeType = getComputeType(elementType);
  Value x = castTo(builder, loc, getInput(), computeType);
  Value u = castTo(builder, loc, upstream, computeType);
  Value centred = SubOp::create(builder, loc, x,
                                createMeanAlong(builder, loc, x, getAxis()));
  Value variance = createMeanAlong(
      builder, loc, MulOp::create(builder, loc, centred, centred), getAxis());
  Value raised = AddOp::create(
      builder, loc, variance,
      createScalar(builder, loc, computeType, getEpsilon().convertToDouble()));
  Value logarithm = LogOp::create(builder, loc, raised);
  Value r = ExpOp::create(builder, loc,
                          ScaleOp::create(builder, loc, logarithm, -0.5));
  Value y = computeType == elementType
                ? Value(getResult())
                : Value(MulOp::create(builder, loc, centred, r));
  Value along = createMeanAlong(builder, loc, MulOp::create(builder, loc, u, y),
                                getAxis());
  Value rest = SubOp::create(builder, loc, u,
                             createMeanAlong(builder, loc, u, getAxis()));
  rest =
      SubOp::create(builder, loc, rest, MulOp::create(builder, loc, y, along));
  gradients[0] =
      castTo(builder, loc, MulOp::create(builder, loc, rest, r), elementType);
}
