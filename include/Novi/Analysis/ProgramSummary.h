//===- ProgramSummary.h - What a program holds and costs -------*- C++ -*-===//
//
// Counts of a function's tensors, instructions, products, operations and bytes,
// in the words of a listing's header where it has them. docs/Listing.md says
// what is counted how.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_ANALYSIS_PROGRAMSUMMARY_H
#define NOVI_ANALYSIS_PROGRAMSUMMARY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::novi {

/// The tensors among arguments and results that have one role.
struct RoleSummary {
  /// "argument" or "result".
  StringRef where;
  /// Empty where there is none.
  StringRef role;
  uint64_t tensors = 0;
  /// Of tensors of known size.
  uint64_t elements = 0, bytes = 0;
};

/// Sums past 64 bits stay at the largest number.
struct ProgramSummary {
  /// Arguments and results of instructions.
  uint64_t tensors = 0;
  uint64_t instructions = 0;
  uint64_t products = 0;
  uint64_t kernels = 0;
  /// Elements of parameters and constants that are fed.
  uint64_t parameters = 0;
  /// Of the only argument with the role "input", and of the only result with
  /// the role "output".
  std::optional<SmallVector<int64_t>> inputSizes, outputSizes;
  /// Floating-point operations of products, and of all else.
  uint64_t productFlop = 0, otherFlop = 0;
  /// What instructions read and write, each on its own.
  uint64_t bytes = 0;
  /// Instructions, and arguments and results, of dynamic size: operations and
  /// bytes are those of the others.
  uint64_t dynamicInstructions = 0, dynamicTensors = 0;
  /// In the order of arguments, then results.
  SmallVector<RoleSummary> roles;
};

ProgramSummary summarize(func::FuncOp function);

void printSummary(llvm::raw_ostream &os, func::FuncOp function);

} // namespace mlir::novi

#endif // NOVI_ANALYSIS_PROGRAMSUMMARY_H
