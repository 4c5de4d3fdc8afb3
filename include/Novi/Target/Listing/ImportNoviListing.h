//===- ImportNoviListing.h - Listings that say everything ------*- C++ -*-===//
//
// The import of what --export-listing writes: types and attributes stand on the
// lines, so that no side file is needed.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_IMPORTNOVILISTING_H
#define NOVI_TARGET_LISTING_IMPORTNOVILISTING_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::novi {

/// Whether the header of the listing in the main buffer names the semantics
/// `novi`. Fails with a diagnostic on bytes that are not text, and on the name
/// of other semantics than there are.
FailureOr<bool> isNoviListing(llvm::SourceMgr &sourceMgr, MLIRContext *context);

/// Imports the main buffer; null, with a diagnostic, when that cannot be done.
OwningOpRef<ModuleOp> importNoviListing(llvm::SourceMgr &sourceMgr,
                                        MLIRContext *context);

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_IMPORTNOVILISTING_H
