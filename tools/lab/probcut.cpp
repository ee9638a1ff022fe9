// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "tools/lab/long_work.h"
#include "tools/lab/probcut.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace sumi::lab {

void Moments::add(std::int64_t difference) {
  ++count;
  sum += difference;
  squares += difference * difference;
}

void Moments::add(const Moments& other) {
  count += other.count;
  sum += other.sum;
  squares += other.squares;
}

double Moments::mean() const {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

double Moments::mean_square() const {
  return count == 0 ? 0 : static_cast<double>(squares) / static_cast<double>(count);
}

double Moments::deviation() const {
  return std::sqrt(std::max(mean_square() - mean() * mean(), 0.0));
}

Differences differences_of(std::span<const SearchValues> search_values) {
  Differences differences;
  for (const SearchValues& r : search_values) {
    const auto depths = static_cast<int>(r.values.size());
    for (int shallow = 0; shallow < depths; ++shallow) {
      const int low = r.values[static_cast<std::size_t>(shallow)];
      for (int deep = shallow + 1; deep < depths; ++deep) {
        differences[{r.empties, deep, shallow}].add(r.values[static_cast<std::size_t>(deep)] - low);
      }
      if (r.exact) differences[{r.empties, r.empties, shallow}].add(*r.exact - low);
    }
  }
  return differences;
}

bool in_model(const DepthPair& pair) {
  if (pair.to_end()) return pair.shallow % 2 == 0;
  return pair.shallow > 0 && (pair.deep - pair.shallow) % 2 == 0;
}

namespace {

/// A random sample: the records whose boards have the smallest hashes.
class Choice {
 public:
  Choice(std::size_t most, std::uint64_t seed) : most_(most), seed_(seed) {}

  void offer(Record record) {
    record.board = canonical(record.board).board;
    const std::uint64_t number =
        SplitMix64(SplitMix64(record.board.own ^ seed_).next() ^ record.board.opp).next();
    if (chosen_.size() == most_ && number > chosen_.rbegin()->first) return;
    const auto [at, added] = chosen_.try_emplace(number, record);
    if (!added && record.source == ScoreSource::kExact) at->second = record;
    if (chosen_.size() > most_) chosen_.erase(std::prev(chosen_.end()));
  }

  const std::map<std::uint64_t, Record>& chosen() const { return chosen_; }

 private:
  std::size_t most_;
  std::uint64_t seed_;
  std::map<std::uint64_t, Record> chosen_;
};

EngineOptions without_tempo(EngineOptions options) {
  options.parameters.tempo_percent = 0;
  return options;
}

}  // namespace

Result<std::vector<Record>> choose_positions(std::span<const std::string> files,
                                             const MeasureSetup& setup,
                                             const std::function<bool(std::size_t)>& proceed) {
  std::vector<Choice> choices(kMaxEmpties + 1,
                              Choice(static_cast<std::size_t>(setup.positions), setup.seed));
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!proceed(i)) return std::vector<Record>();
    const auto records = read_records(files[i]);
    if (!records) return records.error();
    for (const Record& record : *records) {
      const int empties = record.board.empties();
      if (empties < kFewestEmpties || empties > kMaxEmpties) continue;
      if (rules::legal_moves(record.board) != 0) {
        choices[static_cast<std::size_t>(empties)].offer(record);
      }
    }
  }
  std::vector<std::pair<std::size_t, Record>> ranked;  // with the rank in its Choice
  for (const Choice& choice : choices) {
    std::size_t rank = 0;
    for (const auto& numbered : choice.chosen()) ranked.emplace_back(rank++, numbered.second);
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, Record>::first);
  std::vector<Record> positions;
  for (const auto& rank_and_record : ranked) positions.push_back(rank_and_record.second);
  return positions;
}

PositionSearcher::PositionSearcher(const MeasureSetup& setup)
    : setup_(setup), engine_(without_tempo(setup.engine)) {}

