//===- ModelDescription.cpp - Models in a small text form ------*- C++ -*-===//
//
// Every line is parsed into a Statement and handed to the layer that its table
// row names. What a layer takes, its operands and options, is checked by the
// table; what fits, by the layers.
//
//===----------------------------------------------------------------------===//

#include "Novi/Model/ModelDescription.h"
#include "Novi/Dialect/IR/NoviOps.h"
#include "Novi/Model/Layers.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::novi;

namespace {

struct Word {
  StringRef text;
  /// Counted in bytes from 1.
  unsigned column = 1;
};

struct Option {
  StringRef key;
  Word value;
};

/// `label = layer operands key=value`.
struct Statement {
  unsigned line;
  Word label, layer;
  SmallVector<Word, 2> operands;
  SmallVector<Option, 4> options;

  const Option *find(StringRef key) const {
    const Option *found = llvm::find_if(
        options, [&](const Option &option) { return option.key == key; });
    return found == options.end() ? nullptr : found;
  }
};

class Description;

struct LayerInfo {
  StringLiteral name;
  unsigned minOperands, maxOperands;
  /// What the operands are, for messages.
  StringLiteral operands;
  /// Separated by blanks.
  StringLiteral options;
  LogicalResult (Description::*build)(const Statement &);
};

/// Builds a model while it is read.
class Description {
public:
  Description(StringRef text, StringAttr file, FloatType elementType)
      : text(text), file(file),
        model(elementType, FileLineColLoc::get(file, 1, 1)) {}

  OwningOpRef<ModuleOp> run();

private:
  // Reading.
  LogicalResult parseStatement(StringRef line, unsigned number,
                               unsigned firstColumn);
  LogicalResult parseWord(Word word, Statement &statement);
  LogicalResult checkStatement(const Statement &statement,
                               const LayerInfo &info);

  Location getLoc(unsigned line, unsigned column) const {
    return FileLineColLoc::get(file, line, column);
  }
  InFlightDiagnostic error(const Statement &statement, Word word) const {
    return emitError(getLoc(statement.line, word.column));
  }

  // Operands and options.
  FailureOr<Value> lookUp(const Statement &statement, Word name);
  /// Operand `index`, or else what the line before made.
  FailureOr<Value> getInput(const Statement &statement, unsigned index = 0);
  /// The last operand, and before it the other one or what the line before
  /// made.
  FailureOr<std::pair<Value, Value>> getPair(const Statement &statement);
  FailureOr<SmallVector<int64_t>> getShape(const Statement &statement);
  FailureOr<int64_t> getSize(const Statement &statement, StringRef key);
  FailureOr<double> getNumber(const Statement &statement, StringRef key,
                              double missing);
  /// The index of the option's value in `choices`; 0 where it is missing.
  FailureOr<unsigned> getChoice(const Statement &statement, StringRef key,
                                ArrayRef<StringRef> choices);
  FailureOr<Bias> getBias(const Statement &statement);
  FailureOr<CrossEntropy> getCrossEntropy(const Statement &statement);

  // Names.
  std::string getName(const Statement &statement, StringRef kind);
  /// Makes `value` what the next line reads and, if there is a label, what it
  /// names.
  LogicalResult define(const Statement &statement, FailureOr<Value> value);
  LogicalResult setLoss(const Statement &statement, FailureOr<Value> value,
                        Value of);

  // Layers.
  LogicalResult buildInput(const Statement &statement);
  LogicalResult buildTarget(const Statement &statement);
  LogicalResult buildEmbedding(const Statement &statement);
  LogicalResult buildLinear(const Statement &statement);
  LogicalResult buildAttention(const Statement &statement);
  LogicalResult buildFeedForward(const Statement &statement);
  LogicalResult buildLayerNorm(const Statement &statement);
  LogicalResult buildRelu(const Statement &statement);
  LogicalResult buildSoftmax(const Statement &statement);
  LogicalResult buildAdd(const Statement &statement);
  LogicalResult buildCrossEntropy(const Statement &statement);
  LogicalResult buildSoftmaxCrossEntropy(const Statement &statement);
  LogicalResult buildMeanSquaredError(const Statement &statement);
  LogicalResult buildOutput(const Statement &statement);
  LogicalResult buildMegaManAttention(const Statement &statement);

