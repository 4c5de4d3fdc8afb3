//===- Source.cpp - Names and lines of a program's file ---------*- C++ -*-===//
//
// Takes from the parser what it knows of where things are defined.
//
//===----------------------------------------------------------------------===//

#include "Source.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::explain;

static std::string getText(SMRange range) {
  if (!range.isValid())
    return "";
  return std::string(range.Start.getPointer(), range.End.getPointer());
}

FailureOr<Source> novi::explain::parseSource(llvm::SourceMgr &sourceMgr,
                                             MLIRContext *context) {
  Source source;
  unsigned file = sourceMgr.getMainFileID();
  const llvm::MemoryBuffer *buffer = sourceMgr.getMemoryBuffer(file);
  source.file = buffer->getBufferIdentifier().str();
  source.isBytecode = isBytecode(*buffer);
  ParserConfig config(context);
  if (source.isBytecode) {
    source.module = parseSourceFile<ModuleOp>(sourceMgr, config);
    if (!source.module)
      return failure();
    return source;
  }

  Block block;
  AsmParserState state;
  if (failed(parseAsmSourceFile(sourceMgr, &block, config, &state)))
    return failure();
  for (const auto &operation : state.getOpDefs()) {
    source.lines[operation.op] =
        sourceMgr.getLineAndColumn(operation.loc.Start, file).first;
    for (auto [index, group] : llvm::enumerate(operation.resultGroups)) {
      std::string name = getText(group.definition.loc);
      unsigned end = index + 1 < operation.resultGroups.size()
                         ? operation.resultGroups[index + 1].startIndex
                         : operation.op->getNumResults();
      for (unsigned result = group.startIndex; result < end; ++result)
        source.names[operation.op->getResult(result)] =
            end - group.startIndex == 1
                ? name
                : name + "#" + std::to_string(result - group.startIndex);
    }
  }
  for (const auto &definition : state.getBlockDefs())
    for (auto [argument, name] :
         llvm::zip(definition.block->getArguments(), definition.arguments))
      if (std::string text = getText(name.loc); !text.empty())
        source.names[argument] = text;

  source.module = detail::constructContainerOpForParserIfNecessary<ModuleOp>(
      &block, context, FileLineColLoc::get(context, source.file, 1, 1));
  if (!source.module)
    return failure();
  return source;
}
