// SPDX-License-Identifier: MIT
/// Small fully connected networks of sigmoid units as files: what learners write, the evaluator
/// `mlp` reads and computes with in whole numbers. The format, byte by byte: weights/README.md.
#pragma once

#include "engine/base/error.h"
#include "engine/game/board.h"
#include "engine/weights/evaluator_data.h"
#include "engine/weights/weights_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sumi {

/// The inputs by which a network sees a position.
enum class NetworkInputs {
  /// S2: 130. 0..63: a black disc on the square; 64: Black is to move; 65..128: a white disc; 129:
  /// White is to move.
  kDiscs,
  /// S3: for own and opponent's moves, for each square the discs that a move there would turn (in
  /// 1/8) in all and by each of eight directions; own and opponent's discs; 1 if Black is to move.
  /// From the mover's view. Their order: disc_input(), flip_input().
  kFlips,
};
constexpr int input_count(NetworkInputs inputs) {
  return inputs == NetworkInputs::kDiscs ? 130 : 2 * 64 * 9 + 2 * 64 + 1;
}

/// The input of kDiscs for a disc of a colour; that for the colour to move if `s` is kPass.
constexpr int disc_input(Color color, Square s) {
  return (color == Color::kBlack ? 0 : 65) + index(s);
}

/// Directions of kFlips, from a move on: northwest, north, northeast, west, east, southwest, south,
/// southeast; north is towards rank 1.
inline constexpr int kFlipDirections = 8;

/// Inputs of kFlips. Moves: `direction` is 0 for all discs turned, 1..8 for those of a direction.
constexpr int flip_input(bool own, Square move, int direction) {
  return (own ? 0 : 64 * 9) + 9 * index(move) + direction;
}
constexpr int flip_disc_input(bool own, Square s) { return 2 * 64 * 9 + (own ? 0 : 64) + index(s); }
inline constexpr int kFlipBlackInput = 2 * 64 * 9 + 2 * 64;
inline constexpr float kFlipUnit = 1.0f / 8;  ///< The input for one turned disc.

/// The outputs of a network.
enum class NetworkOutput {
  kBlackWhite,  ///< S2: two outputs, whether Black wins and whether White does; value: the
                ///< difference.
  kMoverWins,   ///< S3: one output, the probability that the side to move wins.
};
constexpr int output_count(NetworkOutput output) {
  return output == NetworkOutput::kBlackWhite ? 2 : 1;
}

/// Weights of a layer: each output is sigmoid(bias + sum of weight * input).
struct NetworkLayer {
  int inputs = 0, outputs = 0;
  std::vector<float> weights;  ///< [output][input]
  std::vector<float> biases;   ///< [output]; zeros where the paper has none.

  friend bool operator==(const NetworkLayer&, const NetworkLayer&) = default;
};

inline constexpr int kMaxNetworkLayers = 8;
inline constexpr int kMaxNetworkUnits = 1024;  ///< Units of a layer.

struct NetworkFile {
  NetworkInputs inputs = NetworkInputs::kDiscs;
  NetworkOutput output = NetworkOutput::kBlackWhite;
  /// From the inputs on; 1..kMaxNetworkLayers, each of at most kMaxNetworkUnits outputs.
  std::vector<NetworkLayer> layers;
  Provenance provenance;
};

/// Fails with kBadFile on anything that write_network() has not written; weights are finite.
Result<NetworkFile> parse_network(std::string_view bytes);
/// Requires: the layers fit each other, the inputs and the output; weights are finite.
std::string write_network(const NetworkFile& network);

/// parse_network() of a file; errors name it.
Result<NetworkFile> read_network(const std::string& path);

/// The inputs that are not 0, as numbers of inputs and their values (1 for kDiscs).
struct NetworkInput {
  int index;
  float value;
  friend bool operator==(const NetworkInput&, const NetworkInput&) = default;
};
std::vector<NetworkInput> network_inputs(NetworkInputs inputs, const Position& position);

/// What the units of each layer say, the outputs last; each in 0..1.
std::vector<std::vector<float>> network_units(const NetworkFile& network, const Position& position);

/// The slow twin of whatever computes it faster: the value for Black in -1..1 (kBlackWhite), or the
/// mover's probability in 0..1 (kMoverWins).
float network_value(const NetworkFile& network, const Position& position);

/// A network in whole numbers, as the evaluator `mlp` computes with it. Each layer's weights are
/// scaled by the largest power of two with which they fit 16 bits and no sum can leave 32. So a
/// weight is off by at most 2^-15 of the largest of its layer or, behind hidden units, 2^-19 of
/// what the weights of an output add up to without signs, if that is more; activations are off by
/// 2^-13, the sigmoid by 2^-15. How far that carries, the tests measure.
///
/// Constant once made. Movable: what view() points to stays where it is.
class QuantisedNetwork {
 public:
  /// Fails if the weights of a layer are so large that they cannot be scaled: far beyond what
  /// sigmoids tell apart. Requires a network as parse_network() returns it.
  static Result<QuantisedNetwork> make(const NetworkFile& network);

  QuantisedNetwork(QuantisedNetwork&&) = default;
  QuantisedNetwork& operator=(QuantisedNetwork&&) = default;

  /// Valid as long as this is.
  MlpWeights view() const;

 private:
  struct Layer {
    std::vector<std::int16_t> weights;
    std::vector<std::int32_t> biases;
  };

  QuantisedNetwork() = default;

  bool sees_flips_ = false, mover_wins_ = false;
  std::vector<Layer> memory_;
  std::vector<MlpLayer> layers_;  ///< Point into `memory_`.
  std::vector<std::uint16_t> sigmoid_;
};

}  // namespace sumi
