//===- NoviOps.td - The ops of the novi dialect -------------*- tablegen -*-===//
//
// Every op, by subject. Each description gives the mathematics, the shapes, the
// constraints (C1, C2, ... are what the invalid tests cite), the answers at the
// edges, an example, and the source of the definition.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_DIALECT_IR_NOVIOPS_TD
#define NOVI_DIALECT_IR_NOVIOPS_TD

include "Novi/Dialect/IR/ConstantOps.td"
include "Novi/Dialect/IR/ElementwiseOps.td"
include "Novi/Dialect/IR/KernelOps.td"
include "Novi/Dialect/IR/LossOps.td"
include "Novi/Dialect/IR/MaskOps.td"
include "Novi/Dialect/IR/ProductOps.td"
include "Novi/Dialect/IR/ReductionOps.td"
include "Novi/Dialect/IR/ShapeOps.td"

#endif // NOVI_DIALECT_IR_NOVIOPS_TD
