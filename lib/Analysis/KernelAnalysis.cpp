//===- KernelAnalysis.cpp - What can be one kernel --------------*- C++ -*-===//
//
// Finds the domain over which instructions range together, or why there is
// none.
//
//===----------------------------------------------------------------------===//

#include "Novi/Analysis/KernelAnalysis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;
using Kind = InstructionKind;

/// Up to so many elements without an axis to share out, one block does.
static constexpr uint64_t kMaxElementsOfOneBlock = 16384;
/// So many elements of a reduction that it does in a loop, a block can keep.
static constexpr uint64_t kMaxKeptElements = 4096;
/// As many columns, at least, has a tile of a product: what is pulled into the
/// product is computed once for each tile.
static constexpr int64_t kMinTile = 64;

StringRef novi::stringifyRole(KernelRole role) {
  switch (role) {
  case KernelRole::Product:
    return "product";
  case KernelRole::Element:
    return "on each element";
  case KernelRole::Row:
    return "once a row";
  case KernelRole::Repeated:
    return "again wherever it is read";
  case KernelRole::Reduction:
    return "reduced across blocks";
  case KernelRole::Finish:
    return "after the reduction";
  case KernelRole::Pulled:
    return "while it is read";
  }
  llvm_unreachable("unknown role");
}

namespace mlir::novi {

class KernelAnalyzer {
public:
  KernelAnalyzer(ArrayRef<Operation *> ops,
                 function_ref<bool(Operation *)> leaves, KernelCheck check,
                 std::string &reason)
      : leaves(leaves), check(check), reason(reason) {
    for (auto [index, op] : llvm::enumerate(ops)) {
      nodes.emplace_back().op = op;
      indices[op] = index;
    }
  }

  FailureOr<KernelAnalysis> run();

private:
  static constexpr unsigned kOutside = ~0u;

  /// An operand of a node.
  struct Read {
    TracedValue traced;
    Type type;
    /// The node that computes it, or kOutside.
    unsigned producer = kOutside;
  };

  struct Node {
    Operation *op;
    Kind kind;
    SmallVector<Read, 2> reads;
    bool inPlace = false;
    /// Who reads it at other places, if anyone does.
    Operation *pulledBy = nullptr;
    /// How often it is pulled, and for which operands of the product.
    unsigned numPulls = 0, sides = 0;
    /// The axes along which it runs, as sets: of its result, and those of what
    /// it reads that the result lacks.
    SmallVector<std::optional<unsigned>> resultAxes, otherAxes;
    /// The axes that it reduces, and those that a block must have whole for it.
    SmallVector<unsigned> reduced, whole;
    /// The reductions on which it depends, and the axes that those have reduced
    /// across blocks.
    llvm::SmallBitVector upstream;
    SmallVector<unsigned> gone;
    bool isFinish = false;
  };

  LogicalResult fail(const Twine &text) {
    reason = text.str();
    return failure();
  }
  static std::string name(Operation *op) {
    return ("'" + op->getName().getStringRef() + "'").str();
  }
  bool isNode(Operation *op) const { return indices.contains(op); }

  // Where values are computed.
  LogicalResult findReads();
  LogicalResult findPlaces();
  LogicalResult checkPulled();
  bool isReadWider(const Read &read, const Node &reader) const;

  // Axes, as sets that are united.
  unsigned createAxis(int64_t size) {
    parents.push_back(parents.size());
    axisSizes.push_back(size);
    return parents.size() - 1;
  }
  unsigned find(unsigned axis) const {
    while (parents[axis] != axis)
      axis = parents[axis];
    return axis;
  }
  void unite(std::optional<unsigned> a, std::optional<unsigned> b) {
    if (!a || !b)
      return;
    unsigned into = find(*a), from = find(*b);
    if (into == from)
      return;
    if (ShapedType::isDynamic(axisSizes[into]))
      axisSizes[into] = axisSizes[from];
    parents[from] = into;
  }
  SmallVector<std::optional<unsigned>> getReadAxes(const Read &read);
  void labelNode(Node &node);
  /// The sets along which a node in place runs.
  SmallVector<unsigned> getDomain(const Node &node) const;
  /// A node that would run along one set twice, or null.
  const Node *findConflict() const;
  /// The first node that brings a conflict about.
  const Node *findCulprit();
  void uniteOutsideReads(bool ofSources);

