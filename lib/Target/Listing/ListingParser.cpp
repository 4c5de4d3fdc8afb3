//===- ListingParser.cpp - From text to a Listing --------------*- C++ -*-===//
//
// A line of a listing is INSTRUCTION, the opcode, the inputs and the outputs,
// separated by three or more blanks; the tensors of a group by one or two. With
// one group only, it is the outputs. Lines without INSTRUCTION are ignored,
// but for what the header claims.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/Listing.h"
#include "Novi/Target/Listing/TextReader.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace mlir::novi;

static constexpr StringLiteral keyword = "INSTRUCTION";
/// So many blanks separate groups.
static constexpr unsigned wideGap = 3;

std::string mlir::novi::tensorName(unsigned number) {
  return ("t" + Twine(number)).str();
}

std::string Instruction::str() const {
  constexpr size_t shown = 10;
  std::string text(info->name);
  auto append = [&](ArrayRef<TensorRef> tensors) {
    for (TensorRef tensor : tensors.take_front(shown))
      text += " " + tensorName(tensor.number);
    if (tensors.size() > shown)
      text += " ...";
  };
  append(inputs());
  if (numInputs)
    text += " ->";
  append(outputs());
  return text;
}

size_t Listing::getBackwardBegin() const {
  auto begin = llvm::find_if(instructions, [](const Instruction &instruction) {
    return instruction.info->backward;
  });
  return begin - instructions.begin();
}

namespace {
class Parser {
public:
  Parser(llvm::SourceMgr &sourceMgr, unsigned bufferID, MLIRContext *context)
      : reader(sourceMgr, bufferID, context) {
    listing.file = reader.getFile();
  }

  FailureOr<Listing> parse();

private:
  LogicalResult parseInstruction(WordScanner words, unsigned column);
  LogicalResult parseOperands(WordScanner &words, Instruction &instruction);
  LogicalResult checkOperands(const Instruction &instruction);
  LogicalResult parseClaim();
  LogicalResult parseSizes(StringRef text, unsigned column, Claim &claim);

  /// An error in the current line. The last line of a cut listing is likely to
  /// be malformed: says so.
  InFlightDiagnostic error(unsigned column) {
    InFlightDiagnostic diag = emitError(reader.getLoc(line.number, column));
    if (!line.hasEnd)
      diag.attachNote(reader.getLoc(line.number, 1))
          << "the file ends within this line: is the listing cut here?";
    return diag;
  }

  TextReader reader;
  TextLine line;
  Listing listing;
};
} // namespace

FailureOr<Listing> Parser::parse() {
  while (true) {
    FailureOr<bool> more = reader.next(line);
    if (failed(more))
      return failure();
    if (!*more)
      break;
    listing.endsInLine = !line.hasEnd;
    WordScanner words = line.scan();
    Word word;
    if (!words.next(word))
      continue;
    if (word.text.starts_with(keyword)) {
      if (word.text != keyword)
        return error(word.column + keyword.size())
               << "expected blanks after " << keyword;
      if (failed(parseInstruction(words, word.column)))
        return failure();
      continue;
    }
    size_t misplaced = line.text.find(keyword);
    if (misplaced != StringRef::npos)
      return error(line.firstColumn + misplaced)
             << keyword << " must stand at the beginning of its line";
    // The header comes before the instructions.
    if (listing.instructions.empty() && failed(parseClaim()))
      return failure();
  }
  if (listing.instructions.empty())
    return emitError(reader.getLoc(1, 1))
           << "no line of this file begins with " << keyword
           << ": it is not an instruction listing";
  return std::move(listing);
}

LogicalResult Parser::parseInstruction(WordScanner words, unsigned column) {
  Word word;
  if (!words.next(word))
    return error(words.getColumn()) << "expected an opcode after " << keyword;
  if (word.blanks < wideGap)
    return error(word.column)
           << "expected " << wideGap << " or more blanks between " << keyword
           << " and the opcode";
  const OpcodeInfo *info = lookUpOpcode(word.text);
  if (!info)
    return error(word.column) << "unknown opcode " << quoted(word.text) << "; "
                              << suggestOpcode(word.text);
  Instruction instruction{info, {}, 0, line.number, column};
  if (failed(parseOperands(words, instruction)) ||
      failed(checkOperands(instruction)))
    return failure();
  listing.instructions.push_back(std::move(instruction));
  return success();
}

