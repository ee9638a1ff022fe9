// SPDX-License-Identifier: MIT
#pragma once

#include "engine/base/random.h"
#include "engine/game/game.h"
#include "tests/support/boards.h"
#include "tools/match/summary.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::test {

inline match::MatchConfig tournament_of(std::initializer_list<std::string> names) {
  match::MatchConfig config;
  for (const std::string& name : names) {
    config.engines.emplace_back();
    config.engines.back().name = name;
  }
  if (names.size() != 2) config.format = match::Format::kRoundRobin;
  return config;
}

/// 10 games: 6 wins, 1 draw and 3 losses of the first engine.
inline match::Summary match_summary() {
  using namespace match;
  EngineSummary first;
  first.score = {6, 1, 3};
  first.as_black = {4, 0, 1};
  first.as_white = {2, 1, 2};
  first.pairs = {{1, 0, 1, 1, 2}};
  first.elo = {107.5, -20.25, 300.75, 0.9512};
  first.rating = {53.7, 60.2};
  first.discs = {4.25, 6.5};
  first.moves = 260;
  first.seconds = 26.0;
  first.slowest_seconds = 0.2504;
  first.cpu_moves = 200;
  first.cpu_seconds = 30.0;
  EngineSummary second;
  second.engine = 1;
  second.score = {3, 1, 6};
  second.as_black = {2, 1, 2};
  second.as_white = {1, 0, 4};
  second.pairs = {{2, 1, 1, 0, 1}};
  second.elo = {-107.5, -300.75, 20.25, 0.0488};
  second.rating = {-53.7, 60.2};
  second.discs = {-4.25, 6.5};
  second.faults = {{Ending::kTimeLoss, 2}, {Ending::kCrash, 1}};

  Summary summary;
  summary.games = 10;
  summary.engines = {first, second};
  summary.meetings = {{0, 1, first.score, first.score, first.pairs, first.elo, first.discs}};
  summary.cross_table = {{Score{}, first.score}, {second.score, Score{}}};
  summary.duplicates = 3;
  summary.overhead_ms_per_move = 0.0625;
  return summary;
}

/// `opening_moves` moves depend only on `opening`.
inline match::GameResult random_result(SplitMix64& random, int id, int black, int white,
                                       int opening_moves, std::uint64_t opening) {
  using namespace match;
  GameResult result;
  result.fixture = {id, id / 2, 0, black, white, opening};
  result.date = "2026-11-21T12:40:00Z";
  result.seconds = 2.5;
  SplitMix64 fixed(opening);
  Game game;
  while (!game.over()) {
    const bool given = static_cast<int>(result.moves.size()) < opening_moves;
    const Bitboard legal = game.legal_moves();
    const Square s = legal == 0 ? Square::kPass : random_square(given ? fixed : random, legal);
    TimedMove move{game.position().to_move, s, 0, std::nullopt};
    if (!given && legal != 0) {
      move.seconds = 0.001 * (1 + random.below(50));
      move.evaluation = Evaluation{0.5, 7, false, 1000};
    }
    (void)game.play(s);
    result.moves.push_back(move);
  }
  result.opening_moves = opening_moves;
  result.black_score = game.black_score();
  return result;
}

/// Pairs of random games of each two engines in turn.
inline std::vector<match::GameResult> random_results(int engines, int pairs, int openings) {
  SplitMix64 random(11);
  std::vector<std::pair<int, int>> meetings;
  for (int i = 0; i < engines; ++i) {
    for (int k = i + 1; k < engines; ++k) meetings.emplace_back(i, k);
  }
  std::vector<match::GameResult> results;
  for (int pair = 0; pair < pairs; ++pair) {
    const auto& meeting = meetings[static_cast<std::size_t>(pair) % meetings.size()];
    const auto opening = static_cast<std::uint64_t>(pair % openings);
    results.push_back(random_result(random, 2 * pair, meeting.first, meeting.second, 8, opening));
    results.push_back(
        random_result(random, 2 * pair + 1, meeting.second, meeting.first, 8, opening));
  }
  return results;
}

}  // namespace sumi::test
