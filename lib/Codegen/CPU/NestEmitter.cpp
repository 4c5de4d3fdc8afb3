//===- NestEmitter.cpp - Loops and vectors of one nest ----------*- C++ -*-===//
//
// Parallel loops are emitted outside in; at the innermost place a tile of
// points is computed together, its accumulators carried in registers through
// the reduction loops. What does not fill a tile gets tiles of its own: of the
// exact size where that is static, of single steps where it is not; the last
// vector is masked.
//
//===----------------------------------------------------------------------===//

#include "NestEmitter.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"
#include <map>

namespace mlir::novi {

bool canVectorize(const NestStage &stage) {
  for (Operation &op : stage.getBody().without_terminator()) {
    if (isa<linalg::IndexOp, arith::ConstantOp>(op))
      continue;
    // A load from one place for all elements stays a scalar.
    if (isa<memref::LoadOp>(op) &&
        llvm::all_of(op.getOperands(), [&](Value operand) {
          return operand.getParentBlock() != op.getBlock() ||
                 operand.getDefiningOp<arith::ConstantOp>();
        }))
      continue;
    // A masked-off element is computed like the others, of zeros.
    if (op.getNumRegions() != 0 || !isPure(&op) ||
        !OpTrait::hasElementwiseMappableTraits(&op))
      return false;
  }
  return true;
}

Operation *getCombiner(const NestStage &stage, unsigned index) {
  SmallVector<Operation *> combiners;
  SmallVector<BlockArgument> outputs(
      stage.getBody().getArguments().drop_front(stage.inputs.size()));
  if (!matchReduction(outputs, index, combiners) || combiners.size() != 1)
    return nullptr;
  Operation *op = combiners.front();
  if (!isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp,
           arith::AddIOp, arith::MulIOp, arith::MaxSIOp, arith::MinSIOp,
           arith::MaxUIOp, arith::MinUIOp, arith::AndIOp, arith::OrIOp,
           arith::XOrIOp>(op) ||
      !arith::getNeutralElement(op))
    return nullptr;
  return op;
}

namespace {

/// Elements along the vector loop that are computed as one vector.
struct Piece {
  int64_t offset = 0;
  int64_t lanes = 1;
  /// How many of the lanes there really are, where not all: known or a value.
  int64_t known = 0;
  Value valid;

  bool isMasked() const { return valid || known != 0; }
};

/// One point of a tile: its distance from the tile's start in each loop, and
/// the piece along the vector loop.
struct Point {
  SmallVector<int64_t> offsets;
  Piece piece;
};

class NestEmitter {
public:
  NestEmitter(OpBuilder &builder, const Nest &nest,
              const NestSchedule &schedule)
      : b(builder), loc(nest.loc), nest(nest), schedule(schedule),
        starts(nest.loops.size()), counts(nest.loops.size(), 1) {
    for (auto [index, loop] : llvm::enumerate(nest.loops))
      if (loop.isReduction && schedule.vectorLoop != index)
        reductions.push_back(index);
    if (isLaneReduction())
      reductions.push_back(*schedule.vectorLoop);
  }

  void emit() { emitParallel(0); }

private:
  using Values = SmallVector<Value>;

  bool isVector(unsigned loop) const { return schedule.vectorLoop == loop; }
  bool isLaneReduction() const {
    return schedule.vectorLoop && nest.loops[*schedule.vectorLoop].isReduction;
  }

  // Loops.
  void emitParallel(unsigned depth);
  void emitLoop(Value lower, Value upper, int64_t step, bool isShared,
                function_ref<void(Value)> body);
  SmallVector<Piece> cut(int64_t count) const;
  void emitTile();
  Values emitReduction(unsigned depth, Values accumulators);
  Values emitSteps(ArrayRef<int64_t> offsets, const Values &accumulators);
  Values emitLaneReduction(Values accumulators);
  Values emitLaneStep(Values accumulators, ArrayRef<Piece> pieces);
  Values carry(Value lower, Value upper, int64_t step, const Values &carried,
               function_ref<Values(Value, Values)> body);
  Value reduceLanes(ArrayRef<Value> vectors, unsigned output, Value initial);

  // Points.
  SmallVector<Point> getPoints() const;
  Values evaluate(const NestStage &stage, const Point &point,
                  ArrayRef<Value> inputs, ArrayRef<Value> outputs);
  Values loadInputs(const NestStage &stage, const Point &point,
                    ArrayRef<Values> yielded);
  Value loadOutput(unsigned output, const Point &point);
  void finish(const Point &point, Values results);

