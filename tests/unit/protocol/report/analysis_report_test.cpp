// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/notation.h"
#include "protocol/cli/commands.h"
#include "protocol/report/analysis_text.h"
#include "protocol/report/service_json.h"
#include "protocol/text/utf8.h"
#include "tests/support/command_fixture.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>
#include <unistd.h>

using namespace sumi;
using namespace sumi::protocol;

namespace {

/// f5d6c3d3: a blunder, two best moves, and a mistake that changes a proven result.
GameAnalysis sample() {
  GameAnalysis analysis;
  analysis.game = *parse_game("f5d6c3d3");
  analysis.game.black = "Tamenori, \"H\"";
  analysis.game.white = "為則";
  analysis.game.date = "1999";
  analysis.moves = moves_to_analyze(analysis.game);
  const Score scores[][2] = {{{2.25, false, 14, 73}, {-6.0078125, false, 14, 73}},
                             {{-0.5, false, 13, 73}, {-0.5, false, 13, 73}},
                             {{0, true, 57, 100}, {0, true, 57, 100}},
                             {{4, true, 56, 100}, {-2, true, 56, 100}}};
  for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
    AnalyzedMove& move = analysis.moves[i];
    move.best = scores[i][0];
    move.after = scores[i][1];
    move.played_line.push_back(move.played);
    move.best_line = move.played_line;
    derive_loss(move);
    analysis.quality[static_cast<std::size_t>(move.before.to_move)].add(move);
  }
  analysis.moves[0].best_line.clear();
  analysis.moves[0].best_line.push_back(*parse_square("d3"));
  analysis.moves[3].best_line.clear();
  analysis.moves[3].best_line.push_back(*parse_square("f6"));
  analysis.settings = {"level {}", "20"};
  analysis.seconds = 1.5;
  return analysis;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Widths of the lines from the one that ends with `header_end` to the next empty line. They are
/// equal if the last column is right-aligned.
std::vector<int> widths_of_table(const std::string& text, const std::string& header_end) {
  std::istringstream lines(text);
  std::vector<int> widths;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    inside = inside ? !line.empty() : line.ends_with(header_end);
    if (inside) widths.push_back(display_width(line));
    if (!inside && !widths.empty()) break;
  }
  return widths;
}

class AnalyzeFixture : public test::CommandFixture {
 public:
  AnalyzeFixture() : CommandFixture(kAnalyzeCommand) {}

  static Args with(Args more, const Args& limits = {"--depth", "1"}) {
    more.insert(more.end(), limits.begin(), limits.end());
    more.insert(more.end(), {"--evaluator", "table", "--threads", "1", "--hash-mib", "1"});
    return more;
  }
  bool has(const std::string& name) const { return access(file(name).c_str(), F_OK) == 0; }
};

}  // namespace

TEST_CASE("the text report of a game has a row per move, both sides and the worst moves",
          "[report]") {
  const std::string text = analysis_text(sample(), Language::kEnglish);
  CHECK(holds(text, "Black: Tamenori, \"H\"\nWhite: 為則\nEvent: 1999\n"));
  CHECK(holds(text, "Search: level 20, 1.500 s\n"));
  CHECK(holds(text,
              "  #  side   move  before   after  best   lost  mark  sure       depth  source\n"
              "  1  Black  f5     +2.25   -6.01  d3      8.3  ??     99%      14@73%  search\n"
              "  2  White  d6     -0.50   -0.50  =                            13@73%  search\n"
              "  3  Black  c3         0       0  =                           57@100%  search\n"
              "  4  White  d3        +4      -2  f6        6  ?              56@100%  search\n"));
  CHECK(holds(text, "Black  all                23.9%"));

  CHECK(text.find("1. Black f5 ?? loses 8.3") < text.find("4. White d3 ? loses 6"));
  CHECK(holds(text, "4. White d3 ? loses 6, +4 -> -2, which changes the result; better: f6"));
  CHECK_FALSE(holds(text, "Interrupted"));
}

TEST_CASE("the report of an interrupted game says how many moves were analysed", "[report]") {
  GameAnalysis part = sample();
  part.partial = true;
  part.moves.erase(part.moves.begin(), part.moves.begin() + 3);
  CHECK(holds(analysis_text(part, Language::kEnglish),
              "Interrupted: only the last 1 of 4 moves are analysed."));
}

TEST_CASE("tables align in every language", "[report]") {
  for (const Language language : {Language::kEnglish, Language::kJapanese}) {
    const std::string text = analysis_text(sample(), language);
    for (const std::string& end : {std::string(tr(language, "source")), std::string("??")}) {
      const std::vector<int> widths = widths_of_table(text, end);
      INFO(text);
      REQUIRE(widths.size() > 3);
      CHECK(std::ranges::count(widths, widths[0]) == static_cast<int>(widths.size()));
    }
  }
}

