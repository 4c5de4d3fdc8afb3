//===- PrintTensor.cpp - Tensors as text ------------------------*- C++ -*-===//
//
// Finds the shortest digits and lays out the brackets.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/PrintTensor.h"
#include "HalfPrecision.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>

using namespace llvm;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace {

template <typename... Args> std::string toScientific(Args... args) {
  char buffer[64];
  std::to_chars_result end = std::to_chars(
      buffer, buffer + sizeof(buffer), args..., std::chars_format::scientific);
  return std::string(buffer, end.ptr);
}

/// The shortest digits as `d.ddde+xx`.
std::string getShortest(double value, ElementKind kind) {
  if (kind == ElementKind::F64)
    return toScientific(value);
  if (kind == ElementKind::F32)
    return toScientific(static_cast<float>(value));
  // For half precision there is no such function: the first that reads back.
  for (int precision = 0;; ++precision) {
    char buffer[64];
    std::to_chars_result end =
        std::to_chars(buffer, buffer + sizeof(buffer), value,
                      std::chars_format::scientific, precision);
    StringRef text(buffer, end.ptr - buffer);
    APFloat read(getHalfSemantics(kind));
    cantFail(read.convertFromString(text, APFloat::rmNearestTiesToEven));
    if (read.convertToDouble() == value)
      return text.str();
  }
}

} // namespace

std::string mlir::novi::formatFloat(double value, ElementKind kind) {
  if (std::isnan(value))
    return "nan";
  std::string sign = std::signbit(value) ? "-" : "";
  if (std::isinf(value))
    return sign + "inf";
  if (value == 0)
    return sign + "0";

  std::string shortest = getShortest(std::abs(value), kind);
  auto [mantissa, exponentText] = StringRef(shortest).split('e');
  int exponent;
  exponentText.consume_front("+");
  if (exponentText.getAsInteger(10, exponent))
    llvm_unreachable("std::to_chars gives an exponent");
  // As Python does: without an exponent from 1e-4 up to 1e16.
  if (exponent < -4 || exponent >= 16)
    return sign + shortest;
  std::string digits =
      mantissa.take_front(1).str() +
      mantissa.drop_front(std::min<size_t>(mantissa.size(), 2)).str();
  if (exponent < 0)
    return sign + "0." + std::string(-exponent - 1, '0') + digits;
  size_t numWhole = exponent + 1;
  // An integer is not longer exact than with zeros at its end: 65504, not
  // 65500.
  if (digits.size() <= numWhole)
    return sign + std::to_string(static_cast<int64_t>(std::abs(value)));
  return sign + digits.substr(0, numWhole) + "." + digits.substr(numWhole);
}

static std::string formatElement(const TensorView &tensor, int64_t position) {
  switch (tensor.kind) {
  case ElementKind::F16:
  case ElementKind::BF16:
  case ElementKind::F32:
  case ElementKind::F64:
    return formatFloat(loadFloat(tensor, position), tensor.kind);
  case ElementKind::I1:
    return tensor.values<uint8_t>()[position] ? "true" : "false";
  case ElementKind::I8:
    return std::to_string(tensor.values<int8_t>()[position]);
  case ElementKind::U8:
    return std::to_string(tensor.values<uint8_t>()[position]);
  case ElementKind::I32:
    return std::to_string(tensor.values<int32_t>()[position]);
  case ElementKind::I64:
    return std::to_string(tensor.values<int64_t>()[position]);
  }
  llvm_unreachable("unknown element kind");
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// NumPy's defaults: what is printed whole, and how much of an axis else.
static constexpr int64_t maxElements = 1000, numEdges = 3;

std::string mlir::novi::formatType(const TensorView &tensor) {
  std::string text = "tensor<";
  for (int64_t size : tensor.shape)
    text += std::to_string(size) + "x";
  return text + stringifyElementKind(tensor.kind).str() + ">";
}

/// Prints the part whose first element is at `position` and whose shape is that
/// of the tensor from `axis` on; it has `numElements` elements.
static void printAxis(raw_ostream &os, const TensorView &tensor, size_t axis,
                      int64_t position, int64_t numElements, bool isAbridged) {
  if (axis == tensor.shape.size()) {
    os << formatElement(tensor, position);
    return;
  }
  int64_t size = tensor.shape[axis], step = numElements / size;
  os << '[';
  for (int64_t i = 0; i < size; ++i) {
    if (i != 0)
      os << ", ";
    if (isAbridged && i == numEdges && size > 2 * numEdges) {
      os << "..., ";
      i = size - numEdges;
    }
    printAxis(os, tensor, axis + 1, position + i * step, step, isAbridged);
  }
  os << ']';
}

void mlir::novi::printTensor(raw_ostream &os, const TensorView &tensor) {
  int64_t numElements = tensor.bytes.size() / getElementSize(tensor.kind);
  if (numElements == 0) {
    os << "[]";
    return;
  }
  printAxis(os, tensor, 0, 0, numElements, numElements > maxElements);
}
