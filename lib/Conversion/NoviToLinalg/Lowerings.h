//===- Lowerings.h - What the lowerings to linalg share ---------*- C++ -*-===//
//
// A lowering is a function that builds what replaces an op; it never fails,
// since the verifier has spoken before. The pass names every op of the dialect,
// so one without a lowering here does not compile.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_CONVERSION_NOVITOLINALG_LOWERINGS_H
#define NOVI_LIB_CONVERSION_NOVITOLINALG_LOWERINGS_H

#include "Novi/Conversion/NoviToLinalg/Elements.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::novi::tolinalg {

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

Value lower(ConstantOp op, RewriterBase &builder);
Value lower(ZeroOp op, RewriterBase &builder);
Value lower(EyeOp op, RewriterBase &builder);
Value lower(NegOp op, RewriterBase &builder);
Value lower(ReluOp op, RewriterBase &builder);
Value lower(NotOp op, RewriterBase &builder);
Value lower(ExpOp op, RewriterBase &builder);
Value lower(LogOp op, RewriterBase &builder);
Value lower(CastOp op, RewriterBase &builder);
Value lower(ScaleOp op, RewriterBase &builder);
Value lower(ClipOp op, RewriterBase &builder);
Value lower(AddOp op, RewriterBase &builder);
Value lower(SubOp op, RewriterBase &builder);
Value lower(MulOp op, RewriterBase &builder);
Value lower(DivOp op, RewriterBase &builder);
Value lower(CompareOp op, RewriterBase &builder);
Value lower(SelectOp op, RewriterBase &builder);
Value lower(CrossEntropyLossOp op, RewriterBase &builder);
Value lower(SoftmaxCrossEntropyLossOp op, RewriterBase &builder);
Value lower(PackMaskOp op, RewriterBase &builder);
Value lower(UnpackMaskOp op, RewriterBase &builder);
Value lower(MatmulOp op, RewriterBase &builder);
Value lower(ContractOp op, RewriterBase &builder);
Value lower(ReduceSumOp op, RewriterBase &builder);
Value lower(ReduceMaxOp op, RewriterBase &builder);
Value lower(SoftmaxOp op, RewriterBase &builder);
Value lower(LogSoftmaxOp op, RewriterBase &builder);
Value lower(LayerNormOp op, RewriterBase &builder);
Value lower(ConcatOp op, RewriterBase &builder);
Value lower(SliceOp op, RewriterBase &builder);
Value lower(InsertSliceOp op, RewriterBase &builder);
Value lower(TransposeOp op, RewriterBase &builder);
Value lower(ReshapeOp op, RewriterBase &builder);
Value lower(BroadcastOp op, RewriterBase &builder);

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

using Sizes = ArrayRef<OpFoldResult>;

/// The sizes of the op's result. Where its type is static they are attributes,
/// and only there.
SmallVector<OpFoldResult> reifyResult(RewriterBase &rewriter, Operation *op);

/// The size of an axis, or of all, with attributes as above. A dynamic size
/// comes from what `tensor` was made with, not from `tensor` itself: an op
/// whose result is asked for its size has one more use and does not fuse.
OpFoldResult getSize(OpBuilder &builder, Location loc, Value tensor,
                     int64_t axis);
SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Location loc,
                                   Value tensor);

/// Whether two sizes are the same without a look at what runs.
bool isSameSize(OpFoldResult a, OpFoldResult b);

/// `size` as a value.
Value toValue(OpBuilder &builder, Location loc, OpFoldResult size);

/// The body of a generic: from elements of the inputs, and of the accumulator
/// where there is one, to the element of the result.
using Body = llvm::function_ref<Value(OpBuilder &builder, Location loc,
                                      ValueRange elements)>;

/// Maps elements to elements: `inputs` are read by `maps`, whose dimensions are
/// the axes of the result.
Value createMap(OpBuilder &builder, Location loc, ValueRange inputs,
                ArrayRef<AffineMap> maps, Sizes sizes, Type elementType,
                Body body);

/// Reduces along the loops in `reduced`; the others, in order, are the axes of
/// the result, which has `sizes`, the element type of the number `identity`,
/// and begins with it.
Value createReduction(OpBuilder &builder, Location loc, ValueRange inputs,
                      ArrayRef<AffineMap> maps,
                      const llvm::SmallBitVector &reduced, Sizes sizes,
                      Value identity, Body body);

/// A tensor filled with `value`.
Value createFilled(OpBuilder &builder, Location loc, Sizes sizes, Value value);

/// The elements of `tensor` of `sizes`, which are of its compute type, rounded.
Value roundTensor(OpBuilder &builder, Location loc, Value tensor, Sizes sizes,
                  Type elementType);

/// `tensor` as one of `type`, which must be compatible.
Value castTo(OpBuilder &builder, Location loc, Value tensor, Type type);

/// How an operand is read where it broadcasts to `result`.
AffineMap getBroadcastMap(RankedTensorType operand, RankedTensorType result);

/// The map from `numLoops` loops to those not in `dropped`.
AffineMap getMapWithout(MLIRContext *context, unsigned numLoops,
                        const llvm::SmallBitVector &dropped);

/// The product of `sizes`, an attribute where all of them are.
OpFoldResult multiplySizes(OpBuilder &builder, Location loc, Sizes sizes);

/// Whether a tensor of `type` has no elements, whatever its dynamic sizes.
bool isEmpty(RankedTensorType type);

/// `axis`, which may count from the end, counted from the front.
inline int64_t countFromFront(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

//===----------------------------------------------------------------------===//
// Reductions that softmax and losses share
//===----------------------------------------------------------------------===//

/// The loops over a tensor with rows along one axis: of a scalar, none.
struct Rows {
  Rows(OpBuilder &builder, Location loc, Value input, int64_t axis);

  /// Each element, and what belongs to its row.
  AffineMap elementMap, rowMap;
  llvm::SmallBitVector reduced;
  SmallVector<OpFoldResult> rowSizes;
};

/// The largest element of each row, in the compute type.
Value createRowMaxima(OpBuilder &builder, Location loc, Value input,
                      const Rows &rows);

/// ln(sum exp(x - m)) of each row with the largest elements `maxima`, in the
/// compute type.
Value createRowLogSums(OpBuilder &builder, Location loc, Value input,
                       Value maxima, const Rows &rows);

} // namespace mlir::novi::tolinalg

#endif // NOVI_LIB_CONVERSION_NOVITOLINALG_LOWERINGS_H
