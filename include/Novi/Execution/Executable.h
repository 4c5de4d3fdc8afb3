//===- Executable.h - A function made ready to run --------------*- C++ -*-===//
//
// What runs a program, whatever the backend: a function with named, typed
// arguments and results, from host tensors to host tensors.
//
//   FailureOr<std::unique_ptr<Executable>> step =
//       createExecutable(function, Backend::Interpret);
//   SmallVector<HostTensor> results;
//   if (llvm::Error error = (*step)->run({&x, &w}, results))
//     return error;
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EXECUTION_EXECUTABLE_H
#define NOVI_EXECUTION_EXECUTABLE_H

#include "Novi/Target/NPZ/NPZ.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include <memory>
#include <string>

namespace mlir::novi {

/// An argument or result of a function that can be run.
struct TensorDescription {
  /// Its `novi.name`; where it has none, `arg` or `result` and its number.
  std::string name;
  /// Its `novi.role`, or nothing.
  std::string role;
  RankedTensorType type;
  /// How host tensors hold its elements.
  ElementKind kind;
  /// Of an argument, its `novi.initialize`, or nothing.
  std::string initialize = {};
};

/// How host tensors hold elements of `type`; nothing for those of no op of
/// novi.
std::optional<ElementKind> getElementKind(Type type);

struct Signature {
  /// The function's name, for messages.
  std::string function;
  llvm::SmallVector<TensorDescription> arguments, results;
};

/// Describes `function`. Fails, with a diagnostic, where an argument or result
/// is not a ranked tensor of f16, bf16, f32, f64, i1 or i8, or two have one
/// name.
FailureOr<Signature> getSignature(func::FuncOp function);

/// Fails where `tensor` is not of the described type.
llvm::Error checkTensor(const TensorDescription &expected,
                        const HostTensor &tensor);

class Executable {
public:
  virtual ~Executable() = default;

  const Signature &getSignature() const { return signature; }

  /// Runs the function on `arguments`, in the order of the signature, and puts
  /// what it returns into `results`. A tensor that is there already keeps its
  /// memory if the result has as many bytes, so that nothing is allocated when
  /// results of one run go into the next; it must not be one of the arguments.
  /// After an error the results are unspecified.
  llvm::Error run(llvm::ArrayRef<const HostTensor *> arguments,
                  llvm::SmallVectorImpl<HostTensor> &results);

protected:
  explicit Executable(Signature signature) : signature(std::move(signature)) {}

  /// Does what `run` says, for arguments that fit the signature and one tensor
  /// for each result.
  virtual llvm::Error execute(llvm::ArrayRef<const HostTensor *> arguments,
                              llvm::MutableArrayRef<HostTensor> results) = 0;

private:
  Signature signature;
};

/// Makes `tensor` one of the given type, its elements unspecified; its memory
/// stays where it has the right size.
llvm::Error makeRoom(HostTensor &tensor, ElementKind kind,
                     llvm::ArrayRef<int64_t> shape);

/// The ways to run a program.
enum class Backend {
  /// Compiled for the processor at hand.
  CPU,
  /// The reference interpreter.
  Interpret,
};

/// Makes `function` ready to run. Failures have been reported as diagnostics.
/// `options` are the backend's: those of --novi-to-cpu for the CPU.
FailureOr<std::unique_ptr<Executable>>
createExecutable(func::FuncOp function, Backend backend,
                 llvm::StringRef options = {});

} // namespace mlir::novi

#endif // NOVI_EXECUTION_EXECUTABLE_H
