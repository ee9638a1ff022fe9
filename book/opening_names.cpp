// SPDX-License-Identifier: MIT
/// Openings are found by their last position, which is the same for all symmetric games and all
/// orders of moves.
#include "book/opening_names.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

// The bytes of opening_names.tsv, which the assembler puts here (opening_names.S).
extern "C" const char sumi_opening_names[], sumi_opening_names_end[];

namespace sumi::book {
namespace {

/// A key that is the same for all symmetric positions.
using Key = std::tuple<Bitboard, Bitboard, Color>;

Key key_of(const Position& position) {
  const Board board = canonical(position.board).board;
  return {board.own, board.opp, position.to_move};
}

struct Table {
  std::vector<OpeningName> names;
  std::map<Key, std::size_t> by_position;
};

OpeningName read_line(std::string_view line) {
  OpeningName name;
  std::string_view rest = line;
  name.moves = take_until(rest, '\t');
  name.english = take_until(rest, '\t');
  name.japanese = rest;
  if (name.moves.empty() || name.english.empty() || name.japanese.empty()) {
    throw FatalError("opening names: a field is empty: " + quoted(line));
  }
  return name;
}

Table read_table() {
  Table table;
  std::string_view text(sumi_opening_names, sumi_opening_names_end);
  while (!text.empty()) {
    const std::string_view line = take_until(text, '\n');
    if (line.empty() || line.front() == '#') continue;
    OpeningName name = read_line(line);
    const Result<GameRecord> game = parse_game(name.moves);
    if (!game) throw FatalError("opening names: " + game.error().message);
    name.plies = static_cast<int>(game->moves.size());
    // If one position has two names, the first one counts.
    table.by_position.emplace(key_of(game->replay().position()), table.names.size());
    table.names.push_back(name);
  }
  return table;
}

const Table& table() {
  static const Table table = read_table();
  return table;
}

}  // namespace

std::span<const OpeningName> opening_names() { return table().names; }

const OpeningName* find_opening(const GameRecord& game, int plies) {
  if (game.start.size != 8 || key_of(game.start) != key_of(Position{})) return nullptr;
  const OpeningName* found = nullptr;
  Game board(game.start);
  const auto last = std::min(game.moves.size(), static_cast<std::size_t>(std::max(plies, 0)));
  for (std::size_t i = 0; i < last && board.play(game.moves[i]); ++i) {
    const auto name = table().by_position.find(key_of(board.position()));
    if (name != table().by_position.end()) found = &table().names[name->second];
  }
  return found;
}

}  // namespace sumi::book
