//===- AssemblePTX.cpp - PTX to machine code by ptxas -----------*- C++ -*-===//
//
// Files in a folder of its own, and the words of `ptxas -v`.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/PTX/AssemblePTX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::novi;
using llvm::SmallString;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Running it
//===----------------------------------------------------------------------===//

static llvm::Expected<std::string> findAssembler() {
  if (auto path = llvm::sys::findProgramByName("ptxas"))
    return *path;
  auto toolkit = llvm::sys::Process::GetEnv("CUDA_PATH");
  std::string folder = toolkit.value_or("/usr/local/cuda") + "/bin";
  if (auto path = llvm::sys::findProgramByName("ptxas", {StringRef(folder)}))
    return *path;
  return llvm::createStringError(
      "there is no ptxas, neither on PATH nor in " + folder +
      ": machine code for a GPU needs the CUDA Toolkit (set CUDA_PATH to where "
      "it is), PTX does not");
}

namespace {

/// A folder that goes with the object.
class TemporaryFolder {
public:
  ~TemporaryFolder() {
    if (!path.empty())
      llvm::sys::fs::remove_directories(path);
  }
  std::error_code create() {
    return llvm::sys::fs::createUniqueDirectory("novi-ptx", path);
  }
  std::string file(StringRef name) const { return (path + "/" + name).str(); }

private:
  SmallString<128> path;
};

} // namespace

static llvm::Expected<std::string> readFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   path + ": cannot be read");
  return (*buffer)->getBuffer().str();
}

/// Runs a program; all it says goes to `log`. Returns its exit status.
static llvm::Expected<int> run(StringRef program,
                               llvm::ArrayRef<StringRef> arguments,
                               const std::string &log) {
  SmallVector<StringRef> command = {program};
  llvm::append_range(command, arguments);
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log),
                                          StringRef(log)};
  std::string message;
  bool failed = false;
  int status = llvm::sys::ExecuteAndWait(program, command, std::nullopt,
                                         redirects, /*SecondsToWait=*/0,
                                         /*MemoryLimit=*/0, &message, &failed);
  if (failed || status < 0)
    return llvm::createStringError(program + " cannot be run: " + message);
  return status;
}

//===----------------------------------------------------------------------===//
// What it says
//===----------------------------------------------------------------------===//

/// The number in front of `unit` in a list like "8 registers, 128 bytes smem".
static uint64_t findAmount(StringRef line, StringRef unit) {
  SmallVector<StringRef> parts;
  line.split(parts, ',');
  for (StringRef part : parts) {
    part = part.trim();
    uint64_t amount;
    part.consume_front("used ");
    if (!part.consumeInteger(10, amount) && part.trim() == unit)
      return amount;
  }
  return 0;
}

static std::vector<PTXKernelUsage> parseUsage(StringRef log) {
  std::vector<PTXKernelUsage> kernels;
  SmallVector<StringRef> lines;
  log.split(lines, '\n');
  for (StringRef line : lines) {
    StringRef text = line.trim();
    if (text.consume_front("ptxas info"))
      text = text.ltrim(" :");
    if (text.consume_front("Compiling entry function '")) {
      kernels.emplace_back();
      kernels.back().name = text.take_until([](char c) { return c == '\''; });
    }
    if (kernels.empty())
      continue;
    PTXKernelUsage &kernel = kernels.back();
    if (text.consume_front("Used ")) {
      kernel.registers = findAmount(text, "registers");
      kernel.barriers = findAmount(text, "barriers");
      kernel.sharedBytes = findAmount(text, "bytes smem");
    } else if (text.contains("bytes stack frame")) {
      // Also of the functions that a kernel calls.
      kernel.stackBytes += findAmount(text, "bytes stack frame");
      kernel.spillStoreBytes += findAmount(text, "bytes spill stores");
      kernel.spillLoadBytes += findAmount(text, "bytes spill loads");
    }
  }
  return kernels;
}

