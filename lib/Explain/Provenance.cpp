//===- Provenance.cpp - What becomes of instructions in passes --*- C++ -*-===//
//
// Marks operations, listens to canonicalisation and CSE, and hands the IR
// before and after other passes to CompareIR.cpp.
//
//===----------------------------------------------------------------------===//

#include "Novi/Explain/Provenance.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace mlir::novi;

std::string mlir::novi::printShortly(Attribute attribute) {
  constexpr size_t kLong = 60;
  std::string text;
  llvm::raw_string_ostream os(text);
  auto elements = dyn_cast<ElementsAttr>(attribute);
  if (!elements || elements.isSplat() || elements.getNumElements() <= 8)
    os << attribute;
  if (elements && (text.empty() || text.size() > kLong)) {
    text.clear();
    os << "a " << elements.getShapedType();
  }
  return text;
}

/// What stands after the last "::" of a pattern's name.
static StringRef getShortName(StringRef name) {
  size_t arguments = name.find('<');
  size_t colon = name.substr(0, arguments).rfind("::");
  return colon == StringRef::npos ? name : name.drop_front(colon + 2);
}

//===----------------------------------------------------------------------===//
// What the context and the pass manager call
//===----------------------------------------------------------------------===//

class Provenance::Instrumentation : public PassInstrumentation {
public:
  explicit Instrumentation(Provenance &provenance) : provenance(provenance) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (!isAdaptor(pass))
      provenance.beforePass(pass, op);
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    if (!isAdaptor(pass))
      provenance.afterPass(op);
  }
  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (!isAdaptor(pass))
      provenance.afterFailedPass();
  }

private:
  /// Whether it only runs the passes of a nested pass manager.
  static bool isAdaptor(Pass *pass) { return pass->getArgument().empty(); }

  Provenance &provenance;
};

class Provenance::RemarkCollector
    : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkCollector(Provenance &provenance) : provenance(provenance) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    provenance.recordRemark(remark);
  }

private:
  Provenance &provenance;
};

Provenance::~Provenance() = default;

LogicalResult Provenance::begin(ModuleOp module) {
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis =
      categories.failed = ".*";
  if (failed(remark::enableOptimizationRemarks(
          *module.getContext(), std::make_unique<RemarkCollector>(*this),
          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories)))
    return failure();

  Frame frame;
  findNew(frame, module);
  updateOperands(module);
  updateKernels(module);
  updateReturns(module);
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    unsigned node = operations.lookup(op);
    nodes[node].firstOperands = nodes[node].operands;
    for (NodeValue operand : nodes[node].operands)
      nodes[operand.node].readers.push_back(node);
  });
  return success();
}

void Provenance::follow(PassManager &manager) {
  manager.addInstrumentation(std::make_unique<Instrumentation>(*this));
}

unsigned Provenance::getPassNumber(Pass *pass) {
  auto [it, isNew] = passNumbers.try_emplace(pass, passes.size());
  // An address may have been that of another pass, run from inside of one.
  if (isNew || passes[it->second].name != pass->getArgument()) {
    it->second = passes.size();
    passes.push_back({pass->getArgument().str(), 0, 0});
  }
  return it->second;
}

void Provenance::beforePass(Pass *pass, Operation *root) {
  Frame frame;
  frame.pass = getPassNumber(pass);
  frame.isMerging = pass->getArgument() == "cse";
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Run from inside of another pass, it may find what that one has made.
    if (!isKnown(op))
      addOperation(op);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(frame.arguments, block.getArguments());
  });
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    frame.states.insert({operations.lookup(op), getState(op)});
  });
  passes[frame.pass].before += countInstructions(root);
  this->pass = frame.pass;
  frames.push_back(std::move(frame));

  // The pass has no listener: what it does is done here, and nothing is left
  // for it.
  if (frames.back().isMerging) {
    IRRewriter rewriter(root->getContext(), this);
    DominanceInfo dominance(root);
    eliminateCommonSubExpressions(rewriter, dominance, root);
  }
}

void Provenance::afterPass(Operation *root) {
  Frame frame = std::move(frames.back());
  frames.pop_back();
  this->pass = frame.pass;
  findNew(frame, root);
  forgetGone(frame);
  explainGone(frame);
  for (const auto &[node, state] : frame.states)
    if (frame.seen.contains(node))
      explainChange(node, state);
  updateOperands(root);
  updateKernels(root);
  updateReturns(root);
  passes[frame.pass].after += countInstructions(root);
  this->pass = frames.empty() ? kNone : frames.back().pass;
}

void Provenance::afterFailedPass() {
  frames.pop_back();
  this->pass = frames.empty() ? kNone : frames.back().pass;
}

void Provenance::recordRemark(const remark::detail::Remark &remark) {
  RemarkRecord record{pass,
                      remark.getCategoryName().str(),
                      remark.getRemarkName().str(),
                      kNone,
                      {},
                      {}};
  if (SmallVector<unsigned, 1> found = getMarks(remark.getLocation());
      !found.empty()) {
    record.node = found.front();
    record.operands = nodes[record.node].operands;
  }
  for (const remark::detail::Remark::Arg &argument : remark.getArgs())
    record.arguments[argument.key] = argument.val;
  remarks.push_back(std::move(record));
}

//===----------------------------------------------------------------------===//
// Nodes and marks
//===----------------------------------------------------------------------===//

Location Provenance::addMark(Location loc, unsigned node) {
  MLIRContext *context = loc.getContext();
  Attribute mark = DistinctAttr::create(UnitAttr::get(context));
  marks[mark] = node;
  return FusedLoc::get({loc}, mark, context);
}

