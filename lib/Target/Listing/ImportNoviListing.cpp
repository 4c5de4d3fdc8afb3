//===- ImportNoviListing.cpp - Listings that say everything ----*- C++ -*-===//
//
// A line becomes an op at once, and MLIR verifies it there, so that a fault is
// reported at its line. Only what the op's name, operands, types and attributes
// say is built; what an op means is not known here.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/ImportNoviListing.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Target/Listing/ExportListing.h"
#include "Novi/Target/Listing/Listing.h"
#include "Novi/Target/Listing/ListingAttributes.h"
#include "Novi/Target/Listing/Opcodes.h"
#include "Novi/Target/Listing/TextReader.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::novi;

static constexpr StringLiteral semanticsKey = "Semantics:";
/// So many blanks separate groups.
static constexpr unsigned wideGap = 3;

static bool isBodyKeyword(StringRef word) {
  return word == "FUNCTION" || word == "ARGUMENT" || word == "INSTRUCTION" ||
         word == "RESULT" || word == "END";
}

FailureOr<bool> mlir::novi::isNoviListing(llvm::SourceMgr &sourceMgr,
                                          MLIRContext *context) {
  TextReader reader(sourceMgr, sourceMgr.getMainFileID(), context);
  TextLine line;
  while (true) {
    FailureOr<bool> more = reader.next(line);
    if (failed(more))
      return failure();
    Word word;
    WordScanner words = line.scan();
    if (!*more)
      return false;
    if (!words.next(word))
      continue;
    if (isBodyKeyword(word.text))
      return false;
    if (word.text != semanticsKey)
      continue;
    if (!words.next(word) ||
        (word.text != noviSemantics && word.text != listingSemantics))
      return emitError(reader.getLoc(line.number, word.column))
             << "unknown semantics " << quoted(word.text) << "; there are "
             << noviSemantics << " and " << listingSemantics;
    return word.text == noviSemantics;
  }
}

namespace {

/// What stands on a line behind its keyword and opcode or name.
struct Groups {
  SmallVector<Word, 4> inputs, outputs;
  SmallVector<Type, 1> types;
  /// What is behind them.
  StringRef attributes;
  unsigned attributesColumn = 1;
};

class NoviImporter {
public:
  NoviImporter(llvm::SourceMgr &sourceMgr, MLIRContext *context)
      : reader(sourceMgr, sourceMgr.getMainFileID(), context), builder(context),
        opcodes(getNoviOpcodes(context)) {}

  OwningOpRef<ModuleOp> run();

private:
  LogicalResult visitLine();
  LogicalResult visitFunction(WordScanner words);
  LogicalResult visitArgument(WordScanner words);
  LogicalResult visitInstruction(WordScanner words);
  LogicalResult visitResult(WordScanner words);
  LogicalResult finish();
  void checkClaims();

  /// Reads the groups that `words` has left.
  FailureOr<Groups> parseGroups(WordScanner words);
  /// Calls `add` with each key and value of attributes; "=..." may be missing.
  LogicalResult parseAttributes(
      StringRef text, unsigned column,
      function_ref<LogicalResult(StringRef key, StringRef value, Location loc)>
          add);
  /// The attributes of a function, an argument or a result.
  FailureOr<DictionaryAttr> parseNamed(StringRef text, unsigned column);
  LogicalResult setAttributes(Operation *op, const Groups &groups);

  FailureOr<Value> lookUp(Word tensor);
  LogicalResult define(Word tensor, Value value);

  InFlightDiagnostic error(unsigned column) const {
    return emitError(getLoc(column));
  }
  Location getLoc(unsigned column) const {
    return reader.getLoc(line.number, column);
  }
  Location nameLoc(Word tensor) const {
    return NameLoc::get(StringAttr::get(builder.getContext(), tensor.text),
                        getLoc(line.firstColumn));
  }

  TextReader reader;
  TextLine line;
  OpBuilder builder;
  llvm::StringMap<OperationName> opcodes;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  SmallVector<DictionaryAttr> argumentAttrs, resultAttrs;
  SmallVector<Value> results;
  bool hasInstruction = false, ended = false;
  llvm::DenseMap<unsigned, Value> values;
  /// Header lines: their places and texts.
  SmallVector<std::pair<Location, StringRef>> header;
};

} // namespace

OwningOpRef<ModuleOp> NoviImporter::run() {
  while (true) {
    FailureOr<bool> more = reader.next(line);
    if (failed(more))
      return nullptr;
    if (!*more)
      break;
    if (failed(visitLine()))
      return nullptr;
  }
  if (failed(finish()))
    return nullptr;
  return std::move(module);
}

