//===- ImportListing.cpp - From a listing to novi ops ----------*- C++ -*-===//
//
// Every tensor of the listing has a value and a gradient; an instruction that
// writes one of them makes a new SSA value, and the names move on. The ops
// follow test/Inputs/reference/listing_reference.py statement by statement. All
// that could go wrong has been refused before the first op is built.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/ImportListing.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Target/Listing/CheckListing.h"
#include "Novi/Target/Listing/ImportNoviListing.h"
#include "Novi/Target/Listing/ListingAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::novi;

static constexpr StringLiteral nameAttr = "novi.name", roleAttr = "novi.role";

static std::string gradientName(unsigned tensor) {
  return tensorName(tensor) + ".gradient";
}

namespace {
class Importer {
public:
  Importer(const Listing &listing, size_t count, const ShapeFacts &facts,
           const ListingShapes &shapes, FloatType elementType,
           bool withGradients)
      : listing(listing), count(count), facts(facts), shapes(shapes),
        elementType(elementType), withGradients(withGradients),
        builder(elementType.getContext()) {}

  OwningOpRef<ModuleOp> run();

private:
  void createFunction(ModuleOp module);
  void createReturn();
  void visit(const Instruction &instruction);
  void visitMatMulBackward(const Instruction &instruction);
  void visitConcatBackward(const Instruction &instruction);
  Value createSoftmaxGradient(Location loc, Value gradient, Value softmax);

  RankedTensorType getType(unsigned tensor) const {
    return RankedTensorType::get(shapes.find(tensor)->second.sizes,
                                 elementType);
  }
  Location name(Location loc, const Twine &name) {
    return NameLoc::get(builder.getStringAttr(name), loc);
  }
  DictionaryAttr describe(const Twine &name, StringRef role) {
    return builder.getDictionaryAttr(
        {builder.getNamedAttr(nameAttr, builder.getStringAttr(name)),
         builder.getNamedAttr(roleAttr, builder.getStringAttr(role))});
  }
  /// The reference keeps no products in the input's gradient, nor clips it.
  bool isInput(unsigned tensor) const {
    return facts.hasRole(tensor, Role::Input);
  }
  /// That of a fed tensor starts as zeros.
  Value getGradient(Location loc, unsigned tensor) {
    Value &gradient = gradients[tensor];
    if (!gradient)
      gradient = ZeroOp::create(builder, loc, getType(tensor));
    return gradient;
  }

  const Listing &listing;
  size_t count;
  const ShapeFacts &facts;
  const ListingShapes &shapes;
  FloatType elementType;
  bool withGradients;

  OpBuilder builder;
  func::FuncOp function;
  llvm::DenseMap<unsigned, Value> values, gradients;
};
} // namespace

OwningOpRef<ModuleOp> Importer::run() {
  OwningOpRef<ModuleOp> module = ModuleOp::create(listing.getLoc(1, 1));
  createFunction(*module);
  for (const Instruction &instruction :
       ArrayRef(listing.instructions).take_front(count))
    visit(instruction);
  createReturn();
  return module;
}

void Importer::createFunction(ModuleOp module) {
  SmallVector<Type> argumentTypes, resultTypes;
  SmallVector<DictionaryAttr> argumentAttrs, resultAttrs;
  SmallVector<Location> argumentLocs;
  for (const auto &[tensor, fed] : facts.fed) {
    argumentTypes.push_back(getType(tensor));
    argumentAttrs.push_back(
        describe(tensorName(tensor), stringifyRole(fed.role)));
    argumentLocs.push_back(name(fed.loc, tensorName(tensor)));
  }
  for (auto [role, fact] :
       {std::pair("loss", facts.loss), std::pair("output", facts.output)}) {
    resultTypes.push_back(getType(fact->number));
    resultAttrs.push_back(describe(tensorName(fact->number), role));
  }
  if (withGradients)
    for (const auto &[tensor, fed] : facts.fed) {
      if (fed.role != Role::Parameter)
        continue;
      resultTypes.push_back(getType(tensor));
      resultAttrs.push_back(describe(gradientName(tensor), "gradient"));
    }

  builder.setInsertionPointToEnd(module.getBody());
  function =
      func::FuncOp::create(builder, module.getLoc(), "step",
                           builder.getFunctionType(argumentTypes, resultTypes));
  function.setAllArgAttrs(argumentAttrs);
  function.setAllResultAttrs(resultAttrs);
  Block *body =
      builder.createBlock(&function.getBody(), {}, argumentTypes, argumentLocs);
  for (auto [fed, argument] : llvm::zip_equal(facts.fed, body->getArguments()))
    values[fed.first] = argument;
}

