//===- Races.cpp - Accesses that nothing orders -----------------*- C++ -*-===//
//
// See Races.h.
//
//===----------------------------------------------------------------------===//

#include "Races.h"
#include "Machine.h"
#include <algorithm>
#include <sys/mman.h>

using namespace mlir::novi::emulator;

static constexpr uint32_t maxClock = (uint32_t(1) << 21) - 1;

//===----------------------------------------------------------------------===//
// Shadows
//===----------------------------------------------------------------------===//

RaceDetector::Shadow RaceDetector::makeShadow(uintptr_t begin, uint64_t size,
                                              uint32_t granule) {
  Shadow shadow;
  while ((uint32_t(2) << shadow.granuleLog2) <= granule)
    ++shadow.granuleLog2;
  // A region need not begin or end at a multiple of the granule.
  uint64_t mask = (uint64_t(1) << shadow.granuleLog2) - 1;
  shadow.begin = begin & ~mask;
  uint64_t covered = begin + size - shadow.begin;
  shadow.bytes = ((covered + mask) >> shadow.granuleLog2) * sizeof(Cell);
  if (shadow.bytes == 0)
    return shadow;
  // Zeros, which take memory only where there are accesses.
  void *memory = mmap(nullptr, shadow.bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED)
    shadow.cells = static_cast<Cell *>(memory);
  return shadow;
}

RaceDetector::RaceDetector(const Kernel &kernel, const Memory &memory,
                           const LaunchOptions &options)
    : firstRegion(memory.getRegions().data()) {
  global.resize(memory.getRegions().size());
  if (!options.checkRaces || !options.checkAccesses)
    return;
  shared = makeShadow(memory.getSharedBegin(), memory.getSharedExtent(),
                      kernel.sharedGranule);
  uint64_t left = options.maxRaceMemory;
  for (size_t i = 0; i < global.size(); ++i) {
    const Region &region = memory.getRegions()[i];
    uint64_t size = region.end - region.begin;
    uint64_t needed = (size / kernel.globalGranule + 2) * sizeof(Cell);
    if (region.kind == Region::Kind::Shared || region.isReadOnly ||
        size > left || needed > left)
      continue;
    left -= needed;
    global[i] = makeShadow(region.begin, size, kernel.globalGranule);
  }
}

RaceDetector::~RaceDetector() {
  global.push_back(shared);
  for (const Shadow &shadow : global)
    if (shadow.cells)
      munmap(shadow.cells, shadow.bytes);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

void RaceDetector::startEpoch() {
  // After four thousand million barriers nothing is looked at any more.
  if (epoch != UINT32_MAX)
    ++epoch;
}

void RaceDetector::startBlock(uint64_t number) {
  startEpoch();
  firstEpochOfBlock = epoch;
  blockEpochs.resize(number + 1, epoch);
}

void RaceDetector::catchUp(ThreadClock &clock) const {
  if (clock.epoch == epoch)
    return;
  clock.epoch = epoch;
  clock.own = 0;
  clock.known = nullptr;
}

void RaceDetector::meet(const std::vector<Thread *> &before,
                        const std::vector<Thread *> &after) {
  auto joined = std::make_shared<std::vector<uint32_t>>();
  const std::vector<uint32_t> *last = nullptr;
  for (Thread *thread : before) {
    ThreadClock &clock = thread->clock;
    catchUp(clock);
    if (thread->number >= joined->size())
      joined->resize(thread->number + 1);
    // Those who met before share what they know.
    if (clock.known && clock.known.get() != last) {
      last = clock.known.get();
      if (last->size() > joined->size())
        joined->resize(last->size());
      for (size_t i = 0; i < last->size(); ++i)
        (*joined)[i] = std::max((*joined)[i], (*last)[i]);
    }
  }
  for (Thread *thread : before) {
    uint32_t &known = (*joined)[thread->number];
    known = std::max(known, thread->clock.own + 1);
    if (++thread->clock.own > maxClock) {
      // Rather hold the block's accesses ordered than count wrongly.
      startEpoch();
      return;
    }
  }
  for (Thread *thread : after)
    thread->clock.known = joined;
}

bool RaceDetector::isOrdered(const Access &earlier, const Thread &thread,
                             bool isShared) const {
  if (earlier.epoch < firstEpochOfBlock)
    return isShared || earlier.epoch == 0;
  if (earlier.epoch < epoch || earlier.thread == thread.number)
    return true;
  const ThreadClock &clock = thread.clock;
  return clock.epoch == epoch && clock.known &&
         earlier.thread < clock.known->size() &&
         earlier.clock < (*clock.known)[earlier.thread];
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void RaceDetector::addRead(Cell &cell, const Access &read, const Thread &thread,
                           bool isShared) const {
  for (Access &slot : cell.reads) {
    // Whoever is behind this read is behind what this read is behind.
    if (isOrdered(slot, thread, isShared)) {
      slot = read;
      return;
    }
  }
  // Rather two warps than two lanes of one, which soon may be ordered.
  auto warpOf = [](const Access &access) {
    return access.thread / lanesPerWarp;
  };
  if (cell.reads[0].epoch == epoch && cell.reads[1].epoch == epoch &&
      warpOf(cell.reads[0]) == warpOf(cell.reads[1]))
    cell.reads[1] = read;
}

std::optional<RaceDetector::Race>
RaceDetector::access(Thread &thread, const Region &region, uintptr_t address,
                     uint64_t size, uint32_t site, Site::Kind kind) {
  bool isShared = region.kind == Region::Kind::Shared;
  const Shadow &shadow = isShared ? shared : global[&region - firstRegion];
  if (!shadow.cells || epoch == UINT32_MAX || size == 0)
    return std::nullopt;
  catchUp(thread.clock);
  Access now;
  now.epoch = epoch;
  now.thread = thread.number;
  now.isAtomic = kind == Site::Kind::Atomic || kind == Site::Kind::AtomicLoad;
  bool isLoad = kind == Site::Kind::Load || kind == Site::Kind::AtomicLoad;
  now.clock = thread.clock.own;
  now.site = site;

  uint64_t first = (address - shadow.begin) >> shadow.granuleLog2;
  uint64_t last = (address + size - 1 - shadow.begin) >> shadow.granuleLog2;
  for (uint64_t i = first; i <= last; ++i) {
    Cell &cell = shadow.cells[i];
    auto conflict = [&](const Access &other, bool wrote) -> Race {
      Race race;
      race.other = other;
      race.otherWrote = wrote;
      race.otherBlock = std::upper_bound(blockEpochs.begin(), blockEpochs.end(),
                                         other.epoch) -
                        blockEpochs.begin() - 1;
      race.address = std::max<uintptr_t>(
          address, shadow.begin + (i << shadow.granuleLog2));
      return race;
    };
    auto isRace = [&](const Access &other) {
      return !(other.isAtomic && now.isAtomic) &&
             !isOrdered(other, thread, isShared);
    };
    if (isRace(cell.write))
      return conflict(cell.write, true);
    if (isLoad) {
      addRead(cell, now, thread, isShared);
      continue;
    }
    for (const Access &read : cell.reads)
      if (isRace(read))
        return conflict(read, false);
    cell.write = now;
    cell.reads[0] = cell.reads[1] = Access();
  }
  return std::nullopt;
}
