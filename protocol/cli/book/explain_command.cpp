// SPDX-License-Identifier: MIT
/// `sumi book explain`: where the value of a position comes from.
#include "book/book_lines.h"
#include "book/store/book_tree.h"
#include "engine/game/notation.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/book_files.h"
#include "protocol/cli/book/shown_moves.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/command/position_input.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

constexpr int kMaxLinesLoss = 64;

/// A move of the line that gives the value.
struct Step {
  int number = 0;  ///< From 1, passes not counted.
  Color side = Color::kBlack;
  Square move = Square::kPass;
  std::optional<Value> second;  ///< Value of the next best move, for the side that plays.
  bool in_book = true;          ///< False for the last one, which leads out.
};

struct Explanation {
  Position position;
  book::BookEntry entry;
  Basis basis;
  std::vector<Step> steps;
  std::optional<book::BookEntry> last;  ///< Of the position that the last move leads out of.
  book::LineCounts lines;
};

/// The second best of the moves of a position that have a value.
std::optional<Value> second_best(const book::BookReader& book, const GameRecord& game) {
  std::vector<Value> values;
  for (const ShownMove& move : shown_moves(book, game, {})) {
    if (move.value) values.push_back(*move.value);
  }
  return values.size() > 1 ? std::optional(values[1]) : std::nullopt;
}

Explanation explain(const book::BookReader& book, const GameRecord& start, Value max_loss) {
  GameRecord game = start;
  Explanation found;
  found.position = game.replay().position();
  const Board board = book::book_position(found.position.board).value();
  found.entry = book.find(board).value();
  found.basis = basis_of(book, board, found.entry);
  found.lines = book::count_lines(book, found.position.board, max_loss);
  for (const Square move : book::best_line(book, found.position.board)) {
    const Position now = game.replay().position();
    if (move != Square::kPass) {
      found.last = book.find(now.board);
      const auto after = book::position_after(now.board, move);
      const bool stays = !after || book.find(*after).has_value();
      found.steps.push_back({static_cast<int>(found.steps.size()) + 1, now.to_move, move,
                             second_best(book, game), stays});
    }
    game.moves.push_back(move);
  }
  return found;
}

std::string shown_value(const Explanation& found) {
  return score_text(*found.entry.score, found.entry.exact);
}

/// "12", "1.2e+09"
std::string count_text(double count) {
  constexpr double kMost = 1e9;
  return count < kMost ? fmt::format("{:.0f}", count) : fmt::format("{:.2g}", count);
}

std::string end_text(const Explanation& found, Language language) {
  if (found.entry.exact) {
    return std::string(tr(language, "Every move after it is known to the end.\n"));
  }
  if (!found.last || found.steps.empty() || found.steps.back().in_book) {
    return std::string(tr(language, "The line ends with the game.\n"));
  }
  const book::Leaf& leaf = found.last->leaf;
  const std::string level = found.last->level < 0
                                ? std::string(tr(language, "an unknown level"))
                                : tr_format(language, "level {}", found.last->level);
  return tr_format(language, "It leaves the book with {}, by {} at {}: {} plies, confidence {}%.\n",
                   to_text(found.steps.back().move),
                   tr(language, leaf.exact ? "a solution" : "a search"), level, leaf.depth,
                   leaf.selectivity);
}

std::string text_of(const Explanation& found, Value max_loss) {
  const Language language = default_language();
  const auto name = [language](Color side) {
    return tr(language, side == Color::kBlack ? "Black" : "White");
  };
  const Color mover = found.position.to_move;
  std::string text = tr_format(language, "{} for {}, depth {}, by this line:\n\n",
                               shown_value(found), name(mover), depth_text(found.basis));
  const Table table({{tr(language, "ply"), 3},
                     {tr(language, "side"), 5, Table::Align::kLeft},
                     {tr(language, "move"), 4, Table::Align::kLeft},
                     {tr(language, "next best"), 9},
                     {"", 0, Table::Align::kLeft}});
  text += table.header();
  for (const Step& step : found.steps) {
    const std::string row[] = {
        std::to_string(step.number), std::string(name(step.side)), to_text(step.move),
        step.second ? fmt::format("{:+.2f}", to_discs(*step.second)) : std::string(kUnknown),
        std::string(step.in_book ? "" : tr(language, "(leads out of the book)"))};
    text += table.row(row);
  }
  text += '\n' + end_text(found, language);
  const book::LineCounts& lines = found.lines;
  const std::size_t black = mover == Color::kBlack ? 0 : 1;
  return text +
         tr_format(language,
                   "Lines of moves within {:g} discs of the best: {}; to remember for Black {}, "
                   "for White "
                   "{}.\n",
                   to_discs(max_loss), count_text(lines.all), count_text(lines.to_remember[black]),
                   count_text(lines.to_remember[1 - black]));
}

