//===- TextReader.h - Lines of a text that may be anything -----*- C++ -*-===//
//
// Hands out the lines of a listing or of a side file, checked: UTF-8 without
// NUL bytes, and no line longer than a limit. Both parsers read through it, so
// that neither has to fear a gigabyte without a line end.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_TARGET_LISTING_TEXTREADER_H
#define NOVI_TARGET_LISTING_TEXTREADER_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::novi {

/// A line longer than this is refused.
constexpr size_t maxLineLength = size_t(1) << 20;

/// A run of bytes between blanks.
struct Word {
  StringRef text;
  /// Counted in bytes from 1, as MLIR's diagnostics count.
  unsigned column = 1;
  /// How many blanks (spaces, tabs, no-break spaces) come before it.
  unsigned blanks = 0;
};

/// Takes words off the front of a line.
class WordScanner {
public:
  WordScanner(StringRef line, unsigned firstColumn)
      : line(line), firstColumn(firstColumn) {}

  /// False when only blanks are left.
  bool next(Word &word);
  /// The column behind the last word.
  unsigned getColumn() const { return firstColumn + position; }

private:
  StringRef line;
  unsigned firstColumn;
  size_t position = 0;
};

struct TextLine {
  /// Without its end, and without a byte order mark.
  StringRef text;
  /// From 1.
  unsigned number = 0;
  /// 1, or 4 behind a byte order mark.
  unsigned firstColumn = 1;
  /// False for a last line that ends with the file.
  bool hasEnd = false;

  WordScanner scan() const { return WordScanner(text, firstColumn); }
};

class TextReader {
public:
  TextReader(llvm::SourceMgr &sourceMgr, unsigned bufferID,
             MLIRContext *context);

  /// Sets `line` to the next line; true when there was one. Fails, with a
  /// diagnostic, on bytes that are not text.
  FailureOr<bool> next(TextLine &line);

  StringAttr getFile() const { return file; }
  FileLineColLoc getLoc(unsigned line, unsigned column) const {
    return FileLineColLoc::get(file, line, column);
  }

private:
  LogicalResult refuseLongLine(size_t begin);

  llvm::SourceMgr &sourceMgr;
  StringAttr file;
  StringRef text;
  size_t position = 0;
  unsigned lineNumber = 0;
};

/// `text` in quotes, fit for a message: escaped, and cut when long.
std::string quoted(StringRef text);

/// "1 tensor", "2 tensors".
std::string plural(uint64_t count, StringRef noun);

/// Reads "t83". Fails, without a diagnostic, on anything else; leading zeros
/// are refused because "t083" and "t83" would be one tensor.
FailureOr<unsigned> parseTensorName(StringRef text);

/// What a tensor name has to look like, for messages.
constexpr StringLiteral tensorNameRule =
    "expected a tensor: 't' and a number up to 2147483647, such as t83";

} // namespace mlir::novi

#endif // NOVI_TARGET_LISTING_TEXTREADER_H
