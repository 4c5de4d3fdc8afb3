//===- ExportNovigrad.cpp - What the novigrad machine prints ---*- C++ -*-===//
//
// Its recipe: parameters are numbered first, then tensors that no instruction
// names, then input and target, then results in the order the layers made them.
// The forward part walks from the loss depth-first and does not remember where
// it has been, each instruction after the Zero of its result; the backward part
// is the forward part in reverse, each instruction before the Clip of what it
// gives. The softmax before the loss passes its gradient on, since the loss has
// folded it in.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Target/Listing/ExportListing.h"
#include "Novi/Target/Listing/Listing.h"
#include "Novi/Target/Listing/ListingShapes.h"
#include "Novi/Target/Listing/ListingText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::novi;

/// So many numbers follow those of the parameters unused; the machine has them
/// for its data set, ten examples with an input and a target each.
static constexpr unsigned numUnnamed = 20;

/// A walk that does not remember may double with every layer.
static constexpr size_t maxInstructions = size_t(1) << 20;

namespace {

/// Like an instruction of a Listing, without places.
struct Line {
  StringRef opcode;
  SmallVector<unsigned, 4> inputs, outputs;
};

class NovigradExporter {
public:
  explicit NovigradExporter(func::FuncOp function) : function(function) {}

  LogicalResult run();
  void writeListing(llvm::raw_ostream &os);
  void writeSideFile(llvm::raw_ostream &os);

private:
  LogicalResult findResults();
  LogicalResult checkInstructions();
  LogicalResult check(MatmulOp op);
  LogicalResult check(AddOp op);
  LogicalResult check(ScaleOp op);
  LogicalResult check(SoftmaxOp op);
  LogicalResult check(ConcatOp op);
  LogicalResult check(CrossEntropyLossOp op);
  LogicalResult numberTensors();
  LogicalResult walkForward();
  void append(Operation *op);
  void writeBackward();

  StringAttr getRole(unsigned argument) {
    return function.getArgAttrOfType<StringAttr>(argument,
                                                 NoviDialect::kRoleAttr);
  }
  unsigned getNumber(Value value) const { return numbers.lookup(value); }
  InFlightDiagnostic refuse(Operation *op) const {
    return op->emitOpError()
           << "cannot be said in a listing of " << listingSemantics << ": ";
  }

  func::FuncOp function;
  /// What the loss depends on.
  llvm::DenseSet<Operation *> needed;
  CrossEntropyLossOp loss;
  Value output;
  ScaleOp scale;
  llvm::DenseMap<Value, bool> transposed;
  llvm::DenseMap<Value, unsigned> numbers;
  unsigned numTensors = 0;
  std::vector<Line> lines;
};

} // namespace

//===----------------------------------------------------------------------===//
// What the machine can do
//===----------------------------------------------------------------------===//

static bool isMatrix(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 2 && tensor.hasStaticShape() &&
         isa<FloatType>(tensor.getElementType()) &&
         !llvm::is_contained(tensor.getShape(), 0);
}

LogicalResult NovigradExporter::run() {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("is not straight-line code in one block");
  if (failed(findResults()) || failed(checkInstructions()) ||
      failed(numberTensors()) || failed(walkForward()))
    return failure();
  writeBackward();
  return success();
}

LogicalResult NovigradExporter::findResults() {
  Operation *terminator = function.getBody().front().getTerminator();
  for (auto [index, value] : llvm::enumerate(terminator->getOperands())) {
    auto role =
        function.getResultAttrOfType<StringAttr>(index, NoviDialect::kRoleAttr);
    if (role == "loss" && !loss) {
      loss = value.getDefiningOp<CrossEntropyLossOp>();
      if (!loss)
        return function.emitOpError("has a loss that is not of "
                                    "novi.cross_entropy_loss, the only one of "
                                    "a listing of ")
               << listingSemantics;
    } else if (role == "output" && !output) {
      output = value;
    } else {
      InFlightDiagnostic diag = function.emitOpError();
      diag << "cannot be said in a listing of " << listingSemantics
           << ": expected one result with novi.role \"loss\" and one "
              "with \"output\", but result "
           << index << " has ";
      if (!role)
        return diag << "no role";
      return diag << role
                  << (role == "gradient"
                          ? "; the machine's backward part is written by the "
                            "export, so give it the forward part only"
                          : "");
    }
  }
  if (!loss || !output)
    return function.emitOpError("has no result with novi.role \"")
           << (loss ? "output" : "loss") << "\", which a listing of "
           << listingSemantics << " needs";
  if (!loss.getInput().getDefiningOp<SoftmaxOp>())
    return refuse(loss) << "its input must come out of novi.softmax, since "
                           "CrossEntropyLossBackward has that folded in";
  return success();
}

