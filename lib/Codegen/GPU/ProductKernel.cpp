//===- ProductKernel.cpp - Kernels with a product ---------------*- C++ -*-===//
//
// Emits kernels around a product.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

using namespace mlir;
using namespace mlir::novi;

LogicalResult novi::emitProductKernel(KernelEmitter &emitter) {
  return emitter.kernel.emitOpError("has a product");
}