LogicalResult Parser::parseOperands(WordScanner &words,
                                    Instruction &instruction) {
  StringRef name = instruction.info->name;
  unsigned groups = 0;
  Word word;
  while (words.next(word)) {
    if (word.blanks >= wideGap) {
      if (++groups > 2)
        return error(word.column)
               << name
               << " has a third group of tensors; expected inputs and "
                  "outputs";
      if (groups == 2)
        instruction.numInputs = instruction.operands.size();
    } else if (groups == 0) {
      return error(word.column) << "expected " << wideGap
                                << " or more blanks between the opcode and its "
                                   "tensors";
    }
    FailureOr<unsigned> number = parseTensorName(word.text);
    if (failed(number))
      return error(word.column)
             << quoted(word.text) << " is not a tensor; " << tensorNameRule;
    instruction.operands.push_back({*number, word.column});
  }
  if (groups == 0)
    return error(words.getColumn())
           << "expected the tensors of " << name << " after " << wideGap
           << " or more blanks";
  return success();
}

/// "2 inputs", "1 or more inputs".
static std::string countString(unsigned min, unsigned max, StringRef noun) {
  if (max == OpcodeInfo::any)
    return (Twine(min) + " or more " + noun + "s").str();
  return plural(min, noun);
}

LogicalResult Parser::checkOperands(const Instruction &instruction) {
  const OpcodeInfo &info = *instruction.info;
  auto check = [&](StringRef noun, size_t count, unsigned min,
                   unsigned max) -> LogicalResult {
    if (count >= min && count <= max)
      return success();
    return error(instruction.column)
           << info.name << " takes "
           << countString(info.minInputs, info.maxInputs, "input")
           << " and gives "
           << countString(info.minOutputs, info.maxOutputs, "output")
           << "; this one has " << plural(count, noun)
           << (instruction.numInputs || info.maxInputs == 0
                   ? ""
                   : " (one group of tensors only is the outputs)");
  };
  if (failed(check("input", instruction.inputs().size(), info.minInputs,
                   info.maxInputs)) ||
      failed(check("output", instruction.outputs().size(), info.minOutputs,
                   info.maxOutputs)))
    return failure();
  if (info.opcode == Opcode::MatMulBackward)
    for (unsigned side : {0, 1})
      if (instruction.output(side) != instruction.input(side))
        return error(instruction.outputs()[side].column)
               << "MatMulBackward adds to the gradients of its first two "
                  "inputs; expected "
               << tensorName(instruction.input(side)) << " here";
  return success();
}

LogicalResult Parser::parseClaim() {
  static constexpr std::pair<StringLiteral, Claim::Kind> claims[] = {
      {"Tensors:", Claim::Tensors},
      {"Parameters:", Claim::Parameters},
      {"Input size:", Claim::InputSize},
      {"Output size:", Claim::OutputSize},
      {"Instructions:", Claim::Instructions}};
  for (auto [key, kind] : claims) {
    if (!line.text.starts_with(key))
      continue;
    Claim claim{kind, {}, line.number, line.firstColumn};
    Word word;
    WordScanner words(line.text.drop_front(key.size()),
                      line.firstColumn + key.size());
    if (!words.next(word))
      return error(words.getColumn())
             << "expected a number after '" << key << "'";
    if (kind == Claim::InputSize || kind == Claim::OutputSize) {
      size_t offset = word.column - line.firstColumn;
      if (failed(parseSizes(line.text.drop_front(offset), word.column, claim)))
        return failure();
    } else {
      int64_t count;
      if (word.text.getAsInteger(10, count) || count < 0)
        return error(word.column)
               << quoted(word.text)
               << " is not a count; expected an integer from 0 on";
      claim.numbers.push_back(count);
      if (words.next(word))
        return error(word.column)
               << "unexpected " << quoted(word.text) << " after the count";
    }
    listing.claims.push_back(std::move(claim));
    return success();
  }
  return success();
}

LogicalResult Parser::parseSizes(StringRef text, unsigned column,
                                 Claim &claim) {
  StringRef rest = text;
  auto skipBlanks = [&] {
    while (rest.consume_front(" ") || rest.consume_front("\t") ||
           rest.consume_front("\u00a0"))
      ;
  };
  auto malformed = [&] {
    return error(column + (text.size() - rest.size()))
           << "malformed size; expected such as [6, 20]";
  };
  if (!rest.consume_front("["))
    return malformed();
  do {
    skipBlanks();
    int64_t size;
    StringRef before = rest;
    if (rest.consumeInteger(10, size) || size < 0) {
      rest = before;
      return malformed();
    }
    claim.numbers.push_back(size);
    skipBlanks();
  } while (rest.consume_front(","));
  if (!rest.consume_front("]"))
    return malformed();
  skipBlanks();
  return rest.empty() ? success() : LogicalResult(malformed());
}

FailureOr<Listing> mlir::novi::parseListing(llvm::SourceMgr &sourceMgr,
                                            unsigned bufferID,
                                            MLIRContext *context) {
  return Parser(sourceMgr, bufferID, context).parse();
}
