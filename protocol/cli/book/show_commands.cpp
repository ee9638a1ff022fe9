// SPDX-License-Identifier: MIT
#include "book/book_lines.h"
#include "book/opening_names.h"
#include "book/store/book_entry.h"
#include "book/store/book_tree.h"
#include "engine/base/text.h"
#include "engine/game/game.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "engine/search_update.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/command/position_input.h"
#include "protocol/report/analysis_format.h"
#include "protocol/report/board_picture.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/output.h"
#include "protocol/report/service_json.h"
#include "protocol/text/json_lines.h"
#include "protocol/text/utf8.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sumi::protocol {
namespace {

/// Values and games are for the side to move.
struct ShownMove {
  Square move = Square::kPass;
  std::optional<Value> value{};  ///< Empty if the next position is unsearched.
  Value loss{};                  ///< Against the best move; 0 without a value.
  Basis basis{};
  bool in_book = true;  ///< False for the best move that leaves the book.
  GameCounts games{};
  const book::OpeningName* opening = nullptr;  ///< Reached by this move; may be null.
  std::vector<ShownMove> next{};               ///< Later moves.
};

struct TreeLimits {
  int plies = 1;                        ///< At least 1, without passes.
  Value max_loss{2 * kInfinity.units};  ///< Of each move.
};

using book::BookReader;
using book::Child;

/// The basis of the score of `board`.
Basis basis_of(const BookReader& book, const Board& board, const book::BookEntry& entry) {
  const int inside = entry.exact ? 0 : book_plies(book::best_line(book, board), entry.depth);
  return {entry.depth, entry.selectivity, entry.exact, true, inside};
}

ShownMove shown(const BookReader& book, const Child& child, int empties) {
  ShownMove move;
  move.move = child.move;
  move.value = child.value();
  move.games = child.games();
  if (child.entry) {
    move.basis = basis_of(book, child.board, *child.entry);
    ++move.basis.depth;
    if (!move.basis.exact) ++move.basis.book_plies;
  } else {
    move.basis = {.depth = empties, .exact = child.exact(), .book = true};
  }
  return move;
}

ShownMove shown(const book::Leaf& leaf) {
  ShownMove move;
  move.move = leaf.move;
  move.value = leaf.value;
  move.basis = {leaf.depth, leaf.selectivity, leaf.exact, true, 0};
  move.in_book = false;
  return move;
}

/// Adds a forced pass.
GameRecord passed_on(GameRecord game) {
  const Position position = game.replay().position();
  if (rules::must_pass(position.board)) game.moves.push_back(Square::kPass);
  return game;
}

GameRecord with_move(GameRecord game, Square move) {
  game.moves.push_back(move);
  return passed_on(std::move(game));
}

/// Sorts by value, then by square, and sets losses.
void sort_and_weigh(std::vector<ShownMove>& moves) {
  std::ranges::sort(moves, [](const ShownMove& a, const ShownMove& b) {
    return a.value != b.value ? a.value > b.value : a.move < b.move;
  });
  if (moves.empty() || !moves[0].value) return;
  for (ShownMove& move : moves) {
    if (move.value) move.loss = Value{moves[0].value->units - move.value->units};
  }
}

void add_rows(const Table& table, const std::vector<ShownMove>& moves, int depth, Language language,
              std::string& text) {
  for (const ShownMove& move : moves) {
    const GameCounts& games = move.games;
    const double won = games.wins + 0.5 * games.draws;
    const bool counted = games.games() > 0;
    const std::string unknown(kUnknown);
    const std::string row[] = {
        std::string(static_cast<std::size_t>(2 * depth), ' ') + to_text(move.move),
        move.value ? value_text(*move.value, move.basis.exact) : unknown,
        move.value ? fmt::format("{:.2f}", to_discs(move.loss)) : unknown,
        move.value ? depth_text(move.basis) : unknown,
        std::string(move.basis.exact ? tr(language, "yes") : tr(language, "no")),
        move.in_book ? std::to_string(games.games()) : unknown,
        counted ? fmt::format("{:.1f}%", 100 * won / static_cast<double>(games.games())) : unknown,
        move.in_book ? opening_text(move.opening, language)
                     : std::string(tr(language, "(leads out of the book)"))};
    text += table.row(row);
    add_rows(table, move.next, depth + 1, language, text);
  }
}

/// The book's moves after `game` and a forced pass, best first, without a value last.
std::vector<ShownMove> shown_moves(const book::BookReader& book, const GameRecord& game,
                                   const TreeLimits& limits) {
  const GameRecord now = passed_on(game);
  const Board board = now.replay().position().board;
  const auto children = book::children(book, board);
  std::vector<ShownMove> moves;
  for (const Child& child : children) {
    if (child.in_book()) moves.push_back(shown(book, child, board.empties()));
  }
  const auto entry = book.find(board);
  if (entry && entry->leaf.state == book::Leaf::State::kMove &&
      !book::is_stale(entry->leaf, children)) {
    moves.push_back(shown(entry->leaf));
  }
  sort_and_weigh(moves);
  std::erase_if(moves, [&](const ShownMove& move) { return move.loss > limits.max_loss; });
  const auto* const before = book::find_opening(now);
  for (ShownMove& move : moves) {
    if (!move.in_book) continue;
    const GameRecord next = with_move(now, move.move);
    const auto* const after = book::find_opening(next);
    if (after != before) move.opening = after;
    if (limits.plies > 1) {
      move.next = shown_moves(book, next, {limits.plies - 1, limits.max_loss});
    }
  }
  return moves;
}

/// A row per move; later plies are indented.
std::string moves_table(const std::vector<ShownMove>& moves, int plies, Language language) {
  const Table table({{tr(language, "move"), 2 * plies + 2, Table::Align::kLeft},
                     {tr(language, "score"), 6},
                     {tr(language, "lost"), 5},
                     {tr(language, "depth"), kDepthWidth},
                     {tr(language, "exact"), 5, Table::Align::kLeft},
                     {tr(language, "games"), 6},
                     {tr(language, "won"), 6},
                     {tr(language, "name"), 8, Table::Align::kLeft}});
  std::string text = table.header();
  add_rows(table, moves, 0, language, text);
  return text;
}

/// {"wins", "draws", "losses"}
Json games_json(const GameCounts& games) {
  return {{"wins", games.wins}, {"draws", games.draws}, {"losses", games.losses}};
}

/// [{"move", "score", "loss", "depth", "book_plies", "selectivity", "exact", "in_book", "games",
/// "opening", "moves"}]
Json moves_json(const std::vector<ShownMove>& moves) {
  Json list = Json::array();
  for (const ShownMove& move : moves) {
    const bool known = move.value.has_value();
    list.push_back({{"move", to_text(move.move)},
                    {"score", known ? json_discs(*move.value, move.basis.exact) : Json()},
                    {"loss", known ? json_discs(move.loss, false) : Json()},
                    {"depth", move.basis.depth},
                    {"book_plies", move.basis.book_plies},
                    {"selectivity", move.basis.selectivity},
                    {"exact", move.basis.exact},
                    {"in_book", move.in_book},
                    {"games", games_json(move.games)},
                    {"opening", opening_json(move.opening)},
                    {"moves", moves_json(move.next)}});
  }
  return list;
}

constexpr int kMaxShownPlies = 20, kMaxShownLoss = 128;

struct View {
  GameRecord game;
  Position position;                     ///< After `game`.
  std::optional<book::BookEntry> entry;  ///< Of `position`, after a forced pass.
  Basis basis{};                         ///< The basis of the score.
  std::vector<ShownMove> moves;
  Line line;
};

View view_of(const book::BookReader& book, const GameRecord& game, const TreeLimits& limits) {
  View view{game, game.replay().position(), {}, {}, {}, {}};
  const auto board = book::book_position(view.position.board);
  if (!board) return view;
  view.entry = book.find(*board);
  if (view.entry) view.basis = basis_of(book, *board, *view.entry);
  view.moves = shown_moves(book, game, limits);
  view.line = book::best_line(book, *board);
  return view;
}

std::string games_text(const GameCounts& games, Language language) {
  return tr_format(language, "{} games (won {}, drawn {}, lost {})", games.games(), games.wins,
                   games.draws, games.losses);
}

std::string entry_text(const View& view, Language language) {
  const std::optional<book::BookEntry>& entry = view.entry;
  if (!entry) return std::string(tr(language, "Not in the book."));
  std::string text(tr(language, "In the book, not searched"));
  if (entry->score) {
    const std::string level =
        entry->level < 0 ? std::string(kUnknown) : std::to_string(entry->level);
    text = tr_format(language, "In the book: {score} at depth {depth}, searched at level {level}",
                     fmt::arg("score", value_text(*entry->score, entry->exact)),
                     fmt::arg("depth", depth_text(view.basis)), fmt::arg("level", level));
  }
  return entry->games.games() == 0 ? text : text + '\n' + games_text(entry->games, language);
}

std::string view_text(const View& view, int plies, Language language) {
  const Game game = view.game.replay();
  BoardPicture picture;
  picture.position = view.position;
  picture.legal_moves = true;
  if (!view.game.moves.empty() && view.game.moves.back() != Square::kPass) {
    picture.last = view.game.moves.back();
  }
  std::string text = text_board(picture);
  if (game.over()) return text + std::string(tr(language, "The game is over.")) + '\n';
  Color mover = view.position.to_move;
  if (game.legal_moves() == 0) {
    text += tr_format(language, "{} has no move and must pass.", side_name(language, mover)) + '\n';
    mover = !mover;
  }
  text +=
      tr_format(language, "{0} to move. Scores are for {0}.", side_name(language, mover)) + '\n';
  if (const auto* const opening = book::find_opening(view.game)) {
    text += fmt::format("{}: {}\n", tr(language, "Opening"), opening_text(opening, language));
  }
  text += entry_text(view, language) + '\n';
  if (!view.moves.empty()) text += '\n' + moves_table(view.moves, plies, language);
  if (!view.line.empty()) {
    constexpr int kHang = 2;
    text += '\n' +
            folded(fmt::format("{}: {}", tr(language, "Best line"), moves_text(view.line)), kHang) +
            '\n';
  }
  return text;
}

Json view_json(const View& view) {
  Json json{{"position", to_text(view.position)},
            {"opening", opening_json(book::find_opening(view.game))},
            {"in_book", view.entry.has_value()}};
  if (view.entry) {
    const book::BookEntry& entry = *view.entry;
    json["score"] = entry.score ? json_discs(*entry.score, entry.exact) : Json();
    json["depth"] = entry.depth;
    json["book_plies"] = view.basis.book_plies;
    json["selectivity"] = entry.selectivity;
    json["exact"] = entry.exact;
    json["level"] = entry.level < 0 ? Json() : Json(entry.level);
    json["games"] = games_json(entry.games);
  }
  json["moves"] = moves_json(view.moves);
  json["line"] = json_moves(view.line);
  return json;
}

int run_book_show(const Command& self, const Args& args, Output& out) {
  TreeLimits limits;
  bool json = false;
  PositionOptions positions;
  Options rows{
      {"depth,d", number(limits.plies, 1, kMaxShownPlies), "depth of the tree in plies, {}"},
      {"max-loss", discs_value(limits.max_loss, kMaxShownLoss),
       "show only moves that lose at most this many discs (default: all)"},
      {"json", flag(json), "print a JSON object"}};
  rows += position_rows(positions);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  const Language language = default_language();
  PositionInput input(line->words, positions, 8);
  const std::optional<InputPosition> found = input.only();
  if (!found) return input.status();
  const GameRecord game = game_of(found->entry);
  if (game.start.size != 8) throw UsageError("books are for boards of 8x8");
  const auto book = open_to_read(path);
  const View view = view_of(*book, game, limits);
  out.write(json ? json_line(view_json(view)) : view_text(view, limits.plies, language));
  return kDone;
}

}  // namespace

