//===- IndexEmitter.h - Index arithmetic of kernels -------------*- C++ -*-===//
//
// Emits places and sizes of what a kernel holds, in its gpu.func or on the
// host.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_CODEGEN_GPU_INDEXEMITTER_H
#define NOVI_LIB_CODEGEN_GPU_INDEXEMITTER_H

#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/IR/Builders.h"
#include <map>

namespace mlir::novi {

/// Index arithmetic, of numbers that are not negative, and sizes of a kernel's
/// values, where what a kernel takes is known by other means: memrefs in a
/// gpu.func, tensors on the host. Folds, and computes nothing twice.
class IndexEmitter {
  enum class Kind {
    Constant,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Less,
    Equal,
    And,
    Size,
    Body
  };
  using Known = std::map<std::tuple<Kind, void *, uintptr_t>, Value>;

public:
  /// `builder` is used where it stands at the time. `arguments` stand for those
  /// of the kernel: memrefs or tensors, and indices.
  IndexEmitter(OpBuilder &builder, KernelOp kernel, ValueRange arguments);

  Value constant(int64_t value);
  Value add(Value a, Value b);
  Value add(Value a, int64_t b) { return add(a, constant(b)); }
  /// Wraps around; see isLess.
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value mul(Value a, int64_t b) { return mul(a, constant(b)); }
  Value div(Value a, Value b);
  Value rem(Value a, Value b);
  Value ceilDiv(Value a, Value b);
  Value min(Value a, Value b);
  /// An i1. What has wrapped around below 0 is not less than a size.
  Value isLess(Value a, Value b);
  Value isEqual(Value a, Value b);
  /// Both of two i1, where null is true.
  Value both(Value a, Value b);

  /// The size of an axis of a value in the kernel's body. (Sizes are reified in
  /// that body, which gains index arithmetic.)
  Value getSize(Value tensor, int64_t axis);
  SmallVector<Value> getSizes(Value tensor);
  /// An index in the kernel's body, and what it is computed from.
  Value getIndex(Value index);
  Value getIndex(OpFoldResult index);

  /// A number that divides `index` for certain; 0 divides 0 only.
  static int64_t getDivisor(Value index);
  static bool isMultiple(Value index, int64_t of) {
    return getDivisor(index) % of == 0;
  }

  /// What is computed while a scope lives is forgotten with it. There is one
  /// for each region: the body of a loop, a branch.
  class Scope {
  public:
    explicit Scope(IndexEmitter &emitter)
        : emitter(emitter), known(emitter.known) {}
    Scope(const Scope &) = delete;
    ~Scope() { emitter.known = std::move(known); }

  private:
    IndexEmitter &emitter;
    Known known;
  };

protected:
  OpBuilder &builder;
  Location loc;
  SmallVector<Value> arguments;

private:
  Value memoize(Kind kind, void *a, uintptr_t b, function_ref<Value()> create);
  Value memoize(Kind kind, Value a, Value b, function_ref<Value()> create);

  Known known;
  /// Sizes in the kernel's body.
  DenseMap<std::pair<Value, int64_t>, OpFoldResult> reified;
};

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_GPU_INDEXEMITTER_H
