//===- ShapeOps.cpp - Ops that only move elements ---------------*- C++ -*-===//
//
// Shapes, builders and verifiers of the ops that move elements.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

//===----------------------------------------------------------------------===//
// ConcatOp
//===----------------------------------------------------------------------===//

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &inferred) {
  StringRef name = getOperationName();
  if (adaptor.getInputs().empty())
    return inferenceError(location, name, "needs at least one input");
  FailureOr<RankedTensorType> first =
      getTensorType(location, name, adaptor.getInputs().front());
  if (failed(first))
    return failure();
  FailureOr<int64_t> axis =
      normalizeAxis(location, name, adaptor.getAxis(), first->getRank());
  if (failed(axis))
    return failure();
  SmallVector<int64_t> shape(first->getShape());
  for (auto [number, input] :
       llvm::enumerate(adaptor.getInputs().drop_front())) {
    FailureOr<RankedTensorType> type = getTensorType(location, name, input);
    if (failed(type))
      return failure();
    if (type->getElementType() != first->getElementType() ||
        type->getRank() != first->getRank())
      return inferenceError(location, name,
                            "needs inputs of one element type and number of "
                            "axes, not ",
                            *first, " and ", *type);
    for (int64_t d = 0; d < first->getRank(); ++d) {
      if (d == *axis) {
        int64_t &sum = shape[d], size = type->getDimSize(d);
        if (ShapedType::isDynamic(sum) || ShapedType::isDynamic(size))
          sum = ShapedType::kDynamic;
        else if (llvm::AddOverflow(sum, size, sum))
          return inferenceError(location, name, "has a size along axis ", *axis,
                                " that does not fit 64 bits");
        continue;
      }
      std::optional<int64_t> merged = mergeSizes(shape[d], type->getDimSize(d));
      if (!merged)
        return inferenceError(
            location, name, "cannot join ", formatShape(first->getShape()),
            " and ", formatShape(type->getShape()), " along axis ", *axis,
            ": axis ", d, " has size ", shape[d], " and, in input ", number + 1,
            ", ", type->getDimSize(d));
      shape[d] = *merged;
    }
  }
  inferred.push_back(RankedTensorType::get(shape, first->getElementType()));
  return success();
}

LogicalResult ConcatOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      novi::detail::getSizes(builder, getLoc(), getInputs().front());
  int64_t axis = getAxis() < 0 ? getAxis() + getType().getRank() : getAxis();
  if (getType().isDynamicDim(axis)) {
    Value sum = getValueOrCreateConstantIndexOp(builder, getLoc(), sizes[axis]);
    for (Value input : getInputs().drop_front())
      sum = arith::AddIOp::create(
          builder, getLoc(), sum,
          getValueOrCreateConstantIndexOp(
              builder, getLoc(), getSize(builder, getLoc(), input, axis)));
    sizes[axis] = sum;
  }
  addReifiedShape(builder, *this, sizes, shapes);
  return success();
}

//===----------------------------------------------------------------------===//
// SliceOp and InsertSliceOp
//===----------------------------------------------------------------------===//

LogicalResult novi::detail::verifyPart(std::optional<Location> location,
                                       StringRef name, ArrayRef<int64_t> shape,
                                       ArrayRef<int64_t> offsets,
                                       ArrayRef<int64_t> sizes,
                                       ArrayRef<int64_t> strides) {
  if (offsets.size() != shape.size() || sizes.size() != shape.size() ||
      strides.size() != shape.size())
    return inferenceError(location, name, "has ", offsets.size(), " offsets, ",
                          sizes.size(), " sizes and ", strides.size(),
                          " strides for ", shape.size(), " axes");
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    int64_t offset = offsets[axis], size = sizes[axis], stride = strides[axis];
    bool knowsOffset = !ShapedType::isDynamic(offset);
    bool knowsSize = !ShapedType::isDynamic(size);
    if ((knowsOffset && offset < 0) || (knowsSize && size < 0) || stride < 1)
      return inferenceError(location, name, "has offset ", formatShape(offset),
                            ", size ", formatShape(size), " and stride ",
                            stride, " along axis ", axis,
                            "; offsets and sizes are not negative, strides "
                            "positive");
    if (!knowsSize)
      continue;
    // A dynamic offset is at least 0, so that much can be said of it.
    int64_t begin = knowsOffset ? offset : 0, last = 0;
    bool overflows = size > 0 && (llvm::MulOverflow(size - 1, stride, last) ||
                                  llvm::AddOverflow(last, begin, last));
    bool isOutside = !ShapedType::isDynamic(shape[axis]) &&
                     (size > 0 ? last >= shape[axis] : begin > shape[axis]);
    if (overflows || isOutside)
      return inferenceError(location, name, "reaches outside axis ", axis,
                            " of size ", formatShape(shape[axis]), ": offset ",
                            formatShape(offset), ", size ", size, ", stride ",
                            stride);
  }
  return success();
}

