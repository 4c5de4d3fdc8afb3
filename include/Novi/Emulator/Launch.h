//===- Launch.h - A kernel launch on the host -------------------*- C++ -*-===//
//
// What the emulator's runtime knows of a kernel, and its launch. Plain C++: the
// runtime has nothing of MLIR in it. EmulatedModule.h is what compilers use.
//
// A launch runs the blocks one after another. Each thread of a block is a fibre
// that runs until it waits: at a barrier, or at an operation of its warp, which
// is carried out when the last lane of its mask arrives. Which thread goes on
// when several may is decided by the seed, so a launch can be repeated exactly.
//
// The first fault ends the launch. What is noticed:
//   - an access outside the launch's buffers, the block's shared memory and the
//     thread's own memory, or at an address that is not as aligned as it claims
//   - two accesses to the same bytes, not both reads and not both atomic, that
//     nothing orders: of two threads in shared or global memory without a
//     barrier between them, or of two blocks in global memory. Fences and
//     atomic accesses order nothing here.
//   - a barrier that not all threads reach, or reach at different operations
//   - threads that wait for each other for ever, and loops without an end
// Shared memory starts as NaNs in every block.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EMULATOR_LAUNCH_H
#define NOVI_EMULATOR_LAUNCH_H

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::novi::emulator {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

/// Memory that the kernel may touch.
struct Buffer {
  void *data = nullptr;
  uint64_t size = 0;
  /// For messages.
  std::string name;
  bool isReadOnly = false;
};

struct LaunchOptions {
  /// The order in which threads go on: for 0 the order of their numbers, for
  /// others a permutation that differs from block to block.
  uint64_t seed = 0;
  /// Whether addresses are checked. Without it a wrong one is undefined
  /// behaviour of the host.
  bool checkAccesses = true;
  /// Whether races are looked for. Needs checked accesses.
  bool checkRaces = true;
  /// How many loop iterations a thread may do before that is held to be a loop
  /// without an end.
  uint64_t maxIterations = uint64_t(1) << 26;
  /// The memory that may be spent on looking for races in global memory, some
  /// nine times the size of a buffer of f32. Buffers that do not fit in are not
  /// looked at.
  uint64_t maxRaceMemory = uint64_t(2) << 30;
};

struct LaunchConfig {
  Dim3 grid, block;
  /// Bytes for the kernel's shared variables of size 0.
  uint64_t dynamicShared = 0;
  /// One address of a value per parameter of the kernel.
  void **parameters = nullptr;
  std::vector<Buffer> buffers;
};

/// A place in a kernel of which compiled code tells the runtime by its number.
struct Site {
  enum class Kind : uint8_t {
    Other,
    Load,
    Store,
    /// A load that no race with other atomic accesses can be made of, and all
    /// that writes in such a way.
    AtomicLoad,
    Atomic
  };

  Kind kind = Kind::Other;
  /// Of an access: its bytes (0: known at run time) and the alignment that the
  /// address claims.
  uint64_t size = 0, alignment = 1;
  /// "file:line:column", or what stands in for it.
  std::string location;
};

/// A variable in shared memory. Where it lies is up to the launch.
struct SharedVariable {
  std::string name;
  /// 0 for one that takes the launch's dynamic memory.
  uint64_t size = 0;
  uint64_t alignment = 1;
};

/// A kernel that is compiled for the host.
struct Kernel {
  std::string name;
  /// Runs one thread.
  void (*entry)(void **parameters) = nullptr;
  /// Block sizes that the kernel was compiled for: exactly this one, at most so
  /// many threads. Zeros where anything goes.
  Dim3 requiredBlock = {0, 0, 0};
  uint32_t maxThreads = 0;
  /// Bytes of variables of one thread.
  uint64_t privateBytes = 0;
  /// The finest unit, in bytes, in which the kernel's accesses can overlap.
  uint32_t sharedGranule = 1, globalGranule = 1;

  /// Of the kernel's module: all places; all shared variables, and which of
  /// them this kernel uses.
  const std::vector<Site> *sites = nullptr;
  const std::vector<SharedVariable> *sharedVariables = nullptr;
  std::vector<bool> usesShared;
};

/// Runs `kernel`. Returns what went wrong, in one line, and nothing if nothing
/// did.
std::string launch(const Kernel &kernel, const LaunchConfig &config,
                   const LaunchOptions &options);

/// What compiled code may call, by name: the emulator's own functions, those of
/// libdevice, and the like.
struct RuntimeFunction {
  const char *name;
  void *address;
};
const std::vector<RuntimeFunction> &getRuntimeFunctions();

} // namespace mlir::novi::emulator

#endif // NOVI_EMULATOR_LAUNCH_H
