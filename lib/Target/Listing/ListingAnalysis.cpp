//===- ListingAnalysis.cpp - What is odd about a listing -------*- C++ -*-===//
//
// One walk over the instructions follows every tensor's gradient: who wrote it,
// who has read it since, and whether it can be anything but zero. What that
// finds is reported at the end, in the order of the lines. All is linear in the
// length of the listing.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/ListingAnalysis.h"
#include "Novi/Target/Listing/TextReader.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::novi;

using TensorSet = llvm::SmallSetVector<unsigned, 4>;

/// "t1, t2, t3", cut when long.
static std::string listTensors(ArrayRef<unsigned> tensors) {
  constexpr size_t shown = 12;
  std::string text;
  for (auto [index, tensor] : llvm::enumerate(tensors.take_front(shown)))
    text += (index ? ", " : "") + tensorName(tensor);
  if (tensors.size() > shown)
    text += " and " + std::to_string(tensors.size() - shown) + " more";
  return text;
}

namespace {
constexpr size_t nowhere = ~size_t(0);

/// What is known of a gradient between two instructions.
struct Gradient {
  /// Nothing but zeros was written to it.
  bool zero = false;
  /// The Identity that copied a value where this gradient should have been
  /// written, since it was last cleared or written.
  size_t copied = nowhere;
  /// The Identity because of which it is zero.
  size_t cause = nowhere;
  /// Read since it was cleared or overwritten; and then added to.
  bool read = false, grown = false;
};

/// A gradient read, added to and read again, over and over.
struct Rereading {
  size_t first, count;
};

/// An Identity in the backward part, and who reads the gradient it left zero.
struct Copy {
  size_t reader = nowhere;
  TensorSet parameters;
};

/// Where the current value of a tensor comes from.
struct Origin {
  enum Kind { Other, ProductOfComputed, ProductWithParameter, Masked };
  Kind kind = Other;
  /// The parameter that was added to a product of computed tensors, and where.
  unsigned mask = 0;
  size_t added = nowhere;
};

class Analysis {
public:
  Analysis(const Listing &listing, size_t count, const ShapeFacts &facts,
           const ListingShapes &shapes)
      : listing(listing),
        program(ArrayRef(listing.instructions).take_front(count)), facts(facts),
        shapes(shapes) {}

  void run();

private:
  void followGradients(size_t index);
  void readGradient(size_t index, unsigned tensor);
  void followValues(size_t index);
  void inspectAdd(size_t index);
  void inspectLossGradient(size_t index);
  void collectCopies();
  void report();

  void warn(size_t index, const Twine &text) {
    warnings.emplace_back(index, text.str());
  }
  std::string place(size_t index) const {
    return "line " + std::to_string(program[index].line) + ", '" +
           program[index].str() + "'";
  }

  const Listing &listing;
  ArrayRef<Instruction> program;
  const ShapeFacts &facts;
  const ListingShapes &shapes;

  bool backward = false;
  llvm::DenseMap<unsigned, Gradient> gradients;
  llvm::DenseMap<unsigned, Origin> origins;
  llvm::MapVector<unsigned, Rereading> rereadings;
  llvm::MapVector<size_t, Copy> copies;
  /// By target and probabilities: the last CrossEntropyLoss of them.
  llvm::DenseMap<std::pair<unsigned, unsigned>, size_t> losses;
  TensorSet masks, biases;
  size_t firstMask = nowhere, firstBias = nowhere, firstClip = nowhere;
  size_t clips = 0;
  std::vector<std::pair<size_t, std::string>> warnings;
};
} // namespace

void Analysis::run() {
  for (const auto &[tensor, fed] : facts.fed)
    gradients[tensor].zero = true;
  for (size_t index : llvm::seq(program.size())) {
    backward |= program[index].info->backward;
    followGradients(index);
    followValues(index);
  }
  collectCopies();
  report();
}

