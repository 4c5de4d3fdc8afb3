//===- CheckListing.h - A listing against what is said of it ---*- C++ -*-===//
//
// A listing, its header and its side file have to agree, and the listing has to
// be whole.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_CHECKLISTING_H
#define NOVI_TARGET_LISTING_CHECKLISTING_H

#include "Novi/Target/Listing/ListingShapes.h"

namespace mlir::novi {

/// Holds the facts against the listing, of which the first `count` instructions
/// are to be executed. Fails with a diagnostic when these do not compute the
/// loss or the output, when a fact is about a tensor that the listing does not
/// name, and when an opcode needs a fact that is missing.
LogicalResult checkFacts(const Listing &listing, size_t count,
                         const ShapeFacts &facts);

/// Warns of every claim of the header that does not hold.
void checkClaims(const Listing &listing, const ShapeFacts &facts,
                 const ListingShapes &shapes);

/// Fails with a diagnostic at the last instruction when the backward part is
/// missing or stops before its end.
LogicalResult checkComplete(const Listing &listing, const ShapeFacts &facts);

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_CHECKLISTING_H
