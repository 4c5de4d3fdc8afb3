//===- Executable.cpp - A function made ready to run ------------*- C++ -*-===//
//
// Signatures, the checks before a run, and the choice of the backend.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/Executable.h"
#include "Backends.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Execution/PrintTensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

std::optional<ElementKind> novi::getElementKind(Type type) {
  if (type.isF16())
    return ElementKind::F16;
  if (type.isBF16())
    return ElementKind::BF16;
  if (type.isF32())
    return ElementKind::F32;
  if (type.isF64())
    return ElementKind::F64;
  if (type.isInteger(1))
    return ElementKind::I1;
  // The bits of packed masks, which NumPy's packbits gives as uint8.
  if (type.isSignlessInteger(8))
    return ElementKind::U8;
  return std::nullopt;
}

/// Describes the arguments, or the results, of `function`.
static LogicalResult
describe(func::FuncOp function, StringRef what, StringRef defaultName,
         TypeRange types,
         llvm::function_ref<StringAttr(unsigned, StringRef)> getAttr,
         SmallVectorImpl<TensorDescription> &descriptions) {
  llvm::StringSet<> names;
  for (auto [number, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getEncoding() ||
        !getElementKind(tensor.getElementType()))
      return function.emitOpError("cannot be run: ")
             << what << " " << number << " is " << type
             << ", not a ranked tensor of f16, bf16, f32, f64, i1 or i8";
    StringAttr name = getAttr(number, NoviDialect::kNameAttr);
    StringAttr role = getAttr(number, NoviDialect::kRoleAttr);
    TensorDescription description{name ? name.str()
                                       : (defaultName + Twine(number)).str(),
                                  role ? role.str() : "", tensor,
                                  *getElementKind(tensor.getElementType())};
    if (StringAttr how = getAttr(number, NoviDialect::kInitializeAttr))
      description.initialize = how.str();
    if (!names.insert(description.name).second)
      return function.emitOpError("cannot be run: ")
             << what << " " << number << " is called '" << description.name
             << "' as another one is";
    descriptions.push_back(std::move(description));
  }
  return success();
}

FailureOr<Signature> novi::getSignature(func::FuncOp function) {
  Signature signature;
  signature.function = function.getSymName().str();
  auto getArgAttr = [&](unsigned number, StringRef name) {
    return function.getArgAttrOfType<StringAttr>(number, name);
  };
  auto getResultAttr = [&](unsigned number, StringRef name) {
    return function.getResultAttrOfType<StringAttr>(number, name);
  };
  if (failed(describe(function, "argument", "arg", function.getArgumentTypes(),
                      getArgAttr, signature.arguments)) ||
      failed(describe(function, "result", "result", function.getResultTypes(),
                      getResultAttr, signature.results)))
    return failure();
  return signature;
}

/// Whether `tensor` is of the described type. Asked at every run.
static bool fits(const TensorDescription &expected, const HostTensor &tensor) {
  ArrayRef<int64_t> declared = expected.type.getShape();
  // The bits of a packed mask have no sign.
  bool isKind =
      tensor.kind == expected.kind ||
      (tensor.kind == ElementKind::I8 && expected.kind == ElementKind::U8);
  if (!isKind || tensor.shape.size() != declared.size())
    return false;
  for (auto [size, wanted] : llvm::zip_equal(tensor.shape, declared))
    if (size != wanted && !ShapedType::isDynamic(wanted))
      return false;
  return true;
}

llvm::Error novi::checkTensor(const TensorDescription &expected,
                              const HostTensor &tensor) {
  if (fits(expected, tensor))
    return llvm::Error::success();
  std::string text;
  llvm::raw_string_ostream(text) << expected.type;
  return llvm::createStringError("'" + expected.name + "' is a " +
                                 formatType(tensor) + ", but a " + text +
                                 " is expected");
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

llvm::Error Executable::run(ArrayRef<const HostTensor *> arguments,
                            SmallVectorImpl<HostTensor> &results) {
  if (arguments.size() != signature.arguments.size())
    return llvm::createStringError("@" + signature.function + " takes " +
                                   Twine(signature.arguments.size()) +
                                   " arguments, not " +
                                   Twine(arguments.size()));
  llvm::Error errors = llvm::Error::success();
  for (auto [expected, tensor] :
       llvm::zip_equal(signature.arguments, arguments))
    if (!fits(expected, *tensor))
      errors =
          llvm::joinErrors(std::move(errors), checkTensor(expected, *tensor));
  if (errors)
    return errors;
  results.resize(signature.results.size());
  return execute(arguments, results);
}

llvm::Error novi::makeRoom(HostTensor &tensor, ElementKind kind,
                           ArrayRef<int64_t> shape) {
  HostTensor wanted;
  wanted.kind = kind;
  wanted.shape.assign(shape.begin(), shape.end());
  std::optional<int64_t> count = wanted.numElements();
  if (count && static_cast<uint64_t>(*count) * getElementSize(kind) ==
                   tensor.bytes.size()) {
    wanted.bytes = std::move(tensor.bytes);
    tensor = std::move(wanted);
    return llvm::Error::success();
  }
  llvm::Expected<HostTensor> fresh = HostTensor::zeros(kind, shape);
  if (!fresh)
    return fresh.takeError();
  tensor = std::move(*fresh);
  return llvm::Error::success();
}

FailureOr<std::unique_ptr<Executable>>
novi::createExecutable(func::FuncOp function, Backend backend,
                       StringRef options) {
  FailureOr<Signature> signature = getSignature(function);
  if (failed(signature))
    return failure();
  switch (backend) {
  case Backend::CPU:
    return createCompiled(function, std::move(*signature), options);
  case Backend::Interpret:
    if (!options.empty())
      return emitError(function.getLoc(), "the interpreter has no options, but "
                                          "is given '")
             << options << "'";
    return createInterpreter(function, std::move(*signature));
  }
  llvm_unreachable("unknown backend");
}
