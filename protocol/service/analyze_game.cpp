// SPDX-License-Identifier: MIT
#include "engine/base/time.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/levels.h"
#include "protocol/service/game_analysis.h"
#include "protocol/service/search_memo.h"
#include "protocol/service/watched_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

/// Value and best play for the side to move.
struct Evaluated {
  Score score;
  Line line;
};

struct Choice {
  bool any = false;       ///< A move to another position exists.
  Evaluated others;       ///< The best other move.
  bool bound = false;     ///< `others` is an upper bound.
  int initial_depth = 0;  ///< Plies of the position's first search.
  /// The position's value, if the book lacks some of its moves.
  std::optional<Score> given{};
};

/// Losses below this are searched a third time. The limit grows with the lead, as searches then
/// differ more.
constexpr double kClearDiscs = 6, kShareAhead = 0.25;
/// Up to kAlwaysSolvedEmpties empties every search solves, which is faster than verifying
/// estimates. Up to kMaxVerifiedEmpties a verification solves if it would reach the end of the
/// game, or if the next one would and the level solves with kMaxEarlierEmpties fewer empties.
constexpr int kAlwaysSolvedEmpties = 22, kMaxVerifiedEmpties = 25, kMaxEarlierEmpties = 9;
/// Above that, verifications solve only if the level does (28 empties take minutes); others stop
/// this many plies before the end.
constexpr int kPliesUnsolved = 3;
/// Minimum depth of a first search (15 plies take twice as long and find few more losses); extra
/// depth if a full-width level searches selectively.
constexpr int kMinDepth = 14, kPliesForCuts = 4;

/// Searches that take seconds: solutions from this number of empties on, and others of this depth.
constexpr int kLongSolveEmpties = 23, kLongDepth = 26;

bool takes_long(const Position& position, const SearchLimits& limits) {
  const Bitboard moves = rules::legal_moves(position.board, position.size) & limits.moves;
  if (std::popcount(moves) < 2) return false;
  const int left = empties(position.board, position.size);
  if (asks_for_exact(limits, left)) return left >= kLongSolveEmpties;
  return limits.depth.value_or(0) >= kLongDepth;
}

Stage stage_of(const Position& p) {
  const int squares = p.size * p.size, all = squares - 4;
  const int made = all - std::min(all, empties(p.board, p.size));
  return static_cast<Stage>(std::min(made * kStages / all, kStages - 1));
}

Score negated(Score score) {
  score.discs = 0 - score.discs;  // avoids -0
  return score;
}

Score one_ply_more(Score score, int left) {
  score.depth = score.exact ? left : std::min(score.depth + 1, left);
  if (score.book && !score.exact) ++score.book_plies;
  return score;
}

/// The score for the position after the best move.
Score one_ply_less(Score score) {
  score.depth = std::max(score.depth - 1, 0);
  score.book_plies = std::max(score.book_plies - 1, 0);
  return score;
}

/// Legal moves that lead elsewhere than the move played, up to symmetry.
Bitboard other_moves(const AnalyzedMove& move) {
  const Position& p = move.before;
  const Board played = canonical_after(p, move.played);
  Bitboard others = 0;
  for (Bitboard left = rules::legal_moves(p.board, p.size); left != 0; left &= left - 1) {
    const Square s = first_square(left);
    if (canonical_after(p, s) != played) others |= bit(s);
  }
  return others;
}

Evaluated evaluated_of(const SearchReport& report) {
  const bool exact = report.exact && report.lower == report.upper;
  const Value value = report.upper < kInfinity ? report.upper : report.lower;
  const double discs = exact ? to_disc_diff(value).discs : to_discs(value);
  return {{discs, report.exact, report.depth, report.selectivity}, report.line};
}

class BackwardAnalysis {
 public:
  BackwardAnalysis(Engine& engine, const GameRecord& game, const AnalysisSetup& setup,
                   const std::function<bool()>& interrupted, std::vector<AnalyzedMove>& moves)
      : engine_(engine),
        setup_(setup),
        interrupted_(interrupted),
        moves_(moves),
        end_(game.replay().position()),
        book_(setup.limits.consults_book ? engine.book() : nullptr),
        choices_(moves.size()),
        values_(moves.size() + 1),
        first_(moves.size()) {
    if (!rules::game_over(end_.board, end_.size)) return;
    const int discs = final_score(end_.board, end_.size).discs;
    values_.back().score = {static_cast<double>(discs), true, empties(end_.board, end_.size), 100};
  }

