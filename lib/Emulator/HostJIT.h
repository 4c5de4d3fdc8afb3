//===- HostJIT.h - LLVM dialect to machine code, in memory ------*- C++ -*-===//
//
// ORC's LLJIT with LLVM's own passes.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EMULATOR_HOSTJIT_H
#define NOVI_LIB_EMULATOR_HOSTJIT_H

#include "Novi/Emulator/Launch.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::novi {

class HostJIT {
public:
  /// Compiles `module`, which is all in the LLVM dialect. What it calls is
  /// looked for in `functions` first and then in this process.
  static llvm::Expected<HostJIT>
  compile(ModuleOp module, llvm::ArrayRef<emulator::RuntimeFunction> functions);

  HostJIT(HostJIT &&);
  HostJIT &operator=(HostJIT &&);
  ~HostJIT();

  llvm::Expected<void *> lookup(llvm::StringRef name) const;

private:
  explicit HostJIT(std::unique_ptr<llvm::orc::LLJIT> jit);

  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace mlir::novi

#endif // NOVI_LIB_EMULATOR_HOSTJIT_H
