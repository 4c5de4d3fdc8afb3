//===- CompiledEntry.cpp - Functions compiled by a pipeline -----*- C++ -*-===//
//
// See CompiledEntry.h.
//
//===----------------------------------------------------------------------===//

#include "CompiledEntry.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Pipelines/CrashReproducer.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;

FailureOr<OwningOpRef<ModuleOp>>
novi::compileEntry(func::FuncOp function,
                   llvm::function_ref<void(OpPassManager &)> buildPipeline) {
  DialectRegistry extensions;
  func::registerInlinerExtension(extensions);
  function->getContext()->appendDialectRegistry(extensions);
  OwningOpRef<ModuleOp> module =
      cast<ModuleOp>(function->getParentOp()->clone());
  for (auto other : module->getOps<func::FuncOp>())
    if (!other.isExternal())
      other.setVisibility(other.getName() == function.getName()
                              ? SymbolTable::Visibility::Public
                              : SymbolTable::Visibility::Private);
  PassManager manager(module->getContext());
  manager.enableVerifier(false);
  enableCrashReproducer(manager);
  buildPipeline(manager);
  if (failed(manager.run(*module)))
    return failure();
  return module;
}

std::optional<int64_t> novi::getArenaSize(ModuleOp compiled,
                                          func::FuncOp function) {
  auto entry = compiled.lookupSymbol<LLVM::LLVMFuncOp>(function.getName());
  if (auto size = entry->getAttrOfType<IntegerAttr>(NoviDialect::kArenaAttr))
    return size.getInt();
  return std::nullopt;
}

EntryWords::EntryWords(const Signature &signature) {
  size_t count = 1; // the arena
  for (const auto *tensors : {&signature.arguments, &signature.results})
    for (const TensorDescription &tensor : *tensors)
      count += 1 + tensor.type.getNumDynamicDims();
  words.resize(count);
}

void EntryWords::addAddress(const void *address) {
  words[position++] = static_cast<int64_t>(reinterpret_cast<intptr_t>(address));
}

void EntryWords::addTensor(const void *address, RankedTensorType type,
                           ArrayRef<int64_t> shape) {
  addAddress(address);
  for (auto [size, declared] : llvm::zip_equal(shape, type.getShape()))
    if (ShapedType::isDynamic(declared))
      words[position++] = size;
}

void *EntryWords::takeTensor(RankedTensorType type,
                             SmallVectorImpl<int64_t> &shape) {
  auto *address =
      reinterpret_cast<void *>(static_cast<intptr_t>(words[position++]));
  shape.assign(type.getShape().begin(), type.getShape().end());
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = words[position++];
  return address;
}
