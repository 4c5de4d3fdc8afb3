//===- Passes.h - From linalg to native code --------------------*- C++ -*-===//
//
// Constructors and registration of the passes in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_CODEGEN_CPU_PASSES_H
#define NOVI_CODEGEN_CPU_PASSES_H

#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::novi {

#define GEN_PASS_DECL
#include "Novi/Codegen/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Novi/Codegen/CPU/Passes.h.inc"

} // namespace mlir::novi

#endif // NOVI_CODEGEN_CPU_PASSES_H
