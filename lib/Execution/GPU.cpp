//===- GPU.cpp - Compiled kernels as backends -------------------*- C++ -*-===//
//
// Compiles a function into kernels and host code that launches them, and runs
// that against one of the providers of Novi/Runtime/GPU.h: CUDA's driver, or
// the emulator. Memory of the device is kept between runs.
//
//===----------------------------------------------------------------------===//

#include "Novi/Runtime/GPU.h"
#include "Backends.h"
#include "CompiledEntry.h"
#include "NativeCode.h"
#include "Novi/Emulator/EmulatedDevice.h"
#include "Novi/Pipelines/Pipelines.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Host code that fails
//===----------------------------------------------------------------------===//

namespace {

/// What host code got from its provider and has not given back, which is given
/// back for it where a failed check ends it.
struct Possessions {
  const NoviGPURuntime &gpu;
  llvm::SmallPtrSet<void *, 4> memory, streams;
};

} // namespace

/// Those of the host code that this thread runs.
static thread_local Possessions *current = nullptr;

static void *allocate(uint64_t size, void *stream, uint8_t isHostShared) {
  void *memory = current->gpu.mgpuMemAlloc(size, stream, isHostShared);
  if (memory)
    current->memory.insert(memory);
  return memory;
}

static void release(void *memory, void *stream) {
  current->memory.erase(memory);
  current->gpu.mgpuMemFree(memory, stream);
}

static void *createStream() {
  void *stream = current->gpu.mgpuStreamCreate();
  if (stream)
    current->streams.insert(stream);
  return stream;
}

static void destroyStream(void *stream) {
  current->streams.erase(stream);
  current->gpu.mgpuStreamDestroy(stream);
}

/// Calls `work`, which may run host code.
static llvm::Error callHostCode(const NoviGPURuntime &gpu,
                                llvm::function_ref<llvm::Error()> work) {
  Possessions possessions = {gpu, {}, {}};
  current = &possessions;
  llvm::Error error = work();
  current = nullptr;
  // What fails now fails for the reason that is told already.
  for (void *stream : possessions.streams)
    llvm::consumeError(callChecked([&] {
      gpu.mgpuStreamSynchronize(stream);
      gpu.mgpuStreamDestroy(stream);
    }));
  for (void *memory : possessions.memory)
    llvm::consumeError(callChecked([&] { gpu.mgpuMemFree(memory, nullptr); }));
  return error;
}

