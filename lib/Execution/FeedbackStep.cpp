//===- FeedbackStep.cpp - Results that become arguments ---------*- C++ -*-===//
//
// Matches results with arguments and lets them change places.
//
//===----------------------------------------------------------------------===//

#include "Novi/Execution/Training.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::novi;

FeedbackStep::FeedbackStep(Executable &executable,
                           std::vector<HostTensor> arguments)
    : executable(&executable), arguments(std::move(arguments)) {
  for (const HostTensor &argument : this->arguments)
    pointers.push_back(&argument);
}

llvm::Expected<FeedbackStep>
FeedbackStep::create(Executable &executable,
                     std::vector<HostTensor> arguments) {
  FeedbackStep step(executable, std::move(arguments));
  const Signature &signature = step.getSignature();
  llvm::StringMap<unsigned> numbers;
  for (auto [number, argument] : llvm::enumerate(signature.arguments))
    numbers[argument.name] = number;

  llvm::Error errors = llvm::Error::success();
  for (const TensorDescription &result : signature.results) {
    auto found = numbers.find(result.name);
    if (found == numbers.end()) {
      step.fedBack.push_back(std::nullopt);
      continue;
    }
    step.fedBack.push_back(found->second);
    RankedTensorType type = signature.arguments[found->second].type;
    if (type.getElementType() != result.type.getElementType() ||
        failed(verifyCompatibleShape(type, result.type))) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "the result '" << result.name << "' is a " << result.type
          << ", but becomes the argument of that name in the next step, which "
             "is a "
          << type;
      errors =
          llvm::joinErrors(std::move(errors), llvm::createStringError(text));
    }
  }
  if (errors)
    return errors;
  return step;
}

void FeedbackStep::feedBack() {
  for (auto [result, argument] : llvm::zip_equal(results, fedBack))
    if (argument)
      std::swap(result, arguments[*argument]);
}