  /// Scores move `i`; may revise later moves. Returns false, without changes, if interrupted.
  bool analyze_move(std::size_t i) {
    const StopWatch watch;
    const SearchLimits limits = first_limits(left(i));
    if (ends_unfinished(i) && !search_end(first_limits(left(i + 1)))) return false;
    std::optional<Score> given;
    if (consult_book(i)) {
      given = std::exchange(choices_[i].given, std::nullopt);
    } else {
      given = value_from_previous_book_move(i);
      if (!search_alternatives(i, limits)) return false;
    }
    Choice& choice = choices_[i];
    const Score& other = choice.others.score;
    choice.initial_depth = other.depth;
    if (!choice.any || other.book) {  // the position after the move may have been searched again
      choice.initial_depth = std::min(after(i).score.depth + 1, limits.depth.value_or(kMaxPly));
    }
    first_ = i;
    update(i);
    constexpr double kNothing = -to_discs(kInfinity);
    if (!verify(i, given ? given->discs : kNothing)) return false;
    for (std::size_t j = i + 1; j < moves_.size(); ++j) {
      if (!choices_[j].given && !verify(j, kNothing)) return false;
    }
    if (given) set_value(i, *given);
    update(moves_.size() - 1);
    revised_.clear();
    for (std::size_t j = i + 1; j < moves_.size(); ++j) {
      if (store(j)) revised_.push_back(j);
    }
    store(i);
    moves_[i].seconds = watch.seconds();
    return true;
  }

  void accept(std::size_t i, const AnalyzedMove& known) {
    AnalyzedMove& move = moves_[i];
    move = known;
    revised_.clear();
    if (ends_unfinished(i)) {
      const bool same_side = same_side_after(i);
      Evaluated& end = values_.back();
      end.score = same_side ? known.after : negated(known.after);
      for (std::size_t k = same_side ? 2 : 1; k < known.played_line.size(); ++k) {
        end.line.push_back(known.played_line[k]);
      }
    }
    Choice& choice = choices_[i];
    choice.any = other_moves(move) != 0;
    choice.others = {known.best, known.best_line};
    choice.bound = known.best_line[0] == known.played;
    choice.initial_depth = known.best.depth;
    if (known.best.book) choice.given = known.best;
    first_ = i;
    update(i);
    store(i);
  }

  const std::vector<std::size_t>& revised() const { return revised_; }

 private:
  const Position& position(std::size_t i) const {
    return i < moves_.size() ? moves_[i].before : end_;
  }
  int left(std::size_t i) const { return empties(position(i).board, position(i).size); }
  bool same_side_after(std::size_t i) const {
    return position(i + 1).to_move == position(i).to_move;
  }
  bool ends_unfinished(std::size_t i) const {
    return i + 1 == moves_.size() && !rules::game_over(end_.board, end_.size);
  }
  bool stopped() const {
    return (setup_.memo && setup_.memo->missing > 0) || (interrupted_ && interrupted_());
  }

  /// The value after move `i` for its mover; the line starts with the move.
  Evaluated after(std::size_t i) const {
    const Evaluated& next = values_[i + 1];
    const bool same_side = same_side_after(i);
    Evaluated found{same_side ? next.score : negated(next.score), {}};
    found.line.push_back(moves_[i].played);
    if (same_side && !next.line.empty()) found.line.push_back(Square::kPass);
    for (const Square s : next.line) {
      if (found.line.size() < kMaxPly) found.line.push_back(s);
    }
    return found;
  }

  bool prefers_played(std::size_t i, double played) const {
    const Choice& choice = choices_[i];
    if (!choice.any) return true;
    return played >= (choice.given ? choice.given->discs : choice.others.score.discs);
  }

  /// Updates the values before move `last` and all earlier moves.
  void update(std::size_t last) {
    for (std::size_t i = last + 1; i-- > first_;) {
      const Choice& choice = choices_[i];
      const Evaluated played = after(i);
      const Score &p = played.score, &other = choice.others.score;
      Evaluated& value = values_[i];
      const bool best = prefers_played(i, p.discs);
      value.line = best ? played.line : choice.others.line;
      if (choice.given) {
        value.score = *choice.given;
        value.score.discs = std::max(value.score.discs, p.discs);
      } else if (!best) {
        value.score = other;
        value.score.exact = other.exact && (p.exact || other.book);
      } else if (!choice.any || other.book || (other.exact && p.exact)) {
        value.score = one_ply_more(p, left(i));
      } else {
        value.score = other;  // as deep as the search of the others
        value.score.discs = p.discs;
        value.score.exact = false;
      }
    }
  }

