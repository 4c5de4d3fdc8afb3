//===- MaskOps.td - Masks of one bit an element -------------*- tablegen -*-===//

#ifndef NOVI_DIALECT_IR_MASKOPS_TD
#define NOVI_DIALECT_IR_MASKOPS_TD

include "Novi/Dialect/IR/NoviBase.td"

def Novi_MaskGroup : Novi_DocGroup<"Masks"> {
  let description = [{
    A mask that is kept from one kernel to another takes one bit an element, as
    NumPy's `packbits(..., bitorder="little")` has it: element j of the last
    axis is bit `j mod 8`, counted from the lowest, of byte `j / 8`. A row is
    padded with zero bits to a multiple of `alignment` bits.

    With `alignment = 128` the bytes are those of cuBLASLt's auxiliary output of
    `RELU_AUX`: its M x N matrix in column order, M padded to 128 bits, is the
    N x M tensor here. 100 x 3 there is 3x100 here, three rows of 16 bytes.
  }];
}

class Novi_MaskOp<string mnemonic, list<Trait> traits = []>
    : Novi_Op<mnemonic, traits # [
        Novi_NoGradient<"the bits of a mask have no slope">]> {
  let opDocGroup = Novi_MaskGroup;
  let hasVerifier = 1;
}

def Novi_PackMaskOp : Novi_MaskOp<"pack_mask", [Novi_InferType]> {
  let summary = "Eight elements of a mask in each byte";
  let description = [{
    `bit (j mod 8) of result[..., j / 8] = input[..., j]`; the bits past the end
    of a row are 0.

    Shapes: `(s..., n) -> (s..., roundUp(n, alignment) / 8)`; n = 0 gives no
    bytes.

    Constraints:
    - (C1) the mask has at least one axis.
    - (C2) the alignment is a multiple of 8 from 8 to 65536 bits.

    Example:
    ```mlir
    %p = novi.pack_mask %m {alignment = 128}
       : (tensor<3x100xi1>) -> tensor<3x16xi8>
    ```

    Source: numpy.packbits; `CUBLASLT_EPILOGUE_RELU_AUX`.
  }];
  let arguments = (ins Novi_BoolTensor:$input,
                       DefaultValuedAttr<I64Attr, "8">:$alignment);
  let results = (outs Novi_PackedTensor:$result);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, results)";
}

def Novi_UnpackMaskOp : Novi_MaskOp<"unpack_mask"> {
  let summary = "The elements of a packed mask";
  let description = [{
    `result[..., j] = bit (j mod 8) of input[..., j / 8]`; bits past the end of a
    row are not looked at. One operand gives the size of the last axis where it
    is dynamic.

    Shapes: `(s..., roundUp(n, alignment) / 8) -> (s..., n)`.

    Constraints:
    - (C1) there is at least one axis, and as many in the input as in the
      result.
    - (C2) the alignment is a multiple of 8 from 8 to 65536 bits.
    - (C3) there is a size where the last axis of the result is dynamic, and only
      there.
    - (C4) the sizes of the other axes are equal.
    - (C5) a row of the input has the bytes that a row of the result takes; where
      a size is known only when the program runs, that is checked then.

    Folds: what was packed the same way is itself.

    Example:
    ```mlir
    %m = novi.unpack_mask %p {alignment = 128} : tensor<3x16xi8> to tensor<3x100xi1>
    ```

    Source: numpy.unpackbits; `CUBLASLT_EPILOGUE_DRELU`.
  }];
  let arguments = (ins Novi_PackedTensor:$input, Optional<Index>:$size,
                       DefaultValuedAttr<I64Attr, "8">:$alignment);
  let results = (outs Novi_BoolTensor:$result);
  let assemblyFormat = [{
    $input (`size` `(` $size^ `)`)? attr-dict `:` type($input) `to`
    type($result)
  }];
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// The bytes that a row of `size` elements takes.
    static int64_t getNumBytes(int64_t size, int64_t alignment);
  }];
}

#endif // NOVI_DIALECT_IR_MASKOPS_TD
