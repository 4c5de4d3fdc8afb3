//===- PrintTensor.cpp - Tensors as text ------------------------*- C++ -*-===//
//
// Finds the shortest digits and lays out the brackets.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/PrintTensor.h"
#include "llvm/ADT/APFloat.h"
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

const fltSemantics &getHalfSemantics(ElementKind kind) {
  return kind == ElementKind::F16 ? APFloat::IEEEhalf() : APFloat::BFloat();
}

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

  // As Python does: without an exponent from 1e-4 up to 1e16.
  auto [mantissa, exponentText] =
      StringRef(getShortest(std::abs(value), kind)).split('e');
  return "";
}
