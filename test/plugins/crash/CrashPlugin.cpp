//===- CrashPlugin.cpp - A pass that crashes --------------------*- C++ -*-===//
//
// Loaded with --load-pass-plugin: the pass test-crash ends the process as a
// fault of the compiler would.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include <cstdlib>

namespace {
struct CrashPass
    : mlir::PassWrapper<CrashPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CrashPass)
  llvm::StringRef getArgument() const override { return "test-crash"; }
  void runOnOperation() override { std::abort(); }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Crash", "0",
          [] { mlir::PassRegistration<CrashPass>(); }};
}
