//===- ImportListing.h - From a listing to novi ops ------------*- C++ -*-===//
//
// Renames the mutable tensors of a listing into SSA values of one function,
// `@step`, that computes what the listing computes.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_IMPORTLISTING_H
#define NOVI_TARGET_LISTING_IMPORTLISTING_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::novi {

struct ListingImportOptions {
  /// The file with the facts that the listing does not print.
  std::string shapesFile;
  /// Import only what comes before the first backward instruction.
  bool forwardOnly = false;
  /// Of all tensors. Null stands for f32.
  FloatType elementType;
};

/// Imports the main buffer of `sourceMgr`; null, with diagnostics, when that
/// cannot be done. Warnings come through the same diagnostics.
OwningOpRef<ModuleOp> importListing(llvm::SourceMgr &sourceMgr,
                                    MLIRContext *context,
                                    const ListingImportOptions &options);

/// Registers --import-listing for novi-translate.
void registerImportListing();

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_IMPORTLISTING_H
