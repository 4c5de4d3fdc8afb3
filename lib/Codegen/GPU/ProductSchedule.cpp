//===- ProductSchedule.cpp - How a product is cut into tiles ----*- C++ -*-===//
//
// Sorts the axes of a product, and chooses tiles from static sizes.
//
//===----------------------------------------------------------------------===//

#include "ProductSchedule.h"
#include "Novi/Conversion/NoviToLinalg/Elements.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::novi;

/// Columns of a thread: bits of a byte.
static constexpr int64_t kThreadN = 8;
/// As many blocks keep a device busy.
static constexpr int64_t kManyBlocks = 128;
/// What a dynamic size counts as.
static constexpr int64_t kGuessedSize = 256;
/// Up to so many products in a sum, an operand is not worth staging.
static constexpr int64_t kFewProducts = 2;
/// Static shared memory of a block.
static constexpr int64_t kMaxSharedBytes = 48 * 1024;
/// As many registers, about, for what is read on each element.
static constexpr int64_t kMaxReadRegisters = 64;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

static SmallVector<ProductAxis> getAxes(MatmulOp op) {
  RankedTensorType types[] = {op.getLhs().getType(), op.getRhs().getType()};
  bool transposed[] = {op.getTransposeA(), op.getTransposeB()};
  // As in NumPy, the result has no axis for a vector.
  int64_t numKept = (types[0].getRank() > 1) + (types[1].getRank() > 1);
  int64_t numBatches = op.getType().getRank() - numKept;
  SmallVector<ProductAxis> axes(numBatches);
  for (int64_t batch = 0; batch < numBatches; ++batch)
    axes[batch].result = batch;
  ProductAxis summed;
  int64_t result = numBatches;
  for (unsigned side : {0, 1}) {
    int64_t rank = types[side].getRank();
    if (rank == 1) {
      summed.operands[side] = 0;
      continue;
    }
    bool sumsLast = (side == 0) != transposed[side];
    summed.operands[side] = sumsLast ? rank - 1 : rank - 2;
    ProductAxis &kept = axes.emplace_back();
    kept.operands[side] = sumsLast ? rank - 2 : rank - 1;
    kept.result = result++;
    for (int64_t axis = 0; axis < rank - 2; ++axis) {
      int64_t batch = axis + numBatches - (rank - 2);
      // Of size 1 it is repeated.
      if (types[side].getDimSize(axis) != 1)
        axes[batch].operands[side] = axis;
    }
  }
  axes.push_back(summed);
  return axes;
}

static SmallVector<ProductAxis> getAxes(ContractOp op) {
  auto [operands, result] = op.getEquation().split("->");
  auto [lhs, rhs] = operands.split(',');
  std::string letters = result.str();
  for (char letter : (lhs + rhs).str())
    if (!StringRef(letters).contains(letter))
      letters += letter;
  auto find = [](StringRef in, char letter) {
    size_t place = in.find(letter);
    return place == StringRef::npos ? std::optional<int64_t>()
                                    : std::optional<int64_t>(place);
  };
  SmallVector<ProductAxis> axes;
  for (char letter : letters) {
    ProductAxis &axis = axes.emplace_back();
    axis.operands[0] = find(lhs, letter);
    axis.operands[1] = find(rhs, letter);
    axis.result = find(result, letter);
  }
  return axes;
}

void ProductLayout::findAxes(const KernelAnalysis &analysis) {
  SmallVector<ProductAxis> all = isa<MatmulOp>(product)
                                     ? getAxes(cast<MatmulOp>(product))
                                     : getAxes(cast<ContractOp>(product));
  for (ProductAxis &axis : all) {
    auto learn = [&](Value value, std::optional<int64_t> number) {
      if (number && !getTensorType(value).isDynamicDim(*number))
        axis.size = getTensorType(value).getDimSize(*number);
    };
    learn(product->getOperand(0), axis.operands[0]);
    learn(product->getOperand(1), axis.operands[1]);
    learn(product->getResult(0), axis.result);
    if (axis.result)
      axis.domain = analysis.getAxes(product)[*axis.result];
    if (axis.domain &&
        !ShapedType::isDynamic(analysis.getAxisSize(*axis.domain)))
      axis.size = analysis.getAxisSize(*axis.domain);
    // Its only place is 0.
    if (axis.size == 1 && !axis.domain)
      continue;
    for (Operation *reduction : reductions) {
      int64_t rank = getTensorType(reduction->getResult(0)).getRank();
      axis.isGone |=
          axis.domain &&
          llvm::is_contained(analysis.getAxes(reduction).drop_front(rank),
                             axis.domain);
    }
    axes.push_back(axis);
  }
}

