//===- PrintTensor.h - Tensors as text --------------------------*- C++ -*-===//
//
// Writes host tensors for people to read.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EXECUTION_PRINTTENSOR_H
#define NOVI_EXECUTION_PRINTTENSOR_H

#include "Novi/Target/NPZ/NPZ.h"

namespace mlir::novi {

/// Writes the type of `tensor`: `tensor<2x3xf32>`.
std::string formatType(const TensorView &tensor);

/// Writes a number with the fewest digits that give it back when they are read
/// in the precision of `kind`: 0.1 as f32 is `0.1`. Integers are exact. Further
/// there are `inf`, `-inf`, `nan` and `-0`. For i1 see printTensor.
std::string formatFloat(double value, ElementKind kind);

/// Writes the elements: `[[1, 2.5], [nan, -0]]`, `true` and `false` for i1, a
/// bare number for a scalar. Of a tensor with more than 1000 elements three at
/// each end of an axis stand for all, as NumPy has it; one with none is `[]`.
void printTensor(llvm::raw_ostream &os, const TensorView &tensor);

} // namespace mlir::novi

#endif // NOVI_EXECUTION_PRINTTENSOR_H
