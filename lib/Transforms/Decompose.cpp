//===- Decompose.cpp - Work along an axis in smaller steps ------*- C++ -*-===//
//
// Implements novi-decompose. Code generation for a device then knows reductions
// and elementwise work and nothing along an axis besides. Whatever is needed of
// a row keeps its axis with size 1, so that it broadcasts back; that also is
// what leaves a kernel one that code can be generated for.
//
//===----------------------------------------------------------------------===//

#include "Novi/Analysis/KernelAnalysis.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIDECOMPOSEPASS
#include "Novi/Transforms/Passes.h.inc"

namespace {

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

Type getComputeType(Type elementType) {
  if (elementType.isF16() || elementType.isBF16())
    return Float32Type::get(elementType.getContext());
  return elementType;
}

Value widen(ImplicitLocOpBuilder &b, Value value) {
  RankedTensorType type = getTensorType(value);
  Type computeType = getComputeType(type.getElementType());
  if (computeType == type.getElementType())
    return value;
  return CastOp::create(b, type.clone(computeType), value);
}

Value createFilled(ImplicitLocOpBuilder &b, RankedTensorType type,
                   APFloat value) {
  bool losesInfo;
  value.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInfo);
  return ConstantOp::create(b, DenseElementsAttr::get(type, value));
}

/// A scalar; it broadcasts.
Value createScalar(ImplicitLocOpBuilder &b, Type elementType, APFloat value) {
  return createFilled(b, RankedTensorType::get({}, elementType), value);
}

OpFoldResult getSize(ImplicitLocOpBuilder &b, Value tensor, int64_t axis) {
  RankedTensorType type = getTensorType(tensor);
  if (!type.isDynamicDim(axis))
    return b.getIndexAttr(type.getDimSize(axis));
  return tensor::DimOp::create(b, tensor, axis).getResult();
}

/// The dynamic ones of `sizes`, and the type of a tensor that has them.
RankedTensorType splitSizes(ArrayRef<OpFoldResult> sizes, Type elementType,
                            SmallVectorImpl<Value> &dynamic) {
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes) {
    if (auto value = dyn_cast<Value>(size)) {
      dynamic.push_back(value);
      shape.push_back(ShapedType::kDynamic);
    } else {
      shape.push_back(cast<IntegerAttr>(cast<Attribute>(size)).getInt());
    }
  }
  return RankedTensorType::get(shape, elementType);
}

/// The reduction along one axis, which stays with size 1. An axis that has it
/// already is left as it is.
template <typename ReduceOp>
Value reduceRows(ImplicitLocOpBuilder &b, Value value, int64_t axis) {
  RankedTensorType type = getTensorType(value);
  if (type.getRank() == 0 || type.getDimSize(axis) == 1)
    return value;
  return ReduceOp::create(b, value, ArrayRef<int64_t>(axis), /*keepdims=*/true);
}

/// x - m, with m the largest element along the axis.
Value createShifted(ImplicitLocOpBuilder &b, Value x, int64_t axis) {
  return SubOp::create(b, x, reduceRows<ReduceMaxOp>(b, x, axis));
}

/// ln(sum exp(shifted)) along the axis.
Value createLogSum(ImplicitLocOpBuilder &b, Value shifted, int64_t axis) {
  Value exps = ExpOp::create(b, shifted);
  return LogOp::create(b, reduceRows<ReduceSumOp>(b, exps, axis));
}