void SliceOp::build(OpBuilder &builder, OperationState &state, Value input,
                    ArrayRef<OpFoldResult> offsets,
                    ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> strides) {
  SmallVector<Value> dynamicOffsets, dynamicSizes;
  SmallVector<int64_t> staticOffsets, staticSizes;
  dispatchIndexOpFoldResults(offsets, dynamicOffsets, staticOffsets);
  dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
  build(builder, state, input, dynamicOffsets, dynamicSizes, staticOffsets,
        staticSizes, strides);
}

SmallVector<OpFoldResult> SliceOp::getMixedOffsets() {
  Builder builder(getContext());
  return getMixedValues(getStaticOffsets(), getOffsets(), builder);
}

SmallVector<OpFoldResult> SliceOp::getMixedSizes() {
  Builder builder(getContext());
  return getMixedValues(getStaticSizes(), getSizes(), builder);
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location> location,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &inferred) {
  StringRef name = getOperationName();
  FailureOr<RankedTensorType> input =
      getTensorType(location, name, adaptor.getInput());
  if (failed(input))
    return failure();
  ArrayRef<int64_t> offsets = adaptor.getStaticOffsets();
  ArrayRef<int64_t> sizes = adaptor.getStaticSizes();
  if (llvm::count(offsets, ShapedType::kDynamic) !=
          static_cast<int64_t>(adaptor.getOffsets().size()) ||
      llvm::count(sizes, ShapedType::kDynamic) !=
          static_cast<int64_t>(adaptor.getSizes().size()))
    return inferenceError(location, name,
                          "needs one operand for each dynamic offset and size");
  if (failed(verifyPart(location, name, input->getShape(), offsets, sizes,
                        adaptor.getStrides())))
    return failure();
  inferred.push_back(RankedTensorType::get(sizes, input->getElementType()));
  return success();
}

LogicalResult SliceOp::reifyResultShapes(OpBuilder &builder,
                                         ReifiedRankedShapedTypeDims &shapes) {
  addReifiedShape(builder, *this, getMixedSizes(), shapes);
  return success();
}

void InsertSliceOp::build(OpBuilder &builder, OperationState &state,
                          Value source, Value dest,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<int64_t> strides) {
  SmallVector<Value> dynamicOffsets;
  SmallVector<int64_t> staticOffsets;
  dispatchIndexOpFoldResults(offsets, dynamicOffsets, staticOffsets);
  build(builder, state, source, dest, dynamicOffsets, staticOffsets, strides);
}

SmallVector<OpFoldResult> InsertSliceOp::getMixedOffsets() {
  Builder builder(getContext());
  return getMixedValues(getStaticOffsets(), getOffsets(), builder);
}

