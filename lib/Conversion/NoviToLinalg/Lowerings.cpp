//===- Lowerings.cpp - What the lowerings to linalg share -------*- C++ -*-===//
//
// Builds generics and fills.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::tolinalg;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The size of an axis of `tensor`, from what it was made with; an attribute
/// where it turns out to be known. Nothing where it must be asked for, of what
/// `tensor` then is.
static std::optional<OpFoldResult> traceSize(OpBuilder &builder, Location loc,
                                             Value &tensor, int64_t axis) {
  while (true) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(axis))
      return builder.getIndexAttr(type.getDimSize(axis));
    Operation *op = tensor.getDefiningOp();
    if (auto styled = dyn_cast_or_null<DestinationStyleOpInterface>(op)) {
      tensor = styled.getTiedOpOperand(cast<OpResult>(tensor))->get();
      continue;
    }
    if (auto castOp = dyn_cast_or_null<tensor::CastOp>(op);
        castOp && isa<RankedTensorType>(castOp.getSource().getType())) {
      tensor = castOp.getSource();
      continue;
    }
    if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op))
      return empty.getMixedSizes()[axis];
    if (auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op);
        slice && slice.getSourceType().getRank() == type.getRank())
      return slice.getMixedSizes()[axis];
    if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
      return expand.getMixedOutputShape()[axis];
    if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op)) {
      SmallVector<OpFoldResult> sizes;
      ReassociationIndices group = collapse.getReassociationIndices()[axis];
      for (int64_t inner : group)
        sizes.push_back(getSize(builder, loc, collapse.getSrc(), inner));
      return multiplySizes(builder, loc, sizes);
    }
    if (auto reshape = dyn_cast_or_null<tensor::ReshapeOp>(op))
      if (auto shape =
              reshape.getShape().getDefiningOp<tensor::FromElementsOp>();
          shape && shape.getElements()[axis].getType().isIndex())
        return shape.getElements()[axis];
    return std::nullopt;
  }
}

SmallVector<OpFoldResult> tolinalg::reifyResult(RewriterBase &rewriter,
                                                Operation *op) {
  ReifiedRankedShapedTypeDims shapes;
  LogicalResult reified = reifyResultShapes(rewriter, op, shapes);
  assert(succeeded(reified) && "every op of the dialect reifies its shape");
  (void)reified;
  // The op asks its operands, which are to be traced further.
  for (OpFoldResult &size : shapes.front()) {
    auto value = dyn_cast<Value>(size);
    auto dim = value ? value.getDefiningOp<tensor::DimOp>() : nullptr;
    std::optional<int64_t> axis = dim ? dim.getConstantIndex() : std::nullopt;
    if (!axis || !value.use_empty())
      continue;
    Value tensor = dim.getSource();
    if (auto traced = traceSize(rewriter, op->getLoc(), tensor, *axis))
      size = toValue(rewriter, op->getLoc(), *traced);
    else if (tensor != dim.getSource())
      size = tensor::DimOp::create(rewriter, op->getLoc(), tensor, *axis)
                 .getResult();
    else
      continue;
    rewriter.eraseOp(dim);
  }
  return shapes.front();
}

OpFoldResult tolinalg::getSize(OpBuilder &builder, Location loc, Value tensor,
                               int64_t axis) {
  auto type = cast<RankedTensorType>(tensor.getType());
  std::optional<OpFoldResult> traced = traceSize(builder, loc, tensor, axis);
  if (!traced)
    return tensor::DimOp::create(builder, loc, tensor, axis).getResult();
  if (type.isDynamicDim(axis))
    return toValue(builder, loc, *traced);
  return *traced;
}

SmallVector<OpFoldResult> tolinalg::getSizes(OpBuilder &builder, Location loc,
                                             Value tensor) {
  SmallVector<OpFoldResult> sizes;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t axis = 0; axis < rank; ++axis)
    sizes.push_back(getSize(builder, loc, tensor, axis));
  return sizes;
}

bool tolinalg::isSameSize(OpFoldResult a, OpFoldResult b) {
  if (isEqualConstantIntOrValue(a, b))
    return true;
  auto getDim = [](OpFoldResult size) {
    auto value = dyn_cast<Value>(size);
    return value ? value.getDefiningOp<tensor::DimOp>() : nullptr;
  };
  tensor::DimOp x = getDim(a), y = getDim(b);
  return x && y && x.getSource() == y.getSource() && x.getConstantIndex() &&
         x.getConstantIndex() == y.getConstantIndex();
}

