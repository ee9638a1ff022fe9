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
#include <iterator>
#include <vector>

namespace sumi::protocol {
namespace {

// Evaluation graph. Coordinates are percentages of the style sheet's width and height, so that text
// and dots keep their size when the SVG stretches.

constexpr double kMinRange = 8, kMaxRange = 64;  ///< discs in each direction
constexpr int kMoveStep = 10;                    ///< between move numbers below the graph
constexpr int kMaxTicks = 5;

double black_score(const AnalyzedMove& move) {
  const double discs = move.before.to_move == Color::kBlack ? move.after.discs : -move.after.discs;
  return std::clamp(discs, -kMaxRange, kMaxRange);
}

/// Scores after each move for Black; mistakes are dots. Each move links to "#ID-mNUMBER"; data-move
/// is its number. Requires: moves.
class Graph {
 public:
  Graph(const GameAnalysis& analysis, Language language, std::string_view id)
      : analysis_(analysis), language_(language), id_(id) {
    double most = kMinRange;
    for (const AnalyzedMove& move : analysis.moves)
      most = std::max(most, std::abs(black_score(move)));
    range_ = std::min(kMaxRange, std::ceil(most / 4) * 4) * 1.08;  // room for the dots
    moves_ = analysis.moves.back().number;
  }

  std::string html() {
    scales();
    curve();
    add(R"(<line class="now" x1="-9" x2="-9" y1="0" y2="100%"/>)");
    for (const AnalyzedMove& move : analysis_.moves) link(move);
    return fmt::format(
        "<div class=\"graph\"><div class=\"ticks\" aria-hidden=\"true\">{}</div>"
        "<svg role=\"img\" aria-label=\"{}\">{}</svg>"
        "<div class=\"numbers\" aria-hidden=\"true\">{}</div></div>\n",
        ticks_, escaped(tr(language_, "Evaluation after each move, from Black's view")), body_,
        numbers_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> form, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), form, std::forward<Args>(args)...);
  }

  double x_of(int number) const { return 100 * (number - 0.5) / moves_; }
  double y_of(double discs) const { return 50 - 50 * discs / range_; }

  void scales() {
    for (const double tick : round_ticks(-range_, range_, kMaxTicks)) {
      const double y = y_of(tick);
      add(R"(<line class="{}" x1="0" x2="100%" y1="{:.1f}%" y2="{:.1f}%"/>)",
          tick == 0 ? "axis" : "grid", y, y);
      ticks_ += fmt::format(R"(<span style="top:{:.1f}%">{}</span>)", y,
                            tick == 0 ? "0" : signed_text(fmt::format("{:+.0f}", tick)));
    }
    for (int number = kMoveStep; number <= moves_; number += kMoveStep) {
      numbers_ += fmt::format(R"(<span style="left:{:.1f}%">{}</span>)", x_of(number), number);
    }
    add(R"(<text x="6" y="14">{}</text><text x="6" y="100%" dy="-6">{}</text>)",
        escaped(tr(language_, "Black ahead")), escaped(tr(language_, "White ahead")));
  }

  void curve() {
    const AnalyzedMove* last = nullptr;
    for (const AnalyzedMove& move : analysis_.moves) {
      const double y = y_of(black_score(move));
      add(R"(<rect class="bar" x="{:.2f}%" width="{:.2f}%" y="{:.1f}%" height="{:.1f}%"/>)",
          x_of(move.number) - 50.0 / moves_, 100.0 / moves_, std::min(y, 50.0), std::abs(y - 50));
      if (last != nullptr) {
        add(R"(<line class="curve" x1="{:.2f}%" y1="{:.1f}%" x2="{:.2f}%" y2="{:.1f}%"/>)",
            x_of(last->number), y_of(black_score(*last)), x_of(move.number), y);
      }
      last = &move;
    }
    for (const AnalyzedMove& move : analysis_.moves) {
      if (move.mark == Mark::kNone) continue;
      add(R"(<circle class="{}" cx="{:.2f}%" cy="{:.1f}%" r="4.5"/>)", mark_class(move.mark),
          x_of(move.number), y_of(black_score(move)));
    }
  }

  void link(const AnalyzedMove& move) {
    add(R"(<a href="#{}-m{}" data-move="{}" tabindex="-1"><title>{}. {}{} {}</title>)"
        R"(<rect class="hit" x="{:.2f}%" y="0" width="{:.2f}%" height="100%"/></a>)",
        id_, move.number, move.number, move.number, to_text(move.played, move.before.size),
        mark_text(move.mark), shown_score(move.after), x_of(move.number) - 50.0 / moves_,
        100.0 / moves_);
  }

