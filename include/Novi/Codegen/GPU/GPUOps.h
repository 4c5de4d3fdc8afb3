//===- GPUOps.h - Launches of kernels ---------------------------*- C++ -*-===//
//
// Declares the dialect novi_gpu, which code generation for GPUs has for itself.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_CODEGEN_GPU_GPUOPS_H
#define NOVI_CODEGEN_GPU_GPUOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Novi/Codegen/GPU/GPUDialect.h.inc"

#define GET_OP_CLASSES
#include "Novi/Codegen/GPU/GPUOps.h.inc"

namespace mlir::novi {

/// Registers the dialect, and that its launches can be given buffers.
void registerNoviGPUDialect(DialectRegistry &registry);

} // namespace mlir::novi

#endif // NOVI_CODEGEN_GPU_GPUOPS_H
