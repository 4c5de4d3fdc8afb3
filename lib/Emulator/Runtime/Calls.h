//===- Calls.h - What compiled kernels call ---------------------*- C++ -*-===//
//
// The tables of functions, one a subject, by the names that the conversion
// (NVVMToHost) gives them.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EMULATOR_RUNTIME_CALLS_H
#define NOVI_LIB_EMULATOR_RUNTIME_CALLS_H

#include "Novi/Emulator/Launch.h"

namespace mlir::novi::emulator {

void addRegisterFunctions(std::vector<RuntimeFunction> &functions);
void addMemoryFunctions(std::vector<RuntimeFunction> &functions);
void addSynchronizationFunctions(std::vector<RuntimeFunction> &functions);
void addMathFunctions(std::vector<RuntimeFunction> &functions);

} // namespace mlir::novi::emulator

#endif // NOVI_LIB_EMULATOR_RUNTIME_CALLS_H
