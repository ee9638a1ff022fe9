// SPDX-License-Identifier: MIT
/// The bytes select a valid board, options and limits. Results must be legal, within bounds, and
/// exact if brute force is feasible. Searches have a few thousand nodes, so an input takes
/// milliseconds.
#include "engine/catalog.h"
#include "engine/engine.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/levels.h"
#include "tests/fuzz/fuzz_checks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace sumi;
using fuzz::Bytes;

namespace {

constexpr std::uint64_t kMaxNodes = 4000;
constexpr int kBruteForceEmpties = 6;

Bitboard draw_squares(Bytes& bytes) {
  Bitboard set = 0;
  for (int i = 0; i < 8; ++i) set = set << 8 | bytes.next();
  return set;
}

struct Case {
  EngineOptions options;
  Position position;
  SearchLimits limits;
};

std::string shown(const Case& c) { return to_text(c.position) + " with " + c.options.evaluator; }

void check(bool holds, std::string_view what, const Case& c) {
  if (!holds) fuzz::check(false, what, shown(c));
}

Board after(const Board& b, Square s, int size) {
  return s == Square::kPass ? b.passed() : b.played(s, rules::flips(b, s, size));
}

/// The score of best play for the side to move.
int brute_force(const Board& b, int size) {
  const Bitboard moves = rules::legal_moves(b, size);
  if (moves == 0) {
    if (rules::game_over(b, size)) return final_score(b, size).discs;
    return -brute_force(b.passed(), size);
  }
  int best = -size * size;
  for (Bitboard left = moves; left != 0; left &= left - 1) {
    best = std::max(best, -brute_force(after(b, first_square(left), size), size));
  }
  return best;
}

Board draw_board(Bytes& bytes, int size) {
  const Bitboard all = squares_of(size);
  switch (bytes.below(3)) {
    case 0: {  // any board
      const Bitboard own = draw_squares(bytes) & all;
      return {own, draw_squares(bytes) & all & ~own};
    }
    case 1: {  // nearly full
      const Bitboard own = draw_squares(bytes) & all;
      Bitboard taken = all;
      for (int i = bytes.below(12); i > 0; --i) {
        taken &= ~bit(square_at(bytes.below(size), bytes.below(size), size));
      }
      return {own & taken, taken & ~own};
    }
    default: {  // from a game
      Board b = kStartBoard;
      for (int i = bytes.below(size * size); i > 0 && !rules::game_over(b, size); --i) {
        Bitboard moves = rules::legal_moves(b, size);
        for (int skip = moves == 0 ? 0 : bytes.below(std::popcount(moves)); skip > 0; --skip) {
          moves &= moves - 1;
        }
        b = after(b, moves == 0 ? Square::kPass : first_square(moves), size);
      }
      return b;
    }
  }
}

SearchLimits draw_limits(Bytes& bytes) {
  SearchLimits limits;
  if (bytes.below(4) == 0) limits = level_limits(bytes.below(4));
  if (bytes.chance()) limits.depth = 1 + bytes.below(8);
  if (bytes.below(4) == 0) limits.move_time = Millis(1 + bytes.below(3));
  if (bytes.below(8) == 0) {
    limits.clock = Clock{Millis(bytes.below(64)), Millis(bytes.below(4)), bytes.below(3),
                         Millis(bytes.below(8)), bytes.below(3)};
  }
  if (bytes.chance()) limits.exact_at_empties = bytes.below(65);
  limits.nodes = 1 + static_cast<std::uint64_t>(bytes.next()) * (kMaxNodes / 256);
  limits.selectivity = kSelectivities[bytes.below(static_cast<int>(std::size(kSelectivities)))];
  limits.win_loss_draw = bytes.below(8) == 0;
  if (bytes.below(4) == 0) {
    const int low = bytes.below(129) - 64, high = low + 1 + bytes.below(16);
    limits.alpha = to_value({low});
    limits.beta = Value{to_value({high}).units + bytes.below(Value::kPerDisc)};
  }
  if (bytes.below(4) == 0) limits.moves = draw_squares(bytes);
  if (bytes.chance()) limits.candidates = 1 + bytes.below(kMaxLegalMoves + 20);
  if (bytes.below(4) == 0) limits.margin = to_value({bytes.below(64)});
  limits.varies = bytes.below(4) == 0;
  return limits;
}

Case draw_case(Bytes& bytes) {
  constexpr int kSizes[] = {8, 8, 6, 4};
  Case c;
  c.position.size = c.options.size = kSizes[bytes.below(4)];
  // mlp and qtable have no built-in weights.
  std::vector<std::string_view> evaluators;
  for (const CatalogEntry& entry : catalog()) {
    const bool fits = entry.evaluator && (entry.any_size || c.position.size == 8);
    if (fits && entry.name != "mlp" && entry.name != "qtable") evaluators.push_back(entry.name);
  }
  c.options.evaluator = evaluators[bytes.below(static_cast<int>(evaluators.size()))];
  c.options.hash_mib = 1;
  c.options.seed = 1;
  c.options.threads = bytes.below(8) == 0 ? 2 : 1;
  c.options.variety_discs = bytes.below(8) == 0 ? 4 : 0;
  c.position.board = draw_board(bytes, c.position.size);
  c.limits = draw_limits(bytes);
  return c;
}

void check_candidate(const Candidate& candidate, const Case& c) {
  const int size = c.position.size;
  Board b = c.position.board;
  for (const Square s : candidate.line) {
    check(s == Square::kPass ? rules::must_pass(b, size) : rules::flips(b, s, size) != 0,
          "an illegal line", c);
    b = after(b, s, size);
  }
  const int most = to_value({64}).units;
  check(candidate.lower <= candidate.upper, "bounds contradict each other", c);
  check(candidate.lower <= Value{most} && candidate.upper >= Value{-most}, "beyond the scale", c);
  const int known = candidate.value().units;
  check((known >= -most && known <= most) || candidate.lower == -kInfinity ||
            candidate.upper == kInfinity,
        "a value beyond the scale", c);
}

/// Requires that proven bounds contain the true score.
void check_proven(const Candidate& candidate, const Case& c) {
  const int size = c.position.size;
  if (empties(c.position.board, size) > kBruteForceEmpties) return;
  const Board child =
      candidate.line.empty() ? Board{} : after(c.position.board, candidate.move(), size);
  const int score =
      candidate.line.empty() ? brute_force(c.position.board, size) : -brute_force(child, size);
  check(candidate.lower <= to_value({score}) && to_value({score}) <= candidate.upper,
        "a proven score is wrong", c);
}

void check_report(const SearchReport& found, const Case& c) {
  const int size = c.position.size;
  const Bitboard legal = rules::legal_moves(c.position.board, size);
  const Bitboard wanted = (legal & c.limits.moves) != 0 ? legal & c.limits.moves : legal;
  check_candidate(found, c);
  if (legal == 0) {
    check(found.line.empty() == rules::game_over(c.position.board, size), "a pass or the end", c);
    check(found.others.empty(), "others than a pass", c);
  } else {
    check(!found.line.empty() && (wanted & bit(found.move())) != 0, "a move not asked for", c);
    Bitboard seen = bit(found.move());
    for (const Candidate& other : found.others) {
      check_candidate(other, c);
      check(!other.line.empty() && (wanted & bit(other.move()) & ~seen) != 0, "another move", c);
      seen |= bit(other.move());
    }
  }
  if (!found.exact) return;
  check_proven(found, c);
  for (const Candidate& other : found.others) check_proven(other, c);
}

/// Reuses engines: construction takes longer than a search.
Engine& engine_for(const EngineOptions& options) {
  static std::map<std::pair<int, std::string>, std::unique_ptr<Engine>> engines;
  std::unique_ptr<Engine>& engine = engines[{options.size, options.evaluator}];
  if (!engine) engine = std::make_unique<Engine>(options);
  engine->configure(options).value();
  return *engine;
}

[[maybe_unused]] void fuzz_engine(std::string_view input) {
  Bytes bytes(input);
  const Case c = draw_case(bytes);
  Engine& engine = engine_for(c.options);
  if (bytes.chance()) engine.clear_table();
  engine.set_board(c.position.board);
  const int stops_at = bytes.below(16);
  int updates = 0;
  SearchListener listener;
  listener.on_update = [&](const SearchUpdate& update) {
    check_report(update, c);
    if (++updates == stops_at) engine.stop();
  };
  engine.go(c.limits, listener);
  check_report(engine.wait(), c);
  const int most = to_value({64}).units;
  check(std::abs(engine.evaluate().units) <= most, "an evaluation beyond the scale", c);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  SUMI_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
