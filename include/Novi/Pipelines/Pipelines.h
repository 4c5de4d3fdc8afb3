//===- Pipelines.h - From novi to code --------------------------*- C++ -*-===//
//
// The named pipelines with their options.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_PIPELINES_PIPELINES_H
#define NOVI_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::novi {

struct CPUPipelineOptions : PassPipelineOptions<CPUPipelineOptions> {
  Option<int64_t> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("Bits of the target's vectors; a power of two"),
      llvm::cl::init(256)};
  Option<int64_t> parallelThreshold{
      *this, "parallel-threshold",
      llvm::cl::desc(
          "Units of work (elements times operations on each) from "
          "which on an operation is shared out to threads; 0: never"),
      llvm::cl::init(1 << 20)};
  Option<bool> fuse{*this, "fuse",
                    llvm::cl::desc("Fuse elementwise operations"),
                    llvm::cl::init(true)};
  Option<bool> reuseMemory{
      *this, "reuse-memory",
      llvm::cl::desc("Let buffers that do not live at one time share memory; "
                     "false to find a fault"),
      llvm::cl::init(true)};
};

/// From novi (or linalg on tensors) to the LLVM dialect. `--novi-to-cpu`.
void buildCPUPipeline(OpPassManager &manager,
                      const CPUPipelineOptions &options);

struct GPUPipelineOptions : PassPipelineOptions<GPUPipelineOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("sm_80, sm_90a or sm_100a"),
                           llvm::cl::init("sm_80")};
  Option<std::string> format{
      *this, "format",
      llvm::cl::desc("What kernels become: isa (PTX), bin (cubin) or fatbin"),
      llvm::cl::init("isa")};
  Option<bool> reuseMemory{
      *this, "reuse-memory",
      llvm::cl::desc("Let buffers that do not live at one time share memory; "
                     "false to find a fault"),
      llvm::cl::init(true)};
};

/// From novi to the LLVM dialect for the host and a gpu.binary with the
/// kernels. `--novi-to-nvvm`.
void buildGPUPipeline(OpPassManager &manager,
                      const GPUPipelineOptions &options);

void registerNoviPipelines();

} // namespace mlir::novi

#endif // NOVI_PIPELINES_PIPELINES_H
