//===- ElementwiseOps.td - One element at a time ------------*- tablegen -*-===//

#ifndef NOVI_DIALECT_IR_ELEMENTWISEOPS_TD
#define NOVI_DIALECT_IR_ELEMENTWISEOPS_TD

include "Novi/Dialect/IR/NoviBase.td"
include "Novi/Dialect/IR/NoviEnums.td"

def Novi_ElementwiseGroup : Novi_DocGroup<"Elementwise"> {
  let description = [{
    Each element of the result is computed from the elements of the operands at
    the same place. Several operands broadcast as NumPy's do: shapes are aligned
    at the right, a missing axis counts as 1, and a static size 1 is repeated.
  }];
}

class Novi_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : Novi_Op<mnemonic, traits # [Novi_InferType]> {
  let opDocGroup = Novi_ElementwiseGroup;
  let results = (outs Novi_FloatTensor:$result);
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

class Novi_UnaryOp<string mnemonic> : Novi_ElementwiseOp<mnemonic> {
  let arguments = (ins Novi_FloatTensor:$input);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, results)";
}

def Novi_NegOp : Novi_UnaryOp<"neg"> {
  let summary = "Negation";
  let description = [{
    `result[i] = -input[i]`, the sign bit inverted: the negation of 0 is -0, of
    NaN a NaN.

    Shapes: `(s...) -> (s...)`.

    Gradient: `-u`.

    Example:
    ```mlir
    %y = novi.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```

    Source: [ONNX Neg](https://onnx.ai/onnx/operators/onnx__Neg.html).
  }];
}

def Novi_ReluOp : Novi_UnaryOp<"relu"> {
  let summary = "Rectified linear unit";
  let description = [{
    `result[i] = input[i]` where not `input[i] <= 0`, else 0.

    Shapes: `(s...) -> (s...)`.

    Edges: relu(NaN) = NaN, relu(-0.0) = 0, relu(inf) = inf, relu(-inf) = 0.

    Gradient: `u` where not `input <= 0`, else 0: 0 at 0, and through a NaN it
    passes.

    Example:
    ```mlir
    %y = novi.relu %x : (tensor<?x64xf16>) -> tensor<?x64xf16>
    ```

    Source: [ONNX Relu](https://onnx.ai/onnx/operators/onnx__Relu.html).
  }];
}

def Novi_NotOp : Novi_ElementwiseOp<"not", [
    Novi_NoGradient<"a mask has no slope">]> {
  let summary = "The other elements of a mask";
  let description = [{
    `result[i] = not input[i]`.

    Shapes: `(s...) -> (s...)`.

    Folds: twice gives the input; a `novi.select` by it exchanges its branches
    instead.

    Example:
    ```mlir
    %y = novi.not %m : (tensor<2x3xi1>) -> tensor<2x3xi1>
    ```

    Source: [ONNX Not](https://onnx.ai/onnx/operators/onnx__Not.html).
  }];
  let arguments = (ins Novi_BoolTensor:$input);
  let results = (outs Novi_BoolTensor:$result);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, results)";
}

def Novi_ExpOp : Novi_UnaryOp<"exp"> {
  let summary = "Exponential";
  let description = [{
    `result[i] = e^input[i]`.

    Shapes: `(s...) -> (s...)`.

    Edges: exp(-inf) = 0, exp(inf) = inf, exp(NaN) = NaN; inf where the result
    is too large for the element type.

    Constants are not folded: the target's exponential may differ from the
    compiler's in the last bit.

    Gradient: `u * result`.

    Example:
    ```mlir
    %y = novi.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    ```

    Source: [ONNX Exp](https://onnx.ai/onnx/operators/onnx__Exp.html).
  }];
  let hasFolder = 0;
}

def Novi_LogOp : Novi_UnaryOp<"log"> {
  let summary = "Natural logarithm";
  let description = [{
    `result[i] = ln(input[i])`.

    Shapes: `(s...) -> (s...)`.

    Edges: log(0) = log(-0.0) = -inf, log(x) = NaN for x < 0 and NaN,
    log(inf) = inf.

    Constants are not folded: the target's logarithm may differ from the
    compiler's in the last bit.

    Gradient: `u / input`; exactly 0 where u and the input are 0.

    Example:
    ```mlir
    %y = novi.log %x : (tensor<4xf32>) -> tensor<4xf32>
    ```

    Source: [ONNX Log](https://onnx.ai/onnx/operators/onnx__Log.html).
  }];
  let hasFolder = 0;
}

def Novi_CastOp : Novi_Op<"cast"> {
  let summary = "The same values in another element type";
  let description = [{
    `result[i]` is `input[i]` rounded to nearest even to the element type of the
    result; of `i1`, 0 or 1.

    Shapes: `(s...) -> (s...)`.

    Constraints:
    - (C1) the shapes are equal.

    Edges: NaN and infinities stay; what is too large becomes an infinity; the
    sign of zero stays.

    Folds: a cast to the same type gives the input. Two casts in a row are kept:
    the first may round.

    Gradient: `u`, rounded to the element type of the input; none for `i1`.

    Example:
    ```mlir
    %y = novi.cast %x : tensor<6x8xf16> to tensor<6x8xf32>
    ```

    Source: [ONNX Cast](https://onnx.ai/onnx/operators/onnx__Cast.html).
  }];
  let opDocGroup = Novi_ElementwiseGroup;
  let arguments = (ins Novi_Tensor:$input);
  let results = (outs Novi_FloatTensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Novi_ScaleOp : Novi_ElementwiseOp<"scale"> {
  let summary = "Product with a constant factor";
  let description = [{
    `result[i] = factor * input[i]`. The factor is rounded to the compute type,
    the product to the element type.

    Shapes: `(s...) -> (s...)`.

    Edges: 0 times NaN or infinity is NaN; the factor may itself be any double.

    Folds: a factor of 1 gives the input.

    Gradient: `factor * u`.

    Example:
    ```mlir
    %y = novi.scale %x by 1.250000e-01 : (tensor<6x6xf32>) -> tensor<6x6xf32>
    ```

    Source: the listing's `Scale`; BLAS scal.
  }];
  let arguments = (ins Novi_FloatTensor:$input, F64Attr:$factor);
  let builders = [OpBuilder<(ins "::mlir::Value":$input, "double":$factor), [{
    build($_builder, $_state, input, $_builder.getF64FloatAttr(factor));
  }]>];
  let assemblyFormat =
    "$input `by` $factor attr-dict `:` functional-type(operands, results)";
  let hasCanonicalizer = 1;
}

def Novi_ClipOp : Novi_ElementwiseOp<"clip"> {
  let summary = "Values held between two bounds";
  let description = [{
    `result[i] = minimum(max, maximum(min, input[i]))`.

    Shapes: `(s...) -> (s...)`.

    Constraints:
    - (C1) neither bound is NaN. Infinities leave a side open.

    Edges: clip(NaN) = NaN; where min > max, the result is max everywhere (but
    for NaN); a bound is rounded to the element type.

    Gradient: `u` where `min < input < max`, else 0: 0 at the bounds and at a
    NaN. An infinite bound bounds nothing.

    Example:
    ```mlir
    %y = novi.clip %x min -1.0 max 1.0 : (tensor<6x20xf32>) -> tensor<6x20xf32>
    ```

    Source: [ONNX Clip](https://onnx.ai/onnx/operators/onnx__Clip.html).
  }];
  let arguments = (ins Novi_FloatTensor:$input, F64Attr:$min, F64Attr:$max);
  let builders = [OpBuilder<
      (ins "::mlir::Value":$input, "double":$min, "double":$max), [{
    build($_builder, $_state, input, $_builder.getF64FloatAttr(min),
          $_builder.getF64FloatAttr(max));
  }]>];
  let assemblyFormat = [{
    $input `min` $min `max` $max attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Binary and ternary, with broadcasting
//===----------------------------------------------------------------------===//

class Novi_BinaryOp<string mnemonic, list<Trait> traits = []>
    : Novi_ElementwiseOp<mnemonic, traits> {
  let arguments = (ins Novi_FloatTensor:$lhs, Novi_FloatTensor:$rhs);
  let assemblyFormat =
    "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Novi_AddOp : Novi_BinaryOp<"add", [Commutative]> {
  let summary = "Sum of two tensors";
  let description = [{
    `result[i] = lhs[i] + rhs[i]`, operands broadcast.

    Shapes: `(s...), (t...) -> broadcast(s..., t...)`.

    Constraints:
    - (C1) the element types are equal.
    - (C2) the shapes broadcast.

    Edges: inf - inf = NaN. `x + (-0.0)` folds to x; `x + 0.0` does not, since
    it turns -0.0 into 0.0, unless `novi-simplify` has `nsz`.

    Gradient: `u` to both operands, summed over what was repeated.

    Example:
    ```mlir
    %y = novi.add %x, %bias : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
    ```

    Source: [ONNX Add](https://onnx.ai/onnx/operators/onnx__Add.html).
  }];
  let hasCanonicalizer = 1;
}

def Novi_SubOp : Novi_BinaryOp<"sub"> {
  let summary = "Difference of two tensors";
  let description = [{
    `result[i] = lhs[i] - rhs[i]`, operands broadcast.

    Shapes: `(s...), (t...) -> broadcast(s..., t...)`.

    Constraints:
    - (C1) the element types are equal.
    - (C2) the shapes broadcast.

    Edges: inf - inf = NaN. `x - 0.0` folds to x.

    Gradient: `u` and `-u`, summed over what was repeated.

    Example:
    ```mlir
    %y = novi.sub %a, %b : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
    ```

    Source: [ONNX Sub](https://onnx.ai/onnx/operators/onnx__Sub.html).
  }];
  let hasCanonicalizer = 1;
}

def Novi_MulOp : Novi_BinaryOp<"mul", [Commutative]> {
  let summary = "Elementwise product of two tensors";
  let description = [{
    `result[i] = lhs[i] * rhs[i]`, operands broadcast. The matrix product is
    `novi.matmul`.

    Shapes: `(s...), (t...) -> broadcast(s..., t...)`.

    Constraints:
    - (C1) the element types are equal.
    - (C2) the shapes broadcast.

    Edges: 0 times NaN or infinity is NaN, so a product with zeros folds only
    where `novi-simplify` has `nnan`, `ninf` and `nsz`. `1 * x` folds to x.

    Gradient: `u * rhs` and `u * lhs`, summed over what was repeated.

    Example:
    ```mlir
    %y = novi.mul %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```

    Source: [ONNX Mul](https://onnx.ai/onnx/operators/onnx__Mul.html).
  }];
}

def Novi_DivOp : Novi_BinaryOp<"div"> {
  let summary = "Quotient of two tensors";
  let description = [{
    `result[i] = lhs[i] / rhs[i]`, operands broadcast.

    Shapes: `(s...), (t...) -> broadcast(s..., t...)`.

    Constraints:
    - (C1) the element types are equal.
    - (C2) the shapes broadcast.

    Edges: x/0 is an infinity of the sign of the quotient, 0/0 and inf/inf are
    NaN. `x / 1` folds to x.

    Gradient: `u / rhs` and `-(u / rhs) * result`, summed over what was
    repeated; exactly 0 where u is 0 and the slope infinite.

    Example:
    ```mlir
    %y = novi.div %a, %b : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
    ```

    Source: [ONNX Div](https://onnx.ai/onnx/operators/onnx__Div.html).
  }];
}

def Novi_CompareOp : Novi_ElementwiseOp<"compare", [
    Novi_NoGradient<"a comparison changes in steps; between them its slope is 0">
  ]> {
  let summary = "Elementwise comparison";
  let description = [{
    `result[i] = lhs[i] PREDICATE rhs[i]`, a tensor of `i1`; operands broadcast.
    The predicate is one of `eq`, `ne`, `lt`, `le`, `gt`, `ge`.

    Shapes: `(s...), (t...) -> broadcast(s..., t...)`.

    Constraints:
    - (C1) the element types of the operands are equal.
    - (C2) the shapes broadcast.

    Edges: with a NaN every predicate is false but `ne`, which is true, as IEEE
    754 says; -0.0 equals 0.0.

    Gradient: none; a comparison changes in steps.

    Example:
    ```mlir
    %m = novi.compare gt, %x, %zero
       : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
    ```

    Source: ONNX Equal, Less, LessOrEqual, Greater, GreaterOrEqual.
  }];
  let arguments = (ins Novi_ComparePredicate:$predicate,
                       Novi_FloatTensor:$lhs, Novi_FloatTensor:$rhs);
  let results = (outs Novi_BoolTensor:$result);
  let assemblyFormat = [{
    $predicate `,` $lhs `,` $rhs attr-dict `:`
    functional-type(operands, results)
  }];
}

def Novi_SelectOp : Novi_ElementwiseOp<"select"> {
  let summary = "One of two tensors, element by element";
  let description = [{
    `result[i] = condition[i] ? on_true[i] : on_false[i]`; all three broadcast.
    The element not chosen has no influence, whatever it is.

    Shapes: `(c...), (s...), (t...) -> broadcast(c..., s..., t...)`.

    Constraints:
    - (C1) the element types of `on_true` and `on_false` are equal.
    - (C2) the three shapes broadcast.

    Edges: a NaN that is not chosen does not appear.

    Gradient: `u` to the operand that was chosen, 0 to the other, summed over
    what was repeated; none to the condition.

    Folds: of `novi.not`, the other way round without it.

    Example:
    ```mlir
    %y = novi.select %m, %x, %zero
       : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    ```

    Source: [ONNX Where](https://onnx.ai/onnx/operators/onnx__Where.html).
  }];
  let arguments = (ins Novi_BoolTensor:$condition, Novi_FloatTensor:$on_true,
                       Novi_FloatTensor:$on_false);
  let assemblyFormat = [{
    $condition `,` $on_true `,` $on_false attr-dict `:`
    functional-type(operands, results)
  }];
  let hasCanonicalizer = 1;
}

#endif // NOVI_DIALECT_IR_ELEMENTWISEOPS_TD
