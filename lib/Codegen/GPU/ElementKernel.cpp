//===- ElementKernel.cpp - Kernels without a product ------------*- C++ -*-===//
//
// Emits kernels of elementwise work, assemblies and reductions. The threads of
// a block are numbered by three digits: on which point of the grid's axes they
// are, on which of those reduced across blocks, and on which local ones. The
// digit of the axis along which elements lie side by side is the fastest, so
// that a warp reads what is next to each other.
//
//===----------------------------------------------------------------------===//

#include "ElementKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;

namespace {

/// The threads of a block that differ in one digit of their number, which has
/// `size` values, `stride` apart.
struct Digit {
  Value index;
  int64_t stride = 1, size = 1;
};

/// Where a thread is: a point of the domain, within it, and what of it is
/// really there.
struct Position {
  Point point;
  /// For each lane, if they are not all along their axis or none.
  SmallVector<Value> lanes;
  /// Of the point of the grid's axes, and of the others.
  Value isInGrid, isInTeam;
  /// Where the lanes begin.
  Value start;
};

/// An accumulator of a reduction, with the type of the compute type.
struct Accumulator {
  Operation *reduction;
  Value value;
};

class ElementKernelEmitter {
public:
  explicit ElementKernelEmitter(KernelEmitter &emitter)
      : emitter(emitter), points(emitter.points), builder(emitter.builder),
        loc(emitter.loc), analysis(emitter.analysis),
        layout(emitter.kernel, emitter.analysis),
        width(emitter.schedule.width) {}

  void emit();

private:
  using Class = ElementLayout::Class;
  using Values = SmallVector<Value>;

  // Places.
  Digit createDigit(int64_t stride, int64_t size);
  void createDigits();
  bool isWhole() const;
  Value getCount(const Class &of);
  std::optional<int64_t> getStaticCount(const Class &of) const {
    int64_t count = layout.getCount(of, analysis, width);
    return ShapedType::isDynamic(count) ? std::optional<int64_t>() : count;
  }
  void place(const Class &of, Value number, Position &position);
  Value placeWithin(const Class &of, Value number, bool isCertain,
                    Position &position);
  Values getGuards(const Position &position, bool inTeam = true);

  // Elementwise kernels.
  void emitElements();
  void emitBundle(Value number);
  void emitFlatBundle(Value number);

  // Kernels with reductions or rows.
  void emitTeams();
  void emitRows(const Position &position, MutableArrayRef<Value> kept);
  void emitRow(const Position &position, MutableArrayRef<Value> kept);
  void finish(const Position &position, ArrayRef<Value> kept);
  Value isFirst(const Digit &digit);
  void forLocal(const Position &position, MutableArrayRef<Value> carried,
                function_ref<void(const Position &, unsigned chunk,
                                  MutableArrayRef<Value>)>
                    body);
  std::optional<int64_t> getNumChunks() const;

  // Reductions.
  void findReductions();
  unsigned getAccumulatorWidth(Operation *reduction) const;
  Point getOperandPlace(Operation *reduction, const Point &point);
  void accumulate(Operation *reduction, const Position &position,
                  MutableArrayRef<Value> accumulators);
  void combineThreads(MutableArrayRef<Accumulator> accumulators,
                      const Digit &digit);
  Value getSharedRow(Type type, unsigned number);
  void bindFinished(Operation *reduction, ArrayRef<Value> accumulators);

  // Results.
  enum class Stage { Element, Row, AfterReductions };
  Stage getStage(unsigned number) const;
  bool runsAlongLocal(Operation *op) const;
  void storeResults(Stage stage, const Position &position, Values guards,
                    std::optional<bool> alongLocal = std::nullopt);

  KernelEmitter &emitter;
  PointEmitter &points;
  OpBuilder &builder;
  Location loc;
  const KernelAnalysis &analysis;
  ElementLayout layout;
  unsigned width;

  Digit grid, across, local;
  /// Reductions along local axes, by how many of them are needed before.
  SmallVector<SmallVector<Operation *>> levels;
  /// A reduction across blocks, and its accumulators among those that a thread
  /// keeps: for each chunk of local axes that it keeps, for each lane.
  struct Across {
    Operation *op;
    unsigned begin, width, numChunks;
    bool reducesLocal;
  };
  SmallVector<Across> acrossReductions;
  unsigned numKept = 0;
  llvm::MapVector<std::pair<Type, unsigned>, Value> sharedRows;
};

} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Digit ElementKernelEmitter::createDigit(int64_t stride, int64_t size) {
  Value index = points.constant(0);
  if (size > 1) {
    index = points.div(emitter.getThread(), points.constant(stride));
    if (stride * size < emitter.schedule.threads)
      index = points.rem(index, points.constant(size));
  }
  return {index, stride, size};
}

