// SPDX-License-Identifier: MIT
#include "protocol/service/analysis_summary.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sumi::protocol {

std::optional<RatingEstimate> estimate_rating(const Quality& quality) {
  constexpr double kNothingLost = 1814, kPerDisc = 261;
  // How far players with the same losses are apart, beyond what few moves explain.
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
  add_player(analysis.game.black, analysis.of(Color::kBlack), opening);
  add_player(analysis.game.white, analysis.of(Color::kWhite), opening);
  add_mistakes(analysis);
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
  played->quality.add(quality.stages[static_cast<std::size_t>(Stage::kOpening)]);
}

void AnalysisSummary::add_mistakes(const GameAnalysis& analysis) {
  for (const std::size_t i : worst_moves(analysis, most_)) {
    const AnalyzedMove& move = analysis.moves[i];
    const bool black = move.before.to_move == Color::kBlack;
    worst_.push_back({games_, black ? analysis.game.black : analysis.game.white, move});
  }
  std::ranges::stable_sort(worst_, more_instructive, &Mistake::move);
  if (worst_.size() > most_) worst_.resize(most_);
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
