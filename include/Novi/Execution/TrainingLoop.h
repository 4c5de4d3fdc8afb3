//===- TrainingLoop.h - From the first step to the last ---------*- C++ -*-===//
//
// Runs a training to its end or to an interruption, tells how far it has come,
// and saves what it reaches.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EXECUTION_TRAININGLOOP_H
#define NOVI_EXECUTION_TRAININGLOOP_H

#include "Novi/Execution/Training.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::novi {

/// What decides over a training's numbers, besides its inputs: names and
/// values. A checkpoint is of no use to a training of another identity.
using Identity = llvm::SmallVector<std::pair<std::string, std::string>>;

/// A program as a value of an identity.
std::string hashProgram(ModuleOp module);

struct TrainingLoopOptions {
  /// The file to go on from if it is there, and to save to from time to time
  /// and at the end; none if empty.
  std::string checkpoint;
  Identity identity;
  /// Saves what `Training::getOutputs` gives. Called at the end, and when the
  /// training ends early.
  llvm::function_ref<llvm::Error(const NamedViews &)> saveOutputs;
};

/// Runs the steps that remain and reports on standard error. Returns the signal
/// (SIGINT, SIGTERM) that ended it after a step, or 0.
llvm::Expected<int> runTrainingLoop(Training &training,
                                    const TrainingLoopOptions &options);

} // namespace mlir::novi

#endif // NOVI_EXECUTION_TRAININGLOOP_H
