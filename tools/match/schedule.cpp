// SPDX-License-Identifier: MIT
/// Numbers of pairs count the openings of all meetings in turn: with M meetings (of a round) and
/// G games each, pair = (round * G/2 + k) * M + m for the k-th pair of the m-th meeting, and its
/// games have the ids 2 * pair and 2 * pair + 1. Nothing in that depends on shard or results.
#include "tools/match/schedule.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <set>
#include <tuple>

namespace sumi::match {
namespace {

/// Two engines that are to play all their openings.
struct Encounter {
  int first = 0, second = 0;
  int before = 0;  ///< How often they met before (Swiss).
};

std::vector<Encounter> all_play_all(int engines) {
  std::vector<Encounter> encounters;
  for (int first = 0; first < engines; ++first) {
    for (int second = first + 1; second < engines; ++second) encounters.push_back({first, second});
  }
  return encounters;
}

std::vector<Encounter> first_plays_all(int engines) {
  std::vector<Encounter> encounters;
  for (int second = 1; second < engines; ++second) encounters.push_back({0, second});
  return encounters;
}

/// A round of a Swiss tournament. Standings are by points, equal ones by index. The best engine
/// left meets the next one it has not met; only if that leads nowhere, others are tried, and only
/// if there is no other way, engines meet again, as few as possible. The bye of an odd number goes
/// to the lowest of those with the fewest byes. It counts as a meeting with every game won, in
/// pairing alone.
class SwissRound {
 public:
  SwissRound(const MatchConfig& config, int round, std::span<const GameResult> earlier);

  std::vector<Encounter> encounters();

 private:
  using Engines = std::vector<int>;

  Engines standings() const;
  std::vector<Engines> fields() const;
  bool pair_up(const Engines& engines, int rematches);
  int& met(int a, int b) { return met_[a * count_ + b]; }

  int count_;
  std::vector<int> points_;  ///< Half points.
  std::vector<int> byes_;
  std::vector<int> met_;  ///< How often, for each two engines.
  std::vector<Encounter> encounters_;
  int steps_ = 0;  ///< Left for pair_up().
};

SwissRound::SwissRound(const MatchConfig& config, int round, std::span<const GameResult> earlier)
    : count_(static_cast<int>(config.engines.size())),
      points_(count_),
      byes_(count_, round),  // less one for each round it played
      met_(static_cast<std::size_t>(count_) * count_) {
  std::set<std::tuple<int, int, int>> seen;
  for (const GameResult& game : earlier) {
    const auto [first, second] = std::minmax({game.fixture.black, game.fixture.white});
    points_[game.fixture.black] += game.black_points();
    points_[game.fixture.white] += 2 - game.black_points();
    if (!seen.insert({game.fixture.round, first, second}).second) continue;
    ++met(first, second);
    ++met(second, first);
    --byes_[first];
    --byes_[second];
  }
  for (int engine = 0; engine < count_; ++engine) {
    points_[engine] += byes_[engine] * 2 * config.games;
  }
}

SwissRound::Engines SwissRound::standings() const {
  Engines engines(count_);
  std::iota(engines.begin(), engines.end(), 0);
  std::ranges::stable_sort(engines, [&](int a, int b) { return points_[a] > points_[b]; });
  return engines;
}

/// The possible sets of engines that play this round, the best first: all engines, or all but one.
std::vector<SwissRound::Engines> SwissRound::fields() const {
  const Engines all = standings();
  if (count_ % 2 == 0) return {all};
  const int fewest = *std::ranges::min_element(byes_);
  std::vector<Engines> fields;
  for (std::size_t place = all.size(); place-- > 0;) {
    if (byes_[all[place]] > fewest) continue;
    fields.push_back(all);
    fields.back().erase(fields.back().begin() + static_cast<std::ptrdiff_t>(place));
  }
  return fields;
}

/// Pairs all engines by trial and error; their earlier meetings may add up to `rematches` at most.
bool SwissRound::pair_up(const Engines& engines, int rematches) {
  if (engines.empty()) return true;
  if (--steps_ < 0) return false;
  const int first = engines[0];
  for (std::size_t i = 1; i < engines.size(); ++i) {
    const int second = engines[i], before = met(first, second);
    if (before > rematches) continue;
    Engines others(engines.begin() + 1, engines.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i) - 1);
    encounters_.push_back({first, second, before});
    if (pair_up(others, rematches - before)) return true;
    encounters_.pop_back();
  }
  return false;
}

std::vector<Encounter> SwissRound::encounters() {
  // The search is exhaustive for a dozen engines; for more it gives up in time and lets one more
  // rematch pass. With enough of them the first try succeeds.
  constexpr int kMaxSteps = 20'000;
  for (int rematches = 0;; ++rematches) {
    steps_ = kMaxSteps;
    for (const Engines& engines : fields()) {
      if (pair_up(engines, rematches)) return encounters_;
    }
  }
}

std::vector<Encounter> encounters_of(const MatchConfig& config, int round,
                                     std::span<const GameResult> earlier) {
  const int engines = static_cast<int>(config.engines.size());
  switch (config.format) {
    case Format::kRoundRobin:
      return all_play_all(engines);
    case Format::kSwiss:
      return SwissRound(config, round, earlier).encounters();
    case Format::kMatch:
    case Format::kGauntlet:
      break;
  }
  return first_plays_all(engines);
}

}  // namespace

int rounds(const MatchConfig& config) {
  return config.format == Format::kSwiss ? config.rounds : 1;
}

int planned_games(const MatchConfig& config) {
  if (!check(config)) return 0;
  // Every round of Swiss has as many games, whoever meets.
  return rounds(config) * static_cast<int>(schedule(config, 0, {}).size());
}

std::vector<Fixture> schedule(const MatchConfig& config, int round,
                              std::span<const GameResult> earlier) {
  assert(check(config) && round >= 0 && round < rounds(config));
  const std::vector<Encounter> encounters = encounters_of(config, round, earlier);
  const int openings = config.games / 2, count = static_cast<int>(encounters.size());
  std::vector<Fixture> fixtures;
  for (int k = 0; k < openings; ++k) {
    for (int m = 0; m < count; ++m) {
      const int pair = (round * openings + k) * count + m;
      if (!config.shard.has(static_cast<std::uint64_t>(pair))) continue;
      const Encounter& e = encounters[static_cast<std::size_t>(m)];
      // Engines that meet again go on with the openings after those of their last meeting.
      const auto opening = static_cast<std::uint64_t>(e.before) * openings + k;
      fixtures.push_back({2 * pair, pair, round, e.first, e.second, opening});
      fixtures.push_back({2 * pair + 1, pair, round, e.second, e.first, opening});
    }
  }
  return fixtures;
}

}  // namespace sumi::match
