//===- EmulatedDevice.h - A GPU for host code, without a GPU ----*- C++ -*-===//
//
// The functions that host code calls to launch kernels (Novi/Runtime/GPU.h) by
// the emulator, so that the very host code that runs on a GPU runs without one:
// only the image of its kernels is another. Instead of a cubin or PTX it is the
// kernels themselves, in MLIR's bytecode.
//
// There is one device. What is launched has run when the call returns. Memory
// of the device is NaNs at first and has margins, and kernels may touch nothing
// else, host memory that is registered excepted. What goes wrong is a failed
// check (noviAssertFailed).
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EMULATOR_EMULATEDDEVICE_H
#define NOVI_EMULATOR_EMULATEDDEVICE_H

#include "Novi/Emulator/Launch.h"
#include "Novi/Runtime/GPU.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include <string>

namespace mlir::novi {

/// The kernels as an image that the emulator's mgpuModuleLoad takes: what a
/// gpu.binary has to carry. They are as for EmulatedModule::create.
std::string makeEmulatedImage(gpu::GPUModuleOp module);

/// The provider.
const NoviGPURuntime &getEmulatedGPURuntime();

/// How kernels are run from now on.
void setEmulatedLaunchOptions(const emulator::LaunchOptions &options);

} // namespace mlir::novi

#endif // NOVI_EMULATOR_EMULATEDDEVICE_H
