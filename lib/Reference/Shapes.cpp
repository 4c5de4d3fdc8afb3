//===- Shapes.cpp - Ops that only move elements -----------------*- C++ -*-===//
//
// Executes the ops that move elements.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::reference;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Concat and transpose
//===----------------------------------------------------------------------===//

Expected<Tensor> reference::evaluate(ConcatOp op, const Operands &operands) {
  const Tensor &first = operands[0];
  int64_t axis = countFromFront(op.getAxis(), first.getRank());
  SmallVector<int64_t> shape(first.getShape());
  shape[axis] = 0;
  for (auto [number, input] : llvm::enumerate(operands.tensors))
    for (int64_t d = 0; d < first.getRank(); ++d) {
      int64_t size = input->getShape()[d];
      if (d != axis && size != shape[d])
        return fail(op,
                    "cannot join {0} and {1} along axis {2}: axis {3} has size "
                    "{4} and, in input {5}, {6}",
                    formatShape(first.getShape()),
                    formatShape(input->getShape()), axis, d, shape[d], number,
                    size);
      if (d == axis && llvm::AddOverflow(shape[d], size, shape[d]))
        return fail(op, "has a size along axis {0} that does not fit 64 bits",
                    axis);
    }
  Expected<Tensor> result = makeResult(op, shape);
  if (!result)
    return result;

  int64_t offset = 0;
  for (const Tensor *input : operands.tensors) {
    forEachIndex(input->getShape(), [&](ArrayRef<int64_t> index) {
      SmallVector<int64_t> moved(index);
      moved[axis] += offset;
      result->set(moved, input->get(index));
    });
    offset += input->getShape()[axis];
  }
  return result;
}

