//===- ElementTypeOption.h - --element-type of novi-translate --*- C++ -*-===//
//
// The element type of what comes from a format that does not say it: listings
// and model descriptions share the option.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_ELEMENTTYPEOPTION_H
#define NOVI_TARGET_ELEMENTTYPEOPTION_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::novi {

/// Puts --element-type on the command line; may be called again.
void registerElementTypeOption();

/// What the command line says, f32 if nothing. The option must be registered.
FloatType getElementTypeOption(MLIRContext *context);

} // namespace mlir::novi

#endif // NOVI_TARGET_ELEMENTTYPEOPTION_H
