//===- SynchronizationModels.cpp - Barriers and warp operations -*- C++ -*-===//
//
// How what threads do together becomes calls. The functions are in
// Runtime/Synchronization.cpp.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static LogicalResult replaceBarrier0(NVVM::Barrier0Op op, HostRewriter &host) {
  Location loc = op.getLoc();
  Value site = host.addSite(op);
  host.call(loc, "emu.barrier", Type(), {host.getI32(loc, 0), site});
  op.erase();
  return success();
}

static LogicalResult replaceBarrier(NVVM::BarrierOp op, HostRewriter &host) {
  Location loc = op.getLoc();
  Value site = host.addSite(op);
  Value number = op.getBarrierId();
  if (!number)
    number = host.getI32(loc, 0);
  Value count = op.getNumberOfThreads();
  if (op.getReductionOp()) {
    if (!count)
      count = host.getI32(loc, 0);
    Value kind = host.getI32(loc, static_cast<int64_t>(*op.getReductionOp()));
    LLVM::CallOp call =
        host.call(loc, "emu.barrier.reduce", host.builder.getI32Type(),
                  {number, count, kind, op.getReductionPredicate(), site});
    op.replaceAllUsesWith(call);
  } else if (count) {
    host.call(loc, "emu.barrier.count", Type(), {number, count, site});
  } else {
    host.call(loc, "emu.barrier", Type(), {number, site});
  }
  op.erase();
  return success();
}

static LogicalResult replaceBarrierArrive(NVVM::BarrierArriveOp op,
                                          HostRewriter &host) {
  Location loc = op.getLoc();
  Value site = host.addSite(op);
  Value number = op.getBarrierId();
  if (!number)
    number = host.getI32(loc, 0);
  host.call(loc, "emu.barrier.arrive", Type(),
            {number, op.getNumberOfThreads(), site});
  op.erase();
  return success();
}

