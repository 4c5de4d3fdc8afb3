//===- Progress.h - How far a training has come -----------------*- C++ -*-===//
//
// Tells a person on a terminal in one line that is drawn anew, and a file or
// pipe in lines of their own: for the first and the last epoch, and for any
// that ends a second or more after the last line.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EXECUTION_PROGRESS_H
#define NOVI_LIB_EXECUTION_PROGRESS_H

#include "Novi/Execution/Training.h"
#include <chrono>

namespace mlir::novi {

class Progress {
public:
  /// Writes to `os`. With `redraws` it is a terminal that can move its cursor.
  Progress(llvm::raw_ostream &os, bool redraws, const Training &training);

  /// Called after each step.
  void step();

  /// Clears the way for other lines; the next step draws again.
  void makeWay();

  /// Leaves a last line for good.
  void finish();

private:
  using Clock = std::chrono::steady_clock;

  std::string getLine(Clock::time_point now) const;
  void draw(Clock::time_point now);

  llvm::raw_ostream &os;
  bool redraws;
  const Training &training;
  /// Where this run began, which may go on with what another began.
  Clock::time_point begin;
  int64_t firstStep;
  /// Of the last line; none before the first.
  std::optional<Clock::time_point> lastTime;
};

/// Whether standard error is a terminal that can move its cursor.
bool canRedrawStandardError();

} // namespace mlir::novi

#endif // NOVI_LIB_EXECUTION_PROGRESS_H
