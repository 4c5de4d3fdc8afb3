//===- HostToLLVM.cpp - The host's part to LLVM -----------------*- C++ -*-===//
//
// Implements novi-gpu-host-to-llvm.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/EntryPoint.h"
#include "Novi/Codegen/GPU/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIGPUHOSTTOLLVMPASS
#include "Novi/Codegen/GPU/Passes.h.inc"

namespace {

struct NoviGPUHostToLLVMPass
    : impl::NoviGPUHostToLLVMPassBase<NoviGPUHostToLLVMPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    memref::populateExpandStridedMetadataPatterns(set);
    memref::populateExpandOpsPatterns(set);
    arith::populateArithExpandOpsPatterns(set);
    populateAffineToStdConversionPatterns(set);
    expand = std::move(set);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    MLIRContext *context = module.getContext();
    SmallVector<EntryPoint> entries = findEntryPoints(module);
    for (auto function : module.getOps<func::FuncOp>())
      if (failed(applyPatternsGreedily(function, expand)))
        return signalPassFailure();

    RewritePatternSet branches(context);
    populateSCFToControlFlowConversionPatterns(branches);
    ConversionTarget structured(*context);
    structured.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    structured.addIllegalDialect<scf::SCFDialect>();
    structured.addLegalOp<gpu::GPUModuleOp>();
    structured.markOpRecursivelyLegal<gpu::GPUModuleOp>();
    if (failed(applyPartialConversion(module, structured, std::move(branches))))
      return signalPassFailure();

    LLVMTypeConverter types(context);
    RewritePatternSet patterns(context);
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(types, patterns);
    populateFuncToLLVMConversionPatterns(types, patterns);
    populateMathToLLVMConversionPatterns(types, patterns);
    populateGpuToLLVMConversionPatterns(types, patterns,
                                        /*kernelBarePtrCallConv=*/true);
    populateAssertToCallPattern(types, patterns);
    LLVMConversionTarget target(*context);
    target.addLegalOp<ModuleOp, gpu::GPUModuleOp, gpu::BinaryOp>();
    target.markOpRecursivelyLegal<gpu::GPUModuleOp>();
    // A launch stays: it becomes calls with the binary at hand.
    target.addDynamicallyLegalOp<gpu::LaunchFuncOp>([&](Operation *op) {
      return types.isLegal(op->getOperandTypes()) &&
             types.isLegal(op->getResultTypes());
    });
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      return signalPassFailure();

    for (const EntryPoint &entry : entries)
      if (failed(makeEntryPoint(module, entry)))
        return signalPassFailure();
  }

  FrozenRewritePatternSet expand;
};

} // namespace
} // namespace mlir::novi