  // Memory.
  Values getIndices(const NestAccess &access, const Point &point,
                    int64_t lane = 0);
  Value getPosition(unsigned loop, int64_t offset);
  Value load(const NestAccess &access, const Point &point);
  Value gather(const NestAccess &access, const Point &point);
  void store(const NestAccess &access, const Point &point, Value value);
  void scatter(const NestAccess &access, const Point &point, Value value);
  Value getMask(const Piece &piece);

  // Values.
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value getSize(unsigned loop) {
    const NestLoop &l = nest.loops[loop];
    return l.isStatic() ? index(l.extent) : l.size;
  }
  Value widen(Value value, int64_t lanes) {
    if (lanes == 1 || isa<VectorType>(value.getType()))
      return value;
    return vector::BroadcastOp::create(
        b, loc, VectorType::get({lanes}, value.getType()), value);
  }
  Operation *clone(Operation &op, IRMapping &mapping, int64_t lanes);

  OpBuilder &b;
  Location loc;
  const Nest &nest;
  const NestSchedule &schedule;

  /// Where the tile starts in each loop; null is 0.
  SmallVector<Value> starts;
  /// How many steps of each loop the tile has.
  SmallVector<int64_t> counts;
  /// The tile along a vector loop that is parallel.
  SmallVector<Piece> tilePieces{Piece()};
  SmallVector<unsigned> reductions;
  /// What was loaded for the points of one step.
  std::map<std::pair<const NestAccess *, SmallVector<int64_t>>, Value> loaded;
};

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A loop without carried values; one that is shared is shared by threads.
void NestEmitter::emitLoop(Value lower, Value upper, int64_t step,
                           bool isShared, function_ref<void(Value)> body) {
  OpBuilder::InsertionGuard guard(b);
  if (!isShared) {
    auto loop = scf::ForOp::create(b, loc, lower, upper, index(step));
    b.setInsertionPointToStart(loop.getBody());
    return body(loop.getInductionVar());
  }
  omp::ParallelOperands operands;
  operands.ifExpr = schedule.condition;
  Value stride = index(step);
  auto parallel = omp::ParallelOp::create(b, loc, operands);
  b.createBlock(&parallel.getRegion());
  auto shared = omp::WsloopOp::create(b, loc);
  omp::TerminatorOp::create(b, loc);
  b.createBlock(&shared.getRegion());
  omp::LoopNestOperands bounds;
  bounds.loopLowerBounds = {lower};
  bounds.loopUpperBounds = {upper};
  bounds.loopSteps = {stride};
  auto loops = omp::LoopNestOp::create(b, loc, bounds);
  Block *block =
      b.createBlock(&loops.getRegion(), {}, {b.getIndexType()}, {loc});
  omp::YieldOp::create(b, loc, ValueRange());
  b.setInsertionPointToStart(block);
  body(block->getArgument(0));
}

/// `count` elements along the vector loop as vectors. A rest that is no power
/// of two is masked.
SmallVector<Piece> NestEmitter::cut(int64_t count) const {
  SmallVector<Piece> pieces;
  for (int64_t offset = 0; offset < count; offset += schedule.lanes) {
    Piece piece;
    piece.offset = offset;
    piece.lanes = std::min<int64_t>(schedule.lanes,
                                    llvm::bit_ceil<uint64_t>(count - offset));
    if (count - offset < piece.lanes)
      piece.known = count - offset;
    pieces.push_back(piece);
  }
  return pieces;
}

void NestEmitter::emitParallel(unsigned depth) {
  if (depth == schedule.order.size())
    return emitTile();
  unsigned loop = schedule.order[depth];
  bool isShared = depth == 0 && schedule.isParallel;
  int64_t step = schedule.steps[loop];
  if (isVector(loop))
    step = schedule.lanes * schedule.pieces;

  auto emitPart = [&](Value start, int64_t count) {
    starts[loop] = start;
    if (isVector(loop))
      tilePieces = cut(count);
    else
      counts[loop] = count;
    emitParallel(depth + 1);
  };

  if (nest.loops[loop].isStatic()) {
    int64_t extent = nest.loops[loop].extent;
    int64_t full = extent / step * step, rest = extent - full;
    if (full == step)
      emitPart(Value(), step);
    else if (full > 0)
      emitLoop(index(0), index(full), step, isShared,
               [&](Value start) { emitPart(start, step); });
    if (rest > 0)
      emitPart(full > 0 ? index(full) : Value(), rest);
    return;
  }

  Value size = getSize(loop);
  if (step == 1)
    return emitLoop(index(0), size, 1, isShared,
                    [&](Value start) { emitPart(start, 1); });
  Value full = arith::SubIOp::create(
      b, loc, size, arith::RemUIOp::create(b, loc, size, index(step)));
  emitLoop(index(0), full, step, isShared,
           [&](Value start) { emitPart(start, step); });
  if (!isVector(loop))
    return emitLoop(full, size, 1, false,
                    [&](Value start) { emitPart(start, 1); });
  emitLoop(full, size, schedule.lanes, false, [&](Value start) {
    Piece piece;
    piece.lanes = schedule.lanes;
    piece.valid = arith::MinUIOp::create(
        b, loc, arith::SubIOp::create(b, loc, size, start),
        index(schedule.lanes));
    starts[loop] = start;
    tilePieces = {piece};
    emitParallel(depth + 1);
  });
}

SmallVector<Point> NestEmitter::getPoints() const {
  SmallVector<Point> points(1);
  points.front().offsets.assign(counts.size(), 0);
  for (auto [loop, count] : llvm::enumerate(counts)) {
    SmallVector<Point> more;
    for (const Point &point : points)
      for (int64_t offset = 0; offset < count; ++offset) {
        more.push_back(point);
        more.back().offsets[loop] = offset;
      }
    points = std::move(more);
  }
  if (!schedule.vectorLoop || isLaneReduction())
    return points;
  SmallVector<Point> more;
  for (const Point &point : points)
    for (const Piece &piece : tilePieces) {
      more.push_back(point);
      more.back().piece = piece;
      more.back().offsets[*schedule.vectorLoop] = piece.offset;
    }
  return more;
}

void NestEmitter::emitTile() {
  loaded.clear();
  SmallVector<Point> points = getPoints();
  unsigned numOutputs = nest.root().outputs.size();
  if (reductions.empty()) {
    for (const Point &point : points) {
      Values outputs;
      for (unsigned output = 0; output < numOutputs; ++output)
        outputs.push_back(loadOutput(output, point));
      Values inputs = loadInputs(nest.root(), point, {});
      finish(point, evaluate(nest.root(), point, inputs, outputs));
    }
    return;
  }

  Values initial;
  for (const Point &point : points)
    for (unsigned output = 0; output < numOutputs; ++output)
      initial.push_back(widen(loadOutput(output, point), point.piece.lanes));
  loaded.clear();
  Values results;
  if (isLaneReduction()) {
    Values neutral;
    for (int64_t piece = 0; piece < schedule.pieces; ++piece)
      for (unsigned value = 0; value < initial.size(); ++value) {
        Operation *op = getCombiner(nest.root(), value % numOutputs);
        Value zero =
            arith::ConstantOp::create(b, loc, *arith::getNeutralElement(op));
        neutral.push_back(widen(zero, schedule.lanes));
      }
    Values lanes = emitReduction(0, neutral);
    for (unsigned value = 0; value < initial.size(); ++value) {
      Values parts;
      for (unsigned part = value; part < lanes.size(); part += initial.size())
        parts.push_back(lanes[part]);
      results.push_back(reduceLanes(parts, value % numOutputs, initial[value]));
    }
  } else {
    results = emitReduction(0, initial);
  }
  loaded.clear();
  for (auto [number, point] : llvm::enumerate(points))
    finish(point, Values(ArrayRef<Value>(results).slice(number * numOutputs,
                                                        numOutputs)));
}

/// A loop that carries values.
NestEmitter::Values
NestEmitter::carry(Value lower, Value upper, int64_t step,
                   const Values &carried,
                   function_ref<Values(Value, Values)> body) {
  OpBuilder::InsertionGuard guard(b);
  auto loop = scf::ForOp::create(b, loc, lower, upper, index(step), carried);
  b.setInsertionPointToStart(loop.getBody());
  Values inside(loop.getRegionIterArgs());
  Values next = body(loop.getInductionVar(), inside);
  // An op with carried values is created without a terminator.
  scf::YieldOp::create(b, loc, next);
  return Values(loop.getResults());
}

NestEmitter::Values NestEmitter::emitReduction(unsigned depth,
                                               Values accumulators) {
  unsigned loop = reductions[depth];
  if (isVector(loop))
    return emitLaneReduction(std::move(accumulators));
  bool isLast = depth + 1 == reductions.size();
  int64_t step = isLast ? schedule.unroll : 1;

  auto emitPart = [&](Value start, int64_t count, Values carried) {
    starts[loop] = start;
    if (!isLast)
      return emitReduction(depth + 1, std::move(carried));
    SmallVector<int64_t> offsets(nest.loops.size(), 0);
    for (int64_t offset = 0; offset < count; ++offset) {
      offsets[loop] = offset;
      carried = emitSteps(offsets, std::move(carried));
    }
    return carried;
  };

  if (nest.loops[loop].isStatic()) {
    int64_t extent = nest.loops[loop].extent;
    int64_t full = extent / step * step, rest = extent - full;
    if (full == step)
      accumulators = emitPart(Value(), step, std::move(accumulators));
    else if (full > 0)
      accumulators = carry(index(0), index(full), step, std::move(accumulators),
                           [&](Value start, Values carried) {
                             return emitPart(start, step, std::move(carried));
                           });
    if (rest > 0)
      accumulators = emitPart(full > 0 ? index(full) : Value(), rest,
                              std::move(accumulators));
    return accumulators;
  }
  Value size = getSize(loop), full = size;
  if (step > 1)
    full = arith::SubIOp::create(
        b, loc, size, arith::RemUIOp::create(b, loc, size, index(step)));
  accumulators = carry(index(0), full, step, std::move(accumulators),
                       [&](Value start, Values carried) {
                         return emitPart(start, step, std::move(carried));
                       });
  if (step > 1)
    accumulators = carry(full, size, 1, std::move(accumulators),
                         [&](Value start, Values carried) {
                           return emitPart(start, 1, std::move(carried));
                         });
  return accumulators;
}

/// One step of the reduction at every point of the tile.
NestEmitter::Values NestEmitter::emitSteps(ArrayRef<int64_t> offsets,
                                           const Values &accumulators) {
  loaded.clear();
  unsigned numOutputs = nest.root().outputs.size();
  Values next;
  for (auto [number, point] : llvm::enumerate(getPoints())) {
    Point here = point;
    for (unsigned loop : reductions)
      if (!isVector(loop))
        here.offsets[loop] = offsets[loop];
    Values inputs = loadInputs(nest.root(), here, {});
    llvm::append_range(next,
                       evaluate(nest.root(), here, inputs,
                                ArrayRef<Value>(accumulators)
                                    .slice(number * numOutputs, numOutputs)));
  }
  return next;
}

/// The innermost reduction, along the lanes of the accumulators.
NestEmitter::Values NestEmitter::emitLaneReduction(Values accumulators) {
  unsigned loop = *schedule.vectorLoop;
  int64_t lanes = schedule.lanes, step = lanes * schedule.pieces;
  auto emitFull = [&](Value start, int64_t pieces, Values carried) {
    starts[loop] = start;
    SmallVector<Piece> full;
    for (int64_t piece = 0; piece < pieces; ++piece)
      full.push_back({piece * lanes, lanes, 0, Value()});
    return emitLaneStep(std::move(carried), full);
  };
  if (nest.loops[loop].isStatic()) {
    int64_t extent = nest.loops[loop].extent;
    int64_t full = extent / step * step, rest = extent - full;
    if (full == step)
      accumulators =
          emitFull(Value(), schedule.pieces, std::move(accumulators));
    else if (full > 0)
      accumulators =
          carry(index(0), index(full), step, std::move(accumulators),
                [&](Value start, Values carried) {
                  return emitFull(start, schedule.pieces, std::move(carried));
                });
    if (rest == 0)
      return accumulators;
    SmallVector<Piece> pieces;
    for (int64_t offset = 0; offset < rest; offset += lanes)
      pieces.push_back(
          {offset, lanes, rest - offset < lanes ? rest - offset : 0, Value()});
    starts[loop] = full > 0 ? index(full) : Value();
    return emitLaneStep(std::move(accumulators), pieces);
  }
  Value size = getSize(loop);
  Value full = arith::SubIOp::create(
      b, loc, size, arith::RemUIOp::create(b, loc, size, index(step)));
  accumulators =
      carry(index(0), full, step, std::move(accumulators),
            [&](Value start, Values carried) {
              return emitFull(start, schedule.pieces, std::move(carried));
            });
  return carry(full, size, lanes, std::move(accumulators),
               [&](Value start, Values carried) {
                 starts[loop] = start;
                 Piece piece;
                 piece.lanes = lanes;
                 piece.valid = arith::MinUIOp::create(
                     b, loc, arith::SubIOp::create(b, loc, size, start),
                     index(lanes));
                 return emitLaneStep(std::move(carried), piece);
               });
}

/// One step along the lanes; piece number i goes into the i-th accumulators.
NestEmitter::Values NestEmitter::emitLaneStep(Values accumulators,
                                              ArrayRef<Piece> pieces) {
  loaded.clear();
  unsigned numOutputs = nest.root().outputs.size();
  SmallVector<Point> points = getPoints();
  for (auto [number, piece] : llvm::enumerate(pieces))
    for (auto [position, point] : llvm::enumerate(points)) {
      Point here = point;
      here.piece = piece;
      here.offsets[*schedule.vectorLoop] = piece.offset;
      auto first = (number * points.size() + position) * numOutputs;
      auto before =
          MutableArrayRef<Value>(accumulators).slice(first, numOutputs);
      Values inputs = loadInputs(nest.root(), here, {});
      Values after = evaluate(nest.root(), here, inputs, before);
      for (auto [old, value] : llvm::zip_equal(before, after))
        old = piece.isMasked()
                  ? arith::SelectOp::create(b, loc, getMask(piece), value, old)
                        .getResult()
                  : value;
    }
  return accumulators;
}

/// All lanes of `vectors` and the scalar `initial` combined.
Value NestEmitter::reduceLanes(ArrayRef<Value> vectors, unsigned output,
                               Value initial) {
  Operation *combiner = getCombiner(nest.root(), output);
  auto combine = [&](Value lhs, Value rhs) -> Value {
    IRMapping mapping;
    mapping.map(combiner->getOperand(0), lhs);
    mapping.map(combiner->getOperand(1), rhs);
    auto type = dyn_cast<VectorType>(lhs.getType());
    return clone(*combiner, mapping, type ? type.getNumElements() : 1)
        ->getResult(0);
  };
  Values parts(vectors);
  while (parts.size() > 1) {
    Values fewer;
    for (unsigned part = 0; part + 1 < parts.size(); part += 2)
      fewer.push_back(combine(parts[part], parts[part + 1]));
    if (parts.size() % 2)
      fewer.push_back(parts.back());
    parts = std::move(fewer);
  }
  Value value = parts.front();
  int64_t lanes = cast<VectorType>(value.getType()).getNumElements();
  for (; lanes > 1; lanes /= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t lane = 0; lane < lanes / 2; ++lane) {
      low.push_back(lane);
      high.push_back(lane + lanes / 2);
    }
    value = combine(vector::ShuffleOp::create(b, loc, value, value, low),
                    vector::ShuffleOp::create(b, loc, value, value, high));
  }
  value = vector::ExtractOp::create(b, loc, value, int64_t(0));
  return combine(initial, value);
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Copies an operation of a body for `lanes` elements. What does not vary along
/// the lanes stays scalar.
Operation *NestEmitter::clone(Operation &op, IRMapping &mapping,
                              int64_t lanes) {
  bool varies = llvm::any_of(op.getOperands(), [&](Value operand) {
    return isa<VectorType>(mapping.lookupOrDefault(operand).getType());
  });
  Operation *copy;
  if (!varies) {
    copy = b.clone(op, mapping);
  } else {
    Values operands;
    SmallVector<Type> types;
    for (Value operand : op.getOperands())
      operands.push_back(widen(mapping.lookupOrDefault(operand), lanes));
    for (Type type : op.getResultTypes())
      types.push_back(VectorType::get({lanes}, type));
    copy = b.create(loc, op.getName().getIdentifier(), operands, types,
                    op.getAttrs());
    mapping.map(op.getResults(), copy->getResults());
  }
  // A product and a sum may become one operation; nothing else may change. A
  // cast has no flags, so that what it rounds stays rounded.
  if (auto math = dyn_cast<arith::ArithFastMathInterface>(copy))
    if (arith::FastMathFlagsAttr flags = math.getFastMathFlagsAttr())
      copy->setAttr(math.getFastMathAttrName(),
                    arith::FastMathFlagsAttr::get(
                        b.getContext(),
                        arith::FastMathFlags::contract | flags.getValue()));
  return copy;
}

NestEmitter::Values NestEmitter::evaluate(const NestStage &stage,
                                          const Point &point,
                                          ArrayRef<Value> inputs,
                                          ArrayRef<Value> outputs) {
  IRMapping mapping;
  Block &body = stage.getBody();
  for (auto [number, value] : llvm::enumerate(inputs))
    mapping.map(body.getArgument(number), value);
  for (auto [number, value] : llvm::enumerate(outputs))
    if (value)
      mapping.map(body.getArgument(inputs.size() + number), value);
  int64_t lanes = point.piece.lanes;
  for (Operation &op : body.without_terminator()) {
    auto position = dyn_cast<linalg::IndexOp>(op);
    if (!position) {
      clone(op, mapping, lanes);
      continue;
    }
    int loop = stage.loops[position.getDim()];
    Value value = loop < 0 ? index(0) : getPosition(loop, point.offsets[loop]);
    if (loop >= 0 && isVector(loop) && lanes > 1) {
      auto type = VectorType::get({lanes}, b.getIndexType());
      value = arith::AddIOp::create(b, loc, widen(value, lanes),
                                    vector::StepOp::create(b, loc, type));
    }
    mapping.map(position.getResult(), value);
  }
  Values results;
  for (Value yielded : body.getTerminator()->getOperands())
    results.push_back(widen(mapping.lookupOrDefault(yielded), lanes));
  return results;
}

NestEmitter::Values NestEmitter::loadInputs(const NestStage &stage,
                                            const Point &point,
                                            ArrayRef<Values> yielded) {
  Values values;
  for (const NestAccess &input : stage.inputs) {
    if (input.stage >= 0)
      values.push_back(yielded[input.stage][input.result]);
    else if (input.isBuffer())
      values.push_back(load(input, point));
    else
      values.push_back(input.value);
  }
  return values;
}

/// What output number `output` of the first stage holds before; null where the
/// body does not ask.
Value NestEmitter::loadOutput(unsigned output, const Point &point) {
  if (!nest.root().readsOutput(output)) {
    if (reductions.empty())
      return Value();
    // A reduction that forgets what it had still carries something.
    Type type =
        nest.root().getBody().getTerminator()->getOperand(output).getType();
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  }
  if (Value fill = nest.fills[output])
    return fill;
  return load(nest.root().outputs[output], point);
}

/// Computes the other stages of a point on what the first yields, and stores.
void NestEmitter::finish(const Point &point, Values results) {
  SmallVector<Values> yielded{std::move(results)};
  for (const NestStage &stage : llvm::drop_begin(nest.stages)) {
    Values inputs = loadInputs(stage, point, yielded);
    yielded.push_back(
        evaluate(stage, point, inputs, Values(stage.outputs.size(), Value())));
  }
  for (auto [stage, values] : llvm::zip_equal(nest.stages, yielded))
    for (auto [output, value] : llvm::zip_equal(stage.outputs, values))
      if (output.stored)
        store(output, point, value);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value NestEmitter::getPosition(unsigned loop, int64_t offset) {
  if (!starts[loop])
    return index(offset);
  if (offset == 0)
    return starts[loop];
  return arith::AddIOp::create(b, loc, starts[loop], index(offset));
}

NestEmitter::Values NestEmitter::getIndices(const NestAccess &access,
                                            const Point &point, int64_t lane) {
  Values positions(nest.loops.size());
  auto at = [&](unsigned loop) {
    if (!positions[loop])
      positions[loop] =
          getPosition(loop, point.offsets[loop] + (isVector(loop) ? lane : 0));
    return positions[loop];
  };
  Values indices;
  for (AffineExpr expr : access.map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      indices.push_back(at(dim.getPosition()));
      continue;
    }
    expr.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        at(dim.getPosition());
    });
    // Positions that the expression does not use are not looked at.
    Values known = positions;
    for (Value &value : known)
      if (!value)
        value = index(0);
    indices.push_back(affine::expandAffineExpr(b, loc, expr, known, {}));
  }
  return indices;
}

