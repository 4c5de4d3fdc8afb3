//===- ShapeFacts.cpp - From text to ShapeFacts ----------------*- C++ -*-===//
//
// One fact a line, `#` begins a comment. A fact given twice is an error, and so
// is the lack of one without which no listing can be read.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/ShapeFacts.h"
#include "Novi/Target/Listing/Listing.h"
#include "Novi/Target/Listing/TextReader.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::novi;

StringRef mlir::novi::stringifyRole(Role role) {
  switch (role) {
  case Role::Input:
    return "input";
  case Role::Target:
    return "target";
  case Role::Parameter:
    return "parameter";
  case Role::Constant:
    return "constant";
  }
  llvm_unreachable("unknown role");
}

const FedTensor *ShapeFacts::lookUpFed(unsigned tensor) const {
  const auto *found = fed.find(tensor);
  return found == fed.end() ? nullptr : &found->second;
}

bool ShapeFacts::hasRole(unsigned tensor, Role role) const {
  const FedTensor *found = lookUpFed(tensor);
  return found && found->role == role;
}

namespace {
class Parser {
public:
  Parser(llvm::SourceMgr &sourceMgr, unsigned bufferID, MLIRContext *context)
      : reader(sourceMgr, bufferID, context) {}

  FailureOr<ShapeFacts> parse();

private:
  LogicalResult parseFact();
  LogicalResult parseFed(Role role);
  LogicalResult parseNamed(std::optional<NamedTensor> &fact);
  LogicalResult parseTransposed();
  LogicalResult parseSemantics();
  LogicalResult parseScale();
  LogicalResult parseClip();
  LogicalResult parseCrossEntropy();
  LogicalResult checkWhole();

  FailureOr<unsigned> parseTensor();
  FailureOr<double> parseNumber(StringRef text, unsigned column,
                                bool infinite = false);
  FailureOr<StringRef> parseWord(StringRef what);
  LogicalResult parseEnd();

  InFlightDiagnostic error(unsigned column) {
    return emitError(reader.getLoc(line.number, column));
  }
  Location getFactLoc() { return reader.getLoc(line.number, fact.column); }
  LogicalResult refuseDuplicate(const Twine &what, Location first) {
    InFlightDiagnostic diag = error(fact.column);
    diag << what << " is given twice";
    diag.attachNote(first) << "first given here";
    return diag;
  }
  /// Refuses a fact without a tensor that stands there already.
  LogicalResult checkOnce() {
    auto [position, inserted] = single.try_emplace(fact.text, getFactLoc());
    if (inserted)
      return success();
    return refuseDuplicate("'" + fact.text + "'", position->second);
  }

  TextReader reader;
  TextLine line;
  WordScanner words{"", 1};
  /// The first word of the line, and the last one read.
  Word fact, word;
  ShapeFacts facts;
  llvm::DenseMap<StringRef, Location> single;
};
} // namespace

FailureOr<ShapeFacts> Parser::parse() {
  while (true) {
    FailureOr<bool> more = reader.next(line);
    if (failed(more))
      return failure();
    if (!*more)
      break;
    line.text = line.text.take_until([](char c) { return c == '#'; });
    words = line.scan();
    if (words.next(fact) && (failed(parseFact()) || failed(parseEnd())))
      return failure();
  }
  if (failed(checkWhole()))
    return failure();
  return std::move(facts);
}

LogicalResult Parser::parseFact() {
  StringRef name = fact.text;
  if (name == "input")
    return parseFed(Role::Input);
  if (name == "target")
    return parseFed(Role::Target);
  if (name == "parameter")
    return parseFed(Role::Parameter);
  if (name == "constant")
    return parseFed(Role::Constant);
  if (name == "transposed")
    return parseTransposed();
  if (name != "semantics" && name != "loss" && name != "output" &&
      name != "scale" && name != "clip" && name != "cross-entropy")
    return error(fact.column)
           << "unknown fact " << quoted(name)
           << "; expected semantics, input, target, parameter, constant, loss, "
              "output, transposed, scale, clip or cross-entropy";
  if (failed(checkOnce()))
    return failure();
  if (name == "loss")
    return parseNamed(facts.loss);
  if (name == "output")
    return parseNamed(facts.output);
  if (name == "semantics")
    return parseSemantics();
  if (name == "scale")
    return parseScale();
  return name == "clip" ? parseClip() : parseCrossEntropy();
}

FailureOr<StringRef> Parser::parseWord(StringRef what) {
  if (!words.next(word))
    return error(words.getColumn())
           << "expected " << what << " after '" << fact.text << "'";
  return word.text;
}

LogicalResult Parser::parseEnd() {
  if (!words.next(word))
    return success();
  return error(word.column)
         << "unexpected " << quoted(word.text) << " at the end of this fact";
}

FailureOr<unsigned> Parser::parseTensor() {
  FailureOr<StringRef> text = parseWord("a tensor");
  if (failed(text))
    return failure();
  FailureOr<unsigned> number = parseTensorName(*text);
  if (failed(number))
    return error(word.column)
           << quoted(*text) << " is not a tensor; " << tensorNameRule;
  return number;
}

