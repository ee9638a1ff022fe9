// SPDX-License-Identifier: MIT
#include "engine/game/rules.h"
#include "engine/weights/table_file.h"
#include "tools/lab/long_work.h"
#include "tools/lab/papers/systems/genetic_learner.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>

namespace sumi::lab {
namespace {

using protocol::Json;

constexpr int kStartEmpties = 60;

enum Purpose : std::uint64_t { kBirth = 1, kFitness, kElite, kMeasure, kBreeding };

int random_gene(SplitMix64& random) { return random.below(2 * kMaxGene + 1) - kMaxGene; }

std::string_view mobility_name(const S6Reading& reading) {
  return kS6MobilityNames[static_cast<std::size_t>(reading.mobility)];
}

Error damaged() {
  return {ErrorCode::kBadFile, "no state of a genetic algorithm, or a damaged one"};
}

/// False if the game ends before `moves` moves.
bool play_to(int moves, Position& now, const std::atomic<bool>& stop,
             const std::function<Square(const Position&)>& choose) {
  while (true) {
    if (fast_rules::legal_moves(now.board) == 0) {
      now = now.passed();
      if (fast_rules::legal_moves(now.board) == 0) return false;
    }
    if (kStartEmpties - now.board.empties() >= moves) return true;
    if (stop) return false;
    now = {fast_rules::play(now.board, choose(now)), !now.to_move, now.size};
  }
}

/// Discs of `one`, which plays `color`, minus those of `other`.
int play_game(const MovePlayer& one, const MovePlayer& other, const S6End& end, Position now,
              Color color, const std::atomic<bool>& stop) {
  play_to(kStartEmpties - kS6PerfectEmpties, now, stop, [&](const Position& position) {
    return (position.to_move == color ? one : other).choose(position, 0, stop);
  });
  const int black = end.discs(now, stop);
  return color == Color::kBlack ? black : -black;
}

void run_all(std::size_t count, int threads, const std::stop_token& stop,
             const std::function<void(std::size_t, const std::atomic<bool>&)>& job,
             const std::function<void()>& tick = {}) {
  const auto work = [&](std::size_t number, const std::stop_token& token) {
    std::atomic<bool> ended = false;
    const std::stop_callback on_stop(token, [&ended] { ended = true; });
    job(number, ended);
  };
  run_jobs(
      count, threads, work, [&] { return stop.stop_requested(); }, tick);
}

}  // namespace

std::size_t roulette(const std::vector<double>& fitness, SplitMix64& random) {
  const double all = std::accumulate(fitness.begin(), fitness.end(), 0.0);
  double left = random.uniform() * all;
  for (std::size_t i = 0; i + 1 < fitness.size(); ++i) {
    left -= fitness[i];
    if (left < 0) return i;
  }
  return fitness.size() - 1;
}

std::vector<Position> s6_openings(int count, std::uint64_t seed, int threads,
                                  const std::stop_token& stop, const S6Reading& reading) {
  const std::unique_ptr<MovePlayer> player = make_s6_player({kS6General, kS6General, reading});
  std::vector<Position> openings(static_cast<std::size_t>(count));
  run_all(openings.size(), threads, stop, [&](std::size_t i, const std::atomic<bool>& ended) {
    for (std::uint64_t trial = 0; !ended; ++trial) {
      Position now = random_openings(1, kS6RandomMoves, mixed_seed(seed, i, trial))[0];
      if (!play_to(kTrunkMoves, now, ended,
                   [&](const Position& position) { return player->choose(position, 0, ended); })) {
        continue;
      }
      openings[i] = now;
      return;
    }
  });
  return openings;
}

std::vector<TableMatch> play_tables(const std::vector<TablePairing>& pairings, int games,
                                    bool paired, std::uint64_t seed, int threads,
                                    const std::stop_token& stop,
                                    const std::function<void(std::uint64_t games)>& tick,
                                    const S6Reading& reading) {
  const auto each = static_cast<std::size_t>(games);
  const std::vector<Position> openings =
      s6_openings(paired ? (games + 1) / 2 : games, seed, threads, stop, reading);
  const S6End end;
  std::vector<std::unique_ptr<MovePlayer>> ones, others;
  for (const TablePairing& pairing : pairings) {
    ones.push_back(make_s6_player({kS6General, pairing.one, reading}));
    others.push_back(make_s6_player({kS6General, pairing.other, reading}));
  }
  std::vector<int> discs(pairings.size() * each);
  std::atomic<std::uint64_t> played = 0;
  if (!stop.stop_requested()) {
    run_all(
        discs.size(), threads, stop,
        [&](std::size_t job, const std::atomic<bool>& ended) {
          const std::size_t match = job / each, game = job % each;
          const Color color = game % 2 == 0 ? Color::kBlack : Color::kWhite;
          discs[job] = play_game(*ones[match], *others[match], end,
                                 openings[paired ? game / 2 : game], color, ended);
          ++played;
        },
        [&] {
          if (tick) tick(played);
        });
  }
  std::vector<TableMatch> matches(pairings.size());
  for (std::size_t job = 0; job < discs.size(); ++job) {
    TableMatch& match = matches[job / each];
    const Tally game = tally_of(discs[job]);
    match.tally += game;
    const bool second = paired && job % each % 2 == 1;
    if (second) {
      match.points.back() = (match.points.back() + game.points()) / 2;
    } else {
      match.points.push_back(game.points());
    }
  }
  return matches;
}

double genetic_points(const Tally& tally) {
  return 16 * static_cast<double>(tally.won) +
         static_cast<double>(tally.discs + 64 * tally.games()) / 4;
}

GeneticLearner::GeneticLearner(const GeneticSetup& setup) : setup_(setup) {
  SplitMix64 random(mixed_seed(setup.seed, kBirth));
  population_.push_back(setup.human);
  while (population_.size() < static_cast<std::size_t>(setup.population)) {
    S6Values& born = population_.emplace_back();
    for (int& gene : born) gene = random_gene(random);
  }
}

Json GeneticLearner::settings() const {
  return {{"human", setup_.human},
          {"population", setup_.population},
          {"crossover", setup_.crossover},
          {"mutation", setup_.mutation},
          {"fitness-games", setup_.fitness_games},
          {"elite-games", setup_.elite_games},
          {"measure-games", setup_.measure_games},
          {"paired", setup_.paired},
          {"mobility", mobility_name(setup_.reading)},
          {"conditional-at", setup_.reading.at_root ? "root" : "leaf"},
          {"seed", setup_.seed}};
}

void GeneticLearner::advance(std::uint64_t steps, const std::stop_token& stop) {
  for (std::uint64_t i = 0; i < steps; ++i) {
    if (!next_generation(stop)) return;
  }
}

/// After a stop request changes nothing and returns false.
bool GeneticLearner::next_generation(const std::stop_token& stop) {
  const auto seed = [&](Purpose purpose) { return mixed_seed(setup_.seed, purpose, generation_); };
  std::vector<TablePairing> pairings;
  for (std::size_t i = 1; i < population_.size(); ++i) {
    pairings.push_back({population_[i], population_[0]});
  }
  const auto matches = play_tables(pairings, setup_.fitness_games, setup_.paired, seed(kFitness),
                                   setup_.threads, stop, {}, setup_.reading);
  if (stop.stop_requested()) return false;
  // Fitness of individual 1: its mean over all games.
  std::vector<double> fitness{0};
  for (const TableMatch& match : matches) {
    fitness.push_back(genetic_points(match.tally));
    fitness[0] += genetic_points(match.tally.reversed()) / static_cast<double>(matches.size());
  }
  const auto best = static_cast<std::size_t>(std::ranges::max_element(fitness) - fitness.begin());
  bool better = false;
  if (best != 0 && population_[best] != population_[0]) {
    const Tally again =
        play_tables({{population_[best], population_[0]}}, setup_.elite_games, setup_.paired,
                    seed(kElite), setup_.threads, stop, {}, setup_.reading)[0]
            .tally;
    if (stop.stop_requested()) return false;
    better = genetic_points(again) > genetic_points(again.reversed());
  }
  const S6Values elite = population_[better ? best : 0];
  best_fitness_ = fitness[best];
  mean_fitness_ =
      std::accumulate(fitness.begin(), fitness.end(), 0.0) / static_cast<double>(fitness.size());
  population_ = children(fitness);
  population_[0] = elite;
  ++generation_;
  return true;
}

std::vector<S6Values> GeneticLearner::children(const std::vector<double>& fitness) const {
  SplitMix64 random(mixed_seed(setup_.seed, kBreeding, generation_));
  std::vector<S6Values> born(population_.size());
  for (S6Values& child : born) {
    child = population_[roulette(fitness, random)];
    const S6Values& other = population_[roulette(fitness, random)];
    if (random.uniform() < setup_.crossover) {
      const int from = 1 + random.below(static_cast<int>(child.size()) - 1);
      std::copy(other.begin() + from, other.end(), child.begin() + from);
    }
    for (int& gene : child) {
      const double chance = random.uniform();
      const int fresh = random_gene(random);
      if (chance < setup_.mutation) gene = fresh;
    }
  }
  return born;
}

std::vector<Metric> GeneticLearner::measure(const std::stop_token& stop) const {
  const TableMatch match = play_tables(
      {{elite(), setup_.human}}, setup_.measure_games, setup_.paired,
      mixed_seed(setup_.seed, kMeasure, generation_), setup_.threads, stop, {}, setup_.reading)[0];
  const double points = static_cast<double>(match.tally.discs + 64 * match.tally.games()) / 4;
  return {percent_metric("win_rate_percent", mean_of(match.points)),
          plain_metric("measured_points", points), plain_metric("best_fitness", best_fitness_),
          plain_metric("mean_fitness", mean_fitness_)};
}

std::string GeneticLearner::save() const {
  return protocol::json_line({{"generation", generation_},
                              {"best-fitness", best_fitness_},
                              {"mean-fitness", mean_fitness_},
                              {"population", population_}});
}

Result<void> GeneticLearner::load(std::string_view state) {
  const Json json = Json::parse(state.begin(), state.end(), nullptr, false);
  if (!json.is_object()) return damaged();
  const Json generation = json.value("generation", Json()),
             best = json.value("best-fitness", Json()), mean = json.value("mean-fitness", Json()),
             rows = json.value("population", Json());
  if (!generation.is_number_unsigned() || !best.is_number() || !mean.is_number() ||
      !rows.is_array() || rows.size() != population_.size()) {
    return damaged();
  }
  std::vector<S6Values> population;
  for (const Json& row : rows) {
    S6Values& values = population.emplace_back();
    if (!row.is_array() || row.size() != values.size()) return damaged();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!row[i].is_number_integer()) return damaged();
      const auto value = row[i].get<std::int64_t>();
      if (value < -kMaxGene || value > kMaxGene) return damaged();
      values[i] = static_cast<int>(value);
    }
  }
  population_ = std::move(population);
  generation_ = generation.get<std::uint64_t>();
  best_fitness_ = best.get<double>();
  mean_fitness_ = mean.get<double>();
  return {};
}

std::string GeneticLearner::result() const {
  TableFile file;
  file.note =
      fmt::format("S6, conditional table after {} generations, seed {}", generation_, setup_.seed);
  if (setup_.reading != S6Reading{}) {
    file.note +=
        fmt::format("; moves counted: {}, table selected at the {}", mobility_name(setup_.reading),
                    setup_.reading.at_root ? "root" : "leaf");
  }
  file.squares = class_squares(kS6General);
  file.decided = DecidedTable{class_squares(elite())};
  file.mobility = 50;
  file.points_per_disc = Value::kPerDisc;
  return write_table(file);
}

std::string GeneticLearner::summary() const {
  return fmt::format("Elite: {}", fmt::join(elite(), ","));
}

}  // namespace sumi::lab
