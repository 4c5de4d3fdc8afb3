//===- CompareIR.cpp - The IR before a pass and after -----------*- C++ -*-===//
//
// The part of Provenance that finds out what a pass has done.
//
//===----------------------------------------------------------------------===//

#include "Novi/Analysis/KernelAnalysis.h"
#include "Novi/Explain/Provenance.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::novi;

Provenance::State Provenance::getState(Operation *op) {
  State state{op,
              {},
              llvm::to_vector<1>(op->getResultTypes()),
              op->getAttrDictionary(),
              {}};
  for (Value operand : op->getOperands())
    state.operands.push_back(getValue(operand));
  for (OpResult result : op->getResults())
    for (OpOperand &use : result.getUses())
      state.readers.push_back({result.getResultNumber(),
                               operations.lookup(use.getOwner()),
                               use.getOperandNumber()});
  return state;
}

/// Gives nodes to what is new, and finds who is still there.
void Provenance::findNew(Frame &frame, Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isKnown(op)) {
      unsigned node = operations.lookup(op);
      frame.seen.insert(node);
      // Copies of it must be known for what they are.
      if (getMarks(op->getLoc()).empty())
        op->setLoc(addMark(op->getLoc(), node));
    } else {
      unsigned node = addOperation(op);
      frame.seen.insert(node);
      for (unsigned parent : nodes[node].parents)
        frame.made[parent].push_back(node);
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments()) {
          if (!isKnown(argument)) {
            frame.seen.insert(addArgument(argument));
            continue;
          }
          unsigned node = arguments.lookup(argument);
          frame.seen.insert(node);
          owners[node] = getOwner(argument);
          if (getMarks(argument.getLoc()).empty())
            argument.setLoc(addMark(argument.getLoc(), node));
        }
  });
}

/// Addresses are used again.
void Provenance::forgetGone(const Frame &frame) {
  for (const auto &[node, state] : frame.states) {
    auto it = operations.find(state.op);
    if (!frame.seen.contains(node) && it != operations.end() &&
        it->second == node)
      operations.erase(it);
  }
  for (Value argument : frame.arguments) {
    auto it = arguments.find(argument);
    if (it == arguments.end() || frame.seen.contains(it->second))
      continue;
    nodes[it->second].isThere = false;
    arguments.erase(it);
  }
}

void Provenance::explainGone(const Frame &frame) {
  // Kernels and terminators are not what an instruction becomes.
  auto selectMade = [&](unsigned node, bool alike) {
    SmallVector<unsigned, 1> selected;
    auto it = frame.made.find(node);
    if (it != frame.made.end())
      for (unsigned made : it->second) {
        bool isAlike = nodes[made].name == nodes[node].name;
        if (isAlike == alike && (isAlike || nodes[made].isInstruction))
          selected.push_back(made);
      }
    return selected;
  };

  for (const auto &[node, made] : frame.made)
    if (nodes[node].isThere && frame.seen.contains(node)) {
      SmallVector<unsigned, 1> all;
      llvm::copy_if(made, std::back_inserter(all),
                    [&](unsigned other) { return nodes[other].isInstruction; });
      if (!all.empty())
        addEvent(node, NodeEvent::Made).nodes = all;
    }

  SmallVector<unsigned> unmarked;
  for (const auto &[node, state] : frame.states) {
    if (frame.seen.contains(node) || !nodes[node].isThere)
      continue;
    nodes[node].isThere = false;
    SmallVector<unsigned, 1> alike = selectMade(node, true);
    SmallVector<unsigned, 1> others = selectMade(node, false);
    if (alike.empty() && others.empty()) {
      unmarked.push_back(node);
      continue;
    }
    for (unsigned copy : alike)
      nodes[copy].isCopy = nodes[copy].parents.front() == node;
    if (!alike.empty())
      addEvent(node, NodeEvent::Moved).nodes = alike;
    if (!others.empty())
      addEvent(node, alike.empty() ? NodeEvent::TurnedInto : NodeEvent::Made)
          .nodes = others;
  }
  for (unsigned node : unmarked)
    explainUnmarked(frame, node, frame.states.find(node)->second);
}

