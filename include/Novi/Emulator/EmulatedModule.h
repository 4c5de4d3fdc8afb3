//===- EmulatedModule.h - Kernels that run without a GPU --------*- C++ -*-===//
//
// Prepares the kernels of a gpu.module once and launches them on the host. The
// module is the very one that becomes PTX, after convert-gpu-to-nvvm.
//
// Example
//   Expected<EmulatedModule> module = EmulatedModule::create(gpuModule);
//   if (!module)
//     return module.takeError();
//   void *x = ..., *y = ...;
//   void *parameters[] = {&x, &y};
//   return module->launch("add", /*grid=*/{4, 1, 1}, /*block=*/{256, 1, 1},
//                         /*dynamicShared=*/0, parameters,
//                         {{x, 4096, "x"}, {y, 4096, "y"}});
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EMULATOR_EMULATEDMODULE_H
#define NOVI_EMULATOR_EMULATEDMODULE_H

#include "Novi/Emulator/Launch.h"
#include "Novi/Emulator/NVVMToHost.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlir::novi {

class EmulatedModule {
public:
  /// Rewrites and compiles the kernels. The error says which operations have no
  /// model, and where they are.
  static llvm::Expected<EmulatedModule> create(gpu::GPUModuleOp module);

  EmulatedModule(EmulatedModule &&);
  EmulatedModule &operator=(EmulatedModule &&);
  ~EmulatedModule();

  llvm::ArrayRef<EmulatedKernel> getKernels() const;
  /// Null if there is none of this name.
  const EmulatedKernel *lookup(llvm::StringRef kernel) const;

  /// Runs a kernel. `parameters` has the address of a value for each parameter;
  /// besides the module's own variables the kernel may touch `buffers`. The
  /// error is the first fault (see Launch.h); what the kernel wrote until then
  /// is written.
  llvm::Error launch(llvm::StringRef kernel, emulator::Dim3 grid,
                     emulator::Dim3 block, uint64_t dynamicShared,
                     llvm::ArrayRef<void *> parameters,
                     llvm::ArrayRef<emulator::Buffer> buffers,
                     const emulator::LaunchOptions &options = {}) const;

private:
  struct Implementation;
  explicit EmulatedModule(std::unique_ptr<Implementation> implementation);

  std::unique_ptr<Implementation> implementation;
};

} // namespace mlir::novi

#endif // NOVI_EMULATOR_EMULATEDMODULE_H
