//===- Registers.cpp - Special registers ------------------------*- C++ -*-===//
//
// Who a thread is, and what the launch is like.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Machine.h"
#include <chrono>

using namespace mlir::novi::emulator;

/// One bit for each lane below that of the current thread.
static uint32_t getLowerLanes() {
  return (uint32_t(1) << machine().current().lane) - 1;
}

static uint64_t getNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void mlir::novi::emulator::addRegisterFunctions(
    std::vector<RuntimeFunction> &functions) {
  auto add = [&](const char *name, uint32_t (*function)()) {
    functions.push_back({name, reinterpret_cast<void *>(function)});
  };
  auto add64 = [&](const char *name, uint64_t (*function)()) {
    functions.push_back({name, reinterpret_cast<void *>(function)});
  };
  add("emu.tid.x", [] { return machine().current().id.x; });
  add("emu.tid.y", [] { return machine().current().id.y; });
  add("emu.tid.z", [] { return machine().current().id.z; });
  add("emu.ntid.x", [] { return machine().config.block.x; });
  add("emu.ntid.y", [] { return machine().config.block.y; });
  add("emu.ntid.z", [] { return machine().config.block.z; });
  add("emu.ctaid.x", [] { return machine().blockId.x; });
  add("emu.ctaid.y", [] { return machine().blockId.y; });
  add("emu.ctaid.z", [] { return machine().blockId.z; });
  add("emu.nctaid.x", [] { return machine().config.grid.x; });
  add("emu.nctaid.y", [] { return machine().config.grid.y; });
  add("emu.nctaid.z", [] { return machine().config.grid.z; });
  add("emu.laneid", [] { return uint32_t(machine().current().lane); });
  add("emu.warpid", [] { return uint32_t(machine().current().warp); });
  add("emu.nwarpid",
      [] { return (machine().numThreads + lanesPerWarp - 1) / lanesPerWarp; });
  add("emu.warpsize", [] { return lanesPerWarp; });
  add("emu.lanemask.lt", [] { return getLowerLanes(); });
  add("emu.lanemask.eq", [] { return getLowerLanes() + 1; });
  add("emu.lanemask.le", [] { return getLowerLanes() * 2 + 1; });
  add("emu.lanemask.ge", [] { return ~getLowerLanes(); });
  add("emu.lanemask.gt", [] { return ~(getLowerLanes() * 2 + 1); });
  add("emu.dynamic.smem.size",
      [] { return uint32_t(machine().config.dynamicShared); });
  add("emu.clock", [] { return uint32_t(getNanoseconds()); });
  add64("emu.clock64", [] { return getNanoseconds(); });
}
