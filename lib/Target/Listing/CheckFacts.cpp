//===- CheckFacts.cpp - A side file against its listing --------*- C++ -*-===//
//
// What can only be wrong between the two: a listing without the loss that the
// side file names, a fact about a tensor that is not there, an opcode without
// its attributes.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/Listing.h"
#include "Novi/Target/Listing/ShapeFacts.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;

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
       << count;
  for (const Claim &claim : listing.claims)
    if (claim.kind == Claim::Instructions)
      diag << " of the " << claim.numbers.front() << " that the header claims";
  diag << ", nothing computes the " << role << " " << tensorName(fact.number);
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
