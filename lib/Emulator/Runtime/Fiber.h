//===- Fiber.h - Stacks that take turns on one host thread ------*- C++ -*-===//
//
// A fibre has a stack of its own and runs until it hands over to another. A
// switch saves and restores a handful of registers: on x86-64 in own assembly,
// some nanoseconds; elsewhere by ucontext, some hundred. A fibre may be left
// where it is and never be resumed: what then lies on its stack is forgotten.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EMULATOR_RUNTIME_FIBER_H
#define NOVI_LIB_EMULATOR_RUNTIME_FIBER_H

#include <cstddef>
#ifndef __x86_64__
#include <ucontext.h>
#endif

namespace mlir::novi::emulator {

/// Memory for a stack, with a page below it that must not be touched, so that
/// an overflow is a fault at once.
class Stack {
public:
  Stack() = default;
  Stack(Stack &&other) noexcept { swap(other); }
  Stack &operator=(Stack &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Stack();

  /// A stack of `size` bytes, rounded up to whole pages; one without memory
  /// where the system has not that much.
  static Stack allocate(size_t size);

  explicit operator bool() const { return base; }
  char *begin() const { return base; }
  char *end() const { return base + length; }
  size_t size() const { return length; }

private:
  void swap(Stack &other);

  char *base = nullptr;
  size_t length = 0;
};

class Fiber {
public:
  /// The fibre of the caller, who runs on a stack already.
  Fiber() = default;

  /// Makes this fibre one that calls `function` when it is switched to for the
  /// first time. `function` must call `arrive` first and must not return.
  void start(Stack &stack, void (*function)());

  /// Says that a fibre started, after a switch from the stack of `caller` if
  /// this is the first fibre that started since.
  static void arrive(Fiber &caller);

  /// Saves where `from`, the caller's fibre, is, and continues `to`.
  static void switchTo(Fiber &from, Fiber &to);

private:
#ifdef __x86_64__
  void *stackPointer = nullptr;
#else
  ucontext_t context;
#endif
  // For the address sanitizer, which must know on which stack it is.
  const void *stackBegin = nullptr;
  size_t stackSize = 0;
};

} // namespace mlir::novi::emulator

#endif // NOVI_LIB_EMULATOR_RUNTIME_FIBER_H
