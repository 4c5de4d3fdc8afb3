//===- novi-test-ptx.cpp - Assemble PTX, for tests --------------*- C++ -*-===//
//
//   novi-test-ptx FILE CHIP
//
// Prints what each kernel takes, and how the cubin begins.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/PTX/AssemblePTX.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::novi;

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (argc != 3) {
    llvm::WithColor::error() << "usage: novi-test-ptx FILE CHIP\n";
    return 1;
  }
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(argv[1]);
  if (!file) {
    llvm::WithColor::error()
        << argv[1] << ": " << file.getError().message() << '\n';
    return 1;
  }
  auto assembled = assemblePTX((*file)->getBuffer(), argv[2]);
  if (!assembled) {
    llvm::WithColor::error() << llvm::toString(assembled.takeError()) << '\n';
    return 1;
  }
  for (const PTXKernelUsage &kernel : assembled->kernels)
    llvm::outs() << kernel.name << ": " << kernel.registers << " registers, "
                 << kernel.barriers << " barriers, " << kernel.sharedBytes
                 << " bytes shared, " << kernel.stackBytes << " bytes stack, "
                 << kernel.spillStoreBytes << "+" << kernel.spillLoadBytes
                 << " bytes spilled\n";
  llvm::outs() << "cubin: "
               << (llvm::StringRef(assembled->cubin)
                           .starts_with("\x7f"
                                        "ELF")
                       ? "ELF"
                       : "unknown")
               << '\n';
  return 0;
}
