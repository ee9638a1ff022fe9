// SPDX-License-Identifier: MIT
#include "engine/base/random.h"
#include "engine/game/game.h"
#include "protocol/service/engine_settings.h"
#include "tools/lab/job_pool.h"
#include "tools/lab/record_files.h"
#include "tools/lab/selfplay/game.h"
#include "tools/lab/tune/tune.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>

namespace sumi::lab {
namespace {

constexpr double kAlpha = 0.602, kGamma = 0.101, kStability = 0.1;

}  // namespace

Spsa::Spsa(const SpsaSetup& setup, std::vector<SpsaParameter> parameters)
    : setup_(setup), parameters_(std::move(parameters)) {
  for (const SpsaParameter& parameter : parameters_) state_.values.push_back(parameter.start);
}

std::vector<Spsa::Draw> Spsa::draws() const {
  // The seed is mixed first: streams of neighbouring seeds must not be one stream, shifted.
  SplitMix64 random(SplitMix64(setup_.seed).next() ^
                    SplitMix64(static_cast<std::uint64_t>(state_.iteration)).next());
  std::vector<Draw> draws(parameters_.size());
  for (Draw& draw : draws) {
    draw.sign = random.next() % 2 == 0 ? 1 : -1;
    draw.round = static_cast<double>(random.next() >> 11) * 0x1p-53;
  }
  return draws;
}

/// How far to stray from parameter `i` in this iteration: c_k.
double Spsa::stray(std::size_t i) const {
  const double left = static_cast<double>(setup_.iterations) / (state_.iteration + 1);
  return parameters_[i].step * std::pow(left, kGamma);
}

SpsaTrial Spsa::trial() const {
  SpsaTrial trial;
  const std::vector<Draw> draws = this->draws();
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const SpsaParameter& range = parameters_[i];
    const auto point = [&](double value) {
      return static_cast<int>(std::floor(std::clamp(value, range.min, range.max) + draws[i].round));
    };
    const double away = draws[i].sign * stray(i);
    trial.plus.push_back(point(state_.values[i] + away));
    trial.minus.push_back(point(state_.values[i] - away));
  }
  return trial;
}

void Spsa::update(double difference) {
  const std::vector<Draw> draws = this->draws();
  const double damping = kStability * setup_.iterations;
  const double gain =
      setup_.rate *
      std::pow((damping + setup_.iterations) / (damping + state_.iteration + 1), kAlpha);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const SpsaParameter& p = parameters_[i];
    const double move = gain * p.step * p.step / stray(i) * difference * draws[i].sign;
    state_.values[i] = std::clamp(state_.values[i] + move, p.min, p.max);
  }
  ++state_.iteration;
}

namespace {

/// Random openings from here on are for comparisons.
constexpr std::uint64_t kFirstComparison = std::uint64_t{1} << 40;

/// The first setting's disc difference in each game of a pair; nothing where it was not played.
using PairMargins = std::array<std::optional<int>, 2>;

double mean(const PairMargins& pair) { return (*pair[0] + *pair[1]) / 2.0; }

bool complete(const PairMargins& pair) { return pair[0] && pair[1]; }

/// The openings of pairs, by number.
class PairOpenings {
 public:
  explicit PairOpenings(const TuneSetup& setup) : setup_(setup) {
    if (!setup.openings.empty()) file_.emplace(setup.openings, true, setup.spsa.seed);
  }

  Board operator[](std::uint64_t number) const {
    if (file_) return (*file_)[number].replay().position().board;
    SplitMix64 random(SplitMix64(setup_.spsa.seed).next() + number);
    return random_opening(random, setup_.min_random_plies, setup_.max_random_plies);
  }

 private:
  const TuneSetup& setup_;
  std::optional<match::Openings> file_;
};

/// Games of two settings, on threads whose engines stay from one call to the next.
class Arena {
 public:
  Arena(const TuneSetup& setup, int threads, const TuneGames& known)
      : setup_(setup), openings_(setup), threads_(threads), known_(known) {}

  /// Pairs first..first+count-1, of which known games are not played again. Ends early soon after
  /// `interrupted` returned true; then some are missing.
  std::vector<PairMargins> play(const SearchParameters& one, const SearchParameters& other,
                                std::uint64_t first, int count,
                                const std::function<bool()>& interrupted,
                                const std::function<void(std::uint64_t)>& tick) {
    std::vector<PairMargins> margins(static_cast<std::size_t>(count));
    look_up(margins, first);
    std::atomic<std::size_t> next_seat = 0;
    const std::size_t games = 2 * margins.size();
    for (std::size_t seats = std::min(games, static_cast<std::size_t>(threads_));
         seats_.size() < seats;) {
      seats_.push_back(std::make_unique<Seat>(setup_.engine));
    }
    const auto make_work = [&]() -> Work {
      Seat& seat = *seats_[next_seat++];
      seat.one.configure(with(one));
      seat.other.configure(with(other));
      return [&](std::size_t game, const std::stop_token& stop) {
        const bool swapped = game % 2 == 1;
        std::optional<int>& margin = margins[game / 2][game % 2];
        if (margin) {
          ++played_;
          return;
        }
        if (known_.mine && !known_.mine(first + game / 2, swapped)) return;
        const auto played = play_game(openings_[first + game / 2], swapped ? seat.other : seat.one,
                                      swapped ? seat.one : seat.other, setup_.limits, stop);
        if (!played) return;
        margin = swapped ? -played->score.discs : played->score.discs;
        ++played_;
        if (!known_.add) return;
        const std::lock_guard lock(adding_);
        known_.add(first + game / 2, swapped, *margin);
      };
    };
    run_jobs(games, threads_, make_work, interrupted, [&] { tick(played_); });
    while (known_.mine && !std::ranges::all_of(margins, complete) && !interrupted()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      played_ += look_up(margins, first);
      tick(played_);
    }
    return margins;
  }

