//===- novi-serve.cpp - Steps of a program, timed on demand -----*- C++ -*-===//
//
// A contender for benchmarks/run.py: makes a program ready, tells how long that
// took and what its loss is, then answers each line `run N` of standard input
// with the times of N steps in nanoseconds. A step is what `novi-run --epochs`
// does for one: run the function, let its results become its arguments.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/Program.h"
#include "Novi/Execution/Training.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>
#include <iostream>

using namespace llvm;
using namespace mlir::novi;

namespace {

using Clock = std::chrono::steady_clock;

ExitOnError exitOnError("novi-serve: ");

FeedbackStep createStep(Executable &executable, const std::string &inputs) {
  NamedTensors tensors = exitOnError(readTensorFile(inputs));
  const Signature &signature = executable.getSignature();
  exitOnError(bindArguments(signature, tensors).takeError());
  std::vector<HostTensor> arguments;
  for (const TensorDescription &argument : signature.arguments)
    arguments.push_back(std::move(tensors[argument.name]));
  return exitOnError(FeedbackStep::create(executable, std::move(arguments)));
}

void runStep(FeedbackStep &step) {
  exitOnError(step.run());
  step.feedBack();
}

/// The only f32 in the result of role `loss`.
double getLoss(const FeedbackStep &step) {
  for (auto [description, result] :
       zip_equal(step.getSignature().results, step.getResults()))
    if (description.role == "loss" && result.kind == ElementKind::F32)
      return result.values<float>().front();
  exitOnError(createStringError("the program has no loss of f32"));
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::opt<std::string> path(cl::Positional, cl::Required,
                            cl::desc("<program>"));
  cl::opt<std::string> inputs(cl::Positional, cl::Required,
                              cl::desc("<inputs.npz>"));
  cl::opt<std::string> name("name", cl::init("novi"),
                            cl::desc("The contender's name"));
  cl::opt<Backend> backend(
      "backend", cl::init(Backend::CPU), cl::desc("What runs the program"),
      cl::values(
          clEnumValN(Backend::CPU, "cpu", "compiled for the processor at hand"),
          clEnumValN(Backend::Interpret, "interpret",
                     "the reference interpreter")));
  cl::ParseCommandLineOptions(argc, argv, "Times steps of a program\n");

  std::string message;
  std::unique_ptr<MemoryBuffer> file = mlir::openInputFile(path, &message);
  if (!file)
    exitOnError(createStringError(message));
  auto source = std::make_shared<SourceMgr>();
  source->AddNewSourceBuffer(std::move(file), SMLoc());
  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  mlir::MLIRContext context(registry);
  mlir::SourceMgrDiagnosticHandler diagnostics(*source, &context);

  Clock::time_point begin = Clock::now();
  mlir::FailureOr<Program> program = Program::load(source, "", &context);
  if (failed(program))
    return 1;
  mlir::FailureOr<std::unique_ptr<Executable>> executable =
      createExecutable(program->getEntry(), backend);
  if (failed(executable))
    return 1;
  FeedbackStep step = createStep(**executable, inputs);
  runStep(step);
  double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  double firstLoss = getLoss(step);
  for (unsigned i = 0; i < 10; ++i)
    runStep(step);
  outs() << json::Value(json::Object{{"ready", 1},
                                     {"name", name.getValue()},
                                     {"compile_s", seconds},
                                     {"check0", firstLoss},
                                     {"check10", getLoss(step)}})
         << '\n';
  outs().flush();

  std::string line;
  while (std::getline(std::cin, line)) {
    StringRef count = line;
    int64_t numSteps;
    if (!count.consume_front("run ") || count.trim().getAsInteger(10, numSteps))
      return line == "quit" ? 0 : 1;
    json::Array times;
    for (int64_t i = 0; i < numSteps; ++i) {
      Clock::time_point start = Clock::now();
      runStep(step);
      times.push_back(std::chrono::nanoseconds(Clock::now() - start).count());
    }
    outs() << json::Value(std::move(times)) << '\n';
    outs().flush();
  }
  return 0;
}
