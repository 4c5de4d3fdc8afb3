//===- EntryPoint.cpp - How compiled functions are called -------*- C++ -*-===//
//
// A caller of compiled code has pointers and sizes, not descriptors as many
// words long as there are axes. The function builds those itself, where most of
// them are constants. A check that fails is a call.
//
//===----------------------------------------------------------------------===//

#include "Novi/Codegen/EntryPoint.h"
#include "Novi/Dialect/IR/NoviDialect.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::novi {
namespace {

class EntryMaker {
public:
  EntryMaker(LLVM::LLVMFuncOp function, FunctionType type)
      : b(function.getLoc(), function.getContext()), function(function),
        type(type), pointer(LLVM::LLVMPointerType::get(b.getContext())) {}

  LogicalResult make() {
    Block &entry = function.getBody().front();
    b.setInsertionPointToStart(&entry);
    words = entry.insertArgument(0u, pointer, function.getLoc());
    for (Type input : type.getInputs())
      if (failed(addArgument(input)))
        return failure();
    for (auto [argument, value] :
         llvm::zip_equal(entry.getArguments().drop_front(), values))
      argument.replaceAllUsesWith(value);
    entry.eraseArguments(1, values.size());
    function.setFunctionType(LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(b.getContext()), pointer));
    function.removeArgAttrsAttr();
    function.removeResAttrsAttr();

    SmallVector<LLVM::ReturnOp> returns;
    function.walk([&](LLVM::ReturnOp op) { returns.push_back(op); });
    unsigned firstResult = position;
    for (LLVM::ReturnOp op : returns) {
      position = firstResult;
      if (failed(storeResults(op)))
        return failure();
    }
    return success();
  }

private:
  LogicalResult addArgument(Type input) {
    auto memref = dyn_cast<MemRefType>(input);
    if (!memref) {
      Type converted = function.getFunctionType().getParamType(values.size());
      values.push_back(LLVM::LoadOp::create(b, converted, read(pointer)));
      return success();
    }
    if (!memref.getLayout().isIdentity())
      return emitError(b.getLoc())
             << "an argument's layout is not the identity: " << input;
    Value address = read(pointer);
    values.append({address, address, word(0)});
    SmallVector<Value> sizes, strides(memref.getRank());
    for (int64_t size : memref.getShape())
      sizes.push_back(ShapedType::isDynamic(size) ? read(b.getI64Type())
                                                  : word(size));
    std::optional<int64_t> known = 1;
    Value stride = word(1);
    for (int64_t axis = memref.getRank() - 1; axis >= 0; --axis) {
      strides[axis] = stride;
      int64_t size = memref.getDimSize(axis);
      if (known && !ShapedType::isDynamic(size)) {
        known = *known * size;
        stride = word(*known);
      } else {
        known.reset();
        stride = LLVM::MulOp::create(b, stride, sizes[axis]);
      }
    }
    values.append(sizes);
    values.append(strides);
    return success();
  }

  /// Writes what `op` returns behind the arguments.
  LogicalResult storeResults(LLVM::ReturnOp op) {
    b.setInsertionPoint(op);
    for (auto [index, result] : llvm::enumerate(type.getResults())) {
      auto memref = dyn_cast<MemRefType>(result);
      if (!memref)
        return emitError(b.getLoc())
               << "result " << index << " is no tensor but " << result;
      Value descriptor = op.getArg();
      if (type.getNumResults() > 1)
        descriptor = LLVM::ExtractValueOp::create(b, descriptor, index);
      write(LLVM::ExtractValueOp::create(b, descriptor, 1));
      for (int64_t axis = 0; axis < memref.getRank(); ++axis)
        if (memref.isDynamicDim(axis))
          write(LLVM::ExtractValueOp::create(b, descriptor,
                                             ArrayRef<int64_t>{3, axis}));
    }
    LLVM::ReturnOp::create(b, ValueRange());
    op.erase();
    return success();
  }

  Value read(Type type) {
    return LLVM::LoadOp::create(b, type, next(), /*alignment=*/8);
  }
  void write(Value value) {
    LLVM::StoreOp::create(b, value, next(), /*alignment=*/8);
  }
  /// The address of the next word.
  Value next() {
    return LLVM::GEPOp::create(
        b, pointer, b.getI64Type(), words,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(position++)});
  }
  Value word(int64_t value) {
    return LLVM::ConstantOp::create(b, b.getI64Type(),
                                    b.getI64IntegerAttr(value));
  }

  ImplicitLocOpBuilder b;
  LLVM::LLVMFuncOp function;
  FunctionType type;
  Type pointer;
  Value words;
  unsigned position = 0;
  /// What stands for the function's arguments.
  SmallVector<Value> values;
};

/// cf.assert -> a call that does not come back.
struct AssertToCall : ConvertOpToLLVMPattern<cf::AssertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(cf::AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto module = op->getParentOfType<ModuleOp>();
    auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
    auto handler = module.lookupSymbol<LLVM::LLVMFuncOp>("noviAssertFailed");
    std::string text = op.getMsg().str() + '\0';
    LLVM::GlobalOp message;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      if (!handler)
        handler = LLVM::LLVMFuncOp::create(
            rewriter, loc, "noviAssertFailed",
            LLVM::LLVMFunctionType::get(
                LLVM::LLVMVoidType::get(rewriter.getContext()), pointer));
      auto type = LLVM::LLVMArrayType::get(rewriter.getI8Type(), text.size());
      message = LLVM::GlobalOp::create(
          rewriter, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
          "assert_message_" + std::to_string(count++),
          rewriter.getStringAttr(text));
    }
    Block *before = op->getBlock();
    Block *after = rewriter.splitBlock(before, Block::iterator(op));
    Block *failed = rewriter.createBlock(after->getParent());
    Value address = LLVM::AddressOfOp::create(rewriter, loc, message);
    LLVM::CallOp::create(rewriter, loc, handler, address);
    LLVM::UnreachableOp::create(rewriter, loc);
    rewriter.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(rewriter, loc, adaptor.getArg(), after, failed);
    rewriter.eraseOp(op);
    return success();
  }

  mutable unsigned count = 0;
};

} // namespace

SmallVector<EntryPoint> findEntryPoints(ModuleOp module) {
  SmallVector<EntryPoint> entries;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || !function.isPublic())
      continue;
    // The arena is the last argument, if there is one.
    Attribute arena;
    if (unsigned count = function.getNumArguments())
      arena = function.getArgAttr(count - 1, NoviDialect::kArenaAttr);
    entries.push_back(
        {function.getName().str(), function.getFunctionType(), arena});
  }
  return entries;
}

LogicalResult makeEntryPoint(ModuleOp module, const EntryPoint &entry) {
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(entry.name);
  if (entry.arena)
    function->setAttr(NoviDialect::kArenaAttr, entry.arena);
  return EntryMaker(function, entry.type).make();
}

void populateAssertToCallPattern(const LLVMTypeConverter &types,
                                 RewritePatternSet &patterns) {
  patterns.add<AssertToCall>(types);
}

} // namespace mlir::novi
