// SPDX-License-Identifier: MIT
/// S3's learner: returns by the formula, the same by its seed, and it learns.
#include "tests/support/results.h"
#include "tools/lab/returns/returns_learner.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace sumi;
using namespace sumi::lab;

namespace {

ReturnsSettings small(int size = 4) {
  ReturnsSettings settings;
  settings.hidden = {16};
  settings.net.size = size;
  settings.net.measured_games = 50;
  return settings;
}

std::vector<NetworkLayer> learned(const ReturnsSettings& settings, std::uint64_t episodes) {
  ReturnsLearner learner(settings);
  learner.advance(episodes, {});
  return learner.network().layers;
}

}  // namespace

TEST_CASE("returns: complemented where the mover changes, not after a pass", "[returns]") {
  CHECK(return_before(0.25, 1, 1, false) == 0);
  CHECK(return_before(0.25, 1, 1, true) == 1);
  CHECK(return_before(0.25, 1, 0, false) == 0.75);
  CHECK(return_before(0.25, 1, 0, true) == 0.25);
  CHECK(return_before(0.2, 1, 0.5, false) == Approx(0.4));
}

TEST_CASE("returns: a run that was cut and resumed ends with the same bytes", "[returns]") {
  ReturnsSettings settings = small();
  settings.hidden = {12, 7};
  ReturnsLearner whole(settings);
  whole.advance(20, {});
  ReturnsLearner first(settings), second(settings);
  first.advance(9, {});
  first.measure({});
  REQUIRE(second.load(first.save()));
  second.advance(11, {});
  CHECK(second.save() == whole.save());
  const auto file = parse_network(whole.result());
  REQUIRE(file);
  CHECK(file->inputs == NetworkInputs::kFlips);
  CHECK(file->output == NetworkOutput::kMoverWins);
  CHECK(file->layers.size() == 3);
}

TEST_CASE("returns: every setting counts", "[returns]") {
  const auto standard = learned(small(8), 3);
  ReturnsSettings settings = small(8);
  settings.alpha = 1;
  CHECK(learned(settings, 3) != standard);
  settings.net.rate /= 2;  // what alpha is worth
  const auto same = learned(settings, 3);
  for (std::size_t i = 0; i < standard.size(); ++i) {
    for (std::size_t k = 0; k < standard[i].weights.size(); ++k) {
      REQUIRE(same[i].weights[k] == Approx(standard[i].weights[k]).margin(1e-4));
    }
  }
  settings = small(8);
  settings.gamma = 0.1;
  CHECK(learned(settings, 3) != standard);
  settings = small(8);
  settings.cross_entropy = false;
  CHECK(learned(settings, 3) != standard);
  settings = small(8);
  settings.alpha = 0;  // its own output is the target: nothing to learn
  CHECK(learned(settings, 3) == learned(settings, 0));
}

TEST_CASE("returns: learns to win against random moves", "[returns]") {
  ReturnsLearner learner(small());
  const auto before = learner.measure({});
  learner.advance(1500, {});
  const auto after = learner.measure({});
  REQUIRE(after.size() == 3);
  CHECK(after[2].name == "error");
  CHECK(after[2].value < before[2].value - 0.03);
  CHECK(after[0].value + after[1].value > 120);
}
