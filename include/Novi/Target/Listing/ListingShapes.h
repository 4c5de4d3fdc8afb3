//===- ListingShapes.h - Shapes of a listing's tensors ---------*- C++ -*-===//
//
// Follows the instructions once, in their order: gives every tensor its shape
// and refuses what the machine could not execute.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_LISTINGSHAPES_H
#define NOVI_TARGET_LISTING_LISTINGSHAPES_H

#include "Novi/Target/Listing/Listing.h"
#include "Novi/Target/Listing/ShapeFacts.h"

namespace mlir::novi {

/// A tensor's sizes and where they come from. A loss has none.
struct TensorShape {
  SmallVector<int64_t, 2> sizes;
  Location loc;
};

using ListingShapes = llvm::DenseMap<unsigned, TensorShape>;

/// "6x20", or "a scalar".
std::string shapeString(ArrayRef<int64_t> sizes);

/// Infers the shapes of all tensors that the first `count` instructions name.
/// Fails with a diagnostic on operands that do not fit, on values and gradients
/// that are read before they exist, and on a loss that is not a scalar. The
/// facts must be checked.
FailureOr<ListingShapes> inferListingShapes(const Listing &listing,
                                            size_t count,
                                            const ShapeFacts &facts);

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_LISTINGSHAPES_H
