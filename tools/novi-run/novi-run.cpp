//===- novi-run.cpp - Run a program on tensors from files ------*- C++ -*-===//
//
// Loads a program, feeds its entry function from a .npz or .npy file, runs it
// with the chosen backend, and writes or prints what it returns.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/PrintTensor.h"
#include "Novi/Execution/Program.h"
#include "Novi/Reference/RuntimeError.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mlir::novi;

namespace {

struct Options {
  cl::OptionCategory category{"novi-run options"};
  cl::opt<std::string> program{
      cl::Positional, cl::cat(category), cl::init("-"),
      cl::desc("<program: MLIR text or bytecode, - for stdin>")};
  cl::opt<std::string> entry{
      "entry", cl::cat(category), cl::value_desc("function"),
      cl::desc("The function to run (default: the only public one)")};
  cl::opt<Backend> backend{
      "backend", cl::cat(category), cl::init(Backend::Interpret),
      cl::desc("What runs the program"),
      cl::values(clEnumValN(Backend::Interpret, "interpret",
                            "the reference interpreter"))};
  cl::opt<std::string> inputs{
      "inputs", cl::cat(category), cl::value_desc("file"),
      cl::desc(".npz file with the arguments by name, or .npy file with the "
               "only one")};
  cl::opt<std::string> outputs{
      "outputs", cl::cat(category), cl::value_desc("file"),
      cl::desc(".npz or .npy file for the results (default: print them)")};
};

/// Reports each error: that of an op at its place in the program.
void report(Error errors) {
  handleAllErrors(
      std::move(errors),
      [](const RuntimeError &error) {
        mlir::emitError(error.getLocation()) << error.getMessage();
      },
      [](const ErrorInfoBase &error) {
        WithColor::error(errs(), "novi-run") << error.message() << '\n';
      });
}

Error feedAndRun(Executable &executable, const Options &options) {
  NamedTensors inputs;
  if (!options.inputs.empty()) {
    Expected<NamedTensors> read = readTensorFile(options.inputs);
    if (!read)
      return read.takeError();
    inputs = std::move(*read);
  }
  const Signature &signature = executable.getSignature();
  Expected<SmallVector<const HostTensor *>> arguments =
      bindArguments(signature, inputs);
  if (!arguments)
    return arguments.takeError();
  SmallVector<HostTensor> results;
  if (Error error = executable.run(*arguments, results))
    return error;

  if (options.outputs.empty()) {
    for (auto [description, result] : zip_equal(signature.results, results)) {
      outs() << description.name << " : " << formatType(result) << " = ";
      printTensor(outs(), result);
      outs() << '\n';
    }
    return Error::success();
  }
  NamedTensors outputs;
  for (auto [description, result] : zip_equal(signature.results, results))
    outputs.insert({description.name, std::move(result)});
  return writeTensorFile(options.outputs, outputs);
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(argc, argv, "Runs a program of novi ops\n");

  std::string message;
  std::unique_ptr<MemoryBuffer> file =
      mlir::openInputFile(options.program, &message);
  if (!file) {
    WithColor::error(errs(), "novi-run") << message << '\n';
    return 1;
  }
  auto source = std::make_shared<SourceMgr>();
  source->AddNewSourceBuffer(std::move(file), SMLoc());

  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  mlir::MLIRContext context(registry);
  mlir::SourceMgrDiagnosticHandler diagnostics(*source, &context);
  mlir::FailureOr<Program> program =
      Program::load(source, options.entry, &context);
  if (failed(program))
    return 1;
  mlir::FailureOr<std::unique_ptr<Executable>> executable =
      createExecutable(program->getEntry(), options.backend);
  if (failed(executable))
    return 1;
  if (Error error = feedAndRun(**executable, options)) {
    report(std::move(error));
    return 1;
  }
  return 0;
}
