//===- Accesses.cpp - Checked accesses --------------------------*- C++ -*-===//
//
// What compiled code calls before each access to memory. An access that comes
// back may be made.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Machine.h"
#include <cstdio>

using namespace mlir::novi::emulator;

static const char *getVerb(Site::Kind kind) {
  switch (kind) {
  case Site::Kind::Load:
  case Site::Kind::AtomicLoad:
    return "reads ";
  case Site::Kind::Store:
    return "writes ";
  case Site::Kind::Atomic:
    return "updates ";
  case Site::Kind::Other:
    break;
  }
  return "touches ";
}

static std::string formatAddress(uintptr_t address) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx",
                static_cast<unsigned long long>(address));
  return text;
}

static std::string describeAccess(const Site &site, uintptr_t address,
                                  uint64_t size) {
  return getVerb(site.kind) + std::to_string(size) + " bytes at " +
         formatAddress(address);
}

[[noreturn]] static void reportRace(Machine &machine,
                                    const RaceDetector::Race &race,
                                    const Region &region, uint64_t size,
                                    uint32_t site) {
  const Thread &other = machine.getThread(race.other.thread);
  bool isShared = region.kind == Region::Kind::Shared;
  std::string block = machine.describeBlock(race.otherBlock);
  bool isSameBlock = block == "of block " + toString(machine.blockId);
  std::string what = std::string("race: ") + getVerb(machine.site(site).kind) +
                     std::to_string(size) + " bytes of " +
                     (isShared ? "shared variable '" : "buffer '") +
                     region.name + "', and byte " +
                     std::to_string(race.address - region.begin) + " was " +
                     (race.otherWrote ? "written" : "read") + " by thread " +
                     toString(other.id) + (isSameBlock ? "" : " " + block) +
                     " at " + machine.describeSite(race.other.site) +
                     (isSameBlock ? ", and no barrier orders the two"
                                  : "; nothing orders two blocks");
  machine.fail(site, what);
}

static void check(uintptr_t address, uint64_t size, uint32_t siteNumber) {
  Machine &self = machine();
  if (!self.options.checkAccesses || size == 0)
    return;
  const Site &site = self.site(siteNumber);
  if (address & (site.alignment - 1))
    self.fail(siteNumber,
              "misaligned access: " + describeAccess(site, address, size) +
                  ", which is not a multiple of " +
                  std::to_string(site.alignment));
  const Region *region = self.memory.find(address, size, siteNumber);
  if (!region) {
    if (self.memory.isPrivate(self.current().number, address, size))
      return;
    self.fail(siteNumber,
              "out of bounds: " + describeAccess(site, address, size) + ", " +
                  self.memory.locate(address, size));
  }
  if (region->isReadOnly && site.kind != Site::Kind::Load &&
      site.kind != Site::Kind::AtomicLoad)
    self.fail(siteNumber, describeAccess(site, address, size) +
                              " of the constant '" + region->name + "'");
  if (!self.options.checkRaces)
    return;
  if (auto race = self.races.access(self.current(), *region, address, size,
                                    siteNumber, site.kind))
    reportRace(self, *race, *region, size, siteNumber);
}

static void checkAccess(const void *address, uint32_t site) {
  check(reinterpret_cast<uintptr_t>(address), machine().site(site).size, site);
}

static void checkRange(const void *address, uint64_t size, uint32_t site) {
  check(reinterpret_cast<uintptr_t>(address), size, site);
}

/// A vector of elements of which those are accessed whose bit is set.
static void checkMasked(const void *address, uint64_t elementSize,
                        uint64_t mask, uint32_t site) {
  for (auto begin = reinterpret_cast<uintptr_t>(address); mask;
       mask >>= 1, begin += elementSize)
    if (mask & 1)
      check(begin, elementSize, site);
}

/// An access to a variable of the thread: `offset` bytes from its beginning.
static void checkPrivate(uint64_t offset, uint64_t variableSize,
                         uint32_t siteNumber) {
  Machine &self = machine();
  const Site &site = self.site(siteNumber);
  if (!self.options.checkAccesses ||
      (offset <= variableSize && site.size <= variableSize - offset))
    return;
  self.fail(siteNumber, std::string("out of bounds: ") + getVerb(site.kind) +
                            std::to_string(site.size) + " bytes at byte " +
                            std::to_string(static_cast<int64_t>(offset)) +
                            " of a private variable of " +
                            std::to_string(variableSize) + " bytes");
}

/// What the kernel says of an address, and what the compiler may rely on.
static void checkAlignment(const void *address, uint64_t alignment,
                           uint32_t site) {
  Machine &self = machine();
  auto value = reinterpret_cast<uintptr_t>(address);
  if (self.options.checkAccesses && alignment && value % alignment)
    self.fail(site,
              "an assumption that does not hold: " + formatAddress(value) +
                  " is not a multiple of " + std::to_string(alignment));
}

static void checkAssumption(uint32_t holds, uint32_t site) {
  if (machine().options.checkAccesses && !holds)
    machine().fail(site, "an assumption that does not hold");
}

static void *getSharedVariable(uint32_t variable) {
  return machine().memory.getShared(variable);
}

void mlir::novi::emulator::addMemoryFunctions(
    std::vector<RuntimeFunction> &functions) {
  auto add = [&](const char *name, auto *function) {
    functions.push_back({name, reinterpret_cast<void *>(function)});
  };
  add("emu.access", checkAccess);
  add("emu.access.range", checkRange);
  add("emu.access.masked", checkMasked);
  add("emu.access.private", checkPrivate);
  add("emu.assume.aligned", checkAlignment);
  add("emu.assume", checkAssumption);
  add("emu.shared", getSharedVariable);
}
