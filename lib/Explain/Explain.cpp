//===- Explain.cpp - What was done with an instruction, and why -*- C++ -*-===//
//
// Reads a program, runs passes on it under observation and answers questions.
//
//===----------------------------------------------------------------------===//

#include "Novi/Explain/Explain.h"
#include "Novi/Pipelines/CrashReproducer.h"
#include "Questions.h"
#include "Story.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::novi;
using namespace mlir::novi::explain;

void mlir::novi::registerFollowedPasses(Provenance &provenance) {
  // The first of several registrations of one pass holds.
  registerPass([&provenance] {
    return createCanonicalizerPass(
        GreedyRewriteConfig().setListener(&provenance));
  });
}

static LogicalResult fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "novi-explain") << message << '\n';
  return failure();
}

//===----------------------------------------------------------------------===//
// The passes
//===----------------------------------------------------------------------===//

static bool hasRole(DictionaryAttr attributes, StringRef role) {
  auto attribute = attributes
                       ? attributes.getAs<StringAttr>(NoviDialect::kRoleAttr)
                       : StringAttr();
  return attribute && attribute.getValue() == role;
}

/// The passes that people run on a program, which novi-opt has by their names.
static std::string getUsualPipeline(ModuleOp module, ExplainTraining training) {
  bool hasParameter = false, hasLoss = false, hasGradient = false;
  // A result that is the next value of a parameter: there is an update already.
  bool hasUpdate = false;
  SmallVector<func::FuncOp> entries;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      entries.push_back(function);
  if (entries.size() == 1) {
    func::FuncOp entry = entries.front();
    for (unsigned index = 0; index < entry.getNumArguments(); ++index)
      hasParameter |= hasRole(entry.getArgAttrDict(index), "parameter");
    for (unsigned index = 0; index < entry.getNumResults(); ++index) {
      DictionaryAttr attributes = entry.getResultAttrDict(index);
      hasLoss |= hasRole(attributes, "loss");
      hasGradient |= hasRole(attributes, "gradient");
      hasUpdate |= hasRole(attributes, "parameter");
    }
  }
  bool generates = false, updates = false;
  if (training != ExplainTraining::Off) {
    bool isOn = training == ExplainTraining::On;
    generates =
        !hasGradient && (isOn || (hasParameter && hasLoss && !hasUpdate));
    updates = isOn || (!hasUpdate && (generates || hasGradient));
  }
  std::string text = "builtin.module(canonicalize,cse,novi-simplify,";
  if (generates)
    text += "novi-generate-backward,";
  if (updates)
    text += "novi-add-optimizer,";
  if (generates || updates)
    text += "canonicalize,cse,";
  return text + "novi-fuse)";
}

static LogicalResult buildPipeline(StringRef text, PassManager &manager) {
  FailureOr<OpPassManager> parsed = parsePassPipeline(text);
  if (failed(parsed))
    return failure();
  if (parsed->getOpAnchorName() != ModuleOp::getOperationName() &&
      parsed->getOpAnchorName() != OpPassManager::getAnyOpAnchorName())
    return fail(
        "the pipeline is for '" + parsed->getOpAnchorName() +
        "', but a program is a 'builtin.module': write builtin.module(" + text +
        ")");
  // Named pipelines make passes of their own; those of the registry are
  // followed better.
  std::string printed;
  llvm::raw_string_ostream os(printed);
  parsed->printAsTextualPipeline(os);
  FailureOr<OpPassManager> again = parsePassPipeline(printed);
  if (failed(again))
    return failure();
  static_cast<OpPassManager &>(manager) = std::move(*again);
  return success();
}

LogicalResult mlir::novi::explainProgram(llvm::SourceMgr &sourceMgr,
                                         MLIRContext *context,
                                         Provenance &provenance,
                                         const ExplainOptions &options,
                                         llvm::raw_ostream &os) {
  FailureOr<Source> source = parseSource(sourceMgr, context);
  if (failed(source))
    return failure();
  ModuleOp module = *source->module;

  PassManager manager(context);
  enableCrashReproducer(manager);
  std::string pipeline = options.pipeline.empty()
                             ? getUsualPipeline(module, options.training)
                             : options.pipeline;
  if (failed(buildPipeline(pipeline, manager)) ||
      failed(provenance.begin(module)))
    return failure();
  Story story(provenance, *source);
  SmallVector<unsigned> asked;
  for (const std::string &question : options.questions)
    if (llvm::Error error = findAsked(story, *source, question, asked))
      return fail(llvm::toString(std::move(error)));

  provenance.follow(manager);
  if (failed(manager.run(module)))
    return failure();
  story.collectGradients();

  if (options.questions.empty()) {
    os << source->file << ": "
       << plural(story.getInstructions().size(), "instruction") << '\n';
    if (story.getFiles().size() == 1 &&
        story.getFiles().front() != source->file)
      os << "lines are those of " << story.getFiles().front() << '\n';
    os << "the plan: " << pipeline << '\n';
    tellOverview(story, os);
    return success();
  }
  for (unsigned node : asked)
    tell(story, node, os);
  return success();
}
