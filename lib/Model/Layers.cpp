//===- Layers.cpp - Layers of neural networks ------------------*- C++ -*-===//
//
// Written as people write them down, one head after the other; making few big
// products of many small ones is the compiler's work.
//
//===----------------------------------------------------------------------===//

#include "Novi/Model/Layers.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include <cmath>

using namespace mlir;
using namespace mlir::novi;

/// More heads than any network has; each is a dozen instructions.
static constexpr int64_t maxHeads = 4096;

static ArrayRef<int64_t> getSizes(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Refuses what has no positions and features of known size.
static LogicalResult checkFeatures(ModelBuilder &model, StringRef layer,
                                   Value input, bool knownPositions = false) {
  ArrayRef<int64_t> sizes = getSizes(input);
  if (sizes.size() < 2)
    return model.emitError()
           << layer << " takes positions and features, such as 6x20, not "
           << formatSizes(input);
  if (ShapedType::isDynamic(sizes.back()))
    return model.emitError()
           << layer << " needs the number of features, the last of "
           << formatSizes(input);
  if (sizes.back() < 1)
    return model.emitError()
           << layer << " needs at least one feature, the last of "
           << formatSizes(input);
  if (knownPositions && ShapedType::isDynamic(sizes[sizes.size() - 2]))
    return model.emitError()
           << layer << " needs the number of positions, the second to last of "
           << formatSizes(input);
  return success();
}

static LogicalResult checkAtLeastOne(ModelBuilder &model, StringRef layer,
                                     StringRef what, int64_t value) {
  if (value >= 1)
    return success();
  return model.emitError() << layer << " needs " << what
                           << " of at least 1, not " << value;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

FailureOr<Value> Embedding::build(ModelBuilder &model, StringRef name,
                                  Value oneHot) const {
  if (failed(checkFeatures(model, "embedding", oneHot)) ||
      failed(checkAtLeastOne(model, "embedding", "a width", width)))
    return failure();
  FailureOr<Value> table = model.addParameter(
      name + ".table", {width, getLastSize(oneHot)}, "normal(1)");
  if (failed(table))
    return failure();
  return model.create<MatmulOp>(oneHot, *table, /*transpose_a=*/false,
                                /*transpose_b=*/true);
}

FailureOr<Value> Linear::build(ModelBuilder &model, const Twine &name,
                               Value input) const {
  if (failed(checkFeatures(model, "linear", input,
                           /*knownPositions=*/bias == Bias::PerPosition)) ||
      failed(checkAtLeastOne(model, "linear", "features", features)))
    return failure();
  FailureOr<Value> weight = model.addParameter(
      name + ".weight", {features, getLastSize(input)}, "xavier_uniform");
  if (failed(weight))
    return failure();
  FailureOr<Value> addend = failure();
  if (bias != Bias::None) {
    SmallVector<int64_t, 2> sizes = {features};
    if (bias == Bias::PerPosition)
      sizes.insert(sizes.begin(), getSizes(input).drop_back().back());
    addend = model.addParameter(name + ".bias", sizes, "zeros");
    if (failed(addend))
      return failure();
  }
  FailureOr<Value> product = model.create<MatmulOp>(
      input, *weight, /*transpose_a=*/false, /*transpose_b=*/true);
  if (failed(product) || bias == Bias::None)
    return product;
  return model.create<AddOp>(*product, *addend);
}

FailureOr<Value> FeedForward::build(ModelBuilder &model, StringRef name,
                                    Value input) const {
  if (failed(checkFeatures(model, "feed-forward", input)) ||
      failed(checkAtLeastOne(model, "feed-forward", "a hidden width", hidden)))
    return failure();
  FailureOr<Value> wide =
      Linear{hidden, bias}.build(model, name + ".hidden", input);
  if (failed(wide))
    return failure();
  FailureOr<Value> active = model.create<ReluOp>(*wide);
  if (failed(active))
    return failure();
  return Linear{getLastSize(input), bias}.build(model, name + ".output",
                                                *active);
}

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

FailureOr<Value> LayerNorm::build(ModelBuilder &model, StringRef name,
                                  Value input) const {
  if (failed(checkFeatures(model, "layer-norm", input)))
    return failure();
  int64_t features = getLastSize(input);
  FailureOr<Value> scale =
      model.addParameter(name + ".scale", features, "ones");
  if (failed(scale))
    return failure();
  FailureOr<Value> bias = model.addParameter(name + ".bias", features, "zeros");
  if (failed(bias))
    return failure();
  FailureOr<Value> normal = model.create<LayerNormOp>(
      input, int64_t(getSizes(input).size()) - 1, APFloat(epsilon));
  if (failed(normal))
    return failure();
  FailureOr<Value> scaled = model.create<MulOp>(*normal, *scale);
  if (failed(scaled))
    return failure();
  return model.create<AddOp>(*scaled, *bias);
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

namespace {
/// The heads of one layer.
class AttentionWriter {
public:
  AttentionWriter(ModelBuilder &model, const MultiHeadAttention &layer,
                  StringRef name, Value query, Value memory)
      : model(model), layer(layer), name(name), query(query), memory(memory) {}

  LogicalResult check() const;
  FailureOr<Value> write();

private:
  FailureOr<Value> writeHead(int64_t head);
  FailureOr<Value> getMask(const Twine &headName);

  int64_t getWidth() const { return getLastSize(query); }

  ModelBuilder &model;
  const MultiHeadAttention &layer;
  StringRef name;
  Value query, memory;
  /// The constant that all heads share.
  Value causalMask;
};
} // namespace

LogicalResult AttentionWriter::check() const {
  bool known = layer.mask != AttentionMask::None;
  if (failed(checkFeatures(model, "attention", query, known)) ||
      failed(checkFeatures(model, "attention", memory, known)) ||
      failed(checkAtLeastOne(model, "attention", "heads", layer.heads)))
    return failure();
  if (layer.heads > maxHeads)
    return model.emitError() << "attention has " << layer.heads
                             << " heads; at most " << maxHeads << " are built";
  if (getWidth() % layer.heads != 0)
    return model.emitError()
           << "embed_dim must be divisible by num_heads: a width of "
           << getWidth() << " has no " << layer.heads << " equal heads";
  // Leading axes are batches; those of both must be the same.
  ArrayRef<int64_t> batches = getSizes(query).drop_back(2);
  if (batches != getSizes(memory).drop_back(2))
    return model.emitError()
           << "attention of " << formatSizes(query) << " to "
           << formatSizes(memory)
           << ": the axes before positions and features must be equal";
  return success();
}

FailureOr<Value> AttentionWriter::getMask(const Twine &headName) {
  int64_t sizes[] = {getSizes(query).drop_back().back(),
                     getSizes(memory).drop_back().back()};
  if (layer.mask == AttentionMask::Trained)
    return model.addParameter(headName + ".mask", sizes, "causal_mask");
  if (!causalMask) {
    FailureOr<Value> mask =
        model.addArgument(name + ".mask", "constant", sizes, "causal_mask");
    if (failed(mask))
      return failure();
    causalMask = *mask;
  }
  return causalMask;
}

FailureOr<Value> AttentionWriter::writeHead(int64_t head) {
  std::string headName = (name + ".head" + Twine(head)).str();
  Linear projection{getWidth() / layer.heads, layer.bias};
  FailureOr<Value> q = projection.build(model, headName + ".query", query);
  if (failed(q))
    return failure();
  FailureOr<Value> k = projection.build(model, headName + ".key", memory);
  if (failed(k))
    return failure();
  FailureOr<Value> v = projection.build(model, headName + ".value", memory);
  if (failed(v))
    return failure();
  FailureOr<Value> scores = model.create<MatmulOp>(
      *q, *k, /*transpose_a=*/false, /*transpose_b=*/true);
  if (failed(scores))
    return failure();
  double factor = layer.scale.value_or(
      1 / std::sqrt(static_cast<double>(projection.features)));
  scores = model.create<ScaleOp>(*scores,
                                 model.getBuilder().getF64FloatAttr(factor));
  if (failed(scores))
    return failure();
  if (layer.mask != AttentionMask::None) {
    FailureOr<Value> mask = getMask(headName);
    if (failed(mask))
      return failure();
    scores = model.create<AddOp>(*scores, *mask);
    if (failed(scores))
      return failure();
  }
  FailureOr<Value> weights = buildSoftmax(model, *scores);
  if (failed(weights))
    return failure();
  return model.create<MatmulOp>(*weights, *v, /*transpose_a=*/false,
                                /*transpose_b=*/false);
}

FailureOr<Value> AttentionWriter::write() {
  SmallVector<Value> heads;
  for (int64_t head = 0; head < layer.heads; ++head) {
    FailureOr<Value> result = writeHead(head);
    if (failed(result))
      return failure();
    heads.push_back(*result);
  }
  FailureOr<Value> all = model.create<ConcatOp>(
      heads, /*axis=*/int64_t(getSizes(query).size()) - 1);
  if (failed(all))
    return failure();
  return Linear{getWidth(), layer.bias}.build(model, name + ".output", *all);
}

FailureOr<Value> MultiHeadAttention::build(ModelBuilder &model, StringRef name,
                                           Value query, Value memory) const {
  AttentionWriter writer(model, *this, name, query, memory);
  if (failed(writer.check()))
    return failure();
  return writer.write();
}

//===----------------------------------------------------------------------===//
// Without parameters
//===----------------------------------------------------------------------===//

FailureOr<Value> mlir::novi::buildSoftmax(ModelBuilder &model, Value input) {
  int64_t rank = getSizes(input).size();
  return model.create<SoftmaxOp>(input, /*axis=*/rank ? rank - 1 : 0);
}

FailureOr<Value> mlir::novi::buildResidual(ModelBuilder &model, Value lhs,
                                           Value rhs) {
  if (lhs.getType() != rhs.getType())
    return model.emitError()
           << "cannot add " << formatSizes(lhs) << " and " << formatSizes(rhs)
           << ": the shapes must be equal";
  return model.create<AddOp>(lhs, rhs);
}

FailureOr<Value> CrossEntropy::build(ModelBuilder &model, Value probabilities,
                                     Value target) const {
  return model.create<CrossEntropyLossOp>(
      probabilities, target, firstRowOnly ? LossRows::First : LossRows::All,
      APFloat(epsilon), mean ? LossReduction::Mean : LossReduction::Sum);
}

FailureOr<Value> CrossEntropy::buildOfScores(ModelBuilder &model, Value scores,
                                             Value target) const {
  return model.create<SoftmaxCrossEntropyLossOp>(
      scores, target, firstRowOnly ? LossRows::First : LossRows::All,
      mean ? LossReduction::Mean : LossReduction::Sum);
}

FailureOr<Value> mlir::novi::buildMeanSquaredError(ModelBuilder &model,
                                                   Value input, Value target) {
  auto type = cast<RankedTensorType>(input.getType());
  if (type != target.getType())
    return model.emitError() << "mean-squared-error of " << formatSizes(input)
                             << " and a target of " << formatSizes(target)
                             << ": the shapes must be equal";
  if (!type.hasStaticShape() || type.getNumElements() == 0)
    return model.emitError()
           << "mean-squared-error needs the number of elements, 1 or more, of "
           << formatSizes(input);
  FailureOr<Value> difference = model.create<SubOp>(input, target);
  if (failed(difference))
    return failure();
  FailureOr<Value> square = model.create<MulOp>(*difference, *difference);
  if (failed(square))
    return failure();
  FailureOr<Value> sum = model.create<ReduceSumOp>(
      *square, llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())),
      /*keepdims=*/false);
  if (failed(sum))
    return failure();
  return model.create<ScaleOp>(*sum, model.getBuilder().getF64FloatAttr(
                                         1.0 / double(type.getNumElements())));
}
