// SPDX-License-Identifier: MIT
#include "engine/game/notation.h"
#include "protocol/report/format.h"
#include "protocol/report/move_tables.h"
#include "protocol/text/json_lines.h"

#include <fmt/format.h>

#include <span>
#include <vector>

namespace sumi::protocol {
namespace {

/// "58%". ASCII only: protocols send it.
std::string won_text(const GameCounts& games) {
  if (games.games() == 0) return "-";
  const double points = games.wins + games.draws / 2.0;
  return fmt::format("{:.0f}%", 100 * points / static_cast<double>(games.games()));
}

constexpr std::size_t kShownMoves = 10;

/// False if the search stopped before this move.
bool has_value(const Candidate& candidate) {
  return candidate.lower > -kInfinity || candidate.upper < kInfinity;
}

std::string table_of(std::span<const BookMove> moves, const OpeningBook& book, const Board& board,
                     Language language) {
  if (moves.empty()) return std::string(tr(language, "The book has no move here.")) + "\n";
  const Table table({{tr(language, "move"), 4, Table::Align::kLeft},
                     {tr(language, "score"), 6},
                     {tr(language, "depth"), kDepthWidth},
                     {tr(language, "games"), 6},
                     {tr(language, "won"), 4},
                     {tr(language, "then"), 4, Table::Align::kLeft}});
  std::string text = table.header();
  for (const BookMove& move : moves) {
    const int inside = move.exact ? 0 : book_plies(line_after(book, board, move.move), move.depth);
    const std::string row[] = {
        to_text(move.move),
        value_text(move.value, move.exact),
        depth_text(Basis{move.depth, move.selectivity, move.exact, true, inside}),
        std::to_string(move.games.games()),
        won_text(move.games),
        std::string(tr(language, move.in_book ? "book" : "out"))};
    text += table.row(row);
  }
  return text;
}

}  // namespace

std::string candidates_table(const Position& position, const SearchUpdate& update,
                             Language language) {
  const Table table({{tr(language, "move"), 4, Table::Align::kLeft},
                     {tr(language, "score"), 11, Table::Align::kLeft},
                     {tr(language, "depth"), kDepthWidth},
                     {tr(language, "exact"), 5, Table::Align::kLeft},
                     {tr(language, "source"), 6, Table::Align::kLeft},
                     {tr(language, "line of play"), 12, Table::Align::kLeft}});
  std::string text = table.header();
  for (const Candidate& candidate : all_candidates(update)) {
    const Basis basis = update.basis(candidate);
    const std::string row[] = {
        to_text(candidate.move(), position.size),
        has_value(candidate) ? value_text(candidate, basis) : std::string(kUnknown),
        depth_text(basis),
        std::string(tr(language, is_exact(candidate, basis) ? "yes" : "no")),
        std::string(tr(language, source_name(basis))),
        line_text(candidate.line, position.size, kShownMoves, "...")};
    text += table.row(row);
  }
  return text + tr_format(language, "{} nodes, {} s, {} nodes/s\n", update.nodes,
                          short_seconds(update.seconds), short_rate(update.nodes, update.seconds));
}

std::string book_table(const OpeningBook* book, const Board& board, Language language) {
  if (book) return table_of(book->moves(board), *book, board, language);
  return std::string(tr(language, "No book is in use.")) + "\n";
}

}  // namespace sumi::protocol
