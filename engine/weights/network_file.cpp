// SPDX-License-Identifier: MIT
#include "engine/base/checksum.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "engine/weights/network_file.h"
#include "engine/weights/weights_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <zstd.h>

namespace sumi {
namespace {

constexpr int kCompression = 3;  // zstd level; floats hardly compress further

constexpr std::pair<std::string_view, NetworkInputs> kInputs[] = {{"discs", NetworkInputs::kDiscs},
                                                                  {"flips", NetworkInputs::kFlips}};
constexpr std::pair<std::string_view, NetworkOutput> kOutputs[] = {
    {"black-white", NetworkOutput::kBlackWhite}, {"mover-wins", NetworkOutput::kMoverWins}};

template <class T, std::size_t N>
std::string_view name_of(const std::pair<std::string_view, T> (&names)[N], T value) {
  for (const auto& [name, named] : names) {
    if (named == value) return name;
  }
  assert(false);
  return {};
}

/// Removes the line "key: name" from the front of `text`; returns the name's value.
template <class T, std::size_t N>
Result<T> take_name(std::string_view& text, std::string_view key,
                    const std::pair<std::string_view, T> (&names)[N]) {
  const auto value = take_field(text, key);
  for (const auto& [name, named] : names) {
    if (value && *value == name) return named;
  }
  return bad_weights(fmt::format("no line of '{}' with '{}' or '{}' where it should be", key,
                                 names[0].first, names[1].first));
}

std::string make_text(const NetworkFile& network) {
  std::string text = provenance_text(network.provenance);
  if (network.size != 8) text += fmt::format("size: {}\n", network.size);
  text += fmt::format("inputs: {}\noutput: {}\nlayers: {}\nunits: {}",
                      name_of(kInputs, network.inputs), name_of(kOutputs, network.output),
                      network.layers.size(), network.layers.front().inputs);
  for (const NetworkLayer& layer : network.layers) text += fmt::format(" {}", layer.outputs);
  return text + '\n';
}

/// The network with all weights zero.
Result<NetworkFile> parse_text(std::string_view text) {
  NetworkFile network;
  auto provenance = take_provenance(text);
  if (!provenance) return provenance.error();
  network.provenance = std::move(*provenance);
  if (text.starts_with("size: ")) {
    if (const auto got = take_numbers(text, "size", {&network.size, 1}, 4, 6); !got) {
      return got.error();
    }
    if (!is_board_size(network.size)) return bad_weights("'size' is not 4, 6 or missing for 8");
  }
  const auto inputs = take_name(text, "inputs", kInputs);
  if (!inputs) return inputs.error();
  network.inputs = *inputs;
  const auto output = take_name(text, "output", kOutputs);
  if (!output) return output.error();
  network.output = *output;
  int layers = 0;
  if (const auto got = take_numbers(text, "layers", {&layers, 1}, 1, kMaxNetworkLayers); !got) {
    return got.error();
  }
  std::array<int, kMaxNetworkLayers + 1> all{};
  const auto units = std::span(all).first(static_cast<std::size_t>(layers) + 1);
  constexpr int kMost = std::max(kMaxNetworkUnits, input_count(NetworkInputs::kFlips));
  if (const auto got = take_numbers(text, "units", units, 1, kMost); !got) return got.error();
  if (units.front() != input_count(network.inputs) ||
      units.back() != output_count(network.output) ||
      std::ranges::any_of(units.subspan(1), [](int n) { return n > kMaxNetworkUnits; })) {
    return bad_weights(fmt::format(
        "units {}, but there are {} inputs, {} in the last layer and 1..{} in every other",
        fmt::join(units, " "), input_count(network.inputs), output_count(network.output),
        kMaxNetworkUnits));
  }
  if (!text.empty()) return bad_weights("more lines of text than a network has");
  for (std::size_t i = 0; i + 1 < units.size(); ++i) {
    const auto in = static_cast<std::size_t>(units[i]),
               out = static_cast<std::size_t>(units[i + 1]);
    network.layers.push_back(
        {units[i], units[i + 1], std::vector<float>(in * out), std::vector<float>(out)});
  }
  return network;
}

/// Calls each(weight) in file order; `Network` may be const.
template <class Network, class Each>
void for_each_weight(Network& network, const Each& each) {
  for (auto& layer : network.layers) {
    for (auto& weight : layer.weights) each(weight);
    for (auto& bias : layer.biases) each(bias);
  }
}

std::size_t weight_count(const NetworkFile& network) {
  std::size_t count = 0;
  for (const NetworkLayer& layer : network.layers) {
    count += layer.weights.size() + layer.biases.size();
  }
  return count;
}

std::vector<float> layer_outputs(const NetworkLayer& layer, const std::vector<float>& inputs) {
  std::vector<float> outputs = layer.biases;
  for (std::size_t out = 0; out < outputs.size(); ++out) {
    for (std::size_t in = 0; in < inputs.size(); ++in) {
      outputs[out] += layer.weights[out * inputs.size() + in] * inputs[in];
    }
    outputs[out] = 1 / (1 + std::exp(-outputs[out]));
  }
  return outputs;
}

void add_disc_inputs(const Position& position, std::vector<NetworkInput>& found) {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (Bitboard left = position.discs(color); left != 0; left &= left - 1) {
      found.push_back({disc_input(color, first_square(left)), 1});
    }
    if (position.to_move == color) found.push_back({disc_input(color, Square::kPass), 1});
  }
}

int flips_in_direction(Bitboard turned, Square move, int file_step, int rank_step) {
  int count = 0;
  int file = file_of(move) + file_step, rank = rank_of(move) + rank_step;
  while (0 <= file && file < 8 && 0 <= rank && rank < 8 &&
         (turned & bit(square_at(file, rank))) != 0) {
    ++count;
    file += file_step;
    rank += rank_step;
  }
  return count;
}

/// Inputs for moves of the side to move of `board`. `own`: the network takes that side's view.
void add_flip_inputs(const Board& board, int size, bool own, std::vector<NetworkInput>& found) {
  constexpr std::pair<int, int> kSteps[kFlipDirections] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                                           {1, 0},   {-1, 1}, {0, 1},  {1, 1}};
  for (Bitboard left = rules::legal_moves(board, size); left != 0; left &= left - 1) {
    const Square move = first_square(left);
    const Bitboard turned = rules::flips(board, move, size);
    const auto add = [&](int direction, int discs) {
      if (discs == 0) return;
      found.push_back({flip_input(own, move, direction), static_cast<float>(discs) * kFlipUnit});
    };
    add(0, std::popcount(turned));
    for (int d = 0; d < kFlipDirections; ++d) {
      add(d + 1, flips_in_direction(turned, move, kSteps[d].first, kSteps[d].second));
    }
  }
}

}  // namespace

