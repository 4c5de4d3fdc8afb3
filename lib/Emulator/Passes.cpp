//===- Passes.cpp - Kernels for the emulator --------------------*- C++ -*-===//
//
// The emulator's functions as passes.
//
//===----------------------------------------------------------------------===//

#include "Novi/Emulator/Passes.h"
#include "Novi/Emulator/EmulatedDevice.h"
#include "Novi/Emulator/NVVMToHost.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::novi {
#define GEN_PASS_DEF_NOVINVVMTOHOSTPASS
#define GEN_PASS_DEF_NOVIEMBEDEMULATEDKERNELSPASS
#include "Novi/Emulator/Passes.h.inc"
} // namespace mlir::novi

using namespace mlir;
using namespace mlir::novi;

static SmallVector<gpu::GPUModuleOp> collectKernels(ModuleOp module) {
  return llvm::to_vector(module.getOps<gpu::GPUModuleOp>());
}

namespace {

class NVVMToHostPass
    : public novi::impl::NoviNVVMToHostPassBase<NVVMToHostPass> {
  using Base::Base;

  void runOnOperation() override {
    for (gpu::GPUModuleOp kernels : collectKernels(getOperation())) {
      FailureOr<EmulatedCode> code = convertNVVMToHost(kernels);
      if (failed(code))
        return signalPassFailure();
      OpBuilder(kernels).insert(code->module.release());
      kernels.erase();
    }
  }
};

class EmbedEmulatedKernelsPass
    : public novi::impl::NoviEmbedEmulatedKernelsPassBase<
          EmbedEmulatedKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (gpu::GPUModuleOp kernels : collectKernels(getOperation())) {
      OpBuilder builder(kernels);
      Attribute target = NVVM::NVVMTargetAttr::get(&getContext());
      if (kernels.getTargetsAttr() && !kernels.getTargetsAttr().empty())
        target = kernels.getTargetsAttr()[0];
      auto object = gpu::ObjectAttr::get(
          &getContext(), target, gpu::CompilationTarget::Binary,
          builder.getStringAttr(makeEmulatedImage(kernels)), DictionaryAttr(),
          gpu::KernelTableAttr());
      gpu::BinaryOp::create(builder, kernels.getLoc(), kernels.getName(),
                            Attribute(), ArrayRef<Attribute>{object});
      kernels.erase();
    }
  }
};

} // namespace
