//===- HalfPrecision.h - Elements of f16 and bf16 ---------------*- C++ -*-===//
//
// Converts between double and the two formats that C++ has no type for, and
// from any float element to double.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EXECUTION_HALFPRECISION_H
#define NOVI_LIB_EXECUTION_HALFPRECISION_H

#include "Novi/Target/NPZ/NPZ.h"
#include "llvm/ADT/APFloat.h"

namespace mlir::novi {

inline const llvm::fltSemantics &getHalfSemantics(ElementKind kind) {
  return kind == ElementKind::F16 ? llvm::APFloat::IEEEhalf()
                                  : llvm::APFloat::BFloat();
}

inline double decodeHalf(uint16_t bits, ElementKind kind) {
  return llvm::APFloat(getHalfSemantics(kind), llvm::APInt(16, bits))
      .convertToDouble();
}

/// Rounds to nearest even.
inline uint16_t encodeHalf(double value, ElementKind kind) {
  llvm::APFloat rounded(value);
  bool losesInfo;
  rounded.convert(getHalfSemantics(kind), llvm::APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return rounded.bitcastToAPInt().getZExtValue();
}

/// An element of a tensor of floats.
inline double loadFloat(const TensorView &tensor, int64_t position) {
  switch (tensor.kind) {
  case ElementKind::F64:
    return tensor.values<double>()[position];
  case ElementKind::F32:
    return tensor.values<float>()[position];
  default:
    return decodeHalf(tensor.values<uint16_t>()[position], tensor.kind);
  }
}

} // namespace mlir::novi

#endif // NOVI_LIB_EXECUTION_HALFPRECISION_H