const Command kBookShowCommand{
    .name = "show",
    .arguments = "BOOK [POSITION|MOVES...] [--depth N] [--max-loss DISCS] [--json]",
    .summary = "show moves, scores and games of a position",
    .details = R"(BOOK is a file, or `default` for the shipped book. POSITION is a board, a FEN,
moves, or a file with one game, of which --at N takes the first N moves; the
default is the start position.

A score is in discs for the side that plays the move: +1.25 is an estimate, +4
is exact, ? is not searched yet. Depth 12+22@73% is 12 plies in book and a
search of 22 plies at 73% selectivity after them. Lost: how many discs worse
than the best move. Won: share of the games that the side to move won, draws
counting half. Of the moves that leave the book, only the best one has a score.
--depth N shows the tree of N plies, indented.
)",
    .examples = R"help(  sumi book show default
  sumi book show my.book f5d6c3 --depth 3 --max-loss 2
  sumi book show default f5 --json | jq -r '.moves[] | "\(.move) \(.score)"'
)help",
    .run = run_book_show,
    .program = kSumiBookName,
    .json = R"(  position                  string: the position
  opening                   object or null: {english, japanese, moves}
  in_book                   boolean: true if it is in the book; if false, only
                            opening, moves and line follow
  score                     number: score for the side to move; null: not
                            searched yet
  depth                     integer: plies, those in book included
  book_plies                integer: plies of depth that are in book
  selectivity               integer: selectivity of the search
  exact                     boolean: true if score is exact
  level                     integer: level of its leaf's search; null: unknown
  games.wins, draws, losses
                            integer: games that reached it, by result for the
                            side to move
  moves[]                   array: the moves, best first
  moves[].move              string: the move
  moves[].score             number: score after it; null: not searched yet
  moves[].loss              number: discs worse than the best move; null:
                            unknown
  moves[].depth, book_plies, selectivity
                            integer: as above
  moves[].exact             boolean: true if its score is exact
  moves[].games             object: wins, draws, losses as above
  moves[].opening           object or null: {english, japanese, moves}
  moves[].in_book           boolean: true if the position after it is in the
                            book
  moves[].moves             array: the moves after it in the same form, with
                            --depth; else empty
  line                      array of moves: the best line
)"};