LogicalResult NoviImporter::visitLine() {
  WordScanner words = line.scan();
  Word word;
  if (!words.next(word) || word.text.starts_with("#"))
    return success();
  if (ended)
    return error(word.column) << "END is the last line";
  if (!isBodyKeyword(word.text)) {
    if (!function)
      header.emplace_back(getLoc(word.column), line.text);
    else if (!line.text.trim("- \t").empty())
      return error(word.column)
             << quoted(word.text)
             << " begins no line of a listing; expected ARGUMENT, "
                "INSTRUCTION, RESULT or END";
    return success();
  }
  if (word.text == "FUNCTION")
    return visitFunction(words);
  if (!function)
    return error(word.column) << word.text << " comes before FUNCTION";
  if (word.text == "ARGUMENT")
    return visitArgument(words);
  if (word.text == "INSTRUCTION")
    return visitInstruction(words);
  if (word.text == "RESULT")
    return visitResult(words);
  ended = true;
  return words.next(word) ? error(word.column)
                                << "unexpected " << quoted(word.text)
                                << " after END"
                          : success();
}

//===----------------------------------------------------------------------===//
// Groups and attributes
//===----------------------------------------------------------------------===//

FailureOr<Groups> NoviImporter::parseGroups(WordScanner words) {
  Groups groups;
  unsigned numTensorGroups = 0;
  bool inTypes = false;
  Word word;
  while (words.next(word)) {
    bool begins = word.blanks >= wideGap;
    if (begins && inTypes) {
      groups.attributes = line.text.drop_front(word.column - line.firstColumn);
      groups.attributesColumn = word.column;
      break;
    }
    if (!begins && !inTypes && numTensorGroups == 0)
      return error(word.column)
             << "expected " << wideGap << " or more blanks before "
             << quoted(word.text);
    if (!inTypes && succeeded(parseTensorName(word.text))) {
      numTensorGroups += begins;
      if (numTensorGroups > 2)
        return error(word.column)
               << "a third group of tensors; expected inputs, outputs and the "
                  "outputs' types";
      (numTensorGroups == 1 ? groups.inputs : groups.outputs).push_back(word);
      continue;
    }
    FailureOr<Type> type = parseListingType(word.text, builder.getContext());
    if (failed(type) || (!begins && !inTypes))
      return error(word.column)
             << quoted(word.text) << " is not "
             << (inTypes || numTensorGroups
                     ? "a type; expected such as 6x20xf32, ?x8xbf16, f32 for a "
                       "scalar, or index"
                     : tensorNameRule.data());
    inTypes = true;
    groups.types.push_back(*type);
  }
  if (numTensorGroups == 1)
    std::swap(groups.inputs, groups.outputs);
  if (!inTypes)
    return error(words.getColumn())
           << "expected the type of the result, such as 6x20xf32, at the end "
              "of the line";
  if (groups.types.size() != groups.outputs.size())
    return error(line.firstColumn)
           << "this line has " << plural(groups.outputs.size(), "output")
           << " and " << plural(groups.types.size(), "type");
  return groups;
}

LogicalResult NoviImporter::parseAttributes(
    StringRef text, unsigned column,
    function_ref<LogicalResult(StringRef, StringRef, Location)> add) {
  llvm::SmallDenseSet<StringRef> seen;
  StringRef rest = text;
  while (true) {
    while (rest.consume_front(" ") || rest.consume_front("\t") ||
           rest.consume_front("\u00a0"))
      ;
    if (rest.empty())
      return success();
    unsigned here = column + (text.size() - rest.size());
    FailureOr<size_t> end = findValueEnd(rest);
    if (failed(end))
      return error(here) << "quotes or brackets that do not match, or that "
                            "nest too deep";
    auto [key, value] = rest.take_front(*end).split('=');
    rest = rest.drop_front(*end);
    if (key.empty())
      return error(here) << "expected the name of an attribute before '='";
    if (!seen.insert(key).second)
      return error(here) << quoted(key) << " is given twice";
    if (failed(add(key, value, getLoc(here))))
      return failure();
  }
}

FailureOr<DictionaryAttr> NoviImporter::parseNamed(StringRef text,
                                                   unsigned column) {
  NamedAttrList attributes;
  LogicalResult parsed = parseAttributes(
      text, column,
      [&](StringRef key, StringRef value, Location loc) -> LogicalResult {
        std::string name =
            key.contains('.') ? key.str() : ("novi." + key).str();
        Attribute attribute = builder.getUnitAttr();
        if (!value.empty()) {
          FailureOr<Attribute> read =
              parseListingAttribute(key, value, {}, loc);
          if (failed(read))
            return failure();
          attribute = *read;
        }
        attributes.set(name, attribute);
        return success();
      });
  if (failed(parsed))
    return failure();
  return attributes.getDictionary(builder.getContext());
}

