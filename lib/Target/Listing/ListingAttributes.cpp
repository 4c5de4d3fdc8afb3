//===- ListingAttributes.cpp - Opcodes, types, attributes ------*- C++ -*-===//
//
// Numbers, lists of numbers and keywords are written plainly; every other
// attribute as MLIR writes it, without blanks outside of brackets.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/ListingAttributes.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Target/Listing/ListingText.h"
#include "Novi/Target/Listing/TextReader.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

std::string mlir::novi::getOpcodeName(OperationName name) {
  if (!name.isRegistered())
    return "";
  StringRef dialect = name.getDialectNamespace();
  if (dialect == arith::ArithDialect::getDialectNamespace() ||
      dialect == tensor::TensorDialect::getDialectNamespace())
    return name.getStringRef().str();
  if (dialect != NoviDialect::getDialectNamespace() ||
      name.getStringRef() == KernelOp::getOperationName() ||
      name.getStringRef() == YieldOp::getOperationName())
    return "";
  // The listing's spelling.
  if (name.getStringRef() == MatmulOp::getOperationName())
    return "MatMul";
  return llvm::convertToCamelFromSnakeCase(name.stripDialect(),
                                           /*capitalizeFirst=*/true);
}

llvm::StringMap<OperationName>
mlir::novi::getNoviOpcodes(MLIRContext *context) {
  llvm::StringMap<OperationName> opcodes;
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (std::string opcode = getOpcodeName(name); !opcode.empty())
      opcodes.try_emplace(opcode, name);
  return opcodes;
}

std::string
mlir::novi::suggestOpcode(StringRef opcode,
                          const llvm::StringMap<OperationName> &opcodes) {
  // A word of which little is left resembles nothing.
  unsigned maxDistance = std::clamp<size_t>(opcode.size() / 2, 1, 3);
  SmallVector<StringRef> all(opcodes.keys());
  llvm::sort(all);
  StringRef nearest;
  unsigned nearestDistance = maxDistance + 1;
  for (StringRef name : all) {
    unsigned distance =
        opcode.edit_distance_insensitive(name, true, maxDistance);
    if (distance < nearestDistance) {
      nearest = name;
      nearestDistance = distance;
    }
  }
  if (!nearest.empty())
    return ("did you mean '" + nearest + "'?").str();
  llvm::erase_if(all, [](StringRef name) { return name.contains('.'); });
  return "the opcodes are " + llvm::join(all, ", ") +
         ", and the ops of arith and tensor by their names";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Type getElementType(StringRef name, MLIRContext *context) {
  if (name == "f16")
    return Float16Type::get(context);
  if (name == "bf16")
    return BFloat16Type::get(context);
  if (name == "f32")
    return Float32Type::get(context);
  if (name == "f64")
    return Float64Type::get(context);
  if (name == "i1")
    return IntegerType::get(context, 1);
  if (name == "i8")
    return IntegerType::get(context, 8);
  return {};
}

FailureOr<std::string> mlir::novi::printListingType(Type type) {
  if (type.isIndex())
    return std::string("index");
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getEncoding())
    return failure();
  std::string text;
  for (int64_t size : tensor.getShape())
    text += (ShapedType::isDynamic(size) ? "?" : std::to_string(size)) + "x";
  std::string element;
  llvm::raw_string_ostream(element) << tensor.getElementType();
  if (getElementType(element, type.getContext()) != tensor.getElementType())
    return failure();
  return text + element;
}

FailureOr<Type> mlir::novi::parseListingType(StringRef text,
                                             MLIRContext *context) {
  if (text == "index")
    return Type(IndexType::get(context));
  SmallVector<StringRef> parts;
  text.split(parts, 'x');
  Type element = getElementType(parts.pop_back_val(), context);
  if (!element)
    return failure();
  SmallVector<int64_t> sizes;
  for (StringRef part : parts) {
    int64_t size = ShapedType::kDynamic;
    if (part != "?" && (part.getAsInteger(10, size) || size < 0))
      return failure();
    sizes.push_back(size);
  }
  return Type(RankedTensorType::get(sizes, element));
}

