//===- ElementTypeOption.cpp - --element-type of novi-translate -*- C++ -*-===//
//
// One option object, made when it is first asked for.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/ElementTypeOption.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::novi;

namespace {
enum class ElementType { F32, F64, F16, BF16 };
} // namespace

static llvm::cl::opt<ElementType> &getOption() {
  static llvm::cl::opt<ElementType> option(
      "element-type", llvm::cl::init(ElementType::F32),
      llvm::cl::desc(
          "Element type of the tensors of --import-listing, where the listing "
          "does not print it, and of --build-model:"),
      llvm::cl::values(clEnumValN(ElementType::F32, "f32", "(the default)"),
                       clEnumValN(ElementType::F64, "f64", ""),
                       clEnumValN(ElementType::F16, "f16", ""),
                       clEnumValN(ElementType::BF16, "bf16", "")));
  return option;
}

void mlir::novi::registerElementTypeOption() { getOption(); }

FloatType mlir::novi::getElementTypeOption(MLIRContext *context) {
  switch (getOption()) {
  case ElementType::F32:
    return Float32Type::get(context);
  case ElementType::F64:
    return Float64Type::get(context);
  case ElementType::F16:
    return Float16Type::get(context);
  case ElementType::BF16:
    return BFloat16Type::get(context);
  }
  llvm_unreachable("unknown element type");
}
