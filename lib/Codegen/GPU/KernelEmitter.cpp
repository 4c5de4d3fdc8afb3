//===- KernelEmitter.cpp - From novi.kernel to gpu.func ---------*- C++ -*-===//
//
// Dispatches kernels to their emitters, and has what the emitters share.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "Novi/Conversion/NoviToLinalg/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

/// The numbers of a schedule and their names.
static constexpr std::pair<StringLiteral, int64_t KernelSchedule::*>
    kScheduleFields[] = {
        {"threads", &KernelSchedule::threads},
        {"tile_m", &KernelSchedule::tileM},
        {"tile_n", &KernelSchedule::tileN},
        {"tile_k", &KernelSchedule::tileK},
        {"thread_m", &KernelSchedule::threadM},
        {"thread_n", &KernelSchedule::threadN},
        {"width", &KernelSchedule::width},
        {"local_threads", &KernelSchedule::localThreads},
        {"reduced_threads", &KernelSchedule::reducedThreads},
};

DictionaryAttr KernelSchedule::toAttribute(MLIRContext *context) const {
  Builder builder(context);
  NamedAttrList list;
  for (auto [name, field] : kScheduleFields)
    if (this->*field != 0)
      list.append(name, builder.getI64IntegerAttr(this->*field));
  return list.getDictionary(context);
}

FailureOr<KernelSchedule> novi::chooseSchedule(KernelOp kernel,
                                               const KernelAnalysis &analysis) {
  FailureOr<KernelSchedule> schedule =
      analysis.getProduct() ? chooseProductSchedule(kernel, analysis)
                            : chooseElementSchedule(kernel, analysis);
  DictionaryAttr given = kernel.getScheduleAttr();
  if (failed(schedule) || !given)
    return schedule;
  for (NamedAttribute entry : given) {
    auto field = llvm::find_if(kScheduleFields, [&](auto known) {
      return known.first == entry.getName().getValue();
    });
    auto number = dyn_cast<IntegerAttr>(entry.getValue());
    if (field == std::end(kScheduleFields) || !number ||
        (*schedule).*(field->second) == 0)
      return kernel.emitOpError("has a schedule with '")
             << entry.getName().getValue() << " = " << entry.getValue()
             << "', but that of such a kernel has integers for "
             << schedule->toAttribute(kernel.getContext());
    (*schedule).*(field->second) = number.getInt();
  }
  std::string reason;
  bool isRight =
      analysis.getProduct()
          ? checkProductSchedule(kernel, analysis, *schedule, reason)
          : checkElementSchedule(kernel, analysis, *schedule, reason);
  if (!isRight)
    return kernel.emitOpError("has the schedule ")
           << schedule->toAttribute(kernel.getContext()) << ", but " << reason;
  return schedule;
}

LogicalResult novi::emitKernel(KernelOp kernel, const KernelAnalysis &analysis,
                               const KernelSchedule &schedule,
                               gpu::GPUFuncOp function) {
  for (auto [number, value] : llvm::enumerate(kernel.getYield().getValues()))
    if (!value.getDefiningOp() || !analysis.hasAxes(value.getDefiningOp()))
      return kernel.emitOpError("gives as result ")
             << number << " what it does not compute; canonicalisation takes "
             << "that out";
  KernelEmitter emitter(kernel, analysis, schedule, function);
  if (failed(analysis.getProduct() ? emitProductKernel(emitter)
                                   : emitElementKernel(emitter)))
    return failure();
  gpu::ReturnOp::create(emitter.builder, emitter.loc);
  // Left to itself ptxas aims at more blocks a multiprocessor than registers
  // suffice for, and spills a few.
  function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    emitter.builder.getI32IntegerAttr(1));
  return success();
}

Value novi::emitNumBlocks(OpBuilder &builder, KernelOp kernel,
                          const KernelAnalysis &analysis,
                          const KernelSchedule &schedule) {
  IndexEmitter indices(builder, kernel, kernel.getInputs());
  return analysis.getProduct()
             ? emitNumProductBlocks(indices, kernel, analysis, schedule)
             : emitNumElementBlocks(indices, kernel, analysis, schedule);
}