SmallVector<unsigned, 1> Provenance::getMarks(Location loc) const {
  SmallVector<unsigned, 1> found;
  loc->walk([&](Location nested) {
    auto fused = dyn_cast<FusedLoc>(nested);
    if (!fused || !fused.getMetadata())
      return WalkResult::advance();
    auto it = marks.find(fused.getMetadata());
    if (it == marks.end())
      return WalkResult::advance();
    if (!llvm::is_contained(found, it->second))
      found.push_back(it->second);
    return WalkResult::skip();
  });
  return found;
}

Location Provenance::stripMark(Location loc) const {
  auto fused = dyn_cast<FusedLoc>(loc);
  return fused && fused.getMetadata() && marks.contains(fused.getMetadata())
             ? fused.getLocations().front()
             : loc;
}

/// What a constant holds, or nothing.
static std::string getConstant(Operation *op) {
  Attribute value;
  return matchPattern(op, m_Constant(&value)) ? printShortly(value) : "";
}

Provenance::Owner Provenance::getOwner(BlockArgument argument) {
  return {argument.getOwner()->getParentOp(), argument.getArgNumber(),
          argument.getType()};
}

bool Provenance::isKnown(Operation *op) const {
  auto it = operations.find(op);
  if (it == operations.end())
    return false;
  SmallVector<unsigned, 1> found = getMarks(op->getLoc());
  if (!found.empty())
    return found.front() == it->second;
  // Folding, for one, takes away the locations of constants.
  const ProvenanceNode &node = nodes[it->second];
  return node.name == op->getName() &&
         node.operands.size() == op->getNumOperands() &&
         node.constant == getConstant(op);
}

bool Provenance::isKnown(BlockArgument argument) const {
  auto it = arguments.find(argument);
  if (it == arguments.end())
    return false;
  SmallVector<unsigned, 1> found = getMarks(argument.getLoc());
  return found.empty() ? owners.lookup(it->second) == getOwner(argument)
                       : found.front() == it->second;
}

unsigned Provenance::addOperation(Operation *op) {
  unsigned number = nodes.size();
  nodes.emplace_back(op->getName(), stripMark(op->getLoc()), pass);
  ProvenanceNode &node = nodes.back();
  node.parents = getMarks(op->getLoc());
  node.isInstruction =
      op->getNumResults() != 0
          ? !isa<KernelOp>(op)
          : !op->hasTrait<OpTrait::IsTerminator>() &&
                !isa<FunctionOpInterface, SymbolOpInterface, ModuleOp>(op);
  node.constant = getConstant(op);
  operations[op] = number;
  op->setLoc(addMark(node.loc, number));
  return number;
}

unsigned Provenance::addArgument(BlockArgument argument) {
  unsigned number = nodes.size();
  nodes.emplace_back(std::nullopt, stripMark(argument.getLoc()), pass);
  ProvenanceNode &node = nodes.back();
  node.parents = getMarks(argument.getLoc());
  node.isCopy = !node.parents.empty();
  arguments[argument] = number;
  owners[number] = getOwner(argument);
  argument.setLoc(addMark(node.loc, number));
  return number;
}

NodeValue Provenance::getValue(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto it = arguments.find(argument);
    return {it == arguments.end() ? addArgument(argument) : it->second, 0};
  }
  auto result = cast<OpResult>(value);
  auto it = operations.find(result.getOwner());
  unsigned node =
      it == operations.end() ? addOperation(result.getOwner()) : it->second;
  return {node, result.getResultNumber()};
}

NodeEvent &Provenance::addEvent(unsigned node, NodeEvent::Kind kind) {
  NodeEvent event{};
  event.kind = kind;
  event.pass = pass;
  nodes[node].events.push_back(std::move(event));
  return nodes[node].events.back();
}

unsigned Provenance::countInstructions(Operation *root) const {
  unsigned count = 0;
  root->walk([&](Operation *op) {
    auto it = operations.find(op);
    count += it != operations.end() && nodes[it->second].isInstruction;
  });
  return count;
}

//===----------------------------------------------------------------------===//
// What canonicalisation and CSE say
//===----------------------------------------------------------------------===//

void Provenance::notifyOperationInserted(Operation *op,
                                         OpBuilder::InsertPoint previous) {
  if (!frames.empty() && !previous.isSet() && !isKnown(op))
    addOperation(op);
}

void Provenance::notifyOperationReplaced(Operation *op, ValueRange values) {
  auto it = operations.find(op);
  if (frames.empty() || it == operations.end() ||
      values == ValueRange(op->getResults()))
    return;
  unsigned node = it->second;
  SmallVector<NodeValue, 1> found;
  for (Value value : values)
    found.push_back(value ? getValue(value) : NodeValue());
  NodeEvent &event = addEvent(
      node, frames.back().isMerging ? NodeEvent::Merged : NodeEvent::Replaced);
  event.values = std::move(found);
  event.text = pattern;
}

void Provenance::notifyOperationErased(Operation *op) {
  auto it = operations.find(op);
  if (frames.empty() || it == operations.end())
    return;
  ProvenanceNode &node = nodes[it->second];
  bool isReplaced = llvm::any_of(node.events, [&](const NodeEvent &event) {
    return event.pass == pass && (event.kind == NodeEvent::Merged ||
                                  event.kind == NodeEvent::Replaced);
  });
  if (!isReplaced)
    addEvent(it->second, NodeEvent::Unread);
  node.isThere = false;
  operations.erase(it);
}

void Provenance::notifyPatternBegin(const Pattern &pattern, Operation *op) {
  this->pattern = getShortName(pattern.getDebugName());
}

void Provenance::notifyPatternEnd(const Pattern &pattern,
                                  LogicalResult status) {
  this->pattern.clear();
}
