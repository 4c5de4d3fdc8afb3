//===- Questions.h - Which instructions are asked about ---------*- C++ -*-===//

#ifndef NOVI_LIB_EXPLAIN_QUESTIONS_H
#define NOVI_LIB_EXPLAIN_QUESTIONS_H

#include "Story.h"
#include "llvm/Support/Error.h"

namespace mlir::novi::explain {

/// Adds the nodes that `question` means to `asked`: a name, a line, or a file
/// and a line. Where it means none, the error says what there is.
llvm::Error findAsked(const Story &story, const Source &source,
                      StringRef question, SmallVectorImpl<unsigned> &asked);

} // namespace mlir::novi::explain

#endif // NOVI_LIB_EXPLAIN_QUESTIONS_H
