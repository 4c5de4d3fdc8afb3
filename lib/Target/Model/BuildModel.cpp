//===- BuildModel.cpp - --build-model of novi-translate --------*- C++ -*-===//
//
// The description is the input file, or --model, which novi-translate sets for
// --build-model=TEXT: what MLIR registers as a translation takes no value.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Model/BuildModel.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Model/ModelDescription.h"
#include "Novi/Target/ElementTypeOption.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::novi;

void mlir::novi::registerBuildModel() {
  static llvm::cl::opt<std::string> description(
      "model", llvm::cl::value_desc("description"),
      llvm::cl::desc("What --build-model builds, instead of the input file; "
                     "--build-model=TEXT is short for it"));
  registerElementTypeOption();

  static TranslateToMLIRRegistration registration(
      "build-model", "build the model that a description of layers describes",
      [](llvm::SourceMgr &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        unsigned bufferID = sourceMgr.getMainFileID();
        if (description.getNumOccurrences())
          bufferID = sourceMgr.AddNewSourceBuffer(
              llvm::MemoryBuffer::getMemBufferCopy(description, "--model"),
              llvm::SMLoc());
        const llvm::MemoryBuffer *buffer = sourceMgr.getMemoryBuffer(bufferID);
        return buildModel(
            buffer->getBuffer(),
            StringAttr::get(context, buffer->getBufferIdentifier()),
            getElementTypeOption(context));
      },
      [](DialectRegistry &registry) {
        registry.insert<NoviDialect, func::FuncDialect>();
      });
}
