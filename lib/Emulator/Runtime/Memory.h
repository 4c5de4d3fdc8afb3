//===- Memory.h - What a kernel may touch -----------------------*- C++ -*-===//
//
// The regions that a launch may access: its buffers, the shared memory of the
// block that runs, the stacks of its threads.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EMULATOR_RUNTIME_MEMORY_H
#define NOVI_LIB_EMULATOR_RUNTIME_MEMORY_H

#include "Fiber.h"
#include "Novi/Emulator/Launch.h"
#include <optional>

namespace mlir::novi::emulator {

/// Some bytes that belong together, and how to call them.
struct Region {
  enum class Kind : uint8_t { Shared, Global };

  uintptr_t begin = 0, end = 0;
  Kind kind = Kind::Global;
  bool isReadOnly = false;
  std::string name;

  bool contains(uintptr_t address, uint64_t size) const {
    return address >= begin && address <= end && size <= end - address;
  }
};

class Memory {
public:
  Memory(const Kernel &kernel, const LaunchConfig &config);
  ~Memory();

  /// What is wrong with the launch's memory; empty if nothing is.
  const std::string &getError() const { return error; }

  /// Where the shared variable of this number lies.
  char *getShared(uint32_t variable) const { return sharedPlaces[variable]; }
  /// Makes all shared memory NaNs.
  void startBlock();

  /// Gets a stack for each thread of a block. Says what went wrong, if so.
  std::string allocateStacks(const Kernel &kernel, uint32_t numThreads);
  Stack &getStack(uint32_t thread) { return stacks[thread]; }

  /// The region that all of the bytes lie in; null if there is none, or if they
  /// are a thread's own (see `isPrivate`).
  const Region *find(uintptr_t address, uint64_t size, uint32_t site) {
    const Region *&last = lastRegions[site];
    if (last && last->contains(address, size))
      return last;
    const Region *region = search(address, size);
    if (region)
      last = region;
    return region;
  }
  bool isPrivate(uint32_t thread, uintptr_t address, uint64_t size) const {
    const Stack &stack = stacks[thread];
    auto begin = reinterpret_cast<uintptr_t>(stack.begin());
    return address >= begin && address - begin <= stack.size() &&
           size <= stack.size() - (address - begin);
  }
  /// Says where an address that is in no region is.
  std::string locate(uintptr_t address, uint64_t size) const;

  uintptr_t getSharedBegin() const { return sharedBegin; }
  uint64_t getSharedExtent() const { return sharedExtent; }
  const std::vector<Region> &getRegions() const { return regions; }

private:
  void placeShared(const Kernel &kernel, uint64_t dynamicShared);
  const Region *search(uintptr_t address, uint64_t size) const;

  std::string error;
  /// Sorted by address. Regions do not overlap.
  std::vector<Region> regions;
  /// The region that each site's last access was in.
  std::vector<const Region *> lastRegions;
  std::vector<char *> sharedPlaces;
  uintptr_t sharedBegin = 0;
  uint64_t sharedExtent = 0;
  std::vector<Stack> stacks;
};

} // namespace mlir::novi::emulator

#endif // NOVI_LIB_EMULATOR_RUNTIME_MEMORY_H
