//===- NoviOps.h - The ops of the novi dialect ------------------*- C++ -*-===//
//
// Declares the ops and enumerations that ODS generates from NoviOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_DIALECT_IR_NOVIOPS_H
#define NOVI_DIALECT_IR_NOVIOPS_H

#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Dialect/IR/NoviTraits.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

#include "Novi/Dialect/IR/NoviEnums.h.inc"

#include "Novi/Dialect/IR/GradientInterface.h.inc"

#define GET_OP_CLASSES
#include "Novi/Dialect/IR/NoviOps.h.inc"

#endif // NOVI_DIALECT_IR_NOVIOPS_H
