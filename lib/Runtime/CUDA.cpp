//===- CUDA.cpp - GPU.h by CUDA's driver ------------------------*- C++ -*-===//
//
// libcuda is opened when it is needed first. As in Runtime.cpp, nothing of the
// compiler is used here, and no C++ library.
//
//===----------------------------------------------------------------------===//

#include "CUDADriver.h"
#include "Novi/Runtime/GPU.h"
#include "Novi/Runtime/Runtime.h"
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>

namespace {

constexpr int maxDevices = 64;

/// A module, which the driver may not know of yet.
struct Module {
  const void *image;
  int optimization; // -1: the driver's own
  CUmodule handle;
  struct Kernel *kernels;
};

struct Kernel {
  Kernel *next;
  Module *module;
  CUfunction handle;
  /// The dynamic shared memory that was asked for so far.
  int sharedBytes;
  char name[1]; // and more
};

/// A descriptor of a tensor, in device memory. Equal ones are made once.
struct TensorMap {
  TensorMap *next;
  CUtensorMap map;
  int device;
  CUdeviceptr memory;
};

/// Protects all that follows and modules.
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
CUDADriver driver;
/// Whether the driver was looked for, and what was wrong with it.
bool isLoaded = false;
char whyNot[512] = "";
int numDevices = 0;
CUcontext contexts[maxDevices];
TensorMap *tensorMaps = nullptr;

thread_local int defaultDevice = 0;
/// The device whose context this thread has, plus 1.
thread_local int currentDevice = 0;
/// A kernel that went wrong is noticed later.
thread_local const char *lastKernel = nullptr;

class Lock {
public:
  Lock() { pthread_mutex_lock(&mutex); }
  ~Lock() { pthread_mutex_unlock(&mutex); }
};

} // namespace

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

__attribute__((format(printf, 1, 2))) static void fail(const char *format,
                                                       ...) {
  static thread_local char message[4096];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(message, sizeof(message), format, arguments);
  va_end(arguments);
  noviAssertFailed(message);
}

static const char *getErrorName(CUresult error) {
  const char *name = nullptr;
  if (driver.GetErrorName && driver.GetErrorName(error, &name) == 0 && name)
    return name;
  return "an unknown error of CUDA";
}

static const char *getErrorText(CUresult error) {
  const char *text = nullptr;
  if (driver.GetErrorString && driver.GetErrorString(error, &text) == 0 && text)
    return text;
  return "no description";
}

/// Whether it went well; says what was to be done if not.
static bool check(CUresult error, const char *what) {
  if (error == 0)
    return true;
  if (lastKernel)
    fail("CUDA: %s: %s (%s); the last kernel launched was '%s'", what,
         getErrorName(error), getErrorText(error), lastKernel);
  else
    fail("CUDA: %s: %s (%s)", what, getErrorName(error), getErrorText(error));
  return false;
}

static bool checkKernel(CUresult error, const char *what, const char *kernel) {
  if (error == 0)
    return true;
  fail("CUDA: %s kernel '%s': %s (%s)", what, kernel, getErrorName(error),
       getErrorText(error));
  return false;
}

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

static void load() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *error = dlerror();
    std::snprintf(whyNot, sizeof(whyNot), "no CUDA driver: %s",
                  error ? error : "libcuda.so.1 cannot be opened");
    return;
  }
  const char *missing = nullptr;
#define NOVI_CUDA_LOAD(name, symbol, parameters)                               \
  driver.name =                                                                \
      reinterpret_cast<CUresult(*) parameters>(dlsym(library, symbol));
#define NOVI_CUDA_CHECK(name, symbol, parameters)                              \
  if (!driver.name)                                                            \
    missing = symbol;
  NOVI_CUDA_REQUIRED(NOVI_CUDA_LOAD)
  NOVI_CUDA_OPTIONAL(NOVI_CUDA_LOAD)
  NOVI_CUDA_REQUIRED(NOVI_CUDA_CHECK)
#undef NOVI_CUDA_LOAD
#undef NOVI_CUDA_CHECK
  if (missing) {
    std::snprintf(whyNot, sizeof(whyNot),
                  "the CUDA driver is too old: libcuda.so.1 has no %s",
                  missing);
    return;
  }
  CUresult error = driver.Init(0);
  if (error == 0)
    error = driver.DeviceGetCount(&numDevices);
  if (error != 0) {
    std::snprintf(whyNot, sizeof(whyNot),
                  "the CUDA driver does not start: %s (%s)",
                  getErrorName(error), getErrorText(error));
    return;
  }
  if (numDevices == 0)
    std::snprintf(whyNot, sizeof(whyNot), "the CUDA driver has no device");
}

