//===- HostJIT.cpp - LLVM dialect to machine code, in memory ----*- C++ -*-===//
//
// See HostJIT.h.
//
//===----------------------------------------------------------------------===//

#include "HostJIT.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir;
using namespace mlir::novi;

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
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
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1)
      .run(module, modules);
}

llvm::Expected<HostJIT>
HostJIT::compile(ModuleOp module,
                 ArrayRef<emulator::RuntimeFunction> functions) {
  [[maybe_unused]] static bool isReady = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  MLIRContext *mlirContext = module.getContext();
  registerBuiltinDialectTranslation(*mlirContext);
  registerLLVMDialectTranslation(*mlirContext);
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, *context, "novi-emulator");
  if (!code)
    return llvm::createStringError("no LLVM IR could be made of the kernels");

  auto target = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!target)
    return target.takeError();
  // These make zeros of numbers that are denormal in bf16, unlike a GPU.
  if (target->getTargetTriple().isX86())
    target->addFeatures({"-avx512bf16", "-avxneconvert"});
  auto machine = target->createTargetMachine();
  if (!machine)
    return machine.takeError();
  code->setDataLayout((*machine)->createDataLayout());
  code->setTargetTriple((*machine)->getTargetTriple());
  // No stack frame may reach over the page that guards a thread's stack.
  for (llvm::Function &function : *code)
    if (!function.isDeclaration() && code->getTargetTriple().isX86())
      function.addFnAttr("probe-stack", "inline-asm");
  optimize(*code, **machine);

  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*target))
                 .create();
  if (!jit)
    return jit.takeError();
  llvm::orc::SymbolMap symbols;
  for (const emulator::RuntimeFunction &function : functions)
    symbols[(*jit)->mangleAndIntern(function.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  llvm::orc::JITDylib &library = (*jit)->getMainJITDylib();
  if (llvm::Error error =
          library.define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));

  if (llvm::Error error =
          (*jit)->addIRModule({std::move(code), std::move(context)}))
    return error;
  return HostJIT(std::move(*jit));
}

llvm::Expected<void *> HostJIT::lookup(StringRef name) const {
  auto address = jit->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}

HostJIT::HostJIT(std::unique_ptr<llvm::orc::LLJIT> jit) : jit(std::move(jit)) {}
HostJIT::HostJIT(HostJIT &&) = default;
HostJIT &HostJIT::operator=(HostJIT &&) = default;
HostJIT::~HostJIT() = default;
