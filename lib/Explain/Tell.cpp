//===- Tell.cpp - Sentences on what became of an instruction ----*- C++ -*-===//
//
// Goes through what happened to an instruction, pass by pass, and on with what
// took its place.
//
//===----------------------------------------------------------------------===//

#include "Story.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include <map>

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::explain;

static constexpr unsigned kNone = Provenance::kNone;
/// Things that are listed by name.
static constexpr size_t kShown = 6;

namespace {

class Teller {
public:
  Teller(const Story &story, llvm::raw_ostream &os)
      : story(story), provenance(story.provenance), os(os) {}

  void tellHeader(unsigned node);
  void tellFrom(unsigned node, int from);

private:
  llvm::raw_ostream &say(unsigned pass) {
    said |= pass != kNone;
    return os.indent(indent) << story.describePass(pass) << ": ";
  }
  void goOn(NodeValue value, unsigned pass);
  /// Whether that was its end.
  bool tellEvent(unsigned node, const NodeEvent &event);
  void tellGradient(unsigned node, unsigned pass);
  void tellReturns(unsigned node, unsigned pass);
  void tellMade(unsigned node, const NodeEvent &event);
  /// A line for each, from a pass on.
  void tellOutcomes(ArrayRef<unsigned> nodes, unsigned pass);
  void tellMoved(unsigned node, const NodeEvent &event);
  void tellKernel(unsigned node, const NodeEvent &event);
  void tellApart(unsigned kernel);
  void tellRemarks(unsigned node, unsigned pass);

  const Story &story;
  const Provenance &provenance;
  llvm::raw_ostream &os;
  unsigned indent = 2;
  bool said = false;
  DenseSet<unsigned> visited;
};

} // namespace

void Teller::tellHeader(unsigned number) {
  const ProvenanceNode &node = provenance.getNode(number);
  os << story.describe(number) << ": ";
  if (node.name) {
    os << story.quote(number);
    if (!node.constant.empty())
      os << ' ' << node.constant;
    if (!node.firstOperands.empty())
      os << " of " << story.describeAll(node.firstOperands);
  } else {
    os << "an argument";
  }
  if (!node.readers.empty())
    os << ", read by " << story.describeAll(node.readers, kShown);
  os << '\n';
}

void Teller::tellFrom(unsigned number, int from) {
  if (!visited.insert(number).second) {
    os.indent(indent) << "told above\n";
    return;
  }
  const ProvenanceNode &node = provenance.getNode(number);
  said = false;
  bool wasInKernel = false;
  const NodeEvent *event = node.events.begin();
  for (int index = -1; index < int(provenance.getPasses().size()); ++index) {
    unsigned pass = index < 0 ? kNone : unsigned(index);
    bool isOver = index < from;
    if (!isOver) {
      tellGradient(number, pass);
      tellRemarks(number, pass);
    }
    for (; event != node.events.end() && event->pass == pass; ++event) {
      wasInKernel |= event->kind == NodeEvent::EnteredKernel;
      if (!isOver && tellEvent(number, *event))
        return;
    }
    if (!isOver)
      tellReturns(number, pass);
  }
  if (!node.name)
    return;
  if (!said)
    os.indent(indent) << "no pass did anything with it\n";
  if (!wasInKernel && !provenance.getKernels().empty())
    os.indent(indent) << "at the end it is there, in no kernel\n";
}

void Teller::goOn(NodeValue value, unsigned pass) {
  if (value.node == kNone || !provenance.getNode(value.node).name)
    return;
  os.indent(indent) << "and " << story.describe(value) << ":\n";
  indent += 2;
  tellFrom(value.node, pass);
  indent -= 2;
}

