//===- ReductionOps.td - Reductions and softmax -------------*- tablegen -*-===//

#ifndef NOVI_DIALECT_IR_REDUCTIONOPS_TD
#define NOVI_DIALECT_IR_REDUCTIONOPS_TD

include "Novi/Dialect/IR/NoviBase.td"

def Novi_ReductionGroup : Novi_DocGroup<"Reductions"> {
  let description = [{
    Work along axes. An axis may be counted from the end: -1 is the last one.
    Canonicalisation counts from the front.
  }];
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

class Novi_ReduceOp<string mnemonic> : Novi_Op<mnemonic, [Novi_InferType]> {
  let opDocGroup = Novi_ReductionGroup;
  let arguments = (ins Novi_FloatTensor:$input, DenseI64ArrayAttr:$axes,
                       UnitAttr:$keepdims);
  let results = (outs Novi_FloatTensor:$result);
  let assemblyFormat = [{
    $input `axes` `=` $axes (`keepdims` $keepdims^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Novi_ReduceSumOp : Novi_ReduceOp<"reduce_sum"> {
  let summary = "Sum along axes";
  let description = [{
    `result[...] = sum over axes of input[...]`. With `keepdims` a reduced axis
    stays as one of size 1, else it goes.

    Shapes: `(s...) -> (s... without, or with 1 at, the axes)`.

    Constraints:
    - (C1) the axes lie within [-rank, rank).
    - (C2) no axis is named twice.

    Edges: the sum of nothing is 0; no axes give the input. Accumulated in the
    compute type or wider.

    Gradient: `u`, repeated along the axes.

    Example:
    ```mlir
    %s = novi.reduce_sum %x axes = [0] keepdims
       : (tensor<6x20xf32>) -> tensor<1x20xf32>
    ```

    Source: [ONNX ReduceSum](https://onnx.ai/onnx/operators/onnx__ReduceSum.html).
  }];
}

def Novi_ReduceMaxOp : Novi_ReduceOp<"reduce_max"> {
  let summary = "Largest element along axes";
  let description = [{
    `result[...] = max over axes of input[...]`. With `keepdims` a reduced axis
    stays as one of size 1, else it goes.

    Shapes: `(s...) -> (s... without, or with 1 at, the axes)`.

    Constraints:
    - (C1) the axes lie within [-rank, rank).
    - (C2) no axis is named twice.
    - (C3) a reduced axis of static size 0 is refused, unless the result has no
      elements either.

    Edges: a NaN among the elements gives NaN; a dynamic axis that is empty
    gives -inf; no axes give the input.

    Gradient: `u / n` at the n elements that are the largest, else 0; NaN for
    all where the result is. n is counted in the compute type.

    Example:
    ```mlir
    %m = novi.reduce_max %x axes = [-1] : (tensor<6x20xf32>) -> tensor<6xf32>
    ```

    Source: [ONNX ReduceMax](https://onnx.ai/onnx/operators/onnx__ReduceMax.html).
  }];
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

class Novi_AlongAxisOp<string mnemonic> : Novi_Op<mnemonic, [Novi_InferType]> {
  let opDocGroup = Novi_ReductionGroup;
  let arguments = (ins Novi_FloatTensor:$input, Novi_AxisAttr:$axis);
  let results = (outs Novi_FloatTensor:$result);
  let assemblyFormat = [{
    $input `axis` `=` $axis attr-dict `:` functional-type(operands, results)
  }];
  let hasCanonicalizer = 1;
}

def Novi_SoftmaxOp : Novi_AlongAxisOp<"softmax"> {
  let summary = "Softmax along an axis";
  let description = [{
    With m the largest element along the axis:
    `result[i] = exp(input[i] - m) / sum_j exp(input[j] - m)`.

    Shapes: `(s...) -> (s...)`. A scalar counts as an axis of size 1.

    Constraints:
    - (C1) the axis lies within [-rank, rank); of a scalar, within [-1, 1).

    Edges: NaN along the whole axis where it holds a NaN, +inf, or nothing but
    -inf; -inf beside finite elements gives 0; an empty axis gives an empty
    result; the softmax of a scalar is 1.

    Gradient: `result * (u - sum_j u[j] * result[j])`.

    Example:
    ```mlir
    %p = novi.softmax %s axis = 1 : (tensor<6x20xf32>) -> tensor<6x20xf32>
    ```

    Source: [ONNX Softmax](https://onnx.ai/onnx/operators/onnx__Softmax.html), version 13.
  }];
}

def Novi_LogSoftmaxOp : Novi_AlongAxisOp<"log_softmax"> {
  let summary = "Logarithm of the softmax along an axis";
  let description = [{
    With m the largest element along the axis:
    `result[i] = (input[i] - m) - ln(sum_j exp(input[j] - m))`, which stays
    finite where the softmax underflows.

    Shapes: `(s...) -> (s...)`. A scalar counts as an axis of size 1.

    Constraints:
    - (C1) the axis lies within [-rank, rank); of a scalar, within [-1, 1).

    Edges: log_softmax([1e4, 0]) = [0, -1e4]; NaN along the whole axis where it
    holds a NaN, +inf, or nothing but -inf; -inf beside finite elements stays
    -inf; the log_softmax of a scalar is 0.

    Gradient: `u - softmax(input) * sum_j u[j]`.

    Example:
    ```mlir
    %l = novi.log_softmax %s axis = -1 : (tensor<6x20xf32>) -> tensor<6x20xf32>
    ```

    Source: [ONNX LogSoftmax](https://onnx.ai/onnx/operators/onnx__LogSoftmax.html), version 13.
  }];
}

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

def Novi_LayerNormOp : Novi_Op<"layer_norm", [Novi_InferType]> {
  let summary = "Mean 0 and variance 1 along an axis";
  let description = [{
    With n elements along the axis, `m = sum_j input[j] / n` and
    `v = sum_j (input[j] - m)^2 / n`:
    `result[i] = (input[i] - m) / sqrt(v + epsilon)`.

    There is neither scale nor bias: those are `novi.mul` and `novi.add`.

    Shapes: `(s...) -> (s...)`. A scalar counts as an axis of size 1.

    Constraints:
    - (C1) the axis lies within [-rank, rank); of a scalar, within [-1, 1).
    - (C2) epsilon is finite and not negative.

    Edges: 0 along the whole axis where all its elements are one number, or NaN
    if epsilon is 0; NaN along the whole axis where it holds a NaN or an
    infinity; an empty axis gives an empty result. Computed in the compute type,
    in which the squares may overflow.

    Gradient: with `mean(a) = sum_j a[j] / n` and `r = 1 / sqrt(v + epsilon)`:
    `r * (u - mean(u) - result * mean(u * result))`.

    Example:
    ```mlir
    %y = novi.layer_norm %x axis = -1 epsilon = 1.0e-05
       : (tensor<6x64xf32>) -> tensor<6x64xf32>
    ```

    Source: [ONNX LayerNormalization](
    https://onnx.ai/onnx/operators/onnx__LayerNormalization.html) without scale
    and bias, along one axis; Ba, Kiros and Hinton 2016.
  }];
  let opDocGroup = Novi_ReductionGroup;
  let arguments = (ins Novi_FloatTensor:$input, Novi_AxisAttr:$axis,
                       F64Attr:$epsilon);
  let results = (outs Novi_FloatTensor:$result);
  let builders = [OpBuilder<
      (ins "::mlir::Value":$input, "int64_t":$axis, "double":$epsilon), [{
    build($_builder, $_state, input, $_builder.getI64IntegerAttr(axis),
          $_builder.getF64FloatAttr(epsilon));
  }]>];
  let assemblyFormat = [{
    $input `axis` `=` $axis `epsilon` `=` $epsilon attr-dict `:`
    functional-type(operands, results)
  }];
  let hasCanonicalizer = 1;
}

#endif // NOVI_DIALECT_IR_REDUCTIONOPS_TD