/// The number of the release in what `ptxas --version` says, like "13.0".
static std::string getRelease(StringRef program,
                              const TemporaryFolder &folder) {
  std::string log = folder.file("version");
  auto status = run(program, {"--version"}, log);
  auto text = readFile(log);
  if (!status || !text) {
    llvm::consumeError(status.takeError());
    llvm::consumeError(text.takeError());
    return "of unknown release";
  }
  StringRef rest = StringRef(*text).split("release ").second;
  return "of CUDA " +
         rest.take_until([](char c) { return c == ',' || c == '\n'; }).str();
}

/// The chips that `ptxas --help` names.
static std::string getChips(StringRef program, const TemporaryFolder &folder) {
  std::string log = folder.file("help");
  auto status = run(program, {"--help"}, log);
  auto text = readFile(log);
  if (!status || !text) {
    llvm::consumeError(status.takeError());
    llvm::consumeError(text.takeError());
    return {};
  }
  std::string chips;
  SmallVector<StringRef> parts;
  StringRef(*text)
      .split("gpu-name")
      .second.split("Default value")
      .first.split(parts, '\'');
  for (StringRef part : parts)
    if (part.starts_with("sm_"))
      chips += (chips.empty() ? "" : ", ") + part.str();
  return chips;
}

/// The version that the PTX says it has.
static std::string getVersion(StringRef ptx) {
  return ptx.split(".version").second.ltrim().take_until(llvm::isSpace).str();
}

static llvm::Error explain(StringRef program, StringRef log, StringRef ptx,
                           StringRef chip, const TemporaryFolder &folder) {
  std::string release = getRelease(program, folder);
  if (log.contains("is not defined for option 'gpu-name'"))
    return llvm::createStringError(program + " " + release +
                                   " does not know the chip '" + chip +
                                   "'; it knows " + getChips(program, folder));
  if (log.contains("Unsupported .version")) {
    StringRef newest = log.split("current version is '").second;
    newest = newest.take_until([](char c) { return c == '\''; });
    return llvm::createStringError(
        program + " " + release + " takes PTX up to version " + newest +
        ", and this is version " + getVersion(ptx) +
        ": take a newer CUDA Toolkit, or make older PTX");
  }
  std::string problems;
  SmallVector<StringRef> lines;
  log.split(lines, '\n');
  for (StringRef line : lines)
    if (!line.trim().empty() && !line.contains("ptxas info") &&
        !line.starts_with(" "))
      problems += "\n  " + line.str();
  return llvm::createStringError(program + " " + release +
                                 " does not take the PTX for " + chip + ":" +
                                 problems);
}

llvm::Expected<AssembledPTX> mlir::novi::assemblePTX(StringRef ptx,
                                                     StringRef chip) {
  auto program = findAssembler();
  if (!program)
    return program.takeError();
  TemporaryFolder folder;
  if (std::error_code error = folder.create())
    return llvm::createStringError(error, "no temporary folder can be made");
  std::string input = folder.file("kernels.ptx");
  std::string output = folder.file("kernels.cubin");
  std::string log = folder.file("log");
  // A string that is handed over to C ends with a zero.
  ptx = ptx.rtrim('\0');
  {
    std::error_code error;
    llvm::raw_fd_ostream stream(input, error);
    if (!error)
      stream << ptx;
    stream.close();
    if (error || stream.has_error()) {
      stream.clear_error();
      return llvm::createStringError(input + ": cannot be written");
    }
  }
  std::string arch = ("-arch=" + chip).str();
  auto status =
      run(*program, {"-v", "-Werror", arch, input, "-o", output}, log);
  if (!status)
    return status.takeError();
  auto said = readFile(log);
  if (!said)
    return said.takeError();
  if (*status != 0)
    return explain(*program, *said, ptx, chip, folder);

  AssembledPTX result;
  auto cubin = readFile(output);
  if (!cubin)
    return cubin.takeError();
  result.cubin = std::move(*cubin);
  result.kernels = parseUsage(*said);
  auto place = [&](const PTXKernelUsage &kernel) {
    return ptx.find(".entry " + kernel.name + "(");
  };
  llvm::stable_sort(result.kernels,
                    [&](const PTXKernelUsage &a, const PTXKernelUsage &b) {
                      return place(a) < place(b);
                    });
  return result;
}
