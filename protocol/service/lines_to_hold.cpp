// SPDX-License-Identifier: MIT
/// STUDY.md describes the method.
#include "book/store/book_entry.h"
#include "engine/game/rules.h"
#include "protocol/service/lines_to_hold.h"
#include "protocol/service/watched_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <unordered_map>
#include <utility>

namespace sumi::protocol {
namespace {

/// With fewer empties, counting is faster than searching.
constexpr int kWalkedEmpties = 11;  // fastest of 7, 9, 11 at 12 and 14 empties
constexpr double kNever = std::numeric_limits<double>::infinity();

/// Maps positions to numbers of lines, in parts that grow within a millisecond. Freeing a std::map
/// would take too long.
class HoldTable {
 public:
  struct Number {
    double lines = 0;
    bool known = false;  ///< False: `lines` is a lower bound.
  };

  /// std::nullopt if the position is unknown.
  std::optional<Number> find(const Board& board, bool mine) const {
    const Part& part = parts_[index_of(board)];
    if (part.entries.empty()) return std::nullopt;
    const Entry& entry = part.entries[place_in(part, board, mine)];
    return entry.used ? std::optional(Number{entry.lines, entry.known}) : std::nullopt;
  }

  void put(const Board& board, bool mine, const Number& number) {
    Part& part = parts_[index_of(board)];
    if (4 * (part.count + 1) > 3 * part.entries.size()) grow(part);
    Entry& entry = part.entries[place_in(part, board, mine)];
    part.count += !entry.used;
    count_ += !entry.used;
    entry = {board, number.lines, number.known, true, mine};
  }

  std::uint64_t size() const { return count_; }

 private:
  struct Entry {
    Board board{};
    double lines = 0;
    bool known = false, used = false, mine = false;
  };
  struct Part {
    std::vector<Entry> entries;  ///< Size: a power of two, or 0.
    std::size_t count = 0;
  };
  static constexpr int kPartBits = 8;

  static std::size_t index_of(const Board& board) {
    return book::BoardHash{}(board) >> (std::numeric_limits<std::size_t>::digits - kPartBits);
  }

  /// The index of the position or of a free entry. Requires: a free entry.
  static std::size_t place_in(const Part& part, const Board& board, bool mine) {
    const std::size_t mask = part.entries.size() - 1;
    std::size_t place = (book::BoardHash{}(board) + mine) & mask;
    for (;; place = (place + 1) & mask) {
      const Entry& entry = part.entries[place];
      if (!entry.used || (entry.board == board && entry.mine == mine)) return place;
    }
  }

  static void grow(Part& part) {
    constexpr std::size_t kFirst = 64;
    Part larger{std::vector<Entry>(std::max(kFirst, 2 * part.entries.size())), part.count};
    for (const Entry& entry : part.entries) {
      if (entry.used) larger.entries[place_in(larger, entry.board, entry.mine)] = entry;
    }
    part = std::move(larger);
  }

  std::array<Part, std::size_t{1} << kPartBits> parts_;
  std::uint64_t count_ = 0;
};

struct Interrupted {};
struct TooManyPositions {};

class HoldCounter {
 public:
  /// `least`: the score to hold, for the player; even.
  HoldCounter(Engine& engine, int size, int least, const std::function<bool()>& interrupted)
      : engine_(engine), size_(size), least_(least), interrupted_(interrupted) {}

  /// The number of lines up to `most`, otherwise a lower bound above it; kNever if the result
  /// cannot be held. `mine`: the player is to move.
  double count(const Board& board, bool mine, double most) {
    constexpr unsigned kLook = 1024;  // steps take microseconds
    if (++steps_ % kLook == 0 && interrupted_ && interrupted_()) throw Interrupted{};
    const Bitboard legal = rules::legal_moves(board, size_);
    if (legal == 0) {
      if (!rules::game_over(board, size_)) return count(board.passed(), !mine, most);
      const int score = final_score(board, size_).discs;
      return (mine ? score : -score) >= least_ ? 1 : kNever;
    }
    double least = 0;
    if (const auto number = numbers_.find(board, mine)) {
      if (number->known || number->lines > most) return number->lines;
      least = number->lines;
    } else if (numbers_.size() >= kMaxPositionsToHold) {
      throw TooManyPositions{};
    }
    const double lines = std::max(
        least, mine ? count_choice(board, legal, most) : count_answers(board, legal, most));
    numbers_.put(board, mine, {lines, lines <= most || lines == kNever});
    return lines;
  }

  /// Whether perfect play holds the result, with the opponent to move.
  bool holds(const Board& board) {
    if (empties(board, size_) < kWalkedEmpties) return true;  // count() decides
    const auto [place, is_new] = held_.try_emplace(board);
    bool& held = place->second;
    if (!is_new) return held;
    if (rules::game_over(board, size_)) {
      return held = -final_score(board, size_).discs >= least_;
    }
    // Is the score at least `least_`? The window is negated: the opponent is to move.
    const Value above = to_value({least_}), below = to_value({least_ - 2});
    SearchLimits limits;
    limits.exact_at_empties = empties(board, size_);
    limits.alpha = -above;
    limits.beta = -below;
    engine_.set_board(board);
    const SearchUpdate found = watched_search(engine_, limits, {}, interrupted_);
    if (!found.exact) throw Interrupted{};
    return held = found.upper <= -above;
  }