void Analysis::readGradient(size_t index, unsigned tensor) {
  Gradient &gradient = gradients[tensor];
  if (gradient.grown && !facts.lookUpFed(tensor))
    ++rereadings.insert({tensor, {index, 0}}).first->second.count;
  gradient.read = true;
  gradient.grown = false;
  if (gradient.zero && gradient.copied != nowhere) {
    gradient.cause = gradient.copied;
    Copy &copy = copies[gradient.copied];
    if (copy.reader == nowhere)
      copy.reader = index;
  }
}

void Analysis::followGradients(size_t index) {
  const Instruction &instruction = program[index];
  const OpcodeInfo &info = *instruction.info;
  // What goes into the outputs' gradients: zero when all that is read is.
  bool zero = info.gradientReads != 0;
  size_t cause = nowhere;
  for (auto [operand, tensor] : llvm::enumerate(instruction.inputs())) {
    if (!info.readsGradient(operand))
      continue;
    readGradient(index, tensor.number);
    const Gradient &source = gradients[tensor.number];
    zero &= source.zero;
    if (cause == nowhere)
      cause = source.cause;
  }
  for (TensorRef tensor : instruction.outputs()) {
    Gradient &gradient = gradients[tensor.number];
    switch (info.effect) {
    case Effect::Clear:
      gradient = Gradient();
      gradient.zero = true;
      break;
    case Effect::WriteValue:
      if (backward && info.opcode == Opcode::Identity)
        gradient.copied = index;
      break;
    case Effect::WriteGradient:
      gradient = Gradient();
      gradient.zero = zero;
      gradient.cause = zero ? cause : nowhere;
      break;
    case Effect::AddGradient:
      gradient.grown |= gradient.read;
      if (!zero) {
        gradient.zero = false;
        gradient.copied = nowhere;
      } else if (gradient.zero && gradient.cause == nowhere) {
        gradient.cause = cause;
      }
      break;
    case Effect::ClipGradient:
      if (facts.clip->min > 0 || facts.clip->max < 0)
        gradient.zero = false;
      break;
    }
  }
  if (info.opcode == Opcode::SoftmaxBackward)
    warn(index, "the gradient of Softmax is only the diagonal of its Jacobian: "
                "g y (1 - y) leaves out how an input moves the other outputs "
                "of its row");
  if (info.opcode == Opcode::CrossEntropyLossBackward)
    inspectLossGradient(index);
  if (info.opcode == Opcode::Clip && backward) {
    firstClip = std::min(firstClip, index);
    ++clips;
  }
}

void Analysis::inspectLossGradient(size_t index) {
  const Instruction &instruction = program[index];
  auto found = losses.find({instruction.input(0), instruction.input(1)});
  ArrayRef<int64_t> sizes = shapes.find(instruction.input(0))->second.sizes;
  int64_t rows = sizes.empty() ? 1 : sizes[0];
  if (found == losses.end() || rows < 2)
    return;
  std::string backward = "the gradient that '" + instruction.str() +
                         "' in line " + std::to_string(instruction.line) +
                         " gives ";
  if (facts.crossEntropy->firstRowOnly)
    warn(found->second, "the loss is that of the first row only, but " +
                            backward + "covers all " + Twine(rows) + " rows");
  else if (facts.crossEntropy->mean)
    warn(found->second, "the loss is the mean over the rows, but " + backward +
                            "is not divided by their number, " + Twine(rows));
}

