//===- Passes.td - From kernels to a GPU's code -------------*- tablegen -*-===//

#ifndef NOVI_CODEGEN_GPU_PASSES_TD
#define NOVI_CODEGEN_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def NoviGPUOutlineKernelsPass
    : Pass<"novi-gpu-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Make each novi.kernel a function for the device";
  let description = [{
    Each `novi.kernel` becomes a `gpu.func` of the module's one `gpu.module`, which
    is emitted right here (`docs/GPU.md`), and a `novi_gpu.launch` in its place. The
    function's name is the kernel's, made unique. Arguments are one for each operand
    and then one for each result, as memrefs of the identity layout.

    The results' sizes are reified in front of the launch, and what they go to is a
    `tensor.empty`, or an operand of the same type of which the kernel reads an
    element only where it writes the same element: a sum into what is there is
    computed in place if bufferisation finds that allowed.

    Constants that are data become constants of the `gpu.module`; they are no
    arguments. What is left of novi outside of kernels are constants that leave the
    function and reshapes, which are free; a reshape that would need code gets a
    kernel of its own.

    The layout of a kernel on the device (threads, tiles) is its attribute
    `schedule`, where it has one, or chosen; the `gpu.func` has it as
    `novi_gpu.schedule`.

    Before and after:

    ```mlir
    func.func @f(%x: tensor<1024xf32>) -> tensor<1024xf32> {
      %y = novi.kernel "relu" (%a = %x : tensor<1024xf32>) -> (tensor<1024xf32>) {
        %0 = novi.relu %a : (tensor<1024xf32>) -> tensor<1024xf32>
        novi.yield %0 : tensor<1024xf32>
      }
      return %y : tensor<1024xf32>
    }

    gpu.module @kernels {
      gpu.func @relu_kernel(%x: memref<1024xf32>, %y: memref<1024xf32>) kernel
          attributes {known_block_size = array<i32: 256, 1, 1>} {
        ...
      }
    }
    func.func @f(%x: tensor<1024xf32>) -> tensor<1024xf32> {
      %c1 = arith.constant 1 : index
      %e = tensor.empty() : tensor<1024xf32>
      %y = novi_gpu.launch @kernels::@relu_kernel blocks(%c1) threads(256)
          ins(%x : tensor<1024xf32>) outs(%e : tensor<1024xf32>)
          {in_place = array<i64: 0>} -> tensor<1024xf32>
      return %y : tensor<1024xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::novi::NoviDialect", "::mlir::novi::NoviGPUDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def NoviGPUVerifyHostPass : Pass<"novi-gpu-verify-host", "::mlir::func::FuncOp"> {
  let summary = "See that the host computes on no tensor";
  let description = [{
    Outside of kernels there may be launches, index arithmetic, checks, control
    flow, and what only looks at a tensor in another way. Any other operation that
    has a tensor is an error that names it: its data is in the device's memory.
    Nothing is changed.
  }];
}

def NoviGPULaunchPass : Pass<"novi-gpu-launch", "::mlir::ModuleOp"> {
  let summary = "Launch kernels in order on a stream";
  let description = [{
    After bufferisation and `novi-plan-memory`. Each function gets a stream, and on
    it, in order, its launches, copies, and allocations of dynamic size; at its end
    it waits for them. All buffers are memory of the device, arguments and arena
    included. Checks that need only sizes come first, before anything is launched.

    A kernel gets pointers: an argument of dynamic size becomes the buffer's
    address and the sizes that are dynamic. Where no data but in `in_place` overlaps,
    which is everywhere, pointers are marked `llvm.noalias`.

    A launch of 0 blocks is left to the runtime, which ignores it.

    Before and after:

    ```mlir
    novi_gpu.launch @kernels::@relu_kernel blocks(%n) threads(256)
        ins(%x : memref<1024xf32>) outs(%y : memref<1024xf32>) {in_place = array<i64: -1>}
    return

    %s = gpu.wait async
    %t = gpu.launch_func async [%s] @kernels::@relu_kernel
        blocks in (%n, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%x : memref<1024xf32>, %y : memref<1024xf32>)
    gpu.wait [%t]
    return
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def NoviGPUHostToLLVMPass : Pass<"novi-gpu-host-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Lower the host's part to the LLVM dialect";
  let description = [{
    What `novi-gpu-launch` leaves, once kernels are a `gpu.binary` or about to be one,
    becomes the LLVM dialect. The host calls the functions of MLIR's GPU runtime
    (mgpuLaunchKernel and its like), and `noviAssertFailed` where a `cf.assert` does
    not hold.

    Each public function is called as `novi-cpu-to-llvm` says, with addresses of the
    device's memory; the buffers of results of dynamic shape come from mgpuMemAlloc.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::affine::AffineDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::novi::NoviDialect"
  ];
}

def NoviGPUAttachTargetPass : Pass<"novi-gpu-attach-target", "::mlir::ModuleOp"> {
  let summary = "Say which chip the kernels are for";
  let description = [{
    Every `gpu.module` gets the `#nvvm.target` of the chip, with the oldest version of
    PTX that has what Novi's kernels need. Numbers: division and square roots are
    those of IEEE 754, denormal numbers included; a product may be contracted with
    the sum it goes into (FMA).
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "sm_80, sm_90a or sm_100a">
  ];
  let dependentDialects = [
    "::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect"
  ];
}

def NoviGPUUseInstructionsPass : Pass<"novi-gpu-use-instructions"> {
  let summary = "Take instructions, not functions of libdevice";
  let description = [{
    `convert-gpu-to-nvvm` has a function of libdevice for every operation of `math`.
    `math.fma` has an instruction too, and becomes it here, so that PTX needs nothing
    of the CUDA Toolkit where it does not have to. Numbers do not change.

    Before and after:

    ```mlir
    %y = math.fma %a, %b, %c : f32

    %y = llvm.intr.fma(%a, %b, %c) : (f32, f32, f32) -> f32
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def NoviGPUToBinaryPass : Pass<"novi-gpu-to-binary", "::mlir::ModuleOp"> {
  let summary = "Compile kernels for a chip";
  let description = [{
    Each `gpu.module`, which has a target and is in the NVVM dialect, becomes a
    `gpu.binary`, as by `gpu-module-to-binary`, with what that leaves open: the CUDA
    Toolkit is looked for in $CUDA_ROOT, $CUDA_HOME, $CUDA_PATH and beside a ptxas on
    PATH, or else in /usr/local/cuda, and what misses of it is an error of one line.

    `format=isa`, PTX, needs the toolkit only for functions of libdevice.
  }];
  let options = [
    Option<"format", "format", "std::string", "\"fatbin\"",
           "isa (PTX), bin (cubin) or fatbin">
  ];
}

#endif // NOVI_CODEGEN_GPU_PASSES_TD
