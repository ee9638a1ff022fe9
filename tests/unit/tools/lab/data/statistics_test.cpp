// SPDX-License-Identifier: MIT
#include "engine/game/symmetry.h"
#include "tests/support/boards.h"
#include "tests/support/records.h"
#include "tools/lab/data/statistics.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace sumi;
using namespace sumi::lab;

namespace {

std::vector<Record> samples() {
  SplitMix64 random(1);
  const Board a = test::random_full(random, 20, 128), b = test::random_full(random, 21, 128);
  std::vector<Record> records{test::record(a, ScoreSource::kExact, 10),
                              test::record(symmetric(a, 5), ScoreSource::kGame, -4),
                              test::record(a, ScoreSource::kNone, 0),
                              test::record(b, ScoreSource::kGame, -8)};
  records[2].value = Value{64};
  return records;
}

}  // namespace

TEST_CASE("statistics: counts by empties and sources") {
  const RecordStatistics s = statistics_of(samples());
  const auto& row = s.by_empties[20];
  CHECK(row.positions == 3);
  CHECK(row.by_source == std::array<std::uint64_t, 3>{1, 1, 1});
  CHECK(row.searched == 1);
  CHECK(row.score_sum == 6);
  CHECK(row.score_magnitude_sum == 14);
  CHECK(s.by_empties[21].positions == 1);
  CHECK(s.all.positions == 4);
  CHECK(s.duplicates == 2);
}

TEST_CASE("statistics: table and JSON") {
  const RecordStatistics s = statistics_of(samples());
  CHECK(statistics_text(s) ==
        "empties  positions      exact       game       none   searched     mean    size\n"
        "     21          1          0          1          0          0    -8.00    8.00\n"
        "     20          3          1          1          1          1    +3.00    7.00\n"
        "    all          4          1          2          1          1    -0.67    7.33\n"
        "2 duplicates up to symmetry (50.0%)\n");
  const protocol::Json json = statistics_json(s);
  CHECK(json["positions"] == 4);
  CHECK(json["duplicates"] == 2);
  CHECK(json["by_empties"].size() == 2);
  CHECK(json["by_empties"][0]["empties"] == 20);
  CHECK(json["by_empties"][0]["mean_score"] == 3.0);
  CHECK_FALSE(statistics_json(statistics_of({})).contains("mean_score"));
}
