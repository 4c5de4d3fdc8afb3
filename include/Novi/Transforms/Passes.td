//===- Passes.td - Passes from novi to novi -----------------*- tablegen -*-===//

#ifndef NOVI_TRANSFORMS_PASSES_TD
#define NOVI_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def NoviSimplifyPass : Pass<"novi-simplify"> {
  let summary = "Simplify what only NaN, infinities or the sign of zero forbid";
  let description = [{
    `canonicalize` keeps every NaN, every infinity and the sign of zero. This
    pass does what is left to do once the user vouches for the numbers, with the
    flags of LLVM's instructions:

    - `nsz`, signs of zeros are of no interest: `x + 0` becomes x, `0 - x` a
      negation.
    - `nnan ninf`, no tensor holds a NaN or an infinity: `x - x` becomes zeros.
    - `nnan ninf nsz`: a product (`mul`, `scale`, `matmul`, `contract`) with
      zeros becomes zeros.

    Without flags no number changes, and nothing but the remarks comes of it.
    With them results may differ where the user's word does not hold, and in the
    sign of zeros; and where sizes are dynamic, the check of an operand that is
    no longer read goes with it.

    It runs on a function, or on a module for all functions in it.

    Remarks (`--remarks-filter=novi-simplify`):

    - `ZeroGradient`: a result with the role `gradient` is zeros whatever is fed,
      so the parameter can never change.
    - `WideningBroadcast`: an elementwise op repeats both operands along
      different axes, which is legal and often a mistake.

    Before, and after `novi-simplify="nnan ninf nsz"`:

    ```mlir
    %zeros = novi.constant dense<0.0> : tensor<6x6xf32>
    %a = novi.matmul %zeros, %k : (tensor<6x6xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %b = novi.add %x, %a : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    return %b : tensor<6x8xf32>

    return %x : tensor<6x8xf32>
    ```
  }];
  let options = [
    Option<"nnan", "nnan", "bool", "false", "Assume that there is no NaN">,
    Option<"ninf", "ninf", "bool", "false", "Assume that there is no infinity">,
    Option<"nsz", "nsz", "bool", "false", "Ignore the sign of zeros">
  ];
  let dependentDialects = ["::mlir::novi::NoviDialect"];
}

