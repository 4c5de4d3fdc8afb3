//===- ElementSchedule.cpp - Layout of kernels without a product -*- C++ -*-==//
//
// Chooses how the threads of a block share the elements of a kernel without a
// product.
//
//===----------------------------------------------------------------------===//

#include "ElementKernel.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// The layout
//===----------------------------------------------------------------------===//

/// Whether `value` depends on a reduction within the kernel.
static bool dependsOnReduction(Value value, const KernelAnalysis &analysis) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Value> next = {value};
  while (!next.empty()) {
    Operation *op = next.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (isReduction(op, analysis))
      return true;
    llvm::append_range(next, op->getOperands());
  }
  return false;
}

/// Whether a kernel has packed masks, and the axis of the bits that one thread
/// has side by side: the only one where they cannot be computed elsewhere.
static std::pair<bool, std::optional<unsigned>>
getPackedAxis(KernelOp kernel, const KernelAnalysis &analysis) {
  std::pair<bool, std::optional<unsigned>> result;
  for (PackMaskOp pack : kernel.getBody().getOps<PackMaskOp>()) {
    if (!analysis.hasAxes(pack) || !analysis.getAxes(pack).back())
      continue;
    unsigned axis = *analysis.getAxes(pack).back();
    bool isBound = !analysis.isLocal(axis) &&
                   dependsOnReduction(pack.getInput(), analysis);
    if (!result.first || isBound)
      result = {true, axis};
    if (isBound)
      break;
  }
  return result;
}

/// Whether a kernel is elementwise work on tensors of one shape, and of one
/// element.
static bool isElementwise(KernelOp kernel) {
  std::optional<ArrayRef<int64_t>> shape;
  auto agrees = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type ||
        llvm::all_of(type.getShape(), [](int64_t size) { return size == 1; }))
      return true;
    if (!shape)
      shape = type.getShape();
    return *shape == type.getShape();
  };
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    InstructionKind kind = getInstructionKind(&op);
    bool isScalar =
        !isa<NoviDialect>(op.getDialect()) && !isa<tensor::CastOp>(op);
    if (isScalar)
      continue;
    bool isFit = kind == InstructionKind::Pointwise ||
                 isa<BroadcastOp, ZeroOp>(op) ||
                 (isa<ConstantOp>(op) && kind == InstructionKind::Source);
    if (!isFit || !llvm::all_of(op.getOperands(), agrees) ||
        !agrees(op.getResult(0)))
      return false;
  }
  return shape.has_value();
}

/// The axis of the domain along which most elements that are loaded and stored
/// lie next to each other in memory.
static std::optional<unsigned>
findContiguousAxis(KernelOp kernel, const KernelAnalysis &analysis) {
  SmallVector<int64_t> votes(analysis.getNumAxes());
  auto vote = [&](RankedTensorType type, std::optional<unsigned> axis) {
    if (!axis)
      return;
    // A size that is not known counts as 256, as it does for fusion.
    int64_t count = 1;
    for (int64_t size : type.getShape())
      count = std::min<uint64_t>(
          llvm::SaturatingMultiply<uint64_t>(
              count, ShapedType::isDynamic(size) ? 256 : size),
          int64_t(1) << 40);
    votes[*axis] += count;
  };
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (!analysis.hasAxes(&op))
      continue;
    for (Value operand : op.getOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      if (!type)
        continue;
      TracedValue traced = traceValue(
          operand, [&](Operation *view) { return analysis.hasAxes(view); });
      auto base = dyn_cast<RankedTensorType>(traced.base.getType());
      if (!base || !traced.inPlace || !isa<BlockArgument>(traced.base))
        continue;
      SmallVector<std::optional<unsigned>> axes =
          getOperandAxes(&op, type, analysis);
      for (auto [axis, ofBase] : llvm::zip_equal(axes, traced.axes))
        if (ofBase == base.getRank() - 1)
          vote(base, axis);
    }
  }
  for (Value result : kernel.getYield().getValues()) {
    auto type = cast<RankedTensorType>(result.getType());
    Operation *op = result.getDefiningOp();
    if (op && analysis.hasAxes(op) && type.getRank() > 0)
      vote(type, analysis.getAxes(op)[type.getRank() - 1]);
  }
  if (votes.empty())
    return std::nullopt;
  // Of equals the last, which most often is last in memory.
  return votes.size() - 1 -
         (std::max_element(votes.rbegin(), votes.rend()) - votes.rbegin());
}

