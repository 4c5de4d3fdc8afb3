//===- EntryPoint.h - How compiled functions are called ---------*- C++ -*-===//
//
// What the lowerings to the LLVM dialect share, whatever the target: how a
// function is called, and what it does when a check fails.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_CODEGEN_ENTRYPOINT_H
#define NOVI_CODEGEN_ENTRYPOINT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include <string>

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace mlir::novi {

/// A function as it was before its buffers became words.
struct EntryPoint {
  std::string name;
  FunctionType type;
  /// The size of its arena, or null.
  Attribute arena;
};

/// The public functions of a module, before their buffers become words.
SmallVector<EntryPoint> findEntryPoints(ModuleOp module);

/// Makes the LLVM function called as `entry` one that takes its arguments from
/// an array of words; novi-cpu-to-llvm says which.
LogicalResult makeEntryPoint(ModuleOp module, const EntryPoint &entry);

/// cf.assert -> a call of noviAssertFailed, which does not come back.
void populateAssertToCallPattern(const LLVMTypeConverter &types,
                                 RewritePatternSet &patterns);

} // namespace mlir::novi

#endif // NOVI_CODEGEN_ENTRYPOINT_H
