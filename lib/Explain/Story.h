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

/// "a", "a and b", "a, b and c".
std::string join(ArrayRef<std::string> parts);

/// "1 thing", "2 things".
std::string plural(size_t count, StringRef thing);

/// Where something comes from.
struct Place {
  std::string file;
  /// 0 where nothing is known.
  unsigned line = 0;
};

/// What things are called, and what is known of them at once.
class Story {
public:
  /// Before the passes run: `source` must be as it was parsed.
  Story(Provenance &provenance, const Source &source);

  /// The instructions of the program, in order, and its arguments.
  ArrayRef<unsigned> getInstructions() const { return instructions; }
  ArrayRef<unsigned> getArguments() const { return arguments; }
  /// What the file calls the results of a node.
  ArrayRef<std::string> getNames(unsigned node) const;
  Place getPlace(unsigned node) const;
  /// The line in the file that was read; 0 in bytecode.
  unsigned getLine(unsigned node) const { return lines.lookup(node); }
  /// The files from which instructions come.
  ArrayRef<std::string> getFiles() const { return files; }

  /// What `novi.name` calls an argument.
  StringRef getArgumentName(unsigned node) const;
  /// The function of such an argument.
  StringRef getFunction(unsigned node) const;
  /// "'novi.add'".
  std::string quote(unsigned node) const;
  /// Such as "%1 (line 5)" or "'novi.sub' that canonicalize made of %1".
  std::string describe(unsigned node, unsigned depth = 0) const;
  std::string describe(NodeValue value) const;
  /// Different ones, the first `shown` of them by name.
  std::string describeAll(ArrayRef<unsigned> nodes, size_t shown) const;
  std::string describeAll(ArrayRef<NodeValue> values) const;
  /// "cse (pass 2)".
  std::string describePass(unsigned pass) const;
  std::string describeKernel(unsigned kernel) const;
  /// The part of an instruction in its kernel.
  StringRef getRole(unsigned node) const;
  /// Where it is after all passes, in a few words.
  std::string getOutcome(unsigned node, int from = -1,
                         unsigned depth = 0) const;
  /// What took its place, and because of what.
  std::string describeReplacement(unsigned node, const NodeEvent &event) const;

  /// The pass `pass` is called `name`.
  bool isPass(unsigned pass, StringRef name) const;
  /// To be called once the passes have run.
  void collectGradients();
  /// Whose gradient rules gave a gradient to a node, once for each gradient.
  ArrayRef<unsigned> getGradientSources(unsigned node, unsigned pass) const;
  /// Of what a pass that generates gradients made from `node`: how many add up
  /// its own gradient, or are the gradient that the loss begins with.
  unsigned getNumSums(unsigned node, unsigned pass) const;
  bool usesRule(unsigned node, unsigned pass) const;
  /// The names of the parameters whose gradient it was when `pass` began.
  SmallVector<std::string> getUpdated(unsigned node, unsigned pass) const;

  const Provenance &provenance;

private:
  std::string describeMade(unsigned node, unsigned depth) const;

  SmallVector<unsigned> instructions, arguments;
  DenseMap<unsigned, SmallVector<std::string, 1>> names;
  DenseMap<unsigned, std::string> argumentNames, functions;
  DenseMap<unsigned, unsigned> lines;
  SmallVector<std::string> files;
  /// By node and pass.
  DenseMap<std::pair<unsigned, unsigned>, SmallVector<unsigned, 2>> sources;
  DenseSet<std::pair<unsigned, unsigned>> rules;
};

/// Writes all that happened to a node, a sentence a line.
void tell(const Story &story, unsigned node, llvm::raw_ostream &os);

/// Writes what each pass did, the kernels, and a line for each instruction.
void tellOverview(const Story &story, llvm::raw_ostream &os);

} // namespace mlir::novi::explain

#endif // NOVI_LIB_EXPLAIN_STORY_H
