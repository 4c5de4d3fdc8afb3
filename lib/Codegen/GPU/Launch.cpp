//===- Launch.cpp - Launch kernels in order on a stream ---------*- C++ -*-===//
//
// Implements novi-gpu-launch: what a function does to the device's memory, one
// operation after another on one stream, and pointers for what kernels take.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/GPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIGPULAUNCHPASS
#include "Novi/Codegen/GPU/Passes.h.inc"

namespace {

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Whether a kernel takes the buffer as it is: upstream has no pointer to one
/// of dynamic size, nor to one without elements.
bool isTakenWhole(MemRefType type) {
  return type.hasStaticShape() && type.getNumElements() != 0;
}

/// Another buffer as a kernel takes it: the address of its first element.
MemRefType getPointerType(MemRefType type) {
  return MemRefType::get({}, type.getElementType(), MemRefLayoutAttrInterface(),
                         type.getMemorySpace());
}

/// Makes a kernel take pointers, and dynamic sizes behind each.
void takePointers(gpu::GPUFuncOp kernel) {
  Builder attributes(kernel.getContext());
  auto b = ImplicitLocOpBuilder::atBlockBegin(kernel.getLoc(),
                                              &kernel.getBody().front());
  auto noalias = StringAttr::get(kernel.getContext(),
                                 LLVM::LLVMDialect::getNoAliasAttrName());
  for (unsigned number = kernel.getNumArguments(); number-- > 0;) {
    BlockArgument argument = kernel.getArgument(number);
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type)
      continue;
    SmallVector<NamedAttribute> argumentAttributes;
    if (!kernel.getArgAttr(number, NoviGPUDialect::kInPlaceAttr))
      argumentAttributes.emplace_back(noalias, b.getUnitAttr());
    auto dictionary = b.getDictionaryAttr(argumentAttributes);
    if (isTakenWhole(type)) {
      kernel.setArgAttrs(number, dictionary);
      continue;
    }
    (void)kernel.insertArgument(number + 1, getPointerType(type), dictionary,
                                argument.getLoc());
    Value pointer = kernel.getArgument(number + 1);
    unsigned next = number + 2;
    SmallVector<OpFoldResult> sizes, strides(type.getRank());
    for (int64_t size : type.getShape()) {
      if (!ShapedType::isDynamic(size)) {
        sizes.push_back(b.getIndexAttr(size));
        continue;
      }
      (void)kernel.insertArgument(next, b.getIndexType(),
                                  b.getDictionaryAttr({}), argument.getLoc());
      sizes.push_back(kernel.getArgument(next++));
    }
    OpFoldResult stride = b.getIndexAttr(1);
    for (int64_t axis = type.getRank() - 1; axis >= 0; --axis) {
      strides[axis] = stride;
      if (axis == 0)
        break;
      auto known = dyn_cast<Attribute>(stride);
      auto size = dyn_cast<Attribute>(sizes[axis]);
      if (known && size) {
        stride = b.getIndexAttr(cast<IntegerAttr>(known).getInt() *
                                cast<IntegerAttr>(size).getInt());
        continue;
      }
      auto toValue = [&](OpFoldResult number) -> Value {
        if (auto value = dyn_cast<Value>(number))
          return value;
        return arith::ConstantOp::create(
            b, cast<IntegerAttr>(cast<Attribute>(number)));
      };
      stride =
          b.createOrFold<arith::MulIOp>(toValue(stride), toValue(sizes[axis]));
    }
    Value buffer = memref::ReinterpretCastOp::create(
        b, type, pointer, /*offset=*/b.getIndexAttr(0), sizes, strides);
    argument.replaceAllUsesWith(buffer);
    (void)kernel.eraseArgument(number);
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// What is done by the device, or to its memory.
bool isOnStream(Operation *op) {
  return isa<LaunchOp, memref::AllocOp, memref::CopyOp, memref::DeallocOp>(op);
}

bool holdsOnStream(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isOnStream(inner) ? WalkResult::interrupt()
                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Checks of sizes, and what they are computed from, go in front of `first`:
/// nothing is under way where one does not hold.
void moveChecksUp(Operation *first) {
  SmallVector<Operation *> following;
  for (Operation *op = first->getNextNode();
       op && !op->hasTrait<OpTrait::IsTerminator>(); op = op->getNextNode())
    following.push_back(op);
  for (Operation *op : following) {
    if (op->getNumRegions() != 0 || (!isPure(op) && !isa<cf::AssertOp>(op)))
      continue;
    if (llvm::all_of(op->getOperands(), [&](Value operand) {
          Operation *from = operand.getDefiningOp();
          return !from || from->getBlock() != first->getBlock() ||
                 from->isBeforeInBlock(first);
        }))
      op->moveBefore(first);
  }
}

class Streamer {
public:
  explicit Streamer(func::FuncOp function)
      : b(function.getLoc(), function.getContext()), function(function),
        tokenType(gpu::AsyncTokenType::get(function.getContext())) {}

  void run() {
    uploadConstants();
    Block &body = function.getBody().front();
    Operation *first = nullptr;
    for (Operation &op : body) {
      if (holdsOnStream(&op)) {
        first = &op;
        break;
      }
    }
    if (!first)
      return;
    moveChecksUp(first);
    b.setInsertionPoint(first);
    Value stream =
        gpu::WaitOp::create(b, tokenType, ValueRange()).getAsyncToken();
    stream = runBlock(body, stream);
    b.setInsertionPoint(body.getTerminator());
    gpu::WaitOp::create(b, Type(), stream);
  }

private:
  /// Of a constant that leaves the function the host has the elements; where
  /// anything but a copy reads it, it must be on the device.
  void uploadConstants() {
    SmallVector<memref::GetGlobalOp> constants;
    function.walk([&](memref::GetGlobalOp op) { constants.push_back(op); });
    Operation *terminator = function.getBody().front().getTerminator();
    for (memref::GetGlobalOp op : constants) {
      if (llvm::all_of(op->getUsers(), [&](Operation *user) {
            return isa<memref::CopyOp>(user);
          }))
        continue;
      b.setLoc(op.getLoc());
      b.setInsertionPointToStart(&function.getBody().front());
      auto onHost = cast<memref::GetGlobalOp>(b.clone(*op));
      Value buffer = memref::AllocOp::create(b, op.getType());
      memref::CopyOp::create(b, onHost, buffer);
      b.setInsertionPoint(terminator);
      memref::DeallocOp::create(b, buffer);
      op.replaceAllUsesWith(buffer);
      op.erase();
    }
  }

  /// Returns the last token of the block.
  Value runBlock(Block &block, Value token) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      b.setInsertionPoint(&op);
      b.setLoc(op.getLoc());
      if (isOnStream(&op)) {
        token = convert(&op, token);
        op.erase();
        continue;
      }
      // The stream is the same, so that what follows waits for what is inside.
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          runBlock(inner, token);
    }
    return token;
  }

  Value convert(Operation *op, Value token) {
    if (auto launch = dyn_cast<LaunchOp>(op))
      return convert(launch, token);
    if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      auto type = cast<MemRefType>(copy.getTarget().getType());
      if (type.hasStaticShape() && type.getNumElements() == 0)
        return token;
      return gpu::MemcpyOp::create(b, tokenType, token, copy.getTarget(),
                                   copy.getSource())
          .getAsyncToken();
    }
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      auto onDevice =
          gpu::AllocOp::create(b, alloc.getType(), tokenType, token,
                               alloc.getDynamicSizes(), ValueRange());
      alloc.replaceAllUsesWith(onDevice.getMemref());
      return onDevice.getAsyncToken();
    }
    auto dealloc = cast<memref::DeallocOp>(op);
    return gpu::DeallocOp::create(b, tokenType, token, dealloc.getMemref())
        .getAsyncToken();
  }

  Value convert(LaunchOp launch, Value token) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernelAttr());
    SmallVector<Value> given(launch.getInputs()), operands;
    llvm::append_range(given, launch.getInits());
    for (auto [operand, type] :
         llvm::zip_equal(given, kernel.getArgumentTypes()))
      addOperand(operand, type, operands);
    Value one = arith::ConstantIndexOp::create(b, 1);
    Value threads = arith::ConstantIndexOp::create(b, launch.getThreads());
    return gpu::LaunchFuncOp::create(
               b, launch.getKernel(),
               gpu::KernelDim3{launch.getBlocks(), one, one},
               gpu::KernelDim3{threads, one, one},
               /*dynamicSharedMemorySize=*/Value(), operands, tokenType, token)
        .getAsyncToken();
  }

  /// Adds `operand` as `takePointers` has an argument of type `taken`, in which
  /// fewer sizes may be known.
  void addOperand(Value operand, Type taken, SmallVectorImpl<Value> &operands) {
    auto type = dyn_cast<MemRefType>(taken);
    if (!type || isTakenWhole(type)) {
      operands.push_back(operand);
      return;
    }
    operands.push_back(memref::ReinterpretCastOp::create(
        b, getPointerType(type), operand, /*offset=*/b.getIndexAttr(0),
        ArrayRef<OpFoldResult>(), ArrayRef<OpFoldResult>()));
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        operands.push_back(b.createOrFold<memref::DimOp>(operand, axis));
  }

  ImplicitLocOpBuilder b;
  func::FuncOp function;
  Type tokenType;
};

struct NoviGPULaunchPass : impl::NoviGPULaunchPassBase<NoviGPULaunchPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        Streamer(function).run();
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      for (auto kernel : module.getOps<gpu::GPUFuncOp>())
        takePointers(kernel);
  }
};

} // namespace
} // namespace mlir::novi
