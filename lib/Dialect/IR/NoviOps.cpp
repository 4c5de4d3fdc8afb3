//===- NoviOps.cpp - The ops of the novi dialect ----------------*- C++ -*-===//
//
// Holds what ODS generates and registers the ops.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::novi;

#define GET_OP_CLASSES
#include "Novi/Dialect/IR/NoviOps.cpp.inc"

void NoviDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "Novi/Dialect/IR/NoviOps.cpp.inc"
      >();
}
