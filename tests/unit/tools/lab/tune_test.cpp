// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/base/random.h"
#include "engine/levels.h"
#include "tests/support/results.h"
#include "tests/support/small_engine.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/tune.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numeric>

using namespace sumi;
using namespace sumi::lab;

namespace {

/// Four parameters with units as different as the search's.
const std::vector<SpsaParameter> kParameters = {
    {8, 0, 40, 2}, {100, 30, 300, 8}, {3, 1, 32, 1}, {26, 0, 80, 4}};
constexpr double kOptimum[] = {16.4, 141, 7, 13.5};

/// Value in discs: minus the squared distance from the optimum, in units of two steps.
double worth(const std::vector<int>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double steps = (values[i] - kOptimum[i]) / kParameters[i].step;
    sum -= steps * steps / 4;
  }
  return sum;
}

/// Nearly normal, standard deviation 1.
double noise(SplitMix64& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.below(1 << 20) / double{1 << 20};
  return sum;
}

std::vector<double> optimised(const SpsaSetup& setup, double sigma) {
  Spsa spsa(setup, kParameters);
  SplitMix64 random(setup.seed + 1000);
  while (!spsa.done()) {
    const SpsaTrial trial = spsa.trial();
    spsa.update(worth(trial.plus) - worth(trial.minus) + sigma * noise(random));
  }
  return spsa.state().values;
}

}  // namespace

TEST_CASE("spsa: finds the optimum of a noisy quadratic", "[spsa]") {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const std::vector<double> values = optimised({5000, 0.002, seed}, 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
      CAPTURE(seed, i, values[i]);
      CHECK(std::abs(values[i] - kOptimum[i]) < kParameters[i].step);
    }
  }
}

TEST_CASE("spsa: without a signal it stays, except for noise", "[spsa]") {
  Spsa spsa({5000, 0.002, 1}, kParameters);
  SplitMix64 random(7);
  while (!spsa.done()) spsa.update(2 * noise(random));
  for (std::size_t i = 0; i < kParameters.size(); ++i) {
    CHECK(std::abs(spsa.state().values[i] - kParameters[i].start) < 3 * kParameters[i].step);
  }
  Spsa still({100, 0.002, 1}, kParameters);
  while (!still.done()) still.update(0);
  for (std::size_t i = 0; i < kParameters.size(); ++i) {
    CHECK(still.state().values[i] == kParameters[i].start);
  }
}

TEST_CASE("spsa: trials are integers within the range, opposite, and unbiased", "[spsa]") {
  const std::vector<SpsaParameter> parameters = {{5, 0, 40, 2}, {1, 1, 16, 1}, {64, 0, 64, 3}};
  Spsa spsa({4000, 0.002, 3}, parameters);
  SpsaState state = spsa.state();
  state.values[0] = 5.3;
  int up = 0;
  double sum = 0;
  for (state.iteration = 0; state.iteration < 4000; ++state.iteration) {
    spsa.set_state(state);
    const SpsaTrial trial = spsa.trial();
    CHECK(spsa.trial().plus == trial.plus);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      for (const int value : {trial.plus[i], trial.minus[i]}) {
        REQUIRE(parameters[i].min <= value);
        REQUIRE(value <= parameters[i].max);
      }
      REQUIRE(trial.plus[i] != trial.minus[i]);
    }
    up += trial.plus[0] > trial.minus[0];
    sum += (trial.plus[0] + trial.minus[0]) / 2.0;
  }
  CHECK(up > 1850);
  CHECK(up < 2150);
  CHECK(std::abs(sum / 4000 - 5.3) < 0.05);
}

TEST_CASE("spsa: steps follow Spall's gains", "[spsa]") {
  // The last iteration perturbs by the step, and for a difference of 1 moves by rate times step.
  Spsa spsa({1000, 0.01, 1}, {{50, 0, 100, 4}});
  spsa.set_state({999, {50}});
  const SpsaTrial last = spsa.trial();
  CHECK(std::abs(last.plus[0] - last.minus[0]) == 8);
  spsa.update(1);
  CHECK(std::abs(spsa.state().values[0] - 50) == Approx(0.01 * 4));
  CHECK((spsa.state().values[0] > 50) == (last.plus[0] > last.minus[0]));
  CHECK(spsa.done());
  // The first: c_1 = c_end 1000^0.101, a_1 = a_end (1100 / 101)^0.602.
  spsa.set_state({0, {50}});
  const double c = 4 * std::pow(1000, 0.101);
  CHECK(std::abs(spsa.trial().plus[0] - 50) == Approx(c).margin(1));
  spsa.update(1);
  CHECK(std::abs(spsa.state().values[0] - 50) ==
        Approx(0.01 * 16 * std::pow(1100 / 101.0, 0.602) / c));
}

