//===- ListingAnalysis.h - What is odd about a listing ---------*- C++ -*-===//
//
// Tells a cut listing from a whole one, holds the header's claims against what
// is there, and warns where the instructions, by the named semantics and the
// data flow, cannot be what their author meant. Nothing is repaired.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_LISTINGANALYSIS_H
#define NOVI_TARGET_LISTING_LISTINGANALYSIS_H

#include "Novi/Target/Listing/ListingShapes.h"

namespace mlir::novi {

/// Warns of every claim of the header that does not hold.
void checkClaims(const Listing &listing, const ShapeFacts &facts,
                 const ListingShapes &shapes);

/// Fails with a diagnostic at the last instruction when the backward part is
/// missing or stops before its end.
LogicalResult checkComplete(const Listing &listing, const ShapeFacts &facts);

/// Warns of, and notes, what is odd in the first `count` instructions.
void analyzeListing(const Listing &listing, size_t count,
                    const ShapeFacts &facts, const ListingShapes &shapes);

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_LISTINGANALYSIS_H
