//===- NPY.cpp - One array in NumPy's .npy format --------------*- C++ -*-===//
//
// A .npy file is a magic number, a version, the length of the header, the
// header, which is a Python dictionary in text, and the elements. The
// dictionary has exactly the keys descr (the element type), fortran_order and
// shape; it is read by a small parser that knows only what NumPy writes.
//
//===----------------------------------------------------------------------===//

#include "NPY.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SwapByteOrder.h"
#include <algorithm>
#include <cstring>
#include <limits>

using namespace llvm;
using namespace mlir::novi;
using namespace mlir::novi::detail;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

Error mlir::novi::detail::fail(const Twine &message) {
  return make_error<StringError>(message, inconvertibleErrorCode());
}

std::string mlir::novi::detail::quoted(StringRef text) {
  constexpr size_t longest = 120;
  std::string result = "'";
  for (char c : json::fixUTF8(text.take_front(longest)))
    result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  result += text.size() > longest ? "...'" : "'";
  return result;
}

/// The shape as Python prints it.
static std::string formatShape(ArrayRef<int64_t> shape) {
  std::string result = "(";
  for (auto [axis, size] : enumerate(shape))
    result += (axis ? ", " : "") + std::to_string(size);
  return result + (shape.size() == 1 ? ",)" : ")");
}

//===----------------------------------------------------------------------===//
// HostTensor
//===----------------------------------------------------------------------===//

/// NumPy's limit (before version 2: 32), ours as well.
static constexpr size_t maxRank = 64;

namespace {
struct KindInfo {
  ElementKind kind;
  unsigned size;
  StringLiteral name;
  /// NumPy's code without, and as written with, the byte order.
  StringLiteral code, written;
};
} // namespace

static constexpr KindInfo kindInfos[] = {
    {ElementKind::F16, 2, "f16", "f2", "<f2"},
    {ElementKind::BF16, 2, "bf16", "V2", "<V2"},
    {ElementKind::F32, 4, "f32", "f4", "<f4"},
    {ElementKind::F64, 8, "f64", "f8", "<f8"},
    {ElementKind::I1, 1, "i1", "b1", "|b1"},
    {ElementKind::I8, 1, "i8", "i1", "|i1"},
    {ElementKind::U8, 1, "ui8", "u1", "|u1"},
    {ElementKind::I32, 4, "i32", "i4", "<i4"},
    {ElementKind::I64, 8, "i64", "i8", "<i8"},
};

static const KindInfo &getInfo(ElementKind kind) {
  for (const KindInfo &info : kindInfos)
    if (info.kind == kind)
      return info;
  llvm_unreachable("unknown element kind");
}

unsigned mlir::novi::getElementSize(ElementKind kind) {
  return getInfo(kind).size;
}

StringRef mlir::novi::stringifyElementKind(ElementKind kind) {
  return getInfo(kind).name;
}

std::optional<AlignedBytes> AlignedBytes::allocate(uint64_t size) {
  if (size > std::numeric_limits<size_t>::max() - alignment)
    return std::nullopt;
  AlignedBytes result;
  // The size must be a multiple of the alignment, and 0 may give no memory.
  size_t padded = std::max<size_t>(alignTo(size, alignment), alignment);
  result.storage.reset(
      static_cast<char *>(std::aligned_alloc(alignment, padded)));
  if (!result.storage)
    return std::nullopt;
  result.length = size;
  return result;
}

static std::optional<int64_t> countElements(ArrayRef<int64_t> shape) {
  int64_t product = 1;
  for (int64_t size : shape)
    if (size < 0 || (size > 0 && MulOverflow(product, size, product)))
      return std::nullopt;
  return is_contained(shape, 0) ? 0 : product;
}

std::optional<int64_t> HostTensor::numElements() const {
  return countElements(shape);
}

/// The number of bytes that a tensor takes.
static Expected<uint64_t> countBytes(ElementKind kind,
                                     ArrayRef<int64_t> shape) {
  std::optional<int64_t> elements = countElements(shape);
  int64_t bytes;
  if (!elements || MulOverflow<int64_t>(*elements, getElementSize(kind), bytes))
    return fail("shape " + formatShape(shape) +
                ", expected axes that are not negative and fewer than 2^63 "
                "bytes in all");
  return bytes;
}

