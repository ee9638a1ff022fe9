// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/game.h"
#include "engine/game/rules.h"
#include "protocol/service/endgame_problem.h"
#include "protocol/service/watched_search.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr int kRandomPlies = 8;
/// Later moves are random within this static margin of the best.
constexpr Value kPlayMargin{2 * Value::kPerDisc};
/// A game forks this many plies before the problem, this many ways, because most of the time goes
/// into reaching a position. Skips leads above kMaxLead, where all moves win or none.
constexpr int kForkPlies = 8, kWays = 6;
constexpr Value kMaxLead{10 * Value::kPerDisc};

Value glance_at(Engine& engine, const Board& board) {
  engine.set_board(board);
  return engine.evaluate();
}

Square likely_move(Engine& engine, const Board& board, Bitboard legal, SplitMix64& random) {
  std::vector<std::pair<Square, Value>> moves;
  Value best = -kInfinity;
  for (Bitboard left = legal; left != 0; left &= left - 1) {
    const Square s = first_square(left);
    const Value value = -glance_at(engine, board.played(s, rules::flips(board, s)));
    moves.emplace_back(s, value);
    best = std::max(best, value);
  }
  Bitboard likely = 0;
  for (const auto& [move, value] : moves) {
    if (value.units >= best.units - kPlayMargin.units) likely |= bit(move);
  }
  return random_square(random, likely);
}

void play_to(Engine& engine, Game& game, int empties, SplitMix64& random) {
  while (game.position().board.empties() > empties && !game.over()) {
    const Bitboard legal = game.legal_moves();
    const Square move = legal == 0 ? Square::kPass
                        : game.moves().size() < kRandomPlies
                            ? random_square(random, legal)
                            : likely_move(engine, game.position().board, legal, random);
    game.play(move).value();
  }
}

/// The position's problem, if it is one of this difficulty.
std::optional<EndgameProblem> problem_of(Engine& engine, const Position& position, int difficulty,
                                         const std::function<bool()>& interrupted) {
  const Board& board = position.board;
  const Bitboard legal = rules::legal_moves(board);
  const auto solve = [&](Bitboard moves, bool sign) {
    return watched_solve(engine, board, position.size, moves, sign, interrupted);
  };
  const auto winner = solve(legal, true);
  if (!winner || winner->score.discs <= 0) return std::nullopt;
  const Bitboard rest = legal & ~bit(winner->move);
  const auto other = solve(rest, true);
  if (!other || other->score.discs > 0) return std::nullopt;
  const ProblemKind& kind = kProblemKinds[static_cast<std::size_t>(difficulty - 1)];
  if (!is_misleading(engine, position, winner->move, kind)) return std::nullopt;
  const auto score = solve(bit(winner->move), false);
  const auto second = solve(rest, false);
  if (!score || !second) return std::nullopt;
  return EndgameProblem{position,    winner->move,  score->score,
                        score->line, second->score, difficulty};
}

}  // namespace

EngineOptions problem_engine_options(std::string_view isa) {
  EngineOptions options;
  options.isa = isa;
  options.hash_mib = 4;  // enough for a problem; quick to clear
  options.threads = 1;
  options.own_book = false;
  return options;
}

bool is_misleading(Engine& engine, const Position& position, Square solution,
                   const ProblemKind& kind) {
  const Board& board = position.board;
  const Bitboard legal = rules::legal_moves(board);
  const auto turned = [&board](Square s) { return std::popcount(rules::flips(board, s)); };
  if (kind.misleads_greed) {
    int most = 0;
    for (Bitboard left = legal & ~bit(solution); left != 0; left &= left - 1) {
      most = std::max(most, turned(first_square(left)));
    }
    if (turned(solution) >= most) return false;
  }
  if (kind.misled_plies == 0) return true;
  engine.clear_table();  // entries from solving would guide these searches
  engine.set_board(board);
  for (int plies = 1; plies <= kind.misled_plies; ++plies) {
    SearchLimits limits;
    limits.depth = plies;
    if (engine.think(limits).move() == solution) return false;
  }
  return true;
}

std::optional<EndgameProblem> make_problem(Engine& engine, int difficulty, std::uint64_t seed,
                                           const std::function<bool()>& interrupted) {
  assert(difficulty >= 1 && difficulty <= kMaxDifficulty && engine.options().size == 8);
  // Decorrelates neighbouring seeds and difficulties.
  SplitMix64 random(SplitMix64(seed).next() + static_cast<std::uint64_t>(difficulty));
  const int most = kProblemKinds[static_cast<std::size_t>(difficulty - 1)].empties;
  const auto stopped = [&interrupted] { return interrupted && interrupted(); };
  engine.clear_table();
  while (!stopped()) {
    Game trunk;
    play_to(engine, trunk, most + kForkPlies, random);
    const Value ahead = glance_at(engine, trunk.position().board);
    if (ahead > kMaxLead || ahead < -kMaxLead) continue;
    for (int way = 0; way < kWays && !stopped(); ++way) {
      Game game = trunk;
      // Varies the number of empties and so the side to move.
      play_to(engine, game, most - random.below(2), random);
      if (std::popcount(game.legal_moves()) < kFewestChoices) continue;
      const auto found = problem_of(engine, game.position(), difficulty, interrupted);
      if (found) return found;
    }
  }
  return std::nullopt;
}

}  // namespace sumi::protocol
