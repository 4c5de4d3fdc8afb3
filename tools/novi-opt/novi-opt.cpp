//===- novi-opt.cpp - Run passes on MLIR ------------------------*- C++ -*-===//
//
// mlir-opt with the novi dialect and Novi's passes: all upstream dialects and
// passes are there too.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/CPU/Passes.h"
#include "Novi/Codegen/GPU/Passes.h"
#include "Novi/Codegen/Passes.h"
#include "Novi/Conversion/Passes.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Emulator/Passes.h"
#include "Novi/Pipelines/Pipelines.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<mlir::novi::NoviDialect>();
  mlir::novi::registerNoviGPUDialect(registry);
  mlir::registerAllPasses();
  mlir::novi::registerNoviCodegenPasses();
  mlir::novi::registerNoviCodegenCPUPasses();
  mlir::novi::registerNoviCodegenGPUPasses();
  mlir::novi::registerNoviConversionPasses();
  mlir::novi::registerNoviEmulatorPasses();
  mlir::novi::registerNoviTransformsPasses();
  mlir::novi::registerNoviPipelines();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Novi optimizer driver\n", registry));
}
