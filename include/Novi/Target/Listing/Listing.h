//===- Listing.h - An instruction listing, parsed --------------*- C++ -*-===//
//
// What the text of a listing says, and nothing more: its instructions with
// their places, and what its header claims. docs/Listing.md describes the text.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_LISTING_H
#define NOVI_TARGET_LISTING_LISTING_H

#include "Novi/Target/Listing/Opcodes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::novi {

/// A tensor where an instruction names it.
struct TensorRef {
  unsigned number;
  unsigned column;
};

struct Instruction {
  const OpcodeInfo *info;
  /// Inputs, then outputs.
  SmallVector<TensorRef, 4> operands;
  unsigned numInputs;
  unsigned line, column;

  ArrayRef<TensorRef> inputs() const {
    return ArrayRef(operands).take_front(numInputs);
  }
  ArrayRef<TensorRef> outputs() const {
    return ArrayRef(operands).drop_front(numInputs);
  }
  unsigned input(unsigned index) const { return operands[index].number; }
  unsigned output(unsigned index = 0) const {
    return operands[numInputs + index].number;
  }

  /// "MatMul t81 t0 -> t83", cut when long.
  std::string str() const;
};

/// A line of the header.
struct Claim {
  enum Kind { Tensors, Parameters, InputSize, OutputSize, Instructions };

  Kind kind;
  /// One count, or the sizes in brackets.
  SmallVector<int64_t, 2> numbers;
  unsigned line, column;
};

struct Listing {
  StringAttr file;
  std::vector<Instruction> instructions;
  SmallVector<Claim> claims;
  /// Whether the text ends in the middle of its last line.
  bool endsInLine = false;

  Location getLoc(unsigned line, unsigned column) const {
    return FileLineColLoc::get(file, line, column);
  }
  Location getLoc(const Instruction &instruction) const {
    return getLoc(instruction.line, instruction.column);
  }
  Location getLoc(const Instruction &instruction, unsigned operand) const {
    return getLoc(instruction.line, instruction.operands[operand].column);
  }
  /// The index of the first instruction of the backward part, or how many
  /// instructions there are.
  size_t getBackwardBegin() const;
};

/// "t83".
std::string tensorName(unsigned number);

/// Reads the buffer; fails with a diagnostic at the place of the fault.
FailureOr<Listing> parseListing(llvm::SourceMgr &sourceMgr, unsigned bufferID,
                                MLIRContext *context);

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_LISTING_H
