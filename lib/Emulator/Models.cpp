//===- Models.cpp - What the emulator makes of operations -------*- C++ -*-===//
//
// The table itself, special registers and mathematics. What synchronises is in
// SynchronizationModels.cpp.
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Rewriter
//===----------------------------------------------------------------------===//

/// "file:line:column" of an operation, or the next best.
static std::string formatPlace(Operation *op) {
  Location loc = op->getLoc();
  if (auto file = loc->findInstanceOf<FileLineColLoc>())
    return file.getFilename().str() + ":" + std::to_string(file.getLine()) +
           ":" + std::to_string(file.getColumn());
  std::string function;
  if (auto parent = op->getParentOfType<LLVM::LLVMFuncOp>())
    function = " in '" + parent.getName().str() + "'";
  std::string name = op->getName().getStringRef().str();
  if (auto named = loc->findInstanceOf<NameLoc>())
    name = named.getName().str();
  return "'" + name + "'" + function;
}

Value HostRewriter::addSite(Operation *op, emulator::Site::Kind kind,
                            uint64_t size, uint64_t alignment) {
  emulator::Site site;
  site.kind = kind;
  site.size = size;
  site.alignment = alignment;
  site.location = formatPlace(op);
  code.sites.push_back(std::move(site));
  return getI32(op->getLoc(), code.sites.size() - 1);
}

Value HostRewriter::getI32(Location loc, int64_t value) {
  return LLVM::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
}

Value HostRewriter::getI64(Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc,
                                  builder.getI64IntegerAttr(value));
}

Value HostRewriter::extend(Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return LLVM::ZExtOp::create(builder, loc, type, value);
}

LLVM::CallOp HostRewriter::call(Location loc, StringRef name, Type result,
                                ValueRange arguments, bool isPure) {
  ModuleOp module = *code.module;
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(
        result ? result : LLVM::LLVMVoidType::get(builder.getContext()),
        llvm::to_vector(arguments.getTypes()));
    function = LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
    function.setNoUnwind(true);
    if (isPure) {
      auto none = LLVM::ModRefInfo::NoModRef;
      function.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
          builder.getContext(), {none, none, none, none, none, none}));
      function.setWillReturn(true);
    }
  }
  return LLVM::CallOp::create(builder, loc, function, arguments);
}

LogicalResult novi::reportNoModel(Operation *op, StringRef name) {
  return op->emitError() << "cannot be emulated: '" << name
                         << "' has no model in the emulator";
}

