// SPDX-License-Identifier: MIT
#include "engine/base/file.h"
#include "engine/game/notation.h"
#include "tests/support/boards.h"
#include "tests/support/hand_boards.h"
#include "tests/support/junk.h"
#include "tests/support/records.h"
#include "tests/support/results.h"
#include "tests/support/temporary_folder.h"
#include "tools/lab/report/eval_input.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace sumi;
using namespace sumi::lab;

namespace {

const std::string kStart = "---------------------------OX------XO---------------------------";

/// A board without a move for either side.
constexpr Board kFinished{0xFF, 0};

std::vector<Record> samples() {
  return {test::record(kStartBoard, ScoreSource::kExact, 2),
          test::record(test::kOneMove, ScoreSource::kGame, -4),
          test::record(test::kTwoMoves, ScoreSource::kExact, 6),
          test::record(test::kTwoMoves, ScoreSource::kNone, 0),
          test::record(kFinished, ScoreSource::kExact, 64)};
}

/// What reading `bytes` from a file of this name gives.
Result<EvalInput> read(const std::string& bytes, const std::string& name,
                       const EvalFilter& filter = {}) {
  const test::TemporaryFolder folder;
  write_file(folder.file(name), bytes).value();
  return read_eval_input(std::vector{folder.file(name)}, filter);
}

}  // namespace

TEST_CASE("eval input: records with exact scores, in order") {
  const EvalInput input = read(write_records(samples()), "a.pos").value();
  CHECK(input.records_read == 5);
  CHECK(input.records == std::vector<ScoredBoard>{{kStartBoard, {2}}, {test::kTwoMoves, {6}}});
  CHECK(input.sets.empty());
}

TEST_CASE("eval input: all scores, and so many empties") {
  EvalFilter filter;
  filter.all_scores = true;
  const std::string bytes = write_records(samples());
  CHECK(read(bytes, "a.pos", filter)->records == std::vector<ScoredBoard>{{kStartBoard, {2}},
                                                                          {test::kOneMove, {-4}},
                                                                          {test::kTwoMoves, {6}}});
  filter.min_empties = filter.max_empties = 57;
  CHECK(read(bytes, "a.pos", filter)->records == std::vector<ScoredBoard>{{test::kOneMove, {-4}}});
  filter.min_empties = 58;
  filter.max_empties = 60;
  CHECK(read(bytes, "a.pos", filter)->records == std::vector<ScoredBoard>{{kStartBoard, {2}}});
}

TEST_CASE("eval input: OBF, told by its contents") {
  const std::string text =
      "% a comment\n" + kStart + " X; d3:-2; c4:+6;\n\n" + kStart + " O; 4;\n" + kStart + " X\n";
  const EvalInput input = read(text, "hard.set.obf").value();
  CHECK(input.positions_read == 3);
  CHECK(input.without_score == 1);
  CHECK(input.records.empty());
  REQUIRE(input.sets.size() == 1);
  CHECK(input.sets[0].name == "hard.set");
  const std::vector<ScoredMoves>& positions = input.sets[0].positions;
  REQUIRE(positions.size() == 2);
  CHECK(positions[0].board == kStartBoard);
  CHECK(positions[0].score.discs == 6);
  CHECK(positions[0].moves.size() == 2);
  CHECK(positions[1].board == kStartBoard.passed());
  CHECK(positions[1].score.discs == 4);
  CHECK(positions[1].moves.empty());
  // Records keep their kind under any name.
  CHECK(read(write_records(samples()), "records.obf")->records.size() == 2);
}

TEST_CASE("eval input: OBF by empties, finished games never") {
  const std::string finished = to_text(Position{kFinished, Color::kBlack, 8});
  const std::string text = kStart + " X; d3:-2\n" + finished + "; 64\n";
  EvalFilter filter;
  CHECK(read(text, "a.obf", filter)->sets[0].positions.size() == 1);
  filter.max_empties = 59;
  CHECK(read(text, "a.obf", filter)->sets.empty());
  CHECK(read(text, "a.obf", filter)->positions_read == 2);
}

TEST_CASE("eval input: a folder, and several files") {
  const test::TemporaryFolder folder;
  write_file(folder.file("b.pos"), write_records(samples())).value();
  write_file(folder.file("a.pos"), write_records(samples())).value();
  write_file(folder.file("c.obf"), kStart + " X; d3:-2\n").value();
  const EvalInput input =
      read_eval_input(std::vector{folder.path(), folder.file("c.obf")}, {}).value();
  CHECK(input.records.size() == 4);
  CHECK(input.sets.size() == 1);
}

TEST_CASE("eval input: messages name file and fault") {
  using Catch::Contains;
  const auto message = [](const std::string& bytes, const std::string& name) {
    const auto input = read(bytes, name);
    return input ? "" : input.error().message;
  };
  CHECK_THAT(message(kStart + " X; d3:-2\njunk\n", "a.obf"),
             Contains("a.obf") && Contains("line 2") && Contains("'junk'"));
  CHECK_THAT(message(kStart + " X; d3:-200\n", "a.obf"), Contains("line 1") && Contains("-200"));
  CHECK_THAT(message(kStart + " X; a1:+2\n", "a.obf"), Contains("line 1") && Contains("a1"));
  CHECK_THAT(message("-----OX--XO----- X; 2\n", "a.obf"), Contains("4x4"));
  CHECK_THAT(message(std::string("\0\1", 2), "a.obf"), Contains("neither"));
  const std::string bytes = write_records(samples());
  CHECK_THAT(message(bytes.substr(0, bytes.size() - 1), "a.pos"), Contains("ends inside"));
  CHECK_THAT(message("junk", "a.pos"), Contains("no file of positions"));
  const auto missing = read_eval_input(std::vector<std::string>{"/nowhere/a.pos"}, {});
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::kNotFound);
}

TEST_CASE("eval input: junk") {
  test::check_bad_input([](std::string_view text) { return parse_obf(text); },
                        {kStart + " X; d3:-2; c4:+6; % best\n"}, "-X;:+\n");
}

TEST_CASE("eval input: a sample is spread evenly and drawn by the seed") {
  std::vector<ScoredBoard> boards(1000);
  for (std::size_t i = 0; i < boards.size(); ++i) boards[i].score = {static_cast<int>(i)};
  const auto sample = spread_sample(boards, 30, 1);
  REQUIRE(sample.size() == 30);
  for (int i = 0; i < 30; ++i) {
    CHECK(sample[static_cast<std::size_t>(i)].score.discs >= i * 1000 / 30);
    CHECK(sample[static_cast<std::size_t>(i)].score.discs < (i + 1) * 1000 / 30);
  }
  CHECK(spread_sample(boards, 30, 1) == sample);
  CHECK(spread_sample(boards, 30, 2) != sample);
  CHECK(spread_sample(boards, 1000, 1) == boards);
  CHECK(spread_sample(boards, 2000, 1) == boards);
}
