// SPDX-License-Identifier: MIT
/// S4: the paper's tables, recomputed with its program as published and as corrected; the effect of
/// each fault; which faults printed which table (s4_explain.cpp); and look-ahead
/// (s4_look_ahead.cpp).
#include "engine/base/file.h"
#include "protocol/report/svg_chart.h"
#include "tools/lab/papers/experiment/experiment.h"
#include "tools/lab/papers/experiment/s4_paper.h"
#include "tools/lab/papers/systems/weight_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

namespace sumi::lab {
namespace {

constexpr int kLargest = 5;
constexpr double kNormal95 = 1.959964;

constexpr std::string_view kAllFaults = "abcdg";

Measured against_random(const ExperimentSetup& setup, const SweepPlayer& player, int bp, int fs,
                        int cn, int games, std::uint64_t part) {
  const Measured measured =
      measure_weights(player, bp, fs, cn, s4_games(setup, games, part), interruption(setup));
  check_stop(setup);
  return measured;
}

struct Program {
  std::string name;  ///< Of its sweep: "s4-sweep-NAME".
  std::string_view title;
  SweepPlayer player;
};

const Program kAsPrinted{"faithful", "as printed", kFaithfulPlayer};
const Program kTurnReset{"turn-reset", "turn set before each game", {"paper", "+noise"}};
const Program kQuiet{"quiet", "without random numbers", {"paper", "", true}};
const Program kTextNoise{
    "text-noise", "random numbers of the text", {"paper", "+text-noise", true}};

/// "2:5:1" of a row or entry.
template <class Weights>
Cell weights_cell(const Weights& w) {
  return text_cell(fmt::format("{}:{}:{}", w.bp, w.fs, w.cn));
}

/// Wins of an independent port of the paper's program, and of ours.
PaperTable port_table(const ExperimentSetup& setup, int games) {
  struct Row {
    const Program* program;
    int bp, fs, cn;
    double port_games;     ///< A colour.
    double first, second;  ///< Percent of them.
  };
  const Row rows[] = {
      {&kTurnReset, 2, 0, 1, 20'000, 75.5, 81.2}, {&kTurnReset, 1, 3, 0, 20'000, 97.95, 98.13},
      {&kTurnReset, 0, 1, 0, 20'000, 88.5, 90.5}, {&kQuiet, 1, 0, 0, 1000, 74.7, 74.5},
      {&kQuiet, 0, 1, 0, 1000, 82.8, 82.7},       {&kQuiet, 0, 0, 1, 1000, 64.6, 63.6}};
  PaperTable table{
      "s4-port",
      fmt::format("The paper's program against a random player: per cent won, by a "
                  "port of it, and by ours in {} games a colour; deviations in standard errors",
                  games),
      {"program", "BP:FS:CN", "port's games", "port 1st", "ours 1st", "deviation 1st", "port 2nd",
       "ours 2nd", "deviation 2nd"},
      {}};
  for (const Row& row : rows) {
    const std::size_t done = table.rows.size();
    report_progress(setup, "port", done, std::size(rows));
    const Measured ours =
        against_random(setup, row.program->player, row.bp, row.fs, row.cn, games, 100 + done);
    std::vector<Cell> cells{text_cell(row.program->title), weights_cell(row),
                            number_cell(row.port_games)};
    for (const auto& [port, tally] :
         {std::pair(row.first, ours.as_black), std::pair(row.second, ours.as_white)}) {
      const Estimate won = tally.win_rate();
      cells.push_back(number_cell(port, 2));
      cells.push_back(percent_cell(won, 2));
      cells.push_back(deviation_cell(deviation_of_proportions(
          won.value, static_cast<double>(tally.games()), port / 100, row.port_games)));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::vector<SweepEntry> sweep(const ExperimentSetup& setup, const Program& program, int games) {
  WeightSweep learner({.largest = kLargest,
                       .games = games,
                       .player = program.player,
                       .seed = mixed_seed(setup.seed, 4, 0),
                       .threads = setup.threads});
  learn(setup, learner, "s4-sweep-" + program.name, learner.all_steps(), 0);
  write_file(fmt::format("{}/s4-sweep-{}.csv", setup.folder, program.name),
             sweep_csv(learner.entries()))
      .value();
  return learner.entries();
}

struct Compared {
  const PaperGames* paper = nullptr;
  Tally first, second;
};

std::vector<Compared> compare(const std::vector<SweepEntry>& faithful) {
  std::vector<Compared> all;
  for (const PaperGames& row : kPaperGames) {
    const Measured& ours = entry_of(faithful, row.bp, row.fs, row.cn).games;
    all.push_back({&row, ours.as_black, ours.as_white});
  }
  return all;
}

PaperTable tables_table(const std::vector<Compared>& all, int games) {
  PaperTable table{"s4-tables",
                   fmt::format("The paper's tables 1 to 5, wins of 1000 games against a random "
                               "player; ours by its program as printed, of {}; deviations in "
                               "standard errors",
                               games),
                   {"table", "BP:FS:CN", "paper 1st", "ours 1st", "deviation 1st", "paper 2nd",
                    "ours 2nd", "deviation 2nd"},
                   {}};
  const auto deviation = [](const Tally& ours, const Tally& paper) {
    return deviation_cell(s4_deviation(ours, paper, &Tally::won));
  };
  for (const auto& [paper, first, second] : all) {
    table.rows.push_back({text_cell(std::to_string(paper->table)), weights_cell(*paper),
                          number_cell(paper->first.won), wins_cell(first),
                          deviation(first, paper->first), number_cell(paper->second.won),
                          wins_cell(second), deviation(second, paper->second)});
  }
  return table;
}

/// Draws and losses, which depend on the wins: not counted as deviations.
PaperTable rest_table(const std::vector<Compared>& all) {
  PaperTable table{"s4-draws-and-losses",
                   "Draws and losses of the paper's tables, and ours by its program as printed",
                   {"table", "BP:FS:CN"},
                   {},
                   true};
  for (const std::string_view column : {"1st", "2nd"}) {
    for (const std::string_view what : {"drawn", "lost"}) {
      for (const std::string_view whose : {"paper", "ours", "standard errors"}) {
        table.columns.push_back(fmt::format("{} {}: {}", column, what, whose));
      }
    }
  }
  for (const auto& [paper, first, second] : all) {
    std::vector<Cell> row{text_cell(std::to_string(paper->table)), weights_cell(*paper)};
    for (const auto& [ours, theirs] :
         {std::pair(first, paper->first), std::pair(second, paper->second)}) {
      for (const auto count : {&Tally::drawn, &Tally::lost}) {
        row.push_back(number_cell(theirs.*count));
        row.push_back(number_cell(ours.*count));
        row.push_back(number_cell(s4_deviation(ours, theirs, count), 1));
      }
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

double share_of(const Tally& tally, std::int64_t Tally::*count) {
  return proportion_of(tally.*count, tally.games()).value;
}

/// Cells of some of the paper's tables: how ours deviate.
class Deviations {
 public:
  void add(const Tally& ours, const Tally& paper, std::int64_t Tally::*count) {
    const double deviation = s4_deviation(ours, paper, count);
    squares_.add(deviation);
    lower_ += deviation < -3;
    low_ += deviation < -2;
    high_ += deviation > 2;
    higher_ += deviation > 3;
    points_ += 100 * (share_of(ours, count) - share_of(paper, count));
  }

  static constexpr const char* kColumns[] = {
      "cells",   "mean, points of %", "below -3",    "below -2",
      "above 2", "above 3",           "mean square", "p"};
  void add_cells(std::vector<Cell>& row) const {
    row.push_back(number_cell(squares_.count));
    row.push_back(number_cell(squares_.count == 0 ? 0 : points_ / squares_.count, 2));
    for (const int count : {lower_, low_, high_, higher_}) row.push_back(number_cell(count));
    row.push_back(number_cell(squares_.mean(), 2));
    row.push_back(number_cell(squares_.p(), 4));
  }

 private:
  SquaredDeviations squares_;
  int low_ = 0, lower_ = 0, high_ = 0, higher_ = 0;
  double points_ = 0;
};

Deviations deviations(const std::vector<Compared>& all, const std::function<bool(int)>& has_table,
                      std::int64_t Tally::*count) {
  Deviations found;
  for (const auto& [paper, first, second] : all) {
    if (!has_table(paper->table)) continue;
    found.add(first, paper->first, count);
    found.add(second, paper->second, count);
  }
  return found;
}

struct SweptProgram {
  const Program* program = nullptr;
  std::vector<Compared> cells;
};

PaperTable deviation_table(const std::vector<SweptProgram>& programs) {
  PaperTable table{"s4-deviations",
                   "How the wins of some readings of the program deviate from the paper's tables, "
                   "in standard errors (4.6 % of the cells are expected beyond 2, 0.27 % beyond "
                   "3, and a mean square of 1)",
                   {"program", "table"},
                   {}};
  table.columns.insert(table.columns.end(), std::begin(Deviations::kColumns),
                       std::end(Deviations::kColumns));
  for (const SweptProgram& swept : programs) {
    const auto add = [&](std::string_view name, const std::function<bool(int)>& has_table) {
      std::vector<Cell> row{text_cell(swept.program->title), text_cell(name)};
      deviations(swept.cells, has_table, &Tally::won).add_cells(row);
      table.rows.push_back(std::move(row));
    };
    for (int number = 1; number <= 5; ++number) {
      add(std::to_string(number), [&](int one) { return one == number; });
    }
    add("1 to 5", [](int) { return true; });
  }
  return table;
}

PaperTable outcome_table(const std::vector<Compared>& all) {
  PaperTable table{"s4-outcomes",
                   "How wins, draws and losses of the program as printed deviate from tables 1 to "
                   "5, in standard errors",
                   {"outcome"},
                   {}};
  table.columns.insert(table.columns.end(), std::begin(Deviations::kColumns),
                       std::end(Deviations::kColumns));
  for (const auto& [name, count] :
       {std::pair("won", &Tally::won), {"drawn", &Tally::drawn}, {"lost", &Tally::lost}}) {
    std::vector<Cell> row{text_cell(name)};
    deviations(
        all, [](int) { return true; }, count)
        .add_cells(row);
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Table 6, missing in the scan: the six triples of table 5 with the most wins.
PaperTable table_six(const std::vector<Compared>& all) {
  constexpr int kBest = 6;
  PaperTable table{
      "s4-table-6",
      "Table 6 (missing in the scan) recomputed: the six weights with the most wins in "
      "table 5, by its numbers and by ours",
      {"rank", "paper 1st", "won", "paper 2nd", "won", "ours 1st", "won", "ours 2nd", "won"},
      {}};
  for (int rank = 1; rank <= kBest; ++rank) table.rows.push_back({number_cell(rank)});
  const auto add = [&](const std::function<std::int64_t(const Compared&)>& wins) {
    std::vector<Compared> best;
    std::ranges::copy_if(all, std::back_inserter(best),
                         [](const Compared& one) { return one.paper->table == 5; });
    std::ranges::stable_sort(best, std::greater{}, wins);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      table.rows[i].push_back(weights_cell(*best[i].paper));
      table.rows[i].push_back(number_cell(wins(best[i])));
    }
  };
  add([](const Compared& one) { return one.paper->first.won; });
  add([](const Compared& one) { return one.paper->second.won; });
  add([](const Compared& one) { return one.first.won; });
  add([](const Compared& one) { return one.second.won; });
  return table;
}

/// Figures 3 to 5: wins by weights of tables 2 to 4.
Picture figure(const std::vector<Compared>& all, int number, std::string_view terms) {
  protocol::LineChart chart;
  chart.labels = {fmt::format("Figure {}: {}, weights 1:1, 1:2 to 5:5", number, terms),
                  "row of the table", "wins, %"};
  chart.band = true;
  chart.lines = {
      {"paper, first", {}}, {"ours, first", {}}, {"paper, second", {}}, {"ours, second", {}}};
  for (const auto& [paper, first, second] : all) {
    if (paper->table != number - 1) continue;
    const double x = static_cast<double>(chart.lines[0].points.size() + 1);
    const auto add = [&](std::size_t line, const Estimate& share) {
      chart.lines[line].points.push_back(
          {x, 100 * share.value, 100 * share.lower, 100 * share.upper});
    };
    add(0, paper->first.win_rate());
    add(1, first.win_rate());
    add(2, paper->second.win_rate());
    add(3, second.win_rate());
  }
  return {fmt::format("s4-figure-{}", number), std::move(chart)};
}

std::vector<SweepEntry> ranked(std::vector<SweepEntry> entries) {
  std::ranges::stable_sort(entries, std::greater{},
                           [](const SweepEntry& entry) { return entry.games.all().won; });
  return entries;
}

/// The best entry with exactly the given terms.
const SweepEntry& best_of(const std::vector<SweepEntry>& best_first, bool bp, bool fs, bool cn) {
  return *std::ranges::find_if(best_first, [&](const SweepEntry& entry) {
    return (entry.bp > 0) == bp && (entry.fs > 0) == fs && (entry.cn > 0) == cn;
  });
}

PaperTable best_table(const std::vector<SweepEntry>& faithful,
                      const std::vector<SweepEntry>& corrected, int games) {
  PaperTable table{
      "s4-best",
      fmt::format("The sweep's best by terms, wins of {} as first and as second (the best "
                  "of many is lucky too)",
                  games),
      {"terms", "paper", "faithful", "1st", "2nd", "corrected", "1st", "2nd"},
      {}};
  struct Group {
    std::string_view name, paper;
    bool bp, fs, cn;
  };
  constexpr Group kGroups[] = {{"BP", "749/739", true, false, false},
                               {"FS", "832/820", false, true, false},
                               {"CN", "659/612", false, false, true},
                               {"BP+FS", "1:3 982/981", true, true, false},
                               {"BP+CN", "-", true, false, true},
                               {"FS+CN", "5:1 813/842", false, true, true},
                               {"BP+FS+CN", "2:5:1 981/977", true, true, true}};
  for (const Group& group : kGroups) {
    const SweepEntry& f = best_of(faithful, group.bp, group.fs, group.cn);
    const SweepEntry& c = best_of(corrected, group.bp, group.fs, group.cn);
    table.rows.push_back({text_cell(group.name), text_cell(group.paper), weights_cell(f),
                          wins_cell(f.games.as_black), wins_cell(f.games.as_white), weights_cell(c),
                          wins_cell(c.games.as_black), wins_cell(c.games.as_white)});
  }
  return table;
}

/// Sum over all triples with this CN and non-zero BP and FS.
Tally with_cn(const std::vector<SweepEntry>& entries, int cn) {
  Tally sum;
  for (const SweepEntry& entry : entries) {
    if (entry.cn == cn && entry.bp > 0 && entry.fs > 0) sum += entry.games.all();
  }
  return sum;
}

PaperTable cn_table(const std::vector<SweepEntry>& faithful,
                    const std::vector<SweepEntry>& corrected) {
  PaperTable table{"s4-by-cn",
                   "Wins in per cent over all BP and FS from 1 to 5, by the weight of CN",
                   {"W_CN", "faithful", "corrected"},
                   {}};
  for (int cn = 0; cn <= kLargest; ++cn) {
    table.rows.push_back({text_cell(std::to_string(cn)),
                          percent_cell(with_cn(faithful, cn).win_rate(), 2),
                          percent_cell(with_cn(corrected, cn).win_rate(), 2)});
  }
  return table;
}

struct FaultRow {
  std::string_view fault;  ///< A letter or a flag.
  std::string_view what;
  int bp, fs, cn;
};
constexpr FaultRow kFaultRows[] = {
    {"a", "CN adds the opponent's moves", 2, 5, 1},
    {"a", "CN adds the opponent's moves", 1, 1, 5},
    {"b", "FS beside CN without its weight", 0, 5, 1},
    {"c", "corner correction without sign", 0, 1, 0},
    {"c", "corner correction without sign", 2, 5, 1},
    {"d", "right edge looks at the left column", 0, 1, 0},
    {"d", "right edge looks at the left column", 2, 5, 1},
    {"e", "FS at random when all values are 0", 0, 1, 0},
    {"ties", "equal moves: the first, not any", 0, 1, 0},
    {"g", "the turn is not set before a game", 0, 1, 0},
    {"g", "the turn is not set before a game", 2, 5, 1},
};

SweepPlayer with_fault(std::string_view fault) {
  if (fault == "e") return {"corrected", "+noise+zeros+first"};
  if (fault == "ties") return {"corrected", "+noise+first"};
  return player_with_faults(fault, "+noise");
}

/// Baseline for with_fault(). Fault (e) has no effect if ties are broken at random.
SweepPlayer without_any(std::string_view fault) {
  return fault == "e" ? SweepPlayer{"corrected", "+noise+first"} : kCorrectedPlayer;
}

SweepPlayer all_but(std::string_view fault) {
  if (fault == "e") return player_with_faults(kAllFaults, "+noise+first+mirrored");
  if (fault == "ties") return player_with_faults(kAllFaults, "+noise+zeros+mirrored");
  std::string letters(kAllFaults);
  std::erase(letters, fault[0]);
  return player_with_faults(letters, "+noise+zeros+first+mirrored");
}

/// In percentage points, with the confidence interval.
Cell difference_cell(const Tally& from, const Tally& to) {
  const auto variance = [](const Tally& tally) {
    const double share = tally.win_rate().value;
    return share * (1 - share) / static_cast<double>(tally.games());
  };
  const double points = 100 * (to.win_rate().value - from.win_rate().value);
  const double half = 100 * kNormal95 * std::sqrt(variance(from) + variance(to));
  return {fmt::format("{:+.2f} +- {:.2f}", points, half), points, points - half, points + half};
}

PaperTable fault_table(const ExperimentSetup& setup, int games) {
  PaperTable table{
      "s4-faults",
      fmt::format("What the program's faults cost: wins in per cent of {} games against a "
                  "random player, and by how much they change",
                  2 * games),
      {"fault", "what", "BP:FS:CN", "corrected", "with it", "change", "faithful", "without it",
       "change"},
      {}};
  const auto percent = [](const Tally& t) { return percent_cell(t.win_rate(), 2); };
  for (const FaultRow& row : kFaultRows) {
    report_progress(setup, "faults", table.rows.size(), std::size(kFaultRows));
    const std::uint64_t part = 200 + table.rows.size();
    const auto play = [&](const SweepPlayer& player) {
      return against_random(setup, player, row.bp, row.fs, row.cn, games, part).all();
    };
    const Tally corrected = play(without_any(row.fault)), with = play(with_fault(row.fault));
    const Tally faithful = play(kFaithfulPlayer), without = play(all_but(row.fault));
    table.rows.push_back({text_cell(row.fault), text_cell(row.what), weights_cell(row),
                          percent(corrected), percent(with), difference_cell(corrected, with),
                          percent(faithful), percent(without), difference_cell(faithful, without)});
  }
  return table;
}

std::string cn_finding(const std::vector<SweepEntry>& faithful,
                       const std::vector<SweepEntry>& corrected) {
  const auto percent = [](const std::vector<SweepEntry>& entries, int cn) {
    return 100 * with_cn(entries, cn).win_rate().value;
  };
  return fmt::format(
      "The larger W_CN, the fewer wins, says the paper of its program: {:.1f} % with W_CN 1, "
      "{:.1f} % with 5. As it was meant, without fault (a), it is {:.1f} % and {:.1f} %.",
      percent(faithful, 1), percent(faithful, kLargest), percent(corrected, 1),
      percent(corrected, kLargest));
}

std::string best_finding(std::string_view program, const std::vector<SweepEntry>& best_first) {
  const SweepEntry& best = best_first.front();
  const SweepEntry& paper = entry_of(best_first, 2, 5, 1);
  const Estimate share = best.games.all().win_rate();
  const auto within = std::ranges::count_if(best_first, [&](const SweepEntry& entry) {
    return entry.games.all().win_rate().upper >= share.value;
  });
  return fmt::format(
      "Best of the sweep, {}: {} with {:.1f} % ({:.1f}-{:.1f}); 2:5:1 is number {} with {:.1f} %. "
      "{} of {} weights cannot be distinguished from the best by these games.",
      program, weights_cell(best).text, 100 * share.value, 100 * share.lower, 100 * share.upper,
      &paper - best_first.data() + 1, 100 * paper.games.all().win_rate().value, within,
      best_first.size());
}

}  // namespace

GamesSetup s4_games(const ExperimentSetup& setup, int games, std::uint64_t part) {
  return {.games = games, .seed = mixed_seed(setup.seed, 4, part), .threads = setup.threads};
}

double s4_deviation(const Tally& ours, const Tally& paper, std::int64_t Tally::*count) {
  return deviation_of_proportions(share_of(ours, count), static_cast<double>(ours.games()),
                                  share_of(paper, count), static_cast<double>(paper.games()));
}

ExperimentReport run_s4(const ExperimentSetup& setup) {
  const int sweep_games = static_cast<int>(parameter(setup, "games", setup.quick ? 100 : 1000));
  const int fault_games = sweep_games * (setup.quick ? 10 : 20);
  ExperimentReport report;
  report.tables.push_back(port_table(setup, fault_games));

  const std::vector<SweepEntry> faithful = sweep(setup, kAsPrinted, sweep_games);
  const std::vector<SweepEntry> corrected =
      sweep(setup, {"corrected", "corrected", kCorrectedPlayer}, sweep_games);
  const std::vector<SweepEntry> best_faithful = ranked(faithful),
                                best_corrected = ranked(corrected);
  const std::vector<Compared> compared = compare(faithful);
  std::vector<SweptProgram> programs{{&kAsPrinted, compared}};
  for (const Program* const program : {&kTurnReset, &kQuiet, &kTextNoise}) {
    programs.push_back({program, compare(sweep(setup, *program, sweep_games))});
  }
  report.tables.push_back(deviation_table(programs));
  report.tables.push_back(outcome_table(compared));
  report.tables.push_back(tables_table(compared, sweep_games));
  report.tables.push_back(rest_table(compared));
  report.tables.push_back(table_six(compared));
  report.tables.push_back(best_table(best_faithful, best_corrected, sweep_games));
  report.tables.push_back(cn_table(faithful, corrected));
  const std::string title =
      fmt::format("Wins of {} games against a random player, ", 2 * sweep_games);
  report.pictures.push_back(
      {"s4-sweep-faithful", sweep_heat_map(title + "the paper's program", kLargest, faithful)});
  report.pictures.push_back(
      {"s4-sweep-corrected", sweep_heat_map(title + "corrected", kLargest, corrected)});
  for (const auto& [number, terms] :
       {std::pair(3, "BP and FS"), std::pair(4, "BP and CN"), std::pair(5, "FS and CN")}) {
    report.pictures.push_back(figure(compared, number, terms));
  }
  report.findings.push_back(best_finding("the paper's program", best_faithful));
  report.findings.push_back(best_finding("corrected", best_corrected));
  report.findings.push_back(cn_finding(faithful, corrected));

  report.tables.push_back(fault_table(setup, fault_games));
  if (setup.explain) add_s4_explanation(setup, report);
  add_s4_look_ahead(setup, report);
  return report;
}

}  // namespace sumi::lab
