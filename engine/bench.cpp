// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/bench.h"
#include "engine/catalog.h"
#include "engine/formats/codecs.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <string_view>

namespace sumi {
namespace {

constexpr int kTableMib = 64;

constexpr std::string_view kOpenings[] = {
    "f5d6c3d3c4f4f6g5", "f5f4g3g4f3e6g5h3", "f5f6c4e3f2c5d6e7",
    "f5f4g3d6c5g6f6g4", "f5f4e3d6c5d2f2f6", "f5d6c4f4f3g3e6e3",
};

/// The same openings after 28 moves.
constexpr std::string_view kMiddleGames[] = {
    "f5d6c3d3c4f4f6g5e6d7e3c5f3e7h5e2c6g3d2h4h3b6h6b4a4b5c2c1",
    "f5f4g3g4f3e6g5h3f6d6h5g6d7d3e7f8e8c8g8f7c7c5e3e2d2d1c4c3",
    "f5f6c4e3f2c5d6e7d3g5d7c3b4c6b5c2e2f3e6d8f4b6f8g3c8e8c7g4",
    "f5f4g3d6c5g6f6g4f3d3h4e6g5h3h2f2e3e2c3c6h5b4e7d7h6c2d2e1",
    "f5f4e3d6c5d2f2f6g6c3e6f7c6d3f3c4g4e2g5g3h4f1e7h3b4h5h6h7",
    "f5d6c4f4f3g3e6e3e2f6g5g4g6h6f2h4e7c5d7c6f7c8b5d8f8c7h3a4",
};

/// Of 14 to 20 empties: FFO positions 3, 8, 10, 15, 18, 20, 24 and 29
/// (http://radagast.se/othello/ffotest.html).
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

void add_boards(std::span<const std::string_view> texts, std::vector<Board>& boards) {
  for (const std::string_view text : texts) boards.push_back(board_of(text));
}

struct BenchWork {
  std::string_view evaluator;
  SearchLimits limits;
  std::vector<Board> boards;
};

BenchWork bench_work(std::string_view part) {
  BenchWork work{part, {}, {}};
  if (part == "solver") {
    work.evaluator = kAutoEvaluator;
    work.limits.exact_at_empties = 64;
    add_boards(kEndgames, work.boards);
    return work;
  }
  add_boards(kOpenings, work.boards);
  if (part == "table") {
    work.limits.depth = 9;
    return work;
  }
  // Selective and deep, as in games.
  work.limits.depth = 16;
  work.limits.selectivity = kFastSelectivity;
  add_boards(kMiddleGames, work.boards);
  return work;
}

}  // namespace

std::vector<Board> bench_openings() {
  std::vector<Board> boards;
  add_boards(kOpenings, boards);
  return boards;
}

BenchResult bench_part(std::string_view part, const EngineOptions& options) {
  assert(std::ranges::count(kBenchParts, part) == 1);
  const BenchWork work = bench_work(part);
  EngineOptions own = options;
  own.hash_mib = kTableMib;
  own.evaluator = work.evaluator;
  Engine engine(own);
  engine.prepare();
  engine.await_prepared();

  BenchResult result{part};
  const StopWatch watch;
  for (const Board& board : work.boards) {
    engine.clear_table();  // node counts must not depend on the order of positions
    engine.set_board(board);
    result.nodes += engine.think(work.limits).nodes;
  }
  result.seconds = watch.seconds();
  return result;
}

std::vector<BenchResult> bench(const EngineOptions& options) {
  std::vector<BenchResult> results;
  for (const std::string_view part : kBenchParts) results.push_back(bench_part(part, options));
  return results;
}

std::uint64_t bench_signature(const std::vector<BenchResult>& results) {
  std::uint64_t nodes = 0;
  for (const BenchResult& result : results) nodes += result.nodes;
  return nodes;
}

}  // namespace sumi
