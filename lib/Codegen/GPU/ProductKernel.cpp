//===- ProductKernel.cpp - Kernels with a product ---------------*- C++ -*-===//
//
// Emits kernels around a product. A block computes a tile of rows and columns
// at a time; steps along the summed axes bring pieces of both operands, with
// whatever is computed while they are read, to shared memory, from where each
// thread takes its rows and columns. With the sums in registers, results are
// evaluated eight elements at a time. Where reductions go over tiles, a block
// takes these tiles one after another and keeps partial results.
//
//===----------------------------------------------------------------------===//

#include "Novi/Conversion/NoviToLinalg/Elements.h"
#include "ProductSchedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::novi;
using Layout = ProductLayout;

namespace {

class ProductEmitter {
public:
  explicit ProductEmitter(KernelEmitter &emitter);
  void emit();

private:
  /// Where a thread or block is: a place for each axis of the product, and the
  /// lanes that are really there, as in PointEmitter::store.
  struct Places {
    SmallVector<LaneIndex> axes;
    SmallVector<Value> guards;
  };
  struct Tile {
    Places places;
    Value rowTile, columnTile;
  };
  /// What is staged of an operand.
  struct Staged {
    unsigned operand;
    Layout::Group group;
    int64_t tile;
    Value shared;
    bool isSwizzled;
  };

  Places getStart() {
    return {SmallVector<LaneIndex>(layout.axes.size(),
                                   LaneIndex(points.constant(0))),
            {}};
  }
  /// Moves to a point of a group, counted in row-major order; `tile` is what
  /// the count is rounded up to, 1 where it is within the group.
  void moveTo(Places &places, Layout::Group group, LaneIndex index,
              unsigned width, int64_t tile);
  void moveToRow(Tile &tile, Value row, unsigned width) {
    moveTo(tile.places, Layout::Rows,
           LaneIndex(points.add(points.mul(tile.rowTile, schedule.tileM), row),
                     width > 1),
           width, schedule.tileM);
  }
  void moveToColumn(Tile &tile, Value column, unsigned width) {
    moveTo(tile.places, Layout::Columns,
           LaneIndex(
               points.add(points.mul(tile.columnTile, schedule.tileN), column),
               width > 1),
           width, schedule.tileN);
  }
  Point getOperandPoint(unsigned operand, const Places &places);
  Point getDomainPoint(const Places &places);

  SmallVector<Value> getZeros();
  SmallVector<Value> computeSums(const Tile &tile);
  SmallVector<Value> computeSumsDirectly(const Tile &tile);
  void stage(const Staged &staged, const Tile &tile, Value step, Value base);
  Value getSharedColumn(const Staged &staged, Value column);
  SmallVector<Value> addProducts(Value base, SmallVector<Value> sums);

  SmallVector<Value> getIdentities();
  SmallVector<Value> emitTile(const Tile &tile, SmallVector<Value> partial);
  void emitInParts(const Tile &tile, Value row, ArrayRef<Value> sums,
                   int64_t width);
  SmallVector<Value> ifAnyLane(const Places &places, ArrayRef<Value> otherwise,
                               function_ref<SmallVector<Value>()> body);
  void storeResults(const Places &places, unsigned width, bool ofRows);
  /// The place of a reduction's operand at a point of the domain.
  Point getReducedPlace(Operation *reduction, const Point &point);
  void reduceInto(MutableArrayRef<Value> partial, unsigned row,
                  const Places &places);
  void finishReductions(const Tile &tile, MutableArrayRef<Value> partial);
  void storeReduced(Tile tile, Value row, Value column, Value isThere,
                    ArrayRef<Value> totals);

  unsigned getNumPartial() const {
    return (layout.isGone(Layout::Rows) ? 1 : schedule.threadM) *
           (layout.isGone(Layout::Columns) ? 1 : schedule.threadN);
  }

  KernelEmitter &emitter;
  PointEmitter &points;
  OpBuilder &builder;
  Location loc;
  const KernelSchedule &schedule;
  Layout layout;
  Type computeType;
  Value product;
  /// Which rows and columns of a tile are the thread's, in units of threadM and
  /// threadN.
  Value threadRow, threadColumn;
  SmallVector<Staged, 2> staged;
  /// Whether two pieces of the operands are in shared memory, one being filled
  /// while the other is still read.
  bool hasSteps = false;
};

} // namespace

