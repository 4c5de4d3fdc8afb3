//===- novi-translate.cpp - Formats that are not MLIR ----------*- C++ -*-===//
//
// Registers Novi's translations and leaves the rest to mlir-translate's main.
// The options of its translations take no values; where ours do, the value is
// handed on as another option.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/ExportListing.h"
#include "Novi/Target/Listing/ImportListing.h"
#include "Novi/Target/Model/BuildModel.h"
#include "Novi/Target/Summary/Summary.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

/// Rewrites `--build-model=TEXT` as `--build-model --model=TEXT` with an input
/// file that is empty, there being nothing to read, and `--export-listing=FORM`
/// as `--export-listing --listing-form=FORM`.
static llvm::SmallVector<char *> splitValues(llvm::ArrayRef<char *> arguments,
                                             llvm::StringSaver &saver) {
  llvm::SmallVector<char *> result;
  auto add = [&](const llvm::Twine &text) {
    result.push_back(const_cast<char *>(saver.save(text).data()));
  };
  for (char *argument : arguments) {
    llvm::StringRef text(argument), rest = text.ltrim('-');
    if (rest.size() < text.size() && rest.consume_front("build-model=")) {
      add("--build-model");
      add("--model=" + rest);
      add("/dev/null");
    } else if (rest.size() < text.size() &&
               rest.consume_front("export-listing=")) {
      add("--export-listing");
      add("--listing-form=" + rest);
    } else {
      result.push_back(argument);
    }
  }
  return result;
}

int main(int argc, char **argv) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<char *> arguments =
      splitValues(llvm::ArrayRef(argv, argc), saver);
  mlir::novi::registerBuildModel();
  mlir::novi::registerExportListing();
  mlir::novi::registerImportListing();
  mlir::novi::registerSummary();
  return failed(mlir::mlirTranslateMain(arguments.size(), arguments.data(),
                                        "Novi translation driver"));
}
