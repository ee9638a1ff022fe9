// SPDX-License-Identifier: MIT
#include "engine/engine.h"
#include "tools/lab/long_work.h"
#include "tools/lab/papers/experiment/s4_paper.h"
#include "tools/lab/papers/systems/weight_sweep.h"
#include "tools/lab/selfplay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>

namespace sumi::lab {
namespace {

constexpr int kLargest = 5, kOpeningPlies = 8;
constexpr int kDepths[] = {3, 5};
constexpr const char* kReference = "2:5:1";

struct Triple {
  int bp = 0, fs = 0, cn = 0;
  std::string text() const { return fmt::format("{}:{}:{}", bp, fs, cn); }
  friend auto operator<=>(const Triple&, const Triple&) = default;
};

/// The smallest weights that choose the same moves.
Triple reduced(Triple t) {
  const int common = std::gcd(std::gcd(t.bp, t.fs), t.cn);
  return {t.bp / common, t.fs / common, t.cn / common};
}

/// Triples of 0..5, one per direction.
std::vector<Triple> directions(bool quick) {
  std::vector<Triple> found;
  for (int bp = 0; bp <= kLargest; ++bp) {
    for (int fs = 0; fs <= kLargest; ++fs) {
      for (int cn = 0; cn <= kLargest; ++cn) {
        const Triple triple{bp, fs, cn};
        if (bp + fs + cn == 0 || reduced(triple) != triple) continue;
        const auto coarse = [](int weight) { return weight == 0 || weight == 1 || weight == 5; };
        if (quick && triple.text() != kReference && !(coarse(bp) && coarse(fs) && coarse(cn))) {
          continue;
        }
        found.push_back(triple);
      }
    }
  }
  return found;
}

Tally kept_tally(const ExperimentSetup& setup, const std::string& key,
                 const std::function<Tally()>& measure) {
  const std::vector<double> numbers = memoized(setup, "S4", key, [&] {
    const Tally t = measure();
    check_stop(setup);
    return std::vector<double>{static_cast<double>(t.won), static_cast<double>(t.drawn),
                               static_cast<double>(t.lost), static_cast<double>(t.discs)};
  });
  const auto number = [&](std::size_t i) { return static_cast<std::int64_t>(numbers.at(i)); };
  return {number(0), number(1), number(2), number(3)};
}

PaperTable random_table(const ExperimentSetup& setup, int games) {
  constexpr const char* kWeights[] = {"1:0:0", "0:1:0", "0:0:1", "1:3:0",      "2:5:1",
                                      "1:1:1", "1:0:1", "0:1:1", "2:5:1:paper"};
  PaperTable table{"s4-look-ahead-random",
                   fmt::format("Wins in per cent of {} games against a random player, by plies of "
                               "look-ahead; no noise",
                               2 * games),
                   {"BP:FS:CN", "1 ply", "3 plies", "5 plies", "discs a game, 5 plies"},
                   {}};
  constexpr int kPlies[] = {1, 3, 5};
  const std::size_t steps = std::size(kWeights) * std::size(kPlies) + 1;
  int done = 0;
  const auto percent = [](const Tally& t) { return percent_cell(t.win_rate(), 2); };
  for (const char* weights : kWeights) {
    std::vector<Cell> row{text_cell(weights)};
    Tally last;
    for (const int depth : kPlies) {
      report_progress(setup, "look-ahead against random moves", done++, steps);
      last = kept_tally(setup, fmt::format("random {} {} {}", weights, depth, games), [&] {
        return look_ahead_against_random({weights, depth}, s4_games(setup, games, 300),
                                         interruption(setup))
            .all();
      });
      row.push_back(percent(last));
    }
    row.push_back(discs_cell(last, 1));
    table.rows.push_back(row);
  }
  // (f): what the paper's look-ahead actually played.
  const Tally broken = measure_weights({"paper", "+minimax"}, 2, 5, 1, s4_games(setup, games, 300),
                                       interruption(setup))
                           .all();
  check_stop(setup);
  table.rows.push_back({text_cell("fault (f), any weights"), text_cell("-"), text_cell("-"),
                        percent(broken), discs_cell(broken, 1)});
  return table;
}

struct Placed {
  Triple weights;
  Estimate points;  ///< Per game against the reference, 0..1.
};

Placed place(const ExperimentSetup& setup, const Triple& weights, int depth,
             const std::vector<Position>& openings) {
  GamesSetup games = s4_games(setup, 0, 0);
  games.openings = openings;
  const std::string key = fmt::format("place {} {} {}", weights.text(), depth, openings.size());
  return {weights, mean_of(memoized(setup, "S4", key, [&] {
            const LookAheadMatch match =
                look_ahead_match({weights.text(), depth}, kReference, games, interruption(setup));
            check_stop(setup);
            return match.points;
          }))};
}

/// Best first.
std::vector<Placed> place_all(const ExperimentSetup& setup, int depth, int openings) {
  const std::vector<Triple> all = directions(setup.quick);
  const auto starts = random_openings(openings, kOpeningPlies, mixed_seed(setup.seed, 4, 400));
  std::vector<Placed> placed;
  for (const Triple& weights : all) {
    report_progress(setup, fmt::format("weights at {} plies", depth), placed.size(), all.size());
    placed.push_back(place(setup, weights, depth, starts));
  }
  std::ranges::stable_sort(placed, std::greater{}, [](const Placed& p) { return p.points.value; });
  return placed;
}

std::string heat_map(int depth, const std::vector<Placed>& placed) {
  std::map<Triple, double> points;
  for (const Placed& p : placed) points[p.weights] = 100 * p.points.value;
  return weight_heat_map(
      fmt::format("Points in per cent against {} at {} plies", kReference, depth), kLargest,
      [&](int bp, int fs, int cn) {
        const auto found = bp + fs + cn == 0 ? points.end() : points.find(reduced({bp, fs, cn}));
        return found == points.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
      });
}

}  // namespace

void add_s4_look_ahead(const ExperimentSetup& setup, ExperimentReport& report) {
  report.tables.push_back(random_table(setup, setup.quick ? 50 : 1000));

  const int openings = setup.quick ? 10 : 100, again = setup.quick ? 50 : 1000, kept = 5;
  PaperTable table{"s4-look-ahead-weights",
                   fmt::format("Points in per cent against {} by openings of {} random moves, both "
                               "colours: {} openings choose, {} others tell",
                               kReference, kOpeningPlies, openings, again),
                   {"plies", "BP:FS:CN", "chosen by", "told"},
                   {}};
  for (const int depth : kDepths) {
    const std::vector<Placed> placed = place_all(setup, depth, openings);
    report.pictures.push_back({fmt::format("s4-weights-{}-plies", depth), heat_map(depth, placed)});
    // New openings: the best result of many is biased upwards.
    const auto others = random_openings(again, kOpeningPlies, mixed_seed(setup.seed, 4, 500));
    std::vector<Placed> best;
    for (std::size_t i = 0; i < std::min<std::size_t>(kept, placed.size()); ++i) {
      report_progress(setup, fmt::format("the best at {} plies", depth), i, kept);
      best.push_back(place(setup, placed[i].weights, depth, others));
      table.rows.push_back({text_cell(std::to_string(depth)), text_cell(placed[i].weights.text()),
                            percent_cell(placed[i].points), percent_cell(best.back().points)});
    }
    const Placed& winner =
        *std::ranges::max_element(best, {}, [](const Placed& p) { return p.points.value; });
    report.findings.push_back(fmt::format(
        "At {} plies {} is the best of the weights: {:.1f} % ({:.1f}-{:.1f}) of the points against "
        "{}.",
        depth, winner.weights.text(), 100 * winner.points.value, 100 * winner.points.lower,
        100 * winner.points.upper, kReference));
  }
  report.tables.push_back(std::move(table));
}

namespace {

EngineOptions options_of(const LookAhead& player) {
  EngineOptions options;
  options.hash_mib = 8;
  options.evaluator = "bpfscn";
  options.weights = player.weights;
  return options;
}

/// Discs of the engine minus the opponent's.
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
    return engine.think({.depth = player.depth}).move();
  });
  if (stop.stop_requested()) return {};
  return end.discs(color);
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
  run_jobs(games, setup.threads, make_work, interrupted, {});
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
                    swapped ? seat->one : seat->other, {.depth = one.depth}, stop);
      if (played) pairs[job / 2][job % 2] = swapped ? -played->score.discs : played->score.discs;
    };
  };
  run_jobs(2 * pairs.size(), setup.threads, make_work, interrupted, {});
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
