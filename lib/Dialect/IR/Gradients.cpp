//===- Gradients.cpp - What gradient rules share ----------------*- C++ -*-===//
//
// Implements the pieces of which the gradient rules are built.
//
//===----------------------------------------------------------------------===//

#include "Gradients.h"
#include "ShapeInference.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

#include "Novi/Dialect/IR/GradientInterface.cpp.inc"

namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The type with `sizes`, and the values of its dynamic ones.
std::pair<RankedTensorType, SmallVector<Value>>
getSizedType(Type elementType, ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  return {RankedTensorType::get(shape, elementType), dynamic};
}

} // namespace

Value novi::detail::createScalar(OpBuilder &builder, Location loc, Value like,
                                 double value) {
  auto type = RankedTensorType::get({}, typeOf(like).getElementType());
  return ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type,
                             FloatAttr::get(type.getElementType(), value)));
}

Value novi::detail::createZerosLike(OpBuilder &builder, Location loc,
                                    Value like) {
  auto [type, sizes] = getSizedType(typeOf(like).getElementType(),
                                    getSizes(builder, loc, like));
  return ZeroOp::create(builder, loc, type, sizes);
}

Value novi::detail::createReshape(OpBuilder &builder, Location loc, Value value,
                                  ArrayRef<OpFoldResult> sizes) {
  auto [type, dynamic] = getSizedType(typeOf(value).getElementType(), sizes);
  if (type == value.getType() && type.hasStaticShape())
    return value;
  return ReshapeOp::create(builder, loc, type, value, dynamic);
}

Value novi::detail::createBroadcast(OpBuilder &builder, Location loc,
                                    Value value, ArrayRef<OpFoldResult> sizes) {
  auto [type, dynamic] = getSizedType(typeOf(value).getElementType(), sizes);
  if (type == value.getType() && type.hasStaticShape())
    return value;
  return BroadcastOp::create(builder, loc, type, value, dynamic);
}

Value novi::detail::sumToOperand(OpBuilder &builder, Location loc,
                                 Value gradient, Value operand) {
  RankedTensorType from = typeOf(gradient), to = typeOf(operand);
  int64_t missing = from.getRank() - to.getRank();
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < from.getRank(); ++axis)
    if (axis < missing || (to.getDimSize(axis - missing) == 1 &&
                           from.getDimSize(axis) != 1))
      axes.push_back(axis);
  if (axes.empty())
    return gradient;
  Value sum = ReduceSumOp::create(builder, loc, gradient, axes,
                                  /*keepdims=*/missing == 0);
  if (missing == 0 || sum.getType() == to)
    return sum;
  return createReshape(builder, loc, sum, getSizes(builder, loc, operand));
}

Value novi::detail::guardInfiniteSlope(OpBuilder &builder, Location loc,
                                       Value upstream, Value base,
                                       Value gradient) {
  Value zero = createScalar(builder, loc, base, 0.0);
  Value isInfinite =
      CompareOp::create(builder, loc, ComparePredicate::EQ, base, zero);
  Value isZero =
      CompareOp::create(builder, loc, ComparePredicate::EQ, upstream, zero);
  Value guarded =
      SelectOp::create(builder, loc, isZero, upstream, gradient);
  return SelectOp::create(builder, loc, isInfinite, guarded, gradient);
}

Value novi::detail::createSumAlong(OpBuilder &builder, Location loc,
                                   Value value, int64_t axis) {
  // A scalar is an axis of size 1 already.
  if (typeOf(value).getRank() == 0)
    return value;
  return ReduceSumOp::create(builder, loc, value, ArrayRef<int64_t>(axis),
                             /*keepdims=*/true);
}