ProductEmitter::ProductEmitter(KernelEmitter &emitter)
    : emitter(emitter), points(emitter.points), builder(emitter.builder),
      loc(emitter.loc), schedule(emitter.schedule),
      layout(emitter.kernel, emitter.analysis),
      computeType(layout.getComputeType()),
      product(layout.product->getResult(0)) {}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

void ProductEmitter::moveTo(Places &places, Layout::Group group,
                            LaneIndex index, unsigned width, int64_t tile) {
  ArrayRef<unsigned> numbers = layout.groups[group];
  auto guard = [&](const LaneIndex &place, Value size) {
    unsigned lanes = std::max<unsigned>(width, places.guards.size());
    places.guards = points.guard(place, size, lanes, places.guards);
  };
  // Tiles of a group without axes have one row or column.
  if (numbers.empty()) {
    if (tile != 1)
      guard(index, points.constant(1));
    return;
  }
  SmallVector<Value> sizes = layout.getSizes(points, group);
  Point point =
      points.delinearize(index, layout.getPaddedSizes(points, group), width);
  int64_t count = layout.getStaticSize(group);
  bool mayBeOut =
      tile != 1 && (ShapedType::isDynamic(count) || count % tile != 0);
  int64_t innermost = layout.axes[numbers.back()].size;
  bool isPadded =
      layout.padding[group] != 1 && (ShapedType::isDynamic(innermost) ||
                                     innermost % layout.padding[group] != 0);
  for (auto [number, axis] : llvm::enumerate(numbers)) {
    LaneIndex place = point[number];
    if ((number == 0 && mayBeOut) ||
        (number + 1 == numbers.size() && isPadded)) {
      guard(place, sizes[number]);
      place = points.clamp(place, sizes[number], width);
    }
    places.axes[axis] = place;
  }
}

Point ProductEmitter::getOperandPoint(unsigned operand, const Places &places) {
  auto type =
      cast<RankedTensorType>(layout.product->getOperand(operand).getType());
  Point point(type.getRank(), LaneIndex(points.constant(0)));
  for (auto [axis, place] : llvm::zip_equal(layout.axes, places.axes))
    if (axis.operands[operand])
      point[*axis.operands[operand]] = place;
  return point;
}

Point ProductEmitter::getDomainPoint(const Places &places) {
  Point point(emitter.analysis.getNumAxes(), LaneIndex(points.constant(0)));
  for (auto [axis, place] : llvm::zip_equal(layout.axes, places.axes))
    if (axis.domain)
      point[*axis.domain] = place;
  return point;
}

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

SmallVector<Value> ProductEmitter::getZeros() {
  Value zero = createFloat(builder, loc, computeType, 0.0);
  return SmallVector<Value>(schedule.threadM * schedule.threadN, zero);
}

// An operand without an axis along which the other is repeated is read as it
// is, once for all lanes.
SmallVector<Value> ProductEmitter::computeSumsDirectly(const Tile &tile) {
  Value count = layout.getNumPoints(points, Layout::Summed);
  return emitter.loop(
      points.constant(0), count, points.constant(1), getZeros(),
      [&](Value step, ValueRange carried) {
        SmallVector<Value> sums(carried);
        Tile at = tile;
        moveTo(at.places, Layout::Summed, step, 1, 1);
        moveToColumn(at, points.mul(threadColumn, schedule.threadN),
                     schedule.threadN);
        for (unsigned row = 0; row < schedule.threadM; ++row) {
          moveToRow(
              at, points.add(points.mul(threadRow, schedule.threadM), row), 1);
          Bundle factors[2];
          for (unsigned side : {0, 1})
            factors[side] =
                points.emit(layout.product->getOperand(side),
                            getOperandPoint(side, at.places), schedule.threadN);
          for (unsigned column = 0; column < schedule.threadN; ++column) {
            Value &sum = sums[row * schedule.threadN + column];
            sum = math::FmaOp::create(
                builder, loc,
                extend(builder, loc, factors[0][column], computeType),
                extend(builder, loc, factors[1][column], computeType), sum);
          }
        }
        return sums;
      });
}

