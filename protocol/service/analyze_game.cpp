// SPDX-License-Identifier: MIT
/// Backwards through a game. The position before a move is worth what the position after it is, or
/// what the best of the other moves is, which a search finds: so a position has one value, wherever
/// it is shown.
#include "engine/base/time.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/levels.h"
#include "protocol/service/game_analysis.h"
#include "protocol/service/watched_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <utility>

namespace sumi::protocol {
namespace {

/// What is known of a position, for its side to move.
struct Found {
  Judgement score;
  Line line;
};

/// A position of the game with a move to choose.
struct Choice {
  bool any = false;     ///< There are moves that were not played.
  Found others;         ///< The best of them.
  bool bound = false;   ///< They are worth `others` at most; else just that.
  int first_depth = 0;  ///< Plies of the first search of the position.
  /// The book's value of the position, where it knows that but not all that followed.
  std::optional<Judgement> given{};
};

/// Losses that searches agree on; smaller ones are searched a third time. Where one side is far
/// ahead, searches differ by more.
constexpr double kClearDiscs = 6, kShareAhead = 0.25;
/// With at most kSoonSolved empties every level and every check of a mark solves, which takes less
/// time than searches that leave doubts. A check that another one would follow to the end solves
/// with at most kMostToSolve, which takes seconds; but a level that solves late, only with at most
/// kEarlier more than it solves.
constexpr int kSoonSolved = 22, kMostToSolve = 25, kEarlier = 9;
/// Positions with more stay unsolved unless the level solves them: 28 take minutes. A check ends
/// this many plies before the end then.
constexpr int kPliesUnsolved = 3;
/// Least depth of a first search, and what selective cuts add to the depth of a level of full
/// width. 15 plies take twice the time of 14 and find hardly more losses.
constexpr int kLeastDepth = 14, kPliesForCuts = 4;

Stage stage_of(const Position& p) {
  const int squares = p.size * p.size, all = squares - 4;
  const int made = all - std::min(all, empties(p.board, p.size));
  return static_cast<Stage>(std::min(made * kStages / all, kStages - 1));
}

Judgement negated(Judgement score) {
  score.discs = 0 - score.discs;  // never -0
  return score;
}

/// The score of a position after a move, as that of the position before it.
Judgement one_ply_more(Judgement score, int left) {
  score.depth = score.exact ? left : std::min(score.depth + 1, left);
  if (score.book && !score.exact) ++score.book_plies;
  return score;
}

/// The score of a position before its best move, as that of the position after it.
Judgement one_ply_less(Judgement score) {
  score.depth = std::max(score.depth - 1, 0);
  score.book_plies = std::max(score.book_plies - 1, 0);
  return score;
}

/// The legal moves that do not lead to the same position as the one played, symmetries apart.
Bitboard other_moves(const AnalyzedMove& move) {
  const Position& p = move.before;
  const auto after = [&p](Square s) {
    return canonical(p.board.played(s, rules::flips(p.board, s, p.size))).board;
  };
  const Board played = after(move.played);
  Bitboard others = 0;
  for (Bitboard left = rules::legal_moves(p.board, p.size); left != 0; left &= left - 1) {
    const Square s = first_square(left);
    if (after(s) != played) others |= bit(s);
  }
  return others;
}

Found found_of(const SearchReport& report) {
  const bool exact = report.exact && report.lower == report.upper;
  const Value value = report.upper < kInfinity ? report.upper : report.lower;
  const double discs = exact ? to_disc_diff(value).discs : to_discs(value);
  return {{discs, report.exact, report.depth, report.selectivity}, report.line};
}

class Walk {
 public:
  /// `moves`: those of list_moves(), which the walk judges.
  Walk(Engine& engine, const GameRecord& game, const AnalysisSetup& setup,
       const std::function<bool()>& interrupted, std::vector<AnalyzedMove>& moves);

  /// Judges move `i`, when all after it are judged; false, and nothing, if interrupted. May revise
  /// moves after it.
  bool judge_move(std::size_t i);

  /// Takes move `i` as it was judged before, when all after it are judged.
  void accept(std::size_t i, const AnalyzedMove& known);

  /// The moves after `i` that judge_move(i) has revised.
  const std::vector<std::size_t>& revised() const { return revised_; }

 private:
  bool search_end(const SearchLimits& limits);
  bool search_others(std::size_t i, SearchLimits limits);
  bool consult_book(std::size_t i);
  std::optional<Judgement> led_by_book(std::size_t i) const;
  bool verify(std::size_t i, double least);
  bool deepen(std::size_t i, int depth);
  bool impose(std::size_t i, const Judgement& given);
  void update(std::size_t last);
  bool tell(std::size_t i);

