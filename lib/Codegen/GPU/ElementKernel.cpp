//===- ElementKernel.cpp - Kernels without a product ------------*- C++ -*-===//
//
// Emits kernels of elementwise work, assemblies and reductions.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

using namespace mlir;
using namespace mlir::novi;

FailureOr<KernelSchedule>
novi::chooseElementSchedule(KernelOp kernel, const KernelAnalysis &analysis) {
  return KernelSchedule();
}

LogicalResult novi::emitElementKernel(KernelEmitter &emitter) {
  return emitter.kernel.emitOpError("has no product");
}

Value novi::emitNumElementBlocks(IndexEmitter &indices, KernelOp kernel,
                                 const KernelAnalysis &analysis,
                                 const KernelSchedule &schedule) {
  return indices.constant(1);
}
