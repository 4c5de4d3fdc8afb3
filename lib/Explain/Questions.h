//===- Questions.h - Which instructions are asked about ---------*- C++ -*-===//

#ifndef NOVI_LIB_EXPLAIN_QUESTIONS_H
#define NOVI_LIB_EXPLAIN_QUESTIONS_H

#include "Story.h"

namespace mlir::novi::explain {

/// Adds the nodes that `question` means to `asked`: a name, a line, or a file
/// and a line. Fails, with an error that says what there is, where it means
/// none.
LogicalResult findAsked(const Story &story, const Source &source,
                        StringRef question, SmallVectorImpl<unsigned> &asked);

} // namespace mlir::novi::explain

#endif // NOVI_LIB_EXPLAIN_QUESTIONS_H