  const GameAnalysis& analysis_;
  const Language language_;
  const std::string_view id_;
  double range_ = 0;
  int moves_ = 0;
  std::string body_, ticks_, numbers_;
};

constexpr std::size_t kWorstMoves = 6, kPliesOnCard = 16;

/// "line" is packed, because large pages have thousands of lines.
Json choice_data(Square square, const Score& score, const Line& line, int size) {
  constexpr std::size_t kLineMoves = 24;
  const std::string moves = packed_line(line, size).substr(0, 2 * kLineMoves);
  return {{"move", to_text(square, size)},
          {"score", shown_score(score)},
          {"label", square_score(score)},
          {"line", moves.empty() ? to_text(square, size) : moves}};
}

Json move_data(const AnalyzedMove& move) {
  const int size = move.before.size;
  Json data{{"ply", move.index},
            {"number", move.number},
            {"black", move.before.to_move == Color::kBlack},
            {"forced", move.forced},
            {"mark", mark_text(move.mark)},
            {"style", mark_class(move.mark)},
            {"lost", with_confidence(shown_loss(move), move)},
            {"best", choice_data(best_move(move), move.best, move.best_line, size)}};
  Json played = choice_data(move.played, move.after, move.played_line, size);
  if (played != data["best"]) data["played"] = std::move(played);  // default: best
  return data;
}

/// A JSON string for a script element, with `</script` and `<!--` escaped.
std::string script_string(std::string_view html) {
  std::string text;
  for (const char c : Json(html).dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (!text.empty() && text.back() == '<' && (c == '/' || c == '!')) {
      text += c == '/' ? "\\/" : "\\u0021";
    } else {
      text += c;
    }
  }
  return text;
}

class GameSection {
 public:
  /// `drawn`: includes the boards; otherwise the script draws them.
  GameSection(const GameAnalysis& analysis, Language language, std::string_view id, int level,
              bool drawn)
      : analysis_(analysis),
        game_(analysis.game),
        language_(language),
        id_(id),
        level_(level),
        drawn_(drawn),
        worst_(worst_moves(analysis, kWorstMoves)) {}

  std::string html() const {
    const bool moves = !analysis_.moves.empty();
    std::string html = fmt::format("<section id=\"{}\" class=\"game-{}\"{}>\n", id_, level_,
                                   moves ? " data-game=\"1\"" : "");
    html += title() + facts() + notice() + tiles();
    html += "<div class=\"study\">\n" + viewer() + "<div>\n";
    html += part("Evaluation", graph()) + part("Accuracy", accuracy());
    html += part("Worst moves", worst()) + part("All moves", moves_table());
    html += "</div></div>\n";
    if (moves && drawn_) html += data_element();
    return html + "</section>\n";
  }

  std::string data_element() const {
    return analysis_.moves.empty() ? "" : script_data("", data());
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

  /// Shows the last position until the script runs.
  std::string viewer() const {
    std::string board;
    BoardPicture picture;
    picture.position = game_.replay().position();
    if (!game_.moves.empty()) picture.last = game_.moves.back();
    picture.coordinates = true;
    picture.title = tr(language_, "Last position");
    if (drawn_ || analysis_.moves.empty()) board = to_svg(picture);
    std::string buttons;
    const auto button = [&](std::string_view go, std::string_view sign, std::string_view name) {
      buttons += fmt::format("<button type=\"button\" data-go=\"{}\" aria-label=\"{}\">{}</button>",
                             go, word(name), sign);
    };
    button("first", "«", "First move");
    button("back", "‹", "Previous move");
    button("on", "›", "Next move");
    button("last", "»", "Last move");
    return fmt::format(
        "<div class=\"viewer card\"><div class=\"place\">{}</div>\n"
        "<p class=\"caption\" aria-live=\"polite\">{}</p>\n"
        "<div class=\"tools\" hidden>{}"
        "<button type=\"button\" data-go=\"after\" aria-pressed=\"false\">{}</button></div>\n"
        "<div class=\"lines\" hidden></div></div>\n",
        board, word("Last position"), buttons, word("after the move"));
  }

  std::string graph() const {
    if (analysis_.moves.empty()) return "";
    return fmt::format("<div class=\"card\">{}</div>\n", Graph(analysis_, language_, id_).html()) +
           html_note(word("Scores after each move, from Black's view; dots are mistakes."));
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
      html += mistake_card(analysis_.moves[i], language_, id_, "", drawn_);
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
        "<tr id=\"{0}-m{1}\"><td>{1}</td><td class=\"left\">{2} <a href=\"#{0}-m{1}\" "
        "data-move=\"{1}\">{3}</a>{4}</td><td>{5}</td><td class=\"left\">{6}</td><td>{7}</td>"
        "<td class=\"wide\">{8}</td></tr>\n",
        id_, move.number, disc_icon(language_, move.before.to_move), to_text(move.played, size),
        mark, shown_score(move.after), best,
        move.lost < 0.05 ? "" : with_confidence(shown_loss(move), move), depth(move));
  }

