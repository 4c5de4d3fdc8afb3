//===- NVVMToHost.cpp - Kernels as code for the host ------------*- C++ -*-===//
//
// The steps, on a copy of the kernels: shared variables become places that the
// launch knows; loops count their iterations; accesses get checks; NVVM's
// operations become what their models say; address spaces become the host's;
// each kernel gets an entry that takes the addresses of its arguments.
//
//===----------------------------------------------------------------------===//

#include "Novi/Emulator/NVVMToHost.h"
#include "Accesses.h"
#include "Models.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::novi;

namespace {

class Converter {
public:
  Converter(gpu::GPUModuleOp source, EmulatedCode &code)
      : layout(source), code(code), host(code) {}

  LogicalResult run();

private:
  LogicalResult collectGlobals();
  LogicalResult collectKernels();
  LogicalResult addUses(LLVM::LLVMFuncOp function, EmulatedKernel &kernel);
  LogicalResult addKernel(LLVM::LLVMFuncOp function);
  void placeShared();
  void countIterations(LLVM::LLVMFuncOp function);
  LogicalResult applyModels();
  LogicalResult checkFunctions();
  void dropTarget();
  void addEntries();

  template <typename OpTy> SmallVector<OpTy> collect() {
    SmallVector<OpTy> all;
    code.module->walk([&](OpTy op) { all.push_back(op); });
    return all;
  }

  DataLayout layout;
  EmulatedCode &code;
  HostRewriter host;
  /// The number of each shared variable, by its name.
  llvm::StringMap<unsigned> sharedNumbers;
};

} // namespace

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

LogicalResult Converter::collectGlobals() {
  for (auto global :
       llvm::make_early_inc_range(code.module->getOps<LLVM::GlobalOp>())) {
    uint64_t size = getStoreBytes(global.getType(), layout);
    if (global.getAddrSpace() != 3) {
      // The launch finds it by its name.
      global.setLinkage(LLVM::Linkage::External);
      code.globals.push_back(
          {global.getSymName().str(), size,
           global.getConstant() || global.getAddrSpace() == 4});
      if (!global.getValueOrNull() && global.getInitializerRegion().empty()) {
        // Zeros, as device memory of that kind starts.
        OpBuilder builder(global.getContext());
        Block *block = builder.createBlock(&global.getInitializerRegion());
        builder.setInsertionPointToEnd(block);
        Value zero =
            LLVM::ZeroOp::create(builder, global.getLoc(), global.getType());
        LLVM::ReturnOp::create(builder, global.getLoc(), zero);
      }
      continue;
    }
    auto undefined = [](Region &region) {
      if (region.empty())
        return true;
      auto end = dyn_cast<LLVM::ReturnOp>(region.front().getTerminator());
      Operation *value =
          end && end.getArg() ? end.getArg().getDefiningOp() : nullptr;
      return isa_and_present<LLVM::UndefOp, LLVM::PoisonOp>(value);
    };
    if (global.getValueOrNull() || !undefined(global.getInitializerRegion()))
      return reportUnsupported(
          global,
          "shared memory, which here is given an initial value, has none");
    emulator::SharedVariable variable;
    variable.name = global.getSymName().str();
    variable.size = size;
    variable.alignment =
        std::max<uint64_t>(global.getAlignment().value_or(1),
                           layout.getTypeABIAlignment(global.getType()));
    sharedNumbers[variable.name] = code.sharedVariables.size();
    code.sharedVariables.push_back(std::move(variable));
  }
  return success();
}

void Converter::placeShared() {
  for (LLVM::AddressOfOp address : collect<LLVM::AddressOfOp>()) {
    auto found = sharedNumbers.find(address.getGlobalName());
    if (found == sharedNumbers.end())
      continue;
    Location loc = address.getLoc();
    host.builder.setInsertionPoint(address);
    auto pointer = LLVM::LLVMPointerType::get(address.getContext());
    Value place = host.call(loc, "emu.shared", pointer,
                            host.getI32(loc, found->second), /*isPure=*/true)
                      .getResult();
    // Still in its address space, which checks go by.
    Value result = LLVM::AddrSpaceCastOp::create(host.builder, loc,
                                                 address.getType(), place);
    address.replaceAllUsesWith(result);
    address.erase();
  }
  for (const auto &entry : sharedNumbers)
    code.module->lookupSymbol(entry.getKey())->erase();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static bool isKernel(LLVM::LLVMFuncOp function) {
  return function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()) ||
         function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName());
}

