//===- ChooseSchedule.cpp - A schedule for a nest ---------------*- C++ -*-===//
//
// Every loop is a candidate for the vectors to lie along; the cheapest by a
// simple model is taken, or none. The tile follows from it: enough accumulators
// to hide latencies and to use each loaded vector several times, and no more
// than there are registers.
//
//===----------------------------------------------------------------------===//

#include "ChooseSchedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::novi {
namespace {

/// What an unknown extent is taken for.
constexpr int64_t kTypicalExtent = 256;

int64_t getExtent(const NestLoop &loop) {
  return loop.isStatic() ? loop.extent : kTypicalExtent;
}

/// The bits of the widest element that takes part, or 0 if one is of a kind
/// that vectors in memory do not have.
int64_t getElementBits(const Nest &nest) {
  int64_t bits = 32;
  auto see = [&](Type type, bool isInMemory) {
    if (isa<IndexType>(type))
      return isInMemory ? 64 : 0;
    if (!type.isIntOrFloat())
      return -1;
    int64_t width = type.getIntOrFloatBitWidth();
    if (isInMemory && (width < 8 || !llvm::isPowerOf2_64(width)))
      return -1;
    return isa<FloatType>(type) || isInMemory ? int(width) : 0;
  };
  for (const NestStage &stage : nest.stages) {
    for (auto *accesses : {&stage.inputs, &stage.outputs})
      for (const NestAccess &access : *accesses) {
        if (!access.isBuffer())
          continue;
        int width = see(getElementTypeOrSelf(access.value.getType()), true);
        if (width < 0)
          return 0;
        bits = std::max<int64_t>(bits, width);
      }
    for (Operation &op : stage.getBody().without_terminator())
      for (Type type : op.getResultTypes()) {
        int width = see(type, false);
        if (width < 0)
          return 0;
        bits = std::max<int64_t>(bits, width);
      }
  }
  return bits;
}

/// Units of work at one point.
int64_t getPointWork(const NestStage &stage) {
  int64_t work = stage.inputs.size();
  for (Operation &op : stage.getBody().without_terminator())
    work += isa<math::MathDialect>(op.getDialect()) ? 16 : 1;
  return std::max<int64_t>(work, 1);
}

class Chooser {
public:
  Chooser(const Nest &nest, const CPUTarget &target)
      : nest(nest), target(target), hasReduction(nest.hasReduction()) {}

  NestSchedule choose() {
    int64_t bits = getElementBits(nest);
    NestSchedule best = scalar();
    double bestCost = getScalarCost();
    if (bits == 0 || !llvm::all_of(nest.stages, canVectorize))
      return best;
    int64_t native = std::max<int64_t>(target.vectorBits / bits, 1);
    for (int loop = static_cast<int>(nest.loops.size()) - 1; loop >= 0;
         --loop) {
      int64_t lanes = std::min<int64_t>(
          native, llvm::bit_ceil<uint64_t>(getExtent(nest.loops[loop])));
      if (lanes < 2)
        continue;
      std::optional<NestSchedule> candidate = tryAlong(loop, lanes);
      if (!candidate)
        continue;
      double cost = getCost(*candidate);
      if (cost < bestCost) {
        bestCost = cost;
        best = *candidate;
      }
    }
    return best;
  }

private:
  NestSchedule scalar() const {
    NestSchedule schedule;
    schedule.steps.assign(nest.loops.size(), 1);
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      if (!nest.loops[loop].isReduction)
        schedule.order.push_back(loop);
    return schedule;
  }

  /// What loading or storing one vector along `loop` costs.
  static double getAccessCost(const NestAccess &access, unsigned loop,
                              int64_t lanes) {
    if (!access.uses(loop))
      return 0.6;
    return access.isContiguous(loop) ? 1 : 2.0 * lanes;
  }

  /// What is saved by computing several steps of `loop` together: loads.
  double getReuse(unsigned loop, unsigned vectorLoop, int64_t lanes) const {
    double reuse = 0;
    for (const NestAccess &input : nest.root().inputs)
      if (input.isBuffer() && !input.uses(loop))
        reuse += getAccessCost(input, vectorLoop, lanes);
    return reuse;
  }

