//===- ShapeFacts.h - The side file of a listing ---------------*- C++ -*-===//
//
// What a listing does not print and its side file says: what is fed and in
// which shape, which tensors are the loss and the output, and the attributes of
// the opcodes.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_SHAPEFACTS_H
#define NOVI_TARGET_LISTING_SHAPEFACTS_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <limits>
#include <optional>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::novi {

/// The most elements a tensor may have: their bytes must be countable.
constexpr int64_t maxElements = std::numeric_limits<int64_t>::max() / 16;

/// What a fed tensor is for.
enum class Role { Input, Target, Parameter, Constant };

StringRef stringifyRole(Role role);

struct FedTensor {
  Role role;
  int64_t rows, columns;
  Location loc;
};

struct NamedTensor {
  unsigned number;
  Location loc;
};

struct CrossEntropyFact {
  bool firstRowOnly;
  bool mean;
  double epsilon;
};

struct ClipFact {
  double min, max;
};

struct ShapeFacts {
  /// In the order of the file.
  llvm::MapVector<unsigned, FedTensor> fed;
  std::optional<NamedTensor> loss, output;
  /// As second operand of MatMul these are stored [out, in].
  llvm::MapVector<unsigned, Location> transposed;
  std::optional<double> scale;
  std::optional<ClipFact> clip;
  std::optional<CrossEntropyFact> crossEntropy;

  const FedTensor *lookUpFed(unsigned tensor) const;
  bool hasRole(unsigned tensor, Role role) const;
};

/// Reads the buffer; fails with a diagnostic at the place of the fault.
FailureOr<ShapeFacts> parseShapeFacts(llvm::SourceMgr &sourceMgr,
                                      unsigned bufferID, MLIRContext *context);

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_SHAPEFACTS_H
