//===- ConstantOps.cpp - Tensors out of nothing -----------------*- C++ -*-===//
//
// Shapes and verifiers of the ops that need no tensor.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

LogicalResult
ConstantOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
  addReifiedShape(builder, *this, novi::detail::getSizes(builder, getLoc(), getResult()),
                  shapes);
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
