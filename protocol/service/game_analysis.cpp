// SPDX-License-Identifier: MIT
#include "engine/base/text.h"
#include "protocol/service/game_analysis.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace sumi::protocol {
namespace {

constexpr std::string_view kMarkTexts[] = {"", "?!", "?", "??"};
constexpr std::string_view kMarkNames[] = {"", "inaccuracy", "mistake", "blunder"};
constexpr std::string_view kStageNames[] = {"opening", "midgame", "endgame"};

/// Smaller losses are within the noise of estimates.
constexpr double kBestMoveDiscs = 0.5;
/// Estimates this far from a draw probably have the right sign.
constexpr double kLikelyDiscs = 2;

/// Standard deviation of a move's loss from its loss by searches six plies deeper, for 137 marks in
/// the first 24 moves of 25 games of 2014, analysed at level 20.
double deviation_of(const Score& j) {
  constexpr int kDeep = 20;
  if (j.book) return 0.7;
  return j.depth >= kDeep ? 1.3 : 1.6;
}

constexpr double kMaxEstimatedConfidence = 0.99;

double normal(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

int outcome(double discs) { return (discs > 0) - (discs < 0); }

/// Rounds losses to tenths, as printed.
Mark mark_of(double exactly) {
  const double lost = std::round(10 * exactly) / 10;
  if (lost >= kBlunderDiscs) return Mark::kBlunder;
  if (lost >= kMistakeDiscs) return Mark::kMistake;
  return lost >= kInaccuracyDiscs ? Mark::kInaccuracy : Mark::kNone;
}

bool more_instructive(const AnalyzedMove& a, const AnalyzedMove& b) {
  if (turns_result(a) != turns_result(b)) return turns_result(a);
  return a.lost > b.lost;
}

}  // namespace

std::string_view mark_text(Mark mark) { return kMarkTexts[static_cast<std::size_t>(mark)]; }
std::string_view mark_name(Mark mark) { return kMarkNames[static_cast<std::size_t>(mark)]; }
std::string_view stage_name(Stage stage) { return kStageNames[static_cast<std::size_t>(stage)]; }

void derive_loss(AnalyzedMove& move) {
  move.lost = std::max(0.0, move.best.discs - move.after.discs);
  move.mark = mark_of(move.lost);
  const bool certain = move.mark == Mark::kNone || (move.best.exact && move.after.exact);
  // Final scores are even: above one disc means two or more.
  move.confidence =
      certain ? 1
              : std::min(kMaxEstimatedConfidence,
                         normal((move.lost - kInaccuracyDiscs / 2) / deviation_of(move.after)));
  move.changes_result =
      move.best.exact && move.after.exact && outcome(move.best.discs) != outcome(move.after.discs);
}

bool turns_result(const AnalyzedMove& move) {
  return move.changes_result ||
         (move.best.discs >= kLikelyDiscs && move.after.discs <= -kLikelyDiscs);
}

void Quality::add(const AnalyzedMove& move) {
  if (move.forced) return;
  ++moves;
  if (move.lost < kBestMoveDiscs) ++best_moves;
  lost += move.lost;
  squares += move.lost * move.lost;
  ++marks[static_cast<std::size_t>(move.mark)];
}

void Quality::add(const Quality& other) {
  moves += other.moves;
  best_moves += other.best_moves;
  lost += other.lost;
  squares += other.squares;
  for (std::size_t i = 0; i < marks.size(); ++i) marks[i] += other.marks[i];
}

double Quality::mean_lost() const { return moves == 0 ? 0 : lost / moves; }

double Quality::accuracy() const { return 100 * std::exp2(-mean_lost() / kAccuracyHalf); }

std::optional<double> Quality::mean_lost_error() const {
  constexpr double kInterval = 1.96;
  if (moves < kFewMoves) return std::nullopt;
  const double mean = mean_lost();
  const double variance = std::max(0.0, squares - moves * mean * mean) / (moves - 1);
  return kInterval * std::sqrt(variance / moves);
}

std::optional<double> Quality::accuracy_error() const {
  const std::optional<double> error = mean_lost_error();
  if (!error) return std::nullopt;
  return accuracy() * std::numbers::ln2 / kAccuracyHalf * *error;
}

void SideQuality::add(const AnalyzedMove& move) {
  all.add(move);
  stages[static_cast<std::size_t>(move.stage)].add(move);
}

void SideQuality::add(const SideQuality& other) {
  all.add(other.all);
  for (std::size_t i = 0; i < stages.size(); ++i) stages[i].add(other.stages[i]);
}

bool names_player(std::string_view name, std::string_view player) {
  const std::string whole = to_lower(name), part = to_lower(player);
  if (part.empty()) return true;
  // A word ends where either neighbour is not an ASCII letter or digit.
  const auto joined = [](char a, char b) { return is_alnum(a) && is_alnum(b); };
  for (std::size_t at = whole.find(part); at != whole.npos; at = whole.find(part, at + 1)) {
    const std::size_t end = at + part.size();
    const bool begins = at == 0 || !joined(whole[at - 1], part.front());
    if (begins && (end == whole.size() || !joined(part.back(), whole[end]))) return true;
  }
  return false;
}

bool MistakesOf::includes(const GameRecord& game, Color color) const {
  return side.value_or(color) == color && names_player(player_of(game, color), player);
}

bool MistakesOf::any_of(const GameRecord& game) const {
  return includes(game, Color::kBlack) || includes(game, Color::kWhite);
}

void keep_mistakes(GameAnalysis& analysis, const MistakesOf& of) {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    if (of.includes(analysis.game, color)) continue;
    analysis.only = !color;
    analysis.quality[static_cast<std::size_t>(color)] = {};
    for (AnalyzedMove& move : analysis.moves) {
      if (move.before.to_move != color) continue;
      move.mark = Mark::kNone;
      move.confidence = 1;
    }
  }
}

