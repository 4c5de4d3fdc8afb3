//===- Safetensors.h - Tensors by name in one flat file --------*- C++ -*-===//
//
// The format of Hugging Face's safetensors, read from any sequence of bytes.
// The errors of these functions carry no path; the caller puts it in front.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_TARGET_NPZ_SAFETENSORS_H
#define NOVI_LIB_TARGET_NPZ_SAFETENSORS_H

#include "NPY.h"

namespace mlir::novi::detail {

/// Whether bytes that start so can be a safetensors file: a length of eight
/// bytes and then a JSON object.
inline bool startsLikeSafetensors(llvm::StringRef start) {
  return start.size() > 8 && start[8] == '{';
}

/// Reads all tensors, in the order of their bytes. They must take up all of
/// `source` behind the header.
llvm::Expected<NamedTensors> readSafetensors(ByteSource &source);

/// What a file holds.
struct SafetensorsLayout {
  /// Its length, the header, and the blanks that align what follows.
  std::string header;
  /// The order in which the tensors' bytes follow: larger elements first, so
  /// that all are aligned.
  llvm::SmallVector<unsigned> order;
};
llvm::Expected<SafetensorsLayout> makeSafetensorsLayout(
    llvm::ArrayRef<std::pair<std::string, TensorView>> tensors);

} // namespace mlir::novi::detail

#endif // NOVI_LIB_TARGET_NPZ_SAFETENSORS_H
