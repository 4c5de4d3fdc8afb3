//===- Constants.cpp - Tensors out of nothing -------------------*- C++ -*-===//
//
// Lowers the ops that need no tensor.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "RuntimeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::tolinalg;

Value tolinalg::lower(ConstantOp op, RewriterBase &builder) {
  return arith::ConstantOp::create(builder, op.getLoc(),
                                   cast<TypedAttr>(op.getValue()));
}

Value tolinalg::lower(ZeroOp op, RewriterBase &builder) {
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  checkCountable(builder, op, sizes);
  Value zero =
      createFloat(builder, op.getLoc(), op.getType().getElementType(), 0.0);
  return createFilled(builder, op.getLoc(), sizes, zero);
}

Value tolinalg::lower(EyeOp op, RewriterBase &builder) {
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  checkCountable(builder, op, sizes);
  Type elementType = op.getType().getElementType();
  return createMap(
      builder, op.getLoc(), /*inputs=*/{}, /*maps=*/{}, sizes, elementType,
      [&](OpBuilder &b, Location loc, ValueRange) -> Value {
        Value row = linalg::IndexOp::create(b, loc, 0);
        Value column = linalg::IndexOp::create(b, loc, 1);
        Value onDiagonal = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::eq, row, column);
        Value one = createFloat(b, loc, elementType, 1.0);
        Value zero = createFloat(b, loc, elementType, 0.0);
        return arith::SelectOp::create(b, loc, onDiagonal, one, zero);
      });
}