Value NestEmitter::getMask(const Piece &piece) {
  auto type = VectorType::get({piece.lanes}, b.getI1Type());
  if (piece.valid)
    return vector::CreateMaskOp::create(b, loc, type, piece.valid);
  return vector::ConstantMaskOp::create(b, loc, type,
                                        ArrayRef<int64_t>{piece.known});
}

Value NestEmitter::load(const NestAccess &access, const Point &point) {
  SmallVector<int64_t> key;
  for (auto [loop, offset] : llvm::enumerate(point.offsets))
    key.push_back(access.uses(loop) ? offset : 0);
  Value &value = loaded[{&access, key}];
  if (value)
    return value;
  const Piece &piece = point.piece;
  if (piece.lanes == 1 || !access.uses(*schedule.vectorLoop))
    return value = memref::LoadOp::create(b, loc, access.value,
                                          getIndices(access, point));
  if (!access.isContiguous(*schedule.vectorLoop))
    return value = gather(access, point);
  Type element = cast<MemRefType>(access.value.getType()).getElementType();
  auto type = VectorType::get({piece.lanes}, element);
  Values indices = getIndices(access, point);
  if (!piece.isMasked())
    return value = vector::LoadOp::create(b, loc, type, access.value, indices);
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  return value = vector::MaskedLoadOp::create(b, loc, type, access.value,
                                              indices, getMask(piece), zero);
}

