//===- PointEmitter.h - Elements of a kernel's values -----------*- C++ -*-===//
//
// Emits elements of the values in a novi.kernel, scalar by scalar, in terms of
// what its gpu.func has as arguments: the tile emitter that all emitters share.
// Elements come in *bundles* of a few that lie side by side, so that they are
// loaded and stored together and a byte of a packed mask is made by one thread.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_CODEGEN_GPU_POINTEMITTER_H
#define NOVI_LIB_CODEGEN_GPU_POINTEMITTER_H

#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include <map>

namespace mlir::novi {

/// An element for each lane; lanes known to be equal share a value.
using Bundle = SmallVector<Value, 8>;

/// Where the lanes of a bundle are along one axis: either `start + lane *
/// step`, or anywhere.
class LaneIndex {
public:
  /// All lanes are at `start`, or `step` apart from there on.
  LaneIndex(Value start = {}, int64_t step = 0) : values({start}), step(step) {}
  /// A place for each lane. One that all share is no list.
  static LaneIndex get(ArrayRef<Value> places);

  bool isUniform() const { return values.size() == 1 && step == 0; }
  /// Whether the lanes are `getStep()` apart, from `getStart()` on.
  bool isRegular() const { return values.size() == 1; }
  Value getStart() const { return values.front(); }
  int64_t getStep() const { return step; }

  bool operator<(const LaneIndex &other) const;

private:
  friend class PointEmitter;

  SmallVector<Value, 1> values;
  int64_t step;
};

/// A place for each axis: of a value, or of the domain of a kernel.
using Point = SmallVector<LaneIndex, 4>;

/// Index arithmetic and sizes of a kernel's values, where what a kernel takes
/// is known by other means: memrefs in a gpu.func, tensors on the host. Folds,
/// and computes nothing twice.
class IndexEmitter {
public:
  /// `builder` is used where it stands at the time. `arguments` stand for those
  /// of the kernel: memrefs or tensors, and indices.
  IndexEmitter(OpBuilder &builder, KernelOp kernel, ValueRange arguments);

  Value constant(int64_t value);
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  /// Of what is not negative, by what is positive.
  Value div(Value a, Value b);
  Value rem(Value a, Value b);
  Value ceilDiv(Value a, Value b);
  Value min(Value a, Value b);
  Value add(Value a, int64_t b) { return add(a, constant(b)); }
  Value mul(Value a, int64_t b) { return mul(a, constant(b)); }
  /// An i1.
  Value isLess(Value a, Value b);
  Value isEqual(Value a, Value b);
  /// And of i1; a null value is true.
  Value both(Value a, Value b);

  /// The size of an axis of a value in the kernel's body. (Sizes are reified in
  /// that body, which gains index arithmetic.)
  Value getSize(Value tensor, int64_t axis);
  SmallVector<Value> getSizes(Value tensor);
  /// A value of index type in the kernel's body.
  Value getIndex(Value index);

  /// A number that divides `index` for certain.
  static int64_t getDivisor(Value index);

  /// What is computed while a scope lives is forgotten with it. There is one
  /// for each region: the body of a loop, a branch.
  class Scope {
  public:
    explicit Scope(IndexEmitter &emitter)
        : emitter(emitter), known(emitter.known) {}
    ~Scope() { emitter.known = std::move(known); }

  private:
    IndexEmitter &emitter;
    std::map<std::tuple<unsigned, void *, void *>, Value> known;
  };

protected:
  Value memoize(unsigned kind, void *a, void *b, function_ref<Value()> create);

  OpBuilder &builder;
  Location loc;
  KernelOp kernel;
  SmallVector<Value> arguments;
  std::map<std::tuple<unsigned, void *, void *>, Value> known;
};

class PointEmitter : public IndexEmitter {
public:
  /// `function` has an argument for each operand of the kernel, then one for
  /// each result.
  PointEmitter(OpBuilder &builder, KernelOp kernel, gpu::GPUFuncOp function);

  /// The elements of `value`, any tensor in the kernel's body, at `point`,
  /// which has a place for each of its axes; `width` lanes. They must be within
  /// the tensor: who is at an edge clamps. Of an axis of static size 1 the
  /// place is not looked at. Computes what the value depends on, up to what is
  /// bound and to what was emitted in this scope before at the same places.
  Bundle emit(Value value, const Point &point, unsigned width);
  /// The like of one element.
  Value emit(Value value, ArrayRef<Value> indices);

  /// `value`, computed in place, has `elements` wherever it is asked for until
  /// the scope ends: the accumulators of a product, a finished reduction. They
  /// are of its element type, as wide as what reads them is emitted: a bundle
  /// of one element is that for all lanes.
  void bind(Value value, Bundle elements);

  /// The elements of a memref; `value` may be shared memory as well. One vector
  /// access where the lanes are next to each other and aligned for certain.
  Bundle load(Value memref, const Point &point, unsigned width);
  /// Stores those lanes whose guard is true: `guards` is empty if all are, has
  /// one i1 for all lanes, or one for each. Null is true.
  void store(Value memref, const Point &point, ArrayRef<Value> elements,
             ArrayRef<Value> guards = {});

  // Places of lanes.

  /// Place of a lane.
  Value getLane(const LaneIndex &index, unsigned lane);
  /// Applies `map` to lanes, once where all are at one place.
  LaneIndex map(const LaneIndex &index, unsigned width,
                function_ref<Value(Value)> map);
  /// From a place in row-major order to one for each of `sizes`. Lanes stay
  /// regular along the last axis where its size is a multiple of the bundle's.
  Point delinearize(const LaneIndex &index, ArrayRef<Value> sizes,
                    unsigned width);
  LaneIndex linearize(const Point &point, ArrayRef<Value> sizes,
                      unsigned width);
  /// Lanes moved within an axis of `size`, which is not 0. They stay regular
  /// where none can be out: `size` is a multiple of the width for certain, and
  /// so is the start. (Then all lanes are in or none is.)
  LaneIndex clamp(const LaneIndex &index, Value size, unsigned width);
  /// For each lane, or once for all where they agree, whether it is within an
  /// axis of `size`; and-ed to `guards`, in the form that `store` takes.
  SmallVector<Value> guard(const LaneIndex &index, Value size, unsigned width,
                           ArrayRef<Value> guards = {});

  /// One for each region, and for each change of what is bound.
  class Scope {
  public:
    explicit Scope(PointEmitter &emitter)
        : indices(emitter), emitter(emitter), elements(emitter.elements),
          bound(emitter.bound) {}
    ~Scope() {
      emitter.elements = std::move(elements);
      emitter.bound = std::move(bound);
    }

  private:
    IndexEmitter::Scope indices;
    PointEmitter &emitter;
    std::map<std::pair<void *, Point>, Bundle> elements;
    DenseMap<Value, Bundle> bound;
  };

private:
  Bundle compute(Value value, const Point &point, unsigned width);

  gpu::GPUFuncOp function;
  std::map<std::pair<void *, Point>, Bundle> elements;
  DenseMap<Value, Bundle> bound;
};

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_GPU_POINTEMITTER_H