 private:
  /// Fills in what is known by now; how many games.
  std::uint64_t look_up(std::vector<PairMargins>& margins, std::uint64_t first) const {
    std::uint64_t found = 0;
    for (std::size_t pair = 0; known_.find && pair < margins.size(); ++pair) {
      for (const bool swapped : {false, true}) {
        std::optional<int>& margin = margins[pair][swapped];
        if (margin) continue;
        margin = known_.find(first + pair, swapped);
        found += margin.has_value();
      }
    }
    return found;
  }

  struct Seat {
    explicit Seat(const EngineOptions& options) : one(options), other(options) {}
    GamePlayer one, other;
  };

  EngineOptions with(const SearchParameters& parameters) const {
    EngineOptions options = setup_.engine;
    options.parameters = parameters;
    return options;
  }

  const TuneSetup& setup_;
  const PairOpenings openings_;
  const int threads_;
  const TuneGames& known_;
  std::mutex adding_;
  std::vector<std::unique_ptr<Seat>> seats_;  ///< One a thread.
  std::atomic<std::uint64_t> played_ = 0;
};

SearchParameters parameters_of(const TuneSetup& setup, const std::vector<int>& values) {
  SearchParameters parameters = setup.engine.parameters;
  for (std::size_t i = 0; i < values.size(); ++i)
    parameters.*setup.parameters[i]->field = values[i];
  return parameters;
}

std::string openings_text(const TuneSetup& setup) {
  if (setup.openings.empty()) {
    return fmt::format("random {}-{}", setup.min_random_plies, setup.max_random_plies);
  }
  std::vector<Record> boards;
  for (const GameRecord& opening : setup.openings) {
    boards.emplace_back().board = opening.replay().position().board;
  }
  return checksum_of(boards);
}

}  // namespace

SpsaState tune_start(const TuneSetup& setup) {
  SpsaState state;
  for (const auto* spec : setup.parameters) {
    state.values.push_back(setup.engine.parameters.*spec->field);
  }
  return state;
}

SearchParameters tuned_parameters(const TuneSetup& setup, const SpsaState& state) {
  std::vector<int> values;
  for (const double value : state.values) values.push_back(static_cast<int>(std::lround(value)));
  return parameters_of(setup, values);
}

Result<protocol::Json> tune_settings(const TuneSetup& setup) {
  protocol::Json settings;
  if (const auto added = protocol::add_engine_settings(setup.engine, settings); !added) {
    return added.error();
  }
  settings["nodes"] = setup.limits.nodes.value_or(0);
  settings["iterations"] = setup.spsa.iterations;
  settings["pairs"] = setup.pairs;
  settings["rate"] = setup.spsa.rate;
  settings["seed"] = setup.spsa.seed;
  settings["openings"] = openings_text(setup);
  for (const auto* spec : setup.parameters) {
    settings["parameters"][std::string(spec->name)] = {spec->min, spec->max, spec->step};
  }
  for (const SearchParameterSpec& spec : kSearchParameters) {
    settings["start"][std::string(spec.name)] = setup.engine.parameters.*spec.field;
  }
  // Said in full: Json can be made of anything, so of a Result too.
  return Result<protocol::Json>(boost::system::in_place_value, settings);
}

bool run_tune(const TuneSetup& setup, SpsaState& state, int threads,
              const std::function<bool()>& interrupted,
              const std::function<void(std::uint64_t games)>& tick,
              const std::function<void(const TuneStep&)>& on_step, const TuneGames& played) {
  std::vector<SpsaParameter> parameters;
  for (const auto* spec : setup.parameters) {
    const double start = setup.engine.parameters.*spec->field;
    parameters.push_back({start, double(spec->min), double(spec->max), spec->step});
  }
  Spsa spsa(setup.spsa, parameters);
  spsa.set_state(state);
  Arena arena(setup, threads, played);
  while (!spsa.done()) {
    const SpsaTrial trial = spsa.trial();
    const auto first = static_cast<std::uint64_t>(spsa.state().iteration) *
                       static_cast<std::uint64_t>(setup.pairs);
    const std::vector<PairMargins> margins =
        arena.play(parameters_of(setup, trial.plus), parameters_of(setup, trial.minus), first,
                   setup.pairs, interrupted, tick);
    if (!std::ranges::all_of(margins, complete)) return false;
    double sum = 0;
    for (const PairMargins& pair : margins) sum += std::clamp(mean(pair), -kMaxMargin, kMaxMargin);
    const double margin = sum / setup.pairs;
    spsa.update(margin);
    state = spsa.state();
    on_step({state, margin});
    if (interrupted()) return spsa.done();
  }
  return true;
}

TuneComparison compare(const TuneSetup& setup, const SearchParameters& parameters, int pairs,
                       int threads, const std::function<bool()>& interrupted,
                       const std::function<void(std::uint64_t games)>& tick,
                       const TuneGames& played) {
  Arena arena(setup, threads, played);
  TuneComparison comparison;
  for (const PairMargins& pair : arena.play(parameters, setup.engine.parameters, kFirstComparison,
                                            pairs, interrupted, tick)) {
    if (!complete(pair)) continue;
    std::size_t points = 0;
    for (const std::optional<int>& discs : pair) {
      const int won = *discs > 0 ? 2 : *discs == 0 ? 1 : 0;
      comparison.games.add(won);
      points += static_cast<std::size_t>(won);
    }
    ++comparison.pairs.pairs[points];
    comparison.margins.push_back(mean(pair));
  }
  return comparison;
}

}  // namespace sumi::lab