/// Loads the driver once. Returns what is wrong with it, or null.
static const char *getWhyNot() {
  Lock lock;
  if (!isLoaded) {
    isLoaded = true;
    load();
  }
  return *whyNot ? whyNot : nullptr;
}

/// Makes the context of the default device this thread's.
static bool enter() {
  if (currentDevice == defaultDevice + 1)
    return true;
  if (const char *reason = getWhyNot()) {
    fail("CUDA: %s", reason);
    return false;
  }
  int number = defaultDevice;
  if (number < 0 || number >= numDevices || number >= maxDevices) {
    fail("CUDA: there is no device %d; the driver has %d", number, numDevices);
    return false;
  }
  CUresult error = 0;
  {
    Lock lock;
    if (!contexts[number]) {
      CUdevice device;
      error = driver.DeviceGet(&device, number);
      if (error == 0)
        error = driver.DevicePrimaryCtxRetain(&contexts[number], device);
    }
  }
  if (error == 0)
    error = driver.CtxSetCurrent(contexts[number]);
  if (!check(error, "making a device ready"))
    return false;
  currentDevice = number + 1;
  return true;
}

static CUdeviceptr toDevice(const void *memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

static void *makeModule(const void *image, int optimization) {
  auto *module = static_cast<Module *>(std::calloc(1, sizeof(Module)));
  if (!module) {
    fail("CUDA: out of memory for a module");
    return nullptr;
  }
  module->image = image;
  module->optimization = optimization;
  return module;
}

/// Gives the module to the driver, if that was not done. Wants the lock.
static CUresult loadModule(Module *module, char *log, size_t logSize) {
  if (module->handle)
    return 0;
  int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                   CU_JIT_OPTIMIZATION_LEVEL};
  void *values[] = {log, reinterpret_cast<void *>(logSize),
                    reinterpret_cast<void *>(intptr_t(module->optimization))};
  return driver.ModuleLoadDataEx(&module->handle, module->image,
                                 module->optimization < 0 ? 2 : 3, options,
                                 values);
}

static Kernel *findKernel(Module *module, const char *name, CUresult &error,
                          char *log, size_t logSize) {
  Lock lock;
  for (Kernel *kernel = module->kernels; kernel; kernel = kernel->next)
    if (std::strcmp(kernel->name, name) == 0)
      return kernel;
  error = loadModule(module, log, logSize);
  CUfunction handle = nullptr;
  if (error == 0)
    error = driver.ModuleGetFunction(&handle, module->handle, name);
  if (error != 0)
    return nullptr;
  size_t length = std::strlen(name);
  auto *kernel = static_cast<Kernel *>(std::calloc(1, sizeof(Kernel) + length));
  if (!kernel)
    return nullptr;
  std::memcpy(kernel->name, name, length);
  kernel->module = module;
  kernel->handle = handle;
  kernel->next = module->kernels;
  module->kernels = kernel;
  return kernel;
}

/// Whether there are no blocks to run, which drivers do not take.
static bool isEmpty(int64_t gridX, int64_t gridY, int64_t gridZ) {
  return gridX == 0 || gridY == 0 || gridZ == 0;
}

/// What is launched must fit into what drivers take.
static bool fits(int64_t x, int64_t y, int64_t z) {
  return x > 0 && y > 0 && z > 0 && x <= INT32_MAX && y <= INT32_MAX &&
         z <= INT32_MAX;
}

/// Sees to it that the kernel may be launched.
static bool prepareLaunch(Kernel *kernel, int64_t gridX, int64_t gridY,
                          int64_t gridZ, int64_t blockX, int64_t blockY,
                          int64_t blockZ, int32_t sharedBytes) {
  if (!kernel || !enter())
    return false;
  if (!fits(gridX, gridY, gridZ) || !fits(blockX, blockY, blockZ) ||
      sharedBytes < 0) {
    fail("CUDA: launching kernel '%s': a grid of (%lld,%lld,%lld) blocks of "
         "(%lld,%lld,%lld) threads with %d bytes of shared memory",
         kernel->name, static_cast<long long>(gridX),
         static_cast<long long>(gridY), static_cast<long long>(gridZ),
         static_cast<long long>(blockX), static_cast<long long>(blockY),
         static_cast<long long>(blockZ), sharedBytes);
    return false;
  }
  if (sharedBytes <= kernel->sharedBytes)
    return true;
  // A kernel gets no more than 48 KB unless that is asked for.
  CUresult error = driver.FuncSetAttribute(
      kernel->handle, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
      sharedBytes);
  if (error != 0) {
    int most = 0;
    CUdevice device = 0;
    if (driver.DeviceGet(&device, defaultDevice) == 0)
      driver.DeviceGetAttribute(
          &most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device);
    fail("CUDA: launching kernel '%s' with %d bytes of dynamic shared memory, "
         "where the device has %d for a block: %s (%s)",
         kernel->name, sharedBytes, most, getErrorName(error),
         getErrorText(error));
    return false;
  }
  kernel->sharedBytes = sharedBytes;
  return true;
}

