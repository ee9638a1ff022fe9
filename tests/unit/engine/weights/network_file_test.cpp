// SPDX-License-Identifier: MIT
/// Network files: format, bad files, inputs and outputs, quantisation.
#include "engine/base/random.h"
#include "engine/game/rules.h"
#include "engine/weights/network_file.h"
#include "tests/support/boards.h"
#include "tests/support/junk.h"
#include "tests/support/networks.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <utility>

using namespace sumi;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

NetworkFile sample() {
  NetworkFile network;
  SplitMix64 random(401);
  for (const auto& [in, out] : {std::pair{130, 3}, std::pair{3, 2}}) {
    NetworkLayer layer{in, out, {}, {}};
    for (int i = 0; i < in * out; ++i) {
      layer.weights.push_back(static_cast<float>(random.below(2001) - 1000) / 777);
    }
    for (int i = 0; i < out; ++i) layer.biases.push_back(static_cast<float>(i) / 3);
    network.layers.push_back(layer);
  }
  network.layers[0].weights[0] = 3.4e38f;
  network.layers[0].weights[1] = -1e-45f;
  network.provenance = {"sumi-lab td", "0123abc", "games", "2026-11-22", "a note"};
  return network;
}

std::string refusal(const std::string& bytes) {
  const auto network = parse_network(bytes);
  if (network) return "accepted";
  CHECK(network.error().code == ErrorCode::kBadFile);
  CHECK(test::fault_of(network.error()) == "");
  return network.error().message;
}

/// Sets the checksum of weights/README.md.
std::string with_sum(std::string bytes) {
  const std::string words = bytes.substr(0, 32) + bytes.substr(40) + std::string(8, '\0');
  std::uint64_t hash = 0;
  for (std::size_t at = 0; at + 8 <= words.size(); at += 8) {
    std::uint64_t word = 0;
    for (std::size_t i = 8; i-- > 0;) word = 256 * word + static_cast<unsigned char>(words[at + i]);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash / 0x100000000;
  }
  for (std::size_t i = 0; i < 8; ++i) bytes[32 + i] = static_cast<char>(hash >> 8 * i);
  return bytes;
}

/// The sample's file with text replaced by text of equal length.
std::string changed(const std::string& what, const std::string& by) {
  std::string bytes = write_network(sample());
  REQUIRE(what.size() == by.size());
  REQUIRE(bytes.find(what) != bytes.npos);
  return with_sum(bytes.replace(bytes.find(what), what.size(), by));
}

std::map<int, float> inputs_of(NetworkInputs inputs, const Position& position) {
  std::map<int, float> found;
  for (const NetworkInput& input : network_inputs(inputs, position)) {
    CHECK(found.emplace(input.index, input.value).second);
    CHECK(input.value != 0);
    CHECK((0 <= input.index && input.index < input_count(inputs)));
  }
  return found;
}

}  // namespace

TEST_CASE("a network survives writing and reading", "[network]") {
  const NetworkFile want = sample();
  const std::string bytes = write_network(want);
  const auto got = parse_network(bytes);
  REQUIRE(got);
  CHECK(got->inputs == NetworkInputs::kDiscs);
  CHECK(got->output == NetworkOutput::kBlackWhite);
  CHECK(got->layers == want.layers);
  CHECK(got->provenance.command == "sumi-lab td");
  CHECK(got->provenance.note == "a note");
  CHECK(write_network(*got) == bytes);
  CHECK(bytes.substr(0, 20) == std::string("SUMI\x1AWGT\1\0\0\0\2\0\0\0\0\0\0\0", 20));
  CHECK_THAT(bytes.substr(40), StartsWith("command: sumi-lab td\ncommit: 0123abc\ndata: games\n"
                                          "date: 2026-11-22\nnote: a note\ninputs: discs\n"
                                          "output: black-white\nlayers: 2\nunits: 130 3 2\n"));
}

