//===- Summary.h - --summary of novi-translate -----------------*- C++ -*-===//
//
// What a program holds and costs, as text.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_SUMMARY_SUMMARY_H
#define NOVI_TARGET_SUMMARY_SUMMARY_H

namespace mlir::novi {

/// Registers --summary for novi-translate.
void registerSummary();

} // namespace mlir::novi

#endif // NOVI_TARGET_SUMMARY_SUMMARY_H
