//===- NoviToLinalg.h - From novi to linalg on tensors ----------*- C++ -*-===//
//
// The patterns of convert-novi-to-linalg, for pipelines that add their own.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_CONVERSION_NOVITOLINALG_NOVITOLINALG_H
#define NOVI_CONVERSION_NOVITOLINALG_NOVITOLINALG_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::novi {

/// Adds a pattern for every op of the dialect. None of them fails on a verified
/// op or changes its types, so they serve a conversion without rollback and a
/// greedy rewrite alike.
void populateNoviToLinalgPatterns(RewritePatternSet &patterns);

} // namespace mlir::novi

#endif // NOVI_CONVERSION_NOVITOLINALG_NOVITOLINALG_H