/// Elements that do not lie side by side, into one vector.
Value NestEmitter::gather(const NestAccess &access, const Point &point) {
  const Piece &piece = point.piece;
  unsigned loop = *schedule.vectorLoop;
  Type element = cast<MemRefType>(access.value.getType()).getElementType();
  Values lanes;
  Value start = starts[loop];
  for (int64_t lane = 0; lane < piece.lanes; ++lane) {
    if (piece.known != 0 && lane >= piece.known) {
      lanes.push_back(
          arith::ConstantOp::create(b, loc, b.getZeroAttr(element)));
      continue;
    }
    if (piece.valid) {
      // Behind the end, the last element once more.
      Value last = arith::SubIOp::create(b, loc, piece.valid, index(1));
      starts[loop] = arith::AddIOp::create(
          b, loc, getPosition(loop, point.offsets[loop]),
          arith::MinUIOp::create(b, loc, index(lane), last));
      Point here = point;
      here.offsets[loop] = 0;
      lanes.push_back(memref::LoadOp::create(b, loc, access.value,
                                             getIndices(access, here)));
      starts[loop] = start;
      continue;
    }
    lanes.push_back(memref::LoadOp::create(b, loc, access.value,
                                           getIndices(access, point, lane)));
  }
  return vector::FromElementsOp::create(
      b, loc, VectorType::get({piece.lanes}, element), lanes);
}

