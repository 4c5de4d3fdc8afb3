//===- ElementwiseGradients.cpp - Gradients, element by element -*- C++ -*-===//
//
// Gradient rules of the elementwise ops. u is the upstream gradient, y the
// result; what an operand was broadcast to is summed.
//
//===----------------------------------------------------------------------===//

#include "Gradients.h"
#include <cmath>

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

// dx = -u.
void NegOp::buildGradients(OpBuilder &builder, Value upstream,
                           ArrayRef<bool> needed,
                           MutableArrayRef<Value> gradients) {
  gradients[0] = NegOp::create(builder, getLoc(), upstream);
}

// dx = u where not x <= 0, else 0: 0 at 0, and through a NaN it passes.
void ReluOp::buildGradients(OpBuilder &builder, Value upstream,
                            ArrayRef<bool> needed,
                            MutableArrayRef<Value> gradients) {
  Value zero = createScalar(builder, getLoc(), getInput(), 0.0);
  Value isFlat = CompareOp::create(builder, getLoc(), ComparePredicate::LE,
                                   getInput(), zero);
  gradients[0] = SelectOp::create(builder, getLoc(), isFlat, zero, upstream);
}

// dx = u y.
void ExpOp::buildGradients(OpBuilder &builder, Value upstream,
                           ArrayRef<bool> needed,
                           MutableArrayRef<Value> gradients) {
  gradients[0] = MulOp::create(builder, getLoc(), upstream, getResult());
}

// dx = u / x.
void LogOp::buildGradients(OpBuilder &builder, Value upstream,
                           ArrayRef<bool> needed,
                           MutableArrayRef<Value> gradients) {
  Value quotient = DivOp::create(builder, getLoc(), upstream, getInput());
  gradients[0] = guardInfiniteSlope(builder, getLoc(), upstream, getInput(),
                                    {0.0}, quotient);
}

// dx = u, rounded to the type of x; an i1 has none.
void CastOp::buildGradients(OpBuilder &builder, Value upstream,
                            ArrayRef<bool> needed,
                            MutableArrayRef<Value> gradients) {
  Type elementType = getInput().getType().getElementType();
  if (isa<FloatType>(elementType))
    gradients[0] = castTo(builder, getLoc(), upstream, elementType);
}

// dx = factor u.
void ScaleOp::buildGradients(OpBuilder &builder, Value upstream,
                             ArrayRef<bool> needed,
                             MutableArrayRef<Value> gradients) {
  gradients[0] = ScaleOp::create(builder, getLoc(), upstream, getFactorAttr());
}

// dx = u where min < x < max, else 0: 0 at the bounds and at a NaN. An infinite
// bound, as one too large for the element type is, leaves its side open, so
// that it bounds nothing.
void ClipOp::buildGradients(OpBuilder &builder, Value upstream,
                            ArrayRef<bool> needed,
                            MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  auto elementType = cast<FloatType>(getInput().getType().getElementType());
  Value zero = createScalar(builder, loc, elementType, 0.0);
  Value gradient = upstream;
  auto passWhere = [&](ComparePredicate predicate, Value bound) {
    Value passes =
        CompareOp::create(builder, loc, predicate, getInput(), bound);
    gradient = SelectOp::create(builder, loc, passes, gradient, zero);
  };
  bool isOpen = true;
  for (auto [predicate, bound, openSide] :
       {std::tuple(ComparePredicate::GT, getMin(), -HUGE_VAL),
        std::tuple(ComparePredicate::LT, getMax(), HUGE_VAL)}) {
    APFloat rounded = bound;
    bool losesInfo;
    rounded.convert(elementType.getFloatSemantics(),
                    APFloat::rmNearestTiesToEven, &losesInfo);
    if (rounded.convertToDouble() == openSide)
      continue;
    isOpen = false;
    passWhere(predicate, createScalar(builder, loc, elementType,
                                      rounded.convertToDouble()));
  }
  if (isOpen)
    passWhere(ComparePredicate::EQ, getInput());
  gradients[0] = gradient;
}

//===----------------------------------------------------------------------===//
// Binary and ternary
//===----------------------------------------------------------------------===//

// da = u, db = u.
void AddOp::buildGradients(OpBuilder &builder, Value upstream,
                           ArrayRef<bool> needed,
                           MutableArrayRef<Value> gradients) {
  if (needed[0])
    gradients[0] = sumToOperand(builder, getLoc(), upstream, getLhs());
  if (needed[1])
    gradients[1] = sumToOperand(builder, getLoc(), upstream, getRhs());
}

// da = u, db = -u.
void SubOp::buildGradients(OpBuilder &builder, Value upstream,
                           ArrayRef<bool> needed,
                           MutableArrayRef<Value> gradients) {
  if (needed[0])
    gradients[0] = sumToOperand(builder, getLoc(), upstream, getLhs());
  if (needed[1])
    gradients[1] = NegOp::create(
        builder, getLoc(), sumToOperand(builder, getLoc(), upstream, getRhs()));
}

// da = u b, db = u a.
void MulOp::buildGradients(OpBuilder &builder, Value upstream,
                           ArrayRef<bool> needed,
                           MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  if (needed[0])
    gradients[0] =
        sumToOperand(builder, loc,
                     MulOp::create(builder, loc, upstream, getRhs()), getLhs());
  if (needed[1])
    gradients[1] =
        sumToOperand(builder, loc,
                     MulOp::create(builder, loc, upstream, getLhs()), getRhs());
}

// da = u / b, db = -(u / b) y. The slope in b is infinite also where y is, be
// it that it overflowed.
void DivOp::buildGradients(OpBuilder &builder, Value upstream,
                           ArrayRef<bool> needed,
                           MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  Type elementType = getType().getElementType();
  auto widen = [&](Value value) {
    return castTo(builder, loc, value, getComputeType(elementType));
  };
  Value u = widen(upstream), b = widen(getRhs());
  Value quotient = DivOp::create(builder, loc, u, b);
  auto finish = [&](Value gradient, Value operand) {
    gradient = guardInfiniteSlope(builder, loc, u, b, {0.0}, gradient);
    return castTo(builder, loc, sumToOperand(builder, loc, gradient, operand),
                  elementType);
  };
  if (needed[0])
    gradients[0] = finish(quotient, getLhs());
  if (needed[1]) {
    Value y = widen(getResult());
    Value product =
        guardInfiniteSlope(builder, loc, u, y, {HUGE_VAL, -HUGE_VAL},
                           MulOp::create(builder, loc, quotient, y));
    gradients[1] = NegOp::create(builder, loc, finish(product, getRhs()));
  }
}

// dx = u where it was chosen, else 0; the condition has none.
void SelectOp::buildGradients(OpBuilder &builder, Value upstream,
                              ArrayRef<bool> needed,
                              MutableArrayRef<Value> gradients) {
  Location loc = getLoc();
  Value zero = createScalar(builder, loc, upstream, 0.0);
  if (needed[1])
    gradients[1] = sumToOperand(
        builder, loc,
        SelectOp::create(builder, loc, getCondition(), upstream, zero),
        getOnTrue());
  if (needed[2])
    gradients[2] = sumToOperand(
        builder, loc,
        SelectOp::create(builder, loc, getCondition(), zero, upstream),
        getOnFalse());
}
