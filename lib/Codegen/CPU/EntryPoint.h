//===- EntryPoint.h - How compiled functions are called ---------*- C++ -*-===//

#ifndef NOVI_LIB_CODEGEN_CPU_ENTRYPOINT_H
#define NOVI_LIB_CODEGEN_CPU_ENTRYPOINT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include <string>

namespace mlir::novi {

/// A function as it was before its buffers became words.
struct EntryPoint {
  std::string name;
  FunctionType type;
  /// The size of its arena, or null.
  Attribute arena;
};

/// Makes the LLVM function called as `entry` one that takes its arguments from
/// an array of words; novi-cpu-to-llvm says which.
LogicalResult makeEntryPoint(ModuleOp module, const EntryPoint &entry);

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_CPU_ENTRYPOINT_H
