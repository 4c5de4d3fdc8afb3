//===- ShapeOps.td - Ops that only move elements ------------*- tablegen -*-===//

#ifndef NOVI_DIALECT_IR_SHAPEOPS_TD
#define NOVI_DIALECT_IR_SHAPEOPS_TD

include "Novi/Dialect/IR/NoviBase.td"

def Novi_ShapeGroup : Novi_DocGroup<"Shapes"> {
  let description = [{
    Elements are moved, repeated or left out, never changed.
  }];
}

class Novi_ShapeOp<string mnemonic, list<Trait> traits = []>
    : Novi_Op<mnemonic, traits> {
  let opDocGroup = Novi_ShapeGroup;
  let results = (outs Novi_Tensor:$result);
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Novi_ConcatOp : Novi_ShapeOp<"concat", [Novi_InferType]> {
  let summary = "Tensors one after the other along an axis";
  let description = [{
    The result along the axis is the inputs one after the other.

    Shapes: `(s..., n1, t...), (s..., n2, t...), ... -> (s..., n1+n2+..., t...)`.

    Constraints:
    - (C1) there is at least one input.
    - (C2) the element types and the numbers of axes are equal, and there is at
      least one axis.
    - (C3) the axis lies within [-rank, rank).
    - (C4) the sizes of the other axes are equal.

    Gradient: of an input, the part of u that it filled.

    Example:
    ```mlir
    %c = novi.concat %a, %b axis = 1
       : (tensor<6x8xf32>, tensor<6x4xf32>) -> tensor<6x12xf32>
    ```

    Source: [ONNX Concat](https://onnx.ai/onnx/operators/onnx__Concat.html).
  }];
  let arguments = (ins Variadic<Novi_Tensor>:$inputs, Novi_AxisAttr:$axis);
  let assemblyFormat = [{
    $inputs `axis` `=` $axis attr-dict `:` functional-type(operands, results)
  }];
}

def Novi_SliceOp : Novi_ShapeOp<"slice", [
    Novi_InferType, AttrSizedOperandSegments]> {
  let summary = "A regular part of a tensor";
  let description = [{
    `result[i...] = input[offset + i * stride...]` for `i < size`, each axis with
    an offset, a size and a stride. Offsets and sizes are integers or `index`
    values; strides are integers.

    Shapes: `(s...) -> (sizes...)`.

    Constraints:
    - (C1) there is an offset, a size and a stride for each axis.
    - (C2) static offsets and sizes are not negative, strides are positive.
    - (C3) the last element read lies within the input; of values known only when
      the program runs, that is checked then.

    Gradient: u inserted into zeros.

    Example:
    ```mlir
    %y = novi.slice %x[0, %i] [6, 8] [1, 1]
       : (tensor<6x?xf32>, index) -> tensor<6x8xf32>
    ```

    Source: [ONNX Slice](https://onnx.ai/onnx/operators/onnx__Slice.html);
    `tensor.extract_slice` for the form.
  }];
  let arguments = (ins
    Novi_Tensor:$input, Variadic<Index>:$offsets, Variadic<Index>:$sizes,
    DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$static_sizes,
    DenseI64ArrayAttr:$strides);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input,
                   "::llvm::ArrayRef<int64_t>":$offsets,
                   "::llvm::ArrayRef<int64_t>":$sizes,
                   "::llvm::ArrayRef<int64_t>":$strides), [{
      build($_builder, $_state, input, ::mlir::ValueRange(),
            ::mlir::ValueRange(), offsets, sizes, strides);
    }]>,
    OpBuilder<(ins "::mlir::Value":$input,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$sizes,
                   "::llvm::ArrayRef<int64_t>":$strides)>
  ];
  let assemblyFormat = [{
    $input `` custom<DynamicIndexList>($offsets, $static_offsets)
    custom<DynamicIndexList>($sizes, $static_sizes)
    $strides attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedSizes();
  }];
}

def Novi_InsertSliceOp : Novi_ShapeOp<"insert_slice", [Novi_InferType]> {
  let summary = "A tensor with a regular part replaced";
  let description = [{
    `result = dest`, but `result[offset + i * stride...] = source[i...]`: what
    `novi.slice` with the same offsets and strides reads from the result is the
    source. Offsets are integers or `index` values, strides are integers; the
    sizes are those of the source. Into zeros it is the gradient of
    `novi.slice`.

    Shapes: `(t...), (s...) -> (s...)`.

    Constraints:
    - (C1) the element types and the numbers of axes are equal.
    - (C2) there is an offset and a stride for each axis.
    - (C3) static offsets are not negative, strides are positive.
    - (C4) the last element written lies within dest; of values known only when
      the program runs, that is checked then.

    Gradient: the part of u to the source; u with zeros in the part to dest.

    Example:
    ```mlir
    %y = novi.insert_slice %s into %d[0, 4] [1, 1]
       : (tensor<6x8xf32>, tensor<6x12xf32>) -> tensor<6x12xf32>
    ```

    Source: `tensor.insert_slice`; StableHLO dynamic_update_slice.
  }];
  let arguments = (ins
    Novi_Tensor:$source, Novi_Tensor:$dest, Variadic<Index>:$offsets,
    DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$strides);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$source, "::mlir::Value":$dest,
                   "::llvm::ArrayRef<int64_t>":$offsets,
                   "::llvm::ArrayRef<int64_t>":$strides), [{
      build($_builder, $_state, source, dest, ::mlir::ValueRange(), offsets,
            strides);
    }]>,
    OpBuilder<(ins "::mlir::Value":$source, "::mlir::Value":$dest,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$offsets,
                   "::llvm::ArrayRef<int64_t>":$strides)>
  ];
  let assemblyFormat = [{
    $source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets)
    $strides attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets();
  }];
}