bool Teller::tellEvent(unsigned node, const NodeEvent &event) {
  switch (event.kind) {
  case NodeEvent::Merged:
    say(event.pass) << "it is the same as " << story.describeAll(event.values)
                    << ", which is read in its place from here on\n";
    goOn(event.values.front(), event.pass);
    return true;
  case NodeEvent::Replaced:
    say(event.pass) << story.describeReplacement(node, event) << '\n';
    if (!event.values.empty())
      goOn(event.values.front(), event.pass);
    return true;
  case NodeEvent::Unread: {
    ArrayRef<unsigned> readers = provenance.getNode(node).readers;
    llvm::raw_ostream &line = say(event.pass);
    line << "it was removed, since nobody reads it";
    if (!readers.empty())
      line << " any more; it was for " << story.describeAll(readers, kShown);
    line << '\n';
    return true;
  }
  case NodeEvent::RemovedWithReaders:
    say(event.pass) << "it was removed; all that read it was removed or "
                       "replaced too\n";
    return true;
  case NodeEvent::Lost:
    say(event.pass) << "it was removed; what stands for it now, if anything, "
                       "cannot be followed\n";
    return true;
  case NodeEvent::Changed: {
    SmallVector<std::string> parts;
    if (!event.text.empty())
      parts.push_back(event.text);
    for (size_t index = 0; index + 1 < event.values.size(); index += 2)
      parts.push_back("it reads " + story.describe(event.values[index + 1]) +
                      " instead of " + story.describe(event.values[index]));
    say(event.pass) << "it was changed: " << join(parts) << '\n';
    return false;
  }
  case NodeEvent::TurnedInto: {
    SmallVector<std::string> parts;
    for (unsigned other : event.nodes)
      parts.push_back(story.quote(other));
    say(event.pass) << "it was turned into " << join(parts) << '\n';
    if (event.nodes.size() == 1)
      goOn({event.nodes.front(), 0}, event.pass);
    else
      tellOutcomes(event.nodes, event.pass);
    return true;
  }
  case NodeEvent::Moved:
    tellMoved(node, event);
    return true;
  case NodeEvent::Made:
    tellMade(node, event);
    return false;
  case NodeEvent::EnteredKernel:
    tellKernel(node, event);
    return false;
  case NodeEvent::LeftKernel:
    say(event.pass) << "it is in no kernel any more\n";
    return false;
  }
  llvm_unreachable("unknown event");
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

void Teller::tellMoved(unsigned node, const NodeEvent &event) {
  if (event.nodes.size() == 1) {
    visited.erase(event.nodes.front());
    bool before = said;
    tellFrom(event.nodes.front(), event.pass);
    said |= before;
    return;
  }
  SmallVector<std::string> kernels;
  bool allInside = true;
  for (unsigned copy : event.nodes) {
    const ProvenanceNode &other = provenance.getNode(copy);
    const NodeEvent *entry =
        llvm::find_if(other.events, [&](const NodeEvent &e) {
          return e.kind == NodeEvent::EnteredKernel && e.pass == event.pass;
        });
    allInside &= entry != other.events.end();
    if (entry != other.events.end())
      kernels.push_back(story.describeKernel(entry->kernel));
  }
  if (allInside)
    say(event.pass) << "each kernel that reads it has its own copy: "
                    << join(kernels) << '\n';
  else
    say(event.pass) << "there are " << event.nodes.size() << " copies of it\n";
  for (unsigned copy : event.nodes) {
    bool hasMore =
        llvm::any_of(provenance.getNode(copy).events, [&](const NodeEvent &e) {
          return e.pass != event.pass || e.kind != NodeEvent::EnteredKernel;
        });
    if (!hasMore)
      continue;
    os.indent(indent) << "and the copy in "
                      << (provenance.getNode(copy).kernel == kNone
                              ? "no kernel"
                              : story.describeKernel(
                                    provenance.getNode(copy).kernel))
                      << ":\n";
    indent += 2;
    tellFrom(copy, event.pass + 1);
    indent -= 2;
  }
}

void Teller::tellKernel(unsigned number, const NodeEvent &event) {
  const KernelRecord &kernel = provenance.getKernels()[event.kernel];
  const KernelRecord::Member *self = nullptr;
  SmallVector<std::string> others;
  for (const KernelRecord::Member &member : kernel.members) {
    if (member.node == number)
      self = &member;
    else if (member.role != "read through")
      others.push_back(story.describe(member.node));
  }
  llvm::raw_ostream &line = say(event.pass);
  std::string name = story.describeKernel(event.kernel);
  if (!self) {
    line << "it is in " << name << '\n';
    return;
  }
  if (self->role == "read through") {
    line << name << " reads through it\n";
    return;
  }
  if (others.empty()) {
    line << "it is " << name << " by itself\n";
  } else {
    size_t numMore = others.size() > kShown ? others.size() - kShown : 0;
    others.resize(others.size() - numMore);
    if (numMore != 0)
      others.push_back(std::to_string(numMore) + " more");
    if (self->role == "product")
      line << "it is the product of " << name;
    else
      line << "it is in " << name;
    if (!self->role.empty() && self->role != "product")
      line << ", " << self->role;
    line << ", with " << join(others) << "; its result "
         << (self->isStored ? "is stored, for what is outside"
                            : "is read there only and never stored")
         << '\n';
  }
  tellApart(event.kernel);
}

/// With which kernels it is not one, and why.
void Teller::tellApart(unsigned kernel) {
  unsigned pass = provenance.getKernels()[kernel].pass;
  auto getKernelOf = [&](unsigned root) {
    auto kernels = provenance.getKernels();
    auto it = llvm::find_if(kernels, [&](const KernelRecord &record) {
      return record.pass == pass && record.root == root;
    });
    return it == kernels.end() ? kNone : unsigned(it - kernels.begin());
  };
  llvm::MapVector<StringRef, SmallVector<unsigned>> reasons;
  // Remarks on what a kernel is apart from follow the one on the kernel.
  unsigned current = kNone;
  for (const RemarkRecord &remark : provenance.getRemarks()) {
    if (remark.pass != pass || remark.category != "novi-fuse")
      continue;
    if (remark.name == "Kernel")
      current = getKernelOf(remark.node);
    if (remark.name != "Apart" || current == kNone)
      continue;
    unsigned follower = getKernelOf(remark.node);
    unsigned other = follower == kernel ? current : follower;
    if (other == kNone || (follower != kernel && current != kernel))
      continue;
    StringRef reason = remark.get("Remark");
    if (size_t names = reason.find("apart from '"); names != StringRef::npos)
      if (size_t end = reason.find("': ", names); end != StringRef::npos)
        reason = reason.drop_front(end + 3);
    reasons[reason].push_back(other);
  }
  for (auto &[reason, others] : reasons) {
    SmallVector<std::string> parts;
    for (unsigned other : ArrayRef(others).take_front(kShown))
      parts.push_back(std::to_string(other + 1));
    if (others.size() > kShown)
      parts.push_back(std::to_string(others.size() - kShown) + " more");
    os.indent(indent + 2) << "not one with kernel"
                          << (others.size() == 1 ? " " : "s ") << join(parts)
                          << ": " << reason << '\n';
  }
}

void Teller::tellRemarks(unsigned node, unsigned pass) {
  for (const RemarkRecord &remark : provenance.getRemarks())
    if (remark.pass == pass && remark.node == node &&
        remark.category != "novi-fuse" &&
        remark.category != "novi-generate-backward")
      say(pass) << remark.get("Remark") << '\n';
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

void Teller::tellGradient(unsigned node, unsigned pass) {
  if (!story.isPass(pass, "novi-generate-backward"))
    return;
  ArrayRef<unsigned> sources = story.getGradientSources(node, pass);
  bool usesRule = story.usesRule(node, pass);
  if (sources.empty()) {
    if (usesRule)
      say(pass) << "it is the loss, so its own gradient is 1\n";
    return;
  }
  llvm::SmallSetVector<unsigned, 8> different(sources.begin(), sources.end());
  llvm::raw_ostream &line = say(pass);
  line << "its gradient is ";
  if (sources.size() > 1)
    line << "the sum of " << sources.size() << " that come ";
  else
    line << "what comes ";
  line << "from the gradient rule" << (different.size() == 1 ? " of " : "s of ")
       << story.describeAll(different.getArrayRef(), kShown) << '\n';
}

void Teller::tellOutcomes(ArrayRef<unsigned> nodes, unsigned pass) {
  for (unsigned node : nodes) {
    os.indent(indent + 2) << story.quote(node);
    if (const std::string &constant = provenance.getNode(node).constant;
        !constant.empty())
      os << ' ' << constant;
    os << ": " << story.getOutcome(node, pass) << '\n';
  }
}

void Teller::tellMade(unsigned node, const NodeEvent &event) {
  ArrayRef<unsigned> made = event.nodes;
  if (story.isPass(event.pass, "novi-generate-backward")) {
    size_t numSums =
        std::min<size_t>(story.getNumSums(node, event.pass), made.size());
    bool isLoss = story.getGradientSources(node, event.pass).empty();
    if (numSums != 0) {
      say(event.pass) << (isLoss ? "for that, it made "
                                 : "to add them up, it made ")
                      << plural(numSums, "instruction") << ":\n";
      tellOutcomes(made.take_front(numSums), event.pass);
    }
    made = made.drop_front(numSums);
    if (made.empty())
      return;
    if (provenance.getNode(node).name)
      say(event.pass) << "by its gradient rule, it made "
                      << plural(made.size(), "instruction") << ":\n";
    else
      say(event.pass) << "the loss does not depend on it, so its gradient is "
                         "zeros:\n";
    return tellOutcomes(made, event.pass);
  }
  if (story.isPass(event.pass, "novi-add-optimizer"))
    if (SmallVector<std::string> updated = story.getUpdated(node, event.pass);
        !updated.empty()) {
      say(event.pass) << "as a gradient it is used by the update of "
                      << join(updated) << ", "
                      << plural(made.size(), "instruction") << ":\n";
      return tellOutcomes(made, event.pass);
    }
  say(event.pass) << "it made " << plural(made.size(), "instruction")
                  << " from it:\n";
  tellOutcomes(made, event.pass);
}

void Teller::tellReturns(unsigned node, unsigned pass) {
  StringRef argument = story.getArgumentName(node);
  for (const ReturnRecord &record : provenance.getReturns()) {
    if (record.pass != pass)
      continue;
    if (record.value.node == node) {
      say(pass) << "the function returns it as " << record.name << ", its "
                << record.role << '\n';
      continue;
    }
    StringRef name = record.name;
    bool isGradient =
        record.role == "gradient" && name.consume_back(".gradient");
    if (argument.empty() || name != argument ||
        record.function != story.getFunction(node) ||
        !(isGradient || record.role == "parameter"))
      continue;
    say(pass) << (isGradient ? "its gradient" : "its next value")
              << ", returned as " << record.name << ", is what "
              << story.describe(record.value) << " gives: "
              << story.getOutcome(record.value.node,
                                  pass == kNone ? -1 : int(pass))
              << '\n';
  }
}

void novi::explain::tell(const Story &story, unsigned node,
                         llvm::raw_ostream &os) {
  Teller teller(story, os);
  teller.tellHeader(node);
  teller.tellFrom(node, -1);
}

//===----------------------------------------------------------------------===//
// The overview
//===----------------------------------------------------------------------===//

static void tellPass(const Story &story, unsigned pass, llvm::raw_ostream &os) {
  const Provenance &provenance = story.provenance;
  const PassRecord &record = provenance.getPasses()[pass];
  std::map<NodeEvent::Kind, unsigned> counts;
  unsigned numMade = 0, numKernels = 0;
  for (const ProvenanceNode &node : provenance.getNodes()) {
    if (!node.isInstruction)
      continue;
    numMade += node.pass == pass && !node.isCopy;
    llvm::SmallSet<NodeEvent::Kind, 4> kinds;
    for (const NodeEvent &event : node.events)
      if (event.pass == pass && kinds.insert(event.kind).second)
        ++counts[event.kind];
  }
  for (const KernelRecord &kernel : provenance.getKernels())
    numKernels += kernel.pass == pass;

  os << "  " << pass + 1 << ' ' << record.name << ": " << record.before
     << " before, " << record.after << " after";
  auto add = [&](unsigned count, const Twine &text) {
    if (count != 0)
      os << ", " << count << ' ' << text;
  };
  add(counts[NodeEvent::Merged], "the same as another");
  add(counts[NodeEvent::Replaced], "replaced");
  add(counts[NodeEvent::TurnedInto], "turned into others");
  add(counts[NodeEvent::Unread] + counts[NodeEvent::RemovedWithReaders],
      "removed unread");
  add(counts[NodeEvent::Changed], "changed");
  add(counts[NodeEvent::Lost], "gone that cannot be followed");
  add(numMade, "new");
  add(numKernels, numKernels == 1 ? "kernel" : "kernels");
  os << '\n';
  for (const RemarkRecord &remark : provenance.getRemarks())
    if (remark.pass == pass && remark.category != "novi-fuse" &&
        remark.category != "novi-generate-backward")
      os << "      " << remark.get("Remark") << '\n';
}

static void tellKernels(const Story &story, llvm::raw_ostream &os) {
  const Provenance &provenance = story.provenance;
  for (unsigned kernel = 0; kernel < provenance.getKernels().size(); ++kernel) {
    const KernelRecord &record = provenance.getKernels()[kernel];
    SmallVector<std::string> members;
    for (const KernelRecord::Member &member : record.members)
      if (member.role != "read through")
        members.push_back(story.describe(member.node));
    size_t count = members.size();
    if (count > kShown) {
      members.resize(kShown);
      members.push_back(std::to_string(count - kShown) + " more");
    }
    os << "  " << story.describeKernel(kernel) << ", by "
       << story.describePass(record.pass) << ": "
       << plural(count, "instruction") << ", " << join(members);
    if (!provenance.getNode(record.node).isThere)
      os << "; taken apart later";
    os << '\n';
  }
}

void novi::explain::tellOverview(const Story &story, llvm::raw_ostream &os) {
  const Provenance &provenance = story.provenance;
  os << "passes, with the number of instructions:\n";
  for (unsigned pass = 0; pass < provenance.getPasses().size(); ++pass)
    tellPass(story, pass, os);
  if (!provenance.getKernels().empty()) {
    os << "kernels:\n";
    tellKernels(story, os);
  }
  os << "instructions:\n";
  for (unsigned node : story.getInstructions())
    os << "  " << story.describe(node) << ", " << story.quote(node) << ": "
       << story.getOutcome(node) << '\n';
}
