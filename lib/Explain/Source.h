//===- Source.h - Names and lines of a program's file -----------*- C++ -*-===//
//
// A parsed program together with what its file calls the values in it.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EXPLAIN_SOURCE_H
#define NOVI_LIB_EXPLAIN_SOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::novi::explain {

struct Source {
  std::string file;
  OwningOpRef<ModuleOp> module;
  /// With the percent sign. None in bytecode.
  DenseMap<Value, std::string> names;
  /// In `file`. None in bytecode.
  DenseMap<Operation *, unsigned> lines;
  bool isBytecode = false;
};

/// Parses the main file, text or bytecode. Fails with an error.
FailureOr<Source> parseSource(llvm::SourceMgr &sourceMgr, MLIRContext *context);

} // namespace mlir::novi::explain

#endif // NOVI_LIB_EXPLAIN_SOURCE_H
