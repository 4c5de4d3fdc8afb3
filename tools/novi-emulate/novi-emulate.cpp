//===- novi-emulate.cpp - Launch a kernel without a GPU ---------*- C++ -*-===//
//
// Reads a module with kernels, as convert-gpu-to-nvvm leaves them, and launches
// one on the host with arrays from a file of NumPy's:
//
//   novi-emulate add.mlir --kernel=add --grid=4 --block=256 --args=x,y,z,1000
//     --inputs=in.npz --outputs=out.npz
//
// An argument is the name of an array, for its address, or a number, which gets
// the type of the kernel's parameter. What goes wrong is said in one line.
//
//===----------------------------------------------------------------------===//

#include "Novi/Emulator/EmulatedModule.h"
#include "Novi/Target/NPZ/NPZ.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::novi;

namespace cl = llvm::cl;

static cl::opt<std::string> inputFile(cl::Positional, cl::init("-"),
                                      cl::desc("<module>"));
static cl::opt<std::string> kernelName("kernel", cl::desc("The kernel"),
                                       cl::Required);
static cl::opt<std::string> gridSize("grid", cl::init("1"),
                                     cl::desc("Blocks: x[,y[,z]]"));
static cl::opt<std::string>
    blockSize("block", cl::init("1"),
              cl::desc("Threads of a block: x[,y[,z]]"));
static cl::opt<uint64_t>
    sharedBytes("shared", cl::init(0),
                cl::desc("Bytes of dynamic shared memory"));
static cl::list<std::string>
    arguments("args", cl::CommaSeparated,
              cl::desc("Arguments: names of arrays, or numbers"));
static cl::opt<std::string> inputs("inputs", cl::desc("Arrays, .npz"));
static cl::opt<std::string>
    outputs("outputs", cl::desc("Where to write all arrays to afterwards"));
static cl::opt<uint64_t> seed("seed", cl::init(0),
                              cl::desc("The order in which threads run"));
static cl::opt<bool> races("races", cl::init(true), cl::desc("Look for races"));
static cl::opt<uint64_t>
    maxIterations("max-iterations",
                  cl::init(emulator::LaunchOptions().maxIterations),
                  cl::desc("Loop iterations that a thread may do"));

static llvm::Expected<emulator::Dim3> parseSize(StringRef text,
                                                StringRef option) {
  emulator::Dim3 dim;
  uint32_t *members[] = {&dim.x, &dim.y, &dim.z};
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  bool isWrong = parts.size() > 3;
  for (auto [part, member] : llvm::zip(parts, members))
    isWrong |= part.getAsInteger(10, *member);
  if (isWrong)
    return llvm::createStringError("--" + option + "=" + text +
                                   ": expected x[,y[,z]], for example 4,2");
  return dim;
}

/// The bits of a number that is given as text.
static std::optional<uint64_t> parseNumber(StringRef text, Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    int64_t value;
    if (integer.getWidth() > 64 || text.getAsInteger(0, value))
      return std::nullopt;
    return static_cast<uint64_t>(value);
  }
  auto real = dyn_cast<FloatType>(type);
  if (!real || real.getWidth() > 64)
    return std::nullopt;
  llvm::APFloat value(real.getFloatSemantics());
  auto status =
      value.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
  if (!status) {
    llvm::consumeError(status.takeError());
    return std::nullopt;
  }
  return value.bitcastToAPInt().getZExtValue();
}

static llvm::Error run() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(inputFile, sources, ParserConfig(&context));
  if (!module)
    return llvm::createStringError("no module could be read from '" +
                                   inputFile + "'");
  gpu::GPUModuleOp kernels;
  module->walk([&](gpu::GPUModuleOp candidate) {
    if (!kernels && candidate.lookupSymbol<LLVM::LLVMFuncOp>(kernelName))
      kernels = candidate;
  });
  if (!kernels)
    return llvm::createStringError("no gpu.module has an llvm.func @" +
                                   kernelName);
  auto emulated = EmulatedModule::create(kernels);
  if (!emulated)
    return emulated.takeError();
  const EmulatedKernel *kernel = emulated->lookup(kernelName);
  if (!kernel)
    return llvm::createStringError("'" + kernelName + "' is not a kernel");

  NamedTensors arrays;
  if (!inputs.empty()) {
    auto read = readTensorFile(inputs);
    if (!read)
      return read.takeError();
    arrays = std::move(*read);
  }
  std::vector<emulator::Buffer> buffers;
  for (auto &[name, array] : arrays)
    buffers.push_back({array.bytes.data(), array.bytes.size(), name});

  if (arguments.size() != kernel->parameters.size())
    return llvm::createStringError(
        "'" + kernelName + "' has " + llvm::Twine(kernel->parameters.size()) +
        " parameters; --args gives " + llvm::Twine(arguments.size()));
  SmallVector<uint64_t> values;
  for (auto [argument, parameter] :
       llvm::zip_equal(arguments, kernel->parameters)) {
    auto array = arrays.find(argument);
    if (array != arrays.end()) {
      values.push_back(reinterpret_cast<uintptr_t>(array->second.bytes.data()));
      continue;
    }
    std::optional<uint64_t> bits = parseNumber(argument, parameter.type);
    if (!bits)
      return llvm::createStringError(
          "--args: '" + argument +
          "' is neither an array of --inputs nor a number for parameter " +
          llvm::Twine(values.size()) + " of '" + kernelName + "'");
    values.push_back(*bits);
  }
  SmallVector<void *> parameters;
  for (uint64_t &value : values)
    parameters.push_back(&value);

  auto grid = parseSize(gridSize, "grid");
  if (!grid)
    return grid.takeError();
  auto block = parseSize(blockSize, "block");
  if (!block)
    return block.takeError();
  emulator::LaunchOptions options;
  options.seed = seed;
  options.checkRaces = races;
  options.maxIterations = maxIterations;
  if (llvm::Error error = emulated->launch(
          kernelName, *grid, *block, sharedBytes, parameters, buffers, options))
    return error;
  if (outputs.empty())
    return llvm::Error::success();
  return writeTensorFile(outputs, arrays);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Launches a kernel without a GPU\n");
  if (llvm::Error error = run()) {
    llvm::handleAllErrors(std::move(error),
                          [](const llvm::ErrorInfoBase &info) {
                            llvm::WithColor::error() << info.message() << '\n';
                          });
    return 1;
  }
  return 0;
}