void ElementKernelEmitter::createDigits() {
  const KernelSchedule &schedule = emitter.schedule;
  int64_t team = schedule.localThreads * schedule.reducedThreads;
  grid.size = schedule.threads / team;
  local.size = schedule.localThreads;
  across.size = schedule.reducedThreads;
  SmallVector<Digit *> order = {&local, &across, &grid};
  if (layout.vectorClass == &layout.grid)
    order = {&grid, &local, &across};
  else if (layout.vectorClass == &layout.across)
    order = {&across, &local, &grid};
  int64_t stride = 1;
  for (Digit *digit : order) {
    *digit = createDigit(stride, digit->size);
    stride *= digit->size;
  }
}

/// Whether all lanes of a bundle lie along their axis.
bool ElementKernelEmitter::isWhole() const {
  if (width == 1 || !layout.vectorAxis)
    return true;
  int64_t size = analysis.getAxisSize(*layout.vectorAxis);
  return !ShapedType::isDynamic(size) && size % width == 0;
}

Value ElementKernelEmitter::getCount(const Class &of) {
  return emitCount(points, emitter.kernel, analysis, layout, of, width);
}

/// Places the axes of a class at bundle `number`, one of them.
void ElementKernelEmitter::place(const Class &of, Value number,
                                 Position &position) {
  SmallVector<Value> sizes;
  for (unsigned axis : of.axes) {
    Value size = emitter.getAxisSize(axis);
    if (axis == layout.vectorAxis)
      size = points.ceilDiv(size, points.constant(width));
    sizes.push_back(size);
  }
  Point place = points.delinearize(number, sizes, 1);
  for (auto [axis, index] : llvm::zip_equal(of.axes, place)) {
    position.point[axis] = index;
    if (axis != layout.vectorAxis || width == 1)
      continue;
    position.start = points.mul(index.getStart(), width);
    LaneIndex lanes(position.start, 1);
    Value size = emitter.getAxisSize(axis);
    position.point[axis] = points.clamp(lanes, size, width);
    position.lanes.clear();
    if (isWhole())
      position.point[axis] = lanes;
    else
      position.lanes = points.guard(lanes, size, width);
  }
}

/// The like at the nearest one to `number`, which may be too far unless it
/// `isCertain` not to be. Returns whether it was not, or null for certain.
Value ElementKernelEmitter::placeWithin(const Class &of, Value number,
                                        bool isCertain, Position &position) {
  Value isWithin;
  if (!isCertain) {
    Value count = getCount(of);
    isWithin = points.isLess(number, count);
    number = points.min(number, points.sub(count, points.constant(1)));
  }
  place(of, number, position);
  return isWithin;
}

