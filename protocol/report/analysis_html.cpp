// SPDX-License-Identifier: MIT
#include "protocol/report/analysis_format.h"
#include "protocol/report/analysis_html.h"
#include "protocol/report/html_page.h"
#include "protocol/report/svg_chart.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace sumi::protocol {
namespace {

/// Handles clicks and arrow keys. Reads GameSection::data(), plays moves itself and draws boards
/// like board_picture.cpp.
constexpr std::string_view kAnalysisScript = R"js("use strict";
(() => {
  const words = JSON.parse(document.getElementById("words").textContent);
  const steps = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];
  const other = color => color === "X" ? "O" : "X";
  const squareOf = (name, size) =>
    name === "pass" ? -1 : (Number(name[1]) - 1) * size + name.charCodeAt(0) - 97;

  // The board, a text of X, O and -, after a move.
  function played(board, size, square, color) {
    if (square < 0) return board;
    const next = [...board];
    next[square] = color;
    for (const [right, down] of steps) {
      const turned = [];
      let x = square % size + right, y = Math.floor(square / size) + down;
      const on = () => x >= 0 && x < size && y >= 0 && y < size;
      for (; on() && board[y * size + x] === other(color); x += right, y += down) {
        turned.push(y * size + x);
      }
      if (on() && board[y * size + x] === color) turned.forEach(s => next[s] = color);
    }
    return next.join("");
  }

  function picture(board, size, last, labels, title) {
    const side = size * 10 + 8, middle = i => 11 + 10 * i;
    const x = s => middle(s % size), y = s => middle(Math.floor(s / size));
    let svg = `<svg class="board" viewBox="0 0 ${side} ${side}" role="img" aria-label="${title}">` +
      `<rect width="${side}" height="${side}" rx="1.5" fill="#17301f"/>` +
      `<g fill="#e6efe8" font-family="system-ui,sans-serif" font-size="4" text-anchor="middle">`;
    for (let i = 0; i < size; ++i) {
      svg += `<text x="${middle(i)}" y="4.4">${"abcdefgh"[i]}</text>` +
        `<text x="3" y="${middle(i) + 1.4}">${i + 1}</text>`;
    }
    svg += `</g><rect x="6" y="6" width="${size * 10}" height="${size * 10}" fill="#2a7f50"/><path d="`;
    for (let i = 1; i < size; ++i) {
      svg += `M${6 + 10 * i} 6V${6 + 10 * size}M6 ${6 + 10 * i}H${6 + 10 * size}`;
    }
    svg += `" stroke="#1d5c38" stroke-width=".5"/>`;
    for (let s = 0; s < board.length; ++s) {
      if (board[s] === "-") continue;
      svg += `<circle cx="${x(s)}" cy="${y(s)}" r="4.1" fill="${board[s] === "X" ? "#141414" : "#f6f6f2"}"/>`;
    }
    if (last >= 0) svg += `<circle cx="${x(last)}" cy="${y(last)}" r="1.2" fill="#e0503c"/>`;
    for (const { square, text, good } of labels) {
      const letters = text.length * 0.62, height = Math.min(4.2, 9 / letters);
      const width = Math.min(letters * height + 1.6, 9.6);
      svg += `<rect x="${x(square) - width / 2}" y="${y(square) - height * 0.525}" width="${width}" ` +
        `height="${height * 1.05}" rx="1.2" fill="${good ? "#ffe27a" : "#b3261e"}"/>` +
        `<text x="${x(square)}" y="${y(square) + height * 0.355}" fill="${good ? "#141414" : "#fff"}" ` +
        `font-family="system-ui,sans-serif" font-size="${height}" font-weight="700" ` +
        `text-anchor="middle">${text}</text>`;
    }
    return svg + "</svg>";
  }

  function element(tag, text, style) {
    const made = document.createElement(tag);
    made.textContent = text;
    if (style) made.className = style;
    return made;
  }

  class Study {
    constructor(section, data) {
      this.section = section;
      this.game = JSON.parse(data.textContent);
      for (const item of this.game.items) {
        item.played = item.played || { ...item.best };
        for (const choice of [item.best, item.played]) {
          if (choice.line !== undefined && !Array.isArray(choice.line)) {
            choice.line = choice.line.match(/../g).map(name => name === "--" ? "pass" : name);
          }
        }
      }
      const { size, start, black, moves } = this.game;
      this.boards = [start];
      this.sides = [black ? "X" : "O"];
      for (const name of moves) {
        const side = this.sides.at(-1);
        this.boards.push(played(this.boards.at(-1), size, squareOf(name, size), side));
        this.sides.push(other(side));
      }
      for (const place of section.querySelectorAll("[data-picture]")) {
        place.innerHTML = this.diagram(Number(place.dataset.picture), place.dataset.words);
      }
      this.viewer = section.querySelector(".viewer");
      this.chosen = this.game.first;
      this.after = false;
      this.line = null;  // {name: "best" or "played", at: number of its moves shown}
      for (const part of section.querySelectorAll(".tools, .lines")) part.hidden = false;
      for (const button of section.querySelectorAll(".tools button")) {
        button.addEventListener("click", () => this.press(button.dataset.go));
      }
      for (const link of section.querySelectorAll("[data-move]")) {
        link.addEventListener("click", event => {
          event.preventDefault();
          this.choose(Number(link.dataset.move));
          this.bringIntoView();
        });
      }
      section.addEventListener("pointerdown", () => Study.active = this);
      section.addEventListener("focusin", () => Study.active = this);
      this.show();
    }

    choose(number) {
      const found = this.game.items.findIndex(item => item.number === number);
      if (found < 0) return false;
      Study.active = this;
      this.chosen = found;
      this.line = null;
      this.show();
      return true;
    }

    bringIntoView() {
      const board = this.viewer.querySelector(".place").getBoundingClientRect();
      if (board.bottom < board.height / 2 || board.top > innerHeight - board.height / 2) {
        this.viewer.scrollIntoView({ block: "start" });
      }
    }

    press(what) {
      const last = this.game.items.length - 1;
      if (what === "after") this.after = !this.after;
      if (what === "first") this.chosen = 0;
      if (what === "last") this.chosen = last;
      if (what === "back" || what === "on") return this.step(what === "on" ? 1 : -1);
      this.line = null;
      this.show();
    }

    // Along the line that is shown, else along the game.
    step(by) {
      if (this.line) {
        const at = this.line.at + by;
        if (at < 1) this.line = null;
        else this.line.at = Math.min(at, this.item()[this.line.name].line.length);
      } else {
        this.chosen = Math.max(0, Math.min(this.chosen + by, this.game.items.length - 1));
      }
      this.show();
    }

    item() { return this.game.items[this.chosen]; }

    // The board before a move, with the best one and the one played.
    diagram(number, title) {
      const item = this.game.items.find(each => each.number === number), size = this.game.size;
      return picture(this.boards[item.ply], size, -1, this.labels(item), title);
    }

    labels(item) {
      const size = this.game.size;
      const labels = [{ square: squareOf(item.best.move, size), text: item.best.label, good: true }];
      if (item.played.move !== item.best.move) {
        labels.push({ square: squareOf(item.played.move, size), text: item.played.label, good: false });
      }
      return labels;
    }

    // What the board shows: discs, last move, labels.
    scene() {
      const { size, moves } = this.game, item = this.item();
      if (this.line) {
        let board = this.boards[item.ply], side = this.sides[item.ply];
        const names = item[this.line.name].line.slice(0, this.line.at);
        for (const name of names) {
          board = played(board, size, squareOf(name, size), side);
          side = other(side);
        }
        return { board, last: squareOf(names.at(-1), size), labels: [] };
      }
      const ply = item.ply + (this.after ? 1 : 0);
      const last = ply > 0 ? squareOf(moves[ply - 1], size) : -1;
      if (this.after) return { board: this.boards[ply], last, labels: [] };
      return { board: this.boards[ply], last, labels: this.labels(item) };
    }

    show() {
      const item = this.item(), { board, last, labels } = this.scene();
      const head = `${item.number}. ${item.black ? words.black : words.white} ${item.played.move}`;
      this.viewer.querySelector(".place").innerHTML =
        picture(board, this.game.size, last, labels, head);
      this.showCaption(item, head);
      this.showLines(item);
      this.showPlace(item);
    }

    showCaption(item, head) {
      const caption = this.viewer.querySelector(".caption");
      caption.replaceChildren(element("b", head), element("b", item.mark, item.style));
      let text = `${item.played.score}`;
      if (item.played.move !== item.best.move) {
        text += ` · ${words.best} ${item.best.move} ${item.best.score} · ${words.lost} ${item.lost}`;
      }
      caption.append(element("span", item.forced ? `${text} · ${words.only}` : text));
    }

    showLines(item) {
      const lines = this.viewer.querySelector(".lines");
      const focused = lines.contains(document.activeElement), rows = [];
      for (const name of item.best.move === item.played.move ? ["best"] : ["best", "played"]) {
        const row = element("p", "");
        row.append(element("span", words[name]));
        item[name].line.forEach((move, i) => {
          const button = element("button", move);
          button.type = "button";
          const here = this.line && this.line.name === name && this.line.at === i + 1;
          button.setAttribute("aria-current", here ? "true" : "false");
          button.addEventListener("click", () => {
            this.line = { name, at: i + 1 };
            this.show();
          });
          row.append(button);
        });
        rows.push(row);
      }
      lines.replaceChildren(...rows);
      const here = lines.querySelector("[aria-current=true]");
      if (focused && here) here.focus({ preventScroll: true });
    }

    // Where in the game that is: in the graph, in the table, at the buttons.
    showPlace(item) {
      const last = this.game.items.length - 1;
      for (const row of this.section.querySelectorAll(".moves [aria-current]")) {
        row.removeAttribute("aria-current");
      }
      const row = document.getElementById(`${this.section.id}-m${item.number}`);
      if (row) row.setAttribute("aria-current", "true");
      const now = this.section.querySelector(".now");
      const place = `${100 * (item.number - 0.5) / this.game.items[last].number}%`;
      now.setAttribute("x1", place);
      now.setAttribute("x2", place);
      for (const button of this.viewer.querySelectorAll(".tools button")) {
        const go = button.dataset.go;
        if (go === "after") button.setAttribute("aria-pressed", String(this.after && !this.line));
        if (go === "first" || go === "back") button.disabled = this.chosen === 0 && !this.line;
        if (go === "last" || go === "on") button.disabled = this.chosen === last && !this.line;
      }
    }
  }

  const studies = [];
  // A game of many is built when it is opened.
  function build(details) {
    const stored = details.querySelector(".stored");
    if (!stored) return;
    stored.insertAdjacentHTML("afterend", JSON.parse(stored.textContent));
    stored.remove();
    const section = details.querySelector("[data-game]");
    if (section) studies.push(Study.active = new Study(section, details.querySelector(".data")));
  }
  for (const section of document.querySelectorAll("[data-game]")) {
    studies.push(new Study(section, section.querySelector(".data")));
  }
  for (const details of document.querySelectorAll("details.game")) {
    details.addEventListener("toggle", () => details.open && build(details));
  }
  Study.active = studies[0];
  document.documentElement.className = "live";
  function follow() {
    const [id, number] = location.hash.slice(1).split("-m");
    const details = document.getElementById(`${id}-open`);
    if (details) {
      build(details);
      details.open = true;
    }
    const study = studies.find(each => each.section.id === id);
    if (study && number && study.choose(Number(number))) study.bringIntoView();
    else if (details) details.scrollIntoView();
  }
  // A link to the place where we are is no change of place.
  document.addEventListener("click", event => {
    const link = event.target.closest("a[href^='#']");
    if (link && link.hash === location.hash && !event.defaultPrevented) follow();
  });
  addEventListener("hashchange", follow);
  addEventListener("keydown", event => {
    if (!Study.active || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) {
      event.preventDefault();
      Study.active.step(by);
    } else if (event.key === "Escape" && Study.active.line) {
      Study.active.line = null;
      Study.active.show();
    }
  });
  follow();
})();
)js";

/// Styles in addition to html_page.h.
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

constexpr std::size_t kMaxPlayers = 100, kMaxMistakes = 12;

std::string id_of(std::size_t game) { return fmt::format("g{}", game + 1); }

std::string words_data(Language language) {
  return script_data("words", {{"black", tr(language, "Black")},
                               {"white", tr(language, "White")},
                               {"best", tr(language, "best")},
                               {"played", tr(language, "played")},
                               {"lost", tr(language, "lost")},
                               {"only", tr(language, "only move")}});
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
