//===- Passes.h - Smaller programs that still fail --------------*- C++ -*-===//
//
// Constructors and registration of the passes in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_REDUCE_PASSES_H
#define NOVI_REDUCE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::novi {

#define GEN_PASS_DECL
#include "Novi/Reduce/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Novi/Reduce/Passes.h.inc"

} // namespace mlir::novi

#endif // NOVI_REDUCE_PASSES_H