LogicalResult NoviImporter::setAttributes(Operation *op, const Groups &groups) {
  bool isConstant = op->hasTrait<OpTrait::ConstantLike>();
  NamedAttrList own, discardable;
  LogicalResult parsed = parseAttributes(
      groups.attributes, groups.attributesColumn,
      [&](StringRef key, StringRef value, Location loc) -> LogicalResult {
        Attribute attribute = builder.getUnitAttr();
        if (!value.empty()) {
          Type type = isConstant && key == "value" ? groups.types[0] : Type();
          FailureOr<Attribute> read =
              parseListingAttribute(key, value, type, loc);
          if (failed(read))
            return failure();
          attribute = *read;
        }
        if (key.contains('.')) {
          discardable.set(key, attribute);
          return success();
        }
        StringAttr name = builder.getStringAttr(key);
        ArrayRef<StringAttr> known = op->getName().getAttributeNames();
        if (!llvm::is_contained(known, name)) {
          InFlightDiagnostic diag = emitError(loc);
          diag << op->getName() << " has no attribute " << quoted(key);
          if (!known.empty()) {
            diag << "; it has ";
            llvm::interleaveComma(known, diag, [&](StringAttr attribute) {
              diag << attribute.getValue();
            });
          }
          return diag;
        }
        own.set(name, attribute);
        return success();
      });
  if (failed(parsed))
    return failure();
  op->setDiscardableAttrs(discardable.getDictionary(builder.getContext()));
  // Each ? of the offsets takes one operand; those of the sizes take the rest.
  if (auto offsets =
          dyn_cast_or_null<DenseI64ArrayAttr>(own.get("static_offsets"));
      offsets && isa<SliceOp>(op)) {
    int32_t numOffsets =
        llvm::count(offsets.asArrayRef(), ShapedType::kDynamic);
    int32_t rest = op->getNumOperands() - 1 - numOffsets;
    own.set(SliceOp::getOperandSegmentSizeAttr(),
            builder.getDenseI32ArrayAttr({1, numOffsets, std::max(rest, 0)}));
  }
  if (own.empty())
    return success();
  // What is not given keeps its default.
  if (auto defaults =
          dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
    for (NamedAttribute attribute : defaults)
      if (!own.get(attribute.getName()))
        own.append(attribute);
  return op->setPropertiesFromAttribute(
      own.getDictionary(builder.getContext()),
      [&] { return error(groups.attributesColumn); });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

FailureOr<Value> NoviImporter::lookUp(Word tensor) {
  FailureOr<unsigned> number = parseTensorName(tensor.text);
  if (failed(number))
    return error(tensor.column)
           << quoted(tensor.text) << " is not a tensor; " << tensorNameRule;
  if (Value value = values.lookup(*number))
    return value;
  return error(tensor.column)
         << tensor.text
         << " is read before it is written: it is no argument, and no "
            "instruction before this one gives it";
}

LogicalResult NoviImporter::define(Word tensor, Value value) {
  FailureOr<unsigned> number = parseTensorName(tensor.text);
  auto [position, inserted] = values.try_emplace(*number, value);
  if (inserted)
    return success();
  InFlightDiagnostic diag = error(tensor.column);
  diag << tensor.text
       << " is written twice; in this form every tensor is "
          "written once";
  diag.attachNote(position->second.getLoc()) << "first written here";
  return diag;
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

LogicalResult NoviImporter::visitFunction(WordScanner words) {
  if (function)
    return error(line.firstColumn) << "a listing is one function";
  Word word;
  if (!words.next(word))
    return error(words.getColumn()) << "expected the name of the function";
  StringRef rest = line.text.drop_front(word.column - line.firstColumn);
  FailureOr<size_t> end = findValueEnd(rest);
  std::string name;
  if (succeeded(end)) {
    name = rest.take_front(*end).str();
    if (rest.starts_with("\"")) {
      FailureOr<Attribute> read = parseListingAttribute(
          "the name", rest.take_front(*end), {}, getLoc(word.column));
      if (failed(read))
        return failure();
      auto text = dyn_cast<StringAttr>(*read);
      name = text ? text.getValue().str() : "";
    }
  }
  if (name.empty())
    return error(word.column) << "expected the name of the function";

  module = ModuleOp::create(getLoc(line.firstColumn));
  builder.setInsertionPointToEnd(module->getBody());
  function = func::FuncOp::create(builder, getLoc(line.firstColumn), name,
                                  builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  FailureOr<DictionaryAttr> attributes =
      parseNamed(rest.drop_front(*end), word.column + *end);
  if (failed(attributes))
    return failure();
  for (NamedAttribute attribute : *attributes) {
    if (attribute.getName() == "novi.private")
      function.setPrivate();
    else
      function->setDiscardableAttr(attribute.getName(), attribute.getValue());
  }
  return success();
}

LogicalResult NoviImporter::visitArgument(WordScanner words) {
  if (hasInstruction || !results.empty())
    return error(line.firstColumn)
           << "ARGUMENT comes after an instruction or result; arguments are "
              "first";
  FailureOr<Groups> groups = parseGroups(words);
  if (failed(groups))
    return failure();
  if (!groups->inputs.empty() || groups->outputs.size() != 1)
    return error(line.firstColumn)
           << "an argument is one tensor, its type and its attributes";
  FailureOr<DictionaryAttr> attributes =
      parseNamed(groups->attributes, groups->attributesColumn);
  if (failed(attributes))
    return failure();
  argumentAttrs.push_back(*attributes);
  return define(groups->outputs[0],
                function.getBody().addArgument(groups->types[0],
                                               nameLoc(groups->outputs[0])));
}

LogicalResult NoviImporter::visitInstruction(WordScanner words) {
  if (!results.empty())
    return error(line.firstColumn)
           << "INSTRUCTION comes after a result; results are last";
  hasInstruction = true;
  Word opcode;
  if (!words.next(opcode))
    return error(words.getColumn()) << "expected an opcode";
  auto name = opcodes.find(opcode.text);
  if (name == opcodes.end())
    return error(opcode.column) << "unknown opcode " << quoted(opcode.text)
                                << "; " << suggestOpcode(opcode.text, opcodes);
  FailureOr<Groups> groups = parseGroups(words);
  if (failed(groups))
    return failure();
  if (groups->outputs.empty())
    return error(line.firstColumn) << "expected an output";
  OperationState state(nameLoc(groups->outputs[0]), name->second);
  for (Word tensor : groups->inputs) {
    FailureOr<Value> value = lookUp(tensor);
    if (failed(value))
      return failure();
    state.operands.push_back(*value);
  }
  state.addTypes(groups->types);
  Operation *op = builder.create(state);
  if (failed(setAttributes(op, *groups)) || failed(verify(op)))
    return failure();
  for (auto [tensor, result] : llvm::zip(groups->outputs, op->getResults()))
    if (failed(define(tensor, result)))
      return failure();
  return success();
}

LogicalResult NoviImporter::visitResult(WordScanner words) {
  Word tensor;
  if (!words.next(tensor))
    return error(words.getColumn()) << "expected the tensor that is a result";
  FailureOr<Value> value = lookUp(tensor);
  if (failed(value))
    return failure();
  unsigned column = words.getColumn();
  FailureOr<DictionaryAttr> attributes =
      parseNamed(line.text.drop_front(column - line.firstColumn), column);
  if (failed(attributes))
    return failure();
  results.push_back(*value);
  resultAttrs.push_back(*attributes);
  return success();
}

LogicalResult NoviImporter::finish() {
  if (!ended)
    return emitError(reader.getLoc(std::max(line.number, 1u), 1))
           << "the listing ends without END: is it cut here?";
  func::ReturnOp::create(builder, getLoc(line.firstColumn), results);
  function.setType(builder.getFunctionType(
      function.getBody().getArgumentTypes(), ValueRange(results).getTypes()));
  function.setAllArgAttrs(argumentAttrs);
  function.setAllResultAttrs(resultAttrs);
  if (failed(verify(*module)))
    return failure();
  checkClaims();
  return success();
}

void NoviImporter::checkClaims() {
  auto claims = getHeaderClaims(function);
  for (auto [loc, text] : header)
    for (const auto &[key, value] : claims)
      if (text.starts_with(key) && text.drop_front(key.size()).trim() != value)
        emitWarning(loc) << "the header claims " << quoted(text)
                         << ", but it is '" << key << " " << value << "'";
}

OwningOpRef<ModuleOp> mlir::novi::importNoviListing(llvm::SourceMgr &sourceMgr,
                                                    MLIRContext *context) {
  context->loadDialect<NoviDialect, func::FuncDialect, arith::ArithDialect,
                       tensor::TensorDialect>();
  return NoviImporter(sourceMgr, context).run();
}
