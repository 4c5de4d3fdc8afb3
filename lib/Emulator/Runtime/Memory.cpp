//===- Memory.cpp - What a kernel may touch ---------------------*- C++ -*-===//
//
// Regions, where shared variables lie, and stacks, which are kept from launch
// to launch.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Machine.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace mlir::novi::emulator;

namespace {

/// Shared memory of any GPU so far fits in, and what hardware takes for an
/// offset into it is the low bits of an address.
constexpr uint64_t arenaBytes = 256 << 10;
/// What a block may have at most, by itself and without opting in (sm_90).
constexpr uint64_t maxShared = 227 << 10, maxStaticShared = 48 << 10;
/// Between and before variables, where no access may go.
constexpr uint64_t gap = 64, firstOffset = 1024;
/// A thread's stack, beside its variables: for what the host's compiler spills
/// and for what the emulator and libm need.
constexpr uint64_t spareStack = 256 << 10, maxPrivate = 512 << 10;

struct Free {
  void operator()(char *memory) const { std::free(memory); }
};

} // namespace

/// The shared memory of the block that runs on this host thread.
static char *getArena() {
  thread_local std::unique_ptr<char, Free> arena(
      static_cast<char *>(std::aligned_alloc(arenaBytes, arenaBytes)));
  return arena.get();
}

/// Stacks that no launch of this host thread uses.
static std::vector<Stack> &getStackPool() {
  thread_local std::vector<Stack> pool;
  return pool;
}

Memory::Memory(const Kernel &kernel, const LaunchConfig &config)
    : lastRegions(kernel.sites->size(), nullptr) {
  for (const Buffer &buffer : config.buffers) {
    auto begin = reinterpret_cast<uintptr_t>(buffer.data);
    if (buffer.size > UINTPTR_MAX - begin) {
      error =
          "buffer '" + buffer.name + "' does not fit into the address space";
      return;
    }
    Region region;
    region.begin = begin;
    region.end = begin + buffer.size;
    region.name = buffer.name;
    region.isReadOnly = buffer.isReadOnly;
    regions.push_back(std::move(region));
  }
  placeShared(kernel, config.dynamicShared);
  if (!error.empty())
    return;
  std::stable_sort(
      regions.begin(), regions.end(),
      [](const Region &a, const Region &b) { return a.begin < b.begin; });
  // Parameters may well be the same or overlapping memory.
  std::vector<Region> disjoint;
  for (Region &region : regions) {
    if (!disjoint.empty() && region.begin < disjoint.back().end) {
      Region &last = disjoint.back();
      last.end = std::max(last.end, region.end);
      last.isReadOnly &= region.isReadOnly;
      if (last.name != region.name)
        last.name += "+" + region.name;
    } else {
      disjoint.push_back(std::move(region));
    }
  }
  regions = std::move(disjoint);
}

std::string Memory::allocateStacks(const Kernel &kernel, uint32_t numThreads) {
  if (kernel.privateBytes > maxPrivate)
    return "a thread has " + std::to_string(kernel.privateBytes) +
           " bytes of private variables; the most is " +
           std::to_string(maxPrivate);
  uint64_t stackBytes = spareStack + 2 * kernel.privateBytes;
  std::vector<Stack> &pool = getStackPool();
  while (stacks.size() < numThreads) {
    Stack stack;
    if (!pool.empty()) {
      stack = std::move(pool.back());
      pool.pop_back();
    }
    if (!stack || stack.size() < stackBytes)
      stack = Stack::allocate(stackBytes);
    if (!stack)
      return "no memory for the stacks of " + std::to_string(numThreads) +
             " threads";
    stacks.push_back(std::move(stack));
  }
  return {};
}

Memory::~Memory() {
  std::vector<Stack> &pool = getStackPool();
  for (Stack &stack : stacks)
    if (pool.size() < maxThreadsPerBlock)
      pool.push_back(std::move(stack));
}

