//===- Elementwise.cpp - One element at a time ------------------*- C++ -*-===//
//
// Lowers each elementwise op to one linalg.generic, so that chains of them
// fuse.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "RuntimeChecks.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::tolinalg;

//===----------------------------------------------------------------------===//
// All elements
//===----------------------------------------------------------------------===//

template <typename OpTy>
static Value lowerElementwise(OpTy op, RewriterBase &builder) {
  RankedTensorType resultType = op.getType();
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> ranks;
  bool isWidening = true;
  for (Type type : op->getOperandTypes()) {
    auto operandType = cast<RankedTensorType>(type);
    maps.push_back(getBroadcastMap(operandType, resultType));
    ranks.push_back(operandType.getRank());
    isWidening &= !maps.back().isIdentity();
  }
  checkBroadcast(builder, op, ranks);
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  if (isWidening)
    checkCountable(builder, op, sizes);
  Type elementType = resultType.getElementType();
  return createMap(builder, op.getLoc(), op->getOperands(), maps, sizes,
                   elementType,
                   [&](OpBuilder &b, Location loc, ValueRange elements) {
                     return computeElement(b, loc, op, elements);
                   });
}

// They differ only in what computeElement does.
#define NOVI_ELEMENTWISE(OpTy)                                                 \
  Value tolinalg::lower(OpTy op, RewriterBase &builder) {                      \
    return lowerElementwise(op, builder);                                      \
  }

NOVI_ELEMENTWISE(NegOp)
NOVI_ELEMENTWISE(ReluOp)
NOVI_ELEMENTWISE(NotOp)
NOVI_ELEMENTWISE(ExpOp)
NOVI_ELEMENTWISE(LogOp)
NOVI_ELEMENTWISE(CastOp)
NOVI_ELEMENTWISE(ScaleOp)
NOVI_ELEMENTWISE(ClipOp)
NOVI_ELEMENTWISE(AddOp)
NOVI_ELEMENTWISE(SubOp)
NOVI_ELEMENTWISE(MulOp)
NOVI_ELEMENTWISE(DivOp)
NOVI_ELEMENTWISE(CompareOp)
NOVI_ELEMENTWISE(SelectOp)

#undef NOVI_ELEMENTWISE