  SearchReport search(const Position& position, SearchLimits limits) {
    limits.consults_book = false;
    if (!setup_.memo) return search_now(position, limits);
    if (const auto known = setup_.memo->find(position, limits)) return *known;
    SearchReport found = takes_long(position, limits) ? search_by_move(position, limits)
                                                      : search_now(position, limits);
    if (!stopped()) setup_.memo->add(position, limits, found);
    return found;
  }

  /// Combines the memo's results of the single moves. If some are missing, makes its share of them.
  SearchReport search_by_move(const Position& position, SearchLimits limits) {
    SearchMemo& memo = *setup_.memo;
    std::vector<SearchLimits> missing;
    SearchReport best;
    best.upper = -kInfinity;
    best.depth = kMaxPly;
    best.exact = true;
    Bitboard moves = rules::legal_moves(position.board, position.size) & limits.moves;
    for (; moves != 0; moves &= moves - 1) {
      limits.moves = bit(first_square(moves));
      const auto found = memo.find(position, limits);
      if (!found) {
        missing.push_back(limits);
        continue;
      }
      const SearchReport before = best;
      if (before.upper < found->upper) best = *found;
      best.exact = before.exact && found->exact;
      best.depth = std::min(before.depth, found->depth);
      best.selectivity = std::min(before.selectivity, found->selectivity);
    }
    if (const std::size_t share = memo.share.value_or(kMaxLegalMoves); share < missing.size()) {
      memo.add(position, missing[share], search_now(position, missing[share]));
    }
    memo.missing = static_cast<int>(missing.size());
    return best;
  }

  SearchReport search_now(const Position& position, SearchLimits limits) {
    engine_.set_board(position.board, position.to_move);
    const StopWatch watch;
    // For a single move, the engine would stop before move_time.
    std::optional<Millis> most;
    if (std::has_single_bit(limits.moves)) most = std::exchange(limits.move_time, std::nullopt);
    const SearchUpdate found = watched_search(
        engine_, limits, {}, [&] { return stopped() || (most && watch.elapsed() >= *most); });
    if (found.depth > 0 || stopped()) return found;
    SearchLimits least;  // no iteration was completed in time
    least.depth = 1;
    least.moves = limits.moves;
    return engine_.think(least);
  }

  bool search_end(const SearchLimits& limits) {
    const Evaluated found = evaluated_of(search(end_, limits));
    if (stopped()) return false;
    values_.back() = found;
    return true;
  }

  bool search_alternatives(std::size_t i, SearchLimits limits) {
    Choice& choice = choices_[i];
    limits.moves = other_moves(moves_[i]);
    choice.any = limits.moves != 0;
    if (!choice.any) return true;
    const int size = moves_[i].before.size;
    const int played = static_cast<int>(std::floor(after(i).score.discs * Value::kPerDisc));
    limits.alpha = std::min(Value{played}, to_value({size * size - 2}));
    const SearchReport report = search(moves_[i].before, limits);
    if (stopped()) return false;
    choice.others = evaluated_of(report);
    choice.bound = report.lower < report.upper;
    return true;
  }

  /// All searches end at plies of the same parity.
  SearchLimits first_limits(int left) const {
    SearchLimits limits = setup_.limits;
    if (!limits.exact_at_empties || !limits.depth) return limits;
    limits.exact_at_empties = std::max(*limits.exact_at_empties, kAlwaysSolvedEmpties);
    int& depth = *limits.depth;
    if (depth < kMinDepth) {
      depth = limits.selectivity == 100 ? std::min(depth + kPliesForCuts, kMinDepth) : kMinDepth;
      limits.selectivity = kFastSelectivity;
    }
    if ((left + depth) % 2 != 0) ++depth;
    return limits;
  }

