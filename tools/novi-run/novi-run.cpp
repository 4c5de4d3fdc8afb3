//===- novi-run.cpp - Run a program on tensors from files ------*- C++ -*-===//
//
// Loads a program, feeds its entry function from a file of tensors, runs it
// with the chosen backend, once or for some epochs, and writes or prints what
// it returns.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/Initialize.h"
#include "Novi/Execution/PrintTensor.h"
#include "Novi/Execution/Program.h"
#include "Novi/Execution/TrainingLoop.h"
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
      "backend", cl::cat(category), cl::init(Backend::CPU),
      cl::desc("What runs the program"),
      cl::values(
          clEnumValN(Backend::CPU, "cpu", "compiled for the processor at hand"),
          clEnumValN(Backend::CUDA, "cuda", "compiled for an NVIDIA GPU"),
          clEnumValN(Backend::Emulate, "emulate",
                     "the GPU's kernels, without a GPU and checked"),
          clEnumValN(Backend::Interpret, "interpret",
                     "the reference interpreter"))};
  cl::opt<std::string> backendOptions{
      "backend-options", cl::cat(category), cl::value_desc("options"),
      cl::desc("For --backend=cpu, those of novi-opt's --novi-to-cpu: "
               "\"fuse=false reuse-memory=false\"; for cuda and emulate, those "
               "of --novi-to-nvvm; for emulate also \"seed=7 races=false\"")};
  cl::opt<std::string> inputs{
      "inputs", cl::cat(category), cl::value_desc("file"),
      cl::desc(".npz or .safetensors file with the arguments by name, or "
               ".npy file with the only one")};
  cl::opt<std::string> outputs{
      "outputs", cl::cat(category), cl::value_desc("file"),
      cl::desc(".npz, .safetensors or .npy file for the results (default: "
               "print them)")};
  cl::list<std::string> initialize{
      "initialize", cl::cat(category),
      cl::value_desc("xavier,seed=1,NAME=zeros"),
      cl::desc("How parameters, or the argument called NAME, begin if they are "
               "not among the inputs")};
  cl::opt<int64_t> epochs{
      "epochs", cl::cat(category), cl::value_desc("number"),
      cl::desc("Run this many times over the data sets, which are inputs with "
               "one leading axis more than declared; results go into the "
               "arguments of their name")};
  cl::opt<std::string> checkpoint{
      "checkpoint", cl::cat(category), cl::value_desc("file"),
      cl::desc(".npz file to go on from, if it is there, and to save to every "
               "minute and at the end (with --epochs)")};
};

StringRef getName(Backend backend) {
  switch (backend) {
  case Backend::CPU:
    return "cpu";
  case Backend::CUDA:
    return "cuda";
  case Backend::Emulate:
    return "emulate";
  case Backend::Interpret:
    return "interpret";
  }
  llvm_unreachable("unknown backend");
}

/// Whether a stream takes colours; see https://no-color.org.
bool hasColors(const raw_ostream &os) {
  const char *forbidden = std::getenv("NO_COLOR");
  return !(forbidden && *forbidden) && os.has_colors();
}

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

Expected<NamedTensors> getInputs(const Signature &signature,
                                 const Options &options) {
  NamedTensors inputs;
  if (!options.inputs.empty()) {
    Expected<NamedTensors> read = readTensorFile(options.inputs);
    if (!read)
      return read.takeError();
    inputs = std::move(*read);
  }
  InitializationOptions initialization;
  for (const std::string &text : options.initialize)
    if (Error error = initialization.add(text))
      return joinErrors(createStringError("--initialize=" + text),
                        std::move(error));
  if (Error error = initializeArguments(signature, initialization, inputs))
    return error;
  return inputs;
}

Error saveResults(const NamedViews &results, const Options &options) {
  if (!options.outputs.empty())
    return writeTensorFile(options.outputs, results);
  for (const auto &[name, result] : results) {
    outs() << name << " : " << formatType(result) << " = ";
    printTensor(outs(), result);
    outs() << '\n';
  }
  return Error::success();
}

/// What a single run makes of a tensor that does not fit.
Error checkInput(const TensorDescription &expected, const HostTensor &tensor) {
  Error error = checkTensor(expected, tensor);
  if (!error || !isDataSet(expected, tensor))
    return error;
  return createStringError(toString(std::move(error)) +
                           "; as a data set it needs --epochs");
}

Error runOnce(Executable &executable, const NamedTensors &inputs,
              const Options &options) {
  Expected<SmallVector<const HostTensor *>> arguments =
      bindArguments(executable.getSignature(), inputs, checkInput);
  if (!arguments)
    return arguments.takeError();
  SmallVector<HostTensor> results;
  if (Error error = executable.run(*arguments, results))
    return error;
  NamedViews views;
  for (auto [description, result] :
       zip_equal(executable.getSignature().results, results))
    views.emplace_back(description.name, result);
  return saveResults(views, options);
}

/// Returns the signal that ended it early, or 0.
Expected<int> train(Executable &executable, NamedTensors inputs,
                    StringRef program, const Options &options) {
  Expected<Training> training =
      Training::create(executable, std::move(inputs), options.epochs);
  if (!training)
    return training.takeError();
  if (!options.outputs.empty())
    if (Error error =
            checkTensorFile(options.outputs, training->getOutputs().size()))
      return error;
  TrainingLoopOptions loop;
  loop.checkpoint = options.checkpoint;
  loop.identity = {{"the program", program.str()},
                   {"the function", executable.getSignature().function},
                   {"the backend", getName(options.backend).str()}};
  auto save = [&](const NamedViews &results) {
    return saveResults(results, options);
  };
  loop.saveOutputs = save;
  return runTrainingLoop(*training, loop);
}

/// Returns the exit code.
Expected<int> run(const Program &program, const Options &options) {
  bool trains = options.epochs.getNumOccurrences() != 0;
  if (trains && options.epochs < 1)
    return createStringError("--epochs=" + Twine(options.epochs) +
                             ": expected at least 1");
  if (!trains && !options.checkpoint.empty())
    return createStringError("--checkpoint is for trainings: with --epochs");
  if (trains && !options.outputs.empty() &&
      options.checkpoint == options.outputs)
    return createStringError("--checkpoint and --outputs name the same file, " +
                             options.outputs);
  if (Error error = checkBackend(options.backend))
    return createStringError("--backend=" + getName(options.backend) + ": " +
                             toString(std::move(error)));
  // Before a backend changes it.
  std::string hash = hashProgram(program.getModule());
  mlir::FailureOr<std::unique_ptr<Executable>> executable = createExecutable(
      program.getEntry(), options.backend, options.backendOptions);
  if (failed(executable))
    return 1;
  Expected<NamedTensors> inputs =
      getInputs((*executable)->getSignature(), options);
  if (!inputs)
    return inputs.takeError();
  if (!trains) {
    if (Error error = runOnce(**executable, *inputs, options))
      return error;
    return 0;
  }
  Expected<int> signal = train(**executable, std::move(*inputs), hash, options);
  if (!signal)
    return signal.takeError();
  return *signal == 0 ? 0 : 128 + *signal;
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  WithColor::setAutoDetectFunction(hasColors);
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
  // The place in the program says enough; the op may be the whole of it.
  context.printOpOnDiagnostic(false);
  mlir::SourceMgrDiagnosticHandler diagnostics(*source, &context);
  mlir::FailureOr<Program> program =
      Program::load(source, options.entry, &context);
  if (failed(program))
    return 1;
  Expected<int> code = run(*program, options);
  if (code)
    return *code;
  report(code.takeError());
  return 1;
}
