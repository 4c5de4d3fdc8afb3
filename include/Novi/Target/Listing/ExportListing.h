//===- ExportListing.h - From novi ops to a listing ------------*- C++ -*-===//
//
// Two forms: a listing that says everything, of any straight-line program; and
// what the machine of the named semantics `novigrad` prints for a forward
// program, its backward part and its side file included. docs/Listing.md
// describes both.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_EXPORTLISTING_H
#define NOVI_TARGET_LISTING_EXPORTLISTING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Support/LLVM.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::novi {

/// Writes what the novigrad machine prints for `function`, and to `sideFile`
/// what it does not print. Fails with a diagnostic, having written nothing, at
/// the instruction that has no opcode there.
LogicalResult exportNovigradListing(func::FuncOp function,
                                    llvm::raw_ostream &listing,
                                    llvm::raw_ostream &sideFile);

/// Writes a straight-line function as a listing that says everything; what
/// kernels hold stands in their place. Fails with a diagnostic, having written
/// nothing, at the instruction that cannot be said.
LogicalResult exportListing(func::FuncOp function, llvm::raw_ostream &os);

/// What the header of such a listing claims: "Tensors:" and "12", ...
SmallVector<std::pair<StringRef, std::string>>
getHeaderClaims(func::FuncOp function);

/// Registers --export-listing for novi-translate.
void registerExportListing();

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_EXPORTLISTING_H
