//===- CheckListing.cpp - A listing against what is said of it -*- C++ -*-===//
//
// Holds a listing against its side file and against its own header, and looks
// for signs that its end is missing.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/CheckListing.h"
#include "Novi/Target/Listing/ListingText.h"
#include "Novi/Target/Listing/TextReader.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;

/// " of the 476 that the header claims", or nothing.
static std::string ofClaimed(const Listing &listing) {
  for (const Claim &claim : listing.claims)
    if (claim.kind == Claim::Instructions)
      return " of the " + std::to_string(claim.numbers.front()) +
             " that the header claims";
  return "";
}

//===----------------------------------------------------------------------===//
// The side file
//===----------------------------------------------------------------------===//

/// Refuses a loss or output that nothing computes: the first sign of a listing
/// that was cut in its forward part.
static LogicalResult checkComputed(const Listing &listing, size_t count,
                                   const ShapeFacts &facts, StringRef role,
                                   const NamedTensor &fact) {
  auto program = ArrayRef(listing.instructions).take_front(count);
  if (facts.lookUpFed(fact.number) ||
      llvm::any_of(program, [&](const Instruction &instruction) {
        return instruction.info->effect == Effect::WriteValue &&
               instruction.output() == fact.number;
      }))
    return success();
  const Instruction &last =
      program.empty() ? listing.instructions.front() : program.back();
  InFlightDiagnostic diag = emitError(listing.getLoc(last));
  diag << "the listing is cut, or its side file belongs to another: up to this "
          "instruction, number "
       << count << ofClaimed(listing) << ", nothing computes the " << role
       << " " << tensorName(fact.number);
  diag.attachNote(fact.loc) << "the " << role << " is given here";
  return diag;
}

/// Refuses facts about tensors that the listing has no use for.
static LogicalResult checkUsed(const Listing &listing,
                               const ShapeFacts &facts) {
  llvm::DenseSet<unsigned> named, secondOperands;
  for (const Instruction &instruction : listing.instructions) {
    for (TensorRef tensor : instruction.operands)
      named.insert(tensor.number);
    if (instruction.info->opcode == Opcode::MatMul)
      secondOperands.insert(instruction.input(1));
  }
  for (const auto &[tensor, fed] : facts.fed)
    if (!named.contains(tensor))
      return emitError(fed.loc)
             << "no instruction of the listing names " << tensorName(tensor);
  for (const auto &[tensor, loc] : facts.transposed)
    if (!secondOperands.contains(tensor))
      return emitError(loc) << tensorName(tensor)
                            << " is not the second operand of any MatMul";
  return success();
}

/// Refuses opcodes whose attributes are not given.
static LogicalResult checkAttributes(const Listing &listing, size_t count,
                                     const ShapeFacts &facts) {
  for (const Instruction &instruction :
       ArrayRef(listing.instructions).take_front(count)) {
    Opcode opcode = instruction.info->opcode;
    StringRef missing;
    if (opcode == Opcode::Scale && !facts.scale)
      missing = "scale 0.125";
    else if (opcode == Opcode::Clip && !facts.clip)
      missing = "clip -1 1";
    else if (opcode == Opcode::CrossEntropyLoss && !facts.crossEntropy)
      missing = "cross-entropy rows=first epsilon=1e-8 reduction=sum";
    if (!missing.empty())
      return emitError(listing.getLoc(instruction))
             << instruction.info->name
             << " needs a fact that the side file lacks, such as '" << missing
             << "'";
  }
  return success();
}

