//===- Products.cpp - Matrix and tensor products ----------------*- C++ -*-===//
//
// Executes the products, accumulating in double precision.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::reference;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Matmul
//===----------------------------------------------------------------------===//

namespace {

/// An operand of a matrix product as a matrix for each batch: a vector is a row
/// on the left and a column on the right.
struct Matrices {
  const Tensor &tensor;
  bool isTransposed;
  bool isLhs;

  bool isVector() const { return tensor.getRank() == 1; }
  ArrayRef<int64_t> getBatchShape() const {
    return isVector() ? ArrayRef<int64_t>() : tensor.getShape().drop_back(2);
  }
  /// The axis that is summed over: of a matrix as it is meant, the last one on
  /// the left and the one before it on the right.
  int64_t getContractedAxis() const {
    if (isVector())
      return 0;
    return isLhs != isTransposed ? tensor.getRank() - 1 : tensor.getRank() - 2;
  }
  int64_t getContractedSize() const {
    return tensor.getShape()[getContractedAxis()];
  }
  /// The size of the axis that the result keeps.
  int64_t getFreeSize() const {
    int64_t axis = 2 * tensor.getRank() - 3 - getContractedAxis();
    return isVector() ? 1 : tensor.getShape()[axis];
  }
  double get(ArrayRef<int64_t> batch, int64_t free, int64_t contracted) const {
    if (isVector())
      return tensor.get({contracted});
    SmallVector<int64_t> index = getBroadcastIndex(batch, getBatchShape());
    bool contractsLast = getContractedAxis() == tensor.getRank() - 1;
    index.push_back(contractsLast ? free : contracted);
    index.push_back(contractsLast ? contracted : free);
    return tensor.get(index);
  }
};

} // namespace

Expected<Tensor> reference::evaluate(MatmulOp op, const Operands &operands) {
  Matrices lhs{operands[0], op.getTransposeA(), /*isLhs=*/true};
  Matrices rhs{operands[1], op.getTransposeB(), /*isLhs=*/false};
  int64_t depth = lhs.getContractedSize();
  if (depth != rhs.getContractedSize())
    return fail(op,
                "cannot multiply {0}{1} by {2}{3}: the contracted size is {4} "
                "(axis {5} of lhs) and {6} (axis {7} of rhs); signature "
                "(n?,k),(k,m?)->(n?,m?)",
                formatShape(operands[0].getShape()),
                op.getTransposeA() ? " transposed" : "",
                formatShape(operands[1].getShape()),
                op.getTransposeB() ? " transposed" : "", depth,
                lhs.getContractedAxis(), rhs.getContractedSize(),
                rhs.getContractedAxis());

  size_t lhsBatches = lhs.getBatchShape().size();
  size_t rhsBatches = rhs.getBatchShape().size();
  Expected<SmallVector<int64_t>> batchShape = getBroadcastShape(
      op, {{lhs.getBatchShape(),
            op.getLhs().getType().getShape().take_front(lhsBatches)},
           {rhs.getBatchShape(),
            op.getRhs().getType().getShape().take_front(rhsBatches)}});
  if (!batchShape)
    return batchShape.takeError();

  SmallVector<int64_t> shape(*batchShape);
  if (!lhs.isVector())
    shape.push_back(lhs.getFreeSize());
  if (!rhs.isVector())
    shape.push_back(rhs.getFreeSize());
  Expected<Tensor> result = makeResult(op, shape);
  if (!result)
    return result;

  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    ArrayRef<int64_t> batch = index.take_front(batchShape->size());
    int64_t row = lhs.isVector() ? 0 : index[batch.size()];
    int64_t column = rhs.isVector() ? 0 : index.back();
    double sum = 0;
    for (int64_t k = 0; k < depth; ++k)
      sum += lhs.get(batch, row, k) * rhs.get(batch, column, k);
    result->set(index, sum);
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Contract
//===----------------------------------------------------------------------===//

Expected<Tensor> reference::evaluate(ContractOp op, const Operands &operands) {
  auto [inputs, resultLetters] = op.getEquation().split("->");
  auto [lhsLetters, rhsLetters] = inputs.split(',');

  // The size of each letter, and the letters that the result lacks.
  llvm::MapVector<char, int64_t> sizes;
  for (auto [tensor, letters] : {std::pair(operands.tensors[0], lhsLetters),
                                 std::pair(operands.tensors[1], rhsLetters)})
    for (auto [letter, size] : llvm::zip_equal(letters, tensor->getShape())) {
      auto [entry, isNew] = sizes.insert({letter, size});
      if (!isNew && entry->second != size)
        return fail(op,
                    "shapes {0} and {1} do not fit \"{2}\": letter '{3}' has "
                    "size {4} in lhs and {5} in rhs",
                    formatShape(operands[0].getShape()),
                    formatShape(operands[1].getShape()), op.getEquation(),
                    letter, entry->second, size);
    }
  SmallVector<int64_t> shape, summedShape;
  std::string summedLetters;
  for (char letter : resultLetters)
    shape.push_back(sizes[letter]);
  for (auto [letter, size] : sizes) {
    if (resultLetters.contains(letter))
      continue;
    summedLetters += letter;
    summedShape.push_back(size);
  }
  Expected<Tensor> result = makeResult(op, shape);
  if (!result)
    return result;

  llvm::SmallDenseMap<char, int64_t> position;
  auto assign = [&](StringRef letters, ArrayRef<int64_t> index) {
    for (auto [letter, entry] : llvm::zip_equal(letters, index))
      position[letter] = entry;
  };
  auto read = [&](const Tensor &tensor, StringRef letters) {
    SmallVector<int64_t> index;
    for (char letter : letters)
      index.push_back(position[letter]);
    return tensor.get(index);
  };
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    assign(resultLetters, index);
    double sum = 0;
    forEachIndex(summedShape, [&](ArrayRef<int64_t> summedIndex) {
      assign(summedLetters, summedIndex);
      sum += read(operands[0], lhsLetters) * read(operands[1], rhsLetters);
    });
    result->set(index, sum);
  });
  return result;
}
