//===- ElementwiseOps.cpp - One element at a time ---------------*- C++ -*-===//
//
// Shapes and verifiers of the elementwise ops.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

// All of them infer by broadcasting; only conditions and the element type of
// the result differ.
#define NOVI_ELEMENTWISE(OpTy, NUM_CONDITIONS, ELEMENT_TYPE)                   \
  LogicalResult OpTy::inferReturnTypes(                                        \
      MLIRContext *context, std::optional<Location> location, Adaptor adaptor, \
      SmallVectorImpl<Type> &inferred) {                                       \
    return inferElementwise(location, getOperationName(),                      \
                            adaptor.getOperands(), NUM_CONDITIONS,             \
                            ELEMENT_TYPE, inferred);                           \
  }                                                                            \
  LogicalResult OpTy::reifyResultShapes(OpBuilder &builder,                    \
                                        ReifiedRankedShapedTypeDims &shapes) { \
    return reifyElementwise(builder, *this, shapes);                           \
  }

NOVI_ELEMENTWISE(NegOp, 0, Type())
NOVI_ELEMENTWISE(ReluOp, 0, Type())
NOVI_ELEMENTWISE(NotOp, 0, Type())
NOVI_ELEMENTWISE(ExpOp, 0, Type())
NOVI_ELEMENTWISE(LogOp, 0, Type())
NOVI_ELEMENTWISE(ScaleOp, 0, Type())
NOVI_ELEMENTWISE(ClipOp, 0, Type())
NOVI_ELEMENTWISE(AddOp, 0, Type())
NOVI_ELEMENTWISE(SubOp, 0, Type())
NOVI_ELEMENTWISE(MulOp, 0, Type())
NOVI_ELEMENTWISE(DivOp, 0, Type())
NOVI_ELEMENTWISE(CompareOp, 0, IntegerType::get(context, 1))
NOVI_ELEMENTWISE(SelectOp, 1, Type())

#undef NOVI_ELEMENTWISE

LogicalResult CastOp::verify() {
  if (failed(verifyCompatibleShape(getInput().getType(), getType())))
    return emitOpError("cannot change the shape ")
           << formatShape(getInput().getType().getShape()) << " to "
           << formatShape(getType().getShape());
  return success();
}

LogicalResult CastOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &shapes) {
  return reifyElementwise(builder, *this, shapes);
}

LogicalResult ClipOp::verify() {
  if (getMin().isNaN() || getMax().isNaN())
    return emitOpError("has a NaN as bound; an open side is an infinity");
  return success();
}