/// What the kernel and the functions that it calls use.
LogicalResult Converter::addUses(LLVM::LLVMFuncOp kernelFunction,
                                 EmulatedKernel &kernel) {
  kernel.usesShared.assign(code.sharedVariables.size(), false);
  // The functions on the way from the kernel, each with the callees that are
  // left to visit.
  struct Frame {
    LLVM::LLVMFuncOp function;
    SmallVector<LLVM::CallOp> calls;
  };
  SmallVector<Frame> path;
  llvm::SmallPtrSet<Operation *, 8> onPath, done;
  LogicalResult result = success();
  auto enter = [&](LLVM::LLVMFuncOp function) {
    Frame frame{function, {}};
    function.walk([&](Operation *op) {
      if (auto address = dyn_cast<LLVM::AddressOfOp>(op)) {
        auto found = sharedNumbers.find(address.getGlobalName());
        if (found != sharedNumbers.end())
          kernel.usesShared[found->second] = true;
      } else if (auto call = dyn_cast<LLVM::CallOp>(op)) {
        if (call.getCallee())
          frame.calls.push_back(call);
        else
          result = reportUnsupported(op, "a call of an address");
      } else if (auto alloca = dyn_cast<LLVM::AllocaOp>(op)) {
        APInt count;
        if (!matchPattern(alloca.getArraySize(), m_ConstantInt(&count)) ||
            count.getActiveBits() > 32 || !alloca->getBlock()->isEntryBlock()) {
          result = reportUnsupported(
              op, "a private variable of no fixed size or in a loop");
          return;
        }
        kernel.privateBytes +=
            count.getZExtValue() * getStoreBytes(alloca.getElemType(), layout) +
            std::max<uint64_t>(alloca.getAlignment().value_or(16), 16);
      }
    });
    onPath.insert(function);
    path.push_back(std::move(frame));
  };
  enter(kernelFunction);
  while (!path.empty()) {
    Frame &top = path.back();
    if (top.calls.empty()) {
      onPath.erase(top.function);
      done.insert(top.function);
      path.pop_back();
      continue;
    }
    LLVM::CallOp call = top.calls.pop_back_val();
    auto callee =
        code.module->lookupSymbol<LLVM::LLVMFuncOp>(*call.getCallee());
    if (!callee || callee.isExternal() || done.contains(callee))
      continue;
    if (onPath.contains(callee))
      return reportUnsupported(call, "a recursive call");
    enter(callee);
  }
  return result;
}

LogicalResult Converter::addKernel(LLVM::LLVMFuncOp function) {
  EmulatedKernel kernel;
  kernel.name = function.getName().str();
  kernel.entry = "emu.entry." + kernel.name;
  if (!isa<LLVM::LLVMVoidType>(function.getFunctionType().getReturnType()))
    return reportUnsupported(function, "a kernel with a result");
  for (auto [i, type] :
       llvm::enumerate(function.getFunctionType().getParams())) {
    EmulatedParameter parameter{type, std::nullopt};
    if (auto copied = function.getArgAttrOfType<TypeAttr>(
            i, LLVM::LLVMDialect::getByValAttrName()))
      parameter.copiedBytes = getStoreBytes(copied.getValue(), layout);
    kernel.parameters.push_back(parameter);
  }

  auto getSizes = [&](StringRef name) -> std::optional<emulator::Dim3> {
    auto sizes = function->getAttrOfType<DenseI32ArrayAttr>(name);
    if (!sizes || sizes.empty())
      return std::nullopt;
    emulator::Dim3 dim;
    uint32_t *members[] = {&dim.x, &dim.y, &dim.z};
    for (auto [member, size] : llvm::zip(members, sizes.asArrayRef()))
      *member = size;
    return dim;
  };
  if (auto required = getSizes(NVVM::NVVMDialect::getReqntidAttrName()))
    kernel.requiredBlock = *required;
  if (auto most = getSizes(NVVM::NVVMDialect::getMaxntidAttrName()))
    kernel.maxThreads = most->x * most->y * most->z;
  if (auto cluster = getSizes(NVVM::NVVMDialect::getClusterDimAttrName()))
    if (cluster->x * cluster->y * cluster->z != 1)
      return reportUnsupported(function, "a cluster of blocks");
  if (failed(addUses(function, kernel)))
    return failure();
  code.kernels.push_back(std::move(kernel));
  return success();
}