extern "C" {

void *mgpuModuleLoad(void *image, size_t) { return makeModule(image, -1); }

void *mgpuModuleLoadJIT(void *image, int optimization) {
  return makeModule(image, optimization);
}

void mgpuModuleUnload(void *opaque) {
  auto *module = static_cast<Module *>(opaque);
  if (!module)
    return;
  // Programs do this when they end: the driver may have gone before, and then
  // there is nothing to unload and nobody to tell.
  if (module->handle)
    driver.ModuleUnload(module->handle);
  for (Kernel *kernel = module->kernels; kernel;) {
    Kernel *next = kernel->next;
    if (lastKernel == kernel->name)
      lastKernel = nullptr;
    std::free(kernel);
    kernel = next;
  }
  std::free(module);
}

void *mgpuModuleGetFunction(void *opaque, const char *name) {
  auto *module = static_cast<Module *>(opaque);
  if (!module || !enter())
    return nullptr;
  char log[2048] = "";
  CUresult error = 0;
  Kernel *kernel = findKernel(module, name, error, log, sizeof(log));
  if (kernel)
    return kernel;
  log[sizeof(log) - 1] = 0;
  for (char *c = log; *c; ++c)
    if (*c == '\n')
      *c = ' ';
  if (error == 0)
    fail("CUDA: out of memory for kernel '%s'", name);
  else
    fail("CUDA: loading kernel '%s': %s (%s)%s%s", name, getErrorName(error),
         getErrorText(error), *log ? ": " : "", log);
  return nullptr;
}

void mgpuLaunchKernel(void *function, int64_t gridX, int64_t gridY,
                      int64_t gridZ, int64_t blockX, int64_t blockY,
                      int64_t blockZ, int32_t sharedBytes, void *stream,
                      void **parameters, void **extra, size_t) {
  auto *kernel = static_cast<Kernel *>(function);
  if (isEmpty(gridX, gridY, gridZ))
    return;
  if (!prepareLaunch(kernel, gridX, gridY, gridZ, blockX, blockY, blockZ,
                     sharedBytes))
    return;
  if (checkKernel(driver.LaunchKernel(kernel->handle, gridX, gridY, gridZ,
                                      blockX, blockY, blockZ, sharedBytes,
                                      static_cast<CUstream>(stream), parameters,
                                      extra),
                  "launching", kernel->name))
    lastKernel = kernel->name;
}

void mgpuLaunchClusterKernel(void *function, int64_t clusterX, int64_t clusterY,
                             int64_t clusterZ, int64_t gridX, int64_t gridY,
                             int64_t gridZ, int64_t blockX, int64_t blockY,
                             int64_t blockZ, int32_t sharedBytes, void *stream,
                             void **parameters, void **extra) {
  auto *kernel = static_cast<Kernel *>(function);
  if (isEmpty(gridX, gridY, gridZ))
    return;
  if (!prepareLaunch(kernel, gridX, gridY, gridZ, blockX, blockY, blockZ,
                     sharedBytes))
    return;
  if (!driver.LaunchKernelEx || !fits(clusterX, clusterY, clusterZ)) {
    fail("CUDA: launching kernel '%s': a cluster of (%lld,%lld,%lld) blocks%s",
         kernel->name, static_cast<long long>(clusterX),
         static_cast<long long>(clusterY), static_cast<long long>(clusterZ),
         driver.LaunchKernelEx ? "" : ", and the driver is too old for any");
    return;
  }
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim = {static_cast<unsigned>(clusterX),
                                static_cast<unsigned>(clusterY),
                                static_cast<unsigned>(clusterZ)};
  CUlaunchConfig config = {};
  config.gridDimX = gridX;
  config.gridDimY = gridY;
  config.gridDimZ = gridZ;
  config.blockDimX = blockX;
  config.blockDimY = blockY;
  config.blockDimZ = blockZ;
  config.sharedMemBytes = sharedBytes;
  config.hStream = static_cast<CUstream>(stream);
  config.attrs = &attribute;
  config.numAttrs = 1;
  if (checkKernel(
          driver.LaunchKernelEx(&config, kernel->handle, parameters, extra),
          "launching", kernel->name))
    lastKernel = kernel->name;
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

void *mgpuStreamCreate(void) {
  CUstream stream = nullptr;
  if (enter())
    check(driver.StreamCreate(&stream, CU_STREAM_NON_BLOCKING),
          "making a stream");
  return stream;
}

void mgpuStreamDestroy(void *stream) {
  if (enter())
    check(driver.StreamDestroy(static_cast<CUstream>(stream)),
          "ending a stream");
}

void mgpuStreamSynchronize(void *stream) {
  if (enter())
    check(driver.StreamSynchronize(static_cast<CUstream>(stream)),
          "waiting for a stream");
}

void mgpuStreamWaitEvent(void *stream, void *event) {
  if (enter())
    check(driver.StreamWaitEvent(static_cast<CUstream>(stream),
                                 static_cast<CUevent>(event), 0),
          "making a stream wait");
}

void *mgpuEventCreate(void) {
  CUevent event = nullptr;
  if (enter())
    check(driver.EventCreate(&event, CU_EVENT_DISABLE_TIMING),
          "making an event");
  return event;
}

void mgpuEventDestroy(void *event) {
  if (enter())
    check(driver.EventDestroy(static_cast<CUevent>(event)), "ending an event");
}

void mgpuEventSynchronize(void *event) {
  if (enter())
    check(driver.EventSynchronize(static_cast<CUevent>(event)),
          "waiting for an event");
}

void mgpuEventRecord(void *event, void *stream) {
  if (enter())
    check(driver.EventRecord(static_cast<CUevent>(event),
                             static_cast<CUstream>(stream)),
          "recording an event");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *mgpuMemAlloc(uint64_t size, void *, uint8_t isHostShared) {
  if (size == 0 || !enter())
    return nullptr;
  CUdeviceptr memory = 0;
  CUresult error =
      isHostShared ? driver.MemAllocManaged(&memory, size, CU_MEM_ATTACH_GLOBAL)
                   : driver.MemAlloc(&memory, size);
  if (error != 0) {
    fail("CUDA: getting %llu bytes of memory: %s (%s)",
         static_cast<unsigned long long>(size), getErrorName(error),
         getErrorText(error));
    return nullptr;
  }
  return reinterpret_cast<void *>(static_cast<uintptr_t>(memory));
}

void mgpuMemFree(void *memory, void *) {
  // Waits for whatever may still use it.
  if (memory && enter())
    check(driver.MemFree(toDevice(memory)), "giving memory back");
}

void mgpuMemcpy(void *to, void *from, size_t size, void *stream) {
  if (size && enter())
    check(driver.MemcpyAsync(toDevice(to), toDevice(from), size,
                             static_cast<CUstream>(stream)),
          "copying memory");
}

void mgpuMemset32(void *memory, uint32_t value, size_t count, void *stream) {
  if (count && enter())
    check(driver.MemsetD32Async(toDevice(memory), value, count,
                                static_cast<CUstream>(stream)),
          "filling memory");
}

void mgpuMemset16(void *memory, uint16_t value, size_t count, void *stream) {
  if (count && enter())
    check(driver.MemsetD16Async(toDevice(memory), value, count,
                                static_cast<CUstream>(stream)),
          "filling memory");
}

void mgpuMemHostRegister(void *memory, uint64_t size) {
  if (size && enter())
    check(driver.MemHostRegister(memory, size, 0), "registering host memory");
}

void mgpuMemHostUnregister(void *memory) {
  if (memory && enter())
    check(driver.MemHostUnregister(memory), "unregistering host memory");
}

} // extern "C"

namespace {

/// A memref of rank `rank`, as MLIR lays it out in memory.
struct Descriptor {
  Descriptor(int64_t rank, void *memory) : rank(rank) {
    std::memcpy(&header, memory, sizeof(header));
    sizes = reinterpret_cast<const int64_t *>(static_cast<char *>(memory) +
                                              sizeof(header));
    strides = sizes + rank;
  }

  char *begin(int64_t elementSize) const {
    return header.aligned + header.offset * elementSize;
  }

  /// The elements, which must lie beside each other; -1 if they do not.
  int64_t countElements() const {
    int64_t count = 1;
    for (int64_t i = rank - 1; i >= 0; --i) {
      if (strides[i] != count && sizes[i] != 1)
        return -1;
      count *= sizes[i];
    }
    return count;
  }

  struct {
    char *allocated, *aligned;
    int64_t offset;
  } header;
  int64_t rank;
  const int64_t *sizes, *strides;
};

} // namespace

extern "C" {

void mgpuMemHostRegisterMemRef(int64_t rank, void *memory,
                               int64_t elementSize) {
  Descriptor descriptor(rank, memory);
  int64_t count = descriptor.countElements();
  if (count < 0) {
    fail("CUDA: registering host memory: the memref has gaps");
    return;
  }
  mgpuMemHostRegister(descriptor.begin(elementSize), count * elementSize);
}

void mgpuMemHostUnregisterMemRef(int64_t rank, void *memory,
                                 int64_t elementSize) {
  Descriptor descriptor(rank, memory);
  if (descriptor.countElements() > 0)
    mgpuMemHostUnregister(descriptor.begin(elementSize));
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

void mgpuSetDefaultDevice(int32_t device) { defaultDevice = device; }

/// The bytes of an element of CUtensorMapDataType; 0 if unknown.
static int64_t getElementSize(int32_t dataType) {
  constexpr int8_t sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return dataType >= 0 && dataType < int32_t(sizeof(sizes)) ? sizes[dataType]
                                                            : 0;
}

void *mgpuTensorMapEncodeTiledMemref(int64_t rank, void *memory,
                                     int32_t dataType, int32_t interleave,
                                     int32_t swizzle, int32_t l2Promotion,
                                     int32_t outOfBoundsFill,
                                     int64_t *boxSizes) {
  constexpr int maxRank = 5;
  if (!enter())
    return nullptr;
  int64_t elementSize = getElementSize(dataType);
  if (!driver.TensorMapEncodeTiled || rank < 1 || rank > maxRank ||
      elementSize == 0) {
    fail("CUDA: describing a tensor of %lld axes and element type %d: %s",
         static_cast<long long>(rank), dataType,
         driver.TensorMapEncodeTiled ? "the driver knows no such tensors"
                                     : "the driver is too old");
    return nullptr;
  }
  // The driver has the innermost axis first, and no stride for it.
  Descriptor descriptor(rank, memory);
  uint64_t sizes[maxRank] = {}, strides[maxRank] = {};
  unsigned box[maxRank] = {}, elementStrides[maxRank] = {1, 1, 1, 1, 1};
  for (int64_t i = 0; i < rank; ++i) {
    sizes[i] = descriptor.sizes[rank - 1 - i];
    box[i] = boxSizes[rank - 1 - i];
    if (i > 0)
      strides[i - 1] = descriptor.strides[rank - 1 - i] * elementSize;
  }
  CUtensorMap map = {};
  if (!check(driver.TensorMapEncodeTiled(
                 &map, dataType, rank, descriptor.begin(elementSize), sizes,
                 strides, box, elementStrides, interleave, swizzle, l2Promotion,
                 outOfBoundsFill),
             "describing a tensor"))
    return nullptr;

  CUresult error = 0;
  CUdeviceptr place = 0;
  {
    Lock lock;
    for (TensorMap *known = tensorMaps; known; known = known->next)
      if (known->device == defaultDevice &&
          std::memcmp(&known->map, &map, sizeof(map)) == 0)
        return reinterpret_cast<void *>(static_cast<uintptr_t>(known->memory));
    error = driver.MemAlloc(&place, sizeof(map));
    if (error == 0)
      error = driver.MemcpyHtoD(place, &map, sizeof(map));
    void *room = nullptr;
    if (error == 0 &&
        posix_memalign(&room, alignof(TensorMap), sizeof(TensorMap)) == 0) {
      auto *known = static_cast<TensorMap *>(room);
      known->map = map;
      known->device = defaultDevice;
      known->memory = place;
      known->next = tensorMaps;
      tensorMaps = known;
    }
  }
  if (!check(error, "storing the description of a tensor"))
    return nullptr;
  return reinterpret_cast<void *>(static_cast<uintptr_t>(place));
}

const NoviGPURuntime *noviGetCudaRuntime(void) {
  static const NoviGPURuntime runtime = {
#define NOVI_GPU_FUNCTION(result, name, parameters) name,
#include "Novi/Runtime/GPU.def"
  };
  return &runtime;
}

int noviCudaAvailable(char *reason, size_t size) {
  const char *why = getWhyNot();
  if (why && reason && size)
    std::snprintf(reason, size, "%s", why);
  return !why;
}

} // extern "C"
