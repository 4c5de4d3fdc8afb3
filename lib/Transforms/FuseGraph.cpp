//===- FuseGraph.cpp - Which instructions become one kernel -----*- C++ -*-===//
//
// Builds the graph, and merges its clusters.
//
//===----------------------------------------------------------------------===//

#include "FuseGraph.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <queue>

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::fuse;

/// More makes code that needs too many registers, and takes long to compile.
static constexpr size_t kMaxInstructions = 256;
/// The parameters of a kernel must fit 4 KiB.
static constexpr size_t kMaxTensors = 64;
/// What a launch costs, in bytes that could be moved instead.
static constexpr double kLaunch = 4096;
/// What a dynamic size counts for.
static constexpr double kDynamicSize = 256;

static double getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return 0;
  double bytes = tensor.getElementTypeBitWidth() / 8.0;
  for (int64_t size : tensor.getShape())
    bytes *= ShapedType::isDynamic(size) ? kDynamicSize : size;
  return bytes;
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

Graph::Graph(Block &block) {
  findNodes(block);
  findEdges(block);
}

static bool isReadThrough(Operation *op) {
  InstructionKind kind = getInstructionKind(op);
  return kind == InstructionKind::View || kind == InstructionKind::Source;
}

void Graph::findNodes(Block &block) {
  // Views and sources that something needs which is not fused.
  llvm::SmallPtrSet<Operation *, 16> needed;
  for (Operation &op : llvm::reverse(block)) {
    if (!isReadThrough(&op))
      continue;
    auto needs = [&](Operation *user) {
      Operation *inBlock = block.findAncestorOpInBlock(*user);
      if (!inBlock || inBlock != user)
        return true;
      return getInstructionKind(user) == InstructionKind::Other ||
             (isReadThrough(user) && isFreeView(user) && needed.contains(user));
    };
    if (llvm::any_of(op.getUsers(), needs))
      needed.insert(&op);
  }
  for (Operation &op : block) {
    InstructionKind kind = getInstructionKind(&op);
    bool isConstant = op.hasTrait<OpTrait::ConstantLike>();
    if (isReadThrough(&op) &&
        (!needed.contains(&op) || isFreeView(&op) || isConstant))
      continue;
    numbers[&op] = nodes.size();
    Node &node = nodes.emplace_back();
    node.op = &op;
    node.isFusable = kind != InstructionKind::Other;
    node.cluster = nodes.size() - 1;
    node.bytes = node.isFusable ? getBytes(op.getResult(0).getType()) : 0;
    members.push_back({node.cluster});
  }
}

void Graph::addEdge(unsigned from, unsigned to) {
  if (llvm::is_contained(nodes[to].producers, from))
    return;
  nodes[to].producers.push_back(from);
  nodes[from].users.push_back(to);
}

