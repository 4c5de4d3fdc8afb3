//===- Nest.cpp - One loop nest before it is emitted ------------*- C++ -*-===//
//
// Reads nests from linalg operations and brings them into their simplest form:
// few loops, few axes.
//
//===----------------------------------------------------------------------===//

#include "Nest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

namespace mlir::novi {

bool NestAccess::isContiguous(unsigned loop) const {
  if (!isBuffer() || axes.empty() || axes.back().stride != 1)
    return false;
  for (AffineExpr expr : map.getResults().drop_back())
    if (expr.isFunctionOfDim(loop))
      return false;
  AffineExpr dim = getAffineDimExpr(loop, map.getContext());
  AffineExpr rest =
      simplifyAffineExpr(map.getResults().back() - dim, map.getNumDims(), 0);
  return !rest.isFunctionOfDim(loop);
}

bool NestAccess::hasIndex(unsigned loop) const {
  return isBuffer() &&
         llvm::is_contained(map.getResults(),
                            getAffineDimExpr(loop, map.getContext()));
}

void Nest::forEachAccess(function_ref<void(NestAccess &)> fn) {
  for (NestStage &stage : stages)
    for (auto *accesses : {&stage.inputs, &stage.outputs})
      for (NestAccess &access : *accesses)
        if (access.isBuffer())
          fn(access);
}

/// The access of `operand` by `map`.
static FailureOr<NestAccess> getAccess(Value operand, AffineMap map) {
  NestAccess access;
  access.value = operand;
  auto type = dyn_cast<MemRefType>(operand.getType());
  if (!type) {
    if (isa<ShapedType>(operand.getType()))
      return failure();
    return access;
  }
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      map.getNumSymbols() != 0)
    return failure();
  access.map = map;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    access.axes.push_back(
        {static_cast<unsigned>(axis), 1, type.getDimSize(axis), strides[axis]});
  return access;
}

/// Fills in what `op` reads and writes, its maps as they are.
static FailureOr<NestStage> getStage(linalg::LinalgOp op) {
  NestStage stage;
  stage.op = op;
  for (OpOperand &operand : op->getOpOperands()) {
    auto access = getAccess(operand.get(), op.getMatchingIndexingMap(&operand));
    if (failed(access))
      return failure();
    (op.isDpsInit(&operand) ? stage.outputs : stage.inputs).push_back(*access);
  }
  return stage;
}

bool Nest::supports(linalg::LinalgOp op) {
  FailureOr<NestStage> stage = getStage(op);
  if (failed(stage))
    return false;
  // An output has one element for each point of the parallel loops, and no
  // more.
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (const NestAccess &output : stage->outputs) {
    if (!output.isBuffer() || !output.map.isProjectedPermutation())
      return false;
    for (auto [loop, iterator] : llvm::enumerate(iterators))
      if (output.uses(loop) != (iterator == utils::IteratorType::parallel))
        return false;
  }
  return true;
}

Nest Nest::get(OpBuilder &builder, linalg::LinalgOp op) {
  Nest nest(op.getLoc());
  NestStage stage = *getStage(op);
  nest.fills.resize(stage.outputs.size());
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<Range> ranges;
  if (llvm::any_of(extents, ShapedType::isDynamic))
    ranges = op.createLoopRanges(builder, op.getLoc());
  for (auto [index, iterator] : llvm::enumerate(iterators)) {
    NestLoop loop{!(iterator == utils::IteratorType::parallel), extents[index],
                  Value()};
    if (!loop.isStatic()) {
      loop.size = getValueOrCreateConstantIndexOp(builder, op.getLoc(),
                                                  ranges[index].size);
      if (auto known = getConstantIntValue(ranges[index].size))
        loop.extent = *known;
    }
    nest.loops.push_back(loop);
    stage.loops.push_back(index);
  }
  nest.stages.push_back(std::move(stage));
  return nest;
}

