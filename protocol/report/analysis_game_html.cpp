// SPDX-License-Identifier: MIT
#include "book/opening_names.h"
#include "engine/game/notation.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/analysis_html.h"
#include "protocol/report/board_picture.h"
#include "protocol/report/format.h"
#include "protocol/report/html_page.h"
#include "protocol/report/svg_chart.h"
#include "protocol/service/packed_line.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

/// Scores after each move for Black, with dots at mistakes.
std::string graph_svg(const GameAnalysis& analysis, Language language) {
  constexpr double kRange = 64;  // discs in each direction
  LineChart chart;
  chart.labels.title = tr(language, "Evaluation after each move, from Black's view");
  chart.mark = 0;
  chart.lines.resize(1);
  for (const AnalyzedMove& move : analysis.moves) {
    const double discs =
        move.before.to_move == Color::kBlack ? move.after.discs : -move.after.discs;
    const ChartPoint point{static_cast<double>(move.number), std::clamp(discs, -kRange, kRange)};
    chart.lines[0].points.push_back(point);
    if (move.mark == Mark::kNone) continue;
    chart.dots.push_back(
        {point.x, point.y,
         fmt::format("{}. {}{}", move.number, to_text(move.played, move.before.size),
                     mark_text(move.mark))});
  }
  // At least ten moves, so that the axis has whole numbers.
  chart.lines[0].points.push_back({10, std::numeric_limits<double>::quiet_NaN()});
  return to_svg(chart);
}

constexpr std::size_t kWorstMoves = 6, kPliesOnCard = 16;

/// The type Item of analysis.js.
Json move_data(const AnalyzedMove& move) {
  constexpr std::size_t kLineMoves = 24;
  const int size = move.before.size;
  const auto score = [](const Score& of) {
    return Json{{"score", std::round(10 * of.discs) / 10}, {"exact", of.exact}};
  };
  const auto line = [size](const Line& moves) {
    return packed_line(moves, size).substr(0, 2 * kLineMoves);
  };
  Json data{{"number", move.number},
            {"move", to_text(move.played, size)},
            {"best", to_text(best_move(move), size)},
            {"lost", std::round(10 * move.lost) / 10},
            {"shown_lost", shown_loss(move)},
            {"confidence", confidence_text(move)},
            {"mark", mark_name(move.mark)},
            {"before", score(move.best)},
            {"after", score(move.after)},
            {"best_line", line(move.best_line)},
            {"played_line", line(move.played_line)}};
  if (move.forced) data["forced"] = true;
  return data;
}

class GameSection {
 public:
  GameSection(const GameAnalysis& analysis, Language language, std::string_view id, int level)
      : analysis_(analysis),
        game_(analysis.game),
        language_(language),
        id_(id),
        level_(level),
        worst_(worst_moves(analysis, kWorstMoves)) {}

  std::string html() const {
    const bool moves = !analysis_.moves.empty();
    std::string html = fmt::format("<section id=\"{}\" class=\"game-{}{}\"{}>\n", id_, level_,
                                   analysis_.only ? " one-side" : "", moves ? " data-game" : "");
    html += title() + facts() + notice() + tiles();
    html += "<div class=\"study\">\n" + viewer() + "<div>\n";
    html += part("Evaluation", graph()) + part("Accuracy", accuracy());
    html += part("Worst moves", worst()) + part("All moves", moves_table());
    html += "</div></div>\n";
    if (moves) {
      html += fmt::format("<script type=\"application/json\" class=\"data\">{}</script>\n",
                          html_json(data()));
    }
    return html + "</section>\n";
  }

 private:
  std::string word(std::string_view english) const { return escaped(tr(language_, english)); }

  std::string part(std::string_view title, const std::string& body) const {
    if (body.empty()) return "";
    return fmt::format("<h{0}>{1}</h{0}>\n{2}", level_ + 1, word(title), body);
  }

  std::string title() const {
    const auto player = [&](Color color) {
      return disc_icon(language_, color) + player_name(game_, language_, color);
    };
    return fmt::format("<h{0}>{1} – {2}</h{0}>\n", level_, player(Color::kBlack),
                       player(Color::kWhite));
  }

  std::string facts() const {
    std::string html;
    const auto add = [&](std::string_view term, const std::string& text) {
      if (!text.empty()) html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", term, text);
    };
    const auto joined = [](const std::string& a, const std::string& b) {
      return escaped(a.empty() || b.empty() ? a + b : a + " – " + b);
    };
    add(word("Result"), shown_result(game_));
    add(word("Opening"), opening_name(game_, language_));
    add(word("Event"), escaped(game_.event));
    add(word("Round"), escaped(game_.round));
    add(word("Place"), escaped(game_.place));
    add(word("Date"), escaped(game_.date));
    add(word("Ratings"), joined(game_.black_rating, game_.white_rating));
    add(word("Clock"),
        joined(game_.black_clock, game_.black_clock == game_.white_clock ? "" : game_.white_clock));
    add(word("Comment"), escaped(game_.comment));
    if (analysis_.only) {
      add(word("Mistakes of"), escaped(side_name(language_, *analysis_.only)));
    }
    add(word("Search"),
        escaped(tr_format(language_, "{}, {:.0f} s", settings_text(language_, analysis_.settings),
                          analysis_.seconds)));
    return "<dl class=\"card facts\">\n" + html + "</dl>\n";
  }

