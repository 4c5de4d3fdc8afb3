//===- Instructions.cpp - Kinds of instructions, and views ------*- C++ -*-===//
//
// Sorts instructions by what a kernel can do with them, and looks through those
// that only read elements at other places.
//
//===----------------------------------------------------------------------===//

#include "Novi/Analysis/KernelAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::novi;

InstructionKind novi::getInstructionKind(Operation *op) {
  using Kind = InstructionKind;
  return llvm::TypeSwitch<Operation *, Kind>(op)
      .Case([](ConstantOp constant) {
        return isa<SplatElementsAttr>(constant.getValue()) ? Kind::Source
                                                           : Kind::Other;
      })
      .Case([](arith::ConstantOp constant) {
        return constant.getType().isIndex() ? Kind::Source : Kind::Other;
      })
      .Case<ZeroOp, EyeOp>([](auto) { return Kind::Source; })
      .Case<TransposeOp, SliceOp, BroadcastOp, ReshapeOp, UnpackMaskOp>(
          [](auto) { return Kind::View; })
      .Case([](tensor::CastOp cast) {
        auto isTensor = [](Type type) {
          auto tensor = dyn_cast<RankedTensorType>(type);
          return tensor && !tensor.getEncoding();
        };
        return isTensor(cast.getType()) && isTensor(cast.getSource().getType())
                   ? Kind::View
                   : Kind::Other;
      })
      .Case<NegOp, ReluOp, NotOp, ExpOp, LogOp, CastOp, ScaleOp, ClipOp, AddOp,
            SubOp, MulOp, DivOp, CompareOp, SelectOp>(
          [](auto) { return Kind::Pointwise; })
      .Case<ConcatOp, InsertSliceOp>([](auto) { return Kind::Assembly; })
      .Case<ReduceSumOp, ReduceMaxOp>([](auto) { return Kind::Reduction; })
      .Case<SoftmaxOp, LogSoftmaxOp, LayerNormOp>(
          [](auto) { return Kind::AlongAxis; })
      .Case<CrossEntropyLossOp, SoftmaxCrossEntropyLossOp>(
          [](auto) { return Kind::Loss; })
      .Case<PackMaskOp>([](auto) { return Kind::Packing; })
      .Case<MatmulOp, ContractOp>([](auto) { return Kind::Product; })
      .Default([](Operation *) { return Kind::Other; });
}

bool novi::isFreeView(Operation *op) {
  // A view of a buffer with several sizes that only the program knows would
  // need memory for them.
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return reshape.getType().getNumDynamicDims() <= 1;
  return isa<tensor::CastOp>(op);
}

bool novi::isSumOfConstant(Operation *op) {
  auto sum = dyn_cast<ReduceSumOp>(op);
  if (!sum)
    return false;
  Value base = sum.getInput();
  while (Operation *view = base.getDefiningOp()) {
    if (getInstructionKind(view) != InstructionKind::View)
      break;
    base = view->getOperand(0);
  }
  // Of infinities, none would sum up to 0.
  auto constant = base.getDefiningOp<ConstantOp>();
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue())
                        : SplatElementsAttr();
  return splat && splat.getSplatValue<APFloat>().isFinite();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

using Axes = SmallVector<std::optional<int64_t>>;

/// For each axis of the result of a reshape that of the input, if it only adds
/// and drops axes of size 1. Of two dynamic axes only the product is known to
/// stay, of one the size.
static std::optional<Axes> getReshapeAxes(RankedTensorType from,
                                          RankedTensorType to) {
  Axes axes(to.getRank());
  int64_t source = 0;
  unsigned numDynamic = 0;
  auto skipOnes = [&] {
    while (source < from.getRank() && from.getDimSize(source) == 1)
      ++source;
  };
  for (auto [axis, size] : llvm::enumerate(to.getShape())) {
    if (size == 1)
      continue;
    skipOnes();
    if (source == from.getRank() || from.getDimSize(source) != size)
      return std::nullopt;
    numDynamic += ShapedType::isDynamic(size);
    axes[axis] = source++;
  }
  skipOnes();
  if (source != from.getRank() || numDynamic > 1)
    return std::nullopt;
  return axes;
}

/// For each axis of the view's result that of its input; nothing for a view
/// that moves elements within the domain.
static std::optional<Axes> getViewAxes(Operation *view) {
  auto from = cast<RankedTensorType>(view->getOperand(0).getType());
  auto to = cast<RankedTensorType>(view->getResult(0).getType());
  Axes axes(to.getRank());
  if (auto transpose = dyn_cast<TransposeOp>(view)) {
    llvm::copy(transpose.getPermutation(), axes.begin());
    return axes;
  }
  if (isa<tensor::CastOp>(view)) {
    llvm::copy(llvm::seq<int64_t>(0, to.getRank()), axes.begin());
    return axes;
  }
  if (isa<BroadcastOp>(view)) {
    int64_t missing = to.getRank() - from.getRank();
    for (auto [axis, size] : llvm::enumerate(from.getShape()))
      if (size != 1)
        axes[missing + axis] = axis;
    return axes;
  }
  if (isa<ReshapeOp>(view))
    return getReshapeAxes(from, to);
  return std::nullopt;
}

TracedValue novi::traceValue(Value value,
                             function_ref<bool(Operation *)> isNode) {
  TracedValue traced;
  traced.base = traced.place = value;
  if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
    traced.axes.resize(type.getRank());
    for (auto [axis, size] : llvm::enumerate(type.getShape()))
      if (size != 1)
        traced.axes[axis] = axis;
  }
  while (Operation *op = traced.base.getDefiningOp()) {
    if (getInstructionKind(op) != InstructionKind::View || isNode(op))
      break;
    std::optional<Axes> through = getViewAxes(op);
    traced.inPlace &= through.has_value();
    if (traced.inPlace) {
      for (std::optional<int64_t> &axis : traced.axes)
        if (axis)
          axis = (*through)[*axis];
      traced.place = op->getOperand(0);
    }
    traced.views.push_back(op);
    traced.base = op->getOperand(0);
  }
  if (auto type = dyn_cast<RankedTensorType>(traced.place.getType()))
    for (std::optional<int64_t> &axis : traced.axes)
      if (axis && type.getDimSize(*axis) == 1)
        axis.reset();
  return traced;
}