/// How many elements of a type one access moves.
static int64_t getVectorSize(Type type) {
  return 16 / std::max<int64_t>(1, type.getIntOrFloatBitWidth() / 8);
}

// The eight columns of a thread lie apart in pieces of one access each, for the
// threads of a warp to read next to each other.
Value ProductEmitter::getSharedColumn(const Staged &staged, Value column) {
  if (!staged.isSwizzled)
    return column;
  int64_t vector = getVectorSize(computeType);
  int64_t numParts = schedule.threadN / vector;
  Value size = points.constant(vector);
  Value thread = points.div(column, points.constant(schedule.threadN));
  Value part = points.rem(points.div(column, size), points.constant(numParts));
  return points.add(points.add(points.mul(part, staged.tile / numParts),
                               points.mul(thread, vector)),
                    points.rem(column, size));
}

void ProductEmitter::stage(const Staged &staged, const Tile &tile, Value step,
                           Value base) {
  Value operand = layout.product->getOperand(staged.operand);
  // Lanes go where elements are next to each other in memory.
  int64_t fastAxis = getFastAxis(operand);
  bool alongSum =
      llvm::any_of(layout.groups[Layout::Summed], [&](unsigned axis) {
        return layout.axes[axis].operands[staged.operand] == fastAxis;
      });
  int64_t fast = alongSum ? schedule.tileK : staged.tile;
  int64_t numElements = staged.tile * schedule.tileK;
  auto type = cast<RankedTensorType>(operand.getType());
  int64_t width =
      std::min({getVectorSize(type.getElementType()), fast,
                std::max<int64_t>(1, numElements / schedule.threads)});
  // Where one access cannot move them, threads next to each other do better.
  int64_t size = type.getRank() == 0 ? 1 : type.getDimSize(fastAxis);
  while (width > 1 && (ShapedType::isDynamic(size) || size % width != 0))
    width /= 2;
  int64_t numBundles = numElements / width;
  Value zero = createFloat(builder, loc, computeType, 0.0);

  auto stageBundle = [&](Value number) {
    Value bundlesOfFast = points.constant(fast / width);
    Value start = points.mul(points.rem(number, bundlesOfFast), width);
    Value other = points.div(number, bundlesOfFast);
    Value k = alongSum ? start : other, outer = alongSum ? other : start;
    Tile at = tile;
    if (staged.group == Layout::Rows)
      moveToRow(at, outer, alongSum ? 1 : width);
    else
      moveToColumn(at, outer, alongSum ? 1 : width);
    // Past the edge of the tile anything will do, past that of the sum zeros.
    at.places.guards.clear();
    moveTo(at.places, Layout::Summed,
           LaneIndex(points.add(points.mul(step, schedule.tileK), k),
                     alongSum && width > 1),
           width, schedule.tileK);
    ArrayRef<Value> guards = at.places.guards;
    Bundle bundle =
        points.emit(operand, getOperandPoint(staged.operand, at.places), width);
    for (auto [lane, element] : llvm::enumerate(bundle)) {
      element = extend(builder, loc, element, computeType);
      if (guards.empty())
        continue;
      if (Value guard = guards[guards.size() == 1 ? 0 : lane])
        element = arith::SelectOp::create(builder, loc, guard, element, zero);
    }
    Value row = points.add(base, k);
    if (alongSum) {
      Value column = getSharedColumn(staged, outer);
      for (int64_t lane = 0; lane < width; ++lane)
        points.store(staged.shared, {points.add(row, lane), column},
                     bundle[lane]);
      return;
    }
    int64_t part = std::min(width, getVectorSize(computeType));
    for (int64_t lane = 0; lane < width; lane += part)
      points.store(
          staged.shared,
          {row, LaneIndex(getSharedColumn(staged, points.add(outer, lane)),
                          part > 1)},
          ArrayRef(bundle).slice(lane, part));
  };
  Value thread = emitter.getThread();
  if (numBundles < schedule.threads)
    emitter.ifTrue(points.isLess(thread, points.constant(numBundles)),
                   [&] { stageBundle(thread); });
  else
    for (int64_t first = 0; first < numBundles; first += schedule.threads)
      stageBundle(points.add(thread, first));
}

