// SPDX-License-Identifier: MIT
/// Games are of one opening if start and given moves are equal, whatever its number.
#include "engine/game/notation.h"
#include "tools/match/lost_openings.h"
#include "tools/match/report_words.h"

#include <algorithm>
#include <map>
#include <string>

namespace sumi::match {
namespace {

int discs_of(const GameResult& game, int engine) {
  return game.fixture.black == engine ? game.black_score->discs : -game.black_score->discs;
}

LostOpening opening_of(std::vector<const GameResult*> games, int engine) {
  constexpr std::size_t kShown = 2;
  LostOpening opening;
  opening.count = static_cast<int>(games.size());
  int discs = 0;
  for (const GameResult* game : games) {
    const bool black = game->fixture.black == engine;
    opening.points += (black ? game->black_points() : 2 - game->black_points()) / 2.0;
    discs += discs_of(*game, engine);
  }
  opening.discs = static_cast<double>(discs) / opening.count;
  std::stable_sort(games.begin(), games.end(), [&](const GameResult* a, const GameResult* b) {
    return discs_of(*a, engine) < discs_of(*b, engine);
  });
  games.resize(std::min(games.size(), kShown));
  opening.games = std::move(games);
  return opening;
}

/// What the opening cost: half of the points would have been fair.
double cost(const LostOpening& opening) { return opening.count / 2.0 - opening.points; }

}  // namespace

std::vector<LostOpening> lost_openings(std::span<const GameResult> games, int engine,
                                       std::size_t most) {
  std::map<std::string, std::vector<const GameResult*>> by_opening;
  for (const GameResult& game : games) {
    const bool plays = game.fixture.black == engine || game.fixture.white == engine;
    if (!plays || !game.black_score) continue;
    const auto length = static_cast<std::size_t>(game.opening_moves);
    by_opening[sumi::to_text(game.start) + moves_text(game, length)].push_back(&game);
  }
  std::vector<LostOpening> openings;
  for (auto& [moves, found] : by_opening) {
    LostOpening opening = opening_of(std::move(found), engine);
    if (cost(opening) > 0) openings.push_back(std::move(opening));
  }
  std::stable_sort(openings.begin(), openings.end(),
                   [](const LostOpening& a, const LostOpening& b) {
                     return cost(a) != cost(b) ? cost(a) > cost(b) : a.discs < b.discs;
                   });
  openings.resize(std::min(openings.size(), most));
  return openings;
}

}  // namespace sumi::match
