//===- Progress.cpp - How far a training has come ---------------*- C++ -*-===//
//
// Decides when to write, and formats the line.
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include <cmath>
#include <cstdlib>

using namespace mlir::novi;
using namespace std::chrono_literals;

bool mlir::novi::canRedrawStandardError() {
  const char *terminal = std::getenv("TERM");
  return llvm::sys::Process::StandardErrIsDisplayed() && terminal &&
         *terminal && llvm::StringRef(terminal) != "dumb";
}

Progress::Progress(llvm::raw_ostream &os, bool redraws,
                   const Training &training)
    : os(os), redraws(redraws), training(training), begin(Clock::now()),
      firstStep(training.getNumDone()) {}

void Progress::step() {
  int64_t numDone = training.getNumDone();
  bool endsEpoch = numDone % training.getNumExamples() == 0;
  if (!redraws && !endsEpoch)
    return;
  Clock::time_point now = Clock::now();
  // What is over before an eye could follow needs no drawing; `finish` leaves
  // the last line.
  bool isDue = redraws ? now - lastTime.value_or(begin) >= 100ms
                       : !lastTime || now - *lastTime >= 1s ||
                             numDone == training.getNumSteps();
  if (isDue)
    draw(now);
}

void Progress::makeWay() {
  if (redraws && lastTime)
    os << "\r\x1b[K";
}

void Progress::finish() {
  if (!redraws || training.getNumDone() == firstStep)
    return;
  draw(Clock::now());
  os << '\n';
}

void Progress::draw(Clock::time_point now) {
  std::string line = getLine(now);
  if (redraws) {
    // A line that wraps cannot be drawn over.
    if (unsigned columns = llvm::sys::Process::StandardErrColumns())
      line.resize(std::min<size_t>(line.size(), columns - 1));
    os << '\r' << line << "\x1b[K";
  } else {
    os << line << '\n';
  }
  os.flush();
  lastTime = now;
}

/// 75 s is `1:15`, 3675 s is `1:01:15`.
static std::string formatTime(double seconds) {
  if (!(seconds < 360000))
    return "over 100 hours";
  auto rest = static_cast<unsigned>(seconds);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (rest >= 3600)
    os << rest / 3600 << llvm::format(":%02u", rest / 60 % 60);
  else
    os << rest / 60;
  os << llvm::format(":%02u", rest % 60);
  return text;
}

std::string Progress::getLine(Clock::time_point now) const {
  std::string line;
  llvm::raw_string_ostream os(line);
  int64_t numDone = training.getNumDone(), numSteps = training.getNumSteps();
  os << "epoch " << (numDone - 1) / training.getNumExamples() + 1 << '/'
     << training.getNumEpochs();
  if (std::optional<double> loss = training.getMeanLoss())
    os << llvm::format(", loss %.6g", *loss);
  double elapsed = std::chrono::duration<double>(now - begin).count();
  double rate = (numDone - firstStep) / elapsed;
  if (!std::isfinite(rate))
    return line;
  os << llvm::format(rate < 100 ? ", %.3g steps/s" : ", %.0f steps/s", rate);
  if (numDone == numSteps)
    os << ", " << formatTime(elapsed) << " in all";
  else
    os << ", " << formatTime((numSteps - numDone) / rate) << " left";
  return line;
}
