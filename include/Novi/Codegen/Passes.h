//===- Passes.h - What code generation shares -------------------*- C++ -*-===//
//
// Constructors and registration of the passes in Passes.td: buffers and where
// they lie, for every target.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_CODEGEN_PASSES_H
#define NOVI_CODEGEN_PASSES_H

#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::novi {

/// Where an arena starts and what each buffer in it starts at a multiple of.
inline constexpr int64_t kBufferAlignment = 64;

#define GEN_PASS_DECL
#include "Novi/Codegen/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Novi/Codegen/Passes.h.inc"

} // namespace mlir::novi

#endif // NOVI_CODEGEN_PASSES_H