LogicalResult Nest::append(linalg::LinalgOp op, Value shared) {
  if (op.getNumLoops() != op.getNumParallelLoops())
    return failure();
  FailureOr<NestStage> stage = getStage(op);
  if (failed(stage))
    return failure();

  // What the nest yields into `shared`, the latest that does.
  int producer = -1, result = -1;
  for (auto [index, earlier] : llvm::enumerate(stages))
    for (auto [number, output] : llvm::enumerate(earlier.outputs))
      if (output.value == shared)
        producer = index, result = number;
  if (producer < 0)
    return failure();
  AffineMap written = stages[producer].outputs[result].map;

  // A loop of `op` is the one that runs over the same axis of `shared`.
  SmallVector<AffineExpr> loopOf(op.getNumLoops());
  stage->loops.assign(op.getNumLoops(), -1);
  AffineMap read;
  for (NestAccess &input : stage->inputs) {
    if (input.value != shared || (read && read != input.map))
      continue;
    read = input.map;
    input.stage = producer;
    input.result = result;
  }
  if (!read || !read.isPermutation())
    return failure();
  for (auto [mine, theirs] :
       llvm::zip_equal(read.getResults(), written.getResults())) {
    auto from = cast<AffineDimExpr>(mine);
    auto to = dyn_cast<AffineDimExpr>(theirs);
    if (!to)
      return failure();
    loopOf[from.getPosition()] = to;
    stage->loops[from.getPosition()] = to.getPosition();
  }
  for (auto *accesses : {&stage->inputs, &stage->outputs})
    for (NestAccess &access : *accesses) {
      if (access.stage >= 0) {
        access.map = AffineMap();
        continue;
      }
      // Another view of what is only just being computed.
      if (access.value == shared && accesses == &stage->inputs)
        return failure();
      if (access.isBuffer())
        access.map =
            access.map.replaceDimsAndSymbols(loopOf, {}, loops.size(), 0);
    }
  for (auto [index, output] : llvm::enumerate(stage->outputs))
    if (!output.map.isProjectedPermutation() || stage->readsOutput(index) ||
        output.map.getNumResults() != written.getNumResults() ||
        (output.value == shared && output.map != written))
      return failure();
  stages.push_back(std::move(*stage));
  return success();
}

void Nest::dropUnitLoops() {
  MLIRContext *context = loc.getContext();
  SmallVector<AffineExpr> replacements;
  SmallVector<int> positions;
  SmallVector<NestLoop> kept;
  for (const NestLoop &loop : loops) {
    if (loop.extent == 1) {
      replacements.push_back(getAffineConstantExpr(0, context));
      positions.push_back(-1);
      continue;
    }
    replacements.push_back(getAffineDimExpr(kept.size(), context));
    positions.push_back(kept.size());
    kept.push_back(loop);
  }
  loops = std::move(kept);
  AffineExpr zero = getAffineConstantExpr(0, context);
  forEachAccess([&](NestAccess &access) {
    AffineMap map =
        access.map.replaceDimsAndSymbols(replacements, {}, loops.size(), 0);
    SmallVector<AffineExpr> results;
    SmallVector<NestAccess::Axis, 4> axes;
    for (auto [expr, axis] : llvm::zip_equal(map.getResults(), access.axes)) {
      if (axis.size == 1 && expr == zero)
        continue;
      results.push_back(expr);
      axes.push_back(axis);
    }
    access.map = AffineMap::get(loops.size(), 0, results, context);
    access.axes = std::move(axes);
  });
  for (NestStage &stage : stages)
    for (int &loop : stage.loops)
      if (loop >= 0)
        loop = positions[loop];
}

/// Whether the axes number `axis` and the next of a buffer are one run of
/// memory.
static bool isOneRun(const NestAccess &access, unsigned axis) {
  const NestAccess::Axis &outer = access.axes[axis];
  const NestAccess::Axis &inner = access.axes[axis + 1];
  if (!ShapedType::isDynamic(outer.stride) &&
      !ShapedType::isDynamic(inner.stride) &&
      !ShapedType::isDynamic(inner.size))
    return outer.stride == inner.stride * inner.size;
  return cast<MemRefType>(access.value.getType()).getLayout().isIdentity();
}

/// Whether `loop` and the next are one to every access.
bool Nest::canMerge(unsigned loop) {
  if (loops[loop].isReduction != loops[loop + 1].isReduction)
    return false;
  AffineExpr outer = getAffineDimExpr(loop, loc.getContext());
  AffineExpr inner = getAffineDimExpr(loop + 1, loc.getContext());
  bool possible = true;
  forEachAccess([&](NestAccess &access) {
    if (!access.uses(loop) && !access.uses(loop + 1))
      return;
    ArrayRef<AffineExpr> results = access.map.getResults();
    unsigned users = llvm::count_if(results, [&](AffineExpr expr) {
      return expr.isFunctionOfDim(loop) || expr.isFunctionOfDim(loop + 1);
    });
    const auto *found = llvm::find(results, outer);
    possible &= users == 2 && found != results.end() &&
                found + 1 != results.end() && found[1] == inner &&
                isOneRun(access, found - results.begin());
  });
  return possible;
}

