// SPDX-License-Identifier: MIT
/// `sumi book show`: what a book knows of a position.
#include "book/store/book_tree.h"
#include "engine/base/text.h"
#include "engine/game/notation.h"
#include "protocol/cli/book/book_commands.h"
#include "protocol/cli/book/book_files.h"
#include "protocol/cli/book/shown_moves.h"
#include "protocol/cli/book/work_options.h"
#include "protocol/command/position_input.h"
#include "protocol/report/folded.h"
#include "protocol/report/format.h"
#include "protocol/report/language.h"
#include "protocol/report/study_json.h"
#include "protocol/report/text_board.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace sumi::protocol {
namespace {

constexpr int kMaxShownPlies = 20, kMaxShownLoss = 128;

/// The contents of the report.
struct View {
  GameRecord game;
  Position position;                     ///< Its last one.
  std::optional<book::BookEntry> entry;  ///< Entry of `position`, or of that after a forced pass.
  Basis basis{};                         ///< What stands behind the entry's score.
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
  return fmt::format(fmt::runtime(tr(language, "{} games (won {}, drawn {}, lost {})")),
                     games.games(), games.wins, games.draws, games.losses);
}

std::string entry_text(const View& view, Language language) {
  const std::optional<book::BookEntry>& entry = view.entry;
  if (!entry) return std::string(tr(language, "Not in the book."));
  std::string text(tr(language, "In the book, not searched"));
  if (entry->score) {
    const std::string level =
        entry->level < 0 ? std::string(kUnknown) : std::to_string(entry->level);
    text = fmt::format(fmt::runtime(tr(language,
                                       "In the book: {score} at depth {depth}, "
                                       "searched at level {level}")),
                       fmt::arg("score", score_text(*entry->score, entry->exact)),
                       fmt::arg("depth", depth_text(view.basis)), fmt::arg("level", level));
  }
  return entry->games.games() == 0 ? text : text + "; " + games_text(entry->games, language);
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
  const auto name = [&](Color side) {
    return tr(language, side == Color::kBlack ? "Black" : "White");
  };
  Color mover = view.position.to_move;
  if (game.legal_moves() == 0) {
    text += fmt::format(fmt::runtime(tr(language, "{} has no move and must pass.")), name(mover));
    text += '\n';
    mover = !mover;
  }
  text += fmt::format(fmt::runtime(tr(language, "{0} to move. Scores are for {0}.")), name(mover));
  text += '\n';
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
  Options rows{{"depth,d", number(limits.plies, 1, kMaxShownPlies), "plies of the tree, {}"},
               {"max-loss", discs_value(limits.max_loss, kMaxShownLoss),
                "moves within so many discs of the best only; else all"},
               {"json", flag(json), "one JSON object instead of text"}};
  rows += position_rows(positions);
  auto line = parse(self, rows, args, out);
  if (!line) return kDone;
  const std::string path = take_book(*line);
  const Language language = default_language();
  PositionInput input(line->words, positions, 8);
  const std::optional<InputPosition> found = input.only();
  if (!found) return input.status();
  const GameRecord game = game_of(found->entry);
  if (game.start.size != 8) throw UsageError("books are of boards of 8x8");
  const auto book = open_to_read(path);
  const View view = view_of(*book, game, limits);
  out.write(json ? json_line(view_json(view)) : view_text(view, limits.plies, language));
  return kDone;
}

}  // namespace

const Command kBookShowCommand{
    "show",
    R"(BOOK [POSITION|MOVES...] [--depth N] [--max-loss DISCS]
    [--json])",
    "what a book knows of a position: moves, scores, games, names, the best line",
    R"(BOOK is a file or `default`, the shipped book; the position is the start unless
it is given: a board, a FEN, moves, or a file of one game, of which --at 6 takes
the first 6 moves. A score is in discs for the side that plays the move: +1.25
is an estimate, +4 is exact; ? is not searched yet. Lost is what the move is
worse than the best. Won is the share of the games through it that the side that
plays it won, draws as halves. Of the moves that lead out of the book only the
best is known. Depth 12+22@73% is 12 plies inside the book and then a search of
22. With --depth the moves behind each are indented. JSON: {"position",
"opening", "in_book", "score", "depth", "book_plies", "selectivity", "exact",
"level", "games": {"wins", "draws", "losses"}, "moves": [{"move", "score",
"loss", "depth", "book_plies", "selectivity", "exact", "in_book", "games",
"opening", "moves"}], "line"}.
)",
    R"help(  sumi book show default
  sumi book show my.book f5d6c3 --depth 3 --max-loss 2
  sumi book show default f5 --json | jq -r '.moves[] | "\(.move) \(.score)"'
)help",
    run_book_show,
    kSumiBookName};

}  // namespace sumi::protocol
