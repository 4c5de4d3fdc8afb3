//===- Explain.h - What was done with an instruction, and why ---*- C++ -*-===//
//
// Runs passes on a program and tells in sentences what became of its
// instructions.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EXPLAIN_EXPLAIN_H
#define NOVI_EXPLAIN_EXPLAIN_H

#include "mlir/Support/LLVM.h"
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::novi {

class Provenance;

/// Whether the usual passes generate the backward part and the updates.
enum class ExplainTraining {
  /// Where the program has parameters and a loss, as far as it lacks them.
  Auto,
  On,
  Off,
};

struct ExplainOptions {
  /// In the textual form, anchored on builtin.module; empty for the usual one.
  std::string pipeline;
  ExplainTraining training = ExplainTraining::Auto;
  /// Names (`%y`), lines (`12`) or places (`step.mlir:12`) to tell about; an
  /// overview of everything where there are none.
  std::vector<std::string> questions;
};

/// Makes `canonicalize` tell `provenance` what it does. To be called before the
/// upstream passes are registered.
void registerFollowedPasses(Provenance &provenance);

/// Explains the main file of `sourceMgr`. Fails, with an error, where it cannot
/// be read, a pass fails, or there is nothing that was asked for.
LogicalResult explainProgram(llvm::SourceMgr &sourceMgr, MLIRContext *context,
                             Provenance &provenance,
                             const ExplainOptions &options,
                             llvm::raw_ostream &os);

} // namespace mlir::novi

#endif // NOVI_EXPLAIN_EXPLAIN_H
