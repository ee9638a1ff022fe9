// SPDX-License-Identifier: MIT
/// S4: the paper's tables by its program and by what it meant; what each fault costs; and the
/// look-ahead that the paper left to do (s4_look_ahead.cpp).
#include "engine/base/file.h"
#include "protocol/report/svg_chart.h"
#include "tools/lab/papers/experiment/runs.h"
#include "tools/lab/papers/experiment/s4_look_ahead.h"
#include "tools/lab/papers/sweep/weight_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace sumi::lab {
namespace {

constexpr int kLargest = 5;
constexpr double kNormal95 = 1.959964;

/// All faults of the paper's program, as a player's letters and flags.
constexpr std::string_view kAllFaults = "abcd";

/// What a paper's cell says; wins as the first and as the second player.
struct PaperRow {
  std::string_view name;
  int bp, fs, cn;
  int first, second;                  ///< The paper's.
  int checked_first, checked_second;  ///< An independent run of the program's rules; 0: none.
};
constexpr PaperRow kPaperRows[] = {
    {"BP", 1, 0, 0, 749, 739, 757, 821},    {"FS", 0, 1, 0, 832, 820, 895, 920},
    {"CN", 0, 0, 1, 659, 612, 616, 648},    {"BP:FS 1:3", 1, 3, 0, 982, 981, 983, 982},
    {"FS:CN 5:1", 0, 5, 1, 813, 842, 0, 0}, {"BP:FS:CN 2:5:1", 2, 5, 1, 981, 977, 969, 973},
};

/// Throws ExperimentStopped rather than return a part.
Measured against_random(const ExperimentSetup& setup, const SweepPlayer& player, int bp, int fs,
                        int cn, int games, std::uint64_t part) {
  const Measured measured =
      measure_weights(player, bp, fs, cn, s4_games(setup, games, part), interruption(setup));
  check_stop(setup);
  return measured;
}

PaperTable paper_table(const ExperimentSetup& setup, int games) {
  PaperTable table{
      "s4-paper",
      fmt::format("Wins of {} games against a random player, first / second player; the "
                  "paper's and the checked ones of 1000",
                  games),
      {"weights", "paper 1st", "paper 2nd", "checked 1st", "checked 2nd", "faithful 1st",
       "faithful 2nd", "corrected 1st", "corrected 2nd"},
      {}};
  const auto count_cell = [](int wins) { return wins == 0 ? text_cell("-") : number_cell(wins); };
  for (const PaperRow& row : kPaperRows) {
    tell(setup, "single terms and pairs",
         static_cast<double>(table.rows.size()) / static_cast<double>(std::size(kPaperRows)));
    const std::uint64_t part = 100 + table.rows.size();
    const Measured faithful =
        against_random(setup, kFaithfulPlayer, row.bp, row.fs, row.cn, games, part);
    const Measured corrected =
        against_random(setup, kCorrectedPlayer, row.bp, row.fs, row.cn, games, part);
    table.rows.push_back({text_cell(row.name), number_cell(row.first), number_cell(row.second),
                          count_cell(row.checked_first), count_cell(row.checked_second),
                          wins_cell(faithful.as_black), wins_cell(faithful.as_white),
                          wins_cell(corrected.as_black), wins_cell(corrected.as_white)});
  }
  return table;
}

// The sweep.

std::string weights_text(const SweepEntry& entry) {
  return fmt::format("{}:{}:{}", entry.bp, entry.fs, entry.cn);
}

std::vector<SweepEntry> sweep(const ExperimentSetup& setup, const SweepPlayer& player,
                              const std::string& name, int games) {
  WeightSweepSetup sweep;
  sweep.largest = kLargest;
  sweep.games = games;
  sweep.player = player;
  sweep.seed = mixed_seed(setup.seed, 4, 0);
  sweep.threads = setup.threads;
  WeightSweep learner(sweep);
  learn(setup, learner, "s4-sweep-" + name, learner.all_steps(), 0);
  write_file(fmt::format("{}/s4-sweep-{}.csv", setup.folder, name), sweep_csv(learner.entries()))
      .value();
  return learner.entries();
}

/// Best first.
std::vector<SweepEntry> ranked(std::vector<SweepEntry> entries) {
  std::ranges::stable_sort(entries, std::greater{},
                           [](const SweepEntry& entry) { return entry.games.all().won; });
  return entries;
}

/// The best of those whose terms are just those of the pattern (1: some weight, 0: none).
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
    table.rows.push_back({text_cell(group.name), text_cell(group.paper), text_cell(weights_text(f)),
                          wins_cell(f.games.as_black), wins_cell(f.games.as_white),
                          text_cell(weights_text(c)), wins_cell(c.games.as_black),
                          wins_cell(c.games.as_white)});
  }
  return table;
}

/// All triples with weight for both other terms, by that of CN.
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
    const Tally f = with_cn(faithful, cn), c = with_cn(corrected, cn);
    table.rows.push_back({text_cell(std::to_string(cn)),
                          percent_cell(share_of(f.won, f.games()), 2),
                          percent_cell(share_of(c.won, c.games()), 2)});
  }
  return table;
}

// The faults.

struct FaultRow {
  std::string_view fault;  ///< A letter, or the name of a flag.
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
    {"ties", "equal moves: the last, not any", 0, 1, 0},
};

/// The corrected program with one fault, or the faithful one without it.
SweepPlayer with_fault(std::string_view fault) {
  if (fault == "e") return {"corrected", "+noise+zeros+last"};
  if (fault == "ties") return {"corrected", "+noise+last"};
  return {std::string(fault), "+noise"};
}

