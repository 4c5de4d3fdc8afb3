//===- NPZ.h - NumPy's .npy and .npz files ---------------------*- C++ -*-===//
//
// Reads and writes tensors in NumPy's own file formats, and in safetensors, so
// that data goes between Novi and Python without a converter. Knows nothing of
// the novi dialect: needs only LLVM's support library and libzip.
//
// Formats
//   .npy  versions 1.0, 2.0 and 3.0, C and Fortran order, any rank up to 64,
//         either byte order. Written: version 1.0, C order, little endian.
//   .npz  a zip archive of .npy entries, stored or deflated. Written: stored,
//         entries in the map's order and with a fixed date, so that equal
//         tensors give equal bytes.
//   .safetensors  Hugging Face's: names, types and shapes in a JSON header,
//         then bytes. Metadata is not kept.
//
// Element types, by NumPy's code (`<` little endian, `>` big endian, `|` no
// byte order):
//
//   F16 <f2   F32 <f4   F64 <f8   I32 <i4   I64 <i8    also with >
//   I1  |b1   I8  |i1   U8  |u1                        one byte each
//   BF16 <V2
//
// NumPy has no bfloat16. The package ml_dtypes (JAX's and TensorFlow's) saves
// it under its raw layout, two bytes without a meaning: np.save writes the code
// '<V2' (seen with ml_dtypes 0.6.0 and NumPy 2.4.6), np.load gives back '|V2',
// and `array.view(ml_dtypes.bfloat16)` restores the type. Both codes are read
// as BF16; '<V2' is written. ml_dtypes' one-byte types all share '<V1' and are
// refused, as are structured and object types and every other code. In
// safetensors the types are F16, F32, F64, I32, I64, BOOL, I8, U8 and BF16.
//
// Errors read `path: [array 'name': ] what was found, what was expected`. No
// claim of a file is believed: sizes are checked against the bytes that are
// there before anything is allocated, and missing bytes, bytes left over, a
// wrong checksum, encryption and duplicate names are errors.
//
// Example
//   Expected<NamedTensors> inputs = readTensorFile("in.npz");
//   if (!inputs)
//     return inputs.takeError();
//   for (float &value : (*inputs)["x"].values<float>())
//     value *= 2;
//   return writeTensorFile("out.npz", *inputs);
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_NPZ_NPZ_H
#define NOVI_TARGET_NPZ_NPZ_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Error.h"
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace mlir::novi {

/// The element types that a file may hold.
enum class ElementKind { F16, BF16, F32, F64, I1, I8, U8, I32, I64 };

/// The size of one element in bytes; I1 takes a whole byte, 0 or 1.
unsigned getElementSize(ElementKind kind);

/// MLIR's name of the type: `f16`, `bf16`, ..., `i64`; `ui8` for U8.
llvm::StringRef stringifyElementKind(ElementKind kind);

/// Owned memory that starts at a multiple of 64 bytes, the width of the widest
/// vector register and of a cache line. Can be moved, not copied.
class AlignedBytes {
public:
  static constexpr size_t alignment = 64;

  AlignedBytes() = default;

  /// Memory of `size` bytes with unspecified contents, or nothing when the
  /// system has not that much.
  static std::optional<AlignedBytes> allocate(uint64_t size);

  char *data() { return storage.get(); }
  const char *data() const { return storage.get(); }
  size_t size() const { return length; }

private:
  struct Free {
    void operator()(char *memory) const { std::free(memory); }
  };
  std::unique_ptr<char, Free> storage;
  size_t length = 0;
};

/// A dense tensor in host memory.
struct HostTensor {
  ElementKind kind = ElementKind::F32;
  /// The size of each axis, outermost first; empty for a scalar.
  llvm::SmallVector<int64_t> shape;
  /// The elements in C order (last axis fastest), little endian, without gaps.
  AlignedBytes bytes;

  /// A tensor of zeros. Fails for a negative axis, for a shape whose bytes 63
  /// bits cannot count, and when there is not enough memory.
  static llvm::Expected<HostTensor> zeros(ElementKind kind,
                                          llvm::ArrayRef<int64_t> shape);

  /// The number of elements; nothing if an axis is negative or the product of
  /// the axes that are not zero exceeds 63 bits (a shape with a zero in it has
  /// strides all the same).
  std::optional<int64_t> numElements() const;

  /// The elements as values of the C++ type T, which must have their size.
  template <typename T> llvm::MutableArrayRef<T> values() {
    checkView<T>();
    return {reinterpret_cast<T *>(bytes.data()), bytes.size() / sizeof(T)};
  }
  template <typename T> llvm::ArrayRef<T> values() const {
    checkView<T>();
    return {reinterpret_cast<const T *>(bytes.data()),
            bytes.size() / sizeof(T)};
  }

private:
  template <typename T> void checkView() const {
    static_assert(llvm::endianness::native == llvm::endianness::little,
                  "the bytes of a HostTensor are little endian");
    assert(sizeof(T) == getElementSize(kind) && "view of another element size");
  }
};

/// A tensor whose elements are someone else's, who must outlive it.
struct TensorView {
  TensorView(ElementKind kind, llvm::ArrayRef<int64_t> shape,
             llvm::ArrayRef<char> bytes)
      : kind(kind), shape(shape.begin(), shape.end()), bytes(bytes) {}
  TensorView(const HostTensor &tensor)
      : TensorView(tensor.kind, tensor.shape,
                   {tensor.bytes.data(), tensor.bytes.size()}) {}

  ElementKind kind;
  llvm::SmallVector<int64_t> shape;
  llvm::ArrayRef<char> bytes;

  /// The elements as values of the C++ type T, which must have their size.
  template <typename T> llvm::ArrayRef<T> values() const {
    assert(sizeof(T) == getElementSize(kind) && "view of another element size");
    return {reinterpret_cast<const T *>(bytes.data()),
            bytes.size() / sizeof(T)};
  }
};

/// Tensors by name, in the order of the file.
using NamedTensors =
    llvm::MapVector<std::string, HostTensor, llvm::StringMap<unsigned>>;

/// Reads all tensors of a .npz or .safetensors file, or the one tensor of a
/// .npy file under the empty name. The first bytes tell which it is, not the
/// file's name. In a .npz file the entry `x.npy` gives the name `x`.
llvm::Expected<NamedTensors> readTensorFile(llvm::StringRef path);

/// Writes a .npz or .safetensors file, or a .npy file (then exactly one tensor;
/// its name is not stored), as the ending of `path` says. The file appears
/// whole or not at all: it is written and synchronised beside `path` and then
/// renamed, so a failure leaves what was there before. A symbolic link is
/// followed; anything else that is no regular file is refused.
llvm::Error writeTensorFile(llvm::StringRef path, const NamedTensors &tensors);
llvm::Error
writeTensorFile(llvm::StringRef path,
                llvm::ArrayRef<std::pair<std::string, TensorView>> tensors);

/// Fails where `writeTensorFile` could not write `numTensors` tensors to `path`
/// for another reason than the room they take, so that whoever has long work to
/// do knows beforehand.
llvm::Error checkTensorFile(llvm::StringRef path, size_t numTensors);

} // namespace mlir::novi

#endif // NOVI_TARGET_NPZ_NPZ_H
