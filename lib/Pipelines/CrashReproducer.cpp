//===- CrashReproducer.cpp - What to report of a crash ----------*- C++ -*-===//
//
// Keeps a copy of what a pass manager runs on, and writes it from a signal
// handler. As all that is done there it may fail itself, which then changes
// nothing about the crash.
//
//===----------------------------------------------------------------------===//

#include "Novi/Pipelines/CrashReproducer.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <mutex>

using namespace mlir;

namespace {

/// What is running.
struct Run {
  PassManager *manager;
  OwningOpRef<Operation *> op;
};

/// The newest run; pass managers may nest, but hardly do.
std::atomic<Run *> currentRun;

void writeReproducer(void *) {
  Run *run = currentRun.exchange(nullptr);
  if (!run)
    return;
  llvm::SmallString<128> path;
  if (llvm::sys::fs::createTemporaryFile("novi-crash", "mlir", path))
    return;
  std::string description = makeReproducer(
      run->manager->getOpAnchorName(),
      llvm::make_range(run->manager->begin(), run->manager->end()), *run->op,
      path, /*disableThreads=*/true, /*verifyPasses=*/true);
  llvm::errs() << "The compiler has crashed. Please report this with the file "
               << path
               << ", which shows it again:\n  novi-opt --run-reproducer "
               << path << '\n';
}

class CrashReproducer : public PassInstrumentation {
public:
  explicit CrashReproducer(PassManager &manager) { run.manager = &manager; }
  ~CrashReproducer() override {
    Run *mine = &run;
    currentRun.compare_exchange_strong(mine, nullptr);
  }

  void runBeforePass(Pass *, Operation *op) override {
    if (op->getParentOp() || run.op)
      return;
    run.op = op->clone();
    currentRun = &run;
  }

private:
  Run run;
};

} // namespace

void novi::enableCrashReproducer(PassManager &manager) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::sys::AddSignalHandler(writeReproducer, /*Cookie=*/nullptr);
  });
  manager.addInstrumentation(std::make_unique<CrashReproducer>(manager));
}
