//===- Interpreter.h - Executes novi ops plainly ----------------*- C++ -*-===//
//
// What every other way to run a program is compared with: one short function
// for each op, in plain loops and double precision, which shares nothing with
// the folds and the lowerings.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_REFERENCE_INTERPRETER_H
#define NOVI_REFERENCE_INTERPRETER_H

#include "Novi/Reference/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <variant>

namespace mlir::novi::reference {

/// What an SSA value stands for: an index, or a tensor, which nobody changes.
using RuntimeValue = std::variant<int64_t, std::shared_ptr<const Tensor>>;

/// Runs `function`, one block of straight-line code, on `arguments`. Executes
/// every op of novi, func.call and func.return, tensor.dim and tensor.cast,
/// arith.constant and the arithmetic of arith on indices. Whatever the types
/// leave open is checked here: the first violation, and the first op that is
/// not one of these, is a RuntimeError at the op's location.
llvm::Expected<llvm::SmallVector<RuntimeValue>>
interpret(func::FuncOp function, llvm::ArrayRef<RuntimeValue> arguments);

} // namespace mlir::novi::reference

#endif // NOVI_REFERENCE_INTERPRETER_H