ElementLayout::ElementLayout(KernelOp kernel, const KernelAnalysis &analysis) {
  unsigned numAxes = analysis.getNumAxes();
  llvm::SmallBitVector isReduced(numAxes);
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (!isReduction(&op, analysis))
      continue;
    reductions.push_back(&op);
    if (analysis.getRole(&op) != KernelRole::Reduction)
      continue;
    keepsLocal |= keepsLocalAxes(&op, analysis);
    for (unsigned axis : getReducedAxes(&op, analysis))
      if (!analysis.isLocal(axis))
        isReduced.set(axis);
  }
  for (unsigned axis = 0; axis < numAxes; ++axis) {
    Class &of = analysis.isLocal(axis) ? local
                : isReduced.test(axis) ? across
                                       : grid;
    of.axes.push_back(axis);
  }
  isFlat = isElementwise(kernel);
  // Elements next to each other lie along the last axis; bits of a mask must.
  auto [isPacked, packed] = getPackedAxis(kernel, analysis);
  this->isPacked = isPacked;
  vectorAxis = isPacked ? packed : findContiguousAxis(kernel, analysis);
  for (Class *of : {&grid, &local, &across})
    if (auto *at = llvm::find(of->axes, vectorAxis.value_or(~0u));
        at != of->axes.end()) {
      std::rotate(at, at + 1, of->axes.end());
      vectorClass = of;
    }
}

int64_t ElementLayout::getCount(const Class &of, const KernelAnalysis &analysis,
                                int64_t width) const {
  int64_t count = 1;
  auto getSize = [&](unsigned axis) { return analysis.getAxisSize(axis); };
  if (llvm::is_contained(llvm::map_range(of.axes, getSize), 0))
    return 0;
  for (unsigned axis : of.axes) {
    int64_t size = getSize(axis);
    if (ShapedType::isDynamic(size))
      return ShapedType::kDynamic;
    if (axis == vectorAxis && !isFlat)
      size = llvm::divideCeil(size, width);
    // Only small numbers matter.
    count = std::min<uint64_t>(llvm::SaturatingMultiply<uint64_t>(count, size),
                               int64_t(1) << 40);
  }
  return isFlat ? llvm::divideCeil(count, width) : count;
}

bool novi::isReduction(Operation *op, const KernelAnalysis &analysis) {
  return isa<ReduceSumOp, ReduceMaxOp>(op) && analysis.hasAxes(op) &&
         !getReducedAxes(op, analysis).empty();
}

SmallVector<std::optional<unsigned>>
novi::getOperandAxes(Operation *op, RankedTensorType type,
                     const KernelAnalysis &analysis) {
  ArrayRef<std::optional<unsigned>> axes = analysis.getAxes(op);
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  SmallVector<std::optional<unsigned>> result(type.getRank());
  ArrayRef<int64_t> reduced;
  bool keepsDims = false;
  if (auto sum = dyn_cast<ReduceSumOp>(op)) {
    reduced = sum.getAxes();
    keepsDims = sum.getKeepdims();
  } else if (auto max = dyn_cast<ReduceMaxOp>(op)) {
    reduced = max.getAxes();
    keepsDims = max.getKeepdims();
  } else {
    // Aligned at the right.
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (int64_t of = axis + rank - type.getRank();
          of >= 0 && type.getDimSize(axis) != 1)
        result[axis] = axes[of];
    return result;
  }
  llvm::SmallBitVector isReduced(type.getRank());
  for (int64_t axis : reduced)
    isReduced.set(axis < 0 ? axis + type.getRank() : axis);
  size_t nextKept = 0, nextReduced = rank;
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    result[axis] = axes[isReduced.test(axis) ? nextReduced++ : nextKept];
    nextKept += keepsDims || !isReduced.test(axis);
  }
  return result;
}