  static ArrayRef<LayerInfo> getLayers();

  StringRef text;
  StringAttr file;
  ModelBuilder model;
  llvm::StringMap<Value> values;
  /// All names that labels and layers have taken.
  llvm::StringSet<> names;
  /// What the last layer made.
  Value previous;
  Value loss, output;
  std::string lossName = "loss";
  /// What the loss is of.
  Value lossInput;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// `text` in quotes, fit for a message: escaped, and cut when long.
static std::string quoted(StringRef text) {
  constexpr size_t shown = 40;
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  os << '\'';
  llvm::printEscapedString(text.take_front(shown), os);
  os << (text.size() > shown ? "...'" : "'");
  return escaped;
}

static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool isName(StringRef text) {
  return !text.empty() && (llvm::isAlpha(text[0]) || text[0] == '_') &&
         llvm::all_of(text, [](char c) {
           return llvm::isAlnum(c) || c == '_' || c == '-';
         });
}

OwningOpRef<ModuleOp> Description::run() {
  StringRef rest = text;
  unsigned number = 0;
  while (!rest.empty()) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    ++number;
    line = line.take_until([](char c) { return c == '#'; });
    unsigned column = 1;
    while (true) {
      auto [part, others] = line.split(';');
      if (failed(parseStatement(part, number, column)))
        return nullptr;
      if (part.size() == line.size())
        break;
      column += part.size() + 1;
      line = others;
    }
  }
  if (!previous) {
    emitError(getLoc(1, 1)) << "this describes no model; expected one layer a "
                               "line, beginning with such as: x = input 6x20";
    return nullptr;
  }
  if (!output)
    output = lossInput ? lossInput : previous;
  // A result with the name of an argument would be fed back to it.
  std::string outputName;
  for (const auto &entry : values)
    if (entry.second == output && !isa<BlockArgument>(output) &&
        (outputName.empty() || entry.first() < outputName))
      outputName = entry.first().str();
  if (outputName.empty()) {
    outputName = "output";
    for (unsigned next = 2; names.contains(outputName); ++next)
      outputName = ("output" + Twine(next)).str();
  }
  return model.finish(loss, lossName, output, outputName);
}

LogicalResult Description::parseStatement(StringRef line, unsigned number,
                                          unsigned firstColumn) {
  Statement statement{number, {}, {}, {}, {}};
  size_t position = 0;
  auto skipBlanks = [&] {
    while (position < line.size() && isBlank(line[position]))
      ++position;
  };
  auto takeWord = [&](auto ends) {
    size_t begin = position;
    while (position < line.size() && !isBlank(line[position]) &&
           !ends(line[position]))
      ++position;
    return Word{line.slice(begin, position), unsigned(firstColumn + begin)};
  };
  skipBlanks();
  if (position == line.size())
    return success();

  statement.layer = takeWord([](char c) { return c == '='; });
  skipBlanks();
  if (position < line.size() && line[position] == '=') {
    ++position;
    statement.label = statement.layer;
    if (!isName(statement.label.text))
      return error(statement, statement.label)
             << quoted(statement.label.text)
             << " is not a name; expected letters, digits, '_' and '-' before "
                "'='";
    skipBlanks();
    statement.layer = takeWord([](char c) { return c == '='; });
    if (statement.layer.text.empty())
      return error(statement, statement.layer) << "expected a layer after '='";
  }
  for (skipBlanks(); position < line.size(); skipBlanks())
    if (failed(parseWord(takeWord([](char) { return false; }), statement)))
      return failure();

  const LayerInfo *info = llvm::find_if(getLayers(), [&](const LayerInfo &i) {
    return i.name == statement.layer.text;
  });
  if (info == getLayers().end())
    return error(statement, statement.layer)
           << "unknown layer " << quoted(statement.layer.text)
           << "; the layers are "
           << llvm::join(
                  llvm::map_range(getLayers(),
                                  [](const LayerInfo &i) { return i.name; }),
                  ", ");
  if (failed(checkStatement(statement, *info)))
    return failure();
  model.setLoc(getLoc(statement.line, statement.layer.column));
  return (this->*info->build)(statement);
}

LogicalResult Description::parseWord(Word word, Statement &statement) {
  size_t equals = word.text.find('=');
  if (equals == StringRef::npos) {
    statement.operands.push_back(word);
    return success();
  }
  StringRef key = word.text.take_front(equals);
  if (statement.find(key))
    return error(statement, word) << quoted(key) << " is given twice";
  statement.options.push_back(
      {key,
       {word.text.drop_front(equals + 1), unsigned(word.column + equals + 1)}});
  return success();
}

LogicalResult Description::checkStatement(const Statement &statement,
                                          const LayerInfo &info) {
  SmallVector<StringRef> known;
  info.options.split(known, ' ', -1, /*KeepEmpty=*/false);
  for (const Option &option : statement.options)
    if (!llvm::is_contained(known, option.key))
      return emitError(getLoc(statement.line,
                              option.value.column - option.key.size() - 1))
             << info.name << " has no option " << quoted(option.key) << "; "
             << (known.empty() ? "it has none"
                               : "it has " + llvm::join(known, ", "));
  size_t count = statement.operands.size();
  if (count > info.maxOperands)
    return error(statement, statement.operands[info.maxOperands])
           << "unexpected " << quoted(statement.operands[info.maxOperands].text)
           << "; " << info.name << " takes " << info.operands;
  if (count < info.minOperands)
    return error(statement, statement.layer)
           << info.name << " takes " << info.operands;
  if (!statement.label.text.empty() &&
      !names.insert(statement.label.text).second)
    return error(statement, statement.label)
           << "there is a " << quoted(statement.label.text) << " already";
  return success();
}

//===----------------------------------------------------------------------===//
// Operands and options
//===----------------------------------------------------------------------===//

FailureOr<Value> Description::lookUp(const Statement &statement, Word name) {
  auto found = values.find(name.text);
  if (found != values.end())
    return found->second;
  InFlightDiagnostic diag = error(statement, name);
  diag << "no line before this one is called " << quoted(name.text);
  if (values.empty())
    return diag;
  SmallVector<StringRef> known(values.keys());
  llvm::sort(known);
  if (known.size() > 20)
    return diag;
  return diag << "; there are " << llvm::join(known, ", ");
}

FailureOr<Value> Description::getInput(const Statement &statement,
                                       unsigned index) {
  if (index < statement.operands.size())
    return lookUp(statement, statement.operands[index]);
  if (previous)
    return previous;
  return error(statement, statement.layer)
         << statement.layer.text
         << " has nothing to read; begin with such as: x = input 6x20";
}

FailureOr<std::pair<Value, Value>>
Description::getPair(const Statement &statement) {
  FailureOr<Value> last = lookUp(statement, statement.operands.back());
  if (failed(last))
    return failure();
  FailureOr<Value> first =
      getInput(statement, statement.operands.size() == 2 ? 0 : ~0u);
  if (failed(first))
    return failure();
  return std::pair(*first, *last);
}

FailureOr<SmallVector<int64_t>>
Description::getShape(const Statement &statement) {
  Word word = statement.operands.front();
  SmallVector<StringRef> parts;
  word.text.split(parts, 'x');
  SmallVector<int64_t> sizes;
  for (StringRef part : parts) {
    int64_t size = ShapedType::kDynamic;
    if (part != "?" && (part.getAsInteger(10, size) || size < 1))
      return error(statement, word)
             << quoted(word.text)
             << " is not a shape; expected sizes of 1 or more, or ?, such as "
                "6x20";
    sizes.push_back(size);
  }
  return sizes;
}

FailureOr<int64_t> Description::getSize(const Statement &statement,
                                        StringRef key) {
  const Option *option = statement.find(key);
  if (!option)
    return error(statement, statement.layer)
           << statement.layer.text << " needs " << key << "=NUMBER";
  int64_t size;
  if (option->value.text.getAsInteger(10, size) || size < 1)
    return error(statement, option->value)
           << quoted(option->value.text) << " is not a number of 1 or more for "
           << key;
  return size;
}

FailureOr<double> Description::getNumber(const Statement &statement,
                                         StringRef key, double missing) {
  const Option *option = statement.find(key);
  if (!option)
    return missing;
  double number;
  if (option->value.text.getAsDouble(number) || !std::isfinite(number))
    return error(statement, option->value)
           << quoted(option->value.text) << " is not a finite number for "
           << key;
  return number;
}

FailureOr<unsigned> Description::getChoice(const Statement &statement,
                                           StringRef key,
                                           ArrayRef<StringRef> choices) {
  const Option *option = statement.find(key);
  if (!option)
    return 0;
  const auto *found = llvm::find(choices, option->value.text);
  if (found != choices.end())
    return found - choices.begin();
  return error(statement, option->value)
         << key << " is one of " << llvm::join(choices, ", ") << ", not "
         << quoted(option->value.text);
}

FailureOr<Bias> Description::getBias(const Statement &statement) {
  FailureOr<unsigned> choice =
      getChoice(statement, "bias", {"feature", "position", "none"});
  if (failed(choice))
    return failure();
  return std::array{Bias::PerFeature, Bias::PerPosition, Bias::None}[*choice];
}

FailureOr<CrossEntropy>
Description::getCrossEntropy(const Statement &statement) {
  FailureOr<unsigned> rows = getChoice(statement, "rows", {"all", "first"});
  FailureOr<unsigned> reduction =
      getChoice(statement, "reduction", {"mean", "sum"});
  FailureOr<double> epsilon = getNumber(statement, "epsilon", 0);
  if (failed(rows) || failed(reduction) || failed(epsilon))
    return failure();
  return CrossEntropy{*rows == 1, *reduction == 0, *epsilon};
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The label, or else the kind of layer and, from the second on, its number.
std::string Description::getName(const Statement &statement, StringRef kind) {
  if (!statement.label.text.empty())
    return statement.label.text.str();
  std::string name = kind.str();
  for (unsigned number = 2; !names.insert(name).second; ++number)
    name = (kind + Twine(number)).str();
  return name;
}

LogicalResult Description::define(const Statement &statement,
                                  FailureOr<Value> value) {
  if (failed(value))
    return failure();
  if (!statement.label.text.empty())
    values[statement.label.text] = *value;
  previous = *value;
  return success();
}

LogicalResult Description::setLoss(const Statement &statement,
                                   FailureOr<Value> value, Value of) {
  if (failed(value))
    return failure();
  if (loss)
    return error(statement, statement.layer)
           << "the loss is given already; a model has one";
  loss = *value;
  lossInput = of;
  lossName = getName(statement, "loss");
  return success();
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

ArrayRef<LayerInfo> Description::getLayers() {
  static constexpr StringLiteral one = "what it reads, or nothing for what the "
                                       "line before made",
                                 loss = "a target, or what it is of and a "
                                        "target",
                                 shape = "a shape, such as 6x20";
  using D = Description;
  static constexpr LayerInfo layers[] = {
      {"input", 1, 1, shape, "", &D::buildInput},
      {"target", 1, 1, shape, "", &D::buildTarget},
      {"embedding", 0, 1, one, "width", &D::buildEmbedding},
      {"linear", 0, 1, one, "features bias", &D::buildLinear},
      {"attention", 0, 2,
       "what asks and what it looks at, the same if one is given, or nothing "
       "for what the line before made",
       "heads mask bias scale", &D::buildAttention},
      {"feed-forward", 0, 1, one, "hidden bias", &D::buildFeedForward},
      {"layer-norm", 0, 1, one, "epsilon", &D::buildLayerNorm},
      {"relu", 0, 1, one, "", &D::buildRelu},
      {"softmax", 0, 1, one, "", &D::buildSoftmax},
      {"add", 1, 2, "two addends, or one to add to what the line before made",
       "", &D::buildAdd},
      {"cross-entropy", 1, 2, loss, "rows reduction epsilon",
       &D::buildCrossEntropy},
      {"softmax-cross-entropy", 1, 2, loss, "rows reduction",
       &D::buildSoftmaxCrossEntropy},
      {"mean-squared-error", 1, 2, loss, "", &D::buildMeanSquaredError},
      {"output", 0, 1, one, "", &D::buildOutput},
      {"mega-man-attention", 0, 0, "options only",
       "sequence vocabulary width heads", &D::buildMegaManAttention},
  };
  return layers;
}

LogicalResult Description::buildInput(const Statement &statement) {
  FailureOr<SmallVector<int64_t>> sizes = getShape(statement);
  if (failed(sizes))
    return failure();
  std::string name = getName(statement, "input");
  FailureOr<Value> input = model.addArgument(name, "input", *sizes);
  if (failed(input))
    return failure();
  values[name] = *input;
  previous = *input;
  return success();
}

LogicalResult Description::buildTarget(const Statement &statement) {
  FailureOr<SmallVector<int64_t>> sizes = getShape(statement);
  if (failed(sizes))
    return failure();
  std::string name = getName(statement, "target");
  FailureOr<Value> target = model.addArgument(name, "target", *sizes);
  if (failed(target))
    return failure();
  // No layer reads it but a loss, by its name.
  values[name] = *target;
  return success();
}

LogicalResult Description::buildEmbedding(const Statement &statement) {
  FailureOr<Value> input = getInput(statement);
  FailureOr<int64_t> width = getSize(statement, "width");
  if (failed(input) || failed(width))
    return failure();
  std::string name = getName(statement, "embedding");
  return define(statement, Embedding{*width}.build(model, name, *input));
}

LogicalResult Description::buildLinear(const Statement &statement) {
  FailureOr<Value> input = getInput(statement);
  FailureOr<int64_t> features = getSize(statement, "features");
  FailureOr<Bias> bias = getBias(statement);
  if (failed(input) || failed(features) || failed(bias))
    return failure();
  std::string name = getName(statement, "linear");
  return define(statement, Linear{*features, *bias}.build(model, name, *input));
}

LogicalResult Description::buildAttention(const Statement &statement) {
  FailureOr<Value> query = getInput(statement);
  FailureOr<int64_t> heads = getSize(statement, "heads");
  FailureOr<unsigned> mask =
      getChoice(statement, "mask", {"none", "causal", "trained"});
  FailureOr<Bias> bias = getBias(statement);
  FailureOr<double> scale = getNumber(statement, "scale", 0);
  if (failed(query) || failed(heads) || failed(mask) || failed(bias) ||
      failed(scale))
    return failure();
  FailureOr<Value> memory = query;
  if (statement.operands.size() == 2)
    memory = lookUp(statement, statement.operands[1]);
  if (failed(memory))
    return failure();
  MultiHeadAttention layer{*heads, static_cast<AttentionMask>(*mask), *bias};
  if (statement.find("scale"))
    layer.scale = *scale;
  std::string name = getName(statement, "attention");
  return define(statement, layer.build(model, name, *query, *memory));
}

LogicalResult Description::buildFeedForward(const Statement &statement) {
  FailureOr<Value> input = getInput(statement);
  FailureOr<int64_t> hidden = getSize(statement, "hidden");
  FailureOr<Bias> bias = getBias(statement);
  if (failed(input) || failed(hidden) || failed(bias))
    return failure();
  std::string name = getName(statement, "feed-forward");
  return define(statement,
                FeedForward{*hidden, *bias}.build(model, name, *input));
}

LogicalResult Description::buildLayerNorm(const Statement &statement) {
  FailureOr<Value> input = getInput(statement);
  FailureOr<double> epsilon = getNumber(statement, "epsilon", 1e-5);
  if (failed(input) || failed(epsilon))
    return failure();
  std::string name = getName(statement, "layer-norm");
  return define(statement, LayerNorm{*epsilon}.build(model, name, *input));
}

LogicalResult Description::buildRelu(const Statement &statement) {
  FailureOr<Value> input = getInput(statement);
  if (failed(input))
    return failure();
  return define(statement, model.create<ReluOp>(*input));
}

LogicalResult Description::buildSoftmax(const Statement &statement) {
  FailureOr<Value> input = getInput(statement);
  if (failed(input))
    return failure();
  return define(statement, mlir::novi::buildSoftmax(model, *input));
}

LogicalResult Description::buildAdd(const Statement &statement) {
  FailureOr<std::pair<Value, Value>> addends = getPair(statement);
  if (failed(addends))
    return failure();
  return define(statement,
                buildResidual(model, addends->first, addends->second));
}

LogicalResult Description::buildCrossEntropy(const Statement &statement) {
  FailureOr<std::pair<Value, Value>> operands = getPair(statement);
  FailureOr<CrossEntropy> layer = getCrossEntropy(statement);
  if (failed(operands) || failed(layer))
    return failure();
  auto [input, target] = *operands;
  return setLoss(statement, layer->build(model, input, target), input);
}

LogicalResult
Description::buildSoftmaxCrossEntropy(const Statement &statement) {
  FailureOr<std::pair<Value, Value>> operands = getPair(statement);
  FailureOr<CrossEntropy> layer = getCrossEntropy(statement);
  if (failed(operands) || failed(layer))
    return failure();
  auto [input, target] = *operands;
  return setLoss(statement, layer->buildOfScores(model, input, target), input);
}

LogicalResult Description::buildMeanSquaredError(const Statement &statement) {
  FailureOr<std::pair<Value, Value>> operands = getPair(statement);
  if (failed(operands))
    return failure();
  auto [input, target] = *operands;
  return setLoss(statement,
                 mlir::novi::buildMeanSquaredError(model, input, target),
                 input);
}

LogicalResult Description::buildOutput(const Statement &statement) {
  FailureOr<Value> value = getInput(statement);
  if (failed(value))
    return failure();
  if (output)
    return error(statement, statement.layer)
           << "the output is given already; a model has one";
  output = *value;
  return success();
}

/// The network of the listing that Novi grew out of: masks and biases a
/// position are trained, the factor is 1 / sqrt(width), the loss is that of the
/// first row.
LogicalResult Description::buildMegaManAttention(const Statement &statement) {
  SmallVector<int64_t> numbers;
  for (StringRef key : {"sequence", "vocabulary", "width", "heads"}) {
    FailureOr<int64_t> number = getSize(statement, key);
    if (failed(number))
      return failure();
    numbers.push_back(*number);
  }
  int64_t sequence = numbers[0], vocabulary = numbers[1], width = numbers[2],
          heads = numbers[3];
  int64_t sizes[] = {sequence, vocabulary};
  FailureOr<Value> input = model.addArgument("input", "input", sizes);
  if (failed(input))
    return failure();
  FailureOr<Value> target = model.addArgument("target", "target", sizes);
  if (failed(target))
    return failure();
  FailureOr<Value> value = Embedding{width}.build(model, "embedding", *input);
  if (failed(value))
    return failure();
  MultiHeadAttention attention{heads, AttentionMask::Trained, Bias::PerPosition,
                               1 / std::sqrt(static_cast<double>(width))};
  value = attention.build(model, "attention", *value, *value);
  if (failed(value))
    return failure();
  value = Linear{vocabulary, Bias::PerPosition}.build(model, "linear", *value);
  if (failed(value))
    return failure();
  value = mlir::novi::buildSoftmax(model, *value);
  if (failed(value))
    return failure();
  previous = *value;
  CrossEntropy crossEntropy{/*firstRowOnly=*/true, /*mean=*/false,
                            /*epsilon=*/1e-8};
  return setLoss(statement, crossEntropy.build(model, *value, *target), *value);
}

OwningOpRef<ModuleOp> mlir::novi::buildModel(StringRef text, StringAttr file,
                                             FloatType elementType) {
  return Description(text, file, elementType).run();
}
