// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/text/json_lines.h"
#include "tests/support/boards.h"
#include "tests/support/command_fixture.h"
#include "tests/support/hand_boards.h"
#include "tests/support/markup.h"
#include "tools/lab/cli/commands.h"
#include "tools/lab/records.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace sumi;
using namespace sumi::lab;

namespace {

/// A folder with `hand.pos`, `games.pos` and `hand.obf`.
class Lab : public test::CommandFixture {
 public:
  Lab() : CommandFixture(kEvalReportCommand) {
    write_file(file("hand.pos"), write_records(hand())).value();
    write_file(file("games.pos"), write_records(games())).value();
    const std::string board = to_text(Position{test::kTwoMoves, Color::kBlack, 8});
    write_file(file("hand.obf"), board + "; a1:+8; a3:+2;\n" + board + "; a1:+8;\n").value();
  }

  std::string report(protocol::Args args, int status = protocol::kDone) const {
    args.insert(args.end(), {"--evaluator", "mobility"});
    return run(args, status);
  }

  std::string fault(protocol::Args args) const {
    args.push_back(file("hand.pos"));
    return CommandFixture::fault(args);
  }

 private:
  /// Records on which `mobility` errs by +1, -3 and, against the game's result, -1.
  static std::vector<Record> hand() {
    std::vector<Record> records(3);
    records[0].board = test::kOneMove;
    records[1].board = test::kOneMove.passed();
    records[1].score = {2};
    records[2].board = test::kTwoMoves;
    records[2].score = {3};
    for (Record& r : records) r.source = ScoreSource::kExact;
    records[2].source = ScoreSource::kGame;
    return records;
  }

  static std::vector<Record> games() {
    SplitMix64 random(4);
    std::vector<Record> records(300);
    for (Record& r : records) {
      r.board = test::random_game(random, 12 + random.below(12));
      r.source = ScoreSource::kExact;
      r.score = {2 * random.below(20) - 20};
    }
    return records;
  }
};

}  // namespace

TEST_CASE("eval-report: errors of the static evaluation") {
  const Lab lab;
  CHECK(lab.report({lab.file("hand.pos")}) ==
        "2 of 2 positions with exact scores (3 read)\n\n"
        "empties  positions    depth      MAE      RMS     bias    s.e.   solved\n"
        "  56-57          2   static    2.000    2.236   -1.000   1.414        0\n"
        "    all          2   static    2.000    2.236   -1.000   1.414        0\n");
  const auto json = protocol::Json::parse(
      lab.report({lab.file("hand.pos"), "--all-scores", "--json", "--bin", "60"}));
  CHECK(json["evaluator"] == "mobility");
  CHECK(json["hash-mib"] == 32);
  CHECK(json["interrupted"] == false);
  CHECK(json["errors"]["positions"] == 3);
  CHECK(json["errors"]["all"][0]["mae"].get<double>() == Approx(5 / 3.0));
  CHECK(json["errors"]["stages"].size() == 1);
}

TEST_CASE("eval-report: choices of moves on OBF") {
  const Lab lab;
  const std::string text = lab.report({lab.file("hand.obf"), "--depths", "0,1"});
  CHECK_THAT(text, Catch::Contains("2 positions of OBF files (2 read, 0 without scores)"));
  CHECK_THAT(text, Catch::Contains("hand  static       0       -      -   6.00   6.00   -6.00"));
  const auto json =
      protocol::Json::parse(lab.report({lab.file("hand.obf"), "--depths", "0,1", "--json"}));
  const auto& one_ply = json["choices"][0]["by_depth"][1];
  CHECK(one_ply["judged"] == 2);
  // At depth 1 both moves have +1 disc less the tempo, 1 66/128 discs. a1 is best. a3 loses 6; in
  // the second line its loss is unknown.
  const bool a1 = one_ply["best_percent"] == 100.0;
  CHECK(one_ply["best_percent"] == (a1 ? 100.0 : 0.0));
  CHECK(one_ply["scored"] == (a1 ? 2 : 1));
  CHECK(one_ply["discs_lost"] == (a1 ? 0.0 : 6.0));
  CHECK(one_ply["mae"] == 8.515625);
}