static Error allocateBytes(HostTensor &tensor, uint64_t size) {
  std::optional<AlignedBytes> bytes = AlignedBytes::allocate(size);
  if (!bytes)
    return fail("shape " + formatShape(tensor.shape) + " takes " + Twine(size) +
                " bytes, expected no more than there is memory");
  tensor.bytes = std::move(*bytes);
  return Error::success();
}

Expected<HostTensor> HostTensor::zeros(ElementKind kind,
                                       ArrayRef<int64_t> shape) {
  HostTensor tensor;
  tensor.kind = kind;
  tensor.shape.assign(shape.begin(), shape.end());
  Expected<uint64_t> size = countBytes(tensor.kind, tensor.shape);
  if (!size)
    return size.takeError();
  if (Error error = allocateBytes(tensor, *size))
    return error;
  std::memset(tensor.bytes.data(), 0, *size);
  return tensor;
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

namespace {
struct Header {
  ElementKind kind;
  bool bigEndian = false;
  bool fortranOrder = false;
  SmallVector<int64_t> shape;
};

/// Reads the dictionary, for example
///   {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : text(text) {}

  Expected<Header> parse();

private:
  Error parseEntry();
  Error parseType();
  Error parseOrder();
  Error parseShape();
  Expected<StringRef> parseString();

  /// What remains, after white space.
  StringRef rest() {
    pos += text.substr(pos).take_while(isSpace).size();
    return text.substr(pos);
  }

  /// Steps over `token` if it comes next.
  bool consume(StringRef token) {
    if (!rest().starts_with(token))
      return false;
    pos += token.size();
    return true;
  }

  Error unexpected(const Twine &expected) {
    StringRef found = rest().take_front(24);
    return fail("header has " +
                (found.empty() ? std::string("its end") : quoted(found)) +
                " at byte " + Twine(pos) + ", expected " + expected);
  }

  StringRef text;
  size_t pos = 0;
  Header header;
  bool hasType = false, hasOrder = false, hasShape = false;
};
} // namespace

Expected<Header> HeaderParser::parse() {
  if (!consume("{"))
    return unexpected("'{'");
  while (!consume("}")) {
    if (Error error = parseEntry())
      return error;
    if (!consume(",") && !rest().starts_with("}"))
      return unexpected("',' or '}'");
  }
  if (!rest().empty())
    return unexpected("nothing after '}'");
  if (!hasType || !hasOrder || !hasShape)
    return fail(Twine("header without the key '") +
                (!hasType    ? "descr"
                 : !hasOrder ? "fortran_order"
                             : "shape") +
                "', expected the keys 'descr', 'fortran_order' and 'shape'");
  return std::move(header);
}

Error HeaderParser::parseEntry() {
  Expected<StringRef> key = parseString();
  if (!key)
    return key.takeError();
  bool *seen = *key == "descr"           ? &hasType
               : *key == "fortran_order" ? &hasOrder
               : *key == "shape"         ? &hasShape
                                         : nullptr;
  if (!seen || *seen)
    return fail(Twine("header with ") + (seen ? "a second" : "the") + " key " +
                quoted(*key) +
                ", expected 'descr', 'fortran_order' and 'shape', each once");
  *seen = true;
  if (!consume(":"))
    return unexpected("':'");
  if (seen == &hasType)
    return parseType();
  return seen == &hasOrder ? parseOrder() : parseShape();
}

Expected<StringRef> HeaderParser::parseString() {
  StringRef found = rest();
  if (!found.starts_with("'") && !found.starts_with("\""))
    return unexpected("a string in quotes");
  size_t end = found.find(found.front(), 1);
  if (end == StringRef::npos || found.take_front(end).contains('\\'))
    return unexpected("a string in quotes, without escapes");
  pos += end + 1;
  return found.slice(1, end);
}

Error HeaderParser::parseType() {
  auto refuse = [](const Twine &type) {
    return fail("dtype " + type +
                ", expected one of f2, f4, f8, i4, i8 with '<' or '>', '|b1', "
                "'|i1', '|u1', or '<V2' (bfloat16)");
  };
  // A list of fields, which ends the matter: its extent is only for the
  // message.
  if (rest().starts_with("["))
    return refuse("(structured) " +
                  quoted(rest().split(", 'fortran_order'").first));

  Expected<StringRef> type = parseString();
  if (!type)
    return type.takeError();
  char order = type->empty() ? '\0' : type->front();
  for (const KindInfo &info : kindInfos) {
    if (type->drop_front(type->empty() ? 0 : 1) != info.code)
      continue;
    // Bytes without a meaning have no byte order: '>V2' says nothing clear.
    StringRef orders = info.kind == ElementKind::BF16 ? "<|"
                       : info.size == 1               ? "<>|"
                                                      : "<>";
    if (!orders.contains(order))
      break;
    header.kind = info.kind;
    header.bigEndian = order == '>' && info.size > 1;
    return Error::success();
  }
  return refuse((type->ends_with("O") ? "(object) " : "") + quoted(*type));
}

