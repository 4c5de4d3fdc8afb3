//===- CPU.cpp - Compiled code as a backend ---------------------*- C++ -*-===//
//
// Compiles a function for the machine at hand. The words that its entry takes
// are laid out once; a run sets addresses.
//
//===----------------------------------------------------------------------===//

#include "Backends.h"
#include "CompiledEntry.h"
#include "NativeCode.h"
#include "Novi/Pipelines/Pipelines.h"
#include "Novi/Runtime/Runtime.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;

namespace {

class CompiledFunction : public Executable {
public:
  CompiledFunction(Signature signature, NativeCode code,
                   std::optional<AlignedBytes> arena)
      : Executable(std::move(signature)), code(std::move(code)),
        arena(std::move(arena)), words(getSignature()) {}

protected:
  llvm::Error execute(ArrayRef<const HostTensor *> arguments,
                      MutableArrayRef<HostTensor> results) override;

private:
  llvm::Error take(const TensorDescription &description, HostTensor &result);

  NativeCode code;
  /// Nothing for a function that needs none.
  std::optional<AlignedBytes> arena;
  EntryWords words;
};

/// Whether there is nothing to do for a result: it has been one before.
bool isLike(const HostTensor &tensor, ElementKind kind,
            ArrayRef<int64_t> shape) {
  return tensor.kind == kind && ArrayRef<int64_t>(tensor.shape) == shape &&
         tensor.bytes.data();
}

} // namespace

llvm::Error CompiledFunction::execute(ArrayRef<const HostTensor *> arguments,
                                      MutableArrayRef<HostTensor> results) {
  words.restart();
  for (auto [description, tensor] :
       llvm::zip_equal(getSignature().arguments, arguments))
    words.addTensor(tensor->bytes.data(), description.type, tensor->shape);
  for (auto [description, result] :
       llvm::zip_equal(getSignature().results, results)) {
    ArrayRef<int64_t> shape = description.type.getShape();
    if (ShapedType::isDynamicShape(shape))
      continue;
    if (!isLike(result, description.kind, shape))
      if (llvm::Error error = makeRoom(result, description.kind, shape))
        return error;
    words.addAddress(result.bytes.data());
  }
  if (arena)
    words.addAddress(arena->data());
  if (llvm::Error error = code.call(words.data()))
    return error;

  llvm::Error errors = llvm::Error::success();
  for (auto [description, result] :
       llvm::zip_equal(getSignature().results, results))
    if (!description.type.hasStaticShape())
      errors = llvm::joinErrors(std::move(errors), take(description, result));
  return errors;
}

/// Copies a result of dynamic shape to `result` and frees it.
llvm::Error CompiledFunction::take(const TensorDescription &description,
                                   HostTensor &result) {
  SmallVector<int64_t> shape;
  auto *memory = static_cast<char *>(words.takeTensor(description.type, shape));
  llvm::Error error = makeRoom(result, description.kind, shape);
  if (!error)
    std::copy_n(memory, result.bytes.size(), result.bytes.data());
  noviFree(memory);
  return error;
}

FailureOr<std::unique_ptr<Executable>>
novi::createCompiled(func::FuncOp function, Signature signature,
                     StringRef options) {
  CPUPipelineOptions pipeline;
  pipeline.vectorBits = getHostVectorBits();
  if (failed(parseOptions(function, options, pipeline)))
    return failure();
  FailureOr<OwningOpRef<ModuleOp>> module =
      compileEntry(function, [&](OpPassManager &manager) {
        buildCPUPipeline(manager, pipeline);
      });
  if (failed(module))
    return failure();

  std::optional<AlignedBytes> arena;
  if (std::optional<int64_t> size = getArenaSize(**module, function)) {
    arena = AlignedBytes::allocate(*size);
    if (!arena)
      return function.emitError("needs an arena of ")
             << *size << " bytes, more than there is";
  }
  llvm::Expected<NativeCode> code =
      NativeCode::compile(**module, function.getName());
  if (!code)
    return function.emitError("cannot be compiled: ")
           << llvm::toString(code.takeError());
  return std::unique_ptr<Executable>(std::make_unique<CompiledFunction>(
      std::move(signature), std::move(*code), std::move(arena)));
}
