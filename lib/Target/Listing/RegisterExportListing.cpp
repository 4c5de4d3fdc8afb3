//===- RegisterExportListing.cpp - --export-listing ------------*- C++ -*-===//
//
// The translation and its options on the command line.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Target/Listing/ExportListing.h"
#include "Novi/Target/Listing/Opcodes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mlir::novi;

namespace {
enum class Form { Novi, Novigrad };
} // namespace

/// The function called `name`, or the only one if there is no name.
static FailureOr<func::FuncOp> findFunction(Operation *op, StringRef name) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    return op->emitError("expected a module with a function");
  SmallVector<func::FuncOp> found;
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (!function.isExternal() &&
        (name.empty() || function.getSymName() == name))
      found.push_back(function);
  if (found.size() == 1)
    return found.front();
  if (!name.empty())
    return module.emitError("has no function @") << name << " with a body";
  if (found.empty())
    return module.emitError("has no function with a body");
  InFlightDiagnostic diag = module.emitError("has ");
  diag << found.size()
       << " functions, and a listing is one: say which with --entry; there "
          "are ";
  llvm::interleaveComma(found, diag, [&](func::FuncOp function) {
    diag << "@" << function.getSymName();
  });
  return diag;
}

/// Writes the listing to `os` and what it does not say to the file.
static LogicalResult exportNovigrad(func::FuncOp function,
                                    llvm::raw_ostream &os,
                                    StringRef sideFileName) {
  if (sideFileName.empty())
    return function.emitError("a listing of ")
           << listingSemantics
           << " does not print shapes: say where they go with "
              "--export-shapes=FILE";
  std::string text;
  llvm::raw_string_ostream sideFileText(text);
  if (failed(exportNovigradListing(function, os, sideFileText)))
    return failure();
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> sideFile =
      openOutputFile(sideFileName, &message);
  if (!sideFile)
    return function.emitError("the listing's side file: ") << message;
  sideFile->os() << text;
  sideFile->os().flush();
  if (std::error_code error = sideFile->os().error()) {
    sideFile->os().clear_error();
    return function.emitError("the listing's side file: cannot write '")
           << sideFileName << "': " << error.message();
  }
  sideFile->keep();
  return success();
}

void mlir::novi::registerExportListing() {
  static llvm::cl::opt<Form> form(
      "listing-form", llvm::cl::init(Form::Novi),
      llvm::cl::desc("What --export-listing writes; --export-listing=FORM is "
                     "short for it:"),
      llvm::cl::values(
          clEnumValN(Form::Novi, "novi",
                     "a listing that says everything (the default)"),
          clEnumValN(Form::Novigrad, listingSemantics,
                     "what that machine prints of a forward program")));
  static llvm::cl::opt<std::string> sideFile(
      "export-shapes", llvm::cl::value_desc("file"),
      llvm::cl::desc("Where --export-listing=novigrad writes the side file"));
  static llvm::cl::opt<std::string> entry(
      "entry", llvm::cl::value_desc("function"),
      llvm::cl::desc("The function that --export-listing writes; need not be "
                     "given where there is only one"));

  static TranslateFromMLIRRegistration registration(
      "export-listing", "export a straight-line function as a listing",
      [](Operation *op, llvm::raw_ostream &os) -> LogicalResult {
        FailureOr<func::FuncOp> function = findFunction(op, entry);
        if (failed(function))
          return failure();
        if (form == Form::Novigrad)
          return exportNovigrad(*function, os, sideFile);
        return exportListing(*function, os);
      },
      [](DialectRegistry &registry) {
        registerAllDialects(registry);
        registry.insert<NoviDialect>();
      });
}
