// SPDX-License-Identifier: MIT
/// One ply with BP/FS/CN (noise and faults), networks and the engine's evaluators.
#include "engine/game/bpfscn.h"
#include "engine/game/symmetry.h"
#include "engine/weights/network_file.h"
#include "tests/support/hand_boards.h"
#include "tests/support/players.h"
#include "tests/support/temporary_folder.h"

#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::test;

namespace {

/// Taken directly from the discs: Black likes a1, White a3.
NetworkFile tiny_network() {
  NetworkLayer layer{130, 2, std::vector<float>(260), std::vector<float>(2)};
  layer.weights[0] = 5;              // black a1 for Black
  layer.weights[130 + 65 + 16] = 5;  // white a3 for White
  NetworkFile network;
  network.layers.push_back(layer);
  return network;
}

int moves(const Board& b) { return std::popcount(rules::legal_moves(b)); }

}  // namespace

TEST_CASE("one ply with BP/FS/CN chooses the move calculated by hand", "[players]") {
  // After a1: 45 - 11 + 4 + 2 against -1; after a3: 4 - 1 + 4 + 2 against -11. Noise changes this
  // by at most 2 per disc.
  CHECK(choices(*player("greedy:bpfscn:1:0:0"), kCornerOrEdge) == "a1");
  CHECK(choices(*player("greedy:bpfscn:1:0:0+noise"), kCornerOrEdge) == "a1");
  // Three discs are safe after a1, none after a3.
  CHECK(choices(*player("greedy:bpfscn:0:1:0"), kCornerOrEdge) == "a1");
  CHECK(choices(*player("greedy:bpfscn:0:1:0:paper+noise"), kCornerOrEdge) == "a1");
}

TEST_CASE("BP/FS/CN counts for the side that has moved", "[players]") {
  struct Case {
    std::string_view text;
    BpFsCnWeights weights;
  };
  const Case cases[] = {
      {"2:5:1", {2, 5, 1, kNoFault}},           {"0:0:1:a", {0, 0, 1, kRepliesAdded}},
      {"1:0:1:a", {1, 0, 1, kRepliesAdded}},    {"0:3:1:b", {0, 3, 1, kFsWeightIgnored}},
      {"0:5:0:c", {0, 5, 0, kCornersUnsigned}}, {"2:5:1:abcd", {2, 5, 1, kPaperFaults}}};
  SplitMix64 random(853);
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const auto made = player("greedy:bpfscn:" + std::string(c.text));
    for (int i = 0; i < 40; ++i) {
      const Position p = random_position(random, 8, 1 + random.below(56));
      Bitboard best = 0;
      int most = -1'000'000;
      for (Bitboard left = rules::legal_moves(p.board); left != 0; left &= left - 1) {
        const Square s = first_square(left);
        const Board mine = p.board.played(s, rules::flips(p.board, s)).passed();
        const int value =
            bpfscn_sum(c.weights, bpfscn_terms(mine, moves(mine), moves(mine.passed()),
                                               c.weights.faults, p.to_move == Color::kBlack));
        if (value > most) best = 0;
        if (value >= most) best |= bit(s);
        most = std::max(most, value);
      }
      CHECK((best & bit(choice(*made, p, random.next()))) != 0);
    }
  }
}

TEST_CASE("noise depends on the seed and is optional", "[players]") {
  // All moves tie, so noise or the last move decides.
  const Position start = start_position(8);
  CHECK(choices(*player("greedy:bpfscn:1:0:0+last"), start) == "e6");
  CHECK(choices(*player("greedy:bpfscn:1:0:0+last+noise"), start) == "c4 d3 e6 f5");
  CHECK(choices(*player("greedy:bpfscn:0:0:1+last+noise"), start, 200) == "c4 d3 e6 f5");
  for (const char* const text : {"1:0:0", "0:1:0", "0:0:1"}) {
    const auto noisy = player("greedy:bpfscn:" + std::string(text) + "+last+text-noise");
    CHECK(noisy->is_random());
    CHECK(choices(*noisy, start, 200) == "c4 d3 e6 f5");
  }
  // The text multiplies the values of discs, so a corner may count less than an edge loses.
  CHECK(choices(*player("greedy:bpfscn:1:0:0+text-noise"), kCornerOrEdge, 400) == "a1 a3");
  CHECK_FALSE(player("greedy:bpfscn:1:0:0+last")->is_random());
  CHECK(player("greedy:bpfscn:1:0:0+last+noise")->is_random());
}