TEST_CASE("errors in network files name the fault", "[network]") {
  const std::string bytes = write_network(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    REQUIRE(refusal(bytes.substr(0, size)) != "accepted");
  }
  SplitMix64 random(409);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string altered = bytes;
    altered[at] = static_cast<char>(altered[at] + 1 + random.below(255));
    REQUIRE(refusal(altered) != "accepted");
    if (at > 200) continue;
    if (at < 32 || at >= 40) refusal(with_sum(altered));  // any result but a crash
  }
  for (int i = 0; i < 500; ++i) {
    std::string altered = bytes;
    for (int n = 0; n < 3; ++n) {
      altered[40 + static_cast<std::size_t>(random.below(static_cast<int>(bytes.size()) - 40))] =
          static_cast<char>(random.next());
    }
    refusal(with_sum(altered));
  }
  CHECK_THAT(refusal(""), Contains("no weights of Sumi"));
  CHECK(refusal(with_sum(std::string(bytes).replace(12, 1, "\1"))) ==
        "weights of kind 1, but those of 'mlp' are of kind 2");
  CHECK(refusal(changed("inputs: discs", "inputs: disks")) ==
        "no line of 'inputs' with 'discs' or 'flips' where it should be");
  CHECK_THAT(refusal(changed("inputs: discs", "inputs: flips")),
             Contains("units 130 3 2, but there are 1281 inputs"));
  CHECK_THAT(refusal(changed("units: 130 3 2", "units: 130 3 1")), Contains("2 in the last layer"));
  CHECK_THAT(refusal(changed("units: 130 3 2", "units: 130 0 2")), Contains("no line of 'units'"));
  CHECK_THAT(refusal(changed("layers: 2", "layers: 9")), Contains("in 1..8"));
  CHECK(refusal(changed("units: 130 3 2", "units: 130 4 2")) ==
        "the compressed weights are damaged");
}

TEST_CASE("a network is read from a file, and errors name the file", "[network]") {
  const test::TemporaryFolder folder;
  folder.write("net", write_network(sample()));
  CHECK(read_network(folder.file("net")));
  folder.write("bad", "SUMI");
  const auto bad = read_network(folder.file("bad"));
  REQUIRE(!bad);
  CHECK_THAT(bad.error().message, StartsWith("file '") && Contains("no weights of Sumi"));
  CHECK(!read_network(folder.file("none")));
}

TEST_CASE("a network knows the size of its board", "[network]") {
  const test::TemporaryFolder folder;
  NetworkFile small = sample();
  small.size = 6;
  const std::string bytes = write_network(small);
  CHECK_THAT(bytes.substr(40), Contains("note: a note\nsize: 6\ninputs: discs\n"));
  REQUIRE(parse_network(bytes));
  CHECK(parse_network(bytes)->size == 6);
  CHECK(write_network(*parse_network(bytes)) == bytes);
  folder.write("six", bytes);
  folder.write("eight", write_network(sample()));
  CHECK(read_network(folder.file("six"), 6));
  CHECK(read_network(folder.file("six")));
  const auto refused = read_network(folder.file("eight"), 6);
  REQUIRE(!refused);
  CHECK_THAT(refused.error().message,
             Catch::Matchers::EndsWith("a network for boards of 8x8, not 6x6"));
  for (const char* const size : {"size: 5", "size: 8"}) {
    std::string altered = bytes;
    altered.replace(altered.find("size: 6"), 7, size);
    CHECK(refusal(with_sum(altered)) != "accepted");
  }
}

TEST_CASE("inputs of kind kDiscs are the discs", "[network]") {
  // Black on e4 and d5, White on d4 and e5.
  const std::map<int, float> black{{28, 1}, {35, 1}, {64, 1}, {65 + 27, 1}, {65 + 36, 1}};
  CHECK(inputs_of(NetworkInputs::kDiscs, Position{}) == black);
  std::map<int, float> white = black;
  white.erase(64);
  white[129] = 1;
  CHECK(inputs_of(NetworkInputs::kDiscs, Position{}.passed()) == white);
}

TEST_CASE("inputs of kind kFlips include the flips of each move", "[network]") {
  std::map<int, float> want{{1280, 1}};
  for (const int own : {28, 35}) want[1152 + own] = 1;
  for (const int opp : {27, 36}) want[1152 + 64 + opp] = 1;
  const auto move = [&](bool own, int square, int direction) {
    want[(own ? 0 : 576) + 9 * square] = 0.125f;
    want[(own ? 0 : 576) + 9 * square + direction] = 0.125f;
  };
  constexpr int kNorth = 2, kWest = 4, kEast = 5, kSouth = 7;
  move(true, 19, kSouth);   // d3
  move(true, 26, kEast);    // c4
  move(true, 37, kWest);    // f5
  move(true, 44, kNorth);   // e6
  move(false, 20, kSouth);  // e3
  move(false, 29, kWest);   // f4
  move(false, 34, kEast);   // c5
  move(false, 43, kNorth);  // d6
  CHECK(inputs_of(NetworkInputs::kFlips, Position{}) == want);

  // a1 flips b1 c1, a2, and b2 c3 d4.
  const Bitboard opp =
      0x6 | Bitboard{1} << 8 | Bitboard{1} << 9 | Bitboard{1} << 18 | Bitboard{1} << 27;
  const Bitboard own = Bitboard{1} << 3 | Bitboard{1} << 16 | Bitboard{1} << 36;
  const auto found = inputs_of(NetworkInputs::kFlips, make_position(opp, own, Color::kWhite));
  CHECK(found.at(0) == 6 / 8.0f);
  CHECK(found.at(5) == 2 / 8.0f);
  CHECK(found.at(7) == 1 / 8.0f);
  CHECK(found.at(8) == 3 / 8.0f);
  CHECK(found.count(1) + found.count(2) + found.count(3) + found.count(4) + found.count(6) == 0);
  CHECK(found.count(1280) == 0);
}