SearchValues PositionSearcher::search_all(const Record& record, const std::stop_token& stop) {
  SearchValues search_values;
  search_values.empties = record.board.empties();
  engine_.set_board(record.board);
  search_values.values.push_back(engine_.evaluate().units);

  SearchLimits limits;
  limits.depth = std::min(setup_.max_depth, search_values.empties - 1);
  SearchListener listener;
  listener.on_update = [&](const SearchUpdate& update) {
    search_values.values.push_back(update.value().units);
  };
  engine_.clear_table();
  search_until_stopped(engine_, limits, stop, listener);

  if (record.source == ScoreSource::kExact) {
    search_values.exact = to_value(record.score).units;
  } else if (search_values.empties <= setup_.exact_at) {
    engine_.clear_table();
    const auto solved = search_until_stopped(engine_, {.exact_at_empties = 64}, stop);
    search_values.exact = solved.value().units;
  }
  return search_values;
}

std::optional<Differences> measure(std::span<const Record> positions, const MeasureSetup& setup,
                                   int threads, const std::function<bool()>& interrupted,
                                   const std::function<void(std::size_t)>& tick) {
  std::vector<SearchValues> search_values(positions.size());
  std::atomic<std::size_t> done = 0;
  const auto make_work = [&]() -> Work {
    const auto searcher = std::make_shared<PositionSearcher>(setup);
    return [&, searcher](std::size_t job, const std::stop_token& stop) {
      search_values[job] = searcher->search_all(positions[job], stop);
      ++done;
    };
  };
  const bool complete =
      run_jobs(positions.size(), threads, make_work, interrupted, [&] { tick(done.load()); });
  if (!complete) return std::nullopt;
  return differences_of(search_values);
}

// For a given fade, the variances are linear in the squares of the parameters, which must not be
// negative. Iteratively reweighted least squares maximizes the likelihood (P. McCullagh, J. Nelder,
// "Generalized Linear Models", 1989, section 2.5); a grid search finds the fade.

namespace {

constexpr std::size_t kKnots = ErrorModel::kKnots, kUnknowns = 3 * kKnots;
constexpr int kReweightings = 8, kSweeps = 200;
/// Weight of the smoothness prior (neighbouring knots are equal), as a number of observations.
constexpr double kSmoothness = 5;
/// Lower bound in squared units, so that pairs that happen to agree do not dominate the fit.
constexpr double kLeastVariance = 32 * 32;

/// Lower bound in value units: no search short of the end is exact.
constexpr int kLeastLasting = 8;

/// Variances at all knots: of the decaying part, the random walk and the end.
using Unknowns = std::array<double, kUnknowns>;

/// A pair's variance, a sparse linear combination of the unknowns.
struct Equation {
  std::array<std::size_t, 6> at{};
  std::array<double, 6> factor{};
  double count = 0, mean_square = 0;

  double predicted(const Unknowns& x) const {
    double sum = 0;
    for (std::size_t i = 0; i < at.size(); ++i) sum += factor[i] * x[at[i]];
    return std::max(sum, kLeastVariance);
  }
};

/// A point between two adjacent knots; `fraction` is 0..1.
struct KnotPosition {
  std::size_t knot;
  double fraction;
};

KnotPosition knot_position(int empties) {
  constexpr int kLast = (ErrorModel::kKnots - 1) * ErrorModel::kKnotStep;
  const int at = std::clamp(empties - ErrorModel::kFirstKnot, 0, kLast);
  const int knot = std::min(at, kLast - 1) / ErrorModel::kKnotStep;
  return {static_cast<std::size_t>(knot),
          static_cast<double>(at) / ErrorModel::kKnotStep - static_cast<double>(knot)};
}

Equation equation_of(const DepthPair& pair, const Moments& moments, double fade) {
  const auto [knot, fraction] = knot_position(pair.empties);
  const double fades = std::pow(fade, pair.shallow) - std::pow(fade, pair.deep);
  const double lasts = pair.deep - pair.shallow;
  Equation equation;
  std::size_t i = 0;
  for (const double part : {fades, lasts, pair.to_end() ? 1.0 : 0.0}) {
    const std::size_t first = i / 2 * kKnots + knot;
    equation.at[i] = first;
    equation.factor[i++] = (1 - fraction) * part;
    equation.at[i] = first + 1;
    equation.factor[i++] = fraction * part;
  }
  equation.count = static_cast<double>(moments.count);
  equation.mean_square = moments.mean_square();
  return equation;
}

std::vector<Equation> equations_of(const Differences& differences, double fade) {
  std::vector<Equation> equations;
  for (const auto& [pair, moments] : differences) {
    if (in_model(pair)) equations.push_back(equation_of(pair, moments, fade));
  }
  return equations;
}

template <std::size_t kSize>
struct NormalEquations {
  std::array<std::array<double, kSize>, kSize> left{};
  std::array<double, kSize> right{};

