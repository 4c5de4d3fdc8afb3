//===- Losses.cpp - Losses --------------------------------------*- C++ -*-===//
//
// Executes the losses. A row is what one index into the leading axes selects.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::reference;
using llvm::Expected;

/// Reduces the losses of the rows as the op says; `rowLoss` gives that of one
/// row from its elements of input and target.
template <typename OpTy>
static Expected<Tensor> reduceRows(
    OpTy op, const Tensor &input, const Tensor &target,
    llvm::function_ref<double(ArrayRef<double>, ArrayRef<double>)> rowLoss) {
  if (input.getShape() != target.getShape())
    return fail(op, "needs input and target of one shape, not {0} and {1}",
                formatShape(input.getShape()), formatShape(target.getShape()));
  ArrayRef<int64_t> rows = input.getShape().drop_back();
  int64_t numClasses = input.getShape().back();
  bool isReduced = op.getReduction() != LossReduction::None;
  bool firstOnly = op.getRows() == LossRows::First;
  if (firstOnly && llvm::is_contained(rows, 0))
    return fail(op, "has rows = first of no rows; the shape is {0}",
                formatShape(input.getShape()));
  Expected<Tensor> result =
      makeResult(op, isReduced ? ArrayRef<int64_t>() : rows);
  if (!result)
    return result;

  double sum = 0;
  int64_t count = 0;
  SmallVector<double> inputRow(numClasses), targetRow(numClasses);
  forEachIndex(rows, [&](ArrayRef<int64_t> row) {
    if (firstOnly && count == 1)
      return;
    SmallVector<int64_t> index(row);
    index.push_back(0);
    for (int64_t c = 0; c < numClasses; ++c) {
      index.back() = c;
      inputRow[c] = input.get(index);
      targetRow[c] = target.get(index);
    }
    double loss = rowLoss(inputRow, targetRow);
    if (!isReduced)
      result->set(row, loss);
    sum += loss;
    ++count;
  });
  if (isReduced)
    result->set({},
                op.getReduction() == LossReduction::Mean ? sum / count : sum);
  return result;
}

Expected<Tensor> reference::evaluate(CrossEntropyLossOp op,
                                     const Operands &operands) {
  double epsilon = op.getEpsilon().convertToDouble();
  return reduceRows(op, operands[0], operands[1],
                    [&](ArrayRef<double> input, ArrayRef<double> target) {
                      double loss = 0;
                      for (auto [p, t] : llvm::zip_equal(input, target))
                        if (t != 0 || std::isnan(p))
                          loss -= t * std::log(p + epsilon);
                      return loss;
                    });
}

Expected<Tensor> reference::evaluate(SoftmaxCrossEntropyLossOp op,
                                     const Operands &operands) {
  auto rowLoss = [](ArrayRef<double> input, ArrayRef<double> target) {
    double largest = -std::numeric_limits<double>::infinity();
    for (double score : input)
      if (std::isnan(score) || score > largest)
        largest = score;
    double sum = 0;
    for (double score : input)
      sum += std::exp(score - largest);
    double loss = 0;
    for (auto [score, t] : llvm::zip_equal(input, target)) {
      double logSoftmax = (score - largest) - std::log(sum);
      if (t != 0 || std::isnan(logSoftmax))
        loss -= t * logSoftmax;
    }
    return loss;
  };
  return reduceRows(op, operands[0], operands[1], rowLoss);
}