static LogicalResult replaceSyncWarp(NVVM::SyncWarpOp op, HostRewriter &host) {
  Value site = host.addSite(op);
  host.call(op.getLoc(), "emu.bar.warp.sync", Type(), {op.getMask(), site});
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Operations of warps
//===----------------------------------------------------------------------===//

/// The low half of `packed` as `type`, which has 32 bits, and bit 32.
static std::pair<Value, Value> unpack(Value packed, Type type,
                                      HostRewriter &host) {
  OpBuilder &builder = host.builder;
  Location loc = packed.getLoc();
  Value low = LLVM::TruncOp::create(builder, loc, builder.getI32Type(), packed);
  if (type != low.getType())
    low = LLVM::BitcastOp::create(builder, loc, type, low);
  Value high = LLVM::LShrOp::create(builder, loc, packed, host.getI64(loc, 32));
  Value bit = LLVM::TruncOp::create(builder, loc, builder.getI1Type(), high);
  return {low, bit};
}

/// Replaces `op` by its value, or by value and predicate, as its type has it.
static void replaceByValueAndPredicate(Operation *op, Value value, Value bit,
                                       HostRewriter &host) {
  Type type = op->getResult(0).getType();
  if (!isa<LLVM::LLVMStructType>(type)) {
    op->getResult(0).replaceAllUsesWith(value);
  } else {
    Location loc = op->getLoc();
    Value both = LLVM::PoisonOp::create(host.builder, loc, type);
    both = LLVM::InsertValueOp::create(host.builder, loc, both, value,
                                       ArrayRef<int64_t>{0});
    both = LLVM::InsertValueOp::create(host.builder, loc, both, bit,
                                       ArrayRef<int64_t>{1});
    op->getResult(0).replaceAllUsesWith(both);
  }
  op->erase();
}

static LogicalResult replaceShuffle(NVVM::ShflOp op, HostRewriter &host) {
  Location loc = op.getLoc();
  Value site = host.addSite(op);
  Value kind = host.getI32(loc, static_cast<int64_t>(op.getKind()));
  Value value = op.getVal();
  Type type = value.getType();
  if (type != host.builder.getI32Type())
    value = LLVM::BitcastOp::create(host.builder, loc,
                                    host.builder.getI32Type(), value);
  LLVM::CallOp call = host.call(loc, "emu.shfl.sync", host.builder.getI64Type(),
                                {kind, op.getThreadMask(), value,
                                 op.getOffset(), op.getMaskAndClamp(), site});
  auto [result, isValid] = unpack(call.getResult(), type, host);
  replaceByValueAndPredicate(op, result, isValid, host);
  return success();
}

/// An i32 of the runtime as the type that the operation has, i1 or i32.
static Value narrow(Value value, Type type, HostRewriter &host) {
  if (value.getType() == type)
    return value;
  return LLVM::TruncOp::create(host.builder, value.getLoc(), type, value);
}

static LogicalResult replaceVote(NVVM::VoteSyncOp op, HostRewriter &host) {
  Location loc = op.getLoc();
  Type i32 = host.builder.getI32Type();
  Value site = host.addSite(op);
  Value kind = host.getI32(loc, static_cast<int64_t>(op.getKind()));
  Value predicate = host.extend(loc, op.getPred(), i32);
  LLVM::CallOp call = host.call(loc, "emu.vote.sync", i32,
                                {kind, op.getMask(), predicate, site});
  op.getRes().replaceAllUsesWith(
      narrow(call.getResult(), op.getRes().getType(), host));
  op.erase();
  return success();
}

static LogicalResult replaceMatch(NVVM::MatchSyncOp op, HostRewriter &host) {
  Location loc = op.getLoc();
  Type i64 = host.builder.getI64Type();
  Value site = host.addSite(op);
  Value kind = host.getI32(loc, static_cast<int64_t>(op.getKind()));
  Value value = host.extend(loc, op.getVal(), i64);
  LLVM::CallOp call = host.call(loc, "emu.match.sync", i64,
                                {kind, op.getThreadMask(), value, site});
  auto [result, isAll] =
      unpack(call.getResult(), host.builder.getI32Type(), host);
  replaceByValueAndPredicate(op, result, isAll, host);
  return success();
}

static LogicalResult replaceRedux(NVVM::ReduxOp op, HostRewriter &host) {
  Location loc = op.getLoc();
  Type i32 = host.builder.getI32Type(), type = op.getRes().getType();
  Value site = host.addSite(op);
  Value kind = host.getI32(loc, static_cast<int64_t>(op.getKind()));
  Value value = op.getVal();
  if (type != i32)
    value = LLVM::BitcastOp::create(host.builder, loc, i32, value);
  Value result = host.call(loc, "emu.redux.sync", i32,
                           {kind, op.getMaskAndClamp(), value,
                            host.getI32(loc, op.getAbs()),
                            host.getI32(loc, op.getNan()), site})
                     .getResult();
  if (type != i32)
    result = LLVM::BitcastOp::create(host.builder, loc, type, result);
  op.getRes().replaceAllUsesWith(result);
  op.erase();
  return success();
}

static LogicalResult replaceElect(NVVM::ElectSyncOp op, HostRewriter &host) {
  Location loc = op.getLoc();
  Value site = host.addSite(op);
  Value mask = op.getMembermask();
  if (!mask)
    mask = host.getI32(loc, -1);
  LLVM::CallOp call =
      host.call(loc, "emu.elect.sync", host.builder.getI32Type(), {mask, site});
  op.getPred().replaceAllUsesWith(
      narrow(call.getResult(), op.getPred().getType(), host));
  op.erase();
  return success();
}

static LogicalResult replaceTrap(LLVM::Trap op, HostRewriter &host) {
  Value site = host.addSite(op);
  host.call(op.getLoc(), "emu.trap", Type(), site);
  op.erase();
  return success();
}

static LogicalResult replaceNanosleep(NVVM::NanosleepOp op,
                                      HostRewriter &host) {
  host.call(op.getLoc(), "emu.nanosleep", Type(), {});
  op.erase();
  return success();
}

void novi::addSynchronizationModels(Models &models) {
  models.add(replaceBarrier0);
  models.add(replaceBarrier);
  models.add(replaceBarrierArrive);
  models.add(replaceSyncWarp);
  models.add(replaceShuffle);
  models.add(replaceVote);
  models.add(replaceMatch);
  models.add(replaceRedux);
  models.add(replaceElect);
  models.add(replaceTrap);
  models.add(replaceNanosleep);
  models.addCall("nvvm.exit", "emu.exit", /*isPure=*/false);
  // One thread runs at a time, and memory is as the host has it.
  models.addNothing("nvvm.memory.barrier");
  models.addNothing("nvvm.fence.sc.cluster");
  models.addNothing("nvvm.pmevent");
  models.addNothing("nvvm.breakpoint");
}