def Novi_TransposeOp : Novi_ShapeOp<"transpose", [Novi_InferType]> {
  let summary = "Axes in another order";
  let description = [{
    Axis d of the result is axis `permutation[d]` of the input.

    Shapes: `(s...) -> (s[permutation[0]], s[permutation[1]], ...)`.

    Constraints:
    - (C1) the permutation names each axis of the input exactly once.

    Gradient: u with the axes back in their order.

    Example:
    ```mlir
    %y = novi.transpose %x permutation = [1, 0]
       : (tensor<6x20xf32>) -> tensor<20x6xf32>
    ```

    Source: [ONNX Transpose](https://onnx.ai/onnx/operators/onnx__Transpose.html).
  }];
  let arguments = (ins Novi_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let assemblyFormat = [{
    $input `permutation` `=` $permutation attr-dict `:`
    functional-type(operands, results)
  }];
}

class Novi_ResizeOp<string mnemonic> : Novi_ShapeOp<mnemonic> {
  let arguments = (ins Novi_Tensor:$input, Variadic<Index>:$sizes);
  let builders = [OpBuilder<
      (ins "::mlir::RankedTensorType":$type, "::mlir::Value":$input), [{
    build($_builder, $_state, type, input, ::mlir::ValueRange());
  }]>];
  let assemblyFormat = [{
    $input (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($input) `to`
    type($result)
  }];
  let hasVerifier = 1;
}

def Novi_ReshapeOp : Novi_ResizeOp<"reshape"> {
  let summary = "The same elements in another shape";
  let description = [{
    The elements in row-major order stay as they are. One operand gives the size
    of each dynamic axis of the result.

    Shapes: `(s...) -> (t...)` with as many elements.

    Constraints:
    - (C1) there are as many sizes as dynamic axes in the result.
    - (C2) the element types are equal.
    - (C3) the numbers of elements are equal; where a size is known only when the
      program runs, that is checked then.

    Gradient: u in the shape of the input.

    Example:
    ```mlir
    %y = novi.reshape %x sizes(%n) : tensor<?x8x8xf32> to tensor<?x64xf32>
    ```

    Source: [ONNX Reshape](https://onnx.ai/onnx/operators/onnx__Reshape.html).
  }];
}

def Novi_BroadcastOp : Novi_ResizeOp<"broadcast"> {
  let summary = "A tensor repeated along axes";
  let description = [{
    `result[i...] = input[...]`, shapes aligned at the right: a missing axis and
    an axis of static size 1 are repeated. One operand gives the size of each
    dynamic axis of the result.

    Shapes: `(s...) -> (t...)`, where (s...) broadcasts to (t...).

    Constraints:
    - (C1) there are as many sizes as dynamic axes in the result.
    - (C2) the element types are equal.
    - (C3) the input has no more axes than the result, and each of its sizes is 1
      or that of the result; where a size is known only when the program runs,
      that is checked then.

    Gradient: u summed over all copies of an element.

    Example:
    ```mlir
    %y = novi.broadcast %x sizes(%n) : tensor<1x8xf32> to tensor<?x8xf32>
    ```

    Source: [ONNX Expand](https://onnx.ai/onnx/operators/onnx__Expand.html), one
    way only.
  }];
}

#endif // NOVI_DIALECT_IR_SHAPEOPS_TD
