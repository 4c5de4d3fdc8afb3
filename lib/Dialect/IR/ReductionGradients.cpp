//===- ReductionGradients.cpp - Gradients of reductions ---------*- C++ -*-===//
//
// Gradient rules of the reductions and of softmax. u is the upstream gradient, y
// the result.
//
//===----------------------------------------------------------------------===//

#include "Gradients.h"
#include "ShapeInference.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {

/// `value`, of the shape of the op's result, with the reduced axes as size 1.
template <typename OpTy>
Value keepReducedAxes(OpBuilder &builder, OpTy op, Value value) {
  if (op.getKeepdims())
    return value;
  int64_t rank = op.getInput().getType().getRank();
  SmallVector<OpFoldResult> sizes =
      getSizes(builder, op.getLoc(), op.getInput());
  for (int64_t axis : op.getAxes())
    sizes[axis < 0 ? axis + rank : axis] = builder.getIndexAttr(1);
  return createReshape(builder, op.getLoc(), value, sizes);
}

} // namespace

// dx = u, repeated along the axes.
void ReduceSumOp::buildGradients(OpBuilder &builder, Value upstream,
                                 ArrayRef<bool> needed,
                                 MutableArrayRef<Value> gradients) {
  gradients[0] =
      createBroadcast(builder, getLoc(), keepReducedAxes(builder, *this, upstream),
                      getSizes(builder, getLoc(), getInput()));
}

// dx = u / n at the n elements that are the largest, else 0. Where the result is
// NaN no element is less, and all share, so the NaN goes on. n is counted in
// f32 or wider: f16 ends at 65504, and counts by twos from 2048.
void ReduceMaxOp::buildGradients(OpBuilder &builder, Value upstream,
                                 ArrayRef<bool> needed,
                                 MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  Type elementType = getType().getElementType();
  Type countType = elementType.isF64() ? elementType : builder.getF32Type();
  auto castTo = [&](Value value, Type type) -> Value {
    auto from = cast<RankedTensorType>(value.getType());
    if (from.getElementType() == type)
      return value;
    return CastOp::create(builder, loc,
                          RankedTensorType::get(from.getShape(), type), value);
  };
  Value largest = keepReducedAxes(builder, *this, getResult());
  Value isLess = CompareOp::create(builder, loc, ComparePredicate::LT,
                                   getInput(), largest);
  Value isLargest = SelectOp::create(
      builder, loc, isLess, createScalar(builder, loc, getInput(), 0.0),
      createScalar(builder, loc, getInput(), 1.0));
  Value count =
      ReduceSumOp::create(builder, loc, castTo(isLargest, countType), getAxes(),
                          /*keepdims=*/true);
  Value share = castTo(
      DivOp::create(builder, loc,
                    castTo(keepReducedAxes(builder, *this, upstream), countType),
                    count),
      elementType);
  gradients[0] =
      SelectOp::create(builder, loc, isLess,
                       createScalar(builder, loc, getInput(), 0.0), share);
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

// dx = y (u - sum(u y)).
void SoftmaxOp::buildGradients(OpBuilder &builder, Value upstream,
                               ArrayRef<bool> needed,
                               MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  Value product = MulOp::create(builder, loc, upstream, getResult());
  Value sum = createSumAlong(builder, loc, product, getAxis());
  Value centred = SubOp::create(builder, loc, upstream, sum);
  gradients[0] = MulOp::create(builder, loc, getResult(), centred);
}

// dx = u - softmax(x) sum(u).
void LogSoftmaxOp::buildGradients(OpBuilder &builder, Value upstream,
                                  ArrayRef<bool> needed,
                                  MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  Value sum = createSumAlong(builder, loc, upstream, getAxis());
  Value softmax = ExpOp::create(builder, loc, getResult());
  Value spread = MulOp::create(builder, loc, softmax, sum);
  gradients[0] = SubOp::create(builder, loc, upstream, spread);
}
