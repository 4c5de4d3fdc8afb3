//===- Checkpoint.h - Trainings that go on later ----------------*- C++ -*-===//
//
// A .npz file from which a training goes on bit for bit:
//
//   novi.checkpoint    1, the version of this format
//   identity/...       text: what must be the same for that to be true
//   steps              how many steps were run, epochs times examples and more
//   state/NAME         the value of each result that is fed back
//   collected/NAME     [step, ...] of each that is not
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EXECUTION_CHECKPOINT_H
#define NOVI_LIB_EXECUTION_CHECKPOINT_H

#include "Novi/Execution/TrainingLoop.h"
#include <chrono>

namespace mlir::novi {

class Checkpoint {
public:
  /// Adds the training's inputs, which are those of its beginning, to
  /// `identity`.
  Checkpoint(llvm::StringRef path, Identity identity, const Training &training);

  const std::string &getPath() const { return path; }

  /// Takes `training` to where the file says. Without a file that says nothing.
  llvm::Error load(Training &training) const;

  llvm::Error write(const Training &training);

  /// Whether it is time to write again: a second after the first time, then
  /// ever later, up to a minute, or more where writing takes a twentieth of
  /// that.
  bool isDue() const { return Clock::now() >= nextTime; }

private:
  using Clock = std::chrono::steady_clock;

  llvm::Error check(const NamedTensors &file) const;

  std::string path;
  Identity identity;
  Clock::duration interval = std::chrono::seconds(1);
  Clock::time_point nextTime;
};

} // namespace mlir::novi

#endif // NOVI_LIB_EXECUTION_CHECKPOINT_H
