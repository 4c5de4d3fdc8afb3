//===- InlineKernels.cpp - Dissolve kernels ---------------------*- C++ -*-===//
//
// Implements novi-inline-kernels.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIINLINEKERNELSPASS
#include "Novi/Transforms/Passes.h.inc"

namespace {

struct NoviInlineKernelsPass
    : impl::NoviInlineKernelsPassBase<NoviInlineKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](KernelOp kernel) {
      YieldOp yield = kernel.getYield();
      rewriter.inlineBlockBefore(&kernel.getBody().front(), kernel,
                                 kernel.getInputs());
      SmallVector<Value> results(yield.getValues());
      rewriter.eraseOp(yield);
      rewriter.replaceOp(kernel, results);
      ++numKernels;
    });
  }
};

} // namespace
} // namespace mlir::novi