Result<NetworkFile> parse_network(std::string_view bytes) {
  const auto parts = split_weights(bytes, kNetworkFile);
  if (!parts) return parts.error();
  if (const auto whole = check_weights_sum(bytes); !whole) return whole.error();
  auto network = parse_text(parts->text);
  if (!network) return network;

  const Error damaged = bad_weights("the compressed weights are damaged");
  const std::string_view frame = parts->frames;
  const std::size_t size = ZSTD_findFrameCompressedSize(frame.data(), frame.size());
  if (ZSTD_isError(size) || size != frame.size()) return damaged;
  std::string raw(4 * weight_count(*network), '\0');
  const std::size_t got = ZSTD_decompress(raw.data(), raw.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) || got != raw.size()) return damaged;
  std::size_t at = 0;
  bool finite = true;
  for_each_weight(*network, [&](float& weight) {
    weight = std::bit_cast<float>(static_cast<std::uint32_t>(get_number<4>(raw, at)));
    finite = finite && std::isfinite(weight);
    at += 4;
  });
  if (!finite) return bad_weights("a weight is not a finite number");
  return network;
}

std::string write_network(const NetworkFile& network) {
  assert(!network.layers.empty());
  std::string raw;
  raw.reserve(4 * weight_count(network));
  for_each_weight(network, [&](const float& weight) {
    assert(std::isfinite(weight));
    put_number(raw, std::bit_cast<std::uint32_t>(weight), 4);
  });
  std::string frame(ZSTD_compressBound(raw.size()), '\0');
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), raw.data(), raw.size(), kCompression);
  if (ZSTD_isError(size)) throw FatalError(ZSTD_getErrorName(size));
  frame.resize(size);
  return join_weights(kNetworkFile, make_text(network), frame);
}

