//===- Reductions.cpp - Reductions and softmax ------------------*- C++ -*-===//
//
// Executes the ops along axes, accumulating in double precision.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::reference;
using llvm::Expected;

/// The larger of two; NaN where one is.
static double maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  return a < b ? b : a;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Combines the elements along `axes`; `ofNothing` is the answer for none.
static Expected<Tensor>
reduce(Operation *op, const Tensor &input, ArrayRef<int64_t> axes,
       bool keepsAxes, double ofNothing,
       llvm::function_ref<double(double, double)> combine) {
  llvm::SmallBitVector isReduced(input.getRank());
  for (int64_t axis : axes)
    isReduced.set(countFromFront(axis, input.getRank()));
  SmallVector<int64_t> shape, reducedShape;
  for (auto [axis, size] : llvm::enumerate(input.getShape())) {
    if (isReduced.test(axis))
      reducedShape.push_back(size);
    if (!isReduced.test(axis) || keepsAxes)
      shape.push_back(isReduced.test(axis) ? 1 : size);
  }
  Expected<Tensor> result = makeResult(op, shape);
  if (!result)
    return result;

  SmallVector<int64_t> source(input.getRank());
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    double total = ofNothing;
    bool isFirst = true;
    forEachIndex(reducedShape, [&](ArrayRef<int64_t> reducedIndex) {
      const int64_t *kept = index.begin(), *reduced = reducedIndex.begin();
      for (int64_t axis = 0; axis < input.getRank(); ++axis) {
        source[axis] = isReduced.test(axis) ? *reduced++ : *kept;
        if (!isReduced.test(axis) || keepsAxes)
          ++kept;
      }
      double element = input.get(source);
      total = isFirst ? element : combine(total, element);
      isFirst = false;
    });
    result->set(index, total);
  });
  return result;
}

Expected<Tensor> reference::evaluate(ReduceSumOp op, const Operands &operands) {
  return reduce(op, operands[0], op.getAxes(), op.getKeepdims(),
                /*ofNothing=*/0, [](double a, double b) { return a + b; });
}

Expected<Tensor> reference::evaluate(ReduceMaxOp op, const Operands &operands) {
  return reduce(op, operands[0], op.getAxes(), op.getKeepdims(),
                /*ofNothing=*/-std::numeric_limits<double>::infinity(),
                maximum);
}

//===----------------------------------------------------------------------===//
// Softmax and normalisation
//===----------------------------------------------------------------------===//

/// Calls `compute` with each row along `axis`, a list of numbers, which it
/// replaces by those of the result.
static Expected<Tensor>
mapAlongAxis(Operation *op, const Tensor &input, int64_t axis,
             llvm::function_ref<void(MutableArrayRef<double>)> compute) {
  Expected<Tensor> result = makeResult(op, input.getShape());
  if (!result)
    return result;
  // A scalar counts as an axis of size 1.
  bool isScalar = input.getRank() == 0;
  axis = countFromFront(axis, input.getRank());
  int64_t size = isScalar ? 1 : input.getShape()[axis];
  SmallVector<int64_t> starts(input.getShape());
  if (!isScalar)
    starts[axis] = std::min<int64_t>(size, 1);
  SmallVector<double> row(size);
  forEachIndex(starts, [&](ArrayRef<int64_t> start) {
    SmallVector<int64_t> index(start);
    auto forEach = [&](auto visit) {
      for (int64_t i = 0; i < size; ++i) {
        if (!isScalar)
          index[axis] = i;
        visit(row[i]);
      }
    };
    forEach([&](double &element) { element = input.get(index); });
    compute(row);
    forEach([&](double element) { result->set(index, element); });
  });
  return result;
}

/// The largest element m of a row, and the sum of exp(x - m).
static std::pair<double, double> getExponentialSum(ArrayRef<double> row) {
  double largest = row[0];
  for (double element : row.drop_front())
    largest = maximum(largest, element);
  double sum = 0;
  for (double element : row)
    sum += std::exp(element - largest);
  return {largest, sum};
}

Expected<Tensor> reference::evaluate(SoftmaxOp op, const Operands &operands) {
  return mapAlongAxis(op, operands[0], op.getAxis(),
                      [](MutableArrayRef<double> row) {
                        auto [largest, sum] = getExponentialSum(row);
                        for (double &element : row)
                          element = std::exp(element - largest) / sum;
                      });
}

Expected<Tensor> reference::evaluate(LogSoftmaxOp op,
                                     const Operands &operands) {
  return mapAlongAxis(op, operands[0], op.getAxis(),
                      [](MutableArrayRef<double> row) {
                        auto [largest, sum] = getExponentialSum(row);
                        for (double &element : row)
                          element = (element - largest) - std::log(sum);
                      });
}

Expected<Tensor> reference::evaluate(LayerNormOp op, const Operands &operands) {
  double epsilon = op.getEpsilon().convertToDouble();
  return mapAlongAxis(
      op, operands[0], op.getAxis(), [&](MutableArrayRef<double> row) {
        double mean = 0, variance = 0;
        for (double element : row)
          mean += element / row.size();
        for (double element : row)
          variance += (element - mean) * (element - mean) / row.size();
        for (double &element : row)
          element = (element - mean) / std::sqrt(variance + epsilon);
      });
}
