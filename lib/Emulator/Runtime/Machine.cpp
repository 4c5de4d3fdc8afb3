//===- Machine.cpp - A launch while it runs ---------------------*- C++ -*-===//
//
// Blocks one after another, threads as fibres that hand over when they wait.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <numeric>

using namespace mlir::novi::emulator;

// Compiled code calls in all the time, so this is the fastest kind of access.
__attribute__((tls_model(
    "initial-exec"))) static thread_local Machine *currentMachine = nullptr;

Machine &mlir::novi::emulator::machine() { return *currentMachine; }

std::string mlir::novi::emulator::launch(const Kernel &kernel,
                                         const LaunchConfig &config,
                                         const LaunchOptions &options) {
  return Machine(kernel, config, options).run();
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string mlir::novi::emulator::toString(Dim3 value) {
  return "(" + std::to_string(value.x) + "," + std::to_string(value.y) + "," +
         std::to_string(value.z) + ")";
}

static std::string countThreads(uint64_t count) {
  return std::to_string(count) + (count == 1 ? " thread" : " threads");
}

std::string Machine::describeSite(uint32_t number) const {
  return number < kernel.sites->size() ? site(number).location
                                       : "an unknown place";
}

std::string Machine::describeBlock(uint64_t number) const {
  return "of block " + toString(getBlock(number));
}

std::string Machine::prefix(uint32_t site, const Thread *thread) const {
  std::string text;
  if (site < kernel.sites->size())
    text = describeSite(site) + ": ";
  text += "kernel '" + kernel.name + "': ";
  if (thread)
    text += "thread " + toString(thread->id) + " of ";
  return text + "block " + toString(blockId) + ": ";
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

Machine::Machine(const Kernel &kernel, const LaunchConfig &config,
                 const LaunchOptions &options)
    : kernel(kernel), config(config), options(options), numThreads(0),
      memory(kernel, config), races(kernel, memory, options),
      error(checkConfig()) {
  if (!error.empty())
    return;
  numThreads = config.block.x * config.block.y * config.block.z;
  error = memory.allocateStacks(kernel, numThreads);
  numBlocks = uint64_t(config.grid.x) * config.grid.y * config.grid.z;
  threads.resize(numThreads);
  warps.resize((numThreads + lanesPerWarp - 1) / lanesPerWarp);
  ready.resize(numThreads);
  randomState = options.seed * 0x9e3779b97f4a7c15 + 1;
  if (options.seed) {
    // Any start and any stride that is prime to the number of blocks.
    blockStart = random() % numBlocks;
    blockStride = random() % numBlocks | 1;
    while (std::gcd(blockStride, numBlocks) != 1)
      blockStride += 2;
  }
}

Machine::~Machine() = default;

std::string Machine::checkConfig() const {
  const Dim3 &grid = config.grid, &block = config.block;
  auto count = [](Dim3 dim) { return uint64_t(dim.x) * dim.y * dim.z; };
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > INT32_MAX ||
      grid.y > UINT16_MAX || grid.z > UINT16_MAX)
    return "a grid of " + toString(grid) +
           " blocks; each size must be at least 1, and at most (2147483647,"
           "65535,65535)";
  if (block.x == 0 || block.y == 0 || block.z == 0 || block.x > 1024 ||
      block.y > 1024 || block.z > 64 || count(block) > maxThreadsPerBlock)
    return "blocks of " + toString(block) +
           " threads; each size must be at least 1, at most (1024,1024,64), "
           "and "
           "there may be at most 1024 threads";
  const Dim3 &required = kernel.requiredBlock;
  if (required.x &&
      (required.x != block.x || required.y != block.y || required.z != block.z))
    return "blocks of " + toString(block) +
           " threads, but it was compiled for blocks of exactly " +
           toString(required);
  if (kernel.maxThreads && count(block) > kernel.maxThreads)
    return "blocks of " + countThreads(count(block)) +
           ", but it was compiled for at most " +
           std::to_string(kernel.maxThreads);
  return memory.getError();
}

uint64_t Machine::random() {
  // xorshift64*
  randomState ^= randomState >> 12;
  randomState ^= randomState << 25;
  randomState ^= randomState >> 27;
  return (randomState * 0x2545f4914f6cdd1d) >> 16;
}

void Machine::shuffle(std::vector<Thread *> &list) {
  for (size_t i = list.size(); i > 1; --i)
    std::swap(list[i - 1], list[random() % i]);
}

std::string Machine::run() {
  if (!error.empty())
    return "kernel '" + kernel.name + "': " + error;
  Machine *previous = currentMachine;
  currentMachine = this;
  for (uint64_t i = 0; i < numBlocks && error.empty(); ++i)
    runBlock(i);
  currentMachine = previous;
  return std::move(error);
}

Dim3 Machine::getBlock(uint64_t number) const {
  // No overflow: stride and number are below 2^63, but their product is not.
  uint64_t place = static_cast<uint64_t>(
      (static_cast<unsigned __int128>(number) * blockStride + blockStart) %
      numBlocks);
  Dim3 id;
  id.x = place % config.grid.x;
  id.y = place / config.grid.x % config.grid.y;
  id.z = place / config.grid.x / config.grid.y;
  return id;
}

void Machine::runThread() {
  Machine &self = machine();
  Fiber::arrive(self.scheduler);
  self.kernel.entry(self.config.parameters);
  self.finish();
}

void Machine::runBlock(uint64_t number) {
  blockId = getBlock(number);
  memory.startBlock();
  races.startBlock(number);
  for (Warp &warp : warps) {
    warp.running = 0;
    warp.waiting.clear();
  }
  for (Barrier &barrier : barriers)
    barrier = Barrier();
  numFinished = 0;
  readyBegin = readyCount = 0;
  std::vector<Thread *> order;
  for (uint32_t i = 0; i < numThreads; ++i) {
    Thread &thread = threads[i];
    thread.state = Thread::State::Ready;
    thread.number = i;
    thread.lane = i % lanesPerWarp;
    thread.warp = i / lanesPerWarp;
    thread.id.x = i % config.block.x;
    thread.id.y = i / config.block.x % config.block.y;
    thread.id.z = i / config.block.x / config.block.y;
    thread.iterations = 0;
    thread.fiber.start(memory.getStack(i), runThread);
    warps[thread.warp].running |= uint32_t(1) << thread.lane;
    order.push_back(&thread);
  }
  if (options.seed)
    shuffle(order);
  for (Thread *thread : order)
    makeReady(*thread);

  running = ready[readyBegin++];
  --readyCount;
  Fiber::switchTo(scheduler, running->fiber);
  if (error.empty() && numFinished != numThreads)
    error = explainDeadlock();
}

//===----------------------------------------------------------------------===//
// Taking turns
//===----------------------------------------------------------------------===//

void Machine::switchToNext() {
  Fiber &from = running->fiber;
  if (readyCount == 0) {
    Fiber::switchTo(from, scheduler);
    return;
  }
  running = ready[readyBegin];
  readyBegin = (readyBegin + 1) % ready.size();
  --readyCount;
  if (&running->fiber != &from)
    Fiber::switchTo(from, running->fiber);
}

void Machine::fail(uint32_t site, const std::string &what) {
  error = prefix(site, running) + what;
  Fiber::switchTo(running->fiber, scheduler);
  __builtin_unreachable(); // nobody resumes a thread of a launch that failed
}

void Machine::wait(const char *what, uint32_t site) {
  running->state = Thread::State::Waiting;
  running->waitsFor = what;
  running->waitsAt = site;
  switchToNext();
  running->state = Thread::State::Ready;
}

void Machine::yield() {
  if (readyCount == 0)
    return;
  makeReady(*running);
  switchToNext();
}

void Machine::finish() {
  running->state = Thread::State::Finished;
  ++numFinished;
  Warp &warp = warps[running->warp];
  warp.running &= ~(uint32_t(1) << running->lane);
  completeCollectives(warp);
  switchToNext();
  __builtin_unreachable();
}

void Machine::release() {
  if (!options.seed) {
    for (Thread *thread : released)
      if (thread != running)
        makeReady(*thread);
    return;
  }
  shuffle(released);
  bool includesRunning = false;
  for (Thread *thread : released) {
    makeReady(*thread);
    includesRunning |= thread == running;
  }
  if (includesRunning)
    switchToNext();
}

std::string Machine::explainDeadlock() const {
  // Who waits where, in the order of the first thread of each.
  struct Group {
    const Thread *first;
    uint64_t count;
  };
  std::map<std::pair<std::string, uint32_t>, Group> groups;
  uint64_t numAtBarriers = 0, numBarriers = 0;
  for (const Thread &thread : threads) {
    bool isFinished = thread.state == Thread::State::Finished;
    auto key = isFinished ? std::make_pair(std::string(), noSite)
                          : std::make_pair(std::string(thread.waitsFor),
                                           thread.waitsAt);
    auto [entry, isNew] = groups.insert({key, {&thread, 0}});
    ++entry->second.count;
    if (!isFinished && key.first.rfind("barrier", 0) == 0) {
      ++numAtBarriers;
      numBarriers += isNew;
    }
  }
  bool isDivergence = numAtBarriers && (numFinished || numBarriers > 1) &&
                      numAtBarriers + numFinished == numThreads;
  std::vector<std::pair<std::pair<std::string, uint32_t>, Group>> sorted(
      groups.begin(), groups.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) {
    return a.second.first->number < b.second.first->number;
  });

  uint32_t place = noSite;
  std::string list;
  size_t numListed = 0;
  for (const auto &[key, group] : sorted) {
    if (++numListed > 6) {
      list += "; and more";
      break;
    }
    list += list.empty() ? "" : "; ";
    list += countThreads(group.count);
    if (key.second == noSite) {
      list += group.count == 1 ? " has finished" : " have finished";
    } else {
      list += (group.count == 1 ? " waits at " : " wait at ") + key.first +
              " at " + describeSite(key.second);
      if (place == noSite)
        place = key.second;
    }
    list += group.count == 1 ? ", " : ", the first of them ";
    list += toString(group.first->id);
  }
  return prefix(place, nullptr) +
         (isDivergence ? "divergent barrier: " : "deadlock: ") + list;
}

