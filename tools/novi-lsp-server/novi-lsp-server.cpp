//===- novi-lsp-server.cpp - Novi programs in an editor ---------*- C++ -*-===//
//
// MLIR's language server with the novi dialect: definitions, uses, types on
// hover, and diagnostics while one types. An editor starts it on .mlir files.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<mlir::novi::NoviDialect>();
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