TEST_CASE("spsa: values stay within their ranges, and depend on the seed", "[spsa]") {
  Spsa spsa({10, 1, 1}, kParameters);
  while (!spsa.done()) spsa.update(1000);
  for (std::size_t i = 0; i < kParameters.size(); ++i) {
    CHECK(spsa.state().values[i] >= kParameters[i].min);
    CHECK(spsa.state().values[i] <= kParameters[i].max);
  }
  CHECK(optimised({50, 0.002, 1}, 1) == optimised({50, 0.002, 1}, 1));
  CHECK(optimised({50, 0.002, 1}, 0) != optimised({50, 0.002, 2}, 0));
}

using Catch::Matchers::Contains;

namespace {

TuneSetup small_setup() {
  TuneSetup setup;
  setup.engine = test::small_engine();
  setup.engine.nodes = 100;
  setup.limits = move_limits(setup.engine, {});
  for (const SearchParameterSpec& spec : kSearchParameters) setup.parameters.push_back(&spec);
  setup.spsa = {8, 0.05, 5};
  setup.pairs = 2;
  return setup;
}

bool never() { return false; }
void quiet(std::uint64_t) {}
void ignore(const TuneStep&) {}

std::vector<double> tuned(const TuneSetup& setup, int threads) {
  SpsaState state = tune_start(setup);
  REQUIRE(run_tune(setup, state, threads, never, quiet, ignore));
  REQUIRE(state.iteration == setup.spsa.iterations);
  return state.values;
}

std::string fault(std::string_view text, const TuneSetup& setup) {
  const auto state = parse_checkpoint(text, setup, tune_settings(setup).value());
  return state ? "none" : state.error().message;
}

}  // namespace

TEST_CASE("tune: values depend on the seed, but not on the number of threads", "[tune]") {
  TuneSetup setup = small_setup();
  const std::vector<double> values = tuned(setup, 1);
  CHECK(values != tune_start(setup).values);
  CHECK(tuned(setup, 3) == values);
  setup.spsa.seed = 6;
  CHECK(tuned(setup, 2) != values);
}

TEST_CASE("tune: other parameters do not change", "[tune]") {
  TuneSetup setup = small_setup();
  setup.engine.parameters.solve_parity = 9;
  setup.parameters = {&kSearchParameters[0], &kSearchParameters[2]};
  const SearchParameters parameters = tuned_parameters(setup, {1, {31.4, 2.6}});
  SearchParameters expected;
  expected.solve_parity = 9;
  expected.*kSearchParameters[0].field = 31;
  expected.*kSearchParameters[2].field = 3;
  CHECK(parameters == expected);
  CHECK(tune_start(setup).values == std::vector<double>{8, 8});
}

TEST_CASE("tune: resumes from a checkpoint with the same result", "[tune]") {
  const TuneSetup setup = small_setup();
  const auto settings = tune_settings(setup).value();
  std::vector<double> margins, again;
  SpsaState whole = tune_start(setup);
  REQUIRE(run_tune(setup, whole, 2, never, quiet,
                   [&](const TuneStep& step) { margins.push_back(step.margin); }));
  CHECK(std::ranges::any_of(margins, [](double margin) { return margin != 0; }));

  // Interrupted within every third iteration, and restarted from the checkpoint.
  std::string text = checkpoint_text(setup, settings, tune_start(setup));
  int runs = 0;
  for (bool done = false; !done; ++runs) {
    REQUIRE(runs < 20);
    SpsaState state = parse_checkpoint(text, setup, settings).value();
    int steps = 0;
    std::uint64_t games = 0;
    done = run_tune(
        setup, state, 2, [&] { return steps == 3 && games >= 12; },
        [&](std::uint64_t played) { games = played; },
        [&](const TuneStep& step) {
          ++steps;
          again.push_back(step.margin);
          text = checkpoint_text(setup, settings, step.state);
        });
    CHECK(parse_checkpoint(text, setup, settings).value().values == state.values);
  }
  CHECK(runs > 1);
  CHECK(parse_checkpoint(text, setup, settings).value().values == whole.values);
  CHECK(again == margins);
}

