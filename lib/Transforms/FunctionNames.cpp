//===- FunctionNames.cpp - Entry functions and their names ------*- C++ -*-===//
//
// Implements the search for a program's function and the names of its arguments
// and results.
//
//===----------------------------------------------------------------------===//

#include "FunctionNames.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;

FailureOr<func::FuncOp> novi::findFunction(ModuleOp module, StringRef name) {
  func::FuncOp found;
  std::string names;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    names += (names.empty() ? "@" : ", @") + function.getName().str();
    if (name.empty() ? !function.isPublic() : function.getName() != name)
      continue;
    if (found)
      return module.emitOpError("has several public functions (")
             << names << ", ...); name one";
    found = function;
  }
  if (!found)
    return module.emitOpError("has no ")
           << (name.empty() ? "public function with a body"
                            : "function @" + name.str() + " with a body")
           << "; it has " << (names.empty() ? "none at all" : names);
  if (!found.getBody().hasOneBlock() ||
      !isa<func::ReturnOp>(found.getBody().front().back()))
    return found.emitOpError("must be one block that ends in a return");
  return found;
}

static std::string getName(StringAttr name, StringRef otherwise,
                           unsigned index) {
  return name ? name.str() : (otherwise + Twine(index)).str();
}

std::string novi::nameOfArgument(func::FuncOp function, unsigned index) {
  return getName(
      function.getArgAttrOfType<StringAttr>(index, NoviDialect::kNameAttr),
      "arg", index);
}

std::string novi::nameOfResult(func::FuncOp function, unsigned index) {
  return getName(
      function.getResultAttrOfType<StringAttr>(index, NoviDialect::kNameAttr),
      "result", index);
}

bool novi::hasArgumentRole(func::FuncOp function, unsigned index,
                           StringRef role) {
  auto attr =
      function.getArgAttrOfType<StringAttr>(index, NoviDialect::kRoleAttr);
  return attr && attr.getValue() == role;
}

bool novi::hasResultRole(func::FuncOp function, unsigned index,
                         StringRef role) {
  auto attr =
      function.getResultAttrOfType<StringAttr>(index, NoviDialect::kRoleAttr);
  return attr && attr.getValue() == role;
}

DictionaryAttr novi::getNamedResultAttrs(MLIRContext *context, StringRef name,
                                         StringRef role) {
  Builder builder(context);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr(NoviDialect::kNameAttr,
                            builder.getStringAttr(name)),
       builder.getNamedAttr(NoviDialect::kRoleAttr,
                            builder.getStringAttr(role))});
}

LogicalResult novi::verifyNotCalled(ModuleOp module, func::FuncOp function,
                                    StringRef passName) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(function, module);
  if (!uses || uses->empty())
    return success();
  InFlightDiagnostic diagnostic =
      function.emitOpError("is called, so ")
      << passName << " cannot change its results; inline the call first";
  diagnostic.attachNote(uses->begin()->getUser()->getLoc()) << "called here";
  return diagnostic;
}
