// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "tests/support/boards.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/label.h"
#include "tools/lab/records.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace sumi;
using namespace sumi::lab;

namespace {

LabelSetup small_setup() {
  LabelSetup setup;
  setup.engine.evaluator = "mobility";
  setup.engine.hash_mib = 1;
  setup.limits.depth = 2;
  setup.exact_at = 6;
  return setup;
}

/// Positions of 0 to 12 empties, including finished ones and forced passes.
std::vector<Record> positions(int count) {
  SplitMix64 random(3);
  std::vector<Record> records(static_cast<std::size_t>(count));
  for (Record& r : records) {
    r.board = test::random_game(random, random.below(13));
    r.score = {2};
    r.source = ScoreSource::kGame;
  }
  return records;
}

bool never() { return false; }
void quiet(const LabelProgress&) {}

}  // namespace

TEST_CASE("label: game results can be dropped, exact scores cannot") {
  LabelSetup setup = small_setup();
  setup.drop_game_scores = true;
  Labeler labeler(setup);
  Record r;
  r.board = kStartBoard;
  r.score = {2};
  r.source = ScoreSource::kGame;
  labeler.label(r);
  CHECK(r.source == ScoreSource::kNone);
  CHECK(r.score.discs == 0);
  CHECK(r.value);
  r.score = {2};
  r.source = ScoreSource::kExact;
  labeler.label(r);
  CHECK(r.source == ScoreSource::kExact);
  CHECK(r.score.discs == 2);
}

TEST_CASE("label: positions are solved up to N empties and searched above") {
  Labeler labeler(small_setup());
  int searched = 0;
  for (Record r : positions(300)) {
    const Board board = r.board;
    labeler.label(r);
    CHECK(r.board == board);
    if (board.empties() <= 6 || rules::game_over(board)) {
      CHECK(r.source == ScoreSource::kExact);
      CHECK(r.score.discs == test::BruteForce().solve(board));
      CHECK_FALSE(r.value);
    } else {
      ++searched;
      CHECK(r.value);
      CHECK(r.depth >= 2);
      CHECK(r.source == ScoreSource::kGame);
      CHECK(r.score.discs == 2);
    }
  }
  CHECK(searched > 50);
}

TEST_CASE("label: exact scores are kept") {
  Labeler labeler(small_setup());
  Record r = positions(1)[0];
  SplitMix64 random(5);
  r.board = test::random_game(random, 5);
  r.score = {60};
  r.source = ScoreSource::kExact;
  const Record before = r;
  labeler.label(r);
  CHECK(r == before);
}

TEST_CASE("label: chunks do not depend on threads or interruptions") {
  const std::vector<Record> input = positions(2 * kLabelChunk + 100);
  const test::TemporaryFolder plain, interrupted;
  const LabelSetup setup = small_setup();
  REQUIRE(run_label(plain.path(), setup, input, {}, 1, never, quiet));
  const std::vector<Record> labeled = read_all_records(std::vector{plain.path()}).value();
  REQUIRE(labeled.size() == input.size());
  for (std::size_t i = 0; i < input.size(); i += 97) REQUIRE(labeled[i].board == input[i].board);

  CHECK_FALSE(run_label(
      interrupted.path(), setup, input, {}, 2, [] { return true; }, quiet));
  CHECK_FALSE(std::filesystem::exists(interrupted.file("000002.pos")));
  REQUIRE(run_label(interrupted.path(), setup, input, {}, 2, never, quiet));
  CHECK(read_all_records(std::vector{interrupted.path()}).value() == labeled);

  const test::TemporaryFolder shards, merged;
  for (int i = 1; i <= 3; ++i) {
    REQUIRE(run_label(shards.path(), setup, input, {i, 3}, 1, never, quiet));
    if (i < 3) CHECK_FALSE(merge_labels(merged.path(), shards.path(), input.size(), 3));
  }
  REQUIRE(merge_labels(merged.path(), shards.path(), input.size(), 3));
  for (const char* const name : {"000000.pos", "000001.pos", "000002.pos"}) {
    CHECK((read_file(merged.file(name)).value() == read_file(plain.file(name)).value()));
  }

  std::uint64_t found = 0;
  REQUIRE(run_label(interrupted.path(), setup, input, {}, 2, never,
                    [&](const LabelProgress& now) { found = now.found; }));
  CHECK(found == input.size());
}

TEST_CASE("label: a journal keeps the finished positions of a chunk") {
  const std::vector<Record> input = positions(kLabelChunk + 100);
  LabelSetup setup = small_setup();
  // A fast machine may label all positions before the first progress check. So increase the depth
  // until a run is interrupted.
  int runs = 1;
  for (int depth = 5; runs == 1; ++depth) {
    REQUIRE(depth <= 12);
    setup.limits.depth = depth;
    const test::TemporaryFolder whole, parts;
    REQUIRE(run_label(whole.path(), setup, input, {}, 1, never, quiet));
    std::uint64_t labeled = 0;
    for (;; ++runs) {
      LabelProgress now;
      const bool done = run_label(
          parts.path(), setup, input, {}, 2, [&] { return now.labeled > 0; },
          [&](const LabelProgress& progress) { now = progress; });
      labeled += now.labeled;
      if (done) break;
    }
    CHECK(labeled == input.size());
    CHECK(parts.files() == 2);
    for (const char* const name : {"000000.pos", "000001.pos"}) {
      CHECK((read_file(parts.file(name)).value() == read_file(whole.file(name)).value()));
    }
  }
}

TEST_CASE("label: settings include a checksum of the input") {
  std::vector<Record> input = positions(10);
  const auto settings = label_settings(small_setup(), input).value();
  CHECK(label_settings(small_setup(), input).value() == settings);
  LabelSetup other = small_setup();
  other.limits.depth = 9;
  CHECK(label_settings(other, input).value() != settings);
  other = small_setup();
  other.limits.selectivity = 95;
  CHECK(label_settings(other, input).value() != settings);
  input[3].game = 77;
  CHECK(label_settings(small_setup(), input).value() != settings);
}