LogicalResult novi::reportUnsupported(Operation *op, const llvm::Twine &what) {
  return op->emitError() << "cannot be emulated: " << what;
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

const Models &Models::get() {
  static const Models models = [] {
    Models models;
    addRegisterModels(models);
    addAssumptionModels(models);
    addSynchronizationModels(models);
    addMathModels(models);
    return models;
  }();
  return models;
}

const Models::Model *Models::lookup(Operation *op) const {
  auto found = operations.find(op->getName().getStringRef());
  return found == operations.end() ? nullptr : &found->second;
}

void Models::addCall(StringRef operation, StringRef function, bool isPure) {
  add(operation,
      [function = function.str(), isPure](Operation *op, HostRewriter &host) {
        Type type = op->getNumResults() ? op->getResult(0).getType() : Type();
        LLVM::CallOp call =
            host.call(op->getLoc(), function, type, op->getOperands(), isPure);
        op->replaceAllUsesWith(call);
        op->erase();
        return success();
      });
}

void Models::addNothing(StringRef operation) {
  add(operation, [](Operation *op, HostRewriter &) {
    op->erase();
    return success();
  });
}

void Models::addInstruction(StringRef intrinsic, StringRef ptx,
                            StringRef function) {
  intrinsics[intrinsic] = function.str();
  instructions[ptx] = function.str();
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

void novi::addRegisterModels(Models &models) {
  for (StringRef name : {"tid.x",       "tid.y",
                         "tid.z",       "ntid.x",
                         "ntid.y",      "ntid.z",
                         "ctaid.x",     "ctaid.y",
                         "ctaid.z",     "nctaid.x",
                         "nctaid.y",    "nctaid.z",
                         "laneid",      "warpid",
                         "nwarpid",     "warpsize",
                         "lanemask.eq", "lanemask.le",
                         "lanemask.lt", "lanemask.ge",
                         "lanemask.gt", "dynamic.smem.size"})
    models.addCall(("nvvm.read.ptx.sreg." + name).str(), ("emu." + name).str(),
                   /*isPure=*/true);
  models.addCall("nvvm.read.ptx.sreg.clock", "emu.clock", /*isPure=*/false);
  models.addCall("nvvm.read.ptx.sreg.clock64", "emu.clock64",
                 /*isPure=*/false);
  models.addCall("nvvm.read.ptx.sreg.globaltimer", "emu.clock64",
                 /*isPure=*/false);
}

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

/// The host's compiler is not told, for then what does not hold would be its
/// undefined behaviour.
static LogicalResult replaceAssume(LLVM::AssumeOp op, HostRewriter &host) {
  Location loc = op.getLoc();
  Value site = host.addSite(op);
  Value holds = host.extend(loc, op.getCond(), host.builder.getI32Type());
  host.call(loc, "emu.assume", Type(), {holds, site});
  auto pointer = LLVM::LLVMPointerType::get(op.getContext());
  for (auto [operands, tag] : llvm::zip(
           op.getOpBundleOperands(),
           op.getOpBundleTags().value_or(host.builder.getArrayAttr({})))) {
    if (cast<StringAttr>(tag) != "align" || operands.size() != 2)
      continue;
    Value address =
        LLVM::AddrSpaceCastOp::create(host.builder, loc, pointer, operands[0]);
    host.call(loc, "emu.assume.aligned", Type(),
              {address,
               host.extend(loc, operands[1], host.builder.getI64Type()), site});
  }
  op.erase();
  return success();
}

void novi::addAssumptionModels(Models &models) { models.add(replaceAssume); }

//===----------------------------------------------------------------------===//
// Mathematics
//===----------------------------------------------------------------------===//

static LogicalResult replaceByCall(Operation *op, StringRef function,
                                   HostRewriter &host) {
  LLVM::CallOp call = host.call(op->getLoc(), function,
                                op->getResult(0).getType(), op->getOperands(),
                                /*isPure=*/true);
  op->replaceAllUsesWith(call);
  op->erase();
  return success();
}

LogicalResult Models::replaceIntrinsic(LLVM::CallIntrinsicOp op,
                                       HostRewriter &host) const {
  StringRef name = op.getIntrin();
  auto found = intrinsics.find(name);
  if (found != intrinsics.end() && op->getNumResults() == 1)
    return replaceByCall(op, found->second, host);
  // Those that are no GPU's are the host's as well.
  if (name.starts_with("llvm.nvvm.") || name.starts_with("llvm.ptx."))
    return reportNoModel(op, name);
  return success();
}

/// Text of the form "instruction $0, $1, ...;", all operands in order, is what
/// the table is about.
LogicalResult Models::replaceAssembly(Operation *op, StringRef text,
                                      HostRewriter &host) const {
  StringRef name = text.trim().take_until(llvm::isSpace);
  StringRef rest = text.trim().drop_front(name.size()).trim();
  rest.consume_back(";");
  SmallVector<StringRef> operands;
  rest.split(operands, ',');
  bool inOrder =
      op->getNumResults() == 1 && operands.size() == op->getNumOperands() + 1;
  for (auto [i, operand] : llvm::enumerate(operands))
    inOrder &= operand.trim() == "$" + std::to_string(i) ||
               operand.trim() == "%" + std::to_string(i);
  auto found = instructions.find(name);
  if (inOrder && found != instructions.end())
    return replaceByCall(op, found->second, host);
  return reportNoModel(op, text);
}

void novi::addMathModels(Models &models) {
  models.addCall("nvvm.rcp.approx.ftz.f", "emu.rcp.approx.ftz.f",
                 /*isPure=*/true);
  struct Row {
    StringRef intrinsic, ptx;
  };
  for (Row row : {Row{"rcp.approx.ftz.f", "rcp.approx.ftz.f32"},
                  {"ex2.approx.f", "ex2.approx.f32"},
                  {"ex2.approx.ftz.f", "ex2.approx.ftz.f32"},
                  {"lg2.approx.f", "lg2.approx.f32"},
                  {"lg2.approx.ftz.f", "lg2.approx.ftz.f32"},
                  {"sqrt.approx.f", "sqrt.approx.f32"},
                  {"sqrt.approx.ftz.f", "sqrt.approx.ftz.f32"},
                  {"rsqrt.approx.f", "rsqrt.approx.f32"},
                  {"rsqrt.approx.ftz.f", "rsqrt.approx.ftz.f32"},
                  {"sin.approx.f", "sin.approx.f32"},
                  {"cos.approx.f", "cos.approx.f32"},
                  {"tanh.approx.f", "tanh.approx.f32"},
                  {"rcp.approx.f", "rcp.approx.f32"}})
    models.addInstruction(("llvm.nvvm." + row.intrinsic).str(), row.ptx,
                          ("emu." + row.intrinsic).str());

  models.add(LLVM::CallIntrinsicOp::getOperationName(),
             [](Operation *op, HostRewriter &host) {
               return Models::get().replaceIntrinsic(
                   cast<LLVM::CallIntrinsicOp>(op), host);
             });
  models.add(LLVM::InlineAsmOp::getOperationName(),
             [](Operation *op, HostRewriter &host) {
               return Models::get().replaceAssembly(
                   op, cast<LLVM::InlineAsmOp>(op).getAsmString(), host);
             });
  models.add(NVVM::InlinePtxOp::getOperationName(),
             [](Operation *op, HostRewriter &host) {
               return Models::get().replaceAssembly(
                   op, cast<NVVM::InlinePtxOp>(op).getPtxCode(), host);
             });
}
