//===- Products.cpp - Matrix and tensor products ----------------*- C++ -*-===//
//
// Lowers the products to linalg.contract. Its indexing maps say transposed
// operands and broadcast batches without moving an element, and what tiles,
// packs and vectorises asks the interface of contractions, not for a name like
// linalg.matmul, which has no form for most of these products. A linalg.generic
// could say the same, but elementwise fusion would pull producers into its
// inner loop and with that hide the product from what comes after.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "RuntimeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::tolinalg;

/// The product of `lhs` and `rhs`, read and written by `maps`, rounded once.
static Value createContraction(OpBuilder &builder, Location loc, Value lhs,
                               Value rhs, ArrayRef<AffineMap> maps,
                               Sizes sizes) {
  Type elementType = getElementTypeOrSelf(lhs);
  Value zero = createFloat(builder, loc, getComputeType(elementType), 0.0);
  Value init = createFilled(builder, loc, sizes, zero);
  // The body of a contraction extends the elements to the type of the result.
  Value sums = linalg::ContractOp::create(builder, loc, init.getType(),
                                          ValueRange{lhs, rhs}, init,
                                          builder.getAffineMapArrayAttr(maps))
                   .getResult(0);
  return roundTensor(builder, loc, sums, sizes, elementType);
}

//===----------------------------------------------------------------------===//
// Matmul
//===----------------------------------------------------------------------===//

namespace {

/// Where the axes of an operand are. A vector has none that the result keeps.
struct MatmulOperand {
  MatmulOperand(RankedTensorType type, bool isTransposed, bool isLhs)
      : type(type) {
    int64_t rank = type.getRank();
    if (rank == 1)
      return;
    numBatches = rank - 2;
    // Of a matrix as it is meant, the last axis of lhs and the first of rhs.
    bool contractsLast = isLhs != isTransposed;
    contracted = contractsLast ? rank - 1 : rank - 2;
    kept = contractsLast ? rank - 2 : rank - 1;
  }

  RankedTensorType type;
  int64_t numBatches = 0;
  int64_t contracted = 0;
  std::optional<int64_t> kept;
};

} // namespace

/// The axes of `operand` of size 1 that are repeated to those of `other`.
static llvm::SmallBitVector getRepeatedBatches(const MatmulOperand &operand,
                                               const MatmulOperand &other) {
  llvm::SmallBitVector repeated(operand.type.getRank());
  for (int64_t axis = 0; axis < operand.numBatches; ++axis) {
    int64_t otherAxis = axis - operand.numBatches + other.numBatches;
    if (operand.type.getDimSize(axis) == 1 && otherAxis >= 0 &&
        other.type.getDimSize(otherAxis) != 1)
      repeated.set(axis);
  }
  return repeated;
}

Value tolinalg::lower(MatmulOp op, RewriterBase &builder) {
  MLIRContext *context = op.getContext();
  Location loc = op.getLoc();
  MatmulOperand lhs(op.getLhs().getType(), op.getTransposeA(), /*isLhs=*/true);
  MatmulOperand rhs(op.getRhs().getType(), op.getTransposeB(), /*isLhs=*/false);

  // The loops: batches, row of lhs, column of rhs, contracted.
  int64_t numBatches = std::max(lhs.numBatches, rhs.numBatches);
  int64_t row = numBatches;
  int64_t column = row + (lhs.kept ? 1 : 0);
  int64_t contracted = column + (rhs.kept ? 1 : 0);

  checkSameSize(builder, op,
                "cannot multiply " + formatShape(lhs.type) +
                    (op.getTransposeA() ? " transposed" : "") + " by " +
                    formatShape(rhs.type) +
                    (op.getTransposeB() ? " transposed" : ""),
                {{0, lhs.contracted}, {1, rhs.contracted}});
  checkBroadcast(builder, op, {lhs.numBatches, rhs.numBatches});
  if (lhs.kept)
    checkSameSize(builder, op, "", OperandAxis{0, *lhs.kept}, row);
  if (rhs.kept)
    checkSameSize(builder, op, "", OperandAxis{1, *rhs.kept}, column);
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  checkCountable(builder, op, sizes);

  // A batch axis that is repeated leaves the operand, so that the map stays a
  // projected permutation.
  auto getMap = [&](const MatmulOperand &operand, int64_t keptLoop,
                    const llvm::SmallBitVector &repeated) {
    SmallVector<AffineExpr> axes;
    for (int64_t axis = 0; axis < operand.type.getRank(); ++axis) {
      int64_t loop = axis == operand.contracted ? contracted
                     : axis == operand.kept
                         ? keptLoop
                         : numBatches - operand.numBatches + axis;
      if (!repeated.test(axis))
        axes.push_back(getAffineDimExpr(loop, context));
    }
    return AffineMap::get(contracted + 1, 0, axes, context);
  };
  auto drop = [&](Value operand,
                  const llvm::SmallBitVector &repeated) -> Value {
    if (repeated.none())
      return operand;
    return tensor::dropGivenUnitDims(builder, loc, operand, repeated);
  };
  llvm::SmallBitVector lhsRepeated = getRepeatedBatches(lhs, rhs);
  llvm::SmallBitVector rhsRepeated = getRepeatedBatches(rhs, lhs);
  AffineMap resultMap =
      AffineMap::getMultiDimIdentityMap(contracted + 1, context)
          .dropResult(contracted);
  Value left = drop(op.getLhs(), lhsRepeated);
  Value right = drop(op.getRhs(), rhsRepeated);
  return createContraction(builder, loc, left, right,
                           {getMap(lhs, row, lhsRepeated),
                            getMap(rhs, column, rhsRepeated), resultMap},
                           sizes);
}

