//===- CrashReproducer.h - What to report of a crash ------------*- C++ -*-===//
//
// Makes a crash of the compiler leave a file behind that shows it again.
//
// Upstream's reproducers are written on every failure of a pass, so also where
// a program is wrong and has been told so. These are written on crashes only,
// which is why they can be on by default.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_PIPELINES_CRASHREPRODUCER_H
#define NOVI_PIPELINES_CRASHREPRODUCER_H

namespace mlir {
class PassManager;
} // namespace mlir

namespace mlir::novi {

/// If the process crashes while `manager` runs, the program as it was at first
/// and the pipeline are written to a new file in the system's folder for such,
/// which a line on standard error names; `novi-opt --run-reproducer` takes it.
void enableCrashReproducer(PassManager &manager);

} // namespace mlir::novi

#endif // NOVI_PIPELINES_CRASHREPRODUCER_H