int64_t countFromFront(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

/// Whether an axis is known to be empty, along which there is no largest.
bool isEmpty(RankedTensorType type, int64_t axis) {
  return type.getRank() > 0 && type.getDimSize(axis) == 0;
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

Value decompose(ImplicitLocOpBuilder &b, SoftmaxOp op, RankedTensorType type) {
  Value x = widen(b, op.getInput());
  int64_t axis =
      countFromFront(op.getAxis(), op.getInput().getType().getRank());
  // Of no elements all functions are the same.
  if (isEmpty(op.getInput().getType(), axis))
    return ExpOp::create(b, type, x);
  Value exps = ExpOp::create(b, createShifted(b, x, axis));
  return DivOp::create(b, type, exps, reduceRows<ReduceSumOp>(b, exps, axis));
}

Value decompose(ImplicitLocOpBuilder &b, LogSoftmaxOp op,
                RankedTensorType type) {
  Value x = widen(b, op.getInput());
  int64_t axis =
      countFromFront(op.getAxis(), op.getInput().getType().getRank());
  if (isEmpty(op.getInput().getType(), axis))
    return LogOp::create(b, type, x);
  Value shifted = createShifted(b, x, axis);
  return SubOp::create(b, type, shifted, createLogSum(b, shifted, axis));
}

//===----------------------------------------------------------------------===//
// Layer norm
//===----------------------------------------------------------------------===//

/// The mean along the axis, which stays with size 1.
Value createMean(ImplicitLocOpBuilder &b, Value value, int64_t axis) {
  RankedTensorType type = getTensorType(value);
  if (type.getRank() == 0 || type.getDimSize(axis) == 1)
    return value;
  Value sum = reduceRows<ReduceSumOp>(b, value, axis);
  Type elementType = type.getElementType();
  if (!type.isDynamicDim(axis))
    return DivOp::create(
        b, sum,
        createScalar(b, elementType, APFloat(double(type.getDimSize(axis)))));
  SmallVector<Value> dynamic;
  for (int64_t other = 0; other < type.getRank(); ++other)
    if (type.isDynamicDim(other))
      dynamic.push_back(tensor::DimOp::create(b, value, other));
  Value ones = BroadcastOp::create(
      b, type, createScalar(b, elementType, APFloat(1.0)), dynamic);
  return DivOp::create(b, sum, reduceRows<ReduceSumOp>(b, ones, axis));
}

Value decompose(ImplicitLocOpBuilder &b, LayerNormOp op,
                RankedTensorType type) {
  Value x = widen(b, op.getInput());
  int64_t axis =
      countFromFront(op.getAxis(), op.getInput().getType().getRank());
  if (isEmpty(op.getInput().getType(), axis))
    return ExpOp::create(b, type, x);
  Value centred = SubOp::create(b, x, createMean(b, x, axis));
  Value variance = createMean(b, MulOp::create(b, centred, centred), axis);
  Value raised = AddOp::create(
      b, variance, createScalar(b, type.getElementType(), op.getEpsilon()));
  // There is no square root: 1 / sqrt(v) = exp(-ln(v) / 2), as in the gradient.
  Value r =
      ExpOp::create(b, ScaleOp::create(b, LogOp::create(b, raised), -0.5));
  return MulOp::create(b, type, centred, r);
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// The logarithm that an element of the target weighs, and what tells a NaN in
/// the input.
std::pair<Value, Value> createLogarithm(ImplicitLocOpBuilder &b,
                                        CrossEntropyLossOp op, Value input) {
  Value shifted = input;
  if (!op.getEpsilon().isZero())
    shifted =
        AddOp::create(b, input,
                      createScalar(b, getTensorType(input).getElementType(),
                                   op.getEpsilon()));
  return {LogOp::create(b, shifted), input};
}

std::pair<Value, Value> createLogarithm(ImplicitLocOpBuilder &b,
                                        SoftmaxCrossEntropyLossOp,
                                        Value input) {
  int64_t axis = getTensorType(input).getRank() - 1;
  if (isEmpty(getTensorType(input), axis))
    return {input, input};
  Value shifted = createShifted(b, input, axis);
  Value logSoftmax = SubOp::create(b, shifted, createLogSum(b, shifted, axis));
  return {logSoftmax, logSoftmax};
}

/// Whether `op` reads its first row only. Beside instructions of a kernel that
/// range over all rows it ranges over them, too, and leaves out the others: a
/// kernel computes an element where all others compute theirs.
bool canSliceFirstRow(Operation *op) {
  auto kernel = dyn_cast<KernelOp>(op->getParentOp());
  if (!kernel)
    return true;
  return llvm::all_of(
      kernel.getBody().front().without_terminator(), [&](Operation &other) {
        InstructionKind kind = getInstructionKind(&other);
        if (&other == op || kind == InstructionKind::View ||
            kind == InstructionKind::Source || kind == InstructionKind::Other)
          return true;
        auto type = cast<RankedTensorType>(other.getResult(0).getType());
        return llvm::all_of(type.getShape(),
                            [](int64_t size) { return size == 1; });
      });
}

Value createFirstRow(ImplicitLocOpBuilder &b, Value tensor) {
  int64_t rank = getTensorType(tensor).getRank();
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes(rank, b.getIndexAttr(1));
  sizes.back() = getSize(b, tensor, rank - 1);
  return SliceOp::create(b, tensor, offsets, sizes,
                         SmallVector<int64_t>(rank, 1));
}

/// A mask of the first row of a tensor like `tensor`.
Value createFirstRowMask(ImplicitLocOpBuilder &b, Value tensor) {
  Type elementType = getTensorType(tensor).getElementType();
  int64_t rank = getTensorType(tensor).getRank();
  SmallVector<OpFoldResult> sizes;
  for (int64_t axis = 0; axis < rank; ++axis)
    sizes.push_back(getSize(b, tensor, axis));
  SmallVector<Value> dynamic, dynamicOfRow;
  RankedTensorType type = splitSizes(sizes, elementType, dynamic);
  APFloat zero(0.0), one(1.0);
  Value zeros = dynamic.empty() ? createFilled(b, type, zero)
                                : ZeroOp::create(b, type, dynamic).getResult();
  SmallVector<OpFoldResult> rowSizes(rank, b.getIndexAttr(1));
  rowSizes.back() = sizes.back();
  RankedTensorType rowType = splitSizes(rowSizes, elementType, dynamicOfRow);
  Value ones = BroadcastOp::create(
      b, rowType, createScalar(b, elementType, one), dynamicOfRow);
  Value indicator = InsertSliceOp::create(
      b, ones, zeros, SmallVector<OpFoldResult>(rank, b.getIndexAttr(0)),
      SmallVector<int64_t>(rank, 1));
  return CompareOp::create(b, ComparePredicate::NE, indicator,
                           createScalar(b, elementType, zero));
}

/// The number of rows of input and target as a scalar; nothing where it is
/// known to be 1.
Value createCount(ImplicitLocOpBuilder &b, Value input, Value target,
                  Type elementType) {
  int64_t numAxes = getTensorType(input).getRank() - 1;
  SmallVector<OpFoldResult> sizes;
  double count = 1;
  for (int64_t axis = 0; axis < numAxes; ++axis) {
    Value known = getTensorType(input).isDynamicDim(axis) ? target : input;
    if (!getTensorType(known).isDynamicDim(axis))
      count *= getTensorType(known).getDimSize(axis);
    sizes.push_back(getSize(b, known, axis));
  }
  SmallVector<Value> dynamic;
  RankedTensorType type = splitSizes(sizes, elementType, dynamic);
  if (dynamic.empty())
    return count == 1 ? Value() : createScalar(b, elementType, APFloat(count));
  Value ones = BroadcastOp::create(
      b, type, createScalar(b, elementType, APFloat(1.0)), dynamic);
  return ReduceSumOp::create(b, ones,
                             llvm::to_vector(llvm::seq<int64_t>(0, numAxes)),
                             /*keepdims=*/false);
}

/// `tensor` with what `other`, of the same sizes, knows of them.
Value refine(ImplicitLocOpBuilder &b, Value tensor, Value other) {
  RankedTensorType type = getTensorType(tensor);
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, known] :
       llvm::zip_equal(shape, getTensorType(other).getShape()))
    if (ShapedType::isDynamic(size))
      size = known;
  if (ArrayRef(shape) == type.getShape())
    return tensor;
  return tensor::CastOp::create(b, type.clone(shape), tensor);
}

template <typename LossOp>
Value decompose(ImplicitLocOpBuilder &b, LossOp op, RankedTensorType type) {
  // An axis of size 1 is none of the kernel's, so both must know of it.
  Value input = refine(b, op.getInput(), op.getTarget());
  Value target = refine(b, op.getTarget(), op.getInput());
  bool firstOnly = op.getRows() == LossRows::First;
  bool slices = firstOnly && canSliceFirstRow(op);
  if (slices) {
    input = createFirstRow(b, input);
    target = createFirstRow(b, target);
  }
  input = widen(b, input);
  target = widen(b, target);
  Type elementType = type.getElementType();
  Value zero = createScalar(b, elementType, APFloat(0.0));

  // A term is 0 where the target is, but for a NaN.
  auto [logarithm, witness] = createLogarithm(b, op, input);
  Value term = MulOp::create(b, target, logarithm);
  Value isNumber = CompareOp::create(b, ComparePredicate::EQ, witness, witness);
  Value isZero = CompareOp::create(b, ComparePredicate::EQ, target, zero);
  Value unlessNaN = SelectOp::create(b, isNumber, zero, term);
  term = SelectOp::create(b, isZero, unlessNaN, term);
  if (firstOnly && !slices)
    term = SelectOp::create(b, createFirstRowMask(b, input), term, zero);

  int64_t rank = getTensorType(term).getRank();
  bool isReduced = op.getReduction() != LossReduction::None;
  SmallVector<int64_t> axes = isReduced
                                  ? llvm::to_vector(llvm::seq<int64_t>(0, rank))
                                  : SmallVector<int64_t>{rank - 1};
  Value sum = ReduceSumOp::create(b, term, axes, /*keepdims=*/false);
  // Not a negation, which would make -0 of 0.
  Value loss = SubOp::create(b, type, zero, sum);
  if (op.getReduction() == LossReduction::Mean && !firstOnly)
    if (Value count = createCount(b, input, target, elementType))
      loss = DivOp::create(b, type, loss, count);
  return loss;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

struct NoviDecomposePass : impl::NoviDecomposePassBase<NoviDecomposePass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case<SoftmaxOp, LogSoftmaxOp, LayerNormOp, CrossEntropyLossOp,
                SoftmaxCrossEntropyLossOp>([&](auto concrete) {
            ImplicitLocOpBuilder b(op->getLoc(), op);
            RankedTensorType type = concrete.getType();
            Type computeType = getComputeType(type.getElementType());
            Value result = decompose(b, concrete, type.clone(computeType));
            if (computeType != type.getElementType())
              result = CastOp::create(b, type, result);
            rewriter.replaceOp(op, result);
            ++numDecomposed;
          });
    });
  }
};

} // namespace
} // namespace mlir::novi
