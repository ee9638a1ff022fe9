// SPDX-License-Identifier: MIT
#include "protocol/page/page_files.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/analysis_html.h"
#include "protocol/report/html_page.h"
#include "protocol/report/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>

namespace sumi::protocol {
namespace {

constexpr std::size_t kMaxPlayers = 100, kMaxMistakes = 12;

std::string id_of(std::size_t game) { return fmt::format("g{}", game + 1); }

std::string page_of(Language language, std::string title, std::string body) {
  static const std::string script = bundle("analysis.js");
  static const std::string style = fmt::format("{}{}{}", page_file("board.css"),
                                               page_file("report.css"), page_file("analysis.css"));
  HtmlPage page;
  page.title = std::move(title);
  page.body = std::move(body);
  page.language = to_text(language);
  page.style = style;
  page.script = script;
  return to_html(page);
}

std::string percent(const Quality& quality) {
  return quality.moves == 0 ? "" : fmt::format("{:.1f}%", quality.accuracy());
}

/// Per player: games, accuracy, rating, accuracy by stage, discs lost per move, marks.
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
  for (std::size_t i = 0; i < std::min(players.size(), kMaxPlayers); ++i) {
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
  if (players.size() > kMaxPlayers) {
    html += html_note(escaped(tr_format(language, "and {} more", players.size() - kMaxPlayers)));
  }
  return html;
}

std::string mistakes_section(const AnalysisSummary& summary, Language language) {
  std::string html;
  for (const Mistake& mistake : summary.worst()) {
    const auto game = static_cast<std::size_t>(mistake.game - 1);
    std::string source = escaped(tr_format(language, "game {}", mistake.game));
    if (!mistake.player.empty()) source += ", " + escaped(mistake.player);
    html += mistake_card(mistake.move, language, game < kMaxHtmlGames ? id_of(game) : "", source);
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
    if (i < kMaxHtmlGames) players = fmt::format("<a href=\"#{}\">{}</a>", id_of(i), players);
    table.row({std::to_string(i + 1), players, shown_result(analysis.game), both(percent),
               both([](const Quality& quality) {
                 return quality.moves == 0 ? "" : fmt::format("{:.1f}", quality.lost);
               }),
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
  AnalysisSummary summary(kMaxMistakes);
  for (const GameAnalysis& analysis : analyses) summary.add(analysis);
  const std::string title = escaped(tr_format(language, "{} games analysed", analyses.size()));
  std::string body = fmt::format("<h1>{}</h1>\n", title);
  if (!analyses.empty()) {
    body += html_section(tr(language, "Players"), players_table(summary, language));
    body += html_section(tr(language, "Most instructive mistakes"),
                         mistakes_section(summary, language));
    body += html_section(tr(language, "Games"), index_table(analyses, language));
  }
  const std::size_t shown = std::min(analyses.size(), kMaxHtmlGames);
  if (shown < analyses.size()) {
    body += html_note(
        escaped(tr_format(language, "Only the first {} games are shown move by move.", shown)));
  }
  for (std::size_t i = 0; i < shown; ++i) {
    body += fmt::format("<details class=\"game\"><summary>{}. {}</summary>\n{}</details>\n", i + 1,
                        game_title(analyses[i].game, language),
                        game_html(analyses[i], language, id_of(i), 2));
  }
  return page_of(language, title, std::move(body));
}

}  // namespace sumi::protocol