  /// Improves `x` by coordinate descent under the constraint x >= least.
  void solve(std::array<double, kSize>& x, double least) const {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (std::size_t i = 0; i < kSize; ++i) {
        double rest = right[i];
        for (std::size_t j = 0; j < kSize; ++j) {
          if (j != i) rest -= left[i][j] * x[j];
        }
        x[i] = std::max(rest / left[i][i], least);
      }
    }
  }
};

NormalEquations<kUnknowns> weighted(const std::vector<Equation>& equations, const Unknowns& last) {
  NormalEquations<kUnknowns> normal;
  for (const Equation& e : equations) {
    const double predicted = e.predicted(last);
    const double weight = e.count / (predicted * predicted);
    for (std::size_t i = 0; i < e.at.size(); ++i) {
      normal.right[e.at[i]] += weight * e.factor[i] * e.mean_square;
      for (std::size_t j = 0; j < e.at.size(); ++j) {
        normal.left[e.at[i]][e.at[j]] += weight * e.factor[i] * e.factor[j];
      }
    }
  }
  return normal;
}

/// Adds the smoothness prior: kSmoothness observations that neighbours are equal, with their size
/// as standard deviation.
void smooth(NormalEquations<kUnknowns>& normal, const Unknowns& last) {
  for (const std::size_t part : {std::size_t{0}, kKnots, 2 * kKnots}) {
    for (std::size_t i = part; i + 1 < part + kKnots; ++i) {
      const double size = std::max((last[i] + last[i + 1]) / 2, kLeastVariance);
      const double weight = kSmoothness / (size * size);
      normal.left[i][i] += weight;
      normal.left[i + 1][i + 1] += weight;
      normal.left[i][i + 1] -= weight;
      normal.left[i + 1][i] -= weight;
    }
  }
}

struct Fit {
  Unknowns variances{};
  double negative_log_likelihood = 0;  ///< Up to a constant.
};

Fit fit_for(const Differences& differences, double fade) {
  const std::vector<Equation> equations = equations_of(differences, fade);
  Fit fit;
  double squares = 0, count = 0;
  for (const Equation& e : equations) {
    squares += e.count * e.mean_square;
    count += e.count;
  }
  fit.variances.fill(squares / count);
  std::fill(fit.variances.begin() + 2 * kKnots, fit.variances.end(), 0.0);  // stay 0 without exact
                                                                            // scores
  for (int i = 0; i < kReweightings; ++i) {
    NormalEquations<kUnknowns> normal = weighted(equations, fit.variances);
    smooth(normal, fit.variances);
    normal.solve(fit.variances, 0);
  }
  for (const Equation& e : equations) {
    const double predicted = e.predicted(fit.variances);
    fit.negative_log_likelihood += e.count * (std::log(predicted) + e.mean_square / predicted) / 2;
  }
  return fit;
}

/// Knots without data get their neighbours' values, or 0 if no knot has data.
class KnotFit {
 public:
  /// Adds the mean of `count` positions.
  void add(int empties, double measured, std::int64_t count) {
    const auto [knot, fraction] = knot_position(empties);
    add({{{knot, 1 - fraction}, {knot + 1, fraction}}}, measured, static_cast<double>(count));
  }

