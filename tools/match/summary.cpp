// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "tools/match/report_text.h"
#include "tools/match/schedule.h"
#include "tools/match/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <unordered_set>

namespace sumi::match {
namespace {

/// Both games of a pair, or an unpaired game.
struct Unit {
  const GameResult* first;
  const GameResult* second = nullptr;
};

int black(const Unit& unit) { return unit.first->fixture.black; }
int white(const Unit& unit) { return unit.first->fixture.white; }

/// Units in the order of their first games.
std::vector<Unit> units_of(std::span<const GameResult> games) {
  std::vector<Unit> units;
  // First games of incomplete pairs, by pair, Black and White.
  std::map<std::tuple<int, int, int>, std::size_t> waiting;
  for (const GameResult& game : games) {
    const Fixture& f = game.fixture;
    const auto counterpart = waiting.find({f.pair, f.white, f.black});
    if (counterpart != waiting.end()) {
      units[counterpart->second].second = &game;
      waiting.erase(counterpart);
    } else {
      waiting.insert({{f.pair, f.black, f.white}, units.size()});
      units.push_back({&game});
    }
  }
  return units;
}

struct Tally {
  void add(const Unit& unit, int engine);
  EloEstimate elo() const;
  MeanError mean_discs() const;

  Score score, played;
  Pentanomial pairs;
  std::vector<double> disc_means;  ///< Per unit.
  double discs = 0;
  int disc_games = 0;
};

void Tally::add(const Unit& unit, int engine) {
  int unit_points = 0, unit_played = 0, unit_discs = 0, unit_disc_games = 0;
  for (const GameResult* game : {unit.first, unit.second}) {
    if (game == nullptr) continue;
    const int won = game->points_of(engine);
    score.add(won);
    if (game->ending == Ending::kUnplayed) continue;
    played.add(won);
    unit_points += won;
    ++unit_played;
    if (!game->black_score) continue;
    unit_discs += game->discs_of(engine);
    ++unit_disc_games;
  }
  if (unit_played == 2) ++pairs.pairs[at(unit_points)];
  if (unit_disc_games == 0) return;
  disc_means.push_back(static_cast<double>(unit_discs) / unit_disc_games);
  discs += unit_discs;
  disc_games += unit_disc_games;
}

EloEstimate Tally::elo() const {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (pairs.count() > 0) return estimate_elo(pairs);
  if (played.games() > 0) return estimate_elo(played);
  return {kNone, -kInfinite, kInfinite, kNone};
}

MeanError Tally::mean_discs() const {
  if (disc_games == 0) return mean_with_error({});
  // The mean weighs all games equally. The error is over units, because games of a pair are
  // dependent.
  return {discs / disc_games, mean_with_error(disc_means).error};
}

/// Equal only for identical games.
std::string identity(const GameResult& game) {
  std::string text =
      fmt::format("{} {} {} ", game.fixture.black, game.fixture.white, sumi::to_text(game.start));
  for (const TimedMove& move : game.moves) text += static_cast<char>(index(move.square));
  return text;
}

int count_duplicates(std::span<const GameResult> games) {
  std::unordered_set<std::string> seen;
  int duplicates = 0;
  for (const GameResult& game : games) {
    // Of a game of people the moves may be unknown.
    const bool unknown = static_cast<int>(game.moves.size()) == game.opening_moves;
    if (game.ending == Ending::kUnplayed || (unknown && game.opening_moves > 0)) continue;
    duplicates += seen.insert(identity(game)).second ? 0 : 1;
  }
  return duplicates;
}

/// Skips passes and the opening.
template <class Visit>
void for_each_engine_move(const GameResult& game, const Visit& visit) {
  for (std::size_t i = static_cast<std::size_t>(game.opening_moves); i < game.moves.size(); ++i) {
    const TimedMove& move = game.moves[i];
    if (move.square != Square::kPass) visit(move);
  }
}

double overhead_ms_per_move(std::span<const GameResult> games) {
  double seconds = 0;
  int moves = 0;
  for (const GameResult& game : games) {
    seconds += game.overhead_seconds;
    for_each_engine_move(game, [&](const TimedMove&) { ++moves; });
  }
  return moves == 0 ? 0 : 1000 * seconds / moves;
}

void add_game(const GameResult& game, std::vector<EngineSummary>& engines) {
  const auto engine = [&](Color color) -> EngineSummary& {
    return engines[at(game.fixture.engine(color))];
  };
  engine(Color::kBlack).as_black.add(game.black_points());
  engine(Color::kWhite).as_white.add(2 - game.black_points());
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const EngineInfo& info = game.engine_info[static_cast<std::size_t>(color)];
    EngineSummary& summary = engine(color);
    summary.noise += info.noise;
    summary.cpu_seconds += info.cpu_seconds;
    if (!info.plays.empty() && std::ranges::count(summary.plays, info.plays) == 0) {
      summary.plays.push_back(info.plays);
    }
  }
  if (is_fault(game.ending)) ++engine(*game.at_fault).faults[game.ending];
  if (game.ending == Ending::kUnplayed && game.at_fault) ++engine(*game.at_fault).unplayed;
  for_each_engine_move(game, [&](const TimedMove& move) {
    EngineSummary& mover = engine(move.color);
    ++mover.moves;
    mover.seconds += move.seconds;
    mover.slowest_seconds = std::max(mover.slowest_seconds, move.seconds);
    if (game.engine_info[static_cast<std::size_t>(move.color)].cpu_seconds > 0) ++mover.cpu_moves;
  });
}

std::vector<EngineSummary> engine_summaries(std::size_t count, std::span<const GameResult> games,
                                            const std::vector<Unit>& units) {
  std::vector<EngineSummary> engines(count);
  std::vector<Tally> tallies(count);
  for (const GameResult& game : games) add_game(game, engines);
  for (const Unit& unit : units) {
    for (const int engine : {black(unit), white(unit)}) tallies[at(engine)].add(unit, engine);
  }
  for (std::size_t i = 0; i < count; ++i) {
    engines[i].engine = static_cast<int>(i);
    engines[i].score = tallies[i].score;
    engines[i].pairs = tallies[i].pairs;
    engines[i].elo = tallies[i].elo();
    engines[i].discs = tallies[i].mean_discs();
  }
  return engines;
}

std::vector<Meeting> meetings_of(const std::vector<Unit>& units) {
  std::map<std::pair<int, int>, Tally> tallies;
  for (const Unit& unit : units) {
    const auto [first, second] = std::minmax({black(unit), white(unit)});
    tallies[{first, second}].add(unit, first);
  }
  std::vector<Meeting> meetings;
  for (const auto& [engines, tally] : tallies) {
    meetings.push_back({engines.first, engines.second, tally.score, tally.played, tally.pairs,
                        tally.elo(), tally.mean_discs()});
  }
  return meetings;
}

/// Of all games, or of those played.
CrossTable cross_table(std::size_t engines, const std::vector<Meeting>& meetings,
                       Score Meeting::*of = &Meeting::score) {
  CrossTable table(engines, std::vector<Score>(engines));
  for (const Meeting& meeting : meetings) {
    const Score& score = meeting.*of;
    table[at(meeting.first)][at(meeting.second)] = score;
    table[at(meeting.second)][at(meeting.first)] = {score.losses, score.draws, score.wins};
  }
  return table;
}

/// -1 without games.
double points_a_game(const Score& score) {
  return score.games() == 0 ? -1 : score.points() / score.games();
}

void sort_best_first(std::vector<EngineSummary>& engines) {
  // Round ratings, so that equal ones compare equal.
  const auto key = [](const EngineSummary& e) {
    return std::tuple(-points_a_game(e.score), -std::round(e.rating.elo * 1e6), e.engine);
  };
  std::ranges::sort(engines, {}, key);
}

std::optional<Anchor> anchor_of(const MatchConfig& config) {
  if (!config.anchor) return std::nullopt;
  for (std::size_t i = 0; i < config.engines.size(); ++i) {
    if (config.engines[i].name == config.anchor->engine) return Anchor{i, config.anchor->elo};
  }
  return std::nullopt;  // check() excludes this
}

}  // namespace

