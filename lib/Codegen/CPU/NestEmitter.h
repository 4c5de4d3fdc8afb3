//===- NestEmitter.h - Loops and vectors of one nest ------------*- C++ -*-===//
//
// Turns a nest and its schedule into scf loops and operations on vectors.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_CODEGEN_CPU_NESTEMITTER_H
#define NOVI_LIB_CODEGEN_CPU_NESTEMITTER_H

#include "Nest.h"
#include <optional>

namespace mlir::novi {

/// How the code of a nest is laid out.
struct NestSchedule {
  /// The loop whose neighbours share a vector, of `lanes` elements; `pieces` of
  /// them are computed together.
  std::optional<unsigned> vectorLoop;
  int64_t lanes = 1;
  int64_t pieces = 1;
  /// For each loop, how many of its steps are computed together.
  SmallVector<int64_t> steps;
  /// The parallel loops, outermost first.
  SmallVector<unsigned> order;
  /// How often the innermost reduction is unrolled.
  int64_t unroll = 1;
  /// The outermost loop is shared out to threads, if `condition` (when there is
  /// one) holds.
  bool isParallel = false;
  Value condition;
};

/// Whether the elements of a body's result can be computed side by side.
bool canVectorize(const NestStage &stage);

/// The one operation that combines an element with what output number `index`
/// of `stage` has so far, where it is associative and commutative.
Operation *getCombiner(const NestStage &stage, unsigned index);

/// Emits `nest` at the insertion point of `builder`.
void emitNest(OpBuilder &builder, const Nest &nest,
              const NestSchedule &schedule);

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_CPU_NESTEMITTER_H