void Graph::findEdges(Block &block) {
  // For each view, the nodes behind it; index operands count, too.
  DenseMap<Operation *, llvm::SmallSetVector<unsigned, 2>> behind;
  auto visitOperand = [&](Value operand, function_ref<void(unsigned)> visit) {
    Operation *op = operand.getDefiningOp();
    if (!op || op->getBlock() != &block)
      return;
    if (isNode(op))
      visit(numbers.lookup(op));
    else
      llvm::for_each(behind[op], visit);
  };
  unsigned lastEffect = kNone;
  for (Operation &op : block) {
    if (!isNode(&op)) {
      llvm::SmallSetVector<unsigned, 2> found;
      for (Value operand : op.getOperands())
        visitOperand(operand, [&](unsigned number) { found.insert(number); });
      behind[&op] = std::move(found);
      continue;
    }
    unsigned number = numbers.lookup(&op);
    op.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        visitOperand(operand,
                     [&](unsigned producer) { addEdge(producer, number); });
    });
    if (!isMemoryEffectFree(&op)) {
      if (lastEffect != kNone)
        addEdge(lastEffect, number);
      lastEffect = number;
    }
  }
  for (Operation &op : block) {
    bool isReadElsewhere = llvm::any_of(op.getUsers(), [&](Operation *user) {
      return !block.findAncestorOpInBlock(*user);
    });
    if (!isReadElsewhere)
      continue;
    if (isNode(&op))
      nodes[numbers.lookup(&op)].escapes = true;
    else
      for (unsigned number : behind[&op])
        nodes[number].escapes = true;
  }

  for (auto [number, node] : llvm::enumerate(nodes)) {
    if (!node.isFusable)
      continue;
    auto addLoad = [&](Value value, bool throughItself) {
      if (!isa<RankedTensorType>(value.getType()))
        return;
      TracedValue traced = traceValue(value, [&](Operation *op) {
        return isNode(op) && !(throughItself && op == node.op);
      });
      Operation *op = traced.base.getDefiningOp();
      if (op && getInstructionKind(op) == InstructionKind::Source &&
          !isNode(op))
        return;
      // A node of another block is an operand like an argument.
      unsigned producer = op ? getNumber(op) : kNone;
      node.loads.push_back({traced.base, producer,
                            std::min(getBytes(value.getType()),
                                     getBytes(traced.base.getType()))});
      SmallVector<unsigned> &all = readers[traced.base];
      if (all.empty() || all.back() != number)
        all.push_back(number);
    };
    if (getInstructionKind(node.op) == InstructionKind::View)
      addLoad(node.op->getResult(0), /*throughItself=*/true);
    else
      for (Value operand : node.op->getOperands())
        addLoad(operand, /*throughItself=*/false);
  }
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

SmallVector<Operation *> Graph::getOps(unsigned cluster) const {
  return llvm::map_to_vector(members[cluster],
                             [&](unsigned number) { return nodes[number].op; });
}

bool Graph::leavesAll(unsigned number, unsigned a, unsigned b) const {
  return nodes[number].escapes ||
         llvm::any_of(nodes[number].users, [&](unsigned user) {
           return nodes[user].cluster != a && nodes[user].cluster != b;
         });
}

bool Graph::leaves(unsigned number) const {
  unsigned cluster = nodes[number].cluster;
  return leavesAll(number, cluster, cluster);
}

FailureOr<KernelAnalysis> Graph::analyze(unsigned cluster,
                                         std::string &reason) const {
  return KernelAnalysis::get(
      getOps(cluster), [&](Operation *op) { return leaves(getNumber(op)); },
      KernelCheck::Possible, reason);
}

SmallVector<unsigned> Graph::mergeMembers(unsigned a, unsigned b) const {
  SmallVector<unsigned> all;
  std::merge(members[a].begin(), members[a].end(), members[b].begin(),
             members[b].end(), std::back_inserter(all));
  return all;
}

bool Graph::hasKind(unsigned cluster, InstructionKind kind) const {
  return llvm::any_of(members[cluster], [&](unsigned number) {
    return getInstructionKind(nodes[number].op) == kind;
  });
}

Operation *Graph::findBetween(unsigned from, unsigned to) const {
  SmallVector<unsigned> worklist;
  llvm::DenseSet<unsigned> seen;
  auto push = [&](unsigned number) {
    unsigned cluster = nodes[number].cluster;
    if (cluster != from && seen.insert(cluster).second)
      worklist.push_back(cluster);
  };
  for (unsigned number : members[from])
    for (unsigned user : nodes[number].users)
      if (nodes[user].cluster != to)
        push(user);
  while (!worklist.empty()) {
    unsigned cluster = worklist.pop_back_val();
    for (unsigned number : members[cluster])
      for (unsigned user : nodes[number].users) {
        if (nodes[user].cluster == to)
          return nodes[number].op;
        push(user);
      }
  }
  return nullptr;
}

/// Two clusters that read one tensor are worth merging where a reduction of one
/// passes over it anyway.
bool Graph::isAlike(unsigned a, unsigned b) const {
  auto reduces = [&](unsigned cluster) {
    return hasKind(cluster, InstructionKind::Reduction) ||
           hasKind(cluster, InstructionKind::AlongAxis) ||
           hasKind(cluster, InstructionKind::Loss);
  };
  return (reduces(a) || reduces(b)) && !hasKind(a, InstructionKind::Product) &&
         !hasKind(b, InstructionKind::Product);
}