void Memory::placeShared(const Kernel &kernel, uint64_t dynamicShared) {
  char *arena = getArena();
  if (!arena) {
    error = "no memory for a block's shared memory";
    return;
  }
  sharedBegin = reinterpret_cast<uintptr_t>(arena);
  const std::vector<SharedVariable> &variables = *kernel.sharedVariables;
  sharedPlaces.assign(variables.size(), nullptr);
  uint64_t offset = firstOffset, used = 0;
  auto align = [](uint64_t value, uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
  };
  auto place = [&](const std::string &name, uint64_t size, uint64_t alignment) {
    offset = align(offset, std::max<uint64_t>(alignment, 16));
    used = align(used, alignment) + size;
    Region region;
    region.begin = sharedBegin + offset;
    region.end = region.begin + size;
    region.kind = Region::Kind::Shared;
    region.name = name;
    regions.push_back(std::move(region));
    char *memory = arena + offset;
    offset += size + gap;
    return memory;
  };

  uint64_t dynamicAlignment = 16;
  std::string dynamicName;
  for (size_t i = 0; i < variables.size(); ++i) {
    const SharedVariable &variable = variables[i];
    if (!kernel.usesShared[i])
      continue;
    if (variable.size == 0) {
      dynamicAlignment = std::max(dynamicAlignment, variable.alignment);
      dynamicName = variable.name;
      continue;
    }
    // Summed up first, so that no claim overflows.
    if (variable.size > maxStaticShared ||
        used + variable.size > maxStaticShared) {
      error = "more than " + std::to_string(maxStaticShared) +
              " bytes of static shared memory, which no GPU takes: variable '" +
              variable.name + "' of " + std::to_string(variable.size) +
              " bytes does not fit in; make it dynamic";
      return;
    }
    sharedPlaces[i] = place(variable.name, variable.size, variable.alignment);
  }
  if (dynamicShared > maxShared || used + dynamicShared > maxShared) {
    error = std::to_string(dynamicShared) + " bytes of dynamic and " +
            std::to_string(used) +
            " of static shared memory; a block has at "
            "most " +
            std::to_string(maxShared);
    return;
  }
  if (!dynamicName.empty()) {
    char *memory = place(dynamicName, dynamicShared, dynamicAlignment);
    for (size_t i = 0; i < variables.size(); ++i)
      if (kernel.usesShared[i] && variables[i].size == 0)
        sharedPlaces[i] = memory;
  }
  sharedExtent = std::min(offset, arenaBytes);
  if (offset > arenaBytes)
    error = "the alignment of shared variables leaves no room for them";
}

void Memory::startBlock() {
  // All ones: a NaN in every floating-point type.
  std::memset(reinterpret_cast<char *>(sharedBegin), 0xff, sharedExtent);
}

const Region *Memory::search(uintptr_t address, uint64_t size) const {
  auto next = std::upper_bound(regions.begin(), regions.end(), address,
                               [](uintptr_t value, const Region &region) {
                                 return value < region.begin;
                               });
  if (next == regions.begin())
    return nullptr;
  const Region &region = *std::prev(next);
  return region.contains(address, size) ? &region : nullptr;
}

std::string Memory::locate(uintptr_t address, uint64_t size) const {
  for (size_t i = 0; i < stacks.size(); ++i)
    if (isPrivate(i, address, 1))
      return "in or near the private memory of thread number " +
             std::to_string(i) + " of the block";
  bool isShared = address >= sharedBegin && address - sharedBegin < arenaBytes;
  const Region *nearest = nullptr;
  uint64_t distance = 0;
  for (const Region &region : regions) {
    if ((region.kind == Region::Kind::Shared) != isShared)
      continue;
    uint64_t away = address < region.begin  ? region.begin - address
                    : address >= region.end ? address - region.end
                                            : 0;
    if (!nearest || away < distance) {
      nearest = &region;
      distance = away;
    }
  }
  if (!nearest)
    return isShared ? "the block has no shared memory"
                    : "the launch has no buffers";
  std::string name = std::string(isShared ? "shared variable '" : "buffer '") +
                     nearest->name + "' (" +
                     std::to_string(nearest->end - nearest->begin) + " bytes)";
  if (address < nearest->begin)
    return std::to_string(distance) + " bytes before the beginning of " + name;
  if (address >= nearest->end)
    return (distance ? std::to_string(distance) + " bytes behind"
                     : std::string("at")) +
           " the end of " + name;
  return "reaching " + std::to_string(size - (nearest->end - address)) +
         " bytes beyond the end of " + name;
}
