// SPDX-License-Identifier: MIT
#include "engine/engine.h"
#include "tools/lab/job_pool.h"
#include "tools/lab/papers/learn/episode.h"
#include "tools/lab/papers/sweep/look_ahead.h"
#include "tools/lab/selfplay/game.h"

#include <array>
#include <atomic>
#include <memory>
#include <optional>

namespace sumi::lab {
namespace {

EngineOptions options_of(const LookAhead& player) {
  EngineOptions options;
  options.hash_mib = 8;
  options.evaluator = "bpfscn";
  options.weights = player.weights;
  return options;
}

SearchLimits limits_of(const LookAhead& player) {
  SearchLimits limits;
  limits.depth = player.depth;
  return limits;
}

/// Discs of the engine's side at the end, minus the random player's.
std::optional<int> play_random(Engine& engine, const LookAhead& player, const MovePlayer& random,
                               const Position& start, Color color, std::uint64_t seed,
                               const std::stop_token& stop) {
  const std::atomic<bool> never = false;
  engine.clear_table();
  const std::stop_callback on_stop(stop, [&engine] { engine.stop(); });
  const GameEnd end = play_episode(start, [&](const Position& position, Bitboard legal) {
    if (stop.stop_requested()) return first_square(legal);
    if (position.to_move != color) return random.choose(position, seed, never);
    engine.set_board(position.board);
    return engine.think(limits_of(player)).move();
  });
  if (stop.stop_requested()) return {};
  const int black = end.discs_black - end.discs_white;
  return color == Color::kBlack ? black : -black;
}

}  // namespace

Measured look_ahead_against_random(const LookAhead& player, const GamesSetup& setup,
                                   const std::function<bool()>& interrupted) {
  const auto random = make_move_player("random", 8).value();
  const auto games = 2 * static_cast<std::size_t>(setup.games);
  std::vector<std::optional<int>> discs(games);
  const auto make_work = [&]() -> Work {
    const auto engine = std::make_shared<Engine>(options_of(player));
    return [&, engine](std::size_t number, const std::stop_token& stop) {
      const std::size_t game = number / 2;
      const Position start =
          setup.openings.empty() ? start_position(8) : setup.openings[game % setup.openings.size()];
      discs[number] = play_random(*engine, player, *random, start,
                                  number % 2 == 0 ? Color::kBlack : Color::kWhite,
                                  mixed_seed(setup.seed, game, number % 2), stop);
    };
  };
  run_jobs(
      games, setup.threads, make_work, [&] { return interrupted && interrupted(); }, [] {});
  Measured sum;
  for (std::size_t i = 0; i < games; ++i) {
    if (discs[i]) (i % 2 == 0 ? sum.as_black : sum.as_white) += tally_of(*discs[i]);
  }
  return sum;
}

LookAheadMatch look_ahead_match(const LookAhead& one, const std::string& other,
                                const GamesSetup& setup, const std::function<bool()>& interrupted) {
  using Pair = std::array<std::optional<int>, 2>;
  std::vector<Pair> pairs(setup.openings.size());
  struct Seat {
    Seat(const EngineOptions& first, const EngineOptions& second) : one(first), other(second) {}
    GamePlayer one, other;
  };
  const auto make_work = [&]() -> Work {
    const auto seat = std::make_shared<Seat>(options_of(one), options_of({other, one.depth}));
    return [&, seat](std::size_t job, const std::stop_token& stop) {
      const bool swapped = job % 2 == 1;
      const auto played =
          play_game(setup.openings[job / 2].board, swapped ? seat->other : seat->one,
                    swapped ? seat->one : seat->other, limits_of(one), stop);
      if (played) pairs[job / 2][job % 2] = swapped ? -played->score.discs : played->score.discs;
    };
  };
  run_jobs(
      2 * pairs.size(), setup.threads, make_work, [&] { return interrupted && interrupted(); },
      [] {});
  LookAheadMatch match;
  for (const Pair& pair : pairs) {
    if (!pair[0] || !pair[1]) continue;
    const Tally first = tally_of(*pair[0]), second = tally_of(*pair[1]);
    match.tally += first;
    match.tally += second;
    match.points.push_back((first.points() + second.points()) / 2);
  }
  return match;
}

}  // namespace sumi::lab
