//===- UseInstructions.cpp - Not functions of libdevice ---------*- C++ -*-===//
//
// Implements novi-gpu-use-instructions.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/GPU/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIGPUUSEINSTRUCTIONSPASS
#include "Novi/Codegen/GPU/Passes.h.inc"

namespace {

struct NoviGPUUseInstructionsPass
    : impl::NoviGPUUseInstructionsPassBase<NoviGPUUseInstructionsPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](math::FmaOp op) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceOpWithNewOp<LLVM::FMAOp>(op, op.getType(),
                                               op.getOperands());
    });
  }
};

} // namespace
} // namespace mlir::novi
