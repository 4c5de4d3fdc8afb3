//===- Tensor.h - The interpreter's tensors ---------------------*- C++ -*-===//
//
// A tensor as the interpreter holds it: a shape, an element type, and elements
// that are doubles whatever the element type. An element is rounded to the
// element type when it is set, so that an op rounds exactly once.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_REFERENCE_TENSOR_H
#define NOVI_REFERENCE_TENSOR_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlir::novi::reference {

/// `value` in the precision of f16, bf16, f32 or f64, to nearest even. An i1 is
/// 0 or 1 and an i8 the bits of a mask, 0 to 255; they stay as they are.
double roundTo(Type elementType, double value);

/// "2x3", or "scalar" for no axes.
std::string formatShape(llvm::ArrayRef<int64_t> shape);

class Tensor {
public:
  /// A tensor of zeros. Fails for a negative size, for more elements than can
  /// be counted, and for more memory than there is.
  static llvm::Expected<Tensor> create(Type elementType,
                                       llvm::ArrayRef<int64_t> shape);

  Type getElementType() const { return elementType; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getRank() const { return shape.size(); }
  int64_t getNumElements() const { return numElements; }

  /// The element at `index`, which has one entry for each axis.
  double get(llvm::ArrayRef<int64_t> index) const {
    return elements[linearize(index)];
  }
  void set(llvm::ArrayRef<int64_t> index, double value) {
    setLinear(linearize(index), value);
  }

  /// The element that is the `position`th in row-major order.
  double getLinear(int64_t position) const { return elements[position]; }
  void setLinear(int64_t position, double value) {
    elements[position] = roundTo(elementType, value);
  }

private:
  int64_t linearize(llvm::ArrayRef<int64_t> index) const;

  Type elementType;
  llvm::SmallVector<int64_t> shape;
  int64_t numElements = 0;
  std::unique_ptr<double[]> elements;
};

/// Calls `visit` with each index into `shape`, the last axis fastest; once,
/// with no entries, for a scalar.
template <typename Visit>
void forEachIndex(llvm::ArrayRef<int64_t> shape, Visit visit) {
  if (llvm::is_contained(shape, 0))
    return;
  llvm::SmallVector<int64_t> index(shape.size(), 0);
  while (true) {
    visit(llvm::ArrayRef<int64_t>(index));
    size_t axis = shape.size();
    while (axis > 0 && ++index[axis - 1] == shape[axis - 1])
      index[--axis] = 0;
    if (axis == 0)
      return;
  }
}

} // namespace mlir::novi::reference

#endif // NOVI_REFERENCE_TENSOR_H