TEST_CASE("network_value() computes the formula of the format", "[network]") {
  NetworkFile network = sample();
  for (NetworkLayer& layer : network.layers) {
    std::fill(layer.weights.begin(), layer.weights.end(), 0.0f);
    std::fill(layer.biases.begin(), layer.biases.end(), 0.0f);
  }
  CHECK(network_value(network, Position{}) == 0);
  network.layers[0].weights[130 + 28] = 2;           // black e4 to the second hidden unit
  network.layers[0].weights[130 + 65 + 27] = -0.5f;  // white d4
  network.layers[0].biases[1] = 0.25f;
  network.layers[1].weights[1] = 3;  // to "Black wins"
  network.layers[1].biases[1] = -1;  // of "White wins"
  const auto sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
  const double hidden = sigmoid(2 - 0.5 + 0.25);
  CHECK(network_value(network, Position{}) ==
        Approx(sigmoid(3 * hidden) - sigmoid(-1)).margin(1e-6));
}

namespace {

NetworkFile some_network(float most) {
  SplitMix64 random(829);
  return test::random_network(random, NetworkInputs::kDiscs, NetworkOutput::kBlackWhite, {37, 5},
                              most);
}

}  // namespace

TEST_CASE("weights are rounded as finely as 16 bits allow", "[mlp]") {
  for (const float most : {0.001f, 0.3f, 1.0f, 20.0f, 1000.0f}) {
    const NetworkFile file = some_network(most);
    const auto network = QuantisedNetwork::make(file);
    REQUIRE(network);
    const MlpWeights view = network->view();
    REQUIRE(view.depth == 3);
    CHECK(view.layers[0].stride == 48);
    CHECK(view.layers[1].stride == 48);
    CHECK(view.layers[2].stride == 16);
    const MlpLayer& layer = view.layers[0];
    const double one = std::ldexp(1.0, layer.sum_bits);
    double worst = 0;
    for (std::size_t out = 0; out < 37; ++out) {
      for (std::size_t in = 0; in < 130; ++in) {
        const double got = layer.weights[in * 48 + out] / one;
        worst = std::max(worst, std::abs(got - double{file.layers[0].weights[out * 130 + in]}));
      }
      CHECK(std::abs(layer.biases[out] / one - double{file.layers[0].biases[out]}) <= 0.5001 / one);
    }
    CAPTURE(most, worst, layer.sum_bits);
    CHECK(worst <= 0.5001 / one);
    CHECK(worst <= std::max(double{most} / 30'000, 0.5001 / (1 << 20)));
    for (std::size_t in = 0; in < 130; ++in) {
      for (std::size_t out = 37; out < 48; ++out) REQUIRE(layer.weights[in * 48 + out] == 0);
    }
  }
}

TEST_CASE("sums of a layer fit in 32 bits", "[mlp]") {
  SplitMix64 random(839);
  NetworkFile file =
      test::random_network(random, NetworkInputs::kFlips, NetworkOutput::kMoverWins, {64, 1024}, 1);
  for (NetworkLayer& layer : file.layers) {
    for (float& weight : layer.weights) weight = 30;
  }
  const auto network = QuantisedNetwork::make(file);
  REQUIRE(network);
  const MlpWeights view = network->view();
  for (int i = 1; i < view.depth; ++i) {
    const MlpLayer& layer = view.layers[i];
    std::int64_t sum = std::abs(std::int64_t{layer.biases[0]});
    for (int in = 0; in < layer.stride; ++in) {
      sum += std::abs(std::int64_t{layer.weights[in]}) << MlpWeights::kActivationBits;
    }
    CAPTURE(i);
    CHECK(sum <= std::numeric_limits<std::int32_t>::max());
    CHECK(sum > std::numeric_limits<std::int32_t>::max() / 4);  // as fine as possible
  }
}

TEST_CASE("weights too large to quantise are refused", "[mlp]") {
  NetworkFile file = some_network(1);
  file.layers[1].weights[3] = 1e30f;
  const auto network = QuantisedNetwork::make(file);
  REQUIRE(!network);
  CHECK_THAT(network.error().message,
             Catch::Matchers::StartsWith("layer 2 has weights too large to search with"));
}

TEST_CASE("moving a network leaves its weights in place", "[mlp]") {
  auto made = QuantisedNetwork::make(some_network(1)).value();
  const MlpWeights before = made.view();
  const QuantisedNetwork moved = std::move(made);
  CHECK(moved.view().layers == before.layers);
  CHECK(moved.view().sigmoid == before.sigmoid);
  CHECK(moved.view().layers[0].weights == before.layers[0].weights);
}