  // What the domain is, and what is reduced how.
  LogicalResult findDomain();
  LogicalResult findLocalAxes();
  LogicalResult findReductionsAcross();
  LogicalResult checkRepeated();
  LogicalResult checkLayout();
  void assignRoles();
  static bool isSubset(ArrayRef<unsigned> a, ArrayRef<unsigned> b) {
    return llvm::all_of(a,
                        [&](unsigned x) { return llvm::is_contained(b, x); });
  }
  static bool intersects(ArrayRef<unsigned> a, ArrayRef<unsigned> b) {
    return llvm::any_of(a,
                        [&](unsigned x) { return llvm::is_contained(b, x); });
  }
  /// The product of the sizes, and what counts as one that is not known.
  uint64_t getNumElements(ArrayRef<unsigned> sets) const {
    uint64_t number = 1;
    for (unsigned set : sets) {
      if (ShapedType::isDynamic(axisSizes[set]))
        return std::numeric_limits<uint64_t>::max();
      number = llvm::SaturatingMultiply<uint64_t>(number, axisSizes[set]);
    }
    return number;
  }
  SmallVector<unsigned> getSets(ArrayRef<unsigned> axes) const {
    SmallVector<unsigned> sets;
    for (unsigned axis : axes)
      if (!llvm::is_contained(sets, find(axis)))
        sets.push_back(find(axis));
    return sets;
  }

  function_ref<bool(Operation *)> leaves;
  KernelCheck check;
  std::string &reason;
  std::vector<Node> nodes;
  DenseMap<Operation *, unsigned> indices;
  Node *product = nullptr;
  SmallVector<unsigned> parents;
  SmallVector<int64_t> axisSizes;
  /// The sets along the axes of a value, for each of those that read it.
  using ReadAxes = SmallVector<SmallVector<std::optional<unsigned>>>;
  /// Of each value that is not computed in place, and of each view.
  llvm::MapVector<Value, ReadAxes> outsideReads, viewReads;
  void unite(const ReadAxes &reads);
  void addOutsideRead(Value value, SmallVector<std::optional<unsigned>> axes);
  /// The sets of the domain: all, those of which a block has the whole, and
  /// those that are shared out.
  SmallVector<unsigned> domain, local, shared;
  KernelAnalysis result;
};

} // namespace mlir::novi

//===----------------------------------------------------------------------===//
// Where values are computed
//===----------------------------------------------------------------------===//

static RankedTensorType getResultType(Operation *op) {
  return cast<RankedTensorType>(op->getResult(0).getType());
}

static bool isOneElement(RankedTensorType type) {
  return llvm::all_of(type.getShape(), [](int64_t size) { return size == 1; });
}

static bool isExpensive(Operation *op) { return isa<ExpOp, LogOp, DivOp>(op); }

static bool isCheap(Operation *op) {
  return !isExpensive(op) || isOneElement(getResultType(op));
}

LogicalResult KernelAnalyzer::findReads() {
  for (Node &node : nodes) {
    node.kind = getInstructionKind(node.op);
    if (node.kind == Kind::Other)
      return fail(name(node.op) + " is not an instruction for a kernel");
    if (node.kind == Kind::Product) {
      if (product)
        return fail("each of " + name(product->op) + " and " + name(node.op) +
                    " is a product, and a kernel has one");
      product = &node;
    }
    auto addRead = [&](Value value, bool throughItself) {
      if (!isa<RankedTensorType>(value.getType()))
        return;
      Read &read = node.reads.emplace_back();
      read.type = value.getType();
      read.traced = traceValue(value, [&](Operation *op) {
        return isNode(op) && !(throughItself && op == node.op);
      });
      if (Operation *op = read.traced.base.getDefiningOp(); op && isNode(op))
        read.producer = indices.lookup(op);
    };
    // Of a view that is stored, what it reads in terms of its own axes.
    if (node.kind == Kind::View)
      addRead(node.op->getResult(0), /*throughItself=*/true);
    else
      for (Value operand : node.op->getOperands())
        addRead(operand, /*throughItself=*/false);
  }
  return success();
}