void Importer::createReturn() {
  Location loc = listing.getLoc(listing.instructions[count ? count - 1 : 0]);
  SmallVector<Value> results = {values[facts.loss->number],
                                values[facts.output->number]};
  if (withGradients)
    for (const auto &[tensor, fed] : facts.fed)
      if (fed.role == Role::Parameter)
        results.push_back(getGradient(loc, tensor));
  func::ReturnOp::create(builder, loc, results);
}

void Importer::visit(const Instruction &instruction) {
  Location place = listing.getLoc(instruction);
  Location loc = name(place, tensorName(instruction.output()));
  if (instruction.info->effect != Effect::WriteValue &&
      instruction.info->effect != Effect::Clear)
    loc = name(place, gradientName(instruction.output()));
  auto in = [&](unsigned index) { return values[instruction.input(index)]; };
  auto inGradient = [&](unsigned index) {
    return getGradient(place, instruction.input(index));
  };
  auto setValue = [&](Value value) { values[instruction.output()] = value; };
  auto setGradients = [&](Value value) {
    for (TensorRef tensor : instruction.outputs())
      gradients[tensor.number] = value;
  };

  switch (instruction.info->opcode) {
  case Opcode::Zero:
    for (TensorRef tensor : instruction.outputs())
      values[tensor.number] = gradients[tensor.number] =
          ZeroOp::create(builder, name(place, tensorName(tensor.number)),
                         getType(tensor.number));
    return;
  case Opcode::MatMul:
    return setValue(
        MatmulOp::create(builder, loc, in(0), in(1), /*transpose_a=*/false,
                         facts.transposed.contains(instruction.input(1))));
  case Opcode::Add:
    return setValue(AddOp::create(builder, loc, in(0), in(1)));
  case Opcode::Scale:
    return setValue(ScaleOp::create(builder, loc, in(0), *facts.scale));
  case Opcode::Softmax:
    return setValue(SoftmaxOp::create(builder, loc, in(0), /*axis=*/1));
  case Opcode::Concat: {
    SmallVector<Value> parts;
    for (TensorRef tensor : instruction.inputs())
      parts.push_back(values[tensor.number]);
    return setValue(ConcatOp::create(builder, loc, parts, /*axis=*/1));
  }
  case Opcode::CrossEntropyLoss:
    return setValue(CrossEntropyLossOp::create(
        builder, loc, in(1), in(0),
        facts.crossEntropy->firstRowOnly ? LossRows::First : LossRows::All,
        facts.crossEntropy->epsilon,
        facts.crossEntropy->mean ? LossReduction::Mean : LossReduction::Sum));
  case Opcode::Identity:
    return setValue(in(0));
  case Opcode::CrossEntropyLossBackward:
    return setGradients(SubOp::create(builder, loc, in(1), in(0)));
  case Opcode::IdentityBackward:
  case Opcode::AddBackward:
    return setGradients(inGradient(0));
  case Opcode::MatMulBackward:
    return visitMatMulBackward(instruction);
  case Opcode::ConcatBackward:
    return visitConcatBackward(instruction);
  case Opcode::SoftmaxBackward:
    return setGradients(createSoftmaxGradient(loc, inGradient(0), in(0)));
  case Opcode::Clip:
    for (TensorRef tensor : instruction.outputs())
      if (!isInput(tensor.number))
        gradients[tensor.number] =
            ClipOp::create(builder, name(place, gradientName(tensor.number)),
                           getGradient(place, tensor.number), facts.clip->min,
                           facts.clip->max);
    return;
  }
}

