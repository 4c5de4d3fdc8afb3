//===- Tensor.cpp - The interpreter's tensors -------------------*- C++ -*-===//
//
// Implements rounding, allocation and indexing of the interpreter's tensors.
//
//===----------------------------------------------------------------------===//

#include "Novi/Reference/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <new>
#include <optional>

using namespace mlir;
using namespace mlir::novi::reference;
using llvm::APFloat;

double mlir::novi::reference::roundTo(Type elementType, double value) {
  if (elementType.isF64() || elementType.isInteger())
    return value;
  if (elementType.isF32())
    return static_cast<float>(value);
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(cast<FloatType>(elementType).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &losesInfo);
  return rounded.convertToDouble();
}

std::string mlir::novi::reference::formatShape(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(shape, os, "x");
  return text;
}

/// What the system can still give without swapping; nothing where it does not
/// say. An allocation of more may succeed all the same, and be killed later.
static std::optional<uint64_t> getAvailableMemory() {
  auto buffer = llvm::MemoryBuffer::getFileAsStream("/proc/meminfo");
  if (!buffer)
    return std::nullopt;
  auto [before, after] = (*buffer)->getBuffer().split("MemAvailable:");
  uint64_t kibibytes;
  if (after.ltrim().consumeInteger(10, kibibytes))
    return std::nullopt;
  return kibibytes * 1024;
}

llvm::Expected<Tensor> Tensor::create(Type elementType,
                                      ArrayRef<int64_t> shape) {
  // Zero sizes do not make the others harmless: their product is a stride.
  int64_t bytes = sizeof(double);
  bool isEmpty = false;
  for (auto [axis, size] : llvm::enumerate(shape)) {
    if (size < 0)
      return llvm::createStringError("has a result with the negative size " +
                                     llvm::Twine(size) + " along axis " +
                                     llvm::Twine(axis));
    if (size != 0 && llvm::MulOverflow(bytes, size, bytes))
      return llvm::createStringError(
          "has a result of " + formatShape(shape) +
          ", more elements than can be counted; their number times 8 bytes "
          "must fit 63 bits");
    isEmpty |= size == 0;
  }
  if (isEmpty)
    bytes = 0;

  constexpr int64_t neverScarce = int64_t(1) << 28;
  std::optional<uint64_t> available;
  if (bytes > neverScarce)
    available = getAvailableMemory();
  Tensor result;
  result.numElements = bytes / sizeof(double);
  if (!available || static_cast<uint64_t>(bytes) <= *available)
    result.elements.reset(new (std::nothrow) double[result.numElements]());
  if (!result.elements)
    return llvm::createStringError("has a result of " + formatShape(shape) +
                                   ", for whose " + llvm::Twine(bytes) +
                                   " bytes there is not enough memory");
  result.elementType = elementType;
  result.shape.assign(shape.begin(), shape.end());
  return result;
}

int64_t Tensor::linearize(ArrayRef<int64_t> index) const {
  int64_t position = 0;
  for (auto [entry, size] : llvm::zip_equal(index, shape))
    position = position * size + entry;
  return position;
}
