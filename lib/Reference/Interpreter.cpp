//===- Interpreter.cpp - Executes novi ops plainly --------------*- C++ -*-===//
//
// Goes through a function op by op: values of operands in, value of the result
// out, checked against the declared type.
//
//===----------------------------------------------------------------------===//

#include "Novi/Reference/Interpreter.h"
#include "Ops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::reference;
using llvm::Expected;

namespace {

/// How deep calls may nest. Straight-line code that calls itself never returns,
/// and the calls of the interpreter need the machine's stack.
constexpr unsigned maxCallDepth = 256;

class Interpreter {
public:
  /// Runs `function`, which `caller` calls (null for the entry).
  Expected<SmallVector<RuntimeValue>> run(func::FuncOp function,
                                          ArrayRef<RuntimeValue> arguments,
                                          Operation *caller);

private:
  /// The values of one call.
  using Frame = llvm::DenseMap<Value, RuntimeValue>;

  Expected<SmallVector<RuntimeValue>> evaluateOp(Operation *op, Frame &frame);
  Expected<SmallVector<RuntimeValue>> call(func::CallOp op, Frame &frame);
  Expected<SmallVector<RuntimeValue>> runKernel(KernelOp op, Frame &frame);
  /// Runs the ops of `block`, whose arguments are in `frame`, and gives the
  /// operands of its terminator.
  Expected<SmallVector<RuntimeValue>> runBlock(Block &block, Frame &frame);

  SymbolTableCollection symbols;
  unsigned depth = 0;
};

std::string describe(const RuntimeValue &value) {
  if (std::holds_alternative<int64_t>(value))
    return "index";
  const Tensor &tensor = *std::get<std::shared_ptr<const Tensor>>(value);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << RankedTensorType::get(tensor.getShape(), tensor.getElementType());
  return text;
}

/// Whether `value` is one of `type`, whose dynamic sizes may be any.
bool conformsTo(const RuntimeValue &value, Type type) {
  if (std::holds_alternative<int64_t>(value))
    return type.isIndex();
  const Tensor &tensor = *std::get<std::shared_ptr<const Tensor>>(value);
  auto tensorType = dyn_cast<RankedTensorType>(type);
  return tensorType && tensorType.getElementType() == tensor.getElementType() &&
         succeeded(
             verifyCompatibleShape(tensorType.getShape(), tensor.getShape()));
}

bool isElementType(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64() ||
         type.isInteger(1);
}

} // namespace

//===----------------------------------------------------------------------===//
// Ops of other dialects
//===----------------------------------------------------------------------===//

static Expected<RuntimeValue> evaluateConstant(arith::ConstantOp op) {
  if (op.getType().isIndex())
    return cast<IntegerAttr>(op.getValue()).getInt();
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto elements = dyn_cast<ElementsAttr>(op.getValue());
  if (!type || !elements || !isElementType(type.getElementType()))
    return fail(op,
                "is of type {0}; the interpreter runs index and tensors of "
                "f16, bf16, f32, f64 and i1",
                op.getType());
  Expected<Tensor> tensor = readElements(op, elements);
  if (!tensor)
    return tensor.takeError();
  return std::make_shared<const Tensor>(std::move(*tensor));
}

