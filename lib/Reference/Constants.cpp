//===- Constants.cpp - Tensors out of nothing -------------------*- C++ -*-===//
//
// Executes the ops that need no tensor, and reads elements of attributes.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::reference;
using llvm::APFloat;
using llvm::Expected;

/// One element that a resource holds as little endian bytes.
static double readElement(Type elementType, const char *bytes) {
  using namespace llvm::support;
  if (elementType.isInteger(1))
    return *bytes != 0;
  auto type = cast<FloatType>(elementType);
  uint64_t bits = type.getWidth() == 16   ? endian::read16le(bytes)
                  : type.getWidth() == 32 ? endian::read32le(bytes)
                                          : endian::read64le(bytes);
  return APFloat(type.getFloatSemantics(), llvm::APInt(type.getWidth(), bits))
      .convertToDouble();
}

static llvm::Error readResource(Operation *op,
                                DenseResourceElementsAttr elements,
                                Tensor &result) {
  DenseResourceElementsHandle handle = elements.getRawHandle();
  AsmResourceBlob *blob = handle.getBlob();
  if (!blob)
    return fail(op, "has no data: the resource '{0}' is not in the file",
                handle.getKey());
  Type elementType = elements.getElementType();
  int64_t width = (elementType.getIntOrFloatBitWidth() + 7) / 8;
  ArrayRef<char> data = blob->getData();
  if (static_cast<int64_t>(data.size()) != result.getNumElements() * width)
    return fail(op,
                "has the resource '{0}' of {1} bytes for {2}, which has {3}",
                handle.getKey(), data.size(), elements.getType(),
                result.getNumElements() * width);
  for (int64_t i = 0; i < result.getNumElements(); ++i)
    result.setLinear(i, readElement(elementType, data.data() + i * width));
  return llvm::Error::success();
}

Expected<Tensor> reference::readElements(Operation *op, ElementsAttr elements) {
  Expected<Tensor> result = makeResult(op, elements.getShapedType().getShape());
  if (!result)
    return result;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    if (llvm::Error error = readResource(op, resource, *result))
      return error;
    return result;
  }
  int64_t i = 0;
  if (result->getElementType().isInteger(1)) {
    if (auto values = elements.tryGetValues<bool>()) {
      for (bool value : *values)
        result->setLinear(i++, value);
      return result;
    }
  } else if (auto values = elements.tryGetValues<APFloat>()) {
    for (const APFloat &value : *values)
      result->setLinear(i++, value.convertToDouble());
    return result;
  }
  return fail(op, "has elements of a form that the interpreter cannot read");
}

Expected<Tensor> reference::evaluate(ConstantOp op, const Operands &operands) {
  return readElements(op, op.getValue());
}

Expected<Tensor> reference::evaluate(ZeroOp op, const Operands &operands) {
  Expected<SmallVector<int64_t>> shape =
      resolveSizes(op, op.getType().getShape(), operands.indices);
  if (!shape)
    return shape.takeError();
  return makeResult(op, *shape);
}

Expected<Tensor> reference::evaluate(EyeOp op, const Operands &operands) {
  Expected<SmallVector<int64_t>> shape =
      resolveSizes(op, op.getType().getShape(), operands.indices);
  if (!shape)
    return shape.takeError();
  Expected<Tensor> result = makeResult(op, *shape);
  if (!result)
    return result;
  for (int64_t i = 0; i < std::min((*shape)[0], (*shape)[1]); ++i)
    result->set({i, i}, 1);
  return result;
}