  SearchLimits deeper_limits(int depth, int left) const {
    const int solved = setup_.limits.exact_at_empties.value_or(kMaxVerifiedEmpties);
    const bool would_end = left <= solved + kMaxEarlierEmpties && depth + kDeeperPlies >= left;
    SearchLimits limits;
    if (asks_for_exact(setup_.limits, left) || left <= kAlwaysSolvedEmpties ||
        (left <= kMaxVerifiedEmpties && (depth >= left || would_end))) {
      limits.exact_at_empties = left;
    } else {
      limits.depth = std::min(depth, left - kPliesUnsolved);
      // At this depth a full-width search would take minutes.
      limits.selectivity = std::min(setup_.limits.selectivity, level_selectivity(depth));
    }
    return limits;
  }

  /// Whether to search deeper before marking move `i`. `least`: the book's value of the best move.
  /// `again`: verified before.
  bool needs_verification(std::size_t i, double least, bool again) const {
    const Choice& choice = choices_[i];
    const Score played = after(i).score, &other = choice.others.score;
    if (!choice.any || (other.exact && played.exact) || (other.book && played.book)) return false;
    const double lost = std::max(other.discs, least) - played.discs;
    if (lost < kSuspiciousDiscs) return false;
    return !again || lost < kClearDiscs + kShareAhead * std::abs(other.discs);
  }

  /// Searches move `i` and the alternatives deeper while needs_verification().
  bool verify(std::size_t i, double least) {
    for (int n = 0; n < setup_.verifications && needs_verification(i, least, n > 0); ++n) {
      const Choice& choice = choices_[i];
      const int depth = choice.initial_depth + (n + 1) * kDeeperPlies;
      if (!(choice.others.score.book ? deepen(i + 1, depth - 1) : deepen(i, depth))) return false;
      update(i);
    }
    return true;
  }

  /// Searches the position before move `i` to `depth`, and later positions to the same ply of the
  /// game.
  bool deepen(std::size_t i, int depth) {
    if (values_[i].score.exact || depth <= 0) return true;
    const SearchLimits limits = deeper_limits(depth, left(i));
    depth = limits.depth.value_or(left(i));
    if (i == moves_.size()) {
      const Score& end = values_[i].score;
      return end.book || end.depth >= depth || search_end(limits);
    }
    const Choice& choice = choices_[i];
    const Score& other = choice.others.score;
    if (choice.given || (choice.any && other.book)) return true;
    if (!deepen(i + 1, depth - 1)) return false;
    update(i);
    if (!choice.any) return true;
    const bool deep = other.exact || (other.depth >= depth && !limits.exact_at_empties);
    const bool settled = !choice.bound || other.discs <= after(i).score.discs;
    if (!(deep && settled) && !search_alternatives(i, limits)) return false;
    update(i);
    return true;
  }

  std::vector<BookMove> book_moves(std::size_t i) const {
    const int left = empties(position(i).board, position(i).size);
    if (!book_ || position(i).size != 8 || asks_for_exact(setup_.limits, left)) return {};
    return book_->moves(position(i).board);
  }

  Evaluated evaluated_by_book(std::size_t i, const BookMove& move) const {
    const Line line = line_after(*book_, position(i).board, move.move);
    const double discs = move.exact ? to_disc_diff(move.value).discs : to_discs(move.value);
    const int inside = move.exact ? 0 : book_plies(line, move.depth);
    return {{discs, move.exact, move.depth, move.selectivity, true, inside}, line};
  }

  /// Takes the other moves' values from the book. Returns false out of book, or if only one of the
  /// best and the played move is exact.
  bool consult_book(std::size_t i) {
    const std::vector<BookMove> known = book_moves(i);
    if (known.empty()) return false;
    const auto played = std::ranges::find(known, moves_[i].played, &BookMove::move);
    if (played != known.end() && played->exact != known.front().exact) return false;
    Choice& choice = choices_[i];
    const Bitboard others = other_moves(moves_[i]);
    const auto other = std::ranges::find_if(
        known, [others](const BookMove& m) { return (others & bit(m.move)) != 0; });
    choice.any = other != known.end();
    if (choice.any) choice.others = evaluated_by_book(i, *other);
    if (played == known.end()) choice.given = evaluated_by_book(i, known.front()).score;
    return true;
  }

  /// The value before move `i`, the first out of book, from the book's value of the previous move.
  std::optional<Score> value_from_previous_book_move(std::size_t i) const {
    if (i == 0 || same_side_after(i - 1)) return std::nullopt;
    const std::vector<BookMove> known = book_moves(i - 1);
    const auto played = std::ranges::find(known, moves_[i - 1].played, &BookMove::move);
    if (played == known.end() || played->exact || known.front().exact) return std::nullopt;
    return one_ply_less(negated(evaluated_by_book(i - 1, *played).score));
  }