//===----------------------------------------------------------------------===//
// Operations of warps
//===----------------------------------------------------------------------===//

static std::string formatMask(uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof(text), "0x%08x", mask);
  return text;
}

void Machine::collect(CollectiveKind kind, uint32_t mask, void *arguments,
                      uint32_t site, void (*execute)(Collective &),
                      bool ordersMemory) {
  Warp &warp = warps[running->warp];
  uint32_t bit = uint32_t(1) << running->lane;
  if (!(mask & bit))
    fail(site, std::string(kind.name) + " by lane " +
                   std::to_string(running->lane) +
                   ", which is not in the mask " + formatMask(mask));
  size_t index = 0;
  for (; index < warp.waiting.size(); ++index) {
    const Collective &other = warp.waiting[index];
    if (other.mask == mask && other.kind.qualifiers == kind.qualifiers &&
        std::strcmp(other.kind.name, kind.name) == 0)
      break;
  }
  if (index == warp.waiting.size()) {
    warp.waiting.emplace_back();
    Collective &added = warp.waiting.back();
    added.kind = kind;
    added.mask = mask;
    added.execute = execute;
    added.ordersMemory = ordersMemory;
  }
  Collective &collective = warp.waiting[index];
  collective.arrived |= bit;
  collective.arguments[running->lane] = arguments;
  if (collective.arrived == (mask & warp.running))
    complete(warp, index);
  else
    wait(kind.name, site);
}

