//===- ModelBuilder.cpp - Writes a function of novi ops --------*- C++ -*-===//
//
// The function is built open: its type and the attributes of its arguments are
// set when it is finished.
//
//===----------------------------------------------------------------------===//

#include "Novi/Model/ModelBuilder.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::novi;

/// The most elements of a tensor: their bytes must be countable.
static constexpr int64_t maxElements = std::numeric_limits<int64_t>::max() / 16;

static std::string formatSizes(ArrayRef<int64_t> sizes) {
  if (sizes.empty())
    return "a scalar";
  return llvm::join(llvm::map_range(sizes,
                                    [](int64_t size) {
                                      return ShapedType::isDynamic(size)
                                                 ? std::string("?")
                                                 : std::to_string(size);
                                    }),
                    "x");
}

std::string mlir::novi::formatSizes(Value value) {
  return ::formatSizes(cast<RankedTensorType>(value.getType()).getShape());
}

int64_t mlir::novi::getLastSize(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape().back();
}

ModelBuilder::ModelBuilder(FloatType elementType, Location loc)
    : elementType(elementType), loc(loc), builder(elementType.getContext()) {
  elementType.getContext()->loadDialect<NoviDialect, func::FuncDialect>();
  module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  function = func::FuncOp::create(builder, loc, "step",
                                  builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
}

FailureOr<Value> ModelBuilder::addArgument(const Twine &name, StringRef role,
                                           ArrayRef<int64_t> sizes,
                                           StringRef initializer) {
  int64_t elements = 1;
  for (int64_t size : sizes)
    if (!ShapedType::isDynamic(size) &&
        (llvm::MulOverflow(elements, size, elements) || elements > maxElements))
      return emitError() << "'" << name << "' of " << ::formatSizes(sizes)
                         << " has more elements than can be counted";
  std::string text = name.str();
  if (!names.insert(text).second)
    return emitError() << "there is a '" << text << "' already";

  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr(NoviDialect::kNameAttr, builder.getStringAttr(text)),
      builder.getNamedAttr(NoviDialect::kRoleAttr,
                           builder.getStringAttr(role))};
  if (!initializer.empty())
    attributes.push_back(builder.getNamedAttr(
        NoviDialect::kInitializeAttr, builder.getStringAttr(initializer)));
  argumentAttrs.push_back(builder.getDictionaryAttr(attributes));
  return Value(function.getBody().addArgument(
      RankedTensorType::get(sizes, elementType),
      NameLoc::get(builder.getStringAttr(text), loc)));
}

FailureOr<Value> ModelBuilder::insert(OperationState &state) {
  auto *inference = state.name.getInterface<InferTypeOpInterface>();
  state.types.clear();
  if (failed(inference->inferReturnTypes(
          builder.getContext(), loc, state.operands,
          state.attributes.getDictionary(builder.getContext()),
          state.getRawProperties(), state.regions, state.types)))
    return failure();
  Operation *op = builder.create(state);
  if (failed(verify(op)))
    return failure();
  return op->getResult(0);
}

OwningOpRef<ModuleOp> ModelBuilder::finish(Value loss, StringRef lossName,
                                           Value output, StringRef outputName) {
  SmallVector<Value> results;
  SmallVector<DictionaryAttr> resultAttrs;
  auto addResult = [&](Value result, StringRef name, StringRef role) {
    if (!result)
      return;
    results.push_back(result);
    resultAttrs.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr(NoviDialect::kNameAttr,
                              builder.getStringAttr(name)),
         builder.getNamedAttr(NoviDialect::kRoleAttr,
                              builder.getStringAttr(role))}));
  };
  addResult(loss, lossName, "loss");
  addResult(output, outputName, "output");
  func::ReturnOp::create(builder, loc, results);
  function.setType(builder.getFunctionType(
      function.getBody().getArgumentTypes(), ValueRange(results).getTypes()));
  function.setAllArgAttrs(argumentAttrs);
  function.setAllResultAttrs(resultAttrs);
  if (failed(verify(*module)))
    return nullptr;
  return std::move(module);
}
