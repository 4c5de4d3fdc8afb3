//===- ExpandMath.cpp - exp and log by arithmetic ---------------*- C++ -*-===//
//
// Implements novi-expand-math. Both functions are reduced to a small range
// in two-part arithmetic, where a polynomial is good to well below an ulp; no
// step depends on a branch, so that all lanes of a vector go the same way.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIEXPANDMATHPASS
#include "Novi/Codegen/Passes.h.inc"

namespace {

/// Arithmetic on f32 and i32, of the shape of one value.
class Arithmetic {
public:
  Arithmetic(PatternRewriter &rewriter, Location loc, Type type)
      : b(loc, rewriter), floats(type) {
    ints = b.getI32Type();
    if (auto vector = dyn_cast<VectorType>(type))
      ints = vector.clone(b.getI32Type());
  }

  Value number(float value) {
    return constant(floats, b.getF32FloatAttr(value));
  }
  Value word(int32_t value) {
    return constant(ints, b.getI32IntegerAttr(value));
  }

  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  Value addInt(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value subInt(Value x, Value y) { return arith::SubIOp::create(b, x, y); }
  Value andInt(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
  Value shiftLeft(Value x, int32_t bits) {
    return arith::ShLIOp::create(b, x, word(bits));
  }
  Value shiftRight(Value x, int32_t bits) {
    return arith::ShRSIOp::create(b, x, word(bits));
  }
  Value toBits(Value x) { return arith::BitcastOp::create(b, ints, x); }
  Value fromBits(Value x) { return arith::BitcastOp::create(b, floats, x); }
  Value toFloat(Value x) { return arith::SIToFPOp::create(b, floats, x); }
  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, predicate, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }

  /// The polynomial with the given coefficients, the highest power's first.
  Value polynomial(Value x, ArrayRef<float> coefficients) {
    Value sum = number(coefficients.front());
    for (float coefficient : coefficients.drop_front())
      sum = fma(sum, x, number(coefficient));
    return sum;
  }

private:
  Value constant(Type type, TypedAttr value) {
    if (auto vector = dyn_cast<VectorType>(type))
      value = SplatElementsAttr::get(vector, value);
    return arith::ConstantOp::create(b, value);
  }

  ImplicitLocOpBuilder b;
  Type floats, ints;
};

bool isF32(Type type) { return getElementTypeOrSelf(type).isF32(); }

/// exp(x) = 2^k exp(r) with |r| <= ln(2) / 2; the polynomial is Cephes's expf.
struct ExpandExp : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!isF32(op.getType()))
      return failure();
    Arithmetic a(rewriter, op.getLoc(), op.getType());
    // Beyond these the result is inf and 0 anyhow. A NaN passes.
    Value x = op.getOperand(), high = a.number(89.0f), low = a.number(-104.0f);
    x = a.select(a.compare(arith::CmpFPredicate::OGT, x, high), high, x);
    x = a.select(a.compare(arith::CmpFPredicate::OLT, x, low), low, x);
    // Adding 1.5 * 2^23 rounds to an integer, and leaves it in the last bits.
    Value magic = a.number(12582912.0f);
    Value shifted = a.fma(x, a.number(1.44269504088896341f), magic);
    Value k = a.sub(shifted, magic);
    Value exponent = a.subInt(a.toBits(shifted), a.word(0x4B400000));
    Value r = a.fma(k, a.number(-0.693359375f), x);
    r = a.fma(k, a.number(2.12194440e-4f), r);
    Value p =
        a.polynomial(r, {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f,
                         4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f});
    Value square = a.mul(r, r);
    p = a.fma(p, square, r);
    p = a.add(p, a.number(1.0f));
    // In two factors: 2^k may be less than the least normal number, or more
    // than the largest.
    Value half = a.shiftRight(exponent, 1);
    auto powerOfTwo = [&](Value e) {
      return a.fromBits(a.shiftLeft(a.addInt(e, a.word(127)), 23));
    };
    p = a.mul(p, powerOfTwo(half));
    rewriter.replaceOp(op, a.mul(p, powerOfTwo(a.subInt(exponent, half))));
    return success();
  }
};

/// log(x) = k ln(2) + log(m) with sqrt(1/2) <= m < sqrt(2), as fdlibm's logf.
struct ExpandLog : OpRewritePattern<math::LogOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::LogOp op,
                                PatternRewriter &rewriter) const override {
    if (!isF32(op.getType()))
      return failure();
    Arithmetic a(rewriter, op.getLoc(), op.getType());
    Value x = op.getOperand(), zero = a.number(0.0f);
    Value isDenormal =
        a.compare(arith::CmpFPredicate::OLT, x, a.number(1.17549435e-38f));
    Value scaled = a.select(isDenormal, a.mul(x, a.number(8388608.0f)), x);
    Value base = a.word(0x3F3504F3); // sqrt(1/2)
    Value bits = a.subInt(a.toBits(scaled), base);
    Value k = a.toFloat(a.shiftRight(bits, 23));
    k = a.add(k, a.select(isDenormal, a.number(-23.0f), zero));
    Value m = a.fromBits(a.addInt(a.andInt(bits, a.word(0x007FFFFF)), base));
    Value f = a.sub(m, a.number(1.0f));
    Value s = a.div(f, a.add(f, a.number(2.0f)));
    Value z = a.mul(s, s);
    Value r = a.mul(a.polynomial(z, {0.24279078841f, 0.28498786688f,
                                     0.40000972152f, 0.66666662693f}),
                    z);
    Value halfSquare = a.mul(a.mul(f, f), a.number(0.5f));
    Value y = a.mul(s, a.add(r, halfSquare));
    y = a.fma(k, a.number(9.0580006145e-06f), y);
    y = a.add(a.sub(y, halfSquare), f);
    y = a.fma(k, a.number(6.9313812256e-01f), y);
    float infinity = std::numeric_limits<float>::infinity();
    // inf and NaN are their own logarithms.
    y = a.select(a.compare(arith::CmpFPredicate::OLT, x, a.number(infinity)), y,
                 x);
    y = a.select(a.compare(arith::CmpFPredicate::OLT, x, zero),
                 a.number(std::numeric_limits<float>::quiet_NaN()), y);
    y = a.select(a.compare(arith::CmpFPredicate::OEQ, x, zero),
                 a.number(-infinity), y);
    rewriter.replaceOp(op, y);
    return success();
  }
};

struct NoviExpandMathPass : impl::NoviExpandMathPassBase<NoviExpandMathPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<ExpandExp, ExpandLog>(context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    walkAndApplyPatterns(getOperation(), patterns);
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
} // namespace mlir::novi