/// What with_fault() is compared with: (e) is nothing where ties are drawn by lot anyway.
SweepPlayer without_any(std::string_view fault) {
  return fault == "e" ? SweepPlayer{"corrected", "+noise+last"} : kCorrectedPlayer;
}

SweepPlayer all_but(std::string_view fault) {
  if (fault == "e") return {std::string(kAllFaults), "+noise+last"};
  if (fault == "ties") return {std::string(kAllFaults), "+noise+zeros"};
  std::string letters(kAllFaults);
  std::erase(letters, fault[0]);
  return {letters, "+noise+zeros+last"};
}

/// In per cent of the games, with the interval of a difference of two shares.
Cell difference_cell(const Tally& from, const Tally& to) {
  const auto share = [](const Tally& tally) {
    return static_cast<double>(tally.won) / static_cast<double>(tally.games());
  };
  const auto variance = [&](const Tally& tally) {
    return share(tally) * (1 - share(tally)) / static_cast<double>(tally.games());
  };
  const double points = 100 * (share(to) - share(from));
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
  const auto percent = [](const Tally& t) { return percent_cell(share_of(t.won, t.games()), 2); };
  for (const FaultRow& row : kFaultRows) {
    const double done = static_cast<double>(table.rows.size());
    tell(setup, "faults", done / static_cast<double>(std::size(kFaultRows)));
    const std::uint64_t part = 200 + table.rows.size();
    const auto play = [&](const SweepPlayer& player) {
      return against_random(setup, player, row.bp, row.fs, row.cn, games, part).all();
    };
    const Tally corrected = play(without_any(row.fault)), with = play(with_fault(row.fault));
    const Tally faithful = play(kFaithfulPlayer), without = play(all_but(row.fault));
    table.rows.push_back({text_cell(row.fault), text_cell(row.what),
                          text_cell(fmt::format("{}:{}:{}", row.bp, row.fs, row.cn)),
                          percent(corrected), percent(with), difference_cell(corrected, with),
                          percent(faithful), percent(without), difference_cell(faithful, without)});
  }
  return table;
}

std::string cn_finding(const std::vector<SweepEntry>& faithful,
                       const std::vector<SweepEntry>& corrected) {
  const auto percent = [](const std::vector<SweepEntry>& entries, int cn) {
    const Tally tally = with_cn(entries, cn);
    return 100 * share_of(tally.won, tally.games()).value;
  };
  return fmt::format(
      "The larger W_CN, the fewer wins, says the paper of its program: {:.1f} % with W_CN 1, "
      "{:.1f} % with 5. As it was meant, without fault (a), it is {:.1f} % and {:.1f} %.",
      percent(faithful, 1), percent(faithful, kLargest), percent(corrected, 1),
      percent(corrected, kLargest));
}

std::string best_finding(std::string_view program, const std::vector<SweepEntry>& best_first) {
  const SweepEntry& best = best_first.front();
  const auto paper = std::ranges::find_if(best_first, [](const SweepEntry& entry) {
    return entry.bp == 2 && entry.fs == 5 && entry.cn == 1;
  });
  const Tally b = best.games.all(), p = paper->games.all();
  const Share share = share_of(b.won, b.games());
  const auto within = std::ranges::count_if(best_first, [&](const SweepEntry& entry) {
    const Tally t = entry.games.all();
    return share_of(t.won, t.games()).upper >= share.value;
  });
  return fmt::format(
      "Best of the sweep, {}: {} with {:.1f} % ({:.1f}-{:.1f}); 2:5:1 is number {} with {:.1f} %. "
      "{} of {} weights cannot be told from the best by these games.",
      program, weights_text(best), 100 * share.value, 100 * share.lower, 100 * share.upper,
      paper - best_first.begin() + 1, 100 * share_of(p.won, p.games()).value, within,
      best_first.size());
}

}  // namespace

ExperimentReport run_s4(const ExperimentSetup& setup) {
  const int sweep_games = setup.quick ? 100 : 1000, fault_games = setup.quick ? 1000 : 20000;
  ExperimentReport report;
  report.tables.push_back(paper_table(setup, 1000));

  const std::vector<SweepEntry> faithful = sweep(setup, kFaithfulPlayer, "faithful", sweep_games);
  const std::vector<SweepEntry> corrected =
      sweep(setup, kCorrectedPlayer, "corrected", sweep_games);
  const std::vector<SweepEntry> best_faithful = ranked(faithful),
                                best_corrected = ranked(corrected);
  report.tables.push_back(best_table(best_faithful, best_corrected, sweep_games));
  report.tables.push_back(cn_table(faithful, corrected));
  const std::string title =
      fmt::format("Wins of {} games against a random player, ", 2 * sweep_games);
  report.pictures.push_back(
      {"s4-sweep-faithful", sweep_heat_map(title + "the paper's program", kLargest, faithful)});
  report.pictures.push_back(
      {"s4-sweep-corrected", sweep_heat_map(title + "corrected", kLargest, corrected)});
  report.findings.push_back(best_finding("the paper's program", best_faithful));
  report.findings.push_back(best_finding("corrected", best_corrected));
  report.findings.push_back(cn_finding(faithful, corrected));

  report.tables.push_back(fault_table(setup, fault_games));
  add_s4_look_ahead(setup, report);
  return report;
}

}  // namespace sumi::lab
