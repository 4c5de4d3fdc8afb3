//===- NativeCode.h - LLVM dialect to machine code --------------*- C++ -*-===//
//
// Compiles a module for the machine at hand, in memory.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EXECUTION_NATIVECODE_H
#define NOVI_LIB_EXECUTION_NATIVECODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::novi {

/// A function that compiled code may call.
struct NativeSymbol {
  llvm::StringRef name;
  void *address;
};

/// Calls `work`. A check that fails in it, of compiled code or in lib/Runtime,
/// is the error that is returned; it leaves `work` without destroying anything.
llvm::Error callChecked(llvm::function_ref<void()> work);

/// The bits of the vectors of the machine at hand.
int64_t getHostVectorBits();

class NativeCode {
public:
  using Function = void (*)(void *words);

  /// Compiles `module`, all of it in the LLVM and OpenMP dialects but for
  /// launches of the kernels of a gpu.binary, and looks for the function
  /// `entry`. What it calls is found in `symbols`, in lib/Runtime and in libm,
  /// and in LLVM's OpenMP runtime where there are parallel regions.
  static llvm::Expected<NativeCode>
  compile(ModuleOp module, llvm::StringRef entry,
          llvm::ArrayRef<NativeSymbol> symbols = {});

  NativeCode(NativeCode &&);
  ~NativeCode();

  /// Calls the entry. A check that fails is the error that is returned.
  llvm::Error call(void *words) const;

private:
  explicit NativeCode(std::unique_ptr<llvm::orc::LLJIT> jit);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  Function function = nullptr;
};

} // namespace mlir::novi

#endif // NOVI_LIB_EXECUTION_NATIVECODE_H
