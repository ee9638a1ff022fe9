// SPDX-License-Identifier: MIT
#include "tools/match/schedule.h"
#include "tools/match/standings.h"
#include "tools/match/swiss.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <tuple>

namespace sumi::match {
namespace {

constexpr double kBrightwellFactor = 6;

/// One side of a game, or a bye.
struct Seat {
  int engine = 0;
  int opponent = 0;
  bool real = true;  ///< False for a bye, an unplayed game and an opponent who has withdrawn.
  double discs = 0;
};

/// Byes, with that of the round that is being played.
std::vector<int> byes_of(const MatchConfig& config, std::span<const GameResult> games) {
  if (config.format != Format::kSwiss || games.empty()) {
    return std::vector<int>(config.engines.size());
  }
  const int round = std::min(first_open_round(games), rounds(config));
  std::vector<int> byes = swiss_byes(config, round, games);
  if (round >= rounds(config)) return byes;
  for (const int engine : paired_in(config, round)) ++byes[at(engine)];
  std::set<int> paired;
  for (const Fixture& f : schedule(config, round, games)) paired.insert({f.black, f.white});
  for (const int engine : paired) --byes[at(engine)];
  return byes;
}

/// Has left the event: withdrawn, or out after too many faults.
std::vector<bool> left_event(const MatchConfig& config, std::span<const GameResult> games) {
  std::vector<int> faults(config.engines.size());
  for (const GameResult& game : games) {
    if (is_fault(game.ending)) ++faults[at(game.fixture.engine(*game.at_fault))];
  }
  std::vector<bool> left(config.engines.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    left[i] = config.engines[i].withdrawn.has_value() ||
              (config.max_faults > 0 && faults[i] >= config.max_faults);
  }
  return left;
}

/// Discs of Black. Without a score the winner has all squares.
double black_discs(const GameResult& game) {
  const double squares = game.start.size * game.start.size;
  if (game.ending == Ending::kUnplayed) return squares / 2;
  if (game.black_score) return (squares + game.black_score->discs) / 2;
  return game.black_points() == 2 ? squares : 0;
}

/// Rounds of a knockout that each engine won, byes included.
std::vector<int> rounds_won(const MatchConfig& config, std::span<const GameResult> games) {
  std::vector<int> won(config.engines.size());
  if (config.format != Format::kKnockout || games.empty()) return won;
  const int open = std::min(first_open_round(games), rounds(config) - 1);
  const auto played = std::ranges::count_if(
      games, [&](const GameResult& game) { return game.fixture.round == open; });
  const bool finished = played == std::ssize(schedule(config, open, games));
  for (int round = 1; round <= open + (finished ? 1 : 0); ++round) {
    for (const int engine : left_in_knockout(config, round, games)) won[at(engine)] = round;
  }
  return won;
}

}  // namespace

std::vector<Standing> standings(const MatchConfig& config, std::span<const GameResult> games) {
  const std::vector<bool> left = left_event(config, games);
  const std::vector<int> byes = byes_of(config, games), won = rounds_won(config, games);
  std::vector<Standing> table(config.engines.size());
  std::vector<Seat> seats;
  for (const GameResult& game : games) {
    const Fixture& f = game.fixture;
    const double black = black_discs(game), white = game.start.size * game.start.size - black;
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      const int engine = f.engine(color), opponent = f.engine(!color);
      table[at(engine)].points += game.points_of(engine) / 2.0;
      ++table[at(engine)].games;
      const bool real = game.ending != Ending::kUnplayed && !left[at(opponent)];
      seats.push_back({engine, opponent, real, color == Color::kBlack ? black : white});
    }
  }
  const double half = config.size * config.size / 2.0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const int engine = static_cast<int>(i);
    table[i].engine = engine;
    table[i].byes = byes[i];
    table[i].rounds_won = won[i];
    table[i].withdrawn = config.engines[i].withdrawn.has_value();
    table[i].points += byes[i] * config.games;
    for (int k = 0; k < byes[i] * config.games; ++k) seats.push_back({engine, engine, false, half});
  }
  for (const Seat& seat : seats) {
    Standing& own = table[at(seat.engine)];
    // As if a meeting were one game.
    const double opponent =
        table[at(seat.real ? seat.opponent : seat.engine)].points / config.games;
    own.discs += seat.discs;
    own.buchholz += opponent;
    own.brightwell += (seat.real ? seat.discs : half) + kBrightwellFactor * opponent;
  }
  const auto key = [](const Standing& s) {
    // Rounded, so that equal sums of fractions compare equal.
    const auto rounded = [](double number) { return std::round(number * 1e6); };
    return std::tuple(-s.rounds_won, -s.points, -rounded(s.brightwell), -s.discs,
                      -rounded(s.buchholz), s.engine);
  };
  std::ranges::sort(table, {}, key);
  return table;
}

}  // namespace sumi::match
