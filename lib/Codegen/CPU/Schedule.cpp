//===- Schedule.cpp - linalg on buffers to loops and vectors ----*- C++ -*-===//
//
// Implements novi-cpu-schedule: finds the fill in front of an operation and the
// operations behind it that can be computed in the same nest, and has the nest
// emitted.
//
//===----------------------------------------------------------------------===//

#include "ChooseSchedule.h"
#include "Novi/Codegen/CPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVICPUSCHEDULEPASS
#include "Novi/Codegen/CPU/Passes.h.inc"

namespace {

constexpr StringLiteral kCategory = "novi-cpu-schedule";

/// The most that follows on one operation in its nest, and how far away it is
/// looked for.
constexpr unsigned kMaxStages = 8, kMaxDistance = 64;

/// The buffer that `value` is a view of.
Value getRoot(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Whether two roots may be the same memory. Allocations, constants and
/// arguments of a function each have memory of their own.
bool mayAlias(Value a, Value b) {
  auto isOwn = [](Value root) {
    if (auto argument = dyn_cast<BlockArgument>(root))
      return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return isa<memref::AllocOp, memref::GetGlobalOp>(root.getDefiningOp());
  };
  return a == b || !isOwn(a) || !isOwn(b);
}

/// The buffers that a body reads by itself, as fusion leaves it to with
/// scalars.
SmallVector<Value> getCapturedBuffers(Region &region) {
  SmallVector<Value> buffers;
  region.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (isa<MemRefType>(operand.getType()) &&
          !region.isAncestor(operand.getParentRegion()))
        buffers.push_back(operand);
  });
  return buffers;
}

/// Whether one of `buffers` may be the memory of `root`.
bool mayContain(ArrayRef<Value> buffers, Value root) {
  return llvm::any_of(
      buffers, [&](Value buffer) { return mayAlias(getRoot(buffer), root); });
}

/// Whether `op` does nothing to the memory of `root`. `onlyWrites`: reading it
/// is nothing.
bool leavesAlone(Operation *op, Value root, bool onlyWrites) {
  if (isa<ViewLikeOpInterface, memref::AllocOp, memref::DimOp>(op) ||
      isMemoryEffectFree(op))
    return true;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    if (!onlyWrites && mayContain(getCapturedBuffers(op->getRegion(0)), root))
      return false;
    return llvm::none_of(op->getOpOperands(), [&](OpOperand &operand) {
      return isa<MemRefType>(operand.get().getType()) &&
             (!onlyWrites || linalgOp.isDpsInit(&operand)) &&
             mayAlias(getRoot(operand.get()), root);
    });
  }
  if (op->getNumRegions() != 0 || isa<CallOpInterface>(op))
    return false;
  return llvm::none_of(op->getOperands(), [&](Value operand) {
    return isa<MemRefType>(operand.getType()) &&
           mayAlias(getRoot(operand), root);
  });
}

/// The fill that gives `buffer` what it holds right before `op`, if only one
/// value can be meant.
linalg::FillOp findFill(Operation *op, Value buffer) {
  Value root = getRoot(buffer);
  Operation *before = op->getPrevNode();
  for (unsigned i = 0; before && i < kMaxDistance;
       ++i, before = before->getPrevNode()) {
    auto fill = dyn_cast<linalg::FillOp>(before);
    if (fill && fill.getOutputs().front() == buffer)
      return fill;
    if (!leavesAlone(before, root, false))
      return nullptr;
  }
  return nullptr;
}

/// Moves what computes `value` in front of `before`, if that is possible.
bool hoist(Value value, Operation *before, bool isTrial) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != before->getBlock() ||
      op->isBeforeInBlock(before))
    return true;
  if (!isa<ViewLikeOpInterface, memref::AllocOp, memref::DimOp>(op) &&
      !(isPure(op) && op->getNumRegions() == 0))
    return false;
  for (Value operand : op->getOperands())
    if (!hoist(operand, before, isTrial))
      return false;
  if (!isTrial)
    op->moveBefore(before);
  return true;
}

/// One nest while operations are added to it.
class NestBuilder {
public:
  /// Operations in `done` have been emitted elsewhere.
  NestBuilder(linalg::LinalgOp op, Nest nest,
              const llvm::SetVector<Operation *> &done)
      : first(op), nest(std::move(nest)), done(done) {
    consumed.insert(op);
  }

  /// Adds what reads the results, as long as there is something.
  void fuseUsers() {
    while (nest.stages.size() < kMaxStages && fuseUser())
      ;
  }