  /// `limit` steps or fewer, so that the last tile is not much smaller.
  static int64_t balance(const NestLoop &loop, int64_t limit) {
    if (!loop.isStatic())
      return std::min<int64_t>(limit, 4);
    int64_t tiles = llvm::divideCeil(std::max<int64_t>(loop.extent, 1), limit);
    return std::max<int64_t>(llvm::divideCeil(loop.extent, tiles), 1);
  }

  /// The parallel loop besides the taken ones where tiles pay most.
  std::optional<unsigned> findTileLoop(unsigned vectorLoop, int64_t lanes,
                                       std::optional<unsigned> taken,
                                       double atLeast) const {
    std::optional<unsigned> best;
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
      if (nest.loops[loop].isReduction || loop == vectorLoop || loop == taken)
        continue;
      double reuse = getReuse(loop, vectorLoop, lanes);
      if (reuse >= atLeast) {
        atLeast = reuse;
        best = loop;
      }
    }
    return best;
  }

  std::optional<NestSchedule> tryAlong(unsigned loop, int64_t lanes) const {
    const NestLoop &along = nest.loops[loop];
    NestSchedule schedule = scalar();
    schedule.vectorLoop = loop;
    schedule.lanes = lanes;
    int64_t vectors =
        along.isStatic() ? llvm::divideCeil(along.extent, lanes) : 2;
    vectors = std::max<int64_t>(vectors, 1);
    auto innermost = [&](unsigned which) {
      llvm::erase(schedule.order, which);
      schedule.order.push_back(which);
    };

    if (along.isReduction) {
      for (unsigned output = 0; output < nest.root().outputs.size(); ++output)
        if (!getCombiner(nest.root(), output))
          return std::nullopt;
      int64_t points = 1;
      auto first = findTileLoop(loop, lanes, std::nullopt, 0);
      if (first) {
        points = schedule.steps[*first] = balance(nest.loops[*first], 4);
        auto second = findTileLoop(loop, lanes, first, 1e-3);
        if (second && getReuse(*first, loop, lanes) > 0) {
          int64_t limit = target.numRegisters() == 32 ? 4 : 2;
          points *= schedule.steps[*second] =
              balance(nest.loops[*second], limit);
        }
      }
      schedule.pieces = std::clamp<int64_t>(4 / points, 1, vectors);
      return schedule;
    }

    if (!hasReduction) {
      innermost(loop);
      bool gathers = llvm::any_of(nest.root().inputs, [&](const NestAccess &a) {
        return a.uses(loop) && !a.isContiguous(loop);
      });
      schedule.pieces = gathers ? 1 : std::min<int64_t>(vectors, 2);
      return schedule;
    }

    int64_t accumulators = target.numRegisters() * 3 / 4;
    int64_t rows = 1;
    innermost(loop);
    if (auto tiled = findTileLoop(loop, lanes, std::nullopt, 1e-3)) {
      int64_t limit = vectors == 1 ? accumulators : accumulators / 2;
      rows = schedule.steps[*tiled] = balance(nest.loops[*tiled], limit);
      innermost(*tiled);
    }
    schedule.pieces = std::clamp<int64_t>(accumulators / rows, 1,
                                          std::min<int64_t>(vectors, 4));
    schedule.unroll = chooseUnroll(rows * schedule.pieces);
    return schedule;
  }

  /// How often to unroll the innermost reduction around `points` accumulators.
  int64_t chooseUnroll(int64_t points) const {
    int64_t most = std::clamp<int64_t>(32 / points, 1, 4);
    for (const NestLoop &loop : llvm::reverse(nest.loops)) {
      if (!loop.isReduction)
        continue;
      if (!loop.isStatic())
        return most;
      if (loop.extent * points <= 64)
        return std::max<int64_t>(loop.extent, 1);
      while (most > 1 && loop.extent % most != 0)
        --most;
      return most;
    }
    return 1;
  }

  double getReductionExtent() const {
    double extent = 1;
    for (const NestLoop &loop : nest.loops)
      if (loop.isReduction)
        extent *= std::max<int64_t>(getExtent(loop), 1);
    return extent;
  }