  std::string notice() const {
    if (!analysis_.partial) return "";
    return fmt::format("<p class=\"card notice\">{}</p>\n",
                       escaped(partial_text(language_, analysis_)));
  }

  std::string tiles() const {
    const Quality &black = analysis_.of(Color::kBlack).all,
                  &white = analysis_.of(Color::kWhite).all;
    if (black.moves + white.moves == 0) return "";
    const auto percent = [](const Quality& quality) {
      return quality.moves == 0 ? std::string(kUnknown) : accuracy_text(quality, "±");
    };
    const auto lost = [](const Quality& quality) {
      return quality.moves == 0 ? std::string(kUnknown) : fmt::format("{:.1f}", quality.lost);
    };
    return html_tiles(html_tile(percent(black), word("accuracy of Black")) +
                      html_tile(percent(white), word("accuracy of White")) +
                      html_tile(lost(black), word("discs lost by Black")) +
                      html_tile(lost(white), word("discs lost by White")));
  }

  /// The last position; with scripts, the game.
  std::string viewer() const {
    BoardPicture picture;
    picture.position = game_.replay().position();
    if (!game_.moves.empty()) picture.last = game_.moves.back();
    picture.coordinates = true;
    picture.title = tr(language_, "Last position");
    return fmt::format(
        "<div class=\"viewer card\"><div data-live=\"player\">{}<p>{}</p></div></div>\n",
        to_svg(picture), word("Last position"));
  }

  std::string graph() const {
    if (analysis_.moves.empty()) return "";
    return fmt::format("<div class=\"card\"><div data-live=\"graphs\">{}</div></div>\n",
                       graph_svg(analysis_, language_)) +
           html_note(word("Scores after each move, from Black's view; large dots are mistakes."));
  }

  std::string accuracy() const {
    HtmlTable table({{word("side"), "left"},
                     {word("stage"), "left"},
                     {word("accuracy")},
                     {word("moves"), "wide"},
                     {word("best"), "wide"},
                     {word("lost")},
                     {std::string(mark_text(Mark::kInaccuracy))},
                     {std::string(mark_text(Mark::kMistake))},
                     {std::string(mark_text(Mark::kBlunder))}});
    int rows = 0;
    const auto row = [&](Color color, std::string_view stage, const Quality& quality) {
      if (quality.moves == 0) return;
      ++rows;
      table.row({disc_icon(language_, color) + " " + escaped(side_name(language_, color)),
                 word(stage), accuracy_text(quality, "±"), std::to_string(quality.moves),
                 std::to_string(quality.best_moves), fmt::format("{:.1f}", quality.lost),
                 std::to_string(quality.marks[1]), std::to_string(quality.marks[2]),
                 std::to_string(quality.marks[3])});
    };
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      const SideQuality& side = analysis_.of(color);
      for (const Stage stage : kAllStages) row(color, stage_name(stage), side.of(stage));
      row(color, "all", side.all);
    }
    if (rows == 0) return "";
    return table.html() +
           html_note(escaped(tr_format(
               language_,
               "Accuracy is 100 % for no discs lost; {} discs a move halve it; ± is its error for "
               "this number of moves. Discs lost: ?! {}, ? {}, ?? {} or more; in brackets the "
               "probability that it is at least two.",
               kAccuracyHalf, kInaccuracyDiscs, kMistakeDiscs, kBlunderDiscs)));
  }

  std::string worst() const {
    std::string html;
    for (const std::size_t i : worst_) {
      html += mistake_card(analysis_.moves[i], language_, id_, "");
    }
    return html.empty() ? "" : "<div class=\"boards\">\n" + html + "</div>\n";
  }

  std::string moves_table() const {
    if (analysis_.moves.empty()) return "";
    std::string html = fmt::format(
        "<div class=\"card\"><table class=\"moves\"><thead><tr><th>#</th><th class=\"left\">{}</th>"
        "<th>{}</th><th class=\"left\">{}</th><th>{}</th><th class=\"wide\">{}</th></tr></thead>"
        "<tbody>\n",
        word("move"), word("score"), word("best"), word("lost"), word("depth"));
    for (const AnalyzedMove& move : analysis_.moves) html += move_row(move);
    return html + "</tbody></table></div>\n" +
           html_note(word("Scores are in discs, for the side that moved: +4 is exact, +4.0 an "
                          "estimate."));
  }

  std::string move_row(const AnalyzedMove& move) const {
    const int size = move.before.size;
    std::string best = move.forced ? word("only move") : "=";
    if (best_move(move) != move.played) {
      best = fmt::format("{} {}", to_text(best_move(move), size), shown_score(move.best));
    }
    const std::string mark = move.mark == Mark::kNone
                                 ? ""
                                 : fmt::format(" <span class=\"{}\">{}</span>",
                                               mark_class(move.mark), mark_text(move.mark));
    return fmt::format(
        "<tr id=\"{0}-m{1}\"><td>{1}</td><td class=\"left\">{2} <a "
        "href=\"#{0}-m{1}\">{3}</a>{4}</td><td>{5}</td><td class=\"left\">{6}</td><td>{7}</td>"
        "<td class=\"wide\">{8}</td></tr>\n",
        id_, move.number, disc_icon(language_, move.before.to_move), to_text(move.played, size),
        mark, shown_score(move.after), best,
        move.lost < 0.05 ? "" : with_confidence(shown_loss(move), move), depth(move));
  }

  static std::string depth(const AnalyzedMove& move) {
    if (move.best.selectivity == 100 && !move.best.book) return std::to_string(move.best.depth);
    return depth_text(move.best.basis());
  }

  /// The type Data of analysis.js.
  Json data() const {
    std::string moves;
    for (const Square square : game_.moves) {
      if (square != Square::kPass) moves += to_text(square, game_.start.size);
    }
    Json items = Json::array();
    for (const AnalyzedMove& move : analysis_.moves) items.push_back(move_data(move));
    const std::size_t first = worst_.empty() ? analysis_.moves.size() - 1 : worst_.front();
    return {{"start", to_text(game_.start)},
            {"moves", std::move(moves)},
            {"items", std::move(items)},
            {"first", analysis_.moves[first].number}};
  }

  const GameAnalysis& analysis_;
  const GameRecord& game_;
  const Language language_;
  const std::string_view id_;
  const int level_;
  const std::vector<std::size_t> worst_;
};

}  // namespace

