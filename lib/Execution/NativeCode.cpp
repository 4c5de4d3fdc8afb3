//===- NativeCode.cpp - LLVM dialect to machine code ------------*- C++ -*-===//
//
// ORC's LLJIT. The loops are vectorised and unrolled already, so that of LLVM's
// passes only those run that clean up; its code generator does the rest.
//
//===----------------------------------------------------------------------===//

#include "NativeCode.h"
#include "Novi/Runtime/Runtime.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include <csetjmp>

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

int64_t novi::getHostVectorBits() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx512f") && features.lookup("avx512vl"))
    return 512;
  if (features.lookup("avx2"))
    return 256;
  return 128;
}

static llvm::Error optimize(llvm::Module &module,
                            llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(
          passes,
          "function(early-cse,simplifycfg,instcombine<no-verify-fixpoint>,"
          "loop-mssa(licm<allowspeculation>),early-cse)"))
    return error;
  passes.run(module, modules);
  return llvm::Error::success();
}

/// What compiled code calls.
static llvm::orc::SymbolMap getSymbols(llvm::orc::LLJIT &jit,
                                       ArrayRef<NativeSymbol> symbols) {
  llvm::orc::SymbolMap map;
  auto add = [&](StringRef name, auto *function) {
    map[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  add("noviAssertFailed", &noviAssertFailed);
  add("noviAllocate", &noviAllocate);
  add("noviFree", &noviFree);
  for (const NativeSymbol &symbol : symbols)
    add(symbol.name, symbol.address);
  return map;
}

llvm::Expected<NativeCode> NativeCode::compile(ModuleOp module, StringRef entry,
                                               ArrayRef<NativeSymbol> symbols) {
  [[maybe_unused]] static bool isReady = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  MLIRContext *mlirContext = module.getContext();
  registerBuiltinDialectTranslation(*mlirContext);
  registerLLVMDialectTranslation(*mlirContext);
  registerOpenMPDialectTranslation(*mlirContext);
  registerGPUDialectTranslation(*mlirContext);
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, *context, "novi");
  if (!code)
    return llvm::createStringError("no LLVM IR could be made of the program");

  auto target = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!target)
    return target.takeError();
  target->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  auto machine = target->createTargetMachine();
  if (!machine)
    return machine.takeError();
  code->setDataLayout((*machine)->createDataLayout());
  code->setTargetTriple((*machine)->getTargetTriple());
  if (llvm::Error error = optimize(*code, **machine))
    return error;

  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*target))
                 .create();
  if (!jit)
    return jit.takeError();
  llvm::orc::JITDylib &library = (*jit)->getMainJITDylib();
  if (llvm::Error error = library.define(
          llvm::orc::absoluteSymbols(getSymbols(**jit, symbols))))
    return error;
  char prefix = (*jit)->getDataLayout().getGlobalPrefix();
  if (llvm::any_of(*code, [](const llvm::Function &function) {
        return function.getName().starts_with("__kmpc_");
      })) {
    auto openmp = llvm::orc::DynamicLibrarySearchGenerator::Load(
        NOVI_OPENMP_LIBRARY, prefix);
    if (!openmp)
      return llvm::joinErrors(
          llvm::createStringError("the program runs on several threads and "
                                  "needs LLVM's OpenMP runtime (libomp)"),
          openmp.takeError());
    library.addGenerator(std::move(*openmp));
  }
  auto process =
      llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix);
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));

  if (llvm::Error error =
          (*jit)->addIRModule({std::move(code), std::move(context)}))
    return error;
  // Constructors of the module, which load the images of kernels.
  if (llvm::Error error = (*jit)->initialize(library))
    return error;
  NativeCode result(std::move(*jit));
  auto address = result.jit->lookup(entry);
  if (!address)
    return address.takeError();
  result.function = address->toPtr<Function>();
  return result;
}

NativeCode::NativeCode(std::unique_ptr<llvm::orc::LLJIT> jit)
    : jit(std::move(jit)) {}
NativeCode::NativeCode(NativeCode &&) = default;
NativeCode::~NativeCode() {
  if (jit)
    llvm::consumeError(jit->deinitialize(jit->getMainJITDylib()));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {

/// Where a failed check of this thread continues.
struct Landing {
  std::jmp_buf place;
  const char *message;
};

} // namespace

static void land(const char *message, void *data) {
  auto *landing = static_cast<Landing *>(data);
  landing->message = message;
  std::longjmp(landing->place, 1);
}

/// Calls `work`; returns the message of the check that failed, or null. A frame
/// of its own: nothing in it needs to be destroyed.
static const char *callWithLanding(llvm::function_ref<void()> work) {
  Landing landing;
  noviSetFailureHandler(land, &landing);
  const char *message = nullptr;
  if (setjmp(landing.place) == 0)
    work();
  else
    message = landing.message;
  noviSetFailureHandler(nullptr, nullptr);
  return message;
}

llvm::Error novi::callChecked(llvm::function_ref<void()> work) {
  const char *message = callWithLanding(work);
  if (!message)
    return llvm::Error::success();
  noviFreeAll();
  return llvm::createStringError(message);
}

llvm::Error NativeCode::call(void *words) const {
  return callChecked([&] { function(words); });
}
