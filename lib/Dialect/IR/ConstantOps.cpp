//===- ConstantOps.cpp - Tensors out of nothing -----------------*- C++ -*-===//
//
// Shapes and verifiers of the ops that need no tensor.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

LogicalResult
ConstantOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
  addReifiedShape(builder, *this,
                  novi::detail::getSizes(builder, getLoc(), getResult()),
                  shapes);
  return success();
}

LogicalResult ConstantOp::verify() {
  if (isa<DenseElementsAttr>(getValue()))
    return success();
  auto resource = dyn_cast<DenseResourceElementsAttr>(getValue());
  if (!resource)
    return emitOpError("needs dense or dense_resource elements, not ")
           << getValue();
  // A resource that is elided or not read yet has no data to be checked.
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  int64_t bytes = getType().getNumElements() *
                  llvm::divideCeil(getType().getElementTypeBitWidth(), 8);
  if (blob && static_cast<int64_t>(blob->getData().size()) != bytes)
    return emitOpError("needs a resource of ")
           << bytes << " bytes for " << getType() << ", but '"
           << resource.getRawHandle().getKey() << "' has "
           << blob->getData().size();
  return success();
}

//===----------------------------------------------------------------------===//
// ZeroOp and EyeOp
//===----------------------------------------------------------------------===//

LogicalResult ZeroOp::verify() {
  return verifySizes(*this, getSizes(), getType());
}

LogicalResult ZeroOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &shapes) {
  return reifySizes(builder, *this, getSizes(), shapes);
}

LogicalResult EyeOp::verify() {
  if (getType().getRank() != 2)
    return emitOpError("makes a matrix, but its result has ")
           << getType().getRank() << " axes";
  return verifySizes(*this, getSizes(), getType());
}

LogicalResult EyeOp::reifyResultShapes(OpBuilder &builder,
                                       ReifiedRankedShapedTypeDims &shapes) {
  return reifySizes(builder, *this, getSizes(), shapes);
}
