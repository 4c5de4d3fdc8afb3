//===- NoviBase.td - The novi dialect and what its ops share -*- tablegen -*-===//
//
// The dialect, its tensor types and the base classes of its ops.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_DIALECT_IR_NOVIBASE_TD
#define NOVI_DIALECT_IR_NOVIBASE_TD

include "Novi/Dialect/IR/GradientInterface.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Novi_Dialect : Dialect {
  let name = "novi";
  let cppNamespace = "::mlir::novi";
  let summary = "Instructions of neural programs on tensors";
  let description = [{
    A neural program is a list of instructions on tensors. In this dialect an
    instruction is an op without side effects: its destination is its result,
    so what is repeated can be found and removed, and what nobody reads goes.
    In a block it stands after the ops whose results it reads, also where MLIR
    would allow another order (in a graph region, in a block never reached).

    **Types.** Ranked tensors, static or dynamic, of `f16`, `bf16`, `f32` and
    `f64`; tensors of `i1` are the results of `novi.compare`, the conditions of
    `novi.select`, and may be moved about by the ops that only move elements;
    tensors of `i8` hold the bits of a packed mask, for `novi.unpack_mask` and
    kernels, and nothing else.
    Encodings are refused. The elements of a static tensor must be countable:
    their number times eight bytes fits 63 bits.

    **Shapes** follow NumPy's rules for broadcasting and products and are
    inferred. A mismatch is an error that names both shapes and the axis. Only a
    static size 1 broadcasts: `?` against `?`, or `?` against 4, must be equal
    when the program runs, and a backend says which op was violated otherwise.
    A result type may be more, or less, precise than the inferred one.

    **Numbers.** An op computes in its *compute type*: the element type for
    `f32` and `f64`, `f32` for `f16` and `bf16`; products and reductions
    accumulate in it or wider. The result is rounded once, to nearest even.
    NaN and infinities are kept by every op and every fold.
    `docs/Edges.md` has the answers at the edges in one table.

    **Gradients.** Each op's description gives the gradients of its operands out of
    u, the gradient of its result; `novi-generate-backward` builds them. The rules
    of several steps, for `f16` and `bf16`, take them in `f32`.

    **Attributes of functions.** `novi.name` on an argument or result is the
    name under which it is fed or fetched (a key of an .npz file); it is unique
    among the arguments and among the results of a function. `novi.role` says
    what it is for: `input`, `target`, `parameter`, `constant`, `state`, `loss`,
    `output` or `gradient`. `novi.initialize` on an argument says how its values
    are made where none are fed: `zeros`, `ones`, `uniform(B)`, `normal(S)`,
    `xavier_uniform`, `xavier_normal`, `he_uniform`, `he_normal` or
    `causal_mask`; `docs/Training.md` defines them.

    **Attributes of instructions.** `novi.must_fuse` asks `novi-fuse` to put an
    instruction into one kernel with those that have it too and that it reads or
    that read it; where none has, with any of them. That it cannot be is an
    error, with the reason.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
  let hasCanonicalizer = 1;
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// The discardable attribute that names an argument or result.
    static constexpr ::llvm::StringLiteral kNameAttr = "novi.name";
    /// The discardable attribute that says what an argument or result is for.
    static constexpr ::llvm::StringLiteral kRoleAttr = "novi.role";
    /// The discardable attribute that says how an argument begins.
    static constexpr ::llvm::StringLiteral kInitializeAttr = "novi.initialize";
    /// Code generation's: on an argument, the number of the result that the
    /// function writes there (novi-results-to-destinations).
    static constexpr ::llvm::StringLiteral kResultAttr = "novi.result";
    /// Code generation's: on the argument that is the function's arena and on the
    /// function, the arena's bytes (novi-plan-memory).
    static constexpr ::llvm::StringLiteral kArenaAttr = "novi.arena";
    /// The discardable attribute that asks for an instruction to be fused.
    static constexpr ::llvm::StringLiteral kMustFuseAttr = "novi.must_fuse";

  private:
    void registerOps();
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Novi_NoEncoding : CPred<
  "!::llvm::cast<::mlir::RankedTensorType>($_self).getEncoding()">;

class Novi_TensorOf<list<Type> elements>
    : RankedTensorOf<elements, [Novi_NoEncoding],
                     "ranked tensor without encoding">;

def Novi_FloatTensor : Novi_TensorOf<[F16, BF16, F32, F64]>;
def Novi_BoolTensor : Novi_TensorOf<[I1]>;
def Novi_Tensor : Novi_TensorOf<[I1, F16, BF16, F32, F64]>;
/// The bits of a packed mask.
def Novi_PackedTensor : Novi_TensorOf<[I8]>;

/// An axis, counted from the front or, below 0, from the end. Unlike I64Attr its
/// accessor is signed.
def Novi_AxisAttr : TypedSignlessIntegerAttrBase<
    I64, "int64_t", "axis, counted from the end if negative">;

//===----------------------------------------------------------------------===//
// Base classes
//===----------------------------------------------------------------------===//

/// What holds for every op: operands and results that can be counted, and code
/// motion only where no size is left to be checked when the program runs.
def Novi_InstructionTrait : NativeOpTrait<"InstructionTrait"> {
  let cppNamespace = "::mlir::novi";
}

class Novi_Op<string mnemonic, list<Trait> traits = []>
    : Op<Novi_Dialect, mnemonic,
         traits # [NoMemoryEffect, ConditionallySpeculatable,
                   Novi_InstructionTrait,
                   DeclareOpInterfaceMethods<Novi_GradientOpInterface>,
                   DeclareOpInterfaceMethods<
                       ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]>;

/// An op whose result type follows from its operands. The result may be more or
/// less precise than what is inferred, but not contradict it.
def Novi_InferType : InferTypeOpAdaptorBase<[{
  static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                      ::mlir::TypeRange actual) {
    return ::mlir::novi::areCompatibleTypes(inferred, actual);
  }
}]>;

class Novi_DocGroup<string text> : OpDocGroup {
  let summary = text;
}

#endif // NOVI_DIALECT_IR_NOVIBASE_TD
