//===- FuseBuild.cpp - Kernels out of clusters ------------------*- C++ -*-===//
//
// Puts the clusters into an order and each into a novi.kernel, with its own
// copy of the views and constants that it reads through, and packs the masks
// that go from one to another.
//
//===----------------------------------------------------------------------===//

#include "FuseGraph.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <queue>

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::fuse;

namespace {

class KernelBuilder {
public:
  KernelBuilder(Graph &graph, Block &block, int64_t alignment,
                const DenseMap<Operation *, Value> &maskSizes)
      : graph(graph), block(block), alignment(alignment), maskSizes(maskSizes),
        builder(block.getTerminator()) {}

  unsigned build();

private:
  /// The operation of one kernel while it is built.
  struct Body {
    unsigned cluster;
    KernelOp kernel;
    IRMapping mapping;
    OpBuilder builder;
    SmallVector<Value> operands;
  };

  /// Whether a view stands outside of the kernel that reads it: it costs
  /// nothing there, and what it reads is not computed inside.
  bool staysOutside(Operation *view, unsigned cluster);
  /// Whether the result of a node is a mask that is kept packed.
  bool isPacked(Operation *op);
  /// Whether the bits kept are those of the opposite: of "x <= 0", as the
  /// gradient of relu asks for, those where relu lets pass.
  static bool isInverted(Operation *op);

  /// The operations of the block that must stand before a cluster or operation.
  void findDependencies(ArrayRef<unsigned> numbers, unsigned cluster,
                        function_ref<void(Operation *)> visit);
  SmallVector<Operation *> getOrder();

  Value getInside(Body &body, Value value);
  Value importValue(Body &body, Value value);
  void buildKernel(unsigned cluster);
  StringAttr getName(unsigned cluster);

  Graph &graph;
  Block &block;
  int64_t alignment;
  const DenseMap<Operation *, Value> &maskSizes;
  OpBuilder builder;
  /// What now stands for the result of a node: the same, or its packed bits.
  IRMapping replacements;
};

} // namespace

//===----------------------------------------------------------------------===//
// What stands where
//===----------------------------------------------------------------------===//

bool KernelBuilder::isPacked(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !type.getElementType().isInteger(1) || type.getRank() == 0)
    return false;
  unsigned number = graph.getNumber(op);
  const Node &node = graph.getNode(number);
  if (!node.isFusable || node.escapes || !graph.leaves(number))
    return false;
  if (type.isDynamicDim(type.getRank() - 1) && !maskSizes.lookup(op))
    return false;
  return llvm::all_of(
      node.users, [&](unsigned user) { return graph.getNode(user).isFusable; });
}

bool KernelBuilder::isInverted(Operation *op) {
  auto compare = dyn_cast<CompareOp>(op);
  return compare && compare.getPredicate() == ComparePredicate::LE &&
         matchPattern(compare.getRhs(), m_AnyZeroFloat());
}

bool KernelBuilder::staysOutside(Operation *view, unsigned cluster) {
  // Down the chain as long as the views are free.
  Operation *op = view;
  while (isFreeView(op)) {
    Operation *source = op->getOperand(0).getDefiningOp();
    if (!source || source->getBlock() != &block)
      return true;
    if (unsigned number = graph.getNumber(source); number != Graph::kNone)
      return graph.getNode(number).cluster != cluster && !isPacked(source);
    if (getInstructionKind(source) != InstructionKind::View)
      return false;
    op = source;
  }
  return false;
}

void KernelBuilder::findDependencies(ArrayRef<unsigned> numbers,
                                     unsigned cluster,
                                     function_ref<void(Operation *)> visit) {
  llvm::SmallSetVector<Operation *, 16> seen;
  auto add = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (op && op->getBlock() == &block)
      seen.insert(op);
  };
  for (unsigned number : numbers)
    llvm::for_each(graph.getNode(number).op->getOperands(), add);
  for (size_t next = 0; next < seen.size(); ++next) {
    Operation *op = seen[next];
    unsigned number = graph.getNumber(op);
    if (number != Graph::kNone) {
      if (graph.getNode(number).cluster == cluster)
        continue;
      visit(op);
      // The size of a mask is needed where it is unpacked.
      if (Value size = maskSizes.lookup(op))
        add(size);
      continue;
    }
    InstructionKind kind = getInstructionKind(op);
    bool isCopied =
        kind == InstructionKind::Source ||
        (kind == InstructionKind::View && !staysOutside(op, cluster));
    if (isCopied)
      llvm::for_each(op->getOperands(), add);
    else
      visit(op);
  }
}

