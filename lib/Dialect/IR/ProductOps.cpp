//===- ProductOps.cpp - Matrix and tensor products --------------*- C++ -*-===//
//
// Shapes of the products.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

//===----------------------------------------------------------------------===//
// MatmulOp
//===----------------------------------------------------------------------===//

namespace {

/// Where the axes of one operand of a product are: of a vector, the free axis
/// is absent.
struct MatmulAxes {
  std::optional<int64_t> free;
  int64_t contracted;
  int64_t numBatches;
};

MatmulAxes getMatmulAxes(int64_t rank, bool transposed, bool isLhs) {
  if (rank == 1)
    return {std::nullopt, 0, 0};
  // The contracted axis is the last of lhs and the one before it of rhs.
  bool contractsLast = isLhs != transposed;
  return {contractsLast ? rank - 2 : rank - 1,
          contractsLast ? rank - 1 : rank - 2, rank - 2};
}

} // namespace

LogicalResult MatmulOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> location,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &inferred) {
  StringRef name = getOperationName();
  FailureOr<RankedTensorType> lhs =
      getTensorType(location, name, adaptor.getLhs());
  FailureOr<RankedTensorType> rhs =
      getTensorType(location, name, adaptor.getRhs());
  if (failed(lhs) || failed(rhs))
    return failure();
  if (lhs->getElementType() != rhs->getElementType())
    return inferenceError(
        location, name, "needs operands of one element type, not ",
        lhs->getElementType(), " and ", rhs->getElementType());
  if (lhs->getRank() == 0 || rhs->getRank() == 0)
    return inferenceError(location, name,
                          "cannot multiply a scalar, which has no axis to "
                          "contract; novi.mul multiplies by a scalar");
  if ((adaptor.getTransposeA() && lhs->getRank() < 2) ||
      (adaptor.getTransposeB() && rhs->getRank() < 2))
    return inferenceError(location, name,
                          "cannot transpose a vector; a transposed operand "
                          "has at least two axes");

  MatmulAxes left =
      getMatmulAxes(lhs->getRank(), adaptor.getTransposeA(), /*isLhs=*/true);
  MatmulAxes right =
      getMatmulAxes(rhs->getRank(), adaptor.getTransposeB(), /*isLhs=*/false);
  int64_t k = lhs->getDimSize(left.contracted);
  if (!mergeSizes(k, rhs->getDimSize(right.contracted)))
    return inferenceError(
        location, name, "cannot multiply ", formatShape(lhs->getShape()),
        adaptor.getTransposeA() ? " transposed" : "", " by ",
        formatShape(rhs->getShape()),
        adaptor.getTransposeB() ? " transposed" : "", ": the contracted size ",
        "is ", k, " (axis ", left.contracted, " of lhs) and ",
        rhs->getDimSize(right.contracted), " (axis ", right.contracted,
        " of rhs); signature (n?,k),(k,m?)->(n?,m?)");

  FailureOr<SmallVector<int64_t>> shape =
      inferBroadcastShape(location, name,
                          {lhs->getShape().take_front(left.numBatches),
                           rhs->getShape().take_front(right.numBatches)});
  if (failed(shape))
    return failure();
  if (left.free)
    shape->push_back(lhs->getDimSize(*left.free));
  if (right.free)
    shape->push_back(rhs->getDimSize(*right.free));
  inferred.push_back(RankedTensorType::get(*shape, lhs->getElementType()));
  return success();
}

LogicalResult MatmulOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  Location loc = getLoc();
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  MatmulAxes left = getMatmulAxes(lhs.getRank(), getTransposeA(), true);
  MatmulAxes right = getMatmulAxes(rhs.getRank(), getTransposeB(), false);
  SmallVector<OpFoldResult> sizes;
  int64_t numBatches = std::max(left.numBatches, right.numBatches);
  for (int64_t axis = 0; axis < numBatches; ++axis) {
    int64_t inLhs = axis - numBatches + left.numBatches;
    int64_t inRhs = axis - numBatches + right.numBatches;
    bool fromLhs = inRhs < 0 ||
                   (inLhs >= 0 &&
                    (rhs.getDimSize(inRhs) == 1 ||
                     (!lhs.isDynamicDim(inLhs) && lhs.getDimSize(inLhs) != 1)));
    sizes.push_back(fromLhs ? getSize(builder, loc, getLhs(), inLhs)
                            : getSize(builder, loc, getRhs(), inRhs));
  }
  if (left.free)
    sizes.push_back(getSize(builder, loc, getLhs(), *left.free));
  if (right.free)
    sizes.push_back(getSize(builder, loc, getRhs(), *right.free));
  addReifiedShape(builder, *this, sizes, shapes);
  return success();
}

