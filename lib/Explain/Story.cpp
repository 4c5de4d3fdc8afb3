//===- Story.cpp - What instructions are called -----------------*- C++ -*-===//
//
// Names of instructions and short answers on where they ended.
//
//===----------------------------------------------------------------------===//

#include "Story.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::explain;

static constexpr unsigned kNone = Provenance::kNone;
/// Chains of replacements that are followed in one sentence.
static constexpr unsigned kMaxDepth = 4;

std::string novi::explain::join(ArrayRef<std::string> parts) {
  if (parts.size() < 2)
    return parts.empty() ? "nothing" : parts.front();
  return llvm::join(parts.drop_back(), ", ") + " and " + parts.back();
}

std::string novi::explain::plural(size_t count, StringRef thing) {
  return (Twine(count) + " " + thing + (count == 1 ? "" : "s")).str();
}

//===----------------------------------------------------------------------===//
// Names and places
//===----------------------------------------------------------------------===//

Story::Story(Provenance &provenance, const Source &source)
    : provenance(provenance) {
  auto addNames = [&](unsigned node, ValueRange values) {
    for (Value value : values)
      if (auto it = source.names.find(value); it != source.names.end())
        names[node].push_back(it->second);
  };
  source.module.get()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    unsigned node = provenance.getNode(op);
    if (auto it = source.lines.find(op); it != source.lines.end())
      lines[node] = it->second;
    addNames(node, op->getResults());
    if (provenance.getNode(node).isInstruction) {
      instructions.push_back(node);
      if (Place place = getPlace(node);
          place.line != 0 && !llvm::is_contained(files, place.file))
        files.push_back(place.file);
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments()) {
          unsigned node = provenance.getValue(argument).node;
          arguments.push_back(node);
          addNames(node, argument);
          auto function = dyn_cast<FunctionOpInterface>(op);
          if (!function || !block.isEntryBlock())
            continue;
          auto name = function.getArgAttrOfType<StringAttr>(
              argument.getArgNumber(), NoviDialect::kNameAttr);
          argumentNames[node] =
              name ? name.str()
                   : "arg" + std::to_string(argument.getArgNumber());
          functions[node] = function.getName().str();
        }
  });
}

ArrayRef<std::string> Story::getNames(unsigned node) const {
  auto it = names.find(node);
  return it == names.end() ? ArrayRef<std::string>() : it->second;
}

StringRef Story::getArgumentName(unsigned node) const {
  auto it = argumentNames.find(node);
  return it == argumentNames.end() ? StringRef() : StringRef(it->second);
}

StringRef Story::getFunction(unsigned node) const {
  auto it = functions.find(node);
  return it == functions.end() ? StringRef() : StringRef(it->second);
}

Place Story::getPlace(unsigned node) const {
  Location loc = provenance.getNode(node).loc;
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return {};
  return {place.getFilename().str(), place.getLine()};
}

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

bool Story::isPass(unsigned pass, StringRef name) const {
  return pass != kNone && provenance.getPasses()[pass].name == name;
}

std::string Story::describePass(unsigned pass) const {
  if (pass == kNone)
    return "the file";
  return provenance.getPasses()[pass].name + " (pass " +
         std::to_string(pass + 1) + ")";
}

std::string Story::quote(unsigned node) const {
  return "'" + provenance.getNode(node).name->getStringRef().str() + "'";
}

std::string Story::describe(unsigned number, unsigned depth) const {
  const ProvenanceNode &node = provenance.getNode(number);
  if (node.isCopy)
    return describe(node.parents.front(), depth);
  if (node.pass != kNone)
    return node.name ? describeMade(number, depth) : "an argument";

  std::string text;
  ArrayRef<std::string> results = getNames(number);
  if (!results.empty())
    text = StringRef(results.front()).split('#').first.str();
  else if (node.name)
    text = quote(number);
  else if (StringRef name = getArgumentName(number); !name.empty())
    return ("the argument " + name).str();
  else
    return "an argument";
  // What its location calls it, where the file says something else.
  StringRef name;
  if (auto loc = dyn_cast<NameLoc>(node.loc))
    name = loc.getName();
  else if (!node.name)
    name = getArgumentName(number);
  StringRef known = StringRef(text).ltrim('%');
  if (!name.empty() && !results.empty() && known != name &&
      !known.starts_with((name + "_").str()) &&
      (node.name || !name.starts_with("arg")))
    text += (" \"" + name + "\"").str();
  Place place = getPlace(number);
  if (!node.name || place.line == 0)
    return text;
  std::string file;
  if (files.size() != 1)
    file = llvm::sys::path::filename(place.file).str() + ":";
  return text + " (" + (file.empty() ? "line " : file) +
         std::to_string(place.line) + ")";
}