LogicalResult NovigradExporter::checkInstructions() {
  SmallVector<Operation *> pending = {loss};
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!needed.insert(op).second)
      continue;
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(op)
            .Case<MatmulOp, AddOp, ScaleOp, SoftmaxOp, ConcatOp,
                  CrossEntropyLossOp>([&](auto op) { return check(op); })
            .Default([&](Operation *op) -> LogicalResult {
              return refuse(op) << "the opcodes are those of novi.matmul, "
                                   "novi.add, novi.scale, novi.softmax, "
                                   "novi.concat and novi.cross_entropy_loss";
            });
    if (failed(result))
      return failure();
    for (Value operand : op->getOperands()) {
      if (!isMatrix(operand.getType()))
        return refuse(op) << "operands are matrices of known sizes, not "
                          << operand.getType();
      if (Operation *producer = operand.getDefiningOp())
        pending.push_back(producer);
    }
  }
  return success();
}

LogicalResult NovigradExporter::check(MatmulOp op) {
  if (op.getTransposeA())
    return refuse(op) << "MatMul has no transpose_a";
  auto [position, inserted] =
      transposed.try_emplace(op.getRhs(), op.getTransposeB());
  if (inserted || position->second == op.getTransposeB())
    return success();
  return refuse(op) << "its second operand is stored one way, but here it is "
                    << (op.getTransposeB() ? "" : "not ")
                    << "transposed and elsewhere it is"
                    << (op.getTransposeB() ? " not" : "");
}

LogicalResult NovigradExporter::check(AddOp op) {
  if (op.getLhs().getType() == op.getRhs().getType())
    return success();
  return refuse(op) << "Add takes equal shapes, not " << op.getLhs().getType()
                    << " and " << op.getRhs().getType()
                    << "; a bias has as many rows as there are positions";
}

LogicalResult NovigradExporter::check(ScaleOp op) {
  if (!scale)
    scale = op;
  if (scale.getFactorAttr() == op.getFactorAttr() && op.getFactor().isFinite())
    return success();
  return refuse(op) << "Scale has one finite factor, not "
                    << formatNumber(op.getFactor().convertToDouble())
                    << " here and "
                    << formatNumber(scale.getFactor().convertToDouble())
                    << " elsewhere";
}

LogicalResult NovigradExporter::check(SoftmaxOp op) {
  if (op.getAxis() == 1 || op.getAxis() == -1)
    return success();
  return refuse(op) << "Softmax works along the last axis";
}

LogicalResult NovigradExporter::check(ConcatOp op) {
  if (op.getAxis() != 1 && op.getAxis() != -1)
    return refuse(op) << "Concat works along the last axis";
  if (llvm::all_equal(op.getInputs().getTypes()))
    return success();
  return refuse(op) << "Concat takes inputs of one width";
}

LogicalResult NovigradExporter::check(CrossEntropyLossOp op) {
  if (op != loss)
    return refuse(op) << "there is one loss, the last instruction";
  if (op.getReduction() == LossReduction::None)
    return refuse(op) << "the loss is a sum or a mean";
  if (op.getTarget().getDefiningOp())
    return refuse(op) << "the target is fed";
  return success();
}

//===----------------------------------------------------------------------===//
// The recipe
//===----------------------------------------------------------------------===//

