//===- PointEmitter.cpp - Elements of a kernel's values ---------*- C++ -*-===//
//
// Emits elements of values, and loads and stores of them.
//
//===----------------------------------------------------------------------===//

#include "PointEmitter.h"
#include "Novi/Analysis/KernelAnalysis.h"
#include "Novi/Codegen/GPU/GPUOps.h"
#include "Novi/Conversion/NoviToLinalg/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;
using namespace mlir::novi;

/// The most that one access moves.
static constexpr int64_t kMaxAccessBytes = 16;

//===----------------------------------------------------------------------===//
// Places of lanes
//===----------------------------------------------------------------------===//

LaneIndex LaneIndex::get(ArrayRef<Value> places) {
  LaneIndex index(places.front());
  if (!llvm::all_equal(places))
    index.values.assign(places.begin(), places.end());
  return index;
}

bool LaneIndex::operator<(const LaneIndex &other) const {
  if (step != other.step)
    return step < other.step;
  auto asPointer = [](Value value) { return value.getAsOpaquePointer(); };
  return std::lexicographical_compare(
      values.begin(), values.end(), other.values.begin(), other.values.end(),
      [&](Value a, Value b) { return asPointer(a) < asPointer(b); });
}

static bool isUniform(const Point &point) {
  return llvm::all_of(point,
                      [](const LaneIndex &index) { return index.isUniform(); });
}

Value PointEmitter::getLane(const LaneIndex &index, unsigned lane) {
  return index.isRegular() ? add(index.getStart(), index.getStep() * lane)
                           : index.values[lane];
}

LaneIndex PointEmitter::map(const LaneIndex &index, unsigned width,
                            function_ref<Value(Value)> map) {
  if (index.isUniform())
    return map(index.getStart());
  SmallVector<Value> places;
  for (unsigned lane = 0; lane < width; ++lane)
    places.push_back(map(getLane(index, lane)));
  return LaneIndex::get(places);
}

/// Whether lanes that are next to each other never have a multiple of `size`
/// between them.
static bool staysWithin(const LaneIndex &index, Value size, unsigned width) {
  return index.isRegular() && index.getStep() == 1 &&
         IndexEmitter::isMultiple(index.getStart(), width) &&
         IndexEmitter::isMultiple(size, width);
}

Point PointEmitter::delinearize(const LaneIndex &index, ArrayRef<Value> sizes,
                                unsigned width) {
  Point point(sizes.size());
  LaneIndex rest = index;
  for (size_t axis = sizes.size(); axis-- > 1;) {
    Value size = sizes[axis];
    if (!rest.isUniform() && staysWithin(rest, size, width)) {
      point[axis] = LaneIndex(rem(rest.getStart(), size), 1);
      rest = div(rest.getStart(), size);
      continue;
    }
    point[axis] = map(rest, width, [&](Value i) { return rem(i, size); });
    rest = map(rest, width, [&](Value i) { return div(i, size); });
  }
  if (!sizes.empty())
    point.front() = rest;
  return point;
}

LaneIndex PointEmitter::linearize(const Point &point, ArrayRef<Value> sizes,
                                  unsigned width) {
  if (point.empty())
    return constant(0);
  // Regular lanes stay so where the distance of their axis is known.
  SmallVector<Value> strides(point.size());
  Value stride = constant(1);
  bool isRegular = true;
  int64_t step = 0;
  for (size_t axis = point.size(); axis-- > 0;) {
    strides[axis] = stride;
    if (!point[axis].isUniform()) {
      std::optional<int64_t> known = getConstantIntValue(stride);
      isRegular &= point[axis].isRegular() && known;
      if (isRegular)
        step += point[axis].getStep() * *known;
    }
    stride = mul(stride, sizes[axis]);
  }
  auto getPlace = [&](unsigned lane) {
    Value place = constant(0);
    for (auto [index, stride] : llvm::zip_equal(point, strides))
      place = add(place, mul(getLane(index, lane), stride));
    return place;
  };
  if (isRegular)
    return LaneIndex(getPlace(0), step);
  SmallVector<Value> places;
  for (unsigned lane = 0; lane < width; ++lane)
    places.push_back(getPlace(lane));
  return LaneIndex::get(places);
}

