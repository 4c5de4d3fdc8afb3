//===- EmulatedModule.cpp - Kernels that run without a GPU ------*- C++ -*-===//
//
// Puts conversion, compilation and runtime together.
//
//===----------------------------------------------------------------------===//

#include "Novi/Emulator/EmulatedModule.h"
#include "HostJIT.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::novi;

struct EmulatedModule::Implementation {
  EmulatedCode code;
  HostJIT jit;
  /// The kernels as the runtime wants them, in the order of those of the code.
  std::vector<emulator::Kernel> kernels;
  std::vector<emulator::Buffer> globals;
};

/// "place: message", once a diagnostic.
static std::string format(const Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!isa<UnknownLoc>(diagnostic.getLocation())) {
    if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
      stream << file.getFilename().getValue() << ':' << file.getLine() << ':'
             << file.getColumn() << ": ";
  }
  stream << diagnostic;
  return text;
}

llvm::Expected<EmulatedModule> EmulatedModule::create(gpu::GPUModuleOp module) {
  std::string messages;
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        if (!messages.empty())
          messages += '\n';
        messages += format(diagnostic);
        return success();
      });
  auto fail = [&](StringRef otherwise) {
    return llvm::createStringError(messages.empty() ? otherwise.str()
                                                    : messages);
  };
  FailureOr<EmulatedCode> code = convertNVVMToHost(module);
  if (failed(code))
    return fail("the kernels cannot be emulated");
  llvm::Expected<HostJIT> jit =
      HostJIT::compile(*code->module, emulator::getRuntimeFunctions());
  if (!jit) {
    std::string message = llvm::toString(jit.takeError());
    return fail(message);
  }
  auto implementation = std::make_unique<Implementation>(
      Implementation{std::move(*code), std::move(*jit), {}, {}});
  Implementation &self = *implementation;
  for (const EmulatedGlobal &global : self.code.globals) {
    llvm::Expected<void *> address = self.jit.lookup(global.name);
    if (!address)
      return address.takeError();
    emulator::Buffer buffer;
    buffer.data = *address;
    buffer.size = global.size;
    buffer.name = global.name;
    buffer.isReadOnly = global.isConstant;
    self.globals.push_back(std::move(buffer));
  }
  for (const EmulatedKernel &known : self.code.kernels) {
    llvm::Expected<void *> entry = self.jit.lookup(known.entry);
    if (!entry)
      return entry.takeError();
    emulator::Kernel kernel;
    kernel.name = known.name;
    kernel.entry = reinterpret_cast<void (*)(void **)>(*entry);
    kernel.requiredBlock = known.requiredBlock;
    kernel.maxThreads = known.maxThreads;
    kernel.privateBytes = known.privateBytes;
    kernel.sharedGranule = self.code.sharedGranule;
    kernel.globalGranule = self.code.globalGranule;
    kernel.sites = &self.code.sites;
    kernel.sharedVariables = &self.code.sharedVariables;
    kernel.usesShared = known.usesShared;
    self.kernels.push_back(std::move(kernel));
  }
  return EmulatedModule(std::move(implementation));
}

EmulatedModule::EmulatedModule(std::unique_ptr<Implementation> implementation)
    : implementation(std::move(implementation)) {}
EmulatedModule::EmulatedModule(EmulatedModule &&) = default;
EmulatedModule &EmulatedModule::operator=(EmulatedModule &&) = default;
EmulatedModule::~EmulatedModule() = default;

ArrayRef<EmulatedKernel> EmulatedModule::getKernels() const {
  return implementation->code.kernels;
}

const EmulatedKernel *EmulatedModule::lookup(StringRef kernel) const {
  const auto *found = llvm::find_if(
      getKernels(), [&](const EmulatedKernel &k) { return k.name == kernel; });
  return found == getKernels().end() ? nullptr : found;
}

llvm::Error
EmulatedModule::launch(StringRef name, emulator::Dim3 grid,
                       emulator::Dim3 block, uint64_t dynamicShared,
                       ArrayRef<void *> parameters,
                       ArrayRef<emulator::Buffer> buffers,
                       const emulator::LaunchOptions &options) const {
  const EmulatedKernel *known = lookup(name);
  if (!known)
    return llvm::createStringError("there is no kernel '" + name + "'");
  if (parameters.size() != known->parameters.size())
    return llvm::createStringError(
        "kernel '" + name + "' has " + llvm::Twine(known->parameters.size()) +
        " parameters and was given " + llvm::Twine(parameters.size()));
  std::vector<void *> addresses(parameters.begin(), parameters.end());
  emulator::LaunchConfig config;
  config.grid = grid;
  config.block = block;
  config.dynamicShared = dynamicShared;
  config.parameters = addresses.data();
  config.buffers.assign(buffers.begin(), buffers.end());
  llvm::append_range(config.buffers, implementation->globals);
  for (auto [i, parameter] : llvm::enumerate(known->parameters)) {
    if (!parameter.copiedBytes)
      continue;
    emulator::Buffer buffer;
    buffer.data = addresses[i];
    buffer.size = *parameter.copiedBytes;
    buffer.name = "parameter " + std::to_string(i);
    buffer.isReadOnly = true;
    config.buffers.push_back(std::move(buffer));
  }
  std::string error = emulator::launch(
      implementation->kernels[known - getKernels().begin()], config, options);
  if (!error.empty())
    return llvm::createStringError(error);
  return llvm::Error::success();
}
