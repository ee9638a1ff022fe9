// SPDX-License-Identifier: MIT
/// Random books and naive reference implementations of book algorithms.
#pragma once

#include "book/build/book_builder.h"
#include "book/store/book_tree.h"
#include "engine/game/game.h"
#include "tests/support/books.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace sumi::test {

class TemporaryBook {
 public:
  book::BookStore& operator*() const { return *book_; }
  book::BookStore* operator->() const { return book_.get(); }

 private:
  TemporaryFolder folder_;
  std::unique_ptr<book::BookStore> book_ = book::BookStore::create(folder_.file("book")).value();
};

/// A fast search without weights.
inline book::WorkSetup work_setup(int threads = 1) {
  book::WorkSetup setup;
  setup.engine.evaluator = "table";
  setup.engine.hash_mib = 1;
  setup.threads = threads;
  return setup;
}

/// Fills the book with positions of random games and random_entry() values, negamaxed. In half of
/// the positions without a move that leaves the book, the leaf's state becomes kNoMove.
inline void fill_book(book::BookStore& book, SplitMix64& random, int lines, int plies,
                      const Board& from = kStartBoard) {
  book.change([&] {
    for (const Board& board : random_positions(random, from, lines, plies)) {
      const auto position = book::book_position(board);
      if (position && !book.find(*position)) book.put(*position, random_entry(random, *position));
    }
    std::vector<std::pair<Board, book::BookEntry>> without;
    book.for_each([&](const Board& board, const book::BookEntry& entry) {
      if (book::moves_out(book::children(book, board)) == 0) without.emplace_back(board, entry);
      return true;
    });
    for (auto& [board, entry] : without) {
      if (random.below(2) == 0) continue;
      entry.leaf = {};
      entry.leaf.state = book::Leaf::State::kNoMove;
      book.put(board, entry);
    }
    book::negamax_all(book);
  });
}

inline GameRecord random_record(SplitMix64& random) {
  Game game;
  while (!game.over()) {
    const Bitboard moves = game.legal_moves();
    game.play(moves == 0 ? Square::kPass : random_square(random, moves)).value();
  }
  GameRecord record;
  for (const PlayedMove& move : game.moves()) record.moves.push_back(move.square);
  return record;
}

inline bool has_passes(const GameRecord& game) {
  return std::ranges::find(game.moves, Square::kPass) != game.moves.end();
}

using BoardKey = std::pair<Bitboard, Bitboard>;

inline BoardKey key_of(const Board& board) {
  const Board c = canonical(board).board;
  return {c.own, c.opp};
}

inline Board board_of(const BoardKey& key) { return {key.first, key.second}; }

/// Follows every path within a goal; the naive reference for positions_within().
class NaiveWalk {
 public:
  NaiveWalk(const book::BookReader& book, const book::BuildGoal& goal) : book_(book), goal_(goal) {
    for (const Board& root : goal.roots) {
      if (const auto board = book::book_position(root)) go(*board, 0, 0);
    }
  }

  /// Least (deviation, plies) by board.
  std::map<BoardKey, std::pair<int, int>> reached;
  std::map<BoardKey, int> fewest_plies;
  int ways = 0;
  int missing = 0;     ///< Paths to positions within the goal that the book lacks.
  int unsearched = 0;  ///< Paths to positions whose leaf needs a search.
  int unscored = 0;    ///< Paths to positions without a score.

 private:
  void go(const Board& board, int deviation, int plies) {
    ++ways;
    const auto entry = book_.find(board);
    if (!entry) {
      ++missing;
      return;
    }
    const std::pair place(deviation, plies);
    const auto at = reached.try_emplace(key_of(board), place).first;
    at->second = std::min(at->second, place);
    const auto fewest = fewest_plies.try_emplace(key_of(board), plies).first;
    fewest->second = std::min(fewest->second, plies);
    const auto children = book::children(book_, board);
    const bool has_leaf = entry->leaf.state == book::Leaf::State::kMove;
    const bool stale = book::is_stale(entry->leaf, children);
    if (stale || entry->leaf.state == book::Leaf::State::kUnsearched) ++unsearched;
    if (!entry->score) ++unscored;
    // Only its children can give it a score.
    const bool needs_child = !entry->score && entry->leaf.state == book::Leaf::State::kNoMove;
    if (plies >= goal_.plies && !needs_child) return;
    // A move without a value may equal the best.
    const auto loss_of = [&](std::optional<Value> value) {
      return entry->score && value ? std::max(0, entry->score->units - value->units) : 0;
    };
    const auto within = [&](int loss) {
      const auto allows = [](Value most, int units) {
        return most >= kInfinity || units <= most.units;
      };
      return allows(goal_.max_loss, loss) && allows(goal_.max_deviation, deviation + loss);
    };
    if (has_leaf && !stale && plies < goal_.plies && within(loss_of(entry->leaf.value))) ++missing;
    for (const book::Child& child : children) {
      if (!child.entry) continue;
      const int loss = loss_of(child.value());
      if (within(loss)) go(child.board, deviation + loss, plies + 1);
    }
  }

  const book::BookReader& book_;
  const book::BuildGoal& goal_;
};

}  // namespace sumi::test