void ProductLayout::assignGroups(KernelOp kernel,
                                 const KernelAnalysis &analysis) {
  auto findDomain = [&](std::optional<unsigned> domain) {
    for (auto [number, axis] : llvm::enumerate(axes))
      if (domain && axis.domain == domain)
        return std::optional<unsigned>(number);
    return std::optional<unsigned>();
  };
  // Columns are what most of the results have last, but a mask must.
  SmallVector<unsigned> packed, wanted;
  auto wantLast = [&](Operation *op) {
    int64_t rank = getTensorType(op->getResult(0)).getRank();
    for (std::optional<unsigned> axis :
         llvm::reverse(analysis.getAxes(op).take_front(rank)))
      if (axis)
        return wanted.push_back(*findDomain(axis));
  };
  for (Value value : kernel.getYield().getValues()) {
    Operation *op = value.getDefiningOp();
    KernelRole role = analysis.getRole(op);
    if (role == KernelRole::Reduction || role == KernelRole::Finish)
      continue;
    if (isa<PackMaskOp>(op)) {
      if (auto axis = findDomain(analysis.getAxes(op).back());
          axis && !llvm::is_contained(packed, *axis))
        packed.push_back(*axis);
    } else {
      wantLast(op);
    }
  }
  if (wanted.empty())
    wantLast(product);
  std::optional<unsigned> last;
  if (!packed.empty())
    last = packed.front();
  else if (!wanted.empty())
    last = *llvm::max_element(wanted, [&](unsigned a, unsigned b) {
      return llvm::count(wanted, a) < llvm::count(wanted, b);
    });
  auto isBatch = [&](const ProductAxis &axis) {
    return axis.operands[0].has_value() == axis.operands[1].has_value();
  };
  isDirect = !packed.empty() && isBatch(axes[*last]);
  if (last && axes[*last].operands[0] && !axes[*last].operands[1])
    std::swap(rowOperand, columnOperand);

  for (auto [number, axis] : llvm::enumerate(axes)) {
    if (!axis.result)
      groups[Summed].push_back(number);
    else if (isDirect && number == *last)
      groups[Columns].push_back(number);
    else if (isBatch(axis) || (isDirect && axis.operands[columnOperand]))
      groups[axis.isGone ? Sequential : Shared].push_back(number);
    else
      groups[axis.operands[rowOperand] ? Rows : Columns].push_back(number);
  }
  // What is packed lies innermost.
  size_t numPacked = 0;
  for (Group group : {Rows, Columns}) {
    SmallVector<unsigned> &numbers = groups[group];
    for (unsigned axis : packed) {
      auto *found = llvm::find(numbers, axis);
      if (found == numbers.end())
        continue;
      std::rotate(found, found + 1, numbers.end());
      packsRows |= group == Rows;
      if (numbers.size() > 1)
        padding[group] = 8;
      ++numPacked;
      break;
    }
    if (group == Columns && packed.empty() && last)
      if (auto *found = llvm::find(numbers, *last); found != numbers.end())
        std::rotate(found, found + 1, numbers.end());
    // All of a group are reduced, or none.
    if (numbers.empty())
      continue;
    bool areGone = axes[numbers.back()].isGone;
    llvm::erase_if(numbers, [&](unsigned number) {
      if (axes[number].isGone == areGone)
        return false;
      groups[areGone ? Shared : Sequential].push_back(number);
      return true;
    });
  }
  packsOther = numPacked != packed.size();
  packs = !packed.empty();
}

static uint64_t countElements(Value value) {
  uint64_t count = 1;
  for (int64_t size : getTensorType(value).getShape())
    count = llvm::SaturatingMultiply<uint64_t>(
        count, ShapedType::isDynamic(size) ? kGuessedSize : size);
  return count;
}