//===----------------------------------------------------------------------===//
// KernelEmitter
//===----------------------------------------------------------------------===//

KernelEmitter::KernelEmitter(KernelOp kernel, const KernelAnalysis &analysis,
                             const KernelSchedule &schedule,
                             gpu::GPUFuncOp function)
    : kernel(kernel), analysis(analysis), schedule(schedule),
      function(function), loc(kernel.getLoc()),
      builder(OpBuilder::atBlockEnd(&function.getBody().front())),
      points(builder, kernel, function) {}

Value KernelEmitter::getThread() {
  if (!thread)
    thread = createAtEntry([&](OpBuilder &b) {
      return gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x);
    });
  return thread;
}

Value KernelEmitter::getBlock() {
  if (!block)
    block = createAtEntry([&](OpBuilder &b) {
      return gpu::BlockIdOp::create(b, loc, gpu::Dimension::x);
    });
  return block;
}

Value KernelEmitter::getNumBlocks() {
  if (!numBlocks)
    numBlocks = createAtEntry([&](OpBuilder &b) {
      return gpu::GridDimOp::create(b, loc, gpu::Dimension::x);
    });
  return numBlocks;
}

Value KernelEmitter::createAtEntry(function_ref<Value(OpBuilder &)> create) {
  OpBuilder atEntry = OpBuilder::atBlockBegin(&function.getBody().front());
  return create(atEntry);
}

Value novi::emitAxisSize(IndexEmitter &indices, const KernelAnalysis &analysis,
                         KernelOp kernel, unsigned axis) {
  if (!ShapedType::isDynamic(analysis.getAxisSize(axis)))
    return indices.constant(analysis.getAxisSize(axis));
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (!analysis.hasAxes(&op))
      continue;
    ArrayRef<std::optional<unsigned>> axes = analysis.getAxes(&op);
    size_t number =
        llvm::find(axes, std::optional<unsigned>(axis)) - axes.begin();
    if (number == axes.size())
      continue;
    // An axis of pack_mask is that of its elements.
    if (auto pack = dyn_cast<PackMaskOp>(op))
      return indices.getSize(
          pack.getInput(),
          std::min<int64_t>(number, pack.getType().getRank() - 1));
    size_t rank = cast<RankedTensorType>(op.getResult(0).getType()).getRank();
    if (number < rank)
      return indices.getSize(op.getResult(0), number);
    // After the result's axes come those that a reduction drops.
    ArrayRef<int64_t> reduced = isa<ReduceSumOp>(op)
                                    ? cast<ReduceSumOp>(op).getAxes()
                                    : cast<ReduceMaxOp>(op).getAxes();
    auto type = cast<RankedTensorType>(op.getOperand(0).getType());
    SmallVector<int64_t> sorted;
    for (int64_t reducedAxis : reduced)
      sorted.push_back(reducedAxis < 0 ? reducedAxis + type.getRank()
                                       : reducedAxis);
    llvm::sort(sorted);
    return indices.getSize(op.getOperand(0), sorted[number - rank]);
  }
  llvm_unreachable("an axis along which nothing runs");
}

Value KernelEmitter::getAxisSize(unsigned axis) {
  return emitAxisSize(points, analysis, kernel, axis);
}

Point KernelEmitter::getPlace(Value value, const Point &point) {
  Point place;
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  for (std::optional<unsigned> axis :
       analysis.getAxes(value.getDefiningOp()).take_front(rank))
    place.push_back(axis ? point[*axis] : LaneIndex(points.constant(0)));
  return place;
}

void KernelEmitter::store(unsigned number, const Point &point, unsigned width,
                          ArrayRef<Value> guards) {
  Value value = kernel.getYield().getValues()[number];
  Value memref = function.getArgument(kernel.getNumOperands() + number);
  if (auto pack = value.getDefiningOp<PackMaskOp>())
    return storeMask(pack, memref, point, width, guards);
  Point place = getPlace(value, point);
  points.store(memref, place, points.emit(value, place, width, guards), guards);
}

