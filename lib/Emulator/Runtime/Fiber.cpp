//===- Fiber.cpp - Stacks that take turns on one host thread ----*- C++ -*-===//
//
// The switch itself, and stacks with a guard page.
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace mlir::novi::emulator;

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

static size_t getPageSize() {
  static const size_t size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

Stack Stack::allocate(size_t size) {
  Stack stack;
  size_t page = getPageSize();
  if (size > SIZE_MAX / 2)
    return stack;
  size = (size + page - 1) / page * page;
  void *memory = mmap(nullptr, size + page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return stack;
  if (mprotect(memory, page, PROT_NONE) != 0) {
    munmap(memory, size + page);
    return stack;
  }
  stack.base = static_cast<char *>(memory) + page;
  stack.length = size;
  return stack;
}

Stack::~Stack() {
  if (base)
    munmap(base - getPageSize(), length + getPageSize());
}

void Stack::swap(Stack &other) {
  std::swap(base, other.base);
  std::swap(length, other.length);
}

//===----------------------------------------------------------------------===//
// Switching
//===----------------------------------------------------------------------===//

#ifdef __SANITIZE_ADDRESS__
extern "C" void __sanitizer_start_switch_fiber(void **saved, const void *bottom,
                                               size_t size);
extern "C" void __sanitizer_finish_switch_fiber(void *saved,
                                                const void **oldBottom,
                                                size_t *oldSize);
#endif

#ifdef __x86_64__

// Saves the registers that a call preserves, exchanges the stacks, restores.
extern "C" void noviEmulatorSwitchStack(void **saved, void *next);
asm(R"(
.text
.p2align 4
.globl noviEmulatorSwitchStack
.hidden noviEmulatorSwitchStack
.type noviEmulatorSwitchStack, @function
noviEmulatorSwitchStack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size noviEmulatorSwitchStack, .-noviEmulatorSwitchStack
)");

#endif

void Fiber::start(Stack &stack, void (*function)()) {
  stackBegin = stack.begin();
  stackSize = stack.size();
#ifdef __x86_64__
  // As a call leaves it: when `function` starts, the stack pointer is 8 off a
  // multiple of 16, and there, where it would return to, is nothing.
  auto **top = reinterpret_cast<void **>(stack.end());
  *--top = nullptr;
  *--top = reinterpret_cast<void *>(function);
  for (int i = 0; i < 6; ++i)
    *--top = nullptr;
  stackPointer = top;
#else
  getcontext(&context);
  context.uc_stack.ss_sp = stack.begin();
  context.uc_stack.ss_size = stack.size();
  context.uc_link = nullptr;
  makecontext(&context, function, 0);
#endif
}

void Fiber::arrive([[maybe_unused]] Fiber &caller) {
#ifdef __SANITIZE_ADDRESS__
  const void *bottom = nullptr;
  size_t size = 0;
  __sanitizer_finish_switch_fiber(nullptr, &bottom, &size);
  if (!caller.stackBegin) {
    caller.stackBegin = bottom;
    caller.stackSize = size;
  }
#endif
}

void Fiber::switchTo(Fiber &from, Fiber &to) {
#ifdef __SANITIZE_ADDRESS__
  void *saved = nullptr;
  __sanitizer_start_switch_fiber(&saved, to.stackBegin, to.stackSize);
#endif
#ifdef __x86_64__
  noviEmulatorSwitchStack(&from.stackPointer, to.stackPointer);
#else
  swapcontext(&from.context, &to.context);
#endif
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(saved, nullptr, nullptr);
#endif
}
