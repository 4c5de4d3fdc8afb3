//===- CPU.cpp - Compiled code as a backend ---------------------*- C++ -*-===//
//
// Compiles a function for the machine at hand. The words that its entry takes
// (see novi-cpu-to-llvm) are laid out once; a run sets addresses.
//
//===----------------------------------------------------------------------===//

#include "Backends.h"
#include "NativeCode.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Pipelines/Pipelines.h"
#include "Novi/Runtime/Runtime.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;

namespace {

class CompiledFunction : public Executable {
public:
  CompiledFunction(Signature signature, NativeCode code,
                   std::optional<AlignedBytes> arena)
      : Executable(std::move(signature)), code(std::move(code)),
        arena(std::move(arena)) {
    size_t count = 1; // the arena
    for (const auto *tensors :
         {&getSignature().arguments, &getSignature().results})
      for (const TensorDescription &tensor : *tensors)
        count += 1 + tensor.type.getNumDynamicDims();
    words.resize(count);
  }

protected:
  llvm::Error execute(ArrayRef<const HostTensor *> arguments,
                      MutableArrayRef<HostTensor> results) override;

private:
  llvm::Error take(const int64_t *word, const TensorDescription &description,
                   HostTensor &result);

  NativeCode code;
  /// Nothing for a function that needs none.
  std::optional<AlignedBytes> arena;
  SmallVector<int64_t> words;
};

/// Whether there is nothing to do for a result: it has been one before.
bool isLike(const HostTensor &tensor, ElementKind kind,
            ArrayRef<int64_t> shape) {
  return tensor.kind == kind && ArrayRef<int64_t>(tensor.shape) == shape &&
         tensor.bytes.data();
}

int64_t toWord(const void *address) {
  return static_cast<int64_t>(reinterpret_cast<intptr_t>(address));
}

} // namespace

llvm::Error CompiledFunction::execute(ArrayRef<const HostTensor *> arguments,
                                      MutableArrayRef<HostTensor> results) {
  int64_t *word = words.data();
  for (auto [description, tensor] :
       llvm::zip_equal(getSignature().arguments, arguments)) {
    *word++ = toWord(tensor->bytes.data());
    for (auto [size, declared] :
         llvm::zip_equal(tensor->shape, description.type.getShape()))
      if (ShapedType::isDynamic(declared))
        *word++ = size;
  }
  for (auto [description, result] :
       llvm::zip_equal(getSignature().results, results)) {
    ArrayRef<int64_t> shape = description.type.getShape();
    if (ShapedType::isDynamicShape(shape))
      continue;
    if (!isLike(result, description.kind, shape))
      if (llvm::Error error = makeRoom(result, description.kind, shape))
        return error;
    *word++ = toWord(result.bytes.data());
  }
  if (arena)
    *word++ = toWord(arena->data());
  if (llvm::Error error = code.call(words.data()))
    return error;

  llvm::Error errors = llvm::Error::success();
  for (auto [description, result] :
       llvm::zip_equal(getSignature().results, results)) {
    if (description.type.hasStaticShape())
      continue;
    errors =
        llvm::joinErrors(std::move(errors), take(word, description, result));
    word += 1 + description.type.getNumDynamicDims();
  }
  return errors;
}

/// Copies a result of dynamic shape to `result` and frees it.
llvm::Error CompiledFunction::take(const int64_t *word,
                                   const TensorDescription &description,
                                   HostTensor &result) {
  auto *memory = reinterpret_cast<char *>(static_cast<intptr_t>(*word++));
  SmallVector<int64_t> shape(description.type.getShape());
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = *word++;
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
  std::string problem;
  llvm::raw_string_ostream problems(problem);
  if (failed(pipeline.parseFromString(options, problems))) {
    StringRef text = StringRef(problem).trim();
    text.consume_front("<Pass-Options-Parser>: ");
    return emitError(function.getLoc(), "options '")
           << options << "': " << text;
  }
  DialectRegistry extensions;
  func::registerInlinerExtension(extensions);
  function->getContext()->appendDialectRegistry(extensions);
  // Everything else in the module is compiled only if it is called.
  OwningOpRef<ModuleOp> module =
      cast<ModuleOp>(function->getParentOp()->clone());
  for (auto other : module->getOps<func::FuncOp>())
    if (!other.isExternal())
      other.setVisibility(other.getName() == function.getName()
                              ? SymbolTable::Visibility::Public
                              : SymbolTable::Visibility::Private);

  PassManager manager(module->getContext());
  manager.enableVerifier(false);
  buildCPUPipeline(manager, pipeline);
  if (failed(manager.run(*module)))
    return failure();

  std::optional<AlignedBytes> arena;
  auto entry = module->lookupSymbol<LLVM::LLVMFuncOp>(function.getName());
  if (auto size = entry->getAttrOfType<IntegerAttr>(NoviDialect::kArenaAttr)) {
    arena = AlignedBytes::allocate(size.getInt());
    if (!arena)
      return function.emitError("needs an arena of ")
             << size.getInt() << " bytes, more than there is";
  }
  llvm::Expected<NativeCode> code =
      NativeCode::compile(*module, function.getName());
  if (!code)
    return function.emitError("cannot be compiled: ")
           << llvm::toString(code.takeError());
  return std::unique_ptr<Executable>(std::make_unique<CompiledFunction>(
      std::move(signature), std::move(*code), std::move(arena)));
}