void KernelEmitter::storeMask(PackMaskOp pack, Value memref, const Point &point,
                              unsigned width, ArrayRef<Value> guards) {
  Value mask = pack.getInput();
  int64_t last = pack.getType().getRank() - 1;
  Point place = getPlace(pack.getResult(), point);
  std::optional<unsigned> packed = getPackedAxis(pack);
  Value eight = points.constant(8), size = points.getSize(mask, last);
  place.back() = packed ? point[*packed] : LaneIndex(points.constant(0));
  Value start = place.back().getStart();
  if (!place.back().isUniform()) {
    // The guards of lanes are those of bits, the byte is there with its first.
    Value byte = points.packBits(points.emit(mask, place, 8), guards);
    place.back() = points.div(start, eight);
    Value guard = guards.empty() ? Value() : guards.front();
    points.store(memref, place, byte, guard);
    storePadding(pack, memref, place, start, guard);
    return;
  }
  // A row in each lane; who has the first bit of a byte makes it.
  Value isFirst;
  if (packed)
    isFirst = points.isEqual(points.rem(start, eight), points.constant(0));
  ifTrue(isFirst, [&] {
    SmallVector<Bundle> bits;
    SmallVector<Value> isThere;
    for (int64_t bit = 0; bit < (packed ? 8 : 1); ++bit) {
      Value at = points.add(start, bit);
      isThere.push_back(bit == 0 ? Value() : points.isLess(at, size));
      place.back() = points.clamp(at, size, 1);
      bits.push_back(points.emit(mask, place, width));
    }
    Bundle bytes;
    for (unsigned lane = 0; lane < width; ++lane) {
      SmallVector<Value> ofLane;
      for (const Bundle &bundle : bits)
        ofLane.push_back(bundle[lane]);
      bytes.push_back(points.packBits(ofLane, isThere));
    }
    place.back() = points.div(start, eight);
    points.store(memref, place, bytes, guards);
    for (unsigned lane = 0; lane < width; ++lane) {
      Point own;
      for (const LaneIndex &index : place)
        own.push_back(points.getLane(index, lane));
      Value guard =
          guards.empty() ? Value() : guards[guards.size() == 1 ? 0 : lane];
      storePadding(pack, memref, own, start, guard);
    }
  });
}

/// Who has the last bits of a row, from `start` on, stores its padding.
void KernelEmitter::storePadding(PackMaskOp pack, Value memref, Point place,
                                 Value start, Value guard) {
  if (pack.getAlignment() == 8)
    return;
  int64_t last = pack.getType().getRank() - 1;
  Value end = points.add(start, 8);
  Value isBefore = points.isLess(end, points.getSize(pack.getInput(), last));
  Value isLast = arith::XOrIOp::create(
      builder, loc, isBefore,
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true)));
  ifTrue(points.both(guard, isLast), [&] {
    Value zero =
        arith::ConstantIntOp::create(builder, loc, builder.getI8Type(), 0);
    loop(points.div(end, points.constant(8)),
         points.getSize(pack.getResult(), last), points.constant(1), {},
         [&](Value i, ValueRange) -> SmallVector<Value> {
           place.back() = i;
           points.store(memref, place, zero);
           return {};
         });
  });
}

bool KernelEmitter::isStoredAfterReductions(unsigned number) {
  Operation *op = kernel.getYield().getValues()[number].getDefiningOp();
  KernelRole role = analysis.getRole(op);
  return role == KernelRole::Reduction || role == KernelRole::Finish;
}

Value KernelEmitter::allocateShared(ArrayRef<int64_t> shape, Type elementType) {
  auto space = gpu::AddressSpaceAttr::get(
      builder.getContext(), gpu::GPUDialect::getWorkgroupAddressSpace());
  auto type =
      MemRefType::get(shape, elementType, MemRefLayoutAttrInterface(), space);
  unsigned number = function.getNumWorkgroupAttributions();
  Value memref = function.addWorkgroupAttribution(type, loc);
  // Vector accesses want it.
  function.setWorkgroupAttributionAttr(number,
                                       LLVM::LLVMDialect::getAlignAttrName(),
                                       builder.getI64IntegerAttr(16));
  return memref;
}

