//===- CPU.cpp - From novi to native code -----------------------*- C++ -*-===//
//
// The pipeline --novi-to-cpu.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/CPU/Passes.h"
#include "Novi/Codegen/Passes.h"
#include "Novi/Conversion/Passes.h"
#include "Novi/Pipelines/Pipelines.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::novi {

static void simplify(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void buildCPUPipeline(OpPassManager &manager,
                      const CPUPipelineOptions &options) {
  // Loop nests are formed of what linalg makes of the instructions.
  manager.addPass(createNoviInlineKernelsPass());
  // One function, and less to do in it.
  manager.addNestedPass<func::FuncOp>(createNoviInsertChecksPass());
  manager.addPass(createConvertNoviToLinalgPass());
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(createInlinerPass());
  manager.addPass(createSymbolDCEPass());
  simplify(manager);
  if (options.fuse) {
    manager.addNestedPass<func::FuncOp>(createNoviCPUFusePass());
    simplify(manager);
  }

  // Buffers.
  manager.addPass(createNoviBufferizePass());
  simplify(manager);
  manager.addNestedPass<func::FuncOp>(createNoviResultsToDestinationsPass());

  // Loops and vectors.
  NoviCPUSchedulePassOptions schedule;
  schedule.vectorBits = options.vectorBits;
  schedule.fuse = options.fuse;
  schedule.parallelThreshold = options.parallelThreshold;
  manager.addNestedPass<func::FuncOp>(createNoviCPUSchedulePass(schedule));
  simplify(manager);
  manager.addNestedPass<func::FuncOp>(createNoviCPUExpandMathPass());

  // Which buffers are left is known only now.
  NoviPlanMemoryPassOptions memory;
  memory.reuse = options.reuseMemory;
  manager.addNestedPass<func::FuncOp>(createNoviPlanMemoryPass(memory));
  manager.addPass(createNoviCPUToLLVMPass());
}

void registerNoviPipelines() {
  PassPipelineRegistration<CPUPipelineOptions>(
      "novi-to-cpu",
      "From novi (or linalg on tensors) to the LLVM dialect for a CPU",
      buildCPUPipeline);
}

} // namespace mlir::novi
