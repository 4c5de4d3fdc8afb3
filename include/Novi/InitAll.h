//===- InitAll.h - Everything Novi has --------------------------*- C++ -*-===//
//
// Registers all dialects, or all passes and pipelines, of Novi, for tools that
// offer them by name. Link NoviPipelines.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_INITALL_H
#define NOVI_INITALL_H

#include "Novi/Codegen/CPU/Passes.h"
#include "Novi/Codegen/GPU/Passes.h"
#include "Novi/Codegen/Passes.h"
#include "Novi/Conversion/Passes.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Emulator/Passes.h"
#include "Novi/Pipelines/Pipelines.h"
#include "Novi/Transforms/Passes.h"

namespace mlir::novi {

inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<NoviDialect>();
  registerNoviGPUDialect(registry);
}

inline void registerAllPasses() {
  registerNoviCodegenPasses();
  registerNoviCodegenCPUPasses();
  registerNoviCodegenGPUPasses();
  registerNoviConversionPasses();
  registerNoviEmulatorPasses();
  registerNoviTransformsPasses();
  registerNoviPipelines();
}

} // namespace mlir::novi

#endif // NOVI_INITALL_H
