//===- Shapes.cpp - Ops that only move elements -----------------*- C++ -*-===//
//
// Lowers the ops that move elements: where bufferization can make a view or
// write in place, to ops of tensor; where elements are rearranged, to a map
// that fuses into what reads it.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "RuntimeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::tolinalg;

static Value getElement(OpBuilder &, Location, ValueRange elements) {
  return elements[0];
}

/// The sum of two sizes, known where both are.
static OpFoldResult addSizes(OpBuilder &builder, Location loc, OpFoldResult a,
                             OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a);
  std::optional<int64_t> y = getConstantIntValue(b);
  if (x && y)
    return builder.getIndexAttr(*x + *y);
  Value left = toValue(builder, loc, a), right = toValue(builder, loc, b);
  return arith::AddIOp::create(builder, loc, left, right).getResult();
}

static SmallVector<OpFoldResult> toAttributes(OpBuilder &builder,
                                              ArrayRef<int64_t> values) {
  return getAsIndexOpFoldResult(builder.getContext(), values);
}

/// Whether a part of `whole` is known to have no elements: a size is 0 or, as
/// is checked when the program runs, must be, since the offset is not within.
/// The ops of tensor refuse such an offset.
static bool isOfNothing(RankedTensorType whole, Sizes offsets, Sizes sizes) {
  for (auto [axis, offset] : llvm::enumerate(offsets)) {
    std::optional<int64_t> known = getConstantIntValue(offset);
    if (isConstantIntValue(sizes[axis], 0) ||
        (known && !whole.isDynamicDim(axis) &&
         *known >= whole.getDimSize(axis)))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Concat and transpose
//===----------------------------------------------------------------------===//

Value tolinalg::lower(ConcatOp op, RewriterBase &builder) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  int64_t rank = type.getRank();
  int64_t axis = countFromFront(op.getAxis(), rank);
  for (int64_t d = 0; d < rank; ++d) {
    if (d == axis)
      continue;
    SmallVector<OperandAxis> axes;
    for (unsigned number = 0; number < op->getNumOperands(); ++number)
      axes.push_back({number, d});
    checkSameSize(builder, op,
                  "cannot join " + formatOperandShapes(op) + " along axis " +
                      Twine(axis),
                  axes, d);
  }

  SmallVector<SmallVector<OpFoldResult>> partSizes;
  SmallVector<OpFoldResult> places;
  OpFoldResult total = builder.getIndexAttr(0);
  for (Value input : op.getInputs()) {
    places.push_back(total);
    partSizes.push_back(getSizes(builder, loc, input));
    total = addSizes(builder, loc, total, partSizes.back()[axis]);
  }
  if (!type.isDynamicDim(axis))
    checkEqual(builder, op, total, builder.getIndexAttr(type.getDimSize(axis)),
               "the inputs do not add up to axis " + Twine(axis) +
                   " of the result " + formatShape(type));

  // Written part by part into one tensor; the elimination of empty tensors then
  // computes a part in its place.
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  SmallVector<OpFoldResult> resultSizes = partSizes.front();
  resultSizes[axis] = total;
  for (auto [d, size] : llvm::enumerate(resultSizes))
    if (type.isDynamicDim(d))
      size = toValue(builder, loc, size);
    else
      size = builder.getIndexAttr(type.getDimSize(d));
  Value result =
      tensor::EmptyOp::create(builder, loc, resultSizes, type.getElementType());
  for (auto [input, sizes, place] :
       llvm::zip_equal(op.getInputs(), partSizes, places)) {
    offsets[axis] = place;
    if (isOfNothing(type, offsets, sizes))
      continue;
    result = tensor::InsertSliceOp::create(builder, loc, input, result, offsets,
                                           sizes, strides);
  }
  return result;
}

Value tolinalg::lower(TransposeOp op, RewriterBase &builder) {
  ArrayRef<int64_t> permutation = op.getPermutation();
  checkResultSizes(builder, op, permutation);
  // Axis d of the result, and with that loop d, is axis permutation[d].
  SmallVector<AffineExpr> axes(permutation.size());
  for (auto [loop, axis] : llvm::enumerate(permutation))
    axes[axis] = builder.getAffineDimExpr(loop);
  AffineMap map = AffineMap::get(axes.size(), 0, axes, builder.getContext());
  return createMap(builder, op.getLoc(), op.getInput(), map,
                   reifyResult(builder, op), op.getType().getElementType(),
                   getElement);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static std::string formatSize(OpFoldResult size) {
  std::optional<int64_t> known = getConstantIntValue(size);
  return known ? std::to_string(*known) : "?";
}

/// Asserts that the part given by offsets, sizes and strides lies in `whole`.
static void checkPart(OpBuilder &builder, Operation *op, Value whole,
                      Sizes offsets, Sizes sizes, ArrayRef<int64_t> strides) {
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(whole.getType());
  auto checkAtMost = [&](OpFoldResult value, Value most, int64_t axis) {
    Value isWithin =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                              toValue(builder, loc, value), most);
    check(builder, op, isWithin,
          "reaches outside axis " + Twine(axis) + " of " + formatShape(type) +
              ": offset " + formatSize(offsets[axis]) + ", size " +
              formatSize(sizes[axis]) + ", stride " + Twine(strides[axis]));
  };
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    OpFoldResult offset = offsets[axis], size = sizes[axis];
    if (!type.isDynamicDim(axis) && isa<Attribute>(offset) &&
        isa<Attribute>(size))
      continue;
    // As unsigned numbers, negative ones are large; and what is left behind the
    // offset, divided by the stride, cannot overflow as the last index could.
    Value left = toValue(builder, loc, getSize(builder, loc, whole, axis));
    if (!isConstantIntValue(offset, 0)) {
      checkAtMost(offset, left, axis);
      left = arith::SubIOp::create(builder, loc, left,
                                   toValue(builder, loc, offset));
    }
    if (int64_t stride = strides[axis]; stride != 1) {
      Value roundUp = arith::ConstantIndexOp::create(builder, loc, stride - 1);
      left = arith::AddIOp::create(builder, loc, left, roundUp);
      Value divisor = arith::ConstantIndexOp::create(builder, loc, stride);
      left = arith::DivUIOp::create(builder, loc, left, divisor);
    }
    checkAtMost(size, left, axis);
  }
}

