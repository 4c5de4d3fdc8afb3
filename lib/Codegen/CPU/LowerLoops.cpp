//===- LowerLoops.cpp - Loops to branches -----------------------*- C++ -*-===//
//
// The last loop goes first: to split a block moves all that follows, which then
// is no more than what stands between two loops.
//
//===----------------------------------------------------------------------===//

#include "LowerLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::novi {

static void lowerLoop(IRRewriter &rewriter, scf::ForOp loop) {
  Location loc = loop.getLoc();
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::slt;
  Block *before = loop->getBlock();
  Block *after = rewriter.splitBlock(before, Block::iterator(loop));
  Block *first = loop.getBody(), *last = &loop.getRegion().back();
  for (Value result : loop.getResults())
    result.replaceAllUsesWith(after->addArgument(result.getType(), loc));
  Operation *yield = last->getTerminator();

  rewriter.setInsertionPointToEnd(last);
  Value next = arith::AddIOp::create(rewriter, loc, first->getArgument(0),
                                     loop.getStep());
  Value goesOn = arith::CmpIOp::create(rewriter, loc, predicate, next,
                                       loop.getUpperBound());
  SmallVector<Value> again{next};
  llvm::append_range(again, yield->getOperands());
  cf::CondBranchOp::create(rewriter, loc, goesOn, first, again, after,
                           yield->getOperands());
  rewriter.eraseOp(yield);

  rewriter.setInsertionPointToEnd(before);
  SmallVector<Value> start{loop.getLowerBound()};
  llvm::append_range(start, loop.getInitArgs());
  auto lower = getConstantIntValue(loop.getLowerBound());
  auto upper = getConstantIntValue(loop.getUpperBound());
  if (lower && upper && 0 <= *lower && *lower < *upper) {
    cf::BranchOp::create(rewriter, loc, first, start);
  } else {
    Value begins = arith::CmpIOp::create(
        rewriter, loc, predicate, loop.getLowerBound(), loop.getUpperBound());
    cf::CondBranchOp::create(rewriter, loc, begins, first, start, after,
                             loop.getInitArgs());
  }
  rewriter.inlineRegionBefore(loop.getRegion(), after);
  rewriter.eraseOp(loop);
}

void lowerLoops(Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  IRRewriter rewriter(root->getContext());
  for (scf::ForOp loop : llvm::reverse(loops))
    lowerLoop(rewriter, loop);
}

} // namespace mlir::novi
