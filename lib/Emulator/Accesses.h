//===- Accesses.h - Checks in front of accesses -----------------*- C++ -*-===//
//
// Finds what reads and writes memory in a kernel, and puts calls of the
// emulator's runtime in front of it.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_EMULATOR_ACCESSES_H
#define NOVI_LIB_EMULATOR_ACCESSES_H

#include "Models.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir::novi {

/// The bytes that a value of `type` takes in memory, when it is loaded.
uint64_t getStoreBytes(Type type, const DataLayout &layout);

/// Puts the checks in front of all accesses in the module; also sets the
/// granules of the code. An operation that accesses memory in a way that is not
/// known is an error.
LogicalResult checkAccesses(HostRewriter &host, const DataLayout &layout);

} // namespace mlir::novi

#endif // NOVI_LIB_EMULATOR_ACCESSES_H
