// SPDX-License-Identifier: MIT
#include "tools/lab/papers/experiment/s4_paper.h"
#include "tools/lab/papers/systems/weight_sweep.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sumi::lab {
namespace {

using protocol::Json;

/// A set of faults, as the program may have had it when it printed a table.
struct FaultSet {
  std::string letters;     ///< Of abcdeg.
  std::string_view noise;  ///< A flag of the player, or empty.

  std::string text() const {
    return fmt::format("{}{}", letters.empty() ? "none" : letters,
                       noise.empty()       ? ", no random numbers"
                       : noise == "+noise" ? ""
                                           : ", random numbers of the text");
  }

  SweepPlayer player() const {
    std::string faults = letters;
    std::string flags = std::string(noise) + "+first+mirrored";
    if (std::erase(faults, 'e') > 0) flags += "+zeros";
    return player_with_faults(faults.empty() ? "none" : faults, flags);
  }
};

/// Without the letters that change nothing with these weights.
FaultSet effective(const FaultSet& set, const PaperGames& row) {
  FaultSet reduced = set;
  const auto drop = [&](char letter) { std::erase(reduced.letters, letter); };
  if (row.cn == 0) drop('a');
  if (row.bp != 0 || row.fs == 0 || row.cn == 0) drop('b');
  if (row.fs == 0) drop('c'), drop('d');
  if (row.bp != 0 || row.cn != 0) drop('e');
  return reduced;
}

std::vector<FaultSet> all_sets() {
  constexpr std::string_view kLetters = "abcdeg";
  std::vector<FaultSet> sets;
  for (const std::string_view noise : {"+noise", "", "+text-noise"}) {
    for (unsigned bits = 0; bits < 1u << kLetters.size(); ++bits) {
      FaultSet set{"", noise};
      for (std::size_t i = 0; i < kLetters.size(); ++i) {
        if ((bits >> i & 1) != 0) set.letters += kLetters[i];
      }
      sets.push_back(std::move(set));
    }
  }
  return sets;
}

/// A weight triple with a set of faults.
struct FaultTrial {
  const PaperGames* row = nullptr;
  FaultSet set;

  std::string key() const {
    return fmt::format("{}:{}:{} {}", row->bp, row->fs, row->cn, set.text());
  }
};

/// All trials of all sets, each once.
std::vector<FaultTrial> all_trials() {
  std::vector<FaultTrial> trials;
  std::set<std::string> known;
  for (const PaperGames& row : kPaperGames) {
    for (const FaultSet& set : all_sets()) {
      FaultTrial trial{&row, effective(set, row)};
      if (known.insert(trial.key()).second) trials.push_back(std::move(trial));
    }
  }
  return trials;
}

class TrialRunner final : public TrialLearner {
 public:
  TrialRunner(std::vector<FaultTrial> trials, int games, std::uint64_t seed, int threads)
      : TrialLearner("S4's explanation", games, threads),
        trials_(std::move(trials)),
        games_(games),
        seed_(seed) {}

  std::uint64_t all_steps() const override { return trials_.size(); }
  /// By FaultTrial::key(). Requires: all steps are done.
  std::map<std::string, Measured> measured() const {
    std::map<std::string, Measured> found;
    for (std::size_t i = 0; i < trials_.size(); ++i) found[trials_[i].key()] = entries()[i].games;
    return found;
  }

  std::string_view unit() const override { return "trials"; }
  Json settings() const override {
    return {
        {"learner", "s4-explain"}, {"trials", trials_.size()}, {"games", games_}, {"seed", seed_}};
  }

  std::vector<Metric> measure(const std::stop_token&) const override { return {}; }

  std::string result() const override {
    std::string text = "weights,faults,black_won,white_won,games\n";
    for (std::size_t i = 0; i < entries().size(); ++i) {
      const auto& [bp, fs, cn, games] = entries()[i];
      text += fmt::format("{}:{}:{},\"{}\",{},{},{}\n", bp, fs, cn, trials_[i].set.text(),
                          games.as_black.won, games.as_white.won, games_);
    }
    return text;
  }
  std::string_view result_kind() const override { return "table of trials"; }

 private:
  Trial trial(std::uint64_t step) const override {
    const auto& [row, set] = trials_[step];
    return {set.player(), row->bp, row->fs, row->cn, mixed_seed(seed_, 0x54, step)};
  }

