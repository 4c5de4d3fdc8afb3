//===- Interruption.h - Signals that ask for an end -------------*- C++ -*-===//
//
// While one of these exists, the first SIGINT or SIGTERM is only remembered, so
// that what runs can save what it has. The second ends the process at once,
// with 128 and the signal's number as a shell has it.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EXECUTION_INTERRUPTION_H
#define NOVI_LIB_EXECUTION_INTERRUPTION_H

#include <csignal>

namespace mlir::novi {

class Interruption {
public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption &) = delete;
  Interruption &operator=(const Interruption &) = delete;

  /// The signal that came, or 0.
  int getSignal() const;

private:
  struct sigaction oldInterrupt, oldTerminate;
};

} // namespace mlir::novi

#endif // NOVI_LIB_EXECUTION_INTERRUPTION_H
