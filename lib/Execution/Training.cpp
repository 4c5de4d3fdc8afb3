//===- Training.cpp - Steps over a data set ---------------------*- C++ -*-===//
//
// Walks over the examples and collects what the steps return.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/Training.h"
#include "HalfPrecision.h"
#include "Novi/Execution/PrintTensor.h"
#include "Novi/Execution/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"
#include <cstring>
#include <unistd.h>

using namespace mlir;
using namespace mlir::novi;

//===----------------------------------------------------------------------===//
// Data sets
//===----------------------------------------------------------------------===//

bool novi::isDataSet(const TensorDescription &expected,
                     const HostTensor &tensor) {
  return getElementKind(expected.type.getElementType()) == tensor.kind &&
         !tensor.shape.empty() &&
         succeeded(verifyCompatibleShape(
             expected.type.getShape(),
             ArrayRef<int64_t>(tensor.shape).drop_front()));
}

/// Checks a tensor that is an argument or a data set for one.
static llvm::Error checkInput(const TensorDescription &expected,
                              const HostTensor &tensor) {
  if (isDataSet(expected, tensor))
    return llvm::Error::success();
  llvm::Error error = checkTensor(expected, tensor);
  if (!error)
    return error;
  return llvm::createStringError(llvm::toString(std::move(error)) +
                                 ", or a data set with one axis more in front");
}

/// The number of examples that all data sets have; 1 if there are none. `sizes`
/// are theirs by the arguments' names.
static llvm::Expected<int64_t>
getNumExamples(ArrayRef<std::pair<StringRef, int64_t>> sizes) {
  if (sizes.empty())
    return 1;
  if (!llvm::all_equal(llvm::make_second_range(sizes))) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(sizes, os, [&](const auto &named) {
      os << '\'' << named.first << "' has " << named.second;
    });
    return llvm::createStringError(
        "data sets must have equally many examples, but " + text);
  }
  if (sizes.front().second == 0)
    return llvm::createStringError("the data set '" + sizes.front().first +
                                   "' has no examples");
  return sizes.front().second;
}

llvm::Expected<Training> Training::create(Executable &executable,
                                          NamedTensors inputs,
                                          int64_t numEpochs) {
  const Signature &signature = executable.getSignature();
  if (llvm::Error error =
          bindArguments(signature, inputs, checkInput).takeError())
    return error;

  std::vector<DataSet> dataSets;
  SmallVector<std::pair<StringRef, int64_t>> sizes;
  std::vector<HostTensor> arguments;
  bool isUnnamed = inputs.contains("");
  for (auto [number, argument] : llvm::enumerate(signature.arguments)) {
    HostTensor &input = inputs[isUnnamed ? "" : argument.name];
    if (!isDataSet(argument, input)) {
      arguments.push_back(std::move(input));
      continue;
    }
    sizes.emplace_back(argument.name, input.shape.front());
    llvm::Expected<HostTensor> example = HostTensor::zeros(
        input.kind, ArrayRef<int64_t>(input.shape).drop_front());
    if (!example)
      return example.takeError();
    arguments.push_back(std::move(*example));
    dataSets.push_back({static_cast<unsigned>(number), std::move(input)});
  }
  llvm::Expected<int64_t> numExamples = ::getNumExamples(sizes);
  if (!numExamples)
    return numExamples.takeError();
  llvm::Expected<FeedbackStep> step =
      FeedbackStep::create(executable, std::move(arguments));
  if (!step)
    return step.takeError();

  Training training(std::move(*step));
  training.dataSets = std::move(dataSets);
  training.numEpochs = numEpochs;
  training.numExamples = *numExamples;
  if (llvm::Error error = training.setUpResults())
    return error;
  return training;
}