  const std::vector<FaultTrial> trials_;
  const int games_;
  const std::uint64_t seed_;
};

/// A set's squared deviations from the cells that choose it, and from those that judge it.
struct Fit {
  std::string set;  ///< Letters that matter in some row of the table.
  SquaredDeviations chosen_by, judged_by, draws_judged_by;
};

/// Cells alternate between the halves like the squares of a chessboard.
Fit fit_of(const FaultSet& set, const std::function<bool(int)>& has_table,
           const std::map<std::string, Measured>& measured) {
  Fit fit;
  std::string letters;
  std::size_t row = 0;
  for (const PaperGames& paper : kPaperGames) {
    if (!has_table(paper.table)) continue;
    const FaultTrial trial{&paper, effective(set, paper)};
    letters += trial.set.letters;
    const Measured& ours = measured.at(trial.key());
    for (const bool second : {false, true}) {
      const Tally& our = second ? ours.as_white : ours.as_black;
      const Tally& their = second ? paper.second : paper.first;
      const bool judges = (row + (second ? 1 : 0)) % 2 == 1;
      (judges ? fit.judged_by : fit.chosen_by).add(s4_deviation(our, their, &Tally::won));
      if (judges) fit.draws_judged_by.add(s4_deviation(our, their, &Tally::drawn));
    }
    ++row;
  }
  std::ranges::sort(letters);
  letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
  fit.set = FaultSet{letters, set.noise}.text();
  return fit;
}

/// One per set that differs in these tables, the best by the choosing cells first.
std::vector<Fit> fits(const std::function<bool(int)>& has_table,
                      const std::map<std::string, Measured>& measured) {
  std::vector<Fit> found;
  std::set<std::string> known;
  for (const FaultSet& set : all_sets()) {
    Fit fit = fit_of(set, has_table, measured);
    if (known.insert(fit.set).second) found.push_back(std::move(fit));
  }
  std::ranges::stable_sort(found, {}, [](const Fit& fit) { return fit.chosen_by.mean(); });
  return found;
}

constexpr std::string_view kPrinted = "abcdeg";
constexpr double kUnlikely = 0.01;

}  // namespace

double SquaredDeviations::p() const {
  if (count == 0) return 1;
  return cdf(complement(boost::math::chi_squared(count), sum));
}

void add_s4_explanation(const ExperimentSetup& setup, ExperimentReport& report) {
  const int games = static_cast<int>(parameter(setup, "games", setup.quick ? 100 : 1000));
  TrialRunner runner(all_trials(), games, mixed_seed(setup.seed, 4, 1), setup.threads);
  learn(setup, runner, "s4-explain", runner.all_steps(), 0);
  const std::map<std::string, Measured> measured = runner.measured();

  PaperTable best{
      "s4-explain",
      fmt::format("The set of faults that fits each table best: wins in {} games a cell; "
                  "half of the cells choose the set, the others judge it (mean squares "
                  "of deviations in standard errors, 1 expected)",
                  games),
      {"tables", "sets tried", "chosen set", "choosing cells", "mean square", "judging cells",
       "their mean square", "p", "draws: mean square", "draws: p", "as printed: mean square",
       "as printed: p"},
      {}};
  PaperTable all{"s4-explain-sets",
                 "Every set of faults tried on each table",
                 {"tables", "faults", "choosing cells", "mean square", "judging cells",
                  "their mean square", "p"},
                 {},
                 true};
  const auto add = [&](std::string_view name, const std::function<bool(int)>& has_table) {
    const std::vector<Fit> found = fits(has_table, measured);
    const Fit& first = found.front();
    const Fit printed = fit_of({std::string(kPrinted), "+noise"}, has_table, measured);
    best.rows.push_back(
        {text_cell(name), number_cell(static_cast<double>(found.size())), text_cell(first.set),
         number_cell(first.chosen_by.count), number_cell(first.chosen_by.mean(), 2),
         number_cell(first.judged_by.count), number_cell(first.judged_by.mean(), 2),
         number_cell(first.judged_by.p(), 4), number_cell(first.draws_judged_by.mean(), 2),
         number_cell(first.draws_judged_by.p(), 4), number_cell(printed.judged_by.mean(), 2),
         number_cell(printed.judged_by.p(), 4)});
    for (const Fit& fit : found) {
      all.rows.push_back({text_cell(name), text_cell(fit.set), number_cell(fit.chosen_by.count),
                          number_cell(fit.chosen_by.mean(), 3), number_cell(fit.judged_by.count),
                          number_cell(fit.judged_by.mean(), 3), number_cell(fit.judged_by.p(), 4)});
    }
    report.findings.push_back(fmt::format(
        "Table{} {}: of {} sets of faults, \"{}\" fits half of the cells best; the mean square of "
        "the other half is {:.2f} (p = {:.4f}){}.",
        name.size() > 1 ? "s" : "", name, found.size(), first.set, first.judged_by.mean(),
        first.judged_by.p(), first.judged_by.p() < kUnlikely ? ": unexplained" : ""));
  };
  for (int number = 1; number <= 5; ++number) {
    add(std::to_string(number), [number](int table) { return table == number; });
  }
  add("2 to 5", [](int table) { return table > 1; });
  add("1 to 5", [](int) { return true; });
  report.tables.push_back(std::move(best));
  report.tables.push_back(std::move(all));
}

}  // namespace sumi::lab
