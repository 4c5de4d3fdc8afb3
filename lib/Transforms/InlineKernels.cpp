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
      kernel.dissolve(rewriter);
      ++numKernels;
    });
  }
};

} // namespace
} // namespace mlir::novi