Error HeaderParser::parseOrder() {
  header.fortranOrder = consume("True");
  if (header.fortranOrder || consume("False"))
    return Error::success();
  return unexpected("True or False");
}

Error HeaderParser::parseShape() {
  if (!consume("("))
    return unexpected("a shape in parentheses");
  bool comma = true;
  while (!consume(")")) {
    StringRef digits = rest().take_while(isDigit);
    if (!comma || digits.empty())
      return unexpected(comma ? "the size of an axis" : "',' or ')'");
    int64_t size;
    if (digits.getAsInteger(10, size))
      return fail("shape with an axis of " + quoted(digits) +
                  ", expected less than 2^63");
    if (header.shape.size() == maxRank)
      return fail("shape with more than " + Twine(maxRank) +
                  " axes, expected at most so many");
    header.shape.push_back(size);
    pos += digits.size();
    // Python 2 marked its long integers.
    if (text.substr(pos).starts_with("L"))
      ++pos;
    comma = consume(",");
  }
  // In Python (3) is a number, (3,) is a tuple.
  if (header.shape.size() == 1 && !comma)
    return fail("shape (" + Twine(header.shape.front()) + "), expected (" +
                Twine(header.shape.front()) + ",)");
  return Error::success();
}

// Here, so that the class has one vtable.
ByteSource::~ByteSource() = default;

/// Reads the file up to its elements; `position` becomes the number of bytes
/// that were read.
static Expected<Header> readHeader(ByteSource &source, uint64_t &position) {
  // NumPy's own headers have a few hundred bytes.
  constexpr uint64_t maxHeader = 1 << 20;

  char prefix[12] = {};
  auto read = [&](size_t begin, size_t end) -> Error {
    if (end > source.size)
      return fail("found " + Twine(source.size) +
                  " bytes, expected a .npy header, which has more");
    return source.read(MutableArrayRef<char>(prefix).slice(begin, end - begin));
  };
  if (Error error = read(0, 8))
    return error;
  if (StringRef(prefix, npyMagic.size()) != npyMagic)
    return fail("found other data, expected a .npy array (first bytes "
                "\\x93NUMPY)");
  unsigned major = static_cast<unsigned char>(prefix[6]);
  unsigned minor = static_cast<unsigned char>(prefix[7]);
  if (major < 1 || major > 3 || minor != 0)
    return fail(".npy version " + Twine(major) + "." + Twine(minor) +
                ", expected 1.0, 2.0 or 3.0");
  position = major == 1 ? 10 : 12;
  if (Error error = read(8, position))
    return error;
  uint64_t length = major == 1 ? support::endian::read16le(prefix + 8)
                               : support::endian::read32le(prefix + 8);
  if (length > source.size - position)
    return fail("header claims " + Twine(length) + " bytes, " +
                Twine(source.size - position) +
                " follow, expected at least as many");
  if (length > maxHeader)
    return fail("header of " + Twine(length) + " bytes, expected at most " +
                Twine(maxHeader));

  std::string text(length, '\0');
  if (Error error = source.read(MutableArrayRef<char>(text.data(), length)))
    return error;
  position += length;
  return HeaderParser(text).parse();
}

//===----------------------------------------------------------------------===//
// The elements
//===----------------------------------------------------------------------===//

template <typename Word> static void swapBytes(AlignedBytes &bytes) {
  auto *words = reinterpret_cast<Word *>(bytes.data());
  for (size_t i = 0, e = bytes.size() / sizeof(Word); i != e; ++i)
    words[i] = byteswap(words[i]);
}

