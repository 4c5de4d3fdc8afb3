//===- Ops.cpp - What the ops' functions share ------------------*- C++ -*-===//
//
// Results, sizes and broadcasting, with the checks that types leave open.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::reference;
using llvm::Expected;

Expected<Tensor> reference::makeResult(Operation *op, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Expected<Tensor> result = Tensor::create(type.getElementType(), shape);
  if (!result)
    return makeRuntimeError(op, llvm::toString(result.takeError()));
  return result;
}

Expected<SmallVector<int64_t>>
reference::resolveSizes(Operation *op, ArrayRef<int64_t> sizes,
                        ArrayRef<int64_t> dynamicSizes) {
  SmallVector<int64_t> resolved(sizes);
  const int64_t *next = dynamicSizes.begin();
  for (auto [axis, size] : llvm::enumerate(resolved)) {
    if (ShapedType::isDynamic(size))
      size = *next++;
    if (size < 0)
      return fail(op, "has the negative size {0} along axis {1}", size, axis);
  }
  return resolved;
}

int64_t reference::countFromFront(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

Expected<SmallVector<int64_t>>
reference::getBroadcastShape(Operation *op,
                             ArrayRef<BroadcastOperand> operands) {
  size_t rank = 0;
  for (const BroadcastOperand &operand : operands)
    rank = std::max(rank, operand.shape.size());

  // Axes of static size 1 are repeated; the others must agree.
  SmallVector<int64_t> result(rank, 1);
  SmallVector<bool> isKnown(rank, false);
  for (auto [number, operand] : llvm::enumerate(operands)) {
    for (auto [axis, size] : llvm::enumerate(operand.shape)) {
      size_t resultAxis = rank - operand.shape.size() + axis;
      if (operand.staticShape[axis] == 1)
        continue;
      if (isKnown[resultAxis] && result[resultAxis] != size) {
        std::string shapes;
        for (const BroadcastOperand &each : operands)
          shapes += (shapes.empty() ? "" : " and ") + formatShape(each.shape);
        return fail(op,
                    "shapes {0} do not broadcast: axis {1} of operand {2} has "
                    "size {3}, not {4}{5}",
                    shapes, axis, number, size, result[resultAxis],
                    size == 1 || result[resultAxis] == 1
                        ? "; only a static size 1 is repeated"
                        : "");
      }
      isKnown[resultAxis] = true;
      result[resultAxis] = size;
    }
  }
  return result;
}

SmallVector<int64_t> reference::getBroadcastIndex(ArrayRef<int64_t> index,
                                                  ArrayRef<int64_t> shape) {
  SmallVector<int64_t> own(index.take_back(shape.size()));
  for (auto [entry, size] : llvm::zip_equal(own, shape))
    if (size == 1)
      entry = 0;
  return own;
}
