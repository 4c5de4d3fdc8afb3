//===- Initialize.h - First values of parameters ----------------*- C++ -*-===//
//
// Makes tensors for arguments that are not fed, from `novi.initialize` on the
// argument or from what a user asks for.
//
// The numbers are the same on every machine and depend on nothing but the seed,
// the argument's name and its shape. The generator is Philox4x64-10 with the
// key (seed, h), h the 64-bit FNV-1a hash of the name's bytes; its words w1,
// w2, ... are those of numpy.random.Philox(key=[seed, h]).random_raw().
//
//   uniform   u = (w >> 11) / 2^53; element i is (2 u - 1) B of word i
//   normal    Marsaglia's polar method: of x = 2 u - 1, y = 2 u' - 1 from the
//             next two words, s = x^2 + y^2, again while not 0 < s < 1; two
//             elements x f, y f follow with f = S sqrt(-2 ln(s) / s)
//
// computed in f64, rounded once to the element type.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EXECUTION_INITIALIZE_H
#define NOVI_EXECUTION_INITIALIZE_H

#include "Novi/Dialect/IR/Initializer.h"
#include "Novi/Execution/Executable.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::novi {

/// What a user asks for.
struct InitializationOptions {
  /// For arguments of role `parameter` that have no initialiser of their own.
  /// Those of fewer than two axes, which are biases, become zeros.
  std::optional<Initializer> parameters;
  /// For arguments by name, of whatever role; goes before `novi.initialize`.
  llvm::StringMap<Initializer> arguments;
  uint64_t seed = 0;

  /// Adds what a text like `xavier,t7=causal_mask,seed=3` asks for.
  llvm::Error add(llvm::StringRef text);
};

/// Adds to `tensors` the arguments that are not among them and have an
/// initialiser.
llvm::Error initializeArguments(const Signature &signature,
                                const InitializationOptions &options,
                                NamedTensors &tensors);

} // namespace mlir::novi

#endif // NOVI_EXECUTION_INITIALIZE_H
