//===- AddOptimizer.cpp - Next values of the parameters ---------*- C++ -*-===//
//
// Implements novi-add-optimizer.
//
//===----------------------------------------------------------------------===//

#include "FunctionNames.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Transforms/Passes.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIADDOPTIMIZERPASS
#include "Novi/Transforms/Passes.h.inc"

namespace {

struct NoviAddOptimizerPass
    : impl::NoviAddOptimizerPassBase<NoviAddOptimizerPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (!(learningRate > 0) || !std::isfinite(learningRate))
      return emitError(UnknownLoc::get(context))
             << "novi-add-optimizer: learning-rate = " << learningRate
             << " must be positive and finite";
    if (!(clipValue > 0))
      return emitError(UnknownLoc::get(context))
             << "novi-add-optimizer: clip-value = " << clipValue
             << " must be positive";
    return success();
  }

  void runOnOperation() override {
    if (failed(addOptimizer(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult addOptimizer(ModuleOp module);
  Value createNextValue(OpBuilder &builder, Location loc, Value parameter,
                        Value gradient);
};

Value NoviAddOptimizerPass::createNextValue(OpBuilder &builder, Location loc,
                                            Value parameter, Value gradient) {
  if (std::isfinite(clipValue))
    gradient = ClipOp::create(builder, loc, gradient, -clipValue, clipValue);
  Value difference = ScaleOp::create(builder, loc, gradient, learningRate);
  return SubOp::create(builder, loc, parameter, difference);
}

LogicalResult NoviAddOptimizerPass::addOptimizer(ModuleOp module) {
  FailureOr<func::FuncOp> found = findFunction(module, function);
  if (failed(found) || failed(verifyNotCalled(module, *found, getArgument())))
    return failure();
  llvm::StringMap<BlockArgument> arguments;
  for (BlockArgument argument : found->getArguments())
    arguments.try_emplace(nameOfArgument(*found, argument.getArgNumber()),
                          argument);

  auto terminator =
      cast<func::ReturnOp>(found->getBody().front().getTerminator());
  bool changed = false;
  for (unsigned index = 0; index < found->getNumResults(); ++index) {
    if (!hasResultRole(*found, index, "gradient"))
      continue;
    std::string resultName = nameOfResult(*found, index);
    StringRef name = resultName;
    BlockArgument parameter =
        name.consume_back(kGradientSuffix) ? arguments.lookup(name) : nullptr;
    Value gradient = terminator.getOperand(index);
    if (!parameter || parameter.getType() != gradient.getType())
      return found->emitOpError("has the gradient '")
             << resultName << "' of type " << gradient.getType()
             << ", but no argument of that type called '" << name << "'";
    for (unsigned other = 0; other < found->getNumResults(); ++other)
      if (nameOfResult(*found, other) == name)
        return found->emitOpError("has a result '")
               << name << "' already, as the next value of '" << name
               << "' would be called";
    OpBuilder builder(terminator);
    terminator.setOperand(index, createNextValue(builder, gradient.getLoc(),
                                                 parameter, gradient));
    found->setResultAttrs(
        index, getNamedResultAttrs(&getContext(), name, "parameter"));
    changed = true;
  }
  if (!changed)
    return found->emitOpError("has no result with the role 'gradient'; "
                              "novi-generate-backward makes them");
  return success();
}

} // namespace
} // namespace mlir::novi