Value tolinalg::lower(SliceOp op, RewriterBase &builder) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  checkPart(builder, op, op.getInput(), offsets, sizes, op.getStrides());
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (isa<Value>(size) && !type.isDynamicDim(axis))
      checkEqual(builder, op, size, builder.getIndexAttr(type.getDimSize(axis)),
                 "the size of axis " + Twine(axis) +
                     " is not that of the result " + formatShape(type));
  SmallVector<OpFoldResult> resultSizes = reifyResult(builder, op);
  if (isOfNothing(op.getInput().getType(), offsets, resultSizes))
    return tensor::EmptyOp::create(builder, loc, resultSizes,
                                   type.getElementType());
  return tensor::ExtractSliceOp::create(builder, loc, type, op.getInput(),
                                        offsets, resultSizes,
                                        toAttributes(builder, op.getStrides()));
}

Value tolinalg::lower(InsertSliceOp op, RewriterBase &builder) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, op.getSource());
  checkPart(builder, op, op.getDest(), offsets, sizes, op.getStrides());
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    checkSameSize(builder, op, "", OperandAxis{1, axis}, axis);
  Value result = op.getDest();
  if (!isOfNothing(op.getDest().getType(), offsets, sizes))
    result = tensor::InsertSliceOp::create(
        builder, loc, op.getSource(), result, offsets, sizes,
        toAttributes(builder, op.getStrides()));
  return castTo(builder, loc, result, type);
}

//===----------------------------------------------------------------------===//
// Reshape
//===----------------------------------------------------------------------===//

/// Asserts that the result, whose sizes are checked, has as many elements as
/// the input.
static void checkNumElements(OpBuilder &builder, ReshapeOp op, Sizes sizes) {
  Location loc = op.getLoc();
  RankedTensorType inputType = op.getInput().getType(), type = op.getType();
  if (inputType.hasStaticShape() && type.hasStaticShape())
    return;
  OpFoldResult before =
      multiplySizes(builder, loc, getSizes(builder, loc, op.getInput()));
  checkEqual(builder, op, before, multiplySizes(builder, loc, sizes),
             "cannot reshape " + formatShape(inputType) + " to " +
                 formatShape(type) + ": the numbers of elements differ");
}

/// How axes of `longer` are grouped to be those of `shorter`, if that is
/// certain: the number of elements settles the size of one group, so that of
/// all others must be static.
static std::optional<SmallVector<ReassociationIndices>>
getCertainGroups(RankedTensorType longer, RankedTensorType shorter) {
  if (longer.getRank() <= shorter.getRank() || shorter.getRank() == 0)
    return std::nullopt;
  std::optional<SmallVector<ReassociationIndices>> groups =
      getReassociationIndicesForReshape(longer, shorter);
  if (!groups)
    return std::nullopt;
  unsigned numDynamic = 0;
  for (auto [axis, group] : llvm::enumerate(*groups))
    numDynamic +=
        shorter.isDynamicDim(axis) || llvm::any_of(group, [&](int64_t inner) {
          return longer.isDynamicDim(inner);
        });
  return numDynamic <= 1 ? groups : std::nullopt;
}

