//===- GenerateBackward.cpp - Generate the backward part --------*- C++ -*-===//
//
// Implements novi-generate-backward: reverse-mode differentiation of one block,
// by the rules that the ops bring along.
//
//===----------------------------------------------------------------------===//

#include "FunctionNames.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIGENERATEBACKWARDPASS
#include "Novi/Transforms/Passes.h.inc"

namespace {

/// Whether `type` is one of the dialect that has gradients.
bool isFloatTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() &&
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(
             tensor.getElementType());
}

/// Whether a change of a value of `type` can be a small one. All that is no
/// integer counts, so that what no rule covers is refused rather than lost.
bool isContinuous(Type type) {
  return !getElementTypeOrSelf(type).isIntOrIndex();
}

/// Says to which operands the rule of `op` gives a gradient.
void remarkRule(Operation *op, ArrayRef<Value> operandGradients) {
  if (!op->getContext()->getRemarkEngine())
    return;
  SmallVector<std::string> operands;
  for (auto [index, gradient] : llvm::enumerate(operandGradients))
    if (gradient)
      operands.push_back(std::to_string(index));
  remark::passed(op->getLoc(), remark::RemarkOpts::name("Rule").category(
                                   "novi-generate-backward"))
      << remark::add("the gradient rule of '{0}' gives gradients to operands",
                     op->getName().getStringRef())
      << remark::metric("Operands", llvm::join(operands, ", "));
}

/// Differentiates the block of a function.
class Differentiator {
public:
  Differentiator(func::FuncOp function, Value loss,
                 ArrayRef<BlockArgument> arguments)
      : block(function.getBody().front()), loss(loss),
        builder(block.getTerminator()),
        arguments(arguments.begin(), arguments.end()) {}

  /// Builds the gradients of the arguments, before the terminator.
  FailureOr<SmallVector<Value>> run();

private:
  /// Finds the values between a chosen argument and the loss.
  LogicalResult findActiveValues();
  LogicalResult checkRule(Operation *op);
  void accumulate(Value value, Value gradient);
  void differentiate(Operation *op);

  Block &block;
  Value loss;
  OpBuilder builder;
  SmallVector<BlockArgument> arguments;
  /// Values that depend on a chosen argument and on which the loss depends.
  DenseSet<Value> active;
  /// Ops with an active result, in program order.
  SmallVector<Operation *> activeOps;
  DenseMap<Value, Value> gradients;
};

LogicalResult Differentiator::findActiveValues() {
  DenseSet<Value> varied(arguments.begin(), arguments.end());
  for (Operation &op : block) {
    // An op with regions may use a value inside them.
    bool dependsOnArgument =
        op.walk([&](Operation *nested) {
            return llvm::any_of(nested->getOperands(),
                                [&](Value v) { return varied.contains(v); })
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          }).wasInterrupted();
    if (!dependsOnArgument)
      continue;
    if (auto rule = dyn_cast<GradientOpInterface>(op);
        rule && !rule.getNoGradientReason().empty())
      continue;
    for (Value result : op.getResults())
      if (isContinuous(result.getType()))
        varied.insert(result);
  }

  DenseSet<Value> useful = {loss};
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    bool isActive = llvm::any_of(op.getResults(), [&](Value result) {
      return useful.contains(result) && varied.contains(result);
    });
    if (!isActive)
      continue;
    if (failed(checkRule(&op)))
      return failure();
    activeOps.push_back(&op);
    for (Value operand : op.getOperands())
      if (varied.contains(operand))
        useful.insert(operand);
  }
  std::reverse(activeOps.begin(), activeOps.end());
  for (Value value : useful)
    if (varied.contains(value))
      active.insert(value);
  return success();
}

LogicalResult Differentiator::checkRule(Operation *op) {
  if (isa<GradientOpInterface>(op))
    return success();
  if (auto cast = dyn_cast<tensor::CastOp>(op);
      cast && isFloatTensor(cast.getSource().getType()) &&
      isFloatTensor(cast.getType()))
    return success();
  InFlightDiagnostic diagnostic =
      op->emitOpError("has no gradient rule, and the loss depends on it");
  if (isa<CallOpInterface>(op))
    diagnostic << "; run --inline first";
  else if (isa<KernelOp>(op))
    diagnostic << "; fuse after the backward part is generated, or dissolve "
                  "the kernels with --novi-inline-kernels";
  else if (op->getNumRegions() != 0)
    diagnostic << "; the backward part is generated for straight-line code";
  return diagnostic;
}

