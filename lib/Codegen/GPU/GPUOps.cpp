//===- GPUOps.cpp - Launches of kernels -------------------------*- C++ -*-===//
//
// The dialect novi_gpu: verifier and effects of its launch, and the buffers it
// gets.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/GPU/GPUOps.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;

#include "Novi/Codegen/GPU/GPUDialect.cpp.inc"

#define GET_OP_CLASSES
#include "Novi/Codegen/GPU/GPUOps.cpp.inc"

void NoviGPUDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Novi/Codegen/GPU/GPUOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verify() {
  SmallVector<Type> types;
  for (Type type : getOperandTypes())
    if (!type.isIndex())
      types.push_back(type);
  bool onTensors = types.empty() || isa<TensorType>(types.front());
  for (Type type : types) {
    if (isa<TensorType>(type) != onTensors)
      return emitOpError("is on tensors or on memrefs, not on both");
    auto memref = dyn_cast<MemRefType>(type);
    if (!onTensors && (!memref || !memref.getLayout().isIdentity()))
      return emitOpError("needs memrefs of the identity layout, not ") << type;
  }

  ArrayRef<int64_t> inPlace = getInPlace();
  if (inPlace.size() != getInits().size())
    return emitOpError("has ") << getInits().size() << " destinations, but "
                               << inPlace.size() << " entries of in_place";
  llvm::SmallDenseSet<int64_t> taken;
  for (auto [index, input] : llvm::enumerate(inPlace)) {
    if (input == -1)
      continue;
    if (input < 0 || input >= static_cast<int64_t>(getInputs().size()))
      return emitOpError("in_place: there is no operand ")
             << input << "; there are " << getInputs().size();
    if (!taken.insert(input).second)
      return emitOpError("in_place: operand ") << input << " is there twice";
    Type from = getInputs()[input].getType(), to = getInits()[index].getType();
    if (failed(verifyCompatibleShape(from, to)) ||
        getElementTypeOrSelf(from) != getElementTypeOrSelf(to))
      return emitOpError("in_place: operand ")
             << input << " is of type " << from << ", but destination " << index
             << " of type " << to;
  }
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto kernel =
      symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(*this, getKernelAttr());
  if (!kernel || !kernel.isKernel())
    return emitOpError("there is no kernel ") << getKernel();
  std::optional<ArrayRef<int32_t>> block = kernel.getKnownBlockSize();
  if (!block ||
      *block != ArrayRef<int32_t>{static_cast<int32_t>(getThreads()), 1, 1})
    return emitOpError("has blocks of ")
           << getThreads() << " threads, which is not the known_block_size of "
           << getKernel();
  SmallVector<Type> types(getInputs().getTypes());
  llvm::append_range(types, getInits().getTypes());
  ArrayRef<Type> expected = kernel.getArgumentTypes();
  if (types.size() != expected.size())
    return emitOpError("has ") << types.size() << " operands, but "
                               << getKernel() << " takes " << expected.size();
  for (auto [index, given, taken] : llvm::enumerate(types, expected)) {
    // More may be known of a size here, since canonicalisation folds casts into
    // the operands.
    Type type = given;
    if (auto shaped = dyn_cast<ShapedType>(given)) {
      SmallVector<int64_t> sizes(shaped.getShape());
      if (auto memref = dyn_cast<MemRefType>(taken);
          memref && memref.getRank() == shaped.getRank())
        for (auto [size, known] : llvm::zip_equal(sizes, memref.getShape()))
          if (ShapedType::isDynamic(known))
            size = known;
      type = MemRefType::get(sizes, shaped.getElementType());
    }
    if (type != taken)
      return emitOpError("operand ")
             << index << " is of type " << given << ", but " << getKernel()
             << " takes " << taken;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

void LaunchOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : getInputsMutable())
    if (isa<MemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  for (OpOperand &operand : getInitsMutable())
    if (isa<MemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
}

//===----------------------------------------------------------------------===//
// Bufferisation
//===----------------------------------------------------------------------===//

namespace {

struct LaunchBuffers
    : bufferization::DstBufferizableOpInterfaceExternalModel<LaunchBuffers,
                                                             LaunchOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const bufferization::AnalysisState &) const {
    return cast<LaunchOp>(op).isDpsInput(&operand);
  }

  /// Whether all of `operands` may be one buffer.
  bool bufferizesToElementwiseAccess(Operation *op,
                                     const bufferization::AnalysisState &,
                                     ArrayRef<OpOperand *> operands) const {
    auto launch = cast<LaunchOp>(op);
    OpOperand *init = nullptr;
    for (OpOperand *operand : operands)
      if (launch.isDpsInit(operand)) {
        if (init && init != operand)
          return false;
        init = operand;
      }
    if (!init)
      return true;
    int64_t number =
        init->getOperandNumber() - launch.getInits().getBeginOperandIndex();
    int64_t input = launch.getInPlace()[number];
    return llvm::all_of(operands, [&](OpOperand *operand) {
      return operand == init ||
             (input >= 0 &&
              operand->getOperandNumber() ==
                  launch.getInputs().getBeginOperandIndex() + input);
    });
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const bufferization::BufferizationOptions &options,
                          bufferization::BufferizationState &state) const {
    auto launch = cast<LaunchOp>(op);
    rewriter.setInsertionPoint(op);
    auto getBuffers = [&](ValueRange values,
                          SmallVector<Value> &buffers) -> LogicalResult {
      for (Value value : values) {
        if (!isa<TensorType>(value.getType())) {
          buffers.push_back(value);
          continue;
        }
        FailureOr<Value> buffer =
            bufferization::getBuffer(rewriter, value, options, state);
        if (failed(buffer))
          return failure();
        buffers.push_back(*buffer);
      }
      return success();
    };
    SmallVector<Value> inputs, inits;
    if (failed(getBuffers(launch.getInputs(), inputs)) ||
        failed(getBuffers(launch.getInits(), inits)))
      return failure();
    LaunchOp::create(rewriter, op->getLoc(), TypeRange(),
                     launch.getKernelAttr(), launch.getBlocks(),
                     launch.getThreadsAttr(), inputs, inits,
                     launch.getInPlaceAttr());
    bufferization::replaceOpWithBufferizedValues(rewriter, op, inits);
    return success();
  }
};

} // namespace

void novi::registerNoviGPUDialect(DialectRegistry &registry) {
  registry.insert<NoviGPUDialect>();
  registry.addExtension(+[](MLIRContext *context, NoviGPUDialect *) {
    LaunchOp::attachInterface<LaunchBuffers>(*context);
  });
}
