//===- Passes.h - Passes between novi and other dialects --------*- C++ -*-===//
//
// Constructors and registration of the passes in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_CONVERSION_PASSES_H
#define NOVI_CONVERSION_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::novi {

#define GEN_PASS_DECL
#include "Novi/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Novi/Conversion/Passes.h.inc"

} // namespace mlir::novi

#endif // NOVI_CONVERSION_PASSES_H