static Expected<RuntimeValue> evaluateDim(tensor::DimOp op,
                                          const Operands &operands) {
  ArrayRef<int64_t> shape = operands[0].getShape();
  int64_t axis = operands.indices[0];
  if (axis < 0 || axis >= operands[0].getRank())
    return fail(op, "asks for axis {0} of {1}, which has {2} axes", axis,
                formatShape(shape), shape.size());
  return shape[axis];
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

Expected<SmallVector<RuntimeValue>> Interpreter::call(func::CallOp op,
                                                      Frame &frame) {
  auto callee =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(op, op.getCalleeAttr());
  SmallVector<RuntimeValue> arguments;
  for (Value operand : op.getOperands())
    arguments.push_back(frame.lookup(operand));
  return run(callee, arguments, op);
}

/// The values of the operands of `op`.
static Operands getOperands(Operation *op,
                            const llvm::DenseMap<Value, RuntimeValue> &frame) {
  Operands operands;
  for (Value operand : op->getOperands()) {
    const RuntimeValue &value = frame.find(operand)->second;
    if (auto *tensor = std::get_if<std::shared_ptr<const Tensor>>(&value))
      operands.tensors.push_back(tensor->get());
    else
      operands.indices.push_back(std::get<int64_t>(value));
  }
  return operands;
}

Expected<SmallVector<RuntimeValue>> Interpreter::evaluateOp(Operation *op,
                                                            Frame &frame) {
  if (auto callOp = dyn_cast<func::CallOp>(op))
    return call(callOp, frame);
  if (auto kernel = dyn_cast<KernelOp>(op))
    return runKernel(kernel, frame);

  Operands operands = getOperands(op, frame);
  using Result = Expected<RuntimeValue>;
  Result result =
      llvm::TypeSwitch<Operation *, Result>(op)
          .Case<
#define GET_OP_LIST
#include "Novi/Dialect/IR/NoviOps.cpp.inc"
              >([&](auto op) -> Result {
            if constexpr (std::is_convertible_v<decltype(op), KernelOp> ||
                          std::is_convertible_v<decltype(op), YieldOp>) {
              llvm_unreachable("is no instruction of its own");
            } else {
              Expected<Tensor> tensor = evaluate(op, operands);
              if (!tensor)
                return tensor.takeError();
              return std::make_shared<const Tensor>(std::move(*tensor));
            }
          })
          .Case<NOVI_INDEX_OPS>([&](auto op) -> Result {
            if (!op.getType().isIndex())
              return fail(op, "is executed on indices only, not on {0}",
                          op.getType());
            Expected<int64_t> index = evaluate(op, operands);
            if (!index)
              return index.takeError();
            return *index;
          })
          .Case([&](arith::ConstantOp op) { return evaluateConstant(op); })
          .Case([&](tensor::DimOp op) { return evaluateDim(op, operands); })
          .Case([&](tensor::CastOp op) -> Result {
            return frame.lookup(op.getSource());
          })
          .Default([&](Operation *op) -> Result {
            return fail(op,
                        "is not run by the interpreter, which runs the ops of "
                        "novi, func.call and func.return, tensor.dim and "
                        "tensor.cast, arith.constant and the arithmetic of "
                        "arith on indices");
          });
  if (!result)
    return result.takeError();
  if (!conformsTo(*result, op->getResult(0).getType()))
    return fail(op, "gives a {0}, which is not of its result type {1}",
                describe(*result), op->getResult(0).getType());
  return SmallVector<RuntimeValue>{std::move(*result)};
}

Expected<SmallVector<RuntimeValue>>
Interpreter::run(func::FuncOp function, ArrayRef<RuntimeValue> arguments,
                 Operation *caller) {
  if (function.isExternal())
    return fail(caller ? caller : function, "cannot run @{0}: it has no body",
                function.getSymName());
  if (!function.getBody().hasOneBlock())
    return fail(function,
                "has {0} blocks; the interpreter runs straight-line code in "
                "one block",
                function.getBody().getBlocks().size());
  if (depth == maxCallDepth)
    return fail(caller,
                "nests calls deeper than {0}; straight-line code that calls "
                "itself never ends",
                maxCallDepth);
  if (arguments.size() != function.getNumArguments())
    return fail(function, "takes {0} arguments, not {1}",
                function.getNumArguments(), arguments.size());

  Frame frame;
  for (auto [number, argument, value] :
       llvm::enumerate(function.getArguments(), arguments)) {
    if (!conformsTo(value, argument.getType()))
      return fail(function, "takes {0} as argument {1}, not {2}",
                  argument.getType(), number, describe(value));
    frame.try_emplace(argument, value);
  }

  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  Block &body = function.getBody().front();
  if (!isa<func::ReturnOp>(body.getTerminator()))
    return fail(body.getTerminator(),
                "ends the function; the interpreter runs func.return");
  return runBlock(body, frame);
}

Expected<SmallVector<RuntimeValue>> Interpreter::runKernel(KernelOp op,
                                                           Frame &frame) {
  Frame inside;
  Block &body = op.getBody().front();
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op.getInputs()))
    inside.try_emplace(argument, frame.lookup(operand));
  return runBlock(body, inside);
}

Expected<SmallVector<RuntimeValue>> Interpreter::runBlock(Block &block,
                                                          Frame &frame) {
  for (Operation &op : block.without_terminator()) {
    Expected<SmallVector<RuntimeValue>> results = evaluateOp(&op, frame);
    if (!results)
      return results.takeError();
    for (auto [result, value] : llvm::zip_equal(op.getResults(), *results))
      frame.try_emplace(result, std::move(value));
  }
  SmallVector<RuntimeValue> results;
  for (Value operand : block.getTerminator()->getOperands())
    results.push_back(frame.lookup(operand));
  return results;
}

Expected<SmallVector<RuntimeValue>>
reference::interpret(func::FuncOp function, ArrayRef<RuntimeValue> arguments) {
  return Interpreter().run(function, arguments, /*caller=*/nullptr);
}