void Nest::mergeLoops(OpBuilder &builder) {
  // A body that asks for a position must get it.
  for (NestStage &stage : stages)
    if (stage.op.hasIndexSemantics())
      return;
  MLIRContext *context = loc.getContext();
  for (int loop = static_cast<int>(loops.size()) - 2; loop >= 0; --loop) {
    if (!canMerge(loop))
      continue;
    NestLoop &outer = loops[loop], &inner = loops[loop + 1];
    if (outer.isStatic() && inner.isStatic()) {
      outer.extent *= inner.extent;
    } else {
      auto sizeOf = [&](const NestLoop &l) -> Value {
        return l.isStatic()
                   ? arith::ConstantIndexOp::create(builder, loc, l.extent)
                   : l.size;
      };
      outer.size =
          arith::MulIOp::create(builder, loc, sizeOf(outer), sizeOf(inner));
      outer.extent = ShapedType::kDynamic;
    }
    SmallVector<AffineExpr> replacements;
    for (unsigned old = 0; old < loops.size(); ++old)
      replacements.push_back(
          getAffineDimExpr(old > unsigned(loop) ? old - 1 : old, context));
    loops.erase(loops.begin() + loop + 1);
    forEachAccess([&](NestAccess &access) {
      SmallVector<AffineExpr> results(access.map.getResults());
      const auto *found = llvm::find(results, getAffineDimExpr(loop, context));
      if (found != results.end()) {
        unsigned axis = found - results.begin();
        NestAccess::Axis &first = access.axes[axis];
        const NestAccess::Axis &second = access.axes[axis + 1];
        first.size = ShapedType::isDynamic(first.size) ||
                             ShapedType::isDynamic(second.size)
                         ? ShapedType::kDynamic
                         : first.size * second.size;
        first.stride = second.stride;
        first.count = second.first + second.count - first.first;
        access.axes.erase(access.axes.begin() + axis + 1);
        results.erase(results.begin() + axis + 1);
      }
      access.map =
          AffineMap::get(loops.size() + 1, 0, results, context)
              .replaceDimsAndSymbols(replacements, {}, loops.size(), 0);
    });
    for (NestStage &stage : stages)
      for (int &position : stage.loops)
        if (position > loop)
          --position;
  }
}

void Nest::reshapeBuffers(OpBuilder &builder) {
  forEachAccess([&](NestAccess &access) {
    auto type = cast<MemRefType>(access.value.getType());
    if (static_cast<int64_t>(access.axes.size()) == type.getRank())
      return;
    auto [strides, offset] = type.getStridesAndOffset();
    memref::ExtractStridedMetadataOp metadata;
    auto getMetadata = [&] {
      if (!metadata)
        metadata = memref::ExtractStridedMetadataOp::create(builder, loc,
                                                            access.value);
      return metadata;
    };
    OpFoldResult start = builder.getIndexAttr(offset);
    if (ShapedType::isDynamic(offset))
      start = getMetadata().getOffset();
    SmallVector<OpFoldResult> sizes, steps;
    SmallVector<int64_t> staticSizes, staticSteps;
    for (const NestAccess::Axis &axis : access.axes) {
      staticSizes.push_back(axis.size);
      staticSteps.push_back(axis.stride);
      if (!ShapedType::isDynamic(axis.size)) {
        sizes.push_back(builder.getIndexAttr(axis.size));
      } else {
        Value size;
        for (unsigned old = axis.first; old < axis.first + axis.count; ++old) {
          Value factor = memref::DimOp::create(builder, loc, access.value, old);
          size = size ? arith::MulIOp::create(builder, loc, size, factor)
                            .getResult()
                      : factor;
        }
        sizes.push_back(size);
      }
      if (!ShapedType::isDynamic(axis.stride))
        steps.push_back(builder.getIndexAttr(axis.stride));
      else
        steps.push_back(
            getMetadata().getStrides()[axis.first + axis.count - 1]);
    }
    auto layout =
        StridedLayoutAttr::get(type.getContext(), offset, staticSteps);
    auto shaped = MemRefType::get(staticSizes, type.getElementType(), layout,
                                  type.getMemorySpace());
    access.value = memref::ReinterpretCastOp::create(
        builder, loc, shaped, access.value, start, sizes, steps);
  });
}

void Nest::simplify(OpBuilder &builder) {
  dropUnitLoops();
  mergeLoops(builder);
  reshapeBuffers(builder);
}

} // namespace mlir::novi