LogicalResult NovigradExporter::numberTensors() {
  llvm::SmallDenseSet<Value> read;
  for (Operation *op : needed)
    read.insert(op->operand_begin(), op->operand_end());
  for (auto [index, argument] : llvm::enumerate(function.getArguments())) {
    if (!read.contains(argument))
      return function.emitOpError("has argument ")
             << index << ", on which its loss does not depend";
    if (!getRole(index))
      return function.emitOpError("has argument ")
             << index << " without novi.role, which a listing's side file says";
    if (getRole(index) == "state")
      return function.emitOpError("has argument ")
             << index
             << " with the role \"state\", which a side file has no "
                "word for";
  }
  auto number = [&](auto isOne) {
    for (auto [index, argument] : llvm::enumerate(function.getArguments()))
      if (isOne(getRole(index).getValue()))
        numbers[argument] = numTensors++;
  };
  number(
      [](StringRef role) { return role == "parameter" || role == "constant"; });
  numTensors += numUnnamed;
  number([](StringRef role) { return role == "input"; });
  number([](StringRef role) { return role == "target"; });
  for (Operation &op : function.getBody().front())
    if (needed.contains(&op))
      numbers[op.getResult(0)] = numTensors++;
  Operation *producer = output.getDefiningOp();
  if (!producer || !needed.contains(producer))
    return function.emitOpError(
        "has an output that is not computed on the way to its loss");
  return success();
}

void NovigradExporter::append(Operation *op) {
  unsigned result = getNumber(op->getResult(0));
  lines.push_back({"Zero", {}, {result}});
  Line line{llvm::TypeSwitch<Operation *, StringRef>(op)
                .Case([](MatmulOp) { return "MatMul"; })
                .Case([](AddOp) { return "Add"; })
                .Case([](ScaleOp) { return "Scale"; })
                .Case([](SoftmaxOp) { return "Softmax"; })
                .Case([](ConcatOp) { return "Concat"; })
                .Default([](Operation *) { return "CrossEntropyLoss"; }),
            {},
            {result}};
  for (Value operand : op->getOperands())
    line.inputs.push_back(getNumber(operand));
  // The listing has the target first.
  if (isa<CrossEntropyLossOp>(op))
    std::swap(line.inputs[0], line.inputs[1]);
  lines.push_back(std::move(line));
}

/// The order is that of operands, left to right; a frame is an instruction and
/// how many of its operands are done.
LogicalResult NovigradExporter::walkForward() {
  SmallVector<std::pair<Operation *, unsigned>> stack = {{loss, 0}};
  while (!stack.empty()) {
    auto &[op, next] = stack.back();
    if (next < op->getNumOperands()) {
      if (Operation *producer = op->getOperand(next++).getDefiningOp())
        stack.emplace_back(producer, 0);
      continue;
    }
    append(op);
    stack.pop_back();
    if (lines.size() > maxInstructions)
      return function.emitOpError("makes a listing of more than ")
             << maxInstructions
             << " instructions: the machine computes again what several "
                "instructions read, which doubles with every layer that does";
  }
  return success();
}

