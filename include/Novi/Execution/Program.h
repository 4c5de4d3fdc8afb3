//===- Program.h - Programs and what they are fed ---------------*- C++ -*-===//
//
// Loads a program, finds the function to run, and matches named tensors with
// its arguments.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EXECUTION_PROGRAM_H
#define NOVI_EXECUTION_PROGRAM_H

#include "Novi/Execution/Executable.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::novi {

/// Registers novi and every dialect of MLIR: a program may be in any of them,
/// and a backend says which ops it cannot run.
void registerProgramDialects(DialectRegistry &registry);

/// A verified module and the function to run.
class Program {
public:
  /// Reads the main buffer of `source`, MLIR's text or bytecode. The function
  /// to run is the one called `entry`, or, where that is empty, the only public
  /// one with a body. Failures have been reported as diagnostics.
  static FailureOr<Program> load(const std::shared_ptr<llvm::SourceMgr> &source,
                                 llvm::StringRef entry, MLIRContext *context);

  ModuleOp getModule() const { return *module; }
  func::FuncOp getEntry() const { return entry; }

private:
  Program(OwningOpRef<ModuleOp> module, func::FuncOp entry)
      : module(std::move(module)), entry(entry) {}

  OwningOpRef<ModuleOp> module;
  func::FuncOp entry;
};

/// The tensor for each argument, by name. A single tensor without a name, as a
/// .npy file has it, goes to a single argument. Every name that is missing or
/// unknown, and every tensor that `check` refuses, is an error of its own in
/// what is returned; element types are never converted.
llvm::Expected<llvm::SmallVector<const HostTensor *>>
bindArguments(const Signature &signature, const NamedTensors &tensors,
              llvm::function_ref<llvm::Error(const TensorDescription &,
                                             const HostTensor &)>
                  check = checkTensor);

} // namespace mlir::novi

#endif // NOVI_EXECUTION_PROGRAM_H