  double getScalarCost() const {
    return nest.root().inputs.size() + getArithmetic();
  }

  double getArithmetic() const {
    return std::distance(nest.root().getBody().begin(),
                         nest.root().getBody().end());
  }

  /// The cost of one point.
  double getCost(const NestSchedule &schedule) const {
    unsigned loop = *schedule.vectorLoop;
    int64_t lanes = schedule.lanes;
    double cost = getArithmetic();
    for (const NestAccess &input : nest.root().inputs) {
      if (!input.isBuffer())
        continue;
      double access = getAccessCost(input, loop, lanes);
      for (auto [other, step] : llvm::enumerate(schedule.steps))
        if (!input.uses(other))
          access /= step;
      cost += access;
    }
    // What is done once for all steps of the reduction.
    double once = 0;
    auto addOnce = [&](const NestAccess &access) {
      if (access.isBuffer())
        once += getAccessCost(access, loop, lanes);
    };
    for (const NestStage &stage : llvm::drop_begin(nest.stages))
      llvm::for_each(stage.inputs, addOnce);
    for (const NestStage &stage : nest.stages) {
      if (!nest.loops[loop].isReduction)
        llvm::for_each(stage.outputs, addOnce);
      else
        once += 2.0 * llvm::Log2_64(lanes) + 1;
    }
    double extent = getExtent(nest.loops[loop]);
    double effective = extent / std::max(1.0, std::ceil(extent / lanes));
    double steps = getReductionExtent();
    if (nest.loops[loop].isReduction)
      steps = std::max(1.0, steps / effective);
    return (cost + once / steps) / std::max(effective, 1.0);
  }

  const Nest &nest;
  const CPUTarget &target;
  bool hasReduction;
};

/// How many iterations the loop `which` has at least.
int64_t getTrips(const Nest &nest, const NestSchedule &schedule,
                 unsigned which) {
  int64_t step = schedule.steps[which];
  if (schedule.vectorLoop == which)
    step = schedule.lanes * schedule.pieces;
  return getExtent(nest.loops[which]) / step;
}

/// Shares the outermost loop out to threads where there is enough to do.
void parallelize(OpBuilder &builder, const Nest &nest, const CPUTarget &target,
                 NestSchedule &schedule) {
  if (target.parallelThreshold <= 0 || schedule.order.empty() ||
      !llvm::all_of(nest.stages, canVectorize))
    return;
  double known = getPointWork(nest.root());
  SmallVector<Value> sizes;
  for (const NestLoop &loop : nest.loops) {
    if (loop.isStatic())
      known *= loop.extent;
    else
      sizes.push_back(loop.size);
  }
  if (known == 0 || (sizes.empty() && known < target.parallelThreshold))
    return;
  // The loop with the most iterations goes outermost unless the first has some.
  auto trips = [&](unsigned loop) { return getTrips(nest, schedule, loop); };
  if (trips(schedule.order.front()) < 8) {
    auto *most = llvm::max_element(schedule.order, [&](unsigned a, unsigned b) {
      return trips(a) < trips(b);
    });
    if (trips(*most) < 2)
      return;
    std::rotate(schedule.order.begin(), most, most + 1);
  }
  schedule.isParallel = true;
  if (sizes.empty())
    return;
  // In floating point, where nothing overflows.
  Location loc = nest.loc;
  Type f64 = builder.getF64Type();
  Value work =
      arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(known));
  for (Value size : sizes) {
    Value word =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), size);
    work = arith::MulFOp::create(
        builder, loc, work, arith::SIToFPOp::create(builder, loc, f64, word));
  }
  Value threshold = arith::ConstantOp::create(
      builder, loc,
      builder.getF64FloatAttr(static_cast<double>(target.parallelThreshold)));
  schedule.condition = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::OGE, work, threshold);
}

} // namespace

NestSchedule chooseSchedule(OpBuilder &builder, const Nest &nest,
                            const CPUTarget &target) {
  NestSchedule schedule = Chooser(nest, target).choose();
  parallelize(builder, nest, target, schedule);
  return schedule;
}

} // namespace mlir::novi
