//===- Training.h - Steps over a data set -----------------------*- C++ -*-===//
//
// Runs a function again and again, as a training does. By name alone:
//
//   - A result called as an argument is that argument's value in the next step.
//     Nothing is copied: the two change places.
//   - An argument that is given with one leading axis more than declared is a
//     data set. Each step takes the next example, each epoch all of them.
//   - Every other argument stays as it is given.
//   - The results that are not fed back are collected: [epoch, example, ...].
//
//===----------------------------------------------------------------------===//

#ifndef NOVI_EXECUTION_TRAINING_H
#define NOVI_EXECUTION_TRAINING_H

#include "Novi/Execution/Executable.h"

namespace mlir::novi {

using NamedViews = llvm::SmallVector<std::pair<std::string, TensorView>>;

/// Whether `tensor` is a number of tensors of the described type, one after the
/// other along a leading axis.
bool isDataSet(const TensorDescription &expected, const HostTensor &tensor);

/// A function and its arguments, some of which its results replace.
class FeedbackStep {
public:
  /// `arguments` are in the order of the signature. Fails where a result can
  /// not become the argument of its name.
  static llvm::Expected<FeedbackStep> create(Executable &executable,
                                             std::vector<HostTensor> arguments);

  const Signature &getSignature() const { return executable->getSignature(); }
  llvm::MutableArrayRef<HostTensor> getArguments() { return arguments; }
  llvm::ArrayRef<HostTensor> getArguments() const { return arguments; }

  /// What `run` returned; not for those that were fed back.
  llvm::ArrayRef<HostTensor> getResults() const { return results; }
  /// The argument that a result becomes, if any.
  std::optional<unsigned> getFedBack(unsigned result) const {
    return fedBack[result];
  }

  /// Runs the function. The arguments stay as they are.
  llvm::Error run() { return executable->run(pointers, results); }
  /// Makes the results the arguments of the next run.
  void feedBack();

private:
  FeedbackStep(Executable &executable, std::vector<HostTensor> arguments);

  Executable *executable;
  /// A vector: `pointers` go into it, also after a move.
  std::vector<HostTensor> arguments;
  std::vector<const HostTensor *> pointers;
  llvm::SmallVector<HostTensor> results;
  /// By result.
  llvm::SmallVector<std::optional<unsigned>> fedBack;
};

class Training {
public:
  /// Prepares `numEpochs` epochs on the tensors for the arguments. Fails where
  /// they do not fit, and where the results to collect are more than the
  /// machine's memory.
  static llvm::Expected<Training>
  create(Executable &executable, NamedTensors inputs, int64_t numEpochs);

  int64_t getNumEpochs() const { return numEpochs; }
  int64_t getNumExamples() const { return numExamples; }
  int64_t getNumSteps() const { return numEpochs * numExamples; }
  int64_t getNumDone() const { return numDone; }

  /// Runs the next step. After an error all is as it was before the step.
  llvm::Error runStep();

  /// The mean of the losses of the epoch in which the last step was. The loss
  /// is the result of role `loss`, or else the first one that is collected,
  /// among those that are one number.
  std::optional<double> getMeanLoss() const;

  /// The arguments as they are now, data sets whole.
  NamedViews getInputs() const;

  /// What was reached, by the results' names: fed-back ones with their last
  /// value, collected ones of all whole epochs. Those of an epoch that was
  /// begun are `<name>.partial`, [example, ...].
  NamedViews getOutputs() const;

  /// What `restore` needs to go on, maybe with more epochs, from here.
  NamedViews save() const;
  llvm::Error restore(NamedTensors saved);

private:
  struct DataSet {
    unsigned argument;
    HostTensor examples;
  };
  /// A result, [epoch, example, ...].
  struct Collected {
    unsigned result;
    /// What one step adds. Until the first step has run, dynamic sizes are 0.
    HostTensor one;
    AlignedBytes bytes;
  };

  explicit Training(FeedbackStep step) : step(std::move(step)) {}
  llvm::Error setUpResults();
  llvm::Error makeRoom();
  llvm::Error takeShapes(llvm::ArrayRef<HostTensor> results);
  llvm::Error addPlace(llvm::Error error) const;
  const TensorDescription &describe(const Collected &from) const;
  TensorView view(const Collected &from, int64_t firstStep,
                  llvm::ArrayRef<int64_t> leadingAxes) const;

  FeedbackStep step;
  std::vector<DataSet> dataSets;
  std::vector<Collected> collected;
  /// The place in `collected`.
  std::optional<unsigned> loss;
  int64_t numEpochs = 0, numExamples = 1, numDone = 0;
};

} // namespace mlir::novi

#endif // NOVI_EXECUTION_TRAINING_H