Expected<Tensor> reference::evaluate(TransposeOp op, const Operands &operands) {
  ArrayRef<int64_t> permutation = op.getPermutation();
  SmallVector<int64_t> shape;
  for (int64_t axis : permutation)
    shape.push_back(operands[0].getShape()[axis]);
  Expected<Tensor> result = makeResult(op, shape);
  if (!result)
    return result;
  SmallVector<int64_t> source(shape.size());
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    for (auto [axis, entry] : llvm::zip_equal(permutation, index))
      source[axis] = entry;
    result->set(index, operands[0].get(source));
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// The offsets of a part, the dynamic ones from `dynamicOffsets` in turn, after
/// a check that the part lies within `shape`.
static Expected<SmallVector<int64_t>>
resolveOffsets(Operation *op, ArrayRef<int64_t> shape,
               ArrayRef<int64_t> staticOffsets,
               ArrayRef<int64_t> dynamicOffsets, ArrayRef<int64_t> sizes,
               ArrayRef<int64_t> strides) {
  SmallVector<int64_t> offsets(staticOffsets);
  const int64_t *next = dynamicOffsets.begin();
  for (auto [axis, offset] : llvm::enumerate(offsets)) {
    if (ShapedType::isDynamic(offset))
      offset = *next++;
    // Of a part without elements the offset alone must lie within, or at the
    // end. The steps are compared as a quotient, which cannot overflow.
    bool fits = offset >= 0 && offset <= shape[axis];
    if (fits && sizes[axis] > 0)
      fits = offset < shape[axis] &&
             sizes[axis] - 1 <= (shape[axis] - 1 - offset) / strides[axis];
    if (!fits)
      return fail(op,
                  "reaches outside axis {0} of {1}: offset {2}, size {3}, "
                  "stride {4}",
                  axis, formatShape(shape), offset, sizes[axis], strides[axis]);
  }
  return offsets;
}

/// Where element `index` of a part is in the whole.
static SmallVector<int64_t> getPlace(ArrayRef<int64_t> index,
                                     ArrayRef<int64_t> offsets,
                                     ArrayRef<int64_t> strides) {
  SmallVector<int64_t> place;
  for (auto [entry, offset, stride] : llvm::zip_equal(index, offsets, strides))
    place.push_back(offset + entry * stride);
  return place;
}

Expected<Tensor> reference::evaluate(SliceOp op, const Operands &operands) {
  size_t numOffsets = op.getOffsets().size();
  ArrayRef<int64_t> indices = operands.indices;
  Expected<SmallVector<int64_t>> sizes =
      resolveSizes(op, op.getStaticSizes(), indices.drop_front(numOffsets));
  if (!sizes)
    return sizes.takeError();
  Expected<SmallVector<int64_t>> offsets =
      resolveOffsets(op, operands[0].getShape(), op.getStaticOffsets(),
                     indices.take_front(numOffsets), *sizes, op.getStrides());
  if (!offsets)
    return offsets.takeError();
  Expected<Tensor> result = makeResult(op, *sizes);
  if (!result)
    return result;
  forEachIndex(*sizes, [&](ArrayRef<int64_t> index) {
    result->set(index,
                operands[0].get(getPlace(index, *offsets, op.getStrides())));
  });
  return result;
}

Expected<Tensor> reference::evaluate(InsertSliceOp op,
                                     const Operands &operands) {
  const Tensor &source = operands[0], &dest = operands[1];
  Expected<SmallVector<int64_t>> offsets =
      resolveOffsets(op, dest.getShape(), op.getStaticOffsets(),
                     operands.indices, source.getShape(), op.getStrides());
  if (!offsets)
    return offsets.takeError();
  Expected<Tensor> result = makeResult(op, dest.getShape());
  if (!result)
    return result;
  forEachIndex(dest.getShape(), [&](ArrayRef<int64_t> index) {
    result->set(index, dest.get(index));
  });
  forEachIndex(source.getShape(), [&](ArrayRef<int64_t> index) {
    result->set(getPlace(index, *offsets, op.getStrides()), source.get(index));
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Reshape and broadcast
//===----------------------------------------------------------------------===//

Expected<Tensor> reference::evaluate(ReshapeOp op, const Operands &operands) {
  const Tensor &input = operands[0];
  Expected<SmallVector<int64_t>> shape =
      resolveSizes(op, op.getType().getShape(), operands.indices);
  if (!shape)
    return shape.takeError();
  Expected<Tensor> result = makeResult(op, *shape);
  if (!result)
    return result;
  if (result->getNumElements() != input.getNumElements())
    return fail(op, "cannot reshape {0} with {1} elements to {2} with {3}",
                formatShape(input.getShape()), input.getNumElements(),
                formatShape(*shape), result->getNumElements());
  for (int64_t i = 0; i < input.getNumElements(); ++i)
    result->setLinear(i, input.getLinear(i));
  return result;
}

Expected<Tensor> reference::evaluate(BroadcastOp op, const Operands &operands) {
  const Tensor &input = operands[0];
  Expected<SmallVector<int64_t>> shape =
      resolveSizes(op, op.getType().getShape(), operands.indices);
  if (!shape)
    return shape.takeError();
  ArrayRef<int64_t> aligned =
      ArrayRef<int64_t>(*shape).take_back(input.getRank());
  for (auto [axis, size] : llvm::enumerate(input.getShape())) {
    bool isRepeated = op.getInput().getType().getDimSize(axis) == 1;
    if (!isRepeated && size != aligned[axis])
      return fail(op,
                  "cannot broadcast {0} to {1}: axis {2} of the input has size "
                  "{3}, not {4}{5}",
                  formatShape(input.getShape()), formatShape(*shape), axis,
                  size, aligned[axis],
                  size == 1 ? "; only a static size 1 is repeated" : "");
  }
  Expected<Tensor> result = makeResult(op, *shape);
  if (!result)
    return result;
  forEachIndex(*shape, [&](ArrayRef<int64_t> index) {
    result->set(index, input.get(getBroadcastIndex(index, input.getShape())));
  });
  return result;
}