/// Everything in an order in which nothing is read before it is there: of a
/// cluster its first instruction. What can stand anywhere keeps the program's
/// order.
SmallVector<Operation *> KernelBuilder::getOrder() {
  // A unit is a cluster that is to be a kernel, or an operation by itself.
  DenseMap<Operation *, unsigned> unitOf;
  SmallVector<Operation *> units;
  for (Operation &op : block.without_terminator()) {
    unsigned number = graph.getNumber(&op);
    if (number != Graph::kNone && graph.getNode(number).isFusable) {
      ArrayRef<unsigned> members =
          graph.getMembers(graph.getNode(number).cluster);
      Operation *first = graph.getNode(members.front()).op;
      if (first != &op) {
        unitOf[&op] = unitOf.lookup(first);
        continue;
      }
    }
    unitOf[&op] = units.size();
    units.push_back(&op);
  }

  SmallVector<SmallVector<unsigned>> followers(units.size());
  SmallVector<unsigned> numMissing(units.size());
  for (auto [unit, op] : llvm::enumerate(units)) {
    llvm::SmallSetVector<unsigned, 8> before;
    unsigned number = graph.getNumber(op);
    if (number != Graph::kNone && graph.getNode(number).isFusable) {
      unsigned cluster = graph.getNode(number).cluster;
      findDependencies(
          graph.getMembers(cluster), cluster,
          [&](Operation *source) { before.insert(unitOf.lookup(source)); });
    } else {
      // What is not fused, and views and sources that may be of no use any
      // more.
      op->walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (Operation *source = operand.getDefiningOp();
              source && source->getBlock() == &block)
            before.insert(unitOf.lookup(source));
      });
      if (number != Graph::kNone)
        for (unsigned producer : graph.getNode(number).producers)
          before.insert(unitOf.lookup(graph.getNode(producer).op));
    }
    before.remove(unit);
    numMissing[unit] = before.size();
    for (unsigned other : before)
      followers[other].push_back(unit);
  }

  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (unsigned unit = 0; unit < units.size(); ++unit)
    if (numMissing[unit] == 0)
      ready.push(unit);
  SmallVector<Operation *> order;
  while (!ready.empty()) {
    unsigned unit = ready.top();
    ready.pop();
    order.push_back(units[unit]);
    for (unsigned follower : followers[unit])
      if (--numMissing[follower] == 0)
        ready.push(follower);
  }
  // Clusters are merged only where that leaves no circle (FuseGraph.h).
  assert(order.size() == units.size() && "kernels need each other");
  return order;
}

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

/// An operand of the kernel.
Value KernelBuilder::importValue(Body &body, Value value) {
  Value now = replacements.lookupOrDefault(value);
  body.operands.push_back(now);
  return body.kernel.getBody().addArgument(now.getType(), now.getLoc());
}

Value KernelBuilder::getInside(Body &body, Value value) {
  // Chains of views may be long, so there is no recursion.
  SmallVector<Value> stack = {value};
  while (!stack.empty()) {
    Value current = stack.back();
    if (body.mapping.contains(current)) {
      stack.pop_back();
      continue;
    }
    Operation *op = current.getDefiningOp();
    bool isHere = op && op->getBlock() == &block;
    bool isConstant = op && getInstructionKind(op) == InstructionKind::Source &&
                      op->hasTrait<OpTrait::ConstantLike>();
    unsigned number = isHere ? graph.getNumber(op) : Graph::kNone;
    if (number != Graph::kNone && isPacked(op)) {
      // What packs it is never seen here: its own cluster has it mapped.
      auto type = cast<RankedTensorType>(current.getType());
      Value size;
      if (type.isDynamicDim(type.getRank() - 1)) {
        size = maskSizes.lookup(op);
        if (!body.mapping.contains(size)) {
          stack.push_back(size);
          continue;
        }
        size = body.mapping.lookup(size);
      }
      Value packed = importValue(body, current);
      Value mask =
          UnpackMaskOp::create(body.builder, op->getLoc(), type, packed, size,
                               static_cast<uint64_t>(alignment));
      if (isInverted(op))
        mask = NotOp::create(body.builder, op->getLoc(), type, mask);
      body.mapping.map(current, mask);
      stack.pop_back();
      continue;
    }
    InstructionKind kind = op ? getInstructionKind(op) : InstructionKind::Other;
    bool isCopied =
        isConstant ||
        (isHere && number == Graph::kNone &&
         (kind == InstructionKind::Source ||
          (kind == InstructionKind::View && !staysOutside(op, body.cluster))));
    if (!isCopied) {
      body.mapping.map(current, importValue(body, current));
      stack.pop_back();
      continue;
    }
    size_t before = stack.size();
    for (Value operand : op->getOperands())
      if (!body.mapping.contains(operand))
        stack.push_back(operand);
    if (stack.size() != before)
      continue;
    body.builder.clone(*op, body.mapping);
    stack.pop_back();
  }
  return body.mapping.lookup(value);
}