LogicalResult Converter::collectKernels() {
  for (auto function : code.module->getOps<LLVM::LLVMFuncOp>())
    if (isKernel(function) && !function.isExternal() &&
        failed(addKernel(function)))
      return failure();
  return success();
}

void Converter::addEntries() {
  OpBuilder &builder = host.builder;
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  for (const EmulatedKernel &kernel : code.kernels) {
    auto function = code.module->lookupSymbol<LLVM::LLVMFuncOp>(kernel.name);
    Location loc = function.getLoc();
    builder.setInsertionPointToEnd(code.module->getBody());
    auto entry = LLVM::LLVMFuncOp::create(
        builder, loc, kernel.entry,
        LLVM::LLVMFunctionType::get(
            LLVM::LLVMVoidType::get(builder.getContext()), {pointer}));
    builder.setInsertionPointToStart(entry.addEntryBlock(builder));
    SmallVector<Value> arguments;
    for (auto [i, parameter, type] : llvm::enumerate(
             kernel.parameters, function.getFunctionType().getParams())) {
      Value place = LLVM::GEPOp::create(
          builder, loc, pointer, pointer, entry.getArgument(0),
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
      Value address = LLVM::LoadOp::create(builder, loc, pointer, place);
      arguments.push_back(parameter.copiedBytes
                              ? address
                              : LLVM::LoadOp::create(builder, loc, type,
                                                     address, /*alignment=*/1)
                                    .getResult());
    }
    LLVM::CallOp::create(builder, loc, function, arguments);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    function.setLinkage(LLVM::Linkage::Internal);
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Each block that a path through the function comes back to counts how often.
void Converter::countIterations(LLVM::LLVMFuncOp function) {
  if (function.isExternal())
    return;
  llvm::SmallPtrSet<Block *, 16> visited, onPath;
  llvm::SetVector<Block *> headers;
  SmallVector<std::pair<Block *, unsigned>> path;
  auto enter = [&](Block *block) {
    visited.insert(block);
    onPath.insert(block);
    path.push_back({block, 0});
  };
  enter(&function.getBody().front());
  while (!path.empty()) {
    auto &[block, next] = path.back();
    if (next == block->getNumSuccessors()) {
      onPath.erase(block);
      path.pop_back();
      continue;
    }
    Block *successor = block->getSuccessor(next++);
    if (onPath.contains(successor))
      headers.insert(successor);
    else if (!visited.contains(successor))
      enter(successor);
  }
  for (Block *header : headers) {
    host.builder.setInsertionPointToStart(header);
    Operation *first = &header->front();
    Value site = host.addSite(first);
    host.call(first->getLoc(), "emu.iterate", Type(), site);
  }
}

//===----------------------------------------------------------------------===//
// Operations and functions
//===----------------------------------------------------------------------===//

LogicalResult Converter::applyModels() {
  SmallVector<Operation *> operations;
  code.module->walk([&](Operation *op) { operations.push_back(op); });
  // Each name once, or a kernel of a thousand says it a thousand times.
  llvm::StringSet<> reported;
  bool isWrong = false;
  for (Operation *op : operations) {
    StringRef name = op->getName().getStringRef();
    if (const Models::Model *model = Models::get().lookup(op)) {
      host.builder.setInsertionPoint(op);
      isWrong |= failed((*model)(op, host));
      continue;
    }
    if (isa<ModuleOp>(op) ||
        isa_and_present<LLVM::LLVMDialect>(op->getDialect()))
      continue;
    isWrong = true;
    if (reported.insert(name).second)
      (void)reportNoModel(op, name);
  }
  return failure(isWrong);
}

/// Whatever is called must be here or known to the runtime.
LogicalResult Converter::checkFunctions() {
  static const llvm::StringSet<> known = [] {
    llvm::StringSet<> names;
    for (const emulator::RuntimeFunction &function :
         emulator::getRuntimeFunctions())
      names.insert(function.name);
    return names;
  }();
  for (LLVM::CallOp call : collect<LLVM::CallOp>()) {
    auto callee = code.module->lookupSymbol<LLVM::LLVMFuncOp>(
        call.getCallee().value_or(""));
    if (callee && callee.isExternal() && !known.contains(callee.getName()))
      return reportNoModel(call, callee.getName());
  }
  for (auto function :
       llvm::make_early_inc_range(code.module->getOps<LLVM::LLVMFuncOp>()))
    if (function.isExternal() && !known.contains(function.getName()))
      function.erase();
  return success();
}

/// Address spaces and attributes that are a GPU's.
void Converter::dropTarget() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](LLVM::LLVMPointerType type) {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  replacer.recursivelyReplaceElementsIn(*code.module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  for (LLVM::AddrSpaceCastOp cast : collect<LLVM::AddrSpaceCastOp>()) {
    cast.replaceAllUsesWith(cast.getArg());
    cast.erase();
  }
  for (auto global : code.module->getOps<LLVM::GlobalOp>())
    global.setAddrSpace(0);
  for (LLVM::CallOp call : collect<LLVM::CallOp>()) {
    call.removeMemoryEffectsAttr();
    call.setWillReturn(false);
  }
  auto isForeign = [](NamedAttribute attribute) {
    return isa_and_present<NVVM::NVVMDialect, gpu::GPUDialect>(
        attribute.getNameDialect());
  };
  for (auto function : code.module->getOps<LLVM::LLVMFuncOp>()) {
    SmallVector<StringAttr> foreign;
    for (NamedAttribute attribute : function->getDiscardableAttrs())
      if (isForeign(attribute))
        foreign.push_back(attribute.getName());
    for (StringAttr name : foreign)
      function->removeDiscardableAttr(name);
    // What a caller may rely on is the launch's business here, and what a
    // function does is more than it was, with checks in it.
    if (!function.isExternal()) {
      function.removeMemoryEffectsAttr();
      function.setWillReturn(false);
    }
    function.removeArgAttrsAttr();
    function.removeResAttrsAttr();
    function.removePassthroughAttr();
    function.removeTargetCpuAttr();
    function.removeTargetFeaturesAttr();
    function.removeTuneCpuAttr();
    function.setCConv(LLVM::CConv::C);
  }
}

LogicalResult Converter::run() {
  if (failed(collectGlobals()) || failed(collectKernels()))
    return failure();
  SmallVector<LLVM::LLVMFuncOp> functions = collect<LLVM::LLVMFuncOp>();
  placeShared();
  for (LLVM::LLVMFuncOp function : functions)
    countIterations(function);
  if (failed(checkAccesses(host, layout)) || failed(applyModels()) ||
      failed(checkFunctions()))
    return failure();
  dropTarget();
  addEntries();
  return success();
}

FailureOr<EmulatedCode> novi::convertNVVMToHost(gpu::GPUModuleOp module) {
  EmulatedCode code;
  code.module = ModuleOp::create(module.getLoc(), module.getName());
  OpBuilder builder = OpBuilder::atBlockEnd(code.module->getBody());
  for (Operation &op : module->getRegion(0).front())
    builder.clone(op);
  if (failed(Converter(module, code).run()))
    return failure();
  return code;
}