// `sumi book explain`.

namespace {

constexpr int kMaxLinesLoss = 64;

struct Step {
  Color side = Color::kBlack;
  Square move = Square::kPass;
  std::optional<Value> second;  ///< Value of the second best move, for the mover.
  bool in_book = true;          ///< False for a last move that leaves the book.
};

struct Explanation {
  Position position;
  book::BookEntry entry;
  Basis basis;
  std::vector<Step> steps;  ///< Without passes.
  /// The position before a last move that leaves the book.
  std::optional<book::BookEntry> exit;
  book::LineCounts lines;
};

std::optional<Value> second_best(const book::BookReader& book, const GameRecord& game) {
  const std::vector<ShownMove> moves = shown_moves(book, game, {});
  return moves.size() > 1 ? moves[1].value : std::nullopt;
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
      const auto after = book::position_after(now.board, move);
      const bool stays = !after || book.find(*after).has_value();
      if (!stays) found.exit = book.find(now.board);
      found.steps.push_back({now.to_move, move, second_best(book, game), stays});
    }
    game.moves.push_back(move);
  }
  return found;
}

std::string end_text(const Explanation& found, Language language) {
  if (found.entry.exact) {
    return std::string(tr(language, "All moves after it are solved to the end.\n"));
  }
  if (!found.exit) return std::string(tr(language, "The line ends where the game ends.\n"));
  const book::Leaf& leaf = found.exit->leaf;
  const std::string level = found.exit->level < 0
                                ? std::string(tr(language, "an unknown level"))
                                : tr_format(language, "level {}", found.exit->level);
  return tr_format(language, "It leaves the book with {}, by {} at {}: {} plies, confidence {}%.\n",
                   to_text(found.steps.back().move),
                   tr(language, leaf.exact ? "a solution" : "a search"), level, leaf.depth,
                   leaf.selectivity);
}