/// A select by the opposite of a mask chooses the other way round.
static void absorbNegations(Block &block) {
  for (NotOp negation : llvm::make_early_inc_range(block.getOps<NotOp>())) {
    if (!negation.getInput().getDefiningOp<UnpackMaskOp>())
      continue;
    for (OpOperand &use : llvm::make_early_inc_range(negation->getUses())) {
      auto select = dyn_cast<SelectOp>(use.getOwner());
      if (!select || use.getOperandNumber() != 0)
        continue;
      Value onTrue = select.getOnTrue(), onFalse = select.getOnFalse();
      select->setOperands({negation.getInput(), onFalse, onTrue});
    }
    if (negation.use_empty())
      negation.erase();
  }
}

StringAttr KernelBuilder::getName(unsigned cluster) {
  constexpr unsigned kMaxParts = 4;
  SmallVector<StringRef> parts;
  auto add = [&](Operation *op) {
    StringRef part = op->getName().stripDialect();
    if (parts.size() < kMaxParts && !llvm::is_contained(parts, part))
      parts.push_back(part);
  };
  SmallVector<Operation *> ops = graph.getOps(cluster);
  for (Operation *op : ops)
    if (getInstructionKind(op) == InstructionKind::Product)
      add(op);
  llvm::for_each(ops, add);
  return builder.getStringAttr(llvm::join(parts, "_"));
}

void KernelBuilder::buildKernel(unsigned cluster) {
  ArrayRef<unsigned> members = graph.getMembers(cluster);
  SmallVector<Operation *> leaving;
  SmallVector<Type> types;
  Operation *root = graph.getNode(members.front()).op;
  bool mustFuse = false;
  for (unsigned number : members) {
    Operation *op = graph.getNode(number).op;
    mustFuse |= op->hasAttr(NoviDialect::kMustFuseAttr);
    if (getInstructionKind(op) == InstructionKind::Product)
      root = op;
    if (!graph.leaves(number))
      continue;
    leaving.push_back(op);
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (isPacked(op)) {
      SmallVector<int64_t> shape(type.getShape());
      shape.back() = UnpackMaskOp::getNumBytes(shape.back(), alignment);
      type = RankedTensorType::get(shape, builder.getI8Type());
    }
    types.push_back(type);
  }
  auto kernel = KernelOp::create(builder, root->getLoc(), types, ValueRange(),
                                 getName(cluster));
  kernel.setMustFuse(mustFuse);
  Block &inside = kernel.getBody().front();
  Body body{cluster, kernel, {}, OpBuilder::atBlockEnd(&inside), {}};
  for (unsigned number : members) {
    Operation *op = graph.getNode(number).op;
    for (Value operand : op->getOperands())
      (void)getInside(body, operand);
    body.builder.clone(*op, body.mapping);
  }
  SmallVector<Value> results;
  for (Operation *op : leaving) {
    Value value = body.mapping.lookup(op->getResult(0));
    if (isPacked(op)) {
      if (isInverted(op))
        value =
            NotOp::create(body.builder, op->getLoc(), value.getType(), value);
      value = PackMaskOp::create(body.builder, op->getLoc(), value,
                                 static_cast<uint64_t>(alignment));
    }
    results.push_back(value);
  }
  YieldOp::create(body.builder, root->getLoc(), results);
  kernel.getInputsMutable().assign(body.operands);
  absorbNegations(inside);
  for (auto [op, result] : llvm::zip_equal(leaving, kernel.getOutputs()))
    replacements.map(op->getResult(0), result);
}

unsigned KernelBuilder::build() {
  SmallVector<Operation *> all;
  for (Operation &op : block.without_terminator())
    all.push_back(&op);
  unsigned numKernels = 0;
  auto isFused = [&](Operation *op) {
    unsigned number = graph.getNumber(op);
    return number != Graph::kNone && graph.getNode(number).isFusable;
  };
  if (llvm::none_of(all, isFused))
    return 0;

  Operation *terminator = block.getTerminator();
  for (Operation *op : getOrder()) {
    if (!isFused(op)) {
      op->moveBefore(terminator);
      continue;
    }
    buildKernel(graph.getNode(graph.getNumber(op)).cluster);
    ++numKernels;
  }

  // What was fused goes, and the views and constants that only it has read.
  for (Operation *op : all) {
    if (!isFused(op))
      continue;
    Value result = op->getResult(0);
    Value now = replacements.lookupOrNull(result);
    // Packed bits have taken the place of a mask already, where it is read.
    if (now && now.getType() == result.getType())
      result.replaceAllUsesWith(now);
    op->dropAllReferences();
  }
  for (Operation *op : llvm::reverse(all))
    if (!isFused(op) && isOpTriviallyDead(op))
      op->erase();
  for (Operation *op : all)
    if (isFused(op))
      op->erase();
  return numKernels;
}

unsigned fuse::buildKernels(Graph &graph, Block &block, int64_t maskAlignment,
                            const DenseMap<Operation *, Value> &maskSizes) {
  return KernelBuilder(graph, block, maskAlignment, maskSizes).build();
}
