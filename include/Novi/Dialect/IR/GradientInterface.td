//===- GradientInterface.td - Gradient rules of ops ---------*- tablegen -*-===//

#ifndef NOVI_DIALECT_IR_GRADIENTINTERFACE_TD
#define NOVI_DIALECT_IR_GRADIENTINTERFACE_TD

include "mlir/IR/OpBase.td"

def Novi_GradientOpInterface : OpInterface<"GradientOpInterface"> {
  let cppNamespace = "::mlir::novi";
  let description = [{
    The gradient rule of an op with one result. Every op of the dialect has one,
    or says why there is none. A rule is written with ops of the dialect, so that
    a gradient has a gradient.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        Builds the gradients of the op's operands out of `upstream`, the gradient
        of its result: with y = f(x...) and a scalar L that depends on y,
        `upstream` is dL/dy and the gradient of an operand x is
        dL/dx = upstream * dy/dx, summed over the result, of the type of x.

        `needed` has an entry for each operand; only where it is true is a
        gradient wanted. `gradients` arrives with a null value for each operand
        and takes what is built; what stays null is zero.
      }],
      /*retTy=*/"void",
      /*methodName=*/"buildGradients",
      /*args=*/(ins "::mlir::OpBuilder &":$builder, "::mlir::Value":$upstream,
                    "::llvm::ArrayRef<bool>":$needed,
                    "::llvm::MutableArrayRef<::mlir::Value>":$gradients)
    >,
    InterfaceMethod<
      /*desc=*/[{
        Why the op has no gradient; empty where it has one.
      }],
      /*retTy=*/"::llvm::StringRef",
      /*methodName=*/"getNoGradientReason",
      /*args=*/(ins),
      /*methodBody=*/"",
      /*defaultImplementation=*/[{ return {}; }]
    >
  ];
}

/// An op through which no gradient flows, and why.
class Novi_NoGradient<string reason> : NativeOpTrait<
    "NoGradient", [],
    /*extraOpDeclaration=*/[{
      ::llvm::StringRef getNoGradientReason();
    }],
    /*extraOpDefinition=*/[{
      void $cppClass::buildGradients(
          ::mlir::OpBuilder &builder, ::mlir::Value upstream,
          ::llvm::ArrayRef<bool> needed,
          ::llvm::MutableArrayRef<::mlir::Value> gradients) {}
      ::llvm::StringRef $cppClass::getNoGradientReason() {
        return "}] # reason # [{";
      }
    }]> {
  let cppNamespace = "::mlir::novi";
}

#endif // NOVI_DIALECT_IR_GRADIENTINTERFACE_TD
