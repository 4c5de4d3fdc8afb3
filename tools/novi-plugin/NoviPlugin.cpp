//===- NoviPlugin.cpp - Novi for a stock mlir-opt ---------------*- C++ -*-===//
//
// A plugin with the dialect and the passes:
//   mlir-opt --load-dialect-plugin=NoviPlugin.so
//   --load-pass-plugin=NoviPlugin.so
//
//===----------------------------------------------------------------------===//

#include "Novi/Conversion/Passes.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Novi", NOVI_VERSION,
          [](mlir::DialectRegistry *registry) {
            registry->insert<mlir::novi::NoviDialect>();
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Novi", NOVI_VERSION, [] {
            mlir::novi::registerNoviConversionPasses();
            mlir::novi::registerNoviTransformsPasses();
          }};
}