LaneIndex PointEmitter::clamp(const LaneIndex &index, Value size,
                              unsigned width) {
  if (!index.isUniform() && staysWithin(index, size, width))
    return LaneIndex(min(index.getStart(), sub(size, constant(width))), 1);
  Value last = sub(size, constant(1));
  return map(index, width, [&](Value i) { return min(i, last); });
}

SmallVector<Value> PointEmitter::guard(const LaneIndex &index, Value size,
                                       unsigned width, ArrayRef<Value> guards) {
  auto getGuard = [&](unsigned lane) {
    return guards.empty() ? Value() : guards[guards.size() == 1 ? 0 : lane];
  };
  bool isOne = guards.size() <= 1 &&
               (index.isUniform() || staysWithin(index, size, width));
  SmallVector<Value> result;
  for (unsigned lane = 0; lane < (isOne ? 1 : width); ++lane)
    result.push_back(both(getGuard(lane), isLess(getLane(index, lane), size)));
  return result;
}

//===----------------------------------------------------------------------===//
// PointEmitter
//===----------------------------------------------------------------------===//

PointEmitter::PointEmitter(OpBuilder &builder, KernelOp kernel,
                           gpu::GPUFuncOp function)
    : IndexEmitter(builder, kernel,
                   function.getArguments().take_front(kernel.getNumOperands())),
      function(function), sources(arguments) {}

Value PointEmitter::collapse(Value memref) {
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  if (rank <= 1)
    return memref;
  auto all = llvm::to_vector<2>(llvm::seq<int64_t>(0, rank));
  return memref::CollapseShapeOp::create(builder, loc, memref,
                                         ArrayRef<ReassociationIndices>{all});
}

void PointEmitter::setLinear() {
  isLinear = true;
  for (Value &source : sources)
    if (isa<MemRefType>(source.getType()))
      source = collapse(source);
}

Point PointEmitter::normalize(const Point &point, RankedTensorType type) {
  if (isLinear) {
    if (type.getRank() == 0)
      return {};
    bool isOne =
        llvm::all_of(type.getShape(), [](int64_t size) { return size == 1; });
    return isOne ? Point{LaneIndex(constant(0))} : point;
  }
  // Where an operand has fewer axes than its reader, those at the end.
  ArrayRef<LaneIndex> last = ArrayRef(point).take_back(type.getRank());
  Point own(last.begin(), last.end());
  for (auto [index, size] : llvm::zip_equal(own, type.getShape()))
    if (size == 1)
      index = constant(0);
  return own;
}

void PointEmitter::bind(Value value, Bundle elements) {
  bound[value] = std::move(elements);
}

Value PointEmitter::emit(Value value, ArrayRef<Value> indices) {
  return emit(value, Point(indices.begin(), indices.end()), 1).front();
}

Bundle PointEmitter::emit(Value value, const Point &at, unsigned width) {
  if (auto known = bound.find(value); known != bound.end())
    return known->second.size() == width ? known->second
                                         : Bundle(width, known->second.front());
  Point point = normalize(at, cast<RankedTensorType>(value.getType()));
  // What all lanes agree on is computed once.
  unsigned computed = isUniform(point) ? 1 : width;
  auto key = std::make_tuple(value.getAsOpaquePointer(), computed, point);
  auto known = elements.find(key);
  if (known == elements.end())
    known = elements.emplace(key, compute(value, point, computed)).first;
  return computed == width ? known->second
                           : Bundle(width, known->second.front());
}

Bundle PointEmitter::compute(Value value, const Point &point, unsigned width) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return loadArgument(argument.getArgNumber(), point, width);
  return llvm::TypeSwitch<Operation *, Bundle>(value.getDefiningOp())
      .Case<ConstantOp, ZeroOp, EyeOp, TransposeOp, SliceOp, BroadcastOp,
            ReshapeOp, tensor::CastOp, UnpackMaskOp, ConcatOp, InsertSliceOp,
            PackMaskOp, ReduceSumOp, ReduceMaxOp>(
          [&](auto op) { return compute(op, point, width); })
      .Default(
          [&](Operation *op) { return computePointwise(op, point, width); });
}