LogicalResult Parser::parseFed(Role role) {
  FailureOr<unsigned> number = parseTensor();
  if (failed(number))
    return failure();
  FailureOr<StringRef> text = parseWord("a shape");
  if (failed(text))
    return failure();
  auto malformed = [&](StringRef why) {
    return error(word.column) << quoted(*text) << " " << why
                              << "; expected rows x columns, such as 6x20";
  };
  StringRef sizes = *text;
  int64_t rows, columns, elements;
  if (sizes.consumeInteger(10, rows) || !sizes.consume_front("x") ||
      sizes.getAsInteger(10, columns))
    return malformed("is not a shape of two sizes that fit 64 bits");
  if (rows < 1 || columns < 1)
    return malformed("has a size below 1");
  if (llvm::MulOverflow(rows, columns, elements) || elements > maxElements)
    return malformed("has more elements than can be counted");

  auto [position, inserted] =
      facts.fed.insert({*number, FedTensor{role, rows, columns, getFactLoc()}});
  if (inserted)
    return success();
  const FedTensor &previous = position->second;
  if (previous.role == role && previous.rows == rows &&
      previous.columns == columns)
    return refuseDuplicate(tensorName(*number), previous.loc);
  InFlightDiagnostic diag = error(fact.column);
  diag << tensorName(*number) << " is " << stringifyRole(role) << " " << rows
       << "x" << columns << " here, and " << stringifyRole(previous.role) << " "
       << previous.rows << "x" << previous.columns << " elsewhere";
  diag.attachNote(previous.loc) << "first given here";
  return diag;
}

LogicalResult Parser::parseNamed(std::optional<NamedTensor> &named) {
  FailureOr<unsigned> number = parseTensor();
  if (failed(number))
    return failure();
  named = NamedTensor{*number, getFactLoc()};
  return success();
}

LogicalResult Parser::parseTransposed() {
  FailureOr<unsigned> number = parseTensor();
  if (failed(number))
    return failure();
  auto [position, inserted] = facts.transposed.insert({*number, getFactLoc()});
  if (inserted)
    return success();
  return refuseDuplicate("'transposed " + tensorName(*number) + "'",
                         position->second);
}

LogicalResult Parser::parseSemantics() {
  FailureOr<StringRef> text = parseWord("a name");
  if (failed(text))
    return failure();
  if (*text == listingSemantics)
    return success();
  return error(word.column) << "unknown semantics " << quoted(*text)
                            << "; the only one is " << listingSemantics;
}

FailureOr<double> Parser::parseNumber(StringRef text, unsigned column,
                                      bool infinite) {
  double number;
  if (text.getAsDouble(number) || std::isnan(number) ||
      (std::isinf(number) && !infinite))
    return error(column) << quoted(text) << " is not a "
                         << (infinite ? "number" : "finite number");
  return number;
}

LogicalResult Parser::parseScale() {
  FailureOr<StringRef> text = parseWord("a factor");
  if (failed(text))
    return failure();
  FailureOr<double> factor = parseNumber(*text, word.column);
  if (failed(factor))
    return failure();
  facts.scale = *factor;
  return success();
}

LogicalResult Parser::parseClip() {
  double bounds[2];
  for (double &bound : bounds) {
    FailureOr<StringRef> text = parseWord("a lower and an upper bound");
    if (failed(text))
      return failure();
    FailureOr<double> number = parseNumber(*text, word.column, true);
    if (failed(number))
      return failure();
    bound = *number;
  }
  if (bounds[0] > bounds[1])
    return error(fact.column) << "the lower bound is above the upper one";
  facts.clip = ClipFact{bounds[0], bounds[1]};
  return success();
}

LogicalResult Parser::parseCrossEntropy() {
  std::optional<bool> first, mean;
  std::optional<double> epsilon;
  while (words.next(word)) {
    auto [key, value] = word.text.split('=');
    unsigned valueColumn = word.column + key.size() + 1;
    if (key == "rows"        ? first.has_value()
        : key == "reduction" ? mean.has_value()
                             : key == "epsilon" && epsilon)
      return error(word.column) << "'" << key << "' is given twice";
    if (key == "rows") {
      if (value != "first" && value != "all")
        return error(word.column) << "expected rows=first or rows=all";
      first = value == "first";
    } else if (key == "reduction") {
      if (value != "sum" && value != "mean")
        return error(word.column) << "expected reduction=sum or reduction=mean";
      mean = value == "mean";
    } else if (key == "epsilon") {
      FailureOr<double> number = parseNumber(value, valueColumn);
      if (failed(number))
        return failure();
      if (*number < 0)
        return error(valueColumn) << "epsilon must not be negative";
      epsilon = *number;
    } else {
      return error(word.column) << "unexpected " << quoted(word.text)
                                << "; expected rows=, epsilon= or reduction=";
    }
  }
  if (!first || !mean || !epsilon)
    return error(fact.column)
           << "'cross-entropy' lacks " << (first ? "" : "rows=first|all ")
           << (epsilon ? "" : "epsilon=NUMBER ")
           << (mean ? "" : "reduction=sum|mean ")
           << "as in: cross-entropy rows=first epsilon=1e-8 reduction=sum";
  facts.crossEntropy = CrossEntropyFact{*first, *mean, *epsilon};
  return success();
}

LogicalResult Parser::checkWhole() {
  auto missing = [&](const Twine &fact) {
    return emitError(reader.getLoc(std::max(line.number, 1u), 1))
           << "this side file ends without the fact '" << fact << "'";
  };
  for (StringRef name : {"semantics", "loss", "output"})
    if (!single.contains(name))
      return missing(name == "semantics" ? "semantics " + listingSemantics
                                         : name + " tN");
  if (facts.loss->number == facts.output->number) {
    InFlightDiagnostic diag = emitError(facts.output->loc);
    diag << "the output is the loss too; expected two tensors";
    diag.attachNote(facts.loss->loc) << "the loss is given here";
    return diag;
  }
  return success();
}

FailureOr<ShapeFacts> mlir::novi::parseShapeFacts(llvm::SourceMgr &sourceMgr,
                                                  unsigned bufferID,
                                                  MLIRContext *context) {
  return Parser(sourceMgr, bufferID, context).parse();
}
