//===- BuildModel.h - --build-model of novi-translate ----------*- C++ -*-===//
//
// From a model description, in a file or on the command line, to a program.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_MODEL_BUILDMODEL_H
#define NOVI_TARGET_MODEL_BUILDMODEL_H

namespace mlir::novi {

/// Registers --build-model for novi-translate.
void registerBuildModel();

} // namespace mlir::novi

#endif // NOVI_TARGET_MODEL_BUILDMODEL_H
