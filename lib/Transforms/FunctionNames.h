//===- FunctionNames.h - Entry functions and their names --------*- C++ -*-===//
//
// How passes on a program find its function and what its arguments and results
// are called.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_TRANSFORMS_FUNCTIONNAMES_H
#define NOVI_LIB_TRANSFORMS_FUNCTIONNAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::novi {

/// The end of the name of an argument's gradient.
inline constexpr llvm::StringLiteral kGradientSuffix = ".gradient";

/// The function called `name` or, without a name, the only public one that has
/// a body. Writes an error where there is none, or where it does not end in one
/// block with a return.
FailureOr<func::FuncOp> findFunction(ModuleOp module, StringRef name);

/// What an argument is called: its `novi.name`, else `arg<number>`.
std::string nameOfArgument(func::FuncOp function, unsigned index);

/// What a result is called: its `novi.name`, else `result<number>`.
std::string nameOfResult(func::FuncOp function, unsigned index);

/// Whether an argument, or a result, has the role.
bool hasArgumentRole(func::FuncOp function, unsigned index, StringRef role);
bool hasResultRole(func::FuncOp function, unsigned index, StringRef role);

/// The attributes that give a result a name and a role.
DictionaryAttr getNamedResultAttrs(MLIRContext *context, StringRef name,
                                   StringRef role);

/// Fails, with an error, if another op calls or mentions `function`, whose
/// signature a pass is about to change.
LogicalResult verifyNotCalled(ModuleOp module, func::FuncOp function,
                              StringRef passName);

} // namespace mlir::novi

#endif // NOVI_LIB_TRANSFORMS_FUNCTIONNAMES_H
