//===- novi-translate.cpp - Formats that are not MLIR ----------*- C++ -*-===//
//
// Registers Novi's translations and leaves the rest to mlir-translate's main.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/ImportListing.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  mlir::novi::registerImportListing();
  return failed(mlir::mlirTranslateMain(argc, argv, "Novi translation driver"));
}
