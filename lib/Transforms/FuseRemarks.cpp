//===- FuseRemarks.cpp - What was fused, and what not, and why --*- C++ -*-===//
//
// Remarks on each instruction that went into a kernel with others and on each
// pair of kernels that could have been one.
//
//===----------------------------------------------------------------------===//

#include "FuseGraph.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::fuse;

static constexpr StringLiteral kCategory = "novi-fuse";

static remark::RemarkOpts getOptions(StringRef name) {
  return remark::RemarkOpts::name(name).category(kCategory);
}

static StringRef getName(Operation *op) { return op->getName().getStringRef(); }

/// The instruction for which a cluster is known: its product, or its first.
static Operation *getRoot(const Graph &graph, unsigned cluster) {
  SmallVector<Operation *> ops = graph.getOps(cluster);
  auto it = llvm::find_if(ops, [](Operation *op) {
    return getInstructionKind(op) == InstructionKind::Product;
  });
  return it == ops.end() ? ops.front() : *it;
}

void fuse::emitRemarks(const Graph &graph) {
  for (unsigned cluster = 0; cluster < graph.getNodes().size(); ++cluster) {
    if (!graph.isFusable(cluster))
      continue;
    std::string reason;
    FailureOr<KernelAnalysis> analysis = graph.analyze(cluster, reason);
    if (failed(analysis))
      continue;
    Operation *root = getRoot(graph, cluster);
    SmallVector<Operation *> ops = graph.getOps(cluster);
    remark::passed(root->getLoc(), getOptions("Kernel")) << remark::add(
        "'{0}': a kernel of {1}", getName(root),
        ops.size() == 1 ? "its own" : Twine(ops.size()) + " instructions");
    for (Operation *op : ops)
      if (op != root)
        remark::passed(op->getLoc(), getOptions("Fused"))
            << remark::add("'{0}' fused with '{1}': {2}", getName(op),
                           getName(root), stringifyRole(analysis->getRole(op)));
    for (unsigned other : graph.getFollowers(cluster)) {
      std::string reason;
      Operation *follower = getRoot(graph, other);
      if (!graph.canMerge(cluster, other, reason))
        remark::missed(follower->getLoc(), getOptions("Apart"))
            << remark::add("'{0}' apart from '{1}': {2}", getName(follower),
                           getName(root), reason);
    }
  }
}