//===----------------------------------------------------------------------===//
// Contract
//===----------------------------------------------------------------------===//

Value tolinalg::lower(ContractOp op, RewriterBase &builder) {
  MLIRContext *context = op.getContext();
  Location loc = op.getLoc();
  auto [operandLetters, resultLetters] = op.getEquation().split("->");
  auto [lhsLetters, rhsLetters] = operandLetters.split(',');

  // The loops: the letters of the result, then those that are summed.
  std::string loops = resultLetters.str();
  for (char letter : (lhsLetters + rhsLetters).str())
    if (!StringRef(loops).contains(letter))
      loops += letter;
  SmallVector<AffineMap> maps;
  for (StringRef letters : {lhsLetters, rhsLetters, resultLetters}) {
    SmallVector<AffineExpr> axes;
    for (char letter : letters)
      axes.push_back(getAffineDimExpr(loops.find(letter), context));
    maps.push_back(AffineMap::get(loops.size(), 0, axes, context));
  }

  bool contractsAlone = false;
  for (char letter : loops) {
    SmallVector<OperandAxis> axes;
    size_t inLhs = lhsLetters.find(letter), inRhs = rhsLetters.find(letter);
    if (inLhs != StringRef::npos)
      axes.push_back({0, static_cast<int64_t>(inLhs)});
    if (inRhs != StringRef::npos)
      axes.push_back({1, static_cast<int64_t>(inRhs)});
    size_t inResult = resultLetters.find(letter);
    bool isSummed = inResult == StringRef::npos;
    contractsAlone |= isSummed && axes.size() == 1;
    checkSameSize(builder, op,
                  "shapes " + formatOperandShapes(op) + " do not fit \"" +
                      op.getEquation() + "\"",
                  axes,
                  isSummed ? std::nullopt : std::optional<int64_t>(inResult));
  }

  auto multiply = [](OpBuilder &b, Location l, ValueRange elements) -> Value {
    Value left = extend(b, l, elements[0]);
    Value right = extend(b, l, elements[1]);
    return arith::MulFOp::create(b, l, left, right);
  };
  Type elementType = op.getType().getElementType();
  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  checkCountable(builder, op, sizes);
  ArrayRef<AffineMap> operandMaps = ArrayRef<AffineMap>(maps).drop_back();
  if (loops.size() == resultLetters.size())
    return createMap(builder, loc, op->getOperands(), operandMaps, sizes,
                     elementType,
                     [&](OpBuilder &b, Location l, ValueRange elements) {
                       Value product = multiply(b, l, elements);
                       return round(b, l, product, elementType);
                     });
  if (!contractsAlone)
    return createContraction(builder, loc, op.getLhs(), op.getRhs(), maps,
                             sizes);

  // linalg.contract wants each summed axis in both operands.
  llvm::SmallBitVector reduced(loops.size());
  reduced.set(resultLetters.size(), loops.size());
  Value zero = createFloat(builder, loc, getComputeType(elementType), 0.0);
  Value sums = createReduction(
      builder, loc, op->getOperands(), operandMaps, reduced, sizes, zero,
      [&](OpBuilder &b, Location l, ValueRange elements) -> Value {
        Value product = multiply(b, l, elements);
        return arith::AddFOp::create(b, l, elements.back(), product);
      });
  return roundTensor(builder, loc, sums, sizes, elementType);
}
