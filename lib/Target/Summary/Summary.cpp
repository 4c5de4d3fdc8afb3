//===- Summary.cpp - --summary of novi-translate ---------------*- C++ -*-===//
//
// One summary for each function with a body.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Summary/Summary.h"
#include "Novi/Analysis/ProgramSummary.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;
using namespace mlir::novi;

void mlir::novi::registerSummary() {
  static TranslateFromMLIRRegistration registration(
      "summary", "print what a program holds and costs",
      [](Operation *op, llvm::raw_ostream &os) -> LogicalResult {
        bool first = true;
        op->walk([&](func::FuncOp function) {
          if (function.isExternal())
            return;
          if (!first)
            os << '\n';
          first = false;
          printSummary(os, function);
        });
        if (first)
          return op->emitError("has no function with a body, so nothing to "
                               "sum up");
        return success();
      },
      [](DialectRegistry &registry) {
        registerAllDialects(registry);
        registry.insert<NoviDialect>();
      });
}
