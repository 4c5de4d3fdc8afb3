//===- Backends.h - One factory for each backend ----------------*- C++ -*-===//
//
// What createExecutable chooses from.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EXECUTION_BACKENDS_H
#define NOVI_LIB_EXECUTION_BACKENDS_H

#include "Novi/Execution/Executable.h"

namespace mlir::novi {

/// Runs `function` with the reference interpreter; its module must outlive the
/// result.
std::unique_ptr<Executable> createInterpreter(func::FuncOp function,
                                              Signature signature);

/// Compiles `function` for the machine at hand, with options of --novi-to-cpu.
/// Failures have been reported as diagnostics.
FailureOr<std::unique_ptr<Executable>> createCompiled(func::FuncOp function,
                                                      Signature signature,
                                                      llvm::StringRef options);

/// Compiles `function` into kernels for a GPU, with options of --novi-to-nvvm.
/// Failures have been reported as diagnostics.
FailureOr<std::unique_ptr<Executable>> createForCUDA(func::FuncOp function,
                                                     Signature signature,
                                                     llvm::StringRef options);

/// The same, with the kernels run by the emulator, whose options may be among
/// those of --novi-to-nvvm.
FailureOr<std::unique_ptr<Executable>> createEmulated(func::FuncOp function,
                                                      Signature signature,
                                                      llvm::StringRef options);

} // namespace mlir::novi

#endif // NOVI_LIB_EXECUTION_BACKENDS_H
