//===- ConstantFolding.cpp - Constants out of constants ---------*- C++ -*-===//
//
// Implements the folds of constant operands.
//
//===----------------------------------------------------------------------===//

#include "ConstantFolding.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;
using llvm::APFloat;

namespace {

APFloat convert(APFloat value, const llvm::fltSemantics &semantics) {
  bool losesInfo;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

/// The element in the compute type: f32 for narrower ones, i1 as 0 or 1.
APFloat toComputeType(DenseElementsAttr attribute, int64_t index) {
  if (attribute.getElementType().isInteger(1))
    return APFloat(attribute.isSplat()
                       ? attribute.getSplatValue<bool>() * 1.0f
                       : attribute.getValues<bool>()[index] * 1.0f);
  APFloat value = attribute.isSplat() ? attribute.getSplatValue<APFloat>()
                                      : attribute.getValues<APFloat>()[index];
  return attribute.getElementType().getIntOrFloatBitWidth() < 32
             ? convert(value, APFloat::IEEEsingle())
             : value;
}

Attribute toElement(const APFloat &value, Type elementType) {
  if (elementType.isInteger(1))
    return IntegerAttr::get(elementType, !value.isZero());
  return FloatAttr::get(
      elementType,
      convert(value, cast<FloatType>(elementType).getFloatSemantics()));
}

} // namespace

SmallVector<int64_t> novi::detail::getStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t axis = shape.size(); axis-- > 1;)
    strides[axis - 1] = strides[axis] * shape[axis];
  return strides;
}

SmallVector<int64_t> novi::detail::delinearize(int64_t linear,
                                               ArrayRef<int64_t> shape) {
  SmallVector<int64_t> index(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = linear % shape[axis];
    linear /= shape[axis];
  }
  return index;
}

DenseElementsAttr novi::detail::foldElementwise(
    ArrayRef<Attribute> operands, RankedTensorType type,
    function_ref<APFloat(ArrayRef<APFloat>)> compute) {
  SmallVector<DenseElementsAttr> constants;
  bool allSplat = true;
  for (Attribute operand : operands) {
    auto constant = dyn_cast_or_null<DenseElementsAttr>(operand);
    if (!constant)
      return nullptr;
    constants.push_back(constant);
    allSplat &= constant.isSplat();
  }
  if (!type.hasStaticShape() ||
      (!allSplat && type.getNumElements() > kFoldLimit))
    return nullptr;

  SmallVector<APFloat> elements(constants.size(), APFloat(0.0f));
  if (allSplat) {
    for (auto [element, constant] : llvm::zip_equal(elements, constants))
      element = toComputeType(constant, 0);
    return DenseElementsAttr::get(
        type, toElement(compute(elements), type.getElementType()));
  }

  SmallVector<SmallVector<int64_t>> strides;
  for (DenseElementsAttr constant : constants)
    strides.push_back(getStrides(constant.getType().getShape()));
  SmallVector<Attribute> results;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    SmallVector<int64_t> index = delinearize(i, type.getShape());
    for (auto [element, constant, stride] :
         llvm::zip_equal(elements, constants, strides)) {
      ArrayRef<int64_t> shape = constant.getType().getShape();
      int64_t source = 0;
      for (size_t axis = 0; axis < shape.size(); ++axis)
        if (shape[axis] != 1)
          source += index[index.size() - shape.size() + axis] * stride[axis];
      element = toComputeType(constant, source);
    }
    results.push_back(toElement(compute(elements), type.getElementType()));
  }
  return DenseElementsAttr::get(type, results);
}

DenseElementsAttr
novi::detail::foldMovement(Attribute operand, RankedTensorType type,
                           function_ref<int64_t(int64_t)> sourceOf) {
  auto constant = dyn_cast_or_null<DenseElementsAttr>(operand);
  if (!constant || !type.hasStaticShape())
    return nullptr;
  if (constant.isSplat())
    return constant.resizeSplat(type);
  if (type.getNumElements() > kFoldLimit)
    return nullptr;
  SmallVector<Attribute> results;
  auto elements = constant.getValues<Attribute>();
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
    results.push_back(elements[sourceOf(i)]);
  return DenseElementsAttr::get(type, results);
}

bool novi::detail::isSplatOf(Attribute attribute, double value) {
  auto constant = dyn_cast_or_null<DenseElementsAttr>(attribute);
  if (!constant || !constant.isSplat() ||
      !isa<FloatType>(constant.getElementType()))
    return false;
  APFloat splat = constant.getSplatValue<APFloat>();
  return splat.bitwiseIsEqual(convert(APFloat(value), splat.getSemantics()));
}
