// SPDX-License-Identifier: MIT
/// Chooses moves so that games differ, in the opening book and out of it.
///
/// Remembers the games of a session as a tree that branches only at our own choices. A node is a
/// position in which we chose, with our earlier choices. An edge is a move chosen there. After an
/// edge a later game can diverge from earlier games certainly (a known move is untried), possibly
/// (a search may find another move, or a game was broken off), or not at all (the edge is
/// exhausted). Symmetric positions are equal.
#pragma once

#include "engine/base/random.h"
#include "engine/opening_book.h"
#include "engine/options.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sumi {

/// A new game begins when the number of empties does not decrease. One thread at a time.
class BookPlay {
 public:
  /// Chooses one of `moves`, sorted best first:
  /// - Loss limit: a move is allowed if the game's losses, including this move, total at most
  ///   book_max_loss_discs.
  /// - book_draws: values within half a disc of 0 are draws. "seek" allows only draws if any exist;
  ///   "avoid" allows draws only without alternatives.
  /// - book_variety_discs: a move is near if the game's losses, including this move, total at most
  ///   this number. Draws a random untried near move, with a probability that decreases linearly
  ///   with its loss.
  /// - If all near moves are tried: an allowed move after which this game certainly diverges (or an
  ///   untried move), else one after which it may. On ties, the move with the best mean result or,
  ///   if untried, value. If all are exhausted, a random near move.
  ///
  /// Uses `random` only if there is a choice. Requires: `moves` is not empty.
  BookMove choose(std::span<const BookMove> moves, const Board& board, const EngineOptions& options,
                  SplitMix64& random);

  /// The legal moves to search out of book: all at a new node, later only moves that no search has
  /// returned. Empty after a move beyond the loss limit.
  Bitboard to_search(const Board& board);

  /// Chooses an out-of-book move. `found`: the best move of to_search() and, if searched, the best
  /// of the rest; empty if to_search() is empty. Chooses as choose() does among all moves found at
  /// the node, but the best instead of a random one. If the best is proven, all moves with the same
  /// result are near and no others are allowed.
  BookMove choose_out_of_book(std::span<const BookMove> found, const Board& board,
                              const EngineOptions& options);

  /// `broken_off`: the game ended early, so a later game may diverge after its last move.
  void end_game(bool broken_off = false);

 private:
  using BoardKey = std::pair<Bitboard, Bitboard>;  ///< Equal for symmetric positions.
  using Moves = std::vector<BookMove>;

  /// Whether a later game can diverge after an edge.
  enum class Prospect { kNone, kPossible, kCertain };
  struct Edge {
    std::size_t number = 0;  ///< Identifies the edge; 0 is the root.
    std::int64_t games = 0;  ///< Finished games through this edge.
    /// Sum over these games of the last choice's value, in value units.
    std::int64_t results = 0;
    Prospect prospect = Prospect::kNone;
  };
  struct Node {
    std::map<BoardKey, Edge> edges;  ///< By the position after the move.
    /// Search results, best first, by the position after the move. The stored squares are
    /// meaningless: the board may occur in another orientation.
    std::vector<std::pair<BoardKey, BookMove>> found;
    std::vector<BoardKey> allowed;  ///< After the moves that were allowed last time.
    bool more = false;              ///< A search may find further moves.
  };

  static BoardKey key_of(const Board& board);
  static BoardKey key_after(const Board& board, Square move);
  static Moves found_at(const Node& node, const Board& board);
  static Bitboard not_found_at(const Node& node, const Board& board);

  Node& node_at(const Board& board);
  static Prospect best_prospect(const Node& node);
  static Moves untried(const Node& node, const Board& board, Moves moves);
  static std::optional<BookMove> best_edge(const Node& node, const Board& board,
                                           const Moves& moves);
  void record(Node& node, const Board& board, const Moves& allowed, const BookMove& chosen,
              const BookMove& best);
  int remaining_budget(int most_discs) const;

  int empties_ = 0;
  Value last_value_{};    ///< Of the last choice.
  int spent_ = 0;         ///< Loss of this game, in value units.
  std::size_t edge_ = 0;  ///< The last edge of this game.
  std::vector<std::pair<Node*, BoardKey>> game_;
  std::map<std::pair<std::size_t, BoardKey>, Node> nodes_;  ///< By the edge to the node.
  std::size_t edge_count_ = 0;
};

}  // namespace sumi
