//===- Accesses.cpp - Checks in front of accesses ---------------*- C++ -*-===//
//
// An access is checked as it is written, before LLVM's passes: at the alignment
// that it claims, or else its type has, for that is what PTX is made for.
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;
using emulator::Site;

uint64_t novi::getStoreBytes(Type type, const DataLayout &layout) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    Type element = vector.getElementType();
    uint64_t bits = layout.getTypeSizeInBits(element).getFixedValue();
    return llvm::divideCeil(bits * vector.getNumElements(), 8);
  }
  return layout.getTypeSize(type).getFixedValue();
}

namespace {

/// A piece of memory that an operation touches.
struct Touch {
  Value address;
  Site::Kind kind;
  uint64_t size = 0, alignment = 1;
  /// In bytes, where it is known at run time only.
  Value length;
  /// Which elements are touched, and their size.
  Value mask;
  uint64_t elementSize = 0;
};

class Checker {
public:
  Checker(HostRewriter &host, const DataLayout &layout)
      : host(host), layout(layout) {}

  LogicalResult run();

private:
  LogicalResult check(Operation *op);
  LogicalResult check(Operation *op, const Touch &touch);
  void countGranules(unsigned space, const Touch &touch);
  uint64_t getAlignment(std::optional<uint64_t> claimed, Type type) const;

  HostRewriter &host;
  const DataLayout &layout;
  /// Whether generic addresses may be of shared memory.
  bool sharedIsCast = false;
  uint64_t sharedGranule = 16, globalGranule = 16;
};

} // namespace

