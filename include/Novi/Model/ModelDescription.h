//===- ModelDescription.h - Models in a small text form --------*- C++ -*-===//
//
// One layer a line, as docs/Model.md describes it; read, and written as a
// program in one go.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_MODEL_MODELDESCRIPTION_H
#define NOVI_MODEL_MODELDESCRIPTION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::novi {

/// Builds what `text` describes; null, with a diagnostic in `file`, where it
/// describes nothing that can be built.
OwningOpRef<ModuleOp> buildModel(StringRef text, StringAttr file,
                                 FloatType elementType);

} // namespace mlir::novi

#endif // NOVI_MODEL_MODELDESCRIPTION_H
