// SPDX-License-Identifier: MIT
#include "tests/support/markup.h"
#include "tests/support/tournament.h"
#include "tools/match/report_html.h"
#include "tools/match/summary.h"

#include <catch2/catch.hpp>

#include <limits>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::match;
using test::count_of;
using test::markup_fault;
using test::match_summary;
using test::random_results;
using test::tournament_of;

namespace {

constexpr std::size_t kLargestPage = 2'000'000;
constexpr std::size_t kLargestGame = 900;  ///< Bytes of its data.

/// The page without style, data and script.
std::string markup_of(const std::string& html) {
  const std::size_t begin = html.find("<main>");
  return html.substr(begin, html.find("<script") - begin) + "</main>";
}

/// Requires that the page loads nothing.
void check_alone(const std::string& html) {
  const std::string markup = markup_of(html);
  CHECK(markup_fault(markup) == "");
  for (const char* part : {"src=", "href=", "url(", "@import", "<link", "onload"}) {
    CAPTURE(part);
    CHECK_THAT(html, !Catch::Contains(part));
  }
  CHECK(count_of(markup, "http") == count_of(markup, "xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(count_of(html, "<script") == 2);
  CHECK(count_of(html, "</script>") == 2);
  CHECK_THAT(html, !Catch::Contains("import {"));
}

}  // namespace

TEST_CASE("the page of a match has its tables and pictures", "[report]") {
  MatchConfig config = tournament_of({"sumi", "rhino"});
  config.engines[1].command = "gtp-rhino -l 3";
  config.seed = 4711;
  config.sprt = SprtSetup{};
  Summary summary = match_summary();
  summary.sprt = SprtState{1.234, -2.94, 2.94, SprtVerdict::kUndecided};
  std::vector<GameResult> games = random_results(2, 30, 15);
  games[5].date = "2026-11-20T00:00:00Z";
  const std::string html = report_html(config, summary, games);
  check_alone(html);
  CHECK_THAT(html, Catch::StartsWith("<!DOCTYPE html>"));
  CHECK_THAT(html, Catch::Contains("<h1>sumi against rhino</h1>"));
  CHECK_THAT(html, Catch::Contains("60 games, 2026-11-20 to 2026-11-21"));
  for (const char* part :
       {"<b>65.0 %</b>", "<b>6-1-3</b>", "<b>+107.5 ± 160.5</b>", "<b>95.1 %</b>",
        "<b>+4.25 ± 6.50</b>", "LLR 1.23 in -2.94..2.94", "1 · 0 · 1 · 1 · 2", "3 games are equal",
        "<h2>Standings</h2>", "<h2>Meetings</h2>", "<h2>Openings that were lost</h2>",
        "<summary>Setup</summary>", "gtp-rhino -l 3", "4711", "Elo of sumi against rhino",
        "Games by disc difference", "Time for a move by its number", "prefers-color-scheme:dark"}) {
    CAPTURE(part);
    CHECK_THAT(html, Catch::Contains(part));
  }
  CHECK_THAT(markup_of(html), !Catch::Contains("Everyone against everyone"));
  CHECK_THAT(html, !Catch::Contains("<h2>Faults</h2>"));
  CHECK_THAT(html, Catch::Contains(" as Black</summary>"));
  CHECK(count_of(html, "class=\"board\"") > 5);
  CHECK(count_of(html, "class=\"board\"") <= 16);
}

TEST_CASE("the page of a tournament has its tables and pictures", "[report]") {
  const MatchConfig config = tournament_of({"alpha", "beta", "gamma", "delta"});
  const std::vector<GameResult> games = random_results(4, 60, 7);
  const std::string html = report_html(config, summarise(config, games), games);
  check_alone(html);
  for (const char* part :
       {"<h1>Round-robin of 4 engines</h1>", "<h2>Standings</h2>", "Buchholz", "<h2>Ratings</h2>",
        "Everyone against everyone", ">Ratings</text>", ">Points so far</text>", "discs for Black",
        " against delta</summary>"}) {
    CAPTURE(part);
    CHECK_THAT(html, Catch::Contains(part));
  }
  CHECK(count_of(html, "<small>") == 12);
}

TEST_CASE("a page escapes text of engines", "[report]") {
  MatchConfig config = tournament_of({"<script>a</script>", "\"&'b\n"});
  config.engines[0].command = "x --y=\"<b>\"";
  config.openings = "</dd>&";
  std::vector<GameResult> games = random_results(2, 4, 2);
  games[0].black_score.reset();
  games[0].at_fault = Color::kWhite;
  games[0].ending = Ending::kFlood;
  games[0].detail = "wrote '</td></table><script src=\"http://x\">' \x01\xFF";
  const std::string html = report_html(config, match_summary(), games);
  CHECK(markup_fault(markup_of(html)) == "");
  CHECK(count_of(html, "<script") == 2);
  CHECK(count_of(html, "</script>") == 2);
  CHECK_THAT(html, Catch::Contains("[\"\\u003cscript>a\\u003c/script>\""));
  CHECK_THAT(html,
             Catch::Contains("<h2>Faults</h2>") && Catch::Contains("<td class=\"left\">flood"));
  CHECK_THAT(html, Catch::Contains("wrote &#39;&lt;/td&gt;&lt;/table&gt;&lt;script"));
}

TEST_CASE("pages of tournaments with few games are valid", "[report]") {
  const MatchConfig two = tournament_of({"a", "b"});
  const MatchConfig three = tournament_of({"a", "b", "c"});
  for (const MatchConfig& config : {two, three}) {
    const int engines = static_cast<int>(config.engines.size());
    const std::vector<GameResult> games = random_results(engines, 1, 1);
    for (std::size_t count = 0; count <= games.size(); ++count) {
      const std::span<const GameResult> some = std::span(games).first(count);
      check_alone(report_html(config, summarise(config, some), some));
    }
  }
  Summary summary = match_summary();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  summary.meetings[0].elo = {kInfinite, kInfinite, kInfinite, 1};
  summary.engines[0].rating = {kInfinite, kInfinite};
  check_alone(report_html(two, summary, {}));
}

TEST_CASE("pages have a limited size", "[report]") {
  const MatchConfig config = tournament_of({"a", "b"});
  std::vector<GameResult> games = random_results(2, 500, 500);
  for (GameResult& game : games) {
    if (game.fixture.id % 3 != 0) continue;
    game.at_fault = Color::kBlack;
    game.ending = Ending::kCrash;
    game.detail = std::string(200, '&');
  }
  const std::string html = report_html(config, summarise(config, games), games);
  CHECK(markup_of(html).size() < kLargestPage);
  CHECK(html.size() < kLargestPage + 1000 * kLargestGame);
  CHECK_THAT(html, Catch::Contains("and 134 more"));
  MatchConfig many;
  for (int i = 0; i < 40; ++i) {
    many.engines.emplace_back();
    many.engines.back().name = "engine " + std::to_string(i);
  }
  many.format = Format::kRoundRobin;
  const std::vector<GameResult> league = random_results(40, 780, 50);
  CHECK(event_html(many, summarise(many, league), league).size() < kLargestPage);
}

TEST_CASE("openings that an engine loses are listed, worst first", "[report]") {
  SplitMix64 random(5);
  std::vector<GameResult> games;
  /// Adds a game with `discs` for engine 0.
  const auto add = [&](std::uint64_t opening, bool black, int discs) {
    const int id = static_cast<int>(games.size());
    games.push_back(test::random_result(random, id, black ? 0 : 1, black ? 1 : 0, 8, opening));
    games.back().black_score = DiscDiff{black ? discs : -discs};
  };
  add(1, true, -2);
  add(1, false, 20);  // even
  add(2, true, -10);
  add(2, false, -4);  // both lost
  add(3, true, 0);
  add(3, false, -30);  // a draw and a loss
  add(4, true, -12);
  add(4, false, -8);  // both lost, by more
  add(4, true, 64);
  add(4, false, -6);  // the same opening again: 1 of 4
  add(5, true, 0);
  games.back().black_score.reset();
  games.back().at_fault = Color::kBlack;

  const std::vector<LostOpening> lost = lost_openings(games, 0, 8);
  REQUIRE(lost.size() == 3);
  CHECK(lost[0].count == 2);  // 2: no points, -7 discs; 4: half the points less one, +9.5 discs
  CHECK(lost[0].points == 0);
  CHECK(lost[0].discs == -7);
  CHECK(lost[0].games == std::vector<const GameResult*>{&games[2], &games[3]});
  CHECK(lost[1].count == 4);
  CHECK(lost[1].points == 1);
  CHECK(lost[1].discs == 9.5);
  CHECK(lost[1].games == std::vector<const GameResult*>{&games[6], &games[7]});
  CHECK(lost[2].points == 0.5);
  CHECK(lost_openings(games, 0, 1).size() == 1);
  CHECK(lost_openings(games, 1, 8).empty());
  CHECK(lost_openings({}, 0, 8).empty());
}
