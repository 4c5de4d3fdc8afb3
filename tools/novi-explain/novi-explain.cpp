//===- novi-explain.cpp - Tell what passes do -------------------*- C++ -*-===//
//
// Runs passes on a program and tells what became of its instructions.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/CPU/Passes.h"
#include "Novi/Codegen/Passes.h"
#include "Novi/Conversion/Passes.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Explain/Explain.h"
#include "Novi/Explain/Provenance.h"
#include "Novi/Pipelines/Pipelines.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mlir::novi;

namespace {

struct Options {
  cl::OptionCategory category{"novi-explain options"};
  cl::opt<std::string> program{
      cl::Positional, cl::cat(category), cl::init("-"),
      cl::desc("<program: MLIR text or bytecode, - for stdin>")};
  cl::list<std::string> why{
      "why", cl::cat(category), cl::value_desc("%value|line|file:line"),
      cl::desc("Tell all about this instruction or argument; may be repeated")};
  cl::opt<std::string> pipeline{
      "pipeline", cl::cat(category), cl::value_desc("builtin.module(...)"),
      cl::desc("The passes to run (default: the usual ones up to novi-fuse)")};
  cl::opt<ExplainTraining> training{
      "training", cl::cat(category), cl::init(ExplainTraining::Auto),
      cl::desc("Whether the usual passes add gradients and updates"),
      cl::values(clEnumValN(ExplainTraining::Auto, "auto",
                            "if the program has parameters and a loss"),
                 clEnumValN(ExplainTraining::On, "on", "yes"),
                 clEnumValN(ExplainTraining::Off, "off", "no"))};
  cl::opt<std::string> output{"o", cl::cat(category), cl::value_desc("file"),
                              cl::init("-"), cl::desc("Where to write")};
};

int run(Options &options, Provenance &provenance) {
  std::string message;
  std::unique_ptr<MemoryBuffer> program =
      mlir::openInputFile(options.program, &message);
  std::unique_ptr<ToolOutputFile> output =
      program ? mlir::openOutputFile(options.output, &message) : nullptr;
  if (!output) {
    WithColor::error(errs(), "novi-explain") << message << '\n';
    return 1;
  }

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<NoviDialect>();
  // One pass at a time, so that it is clear which did what.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(program), SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sourceMgr, &context);

  ExplainOptions explainOptions;
  explainOptions.pipeline = options.pipeline;
  explainOptions.training = options.training;
  explainOptions.questions.assign(options.why.begin(), options.why.end());
  if (failed(explainProgram(sourceMgr, &context, provenance, explainOptions,
                            output->os())))
    return 1;
  output->keep();
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  Provenance provenance;
  registerFollowedPasses(provenance);
  mlir::registerAllPasses();
  registerNoviCodegenPasses();
  registerNoviCodegenCPUPasses();
  registerNoviConversionPasses();
  registerNoviTransformsPasses();
  registerNoviPipelines();

  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(
      argc, argv, "Tells what passes do with the instructions of a program.\n");
  return run(options, provenance);
}
