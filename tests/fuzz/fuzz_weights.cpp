// SPDX-License-Identifier: MIT
/// Weights files. Checksums and compression would reject nearly all inputs, so the targets correct
/// checksums and generate compressed frames. Accepted files are written, read again and used in a
/// search.
#include "engine/game/pattern_layout.h"
#include "engine/isa_dispatch.h"
#include "engine/weights/network_file.h"
#include "engine/weights/nnue_file.h"
#include "engine/weights/table_file.h"
#include "engine/weights/weights_file.h"
#include "engine/weights/weights_format.h"
#include "tests/fuzz/fuzz_checks.h"
#include "tests/support/nnue_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <zstd.h>

using namespace sumi;
using namespace sumi::fuzz;

namespace {

struct FewNodes final : SearchMonitor {
  bool should_stop(std::uint64_t nodes) override { return nodes > 2'000; }
  bool on_iteration(const SearchReport&) override { return true; }
};

/// Opening, midgame and endgame.
constexpr Board kBoards[] = {
    kStartBoard,
    {0x0000001C38000000, 0x0000302000081C00},
    {0x00103C1C2C100000, 0x3C28404050484C00},
    {0x7E3C4C0E12420081, 0x0001B3F16D3D7F3E},
};

/// Requires values between a total loss and a total win.
void check_search(EvaluatorKind kind, int size, const EvaluatorData& data) {
  const auto core = make_search_core(kind, size, "auto", data).value();
  core->resize_table(1);
  const Value most = to_value(DiscDiff{64});
  for (const Board& b : kBoards) {
    if (size != 8 && b != kStartBoard) continue;
    const Value value = core->evaluate(b);
    check(-most < value && value < most, "a value that no game ends with");
    FewNodes monitor;
    SearchLimits limits{.depth = 4, .nodes = 2'000, .selectivity = kFastSelectivity};
    const SearchReport found = core->search(b, limits, monitor);
    check(!found.line.empty(), "no move");
    check(-most <= found.value() && found.value() <= most, "a score that no game ends with");
  }
}

/// The file with a correct checksum, or unchanged if it has no checksum field.
std::string repaired(std::string_view bytes, const WeightsKind& kind) {
  const auto parts = split_weights(bytes, kind);
  return parts ? join_weights(kind, parts->text, parts->frames) : std::string(bytes);
}

std::string compressed(std::string_view raw) {
  std::string frame(ZSTD_compressBound(raw.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), raw.data(), raw.size(), 1));
  return frame;
}

// Networks

void check_network(std::string_view bytes) {
  const auto network = parse_network(bytes);
  if (!network) return check_message(network.error());
  const std::string written = write_network(*network);
  const auto again = parse_network(written);
  check(again.has_value(), "what was written is refused");
  check(write_network(*again) == written, "written differently");
  check(again->layers == network->layers, "another network");
  const auto quantised = QuantisedNetwork::make(*network);
  if (!quantised) return check_message(quantised.error());
  const MlpWeights weights = quantised->view();
  EvaluatorData data;
  data.mlp = &weights;
  for (const int size : {8, 6}) check_search(EvaluatorKind::kMlp, size, data);
}

/// A small network whose weights and biases repeat the following bits.
std::string drawn_network(Bytes& bytes) {
  NetworkFile network;
  network.inputs = bytes.below(2) == 0 ? NetworkInputs::kDiscs : NetworkInputs::kFlips;
  network.output = bytes.below(2) == 0 ? NetworkOutput::kBlackWhite : NetworkOutput::kMoverWins;
  std::vector<int> units{input_count(network.inputs)};
  for (int hidden = bytes.below(4); hidden > 0; --hidden) units.push_back(1 + bytes.below(20));
  units.push_back(output_count(network.output));
  const std::string_view bits = bytes.rest();
  std::size_t at = 0;
  const auto draw = [&] {
    std::uint32_t word = 0;
    for (int i = 0; i < 4 && !bits.empty(); ++i) {
      word = word << 8 | static_cast<unsigned char>(bits[at++ % bits.size()]);
    }
    const float number = std::bit_cast<float>(word);
    return std::isfinite(number) ? number : 1.0f;
  };
  for (std::size_t i = 0; i + 1 < units.size(); ++i) {
    const auto in = static_cast<std::size_t>(units[i]),
               out = static_cast<std::size_t>(units[i + 1]);
    NetworkLayer layer{units[i], units[i + 1], std::vector<float>(in * out),
                       std::vector<float>(out)};
    for (float& weight : layer.weights) weight = draw();
    for (float& bias : layer.biases) bias = draw();
    network.layers.push_back(std::move(layer));
  }
  return write_network(network);
}

/// The first byte selects a whole file; a text, a NUL and the weights; or a generated network.
[[maybe_unused]] void fuzz_network(std::string_view input) {
  Bytes bytes(input);
  const int way = bytes.below(3);
  if (way == 0) return check_network(repaired(bytes.rest(), kNetworkFile));
  if (way == 2) return check_network(drawn_network(bytes));
  const std::string_view rest = bytes.rest();
  const std::size_t end = std::min(rest.find('\0'), rest.size());
  const std::string_view raw = rest.substr(std::min(end + 1, rest.size()));
  check_network(join_weights(kNetworkFile, rest.substr(0, end), compressed(raw)));
}

// Nets

/// A generated net and its file in parts.
struct DrawnNnue {
  NnueFile net;
  std::string text, raw;  ///< `raw`: the uncompressed numbers.

