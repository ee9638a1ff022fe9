// SPDX-License-Identifier: MIT
/// Backwards through a game. The value of the move played is that of a search of it alone, as deep
/// as the one that found the best move; where that is exact, the score of the solved position after
/// it is.
#include "engine/base/time.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/levels.h"
#include "protocol/analysis/game_analysis.h"
#include "protocol/report/watched_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

namespace sumi::protocol {
namespace {

/// What a search found of one move.
struct Found {
  Judgement score;  ///< For the side to move.
  Line line;
};

/// The best move found and the move played.
struct Compared {
  Found best, played;

  double lost() const { return best.score.discs - played.score.discs; }
};

/// What two searches have called a loss of so much is one; of less a third one is asked. Where one
/// side is far ahead, searches differ by more.
constexpr double kClearDiscs = 6, kShareAhead = 0.25;
/// So many empties are solved in less time than a deep search takes.
constexpr int kSoonSolved = 20;
/// A position with more takes many seconds to solve, and up to minutes; cuts that are as sure as
/// this are enough then.
constexpr int kMostToSolve = 25, kSureSelectivity = 95;

Stage stage_of(const Position& p) {
  const int squares = p.size * p.size, all = squares - 4;
  const int made = all - std::min(all, empties(p.board, p.size));
  return static_cast<Stage>(std::min(made * kStages / all, kStages - 1));
}

class Walk {
 public:
  Walk(Engine& engine, const GameRecord& game, const AnalysisSetup& setup,
       const std::function<bool()>& interrupted)
      : engine_(engine),
        setup_(setup),
        interrupted_(interrupted),
        end_(game.replay().position()),
        book_(setup.limits.consults_book ? engine.book() : nullptr) {}

  /// Judges the move before those that it has seen so far; false, and nothing, if interrupted.
  bool analyze(AnalyzedMove& move);

  /// Steps over a move that was judged before.
  void skip(const AnalyzedMove& move) { next_ = &move; }

 private:
  std::optional<Found> known_after(const AnalyzedMove& move) const;
  std::optional<Compared> by_book(const AnalyzedMove& move,
                                  const std::vector<BookMove>& known) const;
  Compared by_search(const AnalyzedMove& move, SearchLimits limits);
  Compared by_search_of(Square best, const AnalyzedMove& move, SearchLimits limits);
  Compared by_deeper_search(const AnalyzedMove& move, const Found& best);
  Compared compare(const AnalyzedMove& move);
  SearchUpdate search(const Position& position, SearchLimits limits, const Judgement* enough);
  bool stopped() const { return interrupted_ && interrupted_(); }

