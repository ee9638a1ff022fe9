// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/bench.h"
#include "engine/formats/codecs.h"

#include <string_view>

namespace sumi {
namespace {

constexpr int kTableMib = 64;
constexpr int kDepth = 9;

constexpr std::string_view kOpenings[] = {
    "f5d6c3d3c4f4f6g5", "f5f4g3g4f3e6g5h3", "f5f6c4e3f2c5d6e7",
    "f5f4g3d6c5g6f6g4", "f5f4e3d6c5d2f2f6", "f5d6c4f4f3g3e6e3",
};

/// Positions of 14 to 20 empties, to solve. From the FFO endgame suite
/// (http://radagast.se/othello/ffotest.html): 3, 8, 10, 15, 18, 20, 24, 29.
constexpr std::string_view kEndgames[] = {
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X",
    "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O",
    "-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O",
    "----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X",
    "-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X",
    "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X",
    "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O",
    "-OXXXX----OXXO--XXOOXOOOXXXOOXOOXXOOXOOOXXXXOO-XX-XXO----------- X",
};

Board board_of(std::string_view game) { return parse_game(game).value().replay().position().board; }

}  // namespace

std::vector<Board> bench_openings() {
  std::vector<Board> boards;
  for (const std::string_view opening : kOpenings) boards.push_back(board_of(opening));
  return boards;
}

BenchResult bench(const EngineOptions& options) {
  EngineOptions own = options;
  own.hash_mib = kTableMib;
  own.evaluator = "table";
  Engine engine(own);

  BenchResult result;
  const auto search = [&](const Board& board, const SearchLimits& limits) {
    engine.clear_table();  // so that each position counts the same wherever it stands
    engine.set_board(board);
    result.nodes += engine.think(limits).nodes;
  };
  const StopWatch watch;
  for (const Board& board : bench_openings()) search(board, {.depth = kDepth});
  for (const std::string_view text : kEndgames) search(board_of(text), {.exact_at_empties = 64});
  result.seconds = watch.seconds();
  return result;
}

}  // namespace sumi
