//===- RuntimeError.cpp - What went wrong while a program ran --*- C++ -*-===//
//
// Implements the error of an op that cannot be executed.
//
//===----------------------------------------------------------------------===//

#include "Novi/Reference/RuntimeError.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace mlir::novi;

char RuntimeError::ID = 0;

void RuntimeError::log(llvm::raw_ostream &os) const {
  if (auto place = location->findInstanceOf<FileLineColLoc>())
    os << place.getFilename().getValue() << ':' << place.getLine() << ':'
       << place.getColumn() << ": ";
  os << message;
}

std::error_code RuntimeError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error novi::makeRuntimeError(Operation *op, const llvm::Twine &message) {
  return llvm::make_error<RuntimeError>(
      op->getLoc(), "'" + op->getName().getStringRef() + "' op " + message);
}
