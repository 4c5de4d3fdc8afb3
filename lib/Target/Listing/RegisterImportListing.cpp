//===- RegisterImportListing.cpp - --import-listing ------------*- C++ -*-===//
//
// The translation and its options on the command line.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Target/ElementTypeOption.h"
#include "Novi/Target/Listing/ImportListing.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::novi;

void mlir::novi::registerImportListing() {
  static llvm::cl::opt<std::string> shapesFile(
      "listing-shapes", llvm::cl::value_desc("file"),
      llvm::cl::desc("Side file of --import-listing: the shapes and attributes "
                     "that the listing does not print"));
  static llvm::cl::opt<bool> forwardOnly(
      "forward-only",
      llvm::cl::desc("Let --import-listing stop at the first instruction of "
                     "the backward part"));
  registerElementTypeOption();

  static TranslateToMLIRRegistration registration(
      "import-listing", "import an instruction listing as novi ops",
      [](llvm::SourceMgr &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        ListingImportOptions options{shapesFile, forwardOnly,
                                     getElementTypeOption(context)};
        return importListing(sourceMgr, context, options);
      },
      [](DialectRegistry &registry) {
        registry.insert<NoviDialect, func::FuncDialect, arith::ArithDialect,
                        tensor::TensorDialect>();
      });
}
