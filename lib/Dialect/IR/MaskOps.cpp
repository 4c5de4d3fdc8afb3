//===- MaskOps.cpp - Masks of one bit an element ----------------*- C++ -*-===//
//
// Shapes, verifiers and folds of packed masks.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

static bool isAlignment(int64_t alignment) {
  return alignment >= 8 && alignment <= 65536 && alignment % 8 == 0;
}

static LogicalResult verifyAlignment(Operation *op, int64_t alignment) {
  if (isAlignment(alignment))
    return success();
  return op->emitOpError("has an alignment of ")
         << alignment << " bits, not a multiple of 8 from 8 to 65536";
}

int64_t UnpackMaskOp::getNumBytes(int64_t size, int64_t alignment) {
  if (ShapedType::isDynamic(size))
    return size;
  // A size fits 60 bits, so that this does not overflow.
  return static_cast<int64_t>(llvm::alignTo(static_cast<uint64_t>(size),
                                            static_cast<uint64_t>(alignment))) /
         8;
}

//===----------------------------------------------------------------------===//
// PackMaskOp
//===----------------------------------------------------------------------===//

LogicalResult PackMaskOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location> location,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &inferred) {
  FailureOr<RankedTensorType> input =
      getTensorType(location, getOperationName(), adaptor.getInput());
  if (failed(input))
    return failure();
  if (input->getRank() == 0)
    return inferenceError(location, getOperationName(),
                          "packs along the last axis, which a scalar lacks");
  SmallVector<int64_t> shape(input->getShape());
  // A wrong alignment is the verifier's to name, and too many elements also.
  int64_t alignment = adaptor.getAlignment();
  shape.back() = isAlignment(alignment) && isCountable(*input)
                     ? UnpackMaskOp::getNumBytes(shape.back(), alignment)
                     : ShapedType::kDynamic;
  inferred.push_back(
      RankedTensorType::get(shape, IntegerType::get(context, 8)));
  return success();
}

LogicalResult PackMaskOp::verify() {
  return verifyAlignment(*this, getAlignment());
}

LogicalResult
PackMaskOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
  Location loc = getLoc();
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, getInput());
  if (getType().isDynamicDim(getType().getRank() - 1)) {
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    Value size = getValueOrCreateConstantIndexOp(builder, loc, sizes.back());
    Value blocks = arith::CeilDivUIOp::create(builder, loc, size,
                                              constant(getAlignment()));
    sizes.back() = arith::MulIOp::create(builder, loc, blocks,
                                         constant(getAlignment() / 8))
                       .getResult();
  }
  addReifiedShape(builder, *this, sizes, shapes);
  return success();
}

//===----------------------------------------------------------------------===//
// UnpackMaskOp
//===----------------------------------------------------------------------===//

LogicalResult UnpackMaskOp::verify() {
  RankedTensorType input = getInput().getType(), result = getType();
  if (failed(verifyAlignment(*this, getAlignment())))
    return failure();
  if (input.getRank() == 0 || input.getRank() != result.getRank())
    return emitOpError("cannot unpack ")
           << formatShape(input.getShape()) << " to "
           << formatShape(result.getShape())
           << "; both have the same axes, at least one";
  int64_t last = result.getRank() - 1;
  if (result.isDynamicDim(last) != bool(getSize()))
    return emitOpError(
               getSize() ? "has a size for the last axis, which is static: "
                         : "has no size for the last axis, which is dynamic: ")
           << result;
  for (int64_t axis = 0; axis < last; ++axis)
    if (!mergeSizes(input.getDimSize(axis), result.getDimSize(axis)))
      return emitOpError("cannot unpack ")
             << formatShape(input.getShape()) << " to "
             << formatShape(result.getShape()) << ": axis " << axis
             << " has size " << input.getDimSize(axis) << ", not "
             << result.getDimSize(axis);
  int64_t bytes = getNumBytes(result.getDimSize(last), getAlignment());
  if (isCountable(result) && !mergeSizes(input.getDimSize(last), bytes))
    return emitOpError("takes ")
           << bytes << " bytes for a row of " << result.getDimSize(last)
           << " bits, aligned to " << getAlignment() << ", not "
           << input.getDimSize(last);
  return success();
}

LogicalResult
UnpackMaskOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      mlir::novi::detail::getSizes(builder, getLoc(), getInput());
  if (getSize())
    sizes.back() = getSize();
  addReifiedShape(builder, *this, sizes, shapes);
  return success();
}

OpFoldResult UnpackMaskOp::fold(FoldAdaptor adaptor) {
  auto pack = getInput().getDefiningOp<PackMaskOp>();
  if (pack && pack.getAlignment() == getAlignment() &&
      pack.getInput().getType() == getType() && getType().hasStaticShape())
    return pack.getInput();
  return nullptr;
}
