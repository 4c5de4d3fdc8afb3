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

/// The axes of an operand that a product contracts and keeps; a vector has none
/// to keep.
static std::pair<int64_t, std::optional<int64_t>>
getContractedAndKept(int64_t rank, bool isTransposed, bool isLhs) {
  if (rank == 1)
    return {0, std::nullopt};
  // Of a matrix as it is meant, the last axis of lhs and the first of rhs.
  bool contractsLast = isLhs != isTransposed;
  return {contractsLast ? rank - 1 : rank - 2,
          contractsLast ? rank - 2 : rank - 1};
}

static Value lowerMatmul(MatmulOp op, OpBuilder &builder) {
  MLIRContext *context = op.getContext();
  std::array<RankedTensorType, 2> types{op.getLhs().getType(),
                                        op.getRhs().getType()};
  std::array<int64_t, 2> numBatches;
  for (auto [number, type] : llvm::zip_equal(numBatches, types))
    number = std::max<int64_t>(type.getRank() - 2, 0);
  auto [lhsContracted, lhsKept] = getContractedAndKept(
      types[0].getRank(), op.getTransposeA(), /*isLhs=*/true);
  auto [rhsContracted, rhsKept] = getContractedAndKept(
      types[1].getRank(), op.getTransposeB(), /*isLhs=*/false);

  checkSameSize(builder, op,
                "cannot multiply " + formatShape(types[0]) +
                    (op.getTransposeA() ? " transposed" : "") + " by " +
                    formatShape(types[1]) +
                    (op.getTransposeB() ? " transposed" : ""),
                {{0, lhsContracted}, {1, rhsContracted}});
  checkBroadcast(builder, op, numBatches);
  int64_t numResultBatches = std::max(numBatches[0], numBatches[1]);
  int64_t numLoops = numResultBatches;
  if (lhsKept)
    checkSameSize(builder, op, "", OperandAxis{0, *lhsKept}, numLoops++);
  if (rhsKept)
    checkSameSize(builder, op, "", OperandAxis{1, *rhsKept}, numLoops++);

  SmallVector<OpFoldResult> sizes = reifyResult(builder, op);
  checkCountable(builder, op, sizes);

  // The loops: batches, row, column, contracted.
  SmallVector<AffineMap> maps;
  SmallVector<Value> operands;
  for (int64_t number : {0, 1}) {
    RankedTensorType type = types[number];
    std::optional<int64_t> kept = number == 0 ? lhsKept : rhsKept;
    int64_t contracted = number == 0 ? lhsContracted : rhsContracted;
    SmallVector<AffineExpr> axes;
    // A batch axis of size 1 that is repeated leaves the operand, so that the
    // map stays a projected permutation.
    llvm::SmallBitVector repeated(type.getRank());
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      if (axis == contracted) {
        axes.push_back(getAffineDimExpr(numLoops, context));
      } else if (axis == kept) {
        int64_t loop = number == 0 ? numResultBatches : numLoops - 1;
        axes.push_back(getAffineDimExpr(loop, context));
      } else {
        int64_t loop = numResultBatches - numBatches[number] + axis;
        int64_t other = loop - numResultBatches + numBatches[1 - number];
        if (type.getDimSize(axis) == 1 && other >= 0 &&
            types[1 - number].getDimSize(other) != 1)
          repeated.set(axis);
        else
          axes.push_back(getAffineDimExpr(loop, context));
      }
    }
    maps.push_back(AffineMap::get(numLoops + 1, 0, axes, context));
    Value operand = op->getOperand(number);
    if (repeated.any())
      operand =
          tensor::dropGivenUnitDims(builder, op.getLoc(), operand, repeated);
    operands.push_back(operand);
  }
  maps.push_back(AffineMap::getMultiDimIdentityMap(numLoops + 1, context)
                     .dropResult(numLoops));
  return createContraction(builder, op.getLoc(), operands[0], operands[1], maps,
                           sizes);
}

//===----------------------------------------------------------------------===//
// Contract
//===----------------------------------------------------------------------===//

static Value lowerContract(ContractOp op, OpBuilder &builder) {
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
  if (loops.size() == resultLetters.size())
    return createMap(
        builder, loc, op->getOperands(), ArrayRef<AffineMap>(maps).drop_back(),
        sizes, elementType, [&](OpBuilder &b, Location l, ValueRange elements) {
          return round(b, l, multiply(b, l, elements), elementType);
        });
}
if (!contractsAlone)
  return createContraction(op, builder, op.getLhs(), op.getRhs(), maps);

// linalg.contract wants each summed axis in both operands.
llvm::SmallBitVector reduced(loops.size());
reduced.set(resultLetters.size(), loops.size());
Value zero = createFloat(builder, loc, getComputeType(elementType), 0.0);
Value sums = createReduction(
    builder, loc, op->getOperands(), ArrayRef<AffineMap>(maps).drop_back(),
    reduced, sizes, zero,
    [&](OpBuilder &b, Location l, ValueRange elements) -> Value {
      return arith::AddFOp::create(b, l, elements.back(),
                                   multiply(b, l, elements));
    });
return roundTensor(builder, loc, sums, sizes, elementType);
}

void tolinalg::populateProducts(RewritePatternSet &patterns) {
  addLowering(patterns, lowerMatmul);
  addLowering(patterns, lowerContract);
}
