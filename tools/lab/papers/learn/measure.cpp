// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "tools/lab/long_work.h"
#include "tools/lab/papers/learn/measure.h"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace sumi::lab {
namespace {

constexpr double kNormal95 = 1.959964;

}  // namespace

Estimate proportion_of(std::int64_t hits, std::int64_t all) {
  if (all <= 0) return {};
  const double n = static_cast<double>(all), p = static_cast<double>(hits) / n;
  const double z2 = kNormal95 * kNormal95, scale = 1 + z2 / n;
  const double middle = (p + z2 / (2 * n)) / scale;
  const double half = kNormal95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / scale;
  return {p, std::clamp(middle - half, 0.0, p), std::clamp(middle + half, p, 1.0)};
}

Estimate mean_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  if (values.empty()) return {0, 0, 0};
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  const double mean = sum / n;
  for (const double value : values) squares += (value - mean) * (value - mean);
  if (n < 3) return {mean, mean, mean};
  const double t = quantile(boost::math::students_t(n - 1), 0.975);
  const double half = t * std::sqrt(squares / (n - 1) / n);
  return {mean, mean - half, mean + half};
}

Tally tally_of(int discs) {
  return {discs > 0 ? 1 : 0, discs == 0 ? 1 : 0, discs < 0 ? 1 : 0, discs};
}

double Tally::points() const {
  const auto all = static_cast<double>(games());
  return all == 0 ? 0 : (static_cast<double>(won) + 0.5 * static_cast<double>(drawn)) / all;
}

Estimate Tally::win_rate() const { return proportion_of(won, games()); }

Tally& Tally::operator+=(const Tally& other) {
  won += other.won;
  drawn += other.drawn;
  lost += other.lost;
  discs += other.discs;
  return *this;
}

Tally Measured::all() const {
  Tally sum = as_black;
  return sum += as_white;
}

std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  // Hash in sequence: neighbouring seeds must give unrelated streams.
  const std::uint64_t first = SplitMix64(SplitMix64(seed).next() ^ a).next();
  return SplitMix64(first ^ SplitMix64(~b).next()).next();
}

std::vector<Position> random_openings(int count, int plies, std::uint64_t seed) {
  std::vector<Position> openings;
  for (std::uint64_t number = 0; openings.size() < static_cast<std::size_t>(count); ++number) {
    SplitMix64 random(mixed_seed(seed, number, 0x0be));
    Position now = start_position(8);
    for (int made = 0; made < plies; ++made) {
      Bitboard legal = fast_rules::legal_moves(now.board);
      if (legal == 0) {
        now = now.passed();
        legal = fast_rules::legal_moves(now.board);
      }
      if (legal == 0) break;
      now = {fast_rules::play(now.board, random_square(random, legal)), !now.to_move, now.size};
    }
    if (fast_rules::legal_moves(now.board) == 0) now = now.passed();
    if (fast_rules::legal_moves(now.board) != 0) openings.push_back(now);
  }
  return openings;
}

namespace {

/// As play_measured().
GameEnd play_game(const MovePlayer& player, const MovePlayer& opponent, const Position& start,
                  Color color, std::uint64_t seed, const std::atomic<bool>& stop) {
  // Different even for equal players.
  const std::uint64_t own = mixed_seed(seed, 1), other = mixed_seed(seed, 2);
  return play_episode(start, [&](const Position& position, Bitboard legal) {
    // After a stop request the result does not matter.
    if (stop.load(std::memory_order_relaxed)) return first_square(legal);
    return position.to_move == color ? player.choose(position, own, stop)
                                     : opponent.choose(position, other, stop);
  });
}

}  // namespace

int play_measured(const MovePlayer& player, const MovePlayer& opponent, const Position& start,
                  Color color, std::uint64_t seed, const std::atomic<bool>& stop) {
  return play_game(player, opponent, start, color, seed, stop).discs(color);
}

Measured measure(const MovePlayer& player, const MovePlayer& opponent, const GamesSetup& setup,
                 const std::function<bool()>& interrupted,
                 const std::function<void(std::uint64_t games)>& tick) {
  // Enough games per job: the simplest players move quickly.
  constexpr std::size_t kBatch = 10;
  const auto games = 2 * static_cast<std::size_t>(std::max(setup.games, 0));
  const bool chained = setup.keep_turn;  // games depend on those before: a job for each colour
  std::vector<Measured> found(chained ? 2 : (games + kBatch - 1) / kBatch);
  std::atomic<std::uint64_t> played = 0;
  const auto play = [&](std::size_t number, std::optional<Color>& to_begin, Measured& sum,
                        const std::atomic<bool>& stop) {
    const std::size_t game = number / 2;
    const Color color = number % 2 == 0 ? Color::kBlack : Color::kWhite;
    Position start = setup.openings.empty() ? start_position(setup.size)
                                            : setup.openings[game % setup.openings.size()];
    if (to_begin && *to_begin != start.to_move) start = start.passed();
    const GameEnd end =
        play_game(player, opponent, start, color, mixed_seed(setup.seed, game, number % 2), stop);
    if (stop) return;
    if (chained) to_begin = end.position.to_move;
    (color == Color::kBlack ? sum.as_black : sum.as_white) += tally_of(end.discs(color));
    ++played;
  };
  const auto work = [&](std::size_t job, const std::stop_token& token) {
    std::atomic<bool> stop = false;
    const std::stop_callback on_stop(token, [&stop] { stop = true; });
    const std::size_t first = chained ? job : job * kBatch, step = chained ? 2 : 1;
    const std::size_t end = chained ? games : std::min(games, first + kBatch);
    std::optional<Color> to_begin;
    for (std::size_t i = first; i < end && !stop; i += step) play(i, to_begin, found[job], stop);
  };
  run_jobs(found.size(), setup.threads, work, interrupted, [&] {
    if (tick) tick(played);
  });
  Measured sum;
  for (const Measured& part : found) {
    sum.as_black += part.as_black;
    sum.as_white += part.as_white;
  }
  return sum;
}

}  // namespace sumi::lab
