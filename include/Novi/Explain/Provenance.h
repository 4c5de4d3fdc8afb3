//===- Provenance.h - What becomes of instructions in passes ----*- C++ -*-===//
//
// Follows every operation of a module through a pass manager's run.
//
// Each operation, and each argument of a block, is a node for as long as it is
// there. A node is known by a mark in its location, which is what passes hand
// on when they clone an operation or put another in its place. What
// canonicalisation and CSE do is heard from them, replacement by replacement;
// of any other pass the IR before and after is compared. What cannot be
// followed is recorded as lost rather than guessed.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EXPLAIN_PROVENANCE_H
#define NOVI_EXPLAIN_PROVENANCE_H

#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::novi {

/// A value, at some time: a result of an operation, or an argument.
struct NodeValue {
  static constexpr unsigned kNone = ~0u;
  unsigned node = kNone;
  unsigned number = 0;

  bool operator==(const NodeValue &other) const {
    return node == other.node && number == other.number;
  }
  bool operator!=(const NodeValue &other) const { return !(*this == other); }
  bool operator<(const NodeValue &other) const {
    return std::tie(node, number) < std::tie(other.node, other.number);
  }
};

/// Something that happened to a node in a pass.
struct NodeEvent {
  enum Kind {
    /// `values` are the same and took the place of its results.
    Merged,
    /// `values` took the place of its results.
    Replaced,
    /// Removed, since nobody reads it.
    Unread,
    /// Removed together with all that read it.
    RemovedWithReaders,
    /// It is still there; `text` says what is different.
    Changed,
    /// Gone; `nodes` are the same operation elsewhere.
    Moved,
    /// Gone; `nodes` are others that bear its mark.
    TurnedInto,
    /// `nodes` were made from it.
    Made,
    /// It is now part of the kernel `kernel`.
    EnteredKernel,
    /// It is no part of a kernel any more.
    LeftKernel,
    /// Gone, and what became of it is not known.
    Lost,
  };
  Kind kind;
  unsigned pass;
  SmallVector<NodeValue, 1> values;
  SmallVector<unsigned, 1> nodes;
  unsigned kernel = NodeValue::kNone;
  /// Changed: what. Replaced: the pattern, or nothing where it was a fold.
  std::string text;
};

/// An operation or an argument.
struct ProvenanceNode {
  ProvenanceNode(std::optional<OperationName> name, Location loc, unsigned pass)
      : name(name), loc(loc), pass(pass) {}

  /// None for an argument.
  std::optional<OperationName> name;
  /// Without marks.
  Location loc;
  /// The pass that made it, or kNone for what the program has from the start.
  unsigned pass;
  /// What it was made from; of an argument, the operation that holds it.
  SmallVector<unsigned, 1> parents;
  /// Whether it is the same operation as its first parent.
  bool isCopy = false;
  /// Not a terminator, a function or what else only holds others.
  bool isInstruction = false;
  /// Of a constant, what it holds.
  std::string constant;
  /// What it reads: now, or when it was there last.
  SmallVector<NodeValue, 2> operands;
  /// What it reads at the start, and those that read it then.
  SmallVector<NodeValue, 2> firstOperands;
  SmallVector<unsigned, 2> readers;
  SmallVector<NodeEvent, 2> events;
  unsigned kernel = NodeValue::kNone;
  bool isThere = true;
};

struct PassRecord {
  std::string name;
  /// How many instructions there were where it ran.
  unsigned before = 0, after = 0;
};

struct KernelRecord {
  struct Member {
    unsigned node;
    /// Empty where the kernel cannot be analysed.
    StringRef role;
    /// Whether the kernel gives its result.
    bool isStored;
  };
  std::string name;
  /// Its operation.
  unsigned node;
  /// The pass that formed it, or kNone.
  unsigned pass;
  /// The instruction for which it is known.
  unsigned root = NodeValue::kNone;
  SmallVector<Member> members;
};

/// A result of a function that has a name and a role.
struct ReturnRecord {
  std::string function, name, role;
  NodeValue value;
  /// The pass after which it was so first, or kNone.
  unsigned pass;
};

struct RemarkRecord {
  unsigned pass;
  std::string category, name;
  /// The node at whose location it is, or kNone.
  unsigned node;
  /// What that node reads at that time.
  SmallVector<NodeValue, 2> operands;
  llvm::StringMap<std::string> arguments;

  StringRef get(StringRef key) const {
    auto it = arguments.find(key);
    return it == arguments.end() ? StringRef() : StringRef(it->second);
  }
};

