//===- Passes.td - Passes from novi to novi -----------------*- tablegen -*-===//

#ifndef NOVI_TRANSFORMS_PASSES_TD
#define NOVI_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def NoviSimplifyPass : InterfacePass<"novi-simplify", "::mlir::FunctionOpInterface"> {
  let summary = "Simplify what only NaN, infinities or the sign of zero forbid";
  let description = [{
    `canonicalize` keeps every NaN, every infinity and the sign of zero. This
    pass does what is left to do once the user vouches for the numbers, with the
    flags of LLVM's instructions:

    - `nsz`, signs of zeros are of no interest: `x + 0` becomes x, `0 - x` a
      negation.
    - `nnan ninf`, no tensor holds a NaN or an infinity: `x - x` becomes zeros.
    - `nnan ninf nsz`: a product (`mul`, `scale`, `matmul`, `contract`) with
      zeros becomes zeros.

    Without flags no number changes, and nothing but the remarks comes of it.
    With them results may differ where the user's word does not hold, and in the
    sign of zeros.

    Remarks (`--remarks-filter=novi-simplify`):

    - `ZeroGradient`: a result with the role `gradient` is zeros whatever is fed,
      so the parameter can never change.
    - `WideningBroadcast`: an elementwise op repeats both operands along
      different axes, which is legal and often a mistake.

    Before, and after `novi-simplify="nnan ninf nsz"`:

    ```mlir
    %zeros = novi.constant dense<0.0> : tensor<6x6xf32>
    %a = novi.matmul %zeros, %k : (tensor<6x6xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %b = novi.add %x, %a : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    return %b : tensor<6x8xf32>

    return %x : tensor<6x8xf32>
    ```
  }];
  let options = [
    Option<"nnan", "nnan", "bool", "false", "Assume that there is no NaN">,
    Option<"ninf", "ninf", "bool", "false", "Assume that there is no infinity">,
    Option<"nsz", "nsz", "bool", "false", "Ignore the sign of zeros">
  ];
  let dependentDialects = ["::mlir::novi::NoviDialect"];
}

#endif // NOVI_TRANSFORMS_PASSES_TD
