//===- Register.cpp - The pipelines by name ---------------------*- C++ -*-===//
//
// Registers the pipelines.
//
//===----------------------------------------------------------------------===//

#include "Novi/Pipelines/Pipelines.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::novi {

void registerNoviPipelines() {
  PassPipelineRegistration<CPUPipelineOptions>(
      "novi-to-cpu",
      "From novi (or linalg on tensors) to the LLVM dialect for a CPU",
      buildCPUPipeline);
  PassPipelineRegistration<GPUPipelineOptions>(
      "novi-to-nvvm",
      "From novi to the LLVM dialect for the host and PTX, a cubin or a fatbin "
      "for an NVIDIA GPU",
      buildGPUPipeline);
}

} // namespace mlir::novi
