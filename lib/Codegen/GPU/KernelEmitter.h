//===- KernelEmitter.h - From novi.kernel to gpu.func -----------*- C++ -*-===//
//
// What outlining asks of code generation for a kernel: how it is laid out on
// the device, its body, and the number of its blocks; and what the emitters of
// bodies share.
//
// Blocks have one dimension, and so has the grid. The host may launch fewer
// blocks than there is work for, but at least one: blocks take
// `blockIdx.x + n * gridDim.x`. Where a kernel reduces across blocks, a block
// takes all of what is reduced into the same element, one after another: there
// are no atomics, and the result does not depend on the order of blocks.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_CODEGEN_GPU_KERNELEMITTER_H
#define NOVI_LIB_CODEGEN_GPU_KERNELEMITTER_H

#include "Novi/Analysis/KernelAnalysis.h"
#include "PointEmitter.h"

namespace mlir::novi {

//===----------------------------------------------------------------------===//
// For outlining
//===----------------------------------------------------------------------===//

/// How a kernel is laid out on the device: numbers known while compiling. What
/// does not apply to a kernel stays 0.
struct KernelSchedule {
  /// Threads of a block, a multiple of 32.
  int64_t threads = 256;

  // With a product: what a block computes at a time, and a thread of it.
  int64_t tileM = 0, tileN = 0, tileK = 0;
  int64_t threadM = 0, threadN = 0;

  // Without one: elements that a thread has side by side; how many threads
  // share the axes that a block has whole, and how many those reduced across
  // blocks. The others are on other points.
  int64_t width = 0;
  int64_t localThreads = 0, reducedThreads = 0;

  /// For people to see, and to be read again.
  DictionaryAttr toAttribute(MLIRContext *context) const;
};

/// The schedule that the kernel's attribute gives, or else one that fits.
FailureOr<KernelSchedule> chooseSchedule(KernelOp kernel,
                                         const KernelAnalysis &analysis);

/// Emits the body, gpu.return included, into `function`, whose entry block is
/// empty and has an argument for each operand of the kernel, then one for each
/// result: memrefs of identity layout, and indices. It is in a gpu.module,
/// which may gain globals. The kernel's body may gain index arithmetic.
LogicalResult emitKernel(KernelOp kernel, const KernelAnalysis &analysis,
                         const KernelSchedule &schedule,
                         gpu::GPUFuncOp function);

/// The number of blocks for which there is work, on the host in front of the
/// launch, from the sizes of the kernel's operands. 0 where nothing is to do.
Value emitNumBlocks(OpBuilder &builder, KernelOp kernel,
                    const KernelAnalysis &analysis,
                    const KernelSchedule &schedule);

//===----------------------------------------------------------------------===//
// For emitters
//===----------------------------------------------------------------------===//

/// What emitters share: the kernel, where code goes, and places in its domain.
class KernelEmitter {
public:
  KernelEmitter(KernelOp kernel, const KernelAnalysis &analysis,
                const KernelSchedule &schedule, gpu::GPUFuncOp function);

  KernelOp kernel;
  const KernelAnalysis &analysis;
  const KernelSchedule &schedule;
  gpu::GPUFuncOp function;
  Location loc;
  OpBuilder builder;
  PointEmitter points;

  // Ids, as values of index type.
  Value getThread();
  Value getBlock();
  Value getNumBlocks();

  /// The size of an axis of the domain.
  Value getAxisSize(unsigned axis);

  /// The place of `value` at a point of the domain; `value` is the result of an
  /// instruction in place. (Of pack_mask, whose last axis is eight times
  /// shorter, see `store`.)
  Point getPlace(Value value, const Point &point);

  /// Stores result `number` of the kernel at a point of the domain, which is
  /// clamped: `guards` say which lanes are really there, as in
  /// PointEmitter::store. Of pack_mask the lanes are either eight along the
  /// axis that it packs, from a multiple of eight on; then the byte of these
  /// lanes is stored, with zeros for those that are not there. Or they lie
  /// elsewhere; then who has the first bit of a byte computes the others, too,
  /// which must not depend on what is bound for this point alone. Padding comes
  /// after the last byte of a row.
  void store(unsigned number, const Point &point, unsigned width,
             ArrayRef<Value> guards = {});

