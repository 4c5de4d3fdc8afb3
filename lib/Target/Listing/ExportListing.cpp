//===- ExportListing.cpp - Programs as listings ----------------*- C++ -*-===//
//
// A listing that says everything: one line for each argument, instruction and
// result, with types and attributes. Values are numbered; a value that has a
// number as its name, because it came from a listing, keeps it.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/ExportListing.h"
#include "Novi/Analysis/ProgramSummary.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Target/Listing/Listing.h"
#include "Novi/Target/Listing/ListingAttributes.h"
#include "Novi/Target/Listing/ListingText.h"
#include "Novi/Target/Listing/TextReader.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::novi;

SmallVector<std::pair<StringRef, std::string>>
mlir::novi::getHeaderClaims(func::FuncOp function) {
  ProgramSummary summary = summarize(function);
  SmallVector<std::pair<StringRef, std::string>> claims;
  claims.emplace_back("Tensors:", std::to_string(summary.tensors));
  claims.emplace_back("Parameters:", std::to_string(summary.parameters));
  if (summary.inputSizes)
    claims.emplace_back("Input size:", bracket(*summary.inputSizes));
  if (summary.outputSizes)
    claims.emplace_back("Output size:", bracket(*summary.outputSizes));
  claims.emplace_back("Instructions:", std::to_string(summary.instructions));
  return claims;
}

namespace {
class ListingExporter {
public:
  explicit ListingExporter(func::FuncOp function) : function(function) {}

  LogicalResult run();
  const std::string &getText() const { return text; }

private:
  void numberValues();
  bool claimNumber(Value value, StringRef name);

  LogicalResult writeFunction();
  LogicalResult writeArgument(unsigned index);
  LogicalResult writeInstruction(Operation *op);
  LogicalResult writeResult(unsigned index);

  /// Appends " key=value" for each attribute of an argument, result or the
  /// function.
  LogicalResult printNamed(DictionaryAttr attributes, const Twine &what,
                           std::string &line);
  LogicalResult printAttributes(Operation *op, std::string &line);
  FailureOr<std::string> printType(Operation *op, const Twine &what, Type type);
  LogicalResult writeLine(Operation *op, ArrayRef<std::string> groups);

  InFlightDiagnostic refuse(Operation *op) const {
    return op->emitOpError() << "cannot be said in a listing: ";
  }
  std::string nameOf(Value value) const {
    return tensorName(numbers.lookup(value));
  }
  std::string namesOf(ValueRange values) const {
    return llvm::join(
        llvm::map_range(values, [&](Value value) { return nameOf(value); }),
        " ");
  }

  func::FuncOp function;
  llvm::DenseMap<Value, unsigned> numbers;
  llvm::DenseSet<unsigned> taken;
  std::string text;
};
} // namespace

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Numbers below this are kept, which leaves enough above for the others.
static constexpr unsigned maxKeptNumber = 1u << 30;

bool ListingExporter::claimNumber(Value value, StringRef name) {
  FailureOr<unsigned> number = parseTensorName(name);
  if (failed(number) || *number >= maxKeptNumber || numbers.contains(value) ||
      !taken.insert(*number).second)
    return false;
  numbers[value] = *number;
  return true;
}

