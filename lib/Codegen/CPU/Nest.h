//===- Nest.h - One loop nest before it is emitted --------------*- C++ -*-===//
//
// A linalg operation on buffers, and what is computed on its results while they
// are in registers, as loops with accesses: what schedules are chosen on and
// what the emitter turns into code.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_CODEGEN_CPU_NEST_H
#define NOVI_LIB_CODEGEN_CPU_NEST_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::novi {

/// One operand of a stage: a scalar, a value that an earlier stage has
/// computed, or a buffer and the map from loops to its indices.
struct NestAccess {
  Value value;
  /// For a buffer.
  AffineMap map;
  /// The yielded value of an earlier stage that this is, or -1.
  int stage = -1, result = -1;
  /// Of an output: whether anybody reads its buffer.
  bool stored = true;

  /// A buffer's axis as the map sees it: merged ones are one.
  struct Axis {
    /// The axes of the buffer, from `first` on, `count` of them.
    unsigned first, count;
    int64_t size, stride;
  };
  SmallVector<Axis, 4> axes;

  bool isBuffer() const { return static_cast<bool>(map); }
  bool uses(unsigned loop) const {
    return isBuffer() && map.isFunctionOfDim(loop);
  }
  /// Whether neighbours along `loop` are neighbours in memory.
  bool isContiguous(unsigned loop) const;
  /// Whether an index is the position in `loop` and nothing else.
  bool hasIndex(unsigned loop) const;
};

/// A body and what it reads and writes.
struct NestStage {
  linalg::LinalgOp op;
  SmallVector<NestAccess, 2> inputs, outputs;
  /// For each loop of `op`, the nest's; -1 for one that runs once.
  SmallVector<int, 4> loops;

  Block &getBody() const { return *linalg::LinalgOp(op).getBlock(); }
  bool readsOutput(unsigned index) const {
    return !getBody().getArgument(inputs.size() + index).use_empty();
  }
};

struct NestLoop {
  bool isReduction;
  /// ShapedType::kDynamic where it is known at run time only; then `size`.
  int64_t extent;
  Value size;

  bool isStatic() const { return !ShapedType::isDynamic(extent); }
};

struct Nest {
  Location loc;
  SmallVector<NestLoop> loops;
  /// The first has the reductions; the others follow on its results.
  SmallVector<NestStage, 1> stages;
  /// For each output of the first stage: the value its buffer is known to be
  /// filled with, or null.
  SmallVector<Value> fills;

  /// Whether every access and every reduction of `op` is of a kind that a nest
  /// has.
  static bool supports(linalg::LinalgOp op);

  /// The nest of `op`, which is supported. Emits what computes sizes.
  static Nest get(OpBuilder &builder, linalg::LinalgOp op);

  /// Appends `op`, which reads what an earlier stage yields into `shared`, and
  /// does so at the point that is computed. Fails where the loops differ.
  LogicalResult append(linalg::LinalgOp op, Value shared);

  /// Drops loops that run once, merges loops whose buffers let them, and gives
  /// the buffers the shapes that go with it.
  void simplify(OpBuilder &builder);

  bool hasReduction() const {
    return llvm::any_of(loops, [](const NestLoop &l) { return l.isReduction; });
  }
  const NestStage &root() const { return stages.front(); }

  /// Applies `fn` to every access to a buffer.
  void forEachAccess(function_ref<void(NestAccess &)> fn);

private:
  explicit Nest(Location loc) : loc(loc) {}
  void dropUnitLoops();
  void mergeLoops(OpBuilder &builder);
  void reshapeBuffers(OpBuilder &builder);
  bool canMerge(unsigned loop);
};

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_CPU_NEST_H