SmallVector<Value> ProductEmitter::addProducts(Value base,
                                               SmallVector<Value> sums) {
  for (int64_t k = 0; k < schedule.tileK; ++k) {
    Bundle factors[2];
    for (auto [side, each] : llvm::enumerate(staged)) {
      int64_t size = side == 0 ? schedule.threadM : schedule.threadN;
      Value start = points.mul(side == 0 ? threadRow : threadColumn, size);
      int64_t part = std::min(size, getVectorSize(computeType));
      for (int64_t lane = 0; lane < size; lane += part)
        llvm::append_range(
            factors[side],
            points.load(
                each.shared,
                {points.add(base, k),
                 LaneIndex(getSharedColumn(each, points.add(start, lane)),
                           part > 1)},
                part));
    }
    for (int64_t row = 0; row < schedule.threadM; ++row)
      for (int64_t column = 0; column < schedule.threadN; ++column) {
        Value &sum = sums[row * schedule.threadN + column];
        sum = math::FmaOp::create(builder, loc, factors[0][row],
                                  factors[1][column], sum);
      }
  }
  return sums;
}

SmallVector<Value> ProductEmitter::computeSums(const Tile &tile) {
  if (schedule.tileK == 0)
    return computeSumsDirectly(tile);
  auto add = [&](Value step, SmallVector<Value> sums) {
    Value base = points.constant(0);
    if (hasSteps)
      base = points.mul(points.rem(step, points.constant(2)), schedule.tileK);
    for (const Staged &each : staged)
      stage(each, tile, step, base);
    emitter.barrier();
    return addProducts(base, std::move(sums));
  };
  SmallVector<Value> sums;
  if (hasSteps) {
    // One barrier a step: a thread that is a step ahead fills the other piece.
    Value numSteps = points.ceilDiv(layout.getNumPoints(points, Layout::Summed),
                                    points.constant(schedule.tileK));
    sums = emitter.loop(points.constant(0), numSteps, points.constant(1),
                        getZeros(), [&](Value step, ValueRange carried) {
                          return add(step, SmallVector<Value>(carried));
                        });
  } else {
    sums = add(points.constant(0), getZeros());
  }
  // The next tile begins with the first piece.
  emitter.barrier();
  return sums;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void ProductEmitter::storeResults(const Places &places, unsigned width,
                                  bool ofRows) {
  Point point = getDomainPoint(places);
  for (auto [number, value] :
       llvm::enumerate(emitter.kernel.getYield().getValues())) {
    if (emitter.isStoredAfterReductions(number))
      continue;
    std::optional<unsigned> packed;
    if (auto pack = value.getDefiningOp<PackMaskOp>())
      packed = emitter.getPackedAxis(pack);
    bool packsRows =
        packed && !layout.groups[Layout::Rows].empty() &&
        layout.axes[layout.groups[Layout::Rows].back()].domain == packed;
    if (packsRows == ofRows)
      emitter.store(number, point, width, places.guards);
  }
}

// Lanes are there from the first one on. Where it is not, others may be writing
// what would be read there, and where it is, lanes past the edge read what the
// last one does.
SmallVector<Value>
ProductEmitter::ifAnyLane(const Places &places, ArrayRef<Value> otherwise,
                          function_ref<SmallVector<Value>()> body) {
  Value condition = places.guards.empty() ? Value() : places.guards.front();
  if (!condition)
    return body();
  auto branch =
      scf::IfOp::create(builder, loc, TypeRange(ValueRange(otherwise)),
                        condition, /*withElseRegion=*/!otherwise.empty());
  OpBuilder::InsertionGuard guard(builder);
  PointEmitter::Scope scope(points);
  builder.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> results = body();
  if (otherwise.empty())
    return results;
  scf::YieldOp::create(builder, loc, results);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, otherwise);
  return SmallVector<Value>(branch.getResults());
}