void Machine::complete(Warp &warp, size_t index) {
  Collective collective = warp.waiting[index];
  warp.waiting[index] = warp.waiting.back();
  warp.waiting.pop_back();
  collective.execute(collective);
  released.clear();
  uint32_t firstThread = (&warp - warps.data()) * lanesPerWarp;
  for (uint32_t lane = 0; lane < lanesPerWarp; ++lane)
    if (collective.arrived >> lane & 1)
      released.push_back(&threads[firstThread + lane]);
  if (collective.ordersMemory && options.checkRaces)
    races.meet(released, released);
  release();
}

void Machine::completeCollectives(Warp &warp) {
  for (size_t i = 0; i < warp.waiting.size();) {
    if (warp.waiting[i].arrived == (warp.waiting[i].mask & warp.running))
      complete(warp, i);
    else
      ++i;
  }
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void Machine::arrive(uint32_t number, uint32_t count, bool isForAll, bool waits,
                     bool predicate, uint32_t site) {
  if (number >= barriers.size())
    fail(site, "barrier " + std::to_string(number) +
                   "; a block has those from 0 to 15");
  if (!isForAll && (count == 0 || count % lanesPerWarp != 0))
    fail(site, "a barrier for " + std::to_string(count) +
                   " threads; the number must be a multiple of 32 and not 0");
  Barrier &barrier = barriers[number];
  uint32_t expected = isForAll ? numThreads : count;
  if (barrier.arrived.empty()) {
    barrier.expected = expected;
    barrier.isForAll = isForAll;
    barrier.site = site;
    barrier.warpSites.assign(warps.size(), noSite);
  } else if (barrier.isForAll != isForAll || barrier.expected != expected) {
    fail(site, "divergent barrier: barrier " + std::to_string(number) +
                   " for " + countThreads(expected) + ", at which thread " +
                   toString(barrier.arrived.front()->id) + " waits for " +
                   std::to_string(barrier.expected) + " at " +
                   describeSite(barrier.site));
  }
  // The instruction is an aligned one: a warp executes it together, and with
  // the barrier of all threads the whole block does.
  uint32_t &warpSite = barrier.warpSites[running->warp];
  if (warpSite == noSite)
    warpSite = site;
  uint32_t other = isForAll ? barrier.site : warpSite;
  if (other != site)
    fail(site, "divergent barrier: other threads of the " +
                   std::string(isForAll ? "block" : "warp") +
                   " wait at the one at " + describeSite(other));

  barrier.trueCount += predicate;
  barrier.arrived.push_back(running);
  if (waits)
    barrier.waiting.push_back(running);
  barrier.numArrived += 1;
  // Barriers with a number count warps as whole ones.
  if (!isForAll && running->number == numThreads - 1)
    barrier.numArrived += lanesPerWarp - 1 - running->lane;
  if (barrier.numArrived >= barrier.expected)
    complete(barrier);
  else if (waits)
    wait("barrier", site);
}

void Machine::complete(Barrier &barrier) {
  bool allTrue = barrier.trueCount == barrier.arrived.size();
  for (Thread *thread : barrier.waiting) {
    thread->trueCount = barrier.trueCount;
    thread->allTrue = allTrue;
  }
  if (barrier.isForAll)
    races.passBarrier();
  else if (options.checkRaces)
    races.meet(barrier.arrived, barrier.waiting);
  released.swap(barrier.waiting);
  barrier.waiting.clear();
  barrier.arrived.clear();
  barrier.numArrived = barrier.trueCount = 0;
  release();
}
