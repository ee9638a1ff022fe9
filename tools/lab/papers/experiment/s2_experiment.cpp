// SPDX-License-Identifier: MIT
/// S2 (Sugita 2002, second half): the network, greedy at one ply, against random moves, by colour.
#include "engine/player.h"
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/systems/mlp.h"
#include "tools/lab/papers/systems/net_learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sumi::lab {
namespace {

constexpr Tally kPaperFirst{565, 45, 390, 0}, kPaperSecond{687, 31, 282, 0};

/// Networks that differ only in the seed.
struct Variant {
  std::string_view name;  ///< Prefix of its folders.
  std::string_view title;
  unsigned faults;
  bool learned;
  bool alone;  ///< A single fault, or other targets, with fewer networks.
  Targets targets = Targets::kNext;
};

constexpr Variant kVariants[] = {
    {"untrained-paper", "untrained, weights 0 to 1/2", kAllPositive, false, false},
    {"untrained", "untrained, weights -1/4 to 1/4", kNoTdFault, false, false},
    {"paper", "faithful: all faults", kAllTdFaults, true, false},
    {"corrected", "corrected", kNoTdFault, true, false},
    {"part-of-units", "input weights of 30 units learn, else corrected", kPartOfUnits, true, true},
    {"changed-first", "output weights change before they carry the error back, else corrected",
     kChangedFirst, true, true},
    {"all-positive", "all first weights positive, else corrected", kAllPositive, true, true},
    {"last-thrice", "the last board is learned three times, else corrected", kLastThrice, true,
     true},
    {"drawn-after", "moves are drawn after the position is learned, else corrected", kDrawnAfter,
     true, true},
    {"dp-targets", "targets of dynamic programming, else corrected", kNoTdFault, true, true,
     Targets::kExpected},
    {"monte-carlo-targets", "targets of Monte Carlo, else corrected", kNoTdFault, true, true,
     Targets::kResult},
};

struct Sizes {
  std::uint64_t episodes;
  int seeds, seeds_alone, games;

