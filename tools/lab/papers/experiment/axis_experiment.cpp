// SPDX-License-Identifier: MIT
/// All learners and players on one scale: Elo against a fixed ladder of opponents, by games learned
/// from and by processor seconds.
#include "engine/catalog.h"
#include "engine/engine.h"
#include "engine/player.h"
#include "engine/players/pool.h"
#include "engine/players/s6_player.h"
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/systems/genetic_learner.h"
#include "tools/lab/papers/systems/net_learner.h"
#include "tools/lab/papers/systems/ntuple_learner.h"
#include "tools/lab/papers/systems/qtable_learner.h"
#include "tools/match/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::lab {
namespace {

/// The engine's search to a fixed depth.
class SearchPlayer final : public MovePlayer {
 public:
  SearchPlayer(std::string_view evaluator, int depth)
      : depth_(depth), engines_([evaluator] {
          EngineOptions options;
          options.evaluator = evaluator;
          options.hash_mib = 1;
          return std::make_unique<Engine>(options);
        }) {}

  Square choose(const Position& position, std::uint64_t, const std::atomic<bool>&) const override {
    const auto engine = engines_.borrow();
    engine->clear_table();
    engine->set_board(position.board, position.to_move);
    return engine->think({.depth = depth_}).move();
  }
  bool is_random() const override { return false; }

 private:
  const int depth_;
  mutable Pool<Engine> engines_;
};

struct Rung {
  std::string name;
  std::unique_ptr<MovePlayer> player;
  double elo = 0;
};

std::vector<Rung> make_ladder() {
  std::vector<Rung> ladder;
  for (const char* const name : {"random", "nhand:1", "bpfscn"}) {
    ladder.push_back({name, make_move_player(name, 8).value()});
  }
  for (const int depth : {2, 3, 4}) {
    ladder.push_back(
        {fmt::format("table, depth {}", depth), std::make_unique<SearchPlayer>("table", depth)});
  }
  ladder.push_back({"nnue, depth 1", std::make_unique<SearchPlayer>("nnue", 1)});
  return ladder;
}

struct Setup {
  const ExperimentSetup& experiment;
  int openings;  ///< Per opponent, played with both colours.
  int networks;

