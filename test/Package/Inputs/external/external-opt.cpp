//===- external-opt.cpp - A pass of one's own -------------------*- C++ -*-===//
//
// A tool of another project, with Novi's dialect and passes and one pass of its
// own, which turns matmul by the identity into its other operand.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

namespace {

struct DropIdentity : PassWrapper<DropIdentity, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DropIdentity)
  StringRef getArgument() const override { return "drop-identity"; }
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](novi::MatmulOp op) {
      if (op.getRhs().getDefiningOp<novi::EyeOp>() &&
          op.getLhs().getType() == op.getType())
        rewriter.replaceOp(op, op.getLhs());
    });
  }
};

} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<func::FuncDialect, novi::NoviDialect>();
  novi::registerNoviTransformsPasses();
  PassRegistration<DropIdentity>();
  return asMainReturnCode(
      MlirOptMain(argc, argv, "A tool with a pass of its own\n", registry));
}
