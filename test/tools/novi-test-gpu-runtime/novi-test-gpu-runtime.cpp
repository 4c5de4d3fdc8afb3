//===- novi-test-gpu-runtime.cpp - Host code, for tests ---------*- C++ -*-===//
//
// Does what host code does that launches kernels, against either provider:
//
//   novi-test-gpu-runtime cuda available
//   novi-test-gpu-runtime cuda SCENARIO
//   novi-test-gpu-runtime emulator SCENARIO KERNELS.mlir
//
// The scenarios are the functions below. The module has a kernel scale(x, y, n,
// a), which is y[i] = a * x[i] for i below n.
//
//===----------------------------------------------------------------------===//

#include "Novi/Emulator/EmulatedDevice.h"
#include "Novi/Runtime/GPU.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Parser/Parser.h"
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <vector>

using namespace mlir;
using namespace mlir::novi;

namespace {

struct Host {
  const NoviGPURuntime &gpu;
  std::string image;
};

/// A memref<?x?xf32> as MLIR lays it out.
struct Matrix {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

constexpr int64_t count = 256;

void launch(Host &host, void *function, void *x, void *y, int64_t n,
            int32_t sharedBytes, void *stream, int64_t gridX = 2) {
  float a = 3;
  void *parameters[] = {&x, &y, &n, &a};
  host.gpu.mgpuLaunchKernel(function, gridX, 1, 1, 128, 1, 1, sharedBytes,
                            stream, parameters, nullptr, 4);
}

void *load(Host &host) {
  return host.gpu.mgpuModuleLoad(host.image.data(), host.image.size());
}

/// All that a program does.
void whole(Host &host) {
  const NoviGPURuntime &gpu = host.gpu;
  void *module = load(host);
  std::puts("loaded");
  void *stream = gpu.mgpuStreamCreate();
  void *x = gpu.mgpuMemAlloc(count * 4, stream, 0);
  void *y = gpu.mgpuMemAlloc(count * 4, stream, 1);
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.0f);
  gpu.mgpuMemcpy(x, values.data(), count * 4, stream);
  gpu.mgpuMemset32(y, 0, count, stream);
  gpu.mgpuMemset16(y, 0x3c00, 2, stream);
  void *function = gpu.mgpuModuleGetFunction(module, "scale");
  launch(host, function, x, y, 200, 0, stream);
  // More shared memory than a kernel has by itself is asked for once.
  launch(host, function, x, y, 250, 65536, stream);
  function = gpu.mgpuModuleGetFunction(module, "scale");
  launch(host, function, x, y, 256, 65536, stream);
  void *event = gpu.mgpuEventCreate();
  gpu.mgpuEventRecord(event, stream);
  void *second = gpu.mgpuStreamCreate();
  gpu.mgpuStreamWaitEvent(second, event);
  gpu.mgpuMemcpy(values.data(), y, count * 4, second);
  gpu.mgpuStreamSynchronize(second);
  // 3 * (0 + ... + 255)
  std::printf("sum %g\n", std::accumulate(values.begin(), values.end(), 0.0));
  gpu.mgpuMemHostRegister(values.data(), count * 4);
  gpu.mgpuMemHostUnregister(values.data());
  gpu.mgpuEventSynchronize(event);
  gpu.mgpuEventDestroy(event);
  gpu.mgpuMemFree(x, stream);
  gpu.mgpuMemFree(y, stream);
  gpu.mgpuMemFree(nullptr, stream);
  gpu.mgpuStreamDestroy(stream);
  gpu.mgpuStreamDestroy(second);
  gpu.mgpuModuleUnload(module);
  std::puts("done");
}

/// Host memory that is registered is the kernel's too, a memref with its
/// offset.
void registered(Host &host) {
  std::vector<float> storage(4 + 256 + 4, 2.0f);
  Matrix matrix = {storage.data(), storage.data(), 4, {2, 128}, {128, 1}};
  host.gpu.mgpuMemHostRegisterMemRef(2, &matrix, 4);
  void *y = host.gpu.mgpuMemAlloc(count * 4, nullptr, 0);
  void *function = host.gpu.mgpuModuleGetFunction(load(host), "scale");
  launch(host, function, storage.data() + 4, y, 256, 0, nullptr);
  float first = 0;
  host.gpu.mgpuMemcpy(&first, y, 4, nullptr);
  std::printf("first %g\n", first);
  host.gpu.mgpuMemHostUnregisterMemRef(2, &matrix, 4);
  std::fflush(stdout);
  launch(host, function, storage.data() + 4, y, 256, 0, nullptr);
}

void cluster(Host &host) {
  void *function = host.gpu.mgpuModuleGetFunction(load(host), "scale");
  void *x = nullptr;
  int64_t n = 0;
  float a = 0;
  void *parameters[] = {&x, &x, &n, &a};
  host.gpu.mgpuLaunchClusterKernel(function, 2, 1, 1, 4, 1, 1, 128, 1, 1, 1024,
                                   nullptr, parameters, nullptr);
}

void tensorMap(Host &host) {
  float storage[64];
  Matrix matrix = {storage, storage, 0, {4, 16}, {16, 1}};
  int64_t box[] = {2, 8};
  for (int i = 0; i < 2; ++i)
    host.gpu.mgpuTensorMapEncodeTiledMemref(2, &matrix, 7, 0, 3, 0, 0, box);
}

void jit(Host &host) {
  void *module = host.gpu.mgpuModuleLoadJIT(host.image.data(), 2);
  host.gpu.mgpuModuleGetFunction(module, "scale");
}

void unknownKernel(Host &host) {
  host.gpu.mgpuModuleGetFunction(load(host), "none");
}

void badGrid(Host &host) {
  void *function = host.gpu.mgpuModuleGetFunction(load(host), "scale");
  launch(host, function, nullptr, nullptr, 0, 0, nullptr, /*gridX=*/-1);
}

/// Nothing is launched, whatever the rest is.
void noBlocks(Host &host) {
  void *function = host.gpu.mgpuModuleGetFunction(load(host), "scale");
  launch(host, function, nullptr, nullptr, 256, 0, nullptr, /*gridX=*/0);
  std::puts("done");
}

void allocates(Host &host) { host.gpu.mgpuMemAlloc(1 << 20, nullptr, 0); }

void faults(Host &host) {
  void *function = host.gpu.mgpuModuleGetFunction(load(host), "scale");
  void *x = host.gpu.mgpuMemAlloc(count * 4, nullptr, 0);
  void *y = host.gpu.mgpuMemAlloc(count * 4, nullptr, 0);
  launch(host, function, x, y, 257, 0, nullptr, /*gridX=*/3);
  host.gpu.mgpuStreamSynchronize(nullptr);
}

void copiesTooMuch(Host &host) {
  char room[2048];
  void *x = host.gpu.mgpuMemAlloc(1024, nullptr, 0);
  host.gpu.mgpuMemcpy(static_cast<char *>(x) + 24, room, 1024, nullptr);
}

void freesTwice(Host &host) {
  void *x = host.gpu.mgpuMemAlloc(1024, nullptr, 0);
  host.gpu.mgpuMemFree(x, nullptr);
  host.gpu.mgpuMemFree(x, nullptr);
}

void usesFreed(Host &host) {
  void *function = host.gpu.mgpuModuleGetFunction(load(host), "scale");
  void *x = host.gpu.mgpuMemAlloc(count * 4, nullptr, 0);
  void *y = host.gpu.mgpuMemAlloc(count * 4, nullptr, 0);
  host.gpu.mgpuMemFree(y, nullptr);
  launch(host, function, x, y, 256, 0, nullptr);
}

void secondDevice(Host &host) {
  host.gpu.mgpuSetDefaultDevice(1);
  host.gpu.mgpuMemAlloc(16, nullptr, 0);
}

const std::map<std::string, void (*)(Host &)> scenarios = {
    {"whole", whole},
    {"registered", registered},
    {"cluster", cluster},
    {"tensor-map", tensorMap},
    {"jit", jit},
    {"unknown-kernel", unknownKernel},
    {"bad-grid", badGrid},
    {"no-blocks", noBlocks},
    {"allocates", allocates},
    {"faults", faults},
    {"copies-too-much", copiesTooMuch},
    {"frees-twice", freesTwice},
    {"uses-freed", usesFreed},
    {"second-device", secondDevice},
};

} // namespace

int main(int argc, char **argv) {
  std::string provider = argc > 1 ? argv[1] : "";
  std::string scenario = argc > 2 ? argv[2] : "";
  if (provider == "cuda" && scenario == "available") {
    char reason[512];
    bool isAvailable = noviCudaAvailable(reason, sizeof(reason));
    std::printf("%s\n", isAvailable ? "available" : reason);
    return 0;
  }
  auto found = scenarios.find(scenario);
  bool isCuda = provider == "cuda";
  if (found == scenarios.end() || (!isCuda && argc != 4)) {
    std::fputs("usage: see the source\n", stderr);
    return 1;
  }
  Host host = {isCuda ? *noviGetCudaRuntime() : getEmulatedGPURuntime(),
               "an image"};
  if (!isCuda) {
    DialectRegistry registry;
    registry.insert<DLTIDialect, LLVM::LLVMDialect, NVVM::NVVMDialect,
                    gpu::GPUDialect>();
    MLIRContext context(registry);
    auto module = parseSourceFile<ModuleOp>(argv[3], ParserConfig(&context));
    if (!module)
      return 1;
    host.image = makeEmulatedImage(*module->getOps<gpu::GPUModuleOp>().begin());
  }
  found->second(host);
  return 0;
}
