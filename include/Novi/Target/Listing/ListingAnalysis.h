//===- ListingAnalysis.h - What is odd about a listing ---------*- C++ -*-===//
//
// Warns where the instructions, by the named semantics and the data flow, can
// hardly be what their author meant. Nothing is repaired.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_LISTINGANALYSIS_H
#define NOVI_TARGET_LISTING_LISTINGANALYSIS_H

#include "Novi/Target/Listing/ListingShapes.h"

namespace mlir::novi {

/// Warns of, and notes, what is odd in the first `count` instructions.
void analyzeListing(const Listing &listing, size_t count,
                    const ShapeFacts &facts, const ListingShapes &shapes);

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_LISTINGANALYSIS_H
