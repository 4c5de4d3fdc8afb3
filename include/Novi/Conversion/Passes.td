//===- Passes.td - Passes between novi and others -----------*- tablegen -*-===//

#ifndef NOVI_CONVERSION_PASSES_TD
#define NOVI_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertNoviToLinalgPass : Pass<"convert-novi-to-linalg"> {
  let summary = "Convert every novi op to linalg on tensors";
  let description = [{
    Each op becomes ops of linalg, tensor, arith and math on tensors of the same
    types; signatures stay, dynamic sizes stay. No novi op is left.

    - Elementwise ops, `transpose` and `broadcast` become one `linalg.generic`
      each, with broadcasting indexing maps, so that
      `--linalg-fuse-elementwise-ops` makes one loop of a chain of them.
    - `matmul` and `contract` become `linalg.contract`: transposed operands and
      broadcast batches are indexing maps, and fusion does not take the product
      apart. A `contract` that sums nothing is elementwise; one that sums an axis
      of one operand only is a `linalg.generic`.
    - Reductions, softmax and losses become reductions and elementwise generics,
      the largest element subtracted first.
    - `slice`, `insert_slice` and `concat` become `tensor.extract_slice` and
      `tensor.insert_slice`; `reshape` becomes `tensor.collapse_shape` and
      `tensor.expand_shape`, which bufferize without a copy.

    Numbers: `f16` and `bf16` are computed and accumulated in `f32`; each op
    rounds once. NaN, infinities and ties are as the ops' descriptions say.

    What the verifier must leave open since sizes are dynamic is checked when the
    program runs, by a `cf.assert` before the op's code. Its message names the op
    and its location.

    Before, and after:

    ```mlir
    %y = novi.relu %x : (tensor<?x64xf32>) -> tensor<?x64xf32>

    %c0 = arith.constant 0 : index
    %n = tensor.dim %x, %c0 : tensor<?x64xf32>
    %empty = tensor.empty(%n) : tensor<?x64xf32>
    %y = linalg.generic {
        indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                         affine_map<(d0, d1) -> (d0, d1)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<?x64xf32>) outs(%empty : tensor<?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %zero = arith.constant 0.0 : f32
      %isBelow = arith.cmpf ole, %in, %zero : f32
      %max = arith.select %isBelow, %zero, %in : f32
      linalg.yield %max : f32
    } -> tensor<?x64xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def NoviCheckShapesPass : Pass<"novi-check-shapes", "::mlir::func::FuncOp"> {
  let summary = "Check at run time what the shapes of novi ops leave open";
  let description = [{
    The checks that `convert-novi-to-linalg` makes, and nothing else: a `cf.assert`
    before each op whose sizes are known only when the program runs. For targets to
    which ops go another way; the ops stay as they are. What a `novi.kernel` holds is
    checked in front of it.

    Numbers do not change.

    Before and after:

    ```mlir
    %y = novi.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>

    %n = tensor.dim %a, %c0 : tensor<?xf32>
    %m = tensor.dim %b, %c0 : tensor<?xf32>
    %same = arith.cmpi eq, %m, %n : index
    cf.assert %same, "'novi.add' op at x.mlir:3:8: shapes ? and ? do not broadcast: ..."
    %y = novi.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // NOVI_CONVERSION_PASSES_TD
