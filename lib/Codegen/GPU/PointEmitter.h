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

#include "IndexEmitter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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

class PointEmitter : public IndexEmitter {
  /// By value, number of lanes, and place.
  using Elements = std::map<std::tuple<void *, unsigned, Point>, Bundle>;

public:
  /// `function` has an argument for each operand of the kernel, then one for
  /// each result.
  PointEmitter(OpBuilder &builder, KernelOp kernel, gpu::GPUFuncOp function);

  /// From here on points have one place, in row-major order, whatever the
  /// number of axes. For elementwise work on tensors of one shape and of one
  /// element.
  void setLinear();

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

  /// The same for lanes whose guard is true, as in `store`: the others do not
  /// load what another thread may write at the time (novi_gpu.in_place), and
  /// have anything.
  Bundle emit(Value value, const Point &point, unsigned width,
              ArrayRef<Value> guards);

  /// The elements of a memref; it may be shared memory. One vector
  /// access where the lanes are next to each other and aligned for certain.
  Bundle load(Value memref, const Point &point, unsigned width);
  /// Stores those lanes whose guard is true: `guards` is empty if all are, has
  /// one i1 for all lanes, or one for each. Null is true.
  void store(Value memref, const Point &point, ArrayRef<Value> elements,
             ArrayRef<Value> guards = {});

  /// A memref of identity layout with its axes as one.
  Value collapse(Value memref);

  /// A byte with a bit for each of eight lanes; 0 where a guard, as in `store`,
  /// is false.
  Value packBits(ArrayRef<Value> bits, ArrayRef<Value> guards);

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
    Elements elements;
    DenseMap<Value, Bundle> bound;
  };

private:
  Bundle compute(Value value, const Point &point, unsigned width);
  Bundle loadArgument(unsigned number, const Point &point, unsigned width);
  Bundle computePointwise(Operation *op, const Point &point, unsigned width);
  Bundle compute(ConstantOp op, const Point &point, unsigned width);
  Bundle compute(ZeroOp op, const Point &point, unsigned width);
  Bundle compute(EyeOp op, const Point &point, unsigned width);
  Bundle compute(TransposeOp op, const Point &point, unsigned width);
  Bundle compute(SliceOp op, const Point &point, unsigned width);
  Bundle compute(BroadcastOp op, const Point &point, unsigned width);
  Bundle compute(ReshapeOp op, const Point &point, unsigned width);
  Bundle compute(tensor::CastOp op, const Point &point, unsigned width);
  Bundle compute(UnpackMaskOp op, const Point &point, unsigned width);
  Bundle compute(PackMaskOp op, const Point &point, unsigned width);
  Bundle compute(ConcatOp op, const Point &point, unsigned width);
  Bundle compute(InsertSliceOp op, const Point &point, unsigned width);
  template <typename OpTy>
  Bundle computeReduction(OpTy op, double identity, const Point &point,
                          unsigned width);
  Bundle compute(ReduceSumOp op, const Point &point, unsigned width);
  Bundle compute(ReduceMaxOp op, const Point &point, unsigned width);
  /// The like, each lane by itself.
  Bundle emitLanes(Value value, const Point &point, unsigned width);
  /// One side or the other, as `condition`, the same for all lanes, says.
  Bundle emitIf(Value condition, Type type, unsigned width,
                function_ref<Bundle()> emitThen,
                function_ref<Bundle()> emitElse);
  LaneIndex scaleAndShift(const LaneIndex &index, int64_t scale, Value shift,
                          unsigned width);

  /// `point`, or what it comes to for a value of `type`.
  Point normalize(const Point &point, RankedTensorType type);

  gpu::GPUFuncOp function;
  /// What elements of the kernel's arguments are loaded from.
  SmallVector<Value> sources;
  bool isLinear = false;
  /// Of the lanes that are emitted; none where all are there.
  SmallVector<Value> guards;
  Elements elements;
  DenseMap<Value, Bundle> bound;
};

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_GPU_POINTEMITTER_H
