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

Value novi::detail::createScalar(OpBuilder &builder, Location loc,
                                 Type elementType, double value) {
  return ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get({}, elementType),
                             FloatAttr::get(elementType, value)));
}

Value novi::detail::createScalar(OpBuilder &builder, Location loc, Value like,
                                 double value) {
  return createScalar(builder, loc, typeOf(like).getElementType(), value);
}

Type novi::detail::getComputeType(Type elementType) {
  return elementType.isF64() ? elementType
                             : Float32Type::get(elementType.getContext());
}

Value novi::detail::castTo(OpBuilder &builder, Location loc, Value value,
                           Type elementType) {
  RankedTensorType type = typeOf(value);
  if (type.getElementType() == elementType)
    return value;
  return CastOp::create(builder, loc, type.clone(elementType), value);
}

Value novi::detail::createZerosLike(OpBuilder &builder, Location loc,
                                    Value like) {
  auto [type, sizes] =
      getSizedType(typeOf(like).getElementType(), getSizes(builder, loc, like));
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
    if (axis < missing ||
        (to.getDimSize(axis - missing) == 1 && from.getDimSize(axis) != 1))
      axes.push_back(axis);
  if (axes.empty())
    return gradient;
  Value sum = ReduceSumOp::create(builder, loc, gradient, axes,
                                  /*keepdims=*/missing == 0);
  if (typeOf(sum).getRank() == to.getRank())
    return sum;
  return createReshape(builder, loc, sum, getSizes(builder, loc, operand));
}

Value novi::detail::guardInfiniteSlope(OpBuilder &builder, Location loc,
                                       Value upstream, Value value,
                                       ArrayRef<double> poles, Value gradient) {
  auto isEqual = [&](Value compared, double to) {
    return CompareOp::create(builder, loc, ComparePredicate::EQ, compared,
                             createScalar(builder, loc, compared, to));
  };
  Value guarded = SelectOp::create(builder, loc, isEqual(upstream, 0.0),
                                   upstream, gradient);
  for (double pole : poles)
    gradient =
        SelectOp::create(builder, loc, isEqual(value, pole), guarded, gradient);
  return gradient;
}

Value novi::detail::createSumAlong(OpBuilder &builder, Location loc,
                                   Value value, int64_t axis) {
  // A scalar is an axis of size 1 already.
  if (typeOf(value).getRank() == 0)
    return value;
  return ReduceSumOp::create(builder, loc, value, ArrayRef<int64_t>(axis),
                             /*keepdims=*/true);
}
