//===- ListingAttributes.h - Opcodes, types, attributes --------*- C++ -*-===//
//
// How a listing that says everything writes the parts of an instruction, and
// how they are read again. docs/Listing.md has the grammar.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_LISTINGATTRIBUTES_H
#define NOVI_TARGET_LISTING_LISTINGATTRIBUTES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::novi {

/// The name of such a listing's semantics in its header.
constexpr StringLiteral noviSemantics = "novi";

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

/// "MatMul" of novi.matmul, "ReduceSum" of novi.reduce_sum; "tensor.dim" and
/// "arith.muli" as they are; empty for what is no instruction of a listing.
std::string getOpcodeName(OperationName name);

/// The ops of all opcodes.
llvm::StringMap<OperationName> getNoviOpcodes(MLIRContext *context);

/// "did you mean ...", or the opcodes there are.
std::string suggestOpcode(StringRef opcode,
                          const llvm::StringMap<OperationName> &opcodes);

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// "6x?xf32", "f32" for a scalar, "index". Fails for other types.
FailureOr<std::string> printListingType(Type type);
FailureOr<Type> parseListingType(StringRef text, MLIRContext *context);

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Appends " key" or " key=value" to `text`. `type` is that of the result where
/// the attribute is the value of a constant, and is not repeated. Fails for
/// what cannot be written on a line.
LogicalResult printListingAttribute(StringRef key, Attribute attribute,
                                    Type type, std::string &text);

/// How long the value is that `text` begins with: up to a blank outside of
/// quotes and brackets. Fails where these do not match or nest too deep.
FailureOr<size_t> findValueEnd(StringRef text);

/// Reads what printListingAttribute wrote behind '='. Fails with a diagnostic.
FailureOr<Attribute> parseListingAttribute(StringRef key, StringRef text,
                                           Type type, Location loc);

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_LISTINGATTRIBUTES_H
