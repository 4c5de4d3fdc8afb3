//===- ModelBuilder.h - Writes a function of novi ops ----------*- C++ -*-===//
//
// What layers write into: one function whose arguments come as layers ask for
// them, with names, roles and initialisers, and whose results are a loss and an
// output. Sizes that do not fit are reported at the location that was set.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_MODEL_MODELBUILDER_H
#define NOVI_MODEL_MODELBUILDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::novi {

/// The sizes of a tensor, for messages: "6x20", or "a scalar".
std::string formatSizes(Value value);

/// The size of the last axis of a tensor that has one.
int64_t getLastSize(Value value);

class ModelBuilder {
public:
  /// Begins `func.func @step` in a module of its own.
  ModelBuilder(FloatType elementType, Location loc);

  OpBuilder &getBuilder() { return builder; }
  Location getLoc() const { return loc; }
  /// Where what is built from here on comes from.
  void setLoc(Location newLoc) { loc = newLoc; }

  /// Appends an argument. Fails with a diagnostic where the name is taken or
  /// the tensor has more elements than can be counted.
  FailureOr<Value> addArgument(const Twine &name, StringRef role,
                               ArrayRef<int64_t> sizes,
                               StringRef initializer = {});
  FailureOr<Value> addParameter(const Twine &name, ArrayRef<int64_t> sizes,
                                StringRef initializer) {
    return addArgument(name, "parameter", sizes, initializer);
  }

  /// Appends an instruction whose result type follows from its operands. Fails
  /// with the instruction's own diagnostic where they do not fit.
  template <typename OpTy, typename... Args>
  FailureOr<Value> create(Args &&...args) {
    OperationState state(loc, OpTy::getOperationName());
    OpTy::build(builder, state, /*result=*/Type(elementType),
                std::forward<Args>(args)...);
    return insert(state);
  }

  InFlightDiagnostic emitError() const { return mlir::emitError(loc); }

  /// Ends the function with these results; either may be null.
  OwningOpRef<ModuleOp> finish(Value loss, StringRef lossName, Value output,
                               StringRef outputName);

private:
  /// Sets the inferred result type first.
  FailureOr<Value> insert(OperationState &state);

  FloatType elementType;
  Location loc;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  SmallVector<DictionaryAttr> argumentAttrs;
  llvm::StringSet<> names;
};

} // namespace mlir::novi

#endif // NOVI_MODEL_MODELBUILDER_H