  int games() const { return 2 * openings; }
};

Tally play(const Setup& setup, const MovePlayer& player, const MovePlayer& opponent,
           std::uint64_t stream) {
  constexpr int kRandomPlies = 8;
  const GamesSetup games{
      .games = setup.openings,
      .openings = random_openings(setup.openings, kRandomPlies, setup.experiment.seed),
      .seed = mixed_seed(setup.experiment.seed, 0xA715, stream),
      .threads = setup.experiment.threads};
  const Measured found = measure(player, opponent, games, interruption(setup.experiment));
  check_stop(setup.experiment);
  return found.all();
}

/// Elo of the rungs above `random`, from a round robin.
void rate_ladder(const Setup& setup, std::vector<Rung>& ladder) {
  const std::vector<double> elos = memoized(setup.experiment, "axis", "ladder", [&] {
    match::CrossTable table(ladder.size(), std::vector<match::Score>(ladder.size()));
    for (std::size_t i = 0; i < ladder.size(); ++i) {
      for (std::size_t j = i + 1; j < ladder.size(); ++j) {
        const Tally tally = play(setup, *ladder[i].player, *ladder[j].player, 100 * i + j);
        table[i][j] = {static_cast<int>(tally.won), static_cast<int>(tally.drawn),
                       static_cast<int>(tally.lost)};
        table[j][i] = {table[i][j].losses, table[i][j].draws, table[i][j].wins};
        report_progress(setup.experiment, "axis: the ladder", i + 1, ladder.size());
      }
    }
    std::vector<double> numbers;
    for (const match::Rating& rating : match::bradley_terry(table)) numbers.push_back(rating.elo);
    const double random = numbers.front();
    for (double& number : numbers) number -= random;
    return numbers;
  });
  for (std::size_t i = 0; i < ladder.size(); ++i) ladder[i].elo = elos[i];
}

/// The most likely Elo of a player that took `points` per game from each rung. A virtual draw
/// against both ends of the ladder keeps it finite.
double fitted_elo(const std::vector<Rung>& ladder, const std::vector<double>& points, int games) {
  const auto excess = [&](double elo) {
    double sum = 0;
    for (std::size_t i = 0; i < ladder.size(); ++i) {
      sum += games * (points[i] - match::expected_points(elo - ladder[i].elo));
    }
    const auto [low, high] = std::ranges::minmax_element(ladder, {}, &Rung::elo);
    for (const double end : {low->elo, high->elo}) sum += 0.5 - match::expected_points(elo - end);
    return sum;
  };
  constexpr double kMost = 5000;
  double low = -kMost, high = kMost;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

double elo_against(const Setup& setup, const std::vector<Rung>& ladder, const MovePlayer& player) {
  std::vector<double> points;
  for (std::size_t i = 0; i < ladder.size(); ++i) {
    points.push_back(play(setup, player, *ladder[i].player, 10'000 + i).points());
  }
  return fitted_elo(ladder, points, setup.games());
}

struct Entrant {
  std::string name;
  double games_per_step;
  std::vector<std::uint64_t> steps;  ///< After which to measure.
  std::function<std::unique_ptr<Learner>(std::uint64_t seed)> make;
  std::function<std::unique_ptr<MovePlayer>(const Learner&)> player;
};

std::unique_ptr<MovePlayer> net_player(const Learner& learner) {
  return std::make_unique<NetPlayer>(static_cast<const NetLearner&>(learner).network());
}

std::unique_ptr<MovePlayer> table_player(const Learner& learner) {
  S6Tables tables;
  tables.conditional = static_cast<const GeneticLearner&>(learner).elite();
  return make_s6_player(tables);
}

/// Learners measure themselves hardly, because the experiment does.
std::vector<Entrant> make_entrants(const ExperimentSetup& setup) {
  constexpr int kFewGames = 2;
  const std::uint64_t most = count_parameter(setup, "episodes", setup.quick ? 1000 : 100'000);
  std::vector<std::uint64_t> games;
  for (std::uint64_t count = 100; count < most; count *= 10) games.push_back(count);
  games.push_back(most);
  std::vector<std::uint64_t> rounds;
  for (const std::uint64_t count : games) {
    if (count >= 10 && count / 10 <= 1000) rounds.push_back(count / 10);
  }
  const std::vector<std::uint64_t> generations =
      setup.quick ? std::vector<std::uint64_t>{1} : std::vector<std::uint64_t>{1, 10};
  const auto td = [](unsigned faults) {
    return [faults](std::uint64_t seed) {
      return std::make_unique<TdLearner>(
          TdSettings{.net = {.seed = seed, .measured_games = kFewGames}, .faults = faults});
    };
  };
  const auto genetic = [](std::uint64_t seed) {
    return std::make_unique<GeneticLearner>(
        GeneticSetup{.population = 10, .measure_games = kFewGames, .seed = seed});
  };
  const GeneticSetup usual;
  return {
      {"n-tuples, TD(lambda)", 1, games,
       [](std::uint64_t seed) {
         return std::make_unique<NtupleLearner>(
             NtupleSettings{.seed = seed, .measured_games = kFewGames});
       },
       [](const Learner& learner) {
         return make_ntuple_player(static_cast<const NtupleLearner&>(learner).network());
       }},
      {"S3, corrected", 1, games,
       [](std::uint64_t seed) {
         ReturnsSettings settings;
         settings.net.seed = seed;
         settings.net.measured_games = kFewGames;
         return std::make_unique<ReturnsLearner>(settings);
       },
       net_player},
      {"S2, corrected", 1, games, td(kNoTdFault), net_player},
      {"S2, all faults", 1, games, td(kAllTdFaults), net_player},
      {"S5, corrected", 10, rounds,
       [](std::uint64_t seed) {
         QSetup learner = repaired_setup(8);
         learner.seed = seed;
         learner.measured_games = kFewGames;
         return QTableLearner::make(learner).value();
       },
       [](const Learner& learner) { return static_cast<const QTableLearner&>(learner).player(); }},
      {"S6, population 10", static_cast<double>(10 * usual.fitness_games + usual.elite_games),
       generations, genetic, table_player},
  };
}

/// After each of entrant.steps.
std::vector<double> elos_of(const Setup& setup, const std::vector<Rung>& ladder,
                            const Entrant& entrant, int network) {
  const std::uint64_t seed =
      mixed_seed(setup.experiment.seed, 0xA7, static_cast<std::uint64_t>(network));
  const std::unique_ptr<Learner> learner = entrant.make(seed);
  std::string folder;
  for (const char c : entrant.name)
    folder += c == ' ' || c == ',' || c == '(' || c == ')' ? '-' : c;
  folder = learn_folder(setup.experiment, fmt::format("axis-{}-{}", folder, network));
  std::vector<double> elos;
  for (const std::uint64_t steps : entrant.steps) {
    const std::string key = fmt::format("{} {} {}", entrant.name, network, steps);
    elos.push_back(memoized_number(setup.experiment, "axis", key, [&] {
      const bool done =
          run_learner(*learner, {folder, steps, 0}, interruption(setup.experiment), {}).value();
      if (!done) throw ExperimentStopped();
      return elo_against(setup, ladder, *entrant.player(*learner));
    }));
  }
  return elos;
}

struct Curves {
  protocol::LineChart games, seconds;
};

void add_learner(const Setup& setup, const std::vector<Rung>& ladder, const Entrant& entrant,
                 PaperTable& table, Curves& curves) {
  std::vector<std::vector<double>> all(entrant.steps.size());
  for (int network = 1; network <= setup.networks; ++network) {
    report_progress(setup.experiment, "axis: " + entrant.name, network - 1, setup.networks);
    const std::vector<double> elos = elos_of(setup, ladder, entrant, network);
    for (std::size_t i = 0; i < elos.size(); ++i) all[i].push_back(elos[i]);
  }
  const double seconds = memoized_number(setup.experiment, "axis", entrant.name + ", seconds", [&] {
    return seconds_per_step(setup.experiment, *entrant.make(1));
  });
  protocol::ChartLine by_games{entrant.name, {}}, by_seconds{entrant.name, {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Estimate elo = mean_of(all[i]);
    const auto steps = static_cast<double>(entrant.steps[i]);
    table.rows.push_back({text_cell(entrant.name), number_cell(all[i].size()),
                          number_cell(steps * entrant.games_per_step),
                          number_cell(steps * seconds, 2), interval_cell(elo, 0)});
    by_games.points.push_back({steps * entrant.games_per_step, elo.value, elo.lower, elo.upper});
    by_seconds.points.push_back({steps * seconds, elo.value, elo.lower, elo.upper});
  }
  curves.games.lines.push_back(std::move(by_games));
  curves.seconds.lines.push_back(std::move(by_seconds));
}

/// Players of the catalog that do not learn here. `left_out` gets those that cannot play, and why.
PaperTable players_table(const Setup& setup, const std::vector<Rung>& ladder,
                         std::vector<std::string>& left_out) {
  PaperTable table{
      "axis-players",
      fmt::format("Players of the catalog on the ladder's scale, {} games against each "
                  "rung; networks and tables as shipped",
                  setup.games()),
      {"player", "Elo"},
      {}};
  std::vector<std::pair<std::string, double>> rows;
  for (const Rung& rung : ladder) rows.emplace_back(rung.name + " (ladder)", rung.elo);
  for (const CatalogEntry& entry : catalog()) {
    std::string name(entry.name);
    if (!entry.is_player() || name == "random" || name == "bpfscn" || name == "s6") continue;
    if (name == "montecarlo") name += ":100";
    if (name.starts_with("nh") || name == "nmost") name += ":2";
    const auto player = make_move_player(name, 8);
    if (!player) {
      left_out.push_back(fmt::format("{} ({})", name, player.error().message));
      continue;
    }
    report_progress(setup.experiment, "axis: " + name, 0);
    rows.emplace_back(name, memoized_number(setup.experiment, "axis", name,
                                            [&] { return elo_against(setup, ladder, **player); }));
  }
  std::ranges::stable_sort(rows, std::greater{}, &std::pair<std::string, double>::second);
  for (const auto& [name, elo] : rows) table.rows.push_back({text_cell(name), number_cell(elo)});
  return table;
}

}  // namespace

ExperimentReport run_axis(const ExperimentSetup& experiment) {
  const Setup setup{experiment,
                    static_cast<int>(parameter(experiment, "openings", experiment.quick ? 4 : 20)),
                    static_cast<int>(parameter(experiment, "networks", experiment.quick ? 3 : 10))};
  std::vector<Rung> ladder = make_ladder();
  rate_ladder(setup, ladder);

  ExperimentReport report;
  PaperTable table{"axis-learners",
                   fmt::format("Elo against the ladder, random moves at 0; {} games against each "
                               "of its {} rungs; means over networks of different seeds. One ply "
                               "ahead, S6 as its paper plays",
                               setup.games(), ladder.size()),
                   {"learner", "networks", "games learned from", "processor seconds", "Elo"},
                   {}};
  Curves curves;
  curves.games.labels = {"Elo by games learned from", "games", ""};
  curves.seconds.labels = {"Elo by processor seconds", "seconds", ""};
  for (protocol::LineChart* const chart : {&curves.games, &curves.seconds}) {
    chart->band = chart->log_x = true;
    for (const Rung& rung : ladder) chart->levels.emplace_back(rung.name, rung.elo);
    std::ranges::stable_sort(chart->levels, {}, &std::pair<std::string, double>::second);
  }
  for (const Entrant& entrant : make_entrants(experiment)) {
    add_learner(setup, ladder, entrant, table, curves);
  }
  report.tables.push_back(std::move(table));
  std::vector<std::string> left_out;
  report.tables.push_back(players_table(setup, ladder, left_out));
  report.pictures.push_back(
      {"axis", protocol::stacked({to_svg(curves.games), to_svg(curves.seconds)})});

  std::vector<std::string> ends;
  for (const protocol::ChartLine& line : curves.games.lines) {
    ends.push_back(fmt::format("{} {:.0f} after {:.0f} games", line.name, line.points.back().y,
                               line.points.back().x));
  }
  report.findings.push_back(fmt::format("Elo above random moves: {}.", fmt::join(ends, "; ")));
  report.findings.push_back(
      "S6 plays its 5-ply search with either table; the others look one ply ahead, so their Elo is "
      "what they learned.");
  report.findings.push_back(
      fmt::format("Players of the catalog left out: {}.", fmt::join(left_out, "; ")));
  return report;
}

}  // namespace sumi::lab