SmallVector<unsigned> Graph::getNeighbours(unsigned cluster) const {
  llvm::SmallSetVector<unsigned, 8> found;
  auto add = [&](unsigned number) {
    if (nodes[number].cluster != cluster && nodes[number].isFusable)
      found.insert(nodes[number].cluster);
  };
  for (unsigned number : members[cluster]) {
    const Node &node = nodes[number];
    llvm::for_each(node.producers, add);
    llvm::for_each(node.users, add);
    // Of those that read the same, the next on either side.
    for (const Load &load : node.loads) {
      ArrayRef<unsigned> all = readers.find(load.base)->second;
      auto isOther = [&](unsigned other) {
        return nodes[other].cluster != cluster;
      };
      auto own = llvm::lower_bound(all, number);
      auto next = std::find_if(own, all.end(), isOther);
      if (next != all.end() && isAlike(cluster, nodes[*next].cluster))
        add(*next);
      auto previous =
          std::find_if(std::make_reverse_iterator(own), all.rend(), isOther);
      if (previous != all.rend() && isAlike(cluster, nodes[*previous].cluster))
        add(*previous);
    }
  }
  return found.takeVector();
}

SmallVector<unsigned> Graph::getFollowers(unsigned cluster) const {
  SmallVector<unsigned> followers;
  for (unsigned other : getNeighbours(cluster)) {
    bool reads = llvm::any_of(members[other], [&](unsigned number) {
      return llvm::any_of(nodes[number].producers, [&](unsigned producer) {
        return nodes[producer].cluster == cluster;
      });
    });
    bool isRead = llvm::any_of(members[other], [&](unsigned number) {
      return llvm::any_of(nodes[number].users, [&](unsigned user) {
        return nodes[user].cluster == cluster;
      });
    });
    if (reads || (!isRead && members[other].front() > members[cluster].front()))
      followers.push_back(other);
  }
  llvm::sort(followers);
  return followers;
}

double Graph::getTraffic(unsigned a, unsigned b) const {
  double bytes = 0;
  DenseMap<Value, double> loaded;
  for (unsigned cluster : {a, b}) {
    for (unsigned number : members[cluster]) {
      const Node &node = nodes[number];
      if (leavesAll(number, a, b))
        bytes += node.bytes;
      for (const Load &load : node.loads) {
        if (load.producer != kNone && (nodes[load.producer].cluster == a ||
                                       nodes[load.producer].cluster == b))
          continue;
        double &most = loaded[load.base];
        most = std::max(most, load.bytes);
      }
    }
    if (a == b)
      break;
  }
  for (auto [base, size] : loaded)
    bytes += size;
  return bytes;
}

bool Graph::canMerge(unsigned a, unsigned b, std::string &reason) const {
  for (auto [from, to] : {std::pair(a, b), std::pair(b, a)})
    if (Operation *between = findBetween(from, to)) {
      reason = ("'" + between->getName().getStringRef() +
                "' lies between and is not part of either")
                   .str();
      return false;
    }
  SmallVector<unsigned> all = mergeMembers(a, b);
  if (all.size() > kMaxInstructions) {
    reason = "the kernel would hold more than " +
             std::to_string(kMaxInstructions) + " instructions";
    return false;
  }
  SmallVector<Operation *> ops = llvm::map_to_vector(
      all, [&](unsigned number) { return nodes[number].op; });
  auto leavesBoth = [&](Operation *op) {
    return leavesAll(getNumber(op), a, b);
  };
  if (failed(KernelAnalysis::get(ops, leavesBoth, KernelCheck::Profitable,
                                 reason)))
    return false;
  llvm::DenseSet<Value> tensors;
  for (unsigned number : all) {
    if (leavesAll(number, a, b))
      tensors.insert(nodes[number].op->getResult(0));
    for (const Load &load : nodes[number].loads)
      if (load.producer == kNone || (nodes[load.producer].cluster != a &&
                                     nodes[load.producer].cluster != b))
        tensors.insert(load.base);
  }
  if (tensors.size() > kMaxTensors) {
    reason = "the kernel would have more than " + std::to_string(kMaxTensors) +
             " operands and results";
    return false;
  }
  return true;
}

