//===- EmulatedDevice.cpp - A GPU for host code, without a GPU --*- C++ -*-===//
//
// Device memory is host memory that is written down in a table; a launch gives
// the kernel all of it. A failed check may not come back (see NativeCode), so
// each function works in a callee that returns what went wrong, and fails when
// nothing is left that would have to be destroyed.
//
//===----------------------------------------------------------------------===//

#include "Novi/Emulator/EmulatedDevice.h"
#include "Novi/Emulator/EmulatedModule.h"
#include "Novi/Runtime/Runtime.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

using namespace mlir;
using namespace mlir::novi;

static constexpr llvm::StringLiteral imageMagic = "novi kernels\n";

std::string novi::makeEmulatedImage(gpu::GPUModuleOp module) {
  std::string image;
  llvm::raw_string_ostream stream(image);
  stream << imageMagic;
  OwningOpRef<ModuleOp> container = ModuleOp::create(module.getLoc());
  OpBuilder::atBlockEnd(container->getBody()).clone(*module);
  (void)writeBytecodeToFile(*container, stream);
  return image;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

namespace {

/// Bytes in front of and behind each piece of device memory.
constexpr uint64_t margin = 256;

struct Module {
  const char *image;
  size_t size;
  /// Once one of the kernels was asked for.
  std::unique_ptr<MLIRContext> context;
  std::optional<EmulatedModule> kernels;
};

struct Function {
  Module *module;
  const EmulatedKernel *kernel;
};

struct Allocation {
  /// Null for memory of the host that is registered.
  char *storage;
  uint64_t size;
  std::string name;
};

struct Device {
  std::mutex mutex;
  emulator::LaunchOptions options;
  /// By the address of the first byte.
  std::map<uintptr_t, Allocation> memory;
  uint64_t numAllocations = 0;

  static Device &get() {
    static Device device;
    return device;
  }
};

} // namespace

/// Calls `work`, which returns what went wrong, and fails if something did.
template <typename Work> static void run(const char *what, Work work) {
  static thread_local char message[4096];
  bool isWrong = false;
  {
    std::string error = work();
    isWrong = !error.empty();
    if (isWrong)
      std::snprintf(message, sizeof(message), "emulator: %s%s%s", what,
                    *what ? ": " : "", error.c_str());
  }
  if (isWrong)
    noviAssertFailed(message);
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

static void *loadModule(void *image, size_t size) {
  return new Module{static_cast<const char *>(image), size, nullptr,
                    std::nullopt};
}

static void *loadModuleJIT(void *, int) {
  run("", [] {
    return std::string("PTX cannot be emulated: what is emulated is made of "
                       "kernels before they become PTX");
  });
  return nullptr;
}

static void unloadModule(void *module) { delete static_cast<Module *>(module); }

static std::string prepare(Module &module) {
  StringRef image(module.image, module.size);
  if (!image.consume_front(imageMagic))
    return "the image is none for the emulator, but a cubin or PTX perhaps";
  DialectRegistry registry;
  registry.insert<DLTIDialect, LLVM::LLVMDialect, NVVM::NVVMDialect,
                  gpu::GPUDialect>();
  module.context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  std::string message;
  ScopedDiagnosticHandler handler(module.context.get(),
                                  [&](Diagnostic &diagnostic) {
                                    message = diagnostic.str();
                                    return success();
                                  });
  auto container =
      parseSourceString<ModuleOp>(image, ParserConfig(module.context.get()));
  if (!container)
    return "the image cannot be read: " + message;
  auto kernels = container->getOps<gpu::GPUModuleOp>();
  if (!llvm::hasSingleElement(kernels))
    return "the image has not one gpu.module";
  llvm::Expected<EmulatedModule> emulated =
      EmulatedModule::create(*kernels.begin());
  if (!emulated)
    return llvm::toString(emulated.takeError());
  module.kernels.emplace(std::move(*emulated));
  return {};
}

static void *getFunction(void *opaque, const char *name) {
  Function *function = nullptr;
  run("loading a kernel", [&]() -> std::string {
    auto *module = static_cast<Module *>(opaque);
    if (!module->kernels)
      if (std::string error = prepare(*module); !error.empty())
        return error;
    const EmulatedKernel *kernel = module->kernels->lookup(name);
    if (!kernel)
      return "there is no kernel '" + std::string(name) + "'";
    // Kept until the program ends, as the driver's are until their module goes.
    static std::mutex mutex;
    static std::map<const EmulatedKernel *, Function> functions;
    std::lock_guard<std::mutex> lock(mutex);
    function = &functions[kernel];
    *function = {module, kernel};
    return {};
  });
  return function;
}

static void launchKernel(void *opaque, int64_t gridX, int64_t gridY,
                         int64_t gridZ, int64_t blockX, int64_t blockY,
                         int64_t blockZ, int32_t sharedBytes, void *,
                         void **parameters, void **, size_t numParameters) {
  run("", [&]() -> std::string {
    auto *function = static_cast<Function *>(opaque);
    if (!function)
      return "a launch of no kernel";
    for (int64_t size : {gridX, gridY, gridZ, blockX, blockY, blockZ})
      if (size < 0 || size > UINT32_MAX)
        return "kernel '" + function->kernel->name + "': a size of " +
               std::to_string(size) + " in the launch";
    if (gridX == 0 || gridY == 0 || gridZ == 0)
      return {};
    if (sharedBytes < 0)
      return "kernel '" + function->kernel->name +
             "': a negative size of shared memory";
    Device &device = Device::get();
    std::vector<emulator::Buffer> buffers;
    emulator::LaunchOptions options;
    {
      std::lock_guard<std::mutex> lock(device.mutex);
      options = device.options;
      for (const auto &[address, allocation] : device.memory)
        buffers.push_back({reinterpret_cast<void *>(address), allocation.size,
                           allocation.name});
    }
    auto dim = [](int64_t x, int64_t y, int64_t z) {
      return emulator::Dim3{static_cast<uint32_t>(x), static_cast<uint32_t>(y),
                            static_cast<uint32_t>(z)};
    };
    llvm::Error error = function->module->kernels->launch(
        function->kernel->name, dim(gridX, gridY, gridZ),
        dim(blockX, blockY, blockZ), sharedBytes,
        ArrayRef<void *>(parameters, numParameters), buffers, options);
    return error ? llvm::toString(std::move(error)) : std::string();
  });
}

static void launchClusterKernel(void *opaque, int64_t, int64_t, int64_t,
                                int64_t, int64_t, int64_t, int64_t, int64_t,
                                int64_t, int32_t, void *, void **, void **) {
  run("", [&]() -> std::string {
    auto *function = static_cast<Function *>(opaque);
    return "kernel '" + (function ? function->kernel->name : std::string()) +
           "': clusters of blocks have no model in the emulator";
  });
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

// All is done when it is asked for, so that there is nothing to wait for.

static void *createHandle() { return std::malloc(1); }
static void destroyHandle(void *handle) { std::free(handle); }
static void synchronize(void *) {}
static void order(void *, void *) {}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void *allocate(uint64_t size, void *, uint8_t) {
  char *memory = nullptr;
  if (size == 0)
    return memory;
  run("getting memory", [&]() -> std::string {
    char *storage = nullptr;
    if (size < INT64_MAX / 2)
      storage = static_cast<char *>(std::aligned_alloc(
          margin, (size + 3 * margin - 1) / margin * margin));
    if (!storage)
      return "there are no " + std::to_string(size) + " bytes";
    memory = storage + margin;
    std::memset(storage, 0xff, size + 2 * margin);
    Device &device = Device::get();
    std::lock_guard<std::mutex> lock(device.mutex);
    device.memory[reinterpret_cast<uintptr_t>(memory)] = {
        storage, size, "allocation " + std::to_string(device.numAllocations++)};
    return {};
  });
  return memory;
}

static void release(void *memory, void *) {
  if (!memory)
    return;
  run("giving memory back", [&]() -> std::string {
    Device &device = Device::get();
    std::lock_guard<std::mutex> lock(device.mutex);
    auto found = device.memory.find(reinterpret_cast<uintptr_t>(memory));
    if (found == device.memory.end() || !found->second.storage)
      return "it was not got, or was given back already";
    std::free(found->second.storage);
    device.memory.erase(found);
    return {};
  });
}

/// What is wrong with `size` bytes at this address, if they are the device's.
static std::string checkRange(Device &device, const void *memory, uint64_t size,
                              bool mustBeDevice) {
  auto begin = reinterpret_cast<uintptr_t>(memory);
  auto next = device.memory.upper_bound(begin);
  if (next != device.memory.begin()) {
    const auto &[address, allocation] = *std::prev(next);
    uint64_t offset = begin - address;
    if (offset < allocation.size + (allocation.storage ? margin : 0)) {
      if (offset <= allocation.size && size <= allocation.size - offset)
        return {};
      return std::to_string(size) + " bytes from byte " +
             std::to_string(offset) + " on, of " + allocation.name +
             ", which has " + std::to_string(allocation.size);
    }
  }
  if (next != device.memory.end() && next->second.storage &&
      next->first - begin <= margin)
    return "memory in front of " + next->second.name;
  return mustBeDevice ? "it is no memory of the device" : "";
}

static void copy(void *to, void *from, size_t size, void *) {
  run("copying memory", [&]() -> std::string {
    Device &device = Device::get();
    std::lock_guard<std::mutex> lock(device.mutex);
    for (const void *memory : {to, from})
      if (std::string error = checkRange(device, memory, size, false);
          size && !error.empty())
        return error;
    if (size)
      std::memmove(to, from, size);
    return {};
  });
}

template <typename Value>
static void fill(void *memory, Value value, size_t count, void *) {
  run("filling memory", [&]() -> std::string {
    Device &device = Device::get();
    std::lock_guard<std::mutex> lock(device.mutex);
    if (count == 0)
      return {};
    if (count > UINT64_MAX / sizeof(Value))
      return "there are no such sizes";
    if (std::string error =
            checkRange(device, memory, count * sizeof(Value), true);
        !error.empty())
      return error;
    std::fill_n(static_cast<Value *>(memory), count, value);
    return {};
  });
}

static void registerHost(void *memory, uint64_t size) {
  run("registering memory", [&]() -> std::string {
    Device &device = Device::get();
    std::lock_guard<std::mutex> lock(device.mutex);
    bool isNew = device.memory
                     .insert({reinterpret_cast<uintptr_t>(memory),
                              {nullptr, size, "registered host memory"}})
                     .second;
    return isNew ? "" : "it is registered already";
  });
}

static void unregisterHost(void *memory) {
  run("unregistering memory", [&]() -> std::string {
    Device &device = Device::get();
    std::lock_guard<std::mutex> lock(device.mutex);
    auto found = device.memory.find(reinterpret_cast<uintptr_t>(memory));
    if (found == device.memory.end() || found->second.storage)
      return "it is not registered";
    device.memory.erase(found);
    return {};
  });
}

/// The memory of a memref: its first byte, and how many bytes from there to its
/// last.
static std::pair<char *, uint64_t> getExtent(int64_t rank, void *descriptor,
                                             int64_t elementSize) {
  char *aligned;
  std::memcpy(&aligned, static_cast<char *>(descriptor) + sizeof(char *),
              sizeof(aligned));
  const auto *numbers = reinterpret_cast<const int64_t *>(
      static_cast<char *>(descriptor) + 2 * sizeof(char *));
  const int64_t *sizes = numbers + 1, *strides = sizes + rank;
  int64_t last = 0;
  for (int64_t i = 0; i < rank; ++i) {
    if (sizes[i] == 0)
      return {nullptr, 0};
    last += (sizes[i] - 1) * strides[i];
  }
  return {aligned + numbers[0] * elementSize, (last + 1) * elementSize};
}

static void registerMemRef(int64_t rank, void *descriptor,
                           int64_t elementSize) {
  auto [memory, size] = getExtent(rank, descriptor, elementSize);
  if (memory)
    registerHost(memory, size);
}

static void unregisterMemRef(int64_t rank, void *descriptor,
                             int64_t elementSize) {
  auto [memory, size] = getExtent(rank, descriptor, elementSize);
  if (memory)
    unregisterHost(memory);
}

//===----------------------------------------------------------------------===//
// Provider
//===----------------------------------------------------------------------===//

static void setDefaultDevice(int32_t number) {
  run("choosing a device", [&]() -> std::string {
    return number == 0 ? ""
                       : "there is no device " + std::to_string(number) +
                             "; the emulator has one";
  });
}

static void *encodeTensorMap(int64_t, void *, int32_t, int32_t, int32_t,
                             int32_t, int32_t, int64_t *) {
  run("", [] {
    return std::string("descriptors of tensors have no model in the emulator");
  });
  return nullptr;
}

const NoviGPURuntime &novi::getEmulatedGPURuntime() {
  static const NoviGPURuntime runtime = [] {
    NoviGPURuntime table = {};
    table.mgpuModuleLoad = loadModule;
    table.mgpuModuleLoadJIT = loadModuleJIT;
    table.mgpuModuleUnload = unloadModule;
    table.mgpuModuleGetFunction = getFunction;
    table.mgpuLaunchKernel = launchKernel;
    table.mgpuLaunchClusterKernel = launchClusterKernel;
    table.mgpuStreamCreate = createHandle;
    table.mgpuStreamDestroy = destroyHandle;
    table.mgpuStreamSynchronize = synchronize;
    table.mgpuStreamWaitEvent = order;
    table.mgpuEventCreate = createHandle;
    table.mgpuEventDestroy = destroyHandle;
    table.mgpuEventSynchronize = synchronize;
    table.mgpuEventRecord = order;
    table.mgpuMemAlloc = allocate;
    table.mgpuMemFree = release;
    table.mgpuMemcpy = copy;
    table.mgpuMemset32 = fill<uint32_t>;
    table.mgpuMemset16 = fill<uint16_t>;
    table.mgpuMemHostRegister = registerHost;
    table.mgpuMemHostUnregister = unregisterHost;
    table.mgpuMemHostRegisterMemRef = registerMemRef;
    table.mgpuMemHostUnregisterMemRef = unregisterMemRef;
    table.mgpuSetDefaultDevice = setDefaultDevice;
    table.mgpuTensorMapEncodeTiledMemref = encodeTensorMap;
    return table;
  }();
  return runtime;
}

void novi::setEmulatedLaunchOptions(const emulator::LaunchOptions &options) {
  Device &device = Device::get();
  std::lock_guard<std::mutex> lock(device.mutex);
  device.options = options;
}
