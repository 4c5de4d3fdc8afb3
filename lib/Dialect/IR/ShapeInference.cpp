//===- ShapeInference.cpp - Shapes of results -------------------*- C++ -*-===//
//
// Implements what the ops share when they infer and reify shapes.
//
//===----------------------------------------------------------------------===//

#include "ShapeInference.h"
#include "Novi/Dialect/IR/NoviTraits.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::novi {

bool areCompatibleTypes(TypeRange inferred, TypeRange actual) {
  if (inferred.size() != actual.size())
    return false;
  return llvm::all_of(llvm::zip_equal(inferred, actual), [](auto pair) {
    auto a = dyn_cast<RankedTensorType>(std::get<0>(pair));
    auto b = dyn_cast<RankedTensorType>(std::get<1>(pair));
    return a && b && a.getElementType() == b.getElementType() &&
           succeeded(verifyCompatibleShape(a, b));
  });
}

namespace detail {

bool isCountable(RankedTensorType type) {
  // Zero sizes do not make the others harmless: strides multiply them too.
  int64_t bytes = 8;
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size) && size != 0 &&
        llvm::MulOverflow(bytes, size, bytes))
      return false;
  return true;
}

LogicalResult verifyInstruction(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && !isCountable(tensor))
      return op->emitOpError("has a tensor of too many elements: ")
             << type << "; their number times 8 bytes must fit 63 bits";
  // A graph region would allow instructions in a circle, which patterns would
  // follow for ever.
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    Operation *definition = operand.getDefiningOp();
    if (definition && definition->getBlock() == op->getBlock() &&
        !definition->isBeforeInBlock(op))
      return op->emitOpError("reads operand ")
             << index
             << " before it is defined; instructions stand in order, in a "
                "graph region too";
  }
  return success();
}

Speculation::Speculatability getInstructionSpeculatability(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
                 llvm::all_of(op->getResultTypes(), isStatic)
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

bool isRefined(InferTypeOpInterface op) {
  SmallVector<Type> inferred;
  if (failed(op.inferReturnTypes(op->getContext(), std::nullopt,
                                 op->getOperands(), op->getAttrDictionary(),
                                 op->getPropertiesStorage(), op->getRegions(),
                                 inferred)))
    return false;
  return llvm::all_of(
      llvm::zip_equal(
          cast<RankedTensorType>(inferred[0]).getShape(),
          cast<RankedTensorType>(op->getResult(0).getType()).getShape()),
      [](auto sizes) {
        auto [found, known] = sizes;
        return ShapedType::isDynamic(found) || found == known;
      });
}

std::string formatShape(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      shape, os,
      [&](int64_t size) {
        if (ShapedType::isDynamic(size))
          os << '?';
        else
          os << size;
      },
      "x");
  return text;
}

FailureOr<RankedTensorType> getTensorType(std::optional<Location> location,
                                          StringRef opName, Value value) {
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    return type;
  return inferenceError(location, opName, "needs ranked tensors, not ",
                        value.getType());
}

std::optional<int64_t> mergeSizes(int64_t a, int64_t b) {
  if (ShapedType::isDynamic(a))
    return b;
  if (ShapedType::isDynamic(b) || a == b)
    return a;
  return std::nullopt;
}

FailureOr<SmallVector<int64_t>>
inferBroadcastShape(std::optional<Location> location, StringRef opName,
                    ArrayRef<ArrayRef<int64_t>> shapes) {
  size_t rank = 0;
  for (ArrayRef<int64_t> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<int64_t> result(rank, 1);
  for (auto [number, shape] : llvm::enumerate(shapes)) {
    for (auto [axis, size] : llvm::enumerate(shape)) {
      int64_t &merged = result[rank - shape.size() + axis];
      if (size == 1)
        continue;
      if (merged == 1) {
        merged = size;
        continue;
      }
      std::optional<int64_t> common = mergeSizes(merged, size);
      if (!common) {
        std::string all;
        llvm::raw_string_ostream os(all);
        llvm::interleave(
            shapes, os, [&](ArrayRef<int64_t> s) { os << formatShape(s); },
            " and ");
        return inferenceError(
            location, opName, "shapes ", all, " do not broadcast: axis ", axis,
            " of operand ", number, " has size ", size, ", not 1 or ", merged);
      }
      merged = *common;
    }
  }
  return result;
}

LogicalResult inferElementwise(std::optional<Location> location,
                               StringRef opName, ValueRange operands,
                               unsigned numConditions, Type elementType,
                               SmallVectorImpl<Type> &inferred) {
  SmallVector<ArrayRef<int64_t>> shapes;
  Type common;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    FailureOr<RankedTensorType> type = getTensorType(location, opName, operand);
    if (failed(type))
      return failure();
    shapes.push_back(type->getShape());
    if (index < numConditions)
      continue;
    if (common && common != type->getElementType())
      return inferenceError(location, opName,
                            "needs operands of one element type, not ", common,
                            " and ", type->getElementType());
    common = type->getElementType();
  }
  FailureOr<SmallVector<int64_t>> shape =
      inferBroadcastShape(location, opName, shapes);
  if (failed(shape))
    return failure();
  inferred.push_back(
      RankedTensorType::get(*shape, elementType ? elementType : common));
  return success();
}

FailureOr<int64_t> normalizeAxis(std::optional<Location> location,
                                 StringRef opName, int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return inferenceError(location, opName, "axis ", axis, " is outside [",
                          -rank, ", ", rank, ") of an input with ", rank,
                          " axes");
  return axis < 0 ? axis + rank : axis;
}

OpFoldResult getSize(OpBuilder &builder, Location loc, Value tensor,
                     int64_t axis) {
  return tensor::getMixedSize(builder, loc, tensor, axis);
}

SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Location loc,
                                   Value tensor) {
  return tensor::getMixedSizes(builder, loc, tensor);
}

void addReifiedShape(OpBuilder &builder, Operation *op,
                     ArrayRef<OpFoldResult> sizes,
                     ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> &shape = shapes.emplace_back();
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    if (!type.isDynamicDim(axis))
      shape.push_back(builder.getIndexAttr(type.getDimSize(axis)));
    else
      shape.push_back(
          getValueOrCreateConstantIndexOp(builder, op->getLoc(), size));
  }
}

LogicalResult reifyElementwise(OpBuilder &builder, Operation *op,
                               ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t axis = 0, rank = type.getRank(); axis < rank; ++axis) {
    OpFoldResult size = builder.getIndexAttr(1);
    for (Value operand : op->getOperands()) {
      auto operandType = cast<RankedTensorType>(operand.getType());
      int64_t own = axis - rank + operandType.getRank();
      if (own < 0 || operandType.getDimSize(own) == 1)
        continue;
      size = getSize(builder, op->getLoc(), operand, own);
      if (!operandType.isDynamicDim(own))
        break;
    }
    sizes.push_back(size);
  }
  addReifiedShape(builder, op, sizes, shapes);
  return success();
}

LogicalResult verifySizes(Operation *op, ValueRange sizes,
                          RankedTensorType result) {
  if (sizes.size() == result.getNumDynamicDims())
    return success();
  return op->emitOpError("has ")
         << sizes.size() << " sizes for the " << result.getNumDynamicDims()
         << " dynamic axes of " << result;
}

LogicalResult reifySizes(OpBuilder &builder, Operation *op, ValueRange sizes,
                         ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  addReifiedShape(builder, op, getMixedValues(type.getShape(), sizes, builder),
                  shapes);
  return success();
}

} // namespace detail
} // namespace mlir::novi