def NoviGenerateBackwardPass : Pass<"novi-generate-backward", "::mlir::ModuleOp"> {
  let summary = "Generate the backward part of a function";
  let description = [{
    Turns a function that returns a loss into one that also returns the loss's
    gradients for chosen arguments, true ones, by each op's gradient rule in
    reverse order. Several uses of a value add up. Only what is asked for is
    built: nothing for values that do not depend on a chosen argument, nor for
    those that the loss does not depend on; an argument without influence has
    zeros.

    The loss is the result called `loss`, else the one with the role `loss`, else
    the only result; it has one element. The arguments are those called in
    `arguments`, else those with the role `parameter`, else all of floats. Each
    adds a result `<name>.gradient` of its argument's type with the role
    `gradient`. An argument without `novi.name` is called `arg<number>`.

    Numbers: the rules are those of the ops' descriptions; `docs/Edges.md` says
    what a gradient is where mathematics has none. Repeated work in the forward
    part is repeated in the backward part too, so `--canonicalize --cse` belongs
    before this pass as well as after it.

    A gradient has a gradient: the pass runs again with a gradient as its `loss`.

    Remarks (`--remarks-filter=novi-generate-backward`): `Rule` for each op whose
    gradient rule was used, with the operands that get a gradient from it.

    Errors: an op on the way from a chosen argument to the loss that has no
    gradient rule (with regions, or of another dialect; `func.call` wants
    `--inline` first).

    Before, and after `novi-generate-backward="arguments=w"`:

    ```mlir
    func.func @step(%x: tensor<6x20xf32>, %w: tensor<20x8xf32> {novi.name = "w"})
        -> tensor<f32> {
      %y = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
      %l = novi.reduce_sum %y axes = [0, 1] : (tensor<6x8xf32>) -> tensor<f32>
      return %l : tensor<f32>
    }

    func.func @step(%x: tensor<6x20xf32>, %w: tensor<20x8xf32> {novi.name = "w"})
        -> (tensor<f32>, tensor<20x8xf32> {novi.name = "w.gradient", novi.role = "gradient"}) {
      ...
      %one = novi.constant dense<1.0> : tensor<f32>
      %dy = novi.broadcast %one : tensor<f32> to tensor<6x8xf32>
      %dw = novi.matmul %x, %dy {transpose_a} : (tensor<6x20xf32>, tensor<6x8xf32>) -> tensor<20x8xf32>
      return %l, %dw : tensor<f32>, tensor<20x8xf32>
    }
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", "\"\"",
           "The function; the only public one if not given">,
    Option<"loss", "loss", "std::string", "\"\"",
           "The novi.name of the result that is the loss">,
    ListOption<"arguments", "arguments", "std::string",
               "The novi.name of each argument whose gradient is wanted">
  ];
  let dependentDialects = ["::mlir::novi::NoviDialect"];
}

def NoviAddOptimizerPass : Pass<"novi-add-optimizer", "::mlir::ModuleOp"> {
  let summary = "Turn gradients into the next values of the parameters";
  let description = [{
    For each result `<name>.gradient` with the role `gradient`, the function
    returns the next value of the argument called `<name>` instead, as a result
    called `<name>` with the role `parameter`. A driver (`novi-run --epochs`)
    feeds it back as the argument of the next step.

    Stochastic gradient descent (`kind=sgd`): `w' = w - learning-rate * g`. With
    `clip-value=c` the gradient is held between -c and c first, as the listing's
    `Clip` does at every instruction; a NaN stays NaN.

    Numbers: the product is rounded, then the difference.

    Before, and after `novi-add-optimizer="kind=sgd learning-rate=0.005"`:

    ```mlir
    return %l, %dw : tensor<f32>, tensor<20x8xf32>

    %d = novi.scale %dw by 5.0e-03 : (tensor<20x8xf32>) -> tensor<20x8xf32>
    %w1 = novi.sub %w, %d : (tensor<20x8xf32>, tensor<20x8xf32>) -> tensor<20x8xf32>
    return %l, %w1 : tensor<f32>, tensor<20x8xf32>
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", "\"\"",
           "The function; the only public one if not given">,
    Option<"kind", "kind", "::mlir::novi::OptimizerKind",
           "::mlir::novi::OptimizerKind::SGD", "The optimiser",
           [{::llvm::cl::values(clEnumValN(::mlir::novi::OptimizerKind::SGD,
                                           "sgd",
                                           "Stochastic gradient descent"))}]>,
    Option<"learningRate", "learning-rate", "double", "0.01",
           "The learning rate, positive and finite">,
    Option<"clipValue", "clip-value", "double",
           "std::numeric_limits<double>::infinity()",
           "The largest magnitude of an element of a gradient">
  ];
  let dependentDialects = ["::mlir::novi::NoviDialect"];
}

def NoviExtractInferencePass : Pass<"novi-extract-inference", "::mlir::ModuleOp"> {
  let summary = "Prune a training program to its output";
  let description = [{
    Keeps the results with the role `output` and what they depend on. Arguments
    that are then of no use go, as the target does; the others keep their names,
    so that trained parameters go straight in. Numbers do not change.

    Before, and after:

    ```mlir
    func.func @step(%x: tensor<6x20xf32> {novi.name = "x"}, %t: tensor<6x20xf32> {novi.name = "t"},
                    %w: tensor<20x20xf32> {novi.name = "w"})
        -> (tensor<f32> {novi.role = "loss"}, tensor<6x20xf32> {novi.role = "output"},
            tensor<20x20xf32> {novi.name = "w", novi.role = "parameter"})

    func.func @step(%x: tensor<6x20xf32> {novi.name = "x"}, %w: tensor<20x20xf32> {novi.name = "w"})
        -> (tensor<6x20xf32> {novi.role = "output"})
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", "\"\"",
           "The function; the only public one if not given">
  ];
  let dependentDialects = ["::mlir::novi::NoviDialect"];
}

def NoviFusePass : Pass<"novi-fuse"> {
  let summary = "Form kernels";
  let description = [{
    Puts instructions together into `novi.kernel`, each of which is then one
    kernel on a device or one loop nest, so that what they pass on to each other
    is never stored. Every instruction ends in a kernel, but for constants that
    are stored, index arithmetic, and reshapes and casts of stored tensors, which
    cost nothing. Kernels that are there already stay as they are.

    Of all pairs that may be one kernel, the pair that saves most memory traffic
    is merged first, until none is left. What may be one is defined in
    `docs/Fusion.md`: a product with what its operands are computed from and with
    what follows element by element, reductions included; softmax, a loss and
    what has its rows; elementwise work with what moves elements. A mask that
    goes from one kernel to another is packed to a bit an element
    (`novi.pack_mask`); of `x <= 0`, as relu's gradient asks, the bits are those
    where relu lets pass.

    `novi.must_fuse` on instructions, and `must_fuse` of a kernel, are honoured
    or are an error with the reason.

    Numbers do not change, to the bit: the same instructions run in the same
    order of dependence. Run twice it changes nothing more. It is for after the
    backward part is generated, `canonicalize` and `cse`.

    Remarks (`--remarks-filter=novi-fuse`): `Kernel` for each kernel, `Fused` for
    each instruction in one with its part there, `Apart` for two kernels that
    could not be one, with the reason.

    Before, and after:

    ```mlir
    %0 = novi.matmul %x, %w : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
    %1 = novi.add %0, %b : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
    %2 = novi.relu %1 : (tensor<6x8xf32>) -> tensor<6x8xf32>
    return %2 : tensor<6x8xf32>

    %2 = novi.kernel "matmul_add_relu" (%a0 = %x : tensor<6x20xf32>,
        %a1 = %w : tensor<20x8xf32>, %a2 = %b : tensor<8xf32>) -> (tensor<6x8xf32>) {
      %3 = novi.matmul %a0, %a1 : (tensor<6x20xf32>, tensor<20x8xf32>) -> tensor<6x8xf32>
      %4 = novi.add %3, %a2 : (tensor<6x8xf32>, tensor<8xf32>) -> tensor<6x8xf32>
      %5 = novi.relu %4 : (tensor<6x8xf32>) -> tensor<6x8xf32>
      novi.yield %5 : tensor<6x8xf32>
    }
    return %2 : tensor<6x8xf32>
    ```
  }];
  let options = [
    Option<"maskAlignment", "mask-alignment", "int64_t", "8",
           "Bits to a multiple of which a row of a packed mask is padded; 128 is "
           "cuBLASLt's layout">
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "Number of kernels formed">,
    Statistic<"numFused", "instructions", "Number of instructions in them">
  ];
  let dependentDialects = [
    "::mlir::novi::NoviDialect", "::mlir::tensor::TensorDialect"
  ];
}

def NoviInlineKernelsPass : Pass<"novi-inline-kernels"> {
  let summary = "Dissolve kernels";
  let description = [{
    Puts the instructions of each `novi.kernel` in its place. Numbers do not
    change. `canonicalize` afterwards takes away what `novi-fuse` added to pack
    masks.

    Before, and after:

    ```mlir
    %0 = novi.kernel (%a = %x : tensor<8xf32>) -> (tensor<8xf32>) {
      %1 = novi.relu %a : (tensor<8xf32>) -> tensor<8xf32>
      novi.yield %1 : tensor<8xf32>
    }
    return %0 : tensor<8xf32>

    %0 = novi.relu %x : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
    ```
  }];
  let statistics = [
    Statistic<"numKernels", "kernels", "Number of kernels dissolved">
  ];
  let dependentDialects = ["::mlir::novi::NoviDialect"];
}

def NoviDecomposePass : Pass<"novi-decompose"> {
  let summary = "Softmax, layer norm and losses in smaller steps";
  let description = [{
    Replaces `softmax`, `log_softmax`, `layer_norm`, `cross_entropy_loss` and
    `softmax_cross_entropy_loss` by reductions and elementwise instructions, in
    kernels and outside. It runs after `novi-fuse`, for targets whose code is
    generated from these; a kernel stays one. The checks of sizes that only a
    running program knows are not all kept: have them made before, by
    `novi-insert-checks` or a conversion.

    Numbers: each step is taken in the compute type, as the instruction takes
    it, and the result rounded once. The answers at the edges are the same; sums
    may be added up in another order. Of a loss, -0 becomes 0. The root of
    `layer_norm` is an exponential of a logarithm.

    Before, and after:

    ```mlir
    %0 = novi.softmax %x axis = 1 : (tensor<6x8xf32>) -> tensor<6x8xf32>

    %1 = novi.reduce_max %x axes = [1] keepdims : (tensor<6x8xf32>) -> tensor<6x1xf32>
    %2 = novi.sub %x, %1 : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
    %3 = novi.exp %2 : (tensor<6x8xf32>) -> tensor<6x8xf32>
    %4 = novi.reduce_sum %3 axes = [1] keepdims : (tensor<6x8xf32>) -> tensor<6x1xf32>
    %0 = novi.div %3, %4 : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
    ```
  }];
  let statistics = [
    Statistic<"numDecomposed", "instructions", "Number of instructions replaced">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::novi::NoviDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // NOVI_TRANSFORMS_PASSES_TD