  DrawnNnue() {
    SplitMix64 random(1);
    net = test::drawn_nnue(random);
    const std::string bytes = write_nnue(net, 1);
    const auto parts = split_weights(bytes, kNnueFile).value();
    text = parts.text;
    raw.resize(ZSTD_getFrameContentSize(parts.frames.data(), parts.frames.size()));
    ZSTD_decompress(raw.data(), raw.size(), parts.frames.data(), parts.frames.size());
  }
};

/// Requires that the searcher's values equal the reference's.
void check_nnue(std::string_view bytes) {
  const auto net = parse_nnue(bytes);
  if (!net) return check_message(net.error());
  const std::string written = write_nnue(*net, 1);
  const auto again = parse_nnue(written);
  check(again.has_value(), "what was written is refused");
  check(write_nnue(*again, 1) == written, "written differently");
  const NnueWeights weights = net->view();
  EvaluatorData data;
  data.nnue = &weights;
  check_search(EvaluatorKind::kNnue, 8, data);
  const auto core = make_search_core(EvaluatorKind::kNnue, 8, "auto", data).value();
  for (const Board& b : kBoards) {
    check(core->evaluate(b) == nnue_value(*net, b), "not the value of the slow twin");
  }
}

/// The first byte selects a whole file; a text before a valid frame; a valid text before a frame;
/// or valid numbers with changed bytes near the end, where the heads are (two bytes select each
/// offset).
[[maybe_unused]] void fuzz_nnue(std::string_view input) {
  static const DrawnNnue good;
  Bytes bytes(input);
  const int way = bytes.below(4);
  if (way == 0) return check_nnue(repaired(bytes.rest(), kNnueFile));
  if (way == 1) return check_nnue(join_weights(kNnueFile, bytes.rest(), compressed(good.raw)));
  if (way == 2) return check_nnue(join_weights(kNnueFile, good.text, bytes.rest()));
  std::string raw = good.raw;
  while (!bytes.rest().empty()) {
    const std::size_t place = bytes.next() << 8 | bytes.next();
    raw[raw.size() - 1 - place] = static_cast<char>(bytes.next());
  }
  check_nnue(join_weights(kNnueFile, good.text, compressed(raw)));
}

// Patterns

/// All-zero weights and their text.
struct ZeroWeights {
  QuantisedPatterns quantised{
      std::vector<std::int16_t>(std::size_t{kPatternStages} * kStageWeights), ErrorModel{}};
  std::string text;
  std::size_t frame_size = 0;  ///< Uncompressed size of a stage.

