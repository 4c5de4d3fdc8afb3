//===- Elements.h - What instructions do with one element -------*- C++ -*-===//
//
// The scalar code of elementwise instructions: one copy for all code
// generation.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_CONVERSION_NOVITOLINALG_ELEMENTS_H
#define NOVI_CONVERSION_NOVITOLINALG_ELEMENTS_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/APFloat.h"

namespace mlir::novi {

/// The type in which elements of `elementType` are computed.
Type getComputeType(Type elementType);

/// A float, or an i1 as 0 or 1, in `computeType`, which can hold it.
Value extend(OpBuilder &builder, Location loc, Value element, Type computeType);
/// The like in the compute type of its own type.
Value extend(OpBuilder &builder, Location loc, Value element);

/// An element in its compute type rounded to `elementType`.
Value round(OpBuilder &builder, Location loc, Value element, Type elementType);

/// `value` rounded to `type`, a float type.
Value createFloat(OpBuilder &builder, Location loc, Type type, APFloat value);
Value createFloat(OpBuilder &builder, Location loc, Type type, double value);

/// The element of the result of an elementwise op from those of its operands,
/// rounded to the result's element type.
Value computeElement(OpBuilder &builder, Location loc, Operation *op,
                     ValueRange elements);

} // namespace mlir::novi

#endif // NOVI_CONVERSION_NOVITOLINALG_ELEMENTS_H
