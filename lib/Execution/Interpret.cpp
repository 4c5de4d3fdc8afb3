//===- Interpret.cpp - The interpreter as a backend -------------*- C++ -*-===//
//
// Converts between host tensors and the interpreter's.
//
//===----------------------------------------------------------------------===//

#include "Backends.h"
#include "HalfPrecision.h"
#include "Novi/Reference/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;

namespace {

/// Runs `visit` with a value of the C++ type that holds elements of `kind`.
template <typename Visit> void withElementType(ElementKind kind, Visit visit) {
  switch (kind) {
  case ElementKind::F64:
    return visit(double());
  case ElementKind::F32:
    return visit(float());
  case ElementKind::F16:
  case ElementKind::BF16:
    return visit(uint16_t());
  default:
    return visit(uint8_t());
  }
}

template <typename T> double load(T value, ElementKind) { return value; }
double load(uint16_t bits, ElementKind kind) { return decodeHalf(bits, kind); }

template <typename T> void store(double value, ElementKind, T &element) {
  element = value;
}
void store(double value, ElementKind kind, uint16_t &bits) {
  bits = encodeHalf(value, kind);
}

llvm::Expected<reference::RuntimeValue> toRuntimeValue(const HostTensor &tensor,
                                                       Type elementType) {
  llvm::Expected<reference::Tensor> result =
      reference::Tensor::create(elementType, tensor.shape);
  if (!result)
    return result.takeError();
  withElementType(tensor.kind, [&](auto type) {
    for (auto [position, value] :
         llvm::enumerate(tensor.values<decltype(type)>()))
      result->setLinear(position, load(value, tensor.kind));
  });
  return std::make_shared<const reference::Tensor>(std::move(*result));
}

void copyElements(const reference::Tensor &from, HostTensor &to) {
  withElementType(to.kind, [&](auto type) {
    for (auto [position, element] :
         llvm::enumerate(to.values<decltype(type)>()))
      store(from.getLinear(position), to.kind, element);
  });
}

class InterpretedFunction : public Executable {
public:
  InterpretedFunction(func::FuncOp function, Signature signature)
      : Executable(std::move(signature)), function(function) {}

protected:
  llvm::Error execute(ArrayRef<const HostTensor *> arguments,
                      MutableArrayRef<HostTensor> results) override;

private:
  func::FuncOp function;
};

} // namespace

llvm::Error InterpretedFunction::execute(ArrayRef<const HostTensor *> arguments,
                                         MutableArrayRef<HostTensor> results) {
  SmallVector<reference::RuntimeValue> values;
  for (auto [description, tensor] :
       llvm::zip_equal(getSignature().arguments, arguments)) {
    llvm::Expected<reference::RuntimeValue> value =
        toRuntimeValue(*tensor, description.type.getElementType());
    if (!value)
      return llvm::createStringError("argument '" + description.name + "' " +
                                     llvm::toString(value.takeError()));
    values.push_back(std::move(*value));
  }
  llvm::Expected<SmallVector<reference::RuntimeValue>> returned =
      reference::interpret(function, values);
  if (!returned)
    return returned.takeError();
  for (auto [value, description, result] :
       llvm::zip_equal(*returned, getSignature().results, results)) {
    const auto &tensor =
        *std::get<std::shared_ptr<const reference::Tensor>>(value);
    if (llvm::Error error =
            makeRoom(result, *getElementKind(description.type.getElementType()),
                     tensor.getShape()))
      return error;
    copyElements(tensor, result);
  }
  return llvm::Error::success();
}

std::unique_ptr<Executable> novi::createInterpreter(func::FuncOp function,
                                                    Signature signature) {
  return std::make_unique<InterpretedFunction>(function, std::move(signature));
}
