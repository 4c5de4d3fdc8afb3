//===- Safetensors.cpp - Tensors by name in one flat file ------*- C++ -*-===//
//
// Eight bytes say how long the header is, a JSON object that gives each tensor
// its type, shape and place; then there are bytes only. The format wants the
// places to cover those without gap and overlap, which is checked, so that no
// byte is read under two names.
//
//===----------------------------------------------------------------------===//

#include "Safetensors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::novi;
using namespace mlir::novi::detail;

/// The format's own limit.
static constexpr uint64_t kMaxHeader = 100'000'000;
/// A key that is no tensor's name.
static constexpr StringLiteral kMetadata = "__metadata__";

static std::optional<ElementKind> parseKind(StringRef name) {
  return StringSwitch<std::optional<ElementKind>>(name)
      .Case("F16", ElementKind::F16)
      .Case("BF16", ElementKind::BF16)
      .Case("F32", ElementKind::F32)
      .Case("F64", ElementKind::F64)
      .Case("BOOL", ElementKind::I1)
      .Case("I8", ElementKind::I8)
      .Case("U8", ElementKind::U8)
      .Case("I32", ElementKind::I32)
      .Case("I64", ElementKind::I64)
      .Default(std::nullopt);
}

static StringRef stringifyKind(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return "F16";
  case ElementKind::BF16:
    return "BF16";
  case ElementKind::F32:
    return "F32";
  case ElementKind::F64:
    return "F64";
  case ElementKind::I1:
    return "BOOL";
  case ElementKind::I8:
    return "I8";
  case ElementKind::U8:
    return "U8";
  case ElementKind::I32:
    return "I32";
  case ElementKind::I64:
    return "I64";
  }
  llvm_unreachable("unknown kind");
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// LLVM's parser recurses, so text that nests without end would end the stack.
static bool nestsDeeply(StringRef text) {
  constexpr int maxDepth = 8;
  int depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else
        inString = c != '"';
      continue;
    }
    inString = c == '"';
    if (c == '{' || c == '[') {
      if (++depth > maxDepth)
        return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

namespace {
/// A tensor as the header describes it.
struct Entry {
  std::string name;
  ElementKind kind;
  SmallVector<int64_t> shape;
  uint64_t begin, end;
};
} // namespace

/// Numbers that are not negative.
static std::optional<SmallVector<int64_t>> parseNumbers(const json::Array *a) {
  if (!a)
    return std::nullopt;
  SmallVector<int64_t> numbers;
  for (const json::Value &value : *a) {
    std::optional<int64_t> number = value.getAsInteger();
    if (!number || *number < 0)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

static Expected<Entry> parseEntry(StringRef name, const json::Value &value) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return fail("header has no object for it, expected one with dtype, shape "
                "and data_offsets");
  std::optional<StringRef> type = object->getString("dtype");
  if (!type)
    return fail("header has no dtype for it, expected one like \"F32\"");
  std::optional<ElementKind> kind = parseKind(*type);
  if (!kind)
    return fail("dtype " + quoted(*type) +
                ", expected F16, BF16, F32, F64, BOOL, I8, U8, I32 or I64");
  auto shape = parseNumbers(object->getArray("shape"));
  if (!shape)
    return fail("shape is no list of sizes, expected one like [6, 20]");
  auto offsets = parseNumbers(object->getArray("data_offsets"));
  if (!offsets || offsets->size() != 2 || (*offsets)[0] > (*offsets)[1])
    return fail("data_offsets are no place, expected [begin, end]");
  return Entry{name.str(), *kind, std::move(*shape),
               static_cast<uint64_t>((*offsets)[0]),
               static_cast<uint64_t>((*offsets)[1])};
}

static Expected<SmallVector<Entry>> parseHeader(StringRef text) {
  if (nestsDeeply(text))
    return fail("header nests deeply, expected objects of tensors");
  Expected<json::Value> header = json::parse(text);
  if (!header)
    return fail("header is no JSON (" + toString(header.takeError()) +
                "), expected a safetensors file");
  const json::Object *object = header->getAsObject();
  if (!object)
    return fail("header is no JSON object, expected a safetensors file");
  SmallVector<Entry> entries;
  for (const auto &[key, value] : *object) {
    StringRef name = key;
    if (name == kMetadata)
      continue;
    Expected<Entry> entry = parseEntry(name, value);
    if (!entry)
      return fail("array " + quoted(name) + ": " + toString(entry.takeError()));
    entries.push_back(std::move(*entry));
  }
  // Of those that start at one place, only the last can have bytes.
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  return entries;
}

static Expected<HostTensor> readEntry(ByteSource &source, const Entry &entry) {
  HostTensor tensor;
  tensor.kind = entry.kind;
  tensor.shape = entry.shape;
  uint64_t bytes = entry.end - entry.begin;
  std::optional<int64_t> count = tensor.numElements();
  if (!count ||
      static_cast<uint64_t>(*count) != bytes / getElementSize(entry.kind) ||
      bytes % getElementSize(entry.kind) != 0)
    return fail("data_offsets have " + Twine(bytes) +
                " bytes, expected those of the elements of its shape");
  std::optional<AlignedBytes> memory = AlignedBytes::allocate(bytes);
  if (!memory)
    return fail("has " + Twine(bytes) + " bytes, more than there is memory");
  tensor.bytes = std::move(*memory);
  if (Error error = source.read({tensor.bytes.data(), tensor.bytes.size()}))
    return error;
  if (entry.kind == ElementKind::I1 &&
      llvm::any_of(tensor.values<uint8_t>(), [](uint8_t x) { return x > 1; }))
    return fail("a byte of a BOOL is neither 0 nor 1");
  return tensor;
}

Expected<NamedTensors> mlir::novi::detail::readSafetensors(ByteSource &source) {
  char length[8];
  if (source.size < sizeof(length))
    return fail("ends within the length of its header");
  if (Error error = source.read(length))
    return error;
  uint64_t headerSize = support::endian::read64le(length);
  uint64_t rest = source.size - sizeof(length);
  if (headerSize > std::min(rest, kMaxHeader))
    return fail("header claims " + Twine(headerSize) +
                " bytes, expected at most " +
                Twine(std::min(rest, kMaxHeader)));
  std::string text(headerSize, '\0');
  if (Error error = source.read({text.data(), text.size()}))
    return error;
  rest -= headerSize;
  Expected<SmallVector<Entry>> entries = parseHeader(text);
  if (!entries)
    return entries.takeError();

  // All claims before anything is allocated.
  uint64_t position = 0;
  for (const Entry &entry : *entries) {
    if (entry.begin != position || entry.end > rest)
      return fail("array " + quoted(entry.name) + ": data_offsets [" +
                  Twine(entry.begin) + ", " + Twine(entry.end) +
                  "], expected to start at " + Twine(position) +
                  ", where the one before ends, and to end by " + Twine(rest));
    position = entry.end;
  }
  if (position != rest)
    return fail("has " + Twine(rest - position) +
                " bytes behind its last array, expected none");
  NamedTensors tensors;
  for (const Entry &entry : *entries) {
    Expected<HostTensor> tensor = readEntry(source, entry);
    if (!tensor)
      return fail("array " + quoted(entry.name) + ": " +
                  toString(tensor.takeError()));
    tensors.try_emplace(entry.name, std::move(*tensor));
  }
  if (Error error = source.finish())
    return error;
  return tensors;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Expected<SafetensorsLayout> mlir::novi::detail::makeSafetensorsLayout(
    ArrayRef<std::pair<std::string, TensorView>> tensors) {
  SafetensorsLayout layout;
  layout.order = llvm::to_vector(llvm::seq<unsigned>(0, tensors.size()));
  llvm::stable_sort(layout.order, [&](unsigned a, unsigned b) {
    return getElementSize(tensors[a].second.kind) >
           getElementSize(tensors[b].second.kind);
  });

  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os);
  uint64_t position = 0;
  StringMap<bool> names;
  json.objectBegin();
  for (unsigned index : layout.order) {
    const auto &[name, tensor] = tensors[index];
    if (!json::isUTF8(name) || name == kMetadata ||
        !names.try_emplace(name, true).second)
      return fail("array " + quoted(name) +
                  ": cannot have this name in a safetensors file, expected a "
                  "new one in UTF-8 other than " +
                  kMetadata);
    json.attributeObject(name, [&, &tensor = tensor] {
      json.attribute("dtype", stringifyKind(tensor.kind));
      json.attributeArray("shape", [&] {
        for (int64_t size : tensor.shape)
          json.value(size);
      });
      json.attributeArray("data_offsets", [&] {
        json.value(position);
        position += tensor.bytes.size();
        json.value(position);
      });
    });
  }
  json.objectEnd();
  // The bytes start at a multiple of eight.
  text.append(alignTo(text.size(), 8) - text.size(), ' ');
  if (text.size() > kMaxHeader)
    return fail("needs a header of " + Twine(text.size()) +
                " bytes, expected at most " + Twine(kMaxHeader));
  char length[8];
  support::endian::write64le(length, text.size());
  layout.header.assign(length, sizeof(length));
  layout.header += text;
  return layout;
}
