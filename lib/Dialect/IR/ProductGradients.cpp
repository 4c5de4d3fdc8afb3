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

/// Whether `matrix` is repeated along batch axis `axis` of the product.
bool isRepeated(RankedTensorType matrix, RankedTensorType product,
                int64_t axis) {
  int64_t own = axis - (product.getRank() - matrix.getRank());
  return own < 0 ||
         (matrix.getDimSize(own) == 1 && product.getDimSize(axis) != 1);
}

/// The letters of `matrix`, whose last two axes have the letters `a` and `b`. A
/// batch axis along which it is repeated has none.
std::string getLetters(RankedTensorType matrix, RankedTensorType product,
                       char a, char b) {
  std::string letters;
  for (int64_t axis = 0; axis < product.getRank() - 2; ++axis)
    if (!isRepeated(matrix, product, axis))
      letters += static_cast<char>('A' + axis);
  return letters + a + b;
}

/// The letters of the matrix axes are lower case; 26 batch axes have one each.
constexpr int64_t kMaxBatches = 26;

/// The gradient of `matrix`, which has the letters `a`, `b` and is repeated
/// along batch axes: one contraction over batches and matrices, so that the
/// gradients of the single batches are never stored. `other`, with the letters
/// `c`, `d`, is the other operand; `upstream` has `n`, `m`.
Value getSharedGradient(OpBuilder &builder, Location loc, Value upstream,
                        Value other, char c, char d, Value matrix, char a,
                        char b) {
  RankedTensorType product = typeOf(upstream);
  std::string letters = getLetters(typeOf(matrix), product, a, b);
  std::string otherLetters = getLetters(typeOf(other), product, c, d);
  int64_t rank = typeOf(other).getRank();
  if (static_cast<int64_t>(otherLetters.size()) != rank) {
    SmallVector<OpFoldResult> sizes;
    for (int64_t axis = 0; axis < rank; ++axis)
      if (axis >= rank - 2 ||
          !isRepeated(typeOf(other), product, axis + product.getRank() - rank))
        sizes.push_back(getSize(builder, loc, other, axis));
    other = createReshape(builder, loc, other, sizes);
  }
  // The operand that has the first letter of the matrix comes first, so that
  // the result is not a transposed one.
  Value first = upstream, second = other;
  std::string firstLetters = getLetters(product, product, 'n', 'm'),
              secondLetters = otherLetters;
  if (a == 'k') {
    std::swap(first, second);
    std::swap(firstLetters, secondLetters);
  }
  Value gradient =
      ContractOp::create(builder, loc, first, second,
                         firstLetters + "," + secondLetters + "->" + letters);
  if (static_cast<int64_t>(letters.size()) == typeOf(matrix).getRank())
    return gradient;
  return createReshape(builder, loc, gradient, getSizes(builder, loc, matrix));
}

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
    rhs =
        createReshape(builder, loc, rhs, {getSize(builder, loc, rhs, 0), one});
  }
  if (isRow) {
    sizes.insert(sizes.end() - 1, one);
    lhs =
        createReshape(builder, loc, lhs, {one, getSize(builder, loc, lhs, 0)});
  }
  if (isRow || isColumn)
    upstream = createReshape(builder, loc, upstream, sizes);

  int64_t numBatches = typeOf(upstream).getRank() - 2;
  auto isShared = [&](Value matrix) {
    auto batches = llvm::seq<int64_t>(0, numBatches);
    return numBatches <= kMaxBatches &&
           llvm::any_of(batches, [&](int64_t axis) {
             return isRepeated(typeOf(matrix), typeOf(upstream), axis);
           });
  };
  auto finish = [&](Value gradient, Value matrix, Value operand) {
    gradient = sumToOperand(builder, loc, gradient, matrix);
    if (matrix == operand)
      return gradient;
    return createReshape(builder, loc, gradient,
                         getSizes(builder, loc, operand));
  };
  std::pair<char, char> a = {'n', 'k'}, b = {'k', 'm'};
  if (transposeA)
    std::swap(a.first, a.second);
  if (transposeB)
    std::swap(b.first, b.second);
  if (needed[0]) {
    Value gradient;
    if (isShared(lhs))
      gradient = getSharedGradient(builder, loc, upstream, rhs, b.first,
                                   b.second, lhs, a.first, a.second);
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
    if (isShared(rhs))
      gradient = getSharedGradient(builder, loc, upstream, lhs, a.first,
                                   a.second, rhs, b.first, b.second);
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
    bool isKept =
        upstreamLetters.contains(letter) || otherLetters.contains(letter);
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
