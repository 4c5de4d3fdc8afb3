//===- NVVMToHost.h - Kernels as code for the host --------------*- C++ -*-===//
//
// Rewrites the kernels of a gpu.module, as convert-gpu-to-nvvm leaves them, so
// that they can be compiled for the host and run by the emulator's runtime.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EMULATOR_NVVMTOHOST_H
#define NOVI_EMULATOR_NVVMTOHOST_H

#include "Novi/Emulator/Launch.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::novi {

/// What is known of a kernel's parameter.
struct EmulatedParameter {
  /// As the host passes it: an integer, a floating-point type, a pointer, ...
  Type type;
  /// Of a parameter that is passed as a copy in memory, what it points to has
  /// so many bytes.
  std::optional<uint64_t> copiedBytes;
};

struct EmulatedKernel {
  std::string name;
  /// The function `void (void **parameters)` that runs one thread.
  std::string entry;
  std::vector<EmulatedParameter> parameters;
  emulator::Dim3 requiredBlock = {0, 0, 0};
  uint32_t maxThreads = 0;
  uint64_t privateBytes = 0;
  /// For each shared variable whether the kernel uses it.
  std::vector<bool> usesShared;
};

/// A variable in global or constant memory.
struct EmulatedGlobal {
  std::string name;
  uint64_t size = 0;
  bool isConstant = false;
};

struct EmulatedCode {
  /// In the LLVM dialect, with calls of the emulator's functions in it.
  OwningOpRef<ModuleOp> module;
  std::vector<emulator::Site> sites;
  std::vector<emulator::SharedVariable> sharedVariables;
  std::vector<EmulatedGlobal> globals;
  std::vector<EmulatedKernel> kernels;
  uint32_t sharedGranule = 1, globalGranule = 1;
};

/// Rewrites a copy of `module`. Operations and functions that the emulator has
/// no model of are errors that name them.
FailureOr<EmulatedCode> convertNVVMToHost(gpu::GPUModuleOp module);

} // namespace mlir::novi

#endif // NOVI_EMULATOR_NVVMTOHOST_H