TEST_CASE("control characters in a file do not reach the terminal", "[report]") {
  GameAnalysis analysis = sample();
  analysis.game.black = "A\x1b[2Jnn\nB";
  CHECK(holds(analysis_text(analysis, Language::kEnglish), "Black: A [2Jnn B\n"));
}

TEST_CASE("many games have a line each, followed by totals", "[report]") {
  const GamesText text(Language::kEnglish);
  AnalysisSummary summary;
  summary.add(sample());
  GameAnalysis partial = sample();
  partial.partial = true;
  summary.add(partial);
  const std::string row = text.row(2, partial);
  CHECK(holds(row, "Tamenori, \"H\""));
  CHECK(holds(row, "interrupted"));
  const std::string end = text.end(summary, 3);
  CHECK(holds(end, "Most instructive mistakes:\n  game 1: Tamenori, \"H\": 1. Black f5 ??"));
  CHECK(holds(end, "2 games, 3.000 s of searching; 1 interrupted; 3 not readable\n"));
}

TEST_CASE("a game as JSON has all results", "[report]") {
  const Json json = analysis_json(sample());
  CHECK(json["black"] == "Tamenori, \"H\"");
  CHECK(json["transcript"] == "f5d6c3d3");
  CHECK(json["size"] == 8);
  CHECK_FALSE(json.contains("score"));
  CHECK_FALSE(json.contains("event"));
  CHECK(json["partial"] == false);
  CHECK(json["settings"] == "level 20");
  REQUIRE(json["moves"].size() == 4);
  const Json& first = json["moves"][0];
  CHECK(first["number"] == 1);
  CHECK(first["side"] == "black");
  CHECK(first["move"] == "f5");
  CHECK(first["best"] == "d3");
  CHECK(first["lost"] == 8.26);
  CHECK(first["mark"] == "blunder");
  CHECK(first["before"].dump() ==
        R"({"score":2.25,"exact":false,"depth":14,"selectivity":73,"source":"search",)"
        R"("book_plies":0})");
  CHECK(first["confidence"] == 0.99);
  CHECK(first["after"]["score"] == -6.01);
  CHECK(first["stage"] == "opening");
  CHECK(json["moves"][3]["before"]["score"].dump() == "4");
  CHECK(json["moves"][3]["changes_result"] == true);
  CHECK(json["moves"][1]["mark"] == "");
  CHECK(json["worst"].dump() == "[1,4]");
  CHECK(json["quality"]["black"]["moves"] == 2);
  CHECK(json["quality"]["white"]["mistakes"] == 1);
  CHECK(json["quality"]["white"]["opening"]["lost"] == 6);
  CHECK(json_line(json).find('\n') == json_line(json).size() - 1);
}

TEST_CASE("totals can be written as JSON", "[report]") {
  AnalysisSummary summary;
  summary.add(sample());
  const Json total = summary_json(summary, 1)["total"];
  CHECK(total["games"] == 1);
  CHECK(total["bad"] == 1);
  CHECK(total["players"].size() == 2);
  CHECK(total["worst"][0]["game"] == 1);
  CHECK(total["worst"][0]["move"] == "f5");
  CHECK(total["quality"]["moves"] == 4);
}

TEST_CASE("players with a name and enough moves get a rating", "[report]") {
  AnalysisSummary summary;
  GameAnalysis nameless = sample();
  nameless.game.black = nameless.game.white = "";
  for (int i = 0; i < kRatedMoves / 2; ++i) {  // each side has two moves per game
    summary.add(sample());
    summary.add(nameless);
  }
  const Json players = summary_json(summary, 0)["total"]["players"];
  REQUIRE(players.size() == 3);
  for (const Json& player : players) {
    CHECK(player["rating"].is_null() == (player["name"] == ""));
    // Three discs per move: 1814 - 3 * 261.
    if (player["name"] == "為則") CHECK(player["rating"] == 1031);
  }
  const std::string end = GamesText(Language::kEnglish).end(summary, 0);
  CHECK(holds(end, "Estimated ratings"));
  CHECK(holds(end, "為則 1030 +- 220"));
}

