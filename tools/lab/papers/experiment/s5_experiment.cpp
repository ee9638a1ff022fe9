// SPDX-License-Identifier: MIT
/// S5: tabular Q-learning as in the article; with each cause of its failure removed alone; and
/// repaired, on 8x8, where boards rarely recur, on 6x6, and on 4x4, where S1 gives the optimum. The
/// repaired form learns little while most replies are unknown, so a third form learns the
/// continuations played.
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/systems/dp.h"
#include "tools/lab/papers/systems/qtable_learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace sumi::lab {
namespace {

constexpr Position kSmallStart = start_position(4);
constexpr std::uint64_t kRows = 10;  ///< After the first.

/// How equal the values of the legal moves are where the learned player chooses between several.
struct EqualValues {
  std::int64_t positions = 0;
  std::int64_t all_equal = 0, best_shared = 0;
  double spread = 0;  ///< Sum over positions of the best value minus the worst.
};

struct Outcome {
  std::vector<LearnRow> rows;
  std::vector<Tally> learning;  ///< Training games by opponent.
  /// Per training round, counted as in the article: 1 for a win, otherwise -1; White wins draws.
  /// Discs: own minus opponent's.
  std::vector<double> round_wins, round_discs;
  std::vector<QReads> reads;
  EqualValues equal;
  // 4x4 only:
  double guaranteed = 0;  ///< Worst-case result as White.
  double best_moves = 0;  ///< Percent of optimal moves, in states that its moves reach.
  Tally random;           ///< 1000 games as White against random moves.
};

struct Variant {
  std::string name;
  QSetup setup;
  std::uint64_t rounds = 0;
  Outcome outcome{};  ///< By learn_all().
};

/// Targets are noisy, so eta is small.
QSetup met_setup(int size) {
  QSetup setup = repaired_setup(size);
  setup.learn_actual = true;
  setup.eta = 0.1;
  return setup;
}

std::vector<Variant> variants(const ExperimentSetup& setup) {
  const auto rounds = [&](std::uint64_t full, std::uint64_t quick) {
    return setup.quick ? quick : full;
  };
  std::vector<Variant> all;
  const auto add = [&](std::string name, QSetup q, std::uint64_t count) {
    q.eta = parameter(setup, "eta", q.eta);
    q.gamma = parameter(setup, "gamma", q.gamma);
    q.epsilon = parameter(setup, "epsilon", q.epsilon);
    q.seed = setup.seed;
    q.measured_games = setup.quick ? 50 : q.size == 4 ? 100 : 200;
    all.push_back({std::move(name), std::move(q), count});
  };
  const std::uint64_t large = count_parameter(setup, "rounds", rounds(1000, 100));
  const std::uint64_t small = rounds(20'000, 5'000);
  add("8x8-article", article_setup(8), large);
  for (const NamedFault& row : q_faults()) {
    QSetup without = article_setup(8);
    without.faults &= ~row.fault;
    add(fmt::format("8x8-without-{}", row.name), without, large);
  }
  QSetup fair = article_setup(8);
  fair.opponents = article_opponents(false);
  add("8x8-without-player-faults", fair, large);
  fair.faults = kNoQFault;
  add("8x8-no-faults", fair, large);
  add("8x8-repaired", repaired_setup(8), large);
  add("8x8-met", met_setup(8), large);
  add("4x4-repaired", repaired_setup(4), small);
  for (const NamedFault& row : q_faults()) {
    QSetup with = repaired_setup(4);
    with.faults = row.fault;
    add(fmt::format("4x4-with-{}", row.name), with, small);
  }
  add("4x4-article", article_setup(4), small);
  add("6x6-repaired", repaired_setup(6), rounds(10'000, 500));
  add("6x6-met", met_setup(6), rounds(10'000, 500));
  return all;
}

/// Judges the table as White against all moves of Black.
void judge_small(const QTableLearner& learner, std::uint64_t seed, Outcome& outcome,
                 const std::function<bool()>& interrupted) {
  const StateGraph graph({&kSmallStart, 1});
  const auto player = learner.player();
  const std::atomic<bool> stop = false;
  Policy policy(graph.edge_count());
  for (std::uint32_t s = 0; s < graph.size(); ++s) {
    const auto edges = graph.edges(s);
    if (edges.empty()) continue;
    const Square move = edges[0].square == Square::kPass
                            ? Square::kPass
                            : player->choose(graph.position(s), seed, stop);
    const auto found = std::ranges::find(edges, move, &StateEdge::square);
    policy[graph.first_edge(s) + static_cast<std::size_t>(found - edges.begin())] = 1;
  }
  outcome.guaranteed = guaranteed_value(graph, policy, Color::kWhite, 0);

  const StateValues best = optimal_values(graph);
  Policy against_all = uniform_policy(graph);
  for (std::uint32_t s = 0; s < graph.size(); ++s) {
    if (graph.position(s).to_move != Color::kWhite) continue;
    std::copy(policy.begin() + graph.first_edge(s), policy.begin() + graph.first_edge(s + 1),
              against_all.begin() + graph.first_edge(s));
  }
  const StateValues met = visit_probabilities(graph, against_all, 0);
  std::int64_t all = 0, right = 0;
  for (std::uint32_t s = 0; s < graph.size(); ++s) {
    if (met[s] == 0 || graph.position(s).to_move != Color::kWhite) continue;
    for (std::uint32_t e = graph.first_edge(s); e < graph.first_edge(s + 1); ++e) {
      if (policy[e] == 0) continue;
      ++all;
      right += -best[graph.edge(e).to] == best[s];
    }
  }
  outcome.best_moves = 100 * static_cast<double>(right) / static_cast<double>(all);

  const GamesSetup games{.size = 4, .seed = seed};
  outcome.random =
      measure(*player, *make_move_player("random", 4).value(), games, interrupted).as_white;
}

/// In games of the learned player against its opponents.
EqualValues equal_values(const QTableLearner& learner, const QSetup& setup,
                         const std::function<bool()>& interrupted) {
  constexpr int kGames = 100;  // per opponent and colour
  const auto player = learner.player();
  const std::atomic<bool> never = false;
  EqualValues found;
  for (std::size_t i = 0; i < setup.opponents.size(); ++i) {
    const auto opponent = make_move_player(setup.opponents[i], setup.size).value();
    for (int game = 0; game < 2 * kGames && !interrupted(); ++game) {
      const Color color = game % 2 == 0 ? Color::kBlack : Color::kWhite;
      const std::uint64_t seed =
          mixed_seed(mixed_seed(setup.seed, 0xE9, i), static_cast<std::uint64_t>(game));
      play_episode(start_position(setup.size), [&](const Position& position, Bitboard legal) {
        if (position.to_move != color) return opponent->choose(position, seed, never);
        if (std::popcount(legal) > 1) {
          const auto opinions = player->opinions(position, seed, never);
          const auto [low, high] = std::ranges::minmax_element(opinions, {}, &MoveOpinion::value);
          ++found.positions;
          found.all_equal += low->value == high->value;
          found.best_shared += std::ranges::count(opinions, high->value, &MoveOpinion::value) > 1;
          found.spread += high->value - low->value;
        }
        return player->choose(position, seed, never);
      });
    }
  }
  return found;
}

void count_rounds(const std::vector<std::int8_t>& games, std::size_t games_a_round,
                  Outcome& outcome) {
  for (std::size_t first = 0; first + games_a_round <= games.size(); first += games_a_round) {
    double wins = 0, discs = 0;
    for (std::size_t i = first; i < first + games_a_round; ++i) {
      const bool black = i % 2 == 0;
      wins += games[i] > 0 || (games[i] == 0 && !black) ? 1 : -1;
      discs += games[i];
    }
    outcome.round_wins.push_back(wins);
    outcome.round_discs.push_back(discs);
  }
}

Outcome learn(const Variant& variant, std::uint64_t seed, const LearningJob& job) {
  const auto learner = QTableLearner::make(variant.setup).value();
  Outcome outcome;
  outcome.rows = job.learn(*learner, "s5-" + variant.name, variant.rounds, variant.rounds / kRows);
  if (outcome.rows.empty()) return {};  // stopped
  outcome.reads = learner->reads();
  const std::size_t opponents = variant.setup.opponents.size();
  outcome.learning.resize(opponents);
  for (std::size_t i = 0; i < learner->games().size(); ++i) {
    outcome.learning[i / 2 % opponents] += tally_of(learner->games()[i]);
  }
  count_rounds(learner->games(), 2 * opponents, outcome);
  outcome.equal = equal_values(*learner, variant.setup, job.interrupted);
  if (variant.setup.size == 4) judge_small(*learner, seed, outcome, job.interrupted);
  return outcome;
}

void learn_all(std::vector<Variant>& all, const ExperimentSetup& setup) {
  std::uint64_t rounds = 0;
  for (const Variant& variant : all) rounds += variant.rounds;
  learn_in_parallel(setup, "rounds", all.size(), rounds,
                    [&](std::size_t i, const LearningJob& job) {
                      all[i].outcome = learn(all[i], setup.seed, job);
                    });
}

const Metric& metric_of(const LearnRow& row, std::string_view name) {
  return *find_metric(row, name);
}

Cell cell_of(const Metric& m, int decimals) {
  return interval_cell(m.value, m.lower, m.upper, decimals);
}

/// Wins during training of an independent port of the article's program (4000 games per opponent)
/// and of ours.
PaperTable article_table(const Variant& article) {
  constexpr double kPorts[] = {48.4, 36.9, 16.9, 31.9, 44.0};
  constexpr double kPortsGames = 4000;
  PaperTable table{"s5-article",
                   "8x8, the article's program: percent of the games won while it learns; the "
                   "article prints none",
                   {"opponent", "port of the program", "ours", "deviation, standard errors"},
                   {}};
  for (std::size_t i = 0; i < article.outcome.learning.size(); ++i) {
    const Tally& games = article.outcome.learning[i];
    const Estimate won = games.win_rate();
    table.rows.push_back(
        {text_cell(article.setup.opponents[i]), number_cell(kPorts[i], 1), percent_cell(won),
         deviation_cell(deviation_of_proportions(won.value, static_cast<double>(games.games()),
                                                 kPorts[i] / 100, kPortsGames))});
  }
  return table;
}

constexpr std::size_t kParts = 5;

Estimate part_mean(const std::vector<double>& rounds, std::size_t part) {
  const auto at = [&](std::size_t i) {
    return rounds.begin() + static_cast<std::ptrdiff_t>(i * rounds.size() / kParts);
  };
  return mean_of(std::vector<double>(at(part), at(part + 1)));
}

PaperTable rounds_table(const Outcome& article) {
  PaperTable table{"s5-rounds",
                   "8x8, the article's program: its plots as means of rounds. Wins are games won "
                   "minus others, of 10 a round",
                   {"rounds", "wins a round", "discs a round"},
                   {}};
  const std::size_t rounds = article.round_wins.size();
  for (std::size_t part = 0; part < kParts; ++part) {
    std::vector<Cell> row{
        text_cell(fmt::format("{}-{}", part * rounds / kParts + 1, (part + 1) * rounds / kParts))};
    for (const auto* numbers : {&article.round_wins, &article.round_discs}) {
      row.push_back(interval_cell(part_mean(*numbers, part), 2));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Picture round_plot(std::string_view name, std::string_view what,
                   const std::vector<double>& rounds) {
  constexpr std::size_t kAround = 25;
  protocol::LineChart chart;
  chart.labels = {fmt::format("The article's program on 8x8: {} a round", what), "rounds", ""};
  chart.lines = {{"a round", {}}, {fmt::format("mean of {} rounds", 2 * kAround + 1), {}}};
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const double x = static_cast<double>(i + 1);
    chart.lines[0].points.push_back({x, rounds[i], rounds[i], rounds[i]});
    if (i < kAround || i + kAround >= rounds.size()) continue;
    double mean = 0;
    for (std::size_t j = i - kAround; j <= i + kAround; ++j) mean += rounds[j];
    mean /= 2 * kAround + 1;
    chart.lines[1].points.push_back({x, mean, mean, mean});
  }
  return {std::string(name), std::move(chart)};
}

/// Whether the last rounds are better than the first; the article denies it.
std::string rounds_finding(const Outcome& article) {
  const Estimate first = part_mean(article.round_wins, 0),
                 last = part_mean(article.round_wins, kParts - 1);
  const auto error = [](const Estimate& share) { return (share.upper - share.lower) / (2 * 1.96); };
  const double deviation =
      (last.value - first.value) / std::max(std::hypot(error(first), error(last)), 1e-9);
  return fmt::format(
      "The article's program: {:+.2f} wins minus others a round in the first fifth of the rounds, "
      "{:+.2f} in the last: {:+.1f} standard errors. The article says: no improvement.",
      first.value, last.value, deviation);
}

PaperTable large_boards(const std::vector<Variant>& all) {
  PaperTable table{
      "s5-8x8",
      "8x8: percent won by the learned moves, before and after learning; the opponents have "
      "the faults of the article's program but for the last four rows' programs",
      {"program", "rounds", "values found, %", "table entries"},
      {}};
  const std::vector<std::string> opponents = article_opponents(false);
  for (const std::string& name : opponents) table.columns.push_back(name);
  table.rows.push_back({text_cell("article: \"no improvement\"")});
  table.rows.back().resize(table.columns.size(), text_cell("-"));
  std::vector<std::string> last_opponents;
  for (const Variant& variant : all) {
    if (variant.setup.size != 8) continue;
    const std::vector<LearnRow>& rows = variant.outcome.rows;
    for (const LearnRow* row : {&rows.front(), &rows.back()}) {
      // Before learning, equal opponents give equal rows.
      if (row == &rows.front() && variant.setup.opponents == last_opponents) continue;
      last_opponents = variant.setup.opponents;
      std::vector<Cell> cells{text_cell(variant.name), number_cell(row->steps),
                              cell_of(metric_of(*row, "found_percent"), 2),
                              cell_of(metric_of(*row, "table_entries"), 0)};
      for (const std::string& name : variant.setup.opponents) {
        cells.push_back(cell_of(metric_of(*row, name + "_percent"), 1));
      }
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

PaperTable small_board(const std::vector<Variant>& all) {
  PaperTable table{"s5-4x4",
                   "4x4: the repaired program, and with one fault left in",
                   {"program", "rounds", "start value", "exact", "guaranteed as second", "exact",
                    "best moves as second, %", "won of 1000 as second", "lost", "values found, %"},
                   {}};
  for (const Variant& variant : all) {
    if (variant.setup.size != 4) continue;
    const Outcome& outcome = variant.outcome;
    const LearnRow& last = outcome.rows.back();
    table.rows.push_back({text_cell(variant.name), number_cell(last.steps),
                          cell_of(metric_of(last, "start_value"), 3), text_cell("-1"),
                          number_cell(outcome.guaranteed), text_cell("1"),
                          number_cell(outcome.best_moves, 1), wins_cell(outcome.random),
                          number_cell(outcome.random.lost),
                          cell_of(metric_of(last, "found_percent"), 2)});
  }
  return table;
}

PaperTable recurrence(const std::vector<Variant>& all) {
  PaperTable table{"s5-recurrence",
                   "Repaired: values found when looked up while learning, by empty squares, %",
                   {"empties", "4x4", "6x6", "8x8"},
                   {}};
  std::size_t most = 0;
  for (const Variant& variant : all) most = std::max(most, variant.outcome.reads.size());
  for (std::size_t phase = 0; phase < most; ++phase) {
    const std::size_t from = phase * QTableLearner::kReadEmpties;
    std::vector<Cell> cells{
        text_cell(fmt::format("{}-{}", from, from + QTableLearner::kReadEmpties - 1))};
    for (const int size : {4, 6, 8}) {
      const std::string name = fmt::format("{0}x{0}-repaired", size);
      const auto& reads = std::ranges::find(all, name, &Variant::name)->outcome.reads;
      const bool any = phase < reads.size() && reads[phase].all > 0;
      cells.push_back(any ? number_cell(100 * static_cast<double>(reads[phase].found) /
                                            static_cast<double>(reads[phase].all),
                                        2)
                          : text_cell("-"));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

PaperTable equal_table(const std::vector<Variant>& all) {
  PaperTable table{
      "s5-equal",
      "How equal the learned values are where the player chooses between several "
      "moves, in games against its opponents after learning",
      {"program", "choices", "all moves equal, %", "best move shared, %", "best minus worst, mean"},
      {}};
  for (const Variant& variant : all) {
    const EqualValues& equal = variant.outcome.equal;
    const auto count = static_cast<double>(std::max<std::int64_t>(equal.positions, 1));
    table.rows.push_back({text_cell(variant.name), number_cell(equal.positions),
                          percent_cell(proportion_of(equal.all_equal, equal.positions), 2),
                          percent_cell(proportion_of(equal.best_shared, equal.positions), 2),
                          number_cell(equal.spread / count, 4)});
  }
  return table;
}

Picture curve(std::string_view name, std::string_view title, const Outcome& outcome) {
  protocol::LineChart chart;
  chart.labels = {std::string(title), "rounds", "percent"};
  chart.band = true;
  for (const Metric& metric : outcome.rows.back().metrics) {
    if (!metric.name.ends_with("_percent")) continue;
    chart.lines.push_back(
        history_line(outcome.rows, metric.name, metric.name.substr(0, metric.name.rfind('_'))));
  }
  return {std::string(name), std::move(chart)};
}

PaperTable six_table(const Outcome& outcome) {
  PaperTable table{"s5-6x6",
                   "6x6, learned from what followed: percent won by the learned moves",
                   {"rounds"},
                   {}};
  for (const Metric& metric : outcome.rows.back().metrics) table.columns.push_back(metric.name);
  for (const LearnRow& row : outcome.rows) {
    std::vector<Cell> cells{number_cell(row.steps)};
    for (const Metric& metric : row.metrics) {
      cells.push_back(cell_of(metric, metric.name == "start_value" ? 3 : 1));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::vector<std::string> findings(const std::vector<Variant>& all) {
  std::vector<std::string> said{rounds_finding(all.front().outcome)};
  for (const auto& [name, setup, rounds, outcome] : all) {
    const Metric &before = metric_of(outcome.rows.front(), "random_percent"),
                 &after = metric_of(outcome.rows.back(), "random_percent");
    if (setup.size == 4) {
      if (name == "4x4-repaired") {
        said.push_back(fmt::format(
            "4x4, repaired: start value {:+.3f} (S1: -1); as second its moves get {:+.0f} against "
            "any opponent (S1: +1).",
            metric_of(outcome.rows.back(), "start_value").value, outcome.guaranteed));
      } else if (outcome.guaranteed <= 0) {
        said.push_back(fmt::format("{}: not optimal; as second its moves can be held to {:+.0f}.",
                                   name, outcome.guaranteed));
      }
      continue;
    }
    said.push_back(fmt::format(
        "{}: {:.1f}% won against random moves before, {:.1f}% ({:.1f}-{:.1f}) after {} rounds; "
        "{:.2f}% of looked-up values found.",
        name, before.value, after.value, after.lower, after.upper, outcome.rows.back().steps,
        metric_of(outcome.rows.back(), "found_percent").value));
  }
  return said;
}

}  // namespace

ExperimentReport run_s5(const ExperimentSetup& setup) {
  std::vector<Variant> all = variants(setup);
  learn_all(all, setup);
  const Outcome &article = all.front().outcome, &met = all.back().outcome;
  ExperimentReport report;
  report.tables = {article_table(all.front()),
                   rounds_table(article),
                   large_boards(all),
                   small_board(all),
                   six_table(met),
                   recurrence(all),
                   equal_table(all)};
  report.pictures = {round_plot("s5-wins", "games won minus others", article.round_wins),
                     round_plot("s5-discs", "discs", article.round_discs),
                     curve("s5-8x8-article", "8x8, as in the article: games won", article),
                     curve("s5-6x6-met", "6x6, learned from what followed: games won", met)};
  report.findings = findings(all);
  return report;
}

}  // namespace sumi::lab