void Importer::visitMatMulBackward(const Instruction &instruction) {
  Location place = listing.getLoc(instruction);
  unsigned a = instruction.input(0), b = instruction.input(1);
  Location locA = name(place, gradientName(a)),
           locB = name(place, gradientName(b));
  Value product = getGradient(place, instruction.input(2));
  bool transposed = facts.transposed.contains(b);
  // C = A B:   dA = G B^T, dB = A^T G.   C = A B^T:   dA = G B, dB = G^T A.
  Value productA = MatmulOp::create(builder, locA, product, values[b],
                                    /*transpose_a=*/false, !transposed);
  Value productB = transposed
                       ? MatmulOp::create(builder, locB, product, values[a],
                                          /*transpose_a=*/true)
                       : MatmulOp::create(builder, locB, values[a], product,
                                          /*transpose_a=*/true);
  // Both products before either sum, and B's sum first: A and B may be one.
  auto accumulate = [&](Location loc, unsigned tensor, Value addend) {
    gradients[tensor] =
        AddOp::create(builder, loc, getGradient(place, tensor), addend);
  };
  accumulate(locB, b, productB);
  if (!isInput(a))
    accumulate(locA, a, productA);
}

void Importer::visitConcatBackward(const Instruction &instruction) {
  Location place = listing.getLoc(instruction);
  Value whole = getGradient(place, instruction.input(0));
  int64_t column = 0;
  for (TensorRef tensor : instruction.outputs()) {
    ArrayRef<int64_t> sizes = shapes.find(tensor.number)->second.sizes;
    gradients[tensor.number] = SliceOp::create(
        builder, name(place, gradientName(tensor.number)), whole,
        ArrayRef<int64_t>{0, column}, sizes, ArrayRef<int64_t>{1, 1});
    column += sizes[1];
  }
}

/// g (y (1 - y)), the diagonal only.
Value Importer::createSoftmaxGradient(Location loc, Value gradient,
                                      Value softmax) {
  auto type = cast<RankedTensorType>(softmax.getType());
  Value one = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type, builder.getFloatAttr(elementType, 1)));
  Value slope = MulOp::create(builder, loc, softmax,
                              SubOp::create(builder, loc, one, softmax));
  return MulOp::create(builder, loc, gradient, slope);
}

OwningOpRef<ModuleOp>
mlir::novi::importListing(llvm::SourceMgr &sourceMgr, MLIRContext *context,
                          const ListingImportOptions &options) {
  context->loadDialect<NoviDialect, func::FuncDialect>();
  FailureOr<bool> saysEverything = isNoviListing(sourceMgr, context);
  if (failed(saysEverything))
    return nullptr;
  if (*saysEverything) {
    if (options.shapesFile.empty() && !options.forwardOnly)
      return importNoviListing(sourceMgr, context);
    emitError(FileLineColLoc::get(
        context,
        sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())
            ->getBufferIdentifier(),
        1, 1))
        << "this listing says everything itself; it takes no "
        << (options.forwardOnly ? "--forward-only" : "--listing-shapes");
    return nullptr;
  }
  FailureOr<Listing> listing =
      parseListing(sourceMgr, sourceMgr.getMainFileID(), context);
  if (failed(listing))
    return nullptr;

  Location begin = listing->getLoc(1, 1);
  if (options.shapesFile.empty()) {
    emitError(begin) << "the listing needs its side file, with the shapes that "
                        "it does not print: --listing-shapes=FILE";
    return nullptr;
  }
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> sideFile =
      openInputFile(options.shapesFile, &message);
  if (!sideFile) {
    emitError(begin) << "the listing's side file: " << message;
    return nullptr;
  }
  unsigned sideFileID =
      sourceMgr.AddNewSourceBuffer(std::move(sideFile), llvm::SMLoc());
  FailureOr<ShapeFacts> facts = parseShapeFacts(sourceMgr, sideFileID, context);
  if (failed(facts))
    return nullptr;

  size_t count = options.forwardOnly ? listing->getBackwardBegin()
                                     : listing->instructions.size();
  if (failed(checkFacts(*listing, count, *facts)))
    return nullptr;
  FailureOr<ListingShapes> shapes = inferListingShapes(*listing, count, *facts);
  if (failed(shapes) ||
      (!options.forwardOnly && failed(checkComplete(*listing, *facts))))
    return nullptr;
  checkClaims(*listing, *facts, *shapes);
  analyzeListing(*listing, count, *facts, *shapes);

  FloatType elementType = options.elementType;
  if (!elementType)
    elementType = Float32Type::get(context);
  return Importer(*listing, count, *facts, *shapes, elementType,
                  !options.forwardOnly)
      .run();
}
