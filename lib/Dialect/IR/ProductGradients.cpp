//===- ProductGradients.cpp - Gradients of products -------------*- C++ -*-===//
//
// Gradient rules of matmul and contract. u is the upstream gradient.
//
//===----------------------------------------------------------------------===//

#include "Gradients.h"
#include "ShapeInference.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

//===----------------------------------------------------------------------===//
// MatmulOp
//===----------------------------------------------------------------------===//

namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether `matrix`, one for all batches of `other`, was multiplied with each of
/// them, so that its gradient is one contraction over batches and rows.
bool isSharedMatrix(Value matrix, Value other, Value upstream) {
  int64_t rank = typeOf(upstream).getRank();
  return typeOf(matrix).getRank() == 2 && rank > 2 &&
         typeOf(other).getRank() == rank;
}

/// The letters of a tensor with `numBatches` batch axes and the axes `a`, `b`.
std::string getLetters(int64_t numBatches, char a, char b) {
  std::string letters;
  for (int64_t axis = 0; axis < numBatches; ++axis)
    letters += static_cast<char>('A' + axis);
  return letters + a + b;
}

/// The letters of n, k and m are lower case; 26 batch axes have one each.
constexpr int64_t kMaxBatches = 26;

} // namespace

// With C = A B: dA = u B^T, dB = A^T u. A transposed operand's gradient is the
// transpose of that, a broadcast batch axis is summed.
void MatmulOp::buildGradients(OpBuilder &builder, Value upstream,
                              ArrayRef<bool> needed,
                              MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  bool transposeA = getTransposeA(), transposeB = getTransposeB();
  // A vector is a row on the left and a column on the right.
  Value lhs = getLhs(), rhs = getRhs();
  bool isRow = typeOf(lhs).getRank() == 1;
  bool isColumn = typeOf(rhs).getRank() == 1;
  OpFoldResult one = builder.getIndexAttr(1);
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, upstream);
  if (isColumn) {
    sizes.push_back(one);
    rhs = createReshape(builder, loc, rhs, {getSize(builder, loc, rhs, 0), one});
  }
  if (isRow) {
    sizes.insert(sizes.end() - 1, one);
    lhs = createReshape(builder, loc, lhs, {one, getSize(builder, loc, lhs, 0)});
  }
  if (isRow || isColumn)
    upstream = createReshape(builder, loc, upstream, sizes);

  int64_t numBatches = typeOf(upstream).getRank() - 2;
  auto finish = [&](Value gradient, Value matrix, Value operand) {
    gradient = sumToOperand(builder, loc, gradient, matrix);
    if (matrix == operand)
      return gradient;
    return createReshape(builder, loc, gradient,
                         getSizes(builder, loc, operand));
  };
  std::string u = getLetters(numBatches, 'n', 'm');
  if (needed[0]) {
    Value gradient;
    if (isSharedMatrix(lhs, rhs, upstream) && numBatches <= kMaxBatches)
      gradient = ContractOp::create(
          builder, loc, upstream, rhs,
          u + "," +
              (transposeB ? getLetters(numBatches, 'm', 'k')
                          : getLetters(numBatches, 'k', 'm')) +
              "->" + (transposeA ? "kn" : "nk"));
    else if (transposeA)
      gradient = MatmulOp::create(builder, loc, rhs, upstream, transposeB,
                                  /*transpose_b=*/true);
    else
      gradient = MatmulOp::create(builder, loc, upstream, rhs,
                                  /*transpose_a=*/false, !transposeB);
    gradients[0] = finish(gradient, lhs, getLhs());
  }
  if (needed[1]) {
    Value gradient;
    if (isSharedMatrix(rhs, lhs, upstream) && numBatches <= kMaxBatches)
      gradient = ContractOp::create(
          builder, loc, lhs, upstream,
          (transposeA ? getLetters(numBatches, 'k', 'n')
                      : getLetters(numBatches, 'n', 'k')) +
              "," + u + "->" + (transposeB ? "mk" : "km"));
    else if (transposeB)
      gradient = MatmulOp::create(builder, loc, upstream, lhs,
                                  /*transpose_a=*/true, transposeA);
    else
      gradient = MatmulOp::create(builder, loc, lhs, upstream, !transposeA,
                                  /*transpose_b=*/false);
    gradients[1] = finish(gradient, rhs, getRhs());
  }
}

//===----------------------------------------------------------------------===//
// ContractOp
//===----------------------------------------------------------------------===//

namespace {

/// The gradient of the operand with `letters`: the upstream gradient contracted
/// with the other operand. A letter that only this operand has was summed
/// alone, so the gradient is the same along it.
Value getContractGradient(OpBuilder &builder, Location loc, Value upstream,
                          StringRef upstreamLetters, Value other,
                          StringRef otherLetters, Value operand,
                          StringRef letters) {
  std::string kept;
  SmallVector<OpFoldResult> sizes;
  for (auto [axis, letter] : llvm::enumerate(letters)) {
    bool isKept = upstreamLetters.contains(letter) ||
                  otherLetters.contains(letter);
    if (isKept)
      kept += letter;
    sizes.push_back(isKept ? getSize(builder, loc, operand, axis)
                           : OpFoldResult(builder.getIndexAttr(1)));
  }
  Value gradient = ContractOp::create(
      builder, loc, upstream, other,
      (upstreamLetters + "," + otherLetters + "->" + kept).str());
  if (kept.size() == letters.size())
    return gradient;
  gradient = createReshape(builder, loc, gradient, sizes);
  return createBroadcast(builder, loc, gradient,
                         getSizes(builder, loc, operand));
}

} // namespace

void ContractOp::buildGradients(OpBuilder &builder, Value upstream,
                                ArrayRef<bool> needed,
                                MutableArrayRef<Value> gradients) {
  auto [operands, result] = getEquation().split("->");
  auto [lhs, rhs] = operands.split(',');
  if (needed[0])
    gradients[0] = getContractGradient(builder, getLoc(), upstream, result,
                                       getRhs(), rhs, getLhs(), lhs);
  if (needed[1])
    gradients[1] = getContractGradient(builder, getLoc(), upstream, result,
                                       getLhs(), lhs, getRhs(), rhs);
}
