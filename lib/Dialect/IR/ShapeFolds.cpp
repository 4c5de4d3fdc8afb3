//===- ShapeFolds.cpp - Folds of the ops that move elements -----*- C++ -*-===//
//
// Folds and canonicalisations of concat, slice, insert_slice, transpose,
// reshape and broadcast.
//
//===----------------------------------------------------------------------===//

#include "ConstantFolding.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

namespace {

bool isAll(ArrayRef<int64_t> values, int64_t value) {
  return llvm::all_of(values, [&](int64_t v) { return v == value; });
}

bool isStatic(ArrayRef<int64_t> values) {
  return !llvm::is_contained(values, ShapedType::kDynamic);
}

/// The linear index, in a tensor of `shape`, of element `index` of a part.
int64_t getPartElement(ArrayRef<int64_t> index, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> offsets, ArrayRef<int64_t> strides) {
  int64_t linear = 0;
  for (auto [i, size, offset, stride] :
       llvm::zip_equal(index, shape, offsets, strides))
    linear = linear * size + offset + i * stride;
  return linear;
}

} // namespace

//===----------------------------------------------------------------------===//
// ConcatOp
//===----------------------------------------------------------------------===//

OpFoldResult ConcatOp::fold(FoldAdaptor adaptor) {
  if (getInputs().size() == 1 && getInputs().front().getType() == getType())
    return getInputs().front();
  RankedTensorType type = getType();
  if (!type.hasStaticShape())
    return nullptr;
  ArrayRef<Attribute> inputs = adaptor.getInputs();
  auto splat = dyn_cast_or_null<SplatElementsAttr>(inputs.front());
  auto isSame = [&](Attribute input) {
    auto other = dyn_cast_or_null<SplatElementsAttr>(input);
    return other &&
           other.getSplatValue<Attribute>() == splat.getSplatValue<Attribute>();
  };
  if (splat && llvm::all_of(inputs, isSame))
    return splat.resizeSplat(type);
  if (type.getNumElements() > kFoldLimit)
    return nullptr;
  int64_t axis = getAxis() < 0 ? getAxis() + type.getRank() : getAxis();
  SmallVector<Attribute> results(type.getNumElements());
  SmallVector<int64_t> strides = getStrides(type.getShape());
  int64_t begin = 0;
  for (Attribute input : inputs) {
    auto constant = dyn_cast_or_null<DenseElementsAttr>(input);
    if (!constant)
      return nullptr;
    ArrayRef<int64_t> shape = constant.getType().getShape();
    for (auto [i, element] : llvm::enumerate(constant.getValues<Attribute>())) {
      int64_t linear = begin * strides[axis];
      for (auto [index, stride] :
           llvm::zip_equal(delinearize(i, shape), strides))
        linear += index * stride;
      results[linear] = element;
    }
    begin += shape[axis];
  }
  return DenseElementsAttr::get(type, results);
}

namespace {

/// Counts the axis from the front, takes up the inputs of an input that is
/// concatenated along the same axis and not used otherwise (or the program
/// could grow without bound), and drops empty inputs.
struct SimplifyConcatInputs : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConcatOp op,
                                PatternRewriter &rewriter) const override {
    int64_t rank = op.getType().getRank();
    auto normalize = [&](int64_t axis) {
      return axis < 0 ? axis + rank : axis;
    };
    int64_t axis = normalize(op.getAxis());
    SmallVector<Value> inputs;
    for (Value input : op.getInputs()) {
      if (auto inner = input.getDefiningOp<ConcatOp>();
          inner && inner->hasOneUse() && normalize(inner.getAxis()) == axis &&
          isRefined(inner))
        llvm::append_range(inputs, inner.getInputs());
      else
        inputs.push_back(input);
    }
    Value first = inputs.front();
    llvm::erase_if(inputs, [&](Value input) {
      auto type = cast<RankedTensorType>(input.getType());
      return type.hasStaticShape() && type.getDimSize(axis) == 0;
    });
    if (inputs.empty())
      inputs.push_back(first);
    if (axis == op.getAxis() && llvm::equal(inputs, op.getInputs()))
      return failure();
    rewriter.replaceOpWithNewOp<ConcatOp>(op, op.getType(), inputs, axis);
    return success();
  }
};

