//===- GPU.cpp - From novi to a GPU's code ----------------------*- C++ -*-===//
//
// The pipeline --novi-to-nvvm.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/GPU/Passes.h"
#include "Novi/Codegen/Passes.h"
#include "Novi/Conversion/Passes.h"
#include "Novi/Emulator/Passes.h"
#include "Novi/Pipelines/Pipelines.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::novi {

static void simplify(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

/// From gpu.func to NVVM, which is what an emulator takes.
static void lowerKernels(OpPassManager &manager, StringRef chip) {
  NoviGPUAttachTargetPassOptions target;
  target.chip = chip.str();
  manager.addPass(createNoviGPUAttachTargetPass(target));
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  kernels.addPass(createNoviExpandMathPass());
  kernels.addPass(createNoviGPUUseInstructionsPass());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(arith::createArithExpandOpsPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createSCFToControlFlowPass());
  ConvertGpuOpsToNVVMOpsOptions nvvm;
  nvvm.useBarePtrCallConv = true;
  kernels.addPass(createConvertGpuOpsToNVVMOps(nvvm));
  simplify(kernels);
  kernels.addPass(createReconcileUnrealizedCastsPass());
}

void buildGPUPipeline(OpPassManager &manager,
                      const GPUPipelineOptions &options) {
  // One function, with all checks that sizes ask for.
  manager.addNestedPass<func::FuncOp>(createNoviInsertChecksPass());
  manager.addNestedPass<func::FuncOp>(createNoviCheckShapesPass());
  manager.addPass(createInlinerPass());
  manager.addPass(createSymbolDCEPass());
  manager.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  simplify(manager);

  // Kernels.
  manager.addPass(createNoviFusePass());
  manager.addPass(createNoviDecomposePass());
  simplify(manager);
  manager.addPass(createNoviGPUOutlineKernelsPass());
  manager.addPass(createConvertNoviToLinalgPass());
  simplify(manager);
  manager.addNestedPass<func::FuncOp>(createNoviGPUVerifyHostPass());

  // Buffers, all of the device's memory.
  manager.addPass(createNoviBufferizePass());
  simplify(manager);
  manager.addNestedPass<func::FuncOp>(createNoviResultsToDestinationsPass());
  NoviPlanMemoryPassOptions memory;
  memory.reuse = options.reuseMemory;
  manager.addNestedPass<func::FuncOp>(createNoviPlanMemoryPass(memory));
  manager.addPass(createNoviGPULaunchPass());

  // The device's part, then the host's.
  lowerKernels(manager, options.chip);
  if (options.format == "emulate") {
    manager.addPass(createNoviEmbedEmulatedKernelsPass());
  } else {
    NoviGPUToBinaryPassOptions binary;
    binary.format = options.format;
    manager.addPass(createNoviGPUToBinaryPass(binary));
  }
  manager.addPass(createNoviGPUHostToLLVMPass());
}

} // namespace mlir::novi
