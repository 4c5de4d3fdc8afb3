//===- RuntimeChecks.cpp - What types leave open ----------------*- C++ -*-===//
//
// Builds the assertions about dynamic sizes and their texts.
//
//===----------------------------------------------------------------------===//

#include "RuntimeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::tolinalg;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

std::string tolinalg::formatShape(RankedTensorType type) {
  if (type.getRank() == 0)
    return "scalar";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      type.getShape(), os,
      [&](int64_t size) {
        if (ShapedType::isDynamic(size))
          os << '?';
        else
          os << size;
      },
      "x");
  return text;
}

std::string tolinalg::formatOperandShapes(Operation *op) {
  std::string text;
  for (Type type : op->getOperandTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      text += (text.empty() ? "" : " and ") + formatShape(tensor);
  return text;
}

void tolinalg::check(OpBuilder &builder, Operation *op, Value condition,
                     const Twine &text) {
  std::string message;
  llvm::raw_string_ostream os(message);
  os << '\'' << op->getName() << "' op ";
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << "at " << place.getFilename().getValue() << ':' << place.getLine()
       << ':' << place.getColumn() << ": ";
  os << text;
  cf::AssertOp::create(builder, op->getLoc(), condition, message);
}

//===----------------------------------------------------------------------===//
// Equal sizes
//===----------------------------------------------------------------------===//

void tolinalg::checkEqual(OpBuilder &builder, Operation *op, OpFoldResult a,
                          OpFoldResult b, const Twine &text) {
  if (isSameSize(a, b))
    return;
  Location loc = op->getLoc();
  Value left = toValue(builder, loc, a), right = toValue(builder, loc, b);
  Value isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        left, right);
  check(builder, op, isEqual, text);
}

void tolinalg::checkSameSize(OpBuilder &builder, Operation *op,
                             const Twine &problem, ArrayRef<OperandAxis> axes,
                             std::optional<int64_t> resultAxis) {
  Location loc = op->getLoc();
  auto staticSize = [&](OperandAxis axis) {
    return cast<RankedTensorType>(op->getOperand(axis.operand).getType())
        .getDimSize(axis.axis);
  };
  auto isDynamic = [&](OperandAxis axis) {
    return ShapedType::isDynamic(staticSize(axis));
  };
  if (llvm::none_of(axes, isDynamic))
    return;

  // All are compared with one size: a static one, if there is any.
  auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
  const OperandAxis *reference = llvm::find_if_not(axes, isDynamic);
  int64_t size = ShapedType::kDynamic;
  std::string text = problem.str(), wanted;
  if (reference != axes.end()) {
    size = staticSize(*reference);
  } else if (resultAxis && !resultType.isDynamicDim(*resultAxis)) {
    size = resultType.getDimSize(*resultAxis);
    text = "the result is not " + formatShape(resultType);
  } else {
    reference = axes.begin();
    wanted = "the size of axis " + std::to_string(reference->axis) +
             " of operand " + std::to_string(reference->operand);
  }
  if (wanted.empty())
    wanted = "size " + std::to_string(size);

  OpFoldResult wantedSize;
  if (!ShapedType::isDynamic(size))
    wantedSize = builder.getIndexAttr(size);
  for (const OperandAxis &axis : axes) {
    if (&axis == reference || !isDynamic(axis))
      continue;
    if (!wantedSize)
      wantedSize = getSize(builder, loc, op->getOperand(reference->operand),
                           reference->axis);
    checkEqual(builder, op,
               getSize(builder, loc, op->getOperand(axis.operand), axis.axis),
               wantedSize,
               text + ": axis " + Twine(axis.axis) + " of operand " +
                   Twine(axis.operand) + " must have " + wanted);
  }
}

void tolinalg::checkResultSizes(OpBuilder &builder, Operation *op,
                                ArrayRef<int64_t> inputAxes) {
  for (auto [resultAxis, axis] : llvm::enumerate(inputAxes))
    if (axis >= 0)
      checkSameSize(builder, op, "", OperandAxis{0, axis}, resultAxis);
}

void tolinalg::checkBroadcast(OpBuilder &builder, Operation *op,
                              ArrayRef<int64_t> numAxes) {
  int64_t numResultAxes = *llvm::max_element(numAxes);
  for (int64_t resultAxis = 0; resultAxis < numResultAxes; ++resultAxis) {
    SmallVector<OperandAxis> axes;
    for (auto [number, numOwn] : llvm::enumerate(numAxes)) {
      int64_t axis = resultAxis - numResultAxes + numOwn;
      auto type = cast<RankedTensorType>(op->getOperand(number).getType());
      if (axis >= 0 && type.getDimSize(axis) != 1)
        axes.push_back({static_cast<unsigned>(number), axis});
    }
    checkSameSize(builder, op,
                  "shapes " + formatOperandShapes(op) + " do not broadcast",
                  axes, resultAxis);
  }
}

//===----------------------------------------------------------------------===//
// Countable results
//===----------------------------------------------------------------------===//

void tolinalg::checkCountable(OpBuilder &builder, Operation *op, Sizes sizes) {
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (type.hasStaticShape())
    return;
  // Zero sizes do not make the others harmless: strides multiply them too.
  int64_t staticCount = 1;
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size) && size != 0)
      staticCount *= size;

  // How many elements are still allowed, divided by size after size, so that
  // nothing overflows. As unsigned numbers, negative sizes are large.
  constexpr int64_t mostElements = std::numeric_limits<int64_t>::max() / 8;
  Value allowed =
      arith::ConstantIndexOp::create(builder, loc, mostElements / staticCount);
  Value previous, one;
  for (auto [axis, mixedSize] : llvm::enumerate(sizes)) {
    auto size = dyn_cast<Value>(mixedSize);
    if (!size)
      continue;
    if (previous) {
      if (!one)
        one = arith::ConstantIndexOp::create(builder, loc, 1);
      allowed = arith::DivUIOp::create(
          builder, loc, allowed,
          arith::MaxUIOp::create(builder, loc, previous, one));
    }
    Value isAllowed = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ule, size, allowed);
    check(builder, op, isAllowed,
          "the size of axis " + Twine(axis) + " of the result " +
              formatShape(type) +
              " is negative or makes more elements than can be counted");
    previous = size;
  }
}
