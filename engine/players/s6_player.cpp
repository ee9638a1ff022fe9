// SPDX-License-Identifier: MIT
/// Five full-width plies and a proven endgame: the engine's search with the evaluator `table`, and
/// for other readings of the paper than the evaluator's, a small alpha-beta search.
#include "engine/base/static_vector.h"
#include "engine/base/text.h"
#include "engine/game/rules.h"
#include "engine/game/score.h"
#include "engine/isa_dispatch.h"
#include "engine/players/argument.h"
#include "engine/players/kinds.h"
#include "engine/players/pool.h"
#include "engine/players/s6_player.h"
#include "engine/weights/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

namespace sumi {
namespace {

constexpr int kRandomMoves = 11;  ///< Of both sides.
constexpr int kDepth = 5;
constexpr int kMobility = 50;

class StopMonitor final : public SearchMonitor {
 public:
  explicit StopMonitor(const std::atomic<bool>& stop) : stop_(stop) {}
  bool should_stop(std::uint64_t) override { return stop_.load(std::memory_order_relaxed); }
  bool on_iteration(const SearchReport&) override { return !should_stop(0); }

 private:
  const std::atomic<bool>& stop_;
};

TableFile table_of(const S6Tables& tables) {
  TableFile file;
  file.squares = class_squares(tables.general);
  file.decided = DecidedTable{class_squares(tables.conditional)};
  file.mobility = kMobility;
  file.points_per_disc = Value::kPerDisc;  // a point is a unit, to avoid rounding
  return file;
}

/// Searches with one table. Thread-safe.
class TableSearch {
 public:
  explicit TableSearch(const TableFile& tables) : weights_(table_weights(tables)) {}

  SearchReport operator()(const Board& board, const std::atomic<bool>& stop) const {
    const auto core = cores_.borrow();
    core->clear_table();  // earlier searches must not affect this one
    StopMonitor monitor(stop);
    SearchLimits limits;
    limits.depth = kDepth;
    limits.exact_at_empties = kS6PerfectEmpties;
    return core->search(board, limits, monitor);
  }

 private:
  const TableWeights weights_;
  mutable Pool<SearchCore> cores_{[this] {
    return make_search_core(EvaluatorKind::kTable, 8, "auto", {.table = &weights_}).value();
  }};
};

/// Searches kDepth plies by alpha-beta with any reading. A pass is a ply, as in the engine's.
/// Thread-safe.
class ReadingSearch {
 public:
  ReadingSearch(const TableFile& tables, const S6Reading& reading)
      : weights_(table_weights(tables)), reading_(reading) {}

  /// Requires: a legal move. Any legal move after `stop`.
  Square operator()(const Board& board, const std::atomic<bool>& stop) const {
    const Root root{is_decided(board), stop};
    Square best = Square::kPass;
    int most = -kInfinite;
    for (const Reply& reply : replies(board)) {
      const int value = -search(reply.board, kDepth - 1, -kInfinite, -most, false, root);
      if (best != Square::kPass && value <= most) continue;
      best = reply.square;
      most = value;
    }
    return best;
  }

 private:
  static constexpr int kInfinite = 1'000'000'000;

  struct Root {
    bool decided;
    const std::atomic<bool>& stop;
  };
  struct Reply {
    Square square = Square::kPass;
    Board board{};  ///< With the opponent to move.
    int moves = 0;
  };
  using Replies = StaticVector<Reply, kMaxLegalMoves>;

  /// Fewest moves for the opponent first.
  static Replies replies(const Board& b) {
    Replies found;
    for (Bitboard left = fast_rules::legal_moves(b); left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const Board after = fast_rules::play(b, s);
      found.push_back({s, after, std::popcount(fast_rules::legal_moves(after))});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Reply& a, const Reply& c) { return a.moves < c.moves; });
    return found;
  }

  bool is_decided(const Board& b) const {
    constexpr int kStartEmpties = 60;
    constexpr Bitboard kCorners = 0x8100000000000081;
    return kStartEmpties - b.empties() >= weights_.decided_from &&
           std::max(std::popcount(b.own & kCorners), std::popcount(b.opp & kCorners)) >=
               weights_.decided_corners;
  }

  /// For the side to move; `own`: it is the side that searches.
  int leaf(const Board& b, bool own, const Root& root) const {
    const bool decided = reading_.at_root ? root.decided : is_decided(b);
    const SquareTable& table = decided ? weights_.decided : weights_.general;
    const auto moves = [](const Board& board) {
      return std::popcount(fast_rules::legal_moves(board));
    };
    int counted = 0;
    if (reading_.mobility != S6Mobility::kOwn || own) counted = moves(b);
    if (reading_.mobility == S6Mobility::kDifference ||
        (reading_.mobility == S6Mobility::kOwn && !own)) {
      counted -= moves(b.passed());
    }
    return table.sum(b.own) - table.sum(b.opp) + weights_.mobility * counted;
  }

