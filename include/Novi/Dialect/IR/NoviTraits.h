//===- NoviTraits.h - What all novi ops share -------------------*- C++ -*-===//
//
// The trait of every instruction and the check of its result types.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_DIALECT_IR_NOVITRAITS_H
#define NOVI_DIALECT_IR_NOVITRAITS_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::novi {

/// True where each actual type has the element type and number of axes of the
/// inferred one and no static size contradicts another. An actual type may so
/// be more precise than what was inferred, or less.
bool areCompatibleTypes(TypeRange inferred, TypeRange actual);

namespace detail {
/// Verifies that the elements of every static tensor of `op` can be counted and
/// that it stands after what it reads.
LogicalResult verifyInstruction(Operation *op);
/// Speculatable where all shapes are static: a dynamic size is checked when the
/// program runs, and that check must not move to where the op would not run.
Speculation::Speculatability getInstructionSpeculatability(Operation *op);
} // namespace detail

/// The trait of every op of the dialect.
template <typename ConcreteType>
class InstructionTrait
    : public OpTrait::TraitBase<ConcreteType, InstructionTrait> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyInstruction(op);
  }
  Speculation::Speculatability getSpeculatability() {
    return detail::getInstructionSpeculatability(this->getOperation());
  }
};

/// The trait of an op that has no gradient; ODS says why.
template <typename ConcreteType>
class NoGradient : public OpTrait::TraitBase<ConcreteType, NoGradient> {};

} // namespace mlir::novi

#endif // NOVI_DIALECT_IR_NOVITRAITS_H
