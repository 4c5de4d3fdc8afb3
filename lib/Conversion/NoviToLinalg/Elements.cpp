//===- Elements.cpp - What instructions do with one element -----*- C++ -*-===//
//
// Builds the scalar code of elementwise instructions.
//
//===----------------------------------------------------------------------===//

#include "Novi/Conversion/NoviToLinalg/Elements.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type novi::getComputeType(Type elementType) {
  if (elementType.isF16() || elementType.isBF16())
    return Float32Type::get(elementType.getContext());
  return elementType;
}

Value novi::extend(OpBuilder &builder, Location loc, Value element,
                   Type computeType) {
  Type type = element.getType();
  if (type == computeType)
    return element;
  if (type.isInteger(1))
    return arith::UIToFPOp::create(builder, loc, computeType, element);
  return arith::ExtFOp::create(builder, loc, computeType, element);
}

Value novi::extend(OpBuilder &builder, Location loc, Value element) {
  return extend(builder, loc, element, getComputeType(element.getType()));
}

Value novi::round(OpBuilder &builder, Location loc, Value element,
                  Type elementType) {
  if (element.getType() == elementType)
    return element;
  return arith::TruncFOp::create(builder, loc, elementType, element);
}

Value novi::createFloat(OpBuilder &builder, Location loc, Type type,
                        APFloat value) {
  auto floatType = cast<FloatType>(type);
  bool losesInfo;
  value.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return arith::ConstantFloatOp::create(builder, loc, floatType, value);
}

Value novi::createFloat(OpBuilder &builder, Location loc, Type type,
                        double value) {
  return createFloat(builder, loc, type, APFloat(value));
}

//===----------------------------------------------------------------------===//
// One element
//===----------------------------------------------------------------------===//

// Each function computes an element from those of the operands, in the compute
// type; the caller rounds.

static Value compute(NegOp, OpBuilder &b, Location loc, ValueRange x) {
  return arith::NegFOp::create(b, loc, extend(b, loc, x[0]));
}

static Value compute(ReluOp, OpBuilder &b, Location loc, ValueRange x) {
  Value input = extend(b, loc, x[0]);
  Value zero = createFloat(b, loc, input.getType(), 0.0);
  // Not a maximum: a comparison with NaN is false, so a NaN passes, and -0.0
  // becomes 0.
  Value isFlat =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLE, input, zero);
  return arith::SelectOp::create(b, loc, isFlat, zero, input);
}

static Value compute(NotOp, OpBuilder &b, Location loc, ValueRange x) {
  Value one = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  return arith::XOrIOp::create(b, loc, x[0], one);
}

static Value compute(ExpOp, OpBuilder &b, Location loc, ValueRange x) {
  return math::ExpOp::create(b, loc, extend(b, loc, x[0]));
}

static Value compute(LogOp, OpBuilder &b, Location loc, ValueRange x) {
  return math::LogOp::create(b, loc, extend(b, loc, x[0]));
}

static Value compute(CastOp op, OpBuilder &b, Location loc, ValueRange x) {
  Type from = x[0].getType(), to = op.getType().getElementType();
  Type computeType = getComputeType(to);
  // What is narrower is widened exactly; f16 to bf16 so goes by f32. Nothing is
  // narrowed here, since two steps would round twice.
  bool isNarrower =
      from.getIntOrFloatBitWidth() < computeType.getIntOrFloatBitWidth();
  return from != to && isNarrower ? extend(b, loc, x[0], computeType) : x[0];
}

static Value compute(ScaleOp op, OpBuilder &b, Location loc, ValueRange x) {
  Value input = extend(b, loc, x[0]);
  Value factor = createFloat(b, loc, input.getType(), op.getFactor());
  return arith::MulFOp::create(b, loc, input, factor);
}

static Value compute(ClipOp op, OpBuilder &b, Location loc, ValueRange x) {
  Value input = extend(b, loc, x[0]);
  auto createBound = [&](const APFloat &bound) {
    return extend(b, loc, createFloat(b, loc, x[0].getType(), bound),
                  input.getType());
  };
  Value raised =
      arith::MaximumFOp::create(b, loc, input, createBound(op.getMin()));
  return arith::MinimumFOp::create(b, loc, raised, createBound(op.getMax()));
}

template <typename ArithOp>
static Value computeBinary(OpBuilder &b, Location loc, ValueRange x) {
  Value lhs = extend(b, loc, x[0]);
  Value rhs = extend(b, loc, x[1]);
  return ArithOp::create(b, loc, lhs, rhs);
}

static Value compute(AddOp, OpBuilder &b, Location loc, ValueRange x) {
  return computeBinary<arith::AddFOp>(b, loc, x);
}

static Value compute(SubOp, OpBuilder &b, Location loc, ValueRange x) {
  return computeBinary<arith::SubFOp>(b, loc, x);
}

static Value compute(MulOp, OpBuilder &b, Location loc, ValueRange x) {
  return computeBinary<arith::MulFOp>(b, loc, x);
}

static Value compute(DivOp, OpBuilder &b, Location loc, ValueRange x) {
  return computeBinary<arith::DivFOp>(b, loc, x);
}

static arith::CmpFPredicate getPredicate(ComparePredicate predicate) {
  // With a NaN all are false but `ne`.
  switch (predicate) {
  case ComparePredicate::EQ:
    return arith::CmpFPredicate::OEQ;
  case ComparePredicate::NE:
    return arith::CmpFPredicate::UNE;
  case ComparePredicate::LT:
    return arith::CmpFPredicate::OLT;
  case ComparePredicate::LE:
    return arith::CmpFPredicate::OLE;
  case ComparePredicate::GT:
    return arith::CmpFPredicate::OGT;
  case ComparePredicate::GE:
    return arith::CmpFPredicate::OGE;
  }
  llvm_unreachable("unknown predicate");
}

static Value compute(CompareOp op, OpBuilder &b, Location loc, ValueRange x) {
  Value lhs = extend(b, loc, x[0]);
  Value rhs = extend(b, loc, x[1]);
  return arith::CmpFOp::create(b, loc, getPredicate(op.getPredicate()), lhs,
                               rhs);
}

static Value compute(SelectOp, OpBuilder &b, Location loc, ValueRange x) {
  return arith::SelectOp::create(b, loc, x[0], x[1], x[2]);
}

Value novi::computeElement(OpBuilder &builder, Location loc, Operation *op,
                           ValueRange elements) {
  Value result =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case<NegOp, ReluOp, NotOp, ExpOp, LogOp, CastOp, ScaleOp, ClipOp,
                AddOp, SubOp, MulOp, DivOp, CompareOp, SelectOp>(
              [&](auto op) { return compute(op, builder, loc, elements); });
  return round(builder, loc, result,
               getElementTypeOrSelf(op->getResult(0).getType()));
}
