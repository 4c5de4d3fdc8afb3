//===- InitAllPasses.h - Everything Novi can run ----------------*- C++ -*-===//
//
// Registers all passes and pipelines of Novi, for tools that offer them by
// name. Link NoviPipelines and NoviTransforms.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_INITALLPASSES_H
#define NOVI_INITALLPASSES_H

#include "Novi/Codegen/CPU/Passes.h"
#include "Novi/Codegen/Passes.h"
#include "Novi/Conversion/Passes.h"
#include "Novi/Pipelines/Pipelines.h"
#include "Novi/Transforms/Passes.h"

namespace mlir::novi {

inline void registerAllPasses() {
  registerNoviCodegenPasses();
  registerNoviCodegenCPUPasses();
  registerNoviConversionPasses();
  registerNoviTransformsPasses();
  registerNoviPipelines();
}

} // namespace mlir::novi

#endif // NOVI_INITALLPASSES_H
