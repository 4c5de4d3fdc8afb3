//===- Layers.h - Layers of neural networks --------------------*- C++ -*-===//
//
// A layer is a few numbers and `build`, which appends its parameters to the
// function and its instructions to the body. Tensors may have any number of
// leading axes; the last one holds the features, the one before it the
// positions. Weights are stored [out, in]. What does not fit is reported and
// fails.
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_MODEL_LAYERS_H
#define NOVI_MODEL_LAYERS_H

#include "Novi/Model/ModelBuilder.h"
#include <optional>

namespace mlir::novi {

/// PerFeature is what people mean: one number a feature. PerPosition is what
/// the listing has: one a position and feature.
enum class Bias { None, PerFeature, PerPosition };

/// `one-hot rows * table^T`: the row of the table, stored [width, vocabulary],
/// that each position names.
struct Embedding {
  int64_t width;

  FailureOr<Value> build(ModelBuilder &model, StringRef name,
                         Value oneHot) const;
};

/// `x W^T + b`.
struct Linear {
  int64_t features;
  Bias bias = Bias::PerFeature;

  FailureOr<Value> build(ModelBuilder &model, const Twine &name,
                         Value input) const;
};

/// What is added to the scores of attention: nothing; a constant that hides
/// what comes later; or one such mask a head as a parameter, which training may
/// change, as the listing has it.
enum class AttentionMask { None, Causal, Trained };

/// Of each head: `softmax(q k^T * scale + mask) v` with q, k and v linear in
/// query and memory; the heads side by side, and a linear layer over them.
struct MultiHeadAttention {
  int64_t heads;
  AttentionMask mask = AttentionMask::None;
  Bias bias = Bias::PerFeature;
  /// 1 / sqrt(width / heads) if not given.
  std::optional<double> scale = std::nullopt;

  /// Self-attention where `memory` is `query`, else cross-attention.
  FailureOr<Value> build(ModelBuilder &model, StringRef name, Value query,
                         Value memory) const;
};

/// `relu(x W1^T + b1) W2^T + b2`, as wide as its input.
struct FeedForward {
  int64_t hidden;
  Bias bias = Bias::PerFeature;

  FailureOr<Value> build(ModelBuilder &model, StringRef name,
                         Value input) const;
};

/// Mean 0 and variance 1 of the features of each position, times a scale and
/// plus a bias, both of which are trained.
struct LayerNorm {
  double epsilon = 1e-5;

  FailureOr<Value> build(ModelBuilder &model, StringRef name,
                         Value input) const;
};

/// Along the last axis.
FailureOr<Value> buildSoftmax(ModelBuilder &model, Value input);

/// The sum of two tensors of one shape.
FailureOr<Value> buildResidual(ModelBuilder &model, Value lhs, Value rhs);

struct CrossEntropy {
  bool firstRowOnly = false;
  bool mean = true;
  /// Added to probabilities.
  double epsilon = 0;

  /// Of probabilities, which a softmax has made.
  FailureOr<Value> build(ModelBuilder &model, Value probabilities,
                         Value target) const;
  /// Of the softmax of scores, stably; without epsilon.
  FailureOr<Value> buildOfScores(ModelBuilder &model, Value scores,
                                 Value target) const;
};

/// The mean, over all elements, of the squared differences.
FailureOr<Value> buildMeanSquaredError(ModelBuilder &model, Value input,
                                       Value target);

} // namespace mlir::novi

#endif // NOVI_MODEL_LAYERS_H
