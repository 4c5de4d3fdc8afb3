//===- EntryPoint.cpp - How compiled functions are called -------*- C++ -*-===//
//
// A caller of compiled code has pointers and sizes, not descriptors as many
// words long as there are axes. The entry builds those; once the body is inlined
// they are constants.
//
//===----------------------------------------------------------------------===//

#include "EntryPoint.h"
#include "Novi/Codegen/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::novi {
namespace {

/// Reads and writes one word after another.
class Words {
public:
  Words(ImplicitLocOpBuilder &b, Value base) : b(b), base(base) {}

  Value read(Type type) {
    return LLVM::LoadOp::create(b, type, next(), /*alignment=*/8);
  }
  void write(Value value) {
    LLVM::StoreOp::create(b, value, next(), /*alignment=*/8);
  }

private:
  Value next() {
    return LLVM::GEPOp::create(b, base.getType(), b.getI64Type(), base,
                               ArrayRef<LLVM::GEPArg>{position++});
  }

  ImplicitLocOpBuilder &b;
  Value base;
  int32_t position = 0;
};

class EntryBuilder {
public:
  EntryBuilder(LLVM::LLVMFuncOp function, LLVM::LLVMFuncOp body)
      : b(function.getLoc(), function.getContext()), body(body) {
    b.setInsertionPointToStart(function.addEntryBlock(b));
    words = std::make_unique<Words>(b, function.getArgument(0));
  }

  LogicalResult build(FunctionType type) {
    for (Type input : type.getInputs())
      if (failed(addArgument(input)))
        return failure();
    auto call = LLVM::CallOp::create(b, body, operands);
    for (auto [index, result] : llvm::enumerate(type.getResults())) {
      auto memref = dyn_cast<MemRefType>(result);
      if (!memref)
        return emitError(b.getLoc())
               << "result " << index << " is no tensor but " << result;
      Value descriptor = call.getResult();
      if (type.getNumResults() > 1)
        descriptor = LLVM::ExtractValueOp::create(b, descriptor, index);
      words->write(LLVM::ExtractValueOp::create(b, descriptor, 1));
      for (int64_t axis = 0; axis < memref.getRank(); ++axis)
        if (memref.isDynamicDim(axis))
          words->write(LLVM::ExtractValueOp::create(
              b, descriptor, ArrayRef<int64_t>{3, axis}));
    }
    LLVM::ReturnOp::create(b, ValueRange());
    return success();
  }

private:
  LogicalResult addArgument(Type type) {
    auto pointer = LLVM::LLVMPointerType::get(b.getContext());
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref) {
      unsigned position = operands.size();
      Type converted = body.getFunctionType().getParamType(position);
      Value address = words->read(pointer);
      operands.push_back(LLVM::LoadOp::create(b, converted, address));
      return success();
    }
    if (!memref.getLayout().isIdentity())
      return emitError(b.getLoc())
             << "an argument's layout is not the identity: " << type;
    Value address = words->read(pointer);
    operands.append({address, address, word(0)});
    SmallVector<Value> sizes, strides(memref.getRank());
    for (int64_t size : memref.getShape())
      sizes.push_back(ShapedType::isDynamic(size) ? words->read(b.getI64Type())
                                                  : word(size));
    Value stride = word(1);
    for (int64_t axis = memref.getRank() - 1; axis >= 0; --axis) {
      strides[axis] = stride;
      if (axis > 0)
        stride = LLVM::MulOp::create(b, stride, sizes[axis]);
    }
    operands.append(sizes);
    operands.append(strides);
    return success();
  }

  Value word(int64_t value) {
    return LLVM::ConstantOp::create(b, b.getI64Type(),
                                    b.getI64IntegerAttr(value));
  }

  ImplicitLocOpBuilder b;
  LLVM::LLVMFuncOp body;
  std::unique_ptr<Words> words;
  SmallVector<Value> operands;
};

} // namespace

LogicalResult createEntryPoint(ModuleOp module, const EntryPoint &entry) {
  auto body = module.lookupSymbol<LLVM::LLVMFuncOp>(entry.name);
  OpBuilder builder(body->getContext());
  builder.setInsertionPointAfter(body);
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(builder.getContext()),
      LLVM::LLVMPointerType::get(builder.getContext()));
  std::string inner = entry.name + ".body";
  (void)SymbolTable::replaceAllSymbolUses(body, builder.getStringAttr(inner),
                                          module);
  body.setName(inner);
  body.setLinkage(LLVM::Linkage::Internal);
  body.setAlwaysInline(true);
  auto function =
      LLVM::LLVMFuncOp::create(builder, body.getLoc(), entry.name, type);
  if (entry.arena)
    function->setAttr(kArenaAttr, entry.arena);
  return EntryBuilder(function, body).build(entry.type);
}

} // namespace mlir::novi
