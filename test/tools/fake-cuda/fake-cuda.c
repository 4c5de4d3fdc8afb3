/*===- fake-cuda.c - A CUDA driver for tests -----------------------*- C -*-===*\
|*                                                                            *|
|* Prints each call with what matters of its arguments. Memory of the device  *|
|* is the host's, streams, events, modules and kernels are small numbers.     *|
|*                                                                            *|
|*   FAKE_CUDA_FAIL=cuMemAlloc=2   this function returns this error           *|
|*   FAKE_CUDA_DEVICES=0           how many devices there are, 1 otherwise    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int result(const char *function) {
  const char *fail = getenv("FAKE_CUDA_FAIL");
  size_t length = strlen(function);
  fflush(stdout);
  if (fail && strncmp(fail, function, length) == 0 && fail[length] == '=')
    return atoi(fail + length + 1);
  return 0;
}

#define SAY(...) (printf("  "), printf(__VA_ARGS__), printf("\n"))

static void *number(void) {
  static uintptr_t next = 1;
  return (void *)next++;
}

int cuInit(unsigned flags) {
  SAY("cuInit(%u)", flags);
  return result("cuInit");
}
int cuGetErrorName(int error, const char **name) {
  *name = error == 2     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == 100 ? "CUDA_ERROR_NO_DEVICE"
          : error == 218 ? "CUDA_ERROR_INVALID_PTX"
          : error == 500 ? "CUDA_ERROR_NOT_FOUND"
          : error == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                         : "CUDA_ERROR_INVALID_VALUE";
  return 0;
}
int cuGetErrorString(int error, const char **text) {
  *text = error == 700 ? "an illegal memory access was encountered"
                       : "it did not go well";
  return 0;
}
int cuDeviceGetCount(int *count) {
  const char *devices = getenv("FAKE_CUDA_DEVICES");
  *count = devices ? atoi(devices) : 1;
  return result("cuDeviceGetCount");
}
int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return result("cuDeviceGet");
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 97 ? 101376 : 0;
  return result("cuDeviceGetAttribute");
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  SAY("cuDevicePrimaryCtxRetain(device %d)", device);
  *context = number();
  return result("cuDevicePrimaryCtxRetain");
}
int cuCtxSetCurrent(void *context) {
  SAY("cuCtxSetCurrent");
  return result("cuCtxSetCurrent");
}
int cuModuleLoadDataEx(void **module, const void *image, unsigned count,
                       int *options, void **values) {
  int error = result("cuModuleLoadDataEx");
  SAY("cuModuleLoadDataEx('%.8s', %u options)", (const char *)image, count);
  if (error)
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == 5)
        strcpy(values[i], "line 3: what is this?\nline 4: and this?");
  *module = number();
  return error;
}
int cuModuleUnload(void *module) {
  SAY("cuModuleUnload");
  return result("cuModuleUnload");
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  SAY("cuModuleGetFunction('%s')", name);
  *function = number();
  return strcmp(name, "none") == 0 ? 500 : result("cuModuleGetFunction");
}
int cuFuncSetAttribute(void *function, int attribute, int value) {
  SAY("cuFuncSetAttribute(%d, %d)", attribute, value);
  return result("cuFuncSetAttribute");
}
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz,
                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void *stream, void **parameters, void **extra) {
  SAY("cuLaunchKernel(grid %u,%u,%u block %u,%u,%u shared %u count %lld)", gx,
      gy, gz, bx, by, bz, shared, *(long long *)parameters[2]);
  return result("cuLaunchKernel");
}
struct Config {
  unsigned sizes[7];
  void *stream;
  struct {
    int id;
    char pad[4];
    unsigned value[16];
  } *attributes;
  unsigned count;
};
int cuLaunchKernelEx(const struct Config *config, void *function,
                     void **parameters, void **extra) {
  SAY("cuLaunchKernelEx(grid %u,%u,%u block %u,%u,%u shared %u; %u attribute: "
      "%d = %u,%u,%u)",
      config->sizes[0], config->sizes[1], config->sizes[2], config->sizes[3],
      config->sizes[4], config->sizes[5], config->sizes[6], config->count,
      config->attributes->id, config->attributes->value[0],
      config->attributes->value[1], config->attributes->value[2]);
  return result("cuLaunchKernelEx");
}
int cuStreamCreate(void **stream, unsigned flags) {
  SAY("cuStreamCreate(%u)", flags);
  *stream = number();
  return result("cuStreamCreate");
}
int cuStreamDestroy_v2(void *stream) {
  SAY("cuStreamDestroy");
  return result("cuStreamDestroy");
}
int cuStreamSynchronize(void *stream) {
  SAY("cuStreamSynchronize");
  return result("cuStreamSynchronize");
}
int cuStreamWaitEvent(void *stream, void *event, unsigned flags) {
  SAY("cuStreamWaitEvent");
  return result("cuStreamWaitEvent");
}
int cuEventCreate(void **event, unsigned flags) {
  SAY("cuEventCreate(%u)", flags);
  *event = number();
  return result("cuEventCreate");
}
int cuEventDestroy_v2(void *event) {
  SAY("cuEventDestroy");
  return result("cuEventDestroy");
}
int cuEventSynchronize(void *event) {
  SAY("cuEventSynchronize");
  return result("cuEventSynchronize");
}
int cuEventRecord(void *event, void *stream) {
  SAY("cuEventRecord");
  return result("cuEventRecord");
}
int cuMemAlloc_v2(uint64_t *memory, size_t size) {
  SAY("cuMemAlloc(%zu)", size);
  *memory = (uintptr_t)malloc(size);
  return result("cuMemAlloc");
}
int cuMemAllocManaged(uint64_t *memory, size_t size, unsigned flags) {
  SAY("cuMemAllocManaged(%zu, %u)", size, flags);
  *memory = (uintptr_t)malloc(size);
  return result("cuMemAllocManaged");
}
int cuMemFree_v2(uint64_t memory) {
  SAY("cuMemFree");
  free((void *)(uintptr_t)memory);
  return result("cuMemFree");
}
int cuMemcpyAsync(uint64_t to, uint64_t from, size_t size, void *stream) {
  SAY("cuMemcpyAsync(%zu)", size);
  memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, size);
  return result("cuMemcpyAsync");
}
int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size) {
  SAY("cuMemcpyHtoD(%zu)", size);
  memcpy((void *)(uintptr_t)to, from, size);
  return result("cuMemcpyHtoD");
}
int cuMemsetD32Async(uint64_t memory, unsigned value, size_t count,
                     void *stream) {
  SAY("cuMemsetD32Async(0x%08x, %zu)", value, count);
  for (size_t i = 0; i < count; ++i)
    ((uint32_t *)(uintptr_t)memory)[i] = value;
  return result("cuMemsetD32Async");
}
int cuMemsetD16Async(uint64_t memory, unsigned short value, size_t count,
                     void *stream) {
  SAY("cuMemsetD16Async(0x%04x, %zu)", value, count);
  for (size_t i = 0; i < count; ++i)
    ((uint16_t *)(uintptr_t)memory)[i] = value;
  return result("cuMemsetD16Async");
}
int cuMemHostRegister_v2(void *memory, size_t size, unsigned flags) {
  SAY("cuMemHostRegister(%zu)", size);
  return result("cuMemHostRegister");
}
int cuMemHostUnregister(void *memory) {
  SAY("cuMemHostUnregister");
  return result("cuMemHostUnregister");
}
int cuTensorMapEncodeTiled(uint64_t *map, int type, unsigned rank, void *memory,
                           const uint64_t *sizes, const uint64_t *strides,
                           const unsigned *box, const unsigned *elements,
                           int interleave, int swizzle, int l2, int fill) {
  SAY("cuTensorMapEncodeTiled(type %d sizes %u,%u stride %u box %u,%u swizzle "
      "%d)",
      type, (unsigned)sizes[0], (unsigned)sizes[1], (unsigned)strides[0],
      box[0], box[1], swizzle);
  memset(map, 0, 128);
  map[0] = sizes[0];
  return result("cuTensorMapEncodeTiled");
}