  bool is_open(std::size_t i, double least, bool again) const;
  bool prefers_played(std::size_t i, double played) const;
  Found after(std::size_t i) const;
  std::vector<BookMove> book_moves(std::size_t i) const;
  Found found_of_book(std::size_t i, const BookMove& move) const;
  SearchLimits first_limits(int left) const;
  SearchLimits deeper_limits(int depth, int left) const;
  SearchUpdate search(const Position& position, SearchLimits limits);

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
  bool stopped() const { return interrupted_ && interrupted_(); }

  Engine& engine_;
  const AnalysisSetup& setup_;
  const std::function<bool()>& interrupted_;
  std::vector<AnalyzedMove>& moves_;
  const Position end_;
  const std::shared_ptr<const OpeningBook> book_;  ///< Null: none is consulted.
  std::vector<Choice> choices_;                    ///< Of each move.
  std::vector<Found> values_;  ///< Of the position before each move, and of the last position.
  std::size_t first_;          ///< The first move that has a value.
  std::vector<std::size_t> revised_;
};

Walk::Walk(Engine& engine, const GameRecord& game, const AnalysisSetup& setup,
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

/// The position after move `i`, for the side that made the move; the line begins with the move.
Found Walk::after(std::size_t i) const {
  const Found& next = values_[i + 1];
  const bool same_side = same_side_after(i);
  Found found{same_side ? next.score : negated(next.score), {}};
  found.line.push_back(moves_[i].played);
  if (same_side && !next.line.empty()) found.line.push_back(Square::kPass);
  for (const Square s : next.line) {
    if (found.line.size() < kMaxPly) found.line.push_back(s);
  }
  return found;
}

/// Whether move `i` is the best one, being worth `played`.
bool Walk::prefers_played(std::size_t i, double played) const {
  const Choice& choice = choices_[i];
  if (!choice.any) return true;
  return played >= (choice.given ? choice.given->discs : choice.others.score.discs);
}

/// Values the positions before move `last` and before all moves that lead to it.
void Walk::update(std::size_t last) {
  for (std::size_t i = last + 1; i-- > first_;) {
    const Choice& choice = choices_[i];
    const Found played = after(i);
    const Judgement &p = played.score, &other = choice.others.score;
    Found& value = values_[i];
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
      value.score = other;  // as deep as the others were searched
      value.score.discs = p.discs;
      value.score.exact = false;
    }
  }
}

SearchUpdate Walk::search(const Position& position, SearchLimits limits) {
  engine_.set_board(position.board, position.to_move);
  limits.consults_book = false;
  const StopWatch watch;
  // With a single move to search, the engine stops early on move_time; so we keep the time here.
  std::optional<Millis> most;
  if (std::has_single_bit(limits.moves)) most = std::exchange(limits.move_time, std::nullopt);
  const SearchUpdate found = watched_search(
      engine_, limits, {}, [&] { return stopped() || (most && watch.elapsed() >= *most); });
  if (found.depth > 0 || stopped()) return found;
  SearchLimits least;  // there was no time for anything
  least.depth = 1;
  least.moves = limits.moves;
  return engine_.think(least);
}

/// Searches the last position of an unfinished game.
bool Walk::search_end(const SearchLimits& limits) {
  const Found found = found_of(search(end_, limits));
  if (stopped()) return false;
  values_.back() = found;
  return true;
}

/// Searches the moves that were not played. What is worth less than the one played gets a bound.
bool Walk::search_others(std::size_t i, SearchLimits limits) {
  Choice& choice = choices_[i];
  limits.moves = other_moves(moves_[i]);
  choice.any = limits.moves != 0;
  if (!choice.any) return true;
  const int size = moves_[i].before.size;
  const int played = static_cast<int>(std::floor(after(i).score.discs * Value::kPerDisc));
  limits.alpha = std::min(Value{played}, to_value({size * size - 2}));
  const SearchUpdate report = search(moves_[i].before, limits);
  if (stopped()) return false;
  choice.others = found_of(report);
  choice.bound = report.lower < report.upper;
  return true;
}

/// Of the first search of a position. Levels reach the same parity of the game in all positions.
SearchLimits Walk::first_limits(int left) const {
  SearchLimits limits = setup_.limits;
  if (!limits.exact_at_empties || !limits.depth) return limits;
  limits.exact_at_empties = std::max(*limits.exact_at_empties, kSoonSolved);
  int& depth = *limits.depth;
  if (depth < kLeastDepth) {
    depth = limits.selectivity == 100 ? std::min(depth + kPliesForCuts, kLeastDepth) : kLeastDepth;
    limits.selectivity = kFastSelectivity;
  }
  if ((left + depth) % 2 != 0) ++depth;
  return limits;
}

SearchLimits Walk::deeper_limits(int depth, int left) const {
  const int solved = setup_.limits.exact_at_empties.value_or(kMostToSolve);
  const bool would_end = left <= solved + kEarlier && depth + kDeeperPlies >= left;
  SearchLimits limits;
  if (asks_for_exact(setup_.limits, left) || left <= kSoonSolved ||
      (left <= kMostToSolve && (depth >= left || would_end))) {
    limits.exact_at_empties = left;
  } else {
    limits.depth = std::min(depth, left - kPliesUnsolved);
    // A shallow search of full width would take minutes so much deeper.
    limits.selectivity = std::min(setup_.limits.selectivity, level_selectivity(depth));
  }
  return limits;
}

/// Whether deeper searches are to tell if move `i` deserves a mark. `least`: what the book says the
/// best move is worth. `again`: searches did already.
bool Walk::is_open(std::size_t i, double least, bool again) const {
  const Choice& choice = choices_[i];
  const Judgement played = after(i).score, &other = choice.others.score;
  if (!choice.any || (other.exact && played.exact) || (other.book && played.book)) return false;
  const double lost = std::max(other.discs, least) - played.discs;
  if (lost < kSuspiciousDiscs) return false;
  return !again || lost < kClearDiscs + kShareAhead * std::abs(other.discs);
}

/// Searches both move `i` and the others deeper, while the move is open.
bool Walk::verify(std::size_t i, double least) {
  for (int n = 0; n < setup_.verifications && is_open(i, least, n > 0); ++n) {
    const Choice& choice = choices_[i];
    const int depth = choice.first_depth + (n + 1) * kDeeperPlies;
    if (!(choice.others.score.book ? deepen(i + 1, depth - 1) : deepen(i, depth))) return false;
    update(i);
  }
  return true;
}

/// Sees to it that the position before move `i` was searched to this depth, and those after it to
/// the same place of the game.
bool Walk::deepen(std::size_t i, int depth) {
  if (values_[i].score.exact || depth <= 0) return true;
  const SearchLimits limits = deeper_limits(depth, left(i));
  depth = limits.depth.value_or(left(i));
  if (i == moves_.size()) {
    const Judgement& end = values_[i].score;
    return end.book || end.depth >= depth || search_end(limits);
  }
  const Choice& choice = choices_[i];
  const Judgement& other = choice.others.score;
  if (choice.given || (choice.any && other.book)) return true;
  if (!deepen(i + 1, depth - 1)) return false;
  update(i);
  if (!choice.any) return true;
  const bool deep = other.exact || (other.depth >= depth && !limits.exact_at_empties);
  const bool settled = !choice.bound || other.discs <= after(i).score.discs;
  if (!(deep && settled) && !search_others(i, limits)) return false;
  update(i);
  return true;
}

std::vector<BookMove> Walk::book_moves(std::size_t i) const {
  const int left = empties(position(i).board, position(i).size);
  if (!book_ || position(i).size != 8 || asks_for_exact(setup_.limits, left)) return {};
  return book_->moves(position(i).board);
}

Found Walk::found_of_book(std::size_t i, const BookMove& move) const {
  const Line line = line_after(*book_, position(i).board, move.move);
  const double discs = move.exact ? to_disc_diff(move.value).discs : to_discs(move.value);
  const int inside = move.exact ? 0 : book_plies(line, move.depth);
  return {{discs, move.exact, move.depth, move.selectivity, true, inside}, line};
}

/// Asks the book for the moves that were not played; false if it does not know the position, or
/// only one of the best move and the one played exactly.
bool Walk::consult_book(std::size_t i) {
  const std::vector<BookMove> known = book_moves(i);
  if (known.empty()) return false;
  const auto played = std::ranges::find(known, moves_[i].played, &BookMove::move);
  if (played != known.end() && played->exact != known.front().exact) return false;
  Choice& choice = choices_[i];
  const Bitboard others = other_moves(moves_[i]);
  const auto other = std::ranges::find_if(
      known, [others](const BookMove& m) { return (others & bit(m.move)) != 0; });
  choice.any = other != known.end();
  if (choice.any) choice.others = found_of_book(i, *other);
  if (played == known.end()) choice.given = found_of_book(i, known.front()).score;
  return true;
}

/// The value of the position before move `i` by the book that knows the move before, but not the
/// position.
std::optional<Judgement> Walk::led_by_book(std::size_t i) const {
  if (i == 0 || same_side_after(i - 1)) return std::nullopt;
  const std::vector<BookMove> known = book_moves(i - 1);
  const auto played = std::ranges::find(known, moves_[i - 1].played, &BookMove::move);
  if (played == known.end() || played->exact || known.front().exact) return std::nullopt;
  return one_ply_less(negated(found_of_book(i - 1, *played).score));
}

/// Gives the position before move `i` a value, and those after it that follow by best moves. False,
/// and changes nothing, if one of them is proven or known otherwise.
bool Walk::impose(std::size_t i, const Judgement& given) {
  if (values_[i].score.exact) return false;
  if (i == moves_.size()) {
    values_[i].score = given;
    return true;
  }
  if (choices_[i].given) return false;
  Choice& choice = choices_[i];
  const double played = after(i).score.discs;
  if (prefers_played(i, played) || played > given.discs) {
    const Judgement next = one_ply_less(given);
    if (!impose(i + 1, same_side_after(i) ? next : negated(next))) return false;
  }
  choice.given = given;
  return true;
}

/// Puts down what is known of move `i`; false if that is what was known before.
bool Walk::tell(std::size_t i) {
  AnalyzedMove& move = moves_[i];
  const Found &best = values_[i], played = after(i);
  if (move.best == best.score && move.after == played.score &&
      std::ranges::equal(move.played_line, played.line)) {
    return false;
  }
  move.best = best.score;
  move.after = played.score;
  move.best_line = best.line;
  move.played_line = played.line;
  judge(move);
  return true;
}

bool Walk::judge_move(std::size_t i) {
  const StopWatch watch;
  const SearchLimits limits = first_limits(left(i));
  if (ends_unfinished(i) && !search_end(first_limits(left(i + 1)))) return false;
  std::optional<Judgement> given;
  if (consult_book(i)) {
    given = std::exchange(choices_[i].given, std::nullopt);
  } else {
    given = led_by_book(i);
    if (!search_others(i, limits)) return false;
  }
  Choice& choice = choices_[i];
  const Judgement& other = choice.others.score;
  choice.first_depth = other.depth;
  if (!choice.any || other.book) {  // the position after it may have been searched again
    choice.first_depth = std::min(after(i).score.depth + 1, limits.depth.value_or(kMaxPly));
  }
  first_ = i;
  update(i);
  constexpr double kNothing = -to_discs(kInfinity);
  if (!verify(i, given ? given->discs : kNothing)) return false;
  for (std::size_t j = i + 1; j < moves_.size(); ++j) {
    if (!choices_[j].given && !verify(j, kNothing)) return false;
  }
  if (given) impose(i, *given);
  update(moves_.size() - 1);
  revised_.clear();
  for (std::size_t j = i + 1; j < moves_.size(); ++j) {
    if (tell(j)) revised_.push_back(j);
  }
  tell(i);
  moves_[i].seconds = watch.seconds();
  return true;
}

void Walk::accept(std::size_t i, const AnalyzedMove& known) {
  AnalyzedMove& move = moves_[i];
  move = known;
  revised_.clear();
  if (ends_unfinished(i)) {
    const bool same_side = same_side_after(i);
    Found& end = values_.back();
    end.score = same_side ? known.after : negated(known.after);
    for (std::size_t k = same_side ? 2 : 1; k < known.played_line.size(); ++k) {
      end.line.push_back(known.played_line[k]);
    }
  }
  Choice& choice = choices_[i];
  choice.any = other_moves(move) != 0;
  choice.others = {known.best, known.best_line};
  choice.bound = known.best_line[0] == known.played;
  choice.first_depth = known.best.depth;
  if (known.best.book) choice.given = known.best;
  first_ = i;
  update(i);
  tell(i);
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
  Walk walk(engine, game, setup, interrupted, moves);
  const int all = static_cast<int>(moves.size());
  std::size_t first = moves.size();
  for (; first > 0; --first) {
    AnalyzedMove& move = moves[first - 1];
    const AnalyzedMove* const before = find_known(known, move);
    if (before) {
      walk.accept(first - 1, *before);
    } else if ((interrupted && interrupted()) || !walk.judge_move(first - 1)) {
      break;
    }
    if (!progress) continue;
    const int done = all - static_cast<int>(first) + 1;
    for (const std::size_t i : walk.revised()) progress(&moves[i], done - 1, all);
    progress(before ? nullptr : &move, done, all);
  }
  analysis.partial = first > 0;
  moves.erase(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(first));
  take_stock(analysis);
  return analysis;
}

}  // namespace sumi::protocol
