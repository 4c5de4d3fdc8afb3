//===- ListingShapes.cpp - Shapes of a listing's tensors -------*- C++ -*-===//
//
// One pass in the order of execution. A tensor has one shape for its whole
// life; its gradient has the same.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/ListingShapes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;

std::string mlir::novi::shapeString(ArrayRef<int64_t> sizes) {
  if (sizes.empty())
    return "a scalar";
  return llvm::join(
      llvm::map_range(sizes, [](int64_t n) { return std::to_string(n); }), "x");
}

namespace {
class Inference {
public:
  Inference(const Listing &listing, size_t count, const ShapeFacts &facts)
      : listing(listing), count(count), facts(facts) {}

  FailureOr<ListingShapes> run();

private:
  using Sizes = ArrayRef<int64_t>;

  LogicalResult visit(const Instruction &instruction);
  LogicalResult checkReads(const Instruction &instruction);
  LogicalResult inferOutputs(const Instruction &instruction);
  LogicalResult inferMatMul(const Instruction &instruction, TensorRef product);
  LogicalResult inferConcat(const Instruction &instruction);
  LogicalResult inferConcatBackward(const Instruction &instruction);
  LogicalResult checkEqual(const Instruction &instruction, TensorRef lhs,
                           TensorRef rhs);
  LogicalResult checkMatrix(const Instruction &instruction, TensorRef tensor);
  LogicalResult setShape(const Instruction &instruction, TensorRef tensor,
                         Sizes sizes);
  LogicalResult checkCleared();

  const TensorShape &shape(TensorRef tensor) const {
    return shapes.find(tensor.number)->second;
  }
  std::string describe(TensorRef tensor) const {
    return tensorName(tensor.number) + " (" + shapeString(shape(tensor).sizes) +
           ")";
  }
  InFlightDiagnostic error(const Instruction &instruction, unsigned column) {
    return emitError(listing.getLoc(instruction.line, column))
           << instruction.info->name << ": ";
  }
  void noteOrigin(InFlightDiagnostic &diag, TensorRef tensor) {
    diag.attachNote(shape(tensor).loc)
        << describe(tensor) << " has its shape from here";
  }

  const Listing &listing;
  size_t count;
  const ShapeFacts &facts;

  ListingShapes shapes;
  /// Tensors that have a value, be it that of Zero, and those whose gradient
  /// exists.
  llvm::DenseSet<unsigned> values, gradients;
  /// What Zero cleared before it had a shape, in the order of the listing.
  SmallVector<std::pair<const Instruction *, TensorRef>> cleared;
};
} // namespace

FailureOr<ListingShapes> Inference::run() {
  for (const auto &[tensor, fed] : facts.fed) {
    shapes.try_emplace(tensor, TensorShape{{fed.rows, fed.columns}, fed.loc});
    values.insert(tensor);
    gradients.insert(tensor);
  }
  for (const Instruction &instruction :
       ArrayRef(listing.instructions).take_front(count))
    if (failed(visit(instruction)))
      return failure();
  if (failed(checkCleared()))
    return failure();
  Sizes loss = shapes.find(facts.loss->number)->second.sizes;
  if (loss.empty())
    return std::move(shapes);
  InFlightDiagnostic diag = emitError(facts.loss->loc);
  diag << "the loss " << tensorName(facts.loss->number) << " is "
       << shapeString(loss)
       << "; expected a scalar, as CrossEntropyLoss gives it";
  diag.attachNote(shapes.find(facts.loss->number)->second.loc)
      << "it has its shape from here";
  return diag;
}

LogicalResult Inference::visit(const Instruction &instruction) {
  if (failed(checkReads(instruction)) || failed(inferOutputs(instruction)))
    return failure();
  Effect effect = instruction.info->effect;
  for (TensorRef output : instruction.outputs()) {
    if (effect == Effect::WriteValue || effect == Effect::Clear)
      values.insert(output.number);
    if (effect != Effect::WriteValue)
      gradients.insert(output.number);
  }
  return success();
}

