//===- RuntimeChecks.h - What types leave open ------------------*- C++ -*-===//
//
// The checks of dynamic sizes that a program makes when it runs: an assertion
// before the op's code whose text says which op, where, and what is wrong.
// Where the types decide a question, the verifier has answered it and no check
// is built.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_CONVERSION_NOVITOLINALG_RUNTIMECHECKS_H
#define NOVI_LIB_CONVERSION_NOVITOLINALG_RUNTIMECHECKS_H

#include "Lowerings.h"

namespace mlir::novi::tolinalg {

/// "2x?x4"; "scalar" for no axes.
std::string formatShape(RankedTensorType type);

/// The shapes of the op's tensor operands, "2x? and 4".
std::string formatOperandShapes(Operation *op);

/// Asserts `condition`. The message is `'op' op at file:line:column: text`,
/// without the place where the op has none.
void check(OpBuilder &builder, Operation *op, Value condition,
           const Twine &text);

/// Asserts that two sizes are equal, unless they are seen to be.
void checkEqual(OpBuilder &builder, Operation *op, OpFoldResult a,
                OpFoldResult b, const Twine &text);

/// An axis of an operand.
struct OperandAxis {
  unsigned operand;
  int64_t axis;
};

/// Asserts that `axes` have one size, and that of axis `resultAxis` of the
/// result where there is one and it is static. `problem` says what is wrong
/// where they differ from each other.
void checkSameSize(OpBuilder &builder, Operation *op, const Twine &problem,
                   ArrayRef<OperandAxis> axes,
                   std::optional<int64_t> resultAxis = std::nullopt);

/// Asserts that axis d of a static result has the size of axis `inputAxes[d]`
/// of the first operand, unless that is below 0.
void checkResultSizes(OpBuilder &builder, Operation *op,
                      ArrayRef<int64_t> inputAxes);

/// Asserts that the first `numAxes[i]` axes of operand i broadcast to the
/// leading axes of the result.
void checkBroadcast(OpBuilder &builder, Operation *op,
                    ArrayRef<int64_t> numAxes);

/// Asserts that no size of a result is negative and that its elements can be
/// counted, as the verifier does for static shapes.
void checkCountable(OpBuilder &builder, Operation *op, Sizes sizes);

} // namespace mlir::novi::tolinalg

#endif // NOVI_LIB_CONVERSION_NOVITOLINALG_RUNTIMECHECKS_H
