//===- Reductions.cpp - Reductions and softmax ------------------*- C++ -*-===//
//
// Lowers the ops along axes to reductions and maps. What is needed of a row is
// computed by a generic over rows of its own: a codegen that fuses it into the
// elements of the row would compute it once an element.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "RuntimeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::tolinalg;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Puts axes of size 1 where `reduced` says.
static Value expandReduced(OpBuilder &builder, Location loc, Value tensor,
                           const llvm::SmallBitVector &reduced) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> kept = getSizes(builder, loc, tensor);
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> shape;
  // A new axis is grouped with the kept one before it; without one, with the
  // next.
  SmallVector<ReassociationIndices> groups(kept.size());
  size_t numSeen = 0;
  for (unsigned axis = 0; axis < reduced.size(); ++axis) {
    if (reduced.test(axis)) {
      sizes.push_back(builder.getIndexAttr(1));
      shape.push_back(1);
    } else {
      sizes.push_back(kept[numSeen]);
      shape.push_back(type.getDimSize(numSeen));
      ++numSeen;
    }
    if (!kept.empty())
      groups[std::max<size_t>(numSeen, 1) - 1].push_back(axis);
  }
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), tensor,
      groups, sizes);
}

/// Reduces with `combine` from `identity` on, both in the compute type.
template <typename OpTy>
static Value lowerReduction(OpTy op, RewriterBase &builder, double identity,
                            Body combine) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getInput().getType();
  Type elementType = type.getElementType();
  llvm::SmallBitVector reduced(type.getRank());
  for (int64_t axis : op.getAxes())
    reduced.set(countFromFront(axis, type.getRank()));
  SmallVector<int64_t> inputAxes;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (!reduced.test(axis))
      inputAxes.push_back(axis);
    else if (op.getKeepdims())
      inputAxes.push_back(-1);
  checkResultSizes(builder, op, inputAxes);
  // Nothing is combined, not even with the identity: -0.0 stays what it is.
  if (reduced.none())
    return castTo(builder, loc, op.getInput(), op.getType());

  SmallVector<OpFoldResult> sizes;
  for (auto [axis, size] : llvm::zip_equal(inputAxes, reifyResult(builder, op)))
    if (axis >= 0)
      sizes.push_back(size);
  Value start =
      createFloat(builder, loc, getComputeType(elementType), identity);
  Value result = createReduction(
      builder, loc, op.getInput(),
      builder.getMultiDimIdentityMap(type.getRank()), reduced, sizes, start,
      [&](OpBuilder &b, Location l, ValueRange elements) {
        return combine(b, l, {extend(b, l, elements[0]), elements[1]});
      });
  result = roundTensor(builder, loc, result, sizes, elementType);
  if (op.getKeepdims())
    result = expandReduced(builder, loc, result, reduced);
  return castTo(builder, loc, result, op.getType());
}

static Value createSum(OpBuilder &b, Location loc, ValueRange x) {
  return arith::AddFOp::create(b, loc, x[0], x[1]);
}

static Value createMaximum(OpBuilder &b, Location loc, ValueRange x) {
  return arith::MaximumFOp::create(b, loc, x[0], x[1]);
}

constexpr double minusInfinity = -std::numeric_limits<double>::infinity();

Value tolinalg::lower(ReduceSumOp op, RewriterBase &builder) {
  return lowerReduction(op, builder, 0.0, createSum);
}

