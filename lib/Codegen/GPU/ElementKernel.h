//===- ElementKernel.h - Kernels without a product --------------*- C++ -*-===//
//
// How the axes of a kernel without a product are dealt with: those of the
// *grid* are shared out and stay; those reduced *across* blocks are shared out
// by the analysis, but a block takes all of them, one after another; of the
// *local* ones it has the whole at a time.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_CODEGEN_GPU_ELEMENTKERNEL_H
#define NOVI_LIB_CODEGEN_GPU_ELEMENTKERNEL_H

#include "KernelEmitter.h"

namespace mlir::novi {

/// So many elements along local axes a thread keeps while it reduces others.
inline constexpr int64_t kMaxKeptElements = 16;

struct ElementLayout {
  ElementLayout(KernelOp kernel, const KernelAnalysis &analysis);
  ElementLayout(const ElementLayout &) = delete;

  struct Class {
    SmallVector<unsigned> axes;
  };
  Class grid, local, across;
  /// The axis along which a thread has elements side by side, the last one of
  /// its class.
  std::optional<unsigned> vectorAxis;
  const Class *vectorClass = nullptr;
  /// Whether all is elementwise work on tensors of one shape, and of one
  /// element: then the axes are one.
  bool isFlat = false;
  /// Whether the lanes are the bits of bytes.
  bool isPacked = false;
  /// All reductions with elements to combine, in order.
  SmallVector<Operation *> reductions;
  /// Whether one across blocks has an element for each of the local axes.
  bool keepsLocal = false;

  /// The number of bundles along the axes of a class.
  int64_t getCount(const Class &of, const KernelAnalysis &analysis,
                   int64_t width) const;
};

/// The number of bundles along the axes of a class.
Value emitCount(IndexEmitter &indices, KernelOp kernel,
                const KernelAnalysis &analysis, const ElementLayout &layout,
                const ElementLayout::Class &of, int64_t width);

/// Whether `op` is a reduction in place that combines elements.
bool isReduction(Operation *op, const KernelAnalysis &analysis);
/// The axes of the domain along which an operand of `op`, of `type`, is read.
SmallVector<std::optional<unsigned>>
getOperandAxes(Operation *op, RankedTensorType type,
               const KernelAnalysis &analysis);
/// The axes of the domain that a reduction combines.
SmallVector<unsigned> getReducedAxes(Operation *op,
                                     const KernelAnalysis &analysis);
/// Whether its result has an element for each of the local axes.
bool keepsLocalAxes(Operation *reduction, const KernelAnalysis &analysis);

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_GPU_ELEMENTKERNEL_H
