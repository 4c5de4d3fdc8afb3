//===- FuseGraph.h - Which instructions become one kernel -------*- C++ -*-===//
//
// The instructions of a block as a graph, and their clusters, each of which is
// to become a kernel.
//
// Two clusters become one only where nothing outside of both lies on a way from
// one to the other. Contracting such a pair leaves a graph without circles
// without circles, so that the kernels can always be put into an order.
//
// Views and sources (KernelAnalysis.h) are no nodes: each kernel has its own
// copy of what it reads through. Where something that is not fused needs one,
// it is a node like another; a free view then just stays where it is.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_TRANSFORMS_FUSEGRAPH_H
#define NOVI_LIB_TRANSFORMS_FUSEGRAPH_H

#include "Novi/Analysis/KernelAnalysis.h"

namespace mlir::novi::fuse {

/// Something that a node reads, views looked through.
struct Load {
  Value base;
  /// The node that computes it, or kNone.
  unsigned producer;
  double bytes;
};

struct Node {
  Operation *op;
  /// Whether it may become part of a kernel.
  bool isFusable;
  unsigned cluster;
  /// The nodes that it reads, or must follow, and those for which it is one.
  SmallVector<unsigned, 4> producers, users;
  /// Whether another block reads it.
  bool escapes = false;
  SmallVector<Load, 3> loads;
  /// What its result takes in memory.
  double bytes;
};

class Graph {
public:
  static constexpr unsigned kNone = ~0u;

  explicit Graph(Block &block);

  ArrayRef<Node> getNodes() const { return nodes; }
  const Node &getNode(unsigned number) const { return nodes[number]; }
  /// The node of `op`; kNone for views and sources that are none.
  unsigned getNumber(Operation *op) const {
    auto it = numbers.find(op);
    return it == numbers.end() ? kNone : it->second;
  }
  bool isNode(Operation *op) const { return numbers.contains(op); }

  /// The nodes of a cluster in program order; none where it went into another.
  ArrayRef<unsigned> getMembers(unsigned cluster) const {
    return members[cluster];
  }
  bool isFusable(unsigned cluster) const {
    return !members[cluster].empty() &&
           nodes[members[cluster].front()].isFusable;
  }
  SmallVector<Operation *> getOps(unsigned cluster) const;
  /// Whether something outside of the node's cluster reads it.
  bool leaves(unsigned number) const;
  /// The analysis of a cluster as it is.
  FailureOr<KernelAnalysis> analyze(unsigned cluster,
                                    std::string &reason) const;

  /// Forms a cluster of each set of instructions with novi.must_fuse that read
  /// each other. Fails, with a diagnostic, where they cannot be one.
  LogicalResult fuseMarked();
  /// Merges clusters as long as that saves memory traffic, what saves most
  /// first.
  void fuseAll();
  /// Fails, with a diagnostic, where a marked instruction stayed alone.
  LogicalResult verifyMarked() const;

  /// The clusters beside `cluster` that come after it: those that read it, and
  /// those that read what it reads.
  SmallVector<unsigned> getFollowers(unsigned cluster) const;
  /// Whether the two may become one, and if not why.
  bool canMerge(unsigned a, unsigned b, std::string &reason) const;

private:
  void findNodes(Block &block);
  void findEdges(Block &block);
  void addEdge(unsigned from, unsigned to);
  /// An instruction between the clusters, on a way from `from` to `to`; or
  /// null.
  Operation *findBetween(unsigned from, unsigned to) const;
  SmallVector<unsigned> getNeighbours(unsigned cluster) const;
  SmallVector<unsigned> mergeMembers(unsigned a, unsigned b) const;
  bool leavesAll(unsigned number, unsigned a, unsigned b) const;
  /// The bytes that the two clusters, as one, load and store.
  double getTraffic(unsigned a, unsigned b) const;
  void merge(unsigned a, unsigned b);
  bool hasKind(unsigned cluster, InstructionKind kind) const;
  bool isAlike(unsigned a, unsigned b) const;

  std::vector<Node> nodes;
  DenseMap<Operation *, unsigned> numbers;
  std::vector<SmallVector<unsigned, 4>> members;
  /// Who reads a value, in program order.
  DenseMap<Value, SmallVector<unsigned>> readers;
};

/// Replaces the clusters of `graph` by kernels. Masks that only such kernels
/// read are packed, rows aligned to `maskAlignment` bits. Returns how many
/// there are.
unsigned buildKernels(Graph &graph, Block &block, int64_t maskAlignment,
                      const DenseMap<Operation *, Value> &maskSizes);

/// Remarks on what was fused, and on what was not and why.
void emitRemarks(const Graph &graph);

} // namespace mlir::novi::fuse

#endif // NOVI_LIB_TRANSFORMS_FUSEGRAPH_H
