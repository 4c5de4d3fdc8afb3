//===- NoviDialect.h - The novi dialect -------------------------*- C++ -*-===//
//
// Declares the dialect. See NoviBase.td for what it holds.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_DIALECT_IR_NOVIDIALECT_H
#define NOVI_DIALECT_IR_NOVIDIALECT_H

#include "mlir/IR/Dialect.h"

#include "Novi/Dialect/IR/NoviDialect.h.inc"

#endif // NOVI_DIALECT_IR_NOVIDIALECT_H
