//===- KernelOps.cpp - Instructions that run as one -------------*- C++ -*-===//
//
// Syntax, verifiers, shapes and canonicalisation of novi.kernel.
//
//===----------------------------------------------------------------------===//

#include "Novi/Dialect/IR/NoviOps.h"
#include "ShapeInference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::detail;

void KernelOp::build(OpBuilder &builder, OperationState &state,
                     TypeRange outputs, ValueRange inputs, StringAttr name) {
  OpBuilder::InsertionGuard guard(builder);
  state.addTypes(outputs);
  state.addOperands(inputs);
  if (name)
    state.addAttribute(getNameAttrName(state.name), name);
  SmallVector<Location> locations;
  for (Value input : inputs)
    locations.push_back(input.getLoc());
  builder.createBlock(state.addRegion(), {}, inputs.getTypes(), locations);
}

YieldOp KernelOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

void KernelOp::dissolve(RewriterBase &rewriter) {
  YieldOp yield = getYield();
  rewriter.inlineBlockBefore(&getBody().front(), *this, getInputs());
  // Only now does it give operands where it gave arguments.
  SmallVector<Value> results(yield.getValues());
  rewriter.eraseOp(yield);
  rewriter.replaceOp(*this, results);
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  OptionalParseResult hasName = parser.parseOptionalAttribute(name);
  if (hasName.has_value()) {
    if (failed(*hasName))
      return failure();
    result.addAttribute(getNameAttrName(result.name), name);
  }
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc loc = parser.getCurrentLocation();
  auto parseArgument = [&]() -> ParseResult {
    if (parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
        parser.parseOperand(operands.emplace_back()))
      return failure();
    return parser.parseColonType(arguments.back().type);
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren,
                                     parseArgument) ||
      parser.parseArrowTypeList(result.types) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  SmallVector<Type> types;
  for (const OpAsmParser::Argument &argument : arguments)
    types.push_back(argument.type);
  Region *body = result.addRegion();
  if (parser.resolveOperands(operands, types, loc, result.operands) ||
      parser.parseRegion(*body, arguments, /*enableNameShadowing=*/true))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void KernelOp::print(OpAsmPrinter &printer) {
  if (getNameAttr())
    printer << ' ' << getNameAttr();
  printer << " (";
  // An op that does not verify is printed, too, to say so.
  Block *block = getBody().empty() ? nullptr : &getBody().front();
  for (auto [index, operand] : llvm::enumerate(getInputs())) {
    if (index != 0)
      printer << ", ";
    if (block && index < block->getNumArguments())
      printer << block->getArgument(index) << " = ";
    printer << operand << " : " << operand.getType();
  }
  printer << ") -> (" << getOutputs().getTypes() << ")";
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getNameAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult KernelOp::verify() { return verifyInstruction(*this); }

static bool mayStandInKernel(Operation &op) {
  if (op.getNumRegions() != 0)
    return false;
  if (isa<tensor::DimOp, tensor::CastOp>(op))
    return true;
  if (isa<arith::ArithDialect>(op.getDialect()))
    return llvm::all_of(op.getResultTypes(),
                        [](Type type) { return type.isIndex(); }) &&
           isMemoryEffectFree(&op);
  return isa<NoviDialect>(op.getDialect());
}

LogicalResult KernelOp::verifyRegions() {
  Block &block = getBody().front();
  if (block.getNumArguments() != getInputs().size())
    return emitOpError("has ") << getInputs().size() << " operands, but "
                               << block.getNumArguments() << " arguments";
  for (auto [index, argument, operand] :
       llvm::enumerate(block.getArguments(), getInputs()))
    if (argument.getType() != operand.getType())
      return emitOpError("has argument ")
             << index << " of type " << argument.getType() << ", but operand "
             << operand.getType();
  for (Operation &op : block.without_terminator())
    if (!mayStandInKernel(op)) {
      InFlightDiagnostic diagnostic =
          emitOpError("holds instructions of novi, index arithmetic, "
                      "tensor.dim and tensor.cast only, not '")
          << op.getName() << "'";
      diagnostic.attachNote(op.getLoc()) << "this one";
      return diagnostic;
    }
  YieldOp yield = getYield();
  if (yield.getNumOperands() != getNumResults())
    return yield.emitOpError("gives ")
           << yield.getNumOperands() << " values for " << getNumResults()
           << " results of the kernel";
  for (auto [index, value, type] :
       llvm::enumerate(yield.getValues(), getResultTypes()))
    if (value.getType() != type)
      return yield.emitOpError("gives a value of type ")
             << value.getType() << " for result " << index
             << " of the kernel, which has type " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

// The part of the body on which the shapes depend is repeated outside, where
// its own shapes are found in turn; nothing else of it is then of use.
LogicalResult KernelOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  YieldOp yield = getYield();
  llvm::SmallPtrSet<Operation *, 16> needed;
  auto need = [&](Value value) {
    if (Operation *op = value.getDefiningOp())
      needed.insert(op);
  };
  for (Value value : yield.getValues())
    if (!cast<RankedTensorType>(value.getType()).hasStaticShape())
      need(value);
  Block &block = getBody().front();
  for (Operation &op : llvm::reverse(block.without_terminator()))
    if (needed.contains(&op))
      llvm::for_each(op.getOperands(), need);

  IRMapping mapping;
  mapping.map(block.getArguments(), getInputs());
  for (Operation &op : block.without_terminator())
    if (needed.contains(&op))
      builder.clone(op, mapping);
  for (Value value : yield.getValues()) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<OpFoldResult> &shape = shapes.emplace_back();
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      shape.push_back(
          type.isDynamicDim(axis)
              ? getSize(builder, getLoc(), mapping.lookup(value), axis)
              : OpFoldResult(builder.getIndexAttr(type.getDimSize(axis))));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalisation
//===----------------------------------------------------------------------===//

namespace {

/// Whether `value` is a constant that costs nothing to have inside.
bool isScalarConstant(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return false;
  return isa<IntegerAttr>(attribute) || isa<SplatElementsAttr>(attribute);
}

/// Drops operands that are not used, merges equal ones and takes scalar
/// constants inside.
struct SimplifyKernelOperands : OpRewritePattern<KernelOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(KernelOp op,
                                PatternRewriter &rewriter) const override {
    Block &block = op.getBody().front();
    llvm::BitVector dropped(block.getNumArguments());
    DenseMap<Value, BlockArgument> first;
    rewriter.setInsertionPointToStart(&block);
    for (auto [argument, operand] :
         llvm::zip_equal(block.getArguments(), op.getInputs())) {
      auto [it, isNew] = first.try_emplace(operand, argument);
      if (!argument.use_empty()) {
        if (!isNew)
          rewriter.replaceAllUsesWith(argument, it->second);
        else if (isScalarConstant(operand))
          rewriter.replaceAllUsesWith(
              argument,
              rewriter.clone(*operand.getDefiningOp())
                  ->getResult(cast<OpResult>(operand).getResultNumber()));
        else
          continue;
      }
      dropped.set(argument.getArgNumber());
    }
    // What is merged into an argument that nobody used before keeps it.
    for (BlockArgument argument : block.getArguments())
      if (!argument.use_empty())
        dropped.reset(argument.getArgNumber());
    if (dropped.none())
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op->eraseOperands(dropped);
      block.eraseArguments(dropped);
    });
    return success();
  }
};

/// Drops results that are not used, and passes by what the body only hands
/// through, gives twice, or knows.
struct SimplifyKernelResults : OpRewritePattern<KernelOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(KernelOp op,
                                PatternRewriter &rewriter) const override {
    YieldOp yield = op.getYield();
    SmallVector<Value> kept, replacements;
    SmallVector<OpResult> keptResults;
    DenseMap<Value, OpResult> first;
    for (auto [result, value] :
         llvm::zip_equal(op->getOpResults(), yield.getValues())) {
      Value replacement;
      auto [it, isNew] = first.try_emplace(value, result);
      if (auto argument = dyn_cast<BlockArgument>(value))
        replacement = op.getInputs()[argument.getArgNumber()];
      else if (value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>() &&
               !result.use_empty())
        replacement = rewriter.clone(*value.getDefiningOp())->getResult(0);
      else if (!isNew && !it->second.use_empty())
        replacement = it->second;
      else
        it->second = result;
      if (replacement)
        rewriter.replaceAllUsesWith(result, replacement);
      if (result.use_empty())
        continue;
      kept.push_back(value);
      keptResults.push_back(result);
    }
    if (kept.size() == op.getNumResults())
      return failure();
    auto smaller =
        KernelOp::create(rewriter, op.getLoc(), ValueRange(kept).getTypes(),
                         op.getInputs(), op.getNameAttr());
    smaller.getProperties() = op.getProperties();
    smaller->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.eraseBlock(&smaller.getBody().front());
    rewriter.inlineRegionBefore(op.getBody(), smaller.getBody(),
                                smaller.getBody().end());
    rewriter.modifyOpInPlace(yield,
                             [&] { yield.getValuesMutable().assign(kept); });
    for (auto [result, replacement] :
         llvm::zip_equal(keptResults, smaller.getOutputs()))
      rewriter.replaceAllUsesWith(result, replacement);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void KernelOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<SimplifyKernelOperands, SimplifyKernelResults>(context);
}