  /// Finds out which results nobody else reads.
  void dropStores() {
    for (unsigned stage = 0; stage < nest.stages.size(); ++stage)
      for (NestAccess &output : nest.stages[stage].outputs) {
        bool isOverwritten = llvm::any_of(
            llvm::drop_begin(nest.stages, stage + 1),
            [&](const NestStage &later) {
              return llvm::any_of(later.outputs, [&](const NestAccess &o) {
                return o.value == output.value;
              });
            });
        output.stored =
            !isOverwritten && isReadElsewhere(getRoot(output.value));
      }
  }

  Nest &getNest() { return nest; }
  const llvm::SmallSetVector<Operation *, 8> &getConsumed() { return consumed; }

private:
  bool fuseUser() {
    linalg::LinalgOp user;
    Value shared;
    for (const NestStage &stage : nest.stages)
      for (const NestAccess &output : stage.outputs)
        for (OpOperand &use : output.value.getUses()) {
          auto op = dyn_cast<linalg::GenericOp>(use.getOwner());
          if (!op || op->getBlock() != first->getBlock() ||
              !first->isBeforeInBlock(op) || isGone(op) ||
              (user && user->isBeforeInBlock(op)) || op.isDpsInit(&use))
            continue;
          user = op;
          shared = output.value;
        }
    if (!user || !canMove(user) || !isSafe(user, shared) ||
        failed(nest.append(user, shared)))
      return false;
    for (Value operand : user->getOperands())
      hoist(operand, first, /*isTrial=*/false);
    user->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!user->isAncestor(operand.getParentBlock()->getParentOp()))
          hoist(operand, first, /*isTrial=*/false);
    });
    consumed.insert(user);
    return true;
  }

  /// Whether `user` could as well stand right behind the first operation.
  bool canMove(linalg::LinalgOp user) {
    SmallVector<Value> operands(user->getOperands());
    user->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!user->isAncestor(operand.getParentBlock()->getParentOp()))
          operands.push_back(operand);
    });
    for (Value operand : operands)
      if (!hoist(operand, first, /*isTrial=*/true))
        return false;
    unsigned distance = 0;
    for (Operation *between = first->getNextNode(); between != user;
         between = between->getNextNode()) {
      if (++distance > kMaxDistance)
        return false;
      if (isGone(between))
        continue;
      for (OpOperand &operand : user->getOpOperands())
        if (isa<MemRefType>(operand.get().getType()) &&
            !leavesAlone(between, getRoot(operand.get()),
                         /*onlyWrites=*/!user.isDpsInit(&operand)))
          return false;
      for (Value buffer : getCapturedBuffers(user->getRegion(0)))
        if (!leavesAlone(between, getRoot(buffer), /*onlyWrites=*/true))
          return false;
    }
    return true;
  }

  /// Whether what `user` writes at a point disturbs nothing that the nest reads
  /// at another, and what it reads but `shared` is not written by the nest.
  bool isSafe(linalg::LinalgOp user, Value shared) {
    SmallVector<Value> captured = getCapturedBuffers(user->getRegion(0));
    for (const NestStage &stage : nest.stages)
      for (const NestAccess &output : stage.outputs)
        if (mayContain(captured, getRoot(output.value)))
          return false;
    for (OpOperand *input : user.getDpsInputOperands()) {
      if (!isa<MemRefType>(input->get().getType()) || input->get() == shared)
        continue;
      for (const NestStage &stage : nest.stages)
        for (const NestAccess &output : stage.outputs)
          if (mayAlias(getRoot(input->get()), getRoot(output.value)))
            return false;
    }
    for (Value written : user.getDpsInits()) {
      Value root = getRoot(written);
      if (mayContain(captured, root))
        return false;
      for (const NestStage &stage : nest.stages) {
        if (mayContain(getCapturedBuffers(*stage.getBody().getParent()), root))
          return false;
        for (const NestAccess &input : stage.inputs)
          if (input.isBuffer() && mayAlias(getRoot(input.value), root))
            return false;
        for (const NestAccess &output : stage.outputs)
          if (output.value != written && mayAlias(getRoot(output.value), root))
            return false;
      }
      for (OpOperand *input : user.getDpsInputOperands())
        if (input->get() != written && input->get() != shared &&
            isa<MemRefType>(input->get().getType()) &&
            mayAlias(getRoot(input->get()), root))
          return false;
    }
    return true;
  }

  /// Whether an operation outside of the nest looks into a buffer.
  bool isReadElsewhere(Value buffer) {
    if (!buffer.getDefiningOp<memref::AllocOp>() &&
        !buffer.getDefiningOp<ViewLikeOpInterface>())
      return true;
    return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
      if (isGone(user) || isa<memref::DeallocOp, memref::DimOp>(user))
        return false;
      if (isa<ViewLikeOpInterface>(user))
        return isReadElsewhere(user->getResult(0));
      return true;
    });
  }

  bool isGone(Operation *op) {
    return consumed.contains(op) || done.contains(op);
  }

  linalg::LinalgOp first;
  Nest nest;
  llvm::SmallSetVector<Operation *, 8> consumed;
  const llvm::SetVector<Operation *> &done;
};

