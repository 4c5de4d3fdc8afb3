//===- VerifyHost.cpp - The host computes on no tensor ----------*- C++ -*-===//
//
// Implements novi-gpu-verify-host.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIGPUVERIFYHOSTPASS
#include "Novi/Codegen/GPU/Passes.h.inc"

namespace {

bool hasTensor(Operation *op) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  return llvm::any_of(op->getOperandTypes(), isTensor) ||
         llvm::any_of(op->getResultTypes(), isTensor);
}

/// Whether the host may do it without the elements.
bool needsNoData(Operation *op) {
  return isa<LaunchOp, arith::ConstantOp, tensor::CastOp,
             tensor::CollapseShapeOp, tensor::DimOp, tensor::EmptyOp,
             tensor::ExpandShapeOp>(op) ||
         isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(op);
}

struct NoviGPUVerifyHostPass
    : impl::NoviGPUVerifyHostPassBase<NoviGPUVerifyHostPass> {
  using Base::Base;

  void runOnOperation() override {
    WalkResult result = getOperation().walk([](Operation *op) {
      if (!hasTensor(op) || needsNoData(op))
        return WalkResult::advance();
      op->emitOpError("is left to the host, but the elements of tensors are in "
                      "the device's memory; what computes on them must be in a "
                      "novi.kernel");
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::novi
