// SPDX-License-Identifier: MIT
/// The engine's search with the evaluator `table`: full-width five plies and a proven endgame.
#include "engine/base/text.h"
#include "engine/game/rules.h"
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

class S6Player final : public MovePlayer {
 public:
  explicit S6Player(const TableFile& tables)
      : search_(tables), random_(make_move_player("random", 8).value()) {}

  Square choose(const Position& position, std::uint64_t seed,
                const std::atomic<bool>& stop) const override {
    assert(position.size == 8);
    constexpr int kStartEmpties = 60;
    if (kStartEmpties - position.board.empties() < kRandomMoves) {
      return random_->choose(position, seed, stop);
    }
    return search_(position.board, stop).move();
  }

 private:
  const TableSearch search_;
  const std::unique_ptr<MovePlayer> random_;
};

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
  return std::make_unique<S6Player>(table_of(tables));
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
/// a file with both tables.
MadePlayer make_s6(std::string_view argument, int size) {
  if (const auto full = check_full_board("s6", size); !full) return full.error();
  if (argument.find_first_not_of("0123456789+-,") != argument.npos) {
    const auto file = read_table(std::string(argument));
    if (!file) return Error{file.error().code, "player s6: " + file.error().message};
    if (file->size == 8) return std::make_unique<S6Player>(*file);
    return Error{ErrorCode::kBadFile,
                 fmt::format("player s6: file {0}: a table for boards of {1}x{1}, not 8x8",
                             quoted(argument), file->size)};
  }
  S6Tables tables;
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
