//===- Checkpoint.cpp - Trainings that go on later --------------*- C++ -*-===//
//
// Writes and reads checkpoints and tells whether they belong to a training.
//
//===----------------------------------------------------------------------===//

#include "Checkpoint.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::novi;

static constexpr int64_t formatVersion = 1;
static constexpr StringLiteral versionName = "novi.checkpoint",
                               identityPrefix = "identity/",
                               hashPrefix = "blake3:";

//===----------------------------------------------------------------------===//
// Identity
//===----------------------------------------------------------------------===//

static std::string finish(llvm::BLAKE3 &hash) {
  return (hashPrefix + llvm::toHex(hash.final(), /*LowerCase=*/true)).str();
}

std::string novi::hashProgram(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().assumeVerified());
  llvm::BLAKE3 hash;
  hash.update(text);
  return finish(hash);
}

static std::string hashTensor(const TensorView &tensor) {
  llvm::BLAKE3 hash;
  std::string type = stringifyElementKind(tensor.kind).str();
  for (int64_t size : tensor.shape)
    type += " " + std::to_string(size);
  hash.update(type + "\n");
  hash.update(StringRef(tensor.bytes.data(), tensor.bytes.size()));
  return finish(hash);
}

Checkpoint::Checkpoint(StringRef path, Identity identity,
                       const Training &training)
    : path(path), identity(std::move(identity)) {
  for (const auto &[name, tensor] : training.getInputs())
    this->identity.emplace_back("the value of '" + name + "'",
                                hashTensor(tensor));
}

/// "'cpu', not 'interpret'"; nothing where a person could not tell.
static std::string describeDifference(StringRef found, StringRef expected) {
  if (found.starts_with(hashPrefix))
    return "";
  return (" ('" + found + "', not '" + expected + "')").str();
}

llvm::Error Checkpoint::check(const NamedTensors &file) const {
  auto fail = [&](const Twine &message) {
    return llvm::createStringError(path + ": " + message);
  };
  const auto *version = file.find(versionName.str());
  if (version == file.end() || version->second.kind != ElementKind::I64 ||
      !version->second.shape.empty())
    return fail("is no checkpoint; choose a new name or remove it");
  int64_t number = version->second.values<int64_t>().front();
  if (number != formatVersion)
    return fail("is a checkpoint of version " + Twine(number) + ", expected " +
                Twine(formatVersion));

  SmallVector<std::string> differences;
  for (const auto &[what, expected] : identity) {
    const auto *found = file.find((identityPrefix + what).str());
    if (found == file.end() || found->second.kind != ElementKind::U8) {
      differences.push_back(what);
      continue;
    }
    const AlignedBytes &bytes = found->second.bytes;
    StringRef text(bytes.data(), bytes.size());
    if (text != expected)
      differences.push_back(what + describeDifference(text, expected));
  }
  if (differences.empty())
    return llvm::Error::success();
  return fail("is the checkpoint of another training; different are " +
              llvm::join(differences, ", "));
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

llvm::Error Checkpoint::load(Training &training) const {
  if (!llvm::sys::fs::exists(path))
    return llvm::Error::success();
  llvm::Expected<NamedTensors> file = readTensorFile(path);
  if (!file)
    return file.takeError();
  if (llvm::Error error = check(*file))
    return error;
  if (llvm::Error error = training.restore(std::move(*file)))
    return llvm::createStringError(path + ": " +
                                   llvm::toString(std::move(error)));
  return llvm::Error::success();
}

llvm::Error Checkpoint::write(const Training &training) {
  Clock::time_point begin = Clock::now();
  NamedViews views;
  views.emplace_back(versionName,
                     TensorView(ElementKind::I64, {},
                                {reinterpret_cast<const char *>(&formatVersion),
                                 sizeof(formatVersion)}));
  for (const auto &[what, value] : identity)
    views.emplace_back((identityPrefix + what).str(),
                       TensorView(ElementKind::U8,
                                  {static_cast<int64_t>(value.size())},
                                  {value.data(), value.size()}));
  views.append(training.save());
  llvm::Error error = writeTensorFile(path, views);
  Clock::time_point end = Clock::now();
  nextTime = end + std::max(interval, 20 * (end - begin));
  interval = std::min<Clock::duration>(2 * interval, std::chrono::minutes(1));
  return error;
}
