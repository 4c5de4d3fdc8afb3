//===- ShapeInference.h - Shapes of results ---------------------*- C++ -*-===//
//
// What the ops of the dialect share when they infer and reify shapes. A shape
// that does not fit is an error that names the op, both shapes and the axis.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_DIALECT_IR_SHAPEINFERENCE_H
#define NOVI_LIB_DIALECT_IR_SHAPEINFERENCE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

namespace mlir::novi::detail {

/// "2x?x4" for messages; "scalar" for no axes.
std::string formatShape(ArrayRef<int64_t> shape);

/// Writes an error that begins as a verifier's would, and fails.
template <typename... Args>
LogicalResult inferenceError(std::optional<Location> location, StringRef opName,
                             Args &&...args) {
  if (!location)
    return failure();
  InFlightDiagnostic diagnostic = emitError(*location);
  diagnostic << "'" << opName << "' op ";
  (diagnostic << ... << std::forward<Args>(args));
  return diagnostic;
}

/// Whether the static sizes of `type`, times eight bytes, fit 63 bits.
bool isCountable(RankedTensorType type);

/// Whether the type of the op's only result has each size that inference knows.
/// Only then may a pattern look through the op: what its type hides, a user may
/// contradict, which is an error of the running program but not of the IR.
bool isRefined(InferTypeOpInterface op);

/// The type of `value` if it is a ranked tensor. Inference sees operands before
/// they are verified, so this reports anything else.
FailureOr<RankedTensorType> getTensorType(std::optional<Location> location,
                                          StringRef opName, Value value);

/// The size where one axis must be both `a` and `b`, a dynamic one being
/// checked when the program runs; nothing where they contradict each other.
std::optional<int64_t> mergeSizes(int64_t a, int64_t b);

/// The shape to which `shapes` broadcast by NumPy's rules.
FailureOr<SmallVector<int64_t>>
inferBroadcastShape(std::optional<Location> location, StringRef opName,
                    ArrayRef<ArrayRef<int64_t>> shapes);

/// Infers the result of an elementwise op on `operands`, whose element types
/// must be equal; the first `numConditions` of them are conditions and only
/// broadcast. `elementType` is the result's, or null for the operands'.
LogicalResult inferElementwise(std::optional<Location> location,
                               StringRef opName, ValueRange operands,
                               unsigned numConditions, Type elementType,
                               SmallVectorImpl<Type> &inferred);

/// Brings `axis` from [-rank, rank) into [0, rank).
FailureOr<int64_t> normalizeAxis(std::optional<Location> location,
                                 StringRef opName, int64_t axis, int64_t rank);

/// The size of axis `axis` of `tensor`, as a constant where it is static.
OpFoldResult getSize(OpBuilder &builder, Location loc, Value tensor,
                     int64_t axis);

/// The sizes of all axes of `tensor`.
SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Location loc,
                                   Value tensor);

/// Adds the shape of the op's only result to `shapes`, a static axis of its
/// type from there. (The interface asks for an attribute exactly where the type
/// is static.)
void addReifiedShape(OpBuilder &builder, Operation *op,
                     ArrayRef<OpFoldResult> sizes,
                     ReifiedRankedShapedTypeDims &shapes);

/// Reifies the shape of an elementwise result: each axis from an operand that
/// is not repeated along it.
LogicalResult reifyElementwise(OpBuilder &builder, Operation *op,
                               ReifiedRankedShapedTypeDims &shapes);

/// Verifies what is static of a part, given by offsets, sizes and strides, of a
/// tensor of `shape`.
LogicalResult verifyPart(std::optional<Location> location, StringRef opName,
                         ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets,
                         ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides);

/// Verifies that `op` has one of `sizes` for each dynamic axis of its result.
LogicalResult verifySizes(Operation *op, ValueRange sizes,
                          RankedTensorType result);

/// Reifies the shape of a result whose dynamic axes have the given sizes.
LogicalResult reifySizes(OpBuilder &builder, Operation *op, ValueRange sizes,
                         ReifiedRankedShapedTypeDims &shapes);

} // namespace mlir::novi::detail

#endif // NOVI_LIB_DIALECT_IR_SHAPEINFERENCE_H
