//===- Masks.cpp - Masks of one bit an element ------------------*- C++ -*-===//
//
// Lowers the ops that pack and unpack masks: with an axis of eight for the bits
// of a byte they are a reduction and a map.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "RuntimeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::tolinalg;

/// The bytes that a row of `bits` takes.
static OpFoldResult getNumBytes(OpBuilder &builder, Location loc,
                                OpFoldResult bits, int64_t alignment) {
  if (std::optional<int64_t> known = getConstantIntValue(bits))
    return builder.getIndexAttr(UnpackMaskOp::getNumBytes(*known, alignment));
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value blocks = arith::CeilDivUIOp::create(
      builder, loc, toValue(builder, loc, bits), constant(alignment));
  return arith::MulIOp::create(builder, loc, blocks, constant(alignment / 8))
      .getResult();
}

static OpFoldResult timesEight(OpBuilder &builder, Location loc,
                               OpFoldResult size) {
  return multiplySizes(builder, loc, {size, builder.getIndexAttr(8)});
}

static RankedTensorType getType(Sizes sizes, Type elementType) {
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  return RankedTensorType::get(shape, elementType);
}

/// The axes of a tensor of `rank`, the last one split in two.
static SmallVector<ReassociationIndices> splitLast(int64_t rank) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t axis = 0; axis < rank; ++axis)
    groups.push_back({axis});
  groups.back().push_back(rank);
  return groups;
}

/// The number of the bit of its byte at which a body works.
static Value getBit(OpBuilder &builder, Location loc, int64_t axis) {
  Value bit = linalg::IndexOp::create(builder, loc, axis);
  return arith::IndexCastOp::create(builder, loc, builder.getI8Type(), bit);
}

Value tolinalg::lower(PackMaskOp op, RewriterBase &builder) {
  Location loc = op.getLoc();
  int64_t rank = op.getType().getRank();
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, op.getInput());
  SmallVector<OpFoldResult> packed(sizes);
  packed.back() = getNumBytes(builder, loc, sizes.back(), op.getAlignment());
  if (!op.getType().isDynamicDim(rank - 1))
    checkEqual(builder, op, packed.back(),
               builder.getIndexAttr(op.getType().getDimSize(rank - 1)),
               "the result is not " + formatShape(op.getType()));

  // Zeros up to the end of the last byte.
  SmallVector<OpFoldResult> padded(packed);
  padded.back() = timesEight(builder, loc, packed.back());
  Value bits = op.getInput();
  if (!isSameSize(padded.back(), sizes.back())) {
    Value zeros = createFilled(
        builder, loc, padded,
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
    SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
    bits = tensor::InsertSliceOp::create(builder, loc, bits, zeros, offsets,
                                         sizes, strides);
  }
  SmallVector<OpFoldResult> split(packed);
  split.push_back(builder.getIndexAttr(8));
  bits = castTo(builder, loc, bits, getType(padded, builder.getI1Type()));
  bits = tensor::ExpandShapeOp::create(builder, loc,
                                       getType(split, builder.getI1Type()),
                                       bits, splitLast(rank), split);
  llvm::SmallBitVector reduced(rank + 1);
  reduced.set(rank);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI8IntegerAttr(0));
  Value bytes = createReduction(
      builder, loc, bits, builder.getMultiDimIdentityMap(rank + 1), reduced,
      packed, zero, [&](OpBuilder &b, Location loc, ValueRange elements) {
        Value bit = arith::ExtUIOp::create(b, loc, b.getI8Type(), elements[0]);
        Value placed = arith::ShLIOp::create(b, loc, bit, getBit(b, loc, rank));
        return arith::OrIOp::create(b, loc, elements[1], placed).getResult();
      });
  return castTo(builder, loc, bytes, op.getType());
}

Value tolinalg::lower(UnpackMaskOp op, RewriterBase &builder) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  int64_t rank = type.getRank();
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  SmallVector<OpFoldResult> packed = getSizes(builder, loc, op.getInput());
  checkCountable(builder, op, sizes);
  for (int64_t axis = 0; axis + 1 < rank; ++axis)
    checkEqual(builder, op, packed[axis], sizes[axis],
               "the result is not " + formatShape(type));
  checkEqual(builder, op, packed.back(),
             getNumBytes(builder, loc, sizes.back(), op.getAlignment()),
             "a row of " + formatShape(op.getInput().getType()) +
                 " has not the bytes that a row of " + formatShape(type) +
                 " takes");

  SmallVector<OpFoldResult> split(packed), padded(packed);
  split.push_back(builder.getIndexAttr(8));
  padded.back() = timesEight(builder, loc, packed.back());
  MLIRContext *context = builder.getContext();
  Value bits = createMap(
      builder, loc, op.getInput(),
      AffineMap::getMultiDimIdentityMap(rank + 1, context).getMajorSubMap(rank),
      split, builder.getI1Type(),
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        Value moved =
            arith::ShRUIOp::create(b, loc, elements[0], getBit(b, loc, rank));
        return arith::TruncIOp::create(b, loc, b.getI1Type(), moved)
            .getResult();
      });
  bits = tensor::CollapseShapeOp::create(builder, loc,
                                         getType(padded, builder.getI1Type()),
                                         bits, splitLast(rank));
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  // The other sizes are those of the input, which may be known less well.
  SmallVector<OpFoldResult> part(packed);
  part.back() = sizes.back();
  Value mask = tensor::ExtractSliceOp::create(builder, loc, bits, offsets, part,
                                              strides);
  return castTo(builder, loc, mask, type);
}