NamedViews Training::getInputs() const {
  NamedViews views;
  for (auto [argument, tensor] :
       llvm::zip_equal(step.getSignature().arguments, step.getArguments()))
    views.emplace_back(argument.name, tensor);
  for (const DataSet &dataSet : dataSets)
    views[dataSet.argument].second = dataSet.examples;
  return views;
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

const TensorDescription &Training::describe(const Collected &from) const {
  return step.getSignature().results[from.result];
}

llvm::Error Training::setUpResults() {
  ArrayRef<TensorDescription> results = step.getSignature().results;
  llvm::StringSet<> names;
  for (const TensorDescription &result : results)
    names.insert(result.name);
  for (auto [number, result] : llvm::enumerate(results)) {
    if (std::optional<unsigned> argument = step.getFedBack(number)) {
      for (const DataSet &dataSet : dataSets)
        if (dataSet.argument == argument)
          return llvm::createStringError(
              "'" + result.name +
              "' is given as a data set, but is fed back from step to step");
      continue;
    }
    if (names.contains(result.name + ".partial"))
      return llvm::createStringError(
          "the result '" + result.name +
          ".partial' has the name under which an epoch of '" + result.name +
          "' that is cut short would be saved");
    ElementKind kind = *getElementKind(result.type.getElementType());
    bool isNumber = kind != ElementKind::I1 && kind != ElementKind::U8 &&
                    result.type.hasStaticShape() &&
                    result.type.getNumElements() == 1;
    if (isNumber && (!loss || (result.role == "loss" &&
                               describe(collected[*loss]).role != "loss")))
      loss = collected.size();
    Collected from;
    from.result = number;
    from.one.kind = kind;
    for (int64_t size : result.type.getShape())
      from.one.shape.push_back(ShapedType::isDynamic(size) ? 0 : size);
    collected.push_back(std::move(from));
  }
  return makeRoom();
}

static uint64_t getMemoryOfMachine() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         llvm::sys::Process::getPageSizeEstimate();
}

/// Gives memory to all that is collected and of known shape.
llvm::Error Training::makeRoom() {
  uint64_t numSteps =
      llvm::SaturatingMultiply<uint64_t>(numEpochs, numExamples);
  uint64_t total = 0;
  auto getSize = [&](const Collected &from) {
    uint64_t size = getElementSize(from.one.kind);
    for (int64_t axis : from.one.shape)
      size = llvm::SaturatingMultiply<uint64_t>(size, axis);
    return llvm::SaturatingMultiply(size, numSteps);
  };
  for (const Collected &from : collected)
    total = llvm::SaturatingAdd(total, getSize(from));
  uint64_t memory = getMemoryOfMachine();
  auto fail = [&] {
    constexpr uint64_t most = std::numeric_limits<uint64_t>::max();
    return llvm::createStringError(
        "the results of " + Twine(numEpochs) + " epochs of " +
        Twine(numExamples) + " examples would take " +
        (total == most ? "more than " : "") + Twine(total) +
        " bytes; this machine has " + Twine(memory) + " bytes of memory");
  };
  if (numSteps > std::numeric_limits<int64_t>::max() || total > memory)
    return fail();
  for (Collected &from : collected) {
    if (from.bytes.data() && getSize(from) == from.bytes.size())
      continue;
    // Untouched memory costs nothing.
    std::optional<AlignedBytes> bytes = AlignedBytes::allocate(getSize(from));
    if (!bytes)
      return fail();
    from.bytes = std::move(*bytes);
  }
  return llvm::Error::success();
}