/// Neighbouring slices of one tensor that continue each other are one slice;
/// once it covers the whole tensor it folds away.
struct MergeSlicesInConcat : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConcatOp op,
                                PatternRewriter &rewriter) const override {
    int64_t axis = op.getAxis();
    if (axis < 0)
      return failure();
    SmallVector<Value> inputs;
    for (Value input : op.getInputs()) {
      Value merged = inputs.empty() ? Value()
                                    : merge(inputs.back(), input, axis,
                                            op.getLoc(), rewriter);
      if (merged)
        inputs.back() = merged;
      else
        inputs.push_back(input);
    }
    if (inputs.size() == op.getInputs().size())
      return failure();
    rewriter.replaceOpWithNewOp<ConcatOp>(op, op.getType(), inputs, axis);
    return success();
  }

  static Value merge(Value a, Value b, int64_t axis, Location loc,
                     PatternRewriter &rewriter) {
    auto left = a.getDefiningOp<SliceOp>(), right = b.getDefiningOp<SliceOp>();
    if (!left || !right || left.getInput() != right.getInput())
      return {};
    SmallVector<int64_t> offsets(left.getStaticOffsets());
    SmallVector<int64_t> sizes(left.getStaticSizes());
    if (!isStatic(offsets) || !isStatic(sizes) ||
        !isStatic(right.getStaticOffsets()) ||
        !isStatic(right.getStaticSizes()) || !isAll(left.getStrides(), 1) ||
        !isAll(right.getStrides(), 1))
      return {};
    SmallVector<int64_t> next(offsets), same(sizes);
    next[axis] += sizes[axis];
    same[axis] = right.getStaticSizes()[axis];
    if (ArrayRef<int64_t>(next) != right.getStaticOffsets() ||
        ArrayRef<int64_t>(same) != right.getStaticSizes())
      return {};
    sizes[axis] += same[axis];
    if (!isCountable(RankedTensorType::get(
            sizes, left.getInput().getType().getElementType())))
      return {};
    return SliceOp::create(rewriter, loc, left.getInput(), offsets, sizes,
                           left.getStrides());
  }
};

} // namespace

void ConcatOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<SimplifyConcatInputs, MergeSlicesInConcat>(context);
}

//===----------------------------------------------------------------------===//
// SliceOp
//===----------------------------------------------------------------------===//

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  RankedTensorType inputType = getInput().getType();
  if (!isStatic(getStaticOffsets()) || !isStatic(getStaticSizes()))
    return nullptr;
  if (inputType == getType() && inputType.hasStaticShape() &&
      isAll(getStaticOffsets(), 0) && isAll(getStrides(), 1))
    return getInput();
  return foldMovement(adaptor.getInput(), getType(), [&](int64_t i) {
    return getPartElement(delinearize(i, getType().getShape()),
                          inputType.getShape(), getStaticOffsets(),
                          getStrides());
  });
}

namespace {

/// Offsets and sizes that turn out constant become static, unless they are
/// wrong: then the error stays where it was, in the running program.
struct StaticSlice : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    bool changes = succeeded(foldDynamicIndexList(offsets, true));
    changes |= succeeded(foldDynamicIndexList(sizes, true));
    if (!changes)
      return failure();
    SmallVector<Value> dynamicOffsets, dynamicSizes;
    SmallVector<int64_t> staticOffsets, staticSizes;
    dispatchIndexOpFoldResults(offsets, dynamicOffsets, staticOffsets);
    dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
    if (failed(verifyPart(std::nullopt, op.getOperationName(),
                          op.getInput().getType().getShape(), staticOffsets,
                          staticSizes, op.getStrides())) ||
        failed(verifyCompatibleShape(staticSizes, op.getType().getShape())))
      return failure();
    rewriter.replaceOpWithNewOp<SliceOp>(
        op, op.getType(), op.getInput(), dynamicOffsets, dynamicSizes,
        staticOffsets, staticSizes, op.getStrides());
    return success();
  }
};

