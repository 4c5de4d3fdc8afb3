//===- ToLLVM.cpp - Loops, vectors and buffers to LLVM ----------*- C++ -*-===//
//
// Implements novi-cpu-to-llvm. Upstream's patterns in three steps: what has no
// counterpart is expanded, structured control flow becomes branches, everything
// becomes the LLVM dialect. One conversion for a step is several times faster
// than a pass for each dialect.
//
//===----------------------------------------------------------------------===//

#include "LowerLoops.h"
#include "Novi/Codegen/CPU/Passes.h"
#include "Novi/Codegen/EntryPoint.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/OpenMPToLLVM/ConvertOpenMPToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVICPUTOLLVMPASS
#include "Novi/Codegen/CPU/Passes.h.inc"

namespace {

struct NoviCPUToLLVMPass : impl::NoviCPUToLLVMPassBase<NoviCPUToLLVMPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    memref::populateExpandStridedMetadataPatterns(set);
    memref::populateExpandOpsPatterns(set);
    arith::populateArithExpandOpsPatterns(set);
    arith::populateExpandBFloat16Patterns(set);
    vector::populateVectorMaskOpLoweringPatterns(set);
    vector::populateVectorMaskMaterializationPatterns(set, false);
    vector::populateVectorStepLoweringPatterns(set);
    populateAffineToStdConversionPatterns(set);
    expand = std::move(set);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    MLIRContext *context = module.getContext();
    GreedyRewriteConfig config;
    config.enableConstantCSE(false).setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(module, expand, config)))
      return signalPassFailure();

    SmallVector<EntryPoint> entries = findEntryPoints(module);

    lowerLoops(module);
    RewritePatternSet branches(context);
    populateSCFToControlFlowConversionPatterns(branches);
    populateMathToLibmConversionPatterns(branches);
    ConversionTarget structured(*context);
    structured.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    structured.addIllegalDialect<scf::SCFDialect>();
    // LLVM has no instruction for these, or one that loses digits.
    structured
        .addIllegalOp<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
                      math::AtanOp, math::Atan2Op, math::AtanhOp, math::CbrtOp,
                      math::CoshOp, math::ErfOp, math::ErfcOp, math::ExpM1Op,
                      math::Log1pOp, math::SinhOp, math::TanOp, math::TanhOp>();
    if (failed(applyPartialConversion(module, structured, std::move(branches))))
      return signalPassFailure();

    LowerToLLVMOptions options(context);
    options.allocLowering = LowerToLLVMOptions::AllocLowering::AlignedAlloc;
    options.useGenericFunctions = true;
    LLVMTypeConverter types(context, options);
    RewritePatternSet patterns(context);
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
    index::populateIndexToLLVMConversionPatterns(types, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(types, patterns);
    populateFuncToLLVMConversionPatterns(types, patterns);
    populateMathToLLVMConversionPatterns(types, patterns);
    populateOpenMPToLLVMConversionPatterns(types, patterns);
    populateVectorToLLVMConversionPatterns(types, patterns);
    ub::populateUBToLLVMConversionPatterns(types, patterns);
    populateAssertToCallPattern(types, patterns);
    LLVMConversionTarget target(*context);
    target.addLegalOp<ModuleOp>();
    configureOpenMPToLLVMConversionLegality(target, types);
    if (failed(applyFullConversion(module, target, std::move(patterns))))
      return signalPassFailure();

    nameRuntime(module, "_mlir_memref_to_llvm_aligned_alloc", "noviAllocate");
    nameRuntime(module, "_mlir_memref_to_llvm_free", "noviFree");
    for (const EntryPoint &entry : entries)
      if (failed(makeEntryPoint(module, entry)))
        return signalPassFailure();
  }

  /// Calls Novi's function in place of upstream's of that name.
  static void nameRuntime(ModuleOp module, StringRef upstream, StringRef name) {
    auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(upstream);
    if (!function)
      return;
    (void)SymbolTable::replaceAllSymbolUses(
        function, StringAttr::get(module.getContext(), name), module);
    function.setName(name);
  }

  FrozenRewritePatternSet expand;
};

} // namespace
} // namespace mlir::novi