int EngineSummary::fault_count() const {
  int all = 0;
  for (const auto& [ending, count] : faults) all += count;
  return all;
}

Summary summarise(const MatchConfig& config, std::span<const GameResult> games) {
  const std::size_t count = config.engines.size();
  const std::vector<Unit> units = units_of(games);
  Summary summary;
  summary.games = static_cast<int>(games.size());
  summary.planned = planned_games(config);
  summary.engines = engine_summaries(count, games, units);
  summary.meetings = meetings_of(units);
  summary.cross_table = cross_table(count, summary.meetings);
  summary.standings = standings(config, games);
  const std::vector<Rating> ratings =
      bradley_terry(cross_table(count, summary.meetings, &Meeting::played), anchor_of(config));
  for (std::size_t i = 0; i < count; ++i) summary.engines[i].rating = ratings[i];
  sort_best_first(summary.engines);
  if (config.sprt) {  // a match, which has one meeting
    const auto& meetings = summary.meetings;
    summary.sprt = sprt(*config.sprt, meetings.empty() ? Pentanomial() : meetings[0].pairs);
  }
  summary.duplicates = count_duplicates(games);
  summary.overhead_ms_per_move = overhead_ms_per_move(games);
  return summary;
}

namespace {

LostOpening opening_of(std::vector<const GameResult*> games, int engine) {
  constexpr std::size_t kShown = 2;
  LostOpening opening;
  opening.count = static_cast<int>(games.size());
  int discs = 0;
  for (const GameResult* game : games) {
    opening.points += game->points_of(engine) / 2.0;
    discs += game->discs_of(engine);
  }
  opening.discs = static_cast<double>(discs) / opening.count;
  std::stable_sort(games.begin(), games.end(), [&](const GameResult* a, const GameResult* b) {
    return a->discs_of(engine) < b->discs_of(engine);
  });
  games.resize(std::min(games.size(), kShown));
  opening.games = std::move(games);
  return opening;
}

/// Points short of half.
double cost(const LostOpening& opening) { return opening.count / 2.0 - opening.points; }

}  // namespace

/// Games share an opening if start and given moves are equal; its number does not matter.
std::vector<LostOpening> lost_openings(std::span<const GameResult> games, int engine,
                                       std::size_t most) {
  std::map<std::string, std::vector<const GameResult*>> by_opening;
  for (const GameResult& game : games) {
    if (!game.fixture.has(engine) || !game.black_score) continue;
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