TEST_CASE("all CSV rows of a game have the same number of cells", "[report]") {
  const std::string header = analysis_csv_header(), rows = analysis_csv(sample(), 7);
  CHECK(std::ranges::count(rows, '\n') == 4);
  CHECK(
      rows.starts_with("7,\"Tamenori, \"\"H\"\"\",為則,1999,1,black,f5,d3,2.25,false,-6.01,"
                       "false,8.26,blunder,0.99,false,false,opening,14,73,search,"));
  const std::string last = rows.substr(rows.rfind('\n', rows.size() - 2) + 1);
  // Black's name contains a comma and is quoted.
  CHECK(std::ranges::count(header, ',') + 1 == std::ranges::count(last, ','));
  CHECK(holds(last, ",4,true,-2,true,6,mistake,1,false,true,opening,56,100,search,"));
}

TEST_CASE("reports contain the mistakes of the chosen side only", "[report]") {
  GameAnalysis his = sample();
  keep_mistakes(his, {"", Color::kWhite});
  const std::string text = analysis_text(his, Language::kEnglish);
  CHECK(holds(text, "Mistakes of: White\n"));
  CHECK(holds(text, "4. White d3 ? loses 6"));
  CHECK(holds(text, "  1  Black  f5     +2.25   -6.01  d3      8.3                  14@73%"));
  CHECK_FALSE(holds(text, "??   "));
  CHECK_FALSE(holds(text, "Black  all"));
  CHECK_FALSE(holds(analysis_text(sample(), Language::kEnglish), "Mistakes of"));
  const Json json = analysis_json(his);
  CHECK(json["worst"].dump() == "[4]");
  CHECK(json["moves"][0]["mark"] == "");
  CHECK(json["quality"]["black"]["blunders"] == 0);
  CHECK(json["quality"]["white"]["mistakes"] == 1);
  CHECK(holds(GamesText(Language::kEnglish).row(1, his), "4. d3? -6"));
}

TEST_CASE("--player and --side select whose mistakes are reported", "[report][command]") {
  const AnalyzeFixture sumi;
  const std::string games = sumi.write("games", R"(
(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- )"
                                                "-------- -------- *]B[f5]W[f6]B[e6];)\n"
                                                R"(
(;GM[Othello]PB[Cid]PW[Ann]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- )"
                                                "-------- -------- *]B[f5]W[d6]B[c3];)\n");
  const auto total = [&](const Args& chosen) {
    Args args{games, "--json"};
    args.insert(args.end(), chosen.begin(), chosen.end());
    const std::string lines = sumi.run(sumi.with(args));
    return std::pair(std::ranges::count(lines, '\n'), lines);
  };
  CHECK(total({}).first == 3);  // two games and the totals
  const auto [count, hers] = total({"--player", "ann"});
  CHECK(count == 3);
  const Json players = Json::parse(hers.substr(hers.find("{\"total\"")))["total"]["players"];
  REQUIRE(players.size() == 1);
  CHECK(players[0]["name"] == "Ann");
  CHECK(players[0]["moves"] == 3);
  CHECK(total({"--player", "bob"}).first == 1);  // skips the other game
  const Json white = Json::parse(total({"--player", "ann", "--side", "white"}).second);
  CHECK(white["black"] == "Cid");
  CHECK(white["quality"]["black"]["moves"] == 0);
  CHECK(white["quality"]["white"]["moves"] == 1);
  CHECK(sumi.run(sumi.with({games, "--player", "Dan"}), kFailed).empty());
  CHECK(sumi.run(sumi.with({games, "--player", "Bob", "--side", "black"}), kFailed).empty());
  for (const Args& chosen : {Args{"--player", "Ann"}, Args{"--side", "black"}}) {
    Args args{games, "--resume", sumi.file("run"), "--shard", "1/2"};
    args.insert(args.end(), chosen.begin(), chosen.end());
    CHECK(sumi.fault(sumi.with(args)) ==
          chosen[0] + ": a shard writes no report; --shard merge does");
  }
}

TEST_CASE("--out and --html refuse input files", "[report][command]") {
  const AnalyzeFixture sumi;
  const std::string games = sumi.write("games", "f5d6c3\nf5f6\n");
  for (const std::string option : {"--out", "--html", "--resume"}) {
    CHECK(holds(sumi.fault(sumi.with({games, option, games})), "is also an input"));
    CHECK(holds(sumi.fault(sumi.with({games, option, games, "--force"})), "is also an input"));
  }
  CHECK(sumi.read("games") == "f5d6c3\nf5f6\n");
}