  std::uint64_t positions() const { return numbers_.size(); }

 private:
  struct Reply {
    Board board;
    int moves;  ///< Number of legal moves on `board`.
  };

  /// Fewest replies first: they tend to need few lines.
  std::vector<Reply> replies(const Board& board, Bitboard legal) const {
    std::vector<Reply> all;
    for (Bitboard left = legal; left != 0; left &= left - 1) {
      const Square s = first_square(left);
      const Board after = board.played(s, rules::flips(board, s, size_));
      all.push_back({after, std::popcount(rules::legal_moves(after, size_))});
    }
    std::ranges::stable_sort(all, {}, &Reply::moves);
    return all;
  }

  double count_choice(const Board& board, Bitboard legal, double most) {
    double fewest = kNever, bound = most;
    for (const Reply& reply : replies(board, legal)) {
      if (!holds(reply.board)) continue;
      fewest = std::min(fewest, count(reply.board, false, bound));
      if (fewest <= 1) break;  // 1 is the minimum
      bound = std::min(most, fewest - 1);
    }
    return fewest;
  }

  double count_answers(const Board& board, Bitboard legal, double most) {
    double sum = 0;
    const std::vector<Reply> all = replies(board, legal);
    auto left = static_cast<double>(all.size());  // each remaining reply needs at least one line
    for (const Reply& reply : all) {
      sum += count(reply.board, true, most - sum - --left);
      if (sum == kNever) return kNever;
      if (sum + left > most) return sum + left;
    }
    return sum;
  }

  Engine& engine_;
  const int size_, least_;
  const std::function<bool()>& interrupted_;
  HoldTable numbers_;
  std::unordered_map<Board, bool, book::BoardHash> held_;  ///< With the opponent to move.
  unsigned steps_ = 0;
};

/// Score of perfect play for the side to move; if `sign`, only its sign.
DiscDiff solved_score(Engine& engine, const Board& board, int size, bool sign,
                      const std::function<bool()>& interrupted) {
  if (rules::game_over(board, size)) return final_score(board, size);
  const auto best = watched_solve(engine, board, size, ~Bitboard{0}, sign, interrupted);
  if (!best) throw Interrupted{};
  return best->score;
}

}  // namespace

Result<std::optional<LinesToHold>> lines_to_hold(Engine& engine, const Position& position,
                                                 Color player, const HoldGoal& goal,
                                                 const std::function<bool()>& interrupted) {
  const Board& board = position.board;
  const int size = position.size, left = empties(board, size);
  if (left > kMaxEmptiesToHold) {
    return Error{ErrorCode::kOutOfRange,
                 fmt::format("{} empty squares are too many to count lines to the end: at most {}",
                             left, kMaxEmptiesToHold)};
  }
  const bool mine = position.to_move == player;
  const bool whole = goal.result == HoldGoal::Result::kBest;
  try {
    LinesToHold found;
    engine.clear_table();
    const int score = solved_score(engine, board, size, !whole, interrupted).discs;
    found.best = {mine ? score : -score};
    found.held = {goal.result == HoldGoal::Result::kWin    ? 2
                  : goal.result == HoldGoal::Result::kDraw ? 0
                                                           : found.best.discs - goal.max_loss};
    // Scores are even, so round up.
    found.held.discs = std::max(found.held.discs + (found.held.discs & 1), -size * size);
    const bool held = whole || found.best.discs >= (goal.result == HoldGoal::Result::kWin ? 1 : 0);
    if (!held) return std::optional(std::move(found));
    HoldCounter counter(engine, size, found.held.discs, interrupted);
    const Bitboard legal = mine ? rules::legal_moves(board, size) : 0;
    for (Bitboard rest = legal; rest != 0; rest &= rest - 1) {
      const Square s = first_square(rest);
      const Board after = board.played(s, rules::flips(board, s, size));
      if (!counter.holds(after)) continue;
      const double lines = counter.count(after, false, kNever);
      if (lines < kNever) found.moves.push_back({s, lines});
    }
    std::ranges::stable_sort(found.moves, {}, &HoldingMove::lines);
    found.lines = legal != 0 ? found.moves.front().lines : counter.count(board, mine, kNever);
    found.positions = counter.positions();
    return std::optional(std::move(found));
  } catch (const Interrupted&) {
    return std::optional<LinesToHold>();
  } catch (const TooManyPositions&) {
    return Error{
        ErrorCode::kOutOfRange,
        fmt::format("more than {} positions to count lines in: give one with fewer empty "
                    "squares{}",
                    kMaxPositionsToHold, whole && goal.max_loss > 0 ? ", or a smaller loss" : "")};
  }
}

}  // namespace sumi::protocol
