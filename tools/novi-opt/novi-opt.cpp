//===- novi-opt.cpp - Run passes on MLIR ------------------------*- C++ -*-===//
//
// mlir-opt with the novi dialect and Novi's passes: all upstream dialects and
// passes are there too.
//
//===----------------------------------------------------------------------===//

#include "Novi/InitAll.h"
#include "Novi/Pipelines/CrashReproducer.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

/// Does what upstream's does with these arguments, and sees to it that a crash
/// leaves a reproducer.
static LogicalResult run(StringRef inputFile, StringRef outputFile,
                         DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  MlirOptMainConfig asGiven = config;
  config.setPassPipelineSetupFn([&](PassManager &manager) {
    novi::enableCrashReproducer(manager);
    return asGiven.setupPassPipeline(manager);
  });

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputFile, &message);
  std::unique_ptr<llvm::ToolOutputFile> output;
  if (input)
    output = openOutputFile(outputFile, &message);
  if (!output) {
    llvm::WithColor::error(llvm::errs(), "novi-opt") << message << '\n';
    return failure();
  }
  if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
    return failure();
  output->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  novi::registerAllDialects(registry);
  mlir::registerAllPasses();
  novi::registerAllPasses();
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "Novi optimizer driver\n", registry);
  if (MlirOptMainConfig::createFromCLOptions().shouldShowDialects())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  return asMainReturnCode(run(input, output, registry));
}