std::string Story::describeMade(unsigned number, unsigned depth) const {
  const ProvenanceNode &node = provenance.getNode(number);
  std::string text = quote(number);
  if (!node.constant.empty())
    text += " " + node.constant;
  if (node.parents.empty() || depth == kMaxDepth)
    return text + " that " + provenance.getPasses()[node.pass].name + " made";
  unsigned parent = node.parents.front();
  std::string origin = describe(parent, depth + 1);
  if (isPass(node.pass, "novi-generate-backward")) {
    unsigned numSums = getNumSums(parent, node.pass);
    for (const NodeEvent &event : provenance.getNode(parent).events) {
      if (event.kind != NodeEvent::Made || event.pass != node.pass)
        continue;
      size_t index = llvm::find(event.nodes, number) - event.nodes.begin();
      if (index >= numSums)
        return text +
               (provenance.getNode(parent).name ? " of the gradient rule of "
                                                : " of the gradient of ") +
               origin;
      if (getGradientSources(parent, node.pass).empty())
        return text + ", the gradient of the loss " + origin + " by itself";
      return text + " that adds up gradients of " + origin;
    }
    return text + " of the gradient of " + origin;
  }
  if (isPass(node.pass, "novi-add-optimizer"))
    if (SmallVector<std::string> updated = getUpdated(parent, node.pass);
        !updated.empty())
      return text + " of the update of " + join(updated);
  return text + " that " + provenance.getPasses()[node.pass].name +
         " made of " + origin;
}

std::string Story::describe(NodeValue value) const {
  if (value.node == kNone)
    return "nothing";
  ArrayRef<std::string> results = getNames(value.node);
  if (results.size() < 2 || value.number >= results.size())
    return describe(value.node);
  StringRef whole = StringRef(results.front()).split('#').first;
  std::string text = describe(value.node);
  return results[value.number] + text.substr(whole.size());
}

std::string Story::describeAll(ArrayRef<unsigned> list, size_t shown) const {
  llvm::SmallSetVector<unsigned, 8> different(list.begin(), list.end());
  SmallVector<std::string> parts;
  for (unsigned node : different.getArrayRef().take_front(shown))
    parts.push_back(describe(node));
  if (different.size() > shown)
    parts.push_back(std::to_string(different.size() - shown) + " more");
  return join(parts);
}

std::string Story::describeAll(ArrayRef<NodeValue> values) const {
  SmallVector<std::string> parts;
  for (NodeValue value : values)
    parts.push_back(describe(value));
  return join(parts);
}

std::string Story::describeKernel(unsigned kernel) const {
  std::string text = "kernel " + std::to_string(kernel + 1);
  const std::string &name = provenance.getKernels()[kernel].name;
  return name.empty() ? text : text + " \"" + name + "\"";
}

StringRef Story::getRole(unsigned number) const {
  unsigned kernel = provenance.getNode(number).kernel;
  if (kernel != kNone)
    for (const auto &member : provenance.getKernels()[kernel].members)
      if (member.node == number)
        return member.role;
  return "";
}

std::string Story::describeReplacement(unsigned number,
                                       const NodeEvent &event) const {
  std::string text;
  NodeValue first = event.values.empty() ? NodeValue() : event.values.front();
  if (first.node == kNone) {
    text = "it is gone";
  } else if (!provenance.getNode(number).constant.empty() &&
             !provenance.getNode(first.node).constant.empty()) {
    return "one constant stands for all that hold the same";
  } else if (const ProvenanceNode &node = provenance.getNode(first.node);
             node.pass == event.pass && node.name) {
    text = node.constant.empty()
               ? "it became " + quote(first.node)
               : "its value is known: it became the constant " + node.constant;
  } else {
    text = describeAll(event.values) + " took its place";
  }
  if (!event.text.empty())
    return text + " (pattern " + event.text + ")";
  return isPass(event.pass, "canonicalize") ? text + " (a fold)" : text;
}