  static std::string depth(const AnalyzedMove& move) {
    if (move.best.selectivity == 100 && !move.best.book) return std::to_string(move.best.depth);
    return depth_text(move.best.basis());
  }

  Json data() const {
    Json data;
    data["size"] = game_.start.size;
    std::string start = to_text(game_.start);
    start.resize(start.find(' '));
    data["start"] = start;
    data["black"] = game_.start.to_move == Color::kBlack;
    data["moves"] = Json::array();
    for (const Square square : game_.moves)
      data["moves"].push_back(to_text(square, game_.start.size));
    data["items"] = Json::array();
    for (const AnalyzedMove& move : analysis_.moves) data["items"].push_back(move_data(move));
    data["first"] = worst_.empty() ? analysis_.moves.size() - 1 : worst_.front();
    return data;
  }

  const GameAnalysis& analysis_;
  const GameRecord& game_;
  const Language language_;
  const std::string_view id_;
  const int level_;
  const bool drawn_;
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
  return GameSection(analysis, language, id, level, true).html();
}

std::string mistake_card(const AnalyzedMove& move, Language language, std::string_view id,
                         std::string_view source, bool drawn) {
  const int size = move.before.size;
  const std::string played = to_text(move.played, size), best = to_text(best_move(move), size);
  const std::string caption = tr_format(
      language, "Before move {number}, {side} to move: {best} is best, {played} was played",
      fmt::arg("number", move.number), fmt::arg("side", side_name(language, move.before.to_move)),
      fmt::arg("best", best), fmt::arg("played", played));
  std::string board = fmt::format("<div data-picture=\"{}\" data-words=\"{}\"></div>", move.number,
                                  escaped(caption));
  if (drawn) {
    BoardPicture picture;
    picture.position = move.before;
    picture.coordinates = true;
    picture.scores = {{best_move(move), square_score(move.best), LabelTone::kGood},
                      {move.played, square_score(move.after), LabelTone::kBad}};
    picture.title = caption;
    board = to_svg(picture);
  }
  std::string link = fmt::format("{}. {}", move.number, played);
  if (!id.empty()) {
    link = fmt::format("<a href=\"#{0}-m{1}\" data-move=\"{1}\">{2}</a>", id, move.number, link);
  }
  std::string html = fmt::format(
      "<div class=\"card\">{}\n<p><b>{} {}</b> <span class=\"{}\">{}</span> ", board,
      disc_icon(language, move.before.to_move), link, mark_class(move.mark), mark_text(move.mark));
  html += escaped(tr_format(language, "lost {} discs", with_confidence(shown_loss(move), move)));
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

std::string stored_game_html(const GameAnalysis& analysis, Language language, std::string_view id,
                             std::size_t number) {
  const GameSection section(analysis, language, id, 2, false);
  return fmt::format(
      "<details class=\"game\" id=\"{0}-open\"><summary>{1}. {2}</summary>\n"
      "<script type=\"application/json\" class=\"stored\">{3}</script>\n{4}</details>\n",
      id, number, escaped(game_title(analysis.game, language)), script_string(section.html()),
      section.data_element());
}

std::string script_data(std::string_view id, const Json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    // "</script" and "<!--" must not occur in a script.
    if (c == '<' || c == '>' || c == '&') {
      text += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      text += c;
    }
  }
  const std::string name = id.empty() ? " class=\"data\"" : fmt::format(" id=\"{}\"", id);
  return fmt::format("<script type=\"application/json\"{}>{}</script>\n", name, text);
}

}  // namespace sumi::protocol