void Differentiator::accumulate(Value value, Value gradient) {
  Value &sum = gradients[value];
  sum = sum ? AddOp::create(builder, value.getLoc(), sum, gradient).getResult()
            : gradient;
}

void Differentiator::differentiate(Operation *op) {
  Value upstream = gradients.lookup(op->getResult(0));
  if (!upstream)
    return;
  // A gradient has the type of its value, whatever of it was inferred.
  auto toTypeOf = [&](Value gradient, Value value) -> Value {
    if (gradient.getType() == value.getType())
      return gradient;
    return tensor::CastOp::create(builder, op->getLoc(), value.getType(),
                                  gradient);
  };
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    remarkRule(op, upstream);
    return accumulate(cast.getSource(), toTypeOf(upstream, cast.getSource()));
  }

  SmallVector<bool> needed;
  for (Value operand : op->getOperands())
    needed.push_back(active.contains(operand));
  SmallVector<Value> operandGradients(op->getNumOperands());
  cast<GradientOpInterface>(op).buildGradients(builder, upstream, needed,
                                               operandGradients);
  for (auto [isNeeded, gradient] : llvm::zip_equal(needed, operandGradients))
    if (!isNeeded)
      gradient = {};
  remarkRule(op, operandGradients);
  for (auto [operand, gradient] :
       llvm::zip_equal(op->getOperands(), operandGradients))
    if (gradient)
      accumulate(operand, toTypeOf(gradient, operand));
}

FailureOr<SmallVector<Value>> Differentiator::run() {
  if (failed(findActiveValues()))
    return failure();
  auto lossType = cast<RankedTensorType>(loss.getType());
  gradients[loss] = ConstantOp::create(
      builder, loss.getLoc(),
      DenseElementsAttr::get(lossType,
                             FloatAttr::get(lossType.getElementType(), 1.0)));
  for (Operation *op : llvm::reverse(activeOps))
    differentiate(op);

  SmallVector<Value> results;
  for (BlockArgument argument : arguments) {
    Value gradient = gradients.lookup(argument);
    if (!gradient) {
      auto type = cast<RankedTensorType>(argument.getType());
      SmallVector<Value> sizes;
      for (int64_t axis = 0; axis < type.getRank(); ++axis)
        if (type.isDynamicDim(axis))
          sizes.push_back(tensor::DimOp::create(builder, argument.getLoc(),
                                                argument, axis));
      gradient = ZeroOp::create(builder, argument.getLoc(), type, sizes);
    }
    results.push_back(gradient);
  }
  return results;
}

