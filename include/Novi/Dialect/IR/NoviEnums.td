//===- NoviEnums.td - Enumerations of the novi dialect ------*- tablegen -*-===//

#ifndef NOVI_DIALECT_IR_NOVIENUMS_TD
#define NOVI_DIALECT_IR_NOVIENUMS_TD

include "Novi/Dialect/IR/NoviBase.td"

class Novi_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::novi";
}

def Novi_ComparePredicate : Novi_Enum<
    "ComparePredicate", "How two elements are compared", [
      I32EnumAttrCase<"EQ", 0, "eq">, I32EnumAttrCase<"NE", 1, "ne">,
      I32EnumAttrCase<"LT", 2, "lt">, I32EnumAttrCase<"LE", 3, "le">,
      I32EnumAttrCase<"GT", 4, "gt">, I32EnumAttrCase<"GE", 5, "ge">]>;

def Novi_LossRows : Novi_Enum<
    "LossRows", "Which rows a loss is of", [
      I32EnumAttrCase<"All", 0, "all">, I32EnumAttrCase<"First", 1, "first">]>;

def Novi_LossReduction : Novi_Enum<
    "LossReduction", "How the losses of the rows become one", [
      I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Sum", 1, "sum">,
      I32EnumAttrCase<"Mean", 2, "mean">]>;

#endif // NOVI_DIALECT_IR_NOVIENUMS_TD