  /// Results that are stored at points of the domain, or after reductions
  /// across blocks: those of roles Reduction and Finish.
  bool isStoredAfterReductions(unsigned number);

  /// The axis of the domain that the bits of a mask lie along, none for rows of
  /// one bit.
  std::optional<unsigned> getPackedAxis(PackMaskOp pack) {
    return analysis.getAxes(pack).back();
  }

  /// A block of shared memory with a row-major shape.
  Value allocateShared(ArrayRef<int64_t> shape, Type elementType);
  void barrier();

  /// A loop `for i = from; i < to; i += step`; the body gets `i` and what the
  /// loop carries, and returns what it carries on. The body has its own scope.
  SmallVector<Value>
  loop(Value from, Value to, Value step, ValueRange initial,
       function_ref<SmallVector<Value>(Value i, ValueRange carried)> body);
  /// A branch without an else; the body has its own scope. A null condition is
  /// true.
  void ifTrue(Value condition, function_ref<void()> body);
  void ifElse(Value condition, function_ref<void()> body,
              function_ref<void()> otherwise);

private:
  Value createAtEntry(function_ref<Value(OpBuilder &)> create);
  void storeMask(PackMaskOp pack, Value memref, const Point &point,
                 unsigned width, ArrayRef<Value> guards);
  void storePadding(PackMaskOp pack, Value memref, Point place, Value start,
                    Value guard);

  Value thread, block, numBlocks;
};

/// Reductions: reduce_sum, reduce_max.

/// The type in which a reduction accumulates.
Type getAccumulatorType(Operation *reduction);
/// 0, or minus infinity.
Value createIdentity(OpBuilder &builder, Location loc, Operation *reduction);
/// Of two values of the accumulator's type. reduce_max keeps a NaN.
Value combine(OpBuilder &builder, Location loc, Operation *reduction, Value a,
              Value b);
/// An element of the operand, in the accumulator's type; for combine.
Value extendForReduction(OpBuilder &builder, Location loc, Operation *reduction,
                         Value element);
/// The accumulator, in the element type of the reduction's result; for bind.
Value finishReduction(OpBuilder &builder, Location loc, Operation *reduction,
                      Value accumulator);
/// Combines over the lanes of a warp whose numbers differ in bits
/// from `first` up to but not `last`, both powers of two: 1, 32 for a warp. All
/// lanes get the result, and all must take part.
Value combineAcrossLanes(KernelEmitter &emitter, Operation *reduction,
                         Value accumulator, int64_t first, int64_t last);

/// The emitters: of kernels with a product, and without one.
LogicalResult emitProductKernel(KernelEmitter &emitter);
LogicalResult emitElementKernel(KernelEmitter &emitter);

/// Schedules and blocks of the like.
FailureOr<KernelSchedule> chooseProductSchedule(KernelOp kernel,
                                                const KernelAnalysis &analysis);
FailureOr<KernelSchedule> chooseElementSchedule(KernelOp kernel,
                                                const KernelAnalysis &analysis);
/// Whether a schedule that a user gave is one, or else what is wrong.
bool checkProductSchedule(KernelOp kernel, const KernelAnalysis &analysis,
                          const KernelSchedule &schedule, std::string &reason);
bool checkElementSchedule(KernelOp kernel, const KernelAnalysis &analysis,
                          const KernelSchedule &schedule, std::string &reason);
Value emitNumProductBlocks(IndexEmitter &indices, KernelOp kernel,
                           const KernelAnalysis &analysis,
                           const KernelSchedule &schedule);
Value emitNumElementBlocks(IndexEmitter &indices, KernelOp kernel,
                           const KernelAnalysis &analysis,
                           const KernelSchedule &schedule);

/// The size of an axis of the domain.
Value emitAxisSize(IndexEmitter &indices, const KernelAnalysis &analysis,
                   KernelOp kernel, unsigned axis);

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_GPU_KERNELEMITTER_H
