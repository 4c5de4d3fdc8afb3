//===- Gradients.h - What gradient rules share ------------------*- C++ -*-===//
//
// Pieces of which the gradient rules are built.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_DIALECT_IR_GRADIENTS_H
#define NOVI_LIB_DIALECT_IR_GRADIENTS_H

#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::novi::detail {

/// A scalar constant; it broadcasts.
Value createScalar(OpBuilder &builder, Location loc, Type elementType,
                   double value);

/// The same of the element type of `like`.
Value createScalar(OpBuilder &builder, Location loc, Value like, double value);

/// The type in which an op with elements of `elementType` computes: f32 for
/// narrower ones. A rule of several steps takes them all in it, as an op would:
/// each would else be rounded, and may overflow or vanish.
Type getComputeType(Type elementType);

/// `value` with elements of `elementType`; itself where it has them.
Value castTo(OpBuilder &builder, Location loc, Value value, Type elementType);

/// Zeros of the shape of `like`.
Value createZerosLike(OpBuilder &builder, Location loc, Value like);

/// `value` in the shape given by `sizes`.
Value createReshape(OpBuilder &builder, Location loc, Value value,
                    ArrayRef<OpFoldResult> sizes);

/// `value` repeated to the shape given by `sizes`.
Value createBroadcast(OpBuilder &builder, Location loc, Value value,
                      ArrayRef<OpFoldResult> sizes);

/// The gradient of `operand`, which was broadcast to the shape of `gradient`:
/// the sum over all places to which an element went.
Value sumToOperand(OpBuilder &builder, Location loc, Value gradient,
                   Value operand);

/// `gradient`, but exactly 0 where the slope is infinite, since `value` is one
/// of `poles`, and `upstream` is 0: there 0 * inf would make a NaN out of
/// nothing. (The upstream gradient behind a select is such a 0.)
Value guardInfiniteSlope(OpBuilder &builder, Location loc, Value upstream,
                         Value value, ArrayRef<double> poles, Value gradient);

/// The sum of `value` along `axis`, which stays with size 1.
Value createSumAlong(OpBuilder &builder, Location loc, Value value,
                     int64_t axis);

} // namespace mlir::novi::detail

#endif // NOVI_LIB_DIALECT_IR_GRADIENTS_H