class Provenance : public RewriterBase::Listener {
public:
  static constexpr unsigned kNone = NodeValue::kNone;

  ~Provenance() override;

  /// Marks everything in `module` and collects the remarks of its context.
  LogicalResult begin(ModuleOp module);
  /// Follows the passes of `manager`, which must not run several at a time.
  void follow(PassManager &manager);

  ArrayRef<ProvenanceNode> getNodes() const { return nodes; }
  const ProvenanceNode &getNode(unsigned node) const { return nodes[node]; }
  ArrayRef<PassRecord> getPasses() const { return passes; }
  ArrayRef<KernelRecord> getKernels() const { return kernels; }
  ArrayRef<ReturnRecord> getReturns() const { return returns; }
  ArrayRef<RemarkRecord> getRemarks() const { return remarks; }
  /// The node of an operation, or the value, that is there now.
  unsigned getNode(Operation *op) const { return operations.lookup(op); }
  NodeValue getValue(Value value);

  // Called by canonicalisation and CSE.
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override;
  void notifyOperationReplaced(Operation *op, ValueRange values) override;
  void notifyOperationErased(Operation *op) override;
  void notifyPatternBegin(const Pattern &pattern, Operation *op) override;
  void notifyPatternEnd(const Pattern &pattern, LogicalResult status) override;

private:
  class Instrumentation;
  class RemarkCollector;

  /// What is compared after a pass.
  struct Reader {
    unsigned result, node, operand;
  };
  struct State {
    Operation *op;
    SmallVector<NodeValue, 2> operands;
    SmallVector<Type, 1> types;
    DictionaryAttr attributes;
    SmallVector<Reader, 2> readers;
  };
  /// Those of the new nodes that bear the mark of a node.
  using MadeMap = llvm::MapVector<unsigned, SmallVector<unsigned, 1>>;
  struct Frame {
    unsigned pass;
    bool isMerging;
    llvm::MapVector<unsigned, State> states;
    SmallVector<Value> arguments;
    DenseSet<unsigned> seen;
    MadeMap made;
  };

  void beforePass(Pass *pass, Operation *root);
  void afterPass(Operation *root);
  void afterFailedPass();
  void recordRemark(const remark::detail::Remark &remark);

  using Owner = std::tuple<Operation *, unsigned, Type>;
  static Owner getOwner(BlockArgument argument);

  unsigned getPassNumber(Pass *pass);
  unsigned addOperation(Operation *op);
  unsigned addArgument(BlockArgument argument);
  Location addMark(Location loc, unsigned node);
  /// The nodes of the marks in a location, the outermost ones only.
  SmallVector<unsigned, 1> getMarks(Location loc) const;
  Location stripMark(Location loc) const;
  bool isKnown(Operation *op) const;
  bool isKnown(BlockArgument argument) const;
  NodeEvent &addEvent(unsigned node, NodeEvent::Kind kind);

  State getState(Operation *op);
  unsigned countInstructions(Operation *root) const;
  void findNew(Frame &frame, Operation *root);
  void forgetGone(const Frame &frame);
  void explainGone(const Frame &frame);
  void explainUnmarked(const Frame &frame, unsigned node, const State &state);
  void explainChange(unsigned node, const State &before);
  /// Whether, in the running pass, `to` took the place of `from`.
  bool isSuccessor(NodeValue from, NodeValue to) const;
  void updateOperands(Operation *root);
  void updateKernels(Operation *root);
  unsigned getKernel(KernelOp kernel);
  void updateReturns(Operation *root);

  std::vector<ProvenanceNode> nodes;
  std::vector<PassRecord> passes;
  std::vector<KernelRecord> kernels;
  std::vector<ReturnRecord> returns;
  std::vector<RemarkRecord> remarks;
  DenseMap<Operation *, unsigned> operations;
  DenseMap<Value, unsigned> arguments;
  /// The operation that holds an argument, its number and type.
  DenseMap<unsigned, Owner> owners;
  DenseMap<Attribute, unsigned> marks;
  DenseMap<Pass *, unsigned> passNumbers;
  DenseMap<unsigned, unsigned> kernelOfNode;
  /// The passes that run, one inside of the other.
  std::vector<Frame> frames;
  unsigned pass = kNone;
  /// The pattern that is applied.
  std::string pattern;
};

/// `attribute`, or its type where it is long.
std::string printShortly(Attribute attribute);

} // namespace mlir::novi

#endif // NOVI_EXPLAIN_PROVENANCE_H