/// A slice of a slice is one slice of the first tensor.
struct SliceOfSlice : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<SliceOp>();
    if (!inner || !isStatic(op.getStaticOffsets()) ||
        !isStatic(op.getStaticSizes()) || !isStatic(inner.getStaticOffsets()) ||
        !isStatic(inner.getStaticSizes()) ||
        !inner.getInput().getType().hasStaticShape())
      return failure();
    // The type of the inner slice may hide that the outer one leaves it. An
    // empty part may begin past the last element; then nothing is gained.
    if (llvm::is_contained(op.getStaticSizes(), 0) ||
        failed(verifyPart(std::nullopt, op.getOperationName(),
                          inner.getStaticSizes(), op.getStaticOffsets(),
                          op.getStaticSizes(), op.getStrides())))
      return failure();
    SmallVector<int64_t> offsets, strides;
    for (auto [outerOffset, outerSize, outerStride, innerOffset, innerStride] :
         llvm::zip_equal(op.getStaticOffsets(), op.getStaticSizes(),
                         op.getStrides(), inner.getStaticOffsets(),
                         inner.getStrides())) {
      offsets.push_back(innerOffset + outerOffset * innerStride);
      // The stride of one element says nothing, and the product might overflow.
      strides.push_back(outerSize == 1 ? 1 : innerStride * outerStride);
    }
    rewriter.replaceOpWithNewOp<SliceOp>(op, op.getType(), inner.getInput(),
                                         ValueRange(), ValueRange(), offsets,
                                         op.getStaticSizes(), strides);
    return success();
  }
};

/// A slice that lies within one input of a concat reads that input.
struct SliceOfConcat : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto concat = op.getInput().getDefiningOp<ConcatOp>();
    auto isStaticInput = [](Value input) {
      return cast<RankedTensorType>(input.getType()).hasStaticShape();
    };
    if (!concat || concat.getAxis() < 0 || !isStatic(op.getStaticSizes()) ||
        !llvm::all_of(concat.getInputs(), isStaticInput))
      return failure();
    int64_t axis = concat.getAxis();
    int64_t begin = op.getStaticOffsets()[axis];
    int64_t size = op.getStaticSizes()[axis];
    if (ShapedType::isDynamic(begin) || size == 0)
      return failure();
    int64_t last = begin + (size - 1) * op.getStrides()[axis];
    for (Value input : concat.getInputs()) {
      int64_t width = cast<RankedTensorType>(input.getType()).getDimSize(axis);
      if (begin >= width) {
        begin -= width;
        last -= width;
        continue;
      }
      if (last >= width)
        return failure();
      SmallVector<int64_t> offsets(op.getStaticOffsets());
      offsets[axis] = begin;
      if (failed(verifyPart(std::nullopt, op.getOperationName(),
                            cast<RankedTensorType>(input.getType()).getShape(),
                            offsets, op.getStaticSizes(), op.getStrides())))
        return failure();
      rewriter.replaceOpWithNewOp<SliceOp>(
          op, op.getType(), input, op.getOffsets(), op.getSizes(), offsets,
          op.getStaticSizes(), op.getStrides());
      return success();
    }
    return failure();
  }
};

} // namespace

void SliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<StaticSlice, SliceOfSlice, SliceOfConcat>(context);
}

//===----------------------------------------------------------------------===//
// InsertSliceOp
//===----------------------------------------------------------------------===//

OpFoldResult InsertSliceOp::fold(FoldAdaptor adaptor) {
  RankedTensorType sourceType = getSource().getType();
  if (!sourceType.hasStaticShape() || getDest().getType() != getType() ||
      !getType().hasStaticShape() || !isStatic(getStaticOffsets()))
    return nullptr;
  if (llvm::is_contained(sourceType.getShape(), 0))
    return getDest();
  if (sourceType == getType() && isAll(getStaticOffsets(), 0) &&
      isAll(getStrides(), 1))
    return getSource();
  auto source = dyn_cast_or_null<DenseElementsAttr>(adaptor.getSource());
  auto dest = dyn_cast_or_null<DenseElementsAttr>(adaptor.getDest());
  if (!source || !dest || dest.getNumElements() > kFoldLimit)
    return nullptr;
  SmallVector<Attribute> results(dest.getValues<Attribute>());
  for (auto [i, element] : llvm::enumerate(source.getValues<Attribute>()))
    results[getPartElement(delinearize(i, sourceType.getShape()),
                           dest.getType().getShape(), getStaticOffsets(),
                           getStrides())] = element;
  return DenseElementsAttr::get(dest.getType(), results);
}

