//===- Opcodes.cpp - The instructions of a listing -------------*- C++ -*-===//
//
// The table. What each opcode means is written out in
// test/Inputs/reference/listing_reference.py.
//
//===----------------------------------------------------------------------===//

#include "Novi/Target/Listing/Opcodes.h"
#include "Novi/Target/Listing/TextReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::novi;

static constexpr unsigned any = OpcodeInfo::any;
/// Masks of inputs.
static constexpr uint8_t none = 0, first = 1, two = 3, third = 4, all = 0xff;

// clang-format off
static constexpr OpcodeInfo table[] = {
    // opcode                        name                        inputs  outputs   reads of values and gradients, effect
    {Opcode::Zero,                     "Zero",                     0, 0,   1, any, none,  none,  Effect::Clear,         false},
    {Opcode::MatMul,                   "MatMul",                   2, 2,   1, 1,   two,   none,  Effect::WriteValue,    false},
    {Opcode::Add,                      "Add",                      2, 2,   1, 1,   two,   none,  Effect::WriteValue,    false},
    {Opcode::Scale,                    "Scale",                    1, 1,   1, 1,   first, none,  Effect::WriteValue,    false},
    {Opcode::Softmax,                  "Softmax",                  1, 1,   1, 1,   first, none,  Effect::WriteValue,    false},
    {Opcode::Concat,                   "Concat",                   1, any, 1, 1,   all,   none,  Effect::WriteValue,    false},
    {Opcode::CrossEntropyLoss,         "CrossEntropyLoss",         2, 2,   1, 1,   two,   none,  Effect::WriteValue,    false},
    {Opcode::Identity,                 "Identity",                 1, 1,   1, 1,   first, none,  Effect::WriteValue,    false},
    {Opcode::CrossEntropyLossBackward, "CrossEntropyLossBackward", 2, 2,   1, 1,   two,   none,  Effect::WriteGradient, true},
    {Opcode::IdentityBackward,         "IdentityBackward",         1, 1,   1, 1,   none,  first, Effect::WriteGradient, true},
    {Opcode::AddBackward,              "AddBackward",              1, 1,   2, 2,   none,  first, Effect::WriteGradient, true},
    {Opcode::MatMulBackward,           "MatMulBackward",           3, 3,   2, 2,   two,   third, Effect::AddGradient,   true},
    {Opcode::ConcatBackward,           "ConcatBackward",           1, 1,   1, any, none,  first, Effect::WriteGradient, true},
    {Opcode::SoftmaxBackward,          "SoftmaxBackward",          1, 1,   1, 1,   first, first, Effect::WriteGradient, true},
    {Opcode::Clip,                     "Clip",                     0, 0,   1, any, none,  none,  Effect::ClipGradient,  false},
};
// clang-format on

ArrayRef<OpcodeInfo> mlir::novi::getOpcodes() { return table; }

const OpcodeInfo *mlir::novi::lookUpOpcode(StringRef name) {
  const OpcodeInfo *found = llvm::find_if(
      table, [&](const OpcodeInfo &info) { return info.name == name; });
  return found == std::end(table) ? nullptr : found;
}

std::string mlir::novi::suggestOpcode(StringRef name) {
  // A word of which little is left resembles nothing.
  unsigned maxDistance = std::clamp<size_t>(name.size() / 2, 1, 3);
  const OpcodeInfo *nearest = nullptr;
  unsigned nearestDistance = maxDistance + 1;
  for (const OpcodeInfo &info : table) {
    unsigned distance =
        name.edit_distance_insensitive(info.name, true, maxDistance);
    if (distance < nearestDistance) {
      nearest = &info;
      nearestDistance = distance;
    }
  }
  if (nearest)
    return ("did you mean '" + nearest->name + "'?").str();
  return "the opcodes are " +
         llvm::join(
             llvm::map_range(table,
                             [](const OpcodeInfo &info) { return info.name; }),
             ", ");
}