void NestEmitter::store(const NestAccess &access, const Point &point,
                        Value value) {
  const Piece &piece = point.piece;
  Values indices = getIndices(access, point);
  if (piece.lanes == 1) {
    memref::StoreOp::create(b, loc, value, access.value, indices);
  } else if (!access.isContiguous(*schedule.vectorLoop)) {
    scatter(access, point, value);
  } else if (piece.isMasked()) {
    vector::MaskedStoreOp::create(b, loc, access.value, indices, getMask(piece),
                                  value);
  } else {
    vector::StoreOp::create(b, loc, value, access.value, indices);
  }
}

/// The lanes of a vector to places that do not lie side by side.
void NestEmitter::scatter(const NestAccess &access, const Point &point,
                          Value value) {
  const Piece &piece = point.piece;
  for (int64_t lane = 0; lane < piece.lanes; ++lane) {
    if (piece.known != 0 && lane >= piece.known)
      break;
    OpBuilder::InsertionGuard guard(b);
    if (piece.valid) {
      Value exists = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                           index(lane), piece.valid);
      auto branch = scf::IfOp::create(b, loc, exists, /*withElseRegion=*/false);
      b.setInsertionPointToStart(&branch.getThenRegion().front());
    }
    Value element = vector::ExtractOp::create(b, loc, value, lane);
    memref::StoreOp::create(b, loc, element, access.value,
                            getIndices(access, point, lane));
  }
}

} // namespace

void emitNest(OpBuilder &builder, const Nest &nest,
              const NestSchedule &schedule) {
  NestEmitter(builder, nest, schedule).emit();
}

} // namespace mlir::novi