LogicalResult Inference::checkReads(const Instruction &instruction) {
  const OpcodeInfo &info = *instruction.info;
  auto checkGradient = [&](TensorRef tensor) -> LogicalResult {
    if (gradients.contains(tensor.number))
      return success();
    return error(instruction, tensor.column)
           << "the gradient of " << tensorName(tensor.number)
           << " is read before it exists: neither Zero nor a backward "
              "instruction wrote it";
  };
  for (auto [index, tensor] : llvm::enumerate(instruction.inputs())) {
    // What only Zero has written may have no shape yet.
    if (info.readsValue(index) &&
        !(values.contains(tensor.number) && shapes.contains(tensor.number)))
      return error(instruction, tensor.column)
             << tensorName(tensor.number)
             << " is read before it is written: no instruction before this one "
                "computes it, and the side file does not feed it";
    if (info.readsGradient(index) && failed(checkGradient(tensor)))
      return failure();
    if (info.readsGradient(index) && !shapes.contains(tensor.number))
      return error(instruction, tensor.column)
             << "the gradient of " << tensorName(tensor.number)
             << " is read, but no instruction before this one computes its "
                "value: its shape is not known";
  }
  if (info.effect == Effect::AddGradient || info.effect == Effect::ClipGradient)
    for (TensorRef tensor : instruction.outputs())
      if (failed(checkGradient(tensor)))
        return failure();
  return success();
}

LogicalResult Inference::inferOutputs(const Instruction &instruction) {
  ArrayRef<TensorRef> in = instruction.inputs(), out = instruction.outputs();
  switch (instruction.info->opcode) {
  case Opcode::Zero:
    for (TensorRef tensor : out)
      if (!shapes.contains(tensor.number))
        cleared.emplace_back(&instruction, tensor);
    return success();
  case Opcode::Clip:
    return success();
  case Opcode::MatMul:
    return inferMatMul(instruction, out[0]);
  case Opcode::MatMulBackward:
    return inferMatMul(instruction, in[2]);
  case Opcode::Concat:
    return inferConcat(instruction);
  case Opcode::ConcatBackward:
    return inferConcatBackward(instruction);
  case Opcode::CrossEntropyLoss:
    if (failed(checkMatrix(instruction, in[0])) ||
        failed(checkEqual(instruction, in[0], in[1])))
      return failure();
    return setShape(instruction, out[0], {});
  case Opcode::Softmax:
    if (failed(checkMatrix(instruction, in[0])))
      return failure();
    break;
  case Opcode::Add:
  case Opcode::CrossEntropyLossBackward:
    if (failed(checkEqual(instruction, in[0], in[1])))
      return failure();
    break;
  case Opcode::Scale:
  case Opcode::Identity:
  case Opcode::IdentityBackward:
  case Opcode::AddBackward:
  case Opcode::SoftmaxBackward:
    break;
  }
  // What is left gives its outputs the shape of its first input. A copy, since
  // a new entry may move the others.
  SmallVector<int64_t, 2> sizes = shape(in[0]).sizes;
  for (TensorRef tensor : out)
    if (failed(setShape(instruction, tensor, sizes)))
      return failure();
  return success();
}

LogicalResult Inference::setShape(const Instruction &instruction,
                                  TensorRef tensor, Sizes sizes) {
  int64_t elements = 1;
  for (int64_t size : sizes)
    if (llvm::MulOverflow(elements, size, elements) || elements > maxElements)
      return error(instruction, tensor.column)
             << "this makes " << tensorName(tensor.number) << " "
             << shapeString(sizes) << ": more elements than can be counted";
  auto [position, inserted] = shapes.try_emplace(
      tensor.number,
      TensorShape{llvm::to_vector<2>(sizes), listing.getLoc(instruction)});
  if (inserted || position->second.sizes == sizes)
    return success();
  InFlightDiagnostic diag = error(instruction, tensor.column);
  diag << "this makes " << tensorName(tensor.number) << " "
       << shapeString(sizes) << ", but it is "
       << shapeString(position->second.sizes);
  noteOrigin(diag, tensor);
  return diag;
}

LogicalResult Inference::checkEqual(const Instruction &instruction,
                                    TensorRef lhs, TensorRef rhs) {
  if (shape(lhs).sizes == shape(rhs).sizes)
    return success();
  InFlightDiagnostic diag = error(instruction, rhs.column);
  diag << "expected equal shapes, got " << describe(lhs) << " and "
       << describe(rhs);
  noteOrigin(diag, lhs);
  noteOrigin(diag, rhs);
  return diag;
}

