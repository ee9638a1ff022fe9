// SPDX-License-Identifier: MIT
/// The page of one game, and that of many: totals, an index, the games one below the other.
#include "protocol/report/analysis_game_html.h"
#include "protocol/report/analysis_html.h"
#include "protocol/report/analysis_script.h"
#include "protocol/report/analysis_words.h"
#include "protocol/report/html_page.h"
#include "protocol/report/svg_chart.h"
#include "protocol/service/analysis_summary.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace sumi::protocol {
namespace {

/// How pages of analysed games look, beyond the house style of html_page.h.
constexpr std::string_view kAnalysisStyle = R"(
:root{--m1:#7a5d00;--m2:#a84300;--m3:#b3261e;--now:#26262b;--black:#141414;--white:#fff;--edge:#7d7d87}
@media(prefers-color-scheme:dark){:root{--m1:#e0c050;--m2:#f5a262;--m3:#ff9a90;--now:#e8e8ee;
--edge:#8f8f9b}}
h1 .disc,h2 .disc{margin-right:.25em}
a{color:var(--accent);text-underline-offset:2px}
a:focus-visible,button:focus-visible,summary:focus-visible{outline:3px solid var(--accent);
outline-offset:2px}
.disc{display:inline-block;width:.8em;height:.8em;border-radius:50%;border:1px solid var(--edge);
vertical-align:-.06em}.disc.black{background:var(--black)}.disc.white{background:var(--white)}
.m1,.m2,.m3{font-weight:700}
.m1{color:var(--m1);fill:var(--m1)}.m2{color:var(--m2);fill:var(--m2)}
.m3{color:var(--m3);fill:var(--m3)}
dl{margin:0}.facts{grid-template-columns:minmax(5em,max-content) 1fr}
@media(min-width:900px){.facts{grid-template-columns:max-content 1fr max-content 1fr}}
.notice{border-left:4px solid var(--m2)}
.tiles{grid-template-columns:repeat(auto-fit,minmax(140px,1fr))}
.study{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,7fr);gap:0 20px;align-items:start}
.study h2,.study h3{margin-top:22px}
.viewer{position:sticky;top:12px;margin-top:22px}
.board{max-width:none}.place .board{max-width:440px}
.caption{min-height:3.2em}.caption b{font-size:17px;margin-right:.3em}
.tools{display:flex;flex-wrap:wrap;gap:8px;margin:10px 0 4px}[hidden]{display:none}
button{font:inherit;color:var(--ink);background:var(--ground);border:1px solid var(--edge);
border-radius:8px;min-width:44px;min-height:40px;padding:4px 10px;cursor:pointer}
button[aria-pressed=true],button[aria-current=true]{background:var(--accent);color:var(--card);
border-color:var(--accent)}button:disabled{opacity:.45;cursor:default}
.lines p{display:flex;flex-wrap:wrap;gap:4px;align-items:center;margin:8px 0}
.lines span{min-width:4.5em;color:var(--faint);font-size:14px}
.lines button{min-width:36px;min-height:32px;padding:1px 6px;font-size:14px}
.graph{display:grid;grid-template-columns:2.4em minmax(0,1fr);grid-template-rows:220px 1.5em}
.graph svg{display:block;width:100%;height:220px;overflow:visible}
.ticks,.numbers{position:relative;font-size:12px;color:var(--faint)}.numbers{grid-column:2}
.ticks span{position:absolute;right:.6em;transform:translateY(-50%)}
.numbers span{position:absolute;top:.2em;transform:translateX(-50%)}
.graph text{font:12px system-ui,sans-serif;fill:var(--faint)}
.grid{stroke:var(--line)}.axis{stroke:var(--edge)}.bar{fill:var(--accent);fill-opacity:.16}
.curve{stroke:var(--accent);stroke-width:2;stroke-linecap:round}
.graph circle{stroke:var(--card);stroke-width:1.5}
.hit{fill:transparent;cursor:pointer}.hit:hover{fill:var(--ink);fill-opacity:.12}
.now{stroke:var(--now);stroke-width:2;stroke-dasharray:3 3}
td.left{min-width:0}.moves td,.moves th{padding:4px 6px}.moves tr[aria-current=true] td{background:var(--good)}
html:not(.live) .moves tr:target td{background:var(--good)}
.moves a{display:inline-block;min-width:2em;padding:2px}
.boards{grid-template-columns:repeat(auto-fill,minmax(min(100%,230px),1fr))}.boards p{margin:6px 0}
.badge{display:inline-block;border:1px solid currentColor;border-radius:6px;padding:0 6px;
font-size:13px}
details.game>summary{cursor:pointer;padding:10px 4px;border-top:1px solid var(--line)}
.game-2{border-top:2px solid var(--line);margin-top:48px}
@media(max-width:899px){.study{display:block}.viewer{position:static}}
@media(max-width:479px){main{padding:14px 10px 40px}.card{padding:12px 10px}
td.wide,th.wide{display:none}th,td{padding:5px 4px}.moves td,.moves th{padding:4px 3px}
th{white-space:normal}h1{font-size:22px}}
@page{size:A4;margin:14mm}
@media print{:root{color-scheme:light;--ground:#fff;--card:#fff;--ink:#000;--faint:#55555e;
--line:#d0d0d6;--accent:#0068a8;--good:#fff;--m1:#7a5d00;--m2:#a84300;--m3:#b3261e;--edge:#7d7d87;
--now:#fff}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{font-size:10pt}main{max-width:none;padding:0}a{color:inherit;text-decoration:none}
.tools,.lines,.now{display:none}.card{padding:6px 10px;margin-bottom:8px}
.study{display:block}.viewer{position:static}.place .board{max-width:75mm}
h1,h2,h3{break-after:avoid}h2,h3{margin-top:16px}
.boards{grid-template-columns:repeat(3,1fr)}.boards .card,.viewer,.graph,tr,.tiles{break-inside:avoid}
table{font-size:9pt}.moves td,.moves th{padding:1px 6px}
.moves thead{display:table-header-group}.game-2{break-before:page;border-top:0;margin-top:0}}
)";

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
