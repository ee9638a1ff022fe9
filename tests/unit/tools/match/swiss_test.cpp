// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "tests/support/events.h"
#include "tools/match/schedule.h"
#include "tools/match/standings.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace sumi;
using namespace sumi::match;
using test::event_of;
using test::finished;

namespace {

/// What an event has shown so far, kept apart from the code under test.
struct Ledger {
  std::map<std::pair<int, int>, int> met;
  std::vector<int> byes, surplus;  ///< By engine; games as Black less games as White.

  int meetings(int a, int b) const {
    const auto found = met.find(std::minmax(a, b));
    return found == met.end() ? 0 : found->second;
  }

  /// Who has no game gets a bye.
  void add(const std::vector<Fixture>& round, const std::vector<int>& players) {
    for (const Fixture& f : round) {
      ++met[std::minmax(f.black, f.white)];
      ++surplus[static_cast<std::size_t>(f.black)];
      --surplus[static_cast<std::size_t>(f.white)];
    }
    for (const int player : players) {
      const bool plays = std::ranges::any_of(
          round, [&](const Fixture& f) { return f.black == player || f.white == player; });
      byes[static_cast<std::size_t>(player)] += !plays;
    }
  }
};

/// The fewest second byes, then rematches, of all pairings, by trying them all.
std::pair<int, int> fewest(const Ledger& ledger, std::vector<int> players) {
  if (players.empty()) return {0, 0};
  std::pair<int, int> best(1'000, 0);
  const int first = players.back();
  players.pop_back();
  if (players.size() % 2 == 0) {  // an odd number: `first` may have the bye
    auto rest = fewest(ledger, players);
    rest.first += ledger.byes[static_cast<std::size_t>(first)];
    best = std::min(best, rest);
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    std::vector<int> others = players;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    auto rest = fewest(ledger, others);
    rest.second += ledger.meetings(first, players[i]);
    best = std::min(best, rest);
  }
  return best;
}

std::vector<int> players_of(int count) {
  std::vector<int> players;
  for (int i = 0; i < count; ++i) players.push_back(i);
  return players;
}

/// Brightwell quotients by the text of the rule, from the list of games alone.
double brightwell(const MatchConfig& config, const std::vector<GameResult>& games, int player,
                  const std::vector<int>& byes) {
  const auto points = [&](int engine) {
    double sum = byes[static_cast<std::size_t>(engine)];
    for (const GameResult& game : games) {
      const int discs = game.black_score->discs;
      if (game.fixture.black == engine) sum += discs > 0 ? 1 : discs == 0 ? 0.5 : 0;
      if (game.fixture.white == engine) sum += discs < 0 ? 1 : discs == 0 ? 0.5 : 0;
    }
    return sum;
  };
  const auto withdrawn = [&](int engine) {
    return config.engines[static_cast<std::size_t>(engine)].withdrawn.has_value();
  };
  double own_discs = 0, opponents = 0;
  int set_aside = byes[static_cast<std::size_t>(player)];
  for (const GameResult& game : games) {
    const bool black = game.fixture.black == player;
    if (!black && game.fixture.white != player) continue;
    const int opponent = black ? game.fixture.white : game.fixture.black;
    if (withdrawn(opponent)) {
      ++set_aside;
      continue;
    }
    own_discs += 32 + (black ? 1 : -1) * game.black_score->discs / 2;
    opponents += points(opponent);
  }
  return own_discs + 6 * opponents + set_aside * (32 + 6 * points(player));
}

}  // namespace

TEST_CASE("a thousand Swiss events follow the rules", "[swiss]") {
  SplitMix64 random(59);
  int unbalanced = 0, sides = 0;
  for (int event = 0; event < 1000; ++event) {
    // Each size at least once, and more small ones.
    const int count = 5 + (event < 60 ? event : std::min(random.below(60), random.below(60)));
    MatchConfig config = event_of(Format::kSwiss, count, 1);
    config.rounds = count < 8 ? 4 : 5 + random.below(5);
    std::vector<int> strength;
    for (int i = 0; i < count; ++i) strength.push_back(random.below(40));
    CAPTURE(event, count, config.rounds);

    Ledger ledger{{}, std::vector<int>(strength.size()), std::vector<int>(strength.size())};
    std::vector<GameResult> games;
    for (int round = 0; round < config.rounds; ++round) {
      CAPTURE(round);
      const std::vector<Fixture> fixtures = schedule(config, round, games);
      REQUIRE(static_cast<int>(fixtures.size()) == count / 2);
      int rematches = 0;
      for (const Fixture& f : fixtures) rematches += ledger.meetings(f.black, f.white);
      std::vector<int> second_byes = ledger.byes;
      const Ledger before = ledger;
      ledger.add(fixtures, players_of(count));
      if (count <= 8) {
        int seconds = 0;
        for (std::size_t i = 0; i < second_byes.size(); ++i) {
          if (ledger.byes[i] > second_byes[i]) seconds += second_byes[i];
        }
        CHECK(std::pair(seconds, rematches) == fewest(before, players_of(count)));
      } else if (round < count / 2) {
        CHECK(rematches == 0);  // another pairing exists (Dirac, 1952)
      }
      CHECK(*std::ranges::max_element(ledger.byes) <= 1);
      for (const int surplus : ledger.surplus) CHECK(std::abs(surplus) <= 2);
      for (const Fixture& f : fixtures) {
        const int edge = strength[static_cast<std::size_t>(f.black)] -
                         strength[static_cast<std::size_t>(f.white)];
        const int discs = 2 * std::clamp((edge + random.below(41) - 20) / 2, -32, 32);
        games.push_back(finished(f, discs));
      }
    }
    for (const int surplus : ledger.surplus) {
      unbalanced += std::abs(surplus) > 1;
      ++sides;
    }
    if (event % 3 == 0) config.engines[0].withdrawn = config.rounds;
    const std::vector<Standing> table = standings(config, games);
    for (std::size_t i = 0; i < table.size(); ++i) {
      const double wanted = brightwell(config, games, table[i].engine, ledger.byes);
      CHECK(table[i].brightwell == Approx(wanted));
      if (i == 0) continue;
      CHECK(std::pair(table[i - 1].points, table[i - 1].brightwell + 1e-6) >=
            std::pair(table[i].points, table[i].brightwell));
    }
  }
  // A surplus of two is rare: 5 %.
  CHECK(unbalanced < sides / 16);
}

TEST_CASE("a bye counts as a win for the next pairing", "[swiss]") {
  for (const int count : {7, 9, 11}) {
    CAPTURE(count);
    MatchConfig config = event_of(Format::kSwiss, count, 2);
    config.rounds = 2;
    std::vector<GameResult> games;
    std::set<int> with_bye;
    for (int i = 0; i < count; ++i) with_bye.insert(i);
    const std::vector<Fixture> first = schedule(config, 0, games);
    for (const Fixture& f : first) {
      with_bye.erase(f.black);
      with_bye.erase(f.white);
      // One engine wins both games; all others draw.
      const bool won = std::minmax(f.black, f.white) == std::minmax(first[0].black, first[0].white);
      games.push_back(finished(f, !won ? 0 : f.black == first[0].black ? 2 : -2));
    }
    REQUIRE(with_bye.size() == 1);
    const std::pair<int, int> best = std::minmax(first[0].black, *with_bye.begin());
    const std::vector<Fixture> second = schedule(config, 1, games);
    CHECK(std::ranges::any_of(second, [&](const Fixture& f) {
      return std::pair<int, int>(std::minmax(f.black, f.white)) == best;
    }));
  }
}

TEST_CASE("a late entry and a withdrawal change only later rounds", "[swiss]") {
  MatchConfig config = event_of(Format::kSwiss, 6, 2);
  config.rounds = 4;
  std::vector<GameResult> games;
  for (int round = 0; round < 2; ++round) {
    for (const Fixture& f : schedule(config, round, games)) {
      games.push_back(finished(f, f.black < f.white ? 2 : -2));
    }
  }
  games.pop_back();  // a game of round 2 is open
  const Fixture open = schedule(config, 1, games).back();
  config.engines.push_back(config.engines[0]);
  config.engines.back().name = "late";
  config.engines.back().joined = next_change(config, games);
  config.engines[1].withdrawn = next_change(config, games);
  CHECK(config.engines[1].withdrawn == 2);
  CHECK(schedule(config, 1, games).back() == open);
  games.push_back(finished(open, 2));
  std::set<int> ids, third;
  for (const GameResult& game : games) ids.insert(game.fixture.id);
  for (const Fixture& f : schedule(config, 2, games)) {
    third.insert({f.black, f.white});
    CHECK(ids.insert(f.id).second);
  }
  CHECK(third.contains(6));
  CHECK_FALSE(third.contains(1));
  CHECK(third.size() == 6);
  CHECK(planned_games(config) == 2 * (3 + 3 + 3 + 3));
}

TEST_CASE("a round that has begun keeps its meetings", "[swiss]") {
  MatchConfig config = event_of(Format::kSwiss, 6, 2);
  std::vector<GameResult> games;
  for (const Fixture& f : schedule(config, 0, games)) games.push_back(finished(f, 2));
  const std::vector<Fixture> usual = schedule(config, 1, games);
  // Another program paired 5 and 0 on the second board.
  Fixture other = usual[2];
  other.black = 5;
  other.white = 0;
  games.push_back(finished(other, 2));
  const std::vector<Fixture> now = schedule(config, 1, games);
  REQUIRE(now.size() == usual.size());
  CHECK(std::ranges::count(now, other) == 1);
  std::map<int, int> seats;
  for (const Fixture& f : now) ++seats[f.black], ++seats[f.white];
  for (int i = 0; i < 6; ++i) CHECK(seats[i] == 2);
}
