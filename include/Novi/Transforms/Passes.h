//===- Passes.h - Passes from novi to novi ----------------------*- C++ -*-===//
//
// Constructors and registration of the passes in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TRANSFORMS_PASSES_H
#define NOVI_TRANSFORMS_PASSES_H

#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/Pass/Pass.h"
#include <limits>

namespace mlir::novi {

/// How novi-add-optimizer turns a gradient into a new value.
enum class OptimizerKind { SGD };

#define GEN_PASS_DECL
#include "Novi/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Novi/Transforms/Passes.h.inc"

} // namespace mlir::novi

#endif // NOVI_TRANSFORMS_PASSES_H