//===----------------------------------------------------------------------===//
// ContractOp
//===----------------------------------------------------------------------===//

namespace {

struct Equation {
  StringRef lhs, rhs, result;
};

FailureOr<Equation> parseEquation(std::optional<Location> location,
                                  StringRef name, StringRef text) {
  auto [operands, result] = text.split("->");
  auto [lhs, rhs] = operands.split(',');
  bool isWellFormed =
      operands.size() + 2 <= text.size() && lhs.size() < operands.size() &&
      llvm::all_of(lhs, llvm::isAlpha) && llvm::all_of(rhs, llvm::isAlpha) &&
      llvm::all_of(result, llvm::isAlpha);
  if (!isWellFormed)
    return inferenceError(location, name, "cannot read the equation \"", text,
                          "\"; its form is \"ij,jk->ik\"");
  for (StringRef letters : {lhs, rhs, result})
    for (size_t i = 0; i < letters.size(); ++i)
      if (letters.take_front(i).contains(letters[i]))
        return inferenceError(location, name, "has the letter '",
                              letters.substr(i, 1), "' twice in \"", letters,
                              "\"; a diagonal is not taken");
  for (size_t i = 0; i < result.size(); ++i)
    if (!operands.contains(result[i]))
      return inferenceError(location, name, "has the letter '",
                            result.substr(i, 1),
                            "' in the result but in no operand");
  return Equation{lhs, rhs, result};
}

} // namespace

LogicalResult ContractOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location> location,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &inferred) {
  StringRef name = getOperationName();
  FailureOr<RankedTensorType> lhs =
      getTensorType(location, name, adaptor.getLhs());
  FailureOr<RankedTensorType> rhs =
      getTensorType(location, name, adaptor.getRhs());
  if (failed(lhs) || failed(rhs))
    return failure();
  if (lhs->getElementType() != rhs->getElementType())
    return inferenceError(
        location, name, "needs operands of one element type, not ",
        lhs->getElementType(), " and ", rhs->getElementType());
  FailureOr<Equation> equation =
      parseEquation(location, name, adaptor.getEquation());
  if (failed(equation))
    return failure();
  for (auto [type, letters] :
       {std::pair(*lhs, equation->lhs), std::pair(*rhs, equation->rhs)})
    if (type.getRank() != static_cast<int64_t>(letters.size()))
      return inferenceError(location, name, "has ", letters.size(),
                            " letters \"", letters, "\" for an operand of ",
                            type.getRank(), " axes");

  auto sizeOf = [&](char letter) -> std::optional<int64_t> {
    size_t inLhs = equation->lhs.find(letter);
    size_t inRhs = equation->rhs.find(letter);
    if (inLhs == StringRef::npos)
      return rhs->getDimSize(inRhs);
    if (inRhs == StringRef::npos)
      return lhs->getDimSize(inLhs);
    return mergeSizes(lhs->getDimSize(inLhs), rhs->getDimSize(inRhs));
  };
  for (size_t i = 0; i < equation->lhs.size(); ++i)
    if (!sizeOf(equation->lhs[i]))
      return inferenceError(
          location, name, "letter '", equation->lhs.substr(i, 1), "' has size ",
          lhs->getDimSize(i), " in lhs and ",
          rhs->getDimSize(equation->rhs.find(equation->lhs[i])), " in rhs");
  SmallVector<int64_t> shape;
  for (char letter : equation->result)
    shape.push_back(*sizeOf(letter));
  inferred.push_back(RankedTensorType::get(shape, lhs->getElementType()));
  return success();
}

LogicalResult
ContractOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
  Equation equation =
      *parseEquation(std::nullopt, getOperationName(), getEquation());
  SmallVector<OpFoldResult> sizes;
  for (char letter : equation.result) {
    size_t inLhs = equation.lhs.find(letter);
    sizes.push_back(
        inLhs != StringRef::npos
            ? getSize(builder, getLoc(), getLhs(), inLhs)
            : getSize(builder, getLoc(), getRhs(), equation.rhs.find(letter)));
  }
  addReifiedShape(builder, *this, sizes, shapes);
  return success();
}