/// Lets the shapes of the first step's results be those of all steps.
llvm::Error Training::takeShapes(ArrayRef<HostTensor> results) {
  bool isNew = false;
  for (Collected &from : collected) {
    const HostTensor &result = results[from.result];
    if (result.shape == from.one.shape)
      continue;
    if (numDone != 0)
      return llvm::createStringError(
          "the result '" + describe(from).name + "' is a " +
          formatType(result) + ", but was a " + formatType(from.one) +
          " before; results can only be collected if they keep their shape");
    from.one.shape = result.shape;
    isNew = true;
  }
  return isNew ? makeRoom() : llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Says where in the training `error` came up.
llvm::Error Training::addPlace(llvm::Error error) const {
  std::string place = "this was in epoch " +
                      std::to_string(numDone / numExamples + 1) + " of " +
                      std::to_string(numEpochs);
  if (!dataSets.empty())
    place += ", example " + std::to_string(numDone % numExamples + 1) + " of " +
             std::to_string(numExamples);
  return llvm::joinErrors(std::move(error), llvm::createStringError(place));
}

llvm::Error Training::runStep() {
  for (const DataSet &dataSet : dataSets) {
    AlignedBytes &bytes = step.getArguments()[dataSet.argument].bytes;
    std::memcpy(bytes.data(),
                dataSet.examples.bytes.data() +
                    numDone % numExamples * bytes.size(),
                bytes.size());
  }
  if (llvm::Error error = step.run())
    return addPlace(std::move(error));
  if (llvm::Error error = takeShapes(step.getResults()))
    return addPlace(std::move(error));
  for (Collected &from : collected) {
    const AlignedBytes &bytes = step.getResults()[from.result].bytes;
    std::memcpy(from.bytes.data() + numDone * bytes.size(), bytes.data(),
                bytes.size());
  }
  step.feedBack();
  ++numDone;
  return llvm::Error::success();
}

std::optional<double> Training::getMeanLoss() const {
  if (!loss || numDone == 0)
    return std::nullopt;
  int64_t firstStep = (numDone - 1) / numExamples * numExamples;
  TensorView losses = view(collected[*loss], firstStep, {numDone - firstStep});
  double sum = 0;
  for (int64_t i = 0; i < numDone - firstStep; ++i)
    sum += loadFloat(losses, i);
  return sum / (numDone - firstStep);
}

//===----------------------------------------------------------------------===//
// What was reached
//===----------------------------------------------------------------------===//

/// What was collected from `firstStep` on, under other leading axes.
TensorView Training::view(const Collected &from, int64_t firstStep,
                          ArrayRef<int64_t> leadingAxes) const {
  SmallVector<int64_t> shape(leadingAxes);
  llvm::append_range(shape, from.one.shape);
  size_t stepBytes = from.bytes.size() / getNumSteps();
  size_t numSteps = 1;
  for (int64_t size : leadingAxes)
    numSteps *= size;
  return TensorView(
      from.one.kind, shape,
      {from.bytes.data() + firstStep * stepBytes, numSteps * stepBytes});
}

NamedViews Training::getOutputs() const {
  NamedViews views;
  ArrayRef<TensorDescription> results = step.getSignature().results;
  const Collected *next = collected.data();
  int64_t wholeEpochs = numDone / numExamples;
  for (auto [number, result] : llvm::enumerate(results)) {
    if (std::optional<unsigned> argument = step.getFedBack(number))
      views.emplace_back(result.name, step.getArguments()[*argument]);
    else
      views.emplace_back(result.name,
                         view(*next++, 0, {wholeEpochs, numExamples}));
  }
  if (int64_t rest = numDone % numExamples)
    for (const Collected &from : collected)
      views.emplace_back(describe(from).name + ".partial",
                         view(from, numDone - rest, {rest}));
  return views;
}

NamedViews Training::save() const {
  NamedViews views;
  views.emplace_back(
      "steps",
      TensorView(ElementKind::I64, {},
                 {reinterpret_cast<const char *>(&numDone), sizeof(numDone)}));
  for (auto [number, result] : llvm::enumerate(step.getSignature().results))
    if (std::optional<unsigned> argument = step.getFedBack(number))
      views.emplace_back("state/" + result.name,
                         step.getArguments()[*argument]);
  for (const Collected &from : collected)
    views.emplace_back("collected/" + describe(from).name,
                       view(from, 0, {numDone}));
  return views;
}

llvm::Error Training::restore(NamedTensors saved) {
  auto fail = [](const std::string &name, const Twine &found) {
    return llvm::createStringError("'" + name + "' " + found);
  };
  auto describeFound = [&](const std::string &name) {
    auto *found = saved.find(name);
    return found == saved.end() ? std::string("is missing")
                                : "is a " + formatType(found->second);
  };
  auto *steps = saved.find("steps");
  if (steps == saved.end() || steps->second.kind != ElementKind::I64 ||
      !steps->second.shape.empty())
    return fail("steps", describeFound("steps") + ", expected a number");
  numDone = steps->second.values<int64_t>().front();
  if (numDone < 0)
    return fail("steps",
                "is " + Twine(numDone) + ", which no training reaches");
  if (numDone > getNumSteps())
    return llvm::createStringError(
        Twine(llvm::divideCeil(numDone, numExamples)) +
        " epochs were begun, so " + Twine(numEpochs) + " are too few");

  for (auto [number, result] : llvm::enumerate(step.getSignature().results)) {
    std::optional<unsigned> argument = step.getFedBack(number);
    if (!argument)
      continue;
    std::string name = "state/" + result.name;
    auto *found = saved.find(name);
    if (found == saved.end())
      return fail(name, "is missing");
    if (llvm::Error error = checkTensor(
            step.getSignature().arguments[*argument], found->second))
      return fail(name, "does not fit: " + llvm::toString(std::move(error)));
    step.getArguments()[*argument] = std::move(found->second);
  }

  for (Collected &from : collected) {
    std::string name = "collected/" + describe(from).name;
    auto *found = saved.find(name);
    if (found == saved.end() || !isDataSet(describe(from), found->second) ||
        found->second.shape.front() != numDone)
      return fail(name, describeFound(name) + ", expected " + Twine(numDone) +
                            " of " + formatType(from.one));
    from.one.shape.assign(std::next(found->second.shape.begin()),
                          found->second.shape.end());
  }
  if (llvm::Error error = makeRoom())
    return error;
  for (Collected &from : collected) {
    const AlignedBytes &bytes =
        saved.find("collected/" + describe(from).name)->second.bytes;
    std::memcpy(from.bytes.data(), bytes.data(), bytes.size());
  }
  return llvm::Error::success();
}