void Analysis::followValues(size_t index) {
  const Instruction &instruction = program[index];
  Effect effect = instruction.info->effect;
  if (effect != Effect::WriteValue && effect != Effect::Clear)
    return;
  Origin origin;
  switch (instruction.info->opcode) {
  case Opcode::MatMul: {
    unsigned a = instruction.input(0), b = instruction.input(1);
    if (!facts.lookUpFed(a) && !facts.lookUpFed(b))
      origin.kind = Origin::ProductOfComputed;
    else if (facts.hasRole(a, Role::Parameter) ||
             facts.hasRole(b, Role::Parameter))
      origin.kind = Origin::ProductWithParameter;
    break;
  }
  case Opcode::Scale:
    if (Origin input = origins.lookup(instruction.input(0));
        input.kind == Origin::ProductOfComputed)
      origin = input;
    break;
  case Opcode::Add:
    for (unsigned side : {0, 1}) {
      unsigned parameter = instruction.input(side);
      if (!facts.hasRole(parameter, Role::Parameter))
        continue;
      Origin other = origins.lookup(instruction.input(1 - side));
      if (other.kind == Origin::ProductOfComputed) {
        origin = {Origin::Masked, parameter, index};
      } else if (other.kind == Origin::ProductWithParameter &&
                 facts.lookUpFed(parameter)->rows > 1) {
        firstBias = std::min(firstBias, index);
        biases.insert(parameter);
      }
    }
    break;
  case Opcode::Softmax:
    if (Origin input = origins.lookup(instruction.input(0));
        input.kind == Origin::Masked) {
      firstMask = std::min(firstMask, input.added);
      masks.insert(input.mask);
    }
    break;
  case Opcode::CrossEntropyLoss:
    losses[{instruction.input(0), instruction.input(1)}] = index;
    break;
  default:
    break;
  }
  for (TensorRef tensor : instruction.outputs())
    origins[tensor.number] = origin;
}

/// The parameters that end with a zero gradient because of an Identity.
void Analysis::collectCopies() {
  for (const auto &[tensor, fed] : facts.fed) {
    const Gradient &gradient = gradients[tensor];
    if (fed.role == Role::Parameter && gradient.zero &&
        gradient.cause != nowhere)
      copies[gradient.cause].parameters.insert(tensor);
  }
  for (const auto &[index, copy] : copies) {
    unsigned tensor = program[index].output();
    std::string text =
        "this copies the value of " + tensorName(program[index].input(0)) +
        ", not its gradient; the gradient of " + tensorName(tensor) +
        ", which " + "'" + program[copy.reader].str() + "' in line " +
        std::to_string(program[copy.reader].line) + " reads, stays zero";
    if (!copy.parameters.empty())
      text += ", and the parameters behind it never move: " +
              listTensors(copy.parameters.getArrayRef());
    warn(index, text);
  }
}

void Analysis::report() {
  for (auto [tensor, rereading] : rereadings) {
    std::string text =
        "the gradient of " + tensorName(tensor) +
        " is read again after more was added to it, without a Zero in "
        "between: what was read before counts again";
    if (rereading.count > 1)
      text += " (" + std::to_string(rereading.count - 1) + " more such " +
              (rereading.count == 2 ? "reading follows)" : "readings follow)");
    warn(rereading.first, text);
  }
  llvm::stable_sort(warnings, llvm::less_first());
  for (const auto &[index, text] : warnings)
    emitWarning(listing.getLoc(program[index])) << place(index) << ": " << text;

  if (firstMask == nowhere && firstBias == nowhere && firstClip == nowhere)
    return;
  // The engine wants its notes attached to something.
  InFlightDiagnostic remark =
      emitRemark(listing.getLoc(program.front()),
                 "unusual, perhaps meant, and imported as it is:");
  auto note = [&](size_t index) -> Diagnostic & {
    return remark.attachNote(listing.getLoc(program[index]))
           << place(index) << ": ";
  };
  if (firstMask != nowhere)
    note(firstMask) << "masks are trained: " << listTensors(masks.getArrayRef())
                    << (masks.size() == 1 ? " is a parameter, added"
                                          : " are parameters, added")
                    << " to the scores before Softmax";
  if (firstBias != nowhere)
    note(firstBias) << "biases are per position: "
                    << listTensors(biases.getArrayRef())
                    << (biases.size() == 1 ? " has" : " have")
                    << " a row for each row of the product";
  if (firstClip != nowhere)
    note(firstClip) << "gradients are clipped at every step of the backward "
                       "part: "
                    << plural(clips, "Clip") << " to ["
                    << llvm::to_string(llvm::format("%g", facts.clip->min))
                    << ", "
                    << llvm::to_string(llvm::format("%g", facts.clip->max))
                    << "]";
}

void mlir::novi::analyzeListing(const Listing &listing, size_t count,
                                const ShapeFacts &facts,
                                const ListingShapes &shapes) {
  Analysis(listing, count, facts, shapes).run();
}