LogicalResult KernelAnalyzer::findPlaces() {
  for (Node &node : llvm::reverse(nodes)) {
    node.inPlace |= leaves(node.op) || !node.pulledBy;
    if (node.inPlace && node.pulledBy)
      return fail(name(node.op) + " is needed element by element, but " +
                  name(node.pulledBy) + " reads other elements of it");
    bool pulls = node.kind == Kind::Product || node.kind == Kind::Assembly;
    for (auto [number, read] : llvm::enumerate(node.reads)) {
      if (read.producer == kOutside)
        continue;
      Node &producer = nodes[read.producer];
      if (!node.pulledBy && !pulls && read.traced.inPlace) {
        producer.inPlace = true;
        continue;
      }
      producer.pulledBy = node.op;
      ++producer.numPulls;
      producer.sides |= node.kind == Kind::Product ? 1u << number : node.sides;
    }
  }
  return success();
}

/// For each operand of a product, how often an element of it is read, but for
/// the tiles: the elements of the result that depend on it.
static int64_t getNumReads(Operation *op, unsigned side) {
  auto multiply = [](int64_t a, int64_t b) {
    if (a == 0 || b == 0)
      return int64_t(0);
    if (ShapedType::isDynamic(a) || ShapedType::isDynamic(b))
      return ShapedType::kDynamic;
    return llvm::SaturatingMultiply<uint64_t>(a, b) > uint64_t(INT64_MAX)
               ? INT64_MAX
               : a * b;
  };
  int64_t count = 1;
  if (auto contract = dyn_cast<ContractOp>(op)) {
    auto [operands, letters] = contract.getEquation().split("->");
    auto [lhs, rhs] = operands.split(',');
    for (auto [axis, letter] : llvm::enumerate(letters))
      if (!(side == 0 ? lhs : rhs).contains(letter))
        count = multiply(count, contract.getType().getDimSize(axis));
    return count;
  }
  auto matmul = cast<MatmulOp>(op);
  RankedTensorType type = matmul.getType();
  auto own = cast<RankedTensorType>(op->getOperand(side).getType());
  auto other = cast<RankedTensorType>(op->getOperand(1 - side).getType());
  int64_t rank = type.getRank();
  // The result's matrix axes are rows, unless lhs is a vector, and columns.
  int64_t numOwn = own.getRank() > 1, numOther = other.getRank() > 1;
  if (numOther)
    count = type.getDimSize(side == 0 ? rank - 1 : rank - 1 - numOwn);
  for (int64_t batch = 0; batch < rank - numOwn - numOther; ++batch) {
    int64_t axis = batch - (rank - numOwn - numOther) + own.getRank() - 2;
    if (axis < 0 || (own.getDimSize(axis) == 1 && type.getDimSize(batch) != 1))
      count = multiply(count, type.getDimSize(batch));
  }
  return count;
}

/// Whether `reader` reads an element of `read` for several of its own.
bool KernelAnalyzer::isReadWider(const Read &read, const Node &reader) const {
  auto type = cast<RankedTensorType>(read.type);
  for (auto [size, axis] : llvm::zip_equal(type.getShape(), read.traced.axes))
    if (read.traced.inPlace && size != 1 && !axis)
      return true;
  for (Operation *view : read.traced.views)
    if (isa<BroadcastOp>(view))
      return true;
  if (reader.kind != Kind::Pointwise)
    return false;
  RankedTensorType to = getResultType(reader.op);
  int64_t missing = to.getRank() - type.getRank();
  for (auto [axis, size] : llvm::enumerate(to.getShape())) {
    int64_t own = static_cast<int64_t>(axis) - missing;
    if (size != 1 && (own < 0 || type.getDimSize(own) == 1))
      return true;
  }
  return false;
}

