//===- OutlineKernels.cpp - Kernels to functions of the device --*- C++ -*-===//
//
// Implements novi-gpu-outline-kernels: the function around a kernel's body, and
// the launch that takes the kernel's place. Bodies are KernelEmitter.h's.
//
//===----------------------------------------------------------------------===//

#include "ElementKernel.h"
#include "KernelEmitter.h"
#include "Novi/Analysis/KernelAnalysis.h"
#include "Novi/Codegen/GPU/Passes.h"
#include "Novi/Codegen/Passes.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIGPUOUTLINEKERNELSPASS
#include "Novi/Codegen/GPU/Passes.h.inc"

namespace {

/// The most blocks of a grid of one dimension.
constexpr int64_t kMostBlocks = (int64_t(1) << 31) - 1;

MemRefType getBufferType(RankedTensorType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

/// A name for the device's function: letters, digits and underscores, and no
/// name that means something to LLVM or PTX.
std::string getFunctionName(KernelOp kernel) {
  std::string name = kernel.getName().value_or("").str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  if (name.empty() || llvm::isDigit(name.front()))
    name = "k" + name;
  return name + "_kernel";
}

/// The buffer that `value` is another form of, all of it.
Value getWhole(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isFreeView(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Whether `kernel` is the last that reads the buffer of operand `number`, and
/// may write it for all that is seen here.
bool isLastReader(KernelOp kernel, unsigned number) {
  Value whole = getWhole(kernel.getInputs()[number]);
  auto result = dyn_cast<OpResult>(whole);
  if (!result || result.getOwner()->getBlock() != kernel->getBlock() ||
      matchPattern(whole, m_Constant()))
    return false;
  SmallVector<Value> forms = {whole};
  unsigned reads = 0;
  while (!forms.empty()) {
    for (OpOperand &use : forms.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (isFreeView(user)) {
        forms.push_back(user->getResult(0));
        continue;
      }
      if (user == kernel && ++reads > 1)
        return false;
      // Of a dim only the size matters.
      if (isa<tensor::DimOp>(user))
        continue;
      Operation *ancestor = kernel->getBlock()->findAncestorOpInBlock(*user);
      if (!ancestor || kernel->isBeforeInBlock(ancestor))
        return false;
    }
  }
  return true;
}

/// The operand whose elements are read only for the elements of result `number`
/// at the same places, once for each; -1 if there is none.
int64_t findInPlace(KernelOp kernel, const KernelAnalysis &analysis,
                    unsigned number) {
  Value yielded = kernel.getYield().getValues()[number];
  Operation *last = yielded.getDefiningOp();
  auto type = cast<RankedTensorType>(yielded.getType());
  if (!last || analysis.getRole(last) != KernelRole::Element)
    return -1;
  // Where threads meet to reduce rows, one without an element of its own reads
  // another's, which may be writing it.
  if (!analysis.getProduct() &&
      llvm::any_of(kernel.getBody().getOps(),
                   [&](Operation &op) { return isReduction(&op, analysis); }))
    return -1;
  for (BlockArgument argument : kernel.getBody().front().getArguments()) {
    if (argument.getType() != type ||
        !isLastReader(kernel, argument.getArgNumber()))
      continue;
    // From the operand to the result there is one way, on each element.
    Value value = argument;
    while (value != yielded && value.hasOneUse()) {
      Operation *user = *value.user_begin();
      if (getInstructionKind(user) != InstructionKind::Pointwise ||
          analysis.getRole(user) != KernelRole::Element ||
          cast<RankedTensorType>(user->getResult(0).getType()).getShape() !=
              type.getShape())
        break;
      value = user->getResult(0);
    }
    if (value == yielded && value.hasOneUse())
      return argument.getArgNumber();
  }
  return -1;
}

class Outliner {
public:
  explicit Outliner(ModuleOp module)
      : module(module), builder(module.getContext()) {}

  LogicalResult outline(KernelOp kernel);

private:
  gpu::GPUModuleOp getModule();
  gpu::GPUFuncOp createFunction(KernelOp kernel, const KernelSchedule &schedule,
                                ArrayRef<int64_t> inPlace);
  /// Takes operands that are constants into the module.
  void takeConstants(KernelOp kernel, gpu::GPUFuncOp function,
                     SmallVectorImpl<Value> &operands,
                     SmallVectorImpl<int64_t> &inPlace);
  memref::GlobalOp getGlobal(Location loc, ElementsAttr value);

  ModuleOp module;
  OpBuilder builder;
  gpu::GPUModuleOp kernels;
  std::optional<SymbolTable> symbols;
  DenseMap<Attribute, memref::GlobalOp> globals;
};

gpu::GPUModuleOp Outliner::getModule() {
  if (!kernels) {
    OpBuilder detached(module.getContext());
    kernels = gpu::GPUModuleOp::create(detached, module.getLoc(), "kernels");
    SymbolTable(module).insert(kernels, module.getBody()->begin());
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    builder.getUnitAttr());
    symbols.emplace(kernels);
  }
  return kernels;
}

gpu::GPUFuncOp Outliner::createFunction(KernelOp kernel,
                                        const KernelSchedule &schedule,
                                        ArrayRef<int64_t> inPlace) {
  SmallVector<Type> types;
  for (TypeRange all : {TypeRange(kernel.getInputs().getTypes()),
                        TypeRange(kernel.getResultTypes())})
    for (Type type : all) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      types.push_back(tensor ? getBufferType(tensor) : type);
    }
  builder.setInsertionPointToEnd(getModule().getBody());
  auto function =
      gpu::GPUFuncOp::create(builder, kernel.getLoc(), getFunctionName(kernel),
                             builder.getFunctionType(types, {}));
  symbols->insert(function);
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  function.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr(
      {static_cast<int32_t>(schedule.threads), 1, 1}));
  function->setAttr(NoviGPUDialect::kScheduleAttr,
                    schedule.toAttribute(builder.getContext()));
  unsigned firstResult = kernel.getInputs().size();
  for (auto [number, operand] : llvm::enumerate(inPlace))
    if (operand >= 0)
      for (unsigned argument :
           {unsigned(operand), unsigned(firstResult + number)})
        function.setArgAttr(argument, NoviGPUDialect::kInPlaceAttr,
                            builder.getUnitAttr());
  return function;
}

memref::GlobalOp Outliner::getGlobal(Location loc, ElementsAttr value) {
  memref::GlobalOp &global = globals[value];
  if (global)
    return global;
  auto type = cast<RankedTensorType>(value.getType());
  OpBuilder atStart = OpBuilder::atBlockBegin(kernels.getBody());
  global = memref::GlobalOp::create(
      atStart, loc, "constant",
      /*sym_visibility=*/builder.getStringAttr("private"), getBufferType(type),
      value, /*constant=*/true, builder.getI64IntegerAttr(kBufferAlignment));
  symbols->insert(global);
  return global;
}

void Outliner::takeConstants(KernelOp kernel, gpu::GPUFuncOp function,
                             SmallVectorImpl<Value> &operands,
                             SmallVectorImpl<int64_t> &inPlace) {
  builder.setInsertionPointToStart(&function.getBody().front());
  BitVector taken(function.getNumArguments());
  SmallVector<int64_t> newNumbers;
  for (auto [number, operand] : llvm::enumerate(kernel.getInputs())) {
    newNumbers.push_back(operands.size());
    ElementsAttr value;
    if (!matchPattern(operand, m_Constant(&value))) {
      operands.push_back(operand);
      continue;
    }
    memref::GlobalOp global = getGlobal(operand.getLoc(), value);
    function.getArgument(number).replaceAllUsesWith(memref::GetGlobalOp::create(
        builder, operand.getLoc(), global.getType(), global.getSymName()));
    taken.set(number);
  }
  for (int64_t &input : inPlace)
    if (input >= 0)
      input = newNumbers[input];
  (void)function.eraseArguments(taken);
}

LogicalResult Outliner::outline(KernelOp kernel) {
  for (Operation &op : kernel.getBody().front()) {
    InstructionKind kind = getInstructionKind(&op);
    if (kind == InstructionKind::AlongAxis || kind == InstructionKind::Loss)
      return op.emitOpError(
          "has no code for GPUs; novi-decompose makes smaller "
          "steps of softmax and losses");
  }
  std::string reason;
  FailureOr<KernelAnalysis> analysis = KernelAnalysis::get(kernel, reason);
  if (failed(analysis))
    return kernel.emitOpError("cannot run as one kernel on a GPU: ") << reason;
  FailureOr<KernelSchedule> schedule = chooseSchedule(kernel, *analysis);
  if (failed(schedule))
    return failure();
  SmallVector<int64_t> inPlace;
  for (unsigned number = 0; number < kernel.getNumResults(); ++number)
    inPlace.push_back(findInPlace(kernel, *analysis, number));

  gpu::GPUFuncOp function = createFunction(kernel, *schedule, inPlace);
  if (failed(emitKernel(kernel, *analysis, *schedule, function)))
    return failure();

  // The host's part.
  Location loc = kernel.getLoc();
  OpBuilder host(kernel);
  SmallVector<Value> inits, operands;
  {
    IndexEmitter indices(host, kernel, kernel.getInputs());
    for (auto [value, input] :
         llvm::zip_equal(kernel.getYield().getValues(), inPlace)) {
      if (input >= 0) {
        inits.push_back(kernel.getInputs()[input]);
        continue;
      }
      auto type = cast<RankedTensorType>(value.getType());
      SmallVector<Value> sizes;
      for (int64_t axis = 0; axis < type.getRank(); ++axis)
        if (type.isDynamicDim(axis))
          sizes.push_back(indices.getSize(value, axis));
      inits.push_back(tensor::EmptyOp::create(host, loc, type, sizes));
    }
  }
  Value blocks = emitNumBlocks(host, kernel, *analysis, *schedule);
  blocks = host.createOrFold<arith::MinUIOp>(
      loc, blocks, arith::ConstantIndexOp::create(host, loc, kMostBlocks));
  takeConstants(kernel, function, operands, inPlace);
  auto symbol = SymbolRefAttr::get(
      kernels.getSymNameAttr(), FlatSymbolRefAttr::get(function.getNameAttr()));
  auto launch =
      LaunchOp::create(host, loc, kernel.getResultTypes(), symbol, blocks,
                       host.getI64IntegerAttr(schedule->threads), operands,
                       inits, host.getDenseI64ArrayAttr(inPlace));
  kernel.replaceAllUsesWith(launch.getOutputs());
  kernel.erase();
  return success();
}

struct NoviGPUOutlineKernelsPass
    : impl::NoviGPUOutlineKernelsPassBase<NoviGPUOutlineKernelsPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registerNoviGPUDialect(registry);
  }

  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    Outliner outliner(getOperation());
    for (KernelOp kernel : kernels)
      if (failed(outliner.outline(kernel)))
        return signalPassFailure();
  }
};

} // namespace
} // namespace mlir::novi
