//===- Masks.cpp - Masks of one bit an element ------------------*- C++ -*-===//
//
// Executes the ops that pack and unpack masks.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::reference;
using llvm::Expected;

Expected<Tensor> reference::evaluate(PackMaskOp op, const Operands &operands) {
  const Tensor &mask = operands[0];
  SmallVector<int64_t> shape(mask.getShape());
  shape.back() = UnpackMaskOp::getNumBytes(shape.back(), op.getAlignment());
  Expected<Tensor> result = makeResult(op, shape);
  if (!result)
    return result;
  forEachIndex(mask.getShape(), [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> byte(index);
    byte.back() /= 8;
    double bit = mask.get(index) * (1 << index.back() % 8);
    result->set(byte, result->get(byte) + bit);
  });
  return result;
}

Expected<Tensor> reference::evaluate(UnpackMaskOp op,
                                     const Operands &operands) {
  const Tensor &packed = operands[0];
  SmallVector<int64_t> shape(packed.getShape());
  shape.back() =
      op.getSize() ? operands.indices[0] : op.getType().getShape().back();
  if (shape.back() < 0)
    return fail(op, "has the negative size {0}", shape.back());
  Expected<Tensor> result = makeResult(op, shape);
  if (!result)
    return result;
  int64_t bytes = UnpackMaskOp::getNumBytes(shape.back(), op.getAlignment());
  if (bytes != packed.getShape().back())
    return fail(
        op, "takes {0} bytes for a row of {1} bits, aligned to {2}, not {3}",
        bytes, shape.back(), op.getAlignment(), packed.getShape().back());
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> byte(index);
    byte.back() /= 8;
    int64_t bits = packed.get(byte);
    result->set(index, bits >> index.back() % 8 & 1);
  });
  return result;
}