LogicalResult KernelAnalyzer::checkPulled() {
  for (Node &node : nodes) {
    if (!node.pulledBy)
      continue;
    if (node.kind != Kind::Pointwise && node.kind != Kind::Assembly &&
        node.kind != Kind::View && node.kind != Kind::Source)
      return fail(name(node.pulledBy) + " reads elements of " + name(node.op) +
                  " that other blocks compute");
    if (check == KernelCheck::Possible || isCheap(node.op))
      continue;
    for (unsigned side : {0, 1}) {
      if (!(node.sides & 1u << side))
        continue;
      int64_t count = getNumReads(product->op, side);
      if (ShapedType::isDynamic(count) || count > kMinTile)
        return fail(name(node.op) +
                    " would be computed again for each tile of the product");
    }
    if (node.numPulls > 1)
      return fail(name(node.op) + " would be computed for each of " +
                  Twine(node.numPulls) + " readers");
  }
  if (check == KernelCheck::Possible)
    return success();
  for (Node &node : nodes)
    for (Read &read : node.reads)
      if (read.producer != kOutside && nodes[read.producer].pulledBy &&
          !isCheap(nodes[read.producer].op) && isReadWider(read, node))
        return fail(name(nodes[read.producer].op) +
                    " would be computed again wherever " + name(node.op) +
                    " repeats it");
  return success();
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

void KernelAnalyzer::addOutsideRead(Value value,
                                    SmallVector<std::optional<unsigned>> axes) {
  // Two operands of a kernel may be one tensor in two forms.
  auto argument = dyn_cast<BlockArgument>(value);
  auto kernel = argument
                    ? dyn_cast<KernelOp>(argument.getOwner()->getParentOp())
                    : KernelOp();
  if (kernel) {
    TracedValue traced =
        traceValue(kernel.getInputs()[argument.getArgNumber()],
                   [](Operation *op) { return !isFreeView(op); });
    value = traced.place;
    SmallVector<std::optional<unsigned>> outside(
        cast<RankedTensorType>(value.getType()).getRank());
    for (auto [axis, of] : llvm::zip_equal(axes, traced.axes))
      if (of)
        outside[*of] = axis;
    axes = std::move(outside);
  }
  outsideReads[value].push_back(std::move(axes));
}

SmallVector<std::optional<unsigned>>
KernelAnalyzer::getReadAxes(const Read &read) {
  auto type = cast<RankedTensorType>(read.type);
  SmallVector<std::optional<unsigned>> axes(type.getRank());
  // What an instruction in place gives, or data.
  bool isComputed = read.producer != kOutside && read.traced.inPlace &&
                    !nodes[read.producer].pulledBy;
  SmallVector<std::optional<unsigned>> ofPlace;
  if (!isComputed)
    ofPlace.resize(
        cast<RankedTensorType>(read.traced.place.getType()).getRank());
  for (auto [axis, size] : llvm::enumerate(type.getShape())) {
    if (size == 1)
      continue;
    std::optional<int64_t> source = read.traced.axes[axis];
    if (isComputed && source)
      axes[axis] = nodes[read.producer].resultAxes[*source];
    if (!axes[axis])
      axes[axis] = createAxis(size);
    if (!isComputed && source)
      ofPlace[*source] = axes[axis];
  }
  if (!isComputed)
    addOutsideRead(read.traced.place, std::move(ofPlace));
  if (!read.traced.views.empty())
    viewReads[read.traced.views.front()->getResult(0)].push_back(axes);
  return axes;
}

static SmallVector<bool> getReducedAxes(ArrayRef<int64_t> axes, int64_t rank) {
  SmallVector<bool> isReduced(rank);
  for (int64_t axis : axes)
    isReduced[axis < 0 ? axis + rank : axis] = true;
  return isReduced;
}

void KernelAnalyzer::labelNode(Node &node) {
  RankedTensorType type = getResultType(node.op);
  for (int64_t size : type.getShape())
    node.resultAxes.push_back(size == 1
                                  ? std::optional<unsigned>()
                                  : std::optional<unsigned>(createAxis(size)));
  SmallVector<std::optional<unsigned>> &to = node.resultAxes;
  auto reduce = [&](std::optional<unsigned> axis) {
    node.otherAxes.push_back(axis);
    if (axis)
      node.reduced.push_back(*axis);
  };
  switch (node.kind) {
  case Kind::Pointwise:
  case Kind::View:
    for (Read &read : node.reads) {
      SmallVector<std::optional<unsigned>> from = getReadAxes(read);
      for (auto [a, b] :
           llvm::zip_equal(from, MutableArrayRef(to).take_back(from.size())))
        unite(a, b);
    }
    return;
  case Kind::Reduction: {
    SmallVector<std::optional<unsigned>> from = getReadAxes(node.reads[0]);
    ArrayRef<int64_t> axes;
    bool keep;
    if (auto sum = dyn_cast<ReduceSumOp>(node.op)) {
      axes = sum.getAxes();
      keep = sum.getKeepdims();
    } else {
      auto max = cast<ReduceMaxOp>(node.op);
      axes = max.getAxes();
      keep = max.getKeepdims();
    }
    int64_t next = 0;
    for (auto [axis, isReduced] :
         llvm::zip_equal(from, getReducedAxes(axes, from.size()))) {
      if (isReduced) {
        reduce(axis);
        next += keep;
      } else {
        unite(axis, to[next++]);
      }
    }
    return;
  }
  case Kind::AlongAxis: {
    SmallVector<std::optional<unsigned>> from = getReadAxes(node.reads[0]);
    for (auto [a, b] : llvm::zip_equal(from, to))
      unite(a, b);
    int64_t axis = llvm::TypeSwitch<Operation *, int64_t>(node.op)
                       .Case<SoftmaxOp, LogSoftmaxOp, LayerNormOp>(
                           [](auto op) { return op.getAxis(); });
    axis = axis < 0 ? axis + type.getRank() : axis;
    if (type.getRank() > 0 && to[axis]) {
      node.reduced.push_back(*to[axis]);
      node.whole = node.reduced;
    }
    return;
  }
  case Kind::Loss: {
    SmallVector<std::optional<unsigned>> input = getReadAxes(node.reads[0]);
    SmallVector<std::optional<unsigned>> target = getReadAxes(node.reads[1]);
    for (auto [a, b] : llvm::zip_equal(input, target))
      unite(a, b);
    for (auto [axis, set] : llvm::enumerate(input)) {
      if (axis < to.size())
        unite(set, to[axis]);
      else
        reduce(set);
    }
    // The softmax within needs a row at a time.
    if (isa<SoftmaxCrossEntropyLossOp>(node.op) && input.back())
      node.whole.push_back(*input.back());
    return;
  }
  case Kind::Packing: {
    SmallVector<std::optional<unsigned>> from = getReadAxes(node.reads[0]);
    // A row of one element may be several bytes, of which one has it.
    if (!from.back())
      to.back().reset();
    for (auto [a, b] : llvm::zip_equal(from, to))
      unite(a, b);
    // A row of up to eight elements is one byte, which has no axis.
    if (!to.back())
      node.otherAxes.push_back(from.back());
    return;
  }
  case Kind::Assembly:
  case Kind::Product:
  case Kind::Source:
    return;
  case Kind::Other:
    break;
  }
  llvm_unreachable("not an instruction for a kernel");
}

SmallVector<unsigned> KernelAnalyzer::getDomain(const Node &node) const {
  SmallVector<unsigned> sets;
  for (std::optional<unsigned> axis :
       llvm::concat<const std::optional<unsigned>>(node.resultAxes,
                                                   node.otherAxes))
    if (axis)
      sets.push_back(find(*axis));
  return sets;
}

const KernelAnalyzer::Node *KernelAnalyzer::findConflict() const {
  for (const Node &node : nodes) {
    if (node.pulledBy)
      continue;
    SmallVector<unsigned> sets = getDomain(node);
    llvm::sort(sets);
    if (std::adjacent_find(sets.begin(), sets.end()) != sets.end())
      return &node;
  }
  return nullptr;
}

const KernelAnalyzer::Node *KernelAnalyzer::findCulprit() {
  // As before, but a look after each.
  parents.clear();
  axisSizes.clear();
  for (Node &node : nodes) {
    node.resultAxes.clear();
    node.otherAxes.clear();
  }
  for (Node &node : nodes) {
    if (node.pulledBy)
      continue;
    labelNode(node);
    if (findConflict())
      return &node;
  }
  llvm_unreachable("there was a conflict");
}

// That two instructions read one tensor at the same places makes their axes the
// same, unless it is also read at others: transposed, say.
void KernelAnalyzer::unite(const ReadAxes &reads) {
  for (auto &read : llvm::drop_begin(reads)) {
    SmallVector<unsigned> savedParents = parents;
    SmallVector<int64_t> savedSizes = axisSizes;
    for (auto [a, b] : llvm::zip_equal(reads.front(), read))
      unite(a, b);
    if (findConflict()) {
      parents = std::move(savedParents);
      axisSizes = std::move(savedSizes);
    }
  }
}

void KernelAnalyzer::uniteOutsideReads(bool ofSources) {
  for (auto &[value, reads] : outsideReads) {
    Operation *op = value.getDefiningOp();
    if (ofSources == (op && getInstructionKind(op) == Kind::Source))
      unite(reads);
  }
}

//===----------------------------------------------------------------------===//
// The domain
//===----------------------------------------------------------------------===//

LogicalResult KernelAnalyzer::findDomain() {
  const Node *widest = product;
  size_t most = 0;
  domain.clear();
  for (const Node &node : nodes) {
    if (node.pulledBy)
      continue;
    SmallVector<unsigned> sets = getDomain(node);
    for (unsigned set : sets)
      if (!llvm::is_contained(domain, set))
        domain.push_back(set);
    if (!product && (!widest || sets.size() > most)) {
      widest = &node;
      most = sets.size();
    }
  }
  SmallVector<unsigned> widestSets = getDomain(*widest);
  for (const Node &node : nodes) {
    if (node.pulledBy || isSubset(getDomain(node), widestSets))
      continue;
    if (product)
      return fail(name(node.op) +
                  " ranges over other elements than the product has");
    return fail(name(node.op) + " and " + name(widest->op) +
                " range over different elements");
  }
  // The axes in the order of the widest instruction.
  domain = widestSets;
  return success();
}

LogicalResult KernelAnalyzer::findLocalAxes() {
  // What depends on which reduction.
  SmallVector<Node *> reductions;
  for (Node &node : nodes) {
    node.upstream.resize(nodes.size());
    if (node.pulledBy)
      continue;
    for (Read &read : node.reads)
      if (read.producer != kOutside && !nodes[read.producer].pulledBy) {
        node.upstream |= nodes[read.producer].upstream;
        if (!nodes[read.producer].reduced.empty())
          node.upstream.set(read.producer);
      }
    if (!node.reduced.empty())
      reductions.push_back(&node);
  }
  // A reduction that goes back to the axes it reduced is done within a block,
  // which then has all of them.
  const Node *first = nullptr;
  for (Node *reduction : reductions) {
    SmallVector<unsigned> reduced = getSets(reduction->reduced);
    unsigned index = reduction - nodes.data();
    for (const Node &node : nodes)
      if (!node.pulledBy && node.upstream.test(index) &&
          intersects(getDomain(node), reduced))
        reduction->whole = reduction->reduced;
    if (reduction->whole.empty())
      continue;
    if (product)
      return fail(
          name(reduction->op) +
          " needs all of an axis of the product, of which a block has a "
          "part");
    SmallVector<unsigned> whole = getSets(reduction->whole);
    if (first && !(isSubset(whole, local) && isSubset(local, whole)))
      return fail(name(first->op) + " and " + name(reduction->op) +
                  " need all of different axes");
    first = reduction;
    local = whole;
  }
  for (unsigned set : domain)
    if (!llvm::is_contained(local, set))
      shared.push_back(set);
  if (check == KernelCheck::Profitable && first && shared.empty() &&
      llvm::count_if(nodes, [](const Node &n) { return !n.pulledBy; }) > 1 &&
      getNumElements(local) > kMaxElementsOfOneBlock)
    return fail("one block would do everything: " + name(first->op) +
                " needs all elements");
  return success();
}

LogicalResult KernelAnalyzer::findReductionsAcross() {
  const Node *first = nullptr;
  for (Node &node : nodes) {
    if (node.pulledBy)
      continue;
    const Node *source = nullptr;
    for (Read &read : node.reads) {
      if (read.producer == kOutside || nodes[read.producer].pulledBy)
        continue;
      const Node &producer = nodes[read.producer];
      for (unsigned set : producer.gone)
        if (!llvm::is_contained(node.gone, set))
          node.gone.push_back(set);
      if (!producer.gone.empty())
        source = &producer;
    }
    node.isFinish = source;
    if (source && node.kind != Kind::Pointwise && node.kind != Kind::View)
      return fail(name(node.op) + " comes after " + name(source->op) +
                  ", which is ready only when every block is");
    if (source)
      continue;
    for (unsigned set : getSets(node.reduced))
      if (llvm::is_contained(shared, set))
        node.gone.push_back(set);
    if (node.gone.empty())
      continue;
    // A block goes over these axes in one loop.
    if (first &&
        !(isSubset(first->gone, node.gone) && isSubset(node.gone, first->gone)))
      return fail(name(first->op) + " and " + name(node.op) +
                  " reduce different axes across blocks");
    first = &node;
    SmallVector<unsigned> kept;
    for (std::optional<unsigned> axis : node.resultAxes)
      if (axis && llvm::is_contained(local, find(*axis)))
        kept.push_back(find(*axis));
    if (!kept.empty() && getNumElements(kept) > kMaxKeptElements)
      return fail("a block would have to keep more than " +
                  Twine(kMaxKeptElements) + " elements of " + name(node.op));
  }
  return success();
}

LogicalResult KernelAnalyzer::checkRepeated() {
  SmallVector<bool> hasReader(nodes.size()), hasOtherReader(nodes.size());
  for (unsigned index = nodes.size(); index-- > 0;) {
    Node &node = nodes[index];
    if (node.pulledBy)
      continue;
    // What only finishing instructions read is computed as they are.
    if (!node.isFinish && hasReader[index] && !hasOtherReader[index] &&
        node.kind == Kind::Pointwise && node.gone.empty() && !leaves(node.op) &&
        !isSubset(shared, getDomain(node)))
      node.isFinish = true;
    for (Read &read : node.reads)
      if (read.producer != kOutside) {
        hasReader[read.producer] = true;
        if (!node.isFinish)
          hasOtherReader[read.producer] = true;
      }
    if (node.isFinish || isSubset(shared, getDomain(node)))
      continue;
    if (leaves(node.op))
      return fail(name(node.op) + " is smaller than what the kernel ranges "
                                  "over, and its result is needed outside");
    if (node.kind != Kind::Pointwise && node.kind != Kind::View &&
        node.kind != Kind::Source)
      return fail(name(node.op) + " would be computed again in every block");
    if (check == KernelCheck::Profitable && !isCheap(node.op))
      return fail(name(node.op) + " would be computed again wherever it is "
                                  "read");
  }
  return success();
}

/// How threads share a kernel's elements is one way for all of it.
LogicalResult KernelAnalyzer::checkLayout() {
  const Node *packing = nullptr;
  for (const Node &node : nodes) {
    if (node.pulledBy)
      continue;
    SmallVector<unsigned> reduced = getSets(node.reduced);
    if (node.kind == Kind::Reduction || node.kind == Kind::Loss) {
      if (intersects(reduced, local) && !isSubset(local, reduced))
        return fail(name(node.op) + " reduces some of the axes that a block "
                                    "has whole");
    } else if (leaves(node.op) && intersects(getDomain(node), local) &&
               !isSubset(local, getDomain(node))) {
      return fail(name(node.op) + " has some of the axes that a block has "
                                  "whole");
    }
    // Bits of a byte that depend on what a block has of one place only are made
    // by one thread, which has them side by side.
    if (product || node.kind != Kind::Packing || node.upstream.none())
      continue;
    auto getBits = [&](const Node &of) {
      std::optional<unsigned> axis =
          of.otherAxes.empty() ? of.resultAxes.back() : of.otherAxes.back();
      return axis ? std::optional<unsigned>(find(*axis)) : std::nullopt;
    };
    std::optional<unsigned> bits = getBits(node);
    if (!bits || llvm::is_contained(local, *bits))
      continue;
    if (packing && getBits(*packing) != bits)
      return fail(name(packing->op) + " and " + name(node.op) +
                  " have bits along different axes");
    packing = &node;
  }
  return success();
}

void KernelAnalyzer::assignRoles() {
  auto getRole = [&](const Node &node) {
    if (node.pulledBy)
      return KernelRole::Pulled;
    if (&node == product)
      return KernelRole::Product;
    if (node.isFinish)
      return KernelRole::Finish;
    if (!node.gone.empty())
      return KernelRole::Reduction;
    SmallVector<unsigned> ownResult;
    for (std::optional<unsigned> axis : node.resultAxes)
      if (axis)
        ownResult.push_back(find(*axis));
    if (!isSubset(shared, getDomain(node)))
      return KernelRole::Repeated;
    return isSubset(local, ownResult) ? KernelRole::Element : KernelRole::Row;
  };
  auto getNumber = [&](std::optional<unsigned> axis) {
    std::optional<unsigned> number;
    if (axis)
      number = llvm::find(domain, find(*axis)) - domain.begin();
    return number;
  };
  if (product)
    result.product = product->op;
  result.local.resize(domain.size());
  for (auto [number, set] : llvm::enumerate(domain)) {
    result.sizes.push_back(axisSizes[set]);
    if (llvm::is_contained(local, set))
      result.local.set(number);
  }
  for (const Node &node : nodes) {
    result.roles[node.op] = getRole(node);
    auto &axes = result.axes[node.op];
    if (!node.pulledBy)
      for (std::optional<unsigned> axis :
           llvm::concat<const std::optional<unsigned>>(node.resultAxes,
                                                       node.otherAxes))
        axes.push_back(getNumber(axis));
  }
}

FailureOr<KernelAnalysis> KernelAnalyzer::run() {
  if (failed(findReads()) || failed(findPlaces()) || failed(checkPulled()))
    return failure();
  for (Node &node : nodes)
    if (!node.pulledBy)
      labelNode(node);
  if (findConflict()) {
    (void)fail(name(findCulprit()->op) +
               " needs elements that its block computes at other places");
    return failure();
  }
  uniteOutsideReads(/*ofSources=*/false);
  LogicalResult hasDomain = findDomain();
  // What a view repeats says nothing of places, nor do equal numbers, unless
  // nothing else does.
  if (failed(hasDomain) && check == KernelCheck::Possible) {
    for (auto &[view, reads] : viewReads)
      unite(reads);
    uniteOutsideReads(/*ofSources=*/true);
    hasDomain = findDomain();
  }
  if (failed(hasDomain) || failed(findLocalAxes()) ||
      failed(findReductionsAcross()) || failed(checkRepeated()) ||
      failed(checkLayout()))
    return failure();
  assignRoles();
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// KernelAnalysis
//===----------------------------------------------------------------------===//

FailureOr<KernelAnalysis>
KernelAnalysis::get(ArrayRef<Operation *> ops,
                    function_ref<bool(Operation *)> leaves, KernelCheck check,
                    std::string &reason) {
  if (ops.empty())
    return KernelAnalysis();
  return KernelAnalyzer(ops, leaves, check, reason).run();
}

FailureOr<KernelAnalysis> KernelAnalysis::get(KernelOp kernel,
                                              std::string &reason) {
  auto isYielded = [](Operation *op) {
    return llvm::any_of(op->getUsers(),
                        [](Operation *user) { return isa<YieldOp>(user); });
  };
  SmallVector<Operation *> ops;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    InstructionKind kind = getInstructionKind(&op);
    bool isRead = kind == Kind::View || kind == Kind::Source;
    bool isIndex = kind == Kind::Other && !isa<NoviDialect>(op.getDialect());
    // A constant is data, as an operand is; so is what sizes alone give.
    bool isData =
        isa<ConstantOp>(op) || (isSumOfConstant(&op) && !isYielded(&op));
    if (!isData && !isIndex && (!isRead || isYielded(&op)))
      ops.push_back(&op);
  }
  return get(ops, isYielded, KernelCheck::Possible, reason);
}