// In a loop, lest all that is read for a row is loaded at once.
void ProductEmitter::emitInParts(const Tile &tile, Value row,
                                 ArrayRef<Value> sums, int64_t width) {
  Value firstColumn = points.mul(threadColumn, schedule.threadN);
  emitter.loop(
      points.constant(0), points.constant(schedule.threadN / width),
      points.constant(1), {}, [&](Value part, ValueRange) {
        Tile at = tile;
        moveToColumn(at, points.add(firstColumn, points.mul(part, width)),
                     width);
        moveToRow(at, row, 1);
        return ifAnyLane(at.places, {}, [&] {
          Bundle bundle(sums.take_front(width));
          for (int64_t first = width; first < schedule.threadN; first += width)
            for (int64_t lane = 0; lane < width; ++lane)
              bundle[lane] = arith::SelectOp::create(
                  builder, loc,
                  points.isEqual(part, points.constant(first / width)),
                  sums[first + lane], bundle[lane]);
          points.bind(product, bundle);
          storeResults(at.places, width, /*ofRows=*/false);
          return SmallVector<Value>();
        });
      });
}

SmallVector<Value> ProductEmitter::emitTile(const Tile &tile,
                                            SmallVector<Value> partial) {
  SmallVector<Value> sums = computeSums(tile);
  Type elementType = cast<RankedTensorType>(product.getType()).getElementType();
  for (Value &sum : sums)
    sum = round(builder, loc, sum, elementType);
  Value firstRow = points.mul(threadRow, schedule.threadM);
  Value firstColumn = points.mul(threadColumn, schedule.threadN);
  if (layout.packsRows)
    for (int64_t column = 0; column < schedule.threadN; ++column) {
      PointEmitter::Scope scope(points);
      Tile at = tile;
      moveToColumn(at, points.add(firstColumn, column), 1);
      moveToRow(at, firstRow, schedule.threadM);
      Bundle bundle;
      for (int64_t row = 0; row < schedule.threadM; ++row)
        bundle.push_back(sums[row * schedule.threadN + column]);
      (void)ifAnyLane(at.places, {}, [&] {
        points.bind(product, bundle);
        storeResults(at.places, schedule.threadM, /*ofRows=*/true);
        return SmallVector<Value>();
      });
    }
  int64_t width = layout.getBundleWidth();
  for (int64_t row = 0; row < schedule.threadM; ++row) {
    ArrayRef<Value> ownSums =
        ArrayRef(sums).slice(row * schedule.threadN, schedule.threadN);
    if (width != schedule.threadN) {
      emitInParts(tile, points.add(firstRow, row), ownSums, width);
      continue;
    }
    PointEmitter::Scope scope(points);
    Tile at = tile;
    moveToColumn(at, firstColumn, width);
    moveToRow(at, points.add(firstRow, row), 1);
    partial = ifAnyLane(at.places, partial, [&] {
      points.bind(product, Bundle(ownSums));
      SmallVector<Value> next = partial;
      reduceInto(next, row, at.places);
      storeResults(at.places, width, /*ofRows=*/false);
      return next;
    });
  }
  return partial;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

SmallVector<Value> ProductEmitter::getIdentities() {
  SmallVector<Value> identities;
  for (Operation *reduction : layout.reductions)
    identities.append(getNumPartial(), createIdentity(builder, loc, reduction));
  return identities;
}

Point ProductEmitter::getReducedPlace(Operation *reduction,
                                      const Point &point) {
  int64_t rank =
      cast<RankedTensorType>(reduction->getOperand(0).getType()).getRank();
  int64_t resultRank =
      cast<RankedTensorType>(reduction->getResult(0).getType()).getRank();
  auto get = [&](auto op) { return std::pair(op.getAxes(), op.getKeepdims()); };
  auto [axes, keepsAxes] = isa<ReduceSumOp>(reduction)
                               ? get(cast<ReduceSumOp>(reduction))
                               : get(cast<ReduceMaxOp>(reduction));
  SmallVector<bool> isReduced(rank);
  for (int64_t axis : axes)
    isReduced[axis < 0 ? axis + rank : axis] = true;
  ArrayRef<std::optional<unsigned>> domain =
      emitter.analysis.getAxes(reduction);
  int64_t kept = 0, reduced = resultRank;
  Point place;
  for (int64_t axis = 0; axis < rank; ++axis) {
    std::optional<unsigned> own;
    if (isReduced[axis]) {
      own = domain[reduced++];
      kept += keepsAxes;
    } else {
      own = domain[kept++];
    }
    place.push_back(own ? point[*own] : LaneIndex(points.constant(0)));
  }
  return place;
}

void ProductEmitter::reduceInto(MutableArrayRef<Value> partial, unsigned row,
                                const Places &places) {
  Point point = getDomainPoint(places);
  ArrayRef<Value> guards = places.guards;
  for (auto [number, reduction] : llvm::enumerate(layout.reductions)) {
    Bundle bundle =
        points.emit(reduction->getOperand(0), getReducedPlace(reduction, point),
                    schedule.threadN);
    Value identity = createIdentity(builder, loc, reduction);
    for (auto [column, element] : llvm::enumerate(bundle)) {
      Value value = extendForReduction(builder, loc, reduction, element);
      Value guard =
          guards.empty() ? Value() : guards[guards.size() == 1 ? 0 : column];
      if (guard)
        value = arith::SelectOp::create(builder, loc, guard, value, identity);
      bool areColumnsGone = layout.isGone(Layout::Columns);
      unsigned place = number * getNumPartial();
      if (!layout.isGone(Layout::Rows))
        place += row * (areColumnsGone ? 1 : schedule.threadN);
      if (!areColumnsGone)
        place += column;
      partial[place] = combine(builder, loc, reduction, partial[place], value);
    }
  }
}

void ProductEmitter::storeReduced(Tile tile, Value row, Value column,
                                  Value isThere, ArrayRef<Value> totals) {
  PointEmitter::Scope scope(points);
  if (isThere)
    tile.places.guards = {isThere};
  if (!layout.isGone(Layout::Rows))
    moveToRow(tile, row, 1);
  if (!layout.isGone(Layout::Columns))
    moveToColumn(tile, column, 1);
  for (auto [reduction, total] : llvm::zip_equal(layout.reductions, totals))
    points.bind(reduction->getResult(0),
                {finishReduction(builder, loc, reduction, total)});
  Point point = getDomainPoint(tile.places);
  for (unsigned number = 0; number < emitter.kernel.getNumResults(); ++number)
    if (emitter.isStoredAfterReductions(number))
      emitter.store(number, point, 1, tile.places.guards);
}

void ProductEmitter::finishReductions(const Tile &tile,
                                      MutableArrayRef<Value> partial) {
  bool areRowsGone = layout.isGone(Layout::Rows);
  bool areColumnsGone = layout.isGone(Layout::Columns);
  int64_t numRows = areRowsGone ? 1 : schedule.threadM;
  int64_t numColumns = areColumnsGone ? 1 : schedule.threadN;
  Value firstRow = areRowsGone ? points.constant(0)
                               : points.mul(threadRow, schedule.threadM);
  Value firstColumn = areColumnsGone
                          ? points.constant(0)
                          : points.mul(threadColumn, schedule.threadN);
  auto [numParts, numElements] = layout.getReductionShape(schedule);
  // Within a warp, then among warps; the first of the lanes that agree goes on.
  int64_t numLanes = schedule.tileN / schedule.threadN;
  for (auto [number, reduction] : llvm::enumerate(layout.reductions))
    for (Value &value :
         partial.slice(number * getNumPartial(), getNumPartial())) {
      if (areColumnsGone)
        value = combineAcrossLanes(emitter, reduction, value, 1, numLanes);
      if (areRowsGone)
        value = combineAcrossLanes(emitter, reduction, value, numLanes, 32);
    }
  Value isFirst;
  if (areColumnsGone)
    isFirst = points.isEqual(threadColumn, points.constant(0));
  if (areRowsGone) {
    Value lane = points.rem(emitter.getThread(), points.constant(32));
    isFirst =
        points.both(isFirst, points.isLess(lane, points.constant(numLanes)));
  }
  if (numParts == 1) {
    for (int64_t row = 0; row < numRows; ++row)
      for (int64_t column = 0; column < numColumns; ++column) {
        SmallVector<Value> totals;
        for (size_t number = 0; number < layout.reductions.size(); ++number)
          totals.push_back(
              partial[number * getNumPartial() + row * numColumns + column]);
        storeReduced(tile, points.add(firstRow, row),
                     points.add(firstColumn, column), isFirst, totals);
      }
    return;
  }

  Value part = points.div(emitter.getThread(), points.constant(32));
  int64_t rowLength = areColumnsGone ? 1 : schedule.tileN;
  SmallVector<Value> shared;
  for (auto [number, reduction] : llvm::enumerate(layout.reductions)) {
    shared.push_back(emitter.allocateShared({numParts, numElements},
                                            getAccumulatorType(reduction)));
    for (int64_t row = 0; row < numRows; ++row) {
      Value start = points.add(points.mul(points.add(firstRow, row), rowLength),
                               firstColumn);
      points.store(shared.back(), {part, LaneIndex(start, numColumns > 1)},
                   partial.slice(number * getNumPartial() + row * numColumns,
                                 numColumns),
                   isFirst);
    }
  }
  emitter.barrier();
  for (int64_t first = 0; first < numElements; first += schedule.threads) {
    Value element = points.add(emitter.getThread(), first), isThere;
    if (first + schedule.threads > numElements) {
      isThere = points.isLess(element, points.constant(numElements));
      element = points.min(element, points.constant(numElements - 1));
    }
    SmallVector<Value> totals;
    for (Operation *reduction : layout.reductions)
      totals.push_back(createIdentity(builder, loc, reduction));
    totals = emitter.loop(
        points.constant(0), points.constant(numParts), points.constant(1),
        totals, [&](Value number, ValueRange carried) {
          SmallVector<Value> next;
          for (auto [reduction, memory, total] :
               llvm::zip_equal(layout.reductions, shared, carried))
            next.push_back(
                combine(builder, loc, reduction, total,
                        points.load(memory, {number, element}, 1).front()));
          return next;
        });
    storeReduced(tile, points.div(element, points.constant(rowLength)),
                 points.rem(element, points.constant(rowLength)), isThere,
                 totals);
  }
  emitter.barrier();
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void ProductEmitter::emit() {
  Value threadsOfRow = points.constant(schedule.tileN / schedule.threadN);
  threadRow = points.div(emitter.getThread(), threadsOfRow);
  threadColumn = points.rem(emitter.getThread(), threadsOfRow);
  if (schedule.tileK != 0) {
    int64_t numSummed = layout.getStaticSize(Layout::Summed);
    hasSteps = ShapedType::isDynamic(numSummed) || numSummed > schedule.tileK;
    auto add = [&](unsigned operand, Layout::Group group, int64_t tile) {
      Value shared = emitter.allocateShared(
          {(hasSteps ? 2 : 1) * schedule.tileK, tile + Layout::kPadding},
          computeType);
      staged.push_back({operand, group, tile, shared,
                        /*isSwizzled=*/group == Layout::Columns});
    };
    add(layout.rowOperand, Layout::Rows, schedule.tileM);
    add(layout.columnOperand, Layout::Columns, schedule.tileN);
  }

  auto split = [&](Value number, ArrayRef<Value> counts) {
    SmallVector<Value> parts;
    for (const LaneIndex &index : points.delinearize(number, counts, 1))
      parts.push_back(index.getStart());
    return parts;
  };
  auto getCount = [&](ArrayRef<Value> counts) {
    return points.mul(points.mul(counts[0], counts[1]), counts[2]);
  };
  SmallVector<Value> shared = layout.getSharedCounts(points, schedule);
  emitter.loop(emitter.getBlock(), getCount(shared), emitter.getNumBlocks(), {},
               [&](Value number, ValueRange) -> SmallVector<Value> {
                 SmallVector<Value> own = split(number, shared);
                 Tile tile{getStart(), own[1], own[2]};
                 moveTo(tile.places, Layout::Shared, own[0], 1, 1);
                 if (layout.reductions.empty()) {
                   emitTile(tile, {});
                   return {};
                 }
                 SmallVector<Value> sequential =
                     layout.getSequentialCounts(points, schedule);
                 SmallVector<Value> partial = emitter.loop(
                     points.constant(0), getCount(sequential),
                     points.constant(1), getIdentities(),
                     [&](Value step, ValueRange carried) {
                       SmallVector<Value> next = split(step, sequential);
                       Tile at = tile;
                       moveTo(at.places, Layout::Sequential, next[0], 1, 1);
                       if (layout.isGone(Layout::Rows))
                         at.rowTile = next[1];
                       if (layout.isGone(Layout::Columns))
                         at.columnTile = next[2];
                       return emitTile(at, SmallVector<Value>(carried));
                     });
                 finishReductions(tile, partial);
                 return {};
               });
}

LogicalResult novi::emitProductKernel(KernelEmitter &emitter) {
  ProductEmitter(emitter).emit();
  return success();
}
