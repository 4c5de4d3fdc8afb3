//===- Runtime.cpp - What compiled programs call ----------------*- C++ -*-===//
//
// Failing checks and memory of dynamic size. Nothing of the compiler is used
// here, and no C++ library, so that this links into any program.
//
//===----------------------------------------------------------------------===//

#include "Novi/Runtime/Runtime.h"
#include <cstdio>
#include <cstdlib>

namespace {

/// In front of each piece of memory, as long as its alignment.
struct alignas(64) Header {
  Header *next, *previous;
};

thread_local NoviFailureHandler failureHandler = nullptr;
thread_local void *failureData = nullptr;

/// The live pieces of this thread.
thread_local Header *live = nullptr;

void unlink(Header *header) {
  if (header->next)
    header->next->previous = header->previous;
  if (header->previous)
    header->previous->next = header->next;
  else if (live == header)
    live = header->next;
}

} // namespace

extern "C" {

void noviSetFailureHandler(NoviFailureHandler handler, void *data) {
  failureHandler = handler;
  failureData = data;
}

void noviAssertFailed(const char *message) {
  if (failureHandler)
    failureHandler(message, failureData);
  std::fprintf(stderr, "error: %s\n", message);
  std::exit(1);
}

void *noviAllocate(int64_t alignment, int64_t size) {
  void *memory = nullptr;
  constexpr int64_t most = INT64_MAX - 2 * int64_t(sizeof(Header));
  if (alignment <= int64_t(sizeof(Header)) && size >= 0 && size <= most)
    memory =
        std::aligned_alloc(sizeof(Header), (size + 2 * sizeof(Header) - 1) /
                                               sizeof(Header) * sizeof(Header));
  if (!memory) {
    noviAssertFailed("out of memory for a tensor whose size is known at run "
                     "time only");
    return nullptr;
  }
  auto *header = static_cast<Header *>(memory);
  header->previous = nullptr;
  header->next = live;
  if (live)
    live->previous = header;
  live = header;
  return header + 1;
}

void noviFree(void *memory) {
  if (!memory)
    return;
  Header *header = static_cast<Header *>(memory) - 1;
  unlink(header);
  std::free(header);
}

void noviFreeAll(void) {
  while (live) {
    Header *header = live;
    unlink(header);
    std::free(header);
  }
}

} // extern "C"
