// SPDX-License-Identifier: MIT
#include "tools/match/pairing.h"
#include "tools/match/swiss.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace sumi::match {
namespace {

/// What the earlier rounds say of an engine.
struct Record {
  int points = 0;  ///< Half points.
  int byes = 0;
  int color_surplus = 0;  ///< Games as Black less games as White.
  std::optional<Color> latest{};
};

struct History {
  std::vector<Record> records;
  std::vector<int> met;  ///< Meetings of each pair of engines.
};

History history_of(const MatchConfig& config, int round, std::span<const GameResult> games) {
  const std::size_t count = config.engines.size();
  History history{std::vector<Record>(count), std::vector<int>(count * count)};
  const std::vector<int> byes = swiss_byes(config, round, games);
  for (std::size_t i = 0; i < count; ++i) {
    history.records[i].byes = byes[i];
    history.records[i].points = byes[i] * 2 * config.games;
  }
  std::set<std::tuple<int, int, int>> seen;
  std::vector<int> latest_round(count, -1);
  for (const GameResult& game : games) {
    const Fixture& f = game.fixture;
    if (f.round >= round) continue;
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      const bool black = color == Color::kBlack;
      const int engine = black ? f.black : f.white;
      Record& record = history.records[at(engine)];
      record.points += black ? game.black_points() : 2 - game.black_points();
      record.color_surplus += black ? 1 : -1;
      if (f.round < latest_round[at(engine)]) continue;
      latest_round[at(engine)] = f.round;
      record.latest = color;
    }
    const auto [first, second] = std::minmax({f.black, f.white});
    if (!seen.insert({f.round, first, second}).second) continue;
    ++history.met[at(first) * count + at(second)];
    ++history.met[at(second) * count + at(first)];
  }
  return history;
}

/// Whether `a` has Black: the engine with fewer games as Black, then the one that had White last,
/// then, if the first of both had a colour, the other colour for it, otherwise by board.
bool first_is_black(const Record& a, const Record& b, int board) {
  if (a.color_surplus != b.color_surplus) return a.color_surplus < b.color_surplus;
  const auto due = [](const Record& r) {  // 1: Black
    return !r.latest ? 0 : *r.latest == Color::kWhite ? 1 : -1;
  };
  if (due(a) != due(b)) return due(a) > due(b);
  return due(a) != 0 ? due(a) > 0 : board % 2 == 0;
}

/// The larger surplus of colours after a meeting with one game.
int surplus_after(const Record& a, const Record& b) {
  const auto [less, more] = std::minmax(a.color_surplus, b.color_surplus);
  return std::max(std::abs(less + 1), std::abs(more - 1));
}

constexpr std::size_t kCriteria = 7;
/// Costs of a pair, the most important first.
using Costs = std::array<int, kCriteria>;

/// Costs as numbers in which one unit outweighs all later costs of a whole round.
std::vector<std::vector<PairingCost>> weighed(const std::vector<std::vector<Costs>>& costs) {
  const std::size_t count = costs.size();
  Costs most{};
  for (const auto& row : costs) {
    for (const Costs& pair : row) {
      for (std::size_t i = 0; i < kCriteria; ++i) most[i] = std::max(most[i], pair[i]);
    }
  }
  std::vector<std::vector<PairingCost>> weighed(count, std::vector<PairingCost>(count));
  PairingCost unit = 1;
  for (std::size_t i = kCriteria; i-- > 0;) {
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count; ++b) weighed[a][b] += unit * costs[a][b][i];
    }
    unit *= PairingCost{most[i]} * static_cast<PairingCost>(count / 2) + 1;
  }
  return weighed;
}

}  // namespace

std::vector<int> paired_in(const MatchConfig& config, int round) {
  std::vector<int> engines;
  for (std::size_t i = 0; i < config.engines.size(); ++i) {
    const EngineSpec& spec = config.engines[i];
    const bool gone = spec.withdrawn && *spec.withdrawn <= round;
    if (spec.joined <= round && !gone) engines.push_back(static_cast<int>(i));
  }
  return engines;
}

std::vector<int> swiss_byes(const MatchConfig& config, int round,
                            std::span<const GameResult> games) {
  std::set<std::pair<int, int>> played;  // round and engine
  for (const GameResult& game : games) {
    played.insert({game.fixture.round, game.fixture.black});
    played.insert({game.fixture.round, game.fixture.white});
  }
  std::vector<int> byes(config.engines.size());
  for (int r = 0; r < round; ++r) {
    for (const int engine : paired_in(config, r)) byes[at(engine)] += !played.contains({r, engine});
  }
  return byes;
}

std::vector<Encounter> swiss_round(const MatchConfig& config, int round,
                                   std::span<const GameResult> games,
                                   std::span<const std::pair<int, int>> begun) {
  const History history = history_of(config, round, games);
  const auto record = [&](int engine) -> const Record& { return history.records[at(engine)]; };
  std::vector<int> ranked = paired_in(config, round);
  std::ranges::stable_sort(ranked,
                           [&](int a, int b) { return record(a).points > record(b).points; });
  const int players = static_cast<int>(ranked.size());
  if (players < 2) return {};

  std::vector<int> groups;  // number of the group with equal points, by rank
  int fewest_byes = record(ranked[0]).byes;
  for (int i = 0; i < players; ++i) {
    const bool same = i > 0 && record(ranked[at(i)]).points == record(ranked[at(i - 1)]).points;
    groups.push_back(i == 0 ? 0 : groups.back() + (same ? 0 : 1));
    fewest_byes = std::min(fewest_byes, record(ranked[at(i)]).byes);
  }
  // With an odd number of players, the last place is the bye.
  const int places = players + players % 2;
  groups.resize(at(places), groups.back());
  const auto square = [](int n) { return n * n; };
  const auto met = [&](int a, int b) { return history.met[at(a) * config.engines.size() + at(b)]; };
  const auto breaks = [&](int a, int b) {  // whether a pair breaks another that has begun
    return std::ranges::any_of(begun, [&](const auto& pair) {
      return (pair.first == a || pair.first == b || pair.second == a || pair.second == b) &&
             std::minmax(pair.first, pair.second) != std::minmax(a, b);
    });
  };
  std::vector<std::vector<Costs>> costs(at(places), std::vector<Costs>(at(places)));
  for (int i = 0; i < places; ++i) {
    for (int k = i + 1; k < places; ++k) {
      const int a = ranked[at(i)], b = k < players ? ranked[at(k)] : a;
      Costs cost{};
      cost[0] = breaks(a, b) ? 1 : 0;
      cost[4] = square(groups[at(k)] - groups[at(i)]);
      cost[6] = square(k - i);
      if (k == players) {
        cost[1] = record(a).byes - fewest_byes;
      } else {
        const int surplus = config.games == 1 ? surplus_after(record(a), record(b)) : 0;
        cost[2] = met(a, b);
        cost[3] = std::max(surplus - 2, 0);
        cost[5] = std::max(surplus - 1, 0);
      }
      costs[at(i)][at(k)] = costs[at(k)][at(i)] = cost;
    }
  }
  const std::vector<int> partners = cheapest_pairing(weighed(costs));
  std::vector<Encounter> encounters;
  for (int i = 0; i < players; ++i) {
    const int k = partners[at(i)];
    if (k < i || k == players) continue;
    int a = ranked[at(i)], b = ranked[at(k)];
    const int board = static_cast<int>(encounters.size());
    if (config.games == 1 && !first_is_black(record(a), record(b), board)) std::swap(a, b);
    encounters.push_back({a, b, met(a, b)});
  }
  return encounters;
}

}  // namespace sumi::match
