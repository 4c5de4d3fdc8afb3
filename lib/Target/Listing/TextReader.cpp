//===- TextReader.cpp - Lines of a text that may be anything ---*- C++ -*-===//
//
// Reads lines and words without ever looking further ahead than the longest
// line it would accept, so that any input is refused or read in linear time.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/TextReader.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

using namespace mlir;
using namespace mlir::novi;

/// How much of a word or of a line that is too long a message shows.
static constexpr size_t shownLength = 60;

/// The length of the blank at the front of `text`, 0 when there is none.
static size_t blankLength(StringRef text) {
  if (text.starts_with(" ") || text.starts_with("\t"))
    return 1;
  return text.starts_with("\u00a0") ? 2 : 0;
}

bool WordScanner::next(Word &word) {
  word.blanks = 0;
  while (size_t length = blankLength(line.drop_front(position))) {
    position += length;
    ++word.blanks;
  }
  size_t begin = position;
  while (position < line.size() && !blankLength(line.drop_front(position)))
    ++position;
  word.text = line.slice(begin, position);
  word.column = firstColumn + begin;
  return !word.text.empty();
}

TextReader::TextReader(llvm::SourceMgr &sourceMgr, unsigned bufferID,
                       MLIRContext *context)
    : sourceMgr(sourceMgr),
      file(StringAttr::get(
          context, sourceMgr.getMemoryBuffer(bufferID)->getBufferIdentifier())),
      text(sourceMgr.getMemoryBuffer(bufferID)->getBuffer()) {}

LogicalResult TextReader::refuseLongLine(size_t begin) {
  // A diagnostic prints the line it points at, here perhaps gigabytes. It finds
  // the line in the first buffer of the file's name: put one there that ends
  // soon enough.
  llvm::SourceMgr shown;
  shown.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text.take_front(begin + shownLength),
                                           file.getValue()),
      SMLoc());
  shown.takeSourceBuffersFrom(sourceMgr);
  shown.setDiagHandler(sourceMgr.getDiagHandler(), sourceMgr.getDiagContext());
  shown.setIncludeDirs(sourceMgr.getIncludeDirs());
  sourceMgr = std::move(shown);
  return emitError(getLoc(lineNumber, 1))
         << "this line is longer than " << maxLineLength
         << " bytes, the most that a line may have";
}

FailureOr<bool> TextReader::next(TextLine &line) {
  if (position == text.size())
    return false;
  ++lineNumber;
  size_t begin = position;
  StringRef rest = text.drop_front(begin);
  if (begin == 0 &&
      (rest.starts_with("\xff\xfe") || rest.starts_with("\xfe\xff") ||
       rest.starts_with(StringRef("\0\0\xfe\xff", 4))))
    return emitError(getLoc(1, 1))
           << "the file is UTF-16 or UTF-32; expected UTF-8";

  // One byte more than a line may have, and a line end of two bytes.
  StringRef window = rest.take_front(maxLineLength + 3);
  size_t length = window.find('\n');
  line.hasEnd = length != StringRef::npos;
  position += line.hasEnd ? length + 1 : window.size();
  line.text = window.take_front(length);
  if (line.hasEnd)
    line.text.consume_back("\r");
  if (line.text.size() > maxLineLength)
    return refuseLongLine(begin);

  line.number = lineNumber;
  line.firstColumn = 1;
  if (begin == 0 && line.text.consume_front("\xef\xbb\xbf"))
    line.firstColumn = 4;

  auto columnOf = [&](size_t offset) { return line.firstColumn + offset; };
  size_t nul = line.text.find('\0');
  if (nul != StringRef::npos)
    return emitError(getLoc(lineNumber, columnOf(nul)))
           << "a NUL byte; expected UTF-8 text (is the file UTF-16?)";
  const auto *illegal =
      reinterpret_cast<const llvm::UTF8 *>(line.text.bytes_begin());
  if (!llvm::isLegalUTF8String(&illegal, reinterpret_cast<const llvm::UTF8 *>(
                                             line.text.bytes_end())))
    return emitError(
               getLoc(lineNumber, columnOf(illegal - line.text.bytes_begin())))
           << "the byte 0x" << llvm::utohexstr(*illegal)
           << " is not UTF-8 here; expected UTF-8 (is the file Latin-1?)";
  size_t carriageReturn = line.text.find('\r');
  if (carriageReturn != StringRef::npos)
    return emitError(getLoc(lineNumber, columnOf(carriageReturn)))
           << "a carriage return within a line; expected lines to end in LF or "
              "CRLF";
  return true;
}

std::string mlir::novi::quoted(StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  os << "'";
  os.write_escaped(text.take_front(shownLength));
  os << (text.size() > shownLength ? "...'" : "'");
  return result;
}

std::string mlir::novi::plural(uint64_t count, StringRef noun) {
  return (Twine(count) + " " + noun + (count == 1 ? "" : "s")).str();
}

FailureOr<unsigned> mlir::novi::parseTensorName(StringRef text) {
  unsigned number;
  if (!text.consume_front("t") || text.empty() ||
      !llvm::all_of(text, llvm::isDigit) ||
      (text.size() > 1 && text.front() == '0') ||
      text.getAsInteger(10, number) ||
      number > unsigned(std::numeric_limits<int32_t>::max()))
    return failure();
  return number;
}
