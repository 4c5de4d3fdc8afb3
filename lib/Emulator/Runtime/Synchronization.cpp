//===- Synchronization.cpp - Barriers and warp operations -------*- C++ -*-===//
//
// What threads do together, as the PTX ISA says it. Registers of lanes that are
// not there, or have finished, read as all ones.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Machine.h"
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace mlir::novi::emulator;

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static void barrier(uint32_t number, uint32_t site) {
  machine().arrive(number, 0, /*isForAll=*/true, /*waits=*/true, false, site);
}

static void barrierCount(uint32_t number, uint32_t count, uint32_t site) {
  machine().arrive(number, count, /*isForAll=*/false, /*waits=*/true, false,
                   site);
}

static void barrierArrive(uint32_t number, uint32_t count, uint32_t site) {
  machine().arrive(number, count, /*isForAll=*/false, /*waits=*/false, false,
                   site);
}

/// A barrier that counts predicates; 0: how many hold, 1: whether all do, 2:
/// whether one does. A count of 0 is for all threads.
static uint32_t barrierReduce(uint32_t number, uint32_t count, uint32_t kind,
                              uint32_t predicate, uint32_t site) {
  Machine &self = machine();
  self.arrive(number, count, /*isForAll=*/count == 0, /*waits=*/true,
              predicate != 0, site);
  const Thread &thread = self.current();
  return kind == 0   ? thread.trueCount
         : kind == 1 ? thread.allTrue
                     : thread.trueCount != 0;
}

static void syncWarp(uint32_t mask, uint32_t site) {
  machine().collect(
      {"bar.warp.sync"}, mask, nullptr, site, [](Collective &) {},
      /*ordersMemory=*/true);
}

//===----------------------------------------------------------------------===//
// Operations of warps
//===----------------------------------------------------------------------===//

/// Calls `visit(lane, arguments)` for each lane that takes part.
template <typename Arguments, typename Visit>
static void forEachLane(Collective &collective, Visit visit) {
  for (uint32_t lane = 0; lane < lanesPerWarp; ++lane)
    if (collective.arrived >> lane & 1)
      visit(lane, *static_cast<Arguments *>(collective.arguments[lane]));
}

namespace {

struct ShuffleArguments {
  uint32_t kind, value, offset, clamp;
  uint32_t result, isValid;
};

struct VoteArguments {
  uint32_t kind, predicate;
  uint32_t result;
};

struct MatchArguments {
  uint64_t value;
  uint32_t kind;
  uint32_t result, isAll;
};

struct ReduceArguments {
  uint32_t kind, value, isAbsolute, keepsNaN;
  uint32_t result;
};

struct ElectArguments {
  uint32_t result;
};

} // namespace

static void executeShuffle(Collective &collective) {
  forEachLane<ShuffleArguments>(
      collective, [&](uint32_t lane, ShuffleArguments &self) {
        // The variables are those of the PTX ISA.
        int bval = self.offset & 0x1f, cval = self.clamp & 0x1f;
        int segmask = self.clamp >> 8 & 0x1f, j = 0;
        int maxLane = (lane & segmask) | (cval & ~segmask);
        int minLane = lane & segmask;
        switch (self.kind) {
        case 0: // bfly
          j = lane ^ bval;
          self.isValid = j <= maxLane;
          break;
        case 1: // up
          j = int(lane) - bval;
          self.isValid = j >= maxLane;
          break;
        case 2: // down
          j = lane + bval;
          self.isValid = j <= maxLane;
          break;
        default: // idx
          j = minLane | (bval & ~segmask);
          self.isValid = j <= maxLane;
          break;
        }
        if (!self.isValid)
          j = lane;
        self.result = ~uint32_t(0);
        if (collective.arrived >> j & 1)
          self.result =
              static_cast<ShuffleArguments *>(collective.arguments[j])->value;
      });
}

/// The value, and at bit 32 whether its lane was in range.
static uint64_t shuffle(uint32_t kind, uint32_t mask, uint32_t value,
                        uint32_t offset, uint32_t clamp, uint32_t site) {
  ShuffleArguments arguments = {kind, value, offset, clamp, 0, 0};
  machine().collect({"shfl.sync", kind}, mask, &arguments, site,
                    executeShuffle);
  return arguments.result | uint64_t(arguments.isValid) << 32;
}

static void executeVote(Collective &collective) {
  uint32_t ballot = 0;
  forEachLane<VoteArguments>(collective,
                             [&](uint32_t lane, VoteArguments &self) {
                               ballot |= uint32_t(self.predicate) << lane;
                             });
  forEachLane<VoteArguments>(collective,
                             [&](uint32_t lane, VoteArguments &self) {
                               bool all = ballot == collective.arrived;
                               switch (self.kind) {
                               case 0: // any
                                 self.result = ballot != 0;
                                 break;
                               case 1: // all
                                 self.result = all;
                                 break;
                               case 2: // ballot
                                 self.result = ballot;
                                 break;
                               default: // uni
                                 self.result = all || ballot == 0;
                                 break;
                               }
                             });
}

static uint32_t vote(uint32_t kind, uint32_t mask, uint32_t predicate,
                     uint32_t site) {
  VoteArguments arguments = {kind, predicate & 1, 0};
  machine().collect({"vote.sync", kind}, mask, &arguments, site, executeVote);
  return arguments.result;
}