LogicalResult mlir::novi::checkFacts(const Listing &listing, size_t count,
                                     const ShapeFacts &facts) {
  if (failed(checkComputed(listing, count, facts, "loss", *facts.loss)) ||
      failed(checkComputed(listing, count, facts, "output", *facts.output)) ||
      failed(checkUsed(listing, facts)))
    return failure();
  return checkAttributes(listing, count, facts);
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

/// The only fed tensor of this role; null when there are none or several.
static const FedTensor *getOnly(const ShapeFacts &facts, Role role) {
  const FedTensor *only = nullptr;
  for (const auto &[tensor, fed] : facts.fed) {
    if (fed.role != role)
      continue;
    if (only)
      return nullptr;
    only = &fed;
  }
  return only;
}

void mlir::novi::checkClaims(const Listing &listing, const ShapeFacts &facts,
                             const ListingShapes &shapes) {
  llvm::DenseSet<unsigned> named;
  unsigned highest = 0;
  for (const Instruction &instruction : listing.instructions)
    for (TensorRef tensor : instruction.operands) {
      named.insert(tensor.number);
      highest = std::max(highest, tensor.number);
    }
  // Saturates: a sum past 64 bits equals no claim.
  uint64_t parameters = 0;
  for (const auto &[tensor, fed] : facts.fed)
    if (fed.role == Role::Parameter || fed.role == Role::Constant)
      parameters = llvm::SaturatingAdd(parameters, uint64_t(fed.rows) *
                                                       uint64_t(fed.columns));

  for (const Claim &claim : listing.claims) {
    Location loc = listing.getLoc(claim.line, claim.column);
    uint64_t count = claim.numbers.front();
    auto checkSize = [&](StringRef what, ArrayRef<int64_t> sizes) {
      if (ArrayRef(claim.numbers) != sizes)
        emitWarning(loc) << "the header claims the " << what << " size "
                         << bracket(claim.numbers) << ", but it is "
                         << bracket(sizes);
    };
    switch (claim.kind) {
    case Claim::Tensors:
      if (count != uint64_t(highest) + 1)
        emitWarning(loc) << "the header claims " << plural(count, "tensor")
                         << ", but the highest number makes it "
                         << uint64_t(highest) + 1 << ", of which "
                         << named.size() << " are named";
      break;
    case Claim::Parameters:
      if (count != parameters)
        emitWarning(loc)
            << "the header claims " << plural(count, "parameter")
            << ", but the side file's parameters and constants have "
            << plural(parameters, "element");
      break;
    case Claim::InputSize:
      if (const FedTensor *input = getOnly(facts, Role::Input))
        checkSize("input", {input->rows, input->columns});
      break;
    case Claim::OutputSize:
      checkSize("output", shapes.find(facts.output->number)->second.sizes);
      break;
    case Claim::Instructions:
      if (count != listing.instructions.size())
        emitWarning(loc) << "the header claims " << plural(count, "instruction")
                         << ", but there are " << listing.instructions.size();
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Whole or cut
//===----------------------------------------------------------------------===//

namespace {
/// Looks for signs that instructions are missing at the end.
class Completeness {
public:
  Completeness(const Listing &listing, const ShapeFacts &facts)
      : listing(listing), facts(facts) {}

  LogicalResult check();

private:
  std::optional<std::string> findUnreadGradient();
  std::optional<std::string> findMissingGradient();
  std::optional<std::string> findMissingClip();
  LogicalResult refuse(const Twine &evidence);

  ArrayRef<Instruction> getBackwardPart() const {
    return ArrayRef(listing.instructions)
        .drop_front(listing.getBackwardBegin());
  }
  std::string describe(const Instruction &instruction) const {
    return "'" + instruction.str() + "' in line " +
           std::to_string(instruction.line);
  }

  const Listing &listing;
  const ShapeFacts &facts;
};
} // namespace

LogicalResult Completeness::check() {
  if (getBackwardPart().empty()) {
    for (const auto &[tensor, fed] : facts.fed)
      if (fed.role == Role::Parameter)
        return refuse("it has no backward part (if that is meant, import it "
                      "with --forward-only)");
    return success();
  }
  for (std::optional<std::string> evidence :
       {findUnreadGradient(), findMissingGradient(), findMissingClip()})
    if (evidence)
      return refuse(*evidence);
  return success();
}

/// The gradient of a tensor that is neither fed nor read after it was written:
/// the backward part stopped on its way to the parameters.
std::optional<std::string> Completeness::findUnreadGradient() {
  llvm::MapVector<unsigned, const Instruction *> unread;
  for (const Instruction &instruction : getBackwardPart()) {
    const OpcodeInfo &info = *instruction.info;
    for (auto [index, tensor] : llvm::enumerate(instruction.inputs()))
      // Identity copies a value where a gradient is to go on; who prints it
      // takes that gradient for read.
      if (info.readsGradient(index) || info.opcode == Opcode::Identity)
        unread[tensor.number] = nullptr;
    if (info.writesGradient())
      for (TensorRef tensor : instruction.outputs())
        if (!facts.lookUpFed(tensor.number))
          unread[tensor.number] = &instruction;
  }
  for (auto [tensor, writer] : unread)
    if (writer)
      return "the gradient of " + tensorName(tensor) + ", which " +
             describe(*writer) + " writes, is never read";
  return std::nullopt;
}

/// A parameter that is used, but gets no gradient.
std::optional<std::string> Completeness::findMissingGradient() {
  llvm::DenseSet<unsigned> written;
  for (const Instruction &instruction : getBackwardPart())
    if (instruction.info->writesGradient())
      for (TensorRef tensor : instruction.outputs())
        written.insert(tensor.number);
  for (const Instruction &instruction :
       ArrayRef(listing.instructions).take_front(listing.getBackwardBegin()))
    for (TensorRef tensor : instruction.inputs())
      if (facts.hasRole(tensor.number, Role::Parameter) &&
          !written.contains(tensor.number))
        return "the parameter " + tensorName(tensor.number) + ", which " +
               describe(instruction) + " reads, never gets a gradient";
  return std::nullopt;
}

/// Every backward instruction but the last is followed by the Clip of its
/// outputs. Only together with another sign: a listing may end as it likes.
std::optional<std::string> Completeness::findMissingClip() {
  bool sign = listing.endsInLine;
  for (const Claim &claim : listing.claims)
    sign |= claim.kind == Claim::Instructions &&
            claim.numbers.front() > int64_t(listing.instructions.size());
  if (!sign)
    return std::nullopt;
  const Instruction *last = nullptr;
  size_t clipped = 0;
  for (const Instruction &instruction : getBackwardPart()) {
    if (instruction.info->opcode == Opcode::Clip) {
      if (last && llvm::equal(last->outputs(), instruction.outputs(),
                              [](TensorRef lhs, TensorRef rhs) {
                                return lhs.number == rhs.number;
                              })) {
        last = nullptr;
        ++clipped;
      }
    } else if (last) {
      return std::nullopt;
    } else {
      last = &instruction;
    }
  }
  if (!last || clipped < 2)
    return std::nullopt;
  return describe(*last) + " is not followed by the Clip of its outputs, as "
                           "all other backward instructions are";
}

LogicalResult Completeness::refuse(const Twine &evidence) {
  InFlightDiagnostic diag =
      emitError(listing.getLoc(listing.instructions.back()));
  return diag << "the listing is cut: it ends here with instruction "
              << listing.instructions.size() << ofClaimed(listing) << ", but "
              << evidence;
}

LogicalResult mlir::novi::checkComplete(const Listing &listing,
                                        const ShapeFacts &facts) {
  return Completeness(listing, facts).check();
}
