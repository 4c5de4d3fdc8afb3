//===- CheckShapes.cpp - The checks without the code ------------*- C++ -*-===//
//
// Implements novi-check-shapes: lowers a copy of each op and lets what it gives
// go. The checks stay, since they have an effect.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "Novi/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVICHECKSHAPESPASS
#include "Novi/Conversion/Passes.h.inc"

namespace {

/// Notes what is made.
struct Collector : RewriterBase::Listener {
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      made.push_back(op);
  }
  void notifyOperationErased(Operation *op) override { llvm::erase(made, op); }

  SmallVector<Operation *> made;
};

template <typename OpTy> bool lowerOne(Operation *op, RewriterBase &rewriter) {
  if constexpr (std::is_same_v<OpTy, KernelOp> ||
                std::is_same_v<OpTy, YieldOp>) {
    return false;
  } else {
    auto typed = dyn_cast<OpTy>(op);
    if (typed)
      (void)tolinalg::lower(typed, rewriter);
    return static_cast<bool>(typed);
  }
}

template <typename... OpTys>
void lowerAnyOf(Operation *op, RewriterBase &rewriter) {
  (void)(lowerOne<OpTys>(op, rewriter) || ...);
}

/// Whether the verifier has not answered all there is to ask.
bool isOpen(Operation *op) {
  auto isKnown = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return !llvm::all_of(op->getOperandTypes(), isKnown) ||
         !llvm::all_of(op->getResultTypes(), isKnown);
}

/// Puts the checks of `op` in front of it.
void check(Operation *op) {
  if (!isOpen(op))
    return;
  Collector collector;
  IRRewriter rewriter(op->getContext(), &collector);
  rewriter.setInsertionPoint(op);
  lowerAnyOf<
#define GET_OP_LIST
#include "Novi/Dialect/IR/NoviOps.cpp.inc"
      >(op, rewriter);
  // What is in a region goes with it.
  SmallVector<Operation *> made;
  for (Operation *each : collector.made)
    if (each->getBlock() == op->getBlock())
      made.push_back(each);
  for (Operation *each : llvm::reverse(made))
    if (isOpTriviallyDead(each))
      rewriter.eraseOp(each);
}

struct NoviCheckShapesPass
    : impl::NoviCheckShapesPassBase<NoviCheckShapesPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    IRRewriter rewriter(&getContext());
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    // Of a kernel's instructions, copies stand for them, and are gone at last.
    SmallVector<Operation *> copies;
    for (KernelOp kernel : kernels) {
      Operation *before = kernel->getPrevNode();
      rewriter.setInsertionPoint(kernel);
      cast<KernelOp>(rewriter.clone(*kernel)).dissolve(rewriter);
      for (Operation *op = before ? before->getNextNode()
                                  : &kernel->getBlock()->front();
           op != kernel; op = op->getNextNode())
        copies.push_back(op);
    }
    getOperation().walk([&](Operation *op) {
      if (isa<NoviDialect>(op->getDialect()) && !isa<KernelOp>(op) &&
          !op->getParentOfType<KernelOp>())
        ops.push_back(op);
    });
    llvm::for_each(ops, check);
    for (Operation *copy : llvm::reverse(copies))
      if (isOpTriviallyDead(copy))
        copy->erase();
  }
};

} // namespace
} // namespace mlir::novi
