//===- Losses.cpp - Losses --------------------------------------*- C++ -*-===//
//
// Lowers the losses: one reduction over the elements of the counted rows, then
// what a mean still needs.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "RuntimeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::tolinalg;

/// The first row of `tensor`, a vector.
static Value createFirstRow(OpBuilder &builder, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getRank() == 1)
    return tensor;
  SmallVector<OpFoldResult> zeros(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(type.getRank(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = ones;
  sizes.back() = getSize(builder, loc, tensor, type.getRank() - 1);
  auto rowType =
      RankedTensorType::get(type.getShape().take_back(), type.getElementType());
  // Of a row without elements there is no slice: its offset is not within.
  if (isEmpty(rowType))
    return tensor::EmptyOp::create(builder, loc, rowType.getShape(),
                                   type.getElementType());
  return tensor::ExtractSliceOp::create(builder, loc, rowType, tensor, zeros,
                                        sizes, ones);
}

/// The number of rows as a float; nothing where it is known to be 1.
static Value createCount(OpBuilder &builder, Location loc, Sizes rows,
                         Type type) {
  OpFoldResult count = multiplySizes(builder, loc, rows);
  if (std::optional<int64_t> known = getConstantIntValue(count))
    return *known == 1
               ? Value()
               : createFloat(builder, loc, type, static_cast<double>(*known));
  Value integer = arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                             cast<Value>(count));
  return arith::SIToFPOp::create(builder, loc, type, integer);
}

/// `sum` minus target times `logarithm`, a term that is 0 where the target is,
/// unless `witness` is a NaN.
static Value createLessTerm(OpBuilder &b, Location loc, Value sum, Value target,
                            Value logarithm, Value witness) {
  Value zero = createFloat(b, loc, target.getType(), 0.0);
  Value isZero =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, target, zero);
  Value isNumber = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD,
                                         witness, witness);
  Value isLeftOut = arith::AndIOp::create(b, loc, isZero, isNumber);
  Value product = arith::MulFOp::create(b, loc, target, logarithm);
  Value term = arith::SelectOp::create(b, loc, isLeftOut, zero, product);
  return arith::SubFOp::create(b, loc, sum, term);
}

/// What of the rows a loss needs beside input and target, and the reduction's
/// step from the elements of input, target, these, and the sum so far.
using RowInputs =
    llvm::function_ref<SmallVector<Value>(Value input, const Rows &rows)>;

template <typename OpTy>
static Value lowerLoss(OpTy op, RewriterBase &builder, RowInputs rowInputs,
                       Body step) {
  Location loc = op.getLoc();
  Value input = op.getInput(), target = op.getTarget();
  RankedTensorType inputType = op.getInput().getType();
  Type elementType = inputType.getElementType();
  Type computeType = getComputeType(elementType);
  bool isReduced = op.getReduction() != LossReduction::None;
  for (int64_t axis = 0; axis < inputType.getRank(); ++axis) {
    bool isKept = !isReduced && axis < inputType.getRank() - 1;
    checkSameSize(builder, op,
                  "needs input and target of one shape, not " +
                      formatOperandShapes(op),
                  {{0, axis}, {1, axis}},
                  isKept ? std::optional<int64_t>(axis) : std::nullopt);
  }
  if (op.getRows() == LossRows::First) {
    for (int64_t axis = 0; axis < inputType.getRank() - 1; ++axis) {
      if (!inputType.isDynamicDim(axis) ||
          !op.getTarget().getType().isDynamicDim(axis))
        continue;
      Value size = toValue(builder, loc, getSize(builder, loc, input, axis));
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      Value hasRow = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ne, size, zero);
      check(builder, op, hasRow,
            "has rows = first of no rows: axis " + Twine(axis) + " of " +
                formatShape(inputType) + " has size 0");
    }
    input = createFirstRow(builder, loc, input);
    target = createFirstRow(builder, loc, target);
  }

  Rows rows(builder, loc, input, /*axis=*/-1);
  SmallVector<Value> inputs{input, target};
  SmallVector<AffineMap> maps{rows.elementMap, rows.elementMap};
  for (Value value : rowInputs(input, rows)) {
    inputs.push_back(value);
    maps.push_back(rows.rowMap);
  }
  llvm::SmallBitVector reduced = rows.reduced;
  if (isReduced)
    reduced.set();
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  Value result =
      createReduction(builder, loc, inputs, maps, reduced, sizes,
                      createFloat(builder, loc, computeType, 0.0), step);
  Value count;
  if (op.getReduction() == LossReduction::Mean)
    count = createCount(builder, loc, rows.rowSizes, computeType);
  if (!count)
    return roundTensor(builder, loc, result, sizes, elementType);
  return createMap(builder, loc, result, builder.getMultiDimIdentityMap(0),
                   /*sizes=*/{}, elementType,
                   [&](OpBuilder &b, Location l, ValueRange elements) {
                     Value mean =
                         arith::DivFOp::create(b, l, elements[0], count);
                     return round(b, l, mean, elementType);
                   });
}

Value tolinalg::lower(CrossEntropyLossOp op, RewriterBase &builder) {
  auto rowInputs = [](Value, const Rows &) { return SmallVector<Value>(); };
  return lowerLoss(
      op, builder, rowInputs, [&](OpBuilder &b, Location loc, ValueRange x) {
        Value probability = extend(b, loc, x[0]);
        Value epsilon =
            createFloat(b, loc, probability.getType(), op.getEpsilon());
        Value logarithm = math::LogOp::create(
            b, loc, arith::AddFOp::create(b, loc, probability, epsilon));
        return createLessTerm(b, loc, x[2], extend(b, loc, x[1]), logarithm,
                              /*witness=*/probability);
      });
}

Value tolinalg::lower(SoftmaxCrossEntropyLossOp op, RewriterBase &builder) {
  auto rowInputs = [&](Value input, const Rows &rows) {
    Value maxima = createRowMaxima(builder, op.getLoc(), input, rows);
    return SmallVector<Value>{
        maxima, createRowLogSums(builder, op.getLoc(), input, maxima, rows)};
  };
  return lowerLoss(
      op, builder, rowInputs, [](OpBuilder &b, Location loc, ValueRange x) {
        Value shifted =
            arith::SubFOp::create(b, loc, extend(b, loc, x[0]), x[2]);
        Value logSoftmax = arith::SubFOp::create(b, loc, shifted, x[3]);
        return createLessTerm(b, loc, x[4], extend(b, loc, x[1]), logSoftmax,
                              /*witness=*/logSoftmax);
      });
}