Bundle PointEmitter::emit(Value value, const Point &point, unsigned width,
                          ArrayRef<Value> laneGuards) {
  guards.assign(laneGuards.begin(), laneGuards.end());
  Bundle result = emit(value, point, width);
  guards.clear();
  return result;
}

Bundle PointEmitter::loadArgument(unsigned number, const Point &point,
                                  unsigned width) {
  Value source = sources[number];
  if (!function.getArgAttr(number, NoviGPUDialect::kInPlaceAttr))
    return load(source, point, width);
  auto loadGuarded = [&](Value guard, const Point &at, unsigned lanes) {
    if (!guard)
      return load(source, at, lanes);
    Type type = cast<MemRefType>(source.getType()).getElementType();
    return emitIf(
        guard, type, lanes, [&] { return load(source, at, lanes); },
        [&] {
          return Bundle(lanes, arith::ConstantOp::create(
                                   builder, loc, builder.getZeroAttr(type)));
        });
  };
  if (guards.size() <= 1 || width == 1)
    return loadGuarded(guards.empty() ? Value() : guards.front(), point, width);
  Bundle result;
  for (unsigned lane = 0; lane < width; ++lane) {
    Point at;
    for (const LaneIndex &index : point)
      at.push_back(getLane(index, lane));
    llvm::append_range(result, loadGuarded(guards[lane], at, 1));
  }
  return result;
}

