//===- LossOps.cpp - Losses -------------------------------------*- C++ -*-===//
//
// Shapes of the losses.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

namespace {

template <typename Adaptor>
LogicalResult inferLoss(std::optional<Location> location, StringRef name,
                        Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  FailureOr<RankedTensorType> input =
      getTensorType(location, name, adaptor.getInput());
  FailureOr<RankedTensorType> target =
      getTensorType(location, name, adaptor.getTarget());
  if (failed(input) || failed(target))
    return failure();
  if (input->getElementType() != target->getElementType())
    return inferenceError(
        location, name, "needs input and target of one element type, not ",
        input->getElementType(), " and ", target->getElementType());
  if (input->getRank() == 0 ||
      failed(verifyCompatibleShape(input->getShape(), target->getShape())))
    return inferenceError(location, name,
                          "needs input and target of one shape with at least "
                          "one axis, not ",
                          formatShape(input->getShape()), " and ",
                          formatShape(target->getShape()));
  bool firstOnly = adaptor.getRows() == LossRows::First;
  bool unreduced = adaptor.getReduction() == LossReduction::None;
  if (firstOnly && unreduced)
    return inferenceError(location, name,
                          "has rows = first with reduction = none; none goes "
                          "with rows = all");
  SmallVector<int64_t> rows;
  for (auto [a, b] : llvm::zip_equal(input->getShape().drop_back(),
                                     target->getShape().drop_back()))
    rows.push_back(*mergeSizes(a, b));
  if (firstOnly && llvm::is_contained(rows, 0))
    return inferenceError(location, name, "has rows = first of no rows");
  if (!unreduced)
    rows.clear();
  inferred.push_back(RankedTensorType::get(rows, input->getElementType()));
  return success();
}

template <typename OpTy>
LogicalResult reifyLoss(OpTy op, OpBuilder &builder,
                        ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t axis = 0, rank = op.getResult().getType().getRank(); axis < rank;
       ++axis)
    sizes.push_back(getSize(builder, op.getLoc(), op.getInput(), axis));
  addReifiedShape(builder, op, sizes, shapes);
  return success();
}

} // namespace

LogicalResult CrossEntropyLossOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &inferred) {
  APFloat epsilon = adaptor.getEpsilon();
  if (!epsilon.isFinite() || (epsilon.isNegative() && !epsilon.isZero()))
    return inferenceError(location, getOperationName(),
                          "has epsilon = ", epsilon.convertToDouble(),
                          ", which is negative or not finite");
  return inferLoss(location, getOperationName(), adaptor, inferred);
}

LogicalResult
CrossEntropyLossOp::reifyResultShapes(OpBuilder &builder,
                                      ReifiedRankedShapedTypeDims &shapes) {
  return reifyLoss(*this, builder, shapes);
}

LogicalResult SoftmaxCrossEntropyLossOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &inferred) {
  return inferLoss(location, getOperationName(), adaptor, inferred);
}

LogicalResult SoftmaxCrossEntropyLossOp::reifyResultShapes(
    OpBuilder &builder, ReifiedRankedShapedTypeDims &shapes) {
  return reifyLoss(*this, builder, shapes);
}
