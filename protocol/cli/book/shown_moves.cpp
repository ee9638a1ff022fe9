// SPDX-License-Identifier: MIT
#include "book/store/book_tree.h"
#include "engine/game/notation.h"
#include "engine/game/rules.h"
#include "protocol/cli/book/shown_moves.h"
#include "protocol/report/format.h"
#include "protocol/report/study_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace sumi::protocol {
namespace {

using book::BookReader;
using book::Child;

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

/// The game with the pass that must come now, if one must.
GameRecord passed_on(GameRecord game) {
  const Position position = game.replay().position();
  if (rules::must_pass(position.board)) game.moves.push_back(Square::kPass);
  return game;
}

GameRecord with_move(GameRecord game, Square move) {
  game.moves.push_back(move);
  return passed_on(std::move(game));
}

/// Best first; those that are as good by their squares.
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
        move.value ? score_text(*move.value, move.basis.exact) : unknown,
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

}  // namespace

std::string score_text(Value value, bool exact) {
  Candidate candidate;
  candidate.lower = candidate.upper = value;
  return value_text(candidate, exact);
}

Basis basis_of(const BookReader& book, const Board& board, const book::BookEntry& entry) {
  const int inside = entry.exact ? 0 : book_plies(book::best_line(book, board), entry.depth);
  return {entry.depth, entry.selectivity, entry.exact, true, inside};
}

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

Json games_json(const GameCounts& games) {
  return {{"wins", games.wins}, {"draws", games.draws}, {"losses", games.losses}};
}

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

}  // namespace sumi::protocol