//===----------------------------------------------------------------------===//
// Writing attributes
//===----------------------------------------------------------------------===//

/// The keyword of an enumeration's value; empty for other attributes.
static StringRef getKeyword(StringRef key, Attribute attribute) {
  if (key == "predicate")
    if (auto value = dyn_cast<ComparePredicateAttr>(attribute))
      return stringifyComparePredicate(value.getValue());
  if (key == "rows")
    if (auto value = dyn_cast<LossRowsAttr>(attribute))
      return stringifyLossRows(value.getValue());
  if (key == "reduction")
    if (auto value = dyn_cast<LossReductionAttr>(attribute))
      return stringifyLossReduction(value.getValue());
  return {};
}

static std::string printDouble(double value) {
  if (std::isnan(value))
    return "nan:0x" +
           llvm::utohexstr(APFloat(value).bitcastToAPInt().getZExtValue());
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  std::string text = formatNumber(value);
  // An integer would read back as one.
  return StringRef(text).find_first_of(".e") == StringRef::npos ? text + ".0"
                                                                : text;
}

/// The elements themselves, where a resource of the file has them.
static Attribute inlineResource(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  auto type = cast<RankedTensorType>(resource.getType());
  if (!blob)
    return {};
  ArrayRef<char> data = blob->getData();
  if (type.getElementType().isInteger(1))
    return DenseElementsAttr::get(
        type, llvm::to_vector(
                  llvm::map_range(data, [](char byte) { return byte != 0; })));
  bool isSplat;
  if (!DenseElementsAttr::isValidRawBuffer(type, data, isSplat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(type, data);
}

/// As MLIR writes it, without the blanks around the colon of a type.
static std::string printGeneric(Attribute attribute, bool elideType) {
  std::string text, result;
  llvm::raw_string_ostream os(text);
  attribute.print(os, elideType);
  for (StringRef rest = text; !rest.empty();) {
    FailureOr<size_t> end = findValueEnd(rest);
    if (failed(end) || *end == rest.size())
      return result + rest.str();
    result += rest.take_front(*end);
    rest = rest.drop_front(*end);
    if (rest.consume_front(" : "))
      result += ':';
    else
      return result + rest.str();
  }
  return result;
}

LogicalResult mlir::novi::printListingAttribute(StringRef key,
                                                Attribute attribute, Type type,
                                                std::string &text) {
  text += " " + key.str();
  if (isa<UnitAttr>(attribute))
    return success();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute))
    attribute = inlineResource(resource);
  if (!attribute)
    return failure();
  std::string value;
  if (StringRef keyword = getKeyword(key, attribute); !keyword.empty()) {
    value = keyword.str();
  } else if (auto list = dyn_cast<DenseI64ArrayAttr>(attribute)) {
    value = bracket(list.asArrayRef());
  } else if (auto number = dyn_cast<FloatAttr>(attribute);
             number && number.getType().isF64()) {
    value = printDouble(number.getValueAsDouble());
  } else {
    auto typed = dyn_cast<TypedAttr>(attribute);
    bool implied = typed && (typed.getType() == type ||
                             (isa<IntegerAttr>(attribute) &&
                              typed.getType().isSignlessInteger(64)));
    value = printGeneric(attribute, implied);
  }
  FailureOr<size_t> end = findValueEnd(value);
  if (failed(end) || *end != value.size() || value.empty())
    return failure();
  text += "=" + value;
  return success();
}

//===----------------------------------------------------------------------===//
// Reading attributes
//===----------------------------------------------------------------------===//

