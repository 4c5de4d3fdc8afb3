/*===- Runtime.h - What compiled programs call ---------------------*- C
-*-===*\
|*                                                                            *|
|* A program compiled by Novi calls these functions; a host that runs one in  *|
|* its own process can say what happens when a check fails.                   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef NOVI_RUNTIME_RUNTIME_H
#define NOVI_RUNTIME_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Called when a check at run time fails, with what is wrong. Calls the handler
 * of the thread if there is one; otherwise, and if that comes back, writes the
 * message to the standard error output and exits with 1. */
void noviAssertFailed(const char *message);

/* What to call when a check fails on this thread: something that does not come
 * back (longjmp will do: compiled code has nothing to clean up). NULL for
 * none. */
typedef void (*NoviFailureHandler)(const char *message, void *data);
void noviSetFailureHandler(NoviFailureHandler handler, void *data);

/* Memory for a tensor whose size is known at run time only, at a multiple of
 * 64 bytes, `alignment` being at most that. Where there is not enough, a failed
 * check. */
void *noviAllocate(int64_t alignment, int64_t size);

/* Frees what noviAllocate gave; NULL is nothing. */
void noviFree(void *memory);

/* Frees all that noviAllocate gave this thread and that is not freed: what a
 * program left behind that a failed check ended. */
void noviFreeAll(void);

#ifdef __cplusplus
}
#endif

#endif /* NOVI_RUNTIME_RUNTIME_H */