Result<NetworkFile> read_network(const std::string& path, int size) {
  const auto bytes = read_file(path, kMaxWeightsBytes);
  if (!bytes) return bytes.error();
  auto network = parse_network(*bytes);
  if (!network) return in_weights_file(path, network.error());
  if (size == 0 || network->size == size) return network;
  return Error{ErrorCode::kOutOfRange,
               fmt::format("file {0}: a network for boards of {1}x{1}, not {2}x{2}",
                           sumi::quoted(path), network->size, size)};
}

std::vector<NetworkInput> network_inputs(NetworkInputs inputs, const Position& position) {
  std::vector<NetworkInput> found;
  if (inputs == NetworkInputs::kDiscs) {
    add_disc_inputs(position, found);
    return found;
  }
  const Board& board = position.board;
  add_flip_inputs(board, position.size, true, found);
  add_flip_inputs(board.passed(), position.size, false, found);
  for (const bool own : {true, false}) {
    for (Bitboard left = own ? board.own : board.opp; left != 0; left &= left - 1) {
      found.push_back({flip_disc_input(own, first_square(left)), 1});
    }
  }
  if (position.to_move == Color::kBlack) found.push_back({kFlipBlackInput, 1});
  return found;
}

std::vector<std::vector<float>> network_units(const NetworkFile& network,
                                              const Position& position) {
  std::vector<float> inputs(static_cast<std::size_t>(input_count(network.inputs)));
  for (const NetworkInput& input : network_inputs(network.inputs, position)) {
    inputs[static_cast<std::size_t>(input.index)] = input.value;
  }
  std::vector<std::vector<float>> units;
  for (const NetworkLayer& layer : network.layers) {
    units.push_back(layer_outputs(layer, units.empty() ? inputs : units.back()));
  }
  return units;
}

float network_value(const NetworkFile& network, const Position& position) {
  const std::vector<float> outputs = network_units(network, position).back();
  return network.output == NetworkOutput::kBlackWhite ? outputs[0] - outputs[1] : outputs[0];
}