Json json_of(const Explanation& found, Value max_loss) {
  Json json{{"position", to_text(found.position)},
            {"score", json_discs(*found.entry.score, found.entry.exact)},
            {"depth", found.basis.depth},
            {"book_plies", found.basis.book_plies},
            {"selectivity", found.basis.selectivity},
            {"exact", found.entry.exact}};
  json["line"] = Json::array();
  for (const Step& step : found.steps) {
    json["line"].push_back({{"side", to_text(step.side)},
                            {"move", to_text(step.move)},
                            {"next_best", step.second ? json_discs(*step.second, false) : Json()},
                            {"in_book", step.in_book}});
  }
  const bool leads_out = !found.steps.empty() && !found.steps.back().in_book && found.last;
  json["leaf"] = Json();
  if (leads_out) {
    json["leaf"] = {{"move", to_text(found.steps.back().move)},
                    {"depth", found.last->leaf.depth},
                    {"selectivity", found.last->leaf.selectivity},
                    {"exact", found.last->leaf.exact},
                    {"level", found.last->level < 0 ? Json() : Json(found.last->level)}};
  }
  const std::size_t black = found.position.to_move == Color::kBlack ? 0 : 1;
  json["lines"] = {{"max_loss", to_discs(max_loss)},
                   {"all", found.lines.all},
                   {"black", found.lines.to_remember[black]},
                   {"white", found.lines.to_remember[1 - black]}};
  return json;
}

int run_book_explain(const Command& self, const Args& args, Output& out) {
  Value max_loss{Value::kPerDisc / 2};
  bool json = false;
  PositionOptions positions;
  OptionValue loss = discs_value(max_loss, kMaxLinesLoss);
  loss.standard = "0.5";
  Options rows{{"max-loss", std::move(loss), "of each move of the lines that are counted, {}"},
               {"json", flag(json), "one JSON object instead of text"}};
  rows += position_rows(positions);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  const auto book = open_to_read(path);
  PositionInput input(line->words, positions, 8);
  const auto found = input.only();
  if (!found) return kFailed;
  const GameRecord game = game_of(found->entry);
  const auto board =
      found->position.size == 8 ? book::book_position(found->position.board) : std::nullopt;
  const auto entry = board ? book->find(*board) : std::nullopt;
  if (!entry || !entry->score) {
    tell_error(fmt::format("{} has no score of this position", path));
    return kFailed;
  }
  const Explanation explanation = explain(*book, game, max_loss);
  out.write(json ? json_line(json_of(explanation, max_loss)) : text_of(explanation, max_loss));
  return kDone;
}

}  // namespace

const Command kBookExplainCommand{
    "explain",
    "BOOK [POSITION|MOVES...] [--max-loss DISCS] [--json]",
    "where the value of a position comes from",
    R"(The line of best moves that gives it, each with the value of the next best for
the side that plays, where it leaves the book, and the search behind that. Then
how many lines the book has on from here whose moves are all within --max-loss
of the best, and how many of them each player must remember: one move of one's
own in each position, against all of the other side's. JSON: {"position",
"score", "depth", "book_plies", "selectivity", "exact", "line": [{"side",
"move", "next_best", "in_book"}], "leaf": {"move", "depth", "selectivity",
"exact", "level"}, "lines": {"max_loss", "all", "black", "white"}}.
)",
    R"(  sumi book explain default f5d6c3d3c4
  sumi book explain my.book f5f6 --max-loss 1 --json
)",
    run_book_explain,
    kSumiBookName};

}  // namespace sumi::protocol