TEST_CASE("--out and --html replace only files that are reports", "[report][command]") {
  const AnalyzeFixture sumi;
  const std::string letter = sumi.write("letter", "Dear Sir,\n");
  for (const std::string option : {"--out", "--html"}) {
    CHECK(holds(sumi.fault(sumi.with({"f5", option, letter})), "or add --force to replace it"));
    CHECK(sumi.read("letter") == "Dear Sir,\n");
  }
  sumi.run(sumi.with({"f5", "--out", letter, "--force"}));
  sumi.run(sumi.with({"f5d6", "--out", letter}));
  CHECK(holds(sumi.fault(sumi.with({"f5", "--json", "--out", letter})), "holds no JSON"));
}

TEST_CASE("--out keeps the old file if the command fails", "[report][command]") {
  const AnalyzeFixture sumi;
  const std::string out = sumi.write("out", "before"), letter = sumi.write("letter", "Dear Sir,\n");
  sumi.run(sumi.with({letter, "--csv", "--out", out, "--force"}), kFailed);
  CHECK(sumi.read("out") == "before");
  CHECK_FALSE(sumi.has("out.new"));
  sumi.fault(sumi.with({"f5", "--out", out, "--resume", letter, "--force"}));
  CHECK(sumi.read("out") == "before");
  CHECK_FALSE(sumi.has("out.new"));
}

TEST_CASE("--out, --html and --resume must name different files", "[report][command][posix]") {
  const AnalyzeFixture sumi;
  sumi.run(sumi.with({"f5", "--resume", sumi.file("kept")}));
  const std::string kept = sumi.read("kept");
  REQUIRE(symlink("kept", sumi.file("link").c_str()) == 0);
  CHECK(holds(sumi.fault(sumi.with({"f5", "-r", sumi.file("kept"), "-o", sumi.file("kept")})),
              "--out and --resume are the same file"));
  CHECK(holds(sumi.fault(sumi.with({"f5", "-r", sumi.file("kept"), "--html", sumi.file("link")})),
              "--html and --resume are the same file"));
  CHECK(holds(sumi.fault(sumi.with({"f5", "-o", sumi.file("a"), "--html", sumi.file("./a")})),
              "--out and --html are the same file"));
  CHECK(sumi.read("kept") == kept);
}

TEST_CASE("files that cannot be written are reported before the search", "[report][command]") {
  const AnalyzeFixture sumi;
  const std::string none = sumi.file("none/such"), kept = sumi.file("kept");
  for (const std::string option : {"--out", "--html"}) {
    CHECK(sumi.fault(sumi.with({"f5", option, none, "--resume", kept})) ==
          option + ": file '" + none + "': No such file or directory");
    CHECK_FALSE(sumi.has("kept"));
  }
}

TEST_CASE("the error about a full disk names the file", "[report][command][posix]") {
  const AnalyzeFixture sumi;
  const std::string fault = "cannot write to file '/dev/full': No space left on device";
  CHECK(sumi.fault(sumi.with({"f5", "--out", "/dev/full"})) == fault);
  CHECK(sumi.fault(sumi.with({"f5", "--html", "/dev/full", "--out", sumi.file("out")})) == fault);
  CHECK(holds(sumi.read("out"), "f5"));
}

TEST_CASE("a page replaces the target of a link, and the link stays", "[report][command][posix]") {
  const AnalyzeFixture sumi;
  sumi.write("page", "before");
  REQUIRE(symlink("page", sumi.file("link").c_str()) == 0);
  sumi.run(sumi.with({"f5", "--html", sumi.file("link"), "--force"}));
  CHECK(holds(sumi.read("page"), "</html>"));
  CHECK_FALSE(sumi.has("page.new"));
}

TEST_CASE("limits that mean the same resume the same work", "[report][command]") {
  const AnalyzeFixture sumi;
  const std::string levels = sumi.file("levels"), times = sumi.file("times");
  sumi.run(sumi.with({"f5d6", "-r", levels}, {"--level", "1"}));
  sumi.run(sumi.with({"f5d6", "-r", levels}, {"--level", "01"}));
  CHECK(holds(sumi.fault(sumi.with({"f5d6", "-r", levels}, {"--level", "2"})), "level 1,"));
  sumi.run(sumi.with({"f5d6", "-r", times}, {"--time", "0.01"}));
  sumi.run(sumi.with({"f5d6", "-r", times}, {"--time", "0.010"}));
  CHECK(holds(sumi.fault(sumi.with({"f5d6", "-r", times}, {"--time", "0.02"})), "0.01 s a move"));
}

TEST_CASE("tables for many jobs that exceed the memory are refused", "[report][command]") {
  const AnalyzeFixture sumi;
  CHECK(sumi.fault({"f5", "--jobs", "256", "--hash-mib", "65536"})
            .starts_with("--jobs: 256 tables of --hash-mib 65536 are 16777216 MiB"));
}
