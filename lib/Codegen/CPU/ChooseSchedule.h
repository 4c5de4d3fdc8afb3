//===- ChooseSchedule.h - A schedule for a nest -----------------*- C++ -*-===//

#ifndef NOVI_LIB_CODEGEN_CPU_CHOOSESCHEDULE_H
#define NOVI_LIB_CODEGEN_CPU_CHOOSESCHEDULE_H

#include "NestEmitter.h"

namespace mlir::novi {

/// What a schedule needs to know of the machine.
struct CPUTarget {
  int64_t vectorBits;
  /// Units of work from which on threads pay; 0 for never.
  int64_t parallelThreshold;

  int64_t numRegisters() const { return vectorBits >= 512 ? 32 : 16; }
};

/// Chooses by a model of what loads, stores and arithmetic cost. Emits what is
/// to be decided at run time.
NestSchedule chooseSchedule(OpBuilder &builder, const Nest &nest,
                            const CPUTarget &target);

} // namespace mlir::novi

#endif // NOVI_LIB_CODEGEN_CPU_CHOOSESCHEDULE_H