/// Follows an address to the variable of the thread that it points into.
static LLVM::AllocaOp findAlloca(Value address) {
  for (int steps = 0; steps < 1000; ++steps) {
    Operation *op = address.getDefiningOp();
    if (!op)
      return nullptr;
    if (auto alloca = dyn_cast<LLVM::AllocaOp>(op))
      return alloca;
    if (auto gep = dyn_cast<LLVM::GEPOp>(op)) {
      address = gep.getBase();
    } else if (auto cast = dyn_cast<LLVM::AddrSpaceCastOp>(op)) {
      address = cast.getArg();
    } else if (auto extract = dyn_cast<LLVM::ExtractValueOp>(op)) {
      // Out of the descriptor of a memref.
      Value container = extract.getContainer();
      Value found;
      while (auto insert = container.getDefiningOp<LLVM::InsertValueOp>()) {
        if (++steps > 1000)
          return nullptr;
        if (insert.getPosition() == extract.getPosition()) {
          found = insert.getValue();
          break;
        }
        container = insert.getContainer();
      }
      if (!found)
        return nullptr;
      address = found;
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

static std::optional<uint64_t> getAllocaBytes(LLVM::AllocaOp alloca,
                                              const DataLayout &layout) {
  APInt count;
  if (!matchPattern(alloca.getArraySize(), m_ConstantInt(&count)) ||
      count.getActiveBits() > 32)
    return std::nullopt;
  return count.getZExtValue() *
         layout.getTypeSize(alloca.getElemType()).getFixedValue();
}

uint64_t Checker::getAlignment(std::optional<uint64_t> claimed,
                               Type type) const {
  if (claimed && llvm::isPowerOf2_64(*claimed))
    return *claimed;
  return layout.getTypeABIAlignment(type);
}

void Checker::countGranules(unsigned space, const Touch &touch) {
  // Of what has no known size, single bytes.
  uint64_t unit = 1;
  if (touch.mask)
    unit = std::min(touch.elementSize & -touch.elementSize, touch.alignment);
  else if (!touch.length && touch.size)
    unit = std::min(touch.size & -touch.size, touch.alignment);
  bool isShared = space == 3 || (space == 0 && sharedIsCast);
  if (isShared)
    sharedGranule = std::min(sharedGranule, unit);
  if (space != 3)
    globalGranule = std::min(globalGranule, unit);
}

LogicalResult Checker::check(Operation *op, const Touch &touch) {
  OpBuilder &builder = host.builder;
  Location loc = op->getLoc();
  builder.setInsertionPoint(op);
  unsigned space =
      cast<LLVM::LLVMPointerType>(touch.address.getType()).getAddressSpace();
  countGranules(space, touch);
  Value site =
      host.addSite(op, touch.kind, touch.mask ? touch.elementSize : touch.size,
                   touch.alignment);
  Type i64 = builder.getI64Type();

  if (LLVM::AllocaOp alloca = findAlloca(touch.address);
      alloca && !touch.length && !touch.mask) {
    // By integers, so that the variable can still become registers.
    std::optional<uint64_t> bytes = getAllocaBytes(alloca, layout);
    if (!bytes)
      return success(); // said elsewhere
    if (touch.address == alloca.getRes() && touch.size <= *bytes)
      return success();
    Value address = LLVM::PtrToIntOp::create(builder, loc, i64, touch.address);
    Value begin = LLVM::PtrToIntOp::create(builder, loc, i64, alloca.getRes());
    Value offset = LLVM::SubOp::create(builder, loc, address, begin);
    host.call(loc, "emu.access.private", Type(),
              {offset, host.getI64(loc, *bytes), site});
    return success();
  }

  auto pointer = LLVM::LLVMPointerType::get(op->getContext());
  Value address = touch.address;
  if (space != 0)
    address = LLVM::AddrSpaceCastOp::create(builder, loc, pointer, address);
  if (touch.mask) {
    auto maskType = cast<VectorType>(touch.mask.getType());
    if (maskType.getRank() != 1 || maskType.isScalable() ||
        maskType.getNumElements() > 64)
      return reportUnsupported(op, "a mask of more than 64 elements");
    Value bits = LLVM::BitcastOp::create(
        builder, loc, builder.getIntegerType(maskType.getNumElements()),
        touch.mask);
    host.call(loc, "emu.access.masked", Type(),
              {address, host.getI64(loc, touch.elementSize),
               host.extend(loc, bits, i64), site});
  } else if (touch.length) {
    host.call(loc, "emu.access.range", Type(),
              {address, host.extend(loc, touch.length, i64), site});
  } else {
    host.call(loc, "emu.access", Type(), {address, site});
  }
  return success();
}

/// Whether the operation, which has addresses for operands, touches no memory
/// that a check is about.
static bool onlyPassesAddressesOn(Operation *op) {
  return isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>() ||
         isa<LLVM::AllocaOp, LLVM::CallOp, LLVM::LifetimeStartOp,
             LLVM::LifetimeEndOp, LLVM::StackRestoreOp, LLVM::Prefetch,
             LLVM::PtrAnnotation, LLVM::InvariantStartOp, LLVM::InvariantEndOp,
             LLVM::DbgValueOp, LLVM::DbgDeclareOp>(op);
}

static bool hasAddress(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isa<LLVM::LLVMPointerType>(getElementTypeOrSelf(type));
  });
}

LogicalResult Checker::check(Operation *op) {
  using Kind = Site::Kind;
  SmallVector<Touch, 2> touches;
  auto typed = [&](Value address, Type type, std::optional<uint64_t> alignment,
                   Kind kind) {
    touches.push_back({address,
                       kind,
                       getStoreBytes(type, layout),
                       getAlignment(alignment, type),
                       {},
                       {},
                       0});
  };
  auto ranged = [&](Value address, Value length, Kind kind) {
    touches.push_back({address, kind, 0, 1, length, {}, 0});
  };
  auto fixed = [&](Value address, uint64_t size, Kind kind) {
    touches.push_back({address, kind, size, 1, {}, {}, 0});
  };
  auto masked = [&](Value address, Value mask, Type type, Kind kind) {
    // A GPU takes the elements one by one.
    Type element = cast<VectorType>(type).getElementType();
    uint64_t size = getStoreBytes(element, layout);
    touches.push_back({address,
                       kind,
                       0,
                       layout.getTypeABIAlignment(element),
                       {},
                       mask,
                       size});
  };
  bool isKnown =
      TypeSwitch<Operation *, bool>(op)
          .Case([&](LLVM::LoadOp load) {
            typed(load.getAddr(), load.getType(), load.getAlignment(),
                  load.getOrdering() == LLVM::AtomicOrdering::not_atomic
                      ? Kind::Load
                      : Kind::AtomicLoad);
            return true;
          })
          .Case([&](LLVM::StoreOp store) {
            typed(store.getAddr(), store.getValue().getType(),
                  store.getAlignment(),
                  store.getOrdering() == LLVM::AtomicOrdering::not_atomic
                      ? Kind::Store
                      : Kind::Atomic);
            return true;
          })
          .Case([&](LLVM::AtomicRMWOp atomic) {
            typed(atomic.getPtr(), atomic.getVal().getType(),
                  atomic.getAlignment(), Kind::Atomic);
            return true;
          })
          .Case([&](LLVM::AtomicCmpXchgOp atomic) {
            typed(atomic.getPtr(), atomic.getVal().getType(),
                  atomic.getAlignment(), Kind::Atomic);
            return true;
          })
          .Case<LLVM::MemcpyOp, LLVM::MemmoveOp>([&](auto copy) {
            ranged(copy.getSrc(), copy.getLen(), Kind::Load);
            ranged(copy.getDst(), copy.getLen(), Kind::Store);
            return true;
          })
          .Case([&](LLVM::MemsetOp set) {
            ranged(set.getDst(), set.getLen(), Kind::Store);
            return true;
          })
          .Case([&](LLVM::MemcpyInlineOp copy) {
            fixed(copy.getSrc(), copy.getLen().getZExtValue(), Kind::Load);
            fixed(copy.getDst(), copy.getLen().getZExtValue(), Kind::Store);
            return true;
          })
          .Case([&](LLVM::MemsetInlineOp set) {
            fixed(set.getDst(), set.getLen().getZExtValue(), Kind::Store);
            return true;
          })
          .Case([&](LLVM::MaskedLoadOp load) {
            masked(load.getData(), load.getMask(), load.getRes().getType(),
                   Kind::Load);
            return true;
          })
          .Case([&](LLVM::MaskedStoreOp store) {
            masked(store.getData(), store.getMask(), store.getValue().getType(),
                   Kind::Store);
            return true;
          })
          .Default([](Operation *) { return false; });
  if (!isKnown) {
    bool isHost = isa_and_present<LLVM::LLVMDialect>(op->getDialect()) &&
                  !Models::get().lookup(op);
    if (isHost && hasAddress(op) && !onlyPassesAddressesOn(op))
      return reportNoModel(op, op->getName().getStringRef());
    return success();
  }
  for (const Touch &touch : touches)
    if (failed(check(op, touch)))
      return failure();
  return success();
}

LogicalResult Checker::run() {
  SmallVector<Operation *> operations;
  host.code.module->walk([&](Operation *op) {
    if (auto cast = dyn_cast<LLVM::AddrSpaceCastOp>(op)) {
      auto from = dyn_cast<LLVM::LLVMPointerType>(cast.getArg().getType());
      sharedIsCast |= from && from.getAddressSpace() == 3;
    }
    operations.push_back(op);
  });
  bool isWrong = false;
  for (Operation *op : operations)
    isWrong |= failed(check(op));
  host.code.sharedGranule = sharedGranule;
  host.code.globalGranule = globalGranule;
  return failure(isWrong);
}

LogicalResult novi::checkAccesses(HostRewriter &host,
                                  const DataLayout &layout) {
  return Checker(host, layout).run();
}