void Graph::merge(unsigned a, unsigned b) {
  SmallVector<unsigned> all = mergeMembers(a, b);
  for (unsigned number : members[b])
    nodes[number].cluster = a;
  members[a].assign(all.begin(), all.end());
  members[b].clear();
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

static bool isMarked(Operation *op) {
  return op->hasAttr(NoviDialect::kMustFuseAttr);
}

LogicalResult Graph::fuseMarked() {
  // Programs are in order, so a set is known by its first instruction.
  for (auto [number, node] : llvm::enumerate(nodes)) {
    if (!node.isFusable || !isMarked(node.op))
      continue;
    for (unsigned producer : node.producers)
      if (nodes[producer].isFusable && isMarked(nodes[producer].op) &&
          nodes[producer].cluster != node.cluster)
        merge(nodes[producer].cluster, node.cluster);
  }
  for (auto [cluster, set] : llvm::enumerate(members)) {
    if (set.size() < 2)
      continue;
    Operation *last = nodes[set.back()].op;
    std::string reason;
    // A way that leaves the set and comes back.
    if (Operation *between = findBetween(cluster, cluster)) {
      InFlightDiagnostic diagnostic = last->emitOpError(
          "must be fused with the marked instructions that it reads, but ");
      diagnostic << "'" << between->getName()
                 << "' lies between and is not marked";
      diagnostic.attachNote(between->getLoc()) << "this one";
      return diagnostic;
    }
    if (failed(analyze(cluster, reason)))
      return last->emitOpError(
                 "must be fused with the marked instructions that "
                 "it reads, but ")
             << reason;
  }
  return success();
}

LogicalResult Graph::verifyMarked() const {
  for (const Node &node : nodes) {
    if (!node.isFusable || !isMarked(node.op) ||
        members[node.cluster].size() > 1)
      continue;
    InFlightDiagnostic diagnostic =
        node.op->emitOpError("must be fused, but stays alone");
    SmallVector<unsigned> neighbours = getNeighbours(node.cluster);
    if (neighbours.empty())
      diagnostic << ": it reads no other instruction, and none reads it";
    for (unsigned other : neighbours) {
      std::string reason;
      if (!canMerge(node.cluster, other, reason))
        diagnostic.attachNote(nodes[members[other].front()].op->getLoc())
            << "not with this one: " << reason;
    }
    return diagnostic;
  }
  return success();
}

void Graph::fuseAll() {
  struct Candidate {
    double saved;
    unsigned a, b;
    unsigned versionA, versionB;
    bool operator<(const Candidate &other) const {
      // The most first. Of equals the first in the program, and what could go
      // to either of two goes to the later: each product of a sum of several
      // adds to what is there.
      return std::tie(saved, other.b, a) < std::tie(other.saved, b, other.a);
    }
  };
  std::priority_queue<Candidate> queue;
  std::vector<unsigned> versions(members.size());
  auto push = [&](unsigned a, unsigned b) {
    if (members[a].front() > members[b].front())
      std::swap(a, b);
    double saved = getTraffic(a, a) + getTraffic(b, b) - getTraffic(a, b);
    // What a product pulls is computed for each of its tiles. An epilogue,
    // where it does as well, is better.
    if (hasKind(b, InstructionKind::Product))
      saved *= 0.75;
    queue.push({saved + kLaunch, a, b, versions[a], versions[b]});
  };
  for (unsigned cluster = 0; cluster < members.size(); ++cluster)
    if (isFusable(cluster))
      for (unsigned other : getNeighbours(cluster))
        if (other > cluster)
          push(cluster, other);
  while (!queue.empty()) {
    Candidate candidate = queue.top();
    queue.pop();
    auto [saved, a, b, versionA, versionB] = candidate;
    std::string reason;
    if (versions[a] != versionA || versions[b] != versionB ||
        !canMerge(a, b, reason))
      continue;
    merge(a, b);
    ++versions[a];
    ++versions[b];
    for (unsigned other : getNeighbours(a))
      push(a, other);
  }
}
