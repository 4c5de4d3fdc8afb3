//===- Opcodes.h - The instructions of a listing ---------------*- C++ -*-===//
//
// One table says of every opcode what it takes, what it gives, and which
// values and gradients it reads and writes. Parser, checks and warnings go by
// it; only shapes and the ops that are built need more.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_OPCODES_H
#define NOVI_TARGET_LISTING_OPCODES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace mlir::novi {

/// The name of this table's semantics in a side file.
constexpr StringLiteral listingSemantics = "novigrad";

enum class Opcode {
  Zero,
  MatMul,
  Add,
  Scale,
  Softmax,
  Concat,
  CrossEntropyLoss,
  Identity,
  CrossEntropyLossBackward,
  IdentityBackward,
  AddBackward,
  MatMulBackward,
  ConcatBackward,
  SoftmaxBackward,
  Clip
};

/// What an opcode does to its outputs. Every tensor has a value and a gradient.
enum class Effect {
  /// Makes value and gradient zeros.
  Clear,
  /// Writes the value; the gradient keeps what it was.
  WriteValue,
  /// Overwrites the gradient.
  WriteGradient,
  /// Adds to the gradient.
  AddGradient,
  /// Reads the gradient, bounds it, and writes it back.
  ClipGradient
};

struct OpcodeInfo {
  static constexpr unsigned any = ~0u;

  Opcode opcode;
  StringLiteral name;
  unsigned minInputs, maxInputs;
  unsigned minOutputs, maxOutputs;
  /// Bit k: the value, or the gradient, of input k is read; the last bit stands
  /// for all further inputs too.
  uint8_t valueReads, gradientReads;
  Effect effect;
  /// Belongs to the backward part; the first such instruction begins it.
  bool backward;

  bool readsValue(unsigned input) const {
    return valueReads >> (input < 7 ? input : 7) & 1;
  }
  bool readsGradient(unsigned input) const {
    return gradientReads >> (input < 7 ? input : 7) & 1;
  }
  bool writesGradient() const {
    return effect == Effect::WriteGradient || effect == Effect::AddGradient;
  }
};

ArrayRef<OpcodeInfo> getOpcodes();

/// Null for a name that is not in the table.
const OpcodeInfo *lookUpOpcode(StringRef name);

/// "did you mean ...", or the names there are.
std::string suggestOpcode(StringRef name);

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_OPCODES_H