TEST_CASE("eval-report: without --depths records are static, OBF searched") {
  const Lab lab;
  const auto json = protocol::Json::parse(
      lab.report({lab.file("hand.obf"), lab.file("games.pos"), "--empties", "20-50", "--json"}));
  CHECK(json["errors"]["all"].size() == 1);
  REQUIRE(json["choices"][0]["by_depth"].size() == 4);
  CHECK(json["choices"][0]["by_depth"][3]["depth"] == 12);
}

TEST_CASE("eval-report: samples do not depend on the number of threads") {
  const Lab lab;
  const protocol::Args args = {
      lab.file("games.pos"), "--depths", "0,3,4@73", "--sample", "100", "--json"};
  const auto with = [&](std::initializer_list<std::string> more) {
    protocol::Args all = args;
    all.insert(all.end(), more);
    return lab.report(all);
  };
  const std::string plain = with({});
  CHECK(protocol::Json::parse(plain)["errors"]["positions"] == 100);
  CHECK(with({"--threads", "3"}) == plain);
  CHECK(with({"--seed", "2"}) != plain);
}

TEST_CASE("eval-report: pictures are written") {
  const Lab lab;
  const std::string path = lab.file("chart.svg");
  lab.report({lab.file("games.pos"), "--depths", "0,2", "--svg", path});
  const std::string lines = read_file(path).value();
  CHECK(test::markup_fault(lines) == "");
  CHECK_THAT(lines, Catch::Contains("Mean absolute error by empties"));
  lab.report({lab.file("hand.obf"), "--depths", "1,2", "--svg", path});
  CHECK_THAT(read_file(path).value(), Catch::Contains("Discs lost"));
  lab.report({lab.file("hand.obf"), lab.file("hand.pos"), "--svg", path}, protocol::kBadUsage);
  lab.report({lab.file("hand.pos"), "--svg", lab.file("no/such.svg")}, protocol::kBadUsage);
  lab.report({lab.file("hand.pos"), "--svg", lab.file(".")}, protocol::kBadUsage);
}

TEST_CASE("eval-report: wrong arguments give readable errors") {
  using Catch::Contains;
  const Lab lab;
  CHECK_THAT(lab.fault({"--depths", "0,70"}), Contains("--depths") && Contains("'70'"));
  CHECK_THAT(lab.fault({"--sample", "none"}), Contains("--sample") && Contains("'none'"));
  CHECK_THAT(lab.fault({"--sample", "0"}), Contains("--sample"));
  CHECK_THAT(lab.fault({"--empties", "30-20"}), Contains("'30-20'") && Contains("MIN-MAX"));
  CHECK_THAT(lab.fault({"--empties", "1-"}), Contains("'1-'"));
  CHECK_THAT(lab.fault({"--empties", "5-61"}), Contains("0-60"));
  CHECK_THAT(lab.fault({"--bin", "0"}), Contains("--bin") && Contains("1..60"));
  CHECK_THAT(lab.fault({"--threads", "0"}), Contains("--threads"));
  CHECK_THAT(lab.fault({"--hash-mib", "0"}), Contains("--hash-mib"));
  CHECK_THAT(lab.fault({"--evaluator", "best"}), Contains("'best'"));
  CHECK_THAT(lab.fault({"--weights", "/nowhere", "--evaluator", "mobility"}),
             Contains("'mobility'") && Contains("'/nowhere'"));
  CHECK_THAT(lab.fault({"--weights", "/nowhere"}), Contains("/nowhere"));
  CHECK_THAT(lab.fault({"/nowhere.pos"}), Contains("/nowhere.pos"));
  CHECK_THAT(lab.fault({"--empties", "20"}), Contains("20-20") && Contains("--all-scores"));
  lab.run({}, protocol::kBadUsage);
}