  std::uint64_t measure_every() const { return std::max<std::uint64_t>(episodes / 20, 1); }
};

Sizes sizes_of(const ExperimentSetup& setup) {
  Sizes sizes = setup.quick ? Sizes{50'000, 3, 1, 1000} : Sizes{1'000'000, 10, 3, 1000};
  sizes.episodes = count_parameter(setup, "episodes", sizes.episodes);
  sizes.games = static_cast<int>(parameter(setup, "games", sizes.games));
  if (setup.parameters.contains("networks")) {
    sizes.seeds = sizes.seeds_alone = static_cast<int>(parameter(setup, "networks", 0));
  }
  return sizes;
}

struct Played {
  std::vector<Tally> first, second;
};

/// The paper's rate of wins: without draws.
double decided_percent(const std::vector<Tally>& tallies) {
  double sum = 0;
  for (const Tally& tally : tallies) {
    const auto decided = static_cast<double>(std::max<std::int64_t>(tally.won + tally.lost, 1));
    sum += 100 * static_cast<double>(tally.won) / decided;
  }
  return sum / static_cast<double>(tallies.size());
}

double won(const Tally& tally) { return static_cast<double>(tally.won); }
double drawn(const Tally& tally) { return static_cast<double>(tally.drawn); }
double lost(const Tally& tally) { return static_cast<double>(tally.lost); }

/// The paper's network minus the mean of ours; nothing for fewer than three.
std::optional<double> paper_deviation(const std::vector<Tally>& ours, const Tally& paper) {
  if (ours.size() < 3) return std::nullopt;
  std::vector<double> shares;
  for (const Tally& tally : ours) shares.push_back(proportion_over({tally}, won).value);
  return -deviation_of_means(shares, proportion_over({paper}, won).value, 1);
}

/// Whether the paper's network differs from ours, by the smaller p of the two comparisons.
std::string verdict(std::string_view who, const Played& played) {
  const auto first = paper_deviation(played.first, kPaperFirst),
             second = paper_deviation(played.second, kPaperSecond);
  if (!first || !second)
    return fmt::format("Too few networks to compare the paper's with {}.", who);
  const auto p = [](double deviation) { return std::erfc(std::abs(deviation) / std::sqrt(2.0)); };
  const double both = std::min(1.0, 2 * std::min(p(*first), p(*second)));
  constexpr double kSignificant = 0.05;
  return fmt::format(
      "That the paper's network differs from {} is {}: p = {:.2f} as first, {:.2f} as second, "
      "{:.2f} "
      "for the smaller of both.",
      who, both < kSignificant ? "established" : "not established", p(*first), p(*second), both);
}

std::vector<Cell> row_of(std::string_view title, const Played& played, bool compare) {
  std::vector<Cell> row{text_cell(title), number_cell(played.first.size())};
  for (const auto& [tallies, paper] :
       {std::pair(&played.first, kPaperFirst), std::pair(&played.second, kPaperSecond)}) {
    row.push_back(percent_cell(proportion_over(*tallies, won)));
    row.push_back(number_cell(100 * proportion_over(*tallies, drawn).value, 1));
    row.push_back(number_cell(100 * proportion_over(*tallies, lost).value, 1));
    row.push_back(number_cell(decided_percent(*tallies), 1));
    const auto deviation = compare ? paper_deviation(*tallies, paper) : std::nullopt;
    row.push_back(deviation ? deviation_cell(*deviation) : text_cell("-"));
  }
  return row;
}

PaperTable empty_table(const Sizes& sizes) {
  return {"s2-against-random",
          fmt::format(
              "Greedy at one ply against random moves, {} games a colour and network; {} episodes "
              "of learning; per cent. Intervals are of the mean of the networks, or of the games "
              "of one; deviations, of the paper's network from ours, by Student's t as normal "
              "standard errors",
              sizes.games, sizes.episodes),
          {"network", "networks", "first: won", "first: drawn", "first: lost",
           "first: won of decided", "first: deviation", "second: won", "second: drawn",
           "second: lost", "second: won of decided", "second: deviation"},
          {}};
}

std::vector<NetRun> runs_of(const ExperimentSetup& setup, const Variant& variant,
                            const Sizes& sizes) {
  std::vector<NetRun> runs;
  const int seeds = variant.alone ? sizes.seeds_alone : sizes.seeds;
  for (int i = 1; i <= seeds; ++i) {
    TdSettings settings;
    settings.net.seed = mixed_seed(setup.seed, 0x52, static_cast<std::uint64_t>(i));
    settings.faults = variant.faults;
    settings.targets = variant.targets;
    settings.hidden = static_cast<int>(parameter(setup, "hidden", settings.hidden));
    settings.net.learning_rate = parameter(setup, "rate", settings.net.learning_rate);
    settings.net.epsilon = parameter(setup, "epsilon", settings.net.epsilon);
    runs.push_back({fmt::format("s2-{}-{}", variant.name, i), std::make_unique<TdLearner>(settings),
                    variant.learned ? sizes.episodes : 0, sizes.measure_every()});
  }
  return runs;
}

Played play(const ExperimentSetup& setup, const std::vector<NetRun>& runs, std::size_t from,
            std::size_t to, const Sizes& sizes) {
  const auto random = make_move_player("random", 8).value();
  Played played;
  for (std::size_t i = from; i < to; ++i) {
    const GamesSetup games{
        .games = sizes.games, .seed = mixed_seed(setup.seed, 0x5202, i), .threads = setup.threads};
    const Measured found =
        measure(NetPlayer(runs[i].learner->network()), *random, games, interruption(setup));
    check_stop(setup);
    played.first.push_back(found.as_black);
    played.second.push_back(found.as_white);
  }
  return played;
}

std::string sentence(std::string_view who, const Played& played, const Sizes& sizes) {
  const Estimate first = proportion_over(played.first, won),
                 second = proportion_over(played.second, won);
  return fmt::format(
      "{} wins {:.1f} % as first and {:.1f} % as second after {} episodes (mean of {} networks; "
      "paper 56.5 % and 68.7 %, of decided games 59.2 % and 70.9 %).",
      who, 100 * first.value, 100 * second.value, sizes.episodes, played.first.size());
}

}  // namespace

ExperimentReport run_s2(const ExperimentSetup& setup) {
  const Sizes sizes = sizes_of(setup);
  std::vector<NetRun> runs;
  std::map<std::string_view, std::pair<std::size_t, std::size_t>> places;  // [begin, end) in `runs`
  for (const Variant& variant : kVariants) {
    const std::size_t from = runs.size();
    for (NetRun& run : runs_of(setup, variant, sizes)) runs.push_back(std::move(run));
    places[variant.name] = {from, runs.size()};
  }
  learn_all(setup, "S2: learning", runs);

  ExperimentReport report;
  PaperTable table = empty_table(sizes);
  table.rows.push_back(row_of("paper", {{kPaperFirst}, {kPaperSecond}}, false));
  for (const Variant& variant : kVariants) {
    const auto [from, to] = places[variant.name];
    report_progress(setup, "S2: games", from, runs.size());
    const Played played = play(setup, runs, from, to, sizes);
    // Only networks initialized like the paper's are comparable.
    const bool compare = (variant.faults & kAllPositive) != 0;
    table.rows.push_back(row_of(variant.title, played, compare));
    if (variant.name == "untrained-paper") {
      report.findings.push_back(fmt::format(
          "Untrained, the paper's network already wins {:.1f} % as first and {:.1f} % as second.",
          100 * proportion_over(played.first, won).value,
          100 * proportion_over(played.second, won).value));
      report.findings.push_back(verdict("untrained ones", played));
    }
    if (variant.name == "paper") {
      report.findings.push_back(sentence("With all faults the network", played, sizes));
      report.findings.push_back(verdict("ours with all faults", played));
    }
    if (variant.name == "corrected") {
      report.findings.push_back(sentence("Corrected it", played, sizes));
    }
  }
  report.tables.push_back(std::move(table));
  TdLearner fresh(TdSettings{.faults = kAllTdFaults});
  report.findings.push_back(fmt::format(
      "The paper's network learned for 30 hours, one of ours for {:.0f} processor seconds.",
      seconds_per_step(setup, fresh) * static_cast<double>(sizes.episodes)));

  protocol::LineChart chart;
  chart.labels = {"S2: games won against random moves, %", "episodes", ""};
  chart.band = true;
  for (const std::string_view variant : {"paper", "corrected"}) {
    std::vector<const NetRun*> of_variant;
    const auto [from, to] = places[variant];
    for (std::size_t i = from; i < to; ++i) of_variant.push_back(&runs[i]);
    const std::string name = variant == "paper" ? "faithful" : "corrected";
    chart.lines.push_back(mean_line(setup, name + ", first", of_variant, "wins_black_percent"));
    chart.lines.push_back(mean_line(setup, name + ", second", of_variant, "wins_white_percent"));
  }
  report.pictures.push_back({"s2-curves", std::move(chart)});
  return report;
}

}  // namespace sumi::lab
