//===- AttachTarget.cpp - The chip of kernels -------------------*- C++ -*-===//
//
// Implements novi-gpu-attach-target.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/GPU/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIGPUATTACHTARGETPASS
#include "Novi/Codegen/GPU/Passes.h.inc"

namespace {

struct Chip {
  StringLiteral name;
  /// The version of PTX.
  StringLiteral features;
};

constexpr Chip kChips[] = {
    {"sm_80", "+ptx80"}, {"sm_90a", "+ptx80"}, {"sm_100a", "+ptx86"}};

struct NoviGPUAttachTargetPass
    : impl::NoviGPUAttachTargetPassBase<NoviGPUAttachTargetPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    const Chip *found = llvm::find_if(
        kChips, [&](const Chip &known) { return known.name == chip; });
    if (found == std::end(kChips))
      return emitError(UnknownLoc::get(context))
             << "chip = '" << chip
             << "': there is code for sm_80, sm_90a and sm_100a";
    features = found->features;
    return success();
  }

  void runOnOperation() override {
    Builder builder(&getContext());
    auto target = NVVM::NVVMTargetAttr::get(
        &getContext(), /*optLevel=*/3, "nvptx64-nvidia-cuda", chip, features);
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      module.setTargetsAttr(builder.getArrayAttr({target}));
  }

  StringRef features;
};

} // namespace
} // namespace mlir::novi
