//===- ProgramSummary.cpp - What a program holds and costs -----*- C++ -*-===//
//
// One walk over the function; kernels are looked into.
//
//===----------------------------------------------------------------------===//

#include "Novi/Analysis/ProgramSummary.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;
using llvm::SaturatingAdd;
using llvm::SaturatingMultiply;

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

static bool isStatic(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || tensor.hasStaticShape();
}

/// Of a tensor of known size; 0 of what is no tensor.
static uint64_t getElements(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  uint64_t elements = tensor ? 1 : 0;
  if (tensor)
    for (int64_t size : tensor.getShape())
      elements = SaturatingMultiply(elements, uint64_t(size));
  return elements;
}

static uint64_t getBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getElementType().isIntOrFloat())
    return 0;
  return SaturatingMultiply(
      getElements(type),
      llvm::divideCeil(tensor.getElementTypeBitWidth(), uint64_t(8)));
}

/// How many products of two elements a product sums up.
static uint64_t getTerms(MatmulOp op) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  bool transposed = op.getTransposeA() && lhs.getRank() > 1;
  return SaturatingMultiply(
      getElements(op.getType()),
      uint64_t(lhs.getShape().take_back(transposed ? 2 : 1)[0]));
}

static uint64_t getTerms(ContractOp op) {
  // One for each combination of the letters' values.
  auto [letters, result] = op.getEquation().split("->");
  auto [lhs, rhs] = letters.split(',');
  llvm::SmallDenseSet<char> seen;
  uint64_t terms = 1;
  for (auto [names, operand] :
       {std::pair(lhs, op.getLhs()), std::pair(rhs, op.getRhs())})
    for (auto [name, size] :
         llvm::zip(names, cast<RankedTensorType>(operand.getType()).getShape()))
      if (seen.insert(name).second)
        terms = SaturatingMultiply(terms, uint64_t(size));
  return terms;
}

static uint64_t getFlop(Operation *op) {
  auto perResult = [&](uint64_t each) {
    return SaturatingMultiply(getElements(op->getResult(0).getType()), each);
  };
  auto perOperand = [&](uint64_t each) {
    return SaturatingMultiply(getElements(op->getOperand(0).getType()), each);
  };
  return llvm::TypeSwitch<Operation *, uint64_t>(op)
      .Case<MatmulOp, ContractOp>([](auto product) {
        return SaturatingMultiply(getTerms(product), uint64_t(2));
      })
      .Case<NegOp, ReluOp, ExpOp, LogOp, ScaleOp, AddOp, SubOp, MulOp, DivOp,
            CompareOp>([&](auto) { return perResult(1); })
      .Case([&](ClipOp) { return perResult(2); })
      .Case<ReduceSumOp, ReduceMaxOp>([&](auto) { return perOperand(1); })
      // The largest, a difference, an exponential, the sum, a quotient; or the
      // largest, a difference, an exponential, the sum, a difference.
      .Case<SoftmaxOp, LogSoftmaxOp>([&](auto) { return perResult(5); })
      // The mean, a difference, its square, their sum, a difference, a
      // quotient.
      .Case([&](LayerNormOp) { return perResult(6); })
      // Epsilon, a logarithm, a product, the sum.
      .Case([&](CrossEntropyLossOp) { return perOperand(4); })
      // A log_softmax, a product, the sum.
      .Case([&](SoftmaxCrossEntropyLossOp) { return perOperand(7); })
      .Default([](Operation *) { return 0; });
}

namespace {
class Counter {
public:
  explicit Counter(func::FuncOp function) : function(function) {}

  ProgramSummary run();

private:
  void count(Operation *op);
  void countNamed(StringRef where, Type type, StringAttr role);

  func::FuncOp function;
  ProgramSummary summary;
};
} // namespace

ProgramSummary Counter::run() {
  unsigned numInputs = 0, numOutputs = 0;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto role =
        function.getArgAttrOfType<StringAttr>(index, NoviDialect::kRoleAttr);
    countNamed("argument", type, role);
    summary.tensors += isa<TensorType>(type);
    if (role && (role == "parameter" || role == "constant") && isStatic(type))
      summary.parameters = SaturatingAdd(summary.parameters, getElements(type));
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (role && role == "input" && tensor && ++numInputs == 1)
      summary.inputSizes = llvm::to_vector(tensor.getShape());
  }
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    auto role =
        function.getResultAttrOfType<StringAttr>(index, NoviDialect::kRoleAttr);
    countNamed("result", type, role);
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (role && role == "output" && tensor && ++numOutputs == 1)
      summary.outputSizes = llvm::to_vector(tensor.getShape());
  }
  if (numInputs > 1)
    summary.inputSizes.reset();
  if (numOutputs > 1)
    summary.outputSizes.reset();
  function.getBody().walk([&](Operation *op) { count(op); });
  return std::move(summary);
}

