// SPDX-License-Identifier: MIT
#include "engine/game/pattern_layout.h"
#include "engine/weights/weights_file.h"
#include "tests/support/boards.h"
#include "tests/support/pattern_weights.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

using namespace sumi;

namespace {

constexpr auto kFillings = static_cast<std::size_t>(kPatternLayout.total_fillings);
constexpr auto kPatternCount = static_cast<std::size_t>(kPatternTypes);

/// Requires the smallest possible step, and errors of at most half a step.
void check_weights(const std::vector<std::int16_t>& values, const PatternWeights& quantised) {
  constexpr int kScale = PatternWeights::kStepScale;
  for (std::size_t stage = 0; stage < kPatternStages; ++stage) {
    const std::int16_t* const of_stage = values.data() + stage * kStageWeights;
    for (std::size_t p = 0; p < kPatternCount; ++p) {
      const int step = quantised.steps[stage * kPatternCount + p];
      const auto first = static_cast<std::size_t>(kPatternLayout.offset[p]);
      const auto count = static_cast<std::size_t>(kPatternLayout.fillings[p]);
      int most = 0, worst = 0;
      for (std::size_t i = first; i < first + count; ++i) {
        const int rounded = step * quantised.fillings[stage * kFillings + i];
        worst = std::max(worst, std::abs(kScale * of_stage[i] - rounded));
        most = std::max(most, std::abs(int{of_stage[i]}));
      }
      CAPTURE(stage, p, step, most);
      REQUIRE(2 * worst <= step + step / 64 + 1);  // the step itself is rounded
      REQUIRE(step <= most * kScale / 127 + 1);
    }
    for (std::size_t i = 0; i < kMobilityFillings; ++i) {
      REQUIRE(quantised.mobility[stage * kMobilityFillings + i] == of_stage[kFillings + i]);
    }
  }
}

}  // namespace

TEST_CASE("weights are rounded to the step of their pattern", "[weights]") {
  const PatternWeightsFile shipped = read_pattern_weights("").value();
  const QuantisedPatterns quantised(shipped.values, shipped.error);
  check_weights(shipped.values, quantised.view());
  CHECK(quantised.view().error == shipped.error);

  std::vector<std::int16_t> extreme(shipped.values.size());
  check_weights(extreme, QuantisedPatterns(extreme, {}).view());
  extreme[1] = INT16_MIN;
  extreme[2] = INT16_MAX;
  extreme[kStageWeights] = 1;
  check_weights(extreme, QuantisedPatterns(extreme, {}).view());
}

TEST_CASE("rounding weights changes estimates by less than a quarter of a disc", "[weights]") {
  const PatternWeightsFile shipped = read_pattern_weights("").value();
  const QuantisedPatterns quantised(shipped.values, shipped.error);
  SplitMix64 random(41);
  double squares = 0;
  constexpr int kPositions = 5000;
  for (int i = 0; i < kPositions; ++i) {
    const Board b = test::random_game(random, i % 60);
    const int off =
        test::pattern_units(quantised.view(), b) - test::pattern_units(shipped.values, b);
    REQUIRE(std::abs(off) < 2 * Value::kPerDisc);
    squares += off * off;
  }
  CHECK(std::sqrt(squares / kPositions) < 0.25 * Value::kPerDisc);
}
