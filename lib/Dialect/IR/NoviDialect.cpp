//===- NoviDialect.cpp - The novi dialect -----------------------*- C++ -*-===//
//
// Registers what the dialect holds and verifies its attributes of functions.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviDialect.h"
#include "Novi/Dialect/IR/Initializer.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::novi;

#include "Novi/Dialect/IR/NoviDialect.cpp.inc"
#include "Novi/Dialect/IR/NoviEnums.cpp.inc"

namespace {

/// Instructions have no effects and no regions, so they may go anywhere.
struct NoviInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void NoviDialect::initialize() {
  registerOps();
  addInterfaces<NoviInlinerInterface>();
}

Operation *NoviDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  if (auto elements = dyn_cast<ElementsAttr>(value))
    if (isa<RankedTensorType>(type) && elements.getType() == type)
      return ConstantOp::create(builder, loc, elements);
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

//===----------------------------------------------------------------------===//
// Attributes of functions
//===----------------------------------------------------------------------===//

namespace {

constexpr StringLiteral kArgumentRoles[] = {"input", "target", "parameter",
                                            "constant", "state"};
constexpr StringLiteral kResultRoles[] = {"loss", "output", "gradient",
                                          "parameter", "state"};

/// Verifies `novi.name` or `novi.role` of one argument or result. `nameOf`
/// gives the names of all arguments, or all results.
LogicalResult verifyFunctionAttr(Operation *op, StringRef what, unsigned index,
                                 unsigned count, NamedAttribute attribute,
                                 ArrayRef<StringLiteral> roles,
                                 function_ref<StringAttr(unsigned)> nameOf) {
  auto value = dyn_cast<StringAttr>(attribute.getValue());
  if (attribute.getName() == NoviDialect::kNameAttr) {
    if (!value || value.empty())
      return op->emitOpError()
             << "attribute 'novi.name' of " << what << " " << index
             << " must be a non-empty string, not " << attribute.getValue();
    // One look at all names suffices: the last that has one takes it. Looking
    // for the next one, each steps over the unnamed ones between, once.
    for (unsigned other = index + 1; other < count; ++other)
      if (nameOf(other))
        return success();
    llvm::SmallDenseMap<StringAttr, unsigned> seen;
    for (unsigned other = 0; other <= index; ++other) {
      StringAttr name = nameOf(other);
      auto [first, inserted] = seen.try_emplace(name, other);
      if (name && !inserted)
        return op->emitOpError()
               << "attribute 'novi.name' of " << what << " " << other
               << " repeats " << name << " of " << what << " " << first->second
               << "; names must differ";
    }
    return success();
  }
  if (attribute.getName() == NoviDialect::kRoleAttr) {
    if (value && llvm::is_contained(roles, value.getValue()))
      return success();
    return op->emitOpError()
           << "attribute 'novi.role' of " << what << " " << index
           << " must be one of " << llvm::join(roles, ", ") << ", not "
           << attribute.getValue();
  }
  return op->emitOpError() << "has unknown attribute '"
                           << attribute.getName().getValue() << "' on " << what
                           << " " << index << "; known are "
                           << NoviDialect::kNameAttr << ", "
                           << NoviDialect::kRoleAttr << " and, on an argument, "
                           << NoviDialect::kInitializeAttr;
}

/// Verifies `novi.initialize` of an argument of the given type.
LogicalResult verifyInitializer(Operation *op, unsigned index, Type type,
                                Attribute attribute) {
  auto emit = [&](const Twine &message) {
    return op->emitOpError() << "attribute 'novi.initialize' of argument "
                             << index << ": " << message;
  };
  auto text = dyn_cast<StringAttr>(attribute);
  if (!text)
    return emit("must be a string");
  llvm::Expected<Initializer> initializer = Initializer::parse(text);
  if (!initializer)
    return emit(llvm::toString(initializer.takeError()));
  if (llvm::Error error = initializer->verify(type))
    return emit(llvm::toString(std::move(error)));
  return success();
}

/// Verifies an attribute of code generation, which is a number.
LogicalResult verifyNumber(Operation *op, NamedAttribute attribute) {
  auto number = dyn_cast<IntegerAttr>(attribute.getValue());
  if (number && number.getType().isIndex() && !number.getValue().isNegative())
    return success();
  return op->emitOpError() << "attribute '" << attribute.getName().getValue()
                           << "' must be an index of 0 or more, not "
                           << attribute.getValue();
}

} // namespace

LogicalResult NoviDialect::verifyRegionArgAttribute(Operation *op,
                                                    unsigned regionIndex,
                                                    unsigned argIndex,
                                                    NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError() << "attribute '" << attribute.getName().getValue()
                             << "' belongs on an argument of a function";
  if (attribute.getName() == kResultAttr || attribute.getName() == kArenaAttr)
    return verifyNumber(op, attribute);
  if (attribute.getName() == kInitializeAttr)
    return verifyInitializer(op, argIndex,
                             function.getArgumentTypes()[argIndex],
                             attribute.getValue());
  return verifyFunctionAttr(
      op, "argument", argIndex, function.getNumArguments(), attribute,
      kArgumentRoles, [&](unsigned index) {
        return function.getArgAttrOfType<StringAttr>(index, kNameAttr);
      });
}

LogicalResult
NoviDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                         unsigned resultIndex,
                                         NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError() << "attribute '" << attribute.getName().getValue()
                             << "' belongs on a result of a function";
  return verifyFunctionAttr(op, "result", resultIndex, function.getNumResults(),
                            attribute, kResultRoles, [&](unsigned index) {
                              return function.getResultAttrOfType<StringAttr>(
                                  index, kNameAttr);
                            });
}

LogicalResult NoviDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  if (attribute.getName() == kArenaAttr && isa<FunctionOpInterface>(op))
    return verifyNumber(op, attribute);
  if (attribute.getName() == kMustFuseAttr) {
    if (!isa<GradientOpInterface>(op))
      return op->emitOpError("attribute 'novi.must_fuse' belongs on an "
                             "instruction; a kernel has must_fuse");
    if (!isa<UnitAttr>(attribute.getValue()))
      return op->emitOpError("attribute 'novi.must_fuse' takes no value, not ")
             << attribute.getValue();
    return success();
  }
  return op->emitOpError() << "attribute '" << attribute.getName().getValue()
                           << "' belongs on an argument or result of a "
                              "function, not on an op";
}
