//===- Questions.cpp - Which instructions are asked about -------*- C++ -*-===//
//
// Finds what a name or a line means, or says what would be right.
//
//===----------------------------------------------------------------------===//

#include "Questions.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::explain;

static llvm::Error fail(const Twine &message) {
  return llvm::createStringError(message.str());
}

static void forEachNode(const Story &story,
                        function_ref<void(unsigned node)> visit) {
  llvm::for_each(story.getArguments(), visit);
  llvm::for_each(story.getInstructions(), visit);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static llvm::Error findName(const Story &story, const Source &source,
                            StringRef name, SmallVectorImpl<unsigned> &asked) {
  if (source.isBytecode)
    return fail("bytecode has no names such as " + name + ": ask for a line");
  size_t before = asked.size();
  SmallVector<StringRef> all;
  forEachNode(story, [&](unsigned node) {
    bool matches = false;
    for (StringRef known : story.getNames(node)) {
      matches |= known == name || known.split('#').first == name;
      all.push_back(known);
    }
    if (matches)
      asked.push_back(node);
  });
  if (asked.size() != before)
    return llvm::Error::success();

  if (all.empty())
    return fail("no value is called " + name + ", and the program has none");
  constexpr size_t kShown = 3;
  llvm::stable_sort(all, [&](StringRef a, StringRef b) {
    return name.edit_distance(a) < name.edit_distance(b);
  });
  SmallVector<std::string> near;
  for (StringRef known : all)
    if (std::string text = known.str();
        near.size() < kShown && !llvm::is_contained(near, text))
      near.push_back(text);
  return fail("no value is called " + name + "; names like it are " +
              join(near));
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// Whether `asked` is the path `file` or its end.
static bool isFile(StringRef file, StringRef asked) {
  if (file == asked)
    return true;
  return file.consume_back(asked) &&
         (file.empty() || llvm::sys::path::is_separator(file.back()) ||
          llvm::sys::path::is_separator(asked.front()));
}

/// The nearest lines before and after `line` that are in `lines`.
static std::string describeNearest(ArrayRef<unsigned> lines, unsigned line) {
  unsigned before = 0, after = ~0u;
  for (unsigned other : lines) {
    if (other < line)
      before = std::max(before, other);
    else
      after = std::min(after, other);
  }
  SmallVector<std::string> parts;
  if (before != 0)
    parts.push_back("line " + std::to_string(before));
  if (after != ~0u)
    parts.push_back("line " + std::to_string(after));
  return join(parts);
}

static llvm::Error findLine(const Story &story, const Source &source,
                            StringRef file, unsigned line,
                            SmallVectorImpl<unsigned> &asked) {
  SmallVector<std::string> files(story.getFiles());
  if (!llvm::is_contained(files, source.file))
    files.push_back(source.file);
  forEachNode(story, [&](unsigned node) {
    if (Place place = story.getPlace(node);
        place.line != 0 && !llvm::is_contained(files, place.file))
      files.push_back(place.file);
  });
  StringRef chosen;
  if (file.empty()) {
    if (story.getFiles().size() > 1)
      return fail("the instructions come from " + join(story.getFiles()) +
                  ": ask for one of them as FILE:" + Twine(line));
    chosen = files.front();
  } else {
    for (StringRef known : files)
      if (isFile(known, file)) {
        if (!chosen.empty())
          return fail(file + " may be " + chosen + " or " + known +
                      ": write more of the path");
        chosen = known;
      }
    if (chosen.empty())
      return fail("nothing comes from a file " + file +
                  "; what there is comes from " + join(files));
  }

  SmallVector<unsigned> lines;
  size_t before = asked.size();
  forEachNode(story, [&](unsigned node) {
    Place place = story.getPlace(node);
    unsigned here = place.file == chosen    ? place.line
                    : chosen == source.file ? story.getLine(node)
                                            : 0;
    if (here != 0)
      lines.push_back(here);
    if (here == line)
      asked.push_back(node);
  });
  if (asked.size() != before)
    return llvm::Error::success();
  std::string text =
      ("no instruction comes from line " + Twine(line) + " of " + chosen).str();
  if (lines.empty())
    return fail(text + ", nor from any other line");
  return fail(text + "; the nearest come from " + describeNearest(lines, line));
}

llvm::Error novi::explain::findAsked(const Story &story, const Source &source,
                                     StringRef question,
                                     SmallVectorImpl<unsigned> &asked) {
  if (question.starts_with("%"))
    return findName(story, source, question, asked);
  auto [file, text] = question.rsplit(':');
  if (text.empty() && !question.contains(':'))
    std::swap(file, text);
  unsigned line;
  if (text.getAsInteger(10, line) || line == 0)
    return fail("'" + question +
                "' is no value (%y), no line (12) and no line of a file "
                "(step.mlir:12)");
  return findLine(story, source, file, line, asked);
}
