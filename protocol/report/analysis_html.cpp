// SPDX-License-Identifier: MIT
/// The page of one game, and that of many: totals, an index, the games one below the other.
#include "protocol/analysis/analysis_summary.h"
#include "protocol/report/analysis_game_html.h"
#include "protocol/report/analysis_html.h"
#include "protocol/report/analysis_script.h"
#include "protocol/report/analysis_style.h"
#include "protocol/report/analysis_words.h"
#include "protocol/report/html_page.h"
#include "protocol/report/json_lines.h"
#include "protocol/report/svg_chart.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace sumi::protocol {
namespace {

constexpr std::size_t kMostPlayers = 100, kMostMistakes = 12;

std::string id_of(std::size_t game) { return fmt::format("g{}", game + 1); }

/// What the script says.
std::string words_data(Language language) {
  Json words;
  words["black"] = tr(language, "Black");
  words["white"] = tr(language, "White");
  words["best"] = tr(language, "best");
  words["played"] = tr(language, "played");
  words["lost"] = tr(language, "lost");
  words["only"] = tr(language, "only move");
  return script_data("words", words);
}

std::string page_of(Language language, std::string title, std::string body) {
  HtmlPage page;
  page.title = std::move(title);
  page.body = std::move(body) + words_data(language);
  page.language = to_text(language);
  page.style = kAnalysisStyle;
  page.script = kAnalysisScript;
  return to_html(page);
}

std::string percent(const Quality& quality) {
  return quality.moves == 0 ? "" : fmt::format("{:.1f}%", quality.accuracy());
}

/// The players' table: games, accuracy, rating, accuracy by stage, discs a move, marks.
std::string players_table(const AnalysisSummary& summary, Language language) {
  const auto word = [&](std::string_view english) { return escaped(tr(language, english)); };
  HtmlTable table({{word("player"), "left"},
                   {word("games")},
                   {word("accuracy")},
                   {word("rating, estimated"), "wide"},
                   {word("opening"), "wide"},
                   {word("midgame"), "wide"},
                   {word("endgame"), "wide"},
                   {word("lost a move")},
                   {std::string(mark_text(Mark::kInaccuracy)), "wide"},
                   {std::string(mark_text(Mark::kMistake)), "wide"},
                   {std::string(mark_text(Mark::kBlunder))}});
  const std::vector<PlayerQuality> players = summary.players();
  for (std::size_t i = 0; i < std::min(players.size(), kMostPlayers); ++i) {
    const PlayerQuality& player = players[i];
    const Quality& all = player.quality.all;
    std::vector<std::string> cells = {
        player.name.empty() ? word("(no name)") : escaped(player.name),
        std::to_string(player.games), all.moves == 0 ? "" : accuracy_text(all, "±")};
    const auto rating = player.rating();
    cells.push_back(rating ? rating_text(*rating, "±") : "");
    for (const Quality& stage : player.quality.stages) cells.push_back(percent(stage));
    cells.push_back(fmt::format("{:.2f}", all.mean_lost()));
    for (std::size_t mark = 1; mark < all.marks.size(); ++mark) {
      cells.push_back(std::to_string(all.marks[mark]));
    }
    table.row(cells);
  }
  std::string html = table.html();
  if (players.size() > kMostPlayers) {
    html += fmt::format("<p class=\"faint\">{}</p>\n",
                        escaped(tr_format(language, "and {} more", players.size() - kMostPlayers)));
  }
  return html;
}

std::string mistakes_section(const AnalysisSummary& summary, Language language) {
  std::string html;
  for (const Mistake& mistake : summary.worst()) {
    const auto game = static_cast<std::size_t>(mistake.game - 1);
    std::string source = escaped(tr_format(language, "game {}", mistake.game));
    if (!mistake.player.empty()) source += ", " + escaped(mistake.player);
    html += mistake_card(mistake.move, language, game < kMostHtmlGames ? id_of(game) : "", source);
  }
  return html.empty() ? "" : "<div class=\"boards\">\n" + html + "</div>\n";
}

std::string index_table(std::span<const GameAnalysis> analyses, Language language) {
  const auto word = [&](std::string_view english) { return escaped(tr(language, english)); };
  HtmlTable table({{"#"},
                   {word("game"), "left"},
                   {word("result")},
                   {word("accuracy")},
                   {word("lost"), "wide"},
                   {word("opening"), "left wide"}});
  for (std::size_t i = 0; i < analyses.size(); ++i) {
    const GameAnalysis& analysis = analyses[i];
    const auto both = [&](const auto& text) {
      return fmt::format("{}<br>{}", text(analysis.of(Color::kBlack).all),
                         text(analysis.of(Color::kWhite).all));
    };
    std::string players;
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      players += fmt::format("{}{} {}", players.empty() ? "" : "<br>", disc_icon(language, color),
                             player_name(analysis.game, language, color));
    }
    if (i < kMostHtmlGames) players = fmt::format("<a href=\"#{}\">{}</a>", id_of(i), players);
    table.row({std::to_string(i + 1), players, shown_result(analysis.game), both(percent),
               both([](const Quality& quality) { return fmt::format("{:.1f}", quality.lost); }),
               opening_name(analysis.game, language)});
  }
  return table.html();
}

}  // namespace

std::string to_html(const GameAnalysis& analysis, Language language) {
  const std::string title = game_title(analysis.game, language);
  return page_of(language, title, game_html(analysis, language, id_of(0), 1));
}

std::string to_html(std::span<const GameAnalysis> analyses, Language language) {
  if (analyses.size() == 1) return to_html(analyses[0], language);
  AnalysisSummary summary(kMostMistakes);
  for (const GameAnalysis& analysis : analyses) summary.add(analysis);
  const std::string title = escaped(tr_format(language, "{} games analysed", analyses.size()));
  std::string body = fmt::format("<h1>{}</h1>\n", title);
  if (!analyses.empty()) {
    body += html_section(tr(language, "Players"), players_table(summary, language));
    body += html_section(tr(language, "Most instructive mistakes"),
                         mistakes_section(summary, language));
    body += html_section(tr(language, "Games"), index_table(analyses, language));
  }
  const std::size_t shown = std::min(analyses.size(), kMostHtmlGames);
  if (shown < analyses.size()) {
    body += fmt::format(
        "<p class=\"faint\">{}</p>\n",
        escaped(tr_format(language, "Only the first {} games follow move by move.", shown)));
  }
  if (shown > 0) {
    body += fmt::format("<noscript><p class=\"card notice\">{}</p></noscript>\n",
                        escaped(tr(language,
                                   "The games are drawn by the page's script, which this "
                                   "browser does not run.")));
  }
  for (std::size_t i = 0; i < shown; ++i) {
    body += stored_game_html(analyses[i], language, id_of(i), i + 1);
  }
  return page_of(language, title, std::move(body));
}

}  // namespace sumi::protocol