  int search(const Board& b, int depth, int alpha, int beta, bool own, const Root& root) const {
    const bool passes = fast_rules::legal_moves(b) == 0;
    if (passes && fast_rules::legal_moves(b.passed()) == 0) return to_value(final_score(b)).units;
    if (depth == 0 || root.stop.load(std::memory_order_relaxed)) return leaf(b, own, root);
    if (passes) return -search(b.passed(), depth - 1, -beta, -alpha, !own, root);
    int best = -kInfinite;
    for (const Reply& reply : replies(b)) {
      best = std::max(best,
                      -search(reply.board, depth - 1, -beta, -std::max(alpha, best), !own, root));
      if (best >= beta) break;
    }
    return best;
  }

  const TableWeights weights_;
  const S6Reading reading_;
};

class S6Player final : public MovePlayer {
 public:
  explicit S6Player(const TableFile& tables, const S6Reading& reading = {})
      : search_(tables), random_(make_move_player("random", 8).value()) {
    if (reading != S6Reading{}) other_.emplace(tables, reading);
  }

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>& stop) const override {
    assert(position.size == 8);
    constexpr int kStartEmpties = 60;
    if (kStartEmpties - position.board.empties() < kRandomMoves) {
      return random_->choose(position, seed, stop);
    }
    if (other_ && position.board.empties() > kS6PerfectEmpties) {
      return (*other_)(position.board, stop);
    }
    return search_(position.board, stop).move();
  }

 private:
  const TableSearch search_;
  std::optional<ReadingSearch> other_;  ///< For another reading than the evaluator's.
  const std::unique_ptr<MovePlayer> random_;
};

enum ReadingFlag : unsigned { kOwnMoves = 1, kMovesToMove = 2, kTableAtRoot = 4 };
constexpr Flag kReadingFlags[] = {
    {"own", kOwnMoves}, {"to-move", kMovesToMove}, {"root", kTableAtRoot}};

std::optional<S6Values> parse_values(std::string_view text) {
  S6Values values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool last = i + 1 == values.size();
    if (last != (text.find(',') == text.npos)) return std::nullopt;
    const std::optional<int> value = parse_int(take_until(text, ','));
    if (!value || *value < -kMaxS6Value || *value > kMaxS6Value) return std::nullopt;
    values[i] = *value;
  }
  return values;
}

}  // namespace

std::unique_ptr<MovePlayer> make_s6_player(const S6Tables& tables) {
  return std::make_unique<S6Player>(table_of(tables), tables.reading);
}

class S6End::Impl {
 public:
  const TableSearch search{table_of({})};
};

S6End::S6End() : impl_(std::make_unique<Impl>()) {}
S6End::~S6End() = default;

int S6End::discs(const Position& position, const std::atomic<bool>& stop) const {
  Position now = position;
  if (!rules::game_over(now.board)) {
    for (const Square s : impl_->search(now.board, stop).line) {
      now = s == Square::kPass ? now.passed()
                               : Position{fast_rules::play(now.board, s), !now.to_move, now.size};
    }
  }
  return std::popcount(now.discs(Color::kBlack)) - std::popcount(now.discs(Color::kWhite));
}

/// Nine numbers are the conditional table, evolved by the paper's genetic algorithm. Other text is
/// a file with both tables. Flags choose the reading.
MadePlayer make_s6(std::string_view argument, int size) {
  if (const auto full = check_full_board("s6", size); !full) return full.error();
  const unsigned flags = take_flags(argument, kReadingFlags);
  S6Reading reading;
  if ((flags & kOwnMoves) != 0) reading.mobility = S6Mobility::kOwn;
  if ((flags & kMovesToMove) != 0) reading.mobility = S6Mobility::kToMove;
  reading.at_root = (flags & kTableAtRoot) != 0;
  if (argument.find_first_not_of("0123456789+-,") != argument.npos) {
    const auto file = read_table(std::string(argument));
    if (!file) return Error{file.error().code, "player s6: " + file.error().message};
    if (file->size == 8) return std::make_unique<S6Player>(*file, reading);
    return Error{ErrorCode::kBadFile,
                 fmt::format("player s6: file {0}: a table for boards of {1}x{1}, not 8x8",
                             quoted(argument), file->size)};
  }
  S6Tables tables;
  tables.reading = reading;
  if (!argument.empty()) {
    const auto values = parse_values(argument);
    if (!values) {
      return syntax_error("player s6", argument,
                          fmt::format("the conditional table, 9 numbers in {}..{} with commas "
                                      "between ({}), nor the file of a table",
                                      -kMaxS6Value, kMaxS6Value, fmt::join(kS6General, ",")));
    }
    tables.conditional = *values;
  }
  return make_s6_player(tables);
}

}  // namespace sumi