namespace {

static_assert(kMaxNetworkUnits <= MlpWeights::kMaxUnits);

constexpr int kMaxScaleBits = 20;     // Reached only by weights near zero.
constexpr int kFlipBits = 3;          // kFlipUnit is 2^-3.
constexpr int kStrideStep = 16;       // A multiple of every level's vector size.
constexpr double kMaxWeight = 32767;  // Fits in 16 bits.
constexpr double kMaxSum = 2147483647;

int filled_up(int length) { return (length + kStrideStep - 1) / kStrideStep * kStrideStep; }

/// Of a layer: the largest integer values, and their fractional bits.
struct InputRange {
  std::vector<double> most;
  int bits = 0;
};

InputRange network_range(NetworkInputs inputs) {
  InputRange range;
  range.most.assign(static_cast<std::size_t>(input_count(inputs)), 1);
  if (inputs == NetworkInputs::kDiscs) return range;
  constexpr double kMaxInAll = 19, kMaxOfDirection = 6, kWhole = 1 << kFlipBits;
  range.bits = kFlipBits;
  std::ranges::fill(range.most, kWhole);
  for (const bool own : {true, false}) {
    for (int s = 0; s < 64; ++s) {
      for (int d = 0; d <= kFlipDirections; ++d) {
        range.most[static_cast<std::size_t>(flip_input(own, static_cast<Square>(s), d))] =
            d == 0 ? kMaxInAll : kMaxOfDirection;
      }
    }
  }
  return range;
}

InputRange hidden_range(const NetworkLayer& layer) {
  return {
      std::vector<double>(static_cast<std::size_t>(layer.inputs), 1 << MlpWeights::kActivationBits),
      MlpWeights::kActivationBits};
}

double scaled(float number, int bits) { return std::round(std::ldexp(double{number}, bits)); }

bool fits(const NetworkLayer& layer, const InputRange& range, int bits) {
  const auto inputs = static_cast<std::size_t>(layer.inputs);
  for (std::size_t out = 0; out < layer.biases.size(); ++out) {
    double sum = std::abs(scaled(layer.biases[out], bits + range.bits));
    for (std::size_t in = 0; in < inputs; ++in) {
      const double weight = std::abs(scaled(layer.weights[out * inputs + in], bits));
      if (weight > kMaxWeight) return false;
      sum += weight * range.most[in];
    }
    if (sum > kMaxSum) return false;
  }
  return true;
}

std::optional<int> scale_bits(const NetworkLayer& layer, const InputRange& range) {
  for (int bits = kMaxScaleBits; bits >= 0; --bits) {
    if (fits(layer, range, bits)) return bits;
  }
  return std::nullopt;
}

std::vector<std::uint16_t> sigmoid_table() {
  std::vector<std::uint16_t> table;
  for (int i = 0; i <= MlpWeights::kSigmoidSteps; ++i) {
    const double x = std::ldexp(i, -MlpWeights::kSigmoidStepBits) - MlpWeights::kSigmoidReach;
    const double one = 1 << MlpWeights::kSigmoidBits;
    table.push_back(static_cast<std::uint16_t>(std::lround(one / (1 + std::exp(-x)))));
  }
  return table;
}

}  // namespace

Result<QuantisedNetwork> QuantisedNetwork::make(const NetworkFile& network) {
  QuantisedNetwork made;
  made.sees_flips_ = network.inputs == NetworkInputs::kFlips;
  made.mover_wins_ = network.output == NetworkOutput::kMoverWins;
  made.sigmoid_ = sigmoid_table();
  for (const NetworkLayer& layer : network.layers) {
    const bool first = made.layers_.empty();
    const InputRange range = first ? network_range(network.inputs) : hidden_range(layer);
    const std::optional<int> bits = scale_bits(layer, range);
    if (!bits) {
      return Error{ErrorCode::kBadFile,
                   fmt::format("layer {} has weights too large to search with: whole numbers of "
                               "them fit neither 16 bits nor their sums 32",
                               made.layers_.size() + 1)};
    }
    const int stride = filled_up(first ? layer.outputs : layer.inputs);
    const auto row = static_cast<std::size_t>(stride);
    const auto inputs = static_cast<std::size_t>(layer.inputs);
    const auto outputs = static_cast<std::size_t>(layer.outputs);
    Layer memory{std::vector<std::int16_t>(row * (first ? inputs : outputs)),
                 std::vector<std::int32_t>(first ? row : outputs)};
    for (std::size_t out = 0; out < outputs; ++out) {
      memory.biases[out] = static_cast<std::int32_t>(scaled(layer.biases[out], *bits + range.bits));
      for (std::size_t in = 0; in < inputs; ++in) {
        memory.weights[first ? in * row + out : out * row + in] =
            static_cast<std::int16_t>(scaled(layer.weights[out * inputs + in], *bits));
      }
    }
    made.layers_.push_back({layer.inputs, layer.outputs, stride, memory.weights.data(),
                            memory.biases.data(), *bits + range.bits});
    made.memory_.push_back(std::move(memory));
  }
  return made;
}

MlpWeights QuantisedNetwork::view() const {
  MlpWeights weights;
  weights.layers = layers_.data();
  weights.depth = static_cast<int>(layers_.size());
  weights.sigmoid = sigmoid_.data();
  weights.sees_flips = sees_flips_;
  weights.mover_wins = mover_wins_;
  return weights;
}

}  // namespace sumi
