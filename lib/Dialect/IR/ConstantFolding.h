//===- ConstantFolding.h - Constants out of constants -----------*- C++ -*-===//
//
// Folds of ops whose operands are constant. They are exact: computed in the
// compute type, rounded once. What is written out is bounded in size, so a
// program does not grow by being folded; a splat stays one element.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_DIALECT_IR_CONSTANTFOLDING_H
#define NOVI_LIB_DIALECT_IR_CONSTANTFOLDING_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

namespace mlir::novi::detail {

/// The most elements that a fold writes out.
inline constexpr int64_t kFoldLimit = 1024;

/// Folds an elementwise op with broadcasting. `compute` gets one element of
/// each operand, in the compute type, `i1` as 0 or 1, and gives the result's
/// (for `i1`, not 0). Null where an operand is not constant or the result too
/// large.
DenseElementsAttr
foldElementwise(ArrayRef<Attribute> operands, RankedTensorType type,
                function_ref<llvm::APFloat(ArrayRef<llvm::APFloat>)> compute);

/// Folds an op that moves elements: element i of the result, in row-major
/// order, is element `sourceOf(i)` of `operand`. Null as above.
DenseElementsAttr foldMovement(Attribute operand, RankedTensorType type,
                               function_ref<int64_t(int64_t)> sourceOf);

/// Whether `attribute` is a constant whose elements all equal `value`, the sign
/// of zero included.
bool isSplatOf(Attribute attribute, double value);

/// Row-major strides of a static shape.
SmallVector<int64_t> getStrides(ArrayRef<int64_t> shape);

/// The index along each axis of the element at `linear` in row-major order.
SmallVector<int64_t> delinearize(int64_t linear, ArrayRef<int64_t> shape);

} // namespace mlir::novi::detail

#endif // NOVI_LIB_DIALECT_IR_CONSTANTFOLDING_H
