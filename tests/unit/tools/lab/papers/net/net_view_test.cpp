// SPDX-License-Identifier: MIT
/// Networks see positions and moves as their slow twins do.
#include "engine/game/rules.h"
#include "tests/support/boards.h"
#include "tools/lab/papers/net/net_view.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>

using namespace sumi;
using namespace sumi::lab;

namespace {

std::vector<NetworkInput> sorted(std::vector<NetworkInput> inputs) {
  std::ranges::sort(inputs, {}, &NetworkInput::index);
  return inputs;
}

NetworkFile drawn(NetworkInputs inputs, NetworkOutput output) {
  Mlp mlp(std::vector<int>{input_count(inputs), 12, output_count(output)});
  for (int i = 0; i < mlp.layers(); ++i) mlp.draw(i, -0.5, 0.5, 3);
  return {inputs, output, mlp.to_layers(), {}};
}

/// For the side to move of `position`.
double slow_value(const NetworkFile& network, const Position& position, Square move) {
  const Bitboard flips = rules::flips(position.board, move);
  const Position reply{position.board.played(move, flips), !position.to_move};
  if (network.output == NetworkOutput::kBlackWhite) {
    const double black = network_value(network, reply);
    return position.to_move == Color::kBlack ? black : -black;
  }
  if (rules::legal_moves(reply.board) != 0) return 1 - network_value(network, reply);
  if (!rules::game_over(reply.board)) return network_value(network, reply.passed());
  const int discs = -final_score(reply.board).discs;
  return discs > 0 ? 1 : discs == 0 ? 0.5 : 0;
}

}  // namespace

TEST_CASE("net view: the inputs are those of network_inputs()", "[net]") {
  SplitMix64 random(503);
  InputList list;
  for (int i = 0; i < 400; ++i) {
    const Board board = i % 2 == 0 ? test::random_game(random, random.below(61))
                                   : test::random_fill(random, 100, 100);
    const Position position{board, random.below(2) == 0 ? Color::kBlack : Color::kWhite};
    for (const NetworkInputs inputs : {NetworkInputs::kDiscs, NetworkInputs::kFlips}) {
      list_inputs(inputs, position, list);
      REQUIRE(sorted({list.begin(), list.end()}) == sorted(network_inputs(inputs, position)));
    }
  }
  for (const int size : {4, 6}) {
    list_inputs(NetworkInputs::kFlips, start_position(size), list);
    CHECK(sorted({list.begin(), list.end()}) ==
          sorted(network_inputs(NetworkInputs::kFlips, start_position(size))));
  }
}

TEST_CASE("net view: the moves are worth what the positions after them are", "[net]") {
  SplitMix64 random(509);
  int passes = 0, ends = 0;
  for (const auto& [inputs, output] :
       {std::pair{NetworkInputs::kDiscs, NetworkOutput::kBlackWhite},
        std::pair{NetworkInputs::kFlips, NetworkOutput::kMoverWins},
        std::pair{NetworkInputs::kDiscs, NetworkOutput::kMoverWins},
        std::pair{NetworkInputs::kFlips, NetworkOutput::kBlackWhite}}) {
    const NetworkFile network = drawn(inputs, output);
    const Mlp mlp(network.layers);
    NetView view(mlp, inputs, output);
    SeenMoves seen;
    for (int i = 0; i < 150; ++i) {
      const Position position{
          test::random_game(random, i % 3 == 0 ? random.below(61) : 1 + random.below(6)),
          random.below(2) == 0 ? Color::kBlack : Color::kWhite};
      const Bitboard legal = rules::legal_moves(position.board);
      if (legal == 0) continue;
      view.look_ahead(position, legal, seen);
      REQUIRE(seen.count == std::popcount(legal));
      int best = 0;
      Bitboard left = legal;
      for (int k = 0; k < seen.count; ++k, left &= left - 1) {
        const auto at = static_cast<std::size_t>(k);
        REQUIRE(seen.squares[at] == first_square(left));
        CHECK(seen.values[at] ==
              Approx(slow_value(network, position, seen.squares[at])).margin(2e-5));
        if (seen.values[at] >= seen.values[static_cast<std::size_t>(best)]) best = k;
        const Bitboard flips = rules::flips(position.board, seen.squares[at]);
        const Board reply = position.board.played(seen.squares[at], flips);
        passes += rules::must_pass(reply);
        ends += rules::game_over(reply);
      }
      CHECK(seen.best() == best);
      const std::span<const float> again = view.look_again(position);
      const std::vector<float> kept(again.begin(), again.end());
      const std::span<const float> fresh = view.look(position);
      CHECK(kept == std::vector<float>(fresh.begin(), fresh.end()));
      const float value = network_value(network, position);
      const bool sign = output == NetworkOutput::kBlackWhite && position.to_move == Color::kWhite;
      CHECK(view.value(position) == Approx(sign ? -value : value).margin(2e-5));
    }
  }
  CHECK(passes > 20);
  CHECK(ends > 20);
}

TEST_CASE("net player: of equal moves the last", "[net]") {
  NetworkFile network = drawn(NetworkInputs::kDiscs, NetworkOutput::kBlackWhite);
  const std::atomic<bool> stop = false;
  for (float& weight : network.layers[1].weights) weight = 0;
  CHECK(NetPlayer(network).choose(Position{}, 1, stop) == square_at(4, 5));  // e6
  // Likes a black disc on c4: one hidden unit that says so to "Black wins".
  network.layers[0].weights[26] = 5;
  network.layers[1].weights[0] = 1;
  for (int i = 0; i < 130; ++i) {
    if (i != 26) network.layers[0].weights[static_cast<std::size_t>(i)] = 0;
  }
  CHECK(NetPlayer(network).choose(Position{}, 1, stop) == square_at(2, 3));
}
