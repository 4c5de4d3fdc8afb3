//===- Machine.h - A launch while it runs -----------------------*- C++ -*-===//
//
// Threads, warps and blocks, who waits for what, and how a fault ends it all.
// What compiled code calls finds the launch of its host thread by `machine()`.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EMULATOR_RUNTIME_MACHINE_H
#define NOVI_LIB_EMULATOR_RUNTIME_MACHINE_H

#include "Fiber.h"
#include "Memory.h"
#include "Novi/Emulator/Launch.h"
#include "Races.h"
#include <array>
#include <memory>

namespace mlir::novi::emulator {

constexpr uint32_t lanesPerWarp = 32;
constexpr uint32_t maxThreadsPerBlock = 1024;
/// The number of a place that is not known.
constexpr uint32_t noSite = UINT32_MAX;

struct Thread {
  enum class State : uint8_t { Ready, Waiting, Finished };

  State state = State::Ready;
  uint8_t lane = 0;
  uint16_t number = 0, warp = 0;
  Dim3 id;
  /// While it waits: for what, and where.
  const char *waitsFor = nullptr;
  uint32_t waitsAt = 0;
  /// What a barrier left for it: of how many threads the predicate held, and
  /// whether of all.
  uint32_t trueCount = 0;
  bool allTrue = false;
  uint64_t iterations = 0;
  ThreadClock clock;
  Fiber fiber;
};

/// Which operation of a warp lanes arrive at: those that may meet are equal.
struct CollectiveKind {
  const char *name;
  uint32_t qualifiers = 0;
};

/// An operation of a warp for which some of its lanes wait.
struct Collective {
  CollectiveKind kind = {nullptr};
  uint32_t mask = 0, arrived = 0;
  /// Carries it out, once all are there, for the lanes in `arrived`. Those that
  /// are in the mask too have finished.
  void (*execute)(Collective &) = nullptr;
  /// Whether it orders the memory accesses of its lanes.
  bool ordersMemory = false;
  std::array<void *, lanesPerWarp> arguments = {};
};

struct Warp {
  /// The lanes that there are and that have not finished.
  uint32_t running = 0;
  std::vector<Collective> waiting;
};

/// One of the barriers that a block has.
struct Barrier {
  /// How many threads it takes, all told; 0 while nobody has arrived.
  uint32_t expected = 0;
  uint32_t numArrived = 0;
  bool isForAll = false;
  /// The operations that threads arrived at: one for the block, or one a warp.
  uint32_t site = 0;
  std::vector<uint32_t> warpSites;
  uint32_t trueCount = 0;
  std::vector<Thread *> arrived, waiting;
};

class Machine {
public:
  Machine(const Kernel &kernel, const LaunchConfig &config,
          const LaunchOptions &options);
  ~Machine();

  std::string run();

  // What the current thread does.

  Thread &current() { return *running; }
  /// Ends the launch with a message about the current thread.
  [[noreturn]] void fail(uint32_t site, const std::string &what);
  /// Waits until `resume` or `release` is called for the current thread.
  void wait(const char *what, uint32_t site);
  /// Lets others run first, if there are some.
  void yield();
  /// Ends the current thread.
  [[noreturn]] void finish();

  /// Takes part in an operation of the warp as `lane arguments`.
  void collect(CollectiveKind kind, uint32_t mask, void *arguments,
               uint32_t site, void (*execute)(Collective &),
               bool ordersMemory = false);
  /// Arrives at a barrier; waits there if `waits`.
  void arrive(uint32_t barrier, uint32_t numThreads, bool isForAll, bool waits,
              bool predicate, uint32_t site);

  // What the launch is.

  const Kernel &kernel;
  const LaunchConfig &config;
  const LaunchOptions &options;
  Dim3 blockId;
  uint32_t numThreads;
  Memory memory;
  RaceDetector races;

  const Site &site(uint32_t number) const { return (*kernel.sites)[number]; }
  std::string describeSite(uint32_t number) const;
  /// "of block (1,0,0)" for the block that ran as this one.
  std::string describeBlock(uint64_t number) const;
  const Thread &getThread(uint32_t number) const { return threads[number]; }

private:
  static void runThread();
  std::string checkConfig() const;
  /// The place in the grid of the block that runs as this one.
  Dim3 getBlock(uint64_t number) const;
  void runBlock(uint64_t number);
  void switchToNext();
  /// The threads in `released`, which all waited but for the current one, go on
  /// in an order that the seed decides.
  void release();
  void makeReady(Thread &thread) {
    ready[(readyBegin + readyCount++) % ready.size()] = &thread;
  }
  void completeCollectives(Warp &warp);
  void complete(Warp &warp, size_t index);
  void complete(Barrier &barrier);
  std::string explainDeadlock() const;
  std::string prefix(uint32_t site, const Thread *thread) const;
  uint64_t random();
  void shuffle(std::vector<Thread *> &list);

  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::array<Barrier, 16> barriers;
  /// A ring.
  std::vector<Thread *> ready;
  size_t readyBegin = 0, readyCount = 0;
  /// For `release`, which is done with it before others run.
  std::vector<Thread *> released;
  uint64_t numBlocks = 0, blockStart = 0, blockStride = 1;
  Thread *running = nullptr;
  uint32_t numFinished = 0;
  uint64_t randomState = 0;
  Fiber scheduler;
  std::string error;
};

/// The launch that runs on this host thread.
Machine &machine();

std::string toString(Dim3 value);

} // namespace mlir::novi::emulator

#endif // NOVI_LIB_EMULATOR_RUNTIME_MACHINE_H