Value tolinalg::lower(ReduceMaxOp op, RewriterBase &builder) {
  return lowerReduction(op, builder, minusInfinity, createMaximum);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

tolinalg::Rows::Rows(OpBuilder &builder, Location loc, Value input,
                     int64_t axis) {
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  reduced.resize(rank);
  // A scalar is a row of one element, which needs no loop.
  if (rank > 0)
    reduced.set(countFromFront(axis, rank));
  elementMap = builder.getMultiDimIdentityMap(rank);
  rowMap = getMapWithout(builder.getContext(), rank, reduced);
  for (auto [loop, size] : llvm::enumerate(getSizes(builder, loc, input)))
    if (!reduced.test(loop))
      rowSizes.push_back(size);
}

Value tolinalg::createRowMaxima(OpBuilder &builder, Location loc, Value input,
                                const Rows &rows) {
  Type computeType = getComputeType(getElementTypeOrSelf(input));
  return createReduction(
      builder, loc, input, rows.elementMap, rows.reduced, rows.rowSizes,
      createFloat(builder, loc, computeType, minusInfinity),
      [](OpBuilder &b, Location l, ValueRange x) {
        return createMaximum(b, l, {extend(b, l, x[0]), x[1]});
      });
}

/// exp(x - m)
static Value createShiftedExp(OpBuilder &b, Location loc, Value element,
                              Value maximum) {
  Value shifted =
      arith::SubFOp::create(b, loc, extend(b, loc, element), maximum);
  return math::ExpOp::create(b, loc, shifted);
}

Value tolinalg::createRowLogSums(OpBuilder &builder, Location loc, Value input,
                                 Value maxima, const Rows &rows) {
  Type computeType = getComputeType(getElementTypeOrSelf(input));
  Value sums = createReduction(
      builder, loc, {input, maxima}, {rows.elementMap, rows.rowMap},
      rows.reduced, rows.rowSizes, createFloat(builder, loc, computeType, 0.0),
      [](OpBuilder &b, Location l, ValueRange x) {
        return createSum(b, l, {x[2], createShiftedExp(b, l, x[0], x[1])});
      });
  return createMap(builder, loc, sums,
                   builder.getMultiDimIdentityMap(rows.rowSizes.size()),
                   rows.rowSizes, computeType,
                   [](OpBuilder &b, Location l, ValueRange x) -> Value {
                     return math::LogOp::create(b, l, x[0]);
                   });
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

static void checkSameShape(OpBuilder &builder, Operation *op) {
  int64_t rank = cast<RankedTensorType>(op->getOperand(0).getType()).getRank();
  checkResultSizes(builder, op, llvm::to_vector(llvm::seq<int64_t>(0, rank)));
}

Value tolinalg::lower(SoftmaxOp op, RewriterBase &builder) {
  Location loc = op.getLoc();
  Value input = op.getInput();
  Type elementType = op.getType().getElementType();
  Type computeType = getComputeType(elementType);
  checkSameShape(builder, op);
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  Rows rows(builder, loc, input, op.getAxis());
  Value maxima = createRowMaxima(builder, loc, input, rows);
  Value exps =
      createMap(builder, loc, {input, maxima}, {rows.elementMap, rows.rowMap},
                sizes, computeType, [](OpBuilder &b, Location l, ValueRange x) {
                  return createShiftedExp(b, l, x[0], x[1]);
                });
  Value sums = createReduction(
      builder, loc, exps, rows.elementMap, rows.reduced, rows.rowSizes,
      createFloat(builder, loc, computeType, 0.0), createSum);
  return createMap(builder, loc, {exps, sums}, {rows.elementMap, rows.rowMap},
                   sizes, elementType,
                   [&](OpBuilder &b, Location l, ValueRange x) {
                     Value quotient = arith::DivFOp::create(b, l, x[0], x[1]);
                     return round(b, l, quotient, elementType);
                   });
}

Value tolinalg::lower(LogSoftmaxOp op, RewriterBase &builder) {
  Location loc = op.getLoc();
  Value input = op.getInput();
  Type elementType = op.getType().getElementType();
  checkSameShape(builder, op);
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  Rows rows(builder, loc, input, op.getAxis());
  Value maxima = createRowMaxima(builder, loc, input, rows);
  Value logSums = createRowLogSums(builder, loc, input, maxima, rows);
  return createMap(builder, loc, {input, maxima, logSums},
                   {rows.elementMap, rows.rowMap, rows.rowMap}, sizes,
                   elementType, [&](OpBuilder &b, Location l, ValueRange x) {
                     Value shifted =
                         arith::SubFOp::create(b, l, extend(b, l, x[0]), x[1]);
                     Value result = arith::SubFOp::create(b, l, shifted, x[2]);
                     return round(b, l, result, elementType);
                   });
}

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

/// How many elements there are along the axis, as a float.
static Value createRowLength(OpBuilder &builder, Location loc, Value input,
                             int64_t axis, Type type) {
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  if (rank == 0)
    return createFloat(builder, loc, type, 1.0);
  OpFoldResult size = getSize(builder, loc, input, countFromFront(axis, rank));
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return createFloat(builder, loc, type, static_cast<double>(*known));
  Value integer = arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                             cast<Value>(size));
  return arith::SIToFPOp::create(builder, loc, type, integer);
}

Value tolinalg::lower(LayerNormOp op, RewriterBase &builder) {
  Location loc = op.getLoc();
  Value input = op.getInput();
  Type elementType = op.getType().getElementType();
  Type computeType = getComputeType(elementType);
  checkSameShape(builder, op);
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  Rows rows(builder, loc, input, op.getAxis());
  AffineMap ofRows = builder.getMultiDimIdentityMap(rows.rowSizes.size());
  Value zero = createFloat(builder, loc, computeType, 0.0);
  Value length =
      createRowLength(builder, loc, input, op.getAxis(), computeType);
  Value sums = createReduction(
      builder, loc, input, rows.elementMap, rows.reduced, rows.rowSizes, zero,
      [](OpBuilder &b, Location l, ValueRange x) {
        return createSum(b, l, {x[1], extend(b, l, x[0])});
      });
  Value means =
      createMap(builder, loc, sums, ofRows, rows.rowSizes, computeType,
                [&](OpBuilder &b, Location l, ValueRange x) -> Value {
                  return arith::DivFOp::create(b, l, x[0], length);
                });
  auto centre = [](OpBuilder &b, Location l, ValueRange x) -> Value {
    return arith::SubFOp::create(b, l, extend(b, l, x[0]), x[1]);
  };
  Value squares = createReduction(
      builder, loc, {input, means}, {rows.elementMap, rows.rowMap},
      rows.reduced, rows.rowSizes, zero,
      [&](OpBuilder &b, Location l, ValueRange x) {
        Value centred = centre(b, l, x);
        Value square = arith::MulFOp::create(b, l, centred, centred);
        return createSum(b, l, {x[2], square});
      });
  Value deviations = createMap(
      builder, loc, squares, ofRows, rows.rowSizes, computeType,
      [&](OpBuilder &b, Location l, ValueRange x) -> Value {
        Value variance = arith::DivFOp::create(b, l, x[0], length);
        Value raised = createSum(
            b, l, {variance, createFloat(b, l, computeType, op.getEpsilon())});
        return math::SqrtOp::create(b, l, raised);
      });
  return createMap(builder, loc, {input, means, deviations},
                   {rows.elementMap, rows.rowMap, rows.rowMap}, sizes,
                   elementType, [&](OpBuilder &b, Location l, ValueRange x) {
                     Value quotient =
                         arith::DivFOp::create(b, l, centre(b, l, x), x[2]);
                     return round(b, l, quotient, elementType);
                   });
}
