//===- RegisterImportListing.cpp - --import-listing ------------*- C++ -*-===//
//
// The translation and its options on the command line.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Target/Listing/ImportListing.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::novi;

namespace {
enum class ElementType { F32, F64, F16, BF16 };
} // namespace

static FloatType getElementType(MLIRContext *context, ElementType type) {
  switch (type) {
  case ElementType::F32:
    return Float32Type::get(context);
  case ElementType::F64:
    return Float64Type::get(context);
  case ElementType::F16:
    return Float16Type::get(context);
  case ElementType::BF16:
    return BFloat16Type::get(context);
  }
  llvm_unreachable("unknown element type");
}

void mlir::novi::registerImportListing() {
  static llvm::cl::opt<std::string> shapesFile(
      "listing-shapes", llvm::cl::value_desc("file"),
      llvm::cl::desc("Side file of --import-listing: the shapes and attributes "
                     "that the listing does not print"));
  static llvm::cl::opt<bool> forwardOnly(
      "forward-only",
      llvm::cl::desc("Let --import-listing stop at the first instruction of "
                     "the backward part"));
  static llvm::cl::opt<ElementType> elementType(
      "element-type", llvm::cl::init(ElementType::F32),
      llvm::cl::desc("Element type of the tensors of --import-listing:"),
      llvm::cl::values(clEnumValN(ElementType::F32, "f32", "(the default)"),
                       clEnumValN(ElementType::F64, "f64", ""),
                       clEnumValN(ElementType::F16, "f16", ""),
                       clEnumValN(ElementType::BF16, "bf16", "")));

  static TranslateToMLIRRegistration registration(
      "import-listing", "import an instruction listing as novi ops",
      [](llvm::SourceMgr &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        ListingImportOptions options{shapesFile, forwardOnly,
                                     getElementType(context, elementType)};
        return importListing(sourceMgr, context, options);
      },
      [](DialectRegistry &registry) {
        registry.insert<NoviDialect, func::FuncDialect>();
      });
}