namespace {

/// Offsets that turn out constant become static, as for slices.
struct StaticInsertSlice : OpRewritePattern<InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    if (failed(foldDynamicIndexList(offsets, true)))
      return failure();
    SmallVector<Value> dynamic;
    SmallVector<int64_t> staticOffsets;
    dispatchIndexOpFoldResults(offsets, dynamic, staticOffsets);
    if (failed(verifyPart(std::nullopt, op.getOperationName(),
                          op.getDest().getType().getShape(), staticOffsets,
                          op.getSource().getType().getShape(),
                          op.getStrides())))
      return failure();
    rewriter.replaceOpWithNewOp<InsertSliceOp>(op, op.getType(), op.getSource(),
                                               op.getDest(), dynamic,
                                               staticOffsets, op.getStrides());
    return success();
  }
};

} // namespace

void InsertSliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<StaticInsertSlice>(context);
}

//===----------------------------------------------------------------------===//
// TransposeOp
//===----------------------------------------------------------------------===//

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  ArrayRef<int64_t> permutation = getPermutation();
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())) &&
      getInput().getType() == getType())
    return getInput();
  ArrayRef<int64_t> inputShape = getInput().getType().getShape();
  if (!isStatic(inputShape))
    return nullptr;
  SmallVector<int64_t> strides = getStrides(inputShape);
  return foldMovement(adaptor.getInput(), getType(), [&](int64_t i) {
    int64_t linear = 0;
    for (auto [index, axis] :
         llvm::zip_equal(delinearize(i, getType().getShape()), permutation))
      linear += index * strides[axis];
    return linear;
  });
}

namespace {

/// transpose(transpose(x)) -> transpose(x), which may then fold to x.
struct TransposeOfTranspose : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<TransposeOp>();
    if (!inner || !isRefined(inner))
      return failure();
    SmallVector<int64_t> permutation;
    for (int64_t axis : op.getPermutation())
      permutation.push_back(inner.getPermutation()[axis]);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), inner.getInput(),
                                             permutation);
    return success();
  }
};

} // namespace

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<TransposeOfTranspose>(context);
}

//===----------------------------------------------------------------------===//
// ReshapeOp and BroadcastOp
//===----------------------------------------------------------------------===//

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType() && getType().hasStaticShape())
    return getInput();
  auto constant = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput());
  if (constant && getType().hasStaticShape())
    return constant.reshape(getType());
  return nullptr;
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType() && getType().hasStaticShape())
    return getInput();
  auto constant = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput());
  if (constant && constant.isSplat() && getType().hasStaticShape())
    return constant.resizeSplat(getType());
  return nullptr;
}

namespace {

/// The second of two reshapes, or of two broadcasts, alone says where the
/// elements go. The first must not hold a check that only runs with it.
template <typename OpTy> struct ComposeResize : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().template getDefiningOp<OpTy>();
    if (!inner || !inner.getType().hasStaticShape() ||
        !inner.getInput().getType().hasStaticShape())
      return failure();
    if constexpr (std::is_same_v<OpTy, BroadcastOp>) {
      ArrayRef<int64_t> own = inner.getType().getShape();
      ArrayRef<int64_t> outer = op.getType().getShape().take_back(own.size());
      if (llvm::any_of(llvm::zip_equal(own, outer), [](auto sizes) {
            auto [from, to] = sizes;
            return from != 1 && ShapedType::isDynamic(to);
          }))
        return failure();
    }
    rewriter.replaceOpWithNewOp<OpTy>(op, op.getType(), inner.getInput(),
                                      op.getSizes());
    return success();
  }
};

} // namespace

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<ComposeResize<ReshapeOp>>(context);
}

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<ComposeResize<BroadcastOp>>(context);
}
