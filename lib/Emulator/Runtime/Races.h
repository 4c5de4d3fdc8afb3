//===- Races.h - Accesses that nothing orders -------------------*- C++ -*-===//
//
// Finds races as FastTrack (Flanagan and Freund, PLDI 2009) does, made cheap by
// what kernels are like. Time within a block is counted in epochs: a barrier of
// all threads ends one, and orders all that was before it before all that comes
// after. Only what orders some of the threads needs vector clocks: each thread
// counts its own such events within an epoch, and knows how far it is ordered
// behind each other thread. Those that meet share what they know from then on.
//
// For each granule of memory there is the last write and up to two reads since.
// Two suffice where barriers are for all: of two threads that read, a third
// that writes races with both. Beyond that a race may be missed, and none is
// made up.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EMULATOR_RUNTIME_RACES_H
#define NOVI_LIB_EMULATOR_RUNTIME_RACES_H

#include "Novi/Emulator/Launch.h"
#include <memory>
#include <optional>

namespace mlir::novi::emulator {

class Memory;
struct Region;
struct Thread;

/// How far a thread is behind each thread of its block, in its epoch.
struct ThreadClock {
  /// The epoch that the rest is about. In a later one it says nothing.
  uint32_t epoch = 0;
  /// Counts what the thread told others of.
  uint32_t own = 0;
  /// Null: of no thread anything.
  std::shared_ptr<const std::vector<uint32_t>> known;
};

/// An access that was made.
struct Access {
  uint32_t epoch = 0;
  uint32_t thread : 10, isAtomic : 1, clock : 21;
  uint32_t site = 0;

  Access() : thread(0), isAtomic(0), clock(0) {}
};

class RaceDetector {
public:
  RaceDetector(const Kernel &kernel, const Memory &memory,
               const LaunchOptions &options);
  ~RaceDetector();
  RaceDetector(const RaceDetector &) = delete;
  RaceDetector &operator=(const RaceDetector &) = delete;

  void startBlock(uint64_t number);
  /// All threads of the block are at a barrier.
  void passBarrier() { startEpoch(); }
  /// These threads meet. Those in `after` are from now on behind all of
  /// `before`, to which they belong.
  void meet(const std::vector<Thread *> &before,
            const std::vector<Thread *> &after);

  struct Race {
    Access other;
    /// Whether it wrote, and which block it was of.
    bool otherWrote = false;
    uint64_t otherBlock = 0;
    /// The first byte that both touched.
    uintptr_t address = 0;
  };
  /// Remembers an access and returns one that it races with.
  std::optional<Race> access(Thread &thread, const Region &region,
                             uintptr_t address, uint64_t size, uint32_t site,
                             Site::Kind kind);

private:
  struct Cell {
    Access write, reads[2];
  };
  /// The cells of a piece of memory; none if it is not looked at.
  struct Shadow {
    uintptr_t begin = 0;
    Cell *cells = nullptr;
    uint64_t bytes = 0;
    uint32_t granuleLog2 = 0;
  };

  static Shadow makeShadow(uintptr_t begin, uint64_t size, uint32_t granule);
  void startEpoch();
  void catchUp(ThreadClock &clock) const;
  bool isOrdered(const Access &earlier, const Thread &thread,
                 bool isShared) const;
  void addRead(Cell &cell, const Access &read, const Thread &thread,
               bool isShared) const;

  Shadow shared;
  /// One for each region, empty for those of shared memory.
  std::vector<Shadow> global;
  const Region *firstRegion;
  uint32_t epoch = 0, firstEpochOfBlock = 0;
  /// For messages: where the epochs of each block begin.
  std::vector<uint32_t> blockEpochs;
  uint32_t numThreads = 0;
};

} // namespace mlir::novi::emulator

#endif // NOVI_LIB_EMULATOR_RUNTIME_RACES_H
