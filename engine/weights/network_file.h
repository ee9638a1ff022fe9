// SPDX-License-Identifier: MIT
/// Files of small fully connected sigmoid networks, written by learners, for the evaluator `mlp`.
/// Format: weights/README.md.
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

enum class NetworkInputs {
  /// S2: 130 inputs. 0..63: a black disc on the square; 64: Black is to move; 65..128: a white
  /// disc; 129: White is to move.
  kDiscs,
  /// S3, from the mover's view: for each side and square the discs that a move would flip (in 1/8),
  /// in total and by direction; own and opponent's discs; 1 if Black is to move. Indices:
  /// disc_input(), flip_input().
  kFlips,
};
constexpr int input_count(NetworkInputs inputs) {
  return inputs == NetworkInputs::kDiscs ? 130 : 2 * 64 * 9 + 2 * 64 + 1;
}

/// The input of kDiscs for a disc of this colour or, if `s` is kPass, for this colour to move.
constexpr int disc_input(Color color, Square s) {
  return (color == Color::kBlack ? 0 : 65) + index(s);
}

/// Of kFlips: northwest, north, northeast, west, east, southwest, south, southeast; north is
/// towards rank 1.
inline constexpr int kFlipDirections = 8;

/// Inputs of kFlips. `direction`: 0 for all flipped discs, 1..8 for one direction.
constexpr int flip_input(bool own, Square move, int direction) {
  return (own ? 0 : 64 * 9) + 9 * index(move) + direction;
}
constexpr int flip_disc_input(bool own, Square s) { return 2 * 64 * 9 + (own ? 0 : 64) + index(s); }
inline constexpr int kFlipBlackInput = 2 * 64 * 9 + 2 * 64;
inline constexpr float kFlipUnit = 1.0f / 8;  ///< Per flipped disc.

enum class NetworkOutput {
  kBlackWhite,  ///< S2: Black's and White's wins; the value is the difference.
  kMoverWins,   ///< S3: the probability that the side to move wins.
};
constexpr int output_count(NetworkOutput output) {
  return output == NetworkOutput::kBlackWhite ? 2 : 1;
}

/// Each output is sigmoid(bias + sum of weight * input).
struct NetworkLayer {
  int inputs = 0, outputs = 0;
  std::vector<float> weights;  ///< [output][input]
  std::vector<float> biases;   ///< [output]; zeros where the paper has none.

  friend bool operator==(const NetworkLayer&, const NetworkLayer&) = default;
};

inline constexpr int kMaxNetworkLayers = 8;
inline constexpr int kMaxNetworkUnits = 1024;  ///< Outputs of a layer.

struct NetworkFile {
  int size = 8;  ///< Of the boards that it was trained on: 4, 6 or 8.
  NetworkInputs inputs = NetworkInputs::kDiscs;
  NetworkOutput output = NetworkOutput::kBlackWhite;
  /// From the inputs on: 1..kMaxNetworkLayers layers with at most kMaxNetworkUnits outputs each.
  std::vector<NetworkLayer> layers;
  Provenance provenance;
};

/// Fails with kBadFile on bytes that write_network() cannot write. Weights are finite.
Result<NetworkFile> parse_network(std::string_view bytes);
/// Requires: the layers match each other, the inputs and the output; weights are finite.
std::string write_network(const NetworkFile& network);

/// As parse_network(), for a file; errors name it. Also fails on a network for boards of another
/// `size`, unless that is 0.
Result<NetworkFile> read_network(const std::string& path, int size = 0);

/// A non-zero input: its index and value (1 for kDiscs).
struct NetworkInput {
  int index;
  float value;
  friend bool operator==(const NetworkInput&, const NetworkInput&) = default;
};
std::vector<NetworkInput> network_inputs(NetworkInputs inputs, const Position& position);

/// The activations of each layer, in 0..1; the outputs last.
std::vector<std::vector<float>> network_units(const NetworkFile& network, const Position& position);

/// Slow reference: the value for Black in -1..1 (kBlackWhite), or the mover's probability in 0..1
/// (kMoverWins).
float network_value(const NetworkFile& network, const Position& position);

/// An integer network, for the evaluator `mlp`. Each layer is scaled by the largest power of two
/// for which weights fit in 16 bits and sums in 32. The error of a weight is at most 2^-15 of its
/// layer's largest weight or, after hidden units, 2^-19 of an output's largest sum of absolute
/// weights, whichever is more. The error of an activation is at most 2^-13, of the sigmoid 2^-15.
///
/// Immutable. Moving does not invalidate view().
class QuantisedNetwork {
 public:
  /// Fails if a layer's weights are too large to scale. Requires: `network` is from
  /// parse_network().
  static Result<QuantisedNetwork> make(const NetworkFile& network);

  QuantisedNetwork(QuantisedNetwork&&) = default;
  QuantisedNetwork& operator=(QuantisedNetwork&&) = default;

  /// Valid during the lifetime of this object.
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