  Engine& engine_;
  const AnalysisSetup& setup_;
  const std::function<bool()>& interrupted_;
  const Position end_;
  const std::shared_ptr<const OpeningBook> book_;  ///< Null: none is consulted.
  const AnalyzedMove* next_ = nullptr;  ///< The move after this one; null for the last move.
};

/// The score and line of the played move as known from the move after it or the end of the game.
/// Nothing for the last move of an unfinished game.
std::optional<Found> Walk::known_after(const AnalyzedMove& move) const {
  Found found;
  found.line.push_back(move.played);
  const int size = move.before.size, left = empties(move.before.board, size);
  if (!next_) {
    if (!rules::game_over(end_.board, size)) return std::nullopt;
    const int score = final_score(end_.board, size).discs;
    found.score = {static_cast<double>(end_.to_move == move.before.to_move ? score : -score), true,
                   left, 100};
    return found;
  }
  const bool same_side = next_->before.to_move == move.before.to_move;
  found.score = next_->best;
  if (!same_side) found.score.discs = 0 - found.score.discs;  // never -0
  found.score.depth = found.score.exact ? left : std::min(found.score.depth + 1, left);
  if (same_side) found.line.push_back(Square::kPass);
  for (const Square s : next_->best_line) {
    if (found.line.size() < kMaxPly) found.line.push_back(s);
  }
  return found;
}

bool reaches(const SearchReport& report, const Judgement& enough) {
  if (report.exact || enough.exact) return report.exact;
  return report.depth > enough.depth ||
         (report.depth == enough.depth && report.selectivity >= enough.selectivity);
}

Found found_of(const SearchReport& report) {
  const bool exact = report.exact && report.lower == report.upper;
  const double discs = exact ? to_disc_diff(report.value()).discs : to_discs(report.value());
  return {{discs, exact, report.depth, report.selectivity}, report.line};
}

/// Searches until the limits are reached, `interrupted` returns true, or the search is as good as
/// `enough`.
SearchUpdate Walk::search(const Position& position, SearchLimits limits, const Judgement* enough) {
  engine_.set_board(position.board, position.to_move);
  limits.consults_book = false;
  const StopWatch watch;
  // With a single move to search, the engine stops early on move_time; so we keep the time here.
  const std::optional<Millis> most = enough ? limits.move_time : std::nullopt;
  if (enough) limits.move_time.reset();
  bool done = false;
  const SearchUpdate found = watched_search(
      engine_, limits,
      [&](const SearchUpdate& update) { done = enough && reaches(update, *enough); },
      [&] { return done || stopped() || (most && watch.elapsed() >= *most); });
  if (found.depth > 0 || stopped()) return found;
  SearchLimits least;  // there was no time for anything
  least.depth = 1;
  least.moves = limits.moves;
  least.candidates = limits.candidates;
  return engine_.think(least);
}

/// Both moves lead to the same position but for a symmetry.
bool mirror(const Position& p, Square a, Square b) {
  const auto after = [&](Square s) {
    return canonical(p.board.played(s, rules::flips(p.board, s, p.size))).board;
  };
  return after(a) == after(b);
}

/// Both moves by the book; nothing if it does not know the move played, or only one of them
/// exactly.
std::optional<Compared> Walk::by_book(const AnalyzedMove& move,
                                      const std::vector<BookMove>& known) const {
  const auto played = std::ranges::find(known, move.played, &BookMove::move);
  if (played == known.end() || played->exact != known.front().exact) return std::nullopt;
  const Board& board = move.before.board;
  const auto found = [&](const BookMove& m) {
    const Line line = line_after(*book_, board, m.move);
    const double discs = m.exact ? to_disc_diff(m.value).discs : to_discs(m.value);
    const int inside = m.exact ? 0 : book_plies(line, m.depth);
    return Found{{discs, m.exact, m.depth, m.selectivity, true, inside}, line};
  };
  return Compared{found(known.front()), found(*played)};
}

/// The best of all moves and the move played, by searches of one depth or exactly.
Compared Walk::by_search(const AnalyzedMove& move, SearchLimits limits) {
  Compared both;
  both.best = found_of(search(move.before, limits, nullptr));
  if (stopped()) return both;
  const Square best = both.best.line.empty() ? move.played : both.best.line[0];
  if (best == move.played) {
    both.played = both.best;
    return both;
  }
  const std::optional<Found> known = both.best.score.exact ? known_after(move) : std::nullopt;
  if (known && known->score.exact) {
    both.played = *known;
  } else {
    limits.moves = bit(move.played);
    if (!both.best.score.exact) limits.depth = both.best.score.depth;
    both.played = found_of(search(move.before, limits, &both.best.score));
  }
  if (mirror(move.before, best, move.played)) both.played.score = both.best.score;
  return both;
}

/// These two moves by one search. It proves nothing of the position, which has other moves.
Compared Walk::by_search_of(Square best, const AnalyzedMove& move, SearchLimits limits) {
  limits.moves = bit(best) | bit(move.played);
  limits.candidates = 2;
  const SearchUpdate found = search(move.before, limits, nullptr);
  Compared both{found_of(found), found_of(found)};
  both.best.score.exact = both.played.score.exact = false;
  if (found.others.empty()) return both;
  const Candidate& other = found.others[0];
  Found& second = found.move() == move.played ? both.best : both.played;
  second.line = other.line;
  second.score.discs = to_discs(other.value());
  return both;
}

/// The best move and the one played again, deeper or exactly.
Compared Walk::by_deeper_search(const AnalyzedMove& move, const Found& best) {
  const int left = empties(move.before.board, move.before.size);
  const int depth = best.score.depth + kDeeperPlies;
  SearchLimits limits;
  // Where the next step would reach the end, this one does.
  if (left <= kSoonSolved || (depth + kDeeperPlies >= left && left <= kMostToSolve)) {
    limits.exact_at_empties = left;
    return by_search(move, limits);
  }
  // A shallow search of full width would take minutes so much deeper.
  limits.selectivity = std::min(best.score.selectivity, level_selectivity(depth));
  if (depth < left) {
    limits.depth = depth;
    return by_search_of(best.line[0], move, limits);
  }
  // Each for itself: around its value a search to the end takes a fraction of the time.
  const Judgement sure{.depth = left, .selectivity = kSureSelectivity};
  const auto searched = [&](Square s) {
    limits.moves = bit(s);
    Found found = found_of(search(move.before, limits, &sure));
    found.score.exact = false;  // nobody has looked at the other moves
    return found;
  };
  return {searched(best.line[0]), searched(move.played)};
}

/// Whether a deeper search is to tell if the move deserves a mark. `again`: one did already.
/// `left`: empties.
bool is_open(const Compared& both, bool again, int left) {
  const bool exact = both.best.score.exact && both.played.score.exact;
  if (exact || both.lost() < kSuspiciousDiscs) return false;
  const double clear = kClearDiscs + kShareAhead * std::abs(both.best.score.discs);
  if (again && both.lost() >= clear) return false;
  return !again || both.best.score.depth + kDeeperPlies < left || left <= kMostToSolve;
}

Compared Walk::compare(const AnalyzedMove& move) {
  const int left = empties(move.before.board, move.before.size);
  std::vector<BookMove> known;
  if (book_ && move.before.size == 8 && !asks_for_exact(setup_.limits, left)) {
    known = book_->moves(move.before.board);
  }
  if (const auto both = by_book(move, known)) return *both;
  Compared both = known.empty() ? by_search(move, setup_.limits)
                                : by_search_of(known.front().move, move, setup_.limits);
  for (int i = 0; i < setup_.verifications && !stopped() && is_open(both, i > 0, left); ++i) {
    both = by_deeper_search(move, both.best);
  }
  return both;
}

bool Walk::analyze(AnalyzedMove& move) {
  const StopWatch watch;
  const std::optional<Found> known = move.forced ? known_after(move) : std::nullopt;
  Compared both;
  if (known) {
    both = {*known, *known};
  } else {
    both = compare(move);
    if (stopped()) return false;
  }
  if (both.lost() <= 0) both.best = both.played;
  move.best = both.best.score;
  move.after = both.played.score;
  move.best_line = both.best.line;
  move.played_line = both.played.line;
  move.seconds = watch.seconds();
  judge(move);
  next_ = &move;
  return true;
}

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

std::vector<AnalyzedMove> list_moves(const GameRecord& game) {
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
  std::vector<AnalyzedMove>& moves = analysis.moves = list_moves(game);
  Walk walk(engine, game, setup, interrupted);
  const int all = static_cast<int>(moves.size());
  std::size_t first = moves.size();
  for (; first > 0; --first) {
    AnalyzedMove& move = moves[first - 1];
    const AnalyzedMove* const before = find_known(known, move);
    if (before) {
      move = *before;
      walk.skip(move);
    } else if ((interrupted && interrupted()) || !walk.analyze(move)) {
      break;
    }
    if (progress) progress(before ? nullptr : &move, all - static_cast<int>(first) + 1, all);
  }
  analysis.partial = first > 0;
  moves.erase(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(first));
  take_stock(analysis);
  return analysis;
}

}  // namespace sumi::protocol
