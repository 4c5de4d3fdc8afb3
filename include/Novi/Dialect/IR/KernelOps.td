//===- KernelOps.td - Instructions that run as one ----------*- tablegen -*-===//

#ifndef NOVI_DIALECT_IR_KERNELOPS_TD
#define NOVI_DIALECT_IR_KERNELOPS_TD

include "Novi/Dialect/IR/NoviBase.td"

def Novi_KernelGroup : Novi_DocGroup<"Kernels"> {
  let description = [{
    A kernel is one launch, or one loop nest: what its instructions pass on to
    each other is never stored. `novi-fuse` forms kernels, a user may write one,
    `novi-inline-kernels` dissolves them.
  }];
}

def Novi_KernelOperand : AnyTypeOf<[Novi_Tensor, Novi_PackedTensor, Index]>;
def Novi_KernelResult : AnyTypeOf<[Novi_Tensor, Novi_PackedTensor]>;

def Novi_KernelOp : Op<Novi_Dialect, "kernel", [
    IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">,
    RecursiveMemoryEffects, RecursivelySpeculatable,
    DeclareOpInterfaceMethods<
        ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "Instructions that run as one";
  let description = [{
    The results are what the body yields, computed from its operands, which are
    the arguments of its one block. Nothing else is seen from inside. The
    numbers are those of the same instructions outside of a kernel.

    The name is for people. `must_fuse` says that the kernel may not be taken
    apart or run as several: `novi-fuse` refuses it, with the reason, where its
    instructions cannot be one kernel (`docs/Fusion.md`). `schedule` is how code
    is to be generated for it; what generates code defines it.

    There is no gradient: kernels are formed after the backward part is
    generated.

    Constraints:
    - (C1) the arguments of the block have the types of the operands.
    - (C2) `novi.yield` has the results' number of operands, of their types.
    - (C3) the body holds instructions without regions, index arithmetic of
      `arith`, `tensor.dim` and `tensor.cast`.
    - (C4) a kernel reads what stands before it, in a graph region too.

    Canonicalisation drops operands and results that nobody uses, merges equal
    ones, takes scalar constants inside, and passes by what is handed through or
    is constant, so that an empty kernel goes.

    Example:
    ```mlir
    %h, %m = novi.kernel "linear0" (%a = %x : tensor<6x20xf32>,
        %b = %w : tensor<20x8xf32>, %c = %bias : tensor<8xf32>)
        -> (tensor<6x8xf32>, tensor<6x1xi8>) {
      %0 = novi.matmul %a, %b : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
      %1 = novi.add %0, %c : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
      %2 = novi.relu %1 : (tensor<6x8xf32>) -> tensor<6x8xf32>
      %zero = novi.constant dense<0.0> : tensor<f32>
      %3 = novi.compare gt, %1, %zero : (tensor<6x8xf32>, tensor<f32>) -> tensor<6x8xi1>
      %4 = novi.pack_mask %3 : (tensor<6x8xi1>) -> tensor<6x1xi8>
      novi.yield %2, %4 : tensor<6x8xf32>, tensor<6x1xi8>
    }
    ```

    Source: the epilogues of cuBLASLt, of which this is the general form;
    `flow.dispatch.region` of IREE.
  }];
  let opDocGroup = Novi_KernelGroup;
  let arguments = (ins Variadic<Novi_KernelOperand>:$inputs,
                       OptionalAttr<StrAttr>:$name,
                       OptionalAttr<DictionaryAttr>:$schedule,
                       UnitAttr:$must_fuse);
  let results = (outs Variadic<Novi_KernelResult>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<
      (ins "::mlir::TypeRange":$outputs, "::mlir::ValueRange":$inputs,
           CArg<"::mlir::StringAttr", "{}">:$name)>];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::novi::YieldOp getYield();
    /// Puts what the kernel holds in its place.
    void dissolve(::mlir::RewriterBase &rewriter);
  }];
}

def Novi_YieldOp : Op<Novi_Dialect, "yield", [
    Pure, Terminator, HasParent<"KernelOp">]> {
  let summary = "What a kernel gives";
  let description = [{
    Ends the body of a `novi.kernel`; its operands are the kernel's results.

    Example:
    ```mlir
    novi.yield %0, %1 : tensor<6x8xf32>, tensor<6x1xi8>
    ```
  }];
  let opDocGroup = Novi_KernelGroup;
  let arguments = (ins Variadic<Novi_KernelResult>:$values);
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ::mlir::ValueRange());
  }]>];
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif // NOVI_DIALECT_IR_KERNELOPS_TD
