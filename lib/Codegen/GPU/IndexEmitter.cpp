//===- IndexEmitter.cpp - Index arithmetic of kernels -----------*- C++ -*-===//
//
// Emits places and sizes, folded.
//
//===----------------------------------------------------------------------===//

#include "IndexEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;
using namespace mlir::novi;

IndexEmitter::IndexEmitter(OpBuilder &builder, KernelOp kernel,
                           ValueRange arguments)
    : builder(builder), loc(kernel.getLoc()), arguments(arguments) {}

Value IndexEmitter::memoize(Kind kind, void *a, uintptr_t b,
                            function_ref<Value()> create) {
  auto key = std::make_tuple(kind, a, b);
  auto found = known.find(key);
  if (found != known.end())
    return found->second;
  Value value = create();
  known[key] = value;
  return value;
}

Value IndexEmitter::memoize(Kind kind, Value a, Value b,
                            function_ref<Value()> create) {
  return memoize(kind, a.getAsOpaquePointer(),
                 reinterpret_cast<uintptr_t>(b.getAsOpaquePointer()), create);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value IndexEmitter::constant(int64_t value) {
  return memoize(Kind::Constant, nullptr, value, [&]() -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  });
}

Value IndexEmitter::add(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x + *y);
  if (x == 0)
    return b;
  if (y == 0)
    return a;
  return memoize(Kind::Add, a, b, [&]() -> Value {
    return arith::AddIOp::create(builder, loc, a, b);
  });
}

Value IndexEmitter::sub(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x - *y);
  if (y == 0)
    return a;
  if (a == b)
    return constant(0);
  return memoize(Kind::Sub, a, b, [&]() -> Value {
    return arith::SubIOp::create(builder, loc, a, b);
  });
}

Value IndexEmitter::mul(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x * *y);
  if (x == 0 || y == 0)
    return constant(0);
  if (x == 1)
    return b;
  if (y == 1)
    return a;
  return memoize(Kind::Mul, a, b, [&]() -> Value {
    return arith::MulIOp::create(builder, loc, a, b);
  });
}

Value IndexEmitter::div(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (y == 1)
    return a;
  // There is nothing along an axis of size 0 whose place would matter.
  if (x == 0 || y == 0)
    return constant(0);
  if (x && y)
    return constant(*x / *y);
  return memoize(Kind::Div, a, b, [&]() -> Value {
    return arith::DivUIOp::create(builder, loc, a, b);
  });
}

Value IndexEmitter::rem(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x == 0 || y == 0 || (y && isMultiple(a, *y)))
    return constant(0);
  if (x && y)
    return constant(*x % *y);
  return memoize(Kind::Rem, a, b, [&]() -> Value {
    return arith::RemUIOp::create(builder, loc, a, b);
  });
}

Value IndexEmitter::ceilDiv(Value a, Value b) {
  return div(add(a, sub(b, constant(1))), b);
}

Value IndexEmitter::min(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(std::min(*x, *y));
  if (x == 0 || a == b)
    return a;
  if (y == 0)
    return b;
  // Signed: the last place of an empty axis is -1.
  return memoize(Kind::Min, a, b, [&]() -> Value {
    return arith::MinSIOp::create(builder, loc, a, b);
  });
}

Value IndexEmitter::isLess(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if ((x && y) || y == 0 || a == b) {
    bool isTrue =
        x && y && static_cast<uint64_t>(*x) < static_cast<uint64_t>(*y);
    return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(isTrue));
  }
  return memoize(Kind::Less, a, b, [&]() -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, a, b);
  });
}

Value IndexEmitter::isEqual(Value a, Value b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if ((x && y) || a == b)
    return arith::ConstantOp::create(builder, loc,
                                     builder.getBoolAttr(a == b || x == y));
  return memoize(Kind::Equal, a, b, [&]() -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a, b);
  });
}

Value IndexEmitter::both(Value a, Value b) {
  auto isTrue = [](Value value) {
    std::optional<int64_t> known;
    if (value)
      known = getConstantIntValue(value);
    return !value || (known && *known != 0);
  };
  if (isTrue(a))
    return isTrue(b) ? Value() : b;
  if (isTrue(b) || a == b)
    return a;
  return memoize(Kind::And, a, b, [&]() -> Value {
    return arith::AndIOp::create(builder, loc, a, b);
  });
}

