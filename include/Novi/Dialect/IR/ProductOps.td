//===- ProductOps.td - Matrix and tensor products -----------*- tablegen -*-===//

#ifndef NOVI_DIALECT_IR_PRODUCTOPS_TD
#define NOVI_DIALECT_IR_PRODUCTOPS_TD

include "Novi/Dialect/IR/NoviBase.td"

def Novi_ProductGroup : Novi_DocGroup<"Products"> {
  let description = [{
    Products that contract axes. They accumulate in the compute type or wider; a
    contracted axis of size 0 gives zeros.
  }];
}

def Novi_MatmulOp : Novi_Op<"matmul", [Novi_InferType]> {
  let summary = "Matrix product";
  let description = [{
    `result[..., i, j] = sum_k lhs[..., i, k] * rhs[..., k, j]`, the two last
    axes of an operand swapped first where `transpose_a` (lhs) or `transpose_b`
    (rhs) is set. The leading axes are batches and broadcast.

    Shapes: `(b..., n?, k), (b..., k, m?) -> (b..., n?, m?)`. As in NumPy, a
    vector on the left is a row and one on the right a column, and that axis is
    then absent from the result.

    Constraints:
    - (C1) the element types are equal.
    - (C2) no operand is a scalar (multiply by one with `novi.mul`).
    - (C3) the contracted sizes are equal.
    - (C4) the batch axes broadcast.
    - (C5) a transposed operand has at least two axes.

    Edges: zeros where k = 0; 0 times NaN or infinity is NaN and is kept.

    Gradient: `u * rhs^T` and `lhs^T * u`, transposed for a transposed operand,
    summed over the batches along which an operand was repeated.

    Example:
    ```mlir
    %c = novi.matmul %a, %b {transpose_b}
       : (tensor<6x20xf32>, tensor<64x20xf32>) -> tensor<6x64xf32>
    ```

    Source: [ONNX MatMul](https://onnx.ai/onnx/operators/onnx__MatMul.html),
    numpy.matmul; the transposes of BLAS gemm.
  }];
  let opDocGroup = Novi_ProductGroup;
  let arguments = (ins Novi_FloatTensor:$lhs, Novi_FloatTensor:$rhs,
                       UnitAttr:$transpose_a, UnitAttr:$transpose_b);
  let results = (outs Novi_FloatTensor:$result);
  let assemblyFormat =
    "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Novi_ContractOp : Novi_Op<"contract", [Novi_InferType]> {
  let summary = "Product of two tensors by index letters";
  let description = [{
    Einstein's sum of two operands, `"lhs letters,rhs letters->result letters"`:
    each axis has a letter, axes with one letter run together, and a letter that
    the result lacks is summed over. `"bij,bjk->bik"` is a batched matrix
    product, `"i,j->ij"` an outer product.

    Shapes: as the letters say.

    Constraints:
    - (C1) the element types are equal.
    - (C2) the equation is letters a to z and A to Z, one comma, letters, `->`,
      letters.
    - (C3) an operand has as many axes as letters.
    - (C4) no letter stands twice in one operand or in the result.
    - (C5) each letter of the result stands in an operand.
    - (C6) the sizes of a letter are equal; they do not broadcast.

    Edges: as `novi.matmul`.

    Gradient: of an operand, u contracted with the other one; repeated along a
    letter that only this operand has.

    Example:
    ```mlir
    %c = novi.contract "abc,adbc->abd" %l, %r
       : (tensor<1x2x3xf32>, tensor<1x4x2x3xf32>) -> tensor<1x2x4xf32>
    ```

    Source: [ONNX Einsum](https://onnx.ai/onnx/operators/onnx__Einsum.html) of
    two operands.
  }];
  let opDocGroup = Novi_ProductGroup;
  let arguments = (ins Novi_FloatTensor:$lhs, Novi_FloatTensor:$rhs,
                       StrAttr:$equation);
  let results = (outs Novi_FloatTensor:$result);
  let assemblyFormat = [{
    $equation $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
  }];
}

#endif // NOVI_DIALECT_IR_PRODUCTOPS_TD
