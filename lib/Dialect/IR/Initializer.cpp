//===- Initializer.cpp - How a parameter begins -----------------*- C++ -*-===//
//
// Reads and checks initialisers.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/Initializer.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <tuple>

using namespace mlir;
using namespace mlir::novi;

namespace {
struct NamedKind {
  StringLiteral name;
  Initializer::Kind kind;
};
} // namespace

// The first of several names is the one that messages use.
static constexpr NamedKind namedKinds[] = {
    {"zeros", Initializer::Kind::Zeros},
    {"ones", Initializer::Kind::Ones},
    {"uniform", Initializer::Kind::Uniform},
    {"normal", Initializer::Kind::Normal},
    {"xavier_uniform", Initializer::Kind::XavierUniform},
    {"xavier", Initializer::Kind::XavierUniform},
    {"xavier_normal", Initializer::Kind::XavierNormal},
    {"he_uniform", Initializer::Kind::HeUniform},
    {"he", Initializer::Kind::HeUniform},
    {"he_normal", Initializer::Kind::HeNormal},
    {"causal_mask", Initializer::Kind::CausalMask},
};

static StringRef getName(Initializer::Kind kind) {
  return llvm::find_if(namedKinds,
                       [&](NamedKind named) { return named.kind == kind; })
      ->name;
}

llvm::Expected<Initializer> Initializer::parse(StringRef text) {
  StringRef name, number;
  std::tie(name, number) = text.split('(');
  const auto *found = llvm::find_if(
      namedKinds, [&](NamedKind named) { return named.name == name; });
  if (found == std::end(namedKinds)) {
    std::string known;
    for (NamedKind named : namedKinds)
      known += (known.empty() ? "" : ", ") + named.name.str();
    return llvm::createStringError("'" + text +
                                   "' is no initialiser; there are " + known);
  }
  Initializer result{found->kind};
  bool takesScale = result.kind == Kind::Uniform || result.kind == Kind::Normal;
  if (takesScale)
    result.scale = 0.05;
  if (name.size() == text.size())
    return result;
  if (!takesScale)
    return llvm::createStringError("'" + text + "': " + name +
                                   " takes no number");
  if (!number.consume_back(")") || number.getAsDouble(result.scale) ||
      !std::isfinite(result.scale) || result.scale <= 0)
    return llvm::createStringError("'" + text + "' is not of the form " + name +
                                   "(NUMBER) with a positive, finite number");
  return result;
}

llvm::Error Initializer::verify(Type type) const {
  auto fail = [&](const Twine &reason) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return llvm::createStringError(getName(kind) + " cannot make a " + text +
                                   ": " + reason);
  };
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return fail("its sizes must be known");
  bool isConstant = kind == Kind::Zeros || kind == Kind::Ones;
  if (!isa<FloatType>(tensor.getElementType()) &&
      !(isConstant && tensor.getElementType().isInteger(1)))
    return fail("its elements must be floats");
  if ((needsFans() || kind == Kind::CausalMask) && tensor.getRank() < 2)
    return fail("it must have at least two axes");
  return llvm::Error::success();
}

double Initializer::getScale(ArrayRef<int64_t> shape) const {
  if (!needsFans())
    return scale;
  double in = shape[1], out = shape[0];
  for (int64_t size : shape.drop_front(2)) {
    in *= size;
    out *= size;
  }
  switch (kind) {
  case Kind::XavierUniform:
    return std::sqrt(6 / (in + out));
  case Kind::XavierNormal:
    return std::sqrt(2 / (in + out));
  case Kind::HeUniform:
    return std::sqrt(6 / in);
  default:
    return std::sqrt(2 / in);
  }
}