SmallVector<Value> ElementKernelEmitter::getGuards(const Position &position,
                                                   bool inTeam) {
  Value isThere = position.isInGrid;
  if (inTeam)
    isThere = points.both(isThere, position.isInTeam);
  if (position.lanes.empty())
    return {isThere};
  Values guards;
  for (Value lane : position.lanes)
    guards.push_back(points.both(lane, isThere));
  return guards;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Whether what `op` gives differs along local axes.
bool ElementKernelEmitter::runsAlongLocal(Operation *op) const {
  if (isReduction(op, analysis))
    return keepsLocalAxes(op, analysis);
  return llvm::any_of(analysis.getAxes(op), [&](std::optional<unsigned> axis) {
    return axis && analysis.isLocal(*axis);
  });
}

/// When a result is stored.
ElementKernelEmitter::Stage
ElementKernelEmitter::getStage(unsigned number) const {
  if (emitter.isStoredAfterReductions(number))
    return Stage::AfterReductions;
  Value value = emitter.kernel.getYield().getValues()[number];
  return layout.local.axes.empty() || runsAlongLocal(value.getDefiningOp())
             ? Stage::Element
             : Stage::Row;
}

void ElementKernelEmitter::storeResults(Stage stage, const Position &position,
                                        Values guards,
                                        std::optional<bool> alongLocal) {
  for (auto [number, value] :
       llvm::enumerate(emitter.kernel.getYield().getValues()))
    if (getStage(number) == stage &&
        (!alongLocal || *alongLocal == runsAlongLocal(value.getDefiningOp())))
      emitter.store(number, position.point, width, guards);
}

//===----------------------------------------------------------------------===//
// Elementwise kernels
//===----------------------------------------------------------------------===//

void ElementKernelEmitter::emitElements() {
  int64_t threads = emitter.schedule.threads;
  Value first =
      points.add(points.mul(emitter.getBlock(), threads), emitter.getThread());
  Value step = points.mul(emitter.getNumBlocks(), threads);
  if (layout.isFlat)
    points.setLinear();
  emitter.loop(first, getCount(layout.grid), step, {},
               [&](Value number, ValueRange) -> Values {
                 if (layout.isFlat)
                   emitFlatBundle(number);
                 else
                   emitBundle(number);
                 return {};
               });
}

void ElementKernelEmitter::emitBundle(Value number) {
  Position position;
  position.point.resize(analysis.getNumAxes());
  place(layout.grid, number, position);
  auto store = [&](const Position &at) {
    storeResults(Stage::Element, at, getGuards(at));
  };
  if (isWhole())
    return store(position);
  // Most bundles are whole even if some are not.
  unsigned axis = *layout.vectorAxis;
  Value last = points.add(position.start, width - 1);
  Position whole = position;
  whole.point[axis] = LaneIndex(position.start, 1);
  whole.lanes.clear();
  emitter.ifElse(
      points.isLess(last, emitter.getAxisSize(axis)), [&] { store(whole); },
      [&] { store(position); });
}

/// A bundle of a tensor whose axes are one.
void ElementKernelEmitter::emitFlatBundle(Value number) {
  auto store = [&](LaneIndex index, unsigned lanes) {
    unsigned numOperands = emitter.kernel.getNumOperands();
    for (auto [number, value] :
         llvm::enumerate(emitter.kernel.getYield().getValues()))
      points.store(
          points.collapse(emitter.function.getArgument(numOperands + number)),
          {index}, points.emit(value, Point{index}, lanes));
  };
  Value size = points.constant(1);
  for (unsigned axis : layout.grid.axes)
    size = points.mul(size, emitter.getAxisSize(axis));
  Value start = points.mul(number, width);
  if (IndexEmitter::isMultiple(size, width))
    return store(LaneIndex(start, 1), width);
  emitter.ifElse(
      points.isLess(points.add(start, width - 1), size),
      [&] { store(LaneIndex(start, 1), width); },
      [&] {
        emitter.loop(start, size, points.constant(1), {},
                     [&](Value i, ValueRange) -> Values {
                       store(i, 1);
                       return {};
                     });
      });
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

void ElementKernelEmitter::findReductions() {
  DenseMap<Operation *, unsigned> depths;
  for (Operation &op : emitter.kernel.getBody().front().without_terminator()) {
    unsigned &depth = depths[&op];
    for (Value operand : op.getOperands())
      if (Operation *producer = operand.getDefiningOp()) {
        bool isLocal = isReduction(producer, analysis) &&
                       analysis.getRole(producer) != KernelRole::Reduction;
        depth = std::max(depth, depths.lookup(producer) + isLocal);
      }
    if (!isReduction(&op, analysis))
      continue;
    if (analysis.getRole(&op) != KernelRole::Reduction) {
      levels.resize(std::max<size_t>(levels.size(), depth + 1));
      levels[depth].push_back(&op);
      continue;
    }
    bool keeps = keepsLocalAxes(&op, analysis);
    Across entry = {
        &op, numKept, getAccumulatorWidth(&op),
        keeps ? static_cast<unsigned>(*getNumChunks()) : 1u,
        llvm::any_of(getReducedAxes(&op, analysis),
                     [&](unsigned axis) { return analysis.isLocal(axis); })};
    numKept += entry.width * entry.numChunks;
    acrossReductions.push_back(entry);
  }
}

/// How many of the lanes are results of their own.
unsigned ElementKernelEmitter::getAccumulatorWidth(Operation *reduction) const {
  int64_t rank =
      cast<RankedTensorType>(reduction->getResult(0).getType()).getRank();
  ArrayRef<std::optional<unsigned>> axes =
      analysis.getAxes(reduction).take_front(rank);
  return layout.vectorAxis && llvm::is_contained(axes, layout.vectorAxis)
             ? width
             : 1;
}

Point ElementKernelEmitter::getOperandPlace(Operation *reduction,
                                            const Point &point) {
  Point place;
  auto type = cast<RankedTensorType>(reduction->getOperand(0).getType());
  for (std::optional<unsigned> axis : getOperandAxes(reduction, type, analysis))
    place.push_back(axis ? point[*axis] : LaneIndex(points.constant(0)));
  return place;
}

/// Takes the elements at a position into a reduction, with an accumulator for
/// each lane or one for all.
void ElementKernelEmitter::accumulate(Operation *reduction,
                                      const Position &position,
                                      MutableArrayRef<Value> accumulators) {
  bool reducesLanes = layout.vectorAxis &&
                      llvm::is_contained(getReducedAxes(reduction, analysis),
                                         *layout.vectorAxis);
  unsigned numLanes = reducesLanes ? width : accumulators.size();
  Bundle elements =
      points.emit(reduction->getOperand(0),
                  getOperandPlace(reduction, position.point), numLanes);
  Value identity = createIdentity(builder, loc, reduction);
  for (unsigned lane = 0; lane < numLanes; ++lane) {
    Value element = extendForReduction(builder, loc, reduction, elements[lane]);
    Value isThere = position.isInTeam;
    if (reducesLanes && !position.lanes.empty())
      isThere = points.both(isThere, position.lanes[lane]);
    if (isThere)
      element =
          arith::SelectOp::create(builder, loc, isThere, element, identity);
    Value &accumulator = accumulators[reducesLanes ? 0 : lane];
    accumulator = combine(builder, loc, reduction, accumulator, element);
  }
}

Value ElementKernelEmitter::getSharedRow(Type type, unsigned number) {
  Value &row = sharedRows[{type, number}];
  if (!row)
    row = emitter.allocateShared({emitter.schedule.threads}, type);
  return row;
}

/// Combines accumulators over threads that differ in a digit; all of them get
/// the result. All threads of the block must come here.
void ElementKernelEmitter::combineThreads(
    MutableArrayRef<Accumulator> accumulators, const Digit &digit) {
  constexpr int64_t warp = 32;
  int64_t end = digit.stride * digit.size;
  for (Accumulator &accumulator : accumulators)
    accumulator.value =
        combineAcrossLanes(emitter, accumulator.reduction, accumulator.value,
                           digit.stride, std::min(end, warp));
  // What other warps have goes through shared memory, a few at a time.
  int64_t stride = std::max(digit.stride, warp);
  if (end <= stride)
    return;
  int64_t number = end / stride;
  constexpr size_t atATime = 8;
  Value thread = emitter.getThread();
  Value own = points.rem(points.div(thread, points.constant(stride)),
                         points.constant(number));
  Value first = points.sub(thread, points.mul(own, stride));
  while (!accumulators.empty()) {
    MutableArrayRef<Accumulator> now =
        accumulators.take_front(std::min(atATime, accumulators.size()));
    accumulators = accumulators.drop_front(now.size());
    for (auto [row, accumulator] : llvm::enumerate(now))
      points.store(getSharedRow(accumulator.value.getType(), row),
                   {LaneIndex(thread)}, accumulator.value);
    emitter.barrier();
    for (auto [row, accumulator] : llvm::enumerate(now)) {
      Value memref = getSharedRow(accumulator.value.getType(), row);
      Value combined;
      for (int64_t other = 0; other < number; ++other) {
        Value value =
            points
                .load(memref, {LaneIndex(points.add(first, other * stride))}, 1)
                .front();
        combined = combined ? combine(builder, loc, accumulator.reduction,
                                      combined, value)
                            : value;
      }
      accumulator.value = combined;
    }
    emitter.barrier();
  }
}

void ElementKernelEmitter::bindFinished(Operation *reduction,
                                        ArrayRef<Value> accumulators) {
  Bundle elements;
  for (Value accumulator : accumulators)
    elements.push_back(finishReduction(builder, loc, reduction, accumulator));
  points.bind(reduction->getResult(0), elements);
}

//===----------------------------------------------------------------------===//
// Teams
//===----------------------------------------------------------------------===//

/// How many bundles a thread has along local axes, where that is few and known.
std::optional<int64_t> ElementKernelEmitter::getNumChunks() const {
  std::optional<int64_t> count = getStaticCount(layout.local);
  if (!count)
    return std::nullopt;
  int64_t chunks = llvm::divideCeil(*count, emitter.schedule.localThreads);
  if (!layout.keepsLocal && chunks * width > kMaxKeptElements)
    return std::nullopt;
  return chunks;
}

/// Goes over the bundles along local axes that are this thread's. Where they
/// are few the code is repeated, and elements stay in registers from one time
/// to the next.
void ElementKernelEmitter::forLocal(
    const Position &position, MutableArrayRef<Value> carried,
    function_ref<void(const Position &, unsigned, MutableArrayRef<Value>)>
        body) {
  if (layout.local.axes.empty())
    return body(position, 0, carried);
  std::optional<int64_t> numChunks = getNumChunks();
  if (!numChunks) {
    Values initial(carried);
    Values final = emitter.loop(local.index, getCount(layout.local),
                                points.constant(local.size), initial,
                                [&](Value number, ValueRange inside) -> Values {
                                  Position own = position;
                                  place(layout.local, number, own);
                                  Values values(inside);
                                  body(own, 0, values);
                                  return values;
                                });
    llvm::copy(final, carried.begin());
    return;
  }
  int64_t count = *getStaticCount(layout.local);
  for (int64_t chunk = 0; chunk < *numChunks; ++chunk) {
    Position own = position;
    Value isWithin =
        placeWithin(layout.local, points.add(local.index, chunk * local.size),
                    (chunk + 1) * local.size <= count, own);
    own.isInTeam = points.both(own.isInTeam, isWithin);
    body(own, chunk, carried);
  }
}

void ElementKernelEmitter::emitTeams() {
  createDigits();
  findReductions();
  Value first = points.mul(emitter.getBlock(), grid.size);
  Value step = points.mul(emitter.getNumBlocks(), grid.size);
  std::optional<int64_t> known = getStaticCount(layout.grid);
  bool isCertain = grid.size == 1 || (known && *known % grid.size == 0);
  // Threads that have no point of their own go along, since others wait for
  // them.
  emitter.loop(first, getCount(layout.grid), step, {},
               [&](Value base, ValueRange) -> Values {
                 Position position;
                 position.point.resize(analysis.getNumAxes());
                 position.isInGrid =
                     placeWithin(layout.grid, points.add(base, grid.index),
                                 isCertain, position);
                 Values kept(numKept);
                 for (const Across &entry : acrossReductions)
                   for (unsigned i = 0; i < entry.width * entry.numChunks; ++i)
                     kept[entry.begin + i] =
                         createIdentity(builder, loc, entry.op);
                 emitRows(position, kept);
                 finish(position, kept);
                 return {};
               });
}

/// All rows of a point of the grid's axes.
void ElementKernelEmitter::emitRows(const Position &position,
                                    MutableArrayRef<Value> kept) {
  if (layout.across.axes.empty())
    return emitRow(position, kept);
  // Within a row threads wait for each other, otherwise not.
  bool waits = !levels.empty() && local.size > 1;
  Value count = getCount(layout.across);
  std::optional<int64_t> known = getStaticCount(layout.across);
  bool isCertain =
      !waits || across.size == 1 || (known && *known % across.size == 0);
  Values initial(kept);
  Values final = emitter.loop(waits ? points.constant(0) : across.index, count,
                              points.constant(across.size), initial,
                              [&](Value number, ValueRange inside) -> Values {
                                Position own = position;
                                if (waits)
                                  number = points.add(number, across.index);
                                own.isInTeam = placeWithin(
                                    layout.across, number, isCertain, own);
                                Values values(inside);
                                emitRow(own, values);
                                return values;
                              });
  llvm::copy(final, kept.begin());
}

/// A row: reductions along local axes, each after those that it needs; then
/// what there is at each element.
void ElementKernelEmitter::emitRow(const Position &position,
                                   MutableArrayRef<Value> kept) {
  PointEmitter::Scope scope(points);
  for (ArrayRef<Operation *> level : levels) {
    Values values;
    SmallVector<unsigned> begins;
    for (Operation *op : level) {
      begins.push_back(values.size());
      values.append(getAccumulatorWidth(op), createIdentity(builder, loc, op));
    }
    forLocal(position, values,
             [&](const Position &own, unsigned, MutableArrayRef<Value> now) {
               for (auto [op, begin] : llvm::zip_equal(level, begins))
                 accumulate(op, own, now.slice(begin, getAccumulatorWidth(op)));
             });
    SmallVector<Accumulator> accumulators;
    for (auto [op, begin] : llvm::zip_equal(level, begins))
      for (unsigned lane = 0; lane < getAccumulatorWidth(op); ++lane)
        accumulators.push_back({op, values[begin + lane]});
    combineThreads(accumulators, local);
    for (auto [op, begin] : llvm::zip_equal(level, begins)) {
      Values finished;
      for (unsigned lane = 0; lane < getAccumulatorWidth(op); ++lane)
        finished.push_back(accumulators[begin + lane].value);
      bindFinished(op, finished);
    }
  }

  forLocal(
      position, kept,
      [&](const Position &own, unsigned chunk, MutableArrayRef<Value> now) {
        for (const Across &entry : acrossReductions)
          if (entry.reducesLocal || keepsLocalAxes(entry.op, analysis))
            accumulate(entry.op, own,
                       now.slice(entry.begin + chunk * entry.width *
                                                   (entry.numChunks > 1),
                                 entry.width));
        storeResults(Stage::Element, own, getGuards(own));
      });
  for (const Across &entry : acrossReductions)
    if (!entry.reducesLocal && !keepsLocalAxes(entry.op, analysis))
      accumulate(entry.op, position, kept.slice(entry.begin, entry.width));
  if (layout.local.axes.empty())
    return;
  // One thread of those on a row stores what it has once.
  Position once = position;
  once.isInTeam = points.both(position.isInTeam, isFirst(local));
  storeResults(Stage::Row, once, getGuards(once));
}

Value ElementKernelEmitter::isFirst(const Digit &digit) {
  return digit.size == 1 ? Value()
                         : points.isEqual(digit.index, points.constant(0));
}

/// Reductions across blocks, and what comes after them.
void ElementKernelEmitter::finish(const Position &position,
                                  ArrayRef<Value> kept) {
  if (acrossReductions.empty())
    return;
  SmallVector<Accumulator> all, alongLocal;
  for (const Across &entry : acrossReductions)
    for (unsigned i = 0; i < entry.width * entry.numChunks; ++i)
      all.push_back({entry.op, kept[entry.begin + i]});
  combineThreads(all, across);
  for (const Across &entry : acrossReductions)
    if (entry.reducesLocal)
      llvm::append_range(alongLocal,
                         ArrayRef(all).slice(entry.begin, entry.width));
  combineThreads(alongLocal, local);
  const Accumulator *next = alongLocal.begin();
  for (const Across &entry : acrossReductions)
    if (entry.reducesLocal)
      for (unsigned lane = 0; lane < entry.width; ++lane)
        all[entry.begin + lane] = *next++;

  PointEmitter::Scope scope(points);
  auto bindChunk = [&](const Across &entry, unsigned chunk) {
    Values values;
    for (unsigned lane = 0; lane < entry.width; ++lane)
      values.push_back(all[entry.begin + chunk * entry.width + lane].value);
    bindFinished(entry.op, values);
  };
  for (const Across &entry : acrossReductions)
    if (!keepsLocalAxes(entry.op, analysis))
      bindChunk(entry, 0);
  Position once = position;
  once.isInTeam = isFirst(across);
  forLocal(once, {},
           [&](const Position &own, unsigned chunk, MutableArrayRef<Value>) {
             PointEmitter::Scope inChunk(points);
             for (const Across &entry : acrossReductions)
               if (keepsLocalAxes(entry.op, analysis))
                 bindChunk(entry, chunk);
             storeResults(Stage::AfterReductions, own, getGuards(own),
                          /*alongLocal=*/true);
           });
  once.isInTeam = points.both(once.isInTeam, isFirst(local));
  storeResults(Stage::AfterReductions, once, getGuards(once),
               /*alongLocal=*/false);
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void ElementKernelEmitter::emit() {
  // Known to have no elements.
  if (getStaticCount(layout.grid) == 0)
    return;
  if (layout.reductions.empty())
    emitElements();
  else
    emitTeams();
}

LogicalResult novi::emitElementKernel(KernelEmitter &emitter) {
  ElementKernelEmitter(emitter).emit();
  return success();
}
