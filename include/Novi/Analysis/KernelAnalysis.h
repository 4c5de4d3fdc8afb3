//===- KernelAnalysis.h - What can be one kernel ----------------*- C++ -*-===//
//
// Says whether instructions can run as one kernel, and how: which axes its
// blocks share out, which each block has whole, and what part each instruction
// plays. Fusion asks before it forms a kernel; what generates code asks how.
//
// A kernel ranges over a *domain*: axes along which its elements are computed
// independently of each other. An instruction *in place* computes, at a point
// of the domain, its element there, and keeps it in a register. The operands of
// a product, of a concat and what is read through a slice or a general reshape
// are *pulled*: computed where and when they are read, from operands of the
// kernel alone. Axes are one axis of the domain if an instruction says that
// they run together, which is also why their sizes are equal, static or not.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_ANALYSIS_KERNELANALYSIS_H
#define NOVI_ANALYSIS_KERNELANALYSIS_H

#include "Novi/Dialect/IR/NoviOps.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::novi {

//===----------------------------------------------------------------------===//
// Kinds of instructions
//===----------------------------------------------------------------------===//

enum class InstructionKind {
  /// Costs nothing and has no operand to wait for: a splat, zeros, indices.
  Source,
  /// Only reads elements at other places; whoever reads it reads through it.
  View,
  /// One element out of those at the same place.
  Pointwise,
  /// Several tensors put together.
  Assembly,
  Reduction,
  /// A reduction along an axis and work on each element with it: softmax,
  /// layer_norm.
  AlongAxis,
  Loss,
  Packing,
  Product,
  /// Not for a kernel.
  Other,
};

InstructionKind getInstructionKind(Operation *op);

/// Whether a view costs nothing outside of a kernel either.
bool isFreeView(Operation *op);

/// Whether `op` sums up equal numbers known while compiling, as a one for each
/// row: the result is their number times the one.
bool isSumOfConstant(Operation *op);

/// What an operand reads, views looked through.
struct TracedValue {
  Value base;
  /// The views between, the one next to the base last.
  SmallVector<Operation *, 2> views;
  /// What is read in place: the base, or what the first view gives that moves
  /// elements.
  Value place;
  /// For each axis of the operand that of `place`, or none where it is repeated
  /// or has static size 1.
  SmallVector<std::optional<int64_t>> axes;
  /// Whether the views keep every element at its place in the domain.
  bool inPlace = true;
};

/// Looks through views and sources, but for those in `nodes`.
TracedValue traceValue(Value value, function_ref<bool(Operation *)> isNode);

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The part that an instruction plays in a kernel.
enum class KernelRole {
  /// The product around which the kernel is built.
  Product,
  /// In place, on each point of the domain.
  Element,
  /// Once for each point of the axes that are shared out: what a reduction
  /// within the block gives, and what is made of it.
  Row,
  /// Smaller than the domain, and so cheap that it is computed again wherever
  /// it
  /// is read.
  Repeated,
  /// A reduction along axes that are shared out, or by one block in a loop. All
  /// of a kernel reduce the same ones.
  Reduction,
  /// Computed once from the results of such reductions.
  Finish,
  /// Computed where it is read.
  Pulled,
};

StringRef stringifyRole(KernelRole role);

/// Whether a kernel only has to be possible, or also better than several.
enum class KernelCheck { Possible, Profitable };

class KernelAnalysis {
public:
  /// Analyses `ops`, instructions of one block in program order, of any kind
  /// but Other. (A view or source among them is one whose result is stored.)
  /// `leaves` says whether the result is needed outside. Where they cannot be
  /// one kernel, says why.
  static FailureOr<KernelAnalysis> get(ArrayRef<Operation *> ops,
                                       function_ref<bool(Operation *)> leaves,
                                       KernelCheck check, std::string &reason);
  /// The same of what a kernel holds, which is there already: profitable or
  /// not.
  static FailureOr<KernelAnalysis> get(KernelOp kernel, std::string &reason);

  /// The product, if there is one.
  Operation *getProduct() const { return product; }
  KernelRole getRole(Operation *op) const { return roles.lookup(op); }

  unsigned getNumAxes() const { return sizes.size(); }
  /// Dynamic where no type knows it.
  int64_t getAxisSize(unsigned axis) const { return sizes[axis]; }
  /// Whether a block has the axis whole.
  bool isLocal(unsigned axis) const { return local.test(axis); }
  /// Whether `op` is an instruction of the kernel that runs along its axes.
  bool hasAxes(Operation *op) const {
    return axes.contains(op) && getRole(op) != KernelRole::Pulled;
  }
  /// The axes of the domain that `op`, unless pulled, runs along; for each axis
  /// of its result, then those that it reduces. None for an axis of size 1.
  ArrayRef<std::optional<unsigned>> getAxes(Operation *op) const {
    return axes.find(op)->second;
  }

private:
  friend class KernelAnalyzer;

  Operation *product = nullptr;
  DenseMap<Operation *, KernelRole> roles;
  DenseMap<Operation *, SmallVector<std::optional<unsigned>>> axes;
  SmallVector<int64_t> sizes;
  llvm::SmallBitVector local;
};

} // namespace mlir::novi

#endif // NOVI_ANALYSIS_KERNELANALYSIS_H