std::string text_of(const Explanation& found, Value max_loss) {
  const Language language = default_language();
  const Color mover = found.position.to_move;
  std::string text = tr_format(language, "{} for {}, depth {}, by this line:\n\n",
                               value_text(*found.entry.score, found.entry.exact),
                               side_name(language, mover), depth_text(found.basis));
  const Table table({{tr(language, "ply"), 3},
                     {tr(language, "side"), 5, Table::Align::kLeft},
                     {tr(language, "move"), 4, Table::Align::kLeft},
                     {tr(language, "next best"), 9},
                     {"", 0, Table::Align::kLeft}});
  text += table.header();
  for (int number = 1; const Step& step : found.steps) {
    text += table.row(
        {std::to_string(number++), side_name(language, step.side), to_text(step.move),
         step.second ? fmt::format("{:+.2f}", to_discs(*step.second)) : std::string(kUnknown),
         step.in_book ? "" : tr(language, "(leads out of the book)")});
  }
  text += '\n' + end_text(found, language);
  const book::LineCounts& lines = found.lines;
  const std::size_t black = mover == Color::kBlack ? 0 : 1;
  return text +
         tr_format(language,
                   "Lines of moves within {:g} discs of the best: {}; to remember for Black {}, "
                   "for White "
                   "{}.\n",
                   to_discs(max_loss), lines_text(lines.all), lines_text(lines.to_remember[black]),
                   lines_text(lines.to_remember[1 - black]));
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
  json["leaf"] = Json();
  if (found.exit) {
    const book::Leaf& leaf = found.exit->leaf;
    json["leaf"] = {{"move", to_text(found.steps.back().move)},
                    {"depth", leaf.depth},
                    {"selectivity", leaf.selectivity},
                    {"exact", leaf.exact},
                    {"level", found.exit->level < 0 ? Json() : Json(found.exit->level)}};
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
  Options rows{{"max-loss", std::move(loss),
                "count lines whose moves lose at most this many discs each, {}"},
               {"json", flag(json), "print a JSON object"}};
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
    return end_with(kFailed, fmt::format("{} has no score of this position", path));
  }
  const Explanation explanation = explain(*book, game, max_loss);
  out.write(json ? json_line(json_of(explanation, max_loss)) : text_of(explanation, max_loss));
  return kDone;
}

}  // namespace