void remarkNest(const Nest &nest, const NestSchedule &schedule) {
  std::string tile;
  for (int64_t step : schedule.steps)
    tile += (tile.empty() ? "" : "x") + std::to_string(step);
  remark::passed(nest.loc, remark::RemarkOpts::name("Nest").category(kCategory))
      << remark::metric("Lanes", std::to_string(schedule.lanes))
      << remark::metric("Pieces", std::to_string(schedule.pieces))
      << remark::metric("Tile", tile)
      << remark::metric("Unroll", std::to_string(schedule.unroll))
      << remark::metric("Fused", std::to_string(nest.stages.size() - 1))
      << remark::metric("Threads", schedule.isParallel ? "yes" : "no");
}

struct NoviCPUSchedulePass
    : impl::NoviCPUSchedulePassBase<NoviCPUSchedulePass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (llvm::isPowerOf2_64(vectorBits) && vectorBits >= 64 &&
        vectorBits <= 2048)
      return success();
    return emitError(UnknownLoc::get(context),
                     "vector-bits is " + std::to_string(vectorBits) +
                         "; it must be a power of two from 64 to 2048");
  }

  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    for (memref::CopyOp copy : copies) {
      OpBuilder builder(copy);
      if (!isa<MemRefType>(copy.getSource().getType()) ||
          !isa<MemRefType>(copy.getTarget().getType()))
        continue;
      linalg::makeMemRefCopyOp(builder, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      copy.erase();
    }

    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    // A fill waits whether a later operation starts from it.
    for (linalg::LinalgOp op : ops)
      noteFills(op);
    for (linalg::LinalgOp op : ops)
      if (!done.contains(op) && failed(emit(op)))
        return signalPassFailure();
    for (Operation *op : llvm::reverse(done))
      op->erase();
    done.clear();
    fills.clear();
  }

private:
  void noteFills(linalg::LinalgOp op) {
    // A nest starts from the filled value and writes every element.
    if (op.getNumReductionLoops() == 0 || !Nest::supports(op))
      return;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      if (!isa<MemRefType>(init.get().getType()) ||
          !op.payloadUsesValueFromOperand(&init))
        continue;
      linalg::FillOp fill = findFill(op, init.get());
      if (!fill || done.contains(fill))
        continue;
      fills[{op, init.getOperandNumber()}] = fill.getInputs().front();
      done.insert(fill);
    }
  }

  LogicalResult emit(linalg::LinalgOp op) {
    OpBuilder builder(op);
    if (!Nest::supports(op)) {
      IRRewriter rewriter(builder);
      if (failed(linalg::linalgOpToLoops(rewriter, op)))
        return op.emitError("no loops can be made of this operation");
      done.insert(op);
      return success();
    }
    Nest nest = Nest::get(builder, op);
    for (auto [index, init] : llvm::enumerate(op.getDpsInitsMutable()))
      nest.fills[index] = fills.lookup({op, init.getOperandNumber()});
    NestBuilder nestBuilder(op, std::move(nest), done);
    if (fuse)
      nestBuilder.fuseUsers();
    nestBuilder.dropStores();
    Nest &whole = nestBuilder.getNest();
    whole.simplify(builder);
    NestSchedule schedule =
        chooseSchedule(builder, whole, {vectorBits, parallelThreshold});
    remarkNest(whole, schedule);
    emitNest(builder, whole, schedule);
    done.insert_range(nestBuilder.getConsumed());
    return success();
  }

  /// What is emitted or part of what is.
  llvm::SetVector<Operation *> done;
  DenseMap<std::pair<Operation *, unsigned>, Value> fills;
};

} // namespace
} // namespace mlir::novi