//===----------------------------------------------------------------------===//
// Outcomes
//===----------------------------------------------------------------------===//

std::string Story::getOutcome(unsigned number, int from, unsigned depth) const {
  const ProvenanceNode &node = provenance.getNode(number);
  if (depth > kMaxDepth)
    return "and so on";
  auto goOn = [&](NodeValue value, unsigned pass) -> std::string {
    if (value.node == kNone || !provenance.getNode(value.node).name)
      return "";
    return ": " + getOutcome(value.node, pass, depth + 1);
  };
  for (const NodeEvent &event : node.events) {
    int pass = event.pass == kNone ? -1 : int(event.pass);
    if (pass < from)
      continue;
    switch (event.kind) {
    case NodeEvent::Merged:
      return "the same as " + describeAll(event.values) +
             goOn(event.values.front(), event.pass);
    case NodeEvent::Replaced:
      if (node.constant.empty() || node.pass == kNone)
        return describeReplacement(number, event) +
               goOn(event.values.front(), event.pass);
      // A constant that a fold made, and then found to be there already.
      return getOutcome(event.values.front().node, event.pass, depth);
    case NodeEvent::Unread:
      return "removed, nobody reads it";
    case NodeEvent::RemovedWithReaders:
      return "removed with all that read it";
    case NodeEvent::Lost:
      return "removed by " + describePass(event.pass) +
             ", which cannot be followed";
    case NodeEvent::TurnedInto: {
      SmallVector<std::string> parts;
      for (unsigned other : event.nodes)
        parts.push_back(quote(other));
      std::string text = "turned into " + join(parts);
      if (event.nodes.size() == 1)
        text += goOn({event.nodes.front(), 0}, event.pass);
      return text;
    }
    case NodeEvent::Moved: {
      if (event.nodes.size() == 1)
        return getOutcome(event.nodes.front(), event.pass, depth);
      SmallVector<std::string> parts;
      for (unsigned copy : event.nodes) {
        std::string text = getOutcome(copy, event.pass, depth + 1);
        if (!llvm::is_contained(parts, text))
          parts.push_back(text);
      }
      return std::to_string(event.nodes.size()) + " copies: " + join(parts);
    }
    case NodeEvent::Changed:
    case NodeEvent::Made:
    case NodeEvent::EnteredKernel:
    case NodeEvent::LeftKernel:
      break;
    }
  }
  if (node.kernel == kNone)
    return provenance.getKernels().empty() ? "there at the end"
                                           : "in no kernel";
  std::string text = "in " + describeKernel(node.kernel);
  StringRef role = getRole(number);
  return role.empty() ? text : text + ", " + role.str();
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

void Story::collectGradients() {
  for (const RemarkRecord &remark : provenance.getRemarks()) {
    if (remark.category != "novi-generate-backward" || remark.name != "Rule" ||
        remark.node == kNone)
      continue;
    rules.insert({remark.node, remark.pass});
    SmallVector<StringRef> operands;
    remark.get("Operands").split(operands, ", ");
    for (StringRef text : operands) {
      unsigned operand;
      if (!text.getAsInteger(10, operand) && operand < remark.operands.size())
        sources[{remark.operands[operand].node, remark.pass}].push_back(
            remark.node);
    }
  }
}

ArrayRef<unsigned> Story::getGradientSources(unsigned node,
                                             unsigned pass) const {
  auto it = sources.find({node, pass});
  return it == sources.end() ? ArrayRef<unsigned>() : it->second;
}

bool Story::usesRule(unsigned node, unsigned pass) const {
  return rules.contains({node, pass});
}

unsigned Story::getNumSums(unsigned node, unsigned pass) const {
  unsigned numSources = getGradientSources(node, pass).size();
  // The loss has no source, but a gradient of 1 to begin with.
  return numSources == 0 ? usesRule(node, pass) : numSources - 1;
}

SmallVector<std::string> Story::getUpdated(unsigned node, unsigned pass) const {
  SmallVector<std::string> updated;
  for (const ReturnRecord &record : provenance.getReturns()) {
    StringRef name = record.name;
    if (record.role != "parameter" || record.pass != pass)
      continue;
    // The next value was made from the gradient.
    const ProvenanceNode &next = provenance.getNode(record.value.node);
    if (llvm::is_contained(next.parents, node))
      updated.push_back(name.str());
  }
  return updated;
}
