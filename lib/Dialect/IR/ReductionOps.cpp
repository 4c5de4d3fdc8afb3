//===- ReductionOps.cpp - Reductions and softmax ----------------*- C++ -*-===//
//
// Shapes of the reductions and of the ops along one axis.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {

/// The axes as a set, checked.
FailureOr<llvm::SmallBitVector> getReducedAxes(std::optional<Location> location,
                                               StringRef name,
                                               ArrayRef<int64_t> axes,
                                               int64_t rank) {
  llvm::SmallBitVector reduced(rank);
  for (int64_t axis : axes) {
    FailureOr<int64_t> normalized = normalizeAxis(location, name, axis, rank);
    if (failed(normalized))
      return failure();
    if (reduced.test(*normalized))
      return inferenceError(location, name, "names axis ", *normalized,
                            " twice");
    reduced.set(*normalized);
  }
  return reduced;
}

template <typename Adaptor>
LogicalResult inferReduction(std::optional<Location> location, StringRef name,
                             Adaptor adaptor, bool hasIdentity,
                             SmallVectorImpl<Type> &inferred) {
  FailureOr<RankedTensorType> input =
      getTensorType(location, name, adaptor.getInput());
  if (failed(input))
    return failure();
  FailureOr<llvm::SmallBitVector> reduced =
      getReducedAxes(location, name, adaptor.getAxes(), input->getRank());
  if (failed(reduced))
    return failure();
  SmallVector<int64_t> shape;
  std::optional<int64_t> emptyAxis;
  for (auto [axis, size] : llvm::enumerate(input->getShape())) {
    if (!reduced->test(axis))
      shape.push_back(size);
    else if (adaptor.getKeepdims())
      shape.push_back(1);
    if (reduced->test(axis) && size == 0)
      emptyAxis = axis;
  }
  if (emptyAxis && !hasIdentity && !llvm::is_contained(shape, 0))
    return inferenceError(location, name, "has no largest element along axis ",
                          *emptyAxis, " of size 0");
  inferred.push_back(RankedTensorType::get(shape, input->getElementType()));
  return success();
}

template <typename OpTy>
LogicalResult reifyReduction(OpTy op, OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &shapes) {
  llvm::SmallBitVector reduced =
      *getReducedAxes(std::nullopt, op.getOperationName(), op.getAxes(),
                      op.getInput().getType().getRank());
  SmallVector<OpFoldResult> sizes;
  for (unsigned axis = 0; axis < reduced.size(); ++axis) {
    if (!reduced.test(axis))
      sizes.push_back(getSize(builder, op.getLoc(), op.getInput(), axis));
    else if (op.getKeepdims())
      sizes.push_back(builder.getIndexAttr(1));
  }
  addReifiedShape(builder, op, sizes, shapes);
  return success();
}

} // namespace

LogicalResult ReduceSumOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &inferred) {
  return inferReduction(location, getOperationName(), adaptor,
                        /*hasIdentity=*/true, inferred);
}

LogicalResult
ReduceSumOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes) {
  return reifyReduction(*this, builder, shapes);
}

LogicalResult ReduceMaxOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &inferred) {
  return inferReduction(location, getOperationName(), adaptor,
                        /*hasIdentity=*/false, inferred);
}

LogicalResult
ReduceMaxOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes) {
  return reifyReduction(*this, builder, shapes);
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

namespace {

template <typename Adaptor>
LogicalResult inferAlongAxis(std::optional<Location> location, StringRef name,
                             Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  FailureOr<RankedTensorType> input =
      getTensorType(location, name, adaptor.getInput());
  if (failed(input) ||
      failed(normalizeAxis(location, name, adaptor.getAxis(),
                           std::max<int64_t>(input->getRank(), 1))))
    return failure();
  inferred.push_back(
      RankedTensorType::get(input->getShape(), input->getElementType()));
  return success();
}

} // namespace

LogicalResult SoftmaxOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location> location,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &inferred) {
  return inferAlongAxis(location, getOperationName(), adaptor, inferred);
}

LogicalResult
SoftmaxOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &shapes) {
  return reifyElementwise(builder, *this, shapes);
}

LogicalResult LogSoftmaxOp::inferReturnTypes(MLIRContext *context,
                                             std::optional<Location> location,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &inferred) {
  return inferAlongAxis(location, getOperationName(), adaptor, inferred);
}

LogicalResult
LogSoftmaxOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  return reifyElementwise(builder, *this, shapes);
}

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

LogicalResult LayerNormOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &inferred) {
  APFloat epsilon = adaptor.getEpsilon();
  if (!epsilon.isFinite() || (epsilon.isNegative() && !epsilon.isZero()))
    return inferenceError(location, getOperationName(),
                          "has epsilon = ", epsilon.convertToDouble(),
                          ", which is negative or not finite");
  return inferAlongAxis(location, getOperationName(), adaptor, inferred);
}

LogicalResult
LayerNormOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes) {
  return reifyElementwise(builder, *this, shapes);
}
