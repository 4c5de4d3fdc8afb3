//===- Passes.td - Smaller programs that still fail ---------*- tablegen -*-===//

#ifndef NOVI_REDUCE_PASSES_TD
#define NOVI_REDUCE_PASSES_TD

include "mlir/Pass/PassBase.td"

def NoviReducePass : Pass<"novi-reduce", "::mlir::ModuleOp"> {
  let summary = "Find a smaller program that is interesting, too";
  let description = [{
    Applies reduction patterns (`DialectReductionPatternInterface`), one at a
    time, to half of the operations, then to a quarter and so on down to single
    ones, and drops results and arguments of functions that nobody calls. A step
    stays if the program is valid, smaller, and still interesting to `test`: a
    program that is given a file and answers 1 if it is.

    Upstream's `reduction-tree` takes operations away from under those that read
    them, and crashes on what is left; here every program is verified before it
    is tried.

    Numbers change: only the test knows what has to stay.
  }];
  let options = [
    Option<"test", "test", "std::string", "\"\"",
           "The program that says 1 of an interesting file, and 0 of others">,
    ListOption<"testArguments", "test-arg", "std::string",
               "Arguments of the test in front of the file">
  ];
}

#endif // NOVI_REDUCE_PASSES_TD