SmallVector<unsigned> novi::getReducedAxes(Operation *op,
                                           const KernelAnalysis &analysis) {
  SmallVector<unsigned> reduced;
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  for (std::optional<unsigned> axis : analysis.getAxes(op).drop_front(rank))
    if (axis)
      reduced.push_back(*axis);
  return reduced;
}

bool novi::keepsLocalAxes(Operation *reduction,
                          const KernelAnalysis &analysis) {
  int64_t rank =
      cast<RankedTensorType>(reduction->getResult(0).getType()).getRank();
  return llvm::any_of(analysis.getAxes(reduction).take_front(rank),
                      [&](std::optional<unsigned> axis) {
                        return axis && analysis.isLocal(*axis);
                      });
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

/// The number of elements side by side that make one access.
static int64_t chooseWidth(KernelOp kernel, const KernelAnalysis &analysis,
                           const ElementLayout &layout) {
  if (layout.isPacked)
    return 8;
  if (!layout.vectorAxis)
    return 1;
  // The narrowest elements fill an access, so long as no other needs more than
  // two.
  unsigned bits = 64, mostBits = 8;
  auto see = [&](Type type) {
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      unsigned own = std::max(tensor.getElementTypeBitWidth(), 8u);
      bits = std::min(bits, own);
      mostBits = std::max(mostBits, own);
    }
  };
  for (Type type : kernel.getOperandTypes())
    see(type);
  for (Type type : kernel.getResultTypes())
    see(type);
  int64_t width = std::min<int64_t>(8, 128 / std::max(bits, mostBits / 2));
  if (layout.isFlat)
    return width;
  // Each lane has a row of its own to keep.
  if (layout.keepsLocal && layout.vectorClass == &layout.grid)
    return 1;
  int64_t size = analysis.getAxisSize(*layout.vectorAxis);
  // Enough bundles for the lanes of a warp come first.
  bool isShared = layout.vectorClass != &layout.grid;
  while (width > 1 && (ShapedType::isDynamic(size) || size % width != 0 ||
                       (isShared && size / width < 32)))
    width /= 2;
  return width;
}

/// As many threads, a power of two, as there is work for, up to `most`.
static int64_t chooseThreads(int64_t count, int64_t most) {
  if (ShapedType::isDynamic(count))
    return most;
  return std::min<int64_t>(llvm::PowerOf2Ceil(std::max<int64_t>(count, 1)),
                           most);
}

FailureOr<KernelSchedule>
novi::chooseElementSchedule(KernelOp kernel, const KernelAnalysis &analysis) {
  ElementLayout layout(kernel, analysis);
  KernelSchedule schedule;
  schedule.width = chooseWidth(kernel, analysis, layout);
  auto getCount = [&](const ElementLayout::Class &of) {
    return layout.getCount(of, analysis, schedule.width);
  };
  int64_t numGrid = getCount(layout.grid), numLocal = getCount(layout.local),
          numAcross = getCount(layout.across);
  constexpr int64_t warp = 32;
  bool isAlongGrid = layout.vectorClass == &layout.grid;

  int64_t most = 256;
  // One block has all the work that a grid of one point has.
  if (numGrid == 1 && numAcross > 4096)
    most = 512;
  int64_t gridThreads = isAlongGrid ? chooseThreads(numGrid, warp) : 1;
  schedule.localThreads = 1;
  if (!layout.local.axes.empty()) {
    bool isLong = numLocal > 16 * warp;
    schedule.localThreads =
        chooseThreads(numLocal, isAlongGrid ? most / gridThreads
                                : isLong    ? most
                                            : warp);
    // The threads of a row keep what is reduced across rows.
    if (layout.keepsLocal) {
      int64_t wanted = llvm::PowerOf2Ceil(
          llvm::divideCeil(numLocal * schedule.width, kMaxKeptElements));
      schedule.localThreads =
          std::min(std::max(schedule.localThreads, wanted), most);
      gridThreads = std::min(gridThreads, most / schedule.localThreads);
    }
  }
  schedule.reducedThreads = 1;
  if (!layout.across.axes.empty()) {
    int64_t left = most / (gridThreads * schedule.localThreads);
    bool isLong = isAlongGrid || !layout.local.axes.empty() || numGrid == 1 ||
                  numAcross > 16 * warp;
    schedule.reducedThreads =
        chooseThreads(numAcross, isLong ? left : std::min(left, warp));
  }
  // The rest of a block is on other points.
  int64_t team = schedule.localThreads * schedule.reducedThreads;
  int64_t others = chooseThreads(numGrid, std::max<int64_t>(most / team, 1));
  schedule.threads = std::max(warp, team * others);
  return schedule;
}

