//===- RuntimeError.h - What went wrong while a program ran ----*- C++ -*-===//
//
// The error of an op that cannot be executed on the sizes it meets. It carries
// the op's location, so that a tool can show it as a diagnostic.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_REFERENCE_RUNTIMEERROR_H
#define NOVI_REFERENCE_RUNTIMEERROR_H

#include "mlir/IR/Location.h"
#include "llvm/Support/Error.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::novi {

class RuntimeError : public llvm::ErrorInfo<RuntimeError> {
public:
  static char ID;

  RuntimeError(Location location, const llvm::Twine &message)
      : location(location), message(message.str()) {}

  Location getLocation() const { return location; }
  llvm::StringRef getMessage() const { return message; }

  /// Writes `file:line:column: message`.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  Location location;
  std::string message;
};

/// A RuntimeError of `op` that begins as the verifier's errors do.
llvm::Error makeRuntimeError(Operation *op, const llvm::Twine &message);

} // namespace mlir::novi

#endif // NOVI_REFERENCE_RUNTIMEERROR_H