const Command kBookExplainCommand{
    .name = "explain",
    .arguments = "BOOK [POSITION|MOVES...] [--max-loss DISCS] [--json]",
    .summary = "explain the score of a position",
    .details = R"(Prints the line of best moves that gives the score, with the score of the
second best move at each step, the point where the line leaves the book, and
the search there. Then counts the lines in book from here on whose moves lose
at most --max-loss, and how many of them each player must remember to answer
every move of the other side.
)",
    .examples = R"(  sumi book explain default f5d6c3d3c4
  sumi book explain my.book f5f6 --max-loss 1 --json
)",
    .run = run_book_explain,
    .program = kSumiBookName,
    .json = R"(  position                 string: the position
  score                    number: score for the side to move
  depth                    integer: plies, those in book included
  book_plies               integer: plies of depth that are in book
  selectivity              integer: selectivity of the search
  exact                    boolean: true if score is exact
  line[].side              string: black or white
  line[].move              string: the best move
  line[].next_best         number: score of the second best move; null: unknown
  line[].in_book           boolean: false: the move leaves the book
  leaf                     object: the search after the line; null: the line
                           ends in book
  leaf.move                string: the move that leaves the book
  leaf.depth, selectivity  integer: of its search
  leaf.exact               boolean: true if its score is exact
  leaf.level               integer: level of its search; null: unknown
  lines.max_loss           number: --max-loss
  lines.all                number: lines in book
  lines.black, white       number: lines that each side must remember
)"};

}  // namespace sumi::protocol
