//===- Story.h - Sentences on what became of an instruction -----*- C++ -*-===//
//
// Puts what Provenance has recorded into words.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EXPLAIN_STORY_H
#define NOVI_LIB_EXPLAIN_STORY_H

#include "Novi/Explain/Provenance.h"
#include "Source.h"

namespace mlir::novi::explain {

/// Where something stands.
struct Place {
  std::string file;
  /// 0 where nothing is known.
  unsigned line = 0;
};

class Story {
public:
  /// Before the passes run: `source` must be as it was parsed.
  Story(const Provenance &provenance, const Source &source);

  /// The instructions of the program, in order, and its arguments.
  ArrayRef<unsigned> getInstructions() const { return instructions; }
  ArrayRef<unsigned> getArguments() const { return arguments; }
  /// What the file calls the results of a node.
  ArrayRef<std::string> getNames(unsigned node) const;
  /// Where its location says that it comes from.
  Place getPlace(unsigned node) const;
  /// Its line in the file that was read; 0 in bytecode.
  unsigned getLine(unsigned node) const { return lines.lookup(node); }
  /// The files from which instructions come.
  ArrayRef<std::string> getFiles() const { return files; }

  /// Such as "%1 (line 5)", or "'novi.sub' that canonicalize made of ...".
  std::string describe(unsigned node) const;
  /// Where it ended, in a few words.
  std::string getOutcome(unsigned node) const { return getOutcome(node, -1); }
  /// All that happened to it, a sentence a line.
  void tell(unsigned node, llvm::raw_ostream &os);
  void tellPasses(llvm::raw_ostream &os) const;
  void tellKernels(llvm::raw_ostream &os) const;

private:
  using ReturnList = SmallVector<const ReturnRecord *, 2>;

  std::string describe(NodeValue value) const;
  std::string describeAll(ArrayRef<NodeValue> values) const;
  std::string describeAll(ArrayRef<unsigned> values) const;
  std::string getOutcome(unsigned node, int from, unsigned depth = 0) const;
  std::string getPass(unsigned pass) const;
  std::string getKernel(unsigned kernel) const;
  std::string getReplacement(const NodeEvent &event) const;
  StringRef getRole(unsigned node) const;
  bool isStored(unsigned node) const;
  StringRef getOpName(unsigned node) const;

  /// Those whose gradient rules gave a gradient to `value`.
  SmallVector<unsigned> getGradientSources(unsigned node, unsigned pass) const;
  /// Whether it adds up the gradients of what it was made from.
  bool isSum(unsigned node) const;
  /// The roles in which functions return it at the beginning of a pass.
  ReturnList getReturned(unsigned node, StringRef role) const;
  bool wasMadeBy(unsigned node, StringRef pass) const;

  void tellFrom(unsigned node, int from);
  void tellArgument(unsigned node);
  /// Whether the story goes on with another node.
  bool tellEvent(unsigned node, const NodeEvent &event);
  void tellMade(unsigned node, const NodeEvent &event);
  void tellMoved(unsigned node, const NodeEvent &event);
  void tellKernel(unsigned node, const NodeEvent &event);
  void tellApart(unsigned kernel);
  void tellRemarks(unsigned node, unsigned pass);
  llvm::raw_ostream &say(unsigned pass);
  void follow(unsigned node, int from);

  const Provenance &provenance;
  SmallVector<unsigned> instructions, arguments;
  DenseMap<unsigned, SmallVector<std::string, 1>> names;
  DenseMap<unsigned, unsigned> lines;
  /// What `novi.name` calls an argument.
  DenseMap<unsigned, std::string> roles, argumentNames;
  SmallVector<std::string> files;
  llvm::raw_ostream *os = nullptr;
  unsigned indent = 0;
  DenseSet<unsigned> told;
};

/// "a", "a and b", "a, b and c".
std::string join(ArrayRef<std::string> parts);

/// "1 thing", "2 things".
std::string plural(size_t count, StringRef thing);

} // namespace mlir::novi::explain

#endif // NOVI_LIB_EXPLAIN_STORY_H
