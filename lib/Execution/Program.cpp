//===- Program.cpp - Programs and what they are fed -------------*- C++ -*-===//
//
// Implements loading, the choice of the entry and the matching of names.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/Program.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

void novi::registerProgramDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registry.insert<NoviDialect>();
}

/// "@a, @b (private)", for messages.
static std::string listFunctions(ArrayRef<func::FuncOp> functions) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(functions, os, [&](func::FuncOp function) {
    os << '@' << function.getSymName();
    if (!function.isPublic())
      os << " (private)";
  });
  return text;
}

static FailureOr<func::FuncOp> findEntry(ModuleOp module, StringRef name) {
  SmallVector<func::FuncOp> functions, candidates;
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    functions.push_back(function);
    if (name.empty() ? function.isPublic() : function.getSymName() == name)
      candidates.push_back(function);
  }
  if (functions.empty())
    return module.emitError("has no function with a body, so nothing to run");
  if (candidates.size() == 1)
    return candidates.front();
  if (!name.empty())
    return module.emitError("has no function @")
           << name << " with a body; it has " << listFunctions(functions);
  return module.emitError("has ")
         << candidates.size()
         << " public functions, so say which is to be run; there are "
         << listFunctions(functions);
}

FailureOr<Program> Program::load(const std::shared_ptr<llvm::SourceMgr> &source,
                                 StringRef entry, MLIRContext *context) {
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(source, ParserConfig(context));
  if (!module)
    return failure();
  FailureOr<func::FuncOp> function = findEntry(*module, entry);
  if (failed(function))
    return failure();
  return Program(std::move(module), *function);
}

//===----------------------------------------------------------------------===//
// Feeding
//===----------------------------------------------------------------------===//

/// What to say of a name that no argument has: the nearest names of arguments
/// that still need a tensor, or else all the names there are.
static std::string suggestNames(StringRef unknown,
                                ArrayRef<TensorDescription> arguments,
                                const NamedTensors &tensors) {
  constexpr unsigned numNearest = 3, numListed = 10;
  auto quote = [](StringRef name) { return ("'" + name + "'").str(); };
  if (arguments.empty())
    return "; no tensors are taken";

  unsigned farthest = std::max<unsigned>(1, unknown.size() / 3);
  SmallVector<std::pair<unsigned, std::string>> nearest;
  for (const TensorDescription &argument : arguments) {
    unsigned distance = unknown.edit_distance(
        argument.name, /*AllowReplacements=*/true, farthest);
    if (distance <= farthest && !tensors.contains(argument.name))
      nearest.emplace_back(distance, quote(argument.name));
  }
  if (!nearest.empty()) {
    llvm::stable_sort(nearest, llvm::less_first());
    nearest.truncate(std::min<size_t>(nearest.size(), numNearest));
    return "; did you mean " +
           llvm::join(llvm::make_second_range(nearest), " or ") + "?";
  }
  std::string all = "; taken are ";
  for (auto [number, argument] :
       llvm::enumerate(arguments.take_front(numListed)))
    all += (number ? ", " : "") + quote(argument.name);
  if (arguments.size() > numListed)
    all += " and " + std::to_string(arguments.size() - numListed) + " more";
  return all;
}

llvm::Expected<SmallVector<const HostTensor *>>
novi::bindArguments(const Signature &signature, const NamedTensors &tensors,
                    llvm::function_ref<llvm::Error(const TensorDescription &,
                                                   const HostTensor &)>
                        check) {
  llvm::Error errors = llvm::Error::success();
  auto addError = [&](llvm::Error error) {
    errors = llvm::joinErrors(std::move(errors), std::move(error));
  };
  ArrayRef<TensorDescription> arguments = signature.arguments;
  bool isUnnamed = tensors.size() == 1 && tensors.front().first.empty();
  if (isUnnamed && arguments.size() != 1)
    return llvm::createStringError(
        "one tensor without a name is fed to @" + signature.function +
        ", which takes " + Twine(arguments.size()) +
        "; only .npz and .safetensors files have names");

  SmallVector<const HostTensor *> bound;
  for (const TensorDescription &argument : arguments) {
    auto found = tensors.find(isUnnamed ? "" : argument.name);
    if (found == tensors.end()) {
      std::string type;
      llvm::raw_string_ostream(type) << argument.type;
      addError(llvm::createStringError(
          "'" + argument.name + "' is missing: a " + type + " is expected" +
          (argument.role == "parameter" ? ", or --initialize" : "")));
      continue;
    }
    addError(check(argument, found->second));
    bound.push_back(&found->second);
  }
  for (const auto &[name, tensor] : tensors) {
    auto isCalled = [&](const TensorDescription &argument) {
      return argument.name == name;
    };
    if (!isUnnamed && llvm::none_of(arguments, isCalled))
      addError(llvm::createStringError("'" + name + "' is unknown" +
                                       suggestNames(name, arguments, tensors)));
  }
  if (errors)
    return errors;
  return bound;
}