void Counter::countNamed(StringRef where, Type type, StringAttr role) {
  if (!isa<TensorType>(type))
    return;
  StringRef name = role ? role.getValue() : StringRef();
  auto *found = llvm::find_if(summary.roles, [&](const RoleSummary &entry) {
    return entry.where == where && entry.role == name;
  });
  if (found == summary.roles.end()) {
    summary.roles.push_back({where, name});
    found = &summary.roles.back();
  }
  ++found->tensors;
  if (!isStatic(type)) {
    ++summary.dynamicTensors;
    return;
  }
  found->elements = SaturatingAdd(found->elements, getElements(type));
  found->bytes = SaturatingAdd(found->bytes, getBytes(type));
}

void Counter::count(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return;
  if (isa<KernelOp>(op)) {
    ++summary.kernels;
    return;
  }
  ++summary.instructions;
  summary.tensors += llvm::count_if(
      op->getResultTypes(), [](Type type) { return isa<TensorType>(type); });
  bool isProduct = isa<MatmulOp, ContractOp>(op);
  summary.products += isProduct;
  if (!llvm::all_of(op->getOperandTypes(), isStatic) ||
      !llvm::all_of(op->getResultTypes(), isStatic)) {
    ++summary.dynamicInstructions;
    return;
  }
  uint64_t &flop = isProduct ? summary.productFlop : summary.otherFlop;
  flop = SaturatingAdd(flop, getFlop(op));
  for (Type type : op->getOperandTypes())
    summary.bytes = SaturatingAdd(summary.bytes, getBytes(type));
  for (Type type : op->getResultTypes())
    summary.bytes = SaturatingAdd(summary.bytes, getBytes(type));
}

ProgramSummary mlir::novi::summarize(func::FuncOp function) {
  return Counter(function).run();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printSizes(llvm::raw_ostream &os, ArrayRef<int64_t> sizes) {
  os << '[';
  llvm::interleaveComma(sizes, os, [&](int64_t size) {
    if (ShapedType::isDynamic(size))
      os << '?';
    else
      os << size;
  });
  os << ']';
}

void mlir::novi::printSummary(llvm::raw_ostream &os, func::FuncOp function) {
  ProgramSummary summary = summarize(function);
  os << "Function: " << function.getSymName() << '\n'
     << "Tensors: " << summary.tensors << '\n'
     << "Parameters: " << summary.parameters << '\n';
  if (summary.inputSizes) {
    os << "Input size: ";
    printSizes(os, *summary.inputSizes);
    os << '\n';
  }
  if (summary.outputSizes) {
    os << "Output size: ";
    printSizes(os, *summary.outputSizes);
    os << '\n';
  }
  os << "Instructions: " << summary.instructions << '\n'
     << "Products: " << summary.products << '\n';
  if (summary.kernels)
    os << "Kernels: " << summary.kernels << '\n';
  os << "FLOP: " << SaturatingAdd(summary.productFlop, summary.otherFlop)
     << " (" << summary.productFlop << " in products)\n"
     << "Bytes: " << summary.bytes << '\n';
  if (summary.dynamicInstructions || summary.dynamicTensors)
    os << "Dynamic: " << summary.dynamicInstructions << " instructions and "
       << summary.dynamicTensors
       << " arguments and results, whose elements, FLOP and bytes are not "
          "counted\n";
  os << std::string(30, '-') << '\n';
  os << llvm::formatv("{0,-20} {1,10} {2,16} {3,18}\n", "Role", "Tensors",
                      "Elements", "Bytes");
  for (const RoleSummary &role : summary.roles)
    os << llvm::formatv(
        "{0,-20} {1,10} {2,16} {3,18}\n",
        (role.where + " " + (role.role.empty() ? "-" : role.role)).str(),
        role.tensors, role.elements, role.bytes);
}