TEST_CASE("options choose how ties are broken and which of the paper's faults apply", "[players]") {
  const Position start = start_position(8);
  CHECK(choices(*player("greedy:bpfscn:1:0:0"), start) == "c4 d3 e6 f5");
  CHECK(choices(*player("greedy:bpfscn:1:0:0+first"), start) == "d3");
  CHECK(choices(*player("greedy:bpfscn:1:0:0:paper"), start) == "d3");
  CHECK(choices(*player("greedy:bpfscn:1:0:0:paper+random"), start) == "c4 d3 e6 f5");
  // (e) No disc is safe, so FS is 0 after every move.
  CHECK(choices(*player("greedy:bpfscn:0:1:0+last"), start) == "e6");
  CHECK(choices(*player("greedy:bpfscn:0:1:0+last+zeros"), start) == "c4 d3 e6 f5");
  CHECK(choices(*player("greedy:bpfscn:0:1:0:paper"), start) == "c4 d3 e6 f5");
  CHECK(choices(*player("greedy:bpfscn:0:1:0+last+zeros"), kCornerOrEdge) == "a1");
  // (f) Plays the last move, whatever its value.
  CHECK(choices(*player("greedy:bpfscn:1:0:0+minimax"), kCornerOrEdge) == "a3");
}

TEST_CASE("fault (e) takes any move if the values of all moves add up to 0", "[players]") {
  SplitMix64 random(857);
  for (;;) {
    const Position p = random_position(random, 8, 12 + random.below(20));
    int sum = 0;
    bool zeros = true;
    const Bitboard legal = rules::legal_moves(p.board);
    for (Bitboard left = legal; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const Board mine = p.board.played(s, rules::flips(p.board, s)).passed();
      const int value = bpfscn_terms(mine, 0, 0, kNoFault, true).fs;
      sum += value;
      zeros = zeros && value == 0;
    }
    if (sum != 0 || zeros) continue;
    Bitboard chosen = 0;
    const auto made = player("greedy:bpfscn:0:1:0+first+zeros");
    for (std::uint64_t seed = 0; seed < 300; ++seed) chosen |= bit(choice(*made, p, seed));
    CHECK(chosen == legal);
    break;
  }
}

TEST_CASE("with `mirrored`, BP/FS/CN plays the mirror image of the mirrored board's move",
          "[players]") {
  SplitMix64 random(859);
  const auto mirrored = player("greedy:bpfscn:2:5:1:abcd+first+mirrored");
  const auto straight = player("greedy:bpfscn:2:5:1:abcd+first");
  for (int i = 0; i < 40; ++i) {
    const Position p = random_position(random, 8, 1 + random.below(56));
    const Position seen{symmetric(p.board, 1), p.to_move, 8};
    CHECK(choice(*mirrored, p, 1) == symmetric(choice(*straight, seen, 1), 1));
  }
}

TEST_CASE("a network's best move is the best for the side to move", "[players]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("tiny+last.net", write_network(tiny_network()));
  const auto made = player("greedy:mlp:" + path);
  CHECK(choices(*made, kCornerOrEdge) == "a1");
  const Position white{kCornerOrEdge.board, Color::kWhite, 8};
  CHECK(choices(*made, white) == "a3");
  CHECK(choices(*made, start_position(8)) == "c4 d3 e6 f5");
  CHECK(choices(*player("greedy:mlp:" + path + "+last"), start_position(8)) == "e6");
}

TEST_CASE("every evaluator of the engine plays at one ply", "[players]") {
  CHECK(choices(*player("greedy:table"), kCornerOrEdge) == "a1");
  CHECK(choices(*player("greedy:mobility"), {kTwoMoves, Color::kBlack, 8}) == "a1 a3");
  CHECK(choices(*player("greedy:mobility+last"), {kTwoMoves, Color::kBlack, 8}) == "a3");
  CHECK(choices(*player("greedy:table+last"), start_position(8)) == "e6");
  CHECK(choices(*player("greedy:table+last+noise"), start_position(8)) == "c4 d3 e6 f5");
}
