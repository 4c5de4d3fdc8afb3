//===- Initializer.h - How a parameter begins -------------------*- C++ -*-===//
//
// The initialisers that `novi.initialize` on an argument of a function, and
// `novi-run --initialize`, may name.
//
// Those that scale with a parameter's size take fan-in and fan-out from its
// axes as PyTorch does: [out, in, ...], the axes after the second multiplying
// both.
//
//   zeros, ones
//   uniform(B)                      in [-B, B), B = 0.05 if not given
//   normal(S)                       of deviation S = 0.05 if not given
//   xavier_uniform, xavier          in [-B, B), B = sqrt(6 / (in + out))
//   xavier_normal                   of deviation sqrt(2 / (in + out))
//   he_uniform, he                  in [-B, B), B = sqrt(6 / in)
//   he_normal                       of deviation sqrt(2 / in)
//   causal_mask                     -inf right of the diagonal of the last two
//                                   axes, else 0
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_DIALECT_IR_INITIALIZER_H
#define NOVI_DIALECT_IR_INITIALIZER_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"

namespace mlir::novi {

struct Initializer {
  enum class Kind {
    Zeros,
    Ones,
    Uniform,
    Normal,
    XavierUniform,
    XavierNormal,
    HeUniform,
    HeNormal,
    CausalMask,
  };

  Kind kind = Kind::Zeros;
  /// The bound or deviation of Uniform and Normal.
  double scale = 0;

  /// Reads one of the names above, with or without its number.
  static llvm::Expected<Initializer> parse(llvm::StringRef text);

  /// Fails where it has no values for an argument of `type`.
  llvm::Error verify(Type type) const;

  bool isUniform() const {
    return kind == Kind::Uniform || kind == Kind::XavierUniform ||
           kind == Kind::HeUniform;
  }
  bool isNormal() const {
    return kind == Kind::Normal || kind == Kind::XavierNormal ||
           kind == Kind::HeNormal;
  }
  /// Whether it takes fan-in and fan-out from the axes.
  bool needsFans() const {
    return (isUniform() || isNormal()) && kind != Kind::Uniform &&
           kind != Kind::Normal;
  }

  /// The bound or deviation for a tensor of this shape.
  double getScale(llvm::ArrayRef<int64_t> shape) const;
};

} // namespace mlir::novi

#endif // NOVI_DIALECT_IR_INITIALIZER_H
