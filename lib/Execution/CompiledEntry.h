//===- CompiledEntry.h - Functions compiled by a pipeline -------*- C++ -*-===//
//
// What backends share that compile: from a function to a module in the LLVM
// dialect, and the words that its entry takes (see novi-cpu-to-llvm).
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EXECUTION_COMPILEDENTRY_H
#define NOVI_LIB_EXECUTION_COMPILEDENTRY_H

#include "Novi/Execution/Executable.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::novi {

/// Reads the options of a pipeline. Failures are reported at `function`.
template <typename Options>
LogicalResult parseOptions(func::FuncOp function, llvm::StringRef text,
                           Options &options) {
  std::string problem;
  llvm::raw_string_ostream problems(problem);
  if (succeeded(options.parseFromString(text, problems)))
    return success();
  llvm::StringRef trimmed = llvm::StringRef(problem).trim();
  trimmed.consume_front("<Pass-Options-Parser>: ");
  return emitError(function.getLoc(), "options '") << text << "': " << trimmed;
}

/// Runs a pipeline on a copy of the module of `function`, in which everything
/// else is compiled only if `function` calls it. Failures have been reported.
FailureOr<OwningOpRef<ModuleOp>>
compileEntry(func::FuncOp function,
             llvm::function_ref<void(OpPassManager &)> buildPipeline);

/// The bytes of the arena that the compiled function wants; nothing where it
/// wants none.
std::optional<int64_t> getArenaSize(ModuleOp compiled, func::FuncOp function);

/// The words, laid out once and written in order for each call.
class EntryWords {
public:
  explicit EntryWords(const Signature &signature);

  void *data() { return words.data(); }
  /// The next word is the first one.
  void restart() { position = 0; }

  void addAddress(const void *address);
  /// The address of a tensor that fits `type`, and its dynamic sizes.
  void addTensor(const void *address, RankedTensorType type,
                 llvm::ArrayRef<int64_t> shape);
  /// What the function wrote of a result of dynamic shape: its address, and
  /// its sizes.
  void *takeTensor(RankedTensorType type,
                   llvm::SmallVectorImpl<int64_t> &shape);

private:
  llvm::SmallVector<int64_t> words;
  size_t position = 0;
};

} // namespace mlir::novi

#endif // NOVI_LIB_EXECUTION_COMPILEDENTRY_H