/// Copies elements from Fortran order (first axis fastest) to C order.
template <typename Word>
static void toCOrder(const AlignedBytes &from, AlignedBytes &to,
                     ArrayRef<int64_t> shape) {
  const auto *source = reinterpret_cast<const Word *>(from.data());
  auto *target = reinterpret_cast<Word *>(to.data());
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t axis = 1; axis < shape.size(); ++axis)
    strides[axis] = strides[axis - 1] * shape[axis - 1];

  SmallVector<int64_t> index(shape.size(), 0);
  int64_t offset = 0;
  for (size_t i = 0, e = to.size() / sizeof(Word); i != e; ++i) {
    target[i] = source[offset];
    // The next index in C order: count up from the last axis, with carry.
    for (size_t axis = shape.size(); axis-- > 0;) {
      offset += strides[axis];
      if (++index[axis] != shape[axis])
        break;
      offset -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

/// Calls `function` with a value of the unsigned type of `size` bytes.
template <typename Function>
static void withWord(unsigned size, Function function) {
  if (size == 1)
    return function(uint8_t());
  if (size == 2)
    return function(uint16_t());
  if (size == 4)
    return function(uint32_t());
  if (size == 8)
    return function(uint64_t());
  llvm_unreachable("no element has such a size");
}

Expected<HostTensor> mlir::novi::detail::readNPY(ByteSource &source) {
  uint64_t position = 0;
  Expected<Header> header = readHeader(source, position);
  if (!header)
    return header.takeError();

  HostTensor tensor;
  tensor.kind = header->kind;
  tensor.shape = std::move(header->shape);
  Expected<uint64_t> expected = countBytes(tensor.kind, tensor.shape);
  if (!expected)
    return expected.takeError();
  uint64_t found = source.size - position;
  if (found != *expected)
    return fail("found " + Twine(found) + " bytes of elements, expected " +
                Twine(*expected) + " for " + stringifyElementKind(tensor.kind) +
                " of shape " + formatShape(tensor.shape));

  if (Error error = allocateBytes(tensor, *expected))
    return error;
  if (Error error = source.read({tensor.bytes.data(), tensor.bytes.size()}))
    return error;
  if (Error error = source.finish())
    return error;

  unsigned size = getElementSize(tensor.kind);
  if (header->bigEndian)
    withWord(size, [&](auto word) { swapBytes<decltype(word)>(tensor.bytes); });
  if (header->fortranOrder && tensor.shape.size() > 1) {
    HostTensor ordered;
    ordered.kind = tensor.kind;
    ordered.shape = tensor.shape;
    if (Error error = allocateBytes(ordered, *expected))
      return error;
    withWord(size, [&](auto word) {
      toCOrder<decltype(word)>(tensor.bytes, ordered.bytes, tensor.shape);
    });
    tensor = std::move(ordered);
  }
  if (tensor.kind == ElementKind::I1)
    for (auto [i, value] : enumerate(tensor.values<uint8_t>()))
      if (value > 1)
        return fail("boolean element " + Twine(i) + " is " +
                    Twine(unsigned(value)) + ", expected 0 or 1");
  return tensor;
}

Expected<std::string>
mlir::novi::detail::makeNPYHeader(const TensorView &tensor) {
  Expected<uint64_t> size = countBytes(tensor.kind, tensor.shape);
  if (!size)
    return size.takeError();
  if (tensor.bytes.size() != *size)
    return fail("found " + Twine(tensor.bytes.size()) +
                " bytes of elements, expected " + Twine(*size) + " for " +
                stringifyElementKind(tensor.kind) + " of shape " +
                formatShape(tensor.shape));
  if (tensor.shape.size() > maxRank)
    return fail("shape with " + Twine(tensor.shape.size()) +
                " axes, expected at most " + Twine(maxRank));

  std::string dictionary =
      ("{'descr': '" + getInfo(tensor.kind).written +
       "', 'fortran_order': False, 'shape': " + formatShape(tensor.shape) +
       ", }")
          .str();
  // NumPy wants a line that ends at a multiple of 64 bytes, for whoever maps
  // the file. 64 axes of 20 characters stay far below version 1.0's 65535.
  constexpr size_t prefix = 10;
  dictionary.resize(alignTo(prefix + dictionary.size() + 1, 64) - prefix - 1,
                    ' ');
  dictionary += '\n';
  char length[2];
  support::endian::write16le(length, dictionary.size());
  return (npyMagic + StringRef("\x01\x00", 2) + StringRef(length, 2) +
          dictionary)
      .str();
}