int64_t IndexEmitter::getDivisor(Value index) {
  if (std::optional<int64_t> known = getConstantIntValue(index))
    return std::abs(*known);
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && index == loop.getInductionVar())
      return std::gcd(getDivisor(loop.getLowerBound()),
                      getDivisor(loop.getStep()));
    return 1;
  }
  Operation *op = index.getDefiningOp();
  auto getOperandDivisor = [&](unsigned number) {
    return getDivisor(op->getOperand(number));
  };
  if (isa<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::RemUIOp>(op))
    return std::gcd(getOperandDivisor(0), getOperandDivisor(1));
  // Factors are kept small, lest a product overflows; what divides them does.
  auto limit = [](int64_t divisor) {
    return std::gcd(divisor, int64_t(1) << 20);
  };
  if (isa<arith::MulIOp>(op))
    return limit(getOperandDivisor(0)) * limit(getOperandDivisor(1));
  if (isa<arith::DivUIOp>(op))
    if (std::optional<int64_t> by = getConstantIntValue(op->getOperand(1)))
      if (*by > 0 && getOperandDivisor(0) % *by == 0)
        return getOperandDivisor(0) / *by;
  return 1;
}

//===----------------------------------------------------------------------===//
// What the kernel's body says
//===----------------------------------------------------------------------===//

Value IndexEmitter::getSize(Value tensor, int64_t axis) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(axis))
    return constant(type.getDimSize(axis));
  if (auto cast = tensor.getDefiningOp<tensor::CastOp>())
    return getSize(cast.getSource(), axis);
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    return memoize(Kind::Size, tensor.getAsOpaquePointer(), axis,
                   [&]() -> Value {
                     Value stored = arguments[argument.getArgNumber()];
                     if (isa<MemRefType>(stored.getType()))
                       return memref::DimOp::create(builder, loc, stored, axis);
                     return tensor::DimOp::create(builder, loc, stored, axis);
                   });
  }
  OpFoldResult &size = reified[{tensor, axis}];
  if (!size) {
    Operation *op = tensor.getDefiningOp();
    OpBuilder inBody(op);
    ReifiedRankedShapedTypeDims shapes;
    // Every instruction of the dialect gives the sizes of its result.
    if (failed(reifyResultShapes(inBody, op, shapes)))
      llvm_unreachable("an instruction without sizes");
    size = shapes.front()[axis];
  }
  return getIndex(size);
}

SmallVector<Value> IndexEmitter::getSizes(Value tensor) {
  SmallVector<Value> sizes;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t axis = 0; axis < rank; ++axis)
    sizes.push_back(getSize(tensor, axis));
  return sizes;
}

Value IndexEmitter::getIndex(OpFoldResult index) {
  if (auto known = dyn_cast<Attribute>(index))
    return constant(cast<IntegerAttr>(known).getInt());
  return getIndex(cast<Value>(index));
}

Value IndexEmitter::getIndex(Value index) {
  if (auto argument = dyn_cast<BlockArgument>(index))
    return arguments[argument.getArgNumber()];
  if (index.getType().isIndex())
    if (std::optional<int64_t> known = getConstantIntValue(index))
      return constant(*known);
  auto result = cast<OpResult>(index);
  Operation *op = result.getOwner();
  return memoize(Kind::Body, op, result.getResultNumber(), [&]() -> Value {
    if (auto dim = dyn_cast<tensor::DimOp>(op)) {
      if (std::optional<int64_t> axis = dim.getConstantIndex())
        return getSize(dim.getSource(), *axis);
      Value axis = getIndex(dim.getIndex()), size = constant(0);
      SmallVector<Value> sizes = getSizes(dim.getSource());
      for (auto [number, candidate] : llvm::enumerate(sizes))
        size = arith::SelectOp::create(
            builder, loc, isEqual(axis, constant(number)), candidate, size);
      return size;
    }
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, getIndex(operand));
    return builder.clone(*op, mapping)->getResult(result.getResultNumber());
  });
}
