//===- Elementwise.cpp - One element at a time ------------------*- C++ -*-===//
//
// Executes the elementwise ops.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::reference;
using llvm::Expected;

/// Each element of the result from those of the operands at the same place.
static Expected<Tensor>
mapElements(Operation *op, const Operands &operands,
            llvm::function_ref<double(ArrayRef<double>)> compute) {
  SmallVector<BroadcastOperand> shapes;
  for (auto [tensor, type] :
       llvm::zip_equal(operands.tensors, op->getOperandTypes()))
    shapes.push_back(
        {tensor->getShape(), cast<RankedTensorType>(type).getShape()});
  Expected<SmallVector<int64_t>> shape = getBroadcastShape(op, shapes);
  if (!shape)
    return shape.takeError();
  Expected<Tensor> result = makeResult(op, *shape);
  if (!result)
    return result;

  SmallVector<double> elements(operands.tensors.size());
  forEachIndex(*shape, [&](ArrayRef<int64_t> index) {
    for (auto [element, tensor] : llvm::zip_equal(elements, operands.tensors))
      element = tensor->get(getBroadcastIndex(index, tensor->getShape()));
    result->set(index, compute(elements));
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

Expected<Tensor> reference::evaluate(NegOp op, const Operands &operands) {
  return mapElements(op, operands, [](ArrayRef<double> x) { return -x[0]; });
}

Expected<Tensor> reference::evaluate(ReluOp op, const Operands &operands) {
  return mapElements(op, operands,
                     [](ArrayRef<double> x) { return x[0] <= 0 ? 0.0 : x[0]; });
}

Expected<Tensor> reference::evaluate(NotOp op, const Operands &operands) {
  return mapElements(op, operands,
                     [](ArrayRef<double> x) { return x[0] == 0 ? 1.0 : 0.0; });
}

Expected<Tensor> reference::evaluate(ExpOp op, const Operands &operands) {
  return mapElements(op, operands,
                     [](ArrayRef<double> x) { return std::exp(x[0]); });
}

Expected<Tensor> reference::evaluate(LogOp op, const Operands &operands) {
  return mapElements(op, operands,
                     [](ArrayRef<double> x) { return std::log(x[0]); });
}

Expected<Tensor> reference::evaluate(CastOp op, const Operands &operands) {
  return mapElements(op, operands, [](ArrayRef<double> x) { return x[0]; });
}

Expected<Tensor> reference::evaluate(ScaleOp op, const Operands &operands) {
  // The compute type is f32 but for f64.
  Builder builder(op.getContext());
  Type computeType = op.getType().getElementType().isF64()
                         ? builder.getF64Type()
                         : builder.getF32Type();
  double factor = roundTo(computeType, op.getFactor().convertToDouble());
  return mapElements(op, operands,
                     [&](ArrayRef<double> x) { return factor * x[0]; });
}

Expected<Tensor> reference::evaluate(ClipOp op, const Operands &operands) {
  Type elementType = op.getType().getElementType();
  double low = roundTo(elementType, op.getMin().convertToDouble());
  double high = roundTo(elementType, op.getMax().convertToDouble());
  return mapElements(op, operands, [&](ArrayRef<double> x) {
    if (std::isnan(x[0]))
      return x[0];
    double raised = x[0] < low ? low : x[0];
    return raised > high ? high : raised;
  });
}

//===----------------------------------------------------------------------===//
// Binary and ternary
//===----------------------------------------------------------------------===//

Expected<Tensor> reference::evaluate(AddOp op, const Operands &operands) {
  return mapElements(op, operands,
                     [](ArrayRef<double> x) { return x[0] + x[1]; });
}

Expected<Tensor> reference::evaluate(SubOp op, const Operands &operands) {
  return mapElements(op, operands,
                     [](ArrayRef<double> x) { return x[0] - x[1]; });
}

Expected<Tensor> reference::evaluate(MulOp op, const Operands &operands) {
  return mapElements(op, operands,
                     [](ArrayRef<double> x) { return x[0] * x[1]; });
}

Expected<Tensor> reference::evaluate(DivOp op, const Operands &operands) {
  return mapElements(op, operands,
                     [](ArrayRef<double> x) { return x[0] / x[1]; });
}

static bool compare(ComparePredicate predicate, double lhs, double rhs) {
  switch (predicate) {
  case ComparePredicate::EQ:
    return lhs == rhs;
  case ComparePredicate::NE:
    return lhs != rhs;
  case ComparePredicate::LT:
    return lhs < rhs;
  case ComparePredicate::LE:
    return lhs <= rhs;
  case ComparePredicate::GT:
    return lhs > rhs;
  case ComparePredicate::GE:
    return lhs >= rhs;
  }
  llvm_unreachable("unknown predicate");
}

Expected<Tensor> reference::evaluate(CompareOp op, const Operands &operands) {
  return mapElements(op, operands, [&](ArrayRef<double> x) {
    return compare(op.getPredicate(), x[0], x[1]) ? 1.0 : 0.0;
  });
}

Expected<Tensor> reference::evaluate(SelectOp op, const Operands &operands) {
  return mapElements(
      op, operands, [](ArrayRef<double> x) { return x[0] != 0 ? x[1] : x[2]; });
}
