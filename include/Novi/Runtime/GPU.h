/*===- GPU.h - What host code that launches kernels calls ---------*- C -*-===*\
|*                                                                            *|
|* The functions of GPU.def, which lib/Runtime provides by the CUDA driver.   *|
|* The driver is opened by the first of them that needs it, so a program      *|
|* links and starts without one. Whoever runs host code in its own process    *|
|* takes addresses from a table: there is one by the CUDA driver, and one by  *|
|* the emulator (Novi/Emulator/EmulatedDevice.h).                             *|
|*                                                                            *|
|* What fails is a failed check (noviAssertFailed), whose message says what   *|
|* was to be done, for which kernel, and the driver's name of the error.      *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef NOVI_RUNTIME_GPU_H
#define NOVI_RUNTIME_GPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NOVI_GPU_FUNCTION(result, name, parameters) result name parameters;
#include "Novi/Runtime/GPU.def"

/* A provider: the address of each of the functions. */
typedef struct NoviGPURuntime {
#define NOVI_GPU_FUNCTION(result, name, parameters) result(*name) parameters;
#include "Novi/Runtime/GPU.def"
} NoviGPURuntime;

/* The provider that is made of the functions above. */
const NoviGPURuntime *noviGetCudaRuntime(void);

/* Whether there is a CUDA driver and a device. If not, `reason`, which has
 * room for `size` bytes, says in one line why; it may be NULL. */
int noviCudaAvailable(char *reason, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* NOVI_RUNTIME_GPU_H */
