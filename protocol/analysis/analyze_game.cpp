// SPDX-License-Identifier: MIT
/// Backwards through a game. The value of the move played is that of a search of it alone, as deep
/// as the one that found the best move; if the position after it is solved, its score is.
#include "engine/base/time.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "protocol/analysis/game_analysis.h"
#include "protocol/report/watched_search.h"

#include <algorithm>
#include <bit>

namespace sumi::protocol {
namespace {

/// What a search found of one move.
struct Found {
  Judgement score;  ///< For the side to move.
  Line line;
};

Stage stage_of(const Position& p) {
  const int squares = p.size * p.size, all = squares - 4;
  const int made = all - std::min(all, empties(p.board, p.size));
  return static_cast<Stage>(std::min(made * kStages / all, kStages - 1));
}

class Walk {
 public:
  Walk(Engine& engine, const GameRecord& game, const AnalysisSetup& setup,
       const std::function<bool()>& interrupted)
      : engine_(engine), setup_(setup), interrupted_(interrupted), end_(game.replay().position()) {}

  /// Judges the move before those that it has seen so far; false, and nothing, if interrupted.
  bool analyze(AnalyzedMove& move);

  /// Steps over a move that was judged before.
  void skip(const AnalyzedMove& move) { next_ = &move; }

 private:
  std::optional<Found> known_after(const AnalyzedMove& move) const;
  Found search(const Position& position, SearchLimits limits, const Judgement* enough = nullptr);
  Found search_played(const AnalyzedMove& move, const Found& best);
  bool stopped() const { return interrupted_ && interrupted_(); }

  Engine& engine_;
  const AnalysisSetup& setup_;
  const std::function<bool()>& interrupted_;
  const Position end_;
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

Judgement judgement_of(const SearchReport& report) {
  const bool exact = report.exact && report.lower == report.upper;
  const double discs = exact ? to_disc_diff(report.value()).discs : to_discs(report.value());
  return {discs, exact, report.depth, report.selectivity};
}

/// Searches until the limits are reached, `interrupted` returns true, or the search is as good as
/// `enough`.
Found Walk::search(const Position& position, SearchLimits limits, const Judgement* enough) {
  engine_.set_board(position.board, position.to_move);
  const StopWatch watch;
  // With a single move to search, the engine stops early on move_time; so we keep the time here.
  const std::optional<Millis> most = enough ? limits.move_time : std::nullopt;
  if (enough) limits.move_time.reset();
  bool done = false;
  SearchUpdate found = watched_search(
      engine_, limits,
      [&](const SearchUpdate& update) { done = enough && reaches(update, *enough); },
      [&] { return done || stopped() || (most && watch.elapsed() >= *most); });
  if (found.depth == 0 && !stopped()) {  // no time for anything
    SearchLimits least;
    least.depth = 1;
    least.moves = limits.moves;
    found = engine_.think(least);
  }
  return {judgement_of(found), found.line};
}

Found Walk::search_played(const AnalyzedMove& move, const Found& best) {
  SearchLimits limits = setup_.limits;
  limits.moves = bit(move.played);
  if (!best.score.exact) limits.depth = best.score.depth;
  return search(move.before, limits, &best.score);
}

/// Both moves lead to the same position but for a symmetry.
bool mirror(const Position& p, Square a, Square b) {
  const auto after = [&](Square s) {
    return canonical(p.board.played(s, rules::flips(p.board, s, p.size))).board;
  };
  return after(a) == after(b);
}

bool Walk::analyze(AnalyzedMove& move) {
  const StopWatch watch;
  const std::optional<Found> known = known_after(move);
  Found best, played;
  if (move.forced && known) {
    best = played = *known;
  } else {
    best = search(move.before, setup_.limits);
    if (stopped()) return false;
    const Square found = best.line.empty() ? move.played : best.line[0];
    const bool same = found == move.played || mirror(move.before, found, move.played);
    if (known && known->score.exact) {
      played = *known;
      if (same && !best.score.exact) best = played;
    } else if (found == move.played) {
      played = best;
    } else {
      played = search_played(move, best);
      if (same) played.score = best.score;
      if (stopped()) return false;
    }
  }
  if (best.score.exact && !played.score.exact) {
    played.score.discs = std::min(played.score.discs, best.score.discs);
  } else if (played.score.discs >= best.score.discs) {
    best = played;
  }
  move.best = best.score;
  move.after = played.score;
  move.best_line = best.line;
  move.played_line = played.line;
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
