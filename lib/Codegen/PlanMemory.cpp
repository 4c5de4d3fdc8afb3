//===- PlanMemory.cpp - Place buffers in one arena --------------*- C++ -*-===//
//
// Implements novi-plan-memory. A buffer's life is an interval of positions in
// the function's only block; placing them is first fit by size. What has no
// static size is freed behind its last use.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/Passes.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIPLANMEMORYPASS
#include "Novi/Codegen/Passes.h.inc"

namespace {

constexpr StringLiteral kCategory = "novi-plan-memory";

/// More bytes than a buffer may have: as many as addresses allow.
constexpr int64_t kMostBytes = int64_t(1) << 46;

/// One buffer of the arena: its life [first, last], empty if nothing uses it,
/// and where it lies.
struct Buffer {
  memref::AllocOp alloc;
  int64_t bytes;
  int64_t first, last;
  int64_t offset = 0;

  bool livesWith(const Buffer &other) const {
    return first <= other.last && other.first <= last;
  }
};

/// Sets offsets by first fit, larger buffers first. Returns the arena's size.
int64_t place(MutableArrayRef<Buffer> buffers, bool reuse) {
  SmallVector<Buffer *> order;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::stable_sort(order, [](const Buffer *a, const Buffer *b) {
    return a->bytes > b->bytes;
  });
  int64_t size = 0;
  SmallVector<Buffer *> placed; // by offset
  for (Buffer *buffer : order) {
    int64_t offset = 0;
    for (Buffer *other : placed) {
      if (reuse && !other->livesWith(*buffer))
        continue;
      if (offset + buffer->bytes <= other->offset)
        break;
      offset = std::max(offset, other->offset + other->bytes);
    }
    buffer->offset = offset;
    size = std::max(size, offset + buffer->bytes);
    placed.insert(llvm::upper_bound(placed, buffer,
                                    [](const Buffer *a, const Buffer *b) {
                                      return a->offset < b->offset;
                                    }),
                  buffer);
  }
  return size;
}

/// The largest sum of buffers that live at one time.
int64_t getLowerBound(ArrayRef<Buffer> buffers) {
  std::map<int64_t, int64_t> changes;
  for (const Buffer &buffer : buffers) {
    changes[buffer.first] += buffer.bytes;
    changes[buffer.last + 1] -= buffer.bytes;
  }
  int64_t sum = 0, bound = 0;
  for (auto [position, change] : changes)
    bound = std::max(bound, sum += change);
  return bound;
}

struct NoviPlanMemoryPass : impl::NoviPlanMemoryPassBase<NoviPlanMemoryPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !function.getBody().hasOneBlock())
      return;
    body = &function.getBody().front();
    SmallVector<memref::AllocOp> allocs;
    function.walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
    if (allocs.empty())
      return;

    positions.clear();
    for (auto [position, op] : llvm::enumerate(*body))
      positions[&op] = position;
    BufferViewFlowAnalysis aliases(function);
    SmallVector<Buffer> buffers;
    for (memref::AllocOp alloc : allocs) {
      auto views = aliases.resolve(alloc);
      if (failed(handle(alloc, views, buffers)))
        return signalPassFailure();
    }
    if (buffers.empty())
      return;

    int64_t size = place(buffers, reuse);
    remarkPlan(function, buffers, size);
    moveToArena(function, buffers, size);
  }