LogicalResult InsertSliceOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location> location,
                                              Adaptor adaptor,
                                              SmallVectorImpl<Type> &inferred) {
  StringRef name = getOperationName();
  FailureOr<RankedTensorType> source =
      getTensorType(location, name, adaptor.getSource());
  FailureOr<RankedTensorType> dest =
      getTensorType(location, name, adaptor.getDest());
  if (failed(source) || failed(dest))
    return failure();
  if (source->getElementType() != dest->getElementType() ||
      source->getRank() != dest->getRank())
    return inferenceError(location, name,
                          "needs source and dest of one element type and "
                          "number of axes, not ",
                          *source, " and ", *dest);
  ArrayRef<int64_t> offsets = adaptor.getStaticOffsets();
  if (llvm::count(offsets, ShapedType::kDynamic) !=
      static_cast<int64_t>(adaptor.getOffsets().size()))
    return inferenceError(location, name,
                          "needs one operand for each dynamic offset");
  if (failed(verifyPart(location, name, dest->getShape(), offsets,
                        source->getShape(), adaptor.getStrides())))
    return failure();
  inferred.push_back(
      RankedTensorType::get(dest->getShape(), dest->getElementType()));
  return success();
}

LogicalResult
InsertSliceOp::reifyResultShapes(OpBuilder &builder,
                                 ReifiedRankedShapedTypeDims &shapes) {
  addReifiedShape(builder, *this, getSizes(builder, getLoc(), getDest()),
                  shapes);
  return success();
}

//===----------------------------------------------------------------------===//
// TransposeOp
//===----------------------------------------------------------------------===//

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &inferred) {
  StringRef name = getOperationName();
  FailureOr<RankedTensorType> input =
      getTensorType(location, name, adaptor.getInput());
  if (failed(input))
    return failure();
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  int64_t rank = input->getRank();
  llvm::SmallBitVector seen(rank);
  for (int64_t axis : permutation)
    if (axis >= 0 && axis < rank)
      seen.set(axis);
  if (!seen.all() || static_cast<int64_t>(permutation.size()) != rank) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(permutation, os);
    return inferenceError(location, name, "permutation [", text,
                          "] does not name each of ", rank,
                          " axes exactly once");
  }
  SmallVector<int64_t> shape;
  for (int64_t axis : permutation)
    shape.push_back(input->getDimSize(axis));
  inferred.push_back(RankedTensorType::get(shape, input->getElementType()));
  return success();
}

LogicalResult
TransposeOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t axis : getPermutation())
    sizes.push_back(getSize(builder, getLoc(), getInput(), axis));
  addReifiedShape(builder, *this, sizes, shapes);
  return success();
}

//===----------------------------------------------------------------------===//
// ReshapeOp and BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  RankedTensorType input = getInput().getType(), result = getType();
  if (input.getElementType() != result.getElementType())
    return emitOpError("cannot change the element type ")
           << input.getElementType() << " to " << result.getElementType();
  if (failed(verifySizes(*this, getSizes(), result)))
    return failure();
  if (input.hasStaticShape() && result.hasStaticShape() &&
      input.getNumElements() != result.getNumElements())
    return emitOpError("cannot reshape ")
           << formatShape(input.getShape()) << " with "
           << input.getNumElements() << " elements to "
           << formatShape(result.getShape()) << " with "
           << result.getNumElements();
  return success();
}

LogicalResult
ReshapeOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &shapes) {
  return reifySizes(builder, *this, getSizes(), shapes);
}

LogicalResult BroadcastOp::verify() {
  RankedTensorType input = getInput().getType(), result = getType();
  if (input.getElementType() != result.getElementType())
    return emitOpError("cannot change the element type ")
           << input.getElementType() << " to " << result.getElementType();
  if (failed(verifySizes(*this, getSizes(), result)))
    return failure();
  int64_t missing = result.getRank() - input.getRank();
  if (missing < 0)
    return emitOpError("cannot broadcast ")
           << formatShape(input.getShape()) << " to "
           << formatShape(result.getShape()) << ", which has fewer axes";
  for (auto [axis, size] : llvm::enumerate(input.getShape()))
    if (size != 1 && !mergeSizes(size, result.getDimSize(missing + axis)))
      return emitOpError("cannot broadcast ")
             << formatShape(input.getShape()) << " to "
             << formatShape(result.getShape()) << ": axis " << axis
             << " of the input has size " << size << ", not 1 or "
             << result.getDimSize(missing + axis);
  return success();
}

LogicalResult
BroadcastOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes) {
  return reifySizes(builder, *this, getSizes(), shapes);
}
