// SPDX-License-Identifier: MIT
#include "book/formats/edax_book.h"
#include "book/store/board_hash.h"
#include "book/store/book_tree.h"
#include "book/store/whole_discs.h"
#include "engine/base/file.h"
#include "engine/game/fast_rules.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/limits.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace sumi::book {
namespace {

// The values that Edax puts in the header of a new book.
constexpr int kDefaultLevel = 21, kMidgameError = 2, kEndcutError = 1, kVerbosity = 1;

/// `move` of `board` ends the game. Requires: it is legal.
bool ends_game(const Board& board, Square move) {
  return !book_position(fast_rules::play(board, move));
}

void set_judgement(EdaxPosition& position, int value, const BookEntry& entry) {
  const int error = entry.exact ? 0 : kMidgameError;
  position.value = value;
  position.lower = std::max(value - error, -kMaxEdaxScore);
  position.upper = std::min(value + error, kMaxEdaxScore);
  position.level = std::clamp(entry.level >= 0 ? entry.level : entry.depth, 0, kMaxBookLevel);
}

void set_games(EdaxPosition& position, std::uint32_t wins, const GameCounts& games,
               std::uint32_t losses) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  position.wins = wins;
  position.draws = games.draws;
  position.losses = losses;
  position.lines = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(games.games(), 1, kMost));
}

/// Requires: `entry` has a score.
EdaxPosition to_edax(const Board& board, const BookEntry& entry,
                     const std::vector<Child>& children) {
  EdaxPosition position;
  position.board = board;
  set_games(position, entry.games.wins, entry.games, entry.games.losses);
  set_judgement(position, whole_discs(*entry.score).discs, entry);
  const auto offer_leaf = [&](const EdaxLink& leaf) {
    if (!position.leaf || leaf.score > position.leaf->score) position.leaf = leaf;
  };
  for (const Child& child : children) {
    const std::optional<Value> value = child.value();
    if (!value) continue;
    const EdaxLink link{whole_discs(*value).discs, child.move};
    if (child.over) {
      offer_leaf(link);  // Edax has no position there to link to
    } else {
      position.links.push_back(link);
    }
  }
  if (entry.leaf.state == Leaf::State::kMove && !is_stale(entry.leaf, children)) {
    offer_leaf({whole_discs(entry.leaf.value).discs, entry.leaf.move});
  }
  return position;
}

/// The position before `next`, in which the other side must pass.
EdaxPosition passing(const Board& board, const BookEntry& next) {
  EdaxPosition position;
  position.board = board;
  set_games(position, next.games.losses, next.games, next.games.wins);
  set_judgement(position, -whole_discs(*next.score).discs, next);
  position.links.push_back({position.value, Square::kPass});
  return position;
}

void set_date(EdaxHeader& header) {
  using namespace std::chrono;
  const auto now = system_clock::now();
  const auto today = floor<days>(now);
  const year_month_day date(today);
  const hh_mm_ss time(floor<seconds>(now - today));
  header.year = int{date.year()};
  header.month = static_cast<int>(unsigned{date.month()});
  header.day = static_cast<int>(unsigned{date.day()});
  header.hour = static_cast<int>(time.hours().count());
  header.minute = static_cast<int>(time.minutes().count());
  header.second = static_cast<int>(time.seconds().count());
}

}  // namespace

std::optional<std::pair<Board, BookEntry>> from_edax(const EdaxPosition& position) {
  const Board& board = position.board;
  const std::optional<EdaxLink>& leaf = position.leaf;
  BookEntry entry;
  if (position.level <= kMaxBookLevel) entry.level = position.level;
  const bool passes = rules::must_pass(board) && is_book_position(board.passed());
  if (passes && leaf && leaf->move == Square::kPass) {
    entry.games = {position.losses, position.draws, position.wins};
    return std::pair(board.passed(), entry);
  }
  if (!is_book_position(board)) return std::nullopt;
  entry.games = {position.wins, position.draws, position.losses};
  if (leaf && fault_of(board, *leaf).empty() && !ends_game(board, leaf->move)) {
    entry.leaf = {Leaf::State::kMove,
                  leaf->move,
                  to_value(DiscDiff{leaf->score}),
                  std::min(position.level, board.empties()),
                  kSelectivities[0],
                  false};
    return std::pair(board, entry);
  }
  Bitboard out = fast_rules::legal_moves(board);
  for (const EdaxLink& link : position.links) {
    if (link.move != Square::kPass) out &= ~bit(link.move);
  }
  while (out != 0 && ends_game(board, first_square(out))) out &= out - 1;
  entry.leaf.state = out == 0 ? Leaf::State::kNoMove : Leaf::State::kUnsearched;
  return std::pair(board, entry);
}

Result<bool> write_edax_book(const std::string& path, const BookReader& book,
                             const Progress& progress) {
  EdaxHeader header;
  header.level = -1;
  header.empties = 60;
  header.midgame_error = kMidgameError;
  header.endcut_error = kEndcutError;
  header.verbosity = kVerbosity;
  set_date(header);
  std::string positions;
  std::set<Board, BoardOrder> passes;
  const bool done = for_all(book, progress, [&](const Board& board, const BookEntry& entry) {
    if (!entry.score) return;
    const std::vector<Child> after = children(book, board);
    positions += to_bytes(to_edax(board, entry, after));
    ++header.positions;
    header.level = std::max(header.level, entry.level);
    header.empties = std::min(header.empties, board.empties());
    for (const Child& child : after) {
      if (child.over || !child.same_side || !child.value()) continue;
      passes.insert(canonical(child.board.passed()).board);
    }
  });
  if (!done) return false;
  for (const Board& board : passes) {
    const std::optional<BookEntry> next = book.find(board.passed());
    if (!next || !next->score) continue;  // gone since it was seen
    positions += to_bytes(passing(board, *next));
    ++header.positions;
  }
  if (header.level < 0) header.level = kDefaultLevel;
  const Result<void> written = write_file(path, to_bytes(header) + positions);
  return written ? Result<bool>(true) : written.error();
}

}  // namespace sumi::book