private:
  using Views = BufferViewFlowAnalysis::ValueSetT;

  /// Notes `alloc` for the arena or frees it behind its last use.
  LogicalResult handle(memref::AllocOp alloc, const Views &views,
                       SmallVectorImpl<Buffer> &buffers) {
    // Whether the buffer leaves the region it is allocated in, and whether
    // anything on the way outwards runs more than once.
    bool escapes = false, returned = false, repeats = false;
    for (Value view : views) {
      escapes |= !alloc->getParentRegion()->isAncestor(view.getParentRegion());
      for (Operation *user : view.getUsers())
        returned |= isa<func::ReturnOp>(user);
    }
    for (Operation *parent = alloc->getParentOp(); !isa<func::FuncOp>(parent);
         parent = parent->getParentOp())
      repeats |= !isa<RegionBranchOpInterface>(parent) ||
                 isa<LoopLikeOpInterface>(parent);
    if (returned)
      return checkSize(alloc), success();

    bool isStatic = alloc.getType().hasStaticShape() &&
                    alloc.getType().getLayout().isIdentity();
    if (isStatic && (!repeats || (!escapes && isSequential(alloc)))) {
      // What the buffer holds before its first use is nobody's business.
      FailureOr<int64_t> bytes = getBytes(alloc);
      if (failed(bytes))
        return failure();
      Buffer buffer{alloc, *bytes, INT64_MAX, -1};
      for (Value view : views)
        for (Operation *user : view.getUsers()) {
          if (isa<ViewLikeOpInterface, memref::DeallocOp>(user))
            continue;
          int64_t position = positions[ancestorOf(user)];
          buffer.first = std::min(buffer.first, position);
          buffer.last = std::max(buffer.last, position);
        }
      buffers.push_back(buffer);
      return success();
    }
    if (escapes)
      return alloc.emitError(
          "a buffer that a region hands to the outside needs "
          "a static size and, in a loop, a place outside of "
          "it");
    checkSize(alloc);
    freeBehindLastUse(alloc, views);
    return success();
  }

  Operation *ancestorOf(Operation *op) {
    return body->findAncestorOpInBlock(*op);
  }

  /// Whether one place serves all runs of the code around `alloc`.
  static bool isSequential(Operation *alloc) {
    for (Operation *parent = alloc->getParentOp(); !isa<func::FuncOp>(parent);
         parent = parent->getParentOp())
      if (!isa<RegionBranchOpInterface>(parent) ||
          parent->hasTrait<OpTrait::HasParallelRegion>())
        return false;
    return true;
  }

  /// The bytes of a buffer, or failure if nobody has as many.
  static FailureOr<int64_t> getBytes(memref::AllocOp alloc) {
    MemRefType type = alloc.getType();
    auto layout = DataLayout::closest(alloc);
    int64_t size = layout.getTypeSize(type.getElementType());
    int64_t bytes;
    if (llvm::MulOverflow(type.getNumElements(), size, bytes) ||
        bytes >= kMostBytes)
      return alloc.emitError("out of memory: 64 TiB or more in one ") << type;
    return llvm::alignTo(bytes, kBufferAlignment);
  }

  /// A size computed at run time may be more than there is, or overflow.
  static void checkSize(memref::AllocOp alloc) {
    MemRefType type = alloc.getType();
    if (type.hasStaticShape())
      return;
    OpBuilder builder(alloc);
    Location loc = alloc.getLoc();
    double known =
        DataLayout::closest(alloc).getTypeSize(type.getElementType());
    for (int64_t size : type.getShape())
      if (!ShapedType::isDynamic(size))
        known *= size;
    Type f64 = builder.getF64Type();
    Value bytes =
        arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(known));
    for (Value size : alloc.getDynamicSizes()) {
      Value word =
          arith::IndexCastOp::create(builder, loc, builder.getI64Type(), size);
      bytes = arith::MulFOp::create(
          builder, loc, bytes,
          arith::UIToFPOp::create(builder, loc, f64, word));
    }
    Value limit = arith::ConstantOp::create(
        builder, loc, builder.getF64FloatAttr(double(kMostBytes)));
    Value fits = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                                       bytes, limit);
    std::string text;
    llvm::raw_string_ostream(text)
        << "out of memory: sizes at run time ask for 64 TiB or more in one "
        << type;
    cf::AssertOp::create(builder, loc, fits, text);
  }

  static void freeBehindLastUse(memref::AllocOp alloc, const Views &views) {
    Block *block = alloc->getBlock();
    Operation *last = alloc;
    for (Value view : views)
      for (Operation *user : view.getUsers()) {
        if (isa<memref::DeallocOp>(user))
          return;
        Operation *ancestor = block->findAncestorOpInBlock(*user);
        if (last->isBeforeInBlock(ancestor))
          last = ancestor;
      }
    OpBuilder builder(alloc->getContext());
    builder.setInsertionPointAfter(last);
    memref::DeallocOp::create(builder, alloc.getLoc(), alloc);
  }

  static void remarkPlan(func::FuncOp function, ArrayRef<Buffer> buffers,
                         int64_t size) {
    int64_t sum = 0;
    for (const Buffer &buffer : buffers)
      sum += buffer.bytes;
    remark::analysis(function.getLoc(),
                     remark::RemarkOpts::name("Plan").category(kCategory))
        << remark::metric("Bytes", std::to_string(size))
        << remark::metric("LowerBound", std::to_string(getLowerBound(buffers)))
        << remark::metric("WithoutReuse", std::to_string(sum))
        << remark::metric("Buffers", std::to_string(buffers.size()));
  }

  void moveToArena(func::FuncOp function, ArrayRef<Buffer> buffers,
                   int64_t size) {
    OpBuilder builder = OpBuilder::atBlockBegin(body);
    auto type = MemRefType::get({size}, builder.getI8Type());
    unsigned position = function.getNumArguments();
    auto attribute = builder.getNamedAttr(NoviDialect::kArenaAttr,
                                          builder.getIndexAttr(size));
    (void)function.insertArgument(position, type,
                                  builder.getDictionaryAttr(attribute),
                                  function.getLoc());
    Value arena = function.getArgument(position);
    for (const Buffer &buffer : buffers) {
      memref::AllocOp alloc = buffer.alloc;
      Value offset = arith::ConstantIndexOp::create(builder, alloc.getLoc(),
                                                    buffer.offset);
      Value view =
          memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(),
                                 arena, offset, ValueRange());
      for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
        if (isa<memref::DeallocOp>(user))
          user->erase();
      alloc.replaceAllUsesWith(view);
    }
    // The builder stands in front of one of them.
    for (const Buffer &buffer : buffers)
      memref::AllocOp(buffer.alloc).erase();
  }

  Block *body = nullptr;
  DenseMap<Operation *, int64_t> positions;
};

} // namespace
} // namespace mlir::novi
