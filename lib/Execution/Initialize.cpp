//===- Initialize.cpp - First values of parameters --------------*- C++ -*-===//
//
// The generator, the distributions, and who gets which.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/Initialize.h"
#include "HalfPrecision.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

/// The 64-bit FNV-1a hash.
static uint64_t hashName(StringRef name) {
  uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char byte : name)
    hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

namespace {

/// Philox4x64-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
/// 2011). As in NumPy the first block is that of counter 1.
class Philox {
public:
  Philox(uint64_t seed, StringRef name) : seed(seed), stream(hashName(name)) {}

  /// A number in [-1, 1), a multiple of 2^-52.
  double nextSymmetric() {
    return std::ldexp(static_cast<double>(nextWord() >> 11), -52) - 1;
  }

private:
  uint64_t nextWord() {
    if (position == 4)
      makeBlock();
    return block[position++];
  }
  void makeBlock();

  uint64_t seed, stream;
  uint64_t counter = 0;
  uint64_t block[4] = {};
  unsigned position = 4;
};

} // namespace

void Philox::makeBlock() {
  auto multiply = [](uint64_t a, uint64_t b, uint64_t &low) -> uint64_t {
    __extension__ auto product = static_cast<unsigned __int128>(a) * b;
    low = static_cast<uint64_t>(product);
    return static_cast<uint64_t>(product >> 64);
  };
  uint64_t state[4] = {++counter, 0, 0, 0}, round[2] = {seed, stream};
  for (unsigned i = 0; i < 10; ++i) {
    uint64_t low0, low2;
    uint64_t high0 = multiply(0xd2e7470ee14c6c93, state[0], low0);
    uint64_t high2 = multiply(0xca5a826395121157, state[2], low2);
    state[0] = high2 ^ state[1] ^ round[0];
    state[1] = low2;
    state[2] = high0 ^ state[3] ^ round[1];
    state[3] = low0;
    round[0] += 0x9e3779b97f4a7c15;
    round[1] += 0xbb67ae8584caa73b;
  }
  llvm::copy(state, block);
  position = 0;
}