/// The element of `scalar` as a tensor of `type`, whose sizes all are 1.
static Value expandScalar(OpBuilder &builder, Location loc, Value scalar,
                          RankedTensorType type) {
  SmallVector<int64_t> shape(type.getRank(), 1);
  Value expanded = tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), scalar,
      ArrayRef<ReassociationIndices>(), toAttributes(builder, shape));
  return castTo(builder, loc, expanded, type);
}

Value tolinalg::lower(ReshapeOp op, RewriterBase &builder) {
  Location loc = op.getLoc();
  Value input = op.getInput();
  RankedTensorType inputType = op.getInput().getType(), type = op.getType();
  Type elementType = type.getElementType();
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  checkCountable(builder, op, sizes);
  checkNumElements(builder, op, sizes);

  // Of nothing there is nothing to keep, and groups of sizes are ambiguous.
  if (isEmpty(inputType) || isEmpty(type))
    return tensor::EmptyOp::create(builder, loc, sizes, elementType);

  auto collapse = [&](Value tensor,
                      ArrayRef<ReassociationIndices> groups) -> Value {
    return tensor::CollapseShapeOp::create(builder, loc, tensor, groups);
  };
  // How much of the operand's type is static follows from the result's.
  auto expand = [&](Value tensor,
                    ArrayRef<ReassociationIndices> groups) -> Value {
    tensor = castTo(builder, loc, tensor,
                    tensor::CollapseShapeOp::inferCollapsedType(type, groups));
    return tensor::ExpandShapeOp::create(builder, loc, type, tensor, groups,
                                         sizes);
  };
  if (auto groups = getCertainGroups(inputType, type))
    return castTo(builder, loc, collapse(input, *groups), type);
  if (type.getRank() == 0) {
    SmallVector<int64_t> ones(inputType.getRank(), 1);
    input =
        castTo(builder, loc, input, RankedTensorType::get(ones, elementType));
    return inputType.getRank() == 0 ? input : collapse(input, {});
  }
  // Upstream cannot lower an expansion of one axis to several dynamic ones.
  if (type.getNumDynamicDims() > 1) {
    SmallVector<Value> shape;
    for (OpFoldResult size : sizes)
      shape.push_back(toValue(builder, loc, size));
    return tensor::ReshapeOp::create(
        builder, loc, type, input,
        tensor::FromElementsOp::create(builder, loc, shape));
  }
  if (auto groups = getCertainGroups(type, inputType))
    return expand(input, *groups);
  if (inputType.getRank() == 0)
    return expandScalar(builder, loc, input, type);

  // By way of one axis for all elements.
  auto groupAll = [](int64_t rank) -> SmallVector<ReassociationIndices> {
    return {llvm::to_vector<2>(llvm::seq<int64_t>(0, rank))};
  };
  if (inputType.getRank() > 1)
    input = collapse(input, groupAll(inputType.getRank()));
  if (type.getRank() == 1)
    return castTo(builder, loc, input, type);
  return expand(input, groupAll(type.getRank()));
}

//===----------------------------------------------------------------------===//
// Broadcast
//===----------------------------------------------------------------------===//

Value tolinalg::lower(BroadcastOp op, RewriterBase &builder) {
  Location loc = op.getLoc();
  RankedTensorType inputType = op.getInput().getType(), type = op.getType();
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  checkCountable(builder, op, sizes);
  int64_t missing = type.getRank() - inputType.getRank();
  for (int64_t axis = 0; axis < inputType.getRank(); ++axis) {
    OpFoldResult wanted = sizes[missing + axis];
    bool isRepeated = inputType.getDimSize(axis) == 1;
    if (isRepeated || (!inputType.isDynamicDim(axis) && isa<Attribute>(wanted)))
      continue;
    checkEqual(builder, op, getSize(builder, loc, op.getInput(), axis), wanted,
               "cannot broadcast " + formatShape(inputType) + " to " +
                   formatShape(type) + ": axis " + Twine(axis) +
                   " of the input must have the size of axis " +
                   Twine(missing + axis) + " of the result");
  }
  return createMap(builder, loc, op.getInput(),
                   getBroadcastMap(inputType, type), sizes,
                   type.getElementType(), getElement);
}
