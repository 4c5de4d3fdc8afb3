//===- ConstantOps.td - Tensors out of nothing --------------*- tablegen -*-===//

#ifndef NOVI_DIALECT_IR_CONSTANTOPS_TD
#define NOVI_DIALECT_IR_CONSTANTOPS_TD

include "Novi/Dialect/IR/NoviBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def Novi_ConstantGroup : Novi_DocGroup<"Constants"> {
  let description = [{
    Tensors that need no operand but, where a size is dynamic, its value.
  }];
}

def Novi_ConstantOp : Novi_Op<"constant", [
    ConstantLike, AllTypesMatch<["value", "result"]>,
    Novi_NoGradient<"a constant depends on nothing">]> {
  let summary = "A tensor known while compiling";
  let description = [{
    `result = value`.

    Constraints:
    - (C1) the value is dense or dense_resource elements.
    - (C2) a resource has as many bytes as the elements need, one for an `i1`.

    Example:
    ```mlir
    %c = novi.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    ```

    Source: [ONNX Constant](https://onnx.ai/onnx/operators/onnx__Constant.html).
  }];
  let opDocGroup = Novi_ConstantGroup;
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Novi_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasVerifier = 1;
  let hasFolder = 1;
}

class Novi_SizedConstantOp<string mnemonic> : Novi_Op<mnemonic, [
    Novi_NoGradient<"it depends on sizes only, not on numbers">]> {
  let opDocGroup = Novi_ConstantGroup;
  let arguments = (ins Variadic<Index>:$sizes);
  let results = (outs Novi_FloatTensor:$result);
  let builders = [OpBuilder<(ins "::mlir::RankedTensorType":$type), [{
    build($_builder, $_state, type, ::mlir::ValueRange());
  }]>];
  let assemblyFormat = "(`(` $sizes^ `)`)? attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Novi_ZeroOp : Novi_SizedConstantOp<"zero"> {
  let summary = "A tensor of zeros";
  let description = [{
    `result[i] = 0`. One operand gives the size of each dynamic axis. Of a
    static shape it folds to `novi.constant dense<0.0>`.

    Constraints:
    - (C1) there are as many sizes as dynamic axes.

    Example:
    ```mlir
    %z = novi.zero(%n) : tensor<?x8xf32>
    ```

    Source: the listing's `Zero`; ONNX ConstantOfShape.
  }];
  let hasFolder = 1;
}

def Novi_EyeOp : Novi_SizedConstantOp<"eye"> {
  let summary = "The identity matrix";
  let description = [{
    `result[i, j] = 1` where i = j, else 0. One operand gives the size of each
    dynamic axis. The matrix need not be square.

    Constraints:
    - (C1) there are as many sizes as dynamic axes.
    - (C2) the result has two axes.

    Example:
    ```mlir
    %i = novi.eye : tensor<4x4xf32>
    ```

    Source: [ONNX EyeLike](https://onnx.ai/onnx/operators/onnx__EyeLike.html).
  }];
}

#endif // NOVI_DIALECT_IR_CONSTANTOPS_TD
