//===- ListingText.h - How a listing writes things -------------*- C++ -*-===//
//
// What both exports and the messages of the import write alike.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_LISTINGTEXT_H
#define NOVI_TARGET_LISTING_LISTINGTEXT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::novi {

/// Between the groups of a line.
constexpr StringLiteral groupGap = "    ";

/// The header's way to write sizes: "[6, 20]".
std::string bracket(ArrayRef<int64_t> sizes);

/// The shortest text that reads back as this number: "0.125", "1e-8".
std::string formatNumber(double number);

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_LISTINGTEXT_H
