//===- ProductSchedule.h - How a product is cut into tiles ------*- C++ -*-===//
//
// A product, whichever it is, as rows times columns: the axes over which it
// runs, in groups. A block computes tiles of rows and columns; of the other
// axes it has one point at a time.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_CODEGEN_GPU_PRODUCTSCHEDULE_H
#define NOVI_LIB_CODEGEN_GPU_PRODUCTSCHEDULE_H

#include "KernelEmitter.h"

namespace mlir::novi {

/// An axis over which a product runs.
struct ProductAxis {
  /// Which axis it is of each operand and of the result, if they run along it.
  std::optional<int64_t> operands[2], result;
  /// The axis of the domain; none for one that is summed over.
  std::optional<unsigned> domain;
  /// Dynamic where no type knows it.
  int64_t size = ShapedType::kDynamic;
  /// Whether reductions across blocks go over it.
  bool isGone = false;
};

struct ProductLayout {
  enum Group {
    /// Axes of which a block has one point, shared out among blocks.
    Shared,
    /// Axes of which a block takes one point after another.
    Sequential,
    Rows,
    Columns,
    Summed,
    NumGroups
  };

  ProductLayout(KernelOp kernel, const KernelAnalysis &analysis);

  Operation *product;
  /// Which operand has the rows, and which the columns.
  unsigned rowOperand = 0, columnOperand = 1;
  SmallVector<ProductAxis> axes;
  /// Numbers of axes, the innermost last.
  SmallVector<unsigned> groups[NumGroups];
  /// The innermost axis of rows and of columns counts as one of a size that is
  /// a multiple of this: bits of a byte are next to each other.
  int64_t padding[NumGroups] = {1, 1, 1, 1, 1};
  /// Whether some mask is packed.
  bool packs = false;
  /// Whether a byte of some mask is made out of eight rows; else all are made
  /// out of eight columns.
  bool packsRows = false;
  /// Whether some mask is packed along yet another axis, for which there is no
  /// code.
  bool packsOther = false;
  /// Whether both operands run along the columns, as where those are batches.
  /// Then operands are not staged in shared memory.
  bool isDirect = false;
  SmallVector<Operation *> reductions;
  /// About how many tensors are read on each element.
  int64_t numReads = 0;

  bool isGone(Group group) const {
    return !groups[group].empty() && axes[groups[group].back()].isGone;
  }
  /// The type in which products are accumulated.
  Type getComputeType() const;

  /// The number of points of a group if it is known, with the padding.
  int64_t getStaticSize(Group group) const;
  /// Sizes of a group's axes, the innermost without and with padding, and the
  /// number of points.
  SmallVector<Value> getSizes(IndexEmitter &indices, Group group) const;
  SmallVector<Value> getPaddedSizes(IndexEmitter &indices, Group group) const;
  Value getNumPoints(IndexEmitter &indices, Group group) const;

  /// What blocks share out: points of the shared axes, and tiles of rows and
  /// columns; and what a block does one after another, if anything is reduced.
  SmallVector<Value> getSharedCounts(IndexEmitter &indices,
                                     const KernelSchedule &schedule) const;
  SmallVector<Value> getSequentialCounts(IndexEmitter &indices,
                                         const KernelSchedule &schedule) const;

  /// Registers that take the elements of `width` places that are read.
  int64_t getNumReadRegisters(int64_t width) const;
  /// How many elements of a row are computed side by side: fewer than those of
  /// a thread where much is read on each.
  int64_t getBundleWidth() const;
  /// How many warps have a part of a reduced element of a tile, and how many
  /// such elements there are.
  std::pair<int64_t, int64_t>
  getReductionShape(const KernelSchedule &schedule) const;
  /// Elements by which a row in shared memory is longer, for no two threads to
  /// go for one bank.
  static constexpr int64_t kPadding = 4;
  int64_t getSharedBytes(const KernelSchedule &schedule) const;

private:
  void findAxes(const KernelAnalysis &analysis);
  void assignGroups(KernelOp kernel, const KernelAnalysis &analysis);
};

/// The axis along which elements of an operand, whatever is computed while it
/// is read, are next to each other in memory, as a guess.
int64_t getFastAxis(Value operand);

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_GPU_PRODUCTSCHEDULE_H