/// Asks those that have read it what they read now.
void Provenance::explainUnmarked(const Frame &frame, unsigned node,
                                 const State &state) {
  if (state.readers.empty()) {
    addEvent(node, NodeEvent::Unread);
    return;
  }
  SmallVector<NodeValue, 1> values(state.types.size());
  bool allGone = true, agree = true;
  for (const Reader &reader : state.readers) {
    if (!frame.seen.contains(reader.node))
      continue;
    allGone = false;
    auto it = frame.states.find(reader.node);
    // One that works differently now may read something else altogether.
    if (it == frame.states.end() ||
        it->second.op->getNumOperands() != it->second.operands.size() ||
        it->second.op->getAttrDictionary() != it->second.attributes) {
      agree = false;
      break;
    }
    Value operand = it->second.op->getOperand(reader.operand);
    NodeValue now = getValue(operand);
    NodeValue &value = values[reader.result];
    if (operand.getType() != state.types[reader.result] ||
        (value.node != kNone && value != now)) {
      agree = false;
      break;
    }
    value = now;
  }
  if (allGone)
    addEvent(node, NodeEvent::RemovedWithReaders);
  else if (!agree)
    addEvent(node, NodeEvent::Lost);
  else
    addEvent(node, NodeEvent::Replaced).values = values;
}

bool Provenance::isSuccessor(NodeValue from, NodeValue to) const {
  SmallVector<NodeValue> stack = {from};
  DenseSet<unsigned> visited;
  while (!stack.empty()) {
    NodeValue value = stack.pop_back_val();
    if (value == to)
      return true;
    if (value.node == kNone || !visited.insert(value.node).second)
      continue;
    for (const NodeEvent &event : nodes[value.node].events) {
      if (event.pass != pass)
        continue;
      if (value.number < event.values.size() &&
          (event.kind == NodeEvent::Merged ||
           event.kind == NodeEvent::Replaced))
        stack.push_back(event.values[value.number]);
      if (event.kind == NodeEvent::Moved || event.kind == NodeEvent::TurnedInto)
        for (unsigned node : event.nodes)
          stack.push_back({node, value.number});
    }
  }
  return false;
}

void Provenance::explainChange(unsigned node, const State &before) {
  Operation *op = before.op;
  if (!nodes[node].isInstruction)
    return;
  SmallVector<std::string> changes;
  DictionaryAttr attributes = op->getAttrDictionary();
  if (attributes != before.attributes) {
    for (NamedAttribute attribute : attributes) {
      Attribute old = before.attributes.get(attribute.getName());
      if (old == attribute.getValue())
        continue;
      std::string text = attribute.getName().str();
      text += isa<UnitAttr>(attribute.getValue())
                  ? " is set"
                  : " is " + printShortly(attribute.getValue());
      changes.push_back(old ? text + " instead of " + printShortly(old) : text);
    }
    for (NamedAttribute attribute : before.attributes)
      if (!attributes.get(attribute.getName()))
        changes.push_back(attribute.getName().str() + " is gone");
  }
  for (auto [index, old, now] :
       llvm::enumerate(before.types, op->getResultTypes()))
    if (old != now) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "its type is " << now << " instead of " << old;
      changes.push_back(text);
    }
  SmallVector<NodeValue, 1> values;
  if (op->getNumOperands() != before.operands.size()) {
    changes.push_back("it reads " + std::to_string(op->getNumOperands()) +
                      " operands instead of " +
                      std::to_string(before.operands.size()));
  } else {
    auto stands = [&](NodeValue old, Value operand) {
      // Results of a kernel are what is computed inside.
      return isSuccessor(old, getValue(operand)) ||
             operand.getDefiningOp<KernelOp>();
    };
    for (auto [old, operand] :
         llvm::zip_equal(before.operands, op->getOperands()))
      if (!stands(old, operand)) {
        values.push_back(old);
        values.push_back(getValue(operand));
      }
    if (values.size() == 4 && op->getNumOperands() == 2 &&
        stands(before.operands[0], op->getOperand(1)) &&
        stands(before.operands[1], op->getOperand(0))) {
      values.clear();
      changes.push_back("its two operands have changed places");
    }
  }
  if (changes.empty() && values.empty())
    return;
  NodeEvent &event = addEvent(node, NodeEvent::Changed);
  event.text = llvm::join(changes, ", ");
  event.values = std::move(values);
}