bool novi::checkElementSchedule(KernelOp kernel, const KernelAnalysis &analysis,
                                const KernelSchedule &schedule,
                                std::string &reason) {
  auto isPower = [](int64_t number) {
    return number > 0 && llvm::isPowerOf2_64(number);
  };
  auto fail = [&](const Twine &text) {
    reason = text.str();
    return false;
  };
  if (!isPower(schedule.threads) || schedule.threads < 32 ||
      schedule.threads > 1024)
    return fail("threads must be a power of two from 32 to 1024");
  if (!isPower(schedule.width) || schedule.width > 8)
    return fail("width must be 1, 2, 4 or 8");
  if (!isPower(schedule.localThreads) || !isPower(schedule.reducedThreads) ||
      schedule.localThreads > schedule.threads ||
      schedule.reducedThreads > schedule.threads / schedule.localThreads)
    return fail("local_threads and reduced_threads must be powers of two whose "
                "product is at most threads");
  ElementLayout layout(kernel, analysis);
  if (layout.isPacked && schedule.width != 8)
    return fail("width must be 8 where a mask is packed");
  if (layout.local.axes.empty() && schedule.localThreads != 1)
    return fail("local_threads must be 1 where no axis is a block's whole");
  if (layout.across.axes.empty() && schedule.reducedThreads != 1)
    return fail("reduced_threads must be 1 where nothing is reduced across "
                "blocks");
  if (layout.keepsLocal &&
      llvm::divideCeil(layout.getCount(layout.local, analysis, schedule.width),
                       schedule.localThreads) *
              schedule.width >
          4 * kMaxKeptElements)
    return fail("local_threads are too few for what they would keep in "
                "registers");
  return true;
}

Value novi::emitNumElementBlocks(IndexEmitter &indices, KernelOp kernel,
                                 const KernelAnalysis &analysis,
                                 const KernelSchedule &schedule) {
  ElementLayout layout(kernel, analysis);
  Value count =
      emitCount(indices, kernel, analysis, layout, layout.grid, schedule.width);
  int64_t points =
      schedule.threads / schedule.localThreads / schedule.reducedThreads;
  return indices.ceilDiv(count, indices.constant(points));
}

Value novi::emitCount(IndexEmitter &indices, KernelOp kernel,
                      const KernelAnalysis &analysis,
                      const ElementLayout &layout,
                      const ElementLayout::Class &of, int64_t width) {
  Value count = indices.constant(1);
  for (unsigned axis : of.axes) {
    Value size = emitAxisSize(indices, analysis, kernel, axis);
    if (axis == layout.vectorAxis && !layout.isFlat)
      size = indices.ceilDiv(size, indices.constant(width));
    count = indices.mul(count, size);
  }
  return layout.isFlat ? indices.ceilDiv(count, indices.constant(width))
                       : count;
}