ProductLayout::ProductLayout(KernelOp kernel, const KernelAnalysis &analysis)
    : product(analysis.getProduct()) {
  for (Operation &op : kernel.getBody().front().without_terminator())
    if (analysis.hasAxes(&op) && analysis.getRole(&op) == KernelRole::Reduction)
      reductions.push_back(&op);
  // Of the product's size, and not only read by it.
  uint64_t size = countElements(product->getResult(0));
  for (BlockArgument argument : kernel.getBody().front().getArguments())
    numReads += isa<RankedTensorType>(argument.getType()) &&
                countElements(argument) >= size &&
                !llvm::all_of(argument.getUsers(),
                              [&](Operation *user) { return user == product; });
  findAxes(analysis);
  assignGroups(kernel, analysis);
}

int64_t ProductLayout::getNumReadRegisters(int64_t width) const {
  return numReads * width * (getComputeType().getIntOrFloatBitWidth() / 32);
}

int64_t ProductLayout::getBundleWidth() const {
  int64_t width = kThreadN;
  if (!reductions.empty() || packs)
    return width;
  while (width > 1 && getNumReadRegisters(width) > kMaxReadRegisters)
    width /= 2;
  return width;
}

Type ProductLayout::getComputeType() const {
  return novi::getComputeType(
      getTensorType(product->getResult(0)).getElementType());
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

int64_t ProductLayout::getStaticSize(Group group) const {
  int64_t size = 1;
  for (unsigned number : groups[group]) {
    int64_t own = axes[number].size;
    if (ShapedType::isDynamic(own))
      return ShapedType::kDynamic;
    if (number == groups[group].back())
      own = llvm::alignTo(own, padding[group]);
    size *= own;
  }
  return size;
}

SmallVector<Value> ProductLayout::getSizes(IndexEmitter &indices,
                                           Group group) const {
  SmallVector<Value> sizes;
  for (unsigned number : groups[group]) {
    const ProductAxis &axis = axes[number];
    if (!ShapedType::isDynamic(axis.size))
      sizes.push_back(indices.constant(axis.size));
    else if (axis.operands[0])
      sizes.push_back(
          indices.getSize(product->getOperand(0), *axis.operands[0]));
    else
      sizes.push_back(
          indices.getSize(product->getOperand(1), *axis.operands[1]));
  }
  return sizes;
}

SmallVector<Value> ProductLayout::getPaddedSizes(IndexEmitter &indices,
                                                 Group group) const {
  SmallVector<Value> sizes = getSizes(indices, group);
  if (padding[group] != 1) {
    Value padded = indices.constant(padding[group]);
    sizes.back() = indices.mul(indices.ceilDiv(sizes.back(), padded), padded);
  }
  return sizes;
}

static Value multiply(IndexEmitter &indices, ArrayRef<Value> sizes) {
  Value product = indices.constant(1);
  for (Value size : sizes)
    product = indices.mul(product, size);
  return product;
}

Value ProductLayout::getNumPoints(IndexEmitter &indices, Group group) const {
  return multiply(indices, getPaddedSizes(indices, group));
}

static SmallVector<Value> getCounts(const ProductLayout &layout,
                                    IndexEmitter &indices,
                                    const KernelSchedule &schedule,
                                    bool ofGone) {
  auto getNumTiles = [&](ProductLayout::Group group, int64_t tile) {
    return layout.isGone(group) == ofGone
               ? indices.ceilDiv(layout.getNumPoints(indices, group),
                                 indices.constant(tile))
               : indices.constant(1);
  };
  return {layout.getNumPoints(indices, ofGone ? ProductLayout::Sequential
                                              : ProductLayout::Shared),
          getNumTiles(ProductLayout::Rows, schedule.tileM),
          getNumTiles(ProductLayout::Columns, schedule.tileN)};
}

SmallVector<Value>
ProductLayout::getSharedCounts(IndexEmitter &indices,
                               const KernelSchedule &schedule) const {
  return getCounts(*this, indices, schedule, /*ofGone=*/false);
}

SmallVector<Value>
ProductLayout::getSequentialCounts(IndexEmitter &indices,
                                   const KernelSchedule &schedule) const {
  return getCounts(*this, indices, schedule, /*ofGone=*/true);
}

std::pair<int64_t, int64_t>
ProductLayout::getReductionShape(const KernelSchedule &schedule) const {
  return {isGone(Rows) ? schedule.threads / 32 : 1,
          (isGone(Rows) ? 1 : schedule.tileM) *
              (isGone(Columns) ? 1 : schedule.tileN)};
}

int64_t ProductLayout::getSharedBytes(const KernelSchedule &schedule) const {
  auto getBytes = [](Type type) {
    return static_cast<int64_t>(type.getIntOrFloatBitWidth() / 8);
  };
  int64_t bytes = 2 * schedule.tileK *
                  (schedule.tileM + schedule.tileN + 2 * kPadding) *
                  getBytes(getComputeType());
  auto [numParts, numElements] = getReductionShape(schedule);
  for (Operation *reduction : reductions)
    if (numParts > 1)
      bytes += numParts * numElements * getBytes(getAccumulatorType(reduction));
  return bytes;
}

Value novi::emitNumProductBlocks(IndexEmitter &indices, KernelOp kernel,
                                 const KernelAnalysis &analysis,
                                 const KernelSchedule &schedule) {
  ProductLayout layout(kernel, analysis);
  return multiply(indices, layout.getSharedCounts(indices, schedule));
}

int64_t novi::getFastAxis(Value operand) {
  int64_t rank = getTensorType(operand).getRank();
  Operation *op = operand.getDefiningOp();
  if (!op)
    return rank - 1;
  switch (getInstructionKind(op)) {
  case InstructionKind::Pointwise:
    // Of the largest that is read.
    for (Value input : op->getOperands())
      if (getTensorType(input).getRank() == rank &&
          (!input.getDefiningOp() ||
           getInstructionKind(input.getDefiningOp()) !=
               InstructionKind::Source))
        return getFastAxis(input);
    return rank - 1;
  case InstructionKind::View:
    if (auto transpose = dyn_cast<TransposeOp>(op))
      return llvm::find(transpose.getPermutation(),
                        getFastAxis(transpose.getInput())) -
             transpose.getPermutation().begin();
    if (isa<SliceOp, UnpackMaskOp, tensor::CastOp>(op))
      return getFastAxis(op->getOperand(0));
    return rank - 1;
  default:
    return rank - 1;
  }
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

static int64_t guess(int64_t size) {
  return ShapedType::isDynamic(size) ? kGuessedSize : size;
}

static int64_t getElementBytes(const ProductLayout &layout) {
  return layout.getComputeType().getIntOrFloatBitWidth() / 8;
}

FailureOr<KernelSchedule>
novi::chooseProductSchedule(KernelOp kernel, const KernelAnalysis &analysis) {
  using Layout = ProductLayout;
  Layout layout(kernel, analysis);
  if (layout.packsOther)
    return kernel.emitOpError(
        "packs masks along more than one axis of an operand of its product");
  int64_t numRows = guess(layout.getStaticSize(Layout::Rows));
  int64_t numColumns = guess(layout.getStaticSize(Layout::Columns));
  int64_t numSummed = layout.getStaticSize(Layout::Summed);
  bool isWide = getElementBytes(layout) == 8;
  KernelSchedule schedule;
  schedule.threadN = kThreadN;
  auto fit = [](int64_t size, int64_t least, int64_t most) {
    return std::clamp<int64_t>(llvm::PowerOf2Ceil(size), least, most);
  };

  bool isDirect = layout.isDirect || (!ShapedType::isDynamic(numSummed) &&
                                      numSummed <= kFewProducts);
  if (isDirect) {
    schedule.threadM = layout.packsRows ? 8 : 1;
    schedule.threads = layout.packsRows ? 64 : 128;
    schedule.tileN = fit(numColumns, kThreadN, 256);
    schedule.tileM =
        schedule.threads * kThreadN / schedule.tileN * schedule.threadM;
    return schedule;
  }

  int64_t &tileM = schedule.tileM, &tileN = schedule.tileN;
  tileM = layout.packsRows ? 64 : fit(numRows, 8, isWide ? 64 : 128);
  tileN = layout.packsRows ? 64 : fit(numColumns, 32, 128);
  // At least two warps; then smaller tiles where there are few.
  while (tileM * tileN < 64 * kThreadN)
    tileN *= 2;
  auto countBlocks = [&] {
    auto countTiles = [&](Layout::Group group, int64_t size, int64_t tile) {
      return layout.isGone(group) ? 1 : llvm::divideCeil(size, tile);
    };
    return guess(layout.getStaticSize(Layout::Shared)) *
           countTiles(Layout::Rows, numRows, tileM) *
           countTiles(Layout::Columns, numColumns, tileN);
  };
  while (!layout.packsRows && countBlocks() < kManyBlocks) {
    bool canRows = tileM > 32 && !layout.isGone(Layout::Rows);
    bool canColumns = tileN > 32 && !layout.isGone(Layout::Columns);
    if (tileM * tileN <= 64 * kThreadN || (!canRows && !canColumns))
      break;
    (canRows && (tileM >= tileN || !canColumns) ? tileM : tileN) /= 2;
  }
  // A thread keeps all it reduces of its own tile where nothing of that is
  // shared between threads.
  bool keepsTile = !layout.reductions.empty() && !layout.isGone(Layout::Rows) &&
                   !layout.isGone(Layout::Columns);
  if (keepsTile)
    tileM = tileN = 32;
  int64_t most = isWide ? 4 : 8;
  while (most > 1 &&
         layout.getNumReadRegisters(most * kThreadN) > 2 * kMaxReadRegisters)
    most /= 2;
  schedule.threadM =
      layout.packsRows
          ? 8
          : std::clamp<int64_t>(tileM * tileN / (128 * kThreadN), 1, most);
  while (tileM * tileN > 256 * schedule.threadM * kThreadN)
    (tileM >= tileN ? tileM : tileN) /= 2;
  schedule.threads = tileM / schedule.threadM * (tileN / kThreadN);
  // All of a short sum at once, with what guards its end, is too much for
  // registers.
  bool isLong = guess(numSummed) >= 32 && schedule.threadM < 8 && !isWide;
  schedule.tileK = fit(guess(numSummed), 4, isLong ? 16 : 8);
  return schedule;
}

bool novi::checkProductSchedule(KernelOp kernel, const KernelAnalysis &analysis,
                                const KernelSchedule &schedule,
                                std::string &reason) {
  ProductLayout layout(kernel, analysis);
  auto fail = [&](const llvm::Twine &text) {
    reason = text.str();
    return false;
  };
  for (auto [name, value] : {std::pair("tile_m", schedule.tileM),
                             {"tile_n", schedule.tileN},
                             {"thread_m", schedule.threadM}})
    if (value <= 0 || !llvm::isPowerOf2_64(value))
      return fail(llvm::Twine(name) + " must be a power of two");
  if (schedule.tileK < 0 ||
      (schedule.tileK > 0 && !llvm::isPowerOf2_64(schedule.tileK)))
    return fail("tile_k must be a power of two");
  if (schedule.threadN != kThreadN)
    return fail("thread_n must be 8, the bits of a byte");
  if (schedule.tileN < kThreadN || schedule.tileM < schedule.threadM)
    return fail("a tile must hold what one thread computes");
  if (schedule.threadM > 8 || schedule.tileN > 256)
    return fail("thread_m must be at most 8, and tile_n at most 256");
  if (layout.packsRows && schedule.threadM != 8)
    return fail("thread_m must be 8, since a mask is packed along the rows");
  int64_t threads =
      schedule.tileM / schedule.threadM * (schedule.tileN / kThreadN);
  if (schedule.threads != threads || threads % 32 != 0 || threads > 1024)
    return fail("threads must be tile_m / thread_m * tile_n / thread_n, a "
                "multiple of 32 up to 1024");
  int64_t bytes = layout.getSharedBytes(schedule);
  if (bytes > kMaxSharedBytes)
    return fail("it takes " + llvm::Twine(bytes) +
                " bytes of shared memory, of which a block has " +
                llvm::Twine(kMaxSharedBytes));
  return true;
}
