//===- AssemblePTX.h - PTX to machine code by ptxas -------------*- C++ -*-===//
//
// Runs the assembler of the CUDA Toolkit and reads what it says of each kernel.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_PTX_ASSEMBLEPTX_H
#define NOVI_TARGET_PTX_ASSEMBLEPTX_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::novi {

/// What a kernel takes of a multiprocessor.
struct PTXKernelUsage {
  std::string name;
  unsigned registers = 0, barriers = 0;
  /// Static shared memory.
  uint64_t sharedBytes = 0;
  /// Memory of a thread, and how much of its traffic is registers that did not
  /// fit.
  uint64_t stackBytes = 0, spillStoreBytes = 0, spillLoadBytes = 0;
};

struct AssembledPTX {
  std::string cubin;
  /// In the order of the PTX.
  std::vector<PTXKernelUsage> kernels;
};

/// Assembles `ptx` for `chip` ("sm_90a"); a warning is an error. ptxas is
/// looked for on PATH and in $CUDA_PATH/bin, or /usr/local/cuda/bin if
/// CUDA_PATH is not set. The error says whether there is none, or it is too old
/// for the chip or the version of the PTX, or what it has against the PTX.
llvm::Expected<AssembledPTX> assemblePTX(llvm::StringRef ptx,
                                         llvm::StringRef chip);

} // namespace mlir::novi

#endif // NOVI_TARGET_PTX_ASSEMBLEPTX_H
