//===- Interruption.cpp - Signals that ask for an end -----------*- C++ -*-===//
//
// The handler.
//
//===----------------------------------------------------------------------===//

#include "Interruption.h"
#include "llvm/Support/Signals.h"
#include <unistd.h>

using namespace mlir::novi;

static volatile std::sig_atomic_t receivedSignal = 0;

static void handleSignal(int signal) {
  if (receivedSignal != 0) {
    // A file that is being written is no good any more.
    llvm::sys::RunInterruptHandlers();
    _exit(128 + signal);
  }
  receivedSignal = signal;
}

Interruption::Interruption() {
  receivedSignal = 0;
  struct sigaction action = {};
  action.sa_handler = handleSignal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  // One at a time.
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  sigaction(SIGINT, &action, &oldInterrupt);
  sigaction(SIGTERM, &action, &oldTerminate);
}

Interruption::~Interruption() {
  sigaction(SIGINT, &oldInterrupt, nullptr);
  sigaction(SIGTERM, &oldTerminate, nullptr);
}

int Interruption::getSignal() const { return receivedSignal; }
