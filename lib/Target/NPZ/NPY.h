//===- NPY.h - One array in NumPy's .npy format ----------------*- C++ -*-===//
//
// What the files of this library share: the .npy format, read from any sequence
// of bytes (a file, an entry of an archive), and the making of messages. The
// errors of these functions carry no path; the caller puts it in front.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_LIB_TARGET_NPZ_NPY_H
#define NOVI_LIB_TARGET_NPZ_NPY_H

#include "Novi/Target/NPZ/NPZ.h"
#include "llvm/ADT/Twine.h"

namespace mlir::novi::detail {

/// The six bytes that every .npy file starts with.
inline constexpr llvm::StringLiteral npyMagic = "\x93NUMPY";

/// Bytes that come one after the other and whose number is known.
class ByteSource {
public:
  explicit ByteSource(uint64_t size) : size(size) {}
  virtual ~ByteSource();

  /// Fills `buffer` with the next bytes.
  virtual llvm::Error read(llvm::MutableArrayRef<char> buffer) = 0;

  /// Called after the last byte: checks what can only be checked then.
  virtual llvm::Error finish() = 0;

  const uint64_t size;
};

/// Reads one array, which must take up all of `source`.
llvm::Expected<HostTensor> readNPY(ByteSource &source);

/// The header of a .npy file for `tensor`; `tensor.bytes` follow it. Fails if
/// kind, shape and bytes do not fit together.
llvm::Expected<std::string> makeNPYHeader(const TensorView &tensor);

/// An error that says `message`.
llvm::Error fail(const llvm::Twine &message);

/// `text` in quotes, fit for a message: what is no printable UTF-8 replaced,
/// long text cut.
std::string quoted(llvm::StringRef text);

} // namespace mlir::novi::detail

#endif // NOVI_LIB_TARGET_NPZ_NPY_H