std::string game_title(const GameRecord& game, Language language) {
  return fmt::format("{} – {}", player_name(game, language, Color::kBlack),
                     player_name(game, language, Color::kWhite));
}

std::string opening_name(const GameRecord& game, Language language) {
  const book::OpeningName* const name = book::find_opening(game);
  if (name == nullptr) return "";
  const auto text_in = [name](Language of_text) {
    return fmt::format("<span lang=\"{}\">{}</span>", to_text(of_text),
                       escaped(opening_text(name, of_text)));
  };
  const bool japanese = language == Language::kJapanese;
  return text_in(language) + " · " + text_in(japanese ? Language::kEnglish : Language::kJapanese);
}

std::string game_html(const GameAnalysis& analysis, Language language, std::string_view id,
                      int level) {
  return GameSection(analysis, language, id, level).html();
}

std::string mistake_card(const AnalyzedMove& move, Language language, std::string_view id,
                         std::string_view source) {
  const int size = move.before.size;
  const std::string played = to_text(move.played, size), best = to_text(best_move(move), size);
  const std::string caption = tr_format(
      language, "Before move {number}, {side} to move: {best} is best, {played} was played",
      fmt::arg("number", move.number), fmt::arg("side", side_name(language, move.before.to_move)),
      fmt::arg("best", best), fmt::arg("played", played));
  BoardPicture picture;
  picture.position = move.before;
  picture.coordinates = true;
  picture.scores = {{best_move(move), square_score(move.best), LabelTone::kGood},
                    {move.played, square_score(move.after), LabelTone::kBad}};
  picture.title = caption;
  std::string link = fmt::format("{}. {}", move.number, played);
  if (!id.empty()) {
    link = fmt::format("<a href=\"#{0}-m{1}\">{2}</a>", id, move.number, link);
  }
  std::string html = fmt::format(
      "<div class=\"card\">{}\n<p><b>{} {}</b> <span class=\"{}\">{}</span> ", to_svg(picture),
      disc_icon(language, move.before.to_move), link, mark_class(move.mark), mark_text(move.mark));
  html += escaped(with_confidence(tr_format(language, "lost {} discs", shown_loss(move)), move));
  if (turns_result(move)) {
    html += fmt::format(" <span class=\"badge m3\">{}</span>",
                        escaped(tr(language, "turned the result")));
  }
  html += "</p>\n";
  if (!source.empty()) html += html_note(source);
  const auto line = [&](std::string_view title, const Score& score, const Line& moves) {
    html += fmt::format("<p><span class=\"faint\">{}</span> {} <code>{}</code></p>\n",
                        escaped(tr(language, title)), shown_score(score),
                        line_text(moves, size, kPliesOnCard, "…"));
  };
  line("best", move.best, move.best_line);
  line("played", move.after, move.played_line);
  return html + "</div>\n";
}

}  // namespace sumi::protocol
