//===- Passes.h - From kernels to a GPU's code ------------------*- C++ -*-===//
//
// Constructors and registration of the passes in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_CODEGEN_GPU_PASSES_H
#define NOVI_CODEGEN_GPU_PASSES_H

#include "Novi/Codegen/GPU/GPUOps.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace mlir::novi {

#define GEN_PASS_DECL
#include "Novi/Codegen/GPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Novi/Codegen/GPU/Passes.h.inc"

} // namespace mlir::novi

#endif // NOVI_CODEGEN_GPU_PASSES_H