  std::array<int, kKnots> solved() const {
    KnotFit all = *this;
    for (std::size_t i = 0; i + 1 < kKnots; ++i) all.add({{{i, 1}, {i + 1, -1}}}, 0, kSmoothness);
    std::array<double, kKnots> x{};
    all.sums_.solve(x, -std::numeric_limits<double>::infinity());
    std::array<int, kKnots> units{};
    std::ranges::transform(x, units.begin(), [](double value) {
      constexpr double kMost = ErrorModel::kMaxUnits;
      return static_cast<int>(std::lround(std::clamp(value, -kMost, kMost)));
    });
    return units;
  }

 private:
  void add(std::array<std::pair<std::size_t, double>, 2> terms, double sum, double weight) {
    for (const auto& [i, a] : terms) {
      sums_.right[i] += weight * a * sum;
      for (const auto& [j, b] : terms) sums_.left[i][j] += weight * a * b;
    }
  }

  NormalEquations<kKnots> sums_;
};

/// Half the excess of odd depths over adjacent even ones, by the empties at the leaves.
std::array<int, kKnots> fit_tempo(const Differences& differences) {
  KnotFit fit;
  for (const auto& [pair, moments] : differences) {
    if (pair.to_end() || pair.deep != pair.shallow + 1) continue;
    const bool odd = pair.deep % 2 != 0;
    fit.add(pair.empties - (odd ? pair.deep : pair.shallow), (odd ? 0.5 : -0.5) * moments.mean(),
            moments.count);
  }
  return fit.solved();
}

/// At odd numbers of empties, the excess of exact scores over values with `model`'s tempo; at even
/// ones, the deficit. Uses only neighbours (2k and 2k + 1) that both have data, so that common
/// errors cancel.
std::array<int, kKnots> fit_parity(const Differences& differences, const ErrorModel& model) {
  KnotFit fit;
  for (const auto& [pair, moments] : differences) {
    if (!pair.to_end() || pair.shallow == 0) continue;
    const int neighbour = pair.empties ^ 1;
    const auto beside = differences.find({neighbour, neighbour, pair.shallow});
    if (beside == differences.end()) continue;
    const int leaf = pair.empties - pair.shallow;
    const int tempo = model.leaf_correction(leaf);
    const double more = moments.mean() + (pair.shallow % 2 != 0 ? tempo : -tempo);
    fit.add(leaf, pair.empties % 2 != 0 ? more : -more,
            std::min(moments.count, beside->second.count));
  }
  return fit.solved();
}

int units_of(double variance) {
  return static_cast<int>(
      std::clamp(std::lround(std::sqrt(variance)), 0L, long{ErrorModel::kMaxUnits}));
}

}  // namespace

ErrorModel fit_error_model(const Differences& differences) {
  constexpr int kFirstFade = 400, kLastFade = 960, kStep = 32;
  int best_fade = 0;
  Fit best;
  best.negative_log_likelihood = std::numeric_limits<double>::infinity();
  const auto consider = [&](int fade) {
    const Fit fit = fit_for(differences, static_cast<double>(fade) / ErrorModel::kFadeScale);
    if (fit.negative_log_likelihood < best.negative_log_likelihood) best = fit, best_fade = fade;
  };
  for (int fade = kFirstFade; fade <= kLastFade; fade += kStep) consider(fade);
  for (int step = kStep / 2; step > 0; step /= 2) {
    const int center = best_fade;
    consider(center - step);
    consider(center + step);
  }
  ErrorModel model{};
  model.fade = best_fade;
  for (std::size_t i = 0; i < kKnots; ++i) {
    model.decaying[i] = units_of(best.variances[i]);
    model.random_walk[i] = std::max(units_of(best.variances[kKnots + i]), kLeastLasting);
    model.end[i] = units_of(best.variances[2 * kKnots + i]);
  }
  model.tempo = fit_tempo(differences);
  model.parity = fit_parity(differences, model);
  return model;
}

}  // namespace sumi::lab
