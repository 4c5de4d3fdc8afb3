//===- ListingText.cpp - How a listing writes things -----------*- C++ -*-===//
//
// Sizes and numbers.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/ListingText.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include <charconv>

using namespace mlir;
using namespace mlir::novi;

std::string mlir::novi::bracket(ArrayRef<int64_t> sizes) {
  std::string text = "[";
  for (auto [index, size] : llvm::enumerate(sizes)) {
    text += index ? ", " : "";
    text += ShapedType::isDynamic(size) ? "?" : std::to_string(size);
  }
  return text + "]";
}

std::string mlir::novi::formatNumber(double number) {
  char buffer[32];
  std::to_chars_result end =
      std::to_chars(buffer, buffer + sizeof(buffer), number);
  std::string text(buffer, end.ptr);
  // The exponent has two digits or more there: 1e-08.
  size_t exponent = text.find('e');
  if (exponent != std::string::npos && text[exponent + 2] == '0')
    text.erase(exponent + 2, 1);
  return text;
}