void ListingExporter::numberValues() {
  Block &body = function.getBody().front();
  for (BlockArgument argument : body.getArguments())
    if (auto name = function.getArgAttrOfType<StringAttr>(
            argument.getArgNumber(), NoviDialect::kNameAttr))
      claimNumber(argument, name);
  for (auto [index, value] :
       llvm::enumerate(body.getTerminator()->getOperands()))
    if (auto name = function.getResultAttrOfType<StringAttr>(
            index, NoviDialect::kNameAttr))
      claimNumber(value, name);
  for (Operation &op : body)
    if (auto name = dyn_cast<NameLoc>(op.getLoc()))
      for (Value result : op.getResults())
        claimNumber(result, name.getName());

  unsigned next = 0;
  for (unsigned number : taken)
    next = std::max(next, number + 1);
  auto numberRest = [&](Value value) {
    if (numbers.try_emplace(value, next).second)
      ++next;
  };
  llvm::for_each(body.getArguments(), numberRest);
  for (Operation &op : body)
    llvm::for_each(op.getResults(), numberRest);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

LogicalResult ListingExporter::writeLine(Operation *op,
                                         ArrayRef<std::string> groups) {
  std::string line = llvm::join(groups, groupGap);
  if (line.size() > maxLineLength)
    return refuse(op) << "its line would have " << line.size()
                      << " bytes; an import takes " << maxLineLength;
  text += line + "\n";
  return success();
}

FailureOr<std::string>
ListingExporter::printType(Operation *op, const Twine &what, Type type) {
  FailureOr<std::string> printed = printListingType(type);
  if (failed(printed))
    return refuse(op) << what << " is " << type
                      << "; values are tensors of f16, bf16, f32, f64, i1 and "
                         "i8, and index";
  return printed;
}

LogicalResult ListingExporter::printNamed(DictionaryAttr attributes,
                                          const Twine &what,
                                          std::string &line) {
  if (!attributes)
    return success();
  for (NamedAttribute attribute : attributes) {
    StringRef key = attribute.getName();
    if (!key.consume_front("novi.") && !key.contains('.'))
      return refuse(function) << "attribute '" << key << "' of " << what
                              << "; known are those of dialects";
    if (failed(printListingAttribute(key, attribute.getValue(), {}, line)))
      return refuse(function) << "attribute '" << key << "' of " << what << ", "
                              << attribute.getValue();
  }
  return success();
}

LogicalResult ListingExporter::printAttributes(Operation *op,
                                               std::string &line) {
  Type constantType = op->hasTrait<OpTrait::ConstantLike>()
                          ? op->getResult(0).getType()
                          : Type();
  auto print = [&](StringRef key, Attribute value) -> LogicalResult {
    Type type = key == "value" ? constantType : Type();
    if (succeeded(printListingAttribute(key, value, type, line)))
      return success();
    return refuse(op) << "attribute '" << key << "', " << value;
  };
  // Those of the op itself, then those that anyone may add.
  if (auto own =
          dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
    for (NamedAttribute attribute : own) {
      // The import counts the operands that static_offsets asks for.
      if (isa<SliceOp>(op) &&
          attribute.getName() == SliceOp::getOperandSegmentSizeAttr())
        continue;
      auto overflow =
          dyn_cast<arith::IntegerOverflowFlagsAttr>(attribute.getValue());
      if (overflow && overflow.getValue() == arith::IntegerOverflowFlags::none)
        continue;
      if (failed(print(attribute.getName(), attribute.getValue())))
        return failure();
    }
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    if (!attribute.getName().getValue().contains('.'))
      return refuse(op) << "attribute '" << attribute.getName().getValue()
                        << "' is of no dialect";
    if (failed(print(attribute.getName(), attribute.getValue())))
      return failure();
  }
  return success();
}

LogicalResult ListingExporter::writeFunction() {
  text += "Neural program written by Novi\n";
  for (const auto &[key, value] : getHeaderClaims(function))
    text += (key + " " + value + "\n").str();
  text += ("Semantics: " + noviSemantics + "\n").str() + std::string(30, '-') +
          "\n";

  std::string name = function.getSymName().str(), attributes;
  if (!llvm::all_of(name, [](char c) {
        return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
      })) {
    name.clear();
    llvm::raw_string_ostream(name) << function.getSymNameAttr();
  }
  if (function.isPrivate())
    attributes += " private";
  if (!function.isPrivate() && !function.isPublic())
    return refuse(function) << "it is nested";
  DictionaryAttr discardable = DictionaryAttr::get(
      function.getContext(), llvm::to_vector(function->getDiscardableAttrs()));
  if (failed(printNamed(discardable, "the function", attributes)))
    return failure();
  SmallVector<std::string> groups = {"FUNCTION", name};
  if (!attributes.empty())
    groups.push_back(attributes.substr(1));
  return writeLine(function, groups);
}

LogicalResult ListingExporter::writeArgument(unsigned index) {
  std::string attributes;
  std::string what = "argument " + std::to_string(index);
  FailureOr<std::string> type =
      printType(function, what, function.getArgumentTypes()[index]);
  if (failed(type) ||
      failed(printNamed(function.getArgAttrDict(index), what, attributes)))
    return failure();
  SmallVector<std::string> groups = {
      "ARGUMENT", nameOf(function.getArgument(index)), *type};
  if (!attributes.empty())
    groups.push_back(attributes.substr(1));
  return writeLine(function, groups);
}

LogicalResult ListingExporter::writeInstruction(Operation *op) {
  std::string opcode = getOpcodeName(op->getName());
  if (opcode.empty())
    return refuse(op) << "it is no instruction of novi, arith or tensor";
  if (op->getNumRegions() || op->getNumSuccessors())
    return refuse(op) << "an instruction has no regions";
  if (op->getNumResults() == 0)
    return refuse(op) << "an instruction has a result";
  SmallVector<std::string> types;
  for (Type type : op->getResultTypes()) {
    FailureOr<std::string> printed = printType(op, "a result", type);
    if (failed(printed))
      return failure();
    types.push_back(*printed);
  }
  std::string attributes;
  if (failed(printAttributes(op, attributes)))
    return failure();
  SmallVector<std::string> groups = {
      "INSTRUCTION", opcode, namesOf(op->getOperands()),
      namesOf(op->getResults()), llvm::join(types, " ")};
  if (!attributes.empty())
    groups.push_back(attributes.substr(1));
  return writeLine(op, groups);
}

LogicalResult ListingExporter::writeResult(unsigned index) {
  std::string attributes;
  if (failed(printNamed(function.getResultAttrDict(index),
                        "result " + Twine(index), attributes)))
    return failure();
  Operation *terminator = function.getBody().front().getTerminator();
  SmallVector<std::string> groups = {"RESULT",
                                     nameOf(terminator->getOperand(index))};
  if (!attributes.empty())
    groups.push_back(attributes.substr(1));
  return writeLine(function, groups);
}

LogicalResult ListingExporter::run() {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("cannot be said in a listing: it is not "
                                "straight-line code in one block");
  Block &body = function.getBody().front();
  if (!isa<func::ReturnOp>(body.getTerminator()))
    return refuse(body.getTerminator()) << "a function ends in func.return";
  numberValues();
  if (failed(writeFunction()))
    return failure();
  for (unsigned index = 0; index < function.getNumArguments(); ++index)
    if (failed(writeArgument(index)))
      return failure();
  for (Operation &op : body.without_terminator())
    if (failed(writeInstruction(&op)))
      return failure();
  for (unsigned index = 0; index < function.getNumResults(); ++index)
    if (failed(writeResult(index)))
      return failure();
  text += "END\n";
  return success();
}

LogicalResult mlir::novi::exportListing(func::FuncOp function,
                                        llvm::raw_ostream &os) {
  // What kernels hold stands in their place, in a copy.
  OwningOpRef<func::FuncOp> copy = function.clone();
  SmallVector<KernelOp> kernels;
  copy->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
  IRRewriter rewriter(function.getContext());
  for (KernelOp kernel : kernels) {
    rewriter.setInsertionPoint(kernel);
    kernel.dissolve(rewriter);
  }
  ListingExporter exporter(*copy);
  if (failed(exporter.run()))
    return failure();
  os << exporter.getText();
  return success();
}