/// The provider's functions under their names.
static SmallVector<NativeSymbol> getSymbols(const NoviGPURuntime &gpu) {
  NoviGPURuntime table = gpu;
  table.mgpuMemAlloc = allocate;
  table.mgpuMemFree = release;
  table.mgpuStreamCreate = createStream;
  table.mgpuStreamDestroy = destroyStream;
  SmallVector<NativeSymbol> symbols;
#define NOVI_GPU_FUNCTION(result, name, parameters)                            \
  symbols.push_back({#name, reinterpret_cast<void *>(table.name)});
#include "Novi/Runtime/GPU.def"
  return symbols;
}

//===----------------------------------------------------------------------===//
// Memory of the device
//===----------------------------------------------------------------------===//

namespace {

/// Grows when it has to.
class DeviceMemory {
public:
  explicit DeviceMemory(const NoviGPURuntime &gpu) : gpu(&gpu) {}
  DeviceMemory(DeviceMemory &&other) noexcept
      : gpu(other.gpu), memory(std::exchange(other.memory, nullptr)),
        size(std::exchange(other.size, 0)) {}
  ~DeviceMemory() { llvm::consumeError(clear()); }

  void *data() const { return memory; }

  llvm::Error reserve(uint64_t wanted) {
    if (wanted <= size)
      return llvm::Error::success();
    if (llvm::Error error = clear())
      return error;
    llvm::Error error = callChecked([&] {
      memory = gpu->mgpuMemAlloc(wanted, nullptr, /*isHostShared=*/0);
      size = wanted;
    });
    return error;
  }

private:
  llvm::Error clear() {
    void *old = std::exchange(memory, nullptr);
    size = 0;
    return callChecked([&] { gpu->mgpuMemFree(old, nullptr); });
  }

  const NoviGPURuntime *gpu;
  void *memory = nullptr;
  uint64_t size = 0;
};

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

class DeviceFunction : public Executable {
public:
  /// `prepare` is called before each run.
  DeviceFunction(Signature signature, NativeCode code,
                 const NoviGPURuntime &gpu, std::optional<DeviceMemory> arena,
                 std::function<void()> prepare)
      : Executable(std::move(signature)), gpu(gpu), prepare(std::move(prepare)),
        code(std::move(code)), arena(std::move(arena)), words(getSignature()) {
    for ([[maybe_unused]] const auto &argument : getSignature().arguments)
      arguments.emplace_back(gpu);
    for ([[maybe_unused]] const auto &result : getSignature().results)
      results.emplace_back(gpu);
  }

protected:
  llvm::Error execute(ArrayRef<const HostTensor *> tensors,
                      MutableArrayRef<HostTensor> resultTensors) override {
    prepare();
    return callHostCode(gpu, [&] { return run(tensors, resultTensors); });
  }

private:
  llvm::Error run(ArrayRef<const HostTensor *> tensors,
                  MutableArrayRef<HostTensor> resultTensors);
  /// Copies memory to or from the device. It is there when the stream is
  /// waited for.
  void copy(void *to, const void *from, size_t size) {
    if (size)
      gpu.mgpuMemcpy(to, const_cast<void *>(from), size, /*stream=*/nullptr);
  }

  const NoviGPURuntime &gpu;
  std::function<void()> prepare;
  NativeCode code;
  /// Nothing for a function that needs none.
  std::optional<DeviceMemory> arena;
  /// One for each tensor; unused for results of dynamic shape, which host code
  /// gets memory for.
  std::vector<DeviceMemory> arguments, results;
  EntryWords words;
};

} // namespace

llvm::Error DeviceFunction::run(ArrayRef<const HostTensor *> tensors,
                                MutableArrayRef<HostTensor> resultTensors) {
  words.restart();
  for (auto [description, tensor, memory] :
       llvm::zip_equal(getSignature().arguments, tensors, arguments)) {
    if (llvm::Error error = memory.reserve(tensor->bytes.size()))
      return error;
    words.addTensor(memory.data(), description.type, tensor->shape);
  }
  for (auto [description, tensor, memory] :
       llvm::zip_equal(getSignature().results, resultTensors, results)) {
    if (!description.type.hasStaticShape())
      continue;
    if (llvm::Error error =
            makeRoom(tensor, description.kind, description.type.getShape()))
      return error;
    if (llvm::Error error = memory.reserve(tensor.bytes.size()))
      return error;
    words.addAddress(memory.data());
  }
  if (arena)
    words.addAddress(arena->data());
  if (llvm::Error error = callChecked([&] {
        for (size_t i = 0; i < tensors.size(); ++i)
          copy(arguments[i].data(), tensors[i]->bytes.data(),
               tensors[i]->bytes.size());
        // The stream of host code is another one.
        gpu.mgpuStreamSynchronize(nullptr);
      }))
    return error;
  if (llvm::Error error = code.call(words.data()))
    return error;

  for (auto [description, tensor, memory] :
       llvm::zip_equal(getSignature().results, resultTensors, results)) {
    void *from = memory.data();
    if (!description.type.hasStaticShape()) {
      SmallVector<int64_t> shape;
      from = words.takeTensor(description.type, shape);
      if (llvm::Error error = makeRoom(tensor, description.kind, shape))
        return error;
    }
    char *to = tensor.bytes.data();
    size_t size = tensor.bytes.size();
    if (llvm::Error error = callChecked([&] { copy(to, from, size); }))
      return error;
  }
  return callChecked([&] { gpu.mgpuStreamSynchronize(nullptr); });
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static FailureOr<std::unique_ptr<Executable>>
create(func::FuncOp function, Signature signature,
       const GPUPipelineOptions &options, const NoviGPURuntime &gpu,
       std::function<void()> prepare) {
  // For the conversion of kernels, and for the code that launches them.
  DialectRegistry extensions;
  registerAllExtensions(extensions);
  gpu::registerOffloadingLLVMTranslationInterfaceExternalModels(extensions);
  function->getContext()->appendDialectRegistry(extensions);
  FailureOr<OwningOpRef<ModuleOp>> module =
      compileEntry(function, [&](OpPassManager &manager) {
        buildGPUPipeline(manager, options);
      });
  if (failed(module))
    return failure();
  std::optional<DeviceMemory> arena;
  if (std::optional<int64_t> size = getArenaSize(**module, function)) {
    arena.emplace(gpu);
    if (llvm::Error error = arena->reserve(*size))
      return function.emitError("needs an arena of ")
             << *size << " bytes: " << llvm::toString(std::move(error));
  }
  llvm::Expected<NativeCode> code =
      NativeCode::compile(**module, function.getName(), getSymbols(gpu));
  if (!code)
    return function.emitError("cannot be compiled: ")
           << llvm::toString(code.takeError());
  return std::unique_ptr<Executable>(std::make_unique<DeviceFunction>(
      std::move(signature), std::move(*code), gpu, std::move(arena),
      std::move(prepare)));
}

FailureOr<std::unique_ptr<Executable>>
novi::createForCUDA(func::FuncOp function, Signature signature,
                    StringRef options) {
  GPUPipelineOptions pipeline;
  if (failed(parseOptions(function, options, pipeline)))
    return failure();
  return create(function, std::move(signature), pipeline, *noviGetCudaRuntime(),
                [] {});
}

namespace {

struct EmulationOptions : GPUPipelineOptions {
  Option<uint64_t> seed{
      *this, "seed",
      llvm::cl::desc("The order in which threads and blocks go on"),
      llvm::cl::init(0)};
  Option<bool> races{*this, "races", llvm::cl::desc("Look for races"),
                     llvm::cl::init(true)};
};

} // namespace

FailureOr<std::unique_ptr<Executable>>
novi::createEmulated(func::FuncOp function, Signature signature,
                     StringRef text) {
  EmulationOptions options;
  if (failed(parseOptions(function, text, options)))
    return failure();
  if (options.format.hasValue())
    return emitError(function.getLoc(), "options '")
           << text << "': the emulator has a format of its own";
  options.format = "emulate";
  emulator::LaunchOptions launches;
  launches.seed = options.seed;
  launches.checkRaces = options.races;
  return create(function, std::move(signature), options,
                getEmulatedGPURuntime(),
                [launches] { setEmulatedLaunchOptions(launches); });
}