void Provenance::updateOperands(Operation *root) {
  root->walk([&](Operation *op) {
    SmallVector<NodeValue, 2> operands;
    for (Value operand : op->getOperands())
      operands.push_back(getValue(operand));
    nodes[operations.lookup(op)].operands = std::move(operands);
  });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Whether the result of an instruction in a kernel leaves it, as it is or with
/// a bit an element.
static bool isStored(Operation *op) {
  return llvm::any_of(op->getUsers(), [](Operation *user) {
    return isa<YieldOp, PackMaskOp>(user) ||
           (isa<NotOp>(user) &&
            llvm::any_of(user->getUsers(),
                         [](Operation *o) { return isa<PackMaskOp>(o); }));
  });
}

unsigned Provenance::getKernel(KernelOp kernel) {
  unsigned node = operations.lookup(kernel);
  auto it = kernelOfNode.find(node);
  if (it != kernelOfNode.end())
    return it->second;
  // The same with fewer operands, as canonicalisation makes it.
  for (unsigned parent : nodes[node].parents)
    if (auto it = kernelOfNode.find(parent); it != kernelOfNode.end()) {
      unsigned number = it->second;
      kernels[number].node = node;
      return kernelOfNode[node] = number;
    }
  KernelRecord record;
  record.name = kernel.getName().value_or("").str();
  record.node = node;
  record.pass = nodes[node].pass;
  if (!nodes[node].parents.empty())
    record.root = nodes[node].parents.front();
  kernels.push_back(std::move(record));
  return kernelOfNode[node] = kernels.size() - 1;
}

void Provenance::updateKernels(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto kernel = dyn_cast<KernelOp>(op)) {
      KernelRecord &record = kernels[getKernel(kernel)];
      record.members.clear();
      std::string reason;
      FailureOr<KernelAnalysis> analysis = KernelAnalysis::get(kernel, reason);
      for (Operation &member : kernel.getBody().front()) {
        unsigned node = operations.lookup(&member);
        InstructionKind kind = getInstructionKind(&member);
        if (!nodes[node].isInstruction)
          continue;
        StringRef role;
        if (kind == InstructionKind::View || kind == InstructionKind::Source)
          role = isStored(&member) ? "" : "read through";
        else if (succeeded(analysis))
          role = stringifyRole(analysis->getRole(&member));
        record.members.push_back({node, role, isStored(&member)});
      }
    }
    auto parent = op->getParentOfType<KernelOp>();
    unsigned now = parent ? getKernel(parent) : kNone;
    ProvenanceNode &node = nodes[operations.lookup(op)];
    if (node.kernel == now)
      return;
    node.kernel = now;
    if (node.isInstruction)
      addEvent(operations.lookup(op),
               now == kNone ? NodeEvent::LeftKernel : NodeEvent::EnteredKernel)
          .kernel = now;
  });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void Provenance::updateReturns(Operation *root) {
  root->walk([&](func::FuncOp function) {
    if (function.isExternal())
      return;
    Operation *terminator = function.getBody().back().getTerminator();
    if (terminator->getNumOperands() != function.getNumResults())
      return;
    for (unsigned index = 0; index < function.getNumResults(); ++index) {
      auto name = function.getResultAttrOfType<StringAttr>(
          index, NoviDialect::kNameAttr);
      auto role = function.getResultAttrOfType<StringAttr>(
          index, NoviDialect::kRoleAttr);
      if (!name || !role)
        continue;
      ReturnRecord record{function.getName().str(), name.str(), role.str(),
                          getValue(terminator->getOperand(index)), pass};
      if (llvm::none_of(returns, [&](const ReturnRecord &other) {
            return other.function == record.function &&
                   other.name == record.name && other.role == record.role;
          }))
        returns.push_back(record);
    }
  });
}
