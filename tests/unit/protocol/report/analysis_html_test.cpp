// SPDX-License-Identifier: MIT
#include "engine/formats/codecs.h"
#include "engine/game/rules.h"
#include "protocol/report/analysis_html.h"
#include "tests/support/markup.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace sumi;
using namespace sumi::protocol;
using test::count_of;

namespace {

constexpr std::string_view kMoves = "f5d6c3d3c4f4";

/// The fourth move, d3, loses `lost` discs compared with c4.
GameAnalysis analysis_of(double lost = 9) {
  GameAnalysis analysis;
  analysis.game = parse_game(kMoves).value();
  analysis.game.black = "Tora";
  analysis.game.white = "Usagi";
  analysis.settings = {"level {}", "20"};
  analysis.moves = moves_to_analyze(analysis.game);
  for (AnalyzedMove& move : analysis.moves) {
    move.played_line.push_back(move.played);
    move.best_line = move.played_line;
    if (move.number == 4) {
      move.best.discs = 2.5;
      move.after.discs = 2.5 - lost;
      move.best_line = {};
      const Bitboard others = rules::legal_moves(move.before.board) & ~bit(move.played);
      move.best_line.push_back(first_square(others));
    }
    derive_loss(move);
    analysis.quality[static_cast<std::size_t>(move.before.to_move)].add(move);
  }
  return analysis;
}

/// Without styles and scripts, which are not markup.
std::string markup_of(std::string html) {
  for (const std::string tag : {"style", "script"}) {
    for (std::size_t begin = html.find("<" + tag); begin != html.npos;
         begin = html.find("<" + tag, begin)) {
      const std::string close = "</" + tag + ">";
      html.erase(begin, html.find(close, begin) + close.size() - begin);
    }
  }
  for (std::size_t at = html.find("<br>"); at != html.npos; at = html.find("<br>")) {
    html.erase(at, 4);
  }
  return html;
}

/// Without tags and attributes.
std::string words_of(const std::string& html) {
  std::string words;
  bool inside = false;
  for (const char c : markup_of(html)) {
    if (c == '<') inside = true;
    words += inside ? ' ' : c;
    if (c == '>') inside = false;
  }
  return words;
}

/// Requires that the page loads nothing.
void check_alone(const std::string& html) {
  CHECK_THAT(html, Catch::StartsWith("<!DOCTYPE html>"));
  CHECK(test::markup_fault(markup_of(html)) == "");
  for (const char* part : {"src=", "href=\"h", "url(", "@import", "<link", "onload", "fetch("}) {
    CAPTURE(part);
    CHECK_THAT(html, !Catch::Contains(part));
  }
  CHECK(count_of(html, "http") == count_of(html, "\"http://www.w3.org/2000/svg\""));
}

nlohmann::json data_of(const std::string& html) {
  const std::string tag = "class=\"data\">";
  const std::size_t begin = html.find(tag) + tag.size();
  return nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

}  // namespace

TEST_CASE("the page of a game shows its moves and mistakes", "[html]") {
  const std::string html = to_html(analysis_of(), Language::kEnglish);
  check_alone(html);
  for (const char* part :
       {"<html lang=\"en\">", "<title>Tora – Usagi</title>", "level 20", "accuracy of Black",
        "<h2>Evaluation</h2>", "<h2>Worst moves</h2>", "<h2>All moves</h2>", "lost 9.0 discs (99%)",
        "turned the result", "prefers-color-scheme:dark", "@media print", "id=\"g1-m6\"",
        "width=device-width"}) {
    CAPTURE(part);
    CHECK_THAT(html, Catch::Contains(part));
  }
  CHECK(count_of(html, "<tr id=\"g1-m") == 6);
  CHECK(count_of(html, "class=\"f1\"><title>4. d3?\?</title>") == 1);
  CHECK_THAT(html, Catch::Contains("modules[\"analysis.js\"]"));
}

TEST_CASE("the page's data has the position, moves and judgements that its script needs",
          "[html]") {
  const nlohmann::json data = data_of(to_html(analysis_of(), Language::kEnglish));
  CHECK(data["start"] == "---------------------------OX------XO--------------------------- X");
  CHECK(data["moves"] == "f5d6c3d3c4f4");
  CHECK(data["first"] == 4);  // the blunder
  REQUIRE(data["items"].size() == 6);
  const nlohmann::json& item = data["items"][3];
  CHECK(item["number"] == 4);
  CHECK(item["mark"] == "blunder");
  CHECK(item["move"] == "d3");
  CHECK(item["after"] == nlohmann::json::parse(R"({"score": -6.5, "exact": false})"));
  CHECK(item["before"]["score"] == 2.5);
  CHECK(item["best_line"] == item["best"]);
  CHECK(item["shown_lost"] == "9.0");
  CHECK(item["confidence"] == "99%");
}

TEST_CASE("a page in Japanese has no English words", "[html]") {
  GameAnalysis analysis = analysis_of();
  analysis.game.black = analysis.game.white = "";
  analysis.game.moves.resize(1);  // too short for an opening name
  analysis.partial = true;
  const std::string html = to_html(analysis, Language::kJapanese);
  CHECK_THAT(html, Catch::Contains("<html lang=\"ja\">") && Catch::Contains("主な悪手"));
  const std::string words = words_of(html);
  for (std::size_t i = 0; i + 3 <= words.size(); ++i) {
    const std::string three = words.substr(i, 3);
    const bool letters = std::ranges::all_of(
        three, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
    CAPTURE(words.substr(i > 20 ? i - 20 : 0, 60));
    REQUIRE_FALSE(letters);
  }
}

TEST_CASE("text from files is escaped in a page", "[html]") {
  GameAnalysis analysis = analysis_of();
  analysis.game.black = "<script>alert(1)</script>";
  analysis.game.event = "</dd>&\"'";
  analysis.game.comment = "\x01\xFF<!--";
  analysis.settings.text = "</script><b>";
  for (const std::string& html : {to_html(analysis, Language::kEnglish),
                                  to_html(std::vector(2, analysis), Language::kEnglish)}) {
    check_alone(html);
    CHECK_THAT(html, !Catch::Contains("<script>alert") && !Catch::Contains("<!--"));
    CHECK_THAT(html, Catch::Contains("&lt;script&gt;alert(1)"));
  }
}

TEST_CASE("pages of unusual games load nothing from elsewhere", "[html]") {
  for (const Language language : {Language::kEnglish, Language::kJapanese}) {
    check_alone(to_html(GameAnalysis{}, language));
    check_alone(to_html(std::span<const GameAnalysis>{}, language));
    GameAnalysis late = analysis_of();
    late.moves.erase(late.moves.begin(), late.moves.begin() + 4);
    late.partial = true;
    check_alone(to_html(late, language));
    GameAnalysis small;
    small.game = parse_game("b1", 4).value();
    small.moves = moves_to_analyze(small.game);
    check_alone(to_html(small, language));
  }
}

TEST_CASE("a page of many games has a section for each", "[html]") {
  std::vector<GameAnalysis> games(3, analysis_of());
  games[1].game.black = "Ushi";
  const std::string html = to_html(games, Language::kEnglish);
  check_alone(html);
  for (const char* part :
       {"<h1>3 games analysed</h1>", "<h2>Players</h2>", "<h2>Games</h2>", "href=\"#g2\"",
        "<details class=\"game\"><summary>3. Tora", "<section id=\"g3\"", "id=\"g2-m4\"",
        "<h2>Most instructive mistakes</h2>", "<h3>All moves</h3>"}) {
    CAPTURE(part);
    CHECK_THAT(html, Catch::Contains(part));
  }
  CHECK(count_of(html, " data-game>") == 3);
  CHECK(count_of(html, "class=\"data\">") == 3);
  CHECK(to_html(std::span(games).first(1), Language::kEnglish) ==
        to_html(games[0], Language::kEnglish));
  games.resize(kMaxHtmlGames + 2, analysis_of());
  const std::string most = to_html(games, Language::kEnglish);
  CHECK(count_of(most, " data-game>") == static_cast<int>(kMaxHtmlGames));
  CHECK_THAT(most, Catch::Contains("Only the first 200 games are shown"));
}

TEST_CASE("a page shows the mistakes of the chosen side only", "[html]") {
  GameAnalysis black = analysis_of();
  keep_mistakes(black, {"", Color::kBlack});
  const std::string html = to_html(black, Language::kEnglish);
  check_alone(html);
  CHECK_THAT(html, Catch::Contains("<dt>Mistakes of</dt><dd>Black</dd>"));
  CHECK(count_of(html, "class=\"m3\"") == 0);  // White's blunder
  CHECK(count_of(html, "<b>–</b>") == 2);      // White's accuracy and discs lost
  CHECK(count_of(html, "<div class=\"boards\">") == 0);
  CHECK_THAT(to_html(analysis_of(), Language::kEnglish), !Catch::Contains("<dt>Mistakes of"));
  const std::string both = to_html(std::vector(2, black), Language::kEnglish);
  CHECK_THAT(both, !Catch::Contains("Most instructive mistakes"));
  CHECK_THAT(both, Catch::Contains("class=\"wide\">0.0<br></td>"));
}
