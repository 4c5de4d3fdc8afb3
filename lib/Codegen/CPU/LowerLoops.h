//===- LowerLoops.h - Loops to branches -------------------------*- C++ -*-===//

#ifndef NOVI_LIB_CODEGEN_CPU_LOWERLOOPS_H
#define NOVI_LIB_CODEGEN_CPU_LOWERLOOPS_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::novi {

/// Makes branches of every scf.for inside of `root`: loops that test at their
/// end, behind a test at the start where the bounds do not say that there is a
/// first iteration. Upstream's conversion takes quadratic time in a long block,
/// and leaves the turning of the loop to LLVM.
void lowerLoops(Operation *root);

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_CPU_LOWERLOOPS_H
