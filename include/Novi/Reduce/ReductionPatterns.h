//===- ReductionPatterns.h - Smaller programs that still fail ---*- C++ -*-===//
//
// What novi-reduce tries on the way to the smallest program that still shows a
// fault.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_REDUCE_REDUCTIONPATTERNS_H
#define NOVI_REDUCE_REDUCTIONPATTERNS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::novi {

/// Gives the dialect its DialectReductionPatternInterface:
///   - an instruction becomes the first of its operands that has its type
///   - one of static shape becomes zeros
///   - a constant becomes zeros
///   - a kernel becomes the instructions that it holds
/// All are valid programs that compute something else: only the test that is
/// given to the reducer knows what has to stay.
void registerReductionPatterns(DialectRegistry &registry);

} // namespace mlir::novi

#endif // NOVI_REDUCE_REDUCTIONPATTERNS_H