void KernelEmitter::barrier() { gpu::BarrierOp::create(builder, loc); }

SmallVector<Value>
KernelEmitter::loop(Value from, Value to, Value step, ValueRange initial,
                    function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(builder, loc, from, to, step, initial);
  OpBuilder::InsertionGuard guard(builder);
  // The builder puts an empty yield only where nothing is carried.
  builder.setInsertionPointToStart(loop.getBody());
  PointEmitter::Scope scope(points);
  SmallVector<Value> carried =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!initial.empty())
    scf::YieldOp::create(builder, loc, carried);
  return SmallVector<Value>(loop.getResults());
}

void KernelEmitter::ifTrue(Value condition, function_ref<void()> body) {
  PointEmitter::Scope scope(points);
  if (!condition)
    return body();
  auto branch = scf::IfOp::create(builder, loc, condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  body();
}

void KernelEmitter::ifElse(Value condition, function_ref<void()> body,
                           function_ref<void()> otherwise) {
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  for (auto [block, emit] : {std::make_pair(branch.thenBlock(), body),
                             std::make_pair(branch.elseBlock(), otherwise)}) {
    PointEmitter::Scope scope(points);
    builder.setInsertionPointToStart(block);
    emit();
  }
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static Type getOperandElementType(Operation *reduction) {
  return cast<RankedTensorType>(reduction->getOperand(0).getType())
      .getElementType();
}

Type novi::getAccumulatorType(Operation *reduction) {
  return getComputeType(getOperandElementType(reduction));
}

Value novi::createIdentity(OpBuilder &builder, Location loc,
                           Operation *reduction) {
  double identity = isa<ReduceMaxOp>(reduction)
                        ? -std::numeric_limits<double>::infinity()
                        : 0.0;
  return createFloat(builder, loc, getAccumulatorType(reduction), identity);
}

Value novi::combine(OpBuilder &builder, Location loc, Operation *reduction,
                    Value a, Value b) {
  if (isa<ReduceMaxOp>(reduction))
    return arith::MaximumFOp::create(builder, loc, a, b);
  return arith::AddFOp::create(builder, loc, a, b);
}

Value novi::extendForReduction(OpBuilder &builder, Location loc,
                               Operation *reduction, Value element) {
  return extend(builder, loc, element, getAccumulatorType(reduction));
}

Value novi::finishReduction(OpBuilder &builder, Location loc,
                            Operation *reduction, Value accumulator) {
  return round(builder, loc, accumulator, getOperandElementType(reduction));
}

Value novi::combineAcrossLanes(KernelEmitter &emitter, Operation *reduction,
                               Value accumulator, int64_t first, int64_t last) {
  OpBuilder &builder = emitter.builder;
  Location loc = emitter.loc;
  auto shuffle = [&](Value value, int64_t distance) -> Value {
    return gpu::ShuffleOp::create(builder, loc, value, distance, /*width=*/32,
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  };
  // Lanes exchange 32 bits at a time.
  auto shuffleHalves = [&](Value value, int64_t distance) -> Value {
    Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
    Value bits = arith::BitcastOp::create(builder, loc, i64, value);
    Value shift = arith::ConstantIntOp::create(builder, loc, i64, 32);
    Value low = arith::TruncIOp::create(builder, loc, i32, bits);
    Value high = arith::TruncIOp::create(
        builder, loc, i32, arith::ShRUIOp::create(builder, loc, bits, shift));
    low = arith::ExtUIOp::create(builder, loc, i64, shuffle(low, distance));
    high = arith::ExtUIOp::create(builder, loc, i64, shuffle(high, distance));
    high = arith::ShLIOp::create(builder, loc, high, shift);
    bits = arith::OrIOp::create(builder, loc, low, high);
    return arith::BitcastOp::create(builder, loc, value.getType(), bits);
  };
  for (int64_t distance = first; distance < last; distance *= 2) {
    Value other = accumulator.getType().isF64()
                      ? shuffleHalves(accumulator, distance)
                      : shuffle(accumulator, distance);
    accumulator = combine(builder, loc, reduction, accumulator, other);
  }
  return accumulator;
}