void NovigradExporter::writeBackward() {
  size_t numForward = lines.size();
  for (size_t index = numForward; index-- > 0;) {
    if (lines[index].opcode == "Zero")
      continue;
    // A copy, since the list grows.
    Line forward = lines[index];
    Line line{"", forward.outputs, forward.inputs};
    if (forward.opcode == "CrossEntropyLoss") {
      line = {"CrossEntropyLossBackward", forward.inputs, {forward.inputs[1]}};
    } else if (forward.opcode == "MatMul") {
      line = {"MatMulBackward", forward.inputs, forward.inputs};
      line.inputs.push_back(forward.outputs[0]);
    } else if (forward.opcode == "Add") {
      line.opcode = "AddBackward";
    } else if (forward.opcode == "Concat") {
      line.opcode = "ConcatBackward";
    } else if (forward.opcode == "Scale") {
      line.opcode = "Identity";
    } else {
      // Zero and CrossEntropyLoss follow the softmax that the loss folds in.
      line.opcode =
          index + 3 == numForward ? "IdentityBackward" : "SoftmaxBackward";
    }
    SmallVector<unsigned, 4> clipped = line.outputs;
    lines.push_back(std::move(line));
    lines.push_back({"Clip", {}, std::move(clipped)});
  }
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> getSizes(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// As the machine writes `count` blanks: no-break spaces and a space.
static void writeBlanks(llvm::raw_ostream &os, size_t count) {
  for (size_t index = 1; index < count; ++index)
    os << "\u00a0";
  os << ' ';
}

void NovigradExporter::writeListing(llvm::raw_ostream &os) {
  int64_t numParameters = 0;
  SmallVector<Value> inputs;
  for (auto [index, argument] : llvm::enumerate(function.getArguments())) {
    StringRef role = getRole(index);
    if (role == "parameter" || role == "constant")
      numParameters +=
          cast<RankedTensorType>(argument.getType()).getNumElements();
    if (role == "input")
      inputs.push_back(argument);
  }
  os << "Booting Neural Machine...\n"
     << "Neural program compiled with Novigrad\n"
     << "Tensors: " << numTensors << '\n'
     << "Parameters: " << numParameters << '\n';
  if (inputs.size() == 1)
    os << "Input size: " << bracket(getSizes(inputs.front())) << '\n';
  os << "Output size: " << bracket(getSizes(output)) << '\n'
     << "Instructions: " << lines.size() << '\n'
     << std::string(30, '-') << '\n';

  auto writeTensors = [&](ArrayRef<unsigned> tensors) {
    llvm::interleave(
        tensors, os, [&](unsigned tensor) { os << tensorName(tensor); }, " ");
  };
  for (const Line &line : lines) {
    os << "INSTRUCTION";
    writeBlanks(os, groupGap.size());
    os << line.opcode;
    // A group without tensors leaves the gaps on both its sides.
    writeBlanks(os, groupGap.size() * (line.inputs.empty() ? 2 : 1));
    if (!line.inputs.empty()) {
      writeTensors(line.inputs);
      writeBlanks(os, groupGap.size());
    }
    writeTensors(line.outputs);
    os << '\n';
  }
}

void NovigradExporter::writeSideFile(llvm::raw_ostream &os) {
  os << "# Written by novi-translate --export-listing=" << listingSemantics
     << ". See docs/Listing.md.\n"
     << "semantics " << listingSemantics << '\n';
  // Input and target first, then by number.
  auto writeFed = [&](auto isOne) {
    for (auto [index, argument] : llvm::enumerate(function.getArguments()))
      if (isOne(getRole(index).getValue()))
        os << getRole(index).getValue() << ' '
           << tensorName(getNumber(argument)) << ' '
           << shapeString(getSizes(argument)) << '\n';
  };
  writeFed([](StringRef role) { return role == "input"; });
  writeFed([](StringRef role) { return role == "target"; });
  writeFed(
      [](StringRef role) { return role == "parameter" || role == "constant"; });
  os << "loss " << tensorName(getNumber(loss.getResult())) << '\n'
     << "output " << tensorName(getNumber(output)) << '\n';
  if (scale)
    os << "scale " << formatNumber(scale.getFactor().convertToDouble()) << '\n';
  os << "clip -1 1\n"
     << "cross-entropy rows=" << stringifyLossRows(loss.getRows())
     << " epsilon=" << formatNumber(loss.getEpsilon().convertToDouble())
     << " reduction=" << stringifyLossReduction(loss.getReduction()) << '\n';
  SmallVector<unsigned> stored;
  for (auto [tensor, isTransposed] : transposed)
    if (isTransposed)
      stored.push_back(getNumber(tensor));
  llvm::sort(stored);
  for (unsigned tensor : stored)
    os << "transposed " << tensorName(tensor) << '\n';
}

LogicalResult mlir::novi::exportNovigradListing(func::FuncOp function,
                                                llvm::raw_ostream &listing,
                                                llvm::raw_ostream &sideFile) {
  NovigradExporter exporter(function);
  if (failed(exporter.run()))
    return failure();
  exporter.writeListing(listing);
  exporter.writeSideFile(sideFile);
  return success();
}
