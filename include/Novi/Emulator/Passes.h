//===- Passes.h - Kernels for the emulator ----------------------*- C++ -*-===//
//
// Constructors and registration of the passes in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EMULATOR_PASSES_H
#define NOVI_EMULATOR_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::novi {

#define GEN_PASS_DECL
#include "Novi/Emulator/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Novi/Emulator/Passes.h.inc"

} // namespace mlir::novi

#endif // NOVI_EMULATOR_PASSES_H