  ZeroWeights() {
    PatternWeightsFile weights;
    weights.values.resize(std::size_t{kPatternStages} * kStageWeights);
    const std::string bytes = write_pattern_weights(weights, 1);
    const auto parts = split_weights(bytes, kPatternFile).value();
    text = parts.text;
    frame_size = ZSTD_getFrameContentSize(parts.frames.data(), parts.frames.size());
  }
};

void check_pattern_search(const PatternWeights& weights) {
  EvaluatorData data;
  data.pattern = &weights;
  check_search(EvaluatorKind::kPattern, 8, data);
}

/// Valid files have 40 MB of values and take seconds.
void check_pattern(std::string_view bytes) {
  const auto weights = parse_pattern_weights(bytes);
  if (!weights) return check_message(weights.error());
  const auto again = parse_pattern_weights(write_pattern_weights(*weights, 1));
  check(again.has_value(), "what was written is refused");
  check(again->values == weights->values, "other values");
  check(again->error == weights->error, "another error model");
  check_pattern_search(QuantisedPatterns(weights->values, weights->error).view());
}

/// A text before valid values, which are read only once.
void check_pattern_text(std::string_view text, const ZeroWeights& zero) {
  const std::string file = join_weights(kPatternFile, text, "frames");
  const auto parts = split_weights(file, kPatternFile);
  check(parts.has_value() && parts->text == text, "another text", text);
  check(check_weights_sum(file).has_value(), "a wrong checksum", text);
  const auto weights = parse_pattern_text(text);
  if (!weights) return check_message(weights.error());
  const std::string written = pattern_text(*weights);
  const auto again = parse_pattern_text(written);
  check(again.has_value(), "what was written is refused", written);
  check(again->error == weights->error, "another error model", written);
  check(pattern_text(*again) == written, "written differently", written);
  PatternWeights quantised = zero.quantised.view();
  quantised.error = weights->error;
  check_pattern_search(quantised);
}

/// Repeats the bytes of `pattern`.
const std::vector<std::int16_t>& drawn_values(std::string_view pattern) {
  static std::vector<std::int16_t> values(std::size_t{kPatternStages} * kStageWeights);
  char* const bytes = reinterpret_cast<char*>(values.data());
  const std::size_t size = values.size() * sizeof values[0];
  if (pattern.empty()) pattern = std::string_view("", 1);
  std::size_t done = std::min(pattern.size(), size);
  std::memcpy(bytes, pattern.data(), done);
  while (done < size) {
    const std::size_t more = std::min(done, size - done);
    std::memcpy(bytes + done, bytes, more);
    done += more;
  }
  return values;
}

/// A file whose stages' differences repeat the bytes of `pattern`.
std::string drawn_file(std::string_view pattern, const ZeroWeights& zero) {
  std::string raw(zero.frame_size, '\0');
  for (std::size_t i = 0; i < raw.size() && !pattern.empty(); ++i) {
    raw[i] = pattern[i % pattern.size()];
  }
  const std::string frame = compressed(raw);
  std::string frames;
  for (int stage = 0; stage < kPatternStages; ++stage) frames += frame;
  return join_weights(kPatternFile, zero.text, frames);
}

/// The first byte selects a whole file; a text before valid values; a valid text before frames; or
/// values that repeat the following bytes and sometimes pass through a file.
[[maybe_unused]] void fuzz_weights(std::string_view input) {
  static const ZeroWeights zero;
  Bytes bytes(input);
  const int way = bytes.below(8);
  if (way <= 2) return check_pattern(repaired(bytes.rest(), kPatternFile));
  if (way <= 4) return check_pattern_text(bytes.rest(), zero);
  if (way <= 6) return check_pattern(join_weights(kPatternFile, zero.text, bytes.rest()));
  const bool in_file = bytes.below(32) == 0;
  if (in_file) return check_pattern(drawn_file(bytes.rest(), zero));
  check_pattern_search(QuantisedPatterns(drawn_values(bytes.rest()), ErrorModel{}).view());
}

// Tables

[[maybe_unused]] void fuzz_table(std::string_view text) {
  const auto table = parse_table(text);
  if (!table) return check_message(table.error());
  const std::string written = write_table(*table);
  const auto again = parse_table(written);
  check(again.has_value(), "what was written is refused", written);
  check(*again == *table, "another table", written);
  const TableWeights weights = table_weights(*table);
  EvaluatorData data;
  data.table = &weights;
  check_search(EvaluatorKind::kTable, table->size, data);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  SUMI_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
