//===- KernelEmitter.cpp - From novi.kernel to gpu.func ---------*- C++ -*-===//
//
// Dispatches kernels to their emitters, and has what the emitters share.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::novi;
