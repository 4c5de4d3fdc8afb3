//===- CUDADriver.h - The part of CUDA's driver that is used ----*- C++ -*-===//
//
// Types and functions of libcuda, declared here so that Novi is built without
// the CUDA Toolkit. Names and values are those of cuda.h.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_RUNTIME_CUDADRIVER_H
#define NOVI_LIB_RUNTIME_CUDADRIVER_H

#include <stddef.h>
#include <stdint.h>

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = uint64_t;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;

struct alignas(64) CUtensorMap {
  uint64_t opaque[16];
};

struct CUlaunchAttribute {
  int id;
  char pad[4];
  union {
    char room[64];
    struct {
      unsigned x, y, z;
    } clusterDim;
  } value;
};

struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute *attrs;
  unsigned numAttrs;
};

enum {
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  CU_EVENT_DISABLE_TIMING = 2,
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  CU_JIT_OPTIMIZATION_LEVEL = 7,
  CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
  CU_MEM_ATTACH_GLOBAL = 1,
  CU_STREAM_NON_BLOCKING = 1,
};

// X(name without "cu", symbol, parameters): those that any driver has, and
// those that only newer ones have.
#define NOVI_CUDA_REQUIRED(X)                                                  \
  X(Init, "cuInit", (unsigned flags))                                          \
  X(GetErrorName, "cuGetErrorName", (CUresult error, const char **name))       \
  X(GetErrorString, "cuGetErrorString", (CUresult error, const char **text))   \
  X(DeviceGetCount, "cuDeviceGetCount", (int *count))                          \
  X(DeviceGet, "cuDeviceGet", (CUdevice * device, int number))                 \
  X(DeviceGetAttribute, "cuDeviceGetAttribute",                                \
    (int *value, int attribute, CUdevice device))                              \
  X(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain",                        \
    (CUcontext * context, CUdevice device))                                    \
  X(CtxSetCurrent, "cuCtxSetCurrent", (CUcontext context))                     \
  X(ModuleLoadDataEx, "cuModuleLoadDataEx",                                    \
    (CUmodule * module, const void *image, unsigned numOptions, int *options,  \
     void **values))                                                           \
  X(ModuleUnload, "cuModuleUnload", (CUmodule module))                         \
  X(ModuleGetFunction, "cuModuleGetFunction",                                  \
    (CUfunction * function, CUmodule module, const char *name))                \
  X(FuncSetAttribute, "cuFuncSetAttribute",                                    \
    (CUfunction function, int attribute, int value))                           \
  X(LaunchKernel, "cuLaunchKernel",                                            \
    (CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,      \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     CUstream stream, void **parameters, void **extra))                        \
  X(StreamCreate, "cuStreamCreate", (CUstream * stream, unsigned flags))       \
  X(StreamDestroy, "cuStreamDestroy_v2", (CUstream stream))                    \
  X(StreamSynchronize, "cuStreamSynchronize", (CUstream stream))               \
  X(StreamWaitEvent, "cuStreamWaitEvent",                                      \
    (CUstream stream, CUevent event, unsigned flags))                          \
  X(EventCreate, "cuEventCreate", (CUevent * event, unsigned flags))           \
  X(EventDestroy, "cuEventDestroy_v2", (CUevent event))                        \
  X(EventSynchronize, "cuEventSynchronize", (CUevent event))                   \
  X(EventRecord, "cuEventRecord", (CUevent event, CUstream stream))            \
  X(MemAlloc, "cuMemAlloc_v2", (CUdeviceptr * memory, size_t size))            \
  X(MemAllocManaged, "cuMemAllocManaged",                                      \
    (CUdeviceptr * memory, size_t size, unsigned flags))                       \
  X(MemFree, "cuMemFree_v2", (CUdeviceptr memory))                             \
  X(MemcpyAsync, "cuMemcpyAsync",                                              \
    (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream))          \
  X(MemcpyHtoD, "cuMemcpyHtoD_v2",                                             \
    (CUdeviceptr to, const void *from, size_t size))                           \
  X(MemsetD32Async, "cuMemsetD32Async",                                        \
    (CUdeviceptr memory, unsigned value, size_t count, CUstream stream))       \
  X(MemsetD16Async, "cuMemsetD16Async",                                        \
    (CUdeviceptr memory, unsigned short value, size_t count, CUstream stream)) \
  X(MemHostRegister, "cuMemHostRegister_v2",                                   \
    (void *memory, size_t size, unsigned flags))                               \
  X(MemHostUnregister, "cuMemHostUnregister", (void *memory))

#define NOVI_CUDA_OPTIONAL(X)                                                  \
  X(LaunchKernelEx, "cuLaunchKernelEx",                                        \
    (const CUlaunchConfig *config, CUfunction function, void **parameters,     \
     void **extra))                                                            \
  X(TensorMapEncodeTiled, "cuTensorMapEncodeTiled",                            \
    (CUtensorMap * map, int dataType, unsigned rank, void *memory,             \
     const uint64_t *sizes, const uint64_t *strides, const unsigned *boxSizes, \
     const unsigned *elementStrides, int interleave, int swizzle,              \
     int l2Promotion, int outOfBoundsFill))

struct CUDADriver {
#define NOVI_CUDA_MEMBER(name, symbol, parameters) CUresult(*name) parameters;
  NOVI_CUDA_REQUIRED(NOVI_CUDA_MEMBER)
  NOVI_CUDA_OPTIONAL(NOVI_CUDA_MEMBER)
#undef NOVI_CUDA_MEMBER
};

#endif // NOVI_LIB_RUNTIME_CUDADRIVER_H
