//===- ResultsToDestinations.cpp - The caller places results ----*- C++ -*-===//
//
// Implements novi-results-to-destinations: results of static shape become
// arguments that the function writes. Runs on buffers, where it is plain which
// value lies where, so that nothing is copied that need not be.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/Passes.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIRESULTSTODESTINATIONSPASS
#include "Novi/Codegen/Passes.h.inc"

namespace {

/// The buffer that `value` is another form of, all of it.
Value getWholeBuffer(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp>(
            op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// What a returned value was before bufferisation cast it to the function's
/// type. That type says that rows follow each other, which need not hold for a
/// part.
Value getBeforeCasts(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>()) {
    if (!isa<MemRefType>(cast.getSource().getType()))
      break;
    value = cast.getSource();
  }
  return value;
}

struct NoviResultsToDestinationsPass
    : impl::NoviResultsToDestinationsPassBase<NoviResultsToDestinationsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || function.isPrivate())
      return;
    if (!function.getBody().hasOneBlock()) {
      function.emitError("a function with branches has no place to take its "
                         "results to; structured control flow has");
      return signalPassFailure();
    }
    auto returned =
        cast<func::ReturnOp>(function.getBody().front().getTerminator());
    OpBuilder builder(returned);
    SmallVector<Value> kept;
    BitVector dropped(returned.getNumOperands());
    llvm::SmallPtrSet<Value, 8> taken;
    for (auto [index, value] : llvm::enumerate(returned.getOperands())) {
      auto type = dyn_cast<MemRefType>(value.getType());
      if (!type) {
        kept.push_back(value);
        continue;
      }
      Value buffer = getWholeBuffer(value);
      auto alloc = buffer.getDefiningOp<memref::AllocOp>();
      bool own = alloc && alloc->getBlock() == returned->getBlock() &&
                 taken.insert(buffer).second;
      if (!type.hasStaticShape()) {
        kept.push_back(own ? value : copyOf(builder, value));
        continue;
      }
      dropped.set(index);
      Value destination = addDestination(function, index, type);
      // Of a buffer without elements the steps between them are not known.
      if (!own || !alloc.getType().hasStaticShape() ||
          (alloc.getType() != type && type.getNumElements() == 0)) {
        memref::CopyOp::create(builder, returned.getLoc(),
                               getBeforeCasts(value), destination);
        continue;
      }
      if (alloc.getType() != type)
        destination = asType(function, destination, alloc.getType());
      alloc.replaceAllUsesWith(destination);
      alloc.erase();
    }
    returned->setOperands(kept);
    if (dropped.any() && failed(function.eraseResults(dropped)))
      return signalPassFailure();
  }

  /// A fresh buffer with what is in `value`.
  static Value copyOf(OpBuilder &builder, Value value) {
    auto type = cast<MemRefType>(value.getType());
    Location loc = value.getLoc();
    SmallVector<Value> sizes;
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        sizes.push_back(memref::DimOp::create(builder, loc, value, axis));
    auto copy = memref::AllocOp::create(
        builder, loc, type, sizes, builder.getI64IntegerAttr(kBufferAlignment));
    memref::CopyOp::create(builder, loc, getBeforeCasts(value), copy);
    return copy;
  }

  /// A new last argument for result `index`.
  static Value addDestination(func::FuncOp function, unsigned index,
                              MemRefType type) {
    Builder builder(function.getContext());
    auto number = builder.getNamedAttr(NoviDialect::kResultAttr,
                                       builder.getIndexAttr(index));
    unsigned position = function.getNumArguments();
    (void)function.insertArgument(
        position, type, builder.getDictionaryAttr(number), function.getLoc());
    return function.getArgument(position);
  }

  /// The buffer `value` as `type`, which has as many elements.
  static Value asType(func::FuncOp function, Value value, MemRefType type) {
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
    auto [strides, offset] = type.getStridesAndOffset();
    return memref::ReinterpretCastOp::create(builder, function.getLoc(), type,
                                             value, offset, type.getShape(),
                                             strides);
  }
};

} // namespace
} // namespace mlir::novi