/// The natural logarithm of a positive, normal number. The C library's differs
/// in the last digit from machine to machine.
static double logarithm(double x) {
  int exponent;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  // ln m = 2 atanh t = 2 (t + t^3 / 3 + t^5 / 5 + ...), t^2 below 0.03.
  double t = (mantissa - 1) / (mantissa + 1), sum = 0;
  for (int power = 23; power >= 1; power -= 2)
    sum = sum * (t * t) + 1.0 / power;
  return exponent * 0.69314718055994531 + 2 * t * sum;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Sets every element, in order, to what `next` gives.
static void fill(HostTensor &tensor, llvm::function_ref<double()> next) {
  switch (tensor.kind) {
  case ElementKind::F64:
    for (double &element : tensor.values<double>())
      element = next();
    return;
  case ElementKind::F32:
    for (float &element : tensor.values<float>())
      element = static_cast<float>(next());
    return;
  case ElementKind::F16:
  case ElementKind::BF16:
    for (uint16_t &element : tensor.values<uint16_t>())
      element = encodeHalf(next(), tensor.kind);
    return;
  default:
    for (uint8_t &element : tensor.values<uint8_t>())
      element = next() != 0;
    return;
  }
}

static void fillNormal(HostTensor &tensor, Philox &random, double deviation) {
  double second = 0;
  bool hasSecond = false;
  fill(tensor, [&] {
    if (std::exchange(hasSecond, !hasSecond))
      return second;
    double x, y, s;
    do {
      x = random.nextSymmetric();
      y = random.nextSymmetric();
      s = x * x + y * y;
    } while (s == 0 || s >= 1);
    double factor = deviation * std::sqrt(-2 * logarithm(s) / s);
    second = y * factor;
    return x * factor;
  });
}

static void fillCausalMask(HostTensor &tensor) {
  ArrayRef<int64_t> shape = tensor.shape;
  int64_t rows = shape[shape.size() - 2], columns = shape.back();
  int64_t position = 0;
  fill(tensor, [&] {
    int64_t row = position / columns % rows, column = position % columns;
    ++position;
    return column > row ? -std::numeric_limits<double>::infinity() : 0;
  });
}

static llvm::Expected<HostTensor> initialize(const TensorDescription &argument,
                                             const Initializer &initializer,
                                             uint64_t seed) {
  auto fail = [&](llvm::Error error) {
    return llvm::createStringError("'" + argument.name +
                                   "': " + llvm::toString(std::move(error)));
  };
  if (llvm::Error error = initializer.verify(argument.type))
    return fail(std::move(error));
  llvm::Expected<HostTensor> tensor =
      HostTensor::zeros(*getElementKind(argument.type.getElementType()),
                        argument.type.getShape());
  if (!tensor)
    return fail(tensor.takeError());
  Philox random(seed, argument.name);
  double scale = initializer.getScale(tensor->shape);
  if (initializer.isUniform())
    fill(*tensor, [&] { return random.nextSymmetric() * scale; });
  else if (initializer.isNormal())
    fillNormal(*tensor, random, scale);
  else if (initializer.kind == Initializer::Kind::CausalMask)
    fillCausalMask(*tensor);
  else if (initializer.kind == Initializer::Kind::Ones)
    fill(*tensor, [] { return 1; });
  return tensor;
}

//===----------------------------------------------------------------------===//
// Who gets which
//===----------------------------------------------------------------------===//

llvm::Error InitializationOptions::add(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    auto [name, value] = part.rsplit('=');
    bool hasName = name.size() != part.size();
    if (hasName && name == "seed" && llvm::all_of(value, llvm::isDigit)) {
      if (value.getAsInteger(10, seed))
        return llvm::createStringError("'" + part +
                                       "' is no seed, which is a number from 0 "
                                       "to 2^64 - 1");
      continue;
    }
    llvm::Expected<Initializer> initializer =
        Initializer::parse(hasName ? value : part);
    if (!initializer)
      return initializer.takeError();
    if (hasName)
      arguments[name] = *initializer;
    else
      parameters = *initializer;
  }
  return llvm::Error::success();
}

/// The initialiser of an argument, if it has one.
static llvm::Expected<std::optional<Initializer>>
chooseInitializer(const TensorDescription &argument,
                  const InitializationOptions &options) {
  if (auto named = options.arguments.find(argument.name);
      named != options.arguments.end())
    return named->second;
  if (!argument.initialize.empty())
    return Initializer::parse(argument.initialize);
  if (argument.role != "parameter" || !options.parameters)
    return std::nullopt;
  return argument.type.getRank() < 2 ? Initializer() : options.parameters;
}

llvm::Error novi::initializeArguments(const Signature &signature,
                                      const InitializationOptions &options,
                                      NamedTensors &tensors) {
  llvm::Error errors = llvm::Error::success();
  auto addError = [&](llvm::Error error) {
    errors = llvm::joinErrors(std::move(errors), std::move(error));
  };
  for (const auto &named : options.arguments) {
    auto isCalled = [&](const TensorDescription &argument) {
      return argument.name == named.first();
    };
    if (llvm::none_of(signature.arguments, isCalled))
      addError(llvm::createStringError(
          "'" + named.first() + "' is to be initialised, but @" +
          signature.function + " has no argument of that name"));
    else if (tensors.contains(named.first().str()))
      addError(llvm::createStringError("'" + named.first() +
                                       "' is to be initialised, but is fed"));
  }
  // What has no name goes to the only argument.
  if (tensors.contains(""))
    return errors;
  for (const TensorDescription &argument : signature.arguments) {
    if (tensors.contains(argument.name))
      continue;
    llvm::Expected<std::optional<Initializer>> initializer =
        chooseInitializer(argument, options);
    if (!initializer) {
      addError(initializer.takeError());
      continue;
    }
    if (!*initializer)
      continue;
    llvm::Expected<HostTensor> tensor =
        initialize(argument, **initializer, options.seed);
    if (tensor)
      tensors.insert({argument.name, std::move(*tensor)});
    else
      addError(tensor.takeError());
  }
  return errors;
}
