//===- TrainingLoop.cpp - From the first step to the last -------*- C++ -*-===//
//
// The loop, and what is said and saved around it.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/TrainingLoop.h"
#include "Checkpoint.h"
#include "Interruption.h"
#include "Progress.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::novi;
using llvm::WithColor;

/// "12 of 60 epochs and 3 of 10 examples"
static std::string describePosition(const Training &training) {
  int64_t numExamples = training.getNumExamples();
  std::string text = std::to_string(training.getNumDone() / numExamples) +
                     " of " + std::to_string(training.getNumEpochs()) +
                     " epochs";
  if (int64_t rest = training.getNumDone() % numExamples)
    text += " and " + std::to_string(rest) + " of " +
            std::to_string(numExamples) + " examples";
  return text;
}

llvm::Expected<int> novi::runTrainingLoop(Training &training,
                                          const TrainingLoopOptions &options) {
  raw_ostream &log = llvm::errs();
  Interruption interruption;
  std::optional<Checkpoint> checkpoint;
  if (!options.checkpoint.empty()) {
    checkpoint.emplace(options.checkpoint, options.identity, training);
    if (llvm::Error error = checkpoint->load(training))
      return error;
    if (training.getNumDone() != 0)
      WithColor::note(log) << "going on after " << describePosition(training)
                           << ", from " << options.checkpoint << '\n';
    // Also so that a file that cannot be written is not found out too late.
    else if (llvm::Error error = checkpoint->write(training))
      return error;
  }

  Progress progress(log, canRedrawStandardError(), training);
  llvm::Error errors = llvm::Error::success();
  auto addError = [&](llvm::Error error) {
    errors = llvm::joinErrors(std::move(errors), std::move(error));
  };
  while (training.getNumDone() != training.getNumSteps() &&
         !interruption.getSignal()) {
    if (llvm::Error error = training.runStep()) {
      addError(std::move(error));
      break;
    }
    progress.step();
    if (!checkpoint || !checkpoint->isDue())
      continue;
    // Maybe there is room again next time.
    if (llvm::Error error = checkpoint->write(training)) {
      progress.makeWay();
      WithColor::warning(log)
          << llvm::toString(std::move(error)) << "; the training goes on\n";
    }
  }
  progress.finish();

  bool isDone = training.getNumDone() == training.getNumSteps();
  int signal = isDone || errors ? 0 : interruption.getSignal();
  if (!errors || training.getNumDone() != 0) {
    if (checkpoint)
      addError(checkpoint->write(training));
    addError(options.saveOutputs(training.getOutputs()));
  }
  if (!isDone) {
    WithColor::note(log) << (signal ? "interrupted" : "ended") << " after "
                         << describePosition(training);
    if (checkpoint)
      log << "; the next run goes on from there with " << checkpoint->getPath();
    log << '\n';
  }
  if (errors)
    return errors;
  return signal;
}
