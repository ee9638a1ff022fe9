// SPDX-License-Identifier: MIT
/// Finds openings by their last position up to symmetry. Earlier positions distinguish orders of
/// moves. XOT starts are stored as checksums (xot_starts.py).
#include "book/opening_names.h"
#include "engine/base/checksum.h"
#include "engine/base/text.h"
#include "engine/formats/codecs.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

// The bytes of xot_starts.bin (xot_starts.S).
extern "C" const char sumi_xot_starts[], sumi_xot_starts_end[];

namespace sumi::book {
namespace {

constexpr std::size_t kSumBytes = 4;

std::uint32_t checksum_of(const Board& board) {
  const Board same = canonical(board).board;
  Fnv1a sum;
  for (const Bitboard discs : {same.own, same.opp}) {
    std::string bytes;  // of 8 bytes, which need no allocation
    put_number(bytes, discs, 8);
    sum.add(bytes);
  }
  return static_cast<std::uint32_t>(sum.hash());
}

std::vector<std::uint32_t> read_checksums() {
  const std::string_view bytes(sumi_xot_starts, sumi_xot_starts_end);
  std::vector<std::uint32_t> sums;
  for (std::size_t at = 0; at + kSumBytes <= bytes.size(); at += kSumBytes) {
    sums.push_back(static_cast<std::uint32_t>(get_number<kSumBytes>(bytes, at)));
  }
  return sums;
}

}  // namespace

bool is_xot_start(const Position& position) {
  const Board& board = position.board;
  const bool may_be = position.size == 8 && position.to_move == Color::kBlack &&
                      std::popcount(board.own | board.opp) == 4 + kXotPlies;
  if (!may_be) return false;
  static const std::vector<std::uint32_t> sums = read_checksums();
  return std::ranges::binary_search(sums, checksum_of(board));
}

namespace {

/// Finds the XOT starts, depth first in the order of squares.
class StartFinder {
 public:
  std::vector<GameRecord> find() {
    play(Position{}, square_at(5, 4));  // f5; other first moves are symmetric to it
    return std::move(starts_);
  }

 private:
  void play(const Position& position, Square square) {
    const Bitboard flipped = fast_rules::flips(position.board, square);
    const Position next{position.board.played(square, flipped), !position.to_move, position.size};
    line_.push_back(square);
    if (line_.size() < kXotPlies) {
      Bitboard moves = fast_rules::legal_moves(next.board);
      for (; moves != 0; moves &= moves - 1) play(next, first_square(moves));
    } else if (is_xot_start(next)) {
      add(canonical(next.board).board);
    }
    line_.pop_back();
  }

  void add(const Board& start) {
    if (seen_.emplace(start.own, start.opp).second) starts_.emplace_back().moves = line_;
  }

  std::vector<Square> line_;
  std::set<std::pair<Bitboard, Bitboard>> seen_;
  std::vector<GameRecord> starts_;
};

}  // namespace

std::span<const GameRecord> xot_starts() {
  static const std::vector<GameRecord> starts = StartFinder().find();
  return starts;
}

}  // namespace sumi::book

// The bytes of opening_names.tsv (opening_names.S).
extern "C" const char sumi_opening_names[], sumi_opening_names_end[];

namespace sumi::book {
namespace {

/// Openings of two plies (Perpendicular) are too general.
constexpr int kFirstPlies = 2;

/// Equal for symmetric positions.
using Key = std::tuple<Bitboard, Bitboard, Color>;

Key key_of(const Position& position) {
  const Board board = canonical(position.board).board;
  return {board.own, board.opp, position.to_move};
}

/// The positions after each move.
using Path = std::vector<Key>;

struct Table {
  std::vector<OpeningName> names;
  std::vector<Path> paths;                              ///< [i]: path of names[i].
  std::map<Key, std::vector<std::size_t>> by_position;  ///< Names by their last position.
};

OpeningName read_line(std::string_view line) {
  OpeningName name;
  std::string_view rest = line;
  name.by_order = rest.starts_with('=');
  if (name.by_order) rest.remove_prefix(1);
  name.moves = take_until(rest, '\t');
  name.english = take_until(rest, '\t');
  if (name.moves.empty() || name.english.empty()) {
    throw FatalError("opening names: moves or name are missing: " + quoted(line));
  }
  name.japanese = rest.empty() ? name.english : rest;
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
    Path path;
    for (std::size_t i = 1; i <= game->moves.size(); ++i) {
      path.push_back(key_of(game->replay(i).position()));
    }
    table.by_position[path.back()].push_back(table.names.size());
    table.names.push_back(name);
    table.paths.push_back(std::move(path));
  }
  return table;
}

const Table& table() {
  static const Table table = read_table();
  return table;
}

/// Prefers the name for this order of moves, then the first name; null without a name.
const OpeningName* name_of(const Path& path) {
  const auto found = table().by_position.find(path.back());
  if (found == table().by_position.end()) return nullptr;
  const OpeningName* any = nullptr;
  for (const std::size_t i : found->second) {
    const OpeningName& name = table().names[i];
    if (table().paths[i] == path) return &name;
    if (!name.by_order && !any) any = &name;
  }
  return any;
}

}  // namespace

std::span<const OpeningName> opening_names() { return table().names; }

const OpeningName& xot_opening() {
  static const OpeningName name{
      .moves = "", .english = "XOT start", .japanese = "XOT（開始局面）", .plies = kXotPlies};
  return name;
}

const OpeningName* find_opening(const GameRecord& game, int plies) {
  if (is_xot_start(game.start)) return &xot_opening();
  if (game.start.size != 8 || key_of(game.start) != key_of(Position{})) return nullptr;
  const OpeningName* found = nullptr;
  Path path;
  Game board(game.start);
  const auto last = std::min(game.moves.size(), static_cast<std::size_t>(std::max(plies, 0)));
  for (std::size_t i = 0; i < last && board.play(game.moves[i]); ++i) {
    path.push_back(key_of(board.position()));
    if (const OpeningName* const name = name_of(path)) found = name;
    const bool named = found && found->plies > kFirstPlies;
    if (i + 1 == kXotPlies && !named && is_xot_start(board.position())) found = &xot_opening();
  }
  return found;
}

}  // namespace sumi::book