Value tolinalg::toValue(OpBuilder &builder, Location loc, OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(builder, loc, size);
}

Value tolinalg::createMap(OpBuilder &builder, Location loc, ValueRange inputs,
                          ArrayRef<AffineMap> maps, Sizes sizes,
                          Type elementType, Body body) {
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, elementType);
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(builder.getMultiDimIdentityMap(sizes.size()));
  SmallVector<utils::IteratorType> iterators(sizes.size(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), inputs, empty, allMaps, iterators,
             [&](OpBuilder &nested, Location nestedLoc, ValueRange elements) {
               linalg::YieldOp::create(
                   nested, nestedLoc,
                   body(nested, nestedLoc, elements.drop_back()));
             })
      .getResult(0);
}

Value tolinalg::createReduction(OpBuilder &builder, Location loc,
                                ValueRange inputs, ArrayRef<AffineMap> maps,
                                const llvm::SmallBitVector &reduced,
                                Sizes sizes, Value identity, Body body) {
  Value init = createFilled(builder, loc, sizes, identity);
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(
      getMapWithout(builder.getContext(), reduced.size(), reduced));
  SmallVector<utils::IteratorType> iterators;
  for (unsigned loop = 0; loop < reduced.size(); ++loop)
    iterators.push_back(reduced.test(loop) ? utils::IteratorType::reduction
                                           : utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, init.getType(), inputs, init, allMaps, iterators,
             [&](OpBuilder &nested, Location nestedLoc, ValueRange elements) {
               linalg::YieldOp::create(nested, nestedLoc,
                                       body(nested, nestedLoc, elements));
             })
      .getResult(0);
}

Value tolinalg::createFilled(OpBuilder &builder, Location loc, Sizes sizes,
                             Value value) {
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, value.getType());
  return linalg::FillOp::create(builder, loc, value, empty).getResult(0);
}

Value tolinalg::roundTensor(OpBuilder &builder, Location loc, Value tensor,
                            Sizes sizes, Type elementType) {
  if (cast<RankedTensorType>(tensor.getType()).getElementType() == elementType)
    return tensor;
  return createMap(
      builder, loc, tensor, builder.getMultiDimIdentityMap(sizes.size()), sizes,
      elementType, [&](OpBuilder &b, Location l, ValueRange elements) {
        return round(b, l, elements[0], elementType);
      });
}

OpFoldResult tolinalg::multiplySizes(OpBuilder &builder, Location loc,
                                     Sizes sizes) {
  int64_t staticProduct = 1;
  Value product;
  for (OpFoldResult size : sizes) {
    if (isa<Attribute>(size))
      staticProduct *= *getConstantIntValue(size);
    else if (!product)
      product = cast<Value>(size);
    else
      product = arith::MulIOp::create(builder, loc, product, cast<Value>(size));
  }
  if (!product)
    return builder.getIndexAttr(staticProduct);
  if (staticProduct == 1)
    return product;
  Value factor = arith::ConstantIndexOp::create(builder, loc, staticProduct);
  return arith::MulIOp::create(builder, loc, product, factor).getResult();
}

Value tolinalg::castTo(OpBuilder &builder, Location loc, Value tensor,
                       Type type) {
  if (tensor.getType() == type)
    return tensor;
  return tensor::CastOp::create(builder, loc, type, tensor);
}

bool tolinalg::isEmpty(RankedTensorType type) {
  return llvm::is_contained(type.getShape(), 0);
}

AffineMap tolinalg::getBroadcastMap(RankedTensorType operand,
                                    RankedTensorType result) {
  MLIRContext *context = result.getContext();
  int64_t missing = result.getRank() - operand.getRank();
  SmallVector<AffineExpr> axes;
  for (int64_t axis = 0; axis < operand.getRank(); ++axis) {
    bool isRepeated =
        operand.getDimSize(axis) == 1 && result.getDimSize(missing + axis) != 1;
    axes.push_back(isRepeated ? getAffineConstantExpr(0, context)
                              : getAffineDimExpr(missing + axis, context));
  }
  return AffineMap::get(result.getRank(), 0, axes, context);
}

AffineMap tolinalg::getMapWithout(MLIRContext *context, unsigned numLoops,
                                  const llvm::SmallBitVector &dropped) {
  SmallVector<AffineExpr> axes;
  for (unsigned loop = 0; loop < numLoops; ++loop)
    if (!dropped.test(loop))
      axes.push_back(getAffineDimExpr(loop, context));
  return AffineMap::get(numLoops, 0, axes, context);
}
