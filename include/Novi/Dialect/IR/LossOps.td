//===- LossOps.td - Losses ----------------------------------*- tablegen -*-===//

#ifndef NOVI_DIALECT_IR_LOSSOPS_TD
#define NOVI_DIALECT_IR_LOSSOPS_TD

include "Novi/Dialect/IR/NoviBase.td"
include "Novi/Dialect/IR/NoviEnums.td"

def Novi_LossGroup : Novi_DocGroup<"Losses"> {
  let description = [{
    The last axis holds the classes; a *row* is what one index into the leading
    axes selects, so a tensor with two axes has the rows one expects, and a
    vector is one row.
  }];
}

class Novi_LossOp<string mnemonic> : Novi_Op<mnemonic, [Novi_InferType]> {
  let opDocGroup = Novi_LossGroup;
  let results = (outs Novi_FloatTensor:$result);
}

def Novi_CrossEntropyLossOp : Novi_LossOp<"cross_entropy_loss"> {
  let summary = "Cross-entropy of probabilities";
  let description = [{
    Of each row r: `loss[r] = -sum_c target[r, c] * ln(input[r, c] + epsilon)`,
    where `input` are probabilities and a term whose target is 0 is 0. The rows
    counted are `all` or the `first` one only; their losses are left as they are
    (reduction `none`), summed (`sum`) or averaged (`mean`).

    Where the probabilities come out of a softmax,
    `novi.softmax_cross_entropy_loss` of its input is the stable form.

    Shapes: `(rows..., c), (rows..., c) -> ()`; with `none`,
    `(rows..., c), (rows..., c) -> (rows...)`.

    Constraints:
    - (C1) the element types of input and target are equal.
    - (C2) the shapes of input and target are equal, with at least one axis.
    - (C3) epsilon is finite and not negative.
    - (C4) `none` goes with all rows.
    - (C5) `first` goes with at least one row.

    Edges: target 0 gives 0 even where the logarithm is infinite, but for a NaN
    in the input, which is kept; the mean of no rows is NaN, their sum 0. The
    sums are accumulated in the compute type or wider.

    Gradient: with U the upstream gradient of a row, over the number of rows for
    `mean`: `-U * target / (input + epsilon)` and `-U * ln(input + epsilon)`;
    exactly 0 where what the infinite slope is multiplied by is 0.

    Example:
    ```mlir
    %l = novi.cross_entropy_loss %p, %t rows = first epsilon = 1.0e-08
           reduction = sum : (tensor<6x20xf32>, tensor<6x20xf32>) -> tensor<f32>
    ```

    Source: the listing's `CrossEntropyLoss`.
  }];
  let arguments = (ins Novi_FloatTensor:$input, Novi_FloatTensor:$target,
                       Novi_LossRows:$rows, F64Attr:$epsilon,
                       Novi_LossReduction:$reduction);
  let builders = [OpBuilder<
      (ins "::mlir::Value":$input, "::mlir::Value":$target,
           "::mlir::novi::LossRows":$rows, "double":$epsilon,
           "::mlir::novi::LossReduction":$reduction), [{
    build($_builder, $_state, input, target,
          LossRowsAttr::get($_builder.getContext(), rows),
          $_builder.getF64FloatAttr(epsilon),
          LossReductionAttr::get($_builder.getContext(), reduction));
  }]>];
  let assemblyFormat = [{
    $input `,` $target `rows` `=` $rows `epsilon` `=` $epsilon
    `reduction` `=` $reduction attr-dict `:` functional-type(operands, results)
  }];
}

def Novi_SoftmaxCrossEntropyLossOp : Novi_LossOp<"softmax_cross_entropy_loss"> {
  let summary = "Cross-entropy of the softmax of scores";
  let description = [{
    Of each row r: `loss[r] = -sum_c target[r, c] * log_softmax(input)[r, c]`,
    where `input` are scores (logits) and a term whose target is 0 is 0. The
    rows counted are `all` or the `first` one only; their losses are left as
    they are (reduction `none`), summed (`sum`) or averaged (`mean`).

    Shapes: `(rows..., c), (rows..., c) -> ()`; with `none`,
    `(rows..., c), (rows..., c) -> (rows...)`.

    Constraints:
    - (C1) the element types of input and target are equal.
    - (C2) the shapes of input and target are equal, with at least one axis.
    - (C3) `none` goes with all rows.
    - (C4) `first` goes with at least one row.

    Edges: target 0 gives 0 even where the logarithm is infinite, but for a NaN,
    which is kept; the mean of no rows is NaN, their sum 0. The sums are
    accumulated in the compute type or wider.

    Gradient: with U the upstream gradient of a row, over the number of rows for
    `mean`: `U * (softmax(input) * sum_c target[c] - target)` of the input and
    `-U * log_softmax(input)` of the target; exactly 0 where U is 0 and the
    logarithm infinite.

    Example:
    ```mlir
    %l = novi.softmax_cross_entropy_loss %s, %t rows = all reduction = mean
       : (tensor<6x20xf32>, tensor<6x20xf32>) -> tensor<f32>
    ```

    Source: [ONNX SoftmaxCrossEntropyLoss](
    https://onnx.ai/onnx/operators/onnx__SoftmaxCrossEntropyLoss.html), with the
    target as probabilities.
  }];
  let arguments = (ins Novi_FloatTensor:$input, Novi_FloatTensor:$target,
                       Novi_LossRows:$rows,
                       Novi_LossReduction:$reduction);
  let builders = [OpBuilder<
      (ins "::mlir::Value":$input, "::mlir::Value":$target,
           "::mlir::novi::LossRows":$rows,
           "::mlir::novi::LossReduction":$reduction), [{
    build($_builder, $_state, input, target,
          LossRowsAttr::get($_builder.getContext(), rows),
          LossReductionAttr::get($_builder.getContext(), reduction));
  }]>];
  let assemblyFormat = [{
    $input `,` $target `rows` `=` $rows `reduction` `=` $reduction attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // NOVI_DIALECT_IR_LOSSOPS_TD