  /// Sets the value before move `i` and, along best moves, the later ones. Returns false, without
  /// changes, if one of them is exact or already set.
  bool set_value(std::size_t i, const Score& given) {
    if (values_[i].score.exact) return false;
    if (i == moves_.size()) {
      values_[i].score = given;
      return true;
    }
    if (choices_[i].given) return false;
    Choice& choice = choices_[i];
    const double played = after(i).score.discs;
    if (prefers_played(i, played) || played > given.discs) {
      const Score next = one_ply_less(given);
      if (!set_value(i + 1, same_side_after(i) ? next : negated(next))) return false;
    }
    choice.given = given;
    return true;
  }

  /// Returns false if the scores are unchanged.
  bool store(std::size_t i) {
    AnalyzedMove& move = moves_[i];
    const Evaluated &best = values_[i], played = after(i);
    if (move.best == best.score && move.after == played.score &&
        std::ranges::equal(move.played_line, played.line)) {
      return false;
    }
    move.best = best.score;
    move.after = played.score;
    move.best_line = best.line;
    move.played_line = played.line;
    derive_loss(move);
    return true;
  }

  Engine& engine_;
  const AnalysisSetup& setup_;
  const std::function<bool()>& interrupted_;
  std::vector<AnalyzedMove>& moves_;
  const Position end_;
  const std::shared_ptr<const OpeningBook> book_;  ///< Null if no book is consulted.
  std::vector<Choice> choices_;
  std::vector<Evaluated> values_;  ///< By the position before each move, and of the last position.
  std::size_t first_;              ///< The first move with a value.
  std::vector<std::size_t> revised_;
};

const AnalyzedMove* find_known(const std::vector<AnalyzedMove>& known, const AnalyzedMove& move) {
  const auto found = std::ranges::find_if(known, [&](const AnalyzedMove& k) {
    return k.index == move.index && k.played == move.played && k.before == move.before;
  });
  return found != known.end() ? &*found : nullptr;
}

void take_stock(GameAnalysis& analysis) {
  for (const AnalyzedMove& move : analysis.moves) {
    analysis.quality[static_cast<std::size_t>(move.before.to_move)].add(move);
    analysis.seconds += move.seconds;
  }
}

}  // namespace

Board canonical_after(const Position& position, Square move) {
  const Board& board = position.board;
  return canonical(board.played(move, rules::flips(board, move, position.size))).board;
}

std::vector<AnalyzedMove> moves_to_analyze(const GameRecord& game) {
  std::vector<AnalyzedMove> moves;
  Game replayed(game.start);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    if (game.moves[i] != Square::kPass) {
      AnalyzedMove move;
      move.index = i;
      move.number = static_cast<int>(moves.size()) + 1;
      move.before = replayed.position();
      move.played = game.moves[i];
      move.forced = std::popcount(replayed.legal_moves()) == 1;
      move.stage = stage_of(move.before);
      moves.push_back(move);
    }
    if (!replayed.play(game.moves[i])) break;
  }
  return moves;
}

GameAnalysis analyze_game(Engine& engine, const GameRecord& game, const AnalysisSetup& setup,
                          const AnalysisProgress& progress,
                          const std::function<bool()>& interrupted,
                          const std::vector<AnalyzedMove>& known) {
  GameAnalysis analysis;
  analysis.game = game;
  analysis.settings = setup.settings;
  std::vector<AnalyzedMove>& moves = analysis.moves = moves_to_analyze(game);
  BackwardAnalysis backward(engine, game, setup, interrupted, moves);
  const int all = static_cast<int>(moves.size());
  std::size_t first = moves.size();
  for (; first > 0; --first) {
    AnalyzedMove& move = moves[first - 1];
    const AnalyzedMove* const before = find_known(known, move);
    if (before) {
      backward.accept(first - 1, *before);
    } else if ((interrupted && interrupted()) || !backward.analyze_move(first - 1)) {
      break;
    }
    if (!progress) continue;
    const int done = all - static_cast<int>(first) + 1;
    for (const std::size_t i : backward.revised()) progress(&moves[i], done - 1, all);
    progress(before ? nullptr : &move, done, all);
  }
  analysis.partial = first > 0;
  moves.erase(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(first));
  take_stock(analysis);
  return analysis;
}

}  // namespace sumi::protocol
