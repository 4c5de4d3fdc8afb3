//===- Fuse.cpp - Form kernels ----------------------------------*- C++ -*-===//
//
// Implements novi-fuse: for each block, sizes are traced back to what is not
// fused, then a graph of the block is clustered (FuseGraph.cpp) and built
// (FuseBuild.cpp).
//
//===----------------------------------------------------------------------===//

#include "FuseGraph.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIFUSEPASS
#include "Novi/Transforms/Passes.h.inc"

namespace {

/// Collects the tensor.dim that are made.
struct DimCollector : OpBuilder::Listener {
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (auto dim = dyn_cast<tensor::DimOp>(op))
      dims.push_back(dim);
  }
  SmallVector<tensor::DimOp> dims;
};

/// Replaces the sizes of results of instructions by sizes of what they read, so
/// that no result is needed for its size alone; and finds the sizes of masks'
/// last axes, where they are dynamic, for those that unpack them.
DenseMap<Operation *, Value> resolveSizes(Block &block) {
  DimCollector collector;
  OpBuilder builder(block.getParentOp()->getContext(), &collector);
  DenseMap<Value, SmallVector<Operation *, 1>> masksOfSize;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto dim = dyn_cast<tensor::DimOp>(op))
      collector.dims.push_back(dim);
    if (!isa<NoviDialect>(op.getDialect()) || op.getNumResults() != 1)
      continue;
    auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
    if (!type || !type.getElementType().isInteger(1) || type.getRank() == 0 ||
        !type.isDynamicDim(type.getRank() - 1))
      continue;
    builder.setInsertionPointAfter(&op);
    Value size = tensor::DimOp::create(builder, op.getLoc(), op.getResult(0),
                                       type.getRank() - 1);
    masksOfSize[size].push_back(&op);
  }

  while (!collector.dims.empty()) {
    tensor::DimOp dim = collector.dims.pop_back_val();
    bool isMaskSize = masksOfSize.contains(dim.getResult());
    if (dim->use_empty() && !isMaskSize) {
      dim.erase();
      continue;
    }
    std::optional<int64_t> axis = dim.getConstantIndex();
    Operation *source = dim.getSource().getDefiningOp();
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    if (!source || !type || !axis || *axis < 0 || *axis >= type.getRank())
      continue;
    builder.setInsertionPoint(dim);
    Value size;
    if (auto castOp = dyn_cast<tensor::CastOp>(source)) {
      size = tensor::DimOp::create(builder, dim.getLoc(), castOp.getSource(),
                                   *axis);
    } else if (getInstructionKind(source) != InstructionKind::Other) {
      ReifiedRankedShapedTypeDims shapes;
      if (failed(
              cast<ReifyRankedShapedTypeOpInterface>(source).reifyResultShapes(
                  builder, shapes)))
        continue;
      size = getValueOrCreateConstantIndexOp(builder, dim.getLoc(),
                                             shapes[0][*axis]);
    } else {
      continue;
    }
    if (isMaskSize) {
      SmallVector<Operation *, 1> masks =
          std::move(masksOfSize[dim.getResult()]);
      masksOfSize.erase(dim.getResult());
      llvm::append_range(masksOfSize[size], masks);
    }
    dim.replaceAllUsesWith(size);
    dim.erase();
  }

  DenseMap<Operation *, Value> maskSizes;
  for (auto &[size, masks] : masksOfSize)
    for (Operation *mask : masks)
      maskSizes[mask] = size;
  return maskSizes;
}

struct NoviFusePass : impl::NoviFusePassBase<NoviFusePass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (maskAlignment < 8 || maskAlignment > 65536 || maskAlignment % 8 != 0)
      return emitError(UnknownLoc::get(context))
             << "novi-fuse: mask-alignment = "
             << static_cast<int64_t>(maskAlignment)
             << " must be a multiple of 8 from 8 to 65536";
    return success();
  }

  void runOnOperation() override {
    WalkResult result = getOperation()->walk<WalkOrder::PreOrder>(
        [&](FunctionOpInterface function) {
          return failed(fuseFunction(function)) ? WalkResult::interrupt()
                                                : WalkResult::skip();
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  LogicalResult fuseFunction(FunctionOpInterface function);
  LogicalResult fuseBlock(Block &block);
  /// What was a kernel before stays as it is.
  static LogicalResult verifyKernel(KernelOp kernel);
};

LogicalResult NoviFusePass::verifyKernel(KernelOp kernel) {
  std::string reason;
  if (succeeded(KernelAnalysis::get(kernel, reason)))
    return success();
  if (kernel.getMustFuse())
    return kernel.emitOpError("must be one kernel, but ") << reason;
  remark::missed(kernel.getLoc(),
                 remark::RemarkOpts::name("NoKernel").category("novi-fuse"))
      << remark::add("'novi.kernel' cannot run as one: {0}", reason);
  return success();
}

LogicalResult NoviFusePass::fuseFunction(FunctionOpInterface function) {
  SmallVector<Block *> blocks;
  WalkResult result =
      function.walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
        if (auto kernel = dyn_cast<KernelOp>(op))
          return failed(verifyKernel(kernel)) ? WalkResult::interrupt()
                                              : WalkResult::skip();
        for (Region &region : op->getRegions())
          for (Block &block : region)
            if (!block.empty() &&
                block.back().hasTrait<OpTrait::IsTerminator>())
              blocks.push_back(&block);
        return WalkResult::advance();
      });
  if (result.wasInterrupted())
    return failure();
  for (Block *block : blocks)
    if (failed(fuseBlock(*block)))
      return failure();
  return success();
}

LogicalResult NoviFusePass::fuseBlock(Block &block) {
  auto isFusable = [](Operation &op) {
    return getInstructionKind(&op) != InstructionKind::Other;
  };
  if (llvm::none_of(block, isFusable))
    return success();
  // What nobody reads is not worth a kernel.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isFusable(op) && isOpTriviallyDead(&op))
      op.erase();
  DenseMap<Operation *, Value> maskSizes = resolveSizes(block);

  fuse::Graph graph(block);
  if (failed(graph.fuseMarked()))
    return failure();
  graph.fuseAll();
  if (failed(graph.verifyMarked()))
    return failure();
  if (getContext().getRemarkEngine())
    fuse::emitRemarks(graph);
  for (const fuse::Node &node : graph.getNodes())
    numFused += node.isFusable;
  numKernels += fuse::buildKernels(graph, block, maskAlignment, maskSizes);
  return success();
}

} // namespace
} // namespace mlir::novi
