//===- novi-reduce.cpp - Make a failing program small -----------*- C++ -*-===//
//
// mlir-reduce with the novi dialect, its passes, reduction patterns for its
// instructions, and a pass that applies them. docs/Debugging.md shows how to
// use it.
//
//===----------------------------------------------------------------------===//

#include "Novi/InitAll.h"
#include "Novi/Reduce/Passes.h"
#include "Novi/Reduce/ReductionPatterns.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::novi::registerAllDialects(registry);
  mlir::novi::registerReductionPatterns(registry);
  mlir::registerAllPasses();
  mlir::novi::registerAllPasses();
  mlir::novi::registerNoviReducePasses();
  mlir::MLIRContext context(registry);
  return failed(mlir::mlirReduceMain(argc, argv, context));
}
