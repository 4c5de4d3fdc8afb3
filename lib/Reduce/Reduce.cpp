//===- Reduce.cpp - Find a smaller program ----------------------*- C++ -*-===//
//
// Implements novi-reduce: delta debugging with reduction patterns as steps.
//
//===----------------------------------------------------------------------===//

#include "Novi/Reduce/Passes.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "mlir/Reducer/Tester.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

namespace mlir::novi {

#define GEN_PASS_DEF_NOVIREDUCEPASS
#include "Novi/Reduce/Passes.h.inc"

namespace {

/// Changes the operations with these numbers, in the order of a walk, where it
/// can.
using Step = std::function<void(ModuleOp, size_t first, size_t last)>;

SmallVector<Operation *> getOps(ModuleOp module, size_t first, size_t last) {
  SmallVector<Operation *> ops;
  size_t number = 0;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (number >= first && number < last)
      ops.push_back(op);
    ++number;
  });
  return ops;
}

size_t countOps(ModuleOp module) {
  size_t number = 0;
  module.walk([&](Operation *) { ++number; });
  return number;
}

/// What a program has that may be made less: operations, and results and
/// arguments of functions.
size_t getSize(ModuleOp module) {
  size_t size = countOps(module);
  module.walk([&](FunctionOpInterface function) {
    size += function.getNumArguments() + function.getNumResults();
  });
  return size;
}

void eraseDeadOps(ModuleOp module) {
  module.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

Step makeStep(std::unique_ptr<RewritePattern> pattern) {
  MLIRContext *context = pattern->getContext();
  FrozenRewritePatternSet set(RewritePatternSet(context, std::move(pattern)));
  return [set](ModuleOp module, size_t first, size_t last) {
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingOps)
        .enableFolding(false)
        .enableConstantCSE(false);
    // That there is an end to it is not asked for.
    (void)applyOpPatternsGreedily(getOps(module, first, last), set, config);
  };
}

/// Functions that nobody calls, so that what they take and give may change.
SmallVector<FunctionOpInterface> getFunctions(ModuleOp module, size_t first,
                                              size_t last) {
  SmallVector<FunctionOpInterface> functions;
  for (Operation *op : getOps(module, first, last))
    if (auto function = dyn_cast<FunctionOpInterface>(op);
        function && !function.isExternal() &&
        SymbolTable::symbolKnownUseEmpty(op, module))
      functions.push_back(function);
  return functions;
}

/// Drops the result with this number.
Step makeResultStep(unsigned number) {
  return [=](ModuleOp module, size_t first, size_t last) {
    for (FunctionOpInterface function : getFunctions(module, first, last)) {
      unsigned numResults = function.getNumResults();
      if (number >= numResults)
        continue;
      llvm::BitVector dropped(numResults);
      dropped.set(number);
      for (Block &block : function.getFunctionBody())
        if (Operation *end = block.getTerminator();
            end->getNumOperands() == numResults)
          end->eraseOperands(dropped);
      (void)function.eraseResults(dropped);
    }
  };
}

void dropUnusedArguments(ModuleOp module, size_t first, size_t last) {
  for (FunctionOpInterface function : getFunctions(module, first, last)) {
    llvm::BitVector dropped;
    for (BlockArgument argument : function.getArguments())
      dropped.push_back(argument.use_empty());
    (void)function.eraseArguments(dropped);
  }
}

struct NoviReducePass : impl::NoviReducePassBase<NoviReducePass> {
  using Base::Base;

  void runOnOperation() override;

private:
  bool isBetter(ModuleOp candidate, size_t size);
  /// Applies the step to ever smaller ranges. Returns whether it did anything.
  bool reduce(const Step &step);

  /// It only refers to the program and the arguments.
  Tester tester;
  std::string program;
  std::vector<std::string> arguments;
};

bool NoviReducePass::isBetter(ModuleOp candidate, size_t size) {
  eraseDeadOps(candidate);
  if (getSize(candidate) >= size)
    return false;
  ScopedDiagnosticHandler silent(&getContext(),
                                 [](Diagnostic &) { return success(); });
  return succeeded(verify(candidate)) &&
         tester.isInteresting(candidate).first == Tester::Interestingness::True;
}

bool NoviReducePass::reduce(const Step &step) {
  ModuleOp module = getOperation();
  bool isChanged = false;
  for (size_t length = countOps(module); length > 0; length /= 2) {
    // From the end, where the program's results are.
    for (size_t last = countOps(module); last > 0;
         last -= std::min(last, length)) {
      size_t first = last - std::min(last, length);
      OwningOpRef<ModuleOp> candidate = module.clone();
      step(*candidate, first, last);
      if (!isBetter(*candidate, getSize(module)))
        continue;
      isChanged = true;
      module.getBodyRegion().takeBody(candidate->getBodyRegion());
      last = std::min(last, countOps(module));
    }
  }
  return isChanged;
}

void NoviReducePass::runOnOperation() {
  ModuleOp module = getOperation();
  auto path = llvm::sys::findProgramByName(test);
  if (!path || !llvm::sys::fs::can_execute(*path)) {
    module.emitError("novi-reduce: test = '")
        << test << "' is no program that can be run";
    return signalPassFailure();
  }
  program = *path;
  arguments.assign(testArguments.begin(), testArguments.end());
  tester = Tester(program, arguments);
  if (tester.isInteresting(module).first != Tester::Interestingness::True) {
    module.emitError("novi-reduce: '")
        << test << "' does not answer 1 of the program as it is";
    return signalPassFailure();
  }

  RewritePatternSet patterns(&getContext());
  for (Dialect *dialect : getContext().getLoadedDialects())
    if (auto *interface =
            dialect->getRegisteredInterface<DialectReductionPatternInterface>())
      interface->populateReductionPatterns(patterns);
  SmallVector<Step> steps;
  unsigned mostResults = 0;
  module.walk([&](FunctionOpInterface function) {
    mostResults = std::max(mostResults, function.getNumResults());
  });
  for (unsigned number = mostResults; number-- > 0;)
    steps.push_back(makeResultStep(number));
  for (std::unique_ptr<RewritePattern> &pattern : patterns.getNativePatterns())
    steps.push_back(makeStep(std::move(pattern)));
  steps.push_back(dropUnusedArguments);

  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (const Step &step : steps)
      isChanged |= reduce(step);
  }
}

} // namespace
} // namespace mlir::novi
