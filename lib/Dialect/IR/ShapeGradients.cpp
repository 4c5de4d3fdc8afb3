//===- ShapeGradients.cpp - Gradients of moved elements ---------*- C++ -*-===//
//
// Gradient rules of the ops that move elements: each element's gradient goes
// back to where the element came from.
//
//===----------------------------------------------------------------------===//

#include "Gradients.h"
#include "ShapeInference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

// Each input's gradient is the part of u that the input filled.
void ConcatOp::buildGradients(OpBuilder &builder, Value upstream,
                              ArrayRef<bool> needed,
                              MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  int64_t rank = getType().getRank();
  int64_t axis = getAxis() < 0 ? getAxis() + rank : getAxis();
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  SmallVector<int64_t> strides(rank, 1);
  for (auto [index, input] : llvm::enumerate(getInputs())) {
    if (needed[index])
      gradients[index] =
          SliceOp::create(builder, loc, upstream, offsets,
                          novi::detail::getSizes(builder, loc, input), strides);
    // Where the next one begins, if one is still needed.
    if (!llvm::is_contained(needed.drop_front(index + 1), true))
      break;
    OpFoldResult size = getSize(builder, loc, input, axis);
    std::optional<int64_t> begin = getConstantIntValue(offsets[axis]);
    std::optional<int64_t> width = getConstantIntValue(size);
    if (begin && width)
      offsets[axis] = builder.getIndexAttr(*begin + *width);
    else
      offsets[axis] =
          arith::AddIOp::create(
              builder, loc,
              getValueOrCreateConstantIndexOp(builder, loc, offsets[axis]),
              getValueOrCreateConstantIndexOp(builder, loc, size))
              .getResult();
  }
}

// dx = u in the part, 0 outside.
void SliceOp::buildGradients(OpBuilder &builder, Value upstream,
                             ArrayRef<bool> needed,
                             MutableArrayRef<Value> gradients) {
  Value zeros = createZerosLike(builder, getLoc(), getInput());
  gradients[0] = InsertSliceOp::create(builder, getLoc(), upstream, zeros,
                                       getMixedOffsets(), getStrides());
}

// dsource = u in the part, ddest = u with 0 in the part.
void InsertSliceOp::buildGradients(OpBuilder &builder, Value upstream,
                                   ArrayRef<bool> needed,
                                   MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  if (needed[0])
    gradients[0] = SliceOp::create(
        builder, loc, upstream, getMixedOffsets(),
        novi::detail::getSizes(builder, loc, getSource()), getStrides());
  if (needed[1])
    gradients[1] = InsertSliceOp::create(
        builder, loc, createZerosLike(builder, loc, getSource()), upstream,
        getMixedOffsets(), getStrides());
}

// dx = u, the axes back in their order.
void TransposeOp::buildGradients(OpBuilder &builder, Value upstream,
                                 ArrayRef<bool> needed,
                                 MutableArrayRef<Value> gradients) {
  gradients[0] = TransposeOp::create(builder, getLoc(), upstream,
                                     invertPermutationVector(getPermutation()));
}

// dx = u in the shape of x.
void ReshapeOp::buildGradients(OpBuilder &builder, Value upstream,
                               ArrayRef<bool> needed,
                               MutableArrayRef<Value> gradients) {
  gradients[0] =
      createReshape(builder, getLoc(), upstream,
                    novi::detail::getSizes(builder, getLoc(), getInput()));
}

// dx = u summed over all copies of an element.
void BroadcastOp::buildGradients(OpBuilder &builder, Value upstream,
                                 ArrayRef<bool> needed,
                                 MutableArrayRef<Value> gradients) {
  gradients[0] = sumToOperand(builder, getLoc(), upstream, getInput());
}