FailureOr<size_t> mlir::novi::findValueEnd(StringRef text) {
  // MLIR's parser descends once a bracket.
  constexpr unsigned maxDepth = 64;
  SmallVector<char> open;
  bool quoted = false;
  size_t position = 0;
  for (; position < text.size(); ++position) {
    char c = text[position];
    if (quoted) {
      if (c == '\\')
        ++position;
      quoted = c != '"';
      continue;
    }
    switch (c) {
    case '"':
      quoted = true;
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      if (open.size() == maxDepth)
        return failure();
      open.push_back(c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '>');
      break;
    case '-':
      position += text.substr(position).starts_with("->");
      break;
    case ')':
    case ']':
    case '}':
    case '>':
      if (open.empty() || open.pop_back_val() != c)
        return failure();
      break;
    default:
      if (open.empty() && (c == ' ' || c == '\t' ||
                           text.substr(position).starts_with("\u00a0")))
        return position;
    }
  }
  if (quoted || !open.empty())
    return failure();
  return text.size();
}

template <typename EnumAttr, typename Enum>
static FailureOr<Attribute>
parseKeyword(StringRef key, StringRef text, Location loc,
             std::optional<Enum> value, StringRef choices) {
  if (value)
    return Attribute(EnumAttr::get(loc.getContext(), *value));
  return emitError(loc) << key << " is one of " << choices << ", not "
                        << quoted(text);
}

/// "[0, ?, 3]"; null for anything else.
static DenseI64ArrayAttr parseNumberList(StringRef text, MLIRContext *context) {
  if (!text.consume_front("[") || !text.consume_back("]"))
    return {};
  SmallVector<int64_t> numbers;
  SmallVector<StringRef> parts;
  if (!text.trim().empty())
    text.split(parts, ',');
  for (StringRef part : parts) {
    int64_t number = ShapedType::kDynamic;
    if (part.trim() != "?" && part.trim().getAsInteger(10, number))
      return {};
    numbers.push_back(number);
  }
  return DenseI64ArrayAttr::get(context, numbers);
}

/// "0.125", "-inf", "nan:0x7FF8000000000000"; none for anything else.
static std::optional<double> parseDouble(StringRef text) {
  double value;
  if (text.consume_front("nan:0x")) {
    uint64_t bits;
    if (text.getAsInteger(16, bits))
      return std::nullopt;
    value = APFloat(APFloat::IEEEdouble(), APInt(64, bits)).convertToDouble();
    return std::isnan(value) ? std::optional(value) : std::nullopt;
  }
  StringRef magnitude = text;
  magnitude.consume_front("-");
  if (magnitude != "inf" &&
      (magnitude.empty() || !llvm::isDigit(magnitude[0]) ||
       magnitude.starts_with_insensitive("0x")))
    return std::nullopt;
  return text.getAsDouble(value) ? std::nullopt : std::optional(value);
}

FailureOr<Attribute> mlir::novi::parseListingAttribute(StringRef key,
                                                       StringRef text,
                                                       Type type,
                                                       Location loc) {
  MLIRContext *context = loc.getContext();
  if (!type) {
    if (key == "predicate")
      return parseKeyword<ComparePredicateAttr>(key, text, loc,
                                                symbolizeComparePredicate(text),
                                                "eq, ne, lt, le, gt, ge");
    if (key == "rows")
      return parseKeyword<LossRowsAttr>(key, text, loc, symbolizeLossRows(text),
                                        "all, first");
    if (key == "reduction")
      return parseKeyword<LossReductionAttr>(
          key, text, loc, symbolizeLossReduction(text), "none, sum, mean");
    if (DenseI64ArrayAttr list = parseNumberList(text, context))
      return Attribute(list);
    int64_t integer;
    if (!text.getAsInteger(10, integer))
      return Attribute(
          IntegerAttr::get(IntegerType::get(context, 64), integer));
    if (std::optional<double> number = parseDouble(text))
      return Attribute(FloatAttr::get(Float64Type::get(context), *number));
  }
  // MLIR's diagnostics have places in a buffer of their own.
  std::string message;
  Attribute attribute;
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
      if (message.empty())
        message = diag.str();
      return success();
    });
    attribute = parseAttribute(text, context, type);
  }
  if (attribute)
    return attribute;
  return emitError(loc) << quoted(text) << " is no value of " << key << ": "
                        << message;
}
