//===- ToBinary.cpp - Kernels to PTX and machine code -----------*- C++ -*-===//
//
// Implements novi-gpu-to-binary: upstream's translation, with what it needs of
// the CUDA Toolkit found beforehand.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/GPU/Passes.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIGPUTOBINARYPASS
#include "Novi/Codegen/GPU/Passes.h.inc"

namespace {

constexpr StringLiteral kWhere = "; set CUDA_PATH to where the CUDA Toolkit is";

/// Where the toolkit may be: where we are told, where ptxas is, or in the usual
/// place.
SmallVector<std::string> getToolkits() {
  SmallVector<std::string> folders;
  for (StringRef variable : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (auto folder = llvm::sys::Process::GetEnv(variable))
      folders.push_back(*folder);
  if (auto assembler = llvm::sys::findProgramByName("ptxas")) {
    StringRef bin = llvm::sys::path::parent_path(*assembler);
    folders.push_back(llvm::sys::path::parent_path(bin).str());
  }
  if (folders.empty())
    folders.push_back("/usr/local/cuda");
  return folders;
}

/// The toolkit that has libdevice, or an empty path.
std::string findToolkit() {
  for (const std::string &folder : getToolkits()) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, "nvvm", "libdevice", "libdevice.10.bc");
    if (llvm::sys::fs::is_regular_file(path))
      return folder;
  }
  return {};
}

bool hasTool(StringRef name) {
  if (llvm::sys::findProgramByName(name))
    return true;
  return llvm::any_of(getToolkits(), [&](StringRef folder) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, "bin", name);
    return llvm::sys::fs::can_execute(path);
  });
}

/// A function of libdevice that is called; null if none is.
LLVM::LLVMFuncOp findLibraryFunction(ModuleOp module) {
  LLVM::LLVMFuncOp found;
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    for (auto function : kernels.getOps<LLVM::LLVMFuncOp>())
      if (function.isExternal() && function.getName().starts_with("__nv_"))
        found = function;
  return found;
}

struct NoviGPUToBinaryPass
    : impl::NoviGPUToBinaryPassBase<NoviGPUToBinaryPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<gpu::GPUDialect>();
    registerBuiltinDialectTranslation(registry);
    registerGPUDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    registerNVVMDialectTranslation(registry);
    NVVM::registerNVVMTargetInterfaceExternalModels(registry);
  }

  LogicalResult initialize(MLIRContext *context) override {
    std::optional<gpu::CompilationTarget> found =
        llvm::StringSwitch<std::optional<gpu::CompilationTarget>>(format)
            .Case("isa", gpu::CompilationTarget::Assembly)
            .Case("bin", gpu::CompilationTarget::Binary)
            .Case("fatbin", gpu::CompilationTarget::Fatbin)
            .Default(std::nullopt);
    if (!found)
      return emitError(UnknownLoc::get(context))
             << "format = '" << format
             << "': there are isa (PTX), bin (cubin) and fatbin";
    target = *found;
    return success();
  }

  void runOnOperation() override {
    if (failed(compile()))
      signalPassFailure();
  }

private:
  LogicalResult compile() {
    ModuleOp module = getOperation();
    std::string toolkit = findToolkit();
    SmallVector<StringRef> tools;
    if (target != gpu::CompilationTarget::Assembly)
      tools.push_back("ptxas");
    if (target == gpu::CompilationTarget::Fatbin)
      tools.push_back("fatbinary");
    for (StringRef tool : tools)
      if (!hasTool(tool))
        return module.emitError("there is no ")
               << tool << ", which format=" << format << " needs" << kWhere
               << "; format=isa needs none";
    LLVM::LLVMFuncOp needed = findLibraryFunction(module);
    if (needed && toolkit.empty())
      return needed.emitError("there is no libdevice, which has ")
             << needed.getName() << kWhere;

    gpu::TargetOptions options(needed || !tools.empty() ? toolkit : "", {}, "",
                               "", target);
    return gpu::transformGpuModulesToBinaries(module, /*handler=*/nullptr,
                                              options);
  }

  gpu::CompilationTarget target;
};

} // namespace
} // namespace mlir::novi