struct NoviGenerateBackwardPass
    : impl::NoviGenerateBackwardPassBase<NoviGenerateBackwardPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(generate(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult generate(ModuleOp module);
  /// The number of the result that is the loss.
  FailureOr<unsigned> findLoss(func::FuncOp function);
  FailureOr<SmallVector<unsigned>> findArguments(func::FuncOp function);
};

FailureOr<unsigned> NoviGenerateBackwardPass::findLoss(func::FuncOp function) {
  std::optional<unsigned> found;
  unsigned numResults = function.getNumResults();
  for (unsigned index = 0; index < numResults; ++index) {
    bool matches = loss.empty() ? hasResultRole(function, index, "loss")
                                : nameOfResult(function, index) == loss;
    if (!matches)
      continue;
    if (found && loss.empty())
      return function.emitOpError("has several results with the role 'loss'; "
                                  "name one with the option loss");
    if (found)
      return function.emitOpError("has several results called '")
             << loss << "'; give them a novi.name";
    found = index;
  }
  if (!found && loss.empty() && numResults == 1)
    found = 0;
  if (!found) {
    InFlightDiagnostic diagnostic = function.emitOpError("has no result ");
    if (loss.empty())
      diagnostic << "with the role 'loss'";
    else
      diagnostic << "called '" << loss << "'";
    diagnostic << "; its results are ";
    for (unsigned index = 0; index < numResults; ++index)
      diagnostic << (index ? ", " : "") << nameOfResult(function, index);
    if (numResults == 0)
      diagnostic << "none";
    return diagnostic;
  }
  auto type = dyn_cast<RankedTensorType>(function.getResultTypes()[*found]);
  if (!type || !isFloatTensor(type) || !type.hasStaticShape() ||
      type.getNumElements() != 1)
    return function.emitOpError("has the loss '")
           << nameOfResult(function, *found) << "' of type "
           << function.getResultTypes()[*found]
           << "; a loss is a tensor of f16, bf16, f32 or f64 with one element";
  return *found;
}

FailureOr<SmallVector<unsigned>>
NoviGenerateBackwardPass::findArguments(func::FuncOp function) {
  auto all = llvm::seq<unsigned>(0, function.getNumArguments());
  SmallVector<unsigned> found;
  for (const std::string &name : arguments) {
    auto it = llvm::find_if(all, [&](unsigned index) {
      return nameOfArgument(function, index) == name;
    });
    if (it == all.end()) {
      InFlightDiagnostic diagnostic =
          function.emitOpError("has no argument called '")
          << name << "'; it has ";
      for (unsigned index : all)
        diagnostic << (index ? ", " : "") << nameOfArgument(function, index);
      if (all.empty())
        diagnostic << "none";
      return diagnostic;
    }
    if (llvm::is_contained(found, *it))
      return function.emitOpError("is asked twice for the gradient of '")
             << name << "'";
    found.push_back(*it);
  }
  if (found.empty())
    for (unsigned index : all)
      if (hasArgumentRole(function, index, "parameter"))
        found.push_back(index);
  for (unsigned index : found)
    if (!isFloatTensor(function.getArgumentTypes()[index]))
      return function.emitOpError("has no gradient for '")
             << nameOfArgument(function, index) << "' of type "
             << function.getArgumentTypes()[index]
             << "; only tensors of f16, bf16, f32 and f64 have one";
  if (found.empty())
    for (unsigned index : all)
      if (isFloatTensor(function.getArgumentTypes()[index]))
        found.push_back(index);
  if (found.empty())
    return function.emitOpError(
        "has no argument of f16, bf16, f32 or f64, so there is no "
        "gradient to generate");
  return found;
}

LogicalResult NoviGenerateBackwardPass::generate(ModuleOp module) {
  FailureOr<func::FuncOp> function = findFunction(module, this->function);
  if (failed(function) ||
      failed(verifyNotCalled(module, *function, getArgument())))
    return failure();
  FailureOr<unsigned> lossIndex = findLoss(*function);
  if (failed(lossIndex))
    return failure();
  FailureOr<SmallVector<unsigned>> indices = findArguments(*function);
  if (failed(indices))
    return failure();

  llvm::StringSet<> taken;
  for (unsigned index = 0; index < function->getNumResults(); ++index)
    taken.insert(nameOfResult(*function, index));
  SmallVector<BlockArgument> chosen;
  for (unsigned index : *indices) {
    std::string name = nameOfArgument(*function, index) + kGradientSuffix.str();
    if (!taken.insert(name).second)
      return function->emitOpError("has a result '")
             << name
             << "' already; import a listing with --forward-only to have its "
                "backward part generated";
    chosen.push_back(function->getArgument(index));
  }

  auto terminator =
      cast<func::ReturnOp>(function->getBody().front().getTerminator());
  FailureOr<SmallVector<Value>> gradients =
      Differentiator(*function, terminator.getOperand(*lossIndex), chosen)
          .run();
  if (failed(gradients))
    return failure();
  for (auto [index, gradient] : llvm::zip_equal(*indices, *gradients)) {
    terminator.getOperandsMutable().append(gradient);
    if (failed(function->insertResult(
            function->getNumResults(), gradient.getType(),
            getNamedResultAttrs(&getContext(),
                                nameOfArgument(*function, index) +
                                    kGradientSuffix.str(),
                                "gradient"))))
      return failure();
  }
  return success();
}

} // namespace
} // namespace mlir::novi
