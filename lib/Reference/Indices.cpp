//===- Indices.cpp - Sizes and offsets --------------------------*- C++ -*-===//
//
// Executes arith's arithmetic on indices, which are 64 bits wide. What has no
// answer is an error: a division by zero, and a size or offset that does not
// fit, since a wrapped one would be a wrong size.
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::reference;
using llvm::Expected;

static llvm::Error overflow(Operation *op, const Operands &operands) {
  return fail(op, "of {0} and {1} does not fit 64 bits", operands.indices[0],
              operands.indices[1]);
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

Expected<int64_t> reference::evaluate(arith::AddIOp op,
                                      const Operands &operands) {
  int64_t result;
  if (llvm::AddOverflow(operands.indices[0], operands.indices[1], result))
    return overflow(op, operands);
  return result;
}

Expected<int64_t> reference::evaluate(arith::SubIOp op,
                                      const Operands &operands) {
  int64_t result;
  if (llvm::SubOverflow(operands.indices[0], operands.indices[1], result))
    return overflow(op, operands);
  return result;
}

Expected<int64_t> reference::evaluate(arith::MulIOp op,
                                      const Operands &operands) {
  int64_t result;
  if (llvm::MulOverflow(operands.indices[0], operands.indices[1], result))
    return overflow(op, operands);
  return result;
}

//===----------------------------------------------------------------------===//
// Quotients and remainders
//===----------------------------------------------------------------------===//

/// Computes from dividend and divisor where there is a quotient of them.
template <typename Compute>
static Expected<int64_t> divideSigned(Operation *op, const Operands &operands,
                                      Compute compute) {
  int64_t lhs = operands.indices[0], rhs = operands.indices[1];
  if (rhs == 0)
    return fail(op, "divides {0} by zero", lhs);
  if (lhs == std::numeric_limits<int64_t>::min() && rhs == -1)
    return overflow(op, operands);
  return compute(lhs, rhs);
}

template <typename Compute>
static Expected<int64_t> divideUnsigned(Operation *op, const Operands &operands,
                                        Compute compute) {
  uint64_t lhs = operands.indices[0], rhs = operands.indices[1];
  if (rhs == 0)
    return fail(op, "divides {0} by zero", lhs);
  return static_cast<int64_t>(compute(lhs, rhs));
}

Expected<int64_t> reference::evaluate(arith::DivSIOp op,
                                      const Operands &operands) {
  return divideSigned(op, operands, [](int64_t a, int64_t b) { return a / b; });
}

Expected<int64_t> reference::evaluate(arith::DivUIOp op,
                                      const Operands &operands) {
  return divideUnsigned(op, operands,
                        [](uint64_t a, uint64_t b) { return a / b; });
}

Expected<int64_t> reference::evaluate(arith::CeilDivSIOp op,
                                      const Operands &operands) {
  return divideSigned(op, operands, [](int64_t a, int64_t b) {
    bool roundsUp = a % b != 0 && (a > 0) == (b > 0);
    return a / b + (roundsUp ? 1 : 0);
  });
}

Expected<int64_t> reference::evaluate(arith::CeilDivUIOp op,
                                      const Operands &operands) {
  return divideUnsigned(op, operands, [](uint64_t a, uint64_t b) {
    return a / b + (a % b != 0 ? 1 : 0);
  });
}

Expected<int64_t> reference::evaluate(arith::FloorDivSIOp op,
                                      const Operands &operands) {
  return divideSigned(op, operands, [](int64_t a, int64_t b) {
    bool roundsDown = a % b != 0 && (a > 0) != (b > 0);
    return a / b - (roundsDown ? 1 : 0);
  });
}

Expected<int64_t> reference::evaluate(arith::RemSIOp op,
                                      const Operands &operands) {
  return divideSigned(op, operands, [](int64_t a, int64_t b) { return a % b; });
}

Expected<int64_t> reference::evaluate(arith::RemUIOp op,
                                      const Operands &operands) {
  return divideUnsigned(op, operands,
                        [](uint64_t a, uint64_t b) { return a % b; });
}

//===----------------------------------------------------------------------===//
// Minima and maxima
//===----------------------------------------------------------------------===//

Expected<int64_t> reference::evaluate(arith::MinSIOp op,
                                      const Operands &operands) {
  return std::min(operands.indices[0], operands.indices[1]);
}

Expected<int64_t> reference::evaluate(arith::MinUIOp op,
                                      const Operands &operands) {
  return std::min<uint64_t>(operands.indices[0], operands.indices[1]);
}

Expected<int64_t> reference::evaluate(arith::MaxSIOp op,
                                      const Operands &operands) {
  return std::max(operands.indices[0], operands.indices[1]);
}

Expected<int64_t> reference::evaluate(arith::MaxUIOp op,
                                      const Operands &operands) {
  return std::max<uint64_t>(operands.indices[0], operands.indices[1]);
}
