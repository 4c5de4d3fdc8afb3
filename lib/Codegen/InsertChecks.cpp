//===- InsertChecks.cpp - Checks of what else may go wrong ------*- C++ -*-===//
//
// Implements novi-insert-checks: convert-novi-to-linalg checks what novi's ops
// ask for; this is for the few operations of other dialects in a program that
// compiled code would run into the void with.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIINSERTCHECKSPASS
#include "Novi/Codegen/Passes.h.inc"

namespace {

/// Asserts `condition` in front of `op`, and says which op it was and where.
void check(ImplicitLocOpBuilder &b, Operation *op, Value condition,
           const Twine &text) {
  std::string message;
  llvm::raw_string_ostream os(message);
  os << '\'' << op->getName() << "' op ";
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << "at " << place.getFilename().getValue() << ':' << place.getLine()
       << ':' << place.getColumn() << ": ";
  os << text;
  cf::AssertOp::create(b, condition, message);
}

/// A size that is declared must be there.
void checkCast(tensor::CastOp op) {
  auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto to = dyn_cast<RankedTensorType>(op.getType());
  if (!from || !to)
    return;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  for (int64_t axis = 0; axis < to.getRank(); ++axis) {
    if (to.isDynamicDim(axis) || !from.isDynamicDim(axis))
      continue;
    Value size = tensor::DimOp::create(b, op.getSource(), axis);
    Value declared = arith::ConstantIndexOp::create(b, to.getDimSize(axis));
    Value same =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, size, declared);
    check(b, op, same,
          "the size of axis " + Twine(axis) + " is not " +
              Twine(to.getDimSize(axis)));
  }
}

void checkDim(tensor::DimOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  std::optional<int64_t> axis = op.getConstantIndex();
  if (!type || (axis && *axis >= 0 && *axis < type.getRank()))
    return;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value rank = arith::ConstantIndexOp::create(b, type.getRank());
  Value exists =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, op.getIndex(), rank);
  check(b, op, exists,
        "asks for an axis that is not there; there are " +
            Twine(type.getRank()));
}

/// Divisions by zero, and the one whose result is too large, are traps.
void checkDivision(Operation *op) {
  Value divisor = op->getOperand(1);
  if (!divisor.getType().isIntOrIndex())
    return;
  APInt known;
  if (matchPattern(divisor, m_ConstantInt(&known)) && !known.isZero() &&
      !known.isAllOnes())
    return;
  ImplicitLocOpBuilder b(op->getLoc(), op);
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(
        b, b.getIntegerAttr(divisor.getType(), value));
  };
  unsigned width = divisor.getType().isIndex()
                       ? IndexType::kInternalStorageBitWidth
                       : divisor.getType().getIntOrFloatBitWidth();
  Value isGood = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, divisor,
                                       constant(APInt::getZero(width)));
  check(b, op, isGood, "divides by zero");
  if (isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op))
    return;
  Value least = constant(APInt::getSignedMinValue(width));
  Value isNotOne = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, divisor,
                                         constant(APInt::getAllOnes(width)));
  Value isNotLeast = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                           op->getOperand(0), least);
  check(b, op, arith::OrIOp::create(b, isNotOne, isNotLeast),
        "divides the least number by -1, which does not fit");
}

struct NoviInsertChecksPass
    : impl::NoviInsertChecksPassBase<NoviInsertChecksPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk<WalkOrder::PreOrder>([](Operation *op) {
      // A body runs for many elements, in whatever order.
      if (isa<linalg::LinalgOp>(op))
        return WalkResult::skip();
      if (auto cast = dyn_cast<tensor::CastOp>(op))
        checkCast(cast);
      else if (auto dim = dyn_cast<tensor::DimOp>(op))
        checkDim(dim);
      else if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
                   arith::RemUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
                   arith::FloorDivSIOp>(op))
        checkDivision(op);
      return WalkResult::advance();
    });
  }
};

} // namespace
} // namespace mlir::novi
