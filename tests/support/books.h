// SPDX-License-Identifier: MIT
/// Random books, the same on every run.
#pragma once

#include "book/store/book_entry.h"
#include "book/store/book_store.h"
#include "engine/base/random.h"
#include "engine/game/rules.h"
#include "engine/game/symmetry.h"
#include "engine/limits.h"
#include "tests/support/boards.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sumi::test {

/// Entries by canonical board (own, opp).
using Entries = std::map<std::pair<Bitboard, Bitboard>, book::BookEntry>;

inline Entries entries_of(const book::BookReader& book) {
  Entries entries;
  book.for_each([&](const Board& board, const book::BookEntry& entry) {
    entries.insert({{board.own, board.opp}, entry});
    return true;
  });
  return entries;
}

/// A random position allowed in books, with at least `empties` empty squares.
inline Board random_book_position(SplitMix64& random, int empties) {
  while (true) {
    const Board board = random_game(random, empties);
    if (book::is_book_position(board)) return board;
  }
}

/// A leaf with a legal move and random other fields; some are unsearched.
inline book::Leaf random_leaf(SplitMix64& random, const Board& board) {
  book::Leaf leaf;
  if (random.below(8) == 0) return leaf;
  leaf.state = book::Leaf::State::kMove;
  leaf.move = random_square(random, rules::legal_moves(board));
  leaf.exact = random.below(4) == 0;
  // Few distinct values: some tie.
  leaf.value = leaf.exact ? Value{2 * Value::kPerDisc * (random.below(9) - 4)}
                          : Value{Value::kPerDisc * (random.below(17) - 8)};
  leaf.depth = leaf.exact ? board.empties() : random.below(board.empties());
  leaf.selectivity = leaf.exact ? 100 : kSelectivities[random.below(6)];
  return leaf;
}

inline book::BookEntry random_entry(SplitMix64& random, const Board& board) {
  book::BookEntry entry;
  entry.leaf = random_leaf(random, board);
  entry.level = random.below(62) - 1;
  const auto count = [&] { return static_cast<std::uint32_t>(random.next() >> 40); };
  if (random.below(2) == 0) entry.games = {count(), count(), count()};
  return entry;
}

/// The positions of `lines` random games of `plies` moves from `from`, each in a random symmetry.
inline std::vector<Board> random_positions(SplitMix64& random, const Board& from, int lines,
                                           int plies) {
  std::vector<Board> boards;
  for (int line = 0; line < lines; ++line) {
    Board board = from;
    for (int ply = 0; ply < plies && !rules::game_over(board); ++ply) {
      if (rules::must_pass(board)) board = board.passed();
      boards.push_back(symmetric(board, random.below(kSymmetries)));
      const Square s = random_square(random, rules::legal_moves(board));
      board = board.played(s, rules::flips(board, s));
    }
  }
  return boards;
}

}  // namespace sumi::test