LogicalResult Inference::checkMatrix(const Instruction &instruction,
                                     TensorRef tensor) {
  if (shape(tensor).sizes.size() == 2)
    return success();
  InFlightDiagnostic diag = error(instruction, tensor.column);
  diag << "expected rows and columns, got " << describe(tensor);
  noteOrigin(diag, tensor);
  return diag;
}

LogicalResult Inference::inferMatMul(const Instruction &instruction,
                                     TensorRef product) {
  TensorRef lhs = instruction.inputs()[0], rhs = instruction.inputs()[1];
  if (failed(checkMatrix(instruction, lhs)) ||
      failed(checkMatrix(instruction, rhs)))
    return failure();
  Sizes a = shape(lhs).sizes, b = shape(rhs).sizes;
  bool transposed = facts.transposed.contains(rhs.number);
  if (a[1] == b[transposed])
    return setShape(instruction, product, {a[0], b[!transposed]});
  InFlightDiagnostic diag = error(instruction, rhs.column);
  diag << describe(lhs) << " times " << describe(rhs)
       << (transposed ? " transposed" : "") << ": " << a[1] << " columns meet "
       << b[transposed] << " rows";
  if (a[1] == b[!transposed])
    diag << (transposed ? "; is it stored as it is used? Then remove "
                          "'transposed "
                        : "; is it stored [out, in]? Then add 'transposed ")
         << tensorName(rhs.number) << "'";
  noteOrigin(diag, lhs);
  noteOrigin(diag, rhs);
  return diag;
}

LogicalResult Inference::inferConcat(const Instruction &instruction) {
  ArrayRef<TensorRef> parts = instruction.inputs();
  if (failed(checkMatrix(instruction, parts[0])))
    return failure();
  Sizes first = shape(parts[0]).sizes;
  for (TensorRef part : parts) {
    if (shape(part).sizes == first)
      continue;
    InFlightDiagnostic diag = error(instruction, part.column);
    diag << "expected inputs of one width and height, since this machine puts "
            "input k at column k times its own width; got "
         << describe(parts[0]) << " and " << describe(part);
    noteOrigin(diag, parts[0]);
    noteOrigin(diag, part);
    return diag;
  }
  int64_t columns;
  if (llvm::MulOverflow(first[1], int64_t(parts.size()), columns))
    return error(instruction, instruction.outputs()[0].column)
           << "the result has more columns than can be counted";
  return setShape(instruction, instruction.outputs()[0], {first[0], columns});
}

LogicalResult Inference::inferConcatBackward(const Instruction &instruction) {
  TensorRef whole = instruction.inputs()[0];
  ArrayRef<TensorRef> parts = instruction.outputs();
  if (failed(checkMatrix(instruction, whole)))
    return failure();
  for (TensorRef part : parts)
    if (!shapes.contains(part.number))
      return error(instruction, part.column)
             << "the shape of " << tensorName(part.number)
             << " is not known: no instruction before this one computes it";
  Sizes sizes = shape(whole).sizes;
  for (TensorRef part : parts) {
    Sizes partSizes = shape(part).sizes;
    int64_t columns;
    if (partSizes.size() == 2 && partSizes[0] == sizes[0] &&
        !llvm::MulOverflow(partSizes[1], int64_t(parts.size()), columns) &&
        columns == sizes[1])
      continue;
    InFlightDiagnostic diag = error(instruction, part.column);
    diag << "expected outputs of one width, since this machine takes output k "
            "from column k times its own width; got "
         << describe(part) << ", one of " << parts.size() << " parts of "
         << describe(whole);
    noteOrigin(diag, part);
    noteOrigin(diag, whole);
    return diag;
  }
  return success();
}

LogicalResult Inference::checkCleared() {
  for (auto [instruction, tensor] : cleared)
    if (!shapes.contains(tensor.number))
      return error(*instruction, tensor.column)
             << "the shape of " << tensorName(tensor.number)
             << " is not known: no instruction computes it";
  return success();
}

FailureOr<ListingShapes>
mlir::novi::inferListingShapes(const Listing &listing, size_t count,
                               const ShapeFacts &facts) {
  return Inference(listing, count, facts).run();
}