TEST_CASE("tune: an interruption keeps the last complete iteration", "[tune]") {
  const TuneSetup setup = small_setup();
  SpsaState state = tune_start(setup);
  CHECK_FALSE(run_tune(
      setup, state, 2, [] { return true; }, quiet, ignore));
  CHECK(state.iteration <= 1);
  if (state.iteration == 0) CHECK(state.values == tune_start(setup).values);
}

TEST_CASE("tune: games of an interrupted measurement are kept", "[tune]") {
  TuneSetup setup = small_setup();
  setup.spsa.iterations = 1;
  setup.pairs = 40;
  const auto settings = tune_settings(setup).value();
  const std::vector<double> whole = tuned(setup, 2);

  const test::TemporaryFile checkpoint;
  const std::string part = checkpoint.path() + ".part";
  std::uint64_t before = 0;
  for (int runs = 0;; ++runs) {
    REQUIRE(runs < 100);
    TuneJournal journal(checkpoint.path(), settings);
    SpsaState state = tune_start(setup);
    std::uint64_t known = 0, games = 0;
    TuneGames kept = journal.games();
    const auto find = kept.find;
    kept.find = [&](std::uint64_t opening, bool swapped) {
      const auto found = find(opening, swapped);
      known += found.has_value();
      return found;
    };
    const bool done = run_tune(
        setup, state, 2, [&] { return games >= known + 4; },
        [&](std::uint64_t played) { games = played; }, ignore, kept);
    CHECK(known >= before);
    before = known;
    if (runs > 0) CHECK(known > 0);
    if (!done) continue;
    CHECK(state.values == whole);
    CHECK(std::filesystem::exists(part));
    journal.clear();
    CHECK_FALSE(std::filesystem::exists(part));
    break;
  }
  CHECK(before > 0);
}

TEST_CASE("tune: checkpoints of other settings and junk give readable errors", "[tune]") {
  const TuneSetup setup = small_setup();
  const auto settings = tune_settings(setup).value();
  const std::string text = checkpoint_text(setup, settings, tune_start(setup));
  CHECK(looks_like_checkpoint(text));
  CHECK_FALSE(looks_like_checkpoint("{\"depth\": 3}\n"));
  CHECK(fault(text, setup) == "none");
  const std::string no = "no checkpoint of sumi-lab tune, or a damaged one";
  for (const std::string_view junk : {"", "{", "[]", "17", "{}", "{\"file\": 1}", "null"}) {
    CAPTURE(junk);
    CHECK(fault(junk, setup) == no);
  }
  for (std::size_t end = 0; end + 2 < text.size(); end += 7) {
    CHECK(fault(text.substr(0, end), setup) == no);
  }
  const auto with = [&](std::string_view key, const protocol::Json& value) {
    protocol::Json changed = protocol::Json::parse(text);
    changed[std::string(key)] = value;
    return fault(changed.dump(), setup);
  };
  CHECK(with("iteration", -1) == no);
  CHECK(with("iteration", 9) == no);
  CHECK(with("iteration", 1.5) == no);
  CHECK(with("values", 3) == no);
  CHECK(with("values", protocol::Json::object()) == no);
  CHECK(with("file", "sumi-lab tune 2") == no);
  protocol::Json beyond = protocol::Json::parse(text);
  beyond["values"]["aspiration"] = 1e9;
  CHECK(fault(beyond.dump(), setup) == no);

  TuneSetup other = setup;
  other.pairs = 3;
  CHECK(fault(text, other) ==
        "begun with pairs 2, not 3; use the same settings or name another file");
  other = setup;
  other.limits.nodes = 101;
  CHECK_THAT(fault(text, other), Contains("nodes 100, not 101"));
  other = setup;
  other.engine.parameters.aspiration = 4;
  CHECK_THAT(fault(text, other), Contains("begun with start "));
  other = setup;
  other.parameters.pop_back();
  CHECK_THAT(fault(text, other), Contains("begun with parameters "));
  other = setup;
  other.openings = match::parse_openings("f5d6c3d3c4\n", 8).value();
  CHECK_THAT(fault(text, other), Contains("openings \"random 8-24\", not "));
}