std::vector<std::size_t> worst_moves(const GameAnalysis& analysis, std::size_t most) {
  const std::vector<AnalyzedMove>& moves = analysis.moves;
  std::vector<std::size_t> worst;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].mark != Mark::kNone) worst.push_back(i);
  }
  std::ranges::stable_sort(
      worst, [&](std::size_t a, std::size_t b) { return more_instructive(moves[a], moves[b]); });
  worst.resize(std::min(worst.size(), most));
  return worst;
}

std::optional<RatingEstimate> estimate_rating(const Quality& quality) {
  constexpr double kNothingLost = 1814, kPerDisc = 261;
  // Spread of ratings at equal losses, beyond sampling error.
  constexpr double kSpread = 1.96 * 80;
  if (quality.moves < kRatedMoves) return std::nullopt;
  const double error = quality.mean_lost_error().value_or(0);
  return RatingEstimate{std::max(0.0, kNothingLost - kPerDisc * quality.mean_lost()),
                        std::hypot(kPerDisc * error, kSpread)};
}

std::optional<RatingEstimate> PlayerQuality::rating() const {
  return name.empty() ? std::nullopt : estimate_rating(quality.all);
}

void AnalysisSummary::add(const GameAnalysis& analysis) {
  ++games_;
  if (analysis.partial) ++partial_;
  seconds_ += analysis.seconds;
  const book::OpeningName* const opening = book::find_opening(analysis.game, kProfilePlies);
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    add_player(player_of(analysis.game, color), analysis.of(color), opening);
  }
  for (const std::size_t i : worst_moves(analysis, most_)) {
    const AnalyzedMove& move = analysis.moves[i];
    worst_.push_back({games_, player_of(analysis.game, move.before.to_move), move});
  }
  std::ranges::stable_sort(worst_, more_instructive, &Mistake::move);
  if (worst_.size() > most_) worst_.resize(most_);
}

void AnalysisSummary::add_player(const std::string& name, const SideQuality& quality,
                                 const book::OpeningName* opening) {
  all_.add(quality);
  if (quality.all.moves == 0) return;
  PlayerQuality& player = players_[name];
  player.name = name;
  const bool new_game = std::exchange(player.last_game, games_) != games_;
  if (new_game) ++player.games;
  player.quality.add(quality);
  auto played = std::ranges::find(player.openings, opening, &OpeningQuality::opening);
  if (played == player.openings.end()) {
    played = player.openings.insert(played, OpeningQuality{.opening = opening, .quality = {}});
  }
  if (new_game) ++played->games;
  played->quality.add(quality.of(Stage::kOpening));
}

std::vector<PlayerQuality> AnalysisSummary::players() const {
  std::vector<PlayerQuality> list;
  for (const auto& [name, player] : players_) list.push_back(player);
  for (PlayerQuality& player : list) {
    std::ranges::stable_sort(player.openings, std::ranges::greater{}, &OpeningQuality::games);
  }
  std::ranges::stable_sort(list, [](const PlayerQuality& a, const PlayerQuality& b) {
    if (a.games != b.games) return a.games > b.games;
    return a.quality.all.accuracy() > b.quality.all.accuracy();
  });
  return list;
}

}  // namespace sumi::protocol