Bundle PointEmitter::computePointwise(Operation *op, const Point &point,
                                      unsigned width) {
  SmallVector<Bundle> operands;
  for (Value operand : op->getOperands())
    operands.push_back(emit(operand, point, width));
  Bundle result;
  for (unsigned lane = 0; lane < width; ++lane) {
    // Equal elements give equal ones.
    auto agrees = [&](unsigned other) {
      return llvm::all_of(operands, [&](const Bundle &bundle) {
        return bundle[lane] == bundle[other];
      });
    };
    auto others = llvm::seq<unsigned>(0, lane);
    auto equal = llvm::find_if(others, agrees);
    if (equal != others.end()) {
      result.push_back(result[*equal]);
      continue;
    }
    SmallVector<Value> elements;
    for (const Bundle &bundle : operands)
      elements.push_back(bundle[lane]);
    result.push_back(computeElement(builder, op->getLoc(), op, elements));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

/// A global for `value` in the module of `function`; one for all that are
/// equal.
static memref::GlobalOp getGlobal(gpu::GPUFuncOp function, ElementsAttr value) {
  auto module = function->getParentOfType<gpu::GPUModuleOp>();
  for (auto global : module.getOps<memref::GlobalOp>())
    if (global.getInitialValueAttr() == value)
      return global;
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  auto type = cast<RankedTensorType>(value.getType());
  auto global = memref::GlobalOp::create(
      builder, function.getLoc(), "constant", builder.getStringAttr("private"),
      MemRefType::get(type.getShape(), type.getElementType()), value,
      /*constant=*/true, builder.getI64IntegerAttr(64));
  SymbolTable(module).insert(global);
  return global;
}

Bundle PointEmitter::compute(ConstantOp op, const Point &point,
                             unsigned width) {
  if (auto splat = dyn_cast<SplatElementsAttr>(op.getValue())) {
    auto value = splat.getSplatValue<TypedAttr>();
    return Bundle(width, arith::ConstantOp::create(builder, loc, value));
  }
  memref::GlobalOp global = getGlobal(function, op.getValue());
  Value memref = memref::GetGlobalOp::create(builder, loc, global.getType(),
                                             global.getSymName());
  return load(memref, point, width);
}

Bundle PointEmitter::compute(ZeroOp op, const Point &point, unsigned width) {
  return Bundle(width,
                createFloat(builder, loc, op.getType().getElementType(), 0.0));
}

Bundle PointEmitter::compute(EyeOp op, const Point &point, unsigned width) {
  Type type = op.getType().getElementType();
  Value zero = createFloat(builder, loc, type, 0.0);
  Value one = createFloat(builder, loc, type, 1.0);
  Bundle result;
  for (unsigned lane = 0; lane < width; ++lane) {
    Value isOn = isEqual(getLane(point[0], lane), getLane(point[1], lane));
    result.push_back(arith::SelectOp::create(builder, loc, isOn, one, zero));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Bundle PointEmitter::compute(TransposeOp op, const Point &point,
                             unsigned width) {
  Point input(point.size());
  for (auto [axis, index] : llvm::zip_equal(op.getPermutation(), point))
    input[axis] = index;
  return emit(op.getInput(), input, width);
}

LaneIndex PointEmitter::scaleAndShift(const LaneIndex &index, int64_t scale,
                                      Value shift, unsigned width) {
  auto transform = [&](Value i) { return add(mul(i, scale), shift); };
  if (index.isRegular())
    return LaneIndex(transform(index.getStart()), index.getStep() * scale);
  return map(index, width, transform);
}

Bundle PointEmitter::compute(SliceOp op, const Point &point, unsigned width) {
  Point input;
  for (auto [index, offset, stride] :
       llvm::zip_equal(point, op.getMixedOffsets(), op.getStrides()))
    input.push_back(scaleAndShift(index, stride, getIndex(offset), width));
  return emit(op.getInput(), input, width);
}

Bundle PointEmitter::compute(BroadcastOp op, const Point &point,
                             unsigned width) {
  return emit(op.getInput(), point, width);
}

Bundle PointEmitter::compute(tensor::CastOp op, const Point &point,
                             unsigned width) {
  return emit(op.getSource(), point, width);
}

Bundle PointEmitter::compute(ReshapeOp op, const Point &point, unsigned width) {
  Value input = op.getInput();
  ArrayRef<int64_t> from = op.getInput().getType().getShape();
  ArrayRef<int64_t> to = op.getType().getShape();
  Point inputPoint(from.size(), LaneIndex(constant(0)));
  // Axes are taken from the right until those taken have as many elements on
  // both sides; only within such a group elements are counted.
  size_t i = from.size(), o = to.size();
  auto skipOnes = [&] {
    while (i > 0 && from[i - 1] == 1)
      --i;
    while (o > 0 && to[o - 1] == 1)
      --o;
  };
  auto finishGroup = [&](size_t iEnd, size_t oEnd) {
    SmallVector<Value> fromSizes, toSizes;
    for (size_t axis = i; axis < iEnd; ++axis)
      fromSizes.push_back(getSize(input, axis));
    for (size_t axis = o; axis < oEnd; ++axis)
      toSizes.push_back(getSize(op.getResult(), axis));
    ArrayRef<LaneIndex> taken = ArrayRef(point).slice(o, oEnd - o);
    LaneIndex place =
        linearize(Point(taken.begin(), taken.end()), toSizes, width);
    llvm::copy(delinearize(place, fromSizes, width), inputPoint.begin() + i);
  };
  for (skipOnes(); i > 0 && o > 0; skipOnes()) {
    size_t iEnd = i, oEnd = o;
    int64_t fromCount = from[--i], toCount = to[--o];
    bool isKnown = true;
    while (isKnown && fromCount != toCount) {
      bool takesInput = fromCount < toCount;
      size_t &next = takesInput ? i : o;
      isKnown = next > 0 && !ShapedType::isDynamic(fromCount) &&
                !ShapedType::isDynamic(toCount);
      if (!isKnown)
        break;
      int64_t size = (takesInput ? from : to)[--next];
      isKnown = !ShapedType::isDynamic(size);
      (takesInput ? fromCount : toCount) *= size;
    }
    // Two unknown sizes are equal if nothing else is left.
    auto isOne = [](int64_t size) { return size == 1; };
    if (!isKnown || (ShapedType::isDynamic(fromCount) &&
                     !(llvm::all_of(from.take_front(i), isOne) &&
                       llvm::all_of(to.take_front(o), isOne))))
      i = o = 0;
    finishGroup(iEnd, oEnd);
  }
  return emit(input, inputPoint, width);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

// What combines elements is bound by who emits the kernel; left are reductions
// along nothing, along axes of size 1, and of equal numbers.

template <typename OpTy>
Bundle PointEmitter::computeReduction(OpTy op, double identity,
                                      const Point &point, unsigned width) {
  int64_t rank = op.getInput().getType().getRank();
  llvm::SmallBitVector reduced(rank);
  for (int64_t axis : op.getAxes())
    reduced.set(axis < 0 ? axis + rank : axis);
  Point input;
  size_t next = 0;
  for (int64_t axis = 0; axis < rank; ++axis) {
    bool isKept = !reduced.test(axis);
    input.push_back(isKept ? point[next] : LaneIndex(constant(0)));
    next += isKept || op.getKeepdims();
  }
  Bundle result = emit(op.getInput(), input, width);
  if (reduced.none())
    return result;
  if (isSumOfConstant(op)) {
    Value count = constant(1);
    for (int64_t axis : reduced.set_bits())
      count = mul(count, getSize(op.getInput(), axis));
    Value element = extend(builder, loc, result.front());
    count =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), count);
    count = arith::SIToFPOp::create(builder, loc, element.getType(), count);
    element = arith::MulFOp::create(builder, loc, count, element);
    return Bundle(width,
                  round(builder, loc, element, op.getType().getElementType()));
  }
  Type type = op.getType().getElementType();
  for (Value &element : result) {
    Value extended = extend(builder, loc, element);
    Value start = createFloat(builder, loc, extended.getType(), identity);
    element = round(
        builder, loc,
        isa<ReduceMaxOp>(op)
            ? Value(arith::MaximumFOp::create(builder, loc, extended, start))
            : Value(arith::AddFOp::create(builder, loc, extended, start)),
        type);
  }
  return result;
}

Bundle PointEmitter::compute(ReduceSumOp op, const Point &point,
                             unsigned width) {
  return computeReduction(op, 0.0, point, width);
}

Bundle PointEmitter::compute(ReduceMaxOp op, const Point &point,
                             unsigned width) {
  return computeReduction(op, -std::numeric_limits<double>::infinity(), point,
                          width);
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

Bundle PointEmitter::compute(UnpackMaskOp op, const Point &point,
                             unsigned width) {
  const LaneIndex &last = point.back();
  Value eight = constant(8);
  Point input = point;
  bool isOneByte = last.isRegular() && last.getStep() == 1 && width <= 8 &&
                   8 % width == 0 && isMultiple(last.getStart(), width);
  if (isOneByte)
    input.back() = div(last.getStart(), eight);
  else
    input.back() = map(last, width, [&](Value i) { return div(i, eight); });
  Bundle bytes = emit(op.getInput(), input, width);
  Bundle result;
  for (unsigned lane = 0; lane < width; ++lane) {
    Value bit = arith::IndexCastOp::create(builder, loc, builder.getI8Type(),
                                           rem(getLane(last, lane), eight));
    Value shifted = arith::ShRUIOp::create(builder, loc, bytes[lane], bit);
    result.push_back(
        arith::TruncIOp::create(builder, loc, builder.getI1Type(), shifted));
  }
  return result;
}

Value PointEmitter::packBits(ArrayRef<Value> bits, ArrayRef<Value> guards) {
  Type byteType = builder.getI8Type();
  Value byte;
  for (size_t number = 0; number < bits.size(); ++number) {
    Value bit = bits[number], guard;
    if (!guards.empty())
      guard = guards[guards.size() == 1 ? 0 : number];
    if (guard)
      bit = arith::AndIOp::create(builder, loc, bit, guard);
    Value shifted = arith::ExtUIOp::create(builder, loc, byteType, bit);
    if (number > 0)
      shifted = arith::ShLIOp::create(
          builder, loc, shifted,
          arith::ConstantIntOp::create(builder, loc, byteType, number));
    byte = byte ? Value(arith::OrIOp::create(builder, loc, byte, shifted))
                : shifted;
  }
  return byte;
}

Bundle PointEmitter::compute(PackMaskOp op, const Point &point,
                             unsigned width) {
  Value size = getSize(op.getInput(), point.size() - 1);
  Bundle result;
  for (unsigned lane = 0; lane < width; ++lane) {
    Point bits;
    for (const LaneIndex &index : point)
      bits.push_back(getLane(index, lane));
    LaneIndex last(mul(bits.back().getStart(), 8), 1);
    bits.back() = clamp(last, size, 8);
    result.push_back(
        packBits(emit(op.getInput(), bits, 8), guard(last, size, 8)));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Assemblies
//===----------------------------------------------------------------------===//

Bundle PointEmitter::emitLanes(Value value, const Point &point,
                               unsigned width) {
  Bundle result;
  for (unsigned lane = 0; lane < width; ++lane) {
    Point own;
    for (const LaneIndex &index : point)
      own.push_back(getLane(index, lane));
    result.push_back(emit(value, own, 1).front());
  }
  return result;
}

Bundle PointEmitter::emitIf(Value condition, Type type, unsigned width,
                            function_ref<Bundle()> emitThen,
                            function_ref<Bundle()> emitElse) {
  // Known conditions leave no branch.
  if (std::optional<int64_t> known = getConstantIntValue(condition))
    return *known ? emitThen() : emitElse();
  auto branch = scf::IfOp::create(builder, loc, SmallVector<Type>(width, type),
                                  condition, /*withElseRegion=*/true);
  auto fill = [&](Block *block, function_ref<Bundle()> emitSide) {
    OpBuilder::InsertionGuard insertionGuard(builder);
    builder.setInsertionPointToStart(block);
    Scope scope(*this);
    scf::YieldOp::create(builder, loc, emitSide());
  };
  fill(branch.thenBlock(), emitThen);
  fill(branch.elseBlock(), emitElse);
  return Bundle(branch.getResults());
}

Bundle PointEmitter::compute(ConcatOp op, const Point &point, unsigned width) {
  int64_t axis = op.getAxis();
  if (axis < 0)
    axis += op.getType().getRank();
  // Where each piece begins; empty ones have no elements to ask for.
  SmallVector<std::pair<Value, Value>> pieces;
  Value begin = constant(0);
  for (Value input : op.getInputs()) {
    Value size = getSize(input, axis);
    if (getConstantIntValue(size) == 0)
      continue;
    pieces.push_back({input, begin});
    begin = add(begin, size);
  }
  const LaneIndex &index = point[axis];
  if (!index.isUniform() &&
      !llvm::all_of(pieces, [&](const std::pair<Value, Value> &piece) {
        return staysWithin(index, piece.second, width);
      }))
    return emitLanes(op.getResult(), point, width);

  Type type = op.getType().getElementType();
  std::function<Bundle(size_t)> emitFrom = [&](size_t number) -> Bundle {
    auto emitPiece = [&] {
      Point own = point;
      own[axis] = LaneIndex(sub(index.getStart(), pieces[number].second),
                            index.getStep());
      return emit(pieces[number].first, own, width);
    };
    if (number + 1 == pieces.size())
      return emitPiece();
    Value isHere = isLess(index.getStart(), pieces[number + 1].second);
    return emitIf(isHere, type, width, emitPiece,
                  [&] { return emitFrom(number + 1); });
  };
  return emitFrom(0);
}

Bundle PointEmitter::compute(InsertSliceOp op, const Point &point,
                             unsigned width) {
  Value source = op.getSource();
  ArrayRef<int64_t> from = op.getSource().getType().getShape();
  ArrayRef<int64_t> to = op.getType().getShape();
  Value isInside;
  Point own;
  for (auto [axis, index, mixed, stride] :
       llvm::enumerate(point, op.getMixedOffsets(), op.getStrides())) {
    Value offset = getIndex(mixed), size = getSize(source, axis);
    // An axis that is replaced whole.
    if (!ShapedType::isDynamic(from[axis]) && from[axis] == to[axis]) {
      own.push_back(index);
      continue;
    }
    // A branch decides for all lanes or for one.
    if (!index.isUniform() &&
        !(stride == 1 && staysWithin(index, offset, width) &&
          isMultiple(size, width)))
      return emitLanes(op.getResult(), point, width);
    Value moved = sub(index.getStart(), offset);
    Value place = div(moved, constant(stride));
    // What lies before the part has wrapped around.
    isInside = both(isInside, isLess(place, size));
    if (stride != 1)
      isInside =
          both(isInside, isEqual(rem(moved, constant(stride)), constant(0)));
    own.push_back(LaneIndex(place, index.getStep()));
  }
  if (!isInside)
    return emit(source, own, width);
  return emitIf(
      isInside, op.getType().getElementType(), width,
      [&] { return emit(source, own, width); },
      [&] { return emit(op.getDest(), point, width); });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static SmallVector<Value> getStarts(const Point &point) {
  SmallVector<Value> starts;
  for (const LaneIndex &index : point)
    starts.push_back(index.getStart());
  return starts;
}

/// How many lanes, a power of two, one access moves at `point`.
static unsigned getAccessWidth(MemRefType type, const Point &point,
                               unsigned width) {
  if (point.empty() || !point.back().isRegular() ||
      point.back().getStep() != 1 ||
      !isUniform(Point(point.begin(), std::prev(point.end()))))
    return 1;
  // In memory a vector of i1 has a bit an element, a memref a byte.
  int64_t bits = type.getElementTypeBitWidth();
  if (bits < 8)
    return 1;
  // What divides the place for certain.
  int64_t divisor = 0, stride = 1;
  for (auto [index, size] :
       llvm::reverse(llvm::zip_equal(point, type.getShape()))) {
    divisor =
        std::gcd(divisor, IndexEmitter::getDivisor(index.getStart()) * stride);
    if (!ShapedType::isDynamic(size))
      stride *= size;
  }
  unsigned access = 1;
  while (access * 2 <= width && width % (access * 2) == 0 &&
         access * 2 * bits <= kMaxAccessBytes * 8 &&
         divisor % (access * 2) == 0)
    access *= 2;
  return access;
}

Bundle PointEmitter::load(Value memref, const Point &point, unsigned width) {
  auto type = cast<MemRefType>(memref.getType());
  if (isUniform(point)) {
    Value element =
        memref::LoadOp::create(builder, loc, memref, getStarts(point));
    return Bundle(width, element);
  }
  unsigned access = getAccessWidth(type, point, width);
  Bundle result;
  for (unsigned lane = 0; lane < width; lane += access) {
    SmallVector<Value> indices;
    for (const LaneIndex &index : point)
      indices.push_back(getLane(index, lane));
    if (access == 1) {
      result.push_back(memref::LoadOp::create(builder, loc, memref, indices));
      continue;
    }
    auto vectorType = VectorType::get(access, type.getElementType());
    Value vector = vector::LoadOp::create(
        builder, loc, vectorType, memref, indices, /*nontemporal=*/false,
        llvm::MaybeAlign(access * type.getElementTypeBitWidth() / 8));
    for (unsigned part = 0; part < access; ++part)
      result.push_back(
          vector::ExtractOp::create(builder, loc, vector, int64_t(part)));
  }
  return result;
}

void PointEmitter::store(Value memref, const Point &point,
                         ArrayRef<Value> elements, ArrayRef<Value> guards) {
  auto type = cast<MemRefType>(memref.getType());
  unsigned width = isUniform(point) ? 1 : elements.size();
  auto storeGuarded = [&](Value guard, function_ref<void()> emitStores) {
    if (!guard)
      return emitStores();
    auto branch = scf::IfOp::create(builder, loc, guard);
    OpBuilder::InsertionGuard insertionGuard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    Scope scope(*this);
    emitStores();
  };
  auto storeLane = [&](unsigned lane) {
    SmallVector<Value> indices;
    for (const LaneIndex &index : point)
      indices.push_back(getLane(index, lane));
    memref::StoreOp::create(builder, loc, elements[lane], memref, indices);
  };
  if (guards.size() > 1) {
    for (unsigned lane = 0; lane < width; ++lane)
      storeGuarded(guards[lane], [&] { storeLane(lane); });
    return;
  }
  storeGuarded(guards.empty() ? Value() : guards.front(), [&] {
    unsigned access = getAccessWidth(type, point, width);
    for (unsigned lane = 0; lane < width; lane += access) {
      if (access == 1) {
        storeLane(lane);
        continue;
      }
      SmallVector<Value> indices;
      for (const LaneIndex &index : point)
        indices.push_back(getLane(index, lane));
      Value vector = vector::FromElementsOp::create(
          builder, loc, VectorType::get(access, type.getElementType()),
          elements.slice(lane, access));
      vector::StoreOp::create(
          builder, loc, vector, memref, indices, /*nontemporal=*/false,
          llvm::MaybeAlign(access * type.getElementTypeBitWidth() / 8));
    }
  });
}