static void executeMatch(Collective &collective) {
  forEachLane<MatchArguments>(
      collective, [&](uint32_t lane, MatchArguments &self) {
        uint32_t equal = 0;
        forEachLane<MatchArguments>(
            collective, [&](uint32_t lane, MatchArguments &other) {
              equal |= uint32_t(other.value == self.value) << lane;
            });
        self.isAll = equal == collective.arrived;
        self.result = self.kind == 0 || self.isAll ? equal : 0;
      });
}

/// 0: which lanes have this value; 1: all lanes, and at bit 32 a one, if all
/// have the same.
static uint64_t match(uint32_t kind, uint32_t mask, uint64_t value,
                      uint32_t site) {
  MatchArguments arguments = {value, kind, 0, 0};
  machine().collect({"match.sync", kind}, mask, &arguments, site, executeMatch);
  return arguments.result | (kind == 1 ? uint64_t(arguments.isAll) << 32 : 0);
}

static float reduceFloat(float left, float right, bool isMax, bool keepsNaN) {
  if (keepsNaN && (std::isnan(left) || std::isnan(right)))
    return NAN;
  return isMax ? std::fmax(left, right) : std::fmin(left, right);
}

static uint32_t reduce(uint32_t left, uint32_t right,
                       const ReduceArguments &how) {
  auto signedLeft = static_cast<int32_t>(left);
  auto signedRight = static_cast<int32_t>(right);
  // As NVVM::ReduxKind numbers them.
  switch (how.kind) {
  case 1:
    return left + right;
  case 2:
    return left & right;
  case 3:
    return std::max(signedLeft, signedRight);
  case 4:
    return std::min(signedLeft, signedRight);
  case 5:
    return left | right;
  case 6:
    return std::max(left, right);
  case 7:
    return std::min(left, right);
  case 8:
    return left ^ right;
  default: {
    float a, b;
    std::memcpy(&a, &left, sizeof(a));
    std::memcpy(&b, &right, sizeof(b));
    float result = reduceFloat(a, b, how.kind == 10, how.keepsNaN);
    uint32_t bits;
    std::memcpy(&bits, &result, sizeof(bits));
    return bits;
  }
  }
}

static void executeReduce(Collective &collective) {
  uint32_t total = 0;
  bool isFirst = true;
  forEachLane<ReduceArguments>(
      collective, [&](uint32_t lane, ReduceArguments &self) {
        uint32_t value = self.isAbsolute ? self.value & 0x7fffffff : self.value;
        total = isFirst ? value : reduce(total, value, self);
        isFirst = false;
      });
  forEachLane<ReduceArguments>(
      collective,
      [&](uint32_t lane, ReduceArguments &self) { self.result = total; });
}

static uint32_t reduceWarp(uint32_t kind, uint32_t mask, uint32_t value,
                           uint32_t isAbsolute, uint32_t keepsNaN,
                           uint32_t site) {
  ReduceArguments arguments = {kind, value, isAbsolute, keepsNaN, 0};
  machine().collect({"redux.sync", kind | isAbsolute << 8 | keepsNaN << 9},
                    mask, &arguments, site, executeReduce);
  return arguments.result;
}

static void executeElect(Collective &collective) {
  bool isFirst = true;
  forEachLane<ElectArguments>(collective,
                              [&](uint32_t lane, ElectArguments &self) {
                                self.result = isFirst;
                                isFirst = false;
                              });
}

static uint32_t elect(uint32_t mask, uint32_t site) {
  ElectArguments arguments = {0};
  machine().collect({"elect.sync"}, mask, &arguments, site, executeElect);
  return arguments.result;
}

//===----------------------------------------------------------------------===//
// Going on and ending
//===----------------------------------------------------------------------===//

/// Called in each iteration of a loop.
static void iterate(uint32_t site) {
  Machine &self = machine();
  Thread &thread = self.current();
  // A loop that waits for what another thread does must let it.
  constexpr uint64_t patience = 1 << 14;
  if (++thread.iterations % patience != 0)
    return;
  if (thread.iterations >= self.options.maxIterations)
    self.fail(site, "a loop without an end? The thread is at iteration " +
                        std::to_string(thread.iterations) +
                        " of its loops; the launch allows " +
                        std::to_string(self.options.maxIterations));
  self.yield();
}

static void letOthersRun() { machine().yield(); }

static void exitThread() { machine().finish(); }

static void trap(uint32_t site) { machine().fail(site, "trap"); }

static void assertFailed(const char *message, const char *file, uint32_t line,
                         const char *function, uint64_t) {
  machine().fail(
      noSite, std::string("assertion failed: ") + (message ? message : "") +
                  " (" + (file ? file : "") + ":" + std::to_string(line) + ")");
}

void mlir::novi::emulator::addSynchronizationFunctions(
    std::vector<RuntimeFunction> &functions) {
  auto add = [&](const char *name, auto *function) {
    functions.push_back({name, reinterpret_cast<void *>(function)});
  };
  add("emu.barrier", barrier);
  add("emu.barrier.count", barrierCount);
  add("emu.barrier.arrive", barrierArrive);
  add("emu.barrier.reduce", barrierReduce);
  add("emu.bar.warp.sync", syncWarp);
  add("emu.shfl.sync", shuffle);
  add("emu.vote.sync", vote);
  add("emu.match.sync", match);
  add("emu.redux.sync", reduceWarp);
  add("emu.elect.sync", elect);
  add("emu.iterate", iterate);
  add("emu.nanosleep", letOthersRun);
  add("emu.exit", exitThread);
  add("emu.trap", trap);
  add("__assertfail", assertFailed);
}