TEST_CASE("tune: the history has a row per iteration, and drops rows after the checkpoint",
          "[tune]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("values.csv");
  TuneSetup setup = small_setup();
  setup.parameters = {&kSearchParameters[0], &kSearchParameters[1]};
  const std::string header = "iteration,margin,midgame-mobility,midgame-potential\n";
  {
    TuneHistory history(path, setup, 0);
    history.add({{1, {8.25, 2}}, -1.5});
    history.add({{2, {8.5, 2.125}}, 0});
    history.add({{3, {9, 3}}, 16});
  }
  const std::string rows = "1,-1.500,8.2500,2.0000\n2,0.000,8.5000,2.1250\n";
  CHECK(read_file(path).value() == header + rows + "3,16.000,9.0000,3.0000\n");
  CHECK(TuneHistory::looks_like_one(read_file(path).value()));
  // A row cut off by a kill, and rows after the checkpoint.
  write_file(path, read_file(path).value() + "4,1.0").value();
  TuneHistory(path, setup, 2).add({{3, {1, 1}}, 1});
  CHECK(read_file(path).value() == header + rows + "3,1.000,1.0000,1.0000\n");
  TuneHistory(path, setup, 0);
  CHECK(read_file(path).value() == header);
}

TEST_CASE("tune: a comparison counts pairs; equal settings draw, a crippled one loses", "[tune]") {
  TuneSetup setup = small_setup();
  const TuneComparison equal = compare(setup, setup.engine.parameters, 10, 2, never, quiet);
  CHECK(equal.pairs.count() == 10);
  CHECK(equal.pairs.pairs[2] == 10);
  CHECK(equal.games.games() == 20);
  CHECK(equal.games.wins == equal.games.losses);
  CHECK(equal.margins == std::vector<double>(10, 0.0));

  // Inverted move ordering makes a full-width search reach less depth.
  SearchParameters bad = setup.engine.parameters;
  bad.midgame_mobility = -bad.midgame_mobility;
  bad.midgame_potential = -bad.midgame_potential;
  bad.midgame_value = -bad.midgame_value;
  setup.limits.nodes = 2000;
  setup.limits.selectivity = 100;
  const TuneComparison worse = compare(setup, bad, 60, 2, never, quiet);
  REQUIRE(worse.pairs.count() == 60);
  const double sum = std::accumulate(worse.margins.begin(), worse.margins.end(), 0.0);
  CHECK(sum < 0);
  CHECK(worse.games.wins < worse.games.losses);

  SearchParameters standard = setup.engine.parameters;
  setup.engine.parameters = bad;
  const TuneComparison mirrored = compare(setup, standard, 60, 1, never, quiet);
  CHECK(mirrored.games.wins == worse.games.losses);
  CHECK(std::accumulate(mirrored.margins.begin(), mirrored.margins.end(), 0.0) == -sum);

  CHECK(compare(
            setup, standard, 1000, 2, [] { return true; }, quiet)
            .pairs.count() < 1000);
}

TEST_CASE("tune: games start from the openings of a file", "[tune]") {
  TuneSetup setup = small_setup();
  // With one opening all pairs are equal; with random openings they are not.
  setup.openings = match::parse_openings("f5d6c3d3c4f4f6g5\n", 8).value();
  SearchParameters other = setup.engine.parameters;
  other.midgame_mobility = other.midgame_potential = other.midgame_value = 0;
  setup.limits.nodes = 2000;
  const TuneComparison same = compare(setup, other, 6, 2, never, quiet);
  CHECK(same.margins == std::vector<double>(6, same.margins[0]));
  setup.openings.clear();
  const TuneComparison random = compare(setup, other, 6, 2, never, quiet);
  CHECK(random.margins != std::vector<double>(6, random.margins[0]));
}
