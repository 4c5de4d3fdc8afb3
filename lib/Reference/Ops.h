//===- Ops.h - One function for each op -------------------------*- C++ -*-===//
//
// What the interpreter does for each op of the dialect, and what those
// functions share. The dispatch names every op of the dialect, so one without a
// function here does not compile.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_REFERENCE_OPS_H
#define NOVI_LIB_REFERENCE_OPS_H

#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Reference/RuntimeError.h"
#include "Novi/Reference/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::novi::reference {

/// The operands of one op: its tensors and its indices, each in order.
struct Operands {
  SmallVector<const Tensor *> tensors;
  SmallVector<int64_t> indices;

  const Tensor &operator[](size_t number) const { return *tensors[number]; }
};

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

llvm::Expected<Tensor> evaluate(ConstantOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(ZeroOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(EyeOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(NegOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(ReluOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(NotOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(ExpOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(LogOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(CastOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(ScaleOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(ClipOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(AddOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(SubOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(MulOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(DivOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(CompareOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(SelectOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(CrossEntropyLossOp op,
                                const Operands &operands);
llvm::Expected<Tensor> evaluate(SoftmaxCrossEntropyLossOp op,
                                const Operands &operands);
llvm::Expected<Tensor> evaluate(PackMaskOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(UnpackMaskOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(MatmulOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(ContractOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(ReduceSumOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(ReduceMaxOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(SoftmaxOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(LogSoftmaxOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(LayerNormOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(ConcatOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(TransposeOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(SliceOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(InsertSliceOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(ReshapeOp op, const Operands &operands);
llvm::Expected<Tensor> evaluate(BroadcastOp op, const Operands &operands);

/// The ops of arith that compute sizes and offsets.
#define NOVI_INDEX_OPS                                                         \
  arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp, arith::DivUIOp, \
      arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,             \
      arith::RemSIOp, arith::RemUIOp, arith::MinSIOp, arith::MinUIOp,          \
      arith::MaxSIOp, arith::MaxUIOp

llvm::Expected<int64_t> evaluate(arith::AddIOp op, const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::SubIOp op, const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::MulIOp op, const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::DivSIOp op, const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::DivUIOp op, const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::CeilDivSIOp op,
                                 const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::CeilDivUIOp op,
                                 const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::FloorDivSIOp op,
                                 const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::RemSIOp op, const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::RemUIOp op, const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::MinSIOp op, const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::MinUIOp op, const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::MaxSIOp op, const Operands &operands);
llvm::Expected<int64_t> evaluate(arith::MaxUIOp op, const Operands &operands);

//===----------------------------------------------------------------------===//
// What they share
//===----------------------------------------------------------------------===//

/// An error of `op`, its text as for formatv.
template <typename... Args>
llvm::Error fail(Operation *op, const char *format, Args &&...args) {
  return makeRuntimeError(
      op, llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// A tensor of zeros for the only result of `op`.
llvm::Expected<Tensor> makeResult(Operation *op, ArrayRef<int64_t> shape);

/// `sizes` with the dynamic ones taken from `dynamicSizes` in turn.
llvm::Expected<SmallVector<int64_t>>
resolveSizes(Operation *op, ArrayRef<int64_t> sizes,
             ArrayRef<int64_t> dynamicSizes);

/// `axis`, which may count from the end, counted from the front.
int64_t countFromFront(int64_t axis, int64_t rank);

/// An operand to be broadcast: the sizes it has, and those its type knows, by
/// which a size of 1 is repeated or not.
struct BroadcastOperand {
  ArrayRef<int64_t> shape, staticShape;
};

/// The shape to which the operands of `op` broadcast.
llvm::Expected<SmallVector<int64_t>>
getBroadcastShape(Operation *op, ArrayRef<BroadcastOperand> operands);

/// The index into an operand of `shape` for `index` into the result.
SmallVector<int64_t> getBroadcastIndex(ArrayRef<int64_t> index,
                                       ArrayRef<int64_t> shape);

/// The elements of a constant of `op`.
llvm::Expected<Tensor> readElements(Operation *op, ElementsAttr elements);

} // namespace mlir::novi::reference

#endif // NOVI_LIB_REFERENCE_OPS_H
