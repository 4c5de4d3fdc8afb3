//===- Models.h - What the emulator makes of operations ---------*- C++ -*-===//
//
// The table of models. A model replaces an operation by something that runs on
// the host, as a rule by a call of the emulator's runtime. To add one: the
// function that does it goes into the runtime (lib/Emulator/Runtime) and its
// table, and a line or a function here says how the operation becomes a call.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EMULATOR_MODELS_H
#define NOVI_LIB_EMULATOR_MODELS_H

#include "Novi/Emulator/NVVMToHost.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace mlir::novi {

/// What models use while a module is rewritten.
class HostRewriter {
public:
  explicit HostRewriter(EmulatedCode &code)
      : code(code), builder(code.module->getContext()) {}

  EmulatedCode &code;
  OpBuilder builder;

  /// The place of `op` for the runtime, as a constant.
  Value addSite(Operation *op,
                emulator::Site::Kind kind = emulator::Site::Kind::Other,
                uint64_t size = 0, uint64_t alignment = 1);

  Value getI32(Location loc, int64_t value);
  Value getI64(Location loc, int64_t value);
  /// `value`, an integer, extended by zeros to `type`.
  Value extend(Location loc, Value value, Type type);

  /// Calls a function of the runtime. A pure one gives the same whenever one
  /// thread calls it with the same arguments, and does nothing else.
  LLVM::CallOp call(Location loc, StringRef function, Type result,
                    ValueRange arguments, bool isPure = false);
};

class Models {
public:
  /// Replaces the operation and erases it. The builder stands in front of it.
  using Model = std::function<LogicalResult(Operation *, HostRewriter &)>;

  static const Models &get();

  /// The model of an operation. Null if there is none: of the LLVM dialect the
  /// host does most by itself.
  const Model *lookup(Operation *op) const;

  void add(StringRef operation, Model model) {
    operations[operation] = std::move(model);
  }
  template <typename OpTy>
  void add(LogicalResult (*model)(OpTy, HostRewriter &)) {
    add(OpTy::getOperationName(), [model](Operation *op, HostRewriter &host) {
      return model(cast<OpTy>(op), host);
    });
  }
  /// `operation` becomes a call with its operands and with its result.
  void addCall(StringRef operation, StringRef function, bool isPure);
  /// `operation`, which has no results, does nothing on the host.
  void addNothing(StringRef operation);
  /// An intrinsic of LLVM, and the instruction of PTX that it stands for, as a
  /// pure function of its operands.
  void addInstruction(StringRef intrinsic, StringRef ptx, StringRef function);

  // What is done with those.
  LogicalResult replaceIntrinsic(LLVM::CallIntrinsicOp op,
                                 HostRewriter &host) const;
  LogicalResult replaceAssembly(Operation *op, StringRef text,
                                HostRewriter &host) const;

private:
  llvm::StringMap<Model> operations;
  /// Functions of the runtime.
  llvm::StringMap<std::string> intrinsics, instructions;
};

/// "'name' has no model in the emulator", at the operation.
LogicalResult reportNoModel(Operation *op, StringRef name);
/// For what is no operation's or function's fault.
LogicalResult reportUnsupported(Operation *op, const llvm::Twine &what);

// One function a subject.
void addRegisterModels(Models &models);
void addAssumptionModels(Models &models);
void addSynchronizationModels(Models &models);
void addMathModels(Models &models);

} // namespace mlir::novi

#endif // NOVI_LIB_EMULATOR_MODELS_H
